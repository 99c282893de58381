//! Lowers the syntax tree to the model.

mod cx;
mod cycles;
mod fields;
mod items;
mod operations;
mod run_only;
mod schema;

use super::Model;
use crate::ast;
use crate::check;
use crate::diagnostics::Diagnostics;

/// Checks a schema and lowers it.
///
/// # Errors
/// Every finding of the checks; no model is made from a schema with findings.
pub fn lower(schema: &ast::Schema) -> Result<Model, Diagnostics> {
    lower_placed(schema, &|_| String::new())
}

/// The same. `place` returns the position of a span, such as `ops.yaml:12`.
///
/// # Errors
/// Those of [`lower`].
pub fn lower_placed(
    schema: &ast::Schema,
    place: &dyn Fn(ast::Span) -> String,
) -> Result<Model, Diagnostics> {
    let findings = check::check(schema);
    if findings.is_empty() { lower_checked(schema, place) } else { Err(findings) }
}

/// Lowers a schema without findings.
///
/// # Errors
/// A number that the model cannot hold, or a type without a shape, each with its position.
pub(crate) fn lower_checked(
    schema: &ast::Schema,
    place: &dyn Fn(ast::Span) -> String,
) -> Result<Model, Diagnostics> {
    let lower = cx::Lower::new(schema, place);
    let mut model = lower.schema(schema);
    cycles::break_cycles(&mut model);
    let findings = lower.findings.into_inner();
    if findings.is_empty() { Ok(model) } else { Err(findings) }
}
