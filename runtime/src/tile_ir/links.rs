//! What stands in what, and who uses a value: found when first asked for, and kept as edits say what they change.

use super::generated::Op;
use super::places::{Block, BlockId, OpId, Use};
use crate::uses::UseLists;
use crate::values::{RegionId, Value};
use std::collections::HashSet;
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
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    /// By operation: the block that it stands in.
    blocks: Vec<Option<BlockId>>,
    /// By block: the region that it is in.
    regions: Vec<Option<RegionId>>,
    /// By region: the operation that has it.
    owners: Vec<Option<OpId>>,
    /// By operation: where its operands are in the lists.
    operands: Vec<Places>,
    /// The places of operands that are a value: two lists for each, of operations in the function, and of those aside.
    uses: UseLists,
}

/// Whether an operation is in the function: then it uses its operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Standing {
    InFunction,
    #[default]
    Aside,
}

/// The places of the operands of an operation, one behind the other, and in which lists they are.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    first: u32,
    len: u32,
    standing: Standing,
}

/// The list of the uses of a value.
fn list(value: Value, standing: Standing) -> usize {
    2 * value.index() as usize + usize::from(standing == Standing::Aside)
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
    let mut met = HashSet::new();
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
        links.uses = UseLists::new(2 * parts.values, 0);
        let mut in_function = vec![false; parts.ops.len()];
        let top = parts.blocks.get(entry.0 as usize).map_or(&[][..], |block| &block.ops);
        for op in top.iter().flat_map(|op| subtree(parts, *op)) {
            if let Some(found) = in_function.get_mut(op.0 as usize) {
                *found = true;
            }
        }
        for (id, found) in (0..).zip(in_function) {
            let standing = if found { Standing::InFunction } else { Standing::Aside };
            links.link(parts, OpId(id), standing);
        }
        links
    }

    /// The operation has its regions.
    pub(super) fn own(&mut self, id: OpId, op: &Op) {
        op.each_region(|region| put(&mut self.owners, region.0, Some(id)));
    }

    /// Regions are of no operation any more, and what is inside of them is not in the function.
    pub(super) fn disown(&mut self, parts: Parts<'_>, regions: &[RegionId]) {
        for region in regions {
            put(&mut self.owners, region.0, None);
            let blocks = parts.regions.get(region.0 as usize).into_iter().flatten();
            for block in blocks.filter_map(|block| parts.blocks.get(block.0 as usize)) {
                block.ops.iter().for_each(|op| self.move_all(parts, *op, Standing::Aside));
            }
        }
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

    /// The operations that use a value, and which operand it is, the latest first.
    pub(super) fn uses(&self, value: Value, standing: Standing) -> impl Iterator<Item = Use> + '_ {
        self.uses.of(list(value, standing)).map_while(|(place, user)| {
            let places = self.operands.get(user as usize)?;
            Some(Use { op: OpId(user), operand: place as u32 - places.first })
        })
    }

    /// Whether the operands of an operation are used.
    pub(super) fn standing(&self, op: OpId, entry: BlockId) -> Standing {
        match self.block(op).is_some_and(|block| self.is_in_function(block, entry)) {
            true => Standing::InFunction,
            false => Standing::Aside,
        }
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

    /// Puts the operands of an operation into the lists.
    pub(super) fn link(&mut self, parts: Parts<'_>, id: OpId, standing: Standing) {
        let Some(op) = parts.ops.get(id.0 as usize) else { return };
        let mut operands = Vec::new();
        op.each_operand(|value| operands.push(*value));
        if self.operands.len() <= id.0 as usize {
            self.operands.resize(id.0 as usize + 1, Places::default());
        }
        let places = &mut self.operands[id.0 as usize];
        places.standing = standing;
        // The places that it has are enough for as many operands.
        if (places.len as usize) < operands.len() {
            (places.first, places.len) = (self.uses.places() as u32, operands.len() as u32);
        }
        let first = places.first as usize;
        self.uses.grow(2 * parts.values, first + operands.len());
        for (place, value) in (first..).zip(operands) {
            // A value of no body is an error when the body is written.
            if (value.index() as usize) < parts.values {
                self.uses.link(list(value, standing), place, id.0);
            }
        }
    }

    /// Takes the operands of an operation out of the lists that they are in.
    pub(super) fn unlink(&mut self, parts: Parts<'_>, id: OpId) {
        let Some(op) = parts.ops.get(id.0 as usize) else { return };
        let Places { first, len, standing } =
            self.operands.get(id.0 as usize).copied().unwrap_or_default();
        let mut places = (first..first + len).map(|place| place as usize);
        op.each_operand(|value| {
            if let Some(place) = places.next() {
                self.uses.unlink(list(*value, standing), place);
            }
        });
    }

    /// An operation and those inside of it come into the function, or go aside.
    pub(super) fn move_all(&mut self, parts: Parts<'_>, op: OpId, to: Standing) {
        for op in subtree(parts, op) {
            self.unlink(parts, op);
            self.link(parts, op, to);
        }
    }

    /// The operation stands in a block now, or nowhere.
    pub(super) fn set_block(&mut self, op: OpId, block: Option<BlockId>) {
        put(&mut self.blocks, op.0, block);
    }
}
