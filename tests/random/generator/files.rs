//! Files of which all has types: schemas made at random in which a file is one record, or has sections whose contents use each other,
//! and what the tests call of the code of each.

use bytespec_codegen::ast::Schema;
use bytespec_codegen::model::Model;
use bytespec_codegen::syntax;
use mutate::Random;
use std::path::PathBuf;

#[path = "../../plan/any_file/expressions.rs"]
mod expressions;
#[path = "../../support/mutate.rs"]
#[allow(dead_code, unreachable_pub, reason = "what only other tests use")]
mod mutate;
#[path = "../../plan/any_file/schemas.rs"]
mod schemas;

/// How many schemas of each kind a run of the suite compiles.
pub(crate) const COUNT: u64 = 24;

/// Numbers in the items of a file, which other sections use.
#[rustfmt::skip]
const LISTS: &[&str] = &[
    "Entry.f0", "Entry.f0", "Entry.f1", "Entry.f1", "Entry.f2", "Leaf.f0", "Leaf.f1", "Inner.f1", "Outer.f0", "Given.f2", "Root.f0",
];

/// A section with numbers.
const ENTRIES: &str = "- section: entries
  id: 4
  summary: Entries
  content: Entries
- record: Entries
  summary: Entries
  fields:
    - {name: f0, type: list<Entry>, summary: The entries}
- record: Entry
  summary: An entry
  fields:
    - {name: f0, type: u8, summary: A number}
    - {name: f1, type: varint, summary: A number}
    - {name: f2, type: u8, when: f0 = 1, summary: A number}
    - {name: f3, type: u16, let: f0 + index, summary: A number}
";

/// Fields that use numbers L of other sections.
const USES: &[&str] = &[
    "type: u8, equals: 'count(L)'",
    "type: u16, equals: 'count(L) + 1'",
    "type: u64, equals: 'L[0]'",
    "type: bytes, count: 'count(L)', size: 'L[index]'",
    "type: bytes, size: 'L[0]'",
    "type: ascii, size: 'L[0] & 7'",
    "type: u64, let: 'count(L)'",
    "type: u64, let: 'L[count(L) - 1]'",
    "type: bool, let: 'find(L, 1) = 0'",
    "type: u8, count: 'count(L)'",
    "type: Leaf, count: 'count(L) & 3'",
    "type: Inner, count: 'L[0] & 3'",
    "type: Peeked, count: 'count(L)'",
    "type: 'Given(L[0], count(L))'",
    "type: 'ByField(L[0])', size: 2",
    "type: Leaf, while: 'count(Leaf.f0) < L[0]'",
    "type: u16, when: 'L[1] = 3'",
    "type: u16, when: 'find(L, 3) < 9'",
    "type: varint, valid: 'f0 != L[0]'",
    "type: list<Entry>",
    "type: list<varint>",
    "type: u32, equals: 'crc32(f0)'",
];

/// The text of a schema without what `check` refuses; none where little is left of it.
pub(crate) fn schema(seed: u64) -> Option<String> {
    accepted(&schemas::schema(&mut Random::new(seed)))
}

/// The same for a format with sections whose contents use each other.
pub(crate) fn of_sections(seed: u64) -> Option<String> {
    let random = &mut Random::new(seed);
    let header = "  magic: \"41\"\n  header: {record: Header, version: [version]}\n  sections: {id_bits: 6}\n";
    let text = schemas::schema(random).replace("  file: Root\n", header);
    // Only records of a file state an order of bytes.
    let lines = text.lines().filter(|line| !(line.contains("byte_order") && line.contains('.')));
    let mut text: String = lines.map(|line| format!("{line}\n")).collect();
    text += "- record: Header\n  summary: A header\n  fields:\n    - {name: version, type: u8, summary: The version}\n    \
             - {name: f1, type: utf8, summary: A text}\n- section: plain\n  id: 5\n  summary: Plain\n  \
             fields:\n    - {name: f0, type: list<varint>, summary: Numbers}\n";
    text += ENTRIES;
    // What uses numbers comes before them, and after them.
    for (name, id, repeated) in [("Root", 2, false), ("Table", 1, false), ("Rows", 3, true)] {
        text += &format!(
            "- section: {}\n  id: {id}\n  repeated: {repeated}\n  summary: A section\n  content: {name}\n",
            name.to_lowercase()
        );
        if name == "Root" {
            continue;
        }
        text += &format!("- record: {name}\n  summary: A record\n  fields:\n");
        for at in 0..2 + random.below(4) {
            let uses = if at == 0 && random.below(2) == 0 { "type: u8" } else { of(random, USES) };
            let list = match random.below(4) {
                0 if name == "Rows" => "Table.f0",
                _ => of(random, LISTS),
            };
            let uses = uses.replace("L", list).replace(&format!("{list}eaf"), "Leaf");
            text += &format!("    - {{name: f{at}, {uses}, summary: A field}}\n");
        }
    }
    accepted(&text)
}

fn of(random: &mut Random, all: &[&'static str]) -> &'static str {
    random.pick(all).copied().unwrap_or_default()
}

fn accepted(text: &str) -> Option<String> {
    let (text, _) = schemas::accepted(text, &mut |_| ()).ok().flatten()?;
    // Generated code uses these names itself.
    Some(text.replace("Leaf", "String").replace("Outer", "Value"))
}

/// Whether all of a file has types.
pub(crate) fn is_typed(model: &Model) -> bool {
    let has_sections = model.header.is_some() && model.section_header.is_some();
    let has_contents = model.sections.iter().any(|section| section.content.is_some());
    model.file.is_some() || has_sections && has_contents && !model.needs_host()
}

/// The module of a format, of which `source` is the code.
pub(crate) fn glue(name: &str, model: &Model, source: &str) -> String {
    // The record that a file is alone has methods with this lifetime.
    let record = || {
        let record = source.split("impl<'i> ").nth(1).expect("a record that is read");
        record.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    let (file, value) = match model.file {
        Some(_) => {
            (record(), "FileValue::of_record(code::plan(), file.to_value()).expect(\"a record\")")
        }
        None => ("file::File".to_owned(), "file.to_value()"),
    };
    format!(
        "mod {name}_file {{
    #[allow(dead_code, reason = \"what is not of a whole file\")]
    pub(crate) mod code {{ include!(concat!(env!(\"OUT_DIR\"), \"/{name}/code.rs\")); }}

    pub(crate) const FILE: crate::files::TypedFile = crate::files::TypedFile {{
        name: \"{name}\",
        schema: include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}/schema.yaml\")),
        plan: code::plan,
        typed: |executor, bytes| {{
            #[allow(unused_imports)]
            use bytespec::plan::{{FileValue, record::RecordField as _}};
            let file = code::{file}::read_with(executor, bytes)?;
            let value = {value};
            Ok((value, file.into_owned().write_with(executor, bytes)))
        }},
    }};
}}
"
    )
}
