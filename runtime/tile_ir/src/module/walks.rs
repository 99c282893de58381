//! Walks over operations and those in their regions.

use crate::generated::{DebugId, Op};
use crate::module::body::{BlockId, Body, OpId};
use bytespec_core::forest::{PostOrder, PreOrder};
use bytespec_core::signatures::Info;
use bytespec_core::values::RegionId;

impl Body {
    /// Calls `visit` with the location of every operation in the function, in the order of [`Body::each_op`].
    pub(crate) fn each_location(&self, mut visit: impl FnMut(Option<DebugId>)) {
        match self.has_locations() {
            true => self.each_op(|id, _| visit(self.location(id))),
            false => (0..self.op_count()).for_each(|_| visit(None)),
        }
    }

    /// The operations in the function in pre-order: an operation comes before those in its regions.
    #[must_use]
    pub fn walk(&self) -> PreOrder<'_> {
        self.forest().walk(Body::ENTRY)
    }

    /// An operation and those inside its regions, in pre-order.
    #[must_use]
    pub fn walk_op(&self, op: OpId) -> PreOrder<'_> {
        self.forest().walk_op(op)
    }

    /// The operations in the function in post-order: an operation comes after those in its regions.
    #[must_use]
    pub fn post_order(&self) -> PostOrder<'_> {
        self.forest().post_order(Body::ENTRY)
    }

    /// An operation and those inside its regions, in post-order.
    #[must_use]
    pub fn post_order_op(&self, op: OpId) -> PostOrder<'_> {
        self.forest().post_order_op(op)
    }

    /// The operations in the function with a name, such as `addi`, in pre-order. The list is computed once, so you can change
    /// the operations while you walk it.
    #[must_use]
    pub fn ops_named(&self, name: &str) -> Vec<OpId> {
        let is_named = |op: &OpId| self.op(*op).is_ok_and(|op| op.kind().info().label == name);
        self.walk().filter(is_named).collect()
    }

    /// Facts for edits, such as whether an operation is pure. Nothing is known of an operation that the body does not have.
    #[must_use]
    pub fn info(&self, op: OpId) -> Info {
        let Ok(found) = self.op(op) else { return Info::default() };
        let info = found.kind().info();
        Info { pure: info.pure && !info.terminator, terminator: info.terminator, ..Info::default() }
    }

    /// The operations of one type in the function, at any depth, in pre-order.
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

    /// The block that contains an operation; `None` after it was removed.
    #[must_use]
    pub fn block(&self, op: OpId) -> Option<BlockId> {
        self.forest().op_block(op)
    }

    /// The region that contains a block; `None` for the entry block of the function.
    #[must_use]
    pub fn region(&self, block: BlockId) -> Option<RegionId> {
        self.forest().block_region(block)
    }

    /// The operation that has a region.
    #[must_use]
    pub fn region_op(&self, region: RegionId) -> Option<OpId> {
        self.forest().region_op(region)
    }

    /// The operation whose region contains an operation; `None` at the top level of the function, and for an operation in no
    /// block.
    #[must_use]
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.forest().parent(op)
    }

    /// The next operation in the block.
    #[must_use]
    pub fn next(&self, op: OpId) -> Option<OpId> {
        self.forest().next_op(op)
    }

    /// The previous operation in the block.
    #[must_use]
    pub fn previous(&self, op: OpId) -> Option<OpId> {
        self.forest().previous_op(op)
    }
}
