//! A file that is decoded on use: its tables, its functions and their bodies, borrowed from the input.

pub(crate) mod walker;

use super::generated::view::{self, Attribute, DebugEntry, Type};
use super::generated::{
    self as format, CONTAINER, ConstantId, DebugId, Feature, Features, Global, Header, StringId,
    TypeId, Version, section,
};
use crate::codec::context::{Context, ReadTables, no_function};
use crate::file::walker::BodyReader;
use bytespec_core::container::Section;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::wire::{Budget, Cursor, List, OffsetTable};

/// The maximum size of one body, in bytes. It keeps value numbers in 32 bits.
pub const MAX_BODY_BYTES: usize = 1 << 31;

/// The maximum size of a function type, in bytes. No kernel has parameters that take more.
pub const MAX_SIGNATURE_BYTES: usize = 1 << 15;

/// An open file.
///
/// Opening reads the header and the headers of the sections. All other content is decoded on use.
///
/// ```no_run
/// # fn main() -> bytespec::Result<()> {
/// let bytes = std::fs::read("kernel.tileirbc").unwrap();
/// let file = bytespec::tile_ir::File::open(&bytes)?;
/// for function in file.functions()? {
///     println!("{}", String::from_utf8_lossy(file.string(function.entry().name)?));
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct File<'a> {
    input: &'a [u8],
    header: Header,
    version: Version,
    features: Features,
    sections: Vec<Section<'a>>,
    tables: ReadTables<'a>,
    constants: OffsetTable<'a, u64>,
}

impl<'a> File<'a> {
    /// Whether `input` starts with the magic number of this format.
    #[must_use]
    pub fn is_magic(input: &[u8]) -> bool {
        input.starts_with(&format::MAGIC)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// Bytes that do not start with the magic number, a version that the schema does not have, and section headers that violate
    /// the format's rules.
    pub fn open(input: &'a [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(input);
        format::read_magic(&mut cursor)?;
        let start = cursor.position();
        let header = read_header(&mut cursor)?;
        let parts = [u64::from(header.major), u64::from(header.minor)];
        let version = Version::supported(&parts).map_err(|error| error.or_at(start))?;
        let mut features = Features::NONE;
        if header.preview {
            features = features.with(Feature::Preview);
        }
        let sections = CONTAINER.read(&mut cursor, version as u32)?;
        let mut file = File {
            input,
            header,
            version,
            features,
            sections,
            tables: ReadTables::default(),
            constants: OffsetTable::default(),
        };
        let bare = Context { version, features, tables: None };
        if let Some(mut cursor) = file.payload(section::STRING)? {
            let read = view::StringSection::read(&mut cursor, &bare);
            file.tables.strings = read.field("string section")?.strings;
        }
        if let Some(mut cursor) = file.payload(section::CONSTANT)? {
            let read = view::ConstantSection::read(&mut cursor, &bare);
            file.constants = read.field("constant section")?.constants;
        }
        if let Some(mut cursor) = file.payload(section::TYPE)? {
            let read = view::TypeSection::read(&mut cursor, &bare);
            file.tables.types = read.field("type section")?.types;
        }
        Ok(file)
    }

    /// The whole input.
    #[must_use]
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// The header after the magic number.
    #[must_use]
    pub fn header(&self) -> Header {
        self.header
    }

    /// The version.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The features in the header.
    #[must_use]
    pub fn features(&self) -> Features {
        self.features
    }

    /// The sections in the order of the file, including the end marker.
    #[must_use]
    pub fn sections(&self) -> &[Section<'a>] {
        &self.sections
    }

    /// The context for reading entries of this file.
    #[must_use]
    pub fn context(&self) -> Context<'_> {
        Context { version: self.version, features: self.features, tables: Some(&self.tables) }
    }

