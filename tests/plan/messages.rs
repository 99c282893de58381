//! What errors of edits and readers say: they name the fields, and show values as listings do.

use crate::computed::{of_lines, with_inner};
use crate::edit::{all, edited};
use crate::language::{bytes, lowered};
use bytespec::plan::edit::Editor;
use bytespec::plan::{File, Listing};
use expect_test::expect;
use std::fmt::Write as _;

const ITEMS: &str = "
- enum: Letter
  wire: u8
  summary: A letter
  members: [{name: a, value: 1, summary: A}, {name: b, value: 2, summary: B}]
- union: Data
  unknown: opaque
  summary: What a letter selects
- {variant: One, of: Data, tag: [1, 3..4], summary: One, fields: [{name: x, type: u8, summary: A byte}]}
- {variant: Two, of: Data, tag: 2, summary: Two, fields: [{name: y, type: u8, summary: A byte}]}
- union: Body
  summary: What a text selects
- {variant: Short, of: Body, tag: ab, summary: Short, fields: [{name: n, type: u8, summary: A byte}]}
- {variant: Long, of: Body, tag: abcdefghij, summary: Long, fields: [{name: n, type: u8, summary: A byte}]}
- record: Head
  summary: A text with its size
  fields:
    - {name: length, type: u8, equals: size(kind), summary: Its size}
    - {name: kind, type: latin1, size: length, summary: The text}
";

/// The fields of a file, its bytes, and edits of it.
type Case<'c> = (&'c str, &'c str, &'c [(&'c str, &'c str)]);

