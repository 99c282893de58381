//! Comparison of what generated code shows with what a plan has read.

use crate::plan::same::Same;

/// The field with the bytes after the fields of a section.
const TRAILING: &str = "trailing";

/// Whether both are the same value. Generated code shows a body of operations as bytes, a table as the number of its entries, and
/// no filler.
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
            // Generated code can keep these bytes of a section without showing them.
            let is_hidden = of_a.get(TRAILING).is_none();
            let of_b = of_b.0.iter().filter(|(name, _)| !is_hidden || name != TRAILING);
            let same = |((a, of_a), (b, of_b)): (&(String, Same), &(String, Same))| {
                a == b && agree(of_a, of_b)
            };
            a == b && of_a.0.len() == of_b.clone().count() && of_a.0.iter().zip(of_b).all(same)
        }
        _ => generated == plan,
    }
}
