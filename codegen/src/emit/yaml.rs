//! Items of the model in the schema language.
//!
//! Two things are known only in Rust: the types of codecs, and defaults that are Rust values. In place of each, the text contains
//! its number between two marks.

use crate::ast::{Literal, before};
use crate::model::{
    Default, Docs, Enum, Field, FieldKind, Gate, Model, PresenceHow, Record, Reserved, Union,
};
use std::fmt::Write as _;

/// The mark around the number of a codec whose type only Rust knows.
pub const TYPE: char = '\u{1}';
/// The mark around the number of a default that only Rust knows.
pub const DEFAULT: char = '\u{2}';
/// The placeholder for the name of the union that variants belong to.
pub const UNION: char = '\u{3}';
/// The placeholder for the name of a record or an enum.
pub const NAME: char = '\u{4}';

/// A text as a quoted YAML scalar on one line.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() && c != before::BEFORE => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// An enum.
#[must_use]
pub fn enumeration(model: &Model, item: &Enum) -> String {
    let mut text = head("enum", NAME);
    line(&mut text, "wire", &quoted(&model.spell(&item.wire)));
    if item.open {
        line(&mut text, "unknown", "keep");
    }
    docs(model, &mut text, &item.docs);
    text.push_str(&reserved(&item.reserved, "value"));
    text.push_str("  members:\n");
    for member in &item.members {
        let mut keys = vec![
            format!("name: {}", quoted(&member.docs.name)),
            format!("value: {}", member.value),
        ];
        inline_docs(model, &mut keys, &member.docs);
        let _ = writeln!(text, "    - {{{}}}", keys.join(", "));
    }
    text
}

/// A record.
#[must_use]
pub fn record(model: &Model, item: &Record) -> String {
    let mut text = head("record", NAME);
    docs(model, &mut text, &item.docs);
    fields(model, &mut text, &item.fields);
    text
}

/// The tag of a union, its rule for unknown tags, its traits and its documentation, without its name.
#[must_use]
pub fn union(model: &Model, item: &Union) -> String {
    let mut text = String::new();
    line(&mut text, "tag", &quoted(&model.spell(&item.tag)));
    line(&mut text, "unknown", if item.opaque { "opaque" } else { "error" });
    if !item.traits.is_empty() {
        line(&mut text, "traits", &format!("[{}]", item.traits.join(", ")));
    }
    docs(model, &mut text, &item.docs);
    text
}

/// The reserved numbers, as the entries of a list.
#[must_use]
pub fn reserved_numbers(list: &[Reserved], key: &str) -> String {
    let mut text = String::new();
    for Reserved { number, was } in list {
        let was = if was.is_empty() { String::new() } else { format!(", was: {}", quoted(was)) };
        let _ = writeln!(text, "    - {{{key}: {number}{was}}}");
    }
    text
}

fn reserved(list: &[Reserved], key: &str) -> String {
    let text = reserved_numbers(list, key);
    if text.is_empty() { text } else { format!("  reserved:\n{text}") }
}

/// The variants of a union.
#[must_use]
pub fn variants(model: &Model, item: &Union) -> String {
    let mut text = String::new();
    for variant in &item.variants {
        let _ = writeln!(text, "- variant: {}", quoted(&variant.docs.name));
        line(&mut text, "of", &format!("\"{UNION}\""));
        line(&mut text, "tag", &variant.tag.to_string());
        docs(model, &mut text, &variant.docs);
        if !variant.traits.is_empty() {
            let traits = variant.traits.iter().filter_map(|(name, value)| match value {
                Literal::Text(value) => Some(format!("{name}: {}", quoted(value))),
                Literal::Int(value) => Some(format!("{name}: {value}")),
                Literal::Bool(value) => Some(format!("{name}: {value}")),
                Literal::EmptyList => None,
            });
            line(&mut text, "traits", &format!("{{{}}}", traits.collect::<Vec<_>>().join(", ")));
        }
        if !variant.text.is_empty() {
            line(&mut text, "text", &quoted(&crate::text::template(&variant.text)));
        }
        fields(model, &mut text, &variant.fields);
    }
    text
}

