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

/// The parts of an operation of one kind in a version `V`. [`crate::operation_parts`] implements it.
pub trait OperationParts<T, V> {
    /// Passes every result, operand and region to `visit`, in this order.
    fn each_part<'s>(&'s self, version: V, visit: &mut impl VisitParts<'s, T>)
    where
        T: 's;

    /// Like `each_part`, with mutable references.
    fn each_part_mut(&mut self, version: V, visit: &mut impl VisitPartsMut<T>);

    /// Calls `f` with every result that the version has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_wire_result<'s>(&'s self, version: V, f: impl FnMut(&'s Typed<T>))
    where
        T: 's,
    {
        self.each_part(version, &mut EachWireResult(f));
    }
}

/// Implements [`OperationParts`]: for each part, its kind and its field, and the condition under which the version has it.
#[doc(hidden)]
#[macro_export]
macro_rules! operation_parts {
    ($op:ident, $ty:ty, $version:ty, |$at:ident| $($kind:ident $field:ident $(if $here:expr)?),*) => {
        #[allow(unused_variables)]
        impl $crate::parts::OperationParts<$ty, $version> for $op {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn each_part<'s>(
                &'s self,
                $at: $version,
                visit: &mut impl $crate::parts::VisitParts<'s, $ty>,
            ) {
                $($crate::operation_parts!(@visit $kind visit self.$field $(, $here)?);)*
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn each_part_mut(
                &mut self,
                $at: $version,
                visit: &mut impl $crate::parts::VisitPartsMut<$ty>,
            ) {
                $($crate::operation_parts!(@change $kind visit self.$field $(, $here)?);)*
            }
        }
    };
    (@visit region $visit:ident $field:expr) => { $visit.region($field) };
    (@visit $kind:ident $visit:ident $field:expr $(, $here:expr)?) => {
        $visit.$kind(&$field $(, $here)?)
    };
    (@change results $visit:ident $field:expr) => {
        $field.iter_mut().for_each(|result| $visit.result(result))
    };
    (@change operands $visit:ident $field:expr) => {
        $field.iter_mut().for_each(|operand| $visit.operand(operand))
    };
    (@change optional_operand $visit:ident $field:expr) => {
        $field.iter_mut().for_each(|operand| $visit.operand(operand))
    };
    (@change $kind:ident $visit:ident $field:expr $(, $here:expr)?) => {
        $visit.$kind(&mut $field $(, $here)?)
    };
}

/// Implements the conversions between the enum of operations and the struct of each.
#[doc(hidden)]
#[macro_export]
macro_rules! operation_conversions {
    ($all:ident, $module:ident: $($op:ident),*) => {$(
        impl ::core::convert::From<$module::$op> for $all {
            fn from(op: $module::$op) -> $all {
                $all::$op(op)
            }
        }

        impl<'o> ::core::convert::TryFrom<&'o $all> for &'o $module::$op {
            type Error = ();

            fn try_from(op: &'o $all) -> ::core::result::Result<Self, ()> {
                match op {
                    $all::$op(op) => ::core::result::Result::Ok(op),
                    _ => ::core::result::Result::Err(()),
                }
            }
        }
    )*};
}

/// Visitors that call a function with every part of one kind, which can also change them.
macro_rules! each {
    ($($(#[$about:meta])* $name:ident: $part:ident($shared:ty, $changed:ty);)*) => {$(
        $(#[$about])*
        #[derive(Debug)]
        pub struct $name<F>(pub F);

        impl<'s, T: 's, F: FnMut($shared)> VisitParts<'s, T> for $name<F> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $part(&mut self, part: $shared) {
                (self.0)(part);
            }
        }

        impl<T, F: FnMut($changed)> VisitPartsMut<T> for $name<F> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $part(&mut self, part: $changed) {
                (self.0)(part);
            }
        }
    )*};
}

each! {
    /// Calls a function with every result.
    EachResult: result(&'s Typed<T>, &mut Typed<T>);
    /// Calls a function with every operand.
    EachOperand: operand(&'s Value, &mut Value);
    /// Calls a function with every region.
    EachRegion: region(RegionId, &mut RegionId);
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
