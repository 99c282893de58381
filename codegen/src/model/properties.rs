//! Layouts of the properties of operations.

use std::fmt;

use super::{ByRelease, PerOperation, PropertyKind, VersionIndex};
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

/// What the properties of a dialect's operations are on the wire.
pub type Properties = PerOperation<Vec<Property>>;

/// The properties of an operation in some releases, in wire order.
pub type Layout = ByRelease<Vec<Property>>;

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

/// The properties that a layout of the syntax tree has.
pub(crate) fn fields(layout: &[ast::Property]) -> Vec<Property> {
    layout
        .iter()
        .filter_map(|field| Some(Property { name: field.name.value.clone(), kind: field.kind()? }))
        .collect()
}
