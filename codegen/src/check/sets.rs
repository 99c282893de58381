//! Sets of types, in constraints and ports.

/// Whether two sets can have a common type. A set has a class of types, and in angle brackets its types or their elements.
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

/// The class of a set, where scalar types belong to the class without `scalar_`, and the content of its brackets.
fn split(set: &str) -> (&str, Option<&str>) {
    let (head, inner) = match set.split_once('<') {
        Some((head, inner)) => (head, Some(inner.trim_end_matches('>'))),
        None => (set, None),
    };
    (head.trim_start_matches("scalar_"), inner)
}
