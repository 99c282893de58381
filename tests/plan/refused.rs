//! Errors of files that do not follow a schema.

use crate::computed::{of_lines, with_inner};
use crate::language::{both_ways, bytes, lowered};
use bytespec::plan::{File, SectionContent, Value};

#[test]
fn a_value_that_is_not_valid_is_refused_with_the_condition() {
    for (fields, file, place, condition) in [
        ("{name: n, type: u8, valid: n < 5}", "07", "byte 0 (0x0), File.n", "n < 5, where n = 7"),
        (
            "{name: n, type: u8, valid: n = 1 or n = 3}",
            "07",
            "byte 0 (0x0), File.n",
            "n = 1 or n = 3, where n = 7",
        ),
        (
            "{name: n, type: u16, base: hexadecimal, valid: n & 0xff00 = 0x100 or n = 32}",
            "34 12",
            "byte 0 (0x0), File.n",
            "n & 0xff00 = 0x100 or n = 0x20, where n = 0x1234",
        ),
        (
            "{name: k, type: i8}\n{name: n, type: i8, valid: n > k * 2 and n < -k}",
            "fd f9",
            "byte 1 (0x1), File.n",
            "n > k * 2 and n < -k, where n = -7, k = -3",
        ),
        (
            "{name: m, type: Kind}\n{name: n, type: u8, valid: m = large or not n}",
            "01 05",
            "byte 1 (0x1), File.n",
            "m = large or not n, where m = small, n = 5",
        ),
        (
            "{name: b, type: bytes, size: 1}\n{name: n, type: ascii, size: 1, valid: 'n = \"z\" or size(b) + size(n) = 3'}",
            "01 61",
            "byte 1 (0x1), File.n",
            "n = \"z\" or size(b) + size(n) = 3, where size(b) = 1, size(n) = 1",
        ),
        (
            "{name: n, type: u8, at: 1, valid: n = 9}\n{name: b, type: u8}\n{name: c, type: u8}",
            "01 02",
            "byte 1 (0x1), File.n",
            "n = 9, where n = 2",
        ),
    ] {
        let error = both_ways(&of_lines(fields), &bytes(file)).expect_err(condition);
        let expected =
            format!("at {place}: the value does not meet the condition `valid`: {condition}");
        assert_eq!(error, expected);
    }
}

/// Every term of a condition is shown with its value, unless it is a constant.
#[test]
fn conditions_show_what_they_measure_and_look_up() {
    let fields = "{name: k, type: u8}
{name: all, type: u8, count: 2}
{name: signed, type: i16, count: 1}
{name: data, type: ascii, size: 2}
{name: rows, type: R, count: 2}
{name: x, type: u8, valid: TERM = 99}
{name: sum, type: u8, equals: adler32(data) & 255}
{name: end, type: u8, count: rest}";
    let file = "01 05 06 fe ff 31 32 01 02 07 97 08";
    for (term, value) in [
        ("k", "1"),
        ("-k", "k = 1"),
        ("x", "7"),
        ("count(all)", "2"),
        ("all[1]", "6"),
        ("signed[0]", "-2"),
        ("all[k]", "6, k = 1"),
        ("size(data)", "2"),
        ("size(rows)", "2"),
        ("data[1]", "50"),
        ("digits(data, 10)", "12"),
        ("position", "10"),
        ("count(R.o)", "2"),
        ("R.o[1]", "2"),
        ("find(R.o, 2)", "1"),
        ("find_last(\"31 32\")", "5"),
    ] {
        let quoted = format!("'{term} = 99'");
        let schema = with_inner(&fields.replace("TERM = 99", &quoted), "{name: o, type: u8}");
        let error = both_ways(&schema, &bytes(file)).expect_err(term);
        let shown = match value.contains(" = ") && term.starts_with('-') {
            true => value.to_owned(),
            false => format!("{term} = {value}"),
        };
        let expected = format!(
            "at byte 9 (0x9), File.x: the value does not meet the condition `valid`: {term} = 99, where {shown}"
        );
        assert_eq!(error, expected);
    }
    let inner = "{name: o, type: u8, valid: o = index + 1}";
    let error = both_ways(&with_inner("{name: rows, type: R, count: 2}", inner), &[1, 3]);
    let shown = "o = index + 1, where o = 3, index = 1";
    assert!(error.as_ref().is_err_and(|error| error.ends_with(shown)), "{error:?}");
}

