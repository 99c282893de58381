//! Operations one after the other, with those in their regions.

use crate::generated::{DebugId, Op};
use crate::module::body::{BlockId, Body, OpId};
use bytespec_core::forest::{PostOrder, PreOrder};
use bytespec_core::signatures::Info;
use bytespec_core::values::RegionId;

impl Body {
    /// Calls `visit` with the location of every operation that is in the function, in the order of [`Body::each_op`].
    pub(crate) fn each_location(&self, mut visit: impl FnMut(Option<DebugId>)) {
        match self.has_locations() {
            true => self.each_op(|id, _| visit(self.location(id))),
            false => (0..self.op_count()).for_each(|_| visit(None)),
        }
    }

    /// The operations that are in the function, each before those in its regions.
    #[must_use]
    pub fn walk(&self) -> PreOrder<'_> {
        self.forest().walk(Body::ENTRY)
    }

    /// An operation and those in its regions, each before those in its own.
    #[must_use]
    pub fn walk_op(&self, op: OpId) -> PreOrder<'_> {
        self.forest().walk_op(op)
    }

    /// The operations that are in the function, each behind those in its regions.
    #[must_use]
    pub fn post_order(&self) -> PostOrder<'_> {
        self.forest().post_order(Body::ENTRY)
    }

    /// An operation and those in its regions, each behind those in its own.
    #[must_use]
    pub fn post_order_op(&self, op: OpId) -> PostOrder<'_> {
        self.forest().post_order_op(op)
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

    /// The block that an operation stands in; none after it was removed.
    #[must_use]
    pub fn block(&self, op: OpId) -> Option<BlockId> {
        self.forest().op_block(op)
    }

    /// The region that a block is in; none for the block that a function begins with.
    #[must_use]
    pub fn region(&self, block: BlockId) -> Option<RegionId> {
        self.forest().block_region(block)
    }

    /// The operation that has a region.
    #[must_use]
    pub fn region_op(&self, region: RegionId) -> Option<OpId> {
        self.forest().region_op(region)
    }

    /// The operation in whose region an operation stands; none for one that stands in the function itself, or nowhere.
    #[must_use]
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.forest().parent(op)
    }

    /// The operation after an operation in its block.
    #[must_use]
    pub fn next(&self, op: OpId) -> Option<OpId> {
        self.forest().next_op(op)
    }

    /// The operation before an operation in its block.
    #[must_use]
    pub fn previous(&self, op: OpId) -> Option<OpId> {
        self.forest().previous_op(op)
    }
}
