//! `extent`: the fields after a field that leaves bytes have as many.

use super::exclusive::condition;
use super::graph::is_gated;
use crate::ast::{Expression, Field, Repeat, Size, Spanned, TypeArg};
use crate::check::Cx;
use crate::check::cx::{Named, fixed_width};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "extent";

/// The most fields of records in each other whose bytes are counted.
const MAX_FIELDS: u32 = 4096;

/// The number of bytes of each value of a field.
pub(super) fn value_size(field: &Field) -> Option<u64> {
    match &field.run().size {
        None => fixed_width(&field.ty).map(u64::from),
        Some(Size::Bytes(Expression::Number(size))) => Some(*size),
        Some(_) => None,
    }
}

/// The number of bytes that fields always have. `budget` is the number of fields that are still counted.
fn sum<'f>(
    cx: &Cx<'_>,
    mut fields: impl Iterator<Item = &'f Field>,
    budget: &mut u32,
) -> Option<u64> {
    fields.try_fold(0u64, |sum, field| sum.checked_add(fixed_size(cx, field, budget)?))
}

/// The number of bytes that a field always has.
fn fixed_size(cx: &Cx<'_>, field: &Field, budget: &mut u32) -> Option<u64> {
    *budget = budget.checked_sub(1)?;
    let keys = field.run();
    if keys.value.is_some() || keys.at.is_some() || field.part.is_some() {
        return Some(0);
    }
    let once = match &keys.count {
        None => 1,
        Some(Repeat::Count(Expression::Number(count))) => *count,
        Some(_) => return None,
    };
    let is_always = !is_gated(&field.common) && !field.optional && !keys.ends_at_stop();
    if !is_always || condition(field).is_some() {
        return None;
    }
    let size = value_size(field).or_else(|| {
        let number = match field.ty.args.first() {
            Some(TypeArg::Type(number)) if field.ty.name == "packed" => number,
            _ => &field.ty,
        };
        match cx.named(&number.name).filter(|_| keys.size.is_none()) {
            Some(Named::Enum(item)) => fixed_width(item.wire.as_ref()?).map(u64::from),
            Some(Named::Record(record)) => {
                sum(cx, cx.prefix(record).iter().chain(&record.fields), budget)
            }
            _ => fixed_width(number).map(u64::from).filter(|_| field.ty.name == "packed"),
        }
    })?;
    size.checked_mul(once)
}

/// The fields after a field have the size that it leaves.
pub(super) fn check(
    cx: &Cx<'_>,
    field: &Field,
    left: &Spanned<u64>,
    behind: &[Field],
    out: &mut Diagnostics,
) {
    let found = sum(cx, behind.iter(), &mut MAX_FIELDS.clone());
    if found != Some(left.value) {
        let what = match found {
            Some(found) => format!("{found} bytes"),
            None => "no fixed number of bytes".to_owned(),
        };
        let last = behind.last().map_or(field.common.name.span, |last| last.common.name.span);
        let message = format!("the following fields take {what}, not {}", left.value);
        out.push(
            Diagnostic::new(RULE, message)
                .at(left.span, "leaves this number of bytes")
                .at(last, "the last field after it")
                .help("after it, use only numbers, enums and records of fixed width, and fields with a number as `size`, of this size in total"),
        );
    }
}
