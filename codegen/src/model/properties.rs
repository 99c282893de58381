//! Layouts of the properties of operations.

use std::fmt;

use super::{ByRelease, PerOperation, PropertyKind, VersionIndex};
use crate::ast;

/// The positions of segment sizes among the properties of an operation.
#[derive(Clone, Copy, Debug)]
pub struct SegmentSizes {
    /// First version in which they are an attribute at their position in the layout.
    pub attribute: VersionIndex,
    /// First version in which they are sparse arrays after all other properties.
    pub sparse: VersionIndex,
}

/// The properties that hold segment sizes.
#[derive(Clone, Debug, Default)]
pub struct SegmentProperties {
    /// The property with the sizes of operands.
    pub operands: Option<String>,
    /// The property with the sizes of results.
    pub results: Option<String>,
}

/// The encoding of the properties of a dialect's operations.
pub type Properties = PerOperation<Vec<Property>>;

/// The properties of an operation in some releases, in wire order.
pub type Layout = ByRelease<Vec<Property>>;

/// A property of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    /// The name.
    pub name: String,
    /// Its encoding.
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

/// The properties of a layout in the syntax tree.
pub(crate) fn fields(layout: &[ast::Property]) -> Vec<Property> {
    layout
        .iter()
        .filter_map(|field| Some(Property { name: field.name.value.clone(), kind: field.kind()? }))
        .collect()
}
