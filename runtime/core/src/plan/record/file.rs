//! Whole files of generated types.

use super::merge::with_bytes_of;
use super::{RecordField, RecordReader};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::{Executor, File, FileValue, SectionContent, Value};
use bytespec_plan::{ItemId, Plan};

/// A generated function that reads the content of a section.
pub type Reading<'i, C> = fn(&mut RecordReader<'_, 'i>) -> Result<C>;

/// The contents of the sections of a format, as a generated enum.
pub trait FileContent<'i>: RecordField + From<SectionContent> {
    /// The header of a file.
    type Header: RecordField;

    /// The number of fields that inner items use.
    const AROUND: usize;

    /// The executor of the plan of the format.
    fn executor() -> &'static Executor<'static>;

    /// Reads the header.
    ///
    /// # Errors
    /// The first error in the header.
    fn read_header(reader: &mut RecordReader<'_, 'i>) -> Result<Self::Header>;

    /// The function that reads a content; none for a content without a type.
    fn reader(item: ItemId) -> Option<Reading<'i, Self>>;
}

impl RecordField for Value {
    type Owned = Value;

    fn to_value(&self) -> Value {
        self.clone()
    }

    fn into_owned(self) -> Self {
        self
    }
}

impl RecordField for SectionContent {
    type Owned = SectionContent;

    fn to_value(&self) -> Value {
        match self {
            SectionContent::Item(_, value) => value.clone(),
            SectionContent::Bytes(bytes) => Value::Bytes(bytes.clone()),
        }
    }

    fn into_owned(self) -> Self {
        self
    }
}

/// A file with sections, with types or without.
impl<H: RecordField, C: RecordField> FileValue<H, C> {
    /// Reads a file.
    ///
    /// # Errors
    /// The first value that does not follow the schema, with its offset and path.
    pub fn read<'i>(input: &'i [u8]) -> Result<Self>
    where
        C: FileContent<'i, Header = H>,
    {
        Self::read_with(C::executor(), input)
    }

    /// Reads a file. `executor` has the plan of the format, at the versions that the file does not state.
    ///
    /// # Errors
    /// Those of `read`, and an item that the version does not have.
    pub fn read_with<'i>(executor: &Executor<'_>, input: &'i [u8]) -> Result<Self>
    where
        C: FileContent<'i, Header = H>,
    {
        File::with(executor, input)?.read_typed()
    }

    /// Writes a new file. Computes the sizes, counts and checksums from the values, also those in other sections.
    ///
    /// # Errors
    /// A value that does not follow the schema, and sections that a file cannot have.
    pub fn write<'i>(&self) -> Result<Vec<u8>>
    where
        C: FileContent<'i, Header = H>,
    {
        self.write_with(C::executor(), &[])
    }

    /// Writes an edited file. The original provides the bytes that no value determines: filler, and superfluous bytes of varints.
    ///
    /// # Errors
    /// Those of `write`, and an original that cannot be read.
    pub fn rewrite<'i>(&self, original: &[u8]) -> Result<Vec<u8>>
    where
        C: FileContent<'i, Header = H>,
    {
        self.write_with(C::executor(), original)
    }

    /// Writes a file. `executor` has the plan of the format, at the versions that the file does not state; `original` is empty for a
    /// new file.
    ///
    /// # Errors
    /// Those of `rewrite`, and an item that the version does not have.
    pub fn write_with(&self, executor: &Executor<'_>, original: &[u8]) -> Result<Vec<u8>> {
        write_file(executor, self.to_value(), original)
    }

    /// The value for the executor of the plan, which writes it.
    #[must_use]
    pub fn to_value(&self) -> FileValue {
        let sections = self.sections.iter().map(|section| {
            let content = match section.content.to_value() {
                Value::Bytes(bytes) => SectionContent::Bytes(bytes),
                value => match *value.bare() {
                    Value::Item(item, _) => SectionContent::Item(item, value),
                    _ => SectionContent::Bytes(Vec::new()),
                },
            };
            section.with(content)
        });
        let (header, sections) = (self.header.to_value(), sections.collect());
        FileValue { header, producer: self.producer.clone(), sections }
    }

    /// The same value with copies of the borrowed parts.
    #[must_use]
    pub fn into_owned(self) -> FileValue<H::Owned, C::Owned> {
        let sections = self.sections.into_iter().map(|section| {
            let bare = section.with(());
            bare.with(section.content.into_owned())
        });
        let (header, sections) = (self.header.into_owned(), sections.collect());
        FileValue { header, producer: self.producer, sections }
    }
}

/// Writes a record as a file. Details that its values lack come from `original`, the file that was read: filler, the widths of
/// numbers in more bytes than they need, and the bytes between values at offsets. For a new file, `original` is empty.
///
/// # Errors
/// An original that is not such a file, a value that does not fit the schema, and two values with different bytes at the same
/// offset.
pub fn write(executor: &Executor<'_>, record: Value, original: &[u8]) -> Result<Vec<u8>> {
    let no_file = || Error::new(ErrorKind::Plan(PlanFault::NoFile));
    let value = FileValue::of_record(executor.plan(), record).ok_or_else(no_file)?;
    write_file(executor, value, original)
}

fn write_file(executor: &Executor<'_>, mut value: FileValue, original: &[u8]) -> Result<Vec<u8>> {
    let (mut file, fault) = File::as_far_as_read(executor, original)?;
    if !original.is_empty() {
        fault.map_or(Ok(()), Err)?;
        value = with_details_of(value, &file.read()?, executor.plan());
    }
    file.at_versions_of(&value)?.rewrite(&value)
}

/// Adds the details of a file. The sections with an id correspond to those with this id, in order.
fn with_details_of(mut value: FileValue, before: &FileValue, plan: &Plan) -> FileValue {
    value.header = with_bytes_of(value.header, &before.header, plan);
    let mut left: Vec<_> = before.sections.iter().collect();
    for section in &mut value.sections {
        let Some(at) = left.iter().position(|known| known.id == section.id) else { continue };
        let known = left.remove(at);
        if let (SectionContent::Item(_, value), SectionContent::Item(_, before)) =
            (&mut section.content, &known.content)
        {
            *value = with_bytes_of(std::mem::take(value), before, plan);
        }
    }
    value
}
