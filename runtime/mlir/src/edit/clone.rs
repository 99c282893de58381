//! Copies of operations with everything inside their regions.

use super::super::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId, UseListOrder};
use super::super::module::Module;
use crate::module::ir::{BlockId, NewOp, OpId, OrderOwner, Value};
use bytespec_core::error::{Error, ErrorKind, Result};
use std::collections::HashMap;

/// Maps the references of an operation to those of its copy.
pub(super) trait Entries {
    fn name(&mut self, id: OpNameId) -> Result<OpNameId>;
    fn attribute(&mut self, id: AttributeId) -> Result<AttributeId>;
    fn ty(&mut self, id: TypeId) -> Result<TypeId>;
    /// The attributes and the properties of the copy of an operation.
    fn content(&mut self, op: OpId) -> Result<(Option<AttributeId>, Option<PropertyBlobId>)>;
}

/// The copied values and blocks, by their originals.
#[derive(Debug, Default)]
pub(super) struct Copies {
    pub(super) values: HashMap<Value, Value>,
    pub(super) blocks: HashMap<BlockId, BlockId>,
}

/// An operation to copy, with its parts.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) op: OpId,
    pub(super) name: OpNameId,
    pub(super) location: AttributeId,
    pub(super) results: Vec<(Value, TypeId)>,
    pub(super) operands: Vec<Value>,
    pub(super) successors: Vec<BlockId>,
    pub(super) isolated: Option<bool>,
    /// The use-list orders of the results.
    pub(super) orders: Vec<(u32, UseListOrder)>,
    /// The blocks of each region, with their content.
    pub(super) regions: Vec<Vec<SourceBlock>>,
}

/// A block with its arguments and operations.
#[derive(Debug)]
pub(super) struct SourceBlock {
    pub(super) block: BlockId,
    pub(super) arguments: Vec<(Value, TypeId, Option<AttributeId>)>,
    pub(super) ops: Vec<OpId>,
    /// The use-list orders of the arguments.
    pub(super) orders: Vec<(u32, UseListOrder)>,
}

