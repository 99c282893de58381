//! Files of MLIR bytecode that are dear to read.

use super::{Make, shape};
use crate::mlir::bytes::{
    ATTRIBUTES, Forged, PROPERTIES, REGIONS, RESULTS, block, custom, i32_type, isolated, op,
    region, results, strings, unknown_location, uses, varints,
};
use bytespec::mlir::section;

/// Operations inside one another, outermost last. `head` gives the counts of blocks and values that a
/// region announces, told the bytes inside; the region has one block.
fn nested(size: usize, regions: bool, head: impl Fn(u64) -> (u64, u64, u64)) -> Vec<u8> {
    let mut inner = Vec::new();
    while inner.len() < size {
        let left = inner.len() as u64;
        let (count, blocks, values) = head(left);
        let mut next = op(REGIONS, &[if regions { count << 1 } else { 1 << 1 }]);
        next.extend(varints(&[blocks.max(1), values, 1 << 1]));
        // Reversed, so that wrapping is an append.
        next.reverse();
        inner.extend(next);
    }
    inner.reverse();
    inner
}

fn in_module(bytes: Vec<u8>) -> Vec<u8> {
    Forged::with_ops(6, 0, &[bytes]).bytes()
}

/// A function type with so many inputs and results of type 0.
fn function(inputs: usize, ty: u64) -> Vec<u8> {
    let mut numbers = vec![2, inputs as u64];
    numbers.resize(inputs + 2, ty);
    numbers.push(0);
    varints(&numbers)
}

fn array(elements: &[u64]) -> Vec<u8> {
    varints(&[&[0, elements.len() as u64], elements].concat())
}

/// The files.
pub(super) fn shapes() -> Vec<(&'static str, Make)> {
    let lists = [
        announced(),
        shared_entries(),
        shared_strings(),
        shared_properties(),
        small_operations(),
        small_entries(),
    ];
    lists.into_iter().flatten().collect()
}

/// Counts of what is not there.
fn announced() -> Vec<(&'static str, Make)> {
    vec![
        (
            "blocks announced in nested regions",
            shape(|size| in_module(nested(size, false, |left| (1, left, 0)))),
        ),
        (
            "values announced in nested regions",
            shape(|size| in_module(nested(size, false, |left| (1, 1, left)))),
        ),
        (
            "regions announced in nested operations",
            shape(|size| in_module(nested(size, true, |left| (left, 1, 0)))),
        ),
        (
            "all announced in nested regions",
            shape(|size| in_module(nested(size, true, |left| (left / 4, left / 4, left / 4)))),
        ),
        (
            "operations announced in nested blocks",
            shape(|size| {
                let mut bytes = Vec::new();
                while bytes.len() < size {
                    let inner = bytes.len() as u64;
                    let mut next = op(REGIONS, &[1 << 1, 1, 0]);
                    next.extend(varints(&[(inner / 2).max(1) << 1]));
                    next.reverse();
                    bytes.extend(next);
                }
                bytes.reverse();
                in_module(bytes)
            }),
        ),
        (
            "blocks announced in isolated regions",
            shape(|size| {
                let mut bytes = vec![1; 4];
                let levels = (size as f64).sqrt() as usize;
                for _ in 0..levels.min(2000) {
                    let filler = vec![1; size / levels.clamp(1, 2000)];
                    let left = (bytes.len() + filler.len()) as u64;
                    let inner = [varints(&[left, 0, 1 << 1]), bytes, filler].concat();
                    bytes = [op(REGIONS, &[]), isolated(6, 1, &inner)].concat();
                }
                in_module(bytes)
            }),
        ),
        (
            "blocks announced in regions side by side",
            shape(|size| {
                let one = [op(REGIONS, &[1 << 1]), varints(&[size as u64, 0])].concat();
                in_module(one.repeat(size / one.len()))
            }),
        ),
    ]
}