#[test]
fn refused_edits_name_fields_and_values() {
    const TAGGED: &str = "{name: kind, type: Letter}\n{name: n, type: u8, equals: size(data)}\n{name: data, type: Data(kind), size: n}";
    const NUMBER: &str = "{name: kind, type: u8}\n{name: n, type: u8, equals: size(data)}\n{name: data, type: Data(kind), size: n}";
    const OF_RECORD: &str = "{name: head, type: Head}\n{name: body, type: Body(head.kind)}";
    const WHEN: &str = "{name: kind, type: Letter}\n{name: more, type: u8, when: kind = b}";
    const PADDED: &str = "{name: a, type: ascii, size: 4, pad: 0x20}\n{name: b, type: ascii, stop: 0}\n{name: c, type: cp437, stop: 0}";
    const FIXED: &str = "{name: magic, type: ascii, size: 2, equals: '\"ab\"'}\n{name: n, type: u8, equals: count(all)}\n{name: fill, type: filler, align: 4}\n{name: all, type: u8, count: n}";
    const BITS: &str = "{name: h, type: packed<u8>, parts: [{name: low, bits: 4, equals: count(all), summary: L}, {name: high, bits: 4, summary: H}]}\n{name: all, type: u8, count: low}";
    const LEFT: &str = "{name: a, type: bytes, size: left - 1}\n{name: b, type: u8, when: left}";
    const DIGITS: &str = "{name: a, type: 'decimal<u16, 3>'}";
    const OPEN: &str = "{name: a, type: decimal<u16>}\n{name: b, type: ascii, size: 1}";
    let cases: &[Case<'_>] = &[
        (TAGGED, "01 01 07", &[("kind", "b")]),
        (NUMBER, "03 01 07", &[("kind", "2")]),
        (NUMBER, "03 01 07", &[("kind", "9")]),
        (NUMBER, "09 01 07", &[("kind", "2")]),
        (OF_RECORD, "02 61 62 07", &[("head.kind", "abcdefghij")]),
        (OF_RECORD, "02 61 62 07", &[("head.kind", "xyzxyzxyzxyz")]),
        (WHEN, "01", &[("kind", "b")]),
        (WHEN, "02 07", &[("kind", "\"a\"")]),
        (WHEN, "02 07", &[("-more", "")]),
        (PADDED, "61 20 20 20 00 00", &[("a", "b ")]),
        (PADDED, "61 20 20 20 00 00", &[("b", "\"b\\u0000c\"")]),
        (PADDED, "61 20 20 20 00 00", &[("c", "中")]),
        (FIXED, "61 62 01 00 07", &[("magic", "cd")]),
        (FIXED, "61 62 01 00 07", &[("fill", "1")]),
        (BITS, "11 07", &[("h", "7")]),
        (LEFT, "01 02 03", &[("-b", "")]),
        (DIGITS, "31 32 33", &[("a", "1234")]),
        (OPEN, "31 61", &[("b", "7")]),
    ];
    let mut report = String::new();
    for (fields, file, edits) in cases {
        let schema = of_lines(fields) + ITEMS;
        let found = edited(&schema, file, |editor| all(editor, edits));
        let _ = match found {
            Ok(bytes) => writeln!(report, "{edits:?}: {bytes:02x?}"),
            Err(error) => writeln!(report, "{edits:?}: {error}"),
        };
    }
    expect![[r#"
        [("kind", "b")]: cannot write it: data: the value is `One` with the tags a, 3..4, but `kind` is b, the tag of `Two`
        [("kind", "2")]: cannot write it: data: the value is `One` with the tags 1, 3..4, but `kind` is 2, the tag of `Two`
        [("kind", "9")]: cannot write it: data: the value is `One` with the tags 1, 3..4, but `kind` is 9
        [("kind", "2")]: cannot write it: data: the value is bytes that the schema does not describe, but `kind` is 2, the tag of `Two`
        [("head.kind", "abcdefghij")]: cannot write it: body: the value is `Short` with the tag "ab", but `head.kind` is "abcdefghij", the tag of `Long`
        [("head.kind", "xyzxyzxyzxyz")]: cannot write it: body: the value is `Short` with the tag "ab", but `head.kind` is "xyzxyzxyzxyz"
        [("kind", "b")]: cannot write it: more: `File.more` is missing, but its condition `when` holds: kind = b, where kind = b
        [("kind", "\"a\"")]: cannot write it: more: `File.more` is present, but its condition `when` does not hold: kind = b, where kind = a
        [("-more", "")]: cannot write it: more: `File.more` is missing, but its condition `when` holds: kind = b, where kind = b
        [("a", "b ")]: cannot write it: a: the value cannot end with 0x20, the byte of its `pad`
        [("b", "\"b\\u0000c\"")]: cannot write it: b: the value cannot contain 00, the byte of its `stop`
        [("c", "中")]: File.c: expected a text with letters of cp437, found `中`
        [("magic", "cd")]: File.magic: it is always "ab"
        [("fill", "1")]: File.fill: it is filler: writers keep its bytes, or write those that are needed
        [("h", "7")]: File.h: its bits are the fields low (computed), high
        [("-b", "")]: cannot write it: a: 0102 would be read as 01: an expression with `left` decides about a field
        [("a", "1234")]: cannot write it: a: 1234 has more than the 3 digits of its type
        [("b", "7")]: cannot write it: the written file cannot be read back: at byte 2 (0x2), File.b: the size 1 exceeds the bytes left, 0
    "#]].assert_eq(&report);
}

/// An unknown tag is shown as the text that it is, also a long one.
#[test]
fn unknown_tags_are_shown_as_texts() {
    const OWN: &str = "{name: n, type: u8, equals: size(kind)}\n{name: kind, type: latin1, size: n}\n{name: body, type: Body(kind)}";
    const OF_RECORD: &str = "{name: head, type: Head}\n{name: body, type: Body(head.kind)}";
    let mut report = String::new();
    for (fields, file) in [
        (OWN, "02 78 79 07"),
        (OWN, "03 00 61 62 07"),
        (OWN, "0a 78 79 78 79 78 79 78 79 78 79 07"),
        (OF_RECORD, "02 78 79 07"),
        (OF_RECORD, "0a 78 79 78 79 78 79 78 79 78 79 07"),
    ] {
        let (plan, file) = (lowered(&(of_lines(fields) + ITEMS)).expect(fields), bytes(file));
        let error = File::open(&plan, &file, &[]).and_then(|mut file| file.read());
        let _ = writeln!(report, "{}", error.expect_err("an unknown tag"));
    }
    expect![[r#"
        at byte 3 (0x3), File.body: the tag is "xy", not one of Body
        at byte 4 (0x4), File.body: the tag is "\x00ab", not one of Body
        at byte 11 (0xb), File.body: the tag is "xyxyxyxyxy", not one of Body
        at byte 3 (0x3), File.body: the tag is "xy", not one of Body
        at byte 11 (0xb), File.body: the tag is another text, not one of Body
    "#]]
    .assert_eq(&report);
}

/// Notes of edits show what changed, in the base of the field, and bytes that are no text as texts that an edit reads.
#[test]
fn notes_show_what_changed() {
    let schema = of_lines(
        "{name: a, type: u16, base: hexadecimal, count: 2}\n{name: pairs, type: Pair, count: 2}\n{name: text, type: utf8, size: 3}",
    );
    let (plan, file) =
        (lowered(&schema).expect("a plan"), bytes("01 00 02 00 01 02 03 04 ff 61 22"));
    let mut opened = File::open(&plan, &file, &[]).expect("a file");
    let mut editor = Editor::new(&mut opened).expect("its value");
    let mut report = String::new();
    for (path, text) in [
        ("a[1]", "0xff"),
        ("a", "[0xf, 2]"),
        ("pairs", "[Pair<a = 1, b = 2>, Pair<a = 3, b = 9>]"),
        ("text", "\"\\xffb\\\"\""),
    ] {
        let edited = editor.set(path, text).expect(path);
        let _ = writeln!(report, "{edited}");
    }
    let written = editor.write().expect("a file").bytes;
    let mut file = File::open(&plan, &written, &[]).expect("a file");
    let executor = file.executor().clone();
    let read = file.read_with(
        |_| Listing::new(&executor),
        |_, listing| {
            report += &listing.into_text();
            Ok(())
        },
    );
    read.expect("a listing");
    expect![[r#"
        File.a[1]: 0x2 -> 0xff
        File.a: [0x1, 0xff] -> [0xf, 0x2]
        File.pairs: [Pair<a = 1, b = 2>, Pair<a = 3, b = 4>] -> [Pair<a = 1, b = 2>, Pair<a = 3, b = 9>]
        File.text: "\xffa\"" -> "\xffb\""
        0x000000        File
        0x000000     2    a[0] = 0xf
        0x000002     2    a[1] = 0x2
        0x000004          pairs[0] = Pair
        0x000004     1      a = 1
        0x000005     1      b = 2
        0x000006          pairs[1] = Pair
        0x000006     1      a = 3
        0x000007     1      b = 9
        0x000008     3    text = "\xffb\""
    "#]]
    .assert_eq(&report);
}

/// Errors of edits say what to write, and quote no more than the value.
#[test]
fn errors_of_edits_say_what_to_write() {
    const DATA: &str = "
- union: Data
  summary: Data
- {variant: Known, of: Data, tag: 1, summary: Known, fields: [{name: a, type: u8, summary: A}]}
- {variant: Others, of: Data, tag: .., summary: Others, fields: [{name: a, type: u8, summary: A}]}
";
    let fields = "{name: n, type: u8}\n{name: data, type: Data(n)}\n{name: marker, type: u8, equals: 0, when: n > 2}\n{name: half, type: u8, equals: n / 2, when: n > 2}\n{name: all, type: R, count: 1}\n{name: pair, type: Pair}";
    let schema = with_inner(fields, "{name: a, type: u8}\n{name: t, type: ascii, size: 1}") + DATA;
    let mut report = String::new();
    for edit in [
        ("marker", "1"),
        ("-marker", ""),
        ("half", "1"),
        ("n", "1"),
        ("-all[0]", ""),
        ("all[0]", "R<a = \"hi\">"),
        ("all[0]", "R<a = [], t = \"b\">"),
        ("all[0]", "R<a = 1, t = [\"b>\", 2], u = 3>"),
        ("all", "[R<a = 1, t = b>]"),
        ("all", "[R<a = 1, t = >]"),
        ("pair", "Pair<a 1>"),
    ] {
        let found = edited(&schema, "03 07 00 01 05 61 01 02", |editor| all(editor, &[edit]));
        let _ = writeln!(report, "{edit:?}: {}", found.expect_err("an error"));
    }
    expect![[r#"
        ("marker", "1"): File.marker: it is always 0; it is present if its condition `when` holds: n > 2
        ("-marker", ""): File.marker: it is always 0; it is present if its condition `when` holds: n > 2
        ("half", "1"): File.half: writers compute it: n / 2; it is present if its condition `when` holds: n > 2
        ("n", "1"): cannot write it: data: the value is `Others` with the tag .., but `n` is 1, the tag of `Known`
        ("-all[0]", ""): cannot write it: all: expected 1 element, found 0
        ("all[0]", "R<a = \"hi\">"): File.all[0].a: expected a number without quotes, found `"hi"`
        ("all[0]", "R<a = [], t = \"b\">"): File.all[0].a: expected a number from 0 to 255, found `[]`
        ("all[0]", "R<a = 1, t = [\"b>\", 2], u = 3>"): File.all[0].t: expected a text in quotes, found `["b>", 2]`
        ("all", "[R<a = 1, t = b>]"): File.all[0].t: expected a text in quotes, found `b`
        ("all", "[R<a = 1, t = >]"): File.all[0].t: expected a text in quotes, found `>`
        ("pair", "Pair<a 1>"): File.pair: expected a field, `=` and its value, found `a 1`
    "#]].assert_eq(&report);
}
