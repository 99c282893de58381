//! Support for the Rust that is generated of a file that is one record: types of its items, and a function that reads each.
//!
//! Generated functions do what the executor does with the steps of a plan, in the same order and with the same errors, but
//! with the types, the shapes and the expressions known to the compiler. Writing has one implementation: a typed value becomes a
//! [`Value`], which the executor of the plan writes.

mod bits;
mod elements;
mod expressions;
mod field;
mod kept;
mod reader;
mod sequence;

pub use bits::Bits;
pub use elements::Count;
pub use expressions::{apply, big_of, byte_of, digits_of, held, trimmed, without_end};
pub use field::{RecordField, TableIndex, Text};
pub use reader::{Placed, RecordReader};

use super::file::{FileValue, SectionContent, SectionValue};
use super::{Executor, File, Value};
use crate::error::{Error, ErrorKind, PlanFault, Result};

/// Reads a file as the record that it is, by a generated function.
///
/// # Errors
/// The first thing that is not as the schema says, with its offset and the fields that led there.
pub fn read<'i, T>(
    executor: &Executor<'_>,
    input: &'i [u8],
    around: usize,
    record: impl FnOnce(&mut RecordReader<'_, 'i>) -> Result<T>,
) -> Result<T> {
    RecordReader::read(executor, input, around, record)
}

/// Writes a record as a file. What its values do not say is that of the file that it was read from: filler, the bytes of numbers
/// that have more than they need, and what lies between values at offsets. Of a new file `original` is empty.
///
/// # Errors
/// An original that is no such file, a value that is not as the schema says, and two values that say different bytes of one place.
pub fn write(executor: &Executor<'_>, record: Value, original: &[u8]) -> Result<Vec<u8>> {
    let mut file = File::with(executor, original)?;
    let plan = executor.plan();
    let no_file = || Error::new(ErrorKind::Plan(PlanFault::NoFile));
    let shape = plan.file.ok_or_else(no_file)?;
    let item = shape.content.ok_or_else(no_file)?;
    let content = match original {
        [] => record,
        _ => match file.read()?.record() {
            Some(before) => kept::with_bytes_of(record, before, plan),
            None => record,
        },
    };
    let section = SectionValue {
        id: 0,
        alignment: None,
        filler: Vec::new(),
        len_bytes: 0,
        alignment_bytes: 0,
        content: SectionContent::Item(item, content),
    };
    let header = Value::Item(shape.header, Vec::new());
    file.write(&FileValue { header, producer: None, sections: vec![section] })
}
