//! Positions inside values that numbers before them are computed from.

use crate::computed::with_inner;
use crate::language::{both_ways, bytes, item};

/// The positions and sizes of a value that an earlier number measures are those of the file.
#[test]
fn values_measured_by_an_earlier_number_have_their_position() {
    let position = "{name: start, type: u64, let: position}\n{name: all, type: u8, count: start}";
    let offset = "{name: start, type: u64, let: position}\n{name: o, type: u8}\n{name: all, type: u8, at: start + o}";
    let nested = "{name: m, type: u16, equals: size(q)}\n{name: q, type: Q, size: m}";
    for (fields, inner, file) in [
        ("{name: n, type: u8, equals: size(r)}\n{name: r, type: R, size: n}", position, "01 aa"),
        (
            "{name: n, type: u16, equals: size(r)}\n{name: t, type: bytes, size: 1}\n{name: r, type: R, size: n}",
            position,
            "03 00 07 01 02 03",
        ),
        (
            "{name: n, type: u8, equals: size(r)}\n{name: r, type: R, size: n}\n{name: b, type: bytes, size: 2}",
            offset,
            "01 02 aa bb",
        ),
        (
            "{name: n, type: u8, equals: size(r)}\n{name: r, type: R, size: n}",
            nested,
            "05 03 00 01 02 03",
        ),
    ] {
        let inner_record = "- record: Q\n  summary: A record in the record\n  fields:\n";
        let start = "{name: start, type: u8, let: position}\n{name: all, type: u8, count: start}";
        let q: String = start.lines().map(item).collect();
        let schema = with_inner(fields, inner) + inner_record + &q;
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{schema}");
    }
}

#[test]
fn a_position_behind_a_number_of_any_width_is_known() {
    let fields = "{name: n, type: vlq, equals: size(r)}\n{name: r, type: R, size: n}";
    let inner = "{name: start, type: u64, let: position}\n{name: all, type: u8, count: start}";
    assert_eq!(both_ways(&with_inner(fields, inner), &bytes("01 aa")), Ok(()));
}

/// Fields of two bytes, the second of which is at offset 2.
const BETWEEN: [&str; 22] = [
    "{name: k, type: u16}",
    "{name: k, type: Pair}",
    "{name: k, type: Word, size: 2}",
    "{name: k, type: Pair, count: 1}",
    "{name: k, type: Word, size: 1, count: 2}",
    "{name: k, type: u8, count: 2}",
    "{name: k, type: u8, last: k = 0}",
    "{name: k, type: varint}\n{name: l, type: u8}",
    "{name: k, type: vlq}\n{name: l, type: vlq}",
    "{name: k, type: decimal}\n{name: l, type: u8}",
    "{name: k, type: f16}",
    "{name: k, type: bytes, size: 2}",
    "{name: k, type: ascii, size: 2}",
    "{name: k, type: ascii, size: 2, pad: 0}",
    "{name: k, type: ascii, size: 2, stop: 0}",
    "{name: k, type: ascii, stop: 0}",
    "{name: k, type: ascii, stop: 0, equals: '\"1\"'}",
    "{name: k, type: ascii, size: 2, pad: 0, equals: '\"1\"'}",
    "{name: k, type: bytes, size: 2, transform: xor(1)}",
    "{name: k, type: filler, align: 3}",
    "{name: k, type: filler, size: 2}",
    "{name: k, type: packed, parts: [{name: a, bits: 4, summary: A}, {name: b, type: varint<u8>, summary: B}]}\n{name: l, type: u8}",
];

/// What is between a number and the value that it is computed from does not hide the position of the value.
#[test]
fn a_value_behind_any_field_has_its_position() {
    let placed = "{name: own, type: u8, equals: place}\n{name: place, type: u8, let: position}";
    let aligned =
        "{name: own, type: u8}\n{name: fill, type: filler, align: 4}\n{name: more, type: u8}";
    let nested = "{name: inner, type: Q}";
    let q: String = placed.lines().map(item).collect();
    let q = format!("- record: Q\n  summary: A record in the record\n  fields:\n{q}");
    for between in BETWEEN {
        for (inner, rest) in [(placed, &[4][..]), (aligned, &[7, 9]), (nested, &[4])] {
            let sum = rest.iter().sum::<u8>();
            for (number, first) in [
                ("sum(r)", sum),
                ("xor8(k, r)", rest.iter().fold(0x31, |all, byte| all ^ byte)),
                ("size(r)", rest.len() as u8),
                ("if size(r) = 9 then 0 else sum(r)", sum),
            ] {
                // Bytes without a meaning are in no checksum.
                if number.contains('k') && between.contains("filler") {
                    continue;
                }
                let fields = format!(
                    "{{name: n, type: u8, equals: \"{number}\"}}\n{between}\n{{name: r, type: R}}"
                );
                let file = [&[first, 0x31, 0], rest].concat();
                let schema = with_inner(&fields, inner) + if inner == nested { &q } else { "" };
                assert_eq!(both_ways(&schema, &file), Ok(()), "{schema}\n{file:02x?}");
            }
        }
    }
}

#[test]
fn a_value_behind_its_digest_has_its_position() {
    let fields = "{name: sum, type: bytes, size: 16, equals: md5(r)}\n{name: r, type: R}";
    let inner = "{name: own, type: u8, equals: place}\n{name: place, type: u8, let: position}\n{name: text, type: ascii, size: 2}";
    let file = bytes("37 d9 e8 4e 98 c6 ed 90 0c 90 93 a8 f1 70 fd 10 11 61 62");
    assert_eq!(both_ways(&with_inner(fields, inner), &file), Ok(()));
}