/// Attributes and types that stand once and are referred to again and again.
fn shared_entries() -> Vec<(&'static str, Make)> {
    vec![
        (
            "results of a long type",
            shape(|size| {
                let types = [i32_type(), function(size / 4, 0)];
                let mut numbers = vec![size as u64 / 2];
                numbers.resize(size / 2 + 1, 1);
                Forged::with_ops(6, size as u64 / 2, &[op(RESULTS, &numbers)])
                    .with_entries(&custom(&[unknown_location(), vec![1, 1]]), &custom(&types))
                    .bytes()
            }),
        ),
        (
            "results of a type of medium length",
            shape(|size| {
                let types = [i32_type(), function(80, 0)];
                let mut numbers = vec![size as u64];
                numbers.resize(size + 1, 1);
                Forged::with_ops(6, size as u64, &[op(RESULTS, &numbers)])
                    .with_entries(&custom(&[unknown_location(), vec![1, 1]]), &custom(&types))
                    .bytes()
            }),
        ),
        (
            "arrays that double",
            shape(|size| {
                let mut attributes = vec![unknown_location(), array(&[])];
                while attributes.len() * 8 < size {
                    let last = attributes.len() as u64 - 1;
                    attributes.push(array(&[last, last]));
                }
                let last = attributes.len() as u64 - 1;
                let ops = vec![op(ATTRIBUTES, &[last]); size / 8];
                Forged::with_ops(6, 0, &ops)
                    .with_entries(&custom(&attributes), &custom(&[i32_type()]))
                    .bytes()
            }),
        ),
        (
            "types that double",
            shape(|size| {
                let mut types = vec![i32_type()];
                while types.len() * 8 < size {
                    let last = types.len() as u64 - 1;
                    types.push(function(2, last));
                }
                let last = types.len() as u64 - 1;
                let mut numbers = vec![size as u64 / 2];
                numbers.resize(size / 2 + 1, last);
                Forged::with_ops(6, size as u64 / 2, &[op(RESULTS, &numbers)])
                    .with_entries(&custom(&[unknown_location(), vec![1, 1]]), &custom(&types))
                    .bytes()
            }),
        ),
        (
            "short arrays of a long one",
            shape(|size| {
                let mut attributes = vec![unknown_location(), array(&vec![0; size / 2])];
                attributes.resize(size / 8, array(&[1]));
                Forged::new().with_entries(&custom(&attributes), &custom(&[i32_type()])).bytes()
            }),
        ),
        (
            "operations of a long array",
            shape(|size| {
                let attributes = [unknown_location(), array(&vec![0; size / 2])];
                let ops = vec![op(ATTRIBUTES, &[1]); size / 8];
                Forged::with_ops(6, 0, &ops)
                    .with_entries(&custom(&attributes), &custom(&[i32_type()]))
                    .bytes()
            }),
        ),
    ]
}

