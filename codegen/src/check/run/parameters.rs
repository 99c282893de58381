//! Records with parameters: where these stand, and what they get.

use crate::ast::{Expression, Field, Record, Spanned, TypeExpr};
use crate::check::Cx;
use crate::check::cx::Owner;
use crate::diagnostics::Diagnostics;
use bytespec_plan::Plan;

const RULE: &str = "parameter";

/// The parameters of a record.
fn of(fields: &[Field]) -> impl Iterator<Item = &Spanned<String>> {
    let own = fields.iter().filter(|field| field.run().is_parameter());
    own.map(|field| &field.common.name)
}

/// Only records have parameters, which precede all other fields, and the arguments for a record are numbers.
pub(super) fn check(cx: &Cx<'_>, owner: &Owner<'_>, out: &mut Diagnostics) {
    let is_record = owner.union.is_none() && !owner.is_section && owner.op.is_none();
    let first = owner.fields.iter().position(|field| !field.run().is_parameter());
    let late = owner.fields.get(first.unwrap_or(0)..).and_then(|rest| of(rest).next());
    if let (true, Some(name)) = (is_record, late) {
        out.found(RULE, format!("parameter `{}` is not at the start", name.value))
            .at(name.span, "other fields precede it")
            .help("put the parameters of a record before its other fields");
    } else if let (false, Some(name)) = (is_record, of(owner.fields).next()) {
        out.found(RULE, format!("`{}` is not a record", owner.common.name.value))
            .at(name.span, "only records have parameters")
            .help(
                "give the parameter to the record that contains the union, and use `Record.field`",
            );
    }
    if let Some(name) = of(owner.fields).nth(Plan::MAX_ARGUMENTS) {
        out.found(RULE, format!("`{}` has too many parameters", owner.common.name.value))
            .at(name.span, format!("a record has {} at most", Plan::MAX_ARGUMENTS));
    }
    let roots = cx.schema.formats.iter().filter_map(|format| format.file.as_ref());
    let roots =
        roots.chain(cx.schema.sections.iter().filter_map(|section| section.content.as_ref()));
    let root = roots.into_iter().find(|root| root.value == owner.common.name.value);
    if let (Some(root), Some(name)) = (root.filter(|_| is_record), of(owner.fields).next()) {
        out.found(RULE, format!("nothing gives `{}` a value", name.value))
            .at(name.span, "a parameter")
            .at(root.span, "the record is not the type of a field here");
    }
    owner.fields.iter().for_each(|field| check_numbers(field, out));
}

/// Arguments can be read where the record begins, also behind the count of a list.
fn check_numbers(field: &Field, out: &mut Diagnostics) {
    let is_number = |part: &Expression| {
        matches!(
            part,
            Expression::Number(_)
                | Expression::Index
                | Expression::Member(_)
                | Expression::Field(_)
                | Expression::Around(_)
                | Expression::Inner(..)
                | Expression::InnerAround(..)
                | Expression::Not(_)
                | Expression::Minus(_)
                | Expression::Binary(..)
                | Expression::If(..)
        )
    };
    for argument in &field.run().arguments {
        if argument.any(|part| !is_number(part)) {
            out.found(RULE, format!("`{argument}` cannot be an argument"))
                .at(field.ty.span, "arguments are numbers, fields, and operators between them")
                .help(match argument.any(|part| matches!(part, Expression::Index)) {
                    true => "pass `index`, and add a field with `let` to the record, which reads `Record.field[...]`",
                    false => "add a field with `let` before this one, and use that field",
                });
        }
    }
}

/// A record gets as many arguments as it has parameters.
pub(super) fn check_given(record: &Record, ty: &TypeExpr, out: &mut Diagnostics) {
    let (name, given) = (&record.common.name, ty.arguments.len());
    let parameters: Vec<&str> = of(&record.fields).map(|name| name.value.as_str()).collect();
    if parameters.len() == given {
        return;
    }
    let takes = match parameters.len() {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        count => format!("{count} arguments"),
    };
    out.found(RULE, format!("`{}` takes {takes}", name.value))
        .at(ty.span, format!("{given} given"))
        .at(name.span, "declared here")
        .help(match parameters.as_slice() {
            [] => "a field with `let: parameter` is a parameter of a record".to_owned(),
            all => format!("write `{}({})`", name.value, all.join(", ")),
        });
}
