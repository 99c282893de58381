//! Details that values of generated types lack: filler, transformed bytes, and the widths of numbers in more bytes than they need.

use crate::plan::{Spelling, Value};
use bytespec_plan::{ItemId, Kind, Plan, Role, Shape, ShapeId};

/// Adds the filler, the transformed bytes and the widths of numbers from another value, where both have the same items at the same
/// positions. In lists, equal elements at both ends are paired, and then those between them in order.
pub(super) fn with_bytes_of(new: Value, before: &Value, plan: &Plan) -> Value {
    of_shape(new, before, plan, None)
}

/// What a value of a shape is.
enum Layer {
    /// That of a step of an item without a value of its own, which has this shape.
    Inside(ShapeId),
    /// A list of elements of this shape.
    List(ShapeId),
    Other,
}

fn layer(plan: &Plan, shape: Option<ShapeId>) -> Layer {
    match shape.and_then(|shape| plan.shapes.get(shape.index())) {
        Some(
            Shape::Sized { value, .. }
            | Shape::At { value, .. }
            | Shape::With { value, .. }
            | Shape::Transformed { value, .. },
        ) => layer(plan, Some(*value)),
        Some(Shape::Sequence { element, .. }) => Layer::List(*element),
        Some(Shape::Item(item)) => {
            let kind = plan.items.get(item.index()).map(|item| item.kind);
            let step = plan.visible_step(*item).and_then(|at| plan.steps_of(*item).get(at));
            let step = step.filter(|_| kind.is_some_and(Kind::is_transparent));
            step.map_or(Layer::Other, |step| Layer::Inside(step.shape))
        }
        _ => Layer::Other,
    }
}

fn of_shape(new: Value, before: &Value, plan: &Plan, shape: Option<ShapeId>) -> Value {
    if let Value::Transformed(inner, bytes) = before {
        return Value::Transformed(Box::new(of_shape(new, inner, plan, shape)), bytes.clone());
    }
    let layer = layer(plan, shape);
    let (inner, widths) = match before {
        Value::Padded(inner, widths) => (inner.as_ref(), widths.clone()),
        value => (value, Vec::new()),
    };
    match (new, inner, layer) {
        (new, inner, Layer::Inside(shape)) => {
            // A wrapper of its value belongs to the item if there is only one.
            match of_shape(new, inner, plan, Some(shape)) {
                new @ Value::Padded(..) => Value::Padded(Box::new(new), widths),
                new => with_widths(new, widths),
            }
        }
        (Value::Item(item, mut values), Value::Item(found, known), _) if item == *found => {
            for (at, (value, known)) in values.iter_mut().zip(known).enumerate() {
                keep(value, known, plan, (item, at));
            }
            with_widths(Value::Item(item, values), widths)
        }
        (Value::List(values), Value::List(known), layer) => {
            let element = if let Layer::List(element) = layer { Some(element) } else { None };
            let pairs = pairs(&values, known, plan);
            let places = widths.into_iter().filter_map(|(place, width)| {
                let at = pairs.iter().position(|pair| *pair == Some(place as usize))?;
                Some((u32::try_from(at).ok()?, width))
            });
            let places = places.collect();
            let values = values.into_iter().zip(&pairs).map(|(value, pair)| {
                match pair.and_then(|at| known.get(at)) {
                    Some(known) => of_shape(value, known, plan, element),
                    None => value,
                }
            });
            with_widths(Value::List(values.collect()), places)
        }
        (new, _, _) => with_widths(new, widths),
    }
}

fn keep(value: &mut Value, known: &Value, plan: &Plan, (item, at): (ItemId, usize)) {
    let step = plan.steps_of(item).get(at).filter(|step| step.role == Role::Visible);
    *value = match step {
        Some(step) => of_shape(std::mem::take(value), known, plan, Some(step.shape)),
        None => known.clone(),
    };
}

fn with_widths(value: Value, widths: Vec<(u32, Spelling)>) -> Value {
    match widths.is_empty() {
        true => value,
        false => Value::Padded(Box::new(value), widths),
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
