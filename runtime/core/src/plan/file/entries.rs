//! Entries of tables in few words.

use super::File;
use crate::plan::explain::printable;
use crate::plan::notes::Notes;
use crate::plan::{Builtin, Surroundings, Tree, Value};
use crate::wire::Cursor;
use bytespec_plan::Shape;
use std::fmt::Write as _;

/// The longest entry that is spelled, in characters.
const MAX_SPELLED: usize = 120;

/// The longest entry that is looked into, in bytes.
const MAX_BYTES: usize = 4096;

/// How deep entries that are referred to are spelled.
const MAX_DEPTH: usize = 3;

impl File<'_, '_> {
    /// An entry of a table, by its index in the tables of the plan, in few words: texts as they are, references as what they lead to. What is
    /// long is cut. None for what is not there, or cannot be read.
    #[must_use]
    pub fn spell_entry(&self, table: u32, index: u64) -> Option<String> {
        let mut text = String::new();
        self.entry_into(&mut text, (table, index), MAX_DEPTH)?;
        if text.chars().count() > MAX_SPELLED {
            text = text.chars().take(MAX_SPELLED).chain("...".chars()).collect();
        }
        Some(text)
    }

    fn entry_into(
        &self,
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
        // Where bytes end, what is around an entry says.
        let shape = self.executor.plan().shapes.get(known.element?.index());
        if let Some(Shape::Bytes(_) | Shape::Text(_)) = shape {
            let bytes = self.input.get(range)?.to_vec();
            self.value_into(text, &Value::Bytes(bytes), depth);
            return Some(());
        }
        let mut cursor = Cursor::over(self.input, range.start, range.end).ok()?;
        let mut notes = Notes { lists: self.lists.clone(), tables_known: true, ..Notes::default() };
        let around = Surroundings { functions: &Builtin, tables: self };
        let mut tree = Tree::new(&self.executor);
        let entry = (known.element?, index);
        self.executor.read_entry(entry, &mut cursor, around, &mut notes, &mut tree).ok()?;
        // An entry is read as a sequence of itself.
        match tree.into_value().bare() {
            Value::List(entries) if entries.len() == 1 => self.value_into(text, &entries[0], depth),
            other => self.value_into(text, other, depth),
        }
        Some(())
    }

    fn value_into(&self, text: &mut String, value: &Value, depth: usize) {
        let plan = self.executor.plan();
        if text.len() > 4 * MAX_SPELLED {
            return;
        }
        match value.bare() {
            Value::Index { table, index } => {
                let spelled =
                    depth > 0 && self.entry_into(text, (*table, *index), depth - 1).is_some();
                if !spelled {
                    let name =
                        plan.tables.get(*table as usize).map_or("?", |name| plan.name(*name));
                    let _ = write!(text, "{name} {index}");
                }
            }
            Value::Bytes(bytes) => match printable(bytes) {
                Some(known) => {
                    let _ = write!(text, "{known:?}");
                }
                None => {
                    let _ = write!(text, "{} bytes", bytes.len());
                }
            },
            Value::Opaque(_, bytes) => {
                let _ = write!(text, "{} bytes", bytes.len());
            }
            Value::List(values) => {
                text.push('[');
                self.values_into(text, values.iter().map(|value| ("", value)), depth);
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
                self.item_into(text, label, &visible, depth);
            }
            other => {
                let _ = other.spell(plan, text);
            }
        }
    }

    fn item_into(&self, text: &mut String, label: &str, visible: &[(&str, &Value)], depth: usize) {
        match visible {
            [] => text.push_str(label),
            // What only holds one thing is that thing.
            [(_, value)] => {
                let is_item = matches!(value.bare(), Value::Item(..));
                if !is_item && !label.is_empty() && !matches!(value.bare(), Value::Bytes(_)) {
                    text.push_str(label);
                    text.push(' ');
                }
                self.value_into(text, value, depth);
            }
            several => {
                let _ = write!(text, "{label} {{");
                self.values_into(text, several.iter().copied(), depth);
                text.push('}');
            }
        }
    }

    fn values_into<'v>(
        &self,
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
            self.value_into(text, value, depth);
        }
    }
}

/// Whether a value says nothing.
fn is_nothing(value: &Value) -> bool {
    match value.bare() {
        Value::Absent | Value::Bool(false) => true,
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::List(values) => values.is_empty(),
        _ => false,
    }
}
