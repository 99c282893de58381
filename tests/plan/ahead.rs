//! Numbers that repeat the bytes ahead of them follow an edit, also where conditions use them.

use crate::computed::with_inner;
use crate::edit::{all, edited};
use crate::language::{bytes, item};

const OF_RECORDS: &str = "
- record: Old
  summary: An old one
  fields:
    - {name: a, type: u8, valid: a < 128, summary: A}
- record: Fresh
  summary: A new one
  fields:
    - {name: b, type: u8, valid: b >= 128, summary: B}
    - {name: c, type: u8, summary: C}
- union: Either
  summary: One of both
- {variant: IsOld, of: Either, tag: 0..127, summary: Old, fields: [{name: old, type: Old, summary: Old}]}
- {variant: IsFresh, of: Either, tag: 128..255, summary: New, fields: [{name: fresh, type: Fresh, summary: New}]}
";

const PEEK: &str = "{name: peek, type: u8, at: position}";

fn records(inner: &str) -> String {
    with_inner("{name: all, type: R, count: rest}", inner) + OF_RECORDS
}

#[test]
fn a_number_that_repeats_the_bytes_ahead_may_be_left_out() {
    let fields =
        "{name: old, type: Old, when: peek < 128}\n{name: fresh, type: Fresh, when: peek >= 128}";
    let computed = "{name: is, type: bool, let: peek >= 128}\n{name: old, type: Old, when: not is}\n{name: fresh, type: Fresh, when: is}";
    let nested = format!("{PEEK}\n{{name: q, type: Q}}");
    let around: String = fields.replace("peek", "R.peek").lines().map(item).collect();
    let nested = records(&nested) + "- record: Q\n  summary: Both\n  fields:\n" + &around;
    let flat = [fields, computed].map(|fields| records(&format!("{PEEK}\n{fields}")));
    for schema in flat.into_iter().chain([nested]) {
        let is_nested = schema.contains("record: Q");
        let wrap = |field: &str| match is_nested {
            true => format!("R<q = Q<{field}>>"),
            false => format!("R<{field}>"),
        };
        let at = |path: &str| path.replace("].", if is_nested { "].q." } else { "]." });
        let (fresh, old) = (wrap("fresh = Fresh<b = 130, c = 3>"), wrap("old = Old<a = 7>"));
        for (edits, written) in [
            (vec![("+all[0]".to_owned(), fresh.as_str())], "82 03 01 81 02"),
            (vec![("+all[1]".to_owned(), fresh.as_str())], "01 82 03 81 02"),
            (vec![("+all[2]".to_owned(), old.as_str())], "01 81 02 07"),
            (
                vec![("+all[0]".to_owned(), old.as_str()), ("+all[0]".to_owned(), fresh.as_str())],
                "82 03 07 01 81 02",
            ),
            (
                vec![(at("-all[0].old"), ""), (at("all[0].fresh"), "Fresh<b = 130, c = 3>")],
                "82 03 81 02",
            ),
            (vec![(at("-all[1].fresh"), ""), (at("all[1].old"), "Old<a = 3>")], "01 03"),
            (vec![(at("all[0].old.a"), "5")], "05 81 02"),
        ] {
            let edits: Vec<(&str, &str)> =
                edits.iter().map(|(path, text)| (path.as_str(), *text)).collect();
            let found = edited(&schema, "01 81 02", |editor| all(editor, &edits));
            assert_eq!(found, Ok(bytes(written)), "{edits:?} {schema}");
        }
        // What was set stays, and a value that is read as another one is an error.
        for edits in [
            vec![("all[0].peek".to_owned(), "9")],
            vec![("all[0].peek".to_owned(), "200")],
            vec![(at("all[0].fresh"), "Fresh<b = 130, c = 3>")],
            vec![(at("-all[0].old"), "")],
            vec![(at("all[0].old.a"), "200")],
        ] {
            let edits: Vec<(&str, &str)> =
                edits.iter().map(|(path, text)| (path.as_str(), *text)).collect();
            let found = edited(&schema, "01 81 02", |editor| all(editor, &edits));
            assert!(found.is_err(), "{edits:?} {found:?}");
        }
    }
}