fn head(kind: &str, name: char) -> String {
    format!("- {kind}: \"{name}\"\n")
}

fn line(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "  {key}: {value}");
}

fn version(model: &Model, index: usize) -> String {
    quoted(model.versions.get(index).map_or("", |version| version.docs.name.as_str()))
}

fn gate(model: &Model, gate: &Gate) -> Vec<(&'static str, String)> {
    let since = (gate.since > 0).then(|| ("since", version(model, gate.since)));
    let until = gate.until.map(|until| ("until", version(model, until)));
    since.into_iter().chain(until).collect()
}

/// The lines for the first version of an item and the last version of a gate, as far as they exist.
#[must_use]
pub fn bounds(since: Option<&str>, model: &Model, of: &Gate) -> String {
    let mut text = String::new();
    if let Some(since) = since {
        line(&mut text, "since", &quoted(since));
    }
    if let Some(until) = of.until {
        line(&mut text, "until", &version(model, until));
    }
    text
}

fn docs(model: &Model, text: &mut String, docs: &Docs) {
    line(text, "summary", &quoted(&docs.summary));
    if !docs.doc.is_empty() {
        line(text, "doc", &quoted(&docs.doc));
    }
    for (key, value) in gate(model, &docs.gate) {
        line(text, key, &value);
    }
}

fn inline_docs(model: &Model, keys: &mut Vec<String>, docs: &Docs) {
    keys.extend(gate(model, &docs.gate).iter().map(|(key, value)| format!("{key}: {value}")));
    if docs.label != docs.name {
        keys.push(format!("label: {}", quoted(&docs.label)));
    }
    keys.push(format!("summary: {}", quoted(&docs.summary)));
    if !docs.doc.is_empty() {
        keys.push(format!("doc: {}", quoted(&docs.doc)));
    }
}

fn fields(model: &Model, text: &mut String, fields: &[Field]) {
    if fields.is_empty() {
        return;
    }
    text.push_str("  fields:\n");
    for field in fields {
        let mut keys = vec![
            format!("name: {}", quoted(&field.docs.name)),
            // A type needs no escapes, and may contain marks.
            format!("type: \"{}\"", field.spelling(model, &codec)),
        ];
        match &field.kind {
            FieldKind::Unit { bit } => keys.push(format!("bit: {bit}")),
            FieldKind::Optional(_, presence) => {
                keys.push("optional: true".to_owned());
                keys.extend(presence.iter().filter_map(|way| match &way.how {
                    PresenceHow::Bit(bit) => Some(format!("bit: {bit}")),
                    PresenceHow::Field(name) => Some(format!("present: {}", quoted(name))),
                    PresenceHow::When(test) => Some(format!("when: {}", quoted(&test.to_string()))),
                    PresenceHow::Unless(test) => {
                        Some(format!("when: {}", quoted(&format!("not {test}"))))
                    }
                    PresenceHow::Version => None,
                }));
            }
            _ => {}
        }
        keys.extend(default(model, field).map(|default| format!("default: {default}")));
        inline_docs(model, &mut keys, &field.docs);
        let _ = writeln!(text, "    - {{{}}}", keys.join(", "));
    }
}

/// The default of a field. A Rust value is a number between marks.
fn default(model: &Model, field: &Field) -> Option<String> {
    let spelled = model.spell_default(field)?;
    Some(match field.default {
        Some(Default::Literal(Literal::Text(_))) => format!("{DEFAULT}{spelled}{DEFAULT}"),
        Some(Default::FalseTimes(_)) => quoted(&spelled),
        _ => spelled,
    })
}

/// The marked number of a codec whose type only Rust knows.
fn codec(index: usize) -> String {
    format!("{TYPE}{index}{TYPE}")
}
