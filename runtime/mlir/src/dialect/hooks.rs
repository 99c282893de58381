//! Dialects that are known at run time.

use super::context::{Reading, Writing};
use super::entry::{Dialect, Entries as _, Parsed};
use super::handle::{EntryReader, EntryWriter};
use super::op_text::OpText;
use super::producer::Producer;
use super::table::Table;
use super::version::{Version, unknown_version};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::properties::Field;
use bytespec_core::reflect::Names;
use bytespec_core::text::{Entries, Longest, Scanner};
use bytespec_core::wire::Cursor;
use std::fmt;
use std::marker::PhantomData;

/// The version of a dialect in the dialect's own encoding; none where the file has none.
pub type Record<'r> = Option<&'r [u8]>;

/// What a [`Registry`](super::Registry) asks of a dialect. Every [`Dialect`] gives it; one that is made at run
/// time, a plugin for example, implements it.
pub trait Hooks: Send + Sync {
    /// The name, spelled as in the file.
    fn name(&self) -> &str;

    /// The record of a version by its name, of the newest one without a name; none where the dialect writes none.
    ///
    /// # Errors
    /// A version that the dialect does not have: [`ErrorKind::Release`](bytespec_core::ErrorKind::Release).
    fn record(&self, version: Option<&str>) -> Result<Option<Vec<u8>>>;

    /// The name of the version that a record is of, where it has one.
    ///
    /// # Errors
    /// A record that is damaged, and a version that is not known.
    fn version(&self, record: Record<'_>) -> Result<Option<String>>;

    /// What stands in front of a version in the name of a file's producer, and the version by its name, the newest one without a name;
    /// none where the record tells the version. A dialect whose version the producer tells has no record, and finds the producer in the
    /// contexts of the handles.
    ///
    /// # Errors
    /// A version that the dialect does not have: [`ErrorKind::Release`](bytespec_core::ErrorKind::Release).
    fn producer(&self, version: Option<&str>) -> Result<Option<(String, String)>> {
        let _ = version;
        Ok(None)
    }

    /// Reads one type, and the width in bits of its numbers; none where it is no type of numbers.
    ///
    /// # Errors
    /// Bytes that are no type.
    fn width(&self, reader: &mut EntryReader<'_, '_, Record<'_>>) -> Result<Option<u64>> {
        let _ = reader;
        Ok(None)
    }

    /// Reads one entry in the version of the file and writes it in the version to write. Every
    /// reference goes through the handles, since its number may change.
    ///
    /// # Errors
    /// Bytes that are no entry, and values that the version to write cannot carry.
    fn transcode(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        writer: &mut EntryWriter<'_, '_, '_, Record<'_>>,
    ) -> Result<()>;

    /// Reads one entry and spells it for people; false where it has no spelling.
    ///
    /// # Errors
    /// Bytes that are no entry.
    fn spell(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        f: &mut dyn fmt::Write,
    ) -> Result<bool> {
        let _ = (table, reader, f);
        Ok(false)
    }

    /// Reads one entry and prints it in the syntax of MLIR, without sigil and dialect; false, and nothing is printed, where it has no
    /// text. What it refers to is printed by `names`.
    ///
    /// # Errors
    /// Bytes that are no entry, and those of `f` and `names`.
    fn print(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        f: &mut dyn fmt::Write,
        names: &dyn Names,
    ) -> Result<bool> {
        let _ = (table, reader, f, names);
        Ok(false)
    }

    /// Parses one entry from what [`Hooks::print`] prints, in the version of a record and a producer; what is given back writes it.
    ///
    /// # Errors
    /// Another text, with its offset in bytes, and a record that is damaged.
    fn parse(
        &self,
        table: Table,
        scanner: &mut Scanner<'_>,
        entries: &mut dyn Entries,
        (record, producer): (Record<'_>, Producer<'_>),
    ) -> Result<ParsedEntry> {
        let _ = (table, entries, record, producer);
        Err(scanner.expected("an entry that has a text"))
    }

    /// The layout of the properties of one of the dialect's operations, named without the dialect;
    /// none where it is not known. A dialect whose operations all follow one scheme gives that for any name.
    fn property_layout(&self, operation: &str) -> Option<&'static [Field]> {
        let _ = operation;
        None
    }

    /// How one of the dialect's operations, named without the dialect, is printed and parsed; none where it stands in the generic
    /// form alone. Such an operation has the layout of properties that its text says.
    fn operation_text(&self, operation: &str) -> Option<&'static OpText> {
        let _ = operation;
        None
    }

    /// The layout of the properties of an operation that neither [`Hooks::property_layout`] nor a schema has a layout for, as far as
    /// their bytes tell; none where they stay bytes. One that does not make sense of all bytes is not used.
    fn unknown_properties(&self, operation: &str, bytes: &[u8]) -> Option<&'static [Field]> {
        let _ = (operation, bytes);
        None
    }
}

/// Writes an entry that was parsed, its code included, in the version of the writer.
pub type ParsedEntry = Box<dyn FnOnce(&mut EntryWriter<'_, '_, '_, Record<'_>>) -> Result<()>>;

/// A [`Dialect`] as a value.
#[derive(Clone, Copy, Debug)]
pub struct RegisteredDialect<D>(PhantomData<fn() -> D>);

impl<D> RegisteredDialect<D> {
    /// The value.
    #[must_use]
    pub const fn new() -> Self {
        RegisteredDialect(PhantomData)
    }
}

impl<D> Default for RegisteredDialect<D> {
    fn default() -> Self {
        RegisteredDialect::new()
    }
}

