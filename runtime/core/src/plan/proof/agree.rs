//! Whether what generated code shows is what a plan has read.

use crate::plan::same::Same;

/// What follows the fields of a section.
const TRAILING: &str = "trailing";

/// Whether both are the same value; to generated code a body of operations is bytes, a table is shown as the number of its
/// entries, and filler is not shown.
pub(super) fn agree(generated: &Same, plan: &Same) -> bool {
    match (generated, plan) {
        (Same::Bytes(_), Same::List(elements)) => {
            elements.iter().all(|element| matches!(element, Same::Item(..)))
        }
        (Same::Number(count), Same::Item(_, table)) => match table.get("entries") {
            Some(Same::List(entries)) => *count == entries.len() as i128,
            _ => false,
        },
        (Same::List(_), Same::Item(_, aligned)) => {
            aligned.get("elements").is_some_and(|elements| agree(generated, elements))
        }
        (Same::List(a), Same::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b))
        }
        (Same::Item(a, of_a), Same::Item(b, of_b)) => {
            let same = |name: &String, value| of_b.get(name).is_some_and(|b| agree(value, b));
            // What generated code keeps of a section without showing it.
            let kept = usize::from(of_b.contains_key(TRAILING) && !of_a.contains_key(TRAILING));
            a == b && of_a.len() + kept == of_b.len() && of_a.iter().all(|(name, a)| same(name, a))
        }
        _ => generated == plan,
    }
}
