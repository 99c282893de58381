//! Edits of bytes that the schema does not describe: their tags follow the fields that state them.

use crate::computed::{of_lines, with_inner};
use crate::edit::{all, edited};
use crate::language::bytes;

const UNIONS: &str = "
- enum: Sort
  wire: u8
  unknown: keep
  summary: Sorts
  members:
    - {name: one, value: 1, summary: One}
    - {name: two, value: 2, summary: Two}
- union: Body
  unknown: opaque
  summary: Bodies
- {variant: Known, of: Body, tag: 1, summary: Known, fields: [{name: t, type: ascii, size: rest, summary: T}]}
- union: Sorted
  unknown: opaque
  summary: Bodies by a sort
- {variant: Fixed, of: Sorted, tag: one, summary: Known, fields: [{name: t, type: ascii, size: rest, summary: T}]}
- union: Own
  tag: u8
  unknown: opaque
  summary: Bodies with a tag
- {variant: First, of: Own, tag: 1, summary: Known, fields: [{name: t, type: ascii, size: rest, summary: T}]}
- union: Ahead
  tag: ahead<u8>
  unknown: opaque
  summary: Bodies with a tag
- {variant: Begun, of: Ahead, tag: 1, summary: Known, fields: [{name: n, type: u8, summary: N}, {name: t, type: ascii, size: rest, summary: T}]}
";

/// Schemas of files of a byte `raw` and two bytes `body`, whose tag comes from `raw`, and the path of each body.
fn schemas() -> Vec<(String, &'static str)> {
    let field = |tag: &str| format!("{{name: body, type: Body({tag}), size: 2}}");
    let of_file = |tag: &str| of_lines(&format!("{{name: raw, type: u8}}\n{}", field(tag)));
    let raw = "{name: raw, type: u8}";
    let all = [
        (of_file("raw"), "body"),
        (of_file("raw & 15"), "body"),
        (
            of_lines(&format!("{raw}\n{{name: kind, type: u8, let: raw & 15}}\n{}", field("kind"))),
            "body",
        ),
        (
            of_lines(
                "{name: h, type: packed<u8>, parts: [{name: raw, bits: 4, summary: R}, {name: z, bits: 4, summary: Z}]}\n{name: body, type: Body(raw), size: 2}",
            ),
            "body",
        ),
        (with_inner(&format!("{raw}\n{{name: r, type: R}}"), &field("File.raw")), "r.body"),
        (
            with_inner(
                &format!("{raw}\n{{name: r, type: R(raw)}}"),
                &format!("{{name: p, type: u8, let: parameter}}\n{}", field("p")),
            ),
            "r.body",
        ),
        (with_inner(&format!("{{name: r, type: R}}\n{}", field("r.raw")), raw), "body"),
        (of_lines(&format!("{raw}\n{{name: all, type: Body(raw), size: 2, count: 1}}")), "all[0]"),
    ];
    all.into_iter().map(|(schema, path)| (schema + UNIONS, path)).collect()
}

fn edit(schema: &str, file: &str, edits: &[(&str, &str)]) -> Result<Vec<u8>, String> {
    edited(schema, file, |editor| all(editor, edits))
}

#[test]
fn tags_follow_the_fields_that_state_them() {
    for (schema, path) in schemas() {
        let raw = if path == "body" && schema.contains("Body(r.raw)") { "r.raw" } else { "raw" };
        for (file, edits, written) in [
            ("02 61 62", &[(raw, "3")][..], "03 61 62"),
            ("02 61 62", &[(raw, "3"), (path, "0506")], "03 05 06"),
            ("02 61 62", &[(path, "0506"), (raw, "3")], "03 05 06"),
            ("02 61 62", &[(raw, "3"), (path, "opaque<tag=3,bytes=0506>")], "03 05 06"),
            ("02 61 62", &[(path, "\"hi\"")], "02 68 69"),
            ("02 61 62", &[(raw, "1"), (path, "Known<t=\"hi\">")], "01 68 69"),
            ("01 61 62", &[(raw, "2"), (path, "0506")], "02 05 06"),
            ("01 61 62", &[(raw, "2"), (path, "\"hi\"")], "02 68 69"),
            ("01 61 62", &[(raw, "2"), (path, "opaque<bytes = \"hi\">")], "02 68 69"),
        ] {
            assert_eq!(edit(&schema, file, edits), Ok(bytes(written)), "{edits:?} {schema}");
        }
        for edits in [
            &[(raw, "1")][..],
            &[(path, "opaque<tag = 3, bytes = 0506>")],
            &[(raw, "4"), (path, "opaque<tag = 3, bytes = 0506>")],
            &[(path, "opaque<tag = 3>")],
            &[(path, "opaque<tag = 2, tag = 2, bytes = 0506>")],
            &[(path, "opaque<tag = 2, bytes = 0506")],
            &[(path, "Known<t = \"hi\">")],
        ] {
            let found = edit(&schema, "02 61 62", edits);
            assert!(found.is_err(), "{edits:?} {found:?} {schema}");
        }
    }
}

