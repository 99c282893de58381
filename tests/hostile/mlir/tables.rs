//! Strings, dialects, names of operations and the places of attributes and types.

use super::bytes::{
    Forged, PROPERTIES, custom, dialects, entries, i32_type, op, report, strings, unknown_location,
    varints,
};
use bytespec::mlir::section;
use expect_test::expect;

fn with_strings(payload: Vec<u8>) -> Forged {
    Forged::new().with(section::STRING, payload)
}

#[test]
fn strings_of_wrong_lengths() {
    let names: [&[u8]; 5] = [b"builtin", b"module", b"t", b"op", b"key"];
    let valid = strings(&names);
    let mut long = valid.clone();
    // The first length that stands there is that of the last string.
    long[1] = varints(&[40])[0];
    let mut gap = valid.clone();
    gap.insert(6, 0);
    let mut none = valid.clone();
    none[1] = varints(&[0])[0];
    let mut unended = valid.clone();
    unended.pop();
    unended.push(b'!');
    let mut inside = valid.clone();
    inside[13] = b'!';
    let text = report(&[
        ("longer than the section", with_strings(long)),
        ("a gap before the first", with_strings(gap)),
        ("no room for the zero byte", with_strings(none)),
        ("the last without its zero byte", with_strings(unended)),
        ("the first without its zero byte", with_strings(inside)),
        (
            "a zero byte inside",
            with_strings(strings(&[b"builtin", b"module", b"t\0u", b"op", b"k"])),
        ),
        ("more than there is room for", with_strings(varints(&[1 << 60]))),
        ("half as many as there is room for", with_strings(varints(&[9, 1, 1, 1]))),
        ("nothing at all", with_strings(Vec::new())),
    ]);
    expect![[r#"
        longer than the section
            at byte 93 (0x5d), strings[4]: the size 40 exceeds the bytes left, 4
        a gap before the first
            at byte 80 (0x50), strings[0]: the string does not end with a zero byte
        no room for the zero byte
            at byte 93 (0x5d), strings[4]: a string has no room for its zero byte
        the last without its zero byte
            at byte 96 (0x60), strings[4]: the string does not end with a zero byte
        the first without its zero byte
            at byte 80 (0x50), strings[0]: the string does not end with a zero byte
        a zero byte inside
            accepted
        more than there is room for
            at byte 76 (0x4c), strings.count: the count 1152921504606846976 exceeds the elements that fit the bytes left, 0
        half as many as there is room for
            at byte 68 (0x44), strings.count: the count 9 exceeds the elements that fit the bytes left, 1
        nothing at all
            at byte 67 (0x43), strings.count: unexpected end of data, expected a varint
    "#]].assert_eq(&text);
}

#[test]
fn dialects_and_names_of_operations() {
    let with = |payload: Vec<u8>| Forged::new().with(section::DIALECT, payload);
    let numbers = |numbers: &[u64]| with(varints(numbers));
    let versioned = |nested: &[u8]| {
        let mut bytes = varints(&[2, 0, 2 << 1 | 1]);
        bytes.extend_from_slice(nested);
        bytes.extend(varints(&[2, 0, 1, 1 << 1 | 1, 1, 1, 3 << 1]));
        with(bytes)
    };
    let mut trailing = dialects(6);
    trailing.push(1);
    let text = report(&[
        ("a dialect named by no string", numbers(&[2, 0, 5 << 1, 0])),
        ("a dialect that is not there", numbers(&[2, 0, 2 << 1, 1, 2, 1, 1 << 1])),
        ("an operation named by no string", numbers(&[2, 0, 2 << 1, 1, 0, 1, 99 << 1])),
        ("more dialects than there is room for", numbers(&[1 << 50, 0])),
        ("more names than there is room for", numbers(&[1, 0, 1, 0, 1 << 50, 3])),
        ("a group cut short", with(trailing)),
        ("nothing at all", with(Vec::new())),
        // The number is a hint for readers, and files with a wrong one exist; it is kept.
        ("a wrong number of names", numbers(&[2, 0, 2 << 1, 77, 0, 1, 3, 1, 1, 3 << 1])),
        ("an empty group", numbers(&[2, 0, 2 << 1, 2, 0, 0, 0, 1, 3, 1, 0, 1, 1, 3 << 1])),
        // Only the dialect knows what its version says.
        ("a version of an unknown dialect", versioned(&[section::DIALECT_VERSIONS, 5, 9, 1])),
        ("a version in another section", versioned(&[section::IR, 5, 9, 1])),
        ("a version longer than the section", versioned(&[section::DIALECT_VERSIONS, 101, 9, 1])),
    ]);
    expect![[r#"
        a dialect named by no string
            at byte 20 (0x14), dialects[1]: String index 5 is out of bounds (there are 5)
        a dialect that is not there
            at byte 22 (0x16), dialects.op_names: Dialect index 2 is out of bounds (there are 2)
        an operation named by no string
            at byte 24 (0x18), dialects.op_names[0]: String index 99 is out of bounds (there are 5)
        more dialects than there is room for
            at byte 26 (0x1a), dialects.count: the count 1125899906842624 exceeds the elements that fit the bytes left, 1
        more names than there is room for
            at byte 30 (0x1e), dialects.op_names.names: the count 1125899906842624 exceeds the elements that fit the bytes left, 1
        a group cut short
            at byte 29 (0x1d), dialects.op_names.names: unexpected end of data, expected a varint
        nothing at all
            at byte 18 (0x12), dialects.count: unexpected end of data, expected a varint
        a wrong number of names
            accepted
        an empty group
            accepted
        a version of an unknown dialect
            accepted
        a version in another section
            at byte 21 (0x15), dialects[1].version: expected the dialect_versions section, found the id 4
        a version longer than the section
            at byte 23 (0x17), dialects[1].version: the size 50 exceeds the bytes left, 9
    "#]].assert_eq(&text);
}

#[test]
fn sizes_of_attributes_and_types() {
    let attributes = custom(&[unknown_location(), vec![0x01, 0x01]]);
    let (_, data) = entries(&attributes, &custom(&[i32_type()]));
    let with = |offsets: &[u64], data: &[u8]| {
        Forged::new()
            .with(section::ATTR_TYPE_OFFSET, varints(offsets))
            .with(section::ATTR_TYPE, data.to_vec())
    };
    let size = |len: u64| len << 1 | 1;
    let ty = i32_type().len() as u64;
    let slack = [&data[..], &[0xde, 0xad]].concat();
    let valid = [2, 1, 0, 2, size(1), size(2), 0, 1, size(ty)];
    let text = report(&[
        ("as it should be", with(&valid, &data)),
        ("an entry past the end", with(&[2, 1, 0, 2, size(1), size(99), 0, 1, size(ty)], &data)),
        ("an entry of 2^62 bytes", with(&[2, 1, 0, 2, size(1), size(1 << 62), 0, 1, 0], &data)),
        ("bytes after the last group", with(&[2, 1, 0, 2, 3, 5, 0, 1, size(ty), 7], &data)),
        ("more in a group than announced", with(&[2, 1, 0, 3, 3, 5, size(ty), 0, 1, 1], &data)),
        ("fewer in all groups than announced", with(&[2, 2, 0, 2, 3, 5, 0, 1, size(ty)], &data)),
        ("a dialect that is not there", with(&[2, 1, 2, 2, 3, 5, 0, 1, size(ty)], &data)),
        ("more attributes than there is room for", with(&[1 << 60, 1, 0, 2, 3, 5], &data)),
        ("more types than there is room for", with(&[2, 1 << 60, 0, 2, 3, 5], &data)),
        ("a group of more than there is room for", with(&[2, 1, 0, 1 << 60, 3, 5], &data)),
        ("nothing at all", with(&[], &data)),
        // Nothing says that an entry is there, so nothing can refer to these bytes; they are kept.
        ("bytes after the last entry", with(&valid, &slack)),
        // Which dialect has no entries is not kept.
        ("an empty group", with(&[2, 1, 1, 0, 0, 2, 3, 5, 0, 1, size(ty)], &data)),
        ("two groups of one dialect", with(&[2, 1, 0, 1, 3, 0, 1, 5, 0, 1, size(ty)], &data)),
    ]);
    expect![[r#"
        as it should be
            accepted
        an entry past the end
            at byte 43 (0x2b), attr_type_offset.attributes[1]: an entry of 99 bytes does not fit the 5 bytes left
        an entry of 2^62 bytes
            at byte 50 (0x32), attr_type_offset.attributes[1]: an entry of 4611686018427387904 bytes does not fit the 5 bytes left
        bytes after the last group
            at byte 39 (0x27), attr_type_offset: 1 bytes follow the last group
        more in a group than announced
            at byte 32 (0x20), attr_type_offset.attributes: a group has 3 entries, but only 2 of the 2 announced are left
        fewer in all groups than announced
            at byte 39 (0x27), attr_type_offset.types.dialect: unexpected end of data, expected a varint
        a dialect that is not there
            at byte 32 (0x20), attr_type_offset.attributes: Dialect index 2 is out of bounds (there are 2)
        more attributes than there is room for
            at byte 39 (0x27), attr_type_offset.attributes: the count 1152921504606846976 exceeds the elements that fit the bytes left, 5
        more types than there is room for
            at byte 40 (0x28), attr_type_offset.types: the count 1152921504606846976 exceeds the elements that fit the bytes left, 4
        a group of more than there is room for
            at byte 42 (0x2a), attr_type_offset.attributes.sizes: the count 1152921504606846976 exceeds the elements that fit the bytes left, 2
        nothing at all
            at byte 30 (0x1e), attr_type_offset.attributes: unexpected end of data, expected a varint
        bytes after the last entry
            accepted
        an empty group
            accepted
        two groups of one dialect
            accepted
    "#]].assert_eq(&text);
}

#[test]
fn property_blobs() {
    let with = |payload: &[u8]| Forged::new().with(section::PROPERTIES, payload.to_vec());
    let text = report(&[
        ("longer than the section", with(&[0x03, 0x09, 0x01, 0x01])),
        ("bytes after the last", with(&[0x03, 0x05, 0x01, 0x01, 0x01])),
        ("more than there is room for", with(&varints(&[1 << 40]))),
        ("fewer than announced", with(&[0x05, 0x05, 0x01, 0x01])),
        ("nothing at all", with(&[])),
        // The reference ignores what follows, which no layout can tell apart from a field.
        ("bytes after the last property", with(&[0x03, 0x07, 0x01, 0x01, 0x01])),
        ("properties cut short", with(&[0x03, 0x03, 0x01])),
        // The reference takes it for absent, and would write another byte.
        ("an optional attribute that is even", with(&[0x03, 0x05, 0x05, 0x01])),
        ("an attribute that is not there", with(&[0x03, 0x05, 0x27, 0x01])),
    ]);
    expect![[r#"
        longer than the section
            at byte 101 (0x65), properties[0]: the size 4 exceeds the bytes left, 2
        bytes after the last
            at byte 103 (0x67), properties: 1 bytes follow the last blob
        more than there is room for
            at byte 105 (0x69), properties.count: the count 1099511627776 exceeds the elements that fit the bytes left, 0
        fewer than announced
            at byte 103 (0x67), properties[1]: unexpected end of data, expected a varint
        nothing at all
            at byte 50 (0x32), ir: PropertyBlob index 0 is out of bounds (there are 0)
        bytes after the last property
            at byte 103 (0x67), properties: 1 bytes follow the last property
        properties cut short
            at byte 102 (0x66), properties.sym_visibility: unexpected end of data, expected a varint
        an optional attribute that is even
            at byte 101 (0x65), properties.sym_name: 2 is not the code of an optional value: it is even, but not zero
        an attribute that is not there
            at byte 101 (0x65), properties.sym_name: Attribute index 9 is out of bounds (there are 2)
    "#]].assert_eq(&text);
}

/// A file with an operation `cf.cond_br` and these properties: an optional attribute, and the sizes of
/// three segments of operands.
fn branch(properties: &[u8]) -> Forged {
    let mut blobs = varints(&[2, 2, 0, 0, properties.len() as u64]);
    blobs.extend_from_slice(properties);
    Forged::with_ops(6, 0, &[op(PROPERTIES, &[1])])
        .with(section::STRING, strings(&[b"builtin", b"module", b"cf", b"cond_br", b"key"]))
        .with(section::DIALECT, varints(&[2, 0, 2 << 1, 2, 0, 1, 3, 1, 1, 3 << 1 | 1]))
        .with(section::PROPERTIES, blobs)
}

#[test]
fn sizes_of_segments() {
    let with = |numbers: &[u64]| branch(&[&[0x01], &varints(numbers)[..]].concat());
    let dense = |count: u64| count << 1;
    let sparse = |count: u64| count << 1 | 1;
    let text = report(&[
        ("as they should be", with(&[sparse(1), 1, 7 << 1 | 1])),
        ("none", with(&[sparse(0)])),
        ("one for each segment", with(&[dense(3), 1, 2, 3])),
        ("one too many", with(&[dense(4), 1, 2, 3, 4])),
        ("an index past the end", with(&[sparse(1), 2, 1 << 2 | 3])),
        ("an index of nine bits", with(&[sparse(1), 9, 1 << 9])),
        ("an index of 64 bits", with(&[sparse(1), 64, 0])),
        ("a size of 33 bits", with(&[dense(1), 1 << 32])),
        ("2^60 sizes", with(&[dense(1 << 60), 1])),
        ("2^60 sizes with indices", with(&[sparse(1 << 60), 8, 1])),
        ("bytes after them", with(&[sparse(0), 0])),
        ("nothing at all", branch(&[])),
        // Canonical writing gives these the form that the reference writes.
        ("zeros in a list", with(&[dense(3), 0, 0, 0])),
        ("more bits than the index has", with(&[sparse(1), 8, 7 << 8 | 1])),
    ]);
    expect![[r#"
        as they should be
            accepted
        none
            accepted
        one for each segment
            accepted
        one too many
            at byte 119 (0x77), properties.operandSegmentSizes: number index 3 is out of bounds (there are 3)
        an index past the end
            at byte 117 (0x75), properties.operandSegmentSizes: number index 3 is out of bounds (there are 3)
        an index of nine bits
            at byte 116 (0x74), properties.operandSegmentSizes: 9 is over the limit `bits of an index` of 8
        an index of 64 bits
            at byte 116 (0x74), properties.operandSegmentSizes: 64 is over the limit `bits of an index` of 8
        a size of 33 bits
            at byte 116 (0x74), properties.operandSegmentSizes: 4294967296 does not fit u32
        2^60 sizes
            at byte 125 (0x7d), properties.operandSegmentSizes: unexpected end of data, expected a varint
        2^60 sizes with indices
            at byte 126 (0x7e), properties.operandSegmentSizes: unexpected end of data, expected a varint
        bytes after them
            at byte 116 (0x74), properties: 1 bytes follow the last property
        nothing at all
            at byte 114 (0x72), properties.branch_weights: unexpected end of data, expected a varint
        zeros in a list
            accepted
        more bits than the index has
            accepted
    "#]].assert_eq(&text);
}
