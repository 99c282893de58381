//! Copies of operations with everything inside their regions.

use crate::generated::{DebugId, Op, ResultValue, TypeId};
use crate::module::body::{BlockId, Body, OpId, Place};
use bytespec_core::error::Result;
use bytespec_core::values::Value;
use std::collections::{HashMap, HashSet};

/// A block to copy.
#[derive(Debug)]
pub(crate) struct OriginalBlock {
    arguments: Vec<ResultValue>,
    ops: Vec<OpId>,
}

/// An operation to copy.
#[derive(Debug)]
pub(crate) struct Original {
    pub(crate) id: OpId,
    pub(crate) op: Op,
    pub(crate) location: Option<DebugId>,
    /// The blocks of each region.
    pub(crate) regions: Vec<Vec<OriginalBlock>>,
}

impl Original {
    /// Calls `visit` with every reference to a table, which it can change.
    pub(crate) fn references_mut(
        &mut self,
        visit: &mut dyn FnMut(&'static str, &mut u32) -> Result<()>,
    ) -> Result<()> {
        self.op.references_mut(visit)?;
        let blocks = self.regions.iter_mut().flatten();
        for argument in blocks.flat_map(|block| &mut block.arguments) {
            visit(TypeId::TABLE, &mut argument.ty.0)?;
        }
        self.location.as_mut().map_or(Ok(()), |location| visit(DebugId::TABLE, &mut location.0))
    }

    /// Adds the values that the operation and the blocks in its regions define.
    pub(crate) fn add_defined(&self, values: &mut HashSet<Value>) {
        self.op.each_result(|result| {
            values.insert(result.value);
        });
        let arguments = self.regions.iter().flatten().flat_map(|block| &block.arguments);
        values.extend(arguments.map(|argument| argument.value));
    }
}

impl Body {
    /// An operation and those in its regions, each before those inside of it.
    pub(crate) fn originals(&self, op: OpId) -> Result<Vec<Original>> {
        self.op(op)?;
        self.walk_op(op).map(|id| self.original(id)).collect()
    }

    fn original(&self, id: OpId) -> Result<Original> {
        let op = self.op(id)?.clone();
        let mut regions = Vec::new();
        for index in 0..op.regions().len() {
            let blocks = self.blocks(self.own_region(id, index)?);
            let content = |block| OriginalBlock {
                arguments: self.arguments(block).to_vec(),
                ops: self.ops(block).collect(),
            };
            regions.push(blocks.map(content).collect());
        }
        Ok(Original { id, op, location: self.location(id), regions })
    }

    /// Creates copies. Each operation must come before those inside of it. Returns the first copy, which is in no block yet.
    /// `values` maps values from outside, and receives the mapping of those inside.
    pub(crate) fn copy(
        &mut self,
        originals: Vec<Original>,
        values: &mut HashMap<Value, Value>,
    ) -> OpId {
        let first = self.next_op();
        let mut blocks: HashMap<OpId, BlockId> = HashMap::new();
        let mut copies = Vec::with_capacity(originals.len());
        for Original { id, mut op, location, regions } in originals {
            let mut regions = regions.into_iter();
            op.each_region_mut(|region| {
                *region = self.add_region();
                for content in regions.next().into_iter().flatten() {
                    let block = self.grow_block(Some(*region));
                    for argument in content.arguments {
                        values.insert(argument.value, self.grow_argument(block, argument.ty));
                    }
                    blocks.extend(content.ops.into_iter().map(|op| (op, block)));
                }
            });
            let mut results = Vec::new();
            op.each_result(|result| results.push(result.value));
            let copy = self.make(op);
            self.place(copy, location);
            values.extend(results.into_iter().zip(self.results(copy)));
            copies.push((copy, blocks.get(&id).copied()));
        }
        // Operations of a block are in its order, and all results exist.
        for (copy, block) in copies {
            self.rename(copy, values);
            self.record_created(copy);
            if let Some(block) = block {
                self.place_op(Place::AtEnd(block), copy);
            }
        }
        first
    }

    /// Creates a copy of an operation with everything inside its regions. The copy is in no block yet. It has new results, and
    /// uses the same values from outside.
    ///
    /// # Errors
    /// An operation that the body does not have, and one inside of it that refers to a region of another operation.
    pub fn clone_op(&mut self, op: OpId) -> Result<OpId> {
        let originals = self.originals(op)?;
        Ok(self.copy(originals, &mut HashMap::new()))
    }
}
