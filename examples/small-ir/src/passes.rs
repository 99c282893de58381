//! Passes: edits of the forest, and of the side tables with it.

use crate::program::Program;
use bytespec::Result;
use bytespec::forest::{Definition, OpId, Place};
use std::collections::HashMap;

impl Program<'_> {
    /// Moves pure operations out of the operations around them, as far as their operands are visible there. It returns how many
    /// it moved.
    ///
    /// # Errors
    /// None: the program has all operations that it moves.
    pub fn hoist(&mut self) -> Result<usize> {
        let mut moved = 0;
        // The walk borrows the forest. In its order, the operations that an operation uses moved before.
        let order: Vec<OpId> = self.forest.walk(self.root).collect();
        for op in order {
            let mut outermost = None;
            let mut next = self.forest.parent(op);
            while let Some(around) = next.filter(|around| self.is_movable(op, *around)) {
                outermost = Some(around);
                next = self.forest.parent(around);
            }
            if let Some(around) = outermost {
                self.forest.move_to(Place::Before(around), op)?;
                moved += 1;
            }
        }
        self.is_edited |= moved > 0;
        Ok(moved)
    }

    /// Whether an operation can be in front of an operation around it.
    fn is_movable(&self, op: OpId, around: OpId) -> bool {
        let is_outside = |value: &Definition| {
            let block = match *value {
                Definition::Result(op, _) => self.forest.op_block(op),
                Definition::Argument(block, _) => Some(block),
            };
            block.is_some_and(|block| !self.forest.is_inside(block, around))
        };
        // The operands of operations in regions would need the same check.
        let has_regions = self.forest.first_region(op).is_some();
        !has_regions && self.is_pure(op) && self.ops[op.index()].operands.iter().all(is_outside)
    }

    /// Whether an operation, with all inside of it, only computes its results. The schema says it of each code.
    fn is_pure(&self, op: OpId) -> bool {
        self.forest.walk_op(op).all(|op| self.ops[op.index()].code.pure().is_some())
    }

    /// Erases pure operations whose results nothing uses, with all inside of them. It returns how many it erased.
    ///
    /// # Errors
    /// None: the program has all operations that it erases.
    pub fn erase_unused(&mut self) -> Result<usize> {
        let mut order: Vec<OpId> = self.forest.walk(self.root).collect();
        let mut uses: HashMap<Definition, usize> = HashMap::new();
        for operand in order.iter().flat_map(|op| &self.ops[op.index()].operands) {
            *uses.entry(*operand).or_insert(0) += 1;
        }
        let mut count = 0;
        // Uses come after definitions: backwards, one walk finds all.
        while let Some(op) = order.pop() {
            let mut results = 0..self.ops[op.index()].results.len() as u32;
            let is_used = results.any(|at| uses.get(&Definition::Result(op, at)) > Some(&0));
            if is_used || !self.is_pure(op) {
                continue;
            }
            let erased = self.forest.erase(op)?;
            count += erased.ops.len();
            // The side tables keep a place for each number. What they store there is dropped.
            for op in erased.ops {
                for operand in std::mem::take(&mut self.ops[op.index()].operands) {
                    uses.entry(operand).and_modify(|count| *count -= 1);
                }
            }
            erased.blocks.iter().for_each(|block| self.arguments[block.index()].clear());
        }
        self.is_edited |= count > 0;
        Ok(count)
    }
}
