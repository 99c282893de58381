//! `layout`: names in layouts and their expressions are known, and each step says what its type needs.

mod graph;
mod scope;
mod sections;
mod shape;

pub(super) use scope::check as scopes;
pub(super) use shape::check as types;

use super::Cx;
use super::cx::builtin;
use crate::ast::described::Property;
use crate::ast::{
    Described, DescribedStep, Expression, Place, Repeat, Span, Spanned, TypeArg, TypeExpr,
};
use crate::builtin::STEP;
use crate::diagnostics::Diagnostics;
use std::collections::HashSet;

const RULE: &str = "layout";

/// Types whose shape depends on fields of a record, which a layout says in other words.
const NOT_IN_LAYOUTS: &[&str] = &["flags", "packed", "presence", "repeat", "unit"];

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    let mut names = HashSet::new();
    for item in &schema.described {
        let name = &item.common.name;
        if !names.insert(name.value.as_str()) || cx.named(&name.value).is_some() {
            out.found(RULE, format!("`{}` is the name of another item", name.value))
                .at(name.span, "declared again here");
        }
    }
    if schema.incomplete {
        return;
    }
    for item in &schema.described {
        let records = || schema.records.iter().map(|record| record.common.name.value.as_str());
        known(item.record.as_ref(), "record", records(), out);
        let mut fields = of_record(cx, item.record.as_ref());
        let all: Vec<&str> = fields.iter().copied().chain(steps(item)).collect();
        for step in &item.steps {
            check_type(cx, &step.ty, &names, out);
            check_keys(cx, step, out);
            known(step.table.as_ref(), "table", cx.tables.keys().copied(), out);
            for expression in step.expressions() {
                // What a writer computes is of any step; all else is of those that were read.
                let derived = step.is.as_ref().is_some_and(|is| std::ptr::eq(is, expression));
                check_expression(cx, expression, if derived { &all } else { &fields }, out);
            }
            fields.push(&step.common.name.value);
        }
        let mut seen = HashSet::new();
        for step in item.steps.iter().filter(|step| !seen.insert(&step.common.name.value)) {
            let name = &step.common.name;
            out.found(RULE, format!("the field `{}` is declared twice", name.value))
                .at(name.span, "declared again here");
        }
    }
    for section in &schema.sections {
        known(section.layout.as_ref(), "layout", names.iter().copied(), out);
    }
}

fn steps(item: &Described) -> impl Iterator<Item = &str> {
    item.steps.iter().map(|step| step.common.name.value.as_str())
}

fn of_record<'a>(cx: &Cx<'a>, record: Option<&Spanned<String>>) -> Vec<&'a str> {
    let mut records = cx.schema.records.iter();
    let found = record.and_then(|name| records.find(|item| item.common.name.value == name.value));
    let fields = found.map_or(&[][..], |item| &item.fields);
    fields.iter().map(|field| field.common.name.value.as_str()).collect()
}

fn known<'n>(
    name: Option<&Spanned<String>>,
    what: &str,
    names: impl Iterator<Item = &'n str>,
    out: &mut Diagnostics,
) -> bool {
    super::cx::known(RULE, name, what, names, out)
}

fn check_type(cx: &Cx<'_>, ty: &TypeExpr, layouts: &HashSet<&str>, out: &mut Diagnostics) {
    if ty.name.is_empty() {
        return;
    }
    let name = Spanned::new(ty.name.clone(), ty.span);
    let declared = cx.named(&ty.name).is_some() || layouts.contains(ty.name.as_str());
    let names = builtin().chain(STEP.iter().map(|ty| ty.name));
    let names = names
        .filter(|name| !NOT_IN_LAYOUTS.contains(name))
        .chain(cx.type_names())
        .chain(layouts.iter().copied());
    if !declared && !known(Some(&name), "type of a step", names, out) {
        return;
    }
    let inner = ty.args.first();
    match (ty.name.as_str(), inner) {
        ("ref" | "optional_ref" | "entry", Some(TypeArg::Type(table))) => {
            let table = Spanned::new(table.name.clone(), table.span);
            known(Some(&table), "table", cx.tables.keys().copied(), out);
        }
        ("ref" | "optional_ref" | "entry", _) => wrong(ty.span, "a table", out),
        ("all_but", Some(TypeArg::Number(_))) => {}
        ("all_but", _) => wrong(ty.span, "a number of bytes", out),
        ("up_to", Some(TypeArg::Number(0..=255))) => {}
        ("up_to", _) => wrong(ty.span, "a byte", out),
        ("list" | "rest", Some(TypeArg::Type(inner))) => check_type(cx, inner, layouts, out),
        ("list" | "rest", _) => wrong(ty.span, "the type of the elements", out),
        _ => {}
    }
}

fn wrong(span: Span, needed: &str, out: &mut Diagnostics) {
    out.found(RULE, format!("the type needs {needed} between angle brackets"))
        .at(span, format!("expected {needed}"));
}

