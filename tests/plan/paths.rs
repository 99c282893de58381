//! Expressions that read fields of other records: byte orders, texts, and tags of unions.

use crate::computed::{of_lines, with_inner};
use crate::language::{both_ways, bytes, item, lowered};
use bytespec::plan::{File, SectionContent};

#[test]
fn records_state_byte_orders_of_their_own() {
    let fields = "{name: all, type: R, count: 2}\n{name: last, type: u16be}";
    let inner =
        "{name: order, type: u8}\n{name: n, type: u16}\n{name: pairs, type: Wide, count: n}";
    let wide =
        "- record: Wide\n  summary: A number\n  fields:\n    - {name: n, type: u32, summary: F}\n";
    let ordered = "  file: File\n  byte_order: R.order = 1\n";
    let schema = with_inner(fields, inner).replace("  file: File\n", ordered) + wide;
    let file = bytes("01 00 01 00 00 00 07 00 01 00 07 00 00 00 01 02");
    assert_eq!(both_ways(&schema, &file), Ok(()));
    let plan = lowered(&schema).expect("a plan");
    let value = File::open(&plan, &file, &[]).and_then(|mut file| file.read()).expect("a value");
    let SectionContent::Item(_, value) = &value.sections[0].content else { panic!("a record") };
    let mut text = String::new();
    value.spell(&plan, &mut text).expect("a text");
    let pairs = "pairs = [Wide<n = 7>]";
    let both = format!("R<order = 1, n = 1, {pairs}>, R<order = 0, n = 1, {pairs}>");
    assert_eq!(text, format!("File<all = [{both}], last = 258>"));
}

/// A test of one field is an expression where generated code has no such test.
#[test]
fn tests_compare_fields_and_ask_those_that_can_be_absent() {
    let pair = "{name: a, type: u8}\n{name: b, type: u8}\n";
    let short = "{name: n, type: u8}\n{name: short, type: u8, when: n = 1}\n";
    for (fields, files) in [
        (format!("{pair}{{name: c, type: u8, when: a = b}}"), ["01 01 07", "01 02"]),
        (format!("{pair}{{name: c, type: u8, when: not a = b}}"), ["01 02 07", "01 01"]),
        (format!("{short}{{name: c, type: u8, when: short = 255}}"), ["01 ff 07", "02"]),
        (format!("{short}{{name: c, type: u8, when: short}}"), ["01 02 07", "01 00"]),
        (format!("{short}{{name: c, type: u8, when: not short}}"), ["00 07", "01 01"]),
    ] {
        let schema = of_lines(&fields);
        for file in files {
            assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{fields}\n{file}");
        }
    }
}

#[test]
fn variants_read_numbers_of_records_in_them() {
    let union =
        "- union: U\n  summary: U\n- variant: One\n  of: U\n  tag: 1\n  summary: One\n  fields:\n";
    let fields = "{name: s, type: R}\n{name: all, type: u8, count: s.n}";
    let fields: String = fields.lines().map(item).collect();
    let schema = with_inner("{name: t, type: u8}\n{name: u, type: U(t)}", "{name: n, type: u8}");
    assert_eq!(both_ways(&(schema + union + &fields), &bytes("01 02 05 06")), Ok(()));
}

/// A schema with unions of two variants, by a text and by a number, and a record `R` with these fields.
fn with_unions(fields: &str, inner: &str) -> String {
    let mut text = with_inner(fields, inner);
    for (union, tags) in [("Named", ["ab", "cd"]), ("Numbered", ["1", "2"])] {
        text += &format!("- union: {union}\n  summary: A union\n");
        for (tag, ty) in tags.into_iter().zip(["u8", "u16"]) {
            text += &format!(
                "- variant: {union}{ty}\n  of: {union}\n  tag: {tag}\n  summary: A variant\n"
            );
            text += &format!("  fields:\n    - {{name: n, type: {ty}, summary: F}}\n");
        }
    }
    text
}

#[test]
fn texts_in_other_records_are_compared_and_select_variants() {
    let inner = "{name: kind, type: ascii, size: 2}\n{name: n, type: u8}";
    let outer = "{name: a, type: u8, when: 'File.head.kind = \"ab\"'}\n{name: b, type: u8, when: 'File.kind != \"ab\"'}";
    let number = "{name: n, type: u8}";
    let (head, kind) = ("{name: head, type: R}", "{name: kind, type: ascii, size: 2}");
    for (fields, inner, files) in [
        (
            format!("{head}\n{{name: more, type: u8, when: 'head.kind = \"ab\"'}}"),
            inner,
            ["61 62 00 07", "63 64 00"],
        ),
        (
            format!("{head}\n{{name: one, type: Named(head.kind)}}"),
            inner,
            ["61 62 00 07", "63 64 00 07 00"],
        ),
        (
            format!("{head}\n{{name: all, type: list<Named(head.kind)>}}"),
            inner,
            ["61 62 00 02 07 08", "63 64 00 01 07 00"],
        ),
        (
            format!("{kind}\n{{name: all, type: list<Named(kind)>}}"),
            inner,
            ["61 62 02 07 08", "63 64 01 07 00"],
        ),
        (
            format!("{head}\n{{name: one, type: Numbered(head.n - 1)}}"),
            inner,
            ["61 62 02 07", "63 64 03 07 00"],
        ),
        (
            format!("{kind}\n{{name: r, type: R}}"),
            "{name: one, type: Named(File.kind)}",
            ["61 62 07", "63 64 07 00"],
        ),
        (format!("{number}\n{{name: one, type: Numbered(n & 3)}}"), inner, ["05 07", "06 07 00"]),
        (
            format!("{number}\n{{name: all, type: 'list<Numbered(n & 3)>'}}"),
            inner,
            ["05 01 07", "06 01 07 00"],
        ),
        (
            format!("{head}\n{kind}\n{{name: s, type: S}}"),
            inner,
            ["61 62 00 61 62 07", "63 64 00 63 64 08"],
        ),
    ] {
        let part = "- record: S\n  summary: A record\n  fields:\n";
        let part: String = part.to_owned() + &outer.lines().map(item).collect::<String>();
        let is_used = fields.contains("type: S}");
        let schema = with_unions(&fields, inner) + if is_used { &part } else { "" };
        for file in files {
            assert_eq!(both_ways(&schema, &bytes(file)), Ok(()), "{file}\n{schema}");
        }
    }
}

/// A message has both ends of a long path. The error has all of it.
#[test]
fn messages_of_deep_values_are_short() {
    let inner = "{name: n, type: u8, valid: n < 2}\n{name: next, type: R, when: n}";
    let plan = lowered(&with_inner("{name: first, type: R}", inner)).expect("a plan");
    let mut file = vec![1; 100];
    file.push(2);
    let error = File::open(&plan, &file, &[]).and_then(|mut file| file.read());
    let error = error.expect_err("a value that is not valid");
    assert_eq!(error.path(), format!("File.first{}.n", ".next".repeat(100)));
    let (outer, inner) = (".next".repeat(14), "next.".repeat(15));
    let message = format!("at byte 100 (0x64), File.first{outer} ... {inner}n: ");
    assert!(error.to_string().starts_with(&message), "{error}");
}