/// The condition of a field reads what the field is: the variant of a union, and the fields of a record.
#[test]
fn conditions_read_parts_of_their_own_field() {
    let union = |tag: &str| {
        let mut text = format!("- union: U\n{tag}  summary: U\n");
        for (name, tag) in [("Wasp", 1), ("Bee", 2)] {
            text += &format!("- variant: {name}\n  of: U\n  tag: {tag}\n  summary: V\n");
            text += "  fields:\n    - {name: b, type: u8, summary: B}\n";
        }
        text
    };
    for (fields, union, right, wrong, error) in [
        (
            "{name: u, type: U, valid: u = Bee}",
            union("  tag: ahead<u8>\n"),
            "02 05",
            "01 05",
            "u = Bee",
        ),
        (
            "{name: u, type: U, valid: u = Bee}",
            union("  tag: u8\n"),
            "02 05 05",
            "01 05 05",
            "u = Bee",
        ),
        ("{name: u, type: U(2), valid: u = Bee}", union(""), "05 05", "", ""),
        (
            "{name: k, type: u8}\n{name: u, type: U(k), valid: u != Bee or k = 3}",
            union(""),
            "01 05 05",
            "02 05 05",
            "u != Bee or k = 3, where k = 2",
        ),
        (
            "{name: u, type: U, at: 1, valid: u = Bee}",
            union("  tag: u8\n"),
            "05 02 05",
            "05 01 05",
            "u = Bee",
        ),
    ] {
        let more = "\n{name: more, type: u8}\n{name: last, type: u8, when: u = Bee}";
        let (with_last, union) = (fields.to_owned() + more, &union);
        for fields in [fields.to_owned() + "\n{name: z, type: u8, count: rest}", with_last] {
            let schema = of_lines(&fields) + union;
            let file = bytes(right);
            let read = both_ways(&schema, &file);
            let is_short = read.as_ref().is_err_and(|error| error.contains("unexpected end"));
            assert!(read.is_ok() || is_short, "{read:?}\n{schema}");
            if wrong.is_empty() {
                continue;
            }
            let found = both_ways(&schema, &bytes(wrong)).expect_err("another variant");
            assert!(found.contains("File.u: the value does not meet"), "{found}");
            assert!(found.ends_with(&format!(": {error}")), "{found}");
        }
    }
    let inner = "{name: a, type: u8}\n{name: s, type: ascii, size: 1}";
    let fields = "{name: r, type: R, valid: r.a > 1 and r.s = \"x\"}\n{name: z, type: u8}";
    let schema =
        with_inner(&fields.replace("r.a > 1 and r.s = \"x\"", "'r.a > 1 and r.s = \"x\"'"), inner);
    assert_eq!(both_ways(&schema, &bytes("02 78 00")), Ok(()));
    let error = both_ways(&schema, &bytes("01 78 00"));
    let shown = "at byte 0 (0x0), File.r: the value does not meet the condition `valid`: r.a > 1 and r.s = \"x\", where r.a = 1";
    assert_eq!(error, Err(shown.to_owned()));
}

#[test]
fn conditions_show_fields_of_other_records() {
    let inner = "{name: o, type: u8}\n{name: p, type: u8, valid: p < File.n}";
    let fields = "{name: n, type: u8, base: hexadecimal}\n{name: r, type: R}\n{name: z, type: u8, valid: z = 0 or r.o != n}";
    for (file, error) in [
        (
            "1f 00 20",
            "at byte 2 (0x2), File.r.p: the value does not meet the condition `valid`: p < File.n, where p = 32, File.n = 0x1f",
        ),
        (
            "1f 1f 00 07",
            "at byte 3 (0x3), File.z: the value does not meet the condition `valid`: z = 0 or r.o != n, where z = 7, r.o = 31, n = 0x1f",
        ),
    ] {
        let found = both_ways(&with_inner(fields, inner), &bytes(file));
        assert_eq!(found, Err(error.to_owned()));
    }
}