/// Strings that stand once and are names again and again.
fn shared_strings() -> Vec<(&'static str, Make)> {
    vec![
        (
            "long names of operations",
            shape(|size| {
                let long = vec![b'x'; (size / 2).min(4000)];
                let names: [&[u8]; 5] = [b"builtin", b"module", b"t", &long, b"key"];
                // Dialects of one name, with an operation of the long name each.
                let count = (size / 16) as u64;
                let mut dialects = vec![count + 2, 0, 2 << 1];
                dialects.resize(count as usize + 3, 2 << 1);
                dialects.push(count + 1);
                dialects.extend([0, 1, 1 << 1 | 1]);
                for dialect in 0..count {
                    dialects.extend([dialect + 1, 1, 3 << 1]);
                }
                let mut ops = Vec::new();
                for name in 0..count {
                    ops.push([varints(&[name + 1]), vec![0], varints(&[0])].concat());
                }
                Forged::with_ops(6, 0, &ops)
                    .with(section::STRING, strings(&names))
                    .with(section::DIALECT, varints(&dialects))
                    .bytes()
            }),
        ),
        (
            "dialects of a long name",
            shape(|size| {
                let long = vec![b'x'; (size / 2).min(4000)];
                let names: [&[u8]; 5] = [b"builtin", b"module", b"t", b"op", &long];
                let count = (size / 8) as u64;
                let mut dialects = vec![count + 2, 0, 2 << 1];
                dialects.resize(count as usize + 3, 4 << 1);
                dialects.extend([2, 0, 1, 1 << 1 | 1, 1, 1, 3 << 1]);
                Forged::new()
                    .with(section::STRING, strings(&names))
                    .with(section::DIALECT, varints(&dialects))
                    .bytes()
            }),
        ),
        (
            "entries of a dialect of a long name",
            shape(|size| {
                let long = vec![b'x'; (size / 2).min(4000)];
                let names: [&[u8]; 5] = [b"builtin", b"module", &long, b"op", b"key"];
                let mut attributes = custom(&[unknown_location(), vec![1, 1]]);
                for number in 0..size / 8 {
                    attributes.push((1, number % 2 == 0, vec![b'x', 0]));
                }
                Forged::new()
                    .with_entries(&attributes, &custom(&[i32_type()]))
                    .with(section::STRING, strings(&names))
                    .bytes()
            }),
        ),
        (
            "strings used by many",
            shape(|size| {
                let long = vec![b'\x01'; size / 2];
                let names: [&[u8]; 5] = [b"builtin", b"module", b"t", b"op", &long];
                let mut attributes = vec![unknown_location(), vec![1, 1]];
                attributes.resize(size / 8, varints(&[2, 4]));
                let ops = vec![op(ATTRIBUTES, &[2]); size / 16];
                Forged::with_ops(6, 0, &ops)
                    .with_entries(&custom(&attributes), &custom(&[i32_type()]))
                    .with(section::STRING, strings(&names))
                    .bytes()
            }),
        ),
    ]
}

/// Properties that stand once and are those of many operations.
fn shared_properties() -> Vec<(&'static str, Make)> {
    vec![
        (
            "properties used by many",
            shape(|size| {
                let blob = vec![1; size / 2];
                let properties = [varints(&[1, blob.len() as u64]), blob].concat();
                let ops = vec![op(PROPERTIES, &[0]); size / 8];
                Forged::with_ops(6, 0, &ops).with(section::PROPERTIES, properties).bytes()
            }),
        ),
        (
            "losses of an operation of a long name",
            shape(|size| {
                let long = vec![b'x'; (size / 2).min(4000)];
                let names: [&[u8]; 5] = [b"builtin", b"module", b"t", &long, b"key"];
                let ops = vec![op(PROPERTIES, &[0]); size / 5];
                Forged::with_ops(6, 0, &ops).with(section::STRING, strings(&names)).bytes()
            }),
        ),
        (
            "a blob of properties of many names",
            shape(|size| {
                let blob = vec![1; size / 2];
                let properties = [varints(&[1, blob.len() as u64]), blob].concat();
                let count = (size / 16) as u64;
                let mut dialects = vec![2, 0, 2 << 1, count + 2, 0, 1, 1 << 1 | 1, 1, count];
                dialects.resize(dialects.len() + count as usize, 3 << 1);
                let ops: Vec<_> = (1..=count)
                    .map(|name| [varints(&[name]), vec![PROPERTIES], varints(&[0, 0])].concat())
                    .collect();
                Forged::with_ops(6, 0, &ops)
                    .with(section::DIALECT, varints(&dialects))
                    .with(section::PROPERTIES, properties)
                    .bytes()
            }),
        ),
    ]
}

