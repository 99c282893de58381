//! Tags of bytes that the schema does not describe.

use super::shape::{Inner, Of};
use crate::plan::Value;
use bytespec_plan::{Expr, ItemId, Plan, Shape, Step};

/// Gives such bytes in a value the tag that another field of their item states.
pub(super) fn follow_tags(plan: &Plan, value: &mut Value) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Padded(inner, _) | Value::Transformed(inner, _) => left.push(inner),
            Value::List(elements) => left.extend(elements),
            Value::Item(item, values) => {
                for (at, step) in plan.steps_of(*item).iter().enumerate() {
                    if let Some(tag) = tag_of(plan, (*item, step), at, values)
                        && let Some(Value::Opaque(found, _)) = values.get_mut(at)
                    {
                        *found = tag;
                    }
                }
                left.extend(values);
            }
            _ => {}
        }
    }
}

/// The tag of the bytes at a step, from the values of the item.
fn tag_of(plan: &Plan, (item, step): (ItemId, &Step), at: usize, values: &[Value]) -> Option<u64> {
    let Value::Opaque(..) = values.get(at)? else { return None };
    let inner = Inner::new(plan, Of::Shape(step.shape));
    let Some(Shape::Choice { tag, .. }) = inner.shape(plan) else { return None };
    match plan.exprs.get(tag.index())? {
        Expr::Field(of) => values.get(*of as usize)?.number(),
        Expr::Big(of) => match values.get(*of as usize)?.bare() {
            Value::Bytes(bytes) => Some(plan.tag_of(bytes)),
            Value::Text(text) => {
                let shape = plan.steps_of(item).get(*of as usize)?.shape;
                let text = match Inner::new(plan, Of::Shape(shape)).shape(plan) {
                    Some(Shape::Text { encoding, .. }) => encoding.encode(text)?,
                    _ => text.as_bytes().into(),
                };
                Some(plan.tag_of(&text))
            }
            _ => None,
        },
        _ => None,
    }
}
