//! Details that values of generated types lack: filler, transformed bytes, and the widths of numbers in more bytes than they need.

use crate::plan::{Spelling, Value};
use bytespec_plan::{ItemId, Plan, Role};

/// Adds the filler, the transformed bytes and the widths of numbers from another value, where both have the same items at the same positions. In lists,
/// equal elements at both ends are paired, and then those between them in order.
pub(super) fn with_bytes_of(new: Value, before: &Value, plan: &Plan) -> Value {
    if let Value::Transformed(inner, bytes) = before {
        return Value::Transformed(Box::new(with_bytes_of(new, inner, plan)), bytes.clone());
    }
    let (before, widths) = match before {
        Value::Padded(inner, widths) => (inner.as_ref(), Some(widths)),
        value => (value, None),
    };
    match (new, before) {
        (Value::Item(item, values), Value::Item(found, known)) if item == *found => {
            let mut values = values;
            for (at, (value, known)) in values.iter_mut().zip(known).enumerate() {
                keep(value, known, plan, (item, at));
            }
            with_widths(Value::Item(item, values), widths.cloned())
        }
        (Value::List(values), Value::List(known)) => {
            let pairs = pairs(&values, known, plan);
            let moved = widths.map(|widths| {
                let places = widths.iter().filter_map(|(place, width)| {
                    let at = pairs.iter().position(|pair| *pair == Some(*place as usize))?;
                    Some((u32::try_from(at).ok()?, width.clone()))
                });
                places.collect()
            });
            let values = values.into_iter().zip(&pairs).map(|(value, pair)| {
                match pair.and_then(|at| known.get(at)) {
                    Some(known) => with_bytes_of(value, known, plan),
                    None => value,
                }
            });
            with_widths(Value::List(values.collect()), moved)
        }
        // The value of a transparent item has one more wrapper.
        (new, Value::Padded(..) | Value::Transformed(..)) => {
            with_widths(with_bytes_of(new, before, plan), widths.cloned())
        }
        (new, _) => with_widths(new, widths.cloned()),
    }
}

fn keep(value: &mut Value, known: &Value, plan: &Plan, (item, at): (ItemId, usize)) {
    let is_value = plan.steps_of(item).get(at).is_some_and(|step| step.role == Role::Visible);
    *value = match is_value {
        true => with_bytes_of(std::mem::take(value), known, plan),
        false => known.clone(),
    };
}

fn with_widths(value: Value, widths: Option<Vec<(u32, Spelling)>>) -> Value {
    match widths {
        Some(widths) if !widths.is_empty() => Value::Padded(Box::new(value), widths),
        _ => value,
    }
}

/// The index of the earlier element for each new one.
fn pairs(new: &[Value], before: &[Value], plan: &Plan) -> Vec<Option<usize>> {
    let same = |(new, before): &(&Value, &Value)| is_same(new, before, plan);
    let first = new.iter().zip(before).take_while(same).count();
    let (new_left, before_left) = (&new[first..], &before[first..]);
    let last = new_left.iter().rev().zip(before_left.iter().rev()).take_while(same).count();
    let between = new_left.len() - last;
    let moved = before.len().wrapping_sub(new.len());
    let pair = |at: usize| match at {
        at if at < first => Some(at),
        at if at < first + between => Some(at).filter(|at| *at < before.len() - last),
        at => Some(at.wrapping_add(moved)),
    };
    (0..new.len()).map(pair).collect()
}

/// Whether two values are the same except for filler and widths.
fn is_same(new: &Value, before: &Value, plan: &Plan) -> bool {
    match (new, before.bare()) {
        (Value::Item(item, values), Value::Item(found, known)) if item == found => {
            let steps = plan.steps_of(*item).iter();
            let values = steps.zip(values.iter().zip(known));
            values
                .filter(|(step, _)| step.role == Role::Visible)
                .all(|(_, (a, b))| is_same(a, b, plan))
        }
        (Value::List(values), Value::List(known)) => {
            values.len() == known.len()
                && values.iter().zip(known).all(|(a, b)| is_same(a, b, plan))
        }
        (new, before) => new == before,
    }
}
