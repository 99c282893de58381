//! Support for generated Rust of files that are one record, and of files with sections that have records as contents: types of their
//! items, and a function that reads each.
//!
//! Generated functions perform the steps of a plan like the executor, in the same order and with the same errors. The compiler knows
//! their types, shapes and expressions. Writing has one implementation: a typed value becomes a [`Value`](super::Value), which the
//! executor of the plan writes.

mod bits;
mod bytes;
mod elements;
mod expressions;
mod field;
mod file;
mod merge;
mod reader;
mod sequence;
mod transformed;
mod whole;

pub use bits::Bits;
pub use elements::Count;
pub use expressions::{
    apply, apply_signed, before, byte_of, digits, held, left_without, natural, tag_of, trimmed,
    without_end,
};
pub use field::{Hosted, RecordField, TableIndex, Text};
pub use file::{FileContent, Reading, write};
pub use reader::{Placed, RecordReader};

pub use super::transform::Key;
