//! Support for generated Rust of files that are one record, and of contents of sections: types of their items, and a function that
//! reads each.
//!
//! Generated functions perform the steps of a plan like the executor, in the same order and with the same errors. The compiler knows
//! their types, shapes and expressions. Writing has one implementation: a typed value becomes a [`Value`], which the executor of the
//! plan writes.

mod bits;
mod bytes;
mod elements;
mod expressions;
mod field;
mod merge;
mod reader;
mod sequence;
mod transformed;

pub use bits::Bits;
pub use elements::Count;
pub use expressions::{
    apply, apply_signed, before, byte_of, digits, held, left_without, natural, tag_of, trimmed,
    without_end,
};
pub use field::{Hosted, RecordField, TableIndex, Text};
pub use reader::{Placed, RecordReader};

pub use super::transform::Key;
use super::{Executor, File, FileValue, Value};
use crate::error::{Error, ErrorKind, PlanFault, Result};

/// Writes a record as a file. Details that its values lack come from `original`, the file that was read: filler, the widths of
/// numbers in more bytes than they need, and the bytes between values at offsets. For a new file, `original` is empty.
///
/// # Errors
/// An original that is not such a file, a value that does not fit the schema, and two values with different bytes at the same
/// offset.
pub fn write(executor: &Executor<'_>, record: Value, original: &[u8]) -> Result<Vec<u8>> {
    let mut file = File::with(executor, original)?;
    let plan = executor.plan();
    let record = match original {
        [] => record,
        _ => match file.read()?.record() {
            Some(before) => merge::with_bytes_of(record, before, plan),
            None => record,
        },
    };
    let no_file = || Error::new(ErrorKind::Plan(PlanFault::NoFile));
    let value = FileValue::of_record(plan, record).ok_or_else(no_file)?;
    file.rewrite(&value)
}
