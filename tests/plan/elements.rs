//! Conditions on each element of a field, and on parts of packed numbers.

use crate::computed::{of_lines, with_inner};
use crate::edit::{all, edited};
use crate::language::{both_ways, bytes, lowered};
use bytespec::plan::File;
use bytespec::plan::edit::Editor;

/// Fields, a file, a file with an element that does not meet the condition, and the error.
type Row = (&'static str, &'static str, &'static str, &'static str);

fn check(rows: &[Row]) {
    for (fields, right, wrong, error) in rows {
        let schema = of_lines(fields);
        assert_eq!(both_ways(&schema, &bytes(right)), Ok(()), "{fields}");
        let found = both_ways(&schema, &bytes(wrong));
        assert_eq!(found, Err(format!("at {error}")), "{fields}");
    }
}

/// A condition that uses the name of its field as a value is one on each element, and the error is at the element.
#[test]
fn each_number_meets_the_condition() {
    check(&[
        (
            "{name: all, type: u16, count: 3, valid: all < 5}",
            "01 00 02 00 03 00",
            "01 00 07 00 03 00",
            "byte 2 (0x2), File.all[1]: the value does not meet the condition `valid`: all < 5, where all = 7",
        ),
        (
            "{name: n, type: u8}\n{name: all, type: i8, count: rest, valid: all >= -3 and all < n}",
            "05 fd 04",
            "05 fd 04 fc",
            "byte 3 (0x3), File.all[2]: the value does not meet the condition `valid`: all >= -3 and all < File.n, where all = -4, File.n = 5",
        ),
        (
            "{name: all, type: u8, count: 3, reversed: true, valid: all = index}",
            "02 01 00",
            "02 02 00",
            "byte 1 (0x1), File.all[1]: the value does not meet the condition `valid`: all = index, where all = 2, index = 1",
        ),
        (
            "{name: all, type: Kind, count: 2, valid: all != large}",
            "01 01",
            "01 02",
            "byte 1 (0x1), File.all[1]: the value does not meet the condition `valid`: all != large, where all = large",
        ),
        (
            "{name: all, type: list<u8>, valid: all != 9}",
            "02 01 02",
            "02 01 09",
            "byte 2 (0x2), File.all[1]: the value does not meet the condition `valid`: all != 9, where all = 9",
        ),
        (
            "{name: all, type: rest<u16>, valid: all != 9}",
            "01 00",
            "01 00 09 00",
            "byte 2 (0x2), File.all[1]: the value does not meet the condition `valid`: all != 9, where all = 9",
        ),
    ]);
}

#[test]
fn each_element_meets_the_condition() {
    check(&[
        (
            "{name: n, type: u8}\n{name: all, type: ascii, size: n, count: 2, valid: 'all != \"ab\"'}",
            "02 61 61 62 62",
            "02 61 61 61 62",
            "byte 3 (0x3), File.all[1]: the value does not meet the condition `valid`: all != \"ab\"",
        ),
        (
            "{name: all, type: ascii, stop: 0, count: 2, valid: 'digits(all, 10) > 9'}",
            "31 30 00 31 31 00",
            "31 30 00 39 00",
            "byte 3 (0x3), File.all[1]: the value does not meet the condition `valid`: digits(all, 10) > 9, where digits(all, 10) = 9",
        ),
        (
            "{name: k, type: u8}\n{name: all, type: ascii, size: k, pad: 0x20, count: 2, valid: 'all = \"a\" or all = \"b\"'}",
            "02 61 20 62 20",
            "02 61 20 63 20",
            "byte 3 (0x3), File.all[1]: the value does not meet the condition `valid`: all = \"a\" or all = \"b\"",
        ),
        (
            "{name: all, type: bytes, size: 2, count: 2, valid: 'all != \"ab\"'}",
            "61 61 62 62",
            "61 61 61 62",
            "byte 2 (0x2), File.all[1]: the value does not meet the condition `valid`: all != \"ab\"",
        ),
        (
            "{name: all, type: Pair, count: 2, valid: all.a < all.b}",
            "01 02 03 04",
            "01 02 03 03",
            "byte 2 (0x2), File.all[1]: the value does not meet the condition `valid`: all.a < all.b, where all.a = 3, all.b = 3",
        ),
        (
            "{name: all, type: Mark, count: rest, valid: all != Two or index > 0}",
            "05 0a 01",
            "0a 01 05",
            "byte 0 (0x0), File.all[0]: the value does not meet the condition `valid`: all != Two or index > 0, where index = 0",
        ),
        (
            "{name: all, type: u8, count: 3, valid: 'if index = 0 then 1 else File.all[index - 1] < all'}",
            "01 02 03",
            "01 02 02",
            "byte 2 (0x2), File.all[2]: the value does not meet the condition `valid`: if index = 0 then 1 else File.all[index - 1] < all, where index = 2, File.all[index - 1] = 2, all = 2",
        ),
        (
            "{name: place, type: u8}\n{name: all, type: u8, count: 2, at: place, valid: all > 1}\n{name: b, type: u8}\n{name: c, type: u8}",
            "01 02 03",
            "01 02 01",
            "byte 2 (0x2), File.all[1]: the value does not meet the condition `valid`: all > 1, where all = 1",
        ),
        (
            "{name: all, type: u16, count: 2, valid: all > 1}\n{name: more, type: u8, count: \"all[1]\"}",
            "02 00 03 00 01 01 01",
            "02 00 00 00",
            "byte 2 (0x2), File.all[1]: the value does not meet the condition `valid`: all > 1, where all = 0",
        ),
        (
            "{name: all, type: u8, count: 2, valid: all > 1}\n{name: more, type: u8, count: \"File.all[1] - 1\"}",
            "02 03 01 01",
            "02 00",
            "byte 1 (0x1), File.all[1]: the value does not meet the condition `valid`: all > 1, where all = 0",
        ),
    ]);
}

