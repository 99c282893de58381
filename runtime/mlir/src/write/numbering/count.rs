//! The walk that visits every entry, and records their order and number of uses.

use super::blobs::Blobs;
use super::entries::Entries;
use super::handles::Handles;
use crate::codec::context::HasTypes;
use crate::codec::encoder::{EntryNumbers, Reference};
use crate::generated::{
    AttributeId, BlockArgument, BuiltinAttribute, DialectId, OpNameId, ResourceId, StringId, TypeId,
};
use crate::module::Module;
use crate::module::ir::{BlockId, Ir, RegionId, Written};
use crate::tables::data::Entry;
use crate::tables::entry::Handle;
use crate::tables::names::{lookup, past_end};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::ordering::{Occurrence, Table};
use bytespec_core::wire::Writer;

/// A string in an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) entry: u32,
    pub(super) string: StringId,
}

/// The entries visited so far.
pub(super) struct Counter<'m> {
    module: &'m Module<'m>,
    pub(super) entries: Entries<'m>,
    pub(super) dialects: Table,
    pub(super) op_names: Table,
    pub(super) attributes: Table,
    pub(super) types: Table,
    pub(super) resources: Table,
    pub(super) blobs: Blobs<'m>,
    /// In the order in which the entries are first visited.
    pub(super) attribute_strings: Vec<Use>,
    pub(super) type_strings: Vec<Use>,
    handles: Handles,
    pub(super) unknown: Option<AttributeId>,
    /// The references of the open entries, and the open entries except the last.
    listed: Vec<Reference>,
    open: Vec<CountedEntry>,
}

/// An entry whose references are being counted: the start of its references in the list, and the next one.
#[derive(Clone, Copy, Debug)]
struct CountedEntry {
    id: Handle,
    start: usize,
    next: usize,
}

/// The entry of the unknown location, which block arguments without a location have.
pub(super) fn unknown_location(module: &Module<'_>) -> Option<AttributeId> {
    let entries = Entries::new(module);
    let mut writer = Writer::new();
    BuiltinAttribute::UnknownLoc
        .write(&mut writer, &mut entries.encoder(EntryNumbers::UNCHECKED))
        .ok()?;
    let builtin = module.type_table().builtin()?;
    let data = module.data();
    let fits = |entry: Entry| {
        entry.len as usize == writer.len()
            && entry.custom()
            && entry.dialect() == builtin
            && data.bytes(entry.span()) == writer.as_slice()
    };
    module.attributes.iter().position(fits).map(|index| AttributeId(index as u32))
}

