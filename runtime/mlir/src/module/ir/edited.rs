//! What is no longer as it was read. With pinned numbers, isolated regions that nothing was changed in are copied as the bytes that
//! they were, unless a nested section of the file is aligned: such bytes may not move.

use super::{Block, Ir, Op, OrderOwner, Region};

const WORD: usize = u64::BITS as usize;

/// The operations whose regions were changed. Nothing is noted before a file was read, and nothing where there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edited {
    /// Changes are noted.
    noted: bool,
    /// Something was changed.
    any: bool,
    /// One bit for each operation, by number: something directly inside its regions was changed.
    inside: Vec<u64>,
    /// Uses or places were changed, or operations were made: the flags of isolation in the file may be wrong.
    pub(crate) moved: bool,
}

impl Edited {
    /// Notes changes from here on.
    pub(crate) fn note(&mut self) {
        self.noted = true;
    }

    /// Everything is as it was read from a file.
    pub(crate) fn nothing(&self) -> bool {
        self.noted && !self.any
    }

    /// Something was changed since a file was read.
    pub(crate) fn something(&self) -> bool {
        self.noted && self.any
    }

    /// Nothing is as it was read.
    pub(crate) fn everything(&mut self) {
        *self = Edited { moved: self.moved, ..Edited::default() };
    }

    fn mark(&mut self, op: Op) {
        let word = op.index() / WORD;
        if self.inside.len() <= word {
            self.inside.resize(word + 1, 0);
        }
        self.inside[word] |= 1 << (op.index() % WORD);
    }
}

impl Ir {
    /// Notes that an operation is changed, or comes to or leaves the place where it stands.
    #[inline]
    pub(crate) fn edit(&mut self, op: Op) {
        if self.edited.noted {
            self.edit_around(op);
        }
    }

    #[cold]
    fn edit_around(&mut self, op: Op) {
        self.edited.any = true;
        if let Some(parent) = self.forest.parent(op) {
            self.edited.mark(parent);
        }
    }

    /// Notes that a region is changed.
    #[inline]
    pub(crate) fn edit_region(&mut self, region: Region) {
        if self.edited.noted {
            self.edited.any = true;
            self.edited.mark(self.region_op(region));
        }
    }

    /// Notes that a block is changed.
    #[inline]
    pub(crate) fn edit_block(&mut self, block: Block) {
        if !self.edited.noted {
            return;
        }
        self.edited.any = true;
        if let Some(region) = self.forest.block_region(block) {
            self.edited.mark(self.region_op(region));
        }
    }

    /// Notes that the orders of the uses of some values are changed.
    pub(super) fn edit_orders(&mut self, of: OrderOwner) {
        match of {
            OrderOwner::Op(op) => self.edit(op),
            OrderOwner::Block(block) => self.edit_block(block),
        }
    }

    /// For each operation, whether something was changed in its regions, however deep.
    pub(crate) fn edited_inside(&self) -> Vec<bool> {
        let mut found = vec![false; self.op_count()];
        for (word, bits) in self.edited.inside.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let number = word * WORD + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let mut next = Some(Op::at(number as u32));
                while let Some(op) = next
                    && let Some(known) = found.get_mut(op.index())
                    && !std::mem::replace(known, true)
                {
                    next = self.forest.parent(op);
                }
            }
        }
        found
    }
}
