//! `reserved-name`: every name is valid in Rust, and none is used by other generated code.

use super::Cx;
use super::type_shape::is_run_only;
use crate::ast::Spanned;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::rust_name::{self, begins_with_letter, camel, is_identifier, snake};

/// Words that are invalid in Rust even as `r#word`.
const HOSTILE: &[&str] = &["self", "super", "crate", "Self", "_"];

/// Methods that every union has.
const METHODS: &[&str] = &[
    "dialect",
    "fields",
    "item_name",
    "nesting",
    "read",
    "scan",
    "tag",
    "text",
    "to_owned",
    "variant_name",
    "visit",
    "write",
];

/// Names of generated types besides those of the schema.
fn made(cx: &Cx<'_>) -> Vec<String> {
    let schema = cx.schema;
    let mut made: Vec<String> =
        ["Version", "Feature", "Features", "Context"].map(Into::into).into();
    if schema.formats.iter().any(|format| format.releases.is_some()) {
        made.push("Release".into());
    }
    if schema.formats.iter().any(|format| format.operations.is_some()) {
        let names = ["Op", "OpKind", "ResultValue", "VisitOp", "IntoOwned", "MakeEnum"];
        made.extend(names.map(Into::into));
    }
    for union in &schema.unions {
        if cx.variants(union).any(|variant| variant.nesting.is_some()) {
            made.push(format!("Visit{}", camel(&union.common.name.value)));
        }
    }
    for table in &schema.tables {
        made.push(rust_name::index_type(&table.common.name.value));
    }
    let sections = schema.sections.iter().filter(|section| !section.fields.is_empty());
    made.extend(sections.map(|section| format!("{}Section", camel(&section.common.name.value))));
    for dialect in schema.dialects.iter().filter(|dialect| dialect.releases.is_some()) {
        made.push(format!("{}Release", camel(&dialect.common.name.value)));
        made.push("DialectReleases".into());
    }
    made
}

/// No item of the schema has the name of another generated type or function.
pub(super) fn made_beside(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    let made = made(cx);
    let enums = schema.enums.iter().map(|item| &item.common);
    let records = schema.records.iter().map(|item| &item.common);
    let unions = schema.unions.iter().map(|item| &item.common);
    let all: Vec<_> = enums.chain(records).chain(unions).map(|common| &common.name).collect();
    // A run-only item has no Rust type.
    let types = all.iter().copied().filter(|name| !cx.run_only.has(&name.value));
    let types: Vec<&Spanned<String>> = types.collect();
    let bodies = schema.ops.iter();
    let bodies = bodies.filter(|op| op.form.as_ref().is_none_or(|form| form.value != "section"));
    let ops: Vec<_> = bodies.map(|op| &op.common.name).collect();
    let mut refuse = |name: &Spanned<String>, what: &str| {
        out.found("reserved-name", format!("`{}` is {what}", name.value))
            .at(name.span, "expected another name")
            .help("`label` can keep the spelling in listings");
    };
    let codecs = schema.codecs.iter().map(|codec| &codec.common.name);
    for name in all.into_iter().chain(codecs) {
        let runs = is_run_only(&name.value);
        if runs || super::cx::is_builtin(&name.value) {
            refuse(name, "a built-in type");
        }
    }
    for name in types.iter().chain(&ops) {
        let camel = camel(&name.value);
        if made.contains(&camel) {
            refuse(name, &format!("also the name of the generated type `{camel}`"));
        }
    }
    // A name that begins with a digit after a change of its case is invalid in Rust.
    for thing in cx.things().iter().filter(|thing| thing.kind != "version") {
        let name = &thing.common.name;
        if is_identifier(&name.value) && !begins_with_letter(&name.value) {
            refuse(name, "not a valid name in Rust: a letter must precede all digits");
        }
    }
    for op in ops {
        let made = camel(&op.value);
        if types.iter().any(|name| camel(&name.value) == made) {
            refuse(op, &format!("an operation, and a type is also named `{made}`"));
        } else if snake(&op.value) == "other" {
            refuse(op, "the name of the method of visitors for other operations");
        }
    }
    // The methods for numbers of values are named like those of a table.
    let has_values = schema.formats.iter().any(|format| format.operations.is_some());
    for table in schema.tables.iter().filter(|_| has_values) {
        if snake(&table.common.name.value) == "value" {
            refuse(&table.common.name, "the name of the methods for numbers of values");
        }
    }
    for item in schema.enums.iter().filter(|item| item.is_open()) {
        for member in &item.members {
            let name = &member.common.name;
            if camel(&name.value) == "Unknown" {
                refuse(name, "the generated variant for unknown numbers");
            }
        }
    }
    for union in &schema.unions {
        let opaque = union.unknown.as_ref().is_some_and(|word| word.value == "opaque");
        for variant in cx.variants(union).filter(|_| opaque) {
            let name = &variant.common.name;
            if camel(&name.value) == "Opaque" {
                refuse(name, "the generated variant for unknown tags");
            }
        }
        for name in &union.traits {
            if METHODS.contains(&snake(&name.value).as_str()) {
                refuse(name, "a method that every union has");
            }
        }
    }
}

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let traits = cx.schema.unions.iter().flat_map(|union| &union.traits);
    for name in traits.filter(|name| !is_identifier(&name.value)) {
        out.found("reserved-name", format!("`{}` cannot be the name of a trait", name.value))
            .at(name.span, "expected letters, digits and underscores");
    }
    // In a macro, the type is any Rust type.
    for codec in cx.schema.codecs.iter().filter(|codec| !codec.native) {
        let Some(value) = codec.value.as_ref() else { continue };
        if !is_identifier(&value.value) {
            out.found("reserved-name", format!("`{}` cannot be the type of a codec", value.value))
                .at(value.span, "expected the name of a type, without a path or arguments")
                .help("name it in the host's module: `pub type NAME = ...;`");
        }
    }
    for thing in cx.things() {
        let name = &thing.common.name;
        // A missing name is reported when it is read, and versions have a rule of their own.
        if name.value.is_empty() && thing.common.broken || thing.kind == "version" {
            continue;
        }
        let fault = if HOSTILE.contains(&name.value.as_str()) {
            "a reserved word in Rust"
        } else if !is_identifier(&name.value) {
            "expected letters, digits and underscores"
        } else {
            continue;
        };
        let (what, article) = (thing.kind, article(thing.kind));
        let message = format!("`{}` cannot be the name of {article} {what}", name.value);
        let found = Diagnostic::new("reserved-name", message).at(name.span, fault);
        out.push(match (name.value.is_empty(), has_label(what)) {
            (false, true) => {
                found.help("choose another name; `label` keeps the spelling in listings")
            }
            _ => found,
        });
    }
}

/// Whether things of a kind can have a spelling in listings.
fn has_label(kind: &str) -> bool {
    matches!(
        kind,
        "enum" | "member" | "record" | "union" | "variant" | "op" | "attribute" | "field"
    )
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}
