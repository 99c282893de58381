//! The values and regions of an operation, by group.

use super::super::generated::{Op, ResultValue, TypeId, Version};
use bytespec_core::parts::VisitParts;
use bytespec_core::values::{RegionId, Typed, Value};

/// The values and regions of an operation, by group.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups<'s> {
    pub(super) results: Vec<&'s [ResultValue]>,
    pub(super) operands: Vec<&'s [Value]>,
    pub(super) regions: Vec<RegionId>,
}

impl<'s> Groups<'s> {
    /// Replaces the content by that of another operation.
    pub(super) fn fill(&mut self, op: &'s Op) {
        self.results.clear();
        self.operands.clear();
        self.regions.clear();
        op.each_part(Version::LATEST, self);
    }
}

impl<'s> VisitParts<'s, TypeId> for Groups<'s> {
    fn result(&mut self, result: &'s ResultValue) {
        self.results.push(std::slice::from_ref(result));
    }

    fn gated_result(&mut self, result: &'s Option<Typed<TypeId>>, _: bool) {
        self.results.push(result.as_slice());
    }

    fn results(&mut self, results: &'s [ResultValue]) {
        self.results.push(results);
    }

    fn operand(&mut self, operand: &'s Value) {
        self.operands.push(std::slice::from_ref(operand));
    }

    fn optional_operand(&mut self, operand: &'s Option<Value>) {
        self.operands.push(operand.as_slice());
    }

    fn operands(&mut self, operands: &'s [Value]) {
        self.operands.push(operands);
    }

    fn region(&mut self, region: RegionId) {
        self.regions.push(region);
    }
}