#[test]
fn errors_name_what_differs() {
    let long = "41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f 50 51";
    let constant = format!("{{name: a, type: bytes, size: 18, equals: {long} 52}}");
    for (fields, file, error) in [
        (
            "{name: n, type: u32, base: hexadecimal, equals: 753069321}",
            "0d f0 ad 8b",
            "at byte 0 (0x0), File.n: expected 0x2ce2ed09, found 0x8badf00d",
        ),
        (
            "{name: n, type: decimal<i8>}",
            "2d 31 32 39",
            "at byte 0 (0x0), File.n: -129 does not fit i8",
        ),
        (
            "{name: n, type: i8}\n{name: m, type: i8, let: n * 200}",
            "ff",
            "at byte 1 (0x1), File.m: -200 does not fit i8",
        ),
        (
            "{name: n, type: decimal<u8>}",
            "2d 30",
            "at byte 0 (0x0), File.n: expected digits in base 10, found 2d 30: a negative number that the type does not have",
        ),
        (
            "{name: a, type: bytes, size: 2, equals: 4d 5a}",
            "43 44",
            "at byte 0 (0x0), File.a: expected 4d 5a (\"MZ\"), found 43 44 (\"CD\")",
        ),
        (
            "{name: a, type: bytes, size: 2, equals: 4d 00}",
            "43 44",
            "at byte 0 (0x0), File.a: expected 4d 00, found 43 44",
        ),
        (
            &constant,
            &format!("{long} 00"),
            "at byte 0 (0x0), File.a: expected ... 52 (\"R\"), found ... 00 (\"\\x00\")",
        ),
        (
            "{name: n, type: u8}\n{name: a, type: bytes, size: n}",
            "08",
            "at byte 1 (0x1), File.a: the size 8 exceeds the bytes left, 0",
        ),
        (
            "{name: n, type: u16}\n{name: a, type: u8, count: n}",
            "2c 01 00",
            "at byte 2 (0x2), File.a: the count 300 exceeds the elements that fit the bytes left, 1",
        ),
        (
            "{name: n, type: u32}\n{name: a, type: u8, at: n}",
            "29 00 00 ae",
            "at byte 4 (0x4), File.a: the offset 2919235625 is past the end of the file, 4",
        ),
        (
            "{name: a, type: bytes, size: rest - 2}\n{name: n, type: u16}",
            "01",
            "at byte 0 (0x0), File.a: the size 2 exceeds the bytes left, 1",
        ),
        (
            "{name: a, type: bytes, transform: zlib, size: rest - 4}\n{name: n, type: u32}",
            "01",
            "at byte 0 (0x0), File.a: the size 4 exceeds the bytes left, 1",
        ),
    ] {
        let found = both_ways(&of_lines(fields), &bytes(file));
        assert_eq!(found, Err(error.to_owned()), "{fields}");
    }
}

#[test]
fn values_that_differ_at_one_offset_are_named() {
    let fields = "{name: a, type: u8}
{name: b, type: u16, at: 1}
{name: c, type: u8, at: 2}
{name: d, type: u8, at: 0}";
    let plan = lowered(&of_lines(fields)).expect("a schema");
    let file = bytes("01 02 03");
    for (at, error) in [
        (1, "1 byte of `File.c` at 0x2 differs from that of `File.b` at the same place"),
        (
            3,
            "1 byte of `File.d` at 0x0 differs from that of fields without an offset at the same place",
        ),
    ] {
        let mut opened = File::open(&plan, &file, &[]).expect("a file");
        let mut value = opened.read().expect("a value");
        let SectionContent::Item(_, Value::Item(_, values)) = &mut value.sections[0].content else {
            panic!("a record")
        };
        values[at] = Value::Unsigned(9);
        let found = opened.write(&value).map_err(|error| error.to_string());
        assert_eq!(found.as_ref().map_err(String::as_str), Err(error));
    }
}
