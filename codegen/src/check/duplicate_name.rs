//! `duplicate-name`: no name has two meanings, in the schema or in the generated Rust.

use super::Cx;
use crate::ast::{Schema, Spanned};
use crate::diagnostics::Diagnostics;
use crate::rust_name;
use std::collections::HashMap;

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    let (camel, snake): (Convert, Convert) = (rust_name::camel, rust_name::snake);

    let codecs = schema.codecs.iter().map(|i| &i.common.name);
    let enums = schema.enums.iter().map(|i| &i.common.name);
    let records = schema.records.iter().map(|i| &i.common.name);
    let unions = schema.unions.iter().map(|i| &i.common.name);
    let types = enums.chain(records).chain(unions);
    unique("type", camel, types, out);
    let all = schema.enums.iter().map(|i| &i.common.name);
    let all = all.chain(schema.records.iter().map(|i| &i.common.name));
    let all = all.chain(schema.unions.iter().map(|i| &i.common.name));
    let all: HashMap<&str, &Spanned<String>> =
        all.map(|name| (name.value.as_str(), name)).collect();
    for codec in &schema.codecs {
        let name = &codec.common.name;
        if let Some(first) = all.get(name.value.as_str()) {
            out.found("duplicate-name", format!("`{}` is a codec and a type", name.value))
                .at(name.span, "the codec")
                .at(first.span, "the type");
        }
    }
    unique("codec", snake, codecs, out);
    unique("table", camel, schema.tables.iter().map(|i| &i.common.name), out);
    held_once(schema, out);
    unique("section", camel, schema.sections.iter().map(|i| &i.common.name), out);
    unique("group", snake, schema.groups.iter().map(|i| &i.common.name), out);
    unique("constraint", snake, schema.constraints.iter().map(|i| &i.common.name), out);
    unique("op", camel, schema.ops.iter().map(|i| &i.common.name), out);
    unique("constant", rust_name::shouty, schema.constants.iter().map(|i| &i.common.name), out);
    for union in &schema.unions {
        unique("trait", snake, union.traits.iter(), out);
        unique("variant", camel, cx.variants(union).map(|v| &v.common.name), out);
    }
    for item in &schema.enums {
        unique("member", camel, item.members.iter().map(|m| &m.common.name), out);
    }
    for format in &schema.formats {
        unique("feature", snake, format.features.iter().map(|i| &i.name), out);
    }
    for owner in cx.owners() {
        let fields = owner.fields.iter().map(|field| &field.common.name);
        match owner.op {
            None => unique("field", snake, fields, out),
            Some(op) => {
                let ports = op.results.iter().chain(&op.operands).map(|p| &p.common.name);
                let names =
                    ports.chain(fields).chain(op.regions.iter().map(|region| &region.common.name));
                unique("part of the op", snake, names, out);
            }
        }
    }
}

type Convert = fn(&str) -> String;

fn unique<'a>(
    what: &str,
    convert: Convert,
    names: impl Iterator<Item = &'a Spanned<String>>,
    out: &mut Diagnostics,
) {
    let mut seen: HashMap<String, &Spanned<String>> = HashMap::new();
    for name in names.filter(|name| !name.value.is_empty()) {
        let rust = convert(&name.value);
        if let Some(first) = seen.get(&rust) {
            let message = if first.value == name.value {
                format!("the {what} `{}` is declared twice", name.value)
            } else {
                let (a, b) = (&first.value, &name.value);
                format!("`{a}` and `{b}` are the same {what} in Rust, `{rust}`")
            };
            out.found("duplicate-name", message)
                .at(name.span, "second declaration")
                .at(first.span, "first declaration");
        } else {
            seen.insert(rust, name);
        }
    }
}

/// Only one table can hold strings, and only one can hold attributes.
fn held_once(schema: &Schema, out: &mut Diagnostics) {
    let mut seen: Vec<&Spanned<String>> = Vec::new();
    for holds in schema.tables.iter().filter_map(|table| table.holds.as_ref()) {
        if let Some(first) = seen.iter().find(|first| first.value == holds.value) {
            out.found("duplicate-name", format!("two tables hold {}", holds.value))
                .at(holds.span, "second table")
                .at(first.span, "first table");
        }
        seen.push(holds);
    }
}