#[test]
fn a_number_ahead_can_be_a_tag_a_count_or_a_size() {
    let file = "01 81 02";
    let tag = records(&format!("{PEEK}\n{{name: of, type: Either(peek)}}"));
    let value = "R<of = IsFresh<fresh = Fresh<b = 130, c = 3>>>";
    let found = edited(&tag, file, |editor| all(editor, &[("+all[0]", value)]));
    assert_eq!(found, Ok(bytes("82 03 01 81 02")));
    for field in ["count: peek + 1", "size: peek + 1"] {
        let ty = if field.starts_with("count") { "u8" } else { "bytes" };
        let counted = "{name: n, type: u8, equals: count(all)}\n{name: all, type: R, count: n}";
        let schema = with_inner(counted, &format!("{PEEK}\n{{name: data, type: {ty}, {field}}}"));
        let value = if ty == "u8" { "R<data = [2, 5, 6]>" } else { "R<data = 020506>" };
        let found = edited(&schema, "01 01 07", |editor| all(editor, &[("+all[0]", value)]));
        assert_eq!(found, Ok(bytes("02 02 05 06 01 07")), "{schema}");
    }
    let two = "{name: peek, type: u16be, at: position}\n{name: old, type: Old, when: peek < 0x8000}\n{name: fresh, type: Fresh, when: peek >= 0x8000}";
    let two = with_inner(
        "{name: n, type: u8, equals: count(all)}\n{name: all, type: R, count: n}\n{name: end, type: u16}",
        two,
    ) + OF_RECORDS;
    let value = "R<fresh = Fresh<b = 130, c = 3>>";
    let found = edited(&two, "02 01 81 02 00 00", |editor| all(editor, &[("+all[1]", value)]));
    assert_eq!(found, Ok(bytes("03 01 82 03 81 02 00 00")));
}

/// Texts up to an empty one, as in SMBIOS: without any, two zeros.
const TEXTS: &str = "{name: kind, type: u8}
{name: first, type: u8, at: position}
{name: none, type: u8, when: first = 0, equals: 0}
{name: texts, type: Word, last: next = 0, when: first != 0}
{name: zero, type: u8, equals: 0}";

/// A computed value at the bytes ahead is there or not, as the other values need it.
#[test]
fn a_computed_value_ahead_follows_what_is_there_instead() {
    let words = "- record: Word\n  summary: A word\n  fields:\n".to_owned()
        + &item("{name: text, type: ascii, stop: 0, valid: size(text) > 0}")
        + &item("{name: next, type: u8, at: position}");
    let schema = with_inner("{name: all, type: R, count: rest}", TEXTS);
    let schema = schema.replace("- record: Word\n  summary: A word\n  fields:\n    - {name: text, type: bytes, summary: Its bytes}\n", "") + &words;
    let word = |text: &str| format!("Word<text = \"{text}\">");
    let cases: [(&[(&str, &str)], &str); 8] = [
        (&[("*all[0].texts[1]", "")], "01 61 62 00 63 00 63 00 00 02 00 00 03 64 00 00"),
        (&[("-all[0].texts[1]", "")], "01 61 62 00 00 02 00 00 03 64 00 00"),
        (&[("-all[0].texts", "")], "01 00 00 02 00 00 03 64 00 00"),
        (&[("+all[0].texts[2]", &word("e"))], "01 61 62 00 63 00 65 00 00 02 00 00 03 64 00 00"),
        (&[("+all[1].texts[0]", &word("e"))], "01 61 62 00 63 00 00 02 65 00 00 03 64 00 00"),
        (
            &[("all[1].texts", &format!("[{}]", word("e")))],
            "01 61 62 00 63 00 00 02 65 00 00 03 64 00 00",
        ),
        (
            &[("-all[0].texts", ""), ("all[1].texts", &format!("[{}, {}]", word("e"), word("f")))],
            "01 00 00 02 65 00 66 00 00 03 64 00 00",
        ),
        (
            &[
                ("+all[3]", &format!("R<kind = 4, texts = [{}]>", word("e"))),
                ("+all[0]", "R<kind = 5>"),
            ],
            "05 00 00 01 61 62 00 63 00 00 02 00 00 03 64 00 00 04 65 00 00",
        ),
    ];
    for (edits, expected) in cases {
        let found = edited(&schema, "01 61 62 00 63 00 00 02 00 00 03 64 00 00", |editor| {
            all(editor, edits)
        });
        assert_eq!(found, Ok(bytes(expected)), "{edits:?}");
    }
    // The byte ahead can be computed itself.
    let marked = with_inner(
        "{name: all, type: R, count: rest}",
        "{name: first, type: u8, at: position}\n{name: mark, type: u8, when: first = 7, equals: 7}\n{name: n, type: u8, when: first = 7}\n{name: other, type: u8, when: first != 7}",
    );
    for (edits, expected) in [
        ([("all[0].n", "2")], "07 02 05"),
        ([("+all[0]", "R<first = 7, n = 3>")], "07 03 07 01 05"),
        ([("+all[2]", "R<other = 3>")], "07 01 05 03"),
        ([("*all[0]", "")], "07 01 07 01 05"),
    ] {
        let found = edited(&marked, "07 01 05", |editor| all(editor, &edits));
        assert_eq!(found, Ok(bytes(expected)), "{edits:?}");
    }
}
