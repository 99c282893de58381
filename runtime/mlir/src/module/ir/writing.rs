//! Access to operations for writing.

use super::{BlockId, Ir, NONE, OpData, OpId, OrderOwner, TypeId, Value, ValueData};
use crate::generated::{AttributeId, PropertyBlobId};

/// An operation with all parts of its record.
#[derive(Debug)]
pub(crate) struct Written<'i> {
    pub(crate) data: &'i OpData,
    pub(crate) operands: &'i [Value],
    results: &'i [ValueData],
    pub(crate) successors: &'i [BlockId],
    /// The block that contains it, and the next operation.
    pub(crate) block: Option<BlockId>,
    pub(crate) next: Option<OpId>,
    pub(crate) has_regions: bool,
}

impl Ir {
    /// An operation for writing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn written(&self, op: OpId) -> Option<Written<'_>> {
        let data = self.ops.get(op.index())?;
        let (block, next, has_regions) = self.forest.around(op)?;
        let successors = match self.more.get(data.more as usize) {
            Some(more) => self.successors.get(more.successors.range())?,
            None => &[],
        };
        Some(Written {
            data,
            operands: self.operands.get(data.operands.range())?,
            results: self.values.get(data.results.range())?,
            successors,
            block,
            next,
            has_regions,
        })
    }

    /// Whether an operation has no use-list orders.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn orders_are_absent(&self, op: OpId) -> bool {
        self.orders.is_empty() || self.orders(OrderOwner::Op(op)).is_empty()
    }

    /// The results of an operation, and the next operation.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn results_and_next(
        &self,
        op: OpId,
    ) -> (impl Iterator<Item = Value> + use<>, Option<OpId>) {
        let data = self.ops.get(op.index());
        let results = data.map(|data| data.results).unwrap_or_default();
        (super::values(results), self.forest.next_op(op))
    }
}

impl Written<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn attributes(&self) -> Option<AttributeId> {
        (self.data.attributes != NONE).then_some(AttributeId(self.data.attributes))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn properties(&self) -> Option<PropertyBlobId> {
        (self.data.properties != NONE).then_some(PropertyBlobId(self.data.properties))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn result_count(&self) -> u32 {
        self.data.results.len
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn result_types(&self) -> impl Iterator<Item = TypeId> + '_ {
        self.results.iter().map(|value| value.ty)
    }
}
