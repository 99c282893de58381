//! Dialects that are known at run time.

use super::context::{Reading, Writing};
use super::entry::{AnyEntry, Dialect, Entries as _, Parsed};
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

/// The version record of a dialect, in the dialect's own encoding; `None` if the file has none.
pub type Record<'r> = Option<&'r [u8]>;

/// The interface of a dialect to a [`Registry`](super::Registry). [`RegisteredDialect`] implements it for every [`Dialect`].
/// Implement it yourself for a dialect that is created at run time, such as a plugin.
pub trait Hooks: Send + Sync {
    /// The name, spelled as in the file.
    fn name(&self) -> &str;

    /// The record of the version with a name, or of the newest version without a name; `None` if the dialect writes none.
    ///
    /// # Errors
    /// A version that the dialect does not have: [`ErrorKind::Release`](bytespec_core::ErrorKind::Release).
    fn record(&self, version: Option<&str>) -> Result<Option<Vec<u8>>>;

    /// The name of the version in a record, if it has a name.
    ///
    /// # Errors
    /// A damaged record, and an unknown version.
    fn version(&self, record: Record<'_>) -> Result<Option<String>>;

    /// The prefix of the version in the name of a file's producer, and the version with a name, or the newest version without a
    /// name; `None` if the record states the version. A dialect whose version the producer states has no record, and finds the
    /// producer in the contexts of the handles.
    ///
    /// # Errors
    /// A version that the dialect does not have: [`ErrorKind::Release`](bytespec_core::ErrorKind::Release).
    fn producer(&self, version: Option<&str>) -> Result<Option<(String, String)>> {
        let _ = version;
        Ok(None)
    }

    /// Reads one type and returns the width in bits of its numbers; `None` if the type is not numeric.
    ///
    /// # Errors
    /// Bytes that are not a type of the dialect.
    fn width(&self, reader: &mut EntryReader<'_, '_, Record<'_>>) -> Result<Option<u64>> {
        let _ = reader;
        Ok(None)
    }

    /// Reads one entry in the version of the file and writes it in the version to write. Pass every reference through the
    /// handles, because its number can change.
    ///
    /// # Errors
    /// Bytes that are not an entry, and values that the version to write cannot represent.
    fn transcode(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        writer: &mut EntryWriter<'_, '_, '_, Record<'_>>,
    ) -> Result<()>;

    /// Reads one entry and prints it for people. Returns false if it has no spelling.
    ///
    /// # Errors
    /// Bytes that are not an entry.
    fn spell(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        f: &mut dyn fmt::Write,
    ) -> Result<bool> {
        let _ = (table, reader, f);
        Ok(false)
    }

    /// Reads one entry and prints it in MLIR syntax, without sigil and dialect. `names` prints the references. Returns false
    /// and prints nothing if the entry has no text.
    ///
    /// # Errors
    /// Bytes that are not an entry, and those of `f` and `names`.
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

    /// Parses one entry from the text that [`Hooks::print`] prints, in the version of a record and a producer. Returns a
    /// function that writes the entry.
    ///
    /// # Errors
    /// Another text, with its offset in bytes, and a damaged record.
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

    /// The layout of the properties of an operation, named without the dialect; `None` if it is not known. A dialect with one
    /// layout for all its operations can return it for any name.
    fn property_layout(&self, operation: &str) -> Option<&'static [Field]> {
        let _ = operation;
        None
    }

    /// The text template of an operation, named without the dialect; `None` if the operation has only the generic form. The
    /// template also states the layout of the operation's properties.
    fn operation_text(&self, operation: &str) -> Option<&'static OpText> {
        let _ = operation;
        None
    }

    /// The layout of the properties of an operation without a layout in [`Hooks::property_layout`] or in a schema, as far as
    /// their bytes determine it; `None` if they stay bytes. A layout that does not fit all bytes is not used.
    fn unknown_properties(&self, operation: &str, bytes: &[u8]) -> Option<&'static [Field]> {
        let _ = (operation, bytes);
        None
    }
}

/// Writes a parsed entry, including its code, in the version of the writer.
pub type ParsedEntry = Box<dyn FnOnce(&mut EntryWriter<'_, '_, '_, Record<'_>>) -> Result<()>>;

/// A [`Dialect`] as a value that implements [`Hooks`].
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

/// The version of a dialect with a name; without a name, the newest one.
fn version_of<D: Dialect>(name: Option<&str>) -> Result<D::Version> {
    let Some(name) = name else { return Ok(D::Version::latest()) };
    let unknown = || unknown_version::<D::Version>(D::NAME, name.to_owned());
    D::Version::from_name(name).ok_or_else(unknown)
}

/// The context for reading entries of a dialect.
fn reading<'r, D: Dialect>(
    reader: &EntryReader<'r, '_, Record<'_>>,
) -> Result<Reading<'r, D::Version>> {
    let cx = reader.context();
    Ok(cx.with(D::Version::in_file(reader.version(), &cx.producer())?))
}

/// Reads an entry of a table and passes it to `visit`. Returns its code, and what `visit` returned; `None` if no entry starts with
/// the code.
fn read<D: Dialect, T>(
    table: Table,
    reader: &mut EntryReader<'_, '_, Record<'_>>,
    mut visit: impl FnMut(&dyn AnyEntry<D>) -> T,
) -> Result<(u64, Option<T>)> {
    let from = reading::<D>(reader)?;
    let cursor = reader.cursor();
    let code = Cursor::prefix(&mut cursor.clone())?;
    let mut found = None;
    let visit = &mut |entry: &dyn AnyEntry<D>| found = Some(visit(entry));
    let read = match table {
        Table::Attribute => D::Attributes::read(code, cursor, &from, visit),
        Table::Type => D::Types::read(code, cursor, &from, visit),
    };
    read.transpose()?;
    Ok((code, found))
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
        Some(was) => ErrorKind::Removed { what, found: code.into(), was: was.to_owned() },
        None => ErrorKind::Unknown { what: what.into(), found: code.into() },
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
        reading::<D>(reader)?;
        let record = writer.version();
        let (writer, cx) = writer.parts();
        let version = D::Version::in_file(record, &cx.producer())?;
        let mut to: Writing<'_, '_, D::Version> = cx.with(version);
        let at = reader.cursor().position();
        match read::<D, _>(table, reader, |entry| entry.write_any(writer, &mut to))? {
            (_, Some(done)) => done,
            (code, None) => Err(unknown_code::<D>(table, code).or_at(at)),
        }
    }

    fn spell(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        f: &mut dyn fmt::Write,
    ) -> Result<bool> {
        let (_, spelled) = read::<D, _>(table, reader, |entry| entry.spell_any(f))?;
        let spelled = spelled.map(|spelled| spelled.map_err(|_| no_text::<D>())).transpose()?;
        Ok(spelled.is_some())
    }

    fn print(
        &self,
        table: Table,
        reader: &mut EntryReader<'_, '_, Record<'_>>,
        f: &mut dyn fmt::Write,
        names: &dyn Names,
    ) -> Result<bool> {
        let (_, printed) = read::<D, _>(table, reader, |entry| entry.print_any(f, names))?;
        printed.map_or(Ok(false), |printed| printed.map_err(|_| no_text::<D>()))
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
        let (_, width) = read::<D, _>(Table::Type, reader, |entry| entry.width_any())?;
        Ok(width.flatten())
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
