//! Expressions over the bytes of values at offsets.

use crate::computed::of_lines;
use crate::edit::{all, edited};
use crate::language::{both_ways, bytes};

/// Fields, a file, an edit of one field, and the file after it.
type Case = (&'static str, &'static str, (&'static str, &'static str), &'static str);

const CASES: &[Case] = &[
    // The size of a value, before and behind it, with an end that is no part of it.
    (
        "{name: n, type: u8, equals: size(data)}\n{name: p, type: u8}\n{name: data, type: ascii, stop: 0, at: p}",
        "02 03 ff 61 62 00",
        ("data", "a"),
        "01 03 ff 61 00",
    ),
    (
        "{name: p, type: u8}\n{name: data, type: ascii, stop: 0, at: p}\n{name: n, type: u8, equals: size(data) + 1}",
        "02 03 61 62 00",
        ("data", "a"),
        "02 02 61 00",
    ),
    // A record, a list, and a size that the number does not state alone.
    (
        "{name: n, type: u8, equals: 'size(n, p, pair)'}\n{name: p, type: u8}\n{name: pair, type: Pair, at: p}",
        "04 03 ff 01 02",
        ("pair.a", "7"),
        "04 03 ff 07 02",
    ),
    (
        "{name: sum, type: u16, equals: sum(all)}\n{name: p, type: u8}\n{name: all, type: u16, count: 2, at: p}",
        "0a 00 03 01 02 03 04",
        ("all[0]", "0xff"),
        "06 01 03 ff 00 03 04",
    ),
    // A checksum before and behind, and of several values.
    (
        "{name: p, type: u8}\n{name: n, type: u8, equals: size(data)}\n{name: data, type: bytes, size: n, at: p}\n{name: sum, type: u8, equals: 'sum(n, data) & 0xff'}",
        "03 02 05 01 02",
        ("data", "0103"),
        "03 02 06 01 03",
    ),
    (
        "{name: sum, type: u8, equals: 'sum(a, b) & 0xff'}\n{name: p, type: u8}\n{name: a, type: u8, at: p}\n{name: b, type: u8, at: p + 1}",
        "03 02 01 02",
        ("b", "4"),
        "05 02 01 04",
    ),
    (
        "{name: p, type: u8}\n{name: digest, type: bytes, size: 16, equals: md5(data)}\n{name: data, type: u8, at: p}",
        "11 89 e7 4e 64 0b 8c 46 25 7a 29 de 06 16 79 4d 5d 07",
        ("data", "8"),
        "11 e2 ba 90 5b f3 06 f4 6f ac a2 23 d3 cb 20 e2 cf 08",
    ),
    // Bytes, digits and texts that conditions use.
    (
        "{name: p, type: u8}\n{name: head, type: bytes, size: 2, at: p}\n{name: more, type: u8, when: 'head[1] = 5'}",
        "02 aa 01 05",
        ("more", "6"),
        "02 06 01 05",
    ),
    (
        "{name: p, type: u8}\n{name: n, type: ascii, size: 2, at: p}\n{name: all, type: u8, count: 'digits(n, 10)'}",
        "03 aa bb 30 32",
        ("all[1]", "1"),
        "03 aa 01 30 32",
    ),
    (
        "{name: p, type: u8}\n{name: kind, type: ascii, size: 2, at: p}\n{name: more, type: u8, when: 'kind = \"ab\"'}",
        "02 aa 61 62",
        ("more", "1"),
        "02 01 61 62",
    ),
    (
        "{name: p, type: u8}\n{name: all, type: u16, count: 2, at: p}\n{name: more, type: u8, count: 'all[1]'}",
        "04 aa bb cc 01 00 03 00",
        ("more[0]", "1"),
        "04 01 bb cc 01 00 03 00",
    ),
    // A value that is absent has no bytes.
    (
        "{name: p, type: u8}\n{name: data, type: u16, at: p, when: p > 0}\n{name: n, type: u8, equals: size(data)}",
        "00 00",
        ("p", "0"),
        "00 00",
    ),
    // A condition for the value.
    (
        "{name: p, type: u8}\n{name: data, type: bytes, size: 2, at: p, valid: 'data[0] < data[1] and size(data) = 2'}",
        "01 03 04",
        ("data", "0304"),
        "01 03 04",
    ),
];

#[test]
fn bytes_at_offsets_are_measured_and_summed() {
    for (fields, file, edit, after) in CASES {
        let schema = of_lines(fields);
        let before = bytes(file);
        assert_eq!(both_ways(&schema, &before), Ok(()), "{fields}");
        let found = edited(&schema, file, |editor| all(editor, &[*edit]));
        assert_eq!(found, Ok(bytes(after)), "{fields}");
    }
}

/// Each number that is computed is checked: another one is an error.
#[test]
fn other_numbers_are_refused() {
    for (fields, file, ..) in CASES.iter().filter(|(fields, ..)| fields.contains("equals")) {
        let schema = of_lines(fields);
        let at = match fields.find("equals").zip(fields.find("name: p")) {
            Some((number, place)) if number < place => 0,
            _ if fields.contains("digest") => 1,
            _ if fields.starts_with("{name: p, type: u8}\n{name: n") => 2,
            _ => 1,
        };
        let mut damaged = bytes(file);
        damaged[at] ^= 1;
        assert!(both_ways(&schema, &damaged).is_err(), "{fields}: {damaged:02x?}");
    }
}

/// The bytes before a transform are those of a value at an offset, too.
#[test]
fn what_transformed_bytes_become_is_measured_at_an_offset() {
    let schema = of_lines(
        "{name: sum, type: u8, equals: 'sum(plain(data))'}
{name: place, type: u8}
{name: n, type: u8}
{name: size, type: u8, equals: 'size(plain(data))'}
{name: data, type: ascii, size: n, transform: xor(1), at: place}",
    );
    assert_eq!(both_ways(&schema, &bytes("c3 04 02 02 60 63")), Ok(()));
}
