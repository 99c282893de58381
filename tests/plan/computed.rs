//! Numbers that writers compute, used by inner records and by checksums.

use crate::language::{both_ways, bytes, item, lowered, schema};
use bytespec::plan::{Executor, Explanation};

/// The schema of a file with these fields, a line each.
fn of_lines(fields: &str) -> String {
    let fields: Vec<String> = fields.lines().map(str::to_owned).collect();
    schema(&fields)
}

/// The same, with a record `R` of the fields of `inner`.
fn with_inner(fields: &str, inner: &str) -> String {
    let inner: String = inner.lines().map(item).collect();
    of_lines(fields) + "- record: R\n  summary: A record in the file\n  fields:\n" + &inner
}

const COUNTED: &str = "{name: n, type: u8, equals: count(all)}
{name: all, type: u8, count: n}
{name: r, type: R}";

#[test]
fn inner_records_use_computed_numbers() {
    for (fields, inner, file) in [
        (COUNTED, "{name: o, type: u8, equals: File.n + 1}", "02 aa bb 03"),
        (COUNTED, "{name: o, type: u8}\n{name: data, type: u8, at: 6 + File.n}", "02 aa bb cc 00 00 00 00 07"),
        (COUNTED, "{name: o, type: u8}\n{name: more, type: u8, count: File.n + 1}", "02 aa bb cc 01 02 03"),
        (
            "{name: n, type: u8, equals: count(all)}\n{name: all, type: R, count: n}",
            "{name: o, type: u8, valid: o < File.n}",
            "02 00 01",
        ),
        (
            "{name: n, type: bool, equals: has(a)}\n{name: a, type: u8, when: n}\n{name: r, type: R}",
            "{name: p, type: u16, when: File.n}",
            "01 05 aa bb",
        ),
        ("{name: n, type: u8, equals: 2}\n{name: r, type: R}", "{name: all, type: u8, count: File.n}", "02 aa bb"),
        (
            "{name: h, type: packed<u8>, parts: [{name: k, bits: 4, summary: K}, {name: c, bits: 4, equals: count(all), summary: C}]}
            {name: all, type: u8, count: c}
            {name: r, type: R}",
            "{name: more, type: u8, count: File.c}",
            "15 aa bb",
        ),
    ] {
        let schema = with_inner(fields, inner);
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

#[test]
fn a_number_that_is_computed_from_what_uses_it_is_an_error() {
    let fields = "{name: n, type: u8, equals: size(r) + 1}\n{name: r, type: R, size: n - 1}";
    let schema = with_inner(fields, "{name: text, type: bytes, size: File.n - 1}");
    let error = both_ways(&schema, &bytes("03 61 62")).expect_err("the size is a circle");
    assert!(error.contains("the bytes of `n` are not known here"), "{error}");
}

#[test]
fn checksums_have_the_bytes_of_packed_fields() {
    for (fields, file) in [
        (
            "{name: h, type: packed<u8>, parts: [{name: k, bits: 4, equals: 5, summary: K}, {name: c, bits: 4, summary: C}]}
            {name: s, type: u8, equals: sum(h)}",
            "15 15",
        ),
        (
            "{name: h, type: packed<u8>, parts: [{name: x, bits: 1, equals: has(a), summary: X}, {name: c, bits: 7, summary: C}]}
            {name: a, type: u8, when: x}
            {name: s, type: u16, equals: \"sum(h, a)\"}",
            "01 05 06 00",
        ),
        (
            "{name: h, type: packed, parts: [{name: k, bits: 4, summary: K}, {name: c, type: varint<u32>, summary: C}]}
            {name: s, type: u8, equals: size(h)}",
            "05 01",
        ),
    ] {
        let schema = of_lines(fields);
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

#[test]
fn an_explanation_goes_on_after_a_wrong_number() {
    let fields = [
        "{name: sum, type: u32, equals: crc32(data)}",
        "{name: data, type: bytes, size: 2}",
        "{name: digest, type: bytes, size: 16, equals: md5(data)}",
        "{name: tail, type: u8, equals: 7}",
    ];
    let plan = lowered(&schema(&fields.map(str::to_owned))).expect("the schema has no findings");
    let executor = Executor::new(&plan, &[]).expect("the plan is right");
    let file = [&[0; 4][..], b"ab", &[0; 16], &[8]].concat();
    let found = Explanation::new(&executor, &file).expect("the plan has a file");
    let offsets: Vec<_> = found.faults().iter().map(|fault| fault.offset()).collect();
    assert_eq!(offsets, [Some(0), Some(6), Some(22)]);
}
