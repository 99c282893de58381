//! Sets of types, as constraints and ports have them.

use super::Cx;
use crate::ast::Port;

/// The set of types of a port, of which a constraint may be the name.
pub(super) fn of_port<'a>(cx: &Cx<'a>, port: &'a Port) -> Option<&'a str> {
    let name = port.ty.as_ref()?.value.as_str();
    let mut constraints = cx.schema.constraints.iter();
    let named = constraints.find(|constraint| constraint.common.name.value == name);
    Some(named.and_then(|constraint| constraint.is.as_ref()).map_or(name, |is| is.value.as_str()))
}

/// Whether some type can be in both sets: a class of types, and in angle brackets which of them or of their elements.
pub(super) fn overlap(one: &str, other: &str) -> bool {
    let ((head, inner), (other_head, other_inner)) = (split(one), split(other));
    match (inner, other_inner) {
        _ if head == ANY || other_head == ANY => true,
        _ if head != other_head => false,
        (Some(a), Some(b)) => a.split('|').any(|a| b.split('|').any(|b| a == b)),
        _ => true,
    }
}

/// The class of all types.
const ANY: &str = "any";

/// A set's class, of which scalar ones are a part, and what is inside.
fn split(set: &str) -> (&str, Option<&str>) {
    let (head, inner) = match set.split_once('<') {
        Some((head, inner)) => (head, Some(inner.trim_end_matches('>'))),
        None => (set, None),
    };
    (head.trim_start_matches("scalar_"), inner)
}
