//! Short descriptions of entries of tables.

use super::File;
use crate::plan::execution_state::ExecutionState;
use crate::plan::explain::printable;
use crate::plan::{Builtin, Surroundings, Tree, Value};
use crate::wire::Cursor;
use bytespec_plan::Shape;
use std::fmt::Write as _;

/// The longest description of an entry, in characters.
const MAX_SPELLED: usize = 120;

/// The longest entry that is decoded, in bytes.
const MAX_BYTES: usize = 4096;

/// The greatest depth to which references are followed.
const MAX_DEPTH: usize = 3;

impl File<'_, '_> {
    /// A short description of an entry of a table, by its index in the tables of the plan: texts as they are, and references as
    /// the entries that they refer to. A long description is cut. None if the entry does not exist or cannot be read. The state
    /// is that of [`File::entry_state`].
    pub(in crate::plan) fn spell_entry(
        &self,
        state: &mut ExecutionState,
        table: u32,
        index: u64,
    ) -> Option<String> {
        let mut text = String::new();
        self.entry_into(state, &mut text, (table, index), MAX_DEPTH)?;
        if text.chars().count() > MAX_SPELLED {
            text = text.chars().take(MAX_SPELLED).chain("...".chars()).collect();
        }
        Some(text)
    }

    /// The state for reading entries. Reuse it, because it caches results between entries.
    pub(in crate::plan) fn entry_state(&self) -> ExecutionState {
        ExecutionState {
            lists: self.lists.clone(),
            tables_known: true,
            ..ExecutionState::default()
        }
    }

    fn entry_into(
        &self,
        state: &mut ExecutionState,
        text: &mut String,
        (table, index): (u32, u64),
        depth: usize,
    ) -> Option<()> {
        let known = self.tables.get(table as usize)?;
        let range = known.entry(index)?;
        if range.len() > MAX_BYTES {
            let _ = write!(text, "{} bytes", range.len());
            return Some(());
        }
        // The end of bytes or text is the end of the entry.
        let shape = self.executor.plan().shapes.get(known.element?.index());
        if let Some(Shape::Bytes(_) | Shape::Text { .. }) = shape {
            bytes_into(text, self.input.get(range)?);
            return Some(());
        }
        let mut cursor = Cursor::over(self.input, range.start, range.end).ok()?;
        let around = Surroundings { functions: &Builtin, tables: self };
        let mut tree = Tree::new(&self.executor, self.input);
        let entry = (known.element?, index);
        let read = self.executor.read_entry(entry, &mut cursor, around, state, &mut tree);
        // What an entry appends to lists must not affect the next entry.
        if state.has_changed() {
            *state = self.entry_state();
        }
        read.ok()?;
        // An entry is read as a sequence with one element.
        match tree.into_value().bare() {
            Value::List(entries) if entries.len() == 1 => {
                self.value_into(state, text, &entries[0], depth);
            }
            other => self.value_into(state, text, other, depth),
        }
        Some(())
    }

    fn value_into(
        &self,
        state: &mut ExecutionState,
        text: &mut String,
        value: &Value,
        depth: usize,
    ) {
        let plan = self.executor.plan();
        if text.len() > 4 * MAX_SPELLED {
            return;
        }
        match value.bare() {
            Value::Index { table, index } => {
                let entry = (*table, *index);
                let spelled = depth > 0 && self.entry_into(state, text, entry, depth - 1).is_some();
                if !spelled {
                    let name =
                        plan.tables.get(*table as usize).map_or("?", |name| plan.name(*name));
                    let _ = write!(text, "{name} {index}");
                }
            }
            Value::Bytes(bytes) => bytes_into(text, bytes),
            Value::Opaque(_, bytes) => {
                let _ = write!(text, "{} bytes", bytes.len());
            }
            Value::List(values) => {
                text.push('[');
                self.values_into(state, text, values.iter().map(|value| ("", value)), depth);
                text.push(']');
            }
            Value::Item(id, values) => {
                let item = plan.items.get(id.index());
                let label = item.map_or("", |item| plan.name(item.label));
                let steps = plan.shown_steps(*id);
                let visible: Vec<(&str, &Value)> = steps
                    .filter_map(|(at, step)| Some((plan.name(step.name), values.get(at)?)))
                    .filter(|(_, value)| !is_nothing(value))
                    .collect();
                self.item_into(state, text, label, (&visible, depth));
            }
            other => {
                let _ = other.spell(plan, text);
            }
        }
    }

    fn item_into(
        &self,
        state: &mut ExecutionState,
        text: &mut String,
        label: &str,
        (visible, depth): (&[(&str, &Value)], usize),
    ) {
        match visible {
            [] => text.push_str(label),
            // An item with only one value is described as that value.
            [(_, value)] => {
                let is_item = matches!(value.bare(), Value::Item(..));
                if !is_item && !label.is_empty() && !matches!(value.bare(), Value::Bytes(_)) {
                    text.push_str(label);
                    text.push(' ');
                }
                self.value_into(state, text, value, depth);
            }
            several => {
                let _ = write!(text, "{label} {{");
                self.values_into(state, text, several.iter().copied(), depth);
                text.push('}');
            }
        }
    }

    fn values_into<'v>(
        &self,
        state: &mut ExecutionState,
        text: &mut String,
        values: impl Iterator<Item = (&'v str, &'v Value)>,
        depth: usize,
    ) {
        for (at, (name, value)) in values.enumerate() {
            if text.len() > 4 * MAX_SPELLED {
                return;
            }
            text.push_str(if at > 0 { ", " } else { "" });
            if !name.is_empty() {
                let _ = write!(text, "{name}: ");
            }
            self.value_into(state, text, value, depth);
        }
    }
}

/// Appends bytes: printable text as it is, otherwise the number of bytes.
fn bytes_into(text: &mut String, bytes: &[u8]) {
    let _ = match printable(bytes) {
        Some(known) => write!(text, "{known:?}"),
        None => write!(text, "{} bytes", bytes.len()),
    };
}

/// Whether a value carries no information.
fn is_nothing(value: &Value) -> bool {
    match value.bare() {
        Value::Absent | Value::Bool(false) => true,
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::List(values) => values.is_empty(),
        _ => false,
    }
}