    /// A cursor over the payload of a section. If several sections have the same id, the last one is used, as in the reference
    /// readers.
    fn payload(&self, id: u8) -> Result<Option<Cursor<'a>>> {
        let section = self.sections.iter().rev().find(|section| section.id == id);
        section.map(|section| section.cursor(self.input)).transpose()
    }

    /// Number of strings.
    #[must_use]
    pub fn string_count(&self) -> usize {
        self.tables.strings.len()
    }

    /// A string, as bytes, because the format does not require UTF-8.
    ///
    /// # Errors
    /// An index past the table.
    pub fn string(&self, id: StringId) -> Result<&'a [u8]> {
        let entry = self.tables.strings.entry("string", id.0 as usize);
        Ok(entry.index(u64::from(id.0)).field("strings")?.rest())
    }

    /// Number of types.
    #[must_use]
    pub fn type_count(&self) -> usize {
        self.tables.types.len()
    }

    /// A type.
    ///
    /// # Errors
    /// An index past the table, and an entry that is not a type of this version.
    pub fn ty(&self, id: TypeId) -> Result<Type<'_>> {
        self.ty_with_rest(id).map(|(ty, _)| ty)
    }

    /// A type, and the bytes of its entry after the last field, which readers skip.
    ///
    /// # Errors
    /// Those of [`File::ty`].
    pub fn ty_with_rest(&self, id: TypeId) -> Result<(Type<'_>, &[u8])> {
        let read = || {
            let mut cursor = self.tables.types.entry("type", id.0 as usize)?;
            let ty = Type::read(&mut cursor, &self.context())?;
            Ok((ty, cursor.rest()))
        };
        read().index(u64::from(id.0)).field("types")
    }

    /// Number of constants.
    #[must_use]
    pub fn constant_count(&self) -> usize {
        self.constants.len()
    }

    /// The element bytes of a constant.
    ///
    /// # Errors
    /// An index past the table, and a size that does not fit the entry.
    pub fn constant(&self, id: ConstantId) -> Result<&'a [u8]> {
        self.constant_with_rest(id).map(|(bytes, _)| bytes)
    }

    /// The element bytes of a constant, and the bytes of its entry after them.
    ///
    /// # Errors
    /// Those of [`File::constant`].
    pub fn constant_with_rest(&self, id: ConstantId) -> Result<(&'a [u8], &'a [u8])> {
        let read = || {
            let mut cursor = self.constants.entry("constant", id.0 as usize)?;
            let size = cursor.leb128()?;
            let size = cursor.check_size(size)?;
            Ok((cursor.bytes(size)?, cursor.rest()))
        };
        read().index(u64::from(id.0)).field("constants")
    }

    /// The bytes before the first entry of the string, type, constant and debug tables, in this order, or all bytes of a table
    /// without entries. Writers produce none.
    pub(super) fn table_gaps(&self) -> Result<[Vec<u8>; 4]> {
        fn gap<O: bytespec_core::wire::Offset>(
            input: &[u8],
            table: &OffsetTable<'_, O>,
        ) -> Result<Vec<u8>> {
            if table.is_empty() {
                return Ok(table.to_builder().data().to_vec());
            }
            let first = table.entry("table", 0)?;
            Ok(input.get(table.data_start()..first.position()).unwrap_or_default().to_vec())
        }
        let debug = self.debug()?.map(|debug| debug.entries).unwrap_or_default();
        Ok([
            gap(self.input, &self.tables.strings)?,
            gap(self.input, &self.tables.types)?,
            gap(self.input, &self.constants)?,
            gap(self.input, &debug)?,
        ])
    }

    /// The functions, in the order of the file. Their bodies are skipped.
    ///
    /// # Errors
    /// An entry of the function table that cannot be read. Functions whose names and signatures take more bytes than a
    /// [`Budget`] allows: functions can share them, and each function is read with its own.
    pub fn functions(&self) -> Result<impl ExactSizeIterator<Item = FunctionReader<'_>>> {
        let section = self.function_section()?;
        let mut budget =
            Budget::decoded(self.input.len(), "bytes of the names and signatures of all functions");
        let (strings, types) = (&self.tables.strings, &self.tables.types);
        // The entries are added up only if an upper bound is too large: first with whole tables, then with the longest entries.
        let fits =
            |each: usize| budget.has((each as u64).saturating_mul(section.functions.len() as u64));
        if !fits(strings.data_len() + types.data_len())
            && !fits(strings.longest_entry() + types.longest_entry())
        {
            for (index, entry) in section.functions.iter().enumerate() {
                // A missing entry is reported where it is read.
                let name = strings.entry_len(entry.name.0 as usize).unwrap_or_default();
                let signature = types.entry_len(entry.signature.0 as usize).unwrap_or_default();
                let spent = budget.spend((name + signature) as u64, self.offset_of(entry.body));
                spent.index(index as u64).field("functions")?;
            }
        }
        Ok(section.functions.iter().map(move |entry| FunctionReader { file: self, entry }))
    }

    /// The offset of a slice in the input.
    fn offset_of(&self, slice: &[u8]) -> usize {
        slice.as_ptr() as usize - self.input.as_ptr() as usize
    }

    pub(super) fn function_section(&self) -> Result<view::FunctionSection<'_>> {
        match self.payload(section::FUNCTION)? {
            Some(mut cursor) => view::FunctionSection::read(&mut cursor, &self.context()),
            None => {
                let end = self.input.len();
                Err(Error::at(end, ErrorKind::MissingSection { section: "function".into() }))
            }
        }
    }

    /// The global variables, in the order of the file.
    ///
    /// # Errors
    /// An entry that cannot be read.
    pub fn globals(&self) -> Result<Vec<Global>> {
        Ok(self
            .global_section()?
            .map(|section| section.globals.iter().collect())
            .unwrap_or_default())
    }

    pub(super) fn global_section(&self) -> Result<Option<view::GlobalSection<'_>>> {
        let Some(mut cursor) = self.payload(section::GLOBAL)? else { return Ok(None) };
        view::GlobalSection::read(&mut cursor, &self.context()).map(Some)
    }

    /// The name of the program that wrote the file; `None` if the file does not state it.
    ///
    /// # Errors
    /// A section that cannot be read, and an index past the string table.
    pub fn producer(&self) -> Result<Option<&'a [u8]>> {
        match self.producer_section()? {
            Some(section) => self.string(section.producer).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn producer_section(&self) -> Result<Option<view::ProducerSection<'_>>> {
        let Some(mut cursor) = self.payload(section::PRODUCER)? else { return Ok(None) };
        // `tileirdisasm` 13.5 accepts the section in every version, even in those before it existed.
        let version = self.version.max(format::section_since(section::PRODUCER));
        let cx = Context { version, ..self.context() };
        view::ProducerSection::read(&mut cursor, &cx).map(Some)
    }

    /// The lists of the debug section; `None` if the file has no such section.
    ///
    /// # Errors
    /// A section whose lists cannot be read.
    pub fn debug(&self) -> Result<Option<DebugLists<'_>>> {
        let Some(mut cursor) = self.payload(section::DEBUG)? else { return Ok(None) };
        let section =
            view::DebugSection::read(&mut cursor, &self.context()).field("debug section")?;
        Ok(Some(DebugLists {
            context: self.context(),
            function_offsets: section.function_offsets,
            indices: section.indices,
            entries: section.entries,
        }))
    }
}

