//! Layouts of the properties of operations.

use super::{Docs, PropertyKind, VersionIndex};
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
    /// The releases whose layouts these are.
    pub releases: Vec<String>,
    /// Layouts in the order of the operations, each in the releases that have it.
    pub layouts: Vec<Layout>,
}

/// The properties of an operation in some releases.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The operation, without the dialect.
    pub operation: String,
    /// The releases that have this layout.
    pub releases: Vec<String>,
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

/// Brings the layouts into the order of the operations, equal ones of an operation together.
pub(super) fn lower(item: &ast::Properties, docs: Docs) -> Properties {
    let mut layouts: Vec<Layout> = Vec::new();
    let mut sorted: Vec<&ast::Layout> = item.layouts.iter().collect();
    // The sort is stable: the releases of an operation stay in their order.
    sorted.sort_by_key(|layout| &layout.operation.value);
    for layout in sorted {
        let operation = &layout.operation.value;
        let releases: Vec<String> = item
            .releases
            .iter()
            .map(|release| release.value.clone())
            .filter(|release| layout.release.as_ref().is_none_or(|only| only.value == *release))
            .collect();
        let fields: Vec<Property> = layout
            .fields
            .iter()
            .filter_map(|field| {
                Some(Property { name: field.name.value.clone(), kind: field.kind()? })
            })
            .collect();
        let same = layouts
            .iter_mut()
            .rev()
            .take_while(|other| other.operation == *operation)
            .find(|other| other.fields == fields);
        match same {
            Some(same) => same.releases.extend(releases),
            None => layouts.push(Layout { operation: operation.clone(), releases, fields }),
        }
    }
    Properties {
        docs,
        releases: item.releases.iter().map(|release| release.value.clone()).collect(),
        layouts,
    }
}
