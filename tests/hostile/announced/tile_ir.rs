//! CUDA Tile IR files that are dear to read.

use super::{Make, shape};
use crate::bytes::{
    Forged, array_tag, function, nested_loops, pair, plain_op, return_op, signature, table, varints,
};
use bytespec::tile_ir::{Attribute, OpKind, Type, TypeId};

fn with_body(body: Vec<u8>) -> Vec<u8> {
    Forged::with_body(&body).bytes()
}

/// Loops inside one another, as many as there may be, until the bytes are used up; `head` gives the
/// counts of blocks, of arguments and of operations that each announces, told the bytes inside.
fn nested(size: usize, head: impl Fn(u64) -> (u64, u64, u64)) -> Vec<u8> {
    let mut all = Vec::new();
    while all.len() < size {
        let mut inner = Vec::new();
        let levels = (size / 8).clamp(1, 1000);
        for _ in 0..levels {
            let (blocks, arguments, operations) = head(inner.len() as u64);
            let mut next = plain_op(OpKind::Loop);
            next.extend(varints(&[1, blocks.max(1), arguments, operations.max(1)]));
            next.reverse();
            inner.extend(next);
        }
        inner.reverse();
        all.extend(inner);
    }
    all.extend(return_op());
    all
}

/// The files.
pub(super) fn shapes() -> Vec<(&'static str, Make)> {
    let lists = [announced(), shared_types(), shared_data(), small_operations(), small_entries()];
    lists.into_iter().flatten().collect()
}

/// Counts of what is not there.
fn announced() -> Vec<(&'static str, Make)> {
    vec![
        (
            "blocks announced in nested loops",
            shape(|size| with_body(nested(size, |left| (left, 0, 1)))),
        ),
        (
            "operations announced in nested loops",
            shape(|size| with_body(nested(size, |left| (1, 0, left)))),
        ),
        (
            "arguments announced in nested loops",
            shape(|size| with_body(nested(size, |left| (1, left / 2, 1)))),
        ),
        (
            "elements announced in nested arrays",
            shape(|size| {
                let mut attribute = Vec::new();
                for level in (0..120).rev() {
                    attribute.extend(varints(&[array_tag(), (size / 2 + level) as u64]));
                }
                attribute.resize(size, array_tag() as u8);
                Forged::with_arg_attrs(&attribute).bytes()
            }),
        ),
    ]
}

/// Types that stand once and are referred to again and again.
fn shared_types() -> Vec<(&'static str, Make)> {
    vec![
        (
            "functions of a long signature",
            shape(|size| {
                let mut forged = Forged::new();
                forged.types[0] = signature(&vec![1; (size / 4).min(30_000)]);
                let count = size / 16;
                let mut functions = varints(&[count as u64]);
                for _ in 0..count {
                    functions.extend(function(&[], &[], &return_op()));
                }
                forged.functions = functions;
                forged.bytes()
            }),
        ),
        (
            "operations of a long type",
            shape(|size| {
                let mut forged =
                    Forged::with_body(&body(&varints(&[OpKind::MakeToken.opcode(), 2]), size / 2));
                forged.types.push(signature(&vec![1; size / 2]));
                forged.bytes()
            }),
        ),
        (
            "operations of a type of medium length",
            shape(|size| {
                let mut forged =
                    Forged::with_body(&body(&varints(&[OpKind::MakeToken.opcode(), 2]), size));
                forged.types.push(signature(&[1; 70]));
                forged.bytes()
            }),
        ),
        (
            "types that double",
            shape(|size| {
                let mut forged = Forged::new();
                for index in 1..size as u64 / 10 {
                    forged.types.push(pair(index));
                }
                forged.bytes()
            }),
        ),
        (
            "types of many of medium length",
            shape(|size| {
                let mut forged = Forged::new();
                forged.types.push(signature(&[1; 70]));
                for _ in 0..size / 64 {
                    forged.types.push(signature(&[2; 60]));
                }
                forged.bytes()
            }),
        ),
    ]
}

/// Strings and constants that stand once and are referred to again and again.
fn shared_data() -> Vec<(&'static str, Make)> {
    vec![
        (
            "functions of a long name",
            shape(|size| {
                let mut forged = Forged::new();
                forged.strings = table(&[vec![b'k'; size / 2]]);
                let count = size / 16;
                let mut functions = varints(&[count as u64]);
                for _ in 0..count {
                    functions.extend(function(&[], &[], &return_op()));
                }
                forged.functions = functions;
                forged.bytes()
            }),
        ),
        (
            "functions of a name of medium length",
            shape(|size| {
                let mut forged = Forged::new();
                forged.strings = table(&[vec![b'k'; 500]]);
                let count = size / 16;
                let mut functions = varints(&[count as u64]);
                for _ in 0..count {
                    functions.extend(function(&[], &[], &return_op()));
                }
                forged.functions = functions;
                forged.bytes()
            }),
        ),
        (
            "attributes with a string of medium length",
            shape(|size| {
                let tag = Attribute::String { value: bytespec::tile_ir::StringId(0) }.tag();
                let mut forged = Forged::new();
                forged.strings = table(&[vec![b'k'; 500]]);
                let mut attribute = varints(&[array_tag(), size as u64 / 2]);
                for _ in 0..size / 2 {
                    attribute.extend(varints(&[tag, 0]));
                }
                forged.functions = crate::bytes::one_function(&[], &attribute, &return_op());
                forged.bytes()
            }),
        ),
        ("operations of a long constant", shape(constant)),
    ]
}

