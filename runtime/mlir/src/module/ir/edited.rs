//! Records what was edited since the file was read. Writing with pinned numbers copies the bytes of isolated regions without
//! edits, unless a nested section of the file is aligned, because such bytes must not move.

use super::{BlockId, Ir, OpId, OrderOwner, RegionId};

const WORD: usize = u64::BITS as usize;

/// The operations with edits in their regions. Recording starts when a file was read; a module without a file records nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edited {
    /// Whether edits are recorded.
    noted: bool,
    /// Whether there was an edit.
    any: bool,
    /// One bit for each operation, by number: whether there was an edit directly inside its regions.
    inside: Vec<u64>,
    /// Whether operations were created or moved, or uses changed. The isolation flags of the file can then be wrong.
    pub(crate) moved: bool,
}

impl Edited {
    /// Starts recording.
    pub(crate) fn note(&mut self) {
        self.noted = true;
    }

    /// Whether everything is as it was read from a file.
    pub(crate) fn nothing(&self) -> bool {
        self.noted && !self.any
    }

    /// Whether there was an edit since a file was read.
    pub(crate) fn something(&self) -> bool {
        self.noted && self.any
    }

    /// Treats everything as edited.
    pub(crate) fn everything(&mut self) {
        *self = Edited { moved: self.moved, ..Edited::default() };
    }

    fn mark(&mut self, op: OpId) {
        let word = op.index() / WORD;
        if self.inside.len() <= word {
            self.inside.resize(word + 1, 0);
        }
        self.inside[word] |= 1 << (op.index() % WORD);
    }
}

impl Ir {
    /// Records that an operation was changed, or was put into or taken out of its place.
    #[inline]
    pub(crate) fn edit(&mut self, op: OpId) {
        if self.edited.noted {
            self.edit_around(op);
        }
    }

    #[cold]
    fn edit_around(&mut self, op: OpId) {
        self.edited.any = true;
        if let Some(parent) = self.forest.parent(op) {
            self.edited.mark(parent);
        }
    }

    /// Records that a region was changed.
    #[inline]
    pub(crate) fn edit_region(&mut self, region: RegionId) {
        if self.edited.noted {
            self.edited.any = true;
            self.edited.mark(self.region_op(region));
        }
    }

    /// Records that a block was changed.
    #[inline]
    pub(crate) fn edit_block(&mut self, block: BlockId) {
        if !self.edited.noted {
            return;
        }
        self.edited.any = true;
        if let Some(region) = self.forest.block_region(block) {
            self.edited.mark(self.region_op(region));
        }
    }

    /// Records that use-list orders were changed.
    pub(super) fn edit_orders(&mut self, of: OrderOwner) {
        match of {
            OrderOwner::Op(op) => self.edit(op),
            OrderOwner::Block(block) => self.edit_block(block),
        }
    }

    /// Whether there was an edit in the regions of each operation, at any depth.
    pub(crate) fn edited_inside(&self) -> Vec<bool> {
        let mut found = vec![false; self.op_count()];
        for (word, bits) in self.edited.inside.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let number = word * WORD + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let mut next = Some(OpId::at(number as u32));
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
