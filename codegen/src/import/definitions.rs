//! Definitions of several dumps, by dialect.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::code::{self, CodeTable};
use super::dialect::Dialect;
use super::dump::{Dump, Record};
use super::enums;
use super::operation::Operation;
use super::operations;
use super::{ImportError, Result};
use crate::ast::Schema;

/// What dumps define.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    dialects: BTreeMap<String, Dialect>,
    /// The names of all dialects, also of those of which nothing else is defined.
    names: BTreeSet<String>,
    /// Codes, whose definitions name a dialect as C++ does.
    codes: Vec<CodeTable>,
}

impl Definitions {
    /// Adds a dump of `llvm-tblgen --dump-json`. It must agree with earlier dumps.
    ///
    /// # Errors
    /// Bytes that are not a dump, a record that does not match its class, and an operation with another
    /// definition in an earlier dump.
    pub fn read(&mut self, dump: &[u8]) -> Result<()> {
        let dump = Dump::parse(dump)?;
        for (dialect, name, operation) in operations::read(&dump)? {
            let known = self.dialects.entry(dialect.clone()).or_default();
            once(&mut known.operations, name, operation, &dialect, "operation")?;
        }
        for record in dump.instances("Dialect")? {
            if let Some(known) = self.dialects.get_mut(record.needed_text("name")?) {
                let none =
                    |operation: &Operation| operation.layout.as_ref().is_ok_and(Vec::is_empty);
                known.no_properties = !operations::attributes_are_properties(record)?
                    && known.operations.values().all(none);
            }
        }
        let dialects = dialects(&dump)?;
        self.names.extend(dialects.iter().map(|(name, _)| name.clone()));
        for (namespace, item) in enums::read(&dump)? {
            // With several dialects in one namespace, the dialect is ambiguous.
            let mut of = dialects.iter().filter(|(_, known)| *known == namespace);
            if let (Some((dialect, _)), None) = (of.next(), of.next()) {
                let known = self.dialects.entry(dialect.clone()).or_default();
                once(&mut known.enums, item.name.clone(), item, dialect, "enum")?;
            }
        }
        for table in code::read(&dump)? {
            if !self.codes.contains(&table) {
                self.codes.push(table);
            }
        }
        Ok(())
    }

    /// The dialects by name; those of which there are only codes have no operations.
    #[must_use]
    pub fn dialects(&self) -> &BTreeMap<String, Dialect> {
        &self.dialects
    }

    /// Whether no operation of any dialect is defined.
    pub(super) fn has_no_operations(&self) -> bool {
        self.dialects.values().all(|known| known.operations.is_empty())
    }

    /// The dialect of codes, in the spelling of files; none if neither a schema nor a dump states it.
    pub(super) fn dialect_of(&self, schema: &Schema, table: &CodeTable) -> Option<String> {
        let dialects = schema.dialects.iter().map(|dialect| &dialect.common.name.value);
        let described = schema.unions.iter().filter_map(|union| union.common.dialect.as_ref());
        let named = schema.properties.iter().map(|item| &item.common.name.value);
        let known = dialects.chain(described.map(|name| &name.value)).chain(named);
        let mut known = known.chain(&self.names);
        known.find(|name| table.is_of(name)).cloned()
    }

    /// The codes of attributes and types, in the order of the dumps.
    #[must_use]
    pub fn codes(&self) -> &[CodeTable] {
        &self.codes
    }
}

/// The dialects of a dump with their C++ namespaces.
fn dialects(dump: &Dump) -> Result<Vec<(String, String)>> {
    let namespace = |record: Record<'_>| {
        let namespace = record.text("cppNamespace")?.unwrap_or_default();
        Ok((record.needed_text("name")?.to_owned(), namespace.to_owned()))
    };
    dump.instances("Dialect")?.into_iter().map(namespace).collect()
}

/// Adds something that may be there in the same form.
fn once<T: PartialEq>(
    known: &mut BTreeMap<String, T>,
    name: String,
    item: T,
    dialect: &str,
    kind: &str,
) -> Result<()> {
    match known.entry(name) {
        Entry::Vacant(place) => {
            place.insert(item);
        }
        Entry::Occupied(place) if *place.get() == item => {}
        Entry::Occupied(place) => {
            return Err(ImportError::new(format!(
                "the {kind} `{dialect}.{}` is defined in two ways: are the dumps of one release?",
                place.key()
            )));
        }
    }
    Ok(())
}
