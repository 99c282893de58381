//! Canonical numbering: the numbers that the reference writer assigns.
//!
//! The operations alone determine all numbers. A first walk counts the references to each entry and records the order of first
//! visits; the tables are sorted by these. Strings and property blobs then get their numbers in the order in which they are
//! written.

pub(crate) mod blobs;
mod count;
pub(crate) mod entries;
mod handles;
mod inconsistent;
mod renumbered;
mod strings;

pub(crate) use entries::Entries;
pub(crate) use handles::Handles;
pub(crate) use renumbered::Renumbered;

use self::count::Counter;
use self::strings::Strings;
use crate::codec::encoder::Map;
use crate::generated::{DialectId, Release, ResourceKind, section};
use crate::module::{Content, Module, NewResource, ResourceData};
use crate::tables::data::Span;
use crate::write::isolation;
use crate::write::plan;
use crate::write::plan::{Order, Plan};
use bytespec_core::error::Result;
use bytespec_core::ordering::Sort;

/// Whether a module lacks the entry of the unknown location, which canonical numbering needs for block arguments without a
/// location.
pub(crate) fn lacks_location(module: &Module<'_>) -> bool {
    count::has_unlocated_argument(&module.ir) && count::unknown_location(module).is_none()
}

/// The plan for writing a module as the reference writer does.
///
/// # Errors
/// An entry or the properties of an operation that no schema describes, and numbers past the end of a table.
pub(crate) fn plan(module: &Module<'_>) -> Result<Plan> {
    let mut seen = Counter::new(module);
    seen.walk()?;
    let mut map = Map { dialects: seen.dialects.numbers(), ..Map::default() };
    let sort = match module.release {
        Some(Release::R16) => Sort::By(inconsistent::sort),
        _ => Sort::Stable(seen.dialects.order.len()),
    };
    let numbers = &map.dialects;
    let dialect = |old: u32| numbers.get(old as usize).copied().unwrap_or(Map::NONE);
    seen.op_names.arrange(|index| dialect(module.op_names[index as usize].dialect.0), sort);
    seen.attributes.arrange(|index| dialect(module.attributes.at(index).dialect()), sort);
    seen.types.arrange(|index| dialect(module.types.at(index).dialect()), sort);
    let (resources, resource_groups) = arrange_resources(module, &seen.resources.order, numbers);
    map.op_names = seen.op_names.numbers();
    map.attributes = seen.attributes.numbers();
    map.types = seen.types.numbers();
    map.resources = vec![Map::NONE; module.resources.len()];
    for (number, &index) in resources.iter().enumerate() {
        map.resources[index as usize] = number as u32;
    }

    let mut strings = Strings::new(module);
    for &index in &seen.dialects.order {
        strings.see(module.dialects[index as usize].name)?;
    }
    for &index in &seen.op_names.order {
        strings.see(module.op_names[index as usize].name)?;
    }
    strings.see_uses("attributes", seen.attribute_strings, &map.attributes)?;
    strings.see_uses("types", seen.type_strings, &map.types)?;
    let blobs = seen.blobs.order(&seen.entries)?;
    for &blob in &blobs {
        seen.blobs.strings(blob).try_for_each(|id| strings.see(id))?;
    }
    for (name, group) in &module.external_groups {
        strings.see_group(group.iter(), Some(*name))?;
    }
    let mut rest = resources.as_slice();
    for (_, len) in &resource_groups {
        let (group, later) = rest.split_at(*len as usize);
        strings.see_group(group.iter().map(|&index| &module.resources[index as usize]), None)?;
        rest = later;
    }
    map.strings = strings.numbers;

    let (properties, written) = seen.blobs.write(&blobs, &seen.entries, &map)?;
    map.properties = properties;
    let op_name_groups = runs(&seen.op_names.order, |index| {
        dialect_number(&map, module.op_names[index as usize].dialect)
    });
    Ok(Plan {
        strings: Order::List(strings.order),
        dialects: Order::List(seen.dialects.order),
        op_names: Order::List(seen.op_names.order),
        op_name_groups,
        announced: None,
        attributes: Order::List(seen.attributes.order),
        types: Order::List(seen.types.order),
        entry_groups: None,
        properties: Order::Same(0),
        sections: sections(module, &resources)?,
        resources: Order::List(resources),
        resource_groups,
        slack: Span::default(),
        isolated: isolated(module),
        edited: None,
        map: Some(map),
        written: Some(written),
        elided: count::elided(module, seen.unknown),
    })
}

/// Whether each operation's regions are isolated from above.
///
/// The first release, and builds soon after it, used the definition of an operation to set the flag, and cleared the flag for
/// operations without one; later releases inspect the regions. If the producer is not known, an operation whose flag is clear
/// in the file stays so.
fn isolated(module: &Module<'_>) -> Option<Vec<bool>> {
    if module.release == Some(Release::R16) {
        return None;
    }
    let mut isolated = isolation::find(&module.ir, module.root);
    if module.release.is_none() {
        for op in module.walk() {
            if let (Some(false), Some(found)) = (module.isolated(op), isolated.get_mut(op.index()))
            {
                *found = false;
            }
        }
    }
    Some(isolated)
}

fn dialect_number(map: &Map, id: DialectId) -> DialectId {
    DialectId(map.dialects.get(id.0 as usize).copied().unwrap_or(Map::NONE))
}

/// Runs of one dialect and their lengths.
fn runs(order: &[u32], dialect: impl Fn(u32) -> DialectId) -> Vec<(DialectId, u32)> {
    order
        .chunk_by(|&a, &b| dialect(a) == dialect(b))
        .filter_map(|run| Some((dialect(*run.first()?), run.len() as u32)))
        .collect()
}

/// Resources are ordered by dialect, then those with data first, and otherwise in the order of first visits.
fn arrange_resources(
    module: &Module<'_>,
    seen: &[u32],
    dialects: &[u32],
) -> (Vec<u32>, Vec<(DialectId, u32)>) {
    let dialect = |index: u32| {
        let owner = module.resources[index as usize].dialect;
        let number = owner.and_then(|owner| dialects.get(owner.0 as usize));
        DialectId(number.copied().unwrap_or(Map::NONE))
    };
    let mut order = seen.to_vec();
    order.sort_by_key(|&index| (dialect(index), is_empty(&module.resources[index as usize])));
    let groups = runs(&order, dialect);
    (order, groups)
}

/// Whether a resource is declared without data.
fn is_empty(resource: &ResourceData<'_>) -> bool {
    match &resource.content {
        Content::Read { kind, span, .. } => *kind == ResourceKind::Blob && span.len == 0,
        Content::New(new) => matches!(new, NewResource::None),
    }
}

/// The sections in the order of the reference writer. The resource section is aligned to the largest alignment inside.
fn sections(module: &Module<'_>, resources: &[u32]) -> Result<Vec<(u8, Option<u64>)>> {
    let external = module.external_groups.iter().flat_map(|(_, group)| group);
    let dialect = resources.iter().map(|&index| &module.resources[index as usize]);
    let mut largest = 1;
    for resource in external.chain(dialect) {
        if let Some((alignment, ..)) = module.blob(resource)? {
            largest = largest.max(alignment);
        }
    }
    let aligned = (largest > 1).then_some(largest);
    let sections = plan::sections(module.version).into_iter();
    Ok(sections.map(|id| (id, aligned.filter(|_| id == section::RESOURCE))).collect())
}
