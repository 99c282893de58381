//! The arguments of all blocks of a body, in one list.

use crate::generated::ResultValue;
use bytespec_core::forest::BlockId;

/// The arguments of blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    /// The arguments of a block are consecutive.
    all: Vec<ResultValue>,
    /// For each block, the start and the number of its arguments.
    lists: Vec<(u32, u32)>,
}

impl PartialEq for Arguments {
    fn eq(&self, other: &Self) -> bool {
        let blocks = self.lists.len() as u32;
        self.lists.len() == other.lists.len()
            && (0..blocks).map(BlockId::at).all(|block| self.of(block) == other.of(block))
    }
}

impl Arguments {
    /// Adds a block without arguments.
    pub(crate) fn add_block(&mut self) {
        self.lists.push((0, 0));
    }

    /// The arguments of a block; empty for a missing block.
    pub(crate) fn of(&self, block: BlockId) -> &[ResultValue] {
        let (start, len) = self.lists.get(block.index()).copied().unwrap_or_default();
        &self.all[start as usize..][..len as usize]
    }

    /// Appends an argument to an existing block.
    pub(crate) fn push(&mut self, block: BlockId, argument: ResultValue) {
        let Some((start, len)) = self.lists.get_mut(block.index()) else { return };
        let end = *start as usize + *len as usize;
        if end != self.all.len() || *len == 0 {
            let here = *start as usize..end;
            *start = self.all.len() as u32;
            self.all.extend_from_within(here);
        }
        *len += 1;
        self.all.push(argument);
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut ResultValue> {
        self.all.iter_mut()
    }

    pub(crate) fn shrink(&mut self) {
        self.all.shrink_to_fit();
        self.lists.shrink_to_fit();
    }
}
