//! The order and the numbers of what is written.

use crate::codec::encoder::{Encoder, EntryNumbers, Map};
use crate::generated::{
    AttributeId, DialectId, OpNameId, PropertyBlobId, Version, section, section_since,
};
use crate::module::Module;
use crate::tables::data::Span;
use crate::write::isolation;
use crate::write::numbering::blobs::Written;
use bytespec_core::error::Result;

/// The order in which the entries of a table are written.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// All entries in their current order: their number.
    Same(u32),
    /// Old numbers by new ones.
    List(Vec<u32>),
}

impl Order {
    pub(crate) fn len(&self) -> usize {
        match self {
            Order::Same(len) => *len as usize,
            Order::List(list) => list.len(),
        }
    }

    /// The entry at an index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn at(&self, index: usize) -> u32 {
        match self {
            Order::Same(_) => index as u32,
            Order::List(list) => list[index],
        }
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|index| self.at(index))
    }
}

/// The order and the numbers of what is written.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// New numbers; `None` if all numbers stay the same.
    pub(crate) map: Option<Map>,
    pub(crate) strings: Order,
    pub(crate) dialects: Order,
    pub(crate) op_names: Order,
    /// The dialect, by its new number, and the size of each group.
    pub(crate) op_name_groups: Vec<(DialectId, u32)>,
    pub(crate) announced: Option<u64>,
    pub(crate) attributes: Order,
    pub(crate) types: Order,
    /// Sizes of the groups of attributes and types; `None` for maximal runs.
    pub(crate) entry_groups: Option<Vec<u32>>,
    pub(crate) properties: Order,
    pub(crate) resources: Order,
    pub(crate) resource_groups: Vec<(DialectId, u32)>,
    pub(crate) slack: Span,
    pub(crate) sections: Vec<(u8, Option<u64>)>,
    /// Whether each operation's regions are isolated; `None` if the flags of the file apply.
    pub(crate) isolated: Option<Vec<bool>>,
    /// Whether there were edits in the regions of each operation; isolated regions without edits are copied. `None` if all
    /// regions are written.
    pub(crate) edited: Option<Vec<bool>>,
    /// The property blobs with new numbers inside; `None` if they are written unchanged.
    pub(crate) written: Option<Written>,
    /// The location that block arguments are written without.
    pub(crate) elided: Option<AttributeId>,
}

impl Plan {
    pub(crate) fn encoder<'m>(&'m self, module: &'m Module<'_>) -> Encoder<'m> {
        let numbers = match &self.map {
            Some(map) => EntryNumbers::Mapped(map),
            None => EntryNumbers::Pinned(module.table_lengths()),
        };
        Encoder::new(module.version, module.release, Some(module), numbers)
            .with_dialects(module.dialect_releases)
    }

    /// The number that `map` has for the blob of an operation.
    #[inline]
    pub(crate) fn blob(&self, name: OpNameId, blob: PropertyBlobId) -> PropertyBlobId {
        self.written.as_ref().map_or(blob, |written| written.shared.number(name, blob))
    }

    pub(crate) fn pinned(module: &Module<'_>) -> Result<Plan> {
        let layout = &module.layout;
        let same = |len: usize| Order::Same(len as u32);
        // Names that were added follow in groups of their own.
        let mut op_name_groups = layout.op_name_groups.clone();
        let grouped: usize = op_name_groups.iter().map(|(_, len)| *len as usize).sum();
        for name in module.op_names.get(grouped..).unwrap_or_default() {
            match op_name_groups.last_mut() {
                Some((dialect, len)) if *dialect == name.dialect => *len += 1,
                _ => op_name_groups.push((name.dialect, 1)),
            }
        }
        let added = (module.op_names.len() - grouped) as u64;
        let unchanged = |attributes, types| {
            attributes == module.attributes.len() && types == module.types.len()
        };
        let moved = module.ir.edited.moved;
        // Regions with aligned nested sections cannot move. An unedited module is written in full, so that tests compare all of it.
        let copied = module.ir.edited.something() && module.ir.alignment <= 1;
        Ok(Plan {
            map: None,
            strings: same(module.strings.len()),
            dialects: same(module.dialects.len()),
            op_names: same(module.op_names.len()),
            op_name_groups,
            announced: layout.announced.map(|count| count + added),
            attributes: same(module.attributes.len()),
            types: same(module.types.len()),
            entry_groups: match &layout.entry_groups {
                Some((groups, attributes, types)) if unchanged(*attributes, *types) => {
                    Some(groups.clone())
                }
                _ => None,
            },
            properties: same(module.properties.len()),
            resources: same(module.resources.len()),
            resource_groups: layout.resource_groups.clone(),
            slack: layout.slack,
            sections: layout.sections.clone(),
            isolated: moved.then(|| isolation::find(&module.ir, module.root)),
            edited: copied.then(|| module.ir.edited_inside()),
            written: None,
            elided: None,
        })
    }
}

/// The sections of a file in the order of the reference writer.
pub(crate) fn sections(version: Version) -> Vec<u8> {
    let mut sections = vec![
        section::DIALECT,
        section::ATTR_TYPE_OFFSET,
        section::ATTR_TYPE,
        section::IR,
        section::RESOURCE_OFFSET,
        section::RESOURCE,
        section::STRING,
    ];
    if version >= section_since(section::PROPERTIES) {
        sections.push(section::PROPERTIES);
    }
    sections
}
