//! Runs a build up to the declarations of the generated code. Faults that no rule finds are reported at their places in the
//! schema.

use crate::ast::{Schema, Span};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::emit::rust;
use crate::model::{self, Model};
use crate::{check, plan, rust_name};
use std::collections::BTreeSet;

/// Lowers a schema without findings, and makes its plan and the declarations of its code. `place` returns the place of an item,
/// such as `ops.yaml:12`.
///
/// # Errors
/// The faults of the model, the plan or the declarations.
pub fn lower(schema: &Schema, place: &dyn Fn(Span) -> String) -> Result<Model, Diagnostics> {
    let model = model::lower_checked(schema, place)?;
    let mut found = plan(schema, &model);
    if found.is_empty() {
        found = names(schema, &rust::declared_twice(&model));
    }
    if found.is_empty() { Ok(model) } else { Err(found) }
}

/// The faults of the plan of a schema.
pub fn plan(schema: &Schema, model: &Model) -> Diagnostics {
    let mut out = Diagnostics::new();
    let plan = plan::lower(model);
    if let Err(fault) = plan.check() {
        out.push(of_plan(schema, &fault));
    } else if let Some(what) = rust::missing_in_file(&plan) {
        let format = schema.formats.first().map(|format| format.common.name.span);
        let message = format!("a file that is one record cannot have {what}");
        out.push(
            Diagnostic::new("file", message)
                .at(format.unwrap_or_default(), "the format has `file`"),
        );
    }
    out
}

/// Findings for names that the generated code declares twice, at the items from which they are derived.
pub fn names(schema: &Schema, twice: &BTreeSet<String>) -> Diagnostics {
    let mut out = Diagnostics::new();
    for name in twice {
        out.push(of_name(schema, name));
    }
    out
}

/// A fault of the plan, at the field or item that it concerns.
fn of_plan(schema: &Schema, fault: &bytespec_plan::Fault) -> Diagnostic {
    let things = check::named(schema);
    let step = fault.step.as_deref().unwrap_or_default().trim_end_matches('?');
    let of_step = things.iter().find(|(common, owner)| {
        common.name.value == step && owner.is_some_and(|owner| owner.name.value == fault.item)
    });
    let of_item = || things.iter().find(|(common, _)| common.name.value == fault.item);
    let place = of_step.or_else(of_item).or(things.first());
    let found = Diagnostic::new("plan", format!("no plan can be made from the schema: {fault}"));
    match place {
        Some((common, _)) => found.at(common.name.span, "here"),
        None => found,
    }
}

/// Two items of the schema from whose names the same Rust name is derived.
fn of_name(schema: &Schema, name: &str) -> Diagnostic {
    let mut sources: Vec<(usize, Span, &str)> = Vec::new();
    for (common, _) in check::named(schema) {
        let own = &common.name.value;
        let made = [rust_name::camel(own), rust_name::snake(own), rust_name::shouty(own)];
        let length = made.iter().filter(|made| name.contains(made.as_str())).map(String::len).max();
        if let Some(length) = length {
            sources.push((length, common.name.span, own));
        }
    }
    sources.sort_by_key(|(length, span, _)| (usize::MAX - length, *span));
    sources.dedup_by_key(|(_, span, _)| *span);
    let message = format!("two items of the generated code are named `{name}`");
    let mut found = Diagnostic::new("made-name", message);
    match sources.as_slice() {
        [] => {
            let anywhere = schema.formats.first().map(|format| format.common.name.span);
            found = found.at(anywhere.unwrap_or_default(), "in this format");
        }
        [(_, span, own)] => {
            found = found
                .at(*span, format!("one is derived from `{own}`, the other is in every format"));
        }
        [(_, first, own), (_, second, other), ..] => {
            let (first, own, second, other) = match first > second {
                true => (first, own, second, other),
                false => (second, other, first, own),
            };
            found = found.at(*first, format!("one is derived from `{own}`"));
            found = found.at(*second, format!("the other is probably derived from `{other}`"));
        }
    }
    found.help("give one of them another name; `label` can keep the spelling in listings")
}
