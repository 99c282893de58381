//! What a plan requires from its host: functions by name, and entries of other sections.

use super::Value;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::wire::{Cursor, Writer};

/// The arguments of a function besides the bytes.
#[derive(Clone, Copy)]
pub struct Call<'c> {
    /// The name of the function.
    pub name: &'c str,
    /// The numbers of the steps in the argument list.
    pub arguments: &'c [u64],
    /// The tables of the file.
    pub tables: &'c dyn Tables,
}

impl Call<'_> {
    /// The error for an unknown function.
    #[cold]
    #[must_use]
    pub fn unknown(&self) -> Error {
        Error::new(ErrorKind::Plan(PlanFault::Function { name: self.name.to_owned() }))
    }
}

/// Codecs that a schema names and does not describe.
pub trait Functions {
    /// Reads a value.
    ///
    /// # Errors
    /// Bytes that are not such a value, and an unknown function.
    fn read(&self, call: Call<'_>, cursor: &mut Cursor<'_>) -> Result<Value>;

    /// Writes a value.
    ///
    /// # Errors
    /// A value of another kind, and an unknown function.
    fn write(&self, call: Call<'_>, value: &Value, writer: &mut Writer) -> Result<()>;
}

/// Entries of other sections.
pub trait Tables {
    /// The bytes of an entry.
    ///
    /// # Errors
    /// A table or an entry that does not exist.
    fn bytes(&self, table: &str, index: u64) -> Result<&[u8]>;

    /// The number of entries of a table; none if it is not known.
    fn count(&self, table: &str) -> Option<u64> {
        let _ = table;
        None
    }

    /// A fact that the schema states of an entry, or a number in a field of the entry.
    ///
    /// # Errors
    /// A table or an entry that does not exist, or that cannot be read.
    fn fact(&self, table: &str, index: u64, fact: &str) -> Result<Option<Fact>>;
}

/// A fact of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// A host without functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFunctions;

impl Functions for NoFunctions {
    fn read(&self, call: Call<'_>, _: &mut Cursor<'_>) -> Result<Value> {
        Err(call.unknown())
    }

    fn write(&self, call: Call<'_>, _: &Value, _: &mut Writer) -> Result<()> {
        Err(call.unknown())
    }
}

/// A host without tables: every entry exists and has bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTables;

impl Tables for NoTables {
    fn bytes(&self, _: &str, _: u64) -> Result<&[u8]> {
        Ok(&[0])
    }

    fn fact(&self, table: &str, index: u64, _: &str) -> Result<Option<Fact>> {
        let table = table.to_owned();
        Err(Error::new(ErrorKind::Plan(PlanFault::NoTables { table, index })))
    }
}

/// The functions and tables that an executor uses.
#[derive(Clone, Copy)]
pub struct Surroundings<'h> {
    /// The known functions.
    pub functions: &'h dyn Functions,
    /// The tables of the file.
    pub tables: &'h dyn Tables,
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        Surroundings { functions: &NoFunctions, tables: &NoTables }
    }
}