fn read_header(cursor: &mut Cursor<'_>) -> Result<Header> {
    // The header's later fields depend on the version in its first two.
    let mut lookahead = *cursor;
    let parts =
        [u32::from(lookahead.u8().field("header")?), u32::from(lookahead.u8().field("header")?)];
    let version = Version::from_parts(&parts).unwrap_or(Version::LATEST);
    let context = Context { version, features: Features::NONE, tables: None };
    Header::read(cursor, &context).field("header")
}

/// The lists of the debug section.
#[derive(Clone, Copy, Debug)]
pub struct DebugLists<'a> {
    context: Context<'a>,
    /// The start of each function's list, as an index into `indices`.
    pub function_offsets: List<'a, u32>,
    /// Indices of entries plus one; zero is the unknown location.
    pub indices: List<'a, u64>,
    pub(super) entries: OffsetTable<'a, u32>,
}

impl<'a> DebugLists<'a> {
    /// Number of debug entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no debug entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A debug entry.
    ///
    /// # Errors
    /// An index past the table, and an entry that is not a debug entry of this version.
    pub fn entry(&self, id: DebugId) -> Result<DebugEntry<'a>> {
        self.entry_with_rest(id).map(|(entry, _)| entry)
    }

    /// A debug entry, and the bytes after its last field.
    ///
    /// # Errors
    /// Those of [`DebugLists::entry`].
    pub fn entry_with_rest(&self, id: DebugId) -> Result<(DebugEntry<'a>, &'a [u8])> {
        let read = || {
            let mut cursor = self.entries.entry("debug", id.0 as usize)?;
            let entry = DebugEntry::read(&mut cursor, &self.context)?;
            Ok((entry, cursor.rest()))
        };
        read().index(u64::from(id.0)).field("debug entries")
    }

    /// The locations of a function with a location index, which starts at one: first the location of the function, then those
    /// of its operations. An operation comes before the operations in its regions. The list extends to the end of the table;
    /// what follows the function's last operation belongs to other functions.
    ///
    /// # Errors
    /// A location index without a list.
    pub fn locations(
        &self,
        location: u32,
    ) -> Result<impl Iterator<Item = Option<DebugId>> + use<'a>> {
        let lists = self.function_offsets.len();
        let start = location
            .checked_sub(1)
            .and_then(|index| self.function_offsets.tail(index as usize, 1).next())
            .ok_or_else(|| {
                Error::new(ErrorKind::Index {
                    table: "function location".into(),
                    found: u64::from(location),
                    len: lists as u64,
                })
            })?;
        let left = self.indices.len().saturating_sub(start as usize);
        Ok(self.indices.tail(start as usize, left).map(|index| {
            index.checked_sub(1).map(|index| DebugId(u32::try_from(index).unwrap_or(u32::MAX)))
        }))
    }
}

