//! The summaries of items and fields, by name. A line of the schema can have several of them.

use crate::model::{Docs, Field, Model, RunField, RunRecord};
use std::collections::HashMap;

/// The summaries of a schema.
#[derive(Debug, Default)]
pub(super) struct Summaries<'m>(HashMap<Key<'m>, &'m str>);

/// The place in the schema, the name of the item, and that of its field; the last one is empty for the item.
type Key<'m> = (&'m str, &'m str, &'m str);

impl<'m> Summaries<'m> {
    pub(super) fn of(model: &'m Model) -> Self {
        let mut found = Summaries::default();
        for item in &model.records {
            found.fields(&item.docs, &item.fields);
        }
        for item in &model.sections {
            found.fields(&item.docs, &item.fields);
            if let Some(content) = item.content.and_then(|content| model.run_records.get(content)) {
                found.run(&item.docs, content, model);
            }
        }
        for union in &model.unions {
            found.add(&union.docs);
            for variant in &union.variants {
                found.fields(&variant.docs, &variant.fields);
            }
        }
        for record in &model.run_records {
            found.run(&record.docs, record, model);
        }
        for union in &model.run_unions {
            found.add(&union.docs);
            for variant in &union.variants {
                found.run(&variant.record.docs, &variant.record, model);
            }
        }
        for op in &model.ops {
            found.fields(&op.docs, &op.attributes);
            for port in op.results.iter().chain(&op.operands) {
                found.field(&op.docs.name, &port.docs);
            }
        }
        found
    }

    /// The summary of an item, or of its field if that has a name.
    pub(super) fn get(&self, place: &str, item: &str, field: &str) -> &'m str {
        self.0.get(&(place, item, field)).copied().unwrap_or_default()
    }

    fn add(&mut self, item: &'m Docs) {
        if !item.place.is_empty() {
            self.0.insert((&item.place, &item.name, ""), &item.summary);
        }
    }

    fn field(&mut self, item: &'m str, field: &'m Docs) {
        if !field.place.is_empty() {
            self.0.insert((&field.place, item, &field.name), &field.summary);
        }
    }

    fn fields(&mut self, item: &'m Docs, fields: &'m [Field]) {
        self.add(item);
        fields.iter().for_each(|field| self.field(&item.name, &field.docs));
    }

    /// Adds the fields of a record, or of a section or a variant with them.
    fn run(&mut self, item: &'m Docs, record: &'m RunRecord, model: &'m Model) {
        let prefix = record.begins_with.and_then(|prefix| model.records.get(prefix));
        self.fields(item, prefix.map_or(&[], |prefix| &prefix.fields));
        record.fields.iter().map(RunField::docs).for_each(|field| self.field(&item.name, field));
    }
}
