//! Layouts of the properties of operations.

use std::fmt;

use super::{Docs, PropertyKind, Releases, VersionIndex};
use crate::ast;

/// Where sizes of segments stand among the properties of an operation.
#[derive(Clone, Copy, Debug)]
pub struct SegmentSizes {
    /// First version in which they are an attribute at the place that the layout says.
    pub attribute: VersionIndex,
    /// First version in which they are sparse arrays after all other properties.
    pub sparse: VersionIndex,
}

/// Which properties have the sizes of segments.
#[derive(Clone, Debug, Default)]
pub struct SegmentProperties {
    /// The property that has those of operands.
    pub operands: Option<String>,
    /// The property that has those of results.
    pub results: Option<String>,
}

/// What the properties of a dialect's operations are on the wire; the name is the dialect's.
#[derive(Clone, Debug)]
pub struct Properties {
    /// Name and documentation.
    pub docs: Docs,
    /// The dialect by index in [`super::Model::dialects`], where it has releases of its own.
    pub dialect: Option<usize>,
    /// First and last release whose layouts these are, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// Layouts in the order of the operations, those of one from the oldest on.
    pub layouts: Vec<Layout>,
}

/// The properties of an operation in some releases.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The operation, without the dialect.
    pub operation: String,
    /// First and last release that has this layout, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// It is that of files with a version record of the dialect of at least this number; 0 for all.
    pub record: u64,
    /// The properties in wire order.
    pub fields: Vec<Property>,
}

/// A property of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    /// The name.
    pub name: String,
    /// What it is on the wire.
    pub kind: PropertyKind,
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.kind {
            PropertyKind::Attribute => f.write_str(name),
            PropertyKind::OptionalAttribute => write!(f, "{name}?"),
            PropertyKind::Varint => write!(f, "{name}: varint"),
            PropertyKind::OptionalVarint => write!(f, "{name}: varint?"),
            PropertyKind::Bool => write!(f, "{name}: bool"),
            PropertyKind::String => write!(f, "{name}: string"),
            PropertyKind::Segments(count) => write!(f, "{name}[{count}]"),
        }
    }
}

/// A layout as the schema spells it.
#[must_use]
pub fn spelled(layout: &[Property]) -> String {
    let properties: Vec<String> = layout.iter().map(Property::to_string).collect();
    properties.join(", ")
}

/// Brings the layouts into the order of the operations, each up to the next of its operation. They
/// count the releases of `clock`, which may be those of a dialect.
pub(super) fn lower(
    item: &ast::Properties,
    docs: Docs,
    dialect: Option<usize>,
    clock: &Releases,
) -> Properties {
    let range = item_range(&docs, clock);
    let layout = |(entry, range, record): (&ast::Layout, _, _)| {
        let operation = entry.operation.value.clone();
        Layout { operation, range, record, fields: fields(&entry.value) }
    };
    let layouts = ranges(item, range, clock).into_iter().map(layout).collect();
    Properties { docs, dialect, range, layouts }
}

/// First and last release that an item is about.
pub(super) fn item_range(docs: &Docs, clock: &Releases) -> (usize, usize) {
    let last = clock.names.len().saturating_sub(1);
    (docs.gate.releases.since.unwrap_or(0), docs.gate.releases.until.unwrap_or(last))
}

/// An entry with its first and last release, and its record.
type Ranged<'i, T> = (&'i ast::ByRelease<T>, (usize, usize), u64);

/// The entries of an item in the order of the operations, each up to the next of its operation.
pub(super) fn ranges<'i, T>(
    item: &'i ast::PerOperation<T>,
    range: (usize, usize),
    clock: &Releases,
) -> Vec<Ranged<'i, T>> {
    let since = |entry: &ast::ByRelease<T>| match &entry.release {
        Some(release) => clock.names.iter().position(|name| *name == release.value),
        None => None,
    };
    let mut sorted: Vec<&ast::ByRelease<T>> = item.entries.iter().collect();
    // The sort is stable: the entries of an operation stay in their order.
    sorted.sort_by_key(|entry| &entry.operation.value);
    let mut found = Vec::new();
    for (at, entry) in sorted.iter().enumerate().filter(|(_, entry)| !entry.gone) {
        let record = entry.record.as_ref().map_or(0, |record| record.value);
        // What records tell apart ends with the next entry of the same record.
        let next = sorted[at + 1..]
            .iter()
            .take_while(|next| next.operation.value == entry.operation.value)
            .find(|next| next.gone || next.record.as_ref().map_or(0, |next| next.value) == record);
        let mut until = match next {
            Some(next) => since(next).unwrap_or(range.0).saturating_sub(1),
            None => range.1,
        };
        let since = since(entry).unwrap_or(range.0);
        // Of a release that nobody has described it is not known whether the change came with it.
        while until > since && clock.undescribed.contains(&until) {
            until -= 1;
        }
        found.push((*entry, (since, until), record));
    }
    found
}

/// The properties that a layout of the syntax tree has.
pub(crate) fn fields(layout: &[ast::Property]) -> Vec<Property> {
    layout
        .iter()
        .filter_map(|field| Some(Property { name: field.name.value.clone(), kind: field.kind()? }))
        .collect()
}
