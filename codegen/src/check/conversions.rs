//! `conversions`: constants refer to existing constants, and steps to existing operations and releases.

use std::collections::HashMap;

use super::Cx;
use crate::ast::upgrade::{Piece, parse_pieces};
use crate::ast::{Constant, Conversion, Conversions, Layout, Limit, Spanned};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "conversions";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let mut constants: HashMap<&str, &Constant> = HashMap::new();
    for constant in &cx.schema.constants {
        // A constant that refers only to earlier ones cannot refer to itself, and not in a cycle.
        check_constant(cx, constant, &constants, out);
        constants.insert(&constant.common.name.value, constant);
    }
    for item in &cx.schema.conversions {
        if !cx.has_own_releases(&item.common) && !item.common.broken {
            let name = &item.common.name;
            out.found(RULE, format!("`{}` has no releases of its own", name.value))
                .at(name.span, "conversions require releases")
                .help("declare them with `dialect`");
        }
        for step in &item.steps {
            check_step(cx, item, step, &constants, out);
        }
        for limit in &item.limits {
            check_limit(cx, item, limit, out);
        }
    }
}

fn check_constant(
    cx: &Cx<'_>,
    constant: &Constant,
    before: &HashMap<&str, &Constant>,
    out: &mut Diagnostics,
) {
    if let Some(table) = &constant.table
        && !cx.tables.contains_key(table.value.as_str())
        && !cx.schema.incomplete
    {
        let known = cx.tables.keys().copied();
        out.found("unknown-type", format!("no table is named `{}`", table.value))
            .at(table.span, "unknown table")
            .suggest(&table.value, known);
    }
    for (bytes, exact) in [(&constant.bytes, true), (&constant.like, false)] {
        if let Some(bytes) = bytes {
            check_bytes(constant, bytes, exact, before, out);
        }
    }
}

fn check_bytes(
    constant: &Constant,
    bytes: &Spanned<String>,
    exact: bool,
    before: &HashMap<&str, &Constant>,
    out: &mut Diagnostics,
) {
    let name = &constant.common.name.value;
    let pieces = match parse_pieces(&bytes.value) {
        Ok(pieces) => pieces,
        Err(message) => {
            let found = Diagnostic::new(RULE, format!("the bytes of `{name}` cannot be parsed"));
            return out.push(found.at(bytes.span, message));
        }
    };
    if exact && pieces.contains(&Piece::Any) {
        out.found(RULE, format!("`{name}` does not state all of its bytes"))
            .at(bytes.span, "`{*}` is only valid in `like`");
    }
    for piece in &pieces {
        let Piece::Reference(other) = piece else { continue };
        if !before.contains_key(other.as_str()) {
            out.found(
                RULE,
                format!("`{name}` refers to `{other}`, which is not declared before it"),
            )
            .at(bytes.span, "no earlier constant has this name")
            .suggest(other, before.keys().copied());
        }
    }
}

/// The layouts of an operation; a finding if there are none.
fn layouts<'a>(
    cx: &Cx<'a>,
    dialect: &str,
    operation: &Spanned<String>,
    out: &mut Diagnostics,
) -> Vec<&'a Layout> {
    let items = cx.schema.properties.iter();
    let items = items.filter(|properties| properties.common.name.value == dialect);
    let layouts = items.flat_map(|properties| &properties.entries);
    let found: Vec<_> = layouts
        .filter(|layout| layout.operation.value == operation.value && !layout.gone)
        .collect();
    if found.is_empty() && !cx.schema.incomplete {
        out.found(RULE, format!("`{dialect}` has no operation `{}`", operation.value))
            .at(operation.span, "no layout of its properties is declared");
    }
    found
}

fn check_limit(cx: &Cx<'_>, item: &Conversions, limit: &Limit, out: &mut Diagnostics) {
    super::releases::known(cx, &item.common, &limit.before, out);
    let dialect = &item.common.name.value;
    layouts(cx, dialect, &limit.operation, out);
    let variants = limit.property.as_ref().map(|(_, variant)| variant);
    for variant in variants.into_iter().chain(&limit.operands) {
        let mut all = cx.schema.variants.iter();
        if !all.any(|item| item.common.name.value == variant.value) && !cx.schema.incomplete {
            out.found(RULE, format!("no variant is named `{}`", variant.value))
                .at(variant.span, "unknown variant");
        }
    }
    if limit.property.is_none() && limit.operands.is_none() && limit.same.is_none() {
        out.found(RULE, format!("the limit of `{}` has no condition", limit.operation.value)).at(
            limit.operation.span,
            "needs `property` and `is_not`, `operands_are_not` or `same`",
        );
    }
}

fn check_step(
    cx: &Cx<'_>,
    item: &Conversions,
    step: &Conversion,
    constants: &HashMap<&str, &Constant>,
    out: &mut Diagnostics,
) {
    super::releases::known(cx, &item.common, &step.release, out);
    let dialect = &item.common.name.value;
    let properties = [&step.from, &step.to].map(|operation| layouts(cx, dialect, operation, out));
    let has = |side: usize, name: &Spanned<String>| {
        let mut fields = properties[side].iter().flat_map(|layout| &layout.value);
        properties[side].is_empty() || fields.any(|field| field.name.value == name.value)
    };
    let added = step.adds.iter().map(|(name, _)| (1, name, &step.to));
    for (side, name, operation) in added.chain(step.drops.iter().map(|n| (0, n, &step.from))) {
        if !has(side, name) {
            out.found(RULE, format!("`{}` has no property `{}`", operation.value, name.value))
                .at(name.span, "unknown property");
        }
    }
    for (_, constant) in &step.adds {
        if !constants.contains_key(constant.value.as_str()) && !cx.schema.incomplete {
            out.found(RULE, format!("no constant is named `{}`", constant.value))
                .at(constant.span, "unknown constant")
                .suggest(&constant.value, constants.keys().copied());
        }
    }
}
