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
    /// The dialect by index in [`super::Model::dialects`], where it has releases of its own.
    pub dialect: Option<usize>,
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
    /// First and last of them, inclusive, by index in [`super::Releases::names`], where the dialect
    /// has releases of its own.
    pub range: Option<(usize, usize)>,
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
pub(super) fn lower(
    item: &ast::Properties,
    docs: Docs,
    clock: Option<(usize, &[String])>,
) -> Properties {
    if let Some((dialect, names)) = clock {
        let layouts = ranges(item, &docs, names);
        let bounds = docs.gate.releases;
        let (first, last) = (bounds.since.unwrap_or(0), bounds.until.unwrap_or(names.len() - 1));
        let releases = names[first..=last].to_vec();
        return Properties { docs, dialect: Some(dialect), releases, layouts };
    }
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
        let fields = fields(layout);
        let same = layouts
            .iter_mut()
            .rev()
            .take_while(|other| other.operation == *operation)
            .find(|other| other.fields == fields);
        match same {
            Some(same) => same.releases.extend(releases),
            None => {
                layouts.push(Layout { operation: operation.clone(), releases, range: None, fields })
            }
        }
    }
    Properties {
        docs,
        dialect: None,
        releases: item.releases.iter().map(|release| release.value.clone()).collect(),
        layouts,
    }
}

fn fields(layout: &ast::Layout) -> Vec<Property> {
    let fields = layout.fields.iter();
    fields
        .filter_map(|field| Some(Property { name: field.name.value.clone(), kind: field.kind()? }))
        .collect()
}

/// The layouts of a dialect that has releases of its own, each up to the next of its operation.
fn ranges(item: &ast::Properties, docs: &Docs, names: &[String]) -> Vec<Layout> {
    let bounds = docs.gate.releases;
    let (first, last) = (bounds.since.unwrap_or(0), bounds.until.unwrap_or(names.len() - 1));
    let position = |layout: &ast::Layout| match &layout.release {
        Some(release) => names.iter().position(|name| *name == release.value).unwrap_or(first),
        None => first,
    };
    let mut sorted: Vec<&ast::Layout> = item.layouts.iter().collect();
    // The sort is stable: the layouts of an operation stay in their order.
    sorted.sort_by_key(|layout| &layout.operation.value);
    let mut layouts = Vec::new();
    for (at, layout) in sorted.iter().enumerate().filter(|(_, layout)| !layout.gone) {
        let next = sorted.get(at + 1).filter(|next| next.operation.value == layout.operation.value);
        let until = next.map_or(last + 1, |next| position(next));
        let since = position(layout);
        layouts.push(Layout {
            operation: layout.operation.value.clone(),
            releases: names[since..until].to_vec(),
            range: Some((since, until - 1)),
            fields: fields(layout),
        });
    }
    layouts
}
