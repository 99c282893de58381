//! Edits of values at offsets that are present depending on the offset.

use crate::computed::{of_lines, with_inner};
use crate::moved::after;
use expect_test::expect;
use std::fmt::Write as _;

/// A value at an offset, and the condition on the offset.
fn value(at: &str, when: &str) -> String {
    format!(
        "{{name: place, type: u8}}\n{{name: n, type: u8, equals: size(v)}}\n{{name: v, type: ascii, size: n, at: {at}, when: {when}}}"
    )
}

#[test]
fn the_offset_of_a_value_follows_its_presence() {
    let plain = of_lines(&value("place", "place != 0"));
    let typed = of_lines(&value("place", "place"));
    let behind =
        of_lines(&format!("{{name: base, type: u8}}\n{}", value("base + place * 2", "place > 0")));
    let last = of_lines(&value("place", "place != 255"));
    let small = of_lines(&value("place", "place >= 4"));
    let other = of_lines(&format!("{{name: kind, type: u8}}\n{}", value("place", "kind = 1")));
    let rows = with_inner("{name: rows, type: R, count: 2}", &value("place", "place != 0"));
    let shared = of_lines(
        "{name: place, type: u8}\n{name: v, type: u8, at: place, when: place != 0}\n{name: w, type: u16, at: place + 1, when: place != 0}",
    );
    let list = of_lines(
        "{name: place, type: u8}\n{name: all, type: u8, count: 2, at: place, when: place != 0}",
    );
    let mut report = String::new();
    for (name, schema, file, edits) in [
        ("set", &plain, "00 00", &[("v", "ab")][..]),
        ("a condition that is a number", &typed, "00 00", &[("v", "ab")]),
        ("with the offset", &plain, "00 00", &[("place", "5"), ("v", "ab")]),
        ("only the offset", &plain, "00 00 61", &[("place", "2")]),
        ("removed", &plain, "03 02 ff 61 62", &[("-v", "")]),
        ("removed with the offset", &plain, "03 02 ff 61 62", &[("-v", ""), ("place", "0")]),
        ("removed, and another offset", &plain, "03 02 ff 61 62", &[("-v", ""), ("place", "4")]),
        ("behind a base", &behind, "03 00 00", &[("v", "ab")]),
        ("behind a base, removed", &behind, "03 01 02 00 00 61 62", &[("-v", "")]),
        ("another number", &last, "ff 00", &[("v", "ab")]),
        ("another number, removed", &last, "02 02 61 62", &[("-v", "")]),
        ("a range", &small, "03 00", &[("v", "ab")]),
        ("a range, removed", &small, "04 01 00 00 61", &[("-v", "")]),
        ("another condition", &other, "00 00 00", &[("v", "ab")]),
        ("another condition, removed", &other, "01 03 01 61", &[("-v", "")]),
        ("two values", &rows, "00 00 00 00", &[("rows[0].v", "ab"), ("rows[1].v", "c")]),
        ("two equal values", &rows, "00 00 00 00", &[("rows[0].v", "ab"), ("rows[1].v", "ab")]),
        ("one of two", &rows, "04 01 00 00 61", &[("rows[1].v", "bc")]),
        ("one of two, removed", &rows, "04 01 04 01 61", &[("-rows[1].v", "")]),
        ("shared", &shared, "00", &[("v", "7"), ("w", "8")]),
        ("one of the shared", &shared, "00", &[("v", "7")]),
        ("one of the shared, removed", &shared, "01 07 08 00", &[("-v", "")]),
        ("both of the shared, removed", &shared, "01 07 08 00", &[("-v", ""), ("-w", "")]),
        ("a list", &list, "00", &[("all", "[1, 2]")]),
        ("a list, removed", &list, "01 07 08", &[("-all", "")]),
    ] {
        _ = writeln!(report, "{name}: {}", after(schema, file, edits));
    }
    expect![[r#"
        set: 10 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 61 62
        a condition that is a number: 10 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 61 62
        with the offset: 05 02 00 00 00 61 62
        only the offset: cannot write it: v: `File.v` is missing, but its condition `when` holds: place != 0, where place = 2
        removed: 00 00 ff
        removed with the offset: 00 00 ff
        removed, and another offset: cannot write it: v: `File.v` is missing, but its condition `when` holds: place != 0, where place = 4
        behind a base: 03 01 02 00 00 61 62
        behind a base, removed: 03 00 00 00 00
        another number: 10 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 61 62
        another number, removed: ff 00
        a range: 10 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 61 62
        a range, removed: 00 00 00 00
        another condition: cannot write it: v: `File.v` is present, but its condition `when` does not hold: kind = 1, where kind = 0
        another condition, removed: cannot write it: v: `File.v` is missing, but its condition `when` holds: kind = 1, where kind = 1
        two values: 10 02 20 01 00 00 00 00 00 00 00 00 00 00 00 00 61 62 00 00 00 00 00 00 00 00 00 00 00 00 00 00 63
        two equal values: 10 02 10 02 00 00 00 00 00 00 00 00 00 00 00 00 61 62
        one of two: 04 01 10 02 61 00 00 00 00 00 00 00 00 00 00 00 62 63
        one of two, removed: 04 01 00 00 61
        shared: 10 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 07 08 00
        one of the shared: cannot write it: v: `File.v` is present, but its condition `when` does not hold: place != 0, where place = 0
        one of the shared, removed: cannot write it: v: `File.v` is missing, but its condition `when` holds: place != 0, where place = 3
        both of the shared, removed: 00
        a list: 10 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 02
        a list, removed: 00
    "#]].assert_eq(&report);
}
