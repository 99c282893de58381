//! The walk that sees every entry: in which order, and how often.

use super::super::data::Entry;
use super::super::encoder::{Numbers, Reference};
use super::super::generated::{
    AttributeId, BlockArgument, BuiltinAttribute, DialectId, OpNameId, ResourceId, StringId, TypeId,
};
use super::super::ir::{Block, Ir, Op, Region};
use super::super::module::Module;
use super::super::names::{lookup, past_end};
use super::blobs::Blobs;
use super::entries::Entries;
use super::handles::Handles;
use super::order::{Sight, Table};
use super::trace::{Begun, Id, Trace};
use crate::error::{Error, Result};
use crate::wire::Writer;

/// A string that an entry holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) entry: u32,
    pub(super) string: StringId,
}

/// What was seen so far.
pub(super) struct Counter<'m> {
    module: &'m Module<'m>,
    pub(super) entries: Entries<'m>,
    pub(super) dialects: Table,
    pub(super) op_names: Table,
    pub(super) attributes: Table,
    pub(super) types: Table,
    pub(super) resources: Table,
    pub(super) blobs: Blobs<'m>,
    /// In the order in which the entries are first seen.
    pub(super) attribute_strings: Vec<Use>,
    pub(super) type_strings: Vec<Use>,
    handles: Handles<'m>,
    pub(super) unknown: Option<AttributeId>,
    pub(super) trace: Trace,
    /// The entries whose references are being followed.
    begun: Vec<Begun>,
}

/// The entry of the unknown location, which arguments without a location have.
pub(super) fn unknown_location(module: &Module<'_>) -> Option<AttributeId> {
    let entries = Entries::new(module);
    let mut writer = Writer::new();
    BuiltinAttribute::UnknownLoc
        .write(&mut writer, &mut entries.encoder(Numbers::UNCHECKED))
        .ok()?;
    let builtin = module.type_table().builtin()?;
    let data = module.data();
    let fits = |entry: &Entry| {
        entry.len as usize == writer.len()
            && entry.custom()
            && entry.dialect() == builtin
            && data.bytes(entry.span()) == writer.as_slice()
    };
    module.attributes.iter().position(fits).map(|index| AttributeId(index as u32))
}

