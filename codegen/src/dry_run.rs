//! What a build would do with a schema, up to the declarations of its code: what no rule foresees is a finding too, at its place.

use crate::ast::{Schema, Span};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::emit::rust;
use crate::model::{self, Model};
use crate::{check, plan, rust_name};
use std::collections::BTreeSet;

/// Lowers a schema that no rule complains about, and makes its plan and the declarations of its code. `place` says where an item
/// stands, such as `ops.yaml:12`.
///
/// # Errors
/// What is wrong with the model, the plan or the declarations.
pub fn lower(schema: &Schema, place: &dyn Fn(Span) -> String) -> Result<Model, Diagnostics> {
    let model = model::lower_checked(schema, place)?;
    let mut found = plan(schema, &model);
    if found.is_empty() {
        found = names(schema, &rust::declared_twice(&model));
    }
    if found.is_empty() { Ok(model) } else { Err(found) }
}

/// What is wrong with the plan of a schema.
pub fn plan(schema: &Schema, model: &Model) -> Diagnostics {
    let mut out = Diagnostics::new();
    let plan = plan::lower(model);
    if let Err(fault) = plan.check() {
        out.push(of_plan(schema, &fault));
    } else if let Some(what) = rust::missing_in_file(&plan) {
        let format = schema.formats.first().map(|format| format.common.name.span);
        let message = format!("a file that is one record cannot have {what}");
        out.push(
            Diagnostic::new("file", message).at(format.unwrap_or_default(), "its `file` does"),
        );
    }
    out
}

/// Names that the code made from a schema declares twice, where the schema says them.
pub fn names(schema: &Schema, twice: &BTreeSet<String>) -> Diagnostics {
    let mut out = Diagnostics::new();
    for name in twice {
        out.push(of_name(schema, name));
    }
    out
}

/// A step that refers to nothing, where the schema says it.
fn of_plan(schema: &Schema, fault: &bytespec_plan::Fault) -> Diagnostic {
    let things = check::named(schema);
    let step = fault.step.as_deref().unwrap_or_default().trim_end_matches('?');
    let of_step = things.iter().find(|(common, owner)| {
        common.name.value == step && owner.is_some_and(|owner| owner.name.value == fault.item)
    });
    let of_item = || things.iter().find(|(common, _)| common.name.value == fault.item);
    let place = of_step.or_else(of_item).or(things.first());
    let found = Diagnostic::new("plan", format!("no plan can be made of this: {fault}"));
    match place {
        Some((common, _)) => found.at(common.name.span, "here"),
        None => found,
    }
}

/// Two things of the schema whose names make the same name in Rust.
fn of_name(schema: &Schema, name: &str) -> Diagnostic {
    let mut makers: Vec<(usize, Span, &str)> = Vec::new();
    for (common, _) in check::named(schema) {
        let own = &common.name.value;
        let made = [rust_name::camel(own), rust_name::snake(own), rust_name::shouty(own)];
        let length = made.iter().filter(|made| name.contains(made.as_str())).map(String::len).max();
        if let Some(length) = length {
            makers.push((length, common.name.span, own));
        }
    }
    makers.sort_by_key(|(length, span, _)| (usize::MAX - length, *span));
    makers.dedup_by_key(|(_, span, _)| *span);
    let message = format!("two things would be called `{name}` in the generated code");
    let mut found = Diagnostic::new("made-name", message);
    match makers.as_slice() {
        [] => {
            let anywhere = schema.formats.first().map(|format| format.common.name.span);
            found = found.at(anywhere.unwrap_or_default(), "in this format");
        }
        [(_, span, own)] => {
            found = found.at(*span, format!("`{own}` makes one; the other is there in any format"));
        }
        [(_, first, own), (_, second, other), ..] => {
            let (first, own, second, other) = match first > second {
                true => (first, own, second, other),
                false => (second, other, first, own),
            };
            found = found.at(*first, format!("`{own}` makes one"));
            found = found.at(*second, format!("`{other}` may make the other"));
        }
    }
    found.help("give one of them another name; `label` can keep the spelling in listings")
}