/// The unknown location, if the version can omit it.
pub(super) fn elided(module: &Module<'_>, unknown: Option<AttributeId>) -> Option<AttributeId> {
    let argument = BlockArgument { has_location: false, r#type: TypeId(0), location: None };
    let entries = Entries::new(module);
    let written = argument.write(&mut Writer::new(), &mut entries.encoder(EntryNumbers::UNCHECKED));
    unknown.filter(|_| written.is_ok())
}

/// Whether there is a block argument without a location.
pub(super) fn has_unlocated_argument(ir: &Ir) -> bool {
    (0..ir.block_count() as u32).map(BlockId::at).any(|block| {
        let count = ir.arguments(block).len();
        (0..count).any(|index| ir.argument_location(block, index).is_none())
    })
}

impl<'m> Counter<'m> {
    pub(super) fn new(module: &'m Module<'_>) -> Self {
        Counter {
            module,
            entries: Entries::new(module),
            dialects: Table::new(module.dialects.len()),
            op_names: Table::new(module.op_names.len()),
            attributes: Table::new(module.attributes.len()),
            types: Table::new(module.types.len()),
            resources: Table::new(module.resources.len()),
            blobs: Blobs::new(module),
            attribute_strings: Vec::new(),
            type_strings: Vec::new(),
            handles: Handles::new(module),
            unknown: unknown_location(module),
            listed: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Walks region by region: first everything in a region, then the content of its operations, starting with the last region.
    pub(super) fn walk(&mut self) -> Result<()> {
        let ir = &self.module.ir;
        let mut regions: Vec<RegionId> = Vec::new();
        self.block(self.module.root, &mut regions)?;
        while let Some(region) = regions.pop() {
            let mut block = ir.forest().first_block(region);
            while let Some(current) = block {
                self.block(current, &mut regions)?;
                block = ir.forest().next_block(current);
            }
        }
        // Resources are data: they are kept even if nothing refers to them.
        (0..self.module.resources.len() as u32).try_for_each(|id| self.resource(ResourceId(id)))
    }

    fn block(&mut self, block: BlockId, regions: &mut Vec<RegionId>) -> Result<()> {
        let ir = &self.module.ir;
        for (index, value) in ir.arguments(block).enumerate() {
            match ir.argument_location(block, index).or(self.unknown) {
                Some(location) => self.attribute(location)?,
                None => {
                    let item = "an entry of the unknown location".into();
                    return Err(Error::new(ErrorKind::Absent { item, why: "is missing" }));
                }
            }
            self.ty(ir.value_type(value))?;
        }
        let mut next = ir.forest().first_op(block);
        while let Some(op) = next
            && let Some(written) = ir.written(op)
        {
            let seen = self.op(&written);
            seen.map_err(|error| error.or_element("operations", op.index() as u64))?;
            if written.has_regions {
                regions.extend(ir.regions(op));
            }
            next = written.next;
        }
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn op(&mut self, op: &Written<'_>) -> Result<()> {
        let name = op.data.name;
        if self.op_names.count(name.0) != Occurrence::Again {
            self.first_op_name(name)?;
        }
        for ty in op.result_types() {
            self.ty(ty)?;
        }
        if let Some(attributes) = op.attributes() {
            self.attribute(attributes)?;
        }
        if let Some(blob) = op.properties() {
            let variant = self.blobs.variant(name, blob, &self.entries)?;
            for index in self.blobs.references(variant) {
                match self.blobs.reference(index) {
                    Reference::Attribute(id) => self.attribute(id)?,
                    Reference::Type(id) => self.ty(id)?,
                    Reference::Resource(id) => self.resource(id)?,
                    Reference::String(_) => {}
                }
            }
        }
        self.attribute(op.data.location)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn attribute(&mut self, id: AttributeId) -> Result<()> {
        if self.attributes.count(id.0) == Occurrence::Again {
            Ok(())
        } else {
            self.begin(Handle::Attribute(id))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ty(&mut self, id: TypeId) -> Result<()> {
        if self.types.count(id.0) == Occurrence::Again {
            Ok(())
        } else {
            self.begin(Handle::Type(id))
        }
    }

    /// Counts the references of an entry that was not visited before. An entry comes before its references.
    fn begin(&mut self, id: Handle) -> Result<()> {
        let mut entry = self.list(id)?;
        loop {
            let Some(&reference) = self.listed.get(entry.next) else {
                self.listed.truncate(entry.start);
                match self.open.pop() {
                    Some(outer) => entry = outer,
                    None => return Ok(()),
                }
                continue;
            };
            entry.next += 1;
            let first = match reference {
                Reference::Attribute(id) if self.attributes.count(id.0) != Occurrence::Again => {
                    Handle::Attribute(id)
                }
                Reference::Type(id) if self.types.count(id.0) != Occurrence::Again => {
                    Handle::Type(id)
                }
                Reference::Attribute(_) | Reference::Type(_) => continue,
                Reference::Resource(id) => {
                    self.resource(id)?;
                    continue;
                }
                Reference::String(string) => {
                    match entry.id {
                        Handle::Attribute(AttributeId(entry)) => {
                            self.attribute_strings.push(Use { entry, string });
                        }
                        Handle::Type(TypeId(entry)) => {
                            self.type_strings.push(Use { entry, string });
                        }
                    }
                    continue;
                }
            };
            self.open.push(entry);
            entry = self.list(first)?;
        }
    }

    /// Lists the references of an entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list(&mut self, id: Handle) -> Result<CountedEntry> {
        let entry = self.entries.entry(id)?;
        self.dialect(entry.dialect())?;
        let start = self.listed.len();
        if let Some(text) = self.entries.list((id, entry), &mut self.listed)? {
            self.handles.find(self.module, (entry.dialect(), text), &mut self.listed);
        }
        Ok(CountedEntry { id, start, next: start })
    }

    #[cold]
    #[inline(never)]
    fn first_op_name(&mut self, id: OpNameId) -> Result<()> {
        let name = lookup(OpNameId::TABLE, &self.module.op_names, id.0)?;
        self.dialect(name.dialect.0)
    }

    #[inline]
    fn dialect(&mut self, id: u32) -> Result<()> {
        if self.dialects.count(id) == Occurrence::Missing {
            return Err(past_end(DialectId::TABLE, id, self.dialects.size()));
        }
        Ok(())
    }

    fn resource(&mut self, id: ResourceId) -> Result<()> {
        match self.resources.count(id.0) {
            Occurrence::Again => Ok(()),
            Occurrence::First => {
                let dialect =
                    self.module.resources.get(id.0 as usize).and_then(|data| data.dialect);
                dialect.map_or(Ok(()), |dialect| self.dialect(dialect.0))
            }
            Occurrence::Missing => Err(past_end(ResourceId::TABLE, id.0, self.resources.size())),
        }
    }
}
