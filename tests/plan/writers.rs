//! What writers compute before the bytes that it depends on, and what they refuse.

use crate::computed::{of_lines, with_inner};
use crate::language::{both_ways, bytes, lowered};
use bytespec::plan::{File, SectionContent, Value};

/// The bytes of a constant that is absent are no bytes, in readers and in writers.
#[test]
fn an_absent_constant_has_no_bytes() {
    let fields = "{name: n, type: u8}
{name: mark, type: ascii, size: 2, equals: '\"ab\"', when: n}
{name: some, type: u8, count: size(mark)}
{name: same, type: u8, when: 'mark = \"ab\"'}
{name: sum, type: u8, equals: sum(mark)}";
    for file in ["00 00", "01 61 62 07 08 09 c3"] {
        assert_eq!(both_ways(&of_lines(fields), &bytes(file)), Ok(()), "{file}");
    }
}

/// A wrong alignment is an error of the writer, and does not take all memory.
#[test]
fn new_filler_has_a_limit() {
    let plan = lowered(&of_lines(
        "{name: n, type: u32}\n{name: fill, type: filler, align: n}\n{name: end, type: u8}",
    ));
    let plan = plan.expect("a plan");
    let mut opened = File::open(&plan, &[8, 0, 0, 0, 0, 0, 0, 0, 1], &[]).expect("a file");
    let mut value = opened.read().expect("its value");
    let SectionContent::Item(_, Value::Item(_, values)) = &mut value.sections[0].content else {
        panic!("a record")
    };
    values[0] = Value::Unsigned(u32::MAX.into());
    let error = opened.write(&value).expect_err("too much filler");
    assert!(error.to_string().contains("limit `bytes of filler`"), "{error}");
}

/// A checksum can cover numbers that are elsewhere: the pseudo-header of RFC 768 has addresses of the header around the datagram.
#[test]
fn a_checksum_covers_computed_numbers() {
    let fields = "{name: protocol, type: u8, equals: 17}
{name: source, type: u32be}
{name: target, type: u32be}
{name: datagram, type: R}";
    let inner = "{name: from, type: u32be, let: File.source}
{name: to, type: u32be, let: File.target}
{name: kind, type: u16be, let: File.protocol}
{name: source_port, type: u16be}
{name: target_port, type: u16be}
{name: length, type: u16be, equals: size(data) + 8}
{name: sum, type: u16be, equals: 'internet(from, to, kind, length, source_port, target_port, length, sum, data)'}
{name: data, type: bytes, size: length - 8}";
    let schema = with_inner(fields, inner);
    let file = "11 0a 00 00 01 0a 00 00 02 00 35 04 00 00 0b 23 3e 61 62 63";
    assert_eq!(both_ways(&schema, &bytes(file)), Ok(()));
    // Another address has another sum.
    let other = both_ways(&schema, &bytes(&file.replace("0a 00 00 02", "0a 00 00 03")));
    assert!(other.expect_err("another sum").contains("datagram.sum"));
}

/// A condition that depends on the position holds where the field will be, also if its bytes are needed before.
#[test]
fn a_condition_on_the_position_is_that_of_the_field() {
    let fields = "{name: n, type: u8, equals: size(all)}
{name: other, type: u16}
{name: all, type: latin1, size: n, when: position > 1}
{name: end, type: u8}";
    for file in ["03 00 01 61 62 63 07", "00 00 00 07"] {
        assert_eq!(both_ways(&of_lines(fields), &bytes(file)), Ok(()), "{file}");
    }
    let sum = "{name: sum, type: u16, equals: sum(all)}
{name: all, type: u8, count: 2, when: position = 2}";
    assert_eq!(both_ways(&of_lines(sum), &bytes("03 00 01 02")), Ok(()));
}

