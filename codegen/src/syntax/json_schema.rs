//! The key table as a JSON Schema, which editors use for completion and for marking faults.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::keys::{KindSpec, Shape, item_kinds};

/// The JSON Schema of a schema file.
pub fn json_schema() -> String {
    let mut kinds = BTreeMap::new();
    for kind in item_kinds() {
        collect(kind, &mut kinds);
    }
    let mut out = String::new();
    out.push_str("{\n");
    out.push_str("  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n");
    out.push_str("  \"title\": \"Bytespec schema file\",\n");
    out.push_str("  \"type\": \"array\",\n");
    out.push_str("  \"items\": {\"oneOf\": [\n");
    let items: Vec<_> = item_kinds().iter().map(|kind| format!("    {}", refer(kind))).collect();
    out.push_str(&items.join(",\n"));
    out.push_str("\n  ]},\n");
    out.push_str("  \"definitions\": {\n");
    let kinds: Vec<_> = kinds.into_values().map(definition).collect();
    out.push_str(&kinds.join(",\n"));
    out.push_str("\n  }\n}\n");
    out
}

fn collect(kind: &'static KindSpec, kinds: &mut BTreeMap<&'static str, &'static KindSpec>) {
    if kinds.insert(kind.name, kind).is_none() {
        for key in kind.keys() {
            collect_shape(&key.shape, kinds);
        }
    }
}

fn collect_shape(shape: &'static Shape, kinds: &mut BTreeMap<&'static str, &'static KindSpec>) {
    match shape {
        Shape::Map(kind) => collect(kind, kinds),
        Shape::List(inner) => collect_shape(inner, kinds),
        Shape::Either(a, b) => {
            collect_shape(a, kinds);
            collect_shape(b, kinds);
        }
        _ => {}
    }
}

fn definition(kind: &KindSpec) -> String {
    let keys: Vec<_> = kind
        .keys()
        .map(|key| {
            let (name, doc) = (quote(key.name), quote(key.doc));
            format!("        {name}: {{\"description\": {doc}, {}}}", shape(&key.shape))
        })
        .collect();
    let required: Vec<_> =
        kind.keys().filter(|key| key.required).map(|key| quote(key.name)).collect();
    let mut out = format!("    {}: {{\n", quote(&slug(kind.name)));
    let _ = writeln!(out, "      \"description\": {},", quote(kind.doc));
    out.push_str("      \"type\": \"object\",\n");
    out.push_str("      \"additionalProperties\": false,\n");
    let _ = writeln!(out, "      \"required\": [{}],", required.join(", "));
    let _ = writeln!(out, "      \"properties\": {{\n{}\n      }}", keys.join(",\n"));
    out.push_str("    }");
    out
}

/// The members of a schema object that say what a shape allows.
fn shape(shape_of: &Shape) -> String {
    match shape_of {
        Shape::Text | Shape::Type => "\"type\": \"string\"".into(),
        Shape::Name => "\"type\": \"string\", \"pattern\": \"^[A-Za-z_][A-Za-z0-9_]*$\"".into(),
        Shape::Version => "\"type\": \"string\", \"pattern\": \"^[0-9]+(\\\\.[0-9]+)*$\"".into(),
        Shape::Expression => "\"type\": [\"string\", \"integer\"]".into(),
        Shape::Test => {
            "\"type\": \"string\", \"pattern\": \"^[A-Za-z_]\\\\w*( *= *[A-Za-z_]\\\\w*)?$\"".into()
        }
        Shape::Hex => "\"type\": \"string\", \"pattern\": \"^([0-9A-Fa-f]{2}(\\\\s+|$))*$\"".into(),
        Shape::Int => "\"type\": \"integer\"".into(),
        Shape::Natural => "\"type\": \"integer\", \"minimum\": 0".into(),
        Shape::Bool => "\"type\": \"boolean\"".into(),
        Shape::Literal => {
            "\"type\": [\"integer\", \"boolean\", \"string\", \"array\"], \"maxItems\": 0".into()
        }
        Shape::OneOf(words) => {
            let words: Vec<_> = words.iter().map(|word| quote(word)).collect();
            format!("\"enum\": [{}]", words.join(", "))
        }
        Shape::List(inner) => format!("\"type\": \"array\", \"items\": {{{}}}", shape(inner)),
        Shape::Map(kind) => {
            let reference = refer(kind);
            // Beside a bare `$ref` every other member would be ignored.
            format!("\"allOf\": [{reference}]")
        }
        Shape::Facts => {
            let literal = shape(&Shape::Literal);
            format!("\"type\": \"object\", \"additionalProperties\": {{{literal}}}")
        }
        Shape::Layout => {
            let property = r"\\s*[A-Za-z_][A-Za-z0-9_]*(\\?|\\[[0-9]+\\]|:\\s*[a-z]+\\??)?\\s*";
            format!("\"type\": \"string\", \"pattern\": \"^({property}(,{property})*)?$\"")
        }
        Shape::Signature => {
            let group = r"\\s*[A-Za-z_][A-Za-z0-9_]*\\s*(\\?|\\*\\s*\\*?)?\\s*";
            let groups = format!(r"(\\s*|{group}(,{group})*)");
            let results = format!(r"(->\\s*\\({groups}\\)\\s*)?");
            let regions = format!(r"(\\{{{groups}\\}}\\s*)?");
            let successors = format!(r"(\\[{groups}\\]\\s*)?");
            let words = "([a-z_]+\\\\s*)*";
            let signature = format!(r"\\s*\\({groups}\\)\\s*{results}{regions}{successors}{words}");
            format!("\"type\": \"string\", \"pattern\": \"^({signature}|\\\\s*none\\\\s*)$\"")
        }
        Shape::Defaults => {
            let value = r"\\s*[A-Za-z_][A-Za-z0-9_]*\\s*(\\?\\s*)?=[^;]*[^;\\s][^;]*";
            format!(
                "\"type\": \"string\", \"pattern\": \"^({value}(;{value})*|\\\\s*none\\\\s*)$\""
            )
        }
        Shape::Entries(inner) => {
            format!("\"type\": \"object\", \"additionalProperties\": {{{}}}", shape(inner))
        }
        Shape::Either(a, b) => format!("\"anyOf\": [{{{}}}, {{{}}}]", shape(a), shape(b)),
    }
}

fn refer(kind: &KindSpec) -> String {
    format!("{{\"$ref\": \"#/definitions/{}\"}}", slug(kind.name))
}

fn slug(name: &str) -> String {
    name.replace(' ', "_")
}

fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
