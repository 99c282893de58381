//! Small things that are dear: as many of them as a file can hold must cost in proportion.

use super::bytes::{Forged, array_tag, plain_op, return_op, varints};
use bytespec::tile_ir::{Attribute, OpKind, TypeId};
use bytespec_tests::hostile;

/// Everything done with the file takes memory within these bounds; prints the factor.
#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    let mut findings = None;
    let memory = allocation_counter::measure(|| findings = Some(hostile::check(bytes)));
    let read = findings.is_some_and(|findings| findings.read);
    let factor = memory.bytes_max / bytes.len() as u64;
    println!("{what}: {factor} bytes of memory for each byte");
    assert!(read, "{what}: not read");
    assert!(factor <= 256, "{what}: {factor} bytes of memory for each byte");
}

#[test]
fn many_small_operations() {
    // One result of type 1, nothing else.
    let mut body = varints(&[OpKind::MakeToken.opcode(), 1]).repeat(50_000);
    body.extend(return_op());
    check("operations", &Forged::with_body(&body).bytes());
}

#[test]
fn many_empty_regions() {
    let mut one = plain_op(OpKind::Loop);
    // One region without blocks.
    one.extend([1, 0]);
    let mut body = one.repeat(50_000);
    body.extend(return_op());
    check("regions", &Forged::with_body(&body).bytes());
}

#[test]
fn many_blocks() {
    let blocks = 50_000;
    let mut body = plain_op(OpKind::Loop);
    body.extend(varints(&[1, blocks]));
    for _ in 0..blocks {
        body.extend([0, 1]);
        body.extend(plain_op(OpKind::Continue));
    }
    body.extend(return_op());
    check("blocks", &Forged::with_body(&body).bytes());
}

#[test]
fn many_attributes() {
    let count = 100_000;
    let mut attribute = varints(&[array_tag(), count]);
    for _ in 0..count {
        attribute.extend(varints(&[array_tag(), 0]));
    }
    check("attributes", &Forged::with_arg_attrs(&attribute).bytes());
}

#[test]
fn many_strings_and_types() {
    let mut forged = Forged::new();
    let mut strings = vec![Vec::new(); 50_000];
    strings[0] = b"k".to_vec();
    forged.strings = super::bytes::table(&strings);
    let int64 = forged.types[1].clone();
    forged.types.extend(vec![int64; 50_000]);
    check("entries", &forged.bytes());
}

/// The type of each integer is looked up, whatever else that type may hold: half a million integers
/// with a type of half a million parts must not read it half a million times.
#[test]
fn integers_of_a_large_type() {
    let count = 500_000;
    let mut forged = Forged::new();
    forged.types.push(super::bytes::signature(&vec![1; count]));
    let tag = Attribute::Integer { r#type: TypeId(1), value: 0 }.tag();
    let mut attribute = varints(&[array_tag(), count as u64]);
    for _ in 0..count - 1 {
        attribute.extend(varints(&[tag, 1, 0]));
    }
    attribute.extend(varints(&[tag, 2, 0]));
    forged.functions = super::bytes::one_function(&[], &attribute, &return_op());
    assert!(!hostile::check(&forged.bytes()).read);
}