/// Arguments and sizes of the elements are those of the fields around them.
#[test]
fn conditions_of_elements_in_records() {
    let sized = "{name: lengths, type: u8, count: 2, equals: sizes(words)}
{name: words, type: R, count: 2, size: \"lengths[index]\", valid: words.a != 9}";
    let given = "{name: n, type: u8}\n{name: all, type: \"R(n, index)\", count: 2, valid: all.b = 7 or n = 1}";
    let parameters = "{name: p, type: u8, let: parameter}\n{name: i, type: u8, let: parameter}
{name: a, type: bytes, size: p}\n{name: b, type: u8}";
    for (fields, inner, right, wrong, error) in [
        (
            sized,
            "{name: a, type: u8}\n{name: b, type: bytes}",
            "01 02 01 02 03",
            "01 02 01 09 03",
            "byte 3 (0x3), File.words[1]",
        ),
        (
            given,
            parameters,
            "02 aa aa 07 bb bb 07",
            "02 aa aa 07 bb bb 08",
            "byte 4 (0x4), File.all[1]",
        ),
        (
            "{name: r, type: R, count: 2}",
            "{name: n, type: u8}\n{name: all, type: u8, count: 2, valid: all < n}",
            "03 01 02 02 01 01",
            "03 01 02 02 01 02",
            "byte 5 (0x5), File.r[1].all[1]",
        ),
    ] {
        let schema = with_inner(fields, inner);
        assert_eq!(both_ways(&schema, &bytes(right)), Ok(()), "{fields}");
        let found = both_ways(&schema, &bytes(wrong)).expect_err(fields);
        assert!(found.starts_with(&format!("at {error}: the value does not meet")), "{found}");
    }
}

/// An element that an edit makes invalid is refused at its place; other edits are written.
#[test]
fn edits_of_elements_meet_the_condition() {
    let fields = "{name: n, type: u8, equals: count(all)}
{name: all, type: u8, count: n, valid: all > n}
{name: words, type: ascii, size: 1, count: 2, valid: 'words != \"x\"'}";
    let plan = lowered(&of_lines(fields)).expect("a plan");
    let file = bytes("02 03 04 61 62");
    for (place, text, result) in [
        ("all[1]", "9", Ok("02 03 09 61 62")),
        ("all", "[9, 8, 7]", Ok("03 09 08 07 61 62")),
        ("words[0]", "\"c\"", Ok("02 03 04 63 62")),
        (
            "all[1]",
            "2",
            Err(
                "cannot write it: all[1]: the value does not meet the condition `valid`: all > File.n, where all = 2, File.n = 2",
            ),
        ),
        (
            "all",
            "[9, 8, 3]",
            Err(
                "cannot write it: all[2]: the value does not meet the condition `valid`: all > File.n, where all = 3, File.n = 3",
            ),
        ),
        (
            "words[1]",
            "\"x\"",
            Err(
                "cannot write it: words[1]: the value does not meet the condition `valid`: words != \"x\"",
            ),
        ),
    ] {
        let mut opened = File::open(&plan, &file, &[]).expect("a file");
        let mut editor = Editor::new(&mut opened).expect("the values");
        let written = match editor.set(place, text) {
            Ok(_) => editor.write().map(|written| written.bytes),
            Err(error) => Err(error),
        };
        let expected = result.map(bytes).map_err(str::to_owned);
        assert_eq!(written.map_err(|error| error.to_string()), expected, "{place} {text}");
    }
}

/// The error of a part has the name of the part, and is where the number begins.
#[test]
fn parts_of_numbers_meet_conditions() {
    let parts = "parts: [{name: kind, bits: 2, type: Kind, valid: kind != large, summary: K}, {name: n, bits: 6, valid: n > kind and n < z, summary: N}]";
    let after = "{name: sum, type: u8, equals: n}";
    let big = "parts: [{name: n, bits: 4, valid: n != 3, summary: N}, {name: m, bits: 12, equals: size(data), valid: m < 3, summary: M}]";
    let varint = "parts: [{name: n, bits: 4, valid: n != 3, summary: N}, {name: m, type: varint<u32>, valid: m < 3, summary: M}]";
    for (fields, right, wrong, error) in [
        (
            format!("{{name: z, type: u8}}\n{{name: p, type: packed<u8>, {parts}}}\n{after}"),
            "09 15 05",
            "09 16 05",
            "byte 1 (0x1), File.kind: the value does not meet the condition `valid`: kind != large, where kind = large",
        ),
        (
            format!("{{name: z, type: u8}}\n{{name: p, type: packed<u8>, {parts}}}\n{after}"),
            "09 08 02",
            "09 24 09",
            "byte 1 (0x1), File.n: the value does not meet the condition `valid`: n > kind and n < z, where n = 9, kind = none, z = 9",
        ),
        (
            format!(
                "{{name: p, type: 'packed<u16be, high>', {big}}}\n{{name: data, type: bytes, size: m}}"
            ),
            "40 02 aa bb",
            "40 03 aa bb cc",
            "byte 0 (0x0), File.m: the value does not meet the condition `valid`: m < 3, where m = 3",
        ),
        (
            format!("{{name: p, type: packed, {varint}}}"),
            "24",
            "23",
            "byte 0 (0x0), File.n: the value does not meet the condition `valid`: n != 3, where n = 3",
        ),
    ] {
        let schema = of_lines(&fields);
        assert_eq!(both_ways(&schema, &bytes(right)), Ok(()), "{fields}");
        let found = both_ways(&schema, &bytes(wrong));
        assert_eq!(found, Err(format!("at {error}")), "{fields}");
    }
}

/// A path has the position that listings show.
#[test]
fn elements_in_reversed_order_have_their_own_paths() {
    let fields = "{name: all, type: u8, count: 3, reversed: true, valid: all < 5}";
    let found = both_ways(&of_lines(fields), &[9, 1, 2]).expect_err("9 is not valid");
    assert!(found.starts_with("at byte 0 (0x0), File.all[2]: "), "{found}");
}

/// The highest bit of a signed part is its sign, wherever its bits are.
#[test]
fn signed_parts_have_the_numbers_of_their_bits() {
    for number in ["u8", "u16", "u32be", "u40be", "u64le"] {
        for order in ["", ", high"] {
            let parts = "{name: a, bits: 1, summary: A}, {name: x, bits: 3, type: varint<i32>, valid: x != 1, summary: X}, {name: y, bits: 4, type: varint<i8>, equals: x * 2, summary: Y}";
            let fields = format!(
                "{{name: head, type: 'packed<{number}{order}>', parts: [{parts}]}}\n{{name: n, type: i8, let: x - 4}}"
            );
            let schema = of_lines(&fields);
            let width = match number {
                "u8" => 1,
                "u16" => 2,
                "u32be" => 4,
                "u40be" => 5,
                _ => 8,
            };
            let file = |x: i64| {
                let (low, double) = (u64::from_le_bytes(x.to_le_bytes()) & 7, 2 * x);
                let double = u64::from_le_bytes(double.to_le_bytes()) & 15;
                let bits = match order {
                    "" => (low << 1) | (double << 4),
                    _ => ((low << 4) | double) << (8 * width - 8),
                };
                let little = &bits.to_le_bytes()[..width];
                match number.ends_with("be") {
                    true => little.iter().rev().copied().collect::<Vec<u8>>(),
                    false => little.to_vec(),
                }
            };
            for x in [-4, -1, 0, 2, 3] {
                assert_eq!(both_ways(&schema, &file(x)), Ok(()), "{number}{order} {x}");
            }
            assert!(both_ways(&schema, &file(1)).is_err(), "{number}{order}");
            let bytes: String = file(-1).iter().map(|byte| format!("{byte:02x} ")).collect();
            let set = |text: &str| edited(&schema, &bytes, |editor| all(editor, &[("x", text)]));
            assert_eq!(set("3"), Ok(file(3)));
            for text in ["4", "-5", "1"] {
                assert!(set(text).is_err(), "{number}{order} {text}");
            }
        }
    }
}

/// Each bit of a list is read by its index.
#[test]
fn a_list_of_bits_is_read_by_index() {
    for (order, mask) in [("i % 8", "05 02"), ("7 - i % 8", "a0 40")] {
        let inner = format!(
            "{{name: i, type: u8, let: parameter}}\n{{name: here, type: bool, let: 'File.mask[i / 8] >> {order} & 1'}}\n{{name: v, type: u8, when: here}}"
        );
        let fields = "{name: n, type: u8}\n{name: mask, type: u8, count: (n + 7) / 8}\n{name: all, type: R(index), count: n}";
        let schema = with_inner(fields, &inner);
        let file = |values: &str| bytes(&format!("0a {mask} {values}"));
        assert_eq!(both_ways(&schema, &file("01 02 03")), Ok(()), "{order}");
        for values in ["01 02", "01 02 03 04"] {
            assert!(both_ways(&schema, &file(values)).is_err(), "{order} {values}");
        }
    }
}

/// A list of any elements ends at a certain one, or at the end of the bytes.
#[test]
fn lists_of_any_elements_end_at_the_end_of_their_bytes() {
    for (ty, test, files) in [
        ("u8", "all = 0 or left = 0", ["01 00 07", "01 02"]),
        ("u16be", "all = 0 or left = 0", ["00 01 00 00 07", "00 01 00 02"]),
        ("varint", "left = 0 or all = 0", ["81 01 00 07", "81 01 02"]),
        ("ascii, stop: 0", "all = \"\" or left = 0", ["61 00 00 07", "61 00 62 00"]),
        ("Kind", "all = none or left = 0", ["01 00 07", "01 02"]),
        ("Mark", "all = Two or left = 0", ["05 0a 01 07", "05 06"]),
        ("Pair", "a = 0 or left = 0", ["01 02 00 04 07", "01 02 03 04"]),
        ("Mark", "left < 2", ["05 0a 01 07", "05 06 07"]),
    ] {
        let fields =
            format!("{{name: all, type: {ty}, last: '{test}'}}\n{{name: more, type: bytes}}");
        for file in files {
            assert_eq!(both_ways(&of_lines(&fields), &bytes(file)), Ok(()), "{fields} {file}");
        }
    }
    let schema =
        of_lines("{name: all, type: Mark, last: all = Two or left = 0}\n{name: more, type: bytes}");
    for (file, edits, written) in [
        ("05 0a 01 07", ("*all[0]", ""), "05 05 0a 01 07"),
        ("05 06", ("+all[2]", "One<byte = 7>"), "05 06 07"),
        ("05 06", ("-all[1]", ""), "05"),
        ("05 0a 01 07", ("more", "09"), "05 0a 01 09"),
    ] {
        let found = edited(&schema, file, |editor| all(editor, &[edits]));
        assert_eq!(found, Ok(bytes(written)), "{edits:?}");
    }
    for edits in [("*all[1]", ""), ("-all[1]", ""), ("+all[0]", "Two<pair = Pair<a = 10, b = 1>>")]
    {
        let found = edited(&schema, "05 0a 01 07", |editor| all(editor, &[edits]));
        assert!(found.is_err(), "{edits:?} {found:?}");
    }
}
