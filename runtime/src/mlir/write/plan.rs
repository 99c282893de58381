//! What is written in which order, and under which numbers.

use crate::error::Result;
use crate::mlir::codec::encoder::{Encoder, Map, Numbers};
use crate::mlir::generated::{
    AttributeId, DialectId, OpNameId, PropertyBlobId, Version, section, section_since,
};
use crate::mlir::module::Module;
use crate::mlir::tables::data::Span;
use crate::mlir::write::isolation;
use crate::mlir::write::numbering::blobs::Written;

/// The order in which the entries of a table are written.
#[derive(Clone, Debug)]
pub(in crate::mlir) enum Order {
    /// All of them as they stand: their number.
    Same(u32),
    /// Old numbers by new ones.
    List(Vec<u32>),
}

impl Order {
    pub(in crate::mlir) fn len(&self) -> usize {
        match self {
            Order::Same(len) => *len as usize,
            Order::List(list) => list.len(),
        }
    }

    /// The entry at a place.
    #[inline(always)]
    pub(in crate::mlir) fn at(&self, index: usize) -> u32 {
        match self {
            Order::Same(_) => index as u32,
            Order::List(list) => list[index],
        }
    }

    pub(in crate::mlir) fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|index| self.at(index))
    }
}

/// What is written in which order.
#[derive(Clone, Debug)]
pub(in crate::mlir) struct Plan {
    /// New numbers; none when every number stays.
    pub(in crate::mlir) map: Option<Map>,
    pub(in crate::mlir) strings: Order,
    pub(in crate::mlir) dialects: Order,
    pub(in crate::mlir) op_names: Order,
    /// Dialect by new number and size of each group.
    pub(in crate::mlir) op_name_groups: Vec<(DialectId, u32)>,
    pub(in crate::mlir) announced: Option<u64>,
    pub(in crate::mlir) attributes: Order,
    pub(in crate::mlir) types: Order,
    /// Sizes of the groups of attributes and types; none for maximal runs.
    pub(in crate::mlir) entry_groups: Option<Vec<u32>>,
    pub(in crate::mlir) properties: Order,
    pub(in crate::mlir) resources: Order,
    pub(in crate::mlir) resource_groups: Vec<(DialectId, u32)>,
    pub(in crate::mlir) slack: Span,
    pub(in crate::mlir) sections: Vec<(u8, Option<u64>)>,
    /// Whether each operation's regions are isolated; none where the flags of the file hold.
    pub(in crate::mlir) isolated: Option<Vec<bool>>,
    /// The property blobs with new numbers inside; none where they are written as they are.
    pub(in crate::mlir) written: Option<Written>,
    /// The location that arguments of blocks are written without.
    pub(in crate::mlir) elided: Option<AttributeId>,
}

impl Plan {
    pub(in crate::mlir) fn encoder<'m>(&'m self, module: &'m Module<'_>) -> Encoder<'m> {
        let numbers = match &self.map {
            Some(map) => Numbers::Mapped(map),
            None => Numbers::Pinned(module.table_lengths()),
        };
        Encoder::new(module.version, module.release, Some(module), numbers)
            .with_dialects(module.dialect_releases)
    }

    /// The number under which `map` has the blob of an operation.
    #[inline]
    pub(in crate::mlir) fn blob(&self, name: OpNameId, blob: PropertyBlobId) -> PropertyBlobId {
        self.written.as_ref().map_or(blob, |written| written.shared.number(name, blob))
    }

    pub(in crate::mlir) fn pinned(module: &Module<'_>) -> Result<Plan> {
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
            isolated: (module.ir.edits > 0).then(|| isolation::find(&module.ir, module.root)),
            written: None,
            elided: None,
        })
    }
}

/// The sections of a file in the order in which the reference writes them.
pub(in crate::mlir) fn sections(version: Version) -> Vec<u8> {
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