/// Elements of every kind can have sizes that numbers before them state.
#[test]
fn sizes_of_elements_are_computed() {
    for ty in ["bytes", "ascii", "latin1", "utf8", "mutf8", "utf16le", "R", "list<u8>", "u16"] {
        let fields = format!(
            "{{name: n, type: u8, equals: count(all)}}
{{name: sizes, type: u16be, count: n, equals: sizes(all)}}
{{name: all, type: '{ty}', count: n, size: 'sizes[index]'}}
{{name: end, type: u8}}"
        );
        let schema = with_inner(&fields, "{name: a, type: u8}\n{name: b, type: u8}");
        let file = bytes("02 00 02 00 02 01 62 01 63 07");
        assert_eq!(both_ways(&schema, &file), Ok(()), "{ty}");
        let padded = schema.replace("size: 'sizes[index]'", "size: 'sizes[index]', pad: 0");
        if !matches!(ty, "R" | "list<u8>" | "u16" | "utf16le") {
            let found = both_ways(&padded, &file).expect_err("it has no size");
            assert!(found.contains("pad"), "{ty}: {found}");
        }
    }
}

/// Computed numbers need each other's bytes in another order than that of the fields.
#[test]
fn numbers_are_computed_in_the_order_in_which_they_need_each_other() {
    let sums = String::from(
        "{name: s, type: u16, equals: 'sum(n, d)'}\n{name: d, type: bytes, size: 1}\n{name: n, type: u16, equals: sum(d)}",
    );
    let sizes = |number: &str, equals: &str, size: &str| {
        format!(
            "{{name: check, type: u16, equals: '{equals}'}}\n{{name: n, {number}, count: 2, equals: sizes(words)}}\n{{name: words, type: Word, count: 2, size: '{size}'}}"
        )
    };
    for (fields, file) in [
        (sums, &[0xc2, 0, 0x61, 0x61, 0][..]),
        (sizes("type: u8", "sum(n)", "n[index]"), b"\x03\0\x01\x02abb"),
        (sizes("type: u8", "size(n, words)", "n[index]"), b"\x05\0\x01\x02abb"),
        (
            sizes("type: varint, reversed: true", "sum(words, n)", "File.n[index]"),
            b"\x28\x01\x02\x01abb",
        ),
    ] {
        assert_eq!(both_ways(&of_lines(&fields), file), Ok(()), "{fields}");
    }
}

/// What a number measures depends on that number, or on its own position behind the number.
#[test]
fn bytes_that_depend_on_the_number_that_measures_them_are_written() {
    let measured = "{name: n, type: u8, equals: size(a)}\n{name: a, type: R, count: rest}";
    let in_size = "{name: n, type: u8, equals: size(a)}\n{name: x, type: ascii, stop: 0}\n{name: a, type: R, size: n}";
    let summed = "{name: n, type: u8, equals: size(a)}\n{name: sum, type: u8, equals: sum(a) & 0xff}\n{name: a, type: R, size: n}";
    let followed =
        "{name: n, type: u8, equals: size(a) + 1}\n{name: a, type: R}\n{name: others, type: bytes}";
    let both = "{name: total, type: u8, equals: \"size(total, body, sum)\"}\n{name: body, type: R}\n{name: sum, type: u8, equals: \"sum(total, body) & 0xff\"}";
    for (fields, inner, file) in [
        (
            both,
            "{name: b, type: u8}\n{name: data, type: bytes, size: \"min(b, File.total)\"}",
            &b"\x04\x01\xaa\xaf"[..],
        ),
        (measured, "{name: p, type: u8}\n{name: t, type: u8, when: p < File.n}", &[3, 1, 7, 9]),
        (
            followed,
            "{name: p, type: u8, valid: p < File.n}\n{name: t, type: ascii, stop: 0, at: File.n + p}",
            b"\x02\0ab\0",
        ),
        (
            in_size,
            "{name: p, type: u8, let: position}\n{name: t, type: u8, equals: p + 1}",
            b"\x01A\0\x04",
        ),
        (
            "{name: n, type: u8, equals: size(r) + 1}\n{name: r, type: R, size: n - 1}",
            "{name: text, type: bytes, size: File.n - 1}",
            b"\x03ab",
        ),
        (
            "{name: n, type: u8, equals: size(r)}\n{name: l, type: Pair, count: 1}\n{name: r, type: R, size: n}",
            "{name: start, type: u64, let: position}\n{name: all, type: u8, count: start}",
            b"\x03\x07\x07abc",
        ),
        (
            summed,
            "{name: q, type: u16, equals: File.n + 1}\n{name: t, type: ascii, size: File.n - 2}",
            b"\x04\xc8\x05\0ab",
        ),
    ] {
        assert_eq!(both_ways(&with_inner(fields, inner), file), Ok(()), "{fields}\n{inner}");
    }
}

