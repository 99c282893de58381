//! Operations, blocks and regions made at random.

use crate::entries::Entries;
use bytespec::mlir::{
    AttributeId, BlockId, Module, NewOperation, OpId, PropertyValue, RegionId, Release, TypeId,
    Value, property_layout,
};
use bytespec::properties::{Field, Kind};
use bytespec::sample::Source;
use bytespec::{Error, Result};

/// Names of operations that nobody knows.
pub(crate) const FOREIGN: &[&str] = &["a.b", "a.c.d", "e.f", "g", "odd.na me", "odd.quote\"d"];

/// Operations that releases have a layout for.
const KNOWN: &[&str] = &[
    "arith.cmpi",
    "arith.addf",
    "func.func",
    "func.call",
    "llvm.add",
    "llvm.load",
    "llvm.getelementptr",
    "memref.alloc",
    "memref.load",
    "linalg.generic",
    "vector.transfer_read",
    "ptr.load",
    "ptr.ptr_add",
    "gpu.launch_func",
];

const MAX_DEPTH: u32 = 3;

/// Values that an operation may use: all of the regions around it.
pub(crate) struct Body<'s> {
    source: &'s mut Source,
    entries: Entries,
    release: Release,
}

impl<'s> Body<'s> {
    pub(crate) fn new(source: &'s mut Source, entries: Entries, release: Release) -> Self {
        Body { source, entries, release }
    }

    /// Fills the region of the operation at the top.
    pub(crate) fn top(&mut self, module: &mut Module<'_>) -> Result<()> {
        let top = module.walk().next().ok_or_else(|| Error::invalid("there is no top"))?;
        let location = self.location();
        module.set_location(top, location)?;
        let region = module.regions(top).next();
        let region = region.ok_or_else(|| Error::invalid("there is no region"))?;
        self.fill(module, region, 0, &[], false)
    }

    fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.source.below(list.len())]
    }

    fn some<T: Copy>(&mut self, list: &[T], most: usize) -> Vec<T> {
        let count = if list.is_empty() { 0 } else { self.source.below(most + 1) };
        (0..count).map(|_| self.one(list)).collect()
    }

    fn location(&mut self) -> AttributeId {
        let locations = self.entries.locations.clone();
        self.one(&locations)
    }

    fn types(&mut self, most: usize) -> Vec<TypeId> {
        let types = self.entries.types.clone();
        self.some(&types, most)
    }

    /// Fills a region with blocks, and these with operations and their regions; `outside` are the values around it.
    fn fill(
        &mut self,
        module: &mut Module<'_>,
        region: RegionId,
        depth: u32,
        outside: &[Value],
        isolated: bool,
    ) -> Result<()> {
        let mut values = if isolated { Vec::new() } else { outside.to_vec() };
        let mut blocks: Vec<BlockId> = module.blocks(region).collect();
        let more = if blocks.is_empty() { 1 + self.source.below(3) } else { 0 };
        for _ in 0..more {
            let types = self.types(3);
            let block = module.add_block(region, &types)?;
            for argument in module.arguments(block) {
                module.set_argument_location(argument, Some(self.location()))?;
                values.push(argument);
            }
            blocks.push(block);
        }
        let mut made = Vec::new();
        for &block in &blocks {
            // Of several blocks each has an operation.
            let least = usize::from(blocks.len() > 1);
            let count = least + self.source.below(5 - least);
            for at in 0..count {
                let last = at + 1 == count;
                // The first block has no name to be called by.
                let successors = if last { self.some(&blocks[1..], 2) } else { Vec::new() };
                let op = self.operation(module, depth, successors)?;
                module.append(block, op)?;
                values.extend(module.results(op));
                made.push(op);
            }
        }
        for op in made {
            // Values that are defined later are used, too.
            let operands = self.some(&values, 4);
            module.set_operands(op, &operands)?;
            for region in module.regions(op).collect::<Vec<_>>() {
                if self.source.below(4) > 0 {
                    let isolated = self.source.below(4) == 0;
                    self.fill(module, region, depth + 1, &values, isolated)?;
                }
            }
        }
        Ok(())
    }

    fn operation(
        &mut self,
        module: &mut Module<'_>,
        depth: u32,
        successors: Vec<BlockId>,
    ) -> Result<OpId> {
        let regions = if depth < MAX_DEPTH { self.source.below(3) as u32 } else { 0 };
        let results = self.types(3);
        let location = self.location();
        let known = self.one(KNOWN);
        let (dialect, name) = known.split_once('.').unwrap_or_default();
        let layout = property_layout(self.release, 0, dialect, name);
        let mut operation =
            NewOperation { results, successors, regions, ..NewOperation::default() };
        let mut names = Vec::new();
        let name = match layout.filter(|_| self.source.below(3) == 0) {
            Some(fields) => {
                for field in fields {
                    if let Some(value) = self.property(module, field)? {
                        operation.named.push((field.name, value));
                    }
                    names.push(field.name);
                }
                known
            }
            None => self.one(FOREIGN),
        };
        let op = module.make(name, location, operation)?;
        let attributes = self.entries.attributes.clone();
        for attribute in self.some(&attributes, 3) {
            let name = self.one(&["x", "y", "z", "true", "a b", "0"]);
            if !names.contains(&name) {
                module.set_attribute(op, name, Some(attribute))?;
            }
        }
        Ok(op)
    }

    fn property(&mut self, module: &Module<'_>, field: &Field) -> Result<Option<PropertyValue>> {
        let _ = module;
        let attributes = self.entries.attributes.clone();
        Ok(match field.kind {
            Kind::Attribute => Some(PropertyValue::Attribute(self.one(&attributes))),
            Kind::OptionalAttribute => {
                let some = self.source.flag();
                some.then(|| PropertyValue::Attribute(self.one(&attributes)))
            }
            Kind::Varint => Some(PropertyValue::Number(self.source.below(4) as u64)),
            Kind::OptionalVarint => {
                let some = self.source.flag();
                some.then(|| PropertyValue::Number(self.source.below(4) as u64))
            }
            Kind::Bool => Some(PropertyValue::Bool(self.source.flag())),
            Kind::String => None,
            Kind::Segments(count) => {
                let sizes = (0..count).map(|_| self.source.below(3) as u32).collect();
                Some(PropertyValue::Segments(sizes))
            }
        })
    }
}
