//! What a plan leaves to others: functions by name, and entries of other sections.

use super::Value;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::wire::{Cursor, Writer};

/// What a function is given besides bytes.
#[derive(Clone, Copy)]
pub struct Call<'c> {
    /// The function.
    pub name: &'c str,
    /// The numbers of the steps that it is given.
    pub arguments: &'c [u64],
    /// The tables of the file.
    pub tables: &'c dyn Tables,
}

impl Call<'_> {
    /// The error for a function that nobody knows.
    #[cold]
    #[must_use]
    pub fn unknown(&self) -> Error {
        Error::new(ErrorKind::Plan(PlanFault::Function { name: self.name.to_owned() }))
    }
}

/// What a schema names and does not describe.
pub trait Functions {
    /// Reads a value.
    ///
    /// # Errors
    /// Bytes that are no such value, and a function that is not known.
    fn read(&self, call: Call<'_>, cursor: &mut Cursor<'_>) -> Result<Value>;

    /// Writes a value.
    ///
    /// # Errors
    /// Something that is no such value, and a function that is not known.
    fn write(&self, call: Call<'_>, value: &Value, writer: &mut Writer) -> Result<()>;
}

/// Entries that other sections hold.
pub trait Tables {
    /// The bytes of an entry.
    ///
    /// # Errors
    /// A table or an entry that is not there.
    fn bytes(&self, table: &str, index: u64) -> Result<&[u8]>;

    /// How many entries a table has; none where that is not known.
    fn count(&self, table: &str) -> Option<u64> {
        let _ = table;
        None
    }

    /// What a schema states of an entry, or a number that a field of it holds.
    ///
    /// # Errors
    /// A table or an entry that is not there, or cannot be read.
    fn fact(&self, table: &str, index: u64, fact: &str) -> Result<Option<Fact>>;
}

/// Something that is known of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// No function is known.
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

/// No table is known: entries are taken to be there and to have bytes.
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

/// What is around the bytes at hand.
#[derive(Clone, Copy)]
pub struct Surroundings<'h> {
    /// The functions that are known.
    pub functions: &'h dyn Functions,
    /// The tables of the file.
    pub tables: &'h dyn Tables,
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        Surroundings { functions: &NoFunctions, tables: &NoTables }
    }
}
