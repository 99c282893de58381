//! The first difference of two values, for messages.

use super::Value;
use super::value::Style;
use crate::error::Segment;
use bytespec_plan::{Plan, Role};
use std::fmt::Write as _;

/// The most letters of a value in a message.
const SHOWN: usize = 48;

/// The first part that differs in two values.
#[derive(Clone, Debug, Default)]
pub(super) struct Difference {
    /// Its path, outermost first.
    pub(super) path: Vec<Segment>,
    /// Its first value, as listings show it.
    pub(super) written: String,
    /// Its second value.
    pub(super) read: String,
}

impl Difference {
    /// The first difference of two values.
    pub(super) fn first(plan: &Plan, style: Style, pair: (&Value, &Value)) -> Option<Self> {
        let differs = |(a, b): (&Value, &Value)| {
            let whole = |value: &Value| {
                let mut text = String::new();
                // Writing to a string does not fail.
                let _ = value.spell(plan, &mut text);
                text
            };
            whole(a) != whole(b)
        };
        if !differs(pair) {
            return None;
        }
        let (mut path, mut style, mut pair) = (Vec::new(), style, pair);
        loop {
            let part = match (pair.0.bare(), pair.1.bare()) {
                (Value::Item(item, written), Value::Item(other, read)) if item == other => {
                    let parts = plan.steps_of(*item).iter().zip(written.iter().zip(read));
                    let mut visible = parts.filter(|(step, _)| step.role == Role::Visible);
                    visible.find(|(_, pair)| differs(*pair)).map(|(step, pair)| {
                        let name = plan.name(step.name).to_owned();
                        (Segment::Field(name.into()), Style::of(plan, step), pair)
                    })
                }
                (Value::List(written), Value::List(read)) if written.len() == read.len() => {
                    let mut parts = written.iter().zip(read).enumerate();
                    let part = parts.find(|(_, pair)| differs(*pair));
                    part.map(|(at, pair)| (Segment::Index(at as u64), style, pair))
                }
                _ => None,
            };
            match part {
                Some((part, of, inner)) => {
                    path.push(part);
                    (style, pair) = (of, inner);
                }
                None => {
                    let [written, read] = [pair.0, pair.1].map(|value| spelled(value, style, plan));
                    return Some(Difference { path, written, read });
                }
            }
        }
    }

    /// Appends its path to the one of the values.
    pub(super) fn append_to(&self, path: &mut String) {
        for segment in &self.path {
            let _ = match segment {
                Segment::Field(name) | Segment::Item(name) => write!(path, ".{name}"),
                Segment::Index(index) => write!(path, "[{index}]"),
            };
        }
    }
}

/// A value as listings show it; of a long one, the start.
pub(super) fn spelled(value: &Value, style: impl Into<Style>, plan: &Plan) -> String {
    let style = style.into();
    match value.bare() {
        Value::List(elements) if elements.len() != 1 => {
            return format!("{} elements", elements.len());
        }
        Value::List(_) => return "1 element".to_owned(),
        Value::Bytes(bytes) | Value::Opaque(_, bytes) if 2 * bytes.len() > SHOWN => {
            return format!("{} bytes", bytes.len());
        }
        Value::Bytes(bytes) if bytes.is_empty() => return "\"\"".to_owned(),
        Value::Opaque(_, bytes) => {
            return spelled(&Value::Bytes(bytes.clone()), style, plan);
        }
        _ => {}
    }
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = value.spell_in(style, plan, &mut text);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