/// Operations `constant` of one long constant.
fn constant(size: usize) -> Vec<u8> {
    let mut forged = Forged::new();
    let tile = Type::Tile { element: TypeId(1), shape: [].into(), symbolic_shape: [].into() };
    let len = size / 2;
    let mut dense = varints(&[tile.tag(), 1, 1]);
    dense.extend(((len / 8) as u64).to_le_bytes());
    forged.types.push(dense);
    // A result of type 2, and constant 0.
    forged.functions = crate::bytes::one_function(
        &[],
        &[],
        &body(&varints(&[OpKind::Constant.opcode(), 2, 0]), size / 2),
    );
    let data = [varints(&[len as u64]), vec![7; len]].concat();
    forged.constants = Some(crate::bytes::wide_table(&[data]));
    forged.bytes()
}

/// An operation again and again, up to so many bytes.
fn body(op: &[u8], size: usize) -> Vec<u8> {
    let mut body = op.repeat(size / op.len());
    body.extend(return_op());
    body
}

/// As many operations, blocks and regions as fit.
fn small_operations() -> Vec<(&'static str, Make)> {
    vec![
        (
            "operations",
            shape(|size| with_body(body(&varints(&[OpKind::MakeToken.opcode(), 1]), size))),
        ),
        (
            "loops inside one another",
            shape(|size| {
                let depth = (size / 16).clamp(1, 1000);
                let mut loops = nested_loops(depth);
                loops.truncate(loops.len() - return_op().len());
                let mut bytes = loops.repeat((size / loops.len()).max(1));
                bytes.extend(return_op());
                with_body(bytes)
            }),
        ),
        ("a wide end of deep loops", shape(wide_end)),
        (
            "empty regions",
            shape(|size| {
                let mut one = plain_op(OpKind::Loop);
                one.extend([1, 0]);
                with_body(body(&one, size))
            }),
        ),
        (
            "blocks",
            shape(|size| {
                let one = [vec![0, 1], plain_op(OpKind::Continue)].concat();
                let count = size / one.len();
                let mut bytes = plain_op(OpKind::Loop);
                bytes.extend(varints(&[1, count as u64]));
                bytes.extend(one.repeat(count));
                bytes.extend(return_op());
                with_body(bytes)
            }),
        ),
        (
            "arguments of a block",
            shape(|size| {
                let mut bytes = plain_op(OpKind::Loop);
                bytes.extend(varints(&[1, 1, size as u64]));
                bytes.resize(bytes.len() + size, 1);
                bytes.extend(varints(&[1]));
                bytes.extend(plain_op(OpKind::Continue));
                bytes.extend(return_op());
                with_body(bytes)
            }),
        ),
        (
            "operands",
            shape(|size| {
                let mut bytes = varints(&[OpKind::MakeToken.opcode(), 1]);
                bytes.extend(varints(&[OpKind::Return.opcode(), 0, size as u64]));
                bytes.resize(bytes.len() + size, 0);
                with_body(bytes)
            }),
        ),
    ]
}

/// Loops inside one another, of which the innermost has many operations.
fn wide_end(size: usize) -> Vec<u8> {
    let depth = (size / 16).clamp(1, 1000);
    let mut bytes = Vec::new();
    let wide = size.saturating_sub(depth * 16) / 2;
    for level in 0..depth {
        bytes.extend(plain_op(OpKind::Loop));
        let last = level + 1 == depth;
        bytes.extend(varints(&[1, 1, 0, if last { 1 + wide as u64 } else { 2 }]));
    }
    for _ in 0..wide {
        bytes.extend(varints(&[OpKind::MakeToken.opcode(), 1]));
    }
    for _ in 0..depth {
        bytes.extend(plain_op(OpKind::Continue));
    }
    bytes.extend(return_op());
    with_body(bytes)
}

/// As many attributes, entries and functions as fit.
fn small_entries() -> Vec<(&'static str, Make)> {
    vec![
        (
            "arrays",
            shape(|size| {
                let mut attribute = varints(&[array_tag(), size as u64 / 2]);
                for _ in 0..size / 2 {
                    attribute.extend(varints(&[array_tag(), 0]));
                }
                Forged::with_arg_attrs(&attribute).bytes()
            }),
        ),
        (
            "strings and types",
            shape(|size| {
                let mut forged = Forged::new();
                let mut strings = vec![Vec::new(); size / 8];
                strings[0] = b"k".to_vec();
                forged.strings = table(&strings);
                let int64 = forged.types[1].clone();
                forged.types.extend(vec![int64; size / 10]);
                forged.bytes()
            }),
        ),
        (
            "functions",
            shape(|size| {
                let mut forged = Forged::new();
                let one = function(&[], &[], &return_op());
                let count = size / one.len();
                forged.functions = [varints(&[count as u64]), one.repeat(count)].concat();
                forged.bytes()
            }),
        ),
    ]
}