/// The version of a dialect with a name, or the newest one.
fn version_of<D: Dialect>(name: Option<&str>) -> Result<D::Version> {
    let Some(name) = name else { return Ok(D::Version::latest()) };
    let unknown = || unknown_version::<D::Version>(D::NAME, name.to_owned());
    D::Version::from_name(name).ok_or_else(unknown)
}

/// What entries of a dialect are read with.
fn reading<'r, D: Dialect>(
    reader: &EntryReader<'r, '_, Record<'_>>,
) -> Result<Reading<'r, D::Version>> {
    let cx = reader.context();
    Ok(cx.with(D::Version::in_file(reader.version(), &cx.producer())?))
}

/// The code that an entry begins with.
fn code(mut cursor: Cursor<'_>) -> Result<u64> {
    cursor.prefix()
}

#[cold]
fn no_text<D: Dialect>() -> Error {
    let item = format!("an entry of the dialect {}", D::NAME).into();
    Error::new(ErrorKind::NoText { item })
}

#[cold]
fn unknown_code<D: Dialect>(table: Table, code: u64) -> Error {
    let (what, dead) = match table {
        Table::Attribute => ("attribute", D::Attributes::dead(code)),
        Table::Type => ("type", D::Types::dead(code)),
    };
    let what = format!("{what} of the dialect {}", D::NAME);
    Error::new(match dead {
        Some(was) => ErrorKind::Removed { what, found: code, was: was.to_owned() },
        None => ErrorKind::Unknown { what: what.into(), found: code },
    })
}

impl<D: Dialect> Hooks for RegisteredDialect<D> {
    fn name(&self) -> &str {
        D::NAME
    }

    fn record(&self, version: Option<&str>) -> Result<Option<Vec<u8>>> {
        version_of::<D>(version).map(D::Version::write)
    }

    fn producer(&self, version: Option<&str>) -> Result<Option<(String, String)>> {
        let Some(prefix) = D::Version::producer() else { return Ok(None) };
        version_of::<D>(version).map(|version| Some((prefix.to_owned(), version.to_string())))
    }

    fn version(&self, record: Record<'_>) -> Result<Option<String>> {
        let version = D::Version::read(record)?;
        Ok(version.write().map(|_| version.to_string()))
    }

    fn transcode(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        writer: &mut EntryWriter<'_, '_, '_, Record<'_>>,
    ) -> Result<()> {
        let from = reading::<D>(reader)?;
        let record = writer.version();
        let (writer, cx) = writer.parts();
        let version = D::Version::in_file(record, &cx.producer())?;
        let mut to: Writing<'_, '_, D::Version> = cx.with(version);
        let cursor = reader.cursor();
        let at = cursor.position();
        let code = code(*cursor)?;
        let done = match table {
            Table::Attribute => D::Attributes::transcode(code, cursor, &from, writer, &mut to),
            Table::Type => D::Types::transcode(code, cursor, &from, writer, &mut to),
        };
        done.unwrap_or_else(|| Err(unknown_code::<D>(table, code).or_at(at)))
    }

    fn spell(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        f: &mut dyn fmt::Write,
    ) -> Result<bool> {
        let from = reading::<D>(reader)?;
        let cursor = reader.cursor();
        let code = code(*cursor)?;
        let done = match table {
            Table::Attribute => D::Attributes::spell(code, cursor, &from, f),
            Table::Type => D::Types::spell(code, cursor, &from, f),
        };
        match done {
            None => Ok(false),
            Some(spelled) => match spelled? {
                Ok(()) => Ok(true),
                Err(fmt::Error) => Err(no_text::<D>()),
            },
        }
    }

    fn print(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        f: &mut dyn fmt::Write,
        names: &dyn Names,
    ) -> Result<bool> {
        let from = reading::<D>(reader)?;
        let cursor = reader.cursor();
        let code = code(*cursor)?;
        let done = match table {
            Table::Attribute => D::Attributes::print(code, cursor, &from, f, names),
            Table::Type => D::Types::print(code, cursor, &from, f, names),
        };
        done.map_or(Ok(false), |printed| printed?.map_err(|_| no_text::<D>()))
    }

    fn parse(
        &self,
        table: Table,
        scanner: &mut Scanner<'_>,
        entries: &mut dyn Entries,
        (record, producer): (Record<'_>, Producer<'_>),
    ) -> Result<ParsedEntry> {
        let version = D::Version::in_file(record, &producer)?;
        let mut longest: Longest<Parsed<'static, D>> = Longest::new(scanner);
        match table {
            Table::Attribute => D::Attributes::parse(scanner, entries, version, &mut longest),
            Table::Type => D::Types::parse(scanner, entries, version, &mut longest),
        }
        let parsed = longest.taken(scanner, "an entry of the dialect")?;
        Ok(Box::new(move |writer| {
            let record = writer.version();
            let (writer, cx) = writer.parts();
            let version = D::Version::in_file(record, &cx.producer())?;
            parsed(writer, &mut cx.with(version))
        }))
    }

    fn width(&self, reader: &mut EntryReader<'_, '_, Record<'_>>) -> Result<Option<u64>> {
        let from = reading::<D>(reader)?;
        let cursor = reader.cursor();
        let code = code(*cursor)?;
        D::Types::width(code, cursor, &from).unwrap_or(Ok(None))
    }

    fn property_layout(&self, operation: &str) -> Option<&'static [Field]> {
        D::property_layout(operation)
    }

    fn operation_text(&self, operation: &str) -> Option<&'static OpText> {
        D::operation_text(operation)
    }

    fn unknown_properties(&self, operation: &str, bytes: &[u8]) -> Option<&'static [Field]> {
        D::unknown_properties(operation, bytes)
    }
}
