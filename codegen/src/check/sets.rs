//! Sets of types, as constraints and ports have them.

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