impl Module<'_> {
    /// The parts of an operation.
    pub(super) fn source(&self, op: OpId) -> Source {
        let typed = |value: Value| (value, self.ir.value_type(value));
        let block = |block: BlockId| SourceBlock {
            block,
            arguments: self
                .arguments(block)
                .enumerate()
                .map(|(index, value)| {
                    let (value, ty) = typed(value);
                    (value, ty, self.ir.argument_location(block, index))
                })
                .collect(),
            ops: self.ops(block).collect(),
            orders: self.ir.orders(OrderOwner::Block(block)).to_vec(),
        };
        Source {
            op,
            name: self.ir.name(op),
            location: self.ir.op(op).location,
            results: self.results(op).map(typed).collect(),
            operands: self.operands(op).to_vec(),
            successors: self.successors(op).to_vec(),
            isolated: self.isolated(op),
            orders: self.ir.orders(OrderOwner::Op(op)).to_vec(),
            regions: self
                .regions(op)
                .map(|region| self.blocks(region).map(block).collect())
                .collect(),
        }
    }

    /// Creates a copy of an operation with everything inside its regions. The copy is in no block yet. Values that are defined
    /// inside are copied too; operands from outside stay the same.
    ///
    /// Regions that are still bytes are decoded first ([`Module::materialize`]).
    ///
    /// # Errors
    /// A wrong handle ([`ErrorKind::Handle`](bytespec_core::ErrorKind::Handle)), regions that cannot be decoded, and more
    /// operations than numbers.
    pub fn clone_op(&mut self, op: OpId) -> Result<OpId> {
        self.ir.forest().check_op(op)?;
        self.load_inside(op)?;
        let ops: Vec<OpId> = self.walk_op(op).collect();
        let sources: Vec<Source> = ops.iter().map(|op| self.source(*op)).collect();
        let contents: Vec<_> =
            ops.iter().map(|op| (self.attributes(*op), self.properties_id(*op))).collect();
        let mut same = Same { contents: ops.into_iter().zip(contents).collect() };
        let mut copies = Copies::default();
        self.copy(&sources, &mut same, &mut copies)
    }

    /// Creates copies of operations and of the regions that contain them. Each operation must come before those in its regions.
    /// Returns the copy of the first one, which is in no block.
    pub(super) fn copy(
        &mut self,
        sources: &[Source],
        entries: &mut dyn Entries,
        copies: &mut Copies,
    ) -> Result<OpId> {
        let mut made = Vec::with_capacity(sources.len());
        // First all operations and values, then operands and successors, which can refer to later ones.
        let mut places: HashMap<OpId, BlockId> = HashMap::new();
        for source in sources {
            let (attributes, properties) = entries.content(source.op)?;
            let new = NewOp {
                name: entries.name(source.name)?,
                location: entries.attribute(source.location)?,
                attributes,
                properties,
            };
            let op = self.ir.make_op(new)?;
            made.push(op);
            if !source.results.is_empty() {
                let first = self.ir.make_values(source.results.len() as u32)?;
                let mut types = Vec::with_capacity(source.results.len());
                for (_, ty) in &source.results {
                    types.push(entries.ty(*ty)?);
                }
                self.ir.set_results(op, first, types.into_iter());
                let made = self.ir.results(op);
                copies.values.extend(source.results.iter().map(|(value, _)| *value).zip(made));
            }
            if let Some(block) = places.get(&source.op) {
                self.ir.insert(op, *block, None);
            }
            if source.regions.is_empty() {
                continue;
            }
            self.copy_regions(source, op, entries, copies, &mut places)?;
        }
        for (source, &op) in sources.iter().zip(&made) {
            let value = |value: &Value| copies.values.get(value).copied().unwrap_or(*value);
            let operands: Vec<Value> = source.operands.iter().map(value).collect();
            for value in &operands {
                self.ir.forget_order(*value);
            }
            self.ir.set_operands(op, operands.into_iter())?;
            if !source.successors.is_empty() {
                let block = |block: &BlockId| copies.blocks.get(block).copied().unwrap_or(*block);
                let successors: Vec<BlockId> = source.successors.iter().map(block).collect();
                self.ir.set_successors(op, successors.into_iter())?;
            }
        }
        self.copy_orders(sources, &made, copies);
        self.ir.edited.moved = true;
        made.first().copied().ok_or_else(|| {
            Error::new(ErrorKind::Handle { what: "operation", number: 0, erased: false })
        })
    }

    /// Creates the regions of a copy, with their blocks and arguments. `places` receives the block for each operation inside.
    fn copy_regions(
        &mut self,
        source: &Source,
        op: OpId,
        entries: &mut dyn Entries,
        copies: &mut Copies,
        places: &mut HashMap<OpId, BlockId>,
    ) -> Result<()> {
        self.ir.make_regions(op, source.regions.len() as u64)?;
        self.ir.set_isolated(op, source.isolated);
        for (index, blocks) in source.regions.iter().enumerate() {
            let region = self.ir.region(op, index as u32);
            for source in blocks {
                let block = self.ir.append_block(region)?;
                copies.blocks.insert(source.block, block);
                places.extend(source.ops.iter().map(|op| (*op, block)));
                if source.arguments.is_empty() {
                    continue;
                }
                let first = self.ir.make_values(source.arguments.len() as u32)?;
                let mut arguments = Vec::with_capacity(source.arguments.len());
                for (_, ty, location) in &source.arguments {
                    let location = location.map(|id| entries.attribute(id)).transpose()?;
                    arguments.push((entries.ty(*ty)?, location));
                }
                self.ir.set_arguments(block, first, arguments.into_iter());
                let made = self.ir.arguments(block);
                let values = source.arguments.iter().map(|(value, ..)| *value);
                copies.values.extend(values.zip(made));
            }
        }
        Ok(())
    }

    /// Gives the copies the use-list orders of their sources.
    fn copy_orders(&mut self, sources: &[Source], made: &[OpId], copies: &Copies) {
        // The copies include all uses that these orders sort, except uses of the results of the outermost operation.
        for (source, &op) in sources.iter().zip(made).skip(1) {
            if !source.orders.is_empty() {
                self.ir.set_orders(OrderOwner::Op(op), source.orders.clone());
            }
        }
        for source in sources.iter().flat_map(|source| source.regions.iter().flatten()) {
            if let (Some(copy), false) =
                (copies.blocks.get(&source.block), source.orders.is_empty())
            {
                self.ir.set_orders(OrderOwner::Block(*copy), source.orders.clone());
            }
        }
    }
}

/// The mapping for a copy in the same module.
#[derive(Debug)]
struct Same {
    contents: HashMap<OpId, (Option<AttributeId>, Option<PropertyBlobId>)>,
}

impl Entries for Same {
    fn name(&mut self, id: OpNameId) -> Result<OpNameId> {
        Ok(id)
    }

    fn attribute(&mut self, id: AttributeId) -> Result<AttributeId> {
        Ok(id)
    }

    fn ty(&mut self, id: TypeId) -> Result<TypeId> {
        Ok(id)
    }

    fn content(&mut self, op: OpId) -> Result<(Option<AttributeId>, Option<PropertyBlobId>)> {
        Ok(self.contents.get(&op).copied().unwrap_or_default())
    }
}
