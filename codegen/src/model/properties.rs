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
    let bounds = docs.gate.releases;
    let last = clock.names.len().saturating_sub(1);
    let range = (bounds.since.unwrap_or(0), bounds.until.unwrap_or(last));
    let since = |layout: &ast::Layout| match &layout.release {
        Some(release) => clock.names.iter().position(|name| *name == release.value),
        None => None,
    };
    let mut sorted: Vec<&ast::Layout> = item.layouts.iter().collect();
    // The sort is stable: the layouts of an operation stay in their order.
    sorted.sort_by_key(|layout| &layout.operation.value);
    let mut layouts = Vec::new();
    for (at, layout) in sorted.iter().enumerate().filter(|(_, layout)| !layout.gone) {
        let record = layout.record.as_ref().map_or(0, |record| record.value);
        // What records tell apart ends with the next layout of the same record.
        let next = sorted[at + 1..]
            .iter()
            .take_while(|next| next.operation.value == layout.operation.value)
            .find(|next| next.gone || next.record.as_ref().map_or(0, |next| next.value) == record);
        let mut until = match next {
            Some(next) => since(next).unwrap_or(range.0).saturating_sub(1),
            None => range.1,
        };
        let since = since(layout).unwrap_or(range.0);
        // Of a release that nobody has described it is not known whether the change came with it.
        while until > since && clock.undescribed.contains(&until) {
            until -= 1;
        }
        let operation = layout.operation.value.clone();
        layouts.push(Layout { operation, range: (since, until), record, fields: fields(layout) });
    }
    Properties { docs, dialect, range, layouts }
}

/// The properties that a layout of the syntax tree has.
pub(crate) fn fields(layout: &ast::Layout) -> Vec<Property> {
    let fields = layout.fields.iter();
    fields
        .filter_map(|field| Some(Property { name: field.name.value.clone(), kind: field.kind()? }))
        .collect()
}