/// A number that measures a value is known behind it, whatever both are.
#[test]
fn a_length_is_used_behind_what_it_measures() {
    let lengths = [
        ("{name: n, type: u8, equals: size(body)}", "02", "n"),
        ("{name: n, type: u16, equals: size(body) + 1}", "03 00", "n - 1"),
        ("{name: n, type: vlq, equals: size(body)}", "02", "n"),
        ("{name: n, type: 'decimal<u16, 2>', equals: size(body)}", "30 32", "n"),
        (
            "{name: head, type: 'packed<u8, high>', parts: [{name: k, bits: 4, summary: K}, {name: n, bits: 4, equals: size(body), summary: N}]}",
            "52",
            "n",
        ),
        ("{name: h, type: u8, equals: size(body)}\n{name: n, type: u8, let: h}", "02", "n"),
    ];
    let bodies =
        ["type: bytes", "type: R", "type: U(tag)", "type: A", "type: R, transform: xor(1)"];
    let uses = [
        ("{name: use, type: u8, equals: N}", "02"),
        ("{name: use, type: u8, let: N}\n{name: other, type: u8, count: use}", "08 09"),
        ("{name: use, type: u8, when: N > 1}", "09"),
        ("{name: use, type: bytes, size: N}", "63 64"),
        ("{name: use, type: u8, count: N}", "05 06"),
        ("{name: use, type: u8, valid: use = N}", "02"),
        ("{name: use, type: u8, at: N}", ""),
        ("{name: use, type: Measured(N)}", "63 64"),
        (
            "{name: body2, type: R, size: N}\n{name: use, type: u8, equals: 'size(body, body2)'}",
            "03 04 04",
        ),
    ];
    let others = "- record: A\n  summary: A\n  fields:\n    - {name: all, type: u8, count: rest, summary: A}\n- record: Measured\n  summary: G\n  fields:\n    - {name: k, type: u8, let: parameter, summary: K}\n    - {name: text, type: ascii, size: k, summary: T}\n- union: U\n  summary: U\n- variant: V\n  of: U\n  tag: 7\n  summary: V\n  fields:\n    - {name: a, type: u16, summary: A}\n";
    for (length, head, name) in lengths {
        for body in bodies {
            for (used, tail) in uses {
                let body = format!("{{name: body, {body}, size: '{name}'}}");
                let fields = format!(
                    "{{name: tag, type: u8}}\n{length}\n{body}\n{}",
                    used.replace('N', name)
                );
                let schema =
                    with_inner(&fields, "{name: a, type: u8}\n{name: b, type: u8}") + others;
                let file = format!("07 {head} 01 02 {tail}");
                assert_eq!(both_ways(&schema, &bytes(&file)), Ok(()), "{schema}");
            }
        }
    }
}

/// The sizes of elements at an offset are known before they are written.
#[test]
fn sizes_of_elements_at_an_offset() {
    let schema = of_lines(
        "{name: sizes, type: u8, count: 2, equals: sizes(all)}
{name: place, type: u8}
{name: all, type: bytes, count: 2, size: 'sizes[index]', at: place}",
    );
    assert_eq!(both_ways(&schema, &bytes("01 02 03 61 62 63")), Ok(()));
}

/// A number in front of a record can be computed from a number inside of it, or from one that measures it.
#[test]
fn numbers_of_later_records_are_known() {
    let inside = with_inner(
        "{name: n, type: u8, equals: total}\n{name: inner, type: R}\n{name: total, type: u8, let: inner.length}",
        "{name: data, type: ascii, stop: 0}\n{name: length, type: u8, let: size(data)}",
    );
    assert_eq!(both_ways(&inside, &bytes("02 61 62 00")), Ok(()));
    let measured = with_inner(
        "{name: length, type: R}\n{name: data, type: ascii, size: length.value}\n{name: bytes, type: u8, let: size(data)}",
        "{name: code, type: u8, equals: File.bytes + 5}\n{name: value, type: u8, let: code - 5}",
    );
    assert_eq!(both_ways(&measured, &bytes("07 61 62")), Ok(()));
}