/// As many operations, blocks and regions as fit.
fn small_operations() -> Vec<(&'static str, Make)> {
    vec![
        ("operations", shape(|size| Forged::with_ops(6, 0, &vec![op(0, &[]); size / 3]).bytes())),
        (
            "operations with a result",
            shape(|size| Forged::with_ops(6, size as u64 / 5, &vec![results(1); size / 5]).bytes()),
        ),
        (
            "operands",
            shape(|size| Forged::with_ops(6, 1, &[results(1), uses(&vec![0; size])]).bytes()),
        ),
        (
            "empty blocks",
            shape(|size| {
                in_module([op(REGIONS, &[1 << 1]), region(0, &vec![vec![1]; size])].concat())
            }),
        ),
        (
            "empty regions",
            shape(|size| in_module([op(REGIONS, &[(size as u64) << 1]), vec![1; size]].concat())),
        ),
        (
            "operations with a region",
            shape(|size| {
                let one = [op(REGIONS, &[1 << 1]), vec![1]].concat();
                Forged::with_ops(6, 0, &vec![one; size / 5]).bytes()
            }),
        ),
        (
            "deep regions",
            shape(|size| {
                let one = [op(REGIONS, &[1 << 1]), varints(&[1, 0, 1 << 1])].concat();
                let mut bytes = one.repeat(size / one.len());
                bytes.extend(op(0, &[]));
                in_module(bytes)
            }),
        ),
        (
            "deep regions with wide ends",
            shape(|size| {
                let one = [op(REGIONS, &[1 << 1]), varints(&[1, 0, 1 << 1])].concat();
                let mut bytes = one.repeat(size / 2 / one.len());
                bytes.extend(op(REGIONS, &[1 << 1]));
                bytes.extend(region(0, &[block(&vec![op(0, &[]); size / 8])]));
                in_module(bytes)
            }),
        ),
        (
            "isolated regions",
            shape(|size| {
                let single = [op(REGIONS, &[]), isolated(6, 1, &region(0, &[vec![1]]))].concat();
                Forged::with_ops(6, 0, &vec![single.clone(); size / single.len()]).bytes()
            }),
        ),
    ]
}

/// As many entries of tables as fit.
fn small_entries() -> Vec<(&'static str, Make)> {
    vec![
        (
            "attributes",
            shape(|size| {
                let mut attributes = vec![unknown_location()];
                attributes.resize(size / 3, vec![1, 1]);
                Forged::new().with_entries(&custom(&attributes), &custom(&[i32_type()])).bytes()
            }),
        ),
        (
            "types",
            shape(|size| {
                let attributes = [unknown_location(), vec![1, 1]];
                Forged::new()
                    .with_entries(&custom(&attributes), &custom(&vec![i32_type(); size / 3]))
                    .bytes()
            }),
        ),
        (
            "empty entries",
            shape(|size| {
                let attributes = vec![(1, false, Vec::new()); size / 2];
                Forged::new().with_entries(&attributes, &custom(&[i32_type()])).bytes()
            }),
        ),
        (
            "strings",
            shape(|size| {
                let mut names: Vec<&[u8]> = vec![b"builtin", b"module", b"t", b"op", b"key"];
                names.resize(size / 2, b"");
                Forged::new().with(section::STRING, strings(&names)).bytes()
            }),
        ),
        (
            "blobs",
            shape(|size| {
                let blobs = [varints(&[size as u64]), vec![1; size]].concat();
                Forged::new().with(section::PROPERTIES, blobs).bytes()
            }),
        ),
        (
            "names of operations",
            shape(|size| {
                let mut names = vec![2, 0, 2 << 1, size as u64, 0, 1, 1 << 1 | 1, 1, size as u64];
                names.resize(names.len() + size, 3 << 1);
                Forged::new().with(section::DIALECT, varints(&names)).bytes()
            }),
        ),
        ("a long array", shape(|size| Forged::with_attributes(&[array(&vec![0; size])]).bytes())),
        (
            "a long array that is used",
            shape(|size| {
                let attributes = [unknown_location(), array(&vec![0; size])];
                Forged::with_ops(6, 0, &[op(ATTRIBUTES, &[1])])
                    .with_entries(&custom(&attributes), &custom(&[i32_type()]))
                    .bytes()
            }),
        ),
        (
            "resources",
            shape(|size| {
                let entry = [varints(&[4, 0]), vec![1]].concat();
                let offsets = [varints(&[0, 0, size as u64 / 3]), entry.repeat(size / 3)].concat();
                Forged::new()
                    .with(section::RESOURCE_OFFSET, offsets)
                    .with(section::RESOURCE, Vec::new())
                    .bytes()
            }),
        ),
    ]
}
