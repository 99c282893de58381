//! Numbers of bytes that the bytes themselves state: what is left, and varints with more bytes than they need.

use crate::computed::of_lines;
use crate::language::{both_ways, bytes, lowered};
use bytespec::error::{ErrorKind, PlanFault};
use bytespec::plan::{File, SectionContent, Value};

#[test]
fn a_size_depends_on_the_bytes_left() {
    let schema = of_lines(
        "{name: n, type: u8}\n{name: data, type: bytes, size: if n = 0 then left else n - 1}\n{name: more, type: u8, when: left}",
    );
    for file in ["00 01 02 03", "03 01 02 03", "03 01 02", "01", "00"] {
        assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{file}");
    }
    let found = both_ways(&schema, &bytes("03 01")).expect_err("a size past the end");
    assert!(found.contains("File.data"), "{found}");
}

/// A varint with more bytes than it needs keeps them, in every place in which a number can be.
#[test]
fn varints_keep_their_lengths() {
    let sized = "{name: n, type: u8}\n";
    let counted = "{name: n, type: u8, equals: size(t)}\n";
    for (fields, file) in [
        ("{name: t, type: varint}", "85 80 00"),
        ("{name: t, type: list<varint>}", "02 81 00 85 80 00"),
        ("{name: t, type: varint, count: 2}", "81 00 85 80 00"),
        ("{name: n, type: u8}\n{name: t, type: varint, at: n}", "02 00 85 80 00"),
        ("{name: n, type: u8}\n{name: t, type: varint, size: n}", "03 85 80 00"),
        ("{name: n, type: u8}\n{name: t, type: varint, size: n, count: 2}", "03 85 80 00 81 80 00"),
        ("{name: n, type: u8, equals: size(t)}\n{name: t, type: varint, size: n}", "02 81 00"),
        (
            "{name: n, type: u8, count: 2, equals: sizes(t)}\n{name: t, type: varint, count: 2, size: 'n[index]'}",
            "01 02 07 81 00",
        ),
        (
            "{name: n, type: varint, count: 2, equals: sizes(t)}\n{name: t, type: bytes, count: 2, size: 'File.n[index]'}",
            "81 80 00 01 aa bb",
        ),
        (
            "{name: n, type: vlq, count: 2, reversed: true, equals: sizes(t)}\n{name: t, type: bytes, count: 2, size: 'File.n[index]'}",
            "80 02 01 aa bb cc",
        ),
        ("{name: n, type: u16, equals: sum(t)}\n{name: t, type: varint}", "01 01 81 80 00"),
    ] {
        assert_eq!(both_ways(&of_lines(fields), &bytes(file)), Ok(()), "{fields}");
    }
    for (ty, file) in [
        ("varint", "85 80 00"),
        ("zigzag", "81 00"),
        ("signed<64>", "81 80 00"),
        ("vlq", "80 01"),
        ("vlq_quic", "40 25"),
        ("vlq_ebml", "20 00 02"),
        ("vlq_der", "82 00 26"),
        ("Pair", "01 02"),
        ("list<varint>", "02 81 00 85 80 00"),
    ] {
        for before in [sized, counted] {
            let fields = format!("{before}{{name: t, type: {ty}}}");
            let size = bytes(file).len();
            let file = format!("{size:02x} {file}");
            assert_eq!(both_ways(&of_lines(&fields), &bytes(&file)), Ok(()), "{fields}");
        }
    }
}

/// Numbers in digits keep zeros in front, filler behind and the case of their letters.
#[test]
fn digits_keep_their_spelling() {
    for (fields, text) in [
        ("{name: n, type: decimal}\n{name: end, type: bytes}", "0012 "),
        ("{name: n, type: 'decimal<i16>'}\n{name: end, type: bytes}", "-012x"),
        ("{name: n, type: 'decimal<u32, 4, 0x20>', count: 4}", "12  012 000     "),
        ("{name: n, type: 'octal<u32, 8, 0>'}", "0000644\0"),
        ("{name: n, type: 'octal<u32, 8>', count: 2}", "000644 \0   644 \0"),
        ("{name: n, type: 'hexadecimal<u32, 4>', count: 3}", "00ff00FF0012"),
        ("{name: n, type: decimal, equals: size(t)}\n{name: t, type: ascii, stop: 0x3b}", "03abc;"),
        (
            "{name: n, type: 'decimal<u8, 3>', equals: count(t)}\n{name: t, type: 'binary<u8, 2>', count: n}",
            "0021001",
        ),
        (
            "{name: n, type: 'decimal<u8, 2, 0x20>', count: 2, equals: sizes(t)}\n{name: t, type: bytes, count: 2, size: 'n[index]'}",
            "1 02abc",
        ),
        (
            "{name: n, type: 'hexadecimal<u16, 4>', equals: 'sum(n, t) & 0xffff'}\n{name: t, type: bytes, size: 2}",
            "00C3ab",
        ),
        ("{name: n, type: 'decimal<u8, 2>'}\n{name: t, type: u8, at: n}", "03x!"),
    ] {
        let schema = of_lines(fields);
        assert_eq!(both_ways(&schema, text.as_bytes()), Ok(()), "{fields}");
    }
}

#[test]
fn a_digit_cannot_follow_a_number_in_digits() {
    let plan = lowered(&of_lines("{name: n, type: decimal}\n{name: end, type: ascii, size: rest}"));
    let plan = plan.expect("a plan");
    let mut opened = File::open(&plan, b"12 34", &[]).expect("a file");
    let mut value = opened.read().expect("its value");
    let SectionContent::Item(_, Value::Item(_, values)) = &mut value.sections[0].content else {
        panic!("a record")
    };
    values[1] = Value::Text("34".to_owned());
    let error = opened.write(&value).expect_err("digits that belong to the number");
    assert!(matches!(error.kind(), ErrorKind::Plan(PlanFault::Ambiguous { .. })), "{error}");
}
