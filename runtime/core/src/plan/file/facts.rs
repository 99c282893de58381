//! Facts about entries of tables.

use super::File;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::execution_state::ExecutionState;
use crate::plan::{Executor, Fact, NoFunctions, Surroundings, Tables, Tree, Value};
use crate::wire::Cursor;
use bytespec_plan::{FactValue, ItemId, Kind, Plan, Shape, ShapeId};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;

/// The most bytes of an entry that is decoded for a fact.
const MAX_FACT_BYTES: usize = 32;

impl Tables for File<'_, '_> {
    fn bytes(&self, table: &str, index: u64) -> Result<&[u8]> {
        let (_, range) = self.entry(table, index)?;
        Ok(self.input.get(range).unwrap_or_default())
    }

    fn count(&self, table: &str) -> Option<u64> {
        let plan = self.executor.plan();
        let at = plan.tables.iter().position(|known| plan.name(*known) == table)?;
        let known = self.tables.get(at).filter(|table| table.element.is_some())?;
        Some(known.len() as u64)
    }

    fn fact(&self, table: &str, index: u64, fact: &str) -> Result<Option<Fact>> {
        let (element, range) = self.entry(table, index)?;
        // Entries of two tables can have the same range only if they have no bytes, and then they have the same shape or none.
        let key = (element, range.start, range.end);
        if let Some(known) = self.facts.get(key, fact) {
            return Ok(known);
        }
        let found = self.find_fact((element, index), range, fact)?;
        self.facts.set(key, fact, &found);
        Ok(found)
    }
}

/// An entry of a table, by its shape and its byte range.
type Entry = (Option<ShapeId>, usize, usize);

/// The cached facts of entries.
#[derive(Debug, Default)]
pub(super) struct FactCache(Mutex<HashMap<Entry, Facts>>);

/// The cached facts of an entry by name; none for a fact that is not stated.
type Facts = Vec<(String, Option<Fact>)>;

impl FactCache {
    fn get(&self, entry: Entry, fact: &str) -> Option<Option<Fact>> {
        let known = self.0.lock().ok()?;
        let found = known.get(&entry)?.iter().find(|(name, _)| name == fact)?;
        Some(found.1.clone())
    }

    fn set(&self, entry: Entry, fact: &str, found: &Option<Fact>) {
        if let Ok(mut known) = self.0.lock() {
            known.entry(entry).or_default().push((fact.to_owned(), found.clone()));
        }
    }

    /// Clears the facts, for other tables.
    pub(super) fn clear(&mut self) {
        *self = FactCache::default();
    }
}

impl File<'_, '_> {
    fn find_fact(
        &self,
        (element, index): (Option<ShapeId>, u64),
        range: Range<usize>,
        fact: &str,
    ) -> Result<Option<Fact>> {
        let plan = self.executor.plan();
        let Some(element) = element else { return Ok(None) };
        if let Some(Shape::Item(item)) = plan.shapes.get(element.index()) {
            let end = range.end.min(range.start + MAX_FACT_BYTES);
            let cursor = Cursor::over(self.input, range.start, end)?;
            return self.executor.fact(*item, cursor, fact);
        }
        // An entry with a size stored elsewhere is decoded only if it is short.
        if range.len() > MAX_FACT_BYTES {
            return Ok(None);
        }
        let mut cursor = Cursor::over(self.input, range.start, range.end)?;
        let mut state = ExecutionState { lists: self.lists.clone(), ..ExecutionState::default() };
        let around = Surroundings { functions: &NoFunctions, tables: self };
        let mut tree = Tree::new(&self.executor, self.input);
        let entry = (element, index);
        self.executor.read_entry(entry, &mut cursor, around, &mut state, &mut tree)?;
        Ok(self.executor.stated(&tree.into_value(), fact))
    }

    fn entry(&self, name: &str, index: u64) -> Result<(Option<ShapeId>, Range<usize>)> {
        let plan = self.executor.plan();
        let at = plan.tables.iter().position(|table| plan.name(*table) == name);
        let table = at.and_then(|at| self.tables.get(at));
        let entry = table.and_then(|table| Some((table.element, table.entry(index)?)));
        match entry {
            Some(entry) => Ok(entry),
            None => {
                let len = table.map_or(0, |table| table.len() as u64);
                let table = name.to_owned().into();
                Err(Error::new(ErrorKind::Index { table, found: index, len }))
            }
        }
    }
}

impl Executor<'_> {
    /// A fact of the variant in the bytes, or the number in a field of the variant.
    ///
    /// # Errors
    /// Bytes that are not such an item.
    pub fn fact(&self, item: ItemId, mut cursor: Cursor<'_>, fact: &str) -> Result<Option<Fact>> {
        let mut tree = Tree::new(self, cursor.input());
        self.read(item, &mut cursor, Surroundings::default(), &mut tree)?;
        Ok(self.stated(&tree.into_value(), fact))
    }

    /// A fact of the first variant in a value, or the number in a field of the variant. A text that spells a variant without
    /// fields counts as that variant.
    fn stated(&self, value: &Value, fact: &str) -> Option<Fact> {
        let plan = self.plan();
        let mut left = vec![value];
        while let Some(value) = left.pop() {
            match value.bare() {
                Value::Item(id, values) => {
                    let item = plan.items.get(id.index())?;
                    if item.kind == Kind::Variant {
                        let stated = fact_of(plan, *id, fact);
                        let field = || value.get(plan, fact).and_then(Value::number);
                        return stated.or_else(|| field().map(Fact::Number));
                    }
                    left.extend(values.iter().rev());
                }
                Value::List(values) => left.extend(values.iter().rev()),
                Value::Bytes(text) => {
                    let text = std::str::from_utf8(text).ok().map(str::to_owned).map(Fact::Text);
                    let mut items = (0..plan.items.len() as u32).map(ItemId);
                    let spelled =
                        items.find(|id| text.is_some() && fact_of(plan, *id, SPELLED) == text);
                    if let Some(item) = spelled {
                        return fact_of(plan, item, fact);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// The name of the fact that contains the spelling of a variant without fields.
const SPELLED: &str = "spelled";

/// A fact of an item.
fn fact_of(plan: &Plan, item: ItemId, fact: &str) -> Option<Fact> {
    let facts = plan.items.get(item.index())?.facts.of(&plan.facts);
    let known = facts.iter().find(|known| plan.name(known.name) == fact)?;
    Some(match known.value {
        FactValue::Number(number) => Fact::Number(number),
        FactValue::Text(text) => Fact::Text(plan.name(text).to_owned()),
    })
}
