//! The values and regions of an operation of any kind. Generated code passes them to a visitor, in order. Each query is such a
//! visitor.

use crate::values::{RegionId, Typed, Value};

/// Visits the parts of an operation: results, operands and regions, each group in its order.
pub trait VisitParts<'s, T: 's>: Sized {
    /// A result that every version has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn result(&mut self, result: &'s Typed<T>) {
        let _ = result;
    }

    /// A result that only some versions have. `here` is whether the current version has it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gated_result(&mut self, result: &'s Option<Typed<T>>, here: bool) {
        let _ = here;
        if let Some(result) = result {
            self.result(result);
        }
    }

    /// Any number of results.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn results(&mut self, results: &'s [Typed<T>]) {
        for result in results {
            self.result(result);
        }
    }

    /// An operand.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operand(&mut self, operand: &'s Value) {
        let _ = operand;
    }

    /// One operand or none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn optional_operand(&mut self, operand: &'s Option<Value>) {
        if let Some(operand) = operand {
            self.operand(operand);
        }
    }

    /// Any number of operands.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operands(&mut self, operands: &'s [Value]) {
        for operand in operands {
            self.operand(operand);
        }
    }

    /// A region.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(&mut self, region: RegionId) {
        let _ = region;
    }
}

/// Visits the parts of an operation, and can change them.
pub trait VisitPartsMut<T>: Sized {
    /// A result.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn result(&mut self, result: &mut Typed<T>) {
        let _ = result;
    }

    /// A result that only some versions have. `here` is whether the current version has it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gated_result(&mut self, result: &mut Option<Typed<T>>, here: bool) {
        let _ = here;
        if let Some(result) = result {
            self.result(result);
        }
    }

    /// An operand.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operand(&mut self, operand: &mut Value) {
        let _ = operand;
    }

    /// A region.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(&mut self, region: &mut RegionId) {
        let _ = region;
    }
}

/// Calls a function with every result.
#[derive(Debug)]
pub struct EachResult<F>(pub F);

impl<'s, T: 's, F: FnMut(&'s Typed<T>)> VisitParts<'s, T> for EachResult<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn result(&mut self, result: &'s Typed<T>) {
        (self.0)(result);
    }
}

impl<T, F: FnMut(&mut Typed<T>)> VisitPartsMut<T> for EachResult<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn result(&mut self, result: &mut Typed<T>) {
        (self.0)(result);
    }
}

/// Calls a function with every result that the current version has.
#[derive(Debug)]
pub struct EachWireResult<F>(pub F);

impl<'s, T: 's, F: FnMut(&'s Typed<T>)> VisitParts<'s, T> for EachWireResult<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn result(&mut self, result: &'s Typed<T>) {
        (self.0)(result);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gated_result(&mut self, result: &'s Option<Typed<T>>, here: bool) {
        if let (Some(result), true) = (result, here) {
            (self.0)(result);
        }
    }
}

/// Calls a function with the number of values in each group.
#[derive(Debug)]
pub struct EachGroupSize<F>(pub F);

impl<'s, T: 's, F: FnMut(usize)> VisitParts<'s, T> for EachGroupSize<F> {
    fn result(&mut self, _: &'s Typed<T>) {
        (self.0)(1);
    }

    fn gated_result(&mut self, result: &'s Option<Typed<T>>, _: bool) {
        (self.0)(usize::from(result.is_some()));
    }

    fn results(&mut self, results: &'s [Typed<T>]) {
        (self.0)(results.len());
    }

    fn operand(&mut self, _: &'s Value) {
        (self.0)(1);
    }

    fn optional_operand(&mut self, operand: &'s Option<Value>) {
        (self.0)(usize::from(operand.is_some()));
    }

    fn operands(&mut self, operands: &'s [Value]) {
        (self.0)(operands.len());
    }
}

/// Whether the operation lacks a result that the current version has.
#[derive(Debug)]
pub struct LacksResults(pub bool);

impl<'s, T: 's> VisitParts<'s, T> for LacksResults {
    fn gated_result(&mut self, result: &'s Option<Typed<T>>, here: bool) {
        self.0 |= here && result.is_none();
    }
}

/// Adds the results that the current version has and the operation lacks, with this type. They get their values when the
/// operation is added to a body.
#[derive(Debug)]
pub struct AddResults<T>(pub T);

impl<T: Copy> VisitPartsMut<T> for AddResults<T> {
    fn gated_result(&mut self, result: &mut Option<Typed<T>>, here: bool) {
        if here && result.is_none() {
            *result = Some(Typed { value: Value::new(Value::MAX_INDEX), ty: self.0 });
        }
    }
}

/// Calls a function with every operand.
#[derive(Debug)]
pub struct EachOperand<F>(pub F);

impl<'s, T: 's, F: FnMut(&'s Value)> VisitParts<'s, T> for EachOperand<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operand(&mut self, operand: &'s Value) {
        (self.0)(operand);
    }
}

impl<T, F: FnMut(&mut Value)> VisitPartsMut<T> for EachOperand<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operand(&mut self, operand: &mut Value) {
        (self.0)(operand);
    }
}

/// Calls a function with every region.
#[derive(Debug)]
pub struct EachRegion<F>(pub F);

impl<'s, T: 's, F: FnMut(RegionId)> VisitParts<'s, T> for EachRegion<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(&mut self, region: RegionId) {
        (self.0)(region);
    }
}

impl<T, F: FnMut(&mut RegionId)> VisitPartsMut<T> for EachRegion<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(&mut self, region: &mut RegionId) {
        (self.0)(region);
    }
}
