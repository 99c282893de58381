//! Facts about an operation in definitions and a schema: the layout of its properties, and its signature.

use super::dialect::Dialect;
use super::gap::Gap;
use super::operation::Operation;
use super::{ImportError, Result, default_value, signature};
use crate::ast::{self, ByRelease, PerOperation, Schema, Spanned};
use crate::model::{self, DefaultValue, Property, Signature, spelled, spelled_defaults};

use super::releases::{self, Axis};

/// A fact about the operations of a dialect that changes with releases.
pub(super) trait Fact: Clone + PartialEq {
    /// The fact in the syntax tree.
    type Written: Default;
    /// The key of the schema items that state the fact, and the folder of their files.
    const ITEM: &'static str;
    /// The name of such facts in messages, in the plural.
    const WORDS: &'static str;
    /// The start of the summary of an item.
    const SUMMARY: &'static str;

    /// The schema items that state the fact.
    fn items(schema: &Schema) -> &[PerOperation<Self::Written>];
    /// Reads the fact from the syntax tree.
    fn read(written: &Self::Written) -> Self;
    /// The fact in the syntax of schemas.
    fn spelled(&self) -> String;
    /// The fact that a definition states.
    fn defined(operation: &Operation) -> Result<Self, Gap>;
    /// A summary of the operation, for facts whose items have one.
    fn summary(operation: &Operation) -> String;

    /// The fact for all operations of a dialect, including those without a definition, if the dialect states it.
    fn of_all(_: &Dialect) -> Option<Self> {
        None
    }

    /// The fact, or none if a schema does not state it because it is the default.
    fn stated(&self) -> Option<&Self> {
        Some(self)
    }
}

impl Fact for Vec<DefaultValue> {
    type Written = Vec<ast::DefaultValue>;
    const ITEM: &'static str = "defaults";
    const WORDS: &'static str = "defaults";
    const SUMMARY: &'static str = "Default values of properties";

    fn items(schema: &Schema) -> &[PerOperation<Self::Written>] {
        &schema.defaults
    }

    fn read(written: &Self::Written) -> Self {
        model::default_values(written)
    }

    fn spelled(&self) -> String {
        spelled_defaults(self)
    }

    fn defined(operation: &Operation) -> Result<Self, Gap> {
        default_value::derive(operation)
    }

    fn summary(_: &Operation) -> String {
        String::new()
    }

    fn stated(&self) -> Option<&Self> {
        (!self.is_empty()).then_some(self)
    }
}

impl Fact for Vec<Property> {
    type Written = Vec<ast::Property>;
    const ITEM: &'static str = "properties";
    const WORDS: &'static str = "layouts";
    const SUMMARY: &'static str = "Properties";

    fn items(schema: &Schema) -> &[PerOperation<Self::Written>] {
        &schema.properties
    }

    fn read(written: &Self::Written) -> Self {
        model::fields(written)
    }

    fn spelled(&self) -> String {
        spelled(self)
    }

    fn defined(operation: &Operation) -> Result<Self, Gap> {
        operation.layout.clone()
    }

    fn of_all(dialect: &Dialect) -> Option<Self> {
        dialect.no_properties.then(Vec::new)
    }

    fn summary(_: &Operation) -> String {
        String::new()
    }
}

impl Fact for Signature {
    type Written = ast::Signature;
    const ITEM: &'static str = "signatures";
    const WORDS: &'static str = "signatures";
    const SUMMARY: &'static str = "Operands, results, regions, successors and traits";

    fn items(schema: &Schema) -> &[PerOperation<Self::Written>] {
        &schema.signatures
    }

    fn read(written: &Self::Written) -> Self {
        Signature::from(written)
    }

    fn spelled(&self) -> String {
        self.to_string()
    }

    fn defined(operation: &Operation) -> Result<Self, Gap> {
        Ok(signature::derive(operation))
    }

    fn summary(operation: &Operation) -> String {
        signature::summary(operation)
    }
}

/// The item of a dialect that counts the releases of the axis.
pub(super) fn item<'s, T: Fact>(
    schema: &'s Schema,
    axis: &Axis<'_>,
    dialect: &str,
) -> Result<Option<&'s PerOperation<T::Written>>> {
    let counts = |item: &&PerOperation<T::Written>| {
        let of = item.common.dialect.as_ref().map_or("", |dialect| dialect.value.as_str());
        item.common.name.value == dialect
            && releases::axis(schema, of).is_ok_and(|found| found.span == axis.releases.span)
    };
    let mut items = T::items(schema).iter().filter(counts);
    match (items.next(), items.next()) {
        (found, None) => Ok(found),
        _ => Err(ImportError::new(format!(
            "the {} of `{dialect}` are in several items: put them into one, and import again",
            T::WORDS
        ))),
    }
}

/// What each operation of an item has, in the order of the file.
pub(super) fn by_operation<W>(
    item: &PerOperation<W>,
) -> Vec<(&Spanned<String>, Vec<&ByRelease<W>>)> {
    let mut found: Vec<(&Spanned<String>, Vec<&ByRelease<W>>)> = Vec::new();
    for entry in &item.entries {
        match found.last_mut() {
            Some((name, entries)) if name.span == entry.operation.span => entries.push(entry),
            _ => found.push((&entry.operation, vec![entry])),
        }
    }
    found
}

/// The index of the first release of an item among the names of an axis.
pub(super) fn first<W>(axis: &Axis<'_>, item: &PerOperation<W>) -> usize {
    let since = item.common.since_release.as_ref();
    since.and_then(|since| axis.position(&since.value)).unwrap_or(0)
}
