//! What stands in what, and who uses a value: found when first asked for, and kept as edits say what they change.

use super::generated::Op;
use super::places::{Block, BlockId, OpId};
use crate::values::{RegionId, Value};
use std::sync::OnceLock;

/// The operations, blocks and regions that links are of.
#[derive(Clone, Copy)]
pub(super) struct Parts<'b> {
    pub(super) ops: &'b [Op],
    pub(super) blocks: &'b [Block],
    pub(super) regions: &'b [Vec<BlockId>],
    /// How many values there are.
    pub(super) values: usize,
}

/// Links, or none that are known; no part of what a body is.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(pub(super) OnceLock<Links>);

impl PartialEq for Known {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What stands in what, and who uses a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Links {
    /// By operation: the block that it stands in.
    blocks: Vec<Option<BlockId>>,
    /// By block: the region that it is in.
    regions: Vec<Option<RegionId>>,
    /// By region: the operation that has it.
    owners: Vec<Option<OpId>>,
    /// By value: the operations of the function that use it, once for each operand.
    users: Vec<Vec<OpId>>,
}

fn at<T: Copy>(list: &[Option<T>], index: u32) -> Option<T> {
    list.get(index as usize).copied().flatten()
}

fn put<T: Clone>(list: &mut Vec<Option<T>>, index: u32, value: Option<T>) {
    if list.len() <= index as usize {
        list.resize(index as usize + 1, None);
    }
    list[index as usize] = value;
}

/// The operations in the regions of one, and itself, each before those inside of it.
pub(super) fn subtree(parts: Parts<'_>, op: OpId) -> Vec<OpId> {
    let mut found = vec![op];
    let mut next = 0;
    // A block that was put into itself is walked once.
    let mut met = std::collections::HashSet::new();
    while let Some(op) = found.get(next).and_then(|op| parts.ops.get(op.0 as usize)) {
        next += 1;
        op.each_region(|region| {
            for block in parts.regions.get(region.0 as usize).into_iter().flatten() {
                if met.insert(*block)
                    && let Some(block) = parts.blocks.get(block.0 as usize)
                {
                    found.extend(&block.ops);
                }
            }
        });
    }
    found
}

impl Links {
    /// The links of a body, found in one pass.
    pub(super) fn of(parts: Parts<'_>, entry: BlockId) -> Self {
        let mut links = Links::default();
        for (region, blocks) in (0..).zip(parts.regions) {
            blocks
                .iter()
                .for_each(|block| put(&mut links.regions, block.0, Some(RegionId(region))));
        }
        for (block, content) in (0..).zip(parts.blocks) {
            content.ops.iter().for_each(|op| put(&mut links.blocks, op.0, Some(BlockId(block))));
        }
        for (id, op) in (0..).zip(parts.ops) {
            links.own(OpId(id), op);
        }
        if let Some(block) = parts.blocks.get(entry.0 as usize) {
            let met = &mut std::collections::HashSet::new();
            for op in block.ops.iter().flat_map(|op| subtree(parts, *op)) {
                // One that stands in two places uses its operands once.
                if met.insert(op) {
                    links.use_operands(parts, op);
                }
            }
        }
        links
    }

    /// The operation has its regions.
    pub(super) fn own(&mut self, id: OpId, op: &Op) {
        op.each_region(|region| put(&mut self.owners, region.0, Some(id)));
    }

    /// The operation has its regions no more.
    pub(super) fn disown(&mut self, op: &Op) {
        op.each_region(|region| put(&mut self.owners, region.0, None));
    }

    /// There is a new block in a region.
    pub(super) fn add_block(&mut self, block: BlockId, region: RegionId) {
        put(&mut self.regions, block.0, Some(region));
    }

    /// The block of an operation.
    pub(super) fn block(&self, op: OpId) -> Option<BlockId> {
        at(&self.blocks, op.0)
    }

    /// The region of a block.
    pub(super) fn region(&self, block: BlockId) -> Option<RegionId> {
        at(&self.regions, block.0)
    }

    /// The operation that has a region.
    pub(super) fn owner(&self, region: RegionId) -> Option<OpId> {
        at(&self.owners, region.0)
    }

    /// The operations that use a value.
    pub(super) fn users(&self, value: Value) -> &[OpId] {
        self.users.get(value.index() as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether a block is one of the function: its operations use values.
    pub(super) fn is_in_function(&self, mut block: BlockId, entry: BlockId) -> bool {
        // As often as there are blocks: one that was put into itself has no end.
        for _ in 0..=self.regions.len() {
            if block == entry {
                return true;
            }
            let owner = self.region(block).and_then(|region| self.owner(region));
            let Some(outer) = owner.and_then(|owner| self.block(owner)) else { return false };
            block = outer;
        }
        false
    }

    /// Whether a block is inside an operation.
    pub(super) fn is_inside(&self, mut block: BlockId, op: OpId) -> bool {
        for _ in 0..=self.regions.len() {
            let owner = self.region(block).and_then(|region| self.owner(region));
            match owner {
                Some(owner) if owner == op => return true,
                Some(owner) => match self.block(owner) {
                    Some(outer) => block = outer,
                    None => return false,
                },
                None => return false,
            }
        }
        false
    }

    fn use_operands(&mut self, parts: Parts<'_>, id: OpId) {
        let Some(op) = parts.ops.get(id.0 as usize) else { return };
        op.each_operand(|value| {
            let index = value.index() as usize;
            // A value of no body is an error when the body is written.
            if index >= self.users.len() && index < parts.values {
                self.users.resize(parts.values, Vec::new());
            }
            if let Some(users) = self.users.get_mut(index) {
                users.push(id);
            }
        });
    }

    fn free_operands(&mut self, parts: Parts<'_>, id: OpId) {
        let Some(op) = parts.ops.get(id.0 as usize) else { return };
        op.each_operand(|value| {
            if let Some(users) = self.users.get_mut(value.index() as usize)
                && let Some(position) = users.iter().rposition(|user| *user == id)
            {
                users.remove(position);
            }
        });
    }

    /// What an operation and those inside of it use is used.
    pub(super) fn use_all(&mut self, parts: Parts<'_>, op: OpId) {
        subtree(parts, op).into_iter().for_each(|op| self.use_operands(parts, op));
    }

    /// What an operation and those inside of it use is not used by them any more.
    pub(super) fn free_all(&mut self, parts: Parts<'_>, op: OpId) {
        subtree(parts, op).into_iter().for_each(|op| self.free_operands(parts, op));
    }

    /// The operation stands in a block now, or nowhere.
    pub(super) fn set_block(&mut self, op: OpId, block: Option<BlockId>) {
        put(&mut self.blocks, op.0, block);
    }

    /// All uses of a value are those of another one.
    pub(super) fn replace(&mut self, old: Value, new: Value) {
        let Some(users) = self.users.get_mut(old.index() as usize).map(std::mem::take) else {
            return;
        };
        let index = new.index() as usize;
        if index >= self.users.len() {
            self.users.resize(index + 1, Vec::new());
        }
        self.users[index].extend(users);
    }
}