/// A function of an open file.
#[derive(Clone, Copy, Debug)]
pub struct FunctionReader<'a> {
    file: &'a File<'a>,
    entry: view::Function<'a>,
}

impl<'a> FunctionReader<'a> {
    /// The entry of the function table.
    #[must_use]
    pub fn entry(&self) -> view::Function<'a> {
        self.entry
    }

    /// The types of the parameters.
    ///
    /// # Errors
    /// A signature that is not a function type.
    pub fn params(&self) -> Result<List<'a, TypeId>> {
        let signature = self.entry.signature;
        let entry = self.file.tables.types.entry("type", signature.0 as usize)?;
        if entry.remaining() > MAX_SIGNATURE_BYTES {
            return Err(entry.error(ErrorKind::Limit {
                limit: "bytes of a signature",
                found: entry.remaining() as u64,
                max: MAX_SIGNATURE_BYTES as u64,
            }));
        }
        match self.file.ty(signature)? {
            Type::Function { params, .. } => Ok(params),
            other => Err(no_function(other.variant_name()).or_at(self.body_offset())),
        }
    }

    /// A reader of the body.
    ///
    /// # Errors
    /// A signature that is not a function type, and a body over [`MAX_BODY_BYTES`].
    pub fn body(&self) -> Result<BodyReader<'a>> {
        let params = self.params().field("signature")?;
        let (body, start) = (self.entry.body, self.body_offset());
        if body.len() > MAX_BODY_BYTES {
            let (found, max) = (body.len() as u64, MAX_BODY_BYTES as u64);
            let kind = ErrorKind::Limit { limit: "bytes of a body", found, max };
            return Err(Error::at(start, kind)).field("body");
        }
        let cursor = Cursor::over(self.file.input, start, start + body.len())?;
        Ok(BodyReader { cursor, context: self.file.context(), params })
    }

    /// Offset of the body from the start of the file, in bytes.
    #[must_use]
    pub fn body_offset(&self) -> usize {
        self.file.offset_of(self.entry.body)
    }

    /// The hints: a list of attributes with names of architectures.
    #[must_use]
    pub fn hints(&self) -> Option<Attribute<'a>> {
        self.entry.optimization_hints
    }
}