/// Such bytes are written like others: in hexadecimal or as a text in quotes, in a record or alone.
#[test]
fn undescribed_bytes_are_texts_or_hexadecimal() {
    let inner = "{name: n, type: u8, equals: size(body)}\n{name: kind, type: Sort}\n{name: body, type: Sorted(kind), size: n}";
    let schema = with_inner("{name: all, type: R, count: rest}", inner) + UNIONS;
    for (body, written) in [
        ("6869", "68 69"),
        ("0x6869", "68 69"),
        ("68 69", "68 69"),
        ("\"hi\"", "68 69"),
        ("\"\"", ""),
        ("\"\\xff>,\"", "ff 3e 2c"),
        ("opaque<tag=two,bytes=6869>", "68 69"),
        ("opaque<bytes = \"hi\", tag = 0x02>", "68 69"),
        ("opaque< tag = 2 , bytes = 68 69 >", "68 69"),
        ("opaque<bytes=\"\">", ""),
    ] {
        let len = bytes(written).len();
        let expected = bytes(&format!("{len:02x} 02 {written} 01 01 61"));
        let record = format!("R<kind = two, body = {body}>");
        let found = edit(&schema, "01 01 61", &[("+all[0]", &record)]);
        assert_eq!(found.as_ref(), Ok(&expected), "{body}");
        for old in ["01 01 61 01 01 61", "01 07 61 01 01 61"] {
            let found = edit(&schema, old, &[("all[0].kind", "two"), ("all[0].body", body)]);
            assert_eq!(found.as_ref(), Ok(&expected), "{body}");
        }
    }
    for (value, error) in [
        ("R<kind = two, body = 686>", "found `686`"),
        (
            "R<kind = two, body = opaque<tag = three, bytes = 00>>",
            "named three; there are one, two",
        ),
        ("R<kind = two, body = opaque<tag = 300, bytes = 00>>", "from 0 to 255, found `300`"),
        ("R<kind = two, body = opaque<bytes = 0>>", "found `opaque<bytes = 0>`"),
    ] {
        let found = edit(&schema, "01 01 61", &[("+all[0]", value)]).expect_err(value);
        assert!(found.contains(error), "{value}: {found}");
    }
}

/// A tag that only the bytes have is a part of their value.
#[test]
fn tags_of_their_own_are_values() {
    let schema = of_lines(
        "{name: n, type: u8, equals: size(own)}\n{name: own, type: Own, size: n}\n{name: next, type: Ahead}",
    ) + UNIONS;
    let file = "03 02 61 62 07 63";
    for (edits, written) in [
        (&[("own", "0506")][..], "03 02 05 06 07 63"),
        (&[("own", "opaque<tag=3,bytes=0506>")], "03 03 05 06 07 63"),
        (&[("own", "First<t=\"hi\">")], "03 01 68 69 07 63"),
        (&[("next", "0506")], "03 02 61 62 05 06"),
        (&[("next", "opaque<tag = 5, bytes = 0506>")], "03 02 61 62 05 06"),
    ] {
        assert_eq!(edit(&schema, file, edits), Ok(bytes(written)), "{edits:?}");
    }
    for (file, edits) in [
        (file, ("own", "opaque<tag=1,bytes=0506>")),
        ("03 01 61 62 07 63", ("own", "0506")),
        (file, ("next", "0106")),
        (file, ("next", "opaque<tag = 6, bytes = 0506>")),
    ] {
        let found = edit(&schema, file, &[edits]);
        assert!(found.is_err(), "{edits:?} {found:?}");
    }
}