/// The unknown location, where the version can do without it.
pub(super) fn elided(module: &Module<'_>, unknown: Option<AttributeId>) -> Option<AttributeId> {
    let argument = BlockArgument { has_location: false, r#type: TypeId(0), location: None };
    let entries = Entries::new(module);
    let written = argument.write(&mut Writer::new(), &mut entries.encoder(Numbers::UNCHECKED));
    unknown.filter(|_| written.is_ok())
}

/// Whether there is an argument of a block without a location.
pub(super) fn has_unlocated_argument(ir: &Ir) -> bool {
    (0..ir.block_count() as u32).map(Block).any(|block| {
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
            trace: Trace::new(module.attributes.len(), module.types.len()),
            begun: Vec::new(),
        }
    }

    /// Region by region: first everything in a region, then what is inside its operations, the last
    /// region first.
    pub(super) fn walk(&mut self) -> Result<()> {
        let ir = &self.module.ir;
        let mut regions: Vec<Region> = Vec::new();
        self.block(self.module.root, &mut regions)?;
        while let Some(region) = regions.pop() {
            let mut block = ir.first_block(region);
            while let Some(current) = block {
                self.block(current, &mut regions)?;
                block = ir.next_block(current);
            }
        }
        self.trace.finish();
        Ok(())
    }

    fn block(&mut self, block: Block, regions: &mut Vec<Region>) -> Result<()> {
        let ir = &self.module.ir;
        for (index, value) in ir.arguments(block).enumerate() {
            match ir.argument_location(block, index).or(self.unknown) {
                Some(location) => self.attribute(location)?,
                None => return Err(Error::invalid("there is no entry of the unknown location")),
            }
            self.ty(ir.value_type(value))?;
        }
        let mut op = ir.first_op(block);
        while let Some(current) = op {
            self.op(current)?;
            regions.extend(ir.regions(current));
            op = ir.next_op(current);
        }
        Ok(())
    }

    #[inline]
    fn op(&mut self, op: Op) -> Result<()> {
        let ir = &self.module.ir;
        let data = ir.op(op);
        let (name, location) = (data.name, data.location);
        if self.op_names.count(name.0) != Sight::Again {
            self.first_op_name(name)?;
        }
        for value in ir.results(op) {
            self.ty(ir.value_type(value))?;
        }
        if let Some(attributes) = ir.attributes(op) {
            self.attribute(attributes)?;
        }
        if let Some(blob) = ir.properties(op) {
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
        self.attribute(location)
    }

    #[inline(always)]
    fn attribute(&mut self, id: AttributeId) -> Result<()> {
        match self.attributes.count(id.0) {
            Sight::Again => Ok(()),
            Sight::First => {
                self.begin_attribute(id)?;
                self.follow()
            }
            Sight::Missing => Err(past_end(AttributeId::TABLE, id.0, self.attributes.len())),
        }
    }

    #[inline(always)]
    fn ty(&mut self, id: TypeId) -> Result<()> {
        match self.types.count(id.0) {
            Sight::Again => Ok(()),
            Sight::First => {
                self.begin_type(id)?;
                self.follow()
            }
            Sight::Missing => Err(past_end(TypeId::TABLE, id.0, self.types.len())),
        }
    }

    /// Counts what the entries that were begun refer to, an entry before what it refers to.
    fn follow(&mut self) -> Result<()> {
        while let Some(begun) = self.begun.last_mut() {
            let Some(reference) = self.trace.next(begun) else {
                self.begun.pop();
                continue;
            };
            match reference {
                Reference::Attribute(id) => match self.attributes.count(id.0) {
                    Sight::Again => {}
                    Sight::First => self.begin_attribute(id)?,
                    Sight::Missing => {
                        return Err(past_end(AttributeId::TABLE, id.0, self.attributes.len()));
                    }
                },
                Reference::Type(id) => match self.types.count(id.0) {
                    Sight::Again => {}
                    Sight::First => self.begin_type(id)?,
                    Sight::Missing => return Err(past_end(TypeId::TABLE, id.0, self.types.len())),
                },
                Reference::Resource(id) => self.resource(id)?,
                Reference::String(_) => {}
            }
        }
        Ok(())
    }

    fn begin_attribute(&mut self, id: AttributeId) -> Result<()> {
        let entry = lookup(AttributeId::TABLE, &self.module.attributes, id.0)?;
        self.dialect(entry.dialect())?;
        let (entries, handles) = (&self.entries, &self.handles);
        let begun = self.trace.see(Id::Attribute(id), |writer, places| {
            let mut cx = entries.encoder(Numbers::Collect(places));
            let text = entries.write_attribute(id, writer, &mut cx)?;
            if let Some(text) = text {
                handles.find(entry.dialect(), text, places);
            }
            Ok(text.is_none())
        })?;
        let strings = self.trace.strings(begun).map(|string| Use { entry: id.0, string });
        self.attribute_strings.extend(strings);
        self.begun.push(begun);
        Ok(())
    }

    fn begin_type(&mut self, id: TypeId) -> Result<()> {
        let entry = lookup(TypeId::TABLE, &self.module.types, id.0)?;
        self.dialect(entry.dialect())?;
        let (entries, handles) = (&self.entries, &self.handles);
        let begun = self.trace.see(Id::Type(id), |writer, places| {
            let mut cx = entries.encoder(Numbers::Collect(places));
            let text = entries.write_type(id, writer, &mut cx)?;
            if let Some(text) = text {
                handles.find(entry.dialect(), text, places);
            }
            Ok(text.is_none())
        })?;
        let strings = self.trace.strings(begun).map(|string| Use { entry: id.0, string });
        self.type_strings.extend(strings);
        self.begun.push(begun);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn first_op_name(&mut self, id: OpNameId) -> Result<()> {
        let name = lookup(OpNameId::TABLE, &self.module.op_names, id.0)?;
        self.dialect(name.dialect.0)
    }

    #[inline]
    fn dialect(&mut self, id: u32) -> Result<()> {
        if self.dialects.count(id) == Sight::Missing {
            return Err(past_end(DialectId::TABLE, id, self.dialects.len()));
        }
        Ok(())
    }

    fn resource(&mut self, id: ResourceId) -> Result<()> {
        match self.resources.count(id.0) {
            Sight::Again => Ok(()),
            Sight::First => {
                let dialect =
                    self.module.resources.get(id.0 as usize).and_then(|data| data.dialect);
                dialect.map_or(Ok(()), |dialect| self.dialect(dialect.0))
            }
            Sight::Missing => Err(past_end(ResourceId::TABLE, id.0, self.resources.len())),
        }
    }
}