/// The keys that a type needs, and those that others have no use for.
fn check_keys(cx: &Cx<'_>, step: &DescribedStep, out: &mut Diagnostics) {
    let (name, ty) = (&step.common.name, step.ty.name.as_str());
    let keys = [
        ("align", step.align.is_some(), ty == "filler"),
        ("dialect", step.dialect.is_some(), matches!(ty, "entry" | "properties")),
        ("operation", step.operation.is_some(), ty == "properties"),
    ];
    for (key, given, needed) in keys {
        if given != needed && !step.common.broken {
            let message = match needed {
                true => format!("field `{}` has no `{key}`", name.value),
                false => format!("field `{}` has no use for `{key}`", name.value),
            };
            let label = if needed { "this type needs it" } else { "of this type" };
            out.found(RULE, message).at(step.ty.span, label);
        }
    }
    if step.of_file && ty != "filler" {
        out.found(RULE, format!("field `{}` has no use for `of_file`", name.value))
            .at(step.ty.span, "of this type");
    }
    if step.version_record.is_some() && ty != "properties" {
        out.found(RULE, format!("field `{}` has no use for `version_record`", name.value))
            .at(step.ty.span, "of this type");
    }
    if step.reversed && !matches!(step.repeat, Some(Repeat::Count(_))) {
        out.found(
            RULE,
            format!("field `{}` is reversed and has no number of elements", name.value),
        )
        .at(name.span, "needs `repeat`: the first element is the last that is read");
    }
    if step.is.is_some() && step.value.is_some() {
        out.found(RULE, format!("field `{}` has both `is` and `value`", name.value))
            .at(name.span, "either it takes bytes or not");
    }
    check_together(cx, step, out);
}

/// Keys of which one would leave another without a meaning.
fn check_together(cx: &Cx<'_>, step: &DescribedStep, out: &mut Diagnostics) {
    let name = &step.common.name;
    let filler = step.ty.name == "filler";
    let (is, value) = (step.is.is_some(), step.value.is_some());
    let said = [
        ("repeat", step.repeat.is_some(), value || filler),
        ("size", step.size.is_some(), value || is || filler),
        ("table", step.table.is_some(), value || is || filler),
        ("is", is, filler),
        ("value", value, filler),
    ];
    for (key, given, useless) in said {
        if given && useless {
            let (with, why) = match (filler, value) {
                (true, _) => ("filler", "filler is what it leads to"),
                (false, true) => ("`value`", "what has a value takes no bytes"),
                (false, false) => ("`is`", "what is computed is one number"),
            };
            out.found(RULE, format!("field `{}` has {with} and `{key}`", name.value))
                .at(name.span, why)
                .help(format!("leave `{key}`"));
        }
    }
    if is || value {
        let number = step.ty.name.is_empty()
            || matches!(step.ty.name.as_str(), "bool" | "ref")
            || super::cx::integer_range(&step.ty).is_some()
            || matches!(cx.named(&step.ty.name), Some(super::cx::Named::Enum(_)));
        if !number {
            let ty = super::cx::show(&step.ty);
            out.found(RULE, format!("field `{}` cannot be computed", name.value))
                .at(step.ty.span, format!("`{ty}` is not a number"))
                .help("an expression gives a number: say so of an integer, a `bool` or a `ref`");
        }
    }
}

fn check_expression(cx: &Cx<'_>, of: &Expression, fields: &[&str], out: &mut Diagnostics) {
    of.walk(&mut |expression| match expression {
        Expression::Field(field) => {
            known(Some(field), "earlier field", fields.iter().copied(), out);
        }
        Expression::Of(property, field) => {
            let what = match property {
                Property::Elements | Property::Present => "field",
                Property::Sizes | Property::Size => "field of bytes",
            };
            known(Some(field), what, fields.iter().copied(), out);
        }
        Expression::Around(place) | Expression::Count(place) => check_place(cx, place, out),
        Expression::Listed(place, _) | Expression::Find(place, _) => check_place(cx, place, out),
        _ => {}
    });
}

fn check_place(cx: &Cx<'_>, place: &Place, out: &mut Diagnostics) {
    let schema = cx.schema;
    let layout = schema.described.iter().find(|item| item.common.name.value == place.item.value);
    let records = schema.records.iter().map(|item| item.common.name.value.as_str());
    let layouts = schema.described.iter().map(|item| item.common.name.value.as_str());
    if !known(Some(&place.item), "record or layout", records.chain(layouts), out) {
        return;
    }
    let mut fields = of_record(cx, Some(&place.item));
    if let Some(layout) = layout {
        fields = of_record(cx, layout.record.as_ref());
        fields.extend(steps(layout));
    }
    known(Some(&place.field), "field of it", fields.into_iter(), out);
}
