//! Errors of files that do not follow a schema.

use crate::computed::{of_lines, with_inner};
use crate::language::{both_ways, bytes};

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
            "{name: b, type: bytes, size: 1}\n{name: n, type: ascii, size: 1, valid: 'n = \"\" or size(b) + size(n) = 3'}",
            "01 61",
            "byte 1 (0x1), File.n",
            "n = \"\" or size(b) + size(n) = 3",
        ),
    ] {
        let error = both_ways(&of_lines(fields), &bytes(file)).expect_err(condition);
        let expected =
            format!("at {place}: the value does not meet the condition `valid`: {condition}");
        assert_eq!(error, expected);
    }
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
