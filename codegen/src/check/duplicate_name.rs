//! `duplicate-name`: no name stands for two things, in the schema or in the Rust made from it.

use heck::{ToSnakeCase, ToUpperCamelCase};

use super::Cx;
use crate::ast::{Common, Schema, Spanned};
use crate::diagnostics::Diagnostics;

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    let camel: Convert = |name| name.to_upper_camel_case();
    let snake: Convert = |name| name.to_snake_case();

    let codecs = schema.codecs.iter().map(|i| &i.common);
    let enums = schema.enums.iter().map(|i| &i.common);
    let records = schema.records.iter().map(|i| &i.common);
    let unions = schema.unions.iter().map(|i| &i.common);
    let types = enums.chain(records).chain(unions);
    unique("type", camel, types, out);
    unique("codec", snake, codecs, out);
    unique("table", camel, schema.tables.iter().map(|i| &i.common), out);
    held_once(schema, out);
    unique("section", camel, schema.sections.iter().map(|i| &i.common), out);
    unique("group", snake, schema.groups.iter().map(|i| &i.common), out);
    unique("constraint", snake, schema.constraints.iter().map(|i| &i.common), out);
    unique("op", camel, schema.ops.iter().map(|i| &i.common), out);
    for union in &schema.unions {
        unique("variant", camel, cx.variants(union).map(|v| &v.common), out);
    }
    for item in &schema.enums {
        unique("member", camel, item.members.iter().map(|m| &m.common), out);
    }
    for format in &schema.formats {
        unique("feature", snake, format.features.iter(), out);
    }
    for owner in cx.owners() {
        let fields = owner.fields.iter().map(|field| &field.common);
        match owner.op {
            None => unique("field", snake, fields, out),
            Some(op) => {
                let ports = op.results.iter().chain(&op.operands).map(|p| &p.common);
                let names =
                    ports.chain(fields).chain(op.regions.iter().map(|region| &region.common));
                unique("part of the op", snake, names, out);
            }
        }
    }
}

type Convert = fn(&str) -> String;

fn unique<'a>(
    what: &str,
    convert: Convert,
    names: impl Iterator<Item = &'a Common>,
    out: &mut Diagnostics,
) {
    let mut seen: Vec<(String, &Spanned<String>)> = Vec::new();
    for common in names.filter(|common| !common.name.value.is_empty()) {
        let name = &common.name;
        let rust = convert(&name.value);
        if let Some((_, first)) = seen.iter().find(|(other, _)| *other == rust) {
            let message = if first.value == name.value {
                format!("the {what} `{}` is declared twice", name.value)
            } else {
                let (a, b) = (&first.value, &name.value);
                format!("`{a}` and `{b}` are the same {what} in Rust, `{rust}`")
            };
            out.found("duplicate-name", message)
                .at(name.span, "declared again here")
                .at(first.span, "first declared here");
        } else {
            seen.push((rust, name));
        }
    }
}

/// What the language refers to in a table is in one table.
fn held_once(schema: &Schema, out: &mut Diagnostics) {
    let mut seen: Vec<&Spanned<String>> = Vec::new();
    for holds in schema.tables.iter().filter_map(|table| table.holds.as_ref()) {
        if let Some(first) = seen.iter().find(|first| first.value == holds.value) {
            out.found("duplicate-name", format!("two tables hold {}", holds.value))
                .at(holds.span, "said again here")
                .at(first.span, "first said here");
        }
        seen.push(holds);
    }
}
