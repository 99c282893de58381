//! Operations one after the other, with those in their regions.

use super::body::{BlockId, Body, OpId};
use super::generated::{DebugId, Op};
use crate::signatures::Info;

/// Operations, each before those in its regions: [`Body::walk`].
#[derive(Clone, Debug)]
pub struct PreOrder<'b> {
    body: &'b Body,
    /// What is left, the next last.
    left: Vec<OpId>,
    /// How many operations may still come: as many as there are, so that one that stands inside itself has an end.
    most: usize,
}

impl Iterator for PreOrder<'_> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        loop {
            let id = self.left.pop()?;
            // A block may be said to have operations that the body does not have.
            if self.body.op(id).is_err() {
                continue;
            }
            self.most = self.most.checked_sub(1)?;
            let first = self.left.len();
            inside(self.body, id, &mut self.left);
            self.left[first..].reverse();
            return Some(id);
        }
    }
}

/// Operations, each behind those in its regions: [`Body::post_order`].
#[derive(Clone, Debug)]
pub struct PostOrder<'b> {
    body: &'b Body,
    /// What is left, the next last, and whether what is inside of it came already.
    left: Vec<(OpId, bool)>,
    most: usize,
}

impl Iterator for PostOrder<'_> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        loop {
            let (id, is_done) = self.left.pop()?;
            if is_done {
                return Some(id);
            }
            if self.body.op(id).is_err() {
                continue;
            }
            self.most = self.most.checked_sub(1)?;
            self.left.push((id, true));
            let mut inner = Vec::new();
            inside(self.body, id, &mut inner);
            self.left.extend(inner.into_iter().rev().map(|id| (id, false)));
        }
    }
}

/// Adds the operations that stand directly in the regions of one, in order.
fn inside(body: &Body, id: OpId, found: &mut Vec<OpId>) {
    let Ok(op) = body.op(id) else { return };
    op.each_region(|region| {
        for block in body.region(region).unwrap_or_default() {
            found.extend(body.block(*block).map_or(&[][..], |block| &block.ops));
        }
    });
}

impl Body {
    /// Calls `visit` with the location of every operation that is in the function, in the order of [`Body::each_op`].
    pub(super) fn each_location(&self, mut visit: impl FnMut(Option<DebugId>)) {
        match self.has_locations() {
            true => self.each_op(|id, _| visit(self.location(id))),
            false => (0..self.op_count()).for_each(|_| visit(None)),
        }
    }

    fn top(&self) -> &[OpId] {
        self.block(Body::ENTRY).map_or(&[], |block| &block.ops)
    }

    /// The operations that are in the function, each before those in its regions.
    #[must_use]
    pub fn walk(&self) -> PreOrder<'_> {
        let left = self.top().iter().rev().copied().collect();
        PreOrder { body: self, left, most: self.op_limit() }
    }

    /// An operation and those in its regions, each before those in its own.
    #[must_use]
    pub fn walk_op(&self, op: OpId) -> PreOrder<'_> {
        PreOrder { body: self, left: vec![op], most: self.op_limit() }
    }

    /// The operations that are in the function, each behind those in its regions.
    #[must_use]
    pub fn post_order(&self) -> PostOrder<'_> {
        let left = self.top().iter().rev().map(|op| (*op, false)).collect();
        PostOrder { body: self, left, most: self.op_limit() }
    }

    /// An operation and those in its regions, each behind those in its own.
    #[must_use]
    pub fn post_order_op(&self, op: OpId) -> PostOrder<'_> {
        PostOrder { body: self, left: vec![(op, false)], most: self.op_limit() }
    }

    /// The operations in the function with a name, such as `addi`, in order. The list is of this moment, so that what it names
    /// can be changed.
    #[must_use]
    pub fn ops_named(&self, name: &str) -> Vec<OpId> {
        let is_named = |op: &OpId| self.op(*op).is_ok_and(|op| op.kind().info().label == name);
        self.walk().filter(is_named).collect()
    }

    /// What edits ask of an operation, such as whether it is pure; nothing is known of one that this body does not
    /// have.
    #[must_use]
    pub fn info(&self, op: OpId) -> Info {
        let Ok(found) = self.op(op) else { return Info::default() };
        let info = found.kind().info();
        Info { pure: info.pure && !info.terminator, terminator: info.terminator, ..Info::default() }
    }

    /// The operations of one kind that are in the function, however deep.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Version, ops};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// module.kernel("k", &[], |b, _| b.return_([]).build())?;
    /// let body = &module.functions[0].body;
    /// let returns: Vec<_> = body.find::<ops::Return>().collect();
    /// assert!(returns[0].1.operands.is_empty());
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    pub fn find<'b, T: 'b>(&'b self) -> impl Iterator<Item = (OpId, &'b T)>
    where
        &'b T: TryFrom<&'b Op>,
    {
        self.walk().filter_map(|id| Some((id, <&T>::try_from(self.op(id).ok()?).ok()?)))
    }

    /// The block that an operation stands in.
    #[must_use]
    pub fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.links().block(op)
    }

    /// The region that a block is in; none for the block that a function begins with.
    #[must_use]
    pub fn region_of(&self, block: BlockId) -> Option<crate::values::RegionId> {
        self.links().region(block)
    }

    /// The operation that has a region.
    #[must_use]
    pub fn op_of(&self, region: crate::values::RegionId) -> Option<OpId> {
        self.links().owner(region)
    }

    /// The operation in whose region an operation stands; none for one that stands in the function itself, or nowhere.
    #[must_use]
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.op_of(self.region_of(self.block_of(op)?)?)
    }
}
