//! `entries`: a table has one union for each dialect, and the names are valid in Rust.

use heck::ToUpperCamelCase;

use super::Cx;
use crate::ast::{Spanned, Union};
use crate::diagnostics::Diagnostics;
use crate::rust_name::is_identifier;

const RULE: &str = "entries";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let mut seen: Vec<(String, &Spanned<String>, &Spanned<String>)> = Vec::new();
    for union in &cx.schema.unions {
        only_text(union, out);
        let Some((table, dialect)) = both(union, out) else { continue };
        if !is_identifier(&dialect.value) {
            out.found(RULE, format!("`{}` cannot be the name of a dialect", dialect.value))
                .at(dialect.span, "expected letters, digits and underscores");
        }
        let variant = dialect.value.to_upper_camel_case();
        let other = seen.iter().find(|(other, of, _)| *other == variant && of.value == table.value);
        if let Some((_, _, first)) = other {
            let message = if first.value == dialect.value {
                format!("two unions have the entries of `{}` in `{}`", table.value, dialect.value)
            } else {
                let (a, b) = (&first.value, &dialect.value);
                format!("`{a}` and `{b}` are the same dialect in Rust, `{variant}`")
            };
            out.found(RULE, message)
                .at(dialect.span, "second declaration")
                .at(first.span, "first declaration");
        } else {
            seen.push((variant, table, dialect));
        }
    }
    generated_names(cx, out);
}

/// A union that exists only as text has no entries with bytes.
fn only_text(union: &Union, out: &mut Diagnostics) {
    let (Some(text_of), Some(given)) =
        (&union.text_of, union.entries.as_ref().or(union.common.dialect.as_ref()))
    else {
        return;
    };
    let name = &union.common.name.value;
    out.found(RULE, format!("union `{name}` is both only text and entries of a table"))
        .at(given.span, "states that files contain its bytes")
        .at(text_of.span, "states that they do not");
}

/// The table and the dialect of a union; a finding if one of them is missing.
fn both<'a>(
    union: &'a Union,
    out: &mut Diagnostics,
) -> Option<(&'a Spanned<String>, &'a Spanned<String>)> {
    let (given, key, missing) = match (&union.entries, &union.common.dialect) {
        (Some(table), Some(dialect)) => return Some((table, dialect)),
        (Some(table), None) => (table, "entries", "dialect"),
        (None, Some(dialect)) => (dialect, "dialect", "entries"),
        (None, None) => return None,
    };
    if !union.common.broken {
        let name = &union.common.name.value;
        out.found(RULE, format!("union `{name}` has `{key}` but no `{missing}`"))
            .at(given.span, "entries require a table and a dialect");
    }
    None
}

/// The type with the entries of all dialects is named after the table.
fn generated_names(cx: &Cx<'_>, out: &mut Diagnostics) {
    let tables = cx.schema.unions.iter().filter_map(|union| union.entries.as_ref());
    for (at, table) in tables.clone().enumerate() {
        if tables.clone().take(at).any(|earlier| earlier.value == table.value) {
            continue;
        }
        let name = format!("{}Entry", table.value.to_upper_camel_case());
        let declared = cx.schema.enums.iter().map(|item| &item.common);
        let declared = declared.chain(cx.schema.records.iter().map(|item| &item.common));
        let declared = declared.chain(cx.schema.unions.iter().map(|item| &item.common));
        // A run-only item has no Rust type.
        let mut declared = declared.filter(|item| !cx.run_only.has(&item.name.value));
        let same = declared.find(|item| item.name.value.to_upper_camel_case() == name);
        if let Some(item) = same {
            out.found(RULE, format!("`{name}` is the name of two types in Rust"))
                .at(item.name.span, "this type")
                .at(table.span, "the type of the entries of all dialects");
        }
    }
}
