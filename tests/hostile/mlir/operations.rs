//! Operations, regions, values and the orders of their uses.

use super::bytes::{
    ATTRIBUTES, Forged, OP, OPERANDS, PROPERTIES, REGIONS, RESULTS, SUCCESSORS, USE_LISTS, block,
    isolated, module, module_op, op, region, report, results, uses, varints,
};
use bytespec::mlir::section;
use expect_test::expect;

/// A file of the newest version with one operation in its module.
fn with_op(op: Vec<u8>) -> Forged {
    Forged::with_ops(6, 0, &[op])
}

/// A file with these values and operations in its module.
fn body(values: u64, ops: &[Vec<u8>]) -> Forged {
    Forged::with_ops(6, values, ops)
}

/// A file whose operations are these bytes.
fn with_ir(payload: Vec<u8>) -> Forged {
    Forged::new().with(section::IR, payload)
}

#[test]
fn indices_past_their_tables() {
    let mut name = op(0, &[]);
    name[0] = varints(&[9])[0];
    let mut location = op(0, &[]);
    location[2] = varints(&[9])[0];
    let argument = |ty: u64, location: Option<u64>| {
        let mut block = varints(&[1, 1, ty << 1 | u64::from(location.is_some())]);
        block.extend(location.iter().flat_map(|location| varints(&[*location])));
        block.push(0);
        with_ir([varints(&[2]), module_op(6, &region(1, &[block]))].concat())
    };
    let text = report(&[
        ("name", with_op(name)),
        ("location", with_op(location)),
        ("attributes", with_op(op(ATTRIBUTES, &[9]))),
        ("properties", with_op(op(PROPERTIES, &[9]))),
        ("type of a result", body(1, &[op(RESULTS, &[1, 9])])),
        ("operand", with_op(uses(&[0]))),
        ("operand of 32 bits", body(1, &[results(1), uses(&[0xffff_ffff])])),
        ("operand of 64 bits", body(1, &[results(1), uses(&[1 << 40])])),
        ("successor", with_op(op(SUCCESSORS, &[1, 1]))),
        ("type of an argument", argument(9, None)),
        ("location of an argument", argument(0, Some(9))),
        ("as it should be", argument(0, Some(0))),
    ]);
    expect![[r#"
        name
            at byte 60 (0x3c), ir: OpName index 9 is out of bounds (there are 2)
        location
            at byte 60 (0x3c), ir: Attribute index 9 is out of bounds (there are 2)
        attributes
            at byte 60 (0x3c), ir: Attribute index 9 is out of bounds (there are 2)
        properties
            at byte 60 (0x3c), ir: PropertyBlob index 9 is out of bounds (there are 1)
        type of a result
            at byte 60 (0x3c), ir: Type index 9 is out of bounds (there are 1)
        operand
            at byte 60 (0x3c), ir: Value index 0 is out of bounds (there are 0)
        operand of 32 bits
            at byte 65 (0x41), ir: Value index 4294967295 is out of bounds (there are 1)
        operand of 64 bits
            at byte 69 (0x45), ir operation.operands[0]: 1099511627776 does not fit u32
        successor
            at byte 60 (0x3c), ir: RegionBlock index 1 is out of bounds (there are 1)
        type of an argument
            at byte 59 (0x3b), ir: Type index 9 is out of bounds (there are 1)
        location of an argument
            at byte 59 (0x3b), ir: Attribute index 9 is out of bounds (there are 2)
        as it should be
            accepted
    "#]]
    .assert_eq(&text);
}

#[test]
fn values() {
    let outer = |inner: Vec<u8>, flag: u64| {
        let mut outer = op(REGIONS, &[]);
        if flag == 1 {
            outer.extend(isolated(6, 1, &inner));
        } else {
            outer.extend(varints(&[2]));
            outer.extend(inner);
        }
        outer
    };
    let user = region(0, &[block(&[uses(&[0])])]);
    let maker = region(1, &[block(&[results(1)])]);
    let text = report(&[
        ("more than announced", body(1, &[results(2)])),
        ("none announced and one defined", body(0, &[results(1)])),
        // Nothing uses the numbers that are left over, and writing counts anew.
        ("fewer than announced", body(3, &[results(2)])),
        ("used and never defined", body(3, &[results(2), uses(&[0, 2])])),
        ("used before it is defined", body(1, &[uses(&[0]), results(1)])),
        ("used by an operation inside", body(1, &[results(1), outer(user.clone(), 0)])),
        ("used across isolation", body(1, &[results(1), outer(user.clone(), 1)])),
        ("used after its region", body(0, &[outer(maker, 0), uses(&[0])])),
        ("more announced than there is room for", body(1 << 20, &[])),
        ("2^63 announced", body(1 << 63, &[])),
    ]);
    expect![[r#"
        more than announced
            at byte 60 (0x3c), ir: a value is defined after the 1 that the region announces
        none announced and one defined
            at byte 60 (0x3c), ir: a value is defined after the 0 that the region announces
        fewer than announced
            accepted
        used and never defined
            at byte 66 (0x42), ir: an operand is a value without a definition
        used before it is defined
            accepted
        used by an operation inside
            accepted
        used across isolation
            at byte 74 (0x4a), ir: Value index 0 is out of bounds (there are 0)
        used after its region
            at byte 72 (0x48), ir: Value index 0 is out of bounds (there are 0)
        more announced than there is room for
            at byte 57 (0x39), ir region.values: 1048578 is over the limit `announced elements that fit the bytes` of 13
        2^63 announced
            at byte 57 (0x39), ir region.values: 9223372036854775810 is over the limit `announced elements that fit the bytes` of 19
    "#]].assert_eq(&text);
}

#[test]
fn regions() {
    let nested =
        |head: &[u8], region: &[u8]| with_op([&op(REGIONS, &[])[..], head, region].concat());
    let trailing = |len: u8| nested(&[0x07, section::IR, 2 * len + 1], &[1, 3, 1, 1, 1]);
    let empty = region(0, &[block(&[])]);
    let len = varints(&[empty.len() as u64])[0];
    let two = [varints(&[4]), module_op(6, &empty), module_op(6, &empty)].concat();
    let text = report(&[
        ("in a section of another kind", nested(&[0x07, section::STRING, len], &empty)),
        ("in a section past the end", nested(&[0x07, section::IR, 0xff], &empty)),
        ("after the end of their section", nested(&[0x07, section::IR, 3], &empty)),
        ("before the end of their section", trailing(5)),
        ("bytes after the last operation", with_ir([module(6, 0, &[]), vec![0]].concat())),
        ("two operations at the top", with_ir(two)),
        ("no operation at the top", with_ir(vec![1])),
        ("nothing at all", with_ir(Vec::new())),
        ("more operations than there is room for", with_ir(varints(&[1 << 50]))),
        ("more blocks than there is room for", nested(&varints(&[2]), &varints(&[1 << 40, 0]))),
        ("more regions than there is room for", nested(&varints(&[1 << 41]), &[])),
        ("more arguments than there is room for", with_ir(varints(&[3, 1 << 40]))),
    ]);
    expect![[r#"
        in a section of another kind
            at byte 64 (0x40), ir operation.regions: expected the ir section, found the id 0
        in a section past the end
            at byte 66 (0x42), ir operation.regions: the size 127 exceeds the bytes left, 3
        after the end of their section
            at byte 67 (0x43), ir region.values: unexpected end of data, expected a varint
        before the end of their section
            at byte 67 (0x43), ir: 4 bytes follow the last region
        bytes after the last operation
            at byte 60 (0x3c), ir: 1 bytes follow the last operation
        two operations at the top
            accepted
        no operation at the top
            accepted
        nothing at all
            at byte 49 (0x31), ir block.head: unexpected end of data, expected a varint
        more operations than there is room for
            at byte 57 (0x39), ir block.operations: the count 562949953421312 exceeds the elements that fit the bytes left, 0
        more blocks than there is room for
            at byte 71 (0x47), ir region.blocks: the count 1099511627776 exceeds the elements that fit the bytes left, 0
        more regions than there is room for
            at byte 69 (0x45), ir operation.regions: the count 1099511627776 exceeds the elements that fit the bytes left, 0
        more arguments than there is room for
            at byte 56 (0x38), ir block.arguments: the count 1099511627776 exceeds the elements that fit the bytes left, 0
    "#]].assert_eq(&text);
}

#[test]
fn masks_and_counts() {
    let mask =
        |version: u8, mask: u8, numbers: &[u64]| Forged::with_ops(version, 1, &[op(mask, numbers)]);
    let mark = |byte: u8| {
        let block = [varints(&[1, 1, 0]), vec![byte]].concat();
        with_ir([varints(&[2]), module_op(6, &region(1, &[block]))].concat())
    };
    let text = report(&[
        ("properties in version 4", mask(4, PROPERTIES, &[0])),
        ("orders of uses in version 2", mask(2, RESULTS | USE_LISTS, &[1, 0, 2, 0])),
        // The reference ignores it; a later version may give it a meaning.
        ("the bit that means nothing", mask(6, 0x80, &[])),
        // Any other number than the two that writers know could not be written back.
        ("another mark of orders of uses", mark(1)),
        ("2^63 results", mask(6, RESULTS, &[1 << 63])),
        ("2^32 operands", mask(6, OPERANDS, &[1 << 32])),
        ("2^20 successors", mask(6, SUCCESSORS, &[1 << 20])),
        // Writers leave the bit out.
        ("no results in a list", mask(6, RESULTS, &[0])),
    ]);
    expect![[r#"
        properties in version 4
            at byte 60 (0x3c), ir operation: bits 0x40 belong to no field in this version
        orders of uses in version 2
            at byte 59 (0x3b), ir operation: bits 0x20 belong to no field in this version
        the bit that means nothing
            at byte 61 (0x3d), ir operation: bits 0x80 belong to no field in this version
        another mark of orders of uses
            at byte 62 (0x3e), ir block.use_lists: 1 is not a known UseListMark
        2^63 results
            at byte 72 (0x48), ir operation.results: the count 9223372036854775808 exceeds the elements that fit the bytes left, 0
        2^32 operands
            at byte 68 (0x44), ir operation.operands: the count 4294967296 exceeds the elements that fit the bytes left, 0
        2^20 successors
            at byte 66 (0x42), ir operation.successors: the count 1048576 exceeds the elements that fit the bytes left, 0
        no results in a list
            accepted
    "#]].assert_eq(&text);
}

/// An operation with a result that has `orders`, and one that uses it three times.
fn ordered(orders: &[u64]) -> Forged {
    let numbers = [&[1, 0], orders].concat();
    body(1, &[op(RESULTS | USE_LISTS, &numbers), uses(&[0, 0, 0])])
}

/// The same with two results, of which the first is used three times.
fn ordered_of_two(orders: &[u64]) -> Forged {
    let numbers = [&[2, 0, 0], orders].concat();
    body(2, &[op(RESULTS | USE_LISTS, &numbers), uses(&[0, 0, 0])])
}

#[test]
fn orders_of_uses() {
    let direct = |count: u64| count << 1;
    let pairs = |count: u64| count << 1 | 1;
    let text = report(&[
        ("as it should be", ordered(&[direct(3), 2, 0, 1])),
        ("pairs as they should be", ordered(&[pairs(4), 0, 1, 1, 0])),
        ("a number twice", ordered(&[direct(3), 2, 0, 2])),
        ("a number past the end", ordered(&[direct(3), 2, 0, 3])),
        ("too few numbers", ordered(&[direct(2), 1, 0])),
        ("too many numbers", ordered(&[direct(4), 3, 1, 0, 2])),
        ("no numbers", ordered(&[direct(0)])),
        ("no pairs", ordered(&[pairs(0)])),
        ("half a pair", ordered(&[pairs(3), 0, 1, 1])),
        ("a pair past the uses", ordered(&[pairs(4), 0, 1, 1, 3])),
        ("a pair far past the uses", ordered(&[pairs(4), 0, 1, 1, 0xffff_fff0])),
        ("more numbers than there is room for", ordered(&[direct(1 << 40), 0])),
        ("one of two values", ordered_of_two(&[1, 0, direct(3), 2, 0, 1])),
        ("a value that is not there", ordered_of_two(&[1, 2, direct(3), 2, 0, 1])),
        ("a value without uses", ordered_of_two(&[1, 1, direct(3), 2, 0, 1])),
        ("no values", ordered_of_two(&[0])),
        ("more values than there are", ordered_of_two(&[3, 0, direct(1), 0, 1, direct(1), 0])),
        ("none behind the mark", body(0, &[op(USE_LISTS, &[0])])),
    ]);
    expect![[r#"
        as it should be
            accepted
        pairs as they should be
            accepted
        a number twice
            at byte 65 (0x41), ir operation.use_lists[0]: an order of uses is not a permutation
        a number past the end
            at byte 65 (0x41), ir operation.use_lists[0]: an order of uses is not a permutation
        too few numbers
            at byte 60 (0x3c), ir: an order of uses does not fit the 3 uses of the value
        too many numbers
            at byte 60 (0x3c), ir: an order of uses does not fit the 3 uses of the value
        no numbers
            at byte 65 (0x41), ir operation.use_lists[0]: an order of uses is empty
        no pairs
            at byte 65 (0x41), ir operation.use_lists[0]: an order of uses is empty
        half a pair
            at byte 65 (0x41), ir operation.use_lists[0]: an order of uses by pairs has an odd count of numbers
        a pair past the uses
            at byte 60 (0x3c), ir: an order of uses does not fit the 3 uses of the value
        a pair far past the uses
            at byte 60 (0x3c), ir: an order of uses does not fit the 3 uses of the value
        more numbers than there is room for
            at byte 71 (0x47), ir operation.use_lists[0].numbers: the count 1099511627776 exceeds the elements that fit the bytes left, 8
        one of two values
            accepted
        a value that is not there
            at byte 67 (0x43), ir operation.use_lists[0].value: Value index 2 is out of bounds (there are 2)
        a value without uses
            at byte 60 (0x3c), ir: an order of uses does not fit the 0 uses of the value
        no values
            at byte 66 (0x42), ir operation.use_lists: there are no orders of uses
        more values than there are
            at byte 66 (0x42), ir operation.use_lists: 3 is over the limit `values with an order of uses` of 2
        none behind the mark
            at byte 63 (0x3f), ir operation.use_lists: there are no orders of uses
    "#]].assert_eq(&text);
}

/// The regions of an operation are passed by their length, which is wrong here: walking and passing
/// agree about that.
#[test]
fn passing_regions_of_wrong_lengths() {
    for len in 0..40 {
        let mut ir = varints(&[2, OP]);
        ir.push(REGIONS);
        ir.extend([1, 0x07, section::IR, varints(&[len])[0]]);
        ir.extend(region(0, &[block(&[uses(&[])])]));
        let bytes = with_ir(ir).bytes();
        bytespec_tests::mlir_hostile::check(&bytes);
    }
}
