//! Reading on use: a file, its tables, its functions and their bodies, borrowed from the input.

use super::context::{Context, ReadTables};
use super::generated::view::{self, Attribute, DebugEntry, Type, VisitOp};
use super::generated::{
    self as format, CONTAINER, ConstantId, DebugId, Feature, Features, Global, Header, OpKind,
    StringId, TypeId, Version, section,
};
use crate::container::Section;
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::values::{Shape, TypedValues};
use crate::wire::{Budget, Cursor, List, OffsetTable};

/// The deepest nesting of regions that a body may have.
pub const MAX_REGION_DEPTH: usize = 1024;

/// The most bytes that one body may have, so that value numbers fit 32 bits.
pub const MAX_BODY_BYTES: usize = 1 << 31;

/// The most bytes that the type of a function may take: no kernel has parameters of more bytes than that.
pub const MAX_SIGNATURE_BYTES: usize = 1 << 15;

/// An open file.
///
/// Opening reads the header and the headers of the sections; everything else is read on use.
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
    /// Whether `input` begins like a file of this format.
    #[must_use]
    pub fn is_magic(input: &[u8]) -> bool {
        input.starts_with(&format::MAGIC)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// Bytes that do not begin with the magic number, a version that the schema does not have, and
    /// section headers that break the format's rules.
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

    /// The features that the header announces.
    #[must_use]
    pub fn features(&self) -> Features {
        self.features
    }

    /// The sections in the order of the file, the end marker included.
    #[must_use]
    pub fn sections(&self) -> &[Section<'a>] {
        &self.sections
    }

    /// What entries of this file are read with.
    #[must_use]
    pub fn context(&self) -> Context<'_> {
        Context { version: self.version, features: self.features, tables: Some(&self.tables) }
    }

    /// A cursor over the payload of a section; of several with one id the last counts, as in the
    /// reference readers.
    fn payload(&self, id: u8) -> Result<Option<Cursor<'a>>> {
        let section = self.sections.iter().rev().find(|section| section.id == id);
        section.map(|section| section.cursor(self.input)).transpose()
    }

    /// Number of strings.
    #[must_use]
    pub fn string_count(&self) -> usize {
        self.tables.strings.len()
    }

    /// A string: bytes, since the format does not say that they are UTF-8.
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
    /// An index past the table, or an entry that is not a type of this version.
    pub fn ty(&self, id: TypeId) -> Result<Type<'_>> {
        self.ty_with_rest(id).map(|(ty, _)| ty)
    }

    /// A type and the bytes of its entry after the last field, which readers pass over.
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
    /// An index past the table, or a size that does not fit the entry.
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
            let size = cursor.check_count(size, 1)?;
            Ok((cursor.bytes(size)?, cursor.rest()))
        };
        read().index(u64::from(id.0)).field("constants")
    }

    /// The bytes before the first entry of the string, type, constant and debug tables, in this
    /// order, or all bytes of one without entries; writers leave none.
    pub(super) fn table_gaps(&self) -> Result<[Vec<u8>; 4]> {
        fn gap<O: crate::wire::Offset>(
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

    /// The functions, in the order of the file. Their bodies are passed over, not read.
    ///
    /// # Errors
    /// An entry of the function table that cannot be read, and functions that share names and
    /// signatures of more bytes than a [`Budget`] allows: each function is read with its own.
    pub fn functions(&self) -> Result<impl ExactSizeIterator<Item = FunctionReader<'_>>> {
        let section = self.function_section()?;
        let mut budget =
            Budget::decoded(self.input.len(), "bytes of the names and signatures of all functions");
        let (strings, types) = (&self.tables.strings, &self.tables.types);
        // Entries are read once more only where a bound does not tell: whole tables, then longest entries.
        let fits =
            |each: usize| budget.has((each as u64).saturating_mul(section.functions.len() as u64));
        if !fits(strings.data_len() + types.data_len())
            && !fits(strings.longest_entry() + types.longest_entry())
        {
            for (index, entry) in section.functions.iter().enumerate() {
                // What is not there is found where it is read.
                let name = strings.entry_len(entry.name.0 as usize).unwrap_or_default();
                let signature = types.entry_len(entry.signature.0 as usize).unwrap_or_default();
                let spent = budget.spend((name + signature) as u64, self.offset_of(entry.body));
                spent.index(index as u64).field("functions")?;
            }
        }
        Ok(section.functions.iter().map(move |entry| FunctionReader { file: self, entry }))
    }

    /// Where a slice of the input begins.
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

    /// The name of the program that wrote the file.
    ///
    /// # Errors
    /// A section that cannot be read, or an index past the string table.
    pub fn producer(&self) -> Result<Option<&'a [u8]>> {
        match self.producer_section()? {
            Some(section) => self.string(section.producer).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn producer_section(&self) -> Result<Option<view::ProducerSection<'_>>> {
        let Some(mut cursor) = self.payload(section::PRODUCER)? else { return Ok(None) };
        // `tileirdisasm` 13.5 takes the section at every version, also before it began.
        let version = self.version.max(format::section_since(section::PRODUCER));
        let cx = Context { version, ..self.context() };
        view::ProducerSection::read(&mut cursor, &cx).map(Some)
    }

    /// The debug section.
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
    // The header's later fields depend on the version that its first two say.
    let mut ahead = *cursor;
    let parts = [u32::from(ahead.u8().field("header")?), u32::from(ahead.u8().field("header")?)];
    let version = Version::from_parts(&parts).unwrap_or(Version::LATEST);
    let context = Context { version, features: Features::NONE, tables: None };
    Header::read(cursor, &context).field("header")
}

/// The lists of the debug section.
#[derive(Clone, Copy, Debug)]
pub struct DebugLists<'a> {
    context: Context<'a>,
    /// Start of each function's list in `indices`, counted in elements.
    pub function_offsets: List<'a, u32>,
    /// Entry indices plus one; zero is unknown.
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
    /// An index past the table, or an entry that is not one of this version.
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

    /// The locations of a function with this location index (one or more): its own, then those of
    /// its operations, each before the content of its regions. The list is as long as the table
    /// allows; what is past the function's last operation belongs to others.
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
                    table: "function location",
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
            other => Err(Error::invalid(format!(
                "the signature is a {} type, not a function type",
                other.variant_name()
            ))),
        }
    }

    /// The body, to be read.
    ///
    /// # Errors
    /// A signature that is not a function type, or a body over [`MAX_BODY_BYTES`].
    pub fn body(&self) -> Result<BodyReader<'a>> {
        let params = self.params().field("signature")?;
        let body = self.entry.body;
        if body.len() > MAX_BODY_BYTES {
            return Err(Error::new(ErrorKind::Limit {
                limit: "bytes of a body",
                found: body.len() as u64,
                max: MAX_BODY_BYTES as u64,
            }));
        }
        let start = self.body_offset();
        Ok(BodyReader {
            cursor: Cursor::over(self.file.input, start, start + body.len())?,
            context: self.file.context(),
            params,
        })
    }

    /// Offset of the body from the start of the file, in bytes.
    #[must_use]
    pub fn body_offset(&self) -> usize {
        self.file.offset_of(self.entry.body)
    }

    /// The hints, as a list of attributes by name of the architecture.
    #[must_use]
    pub fn hints(&self) -> Option<Attribute<'a>> {
        self.entry.optimization_hints
    }
}

/// The body of a function, to be walked operation by operation.
#[derive(Clone, Copy, Debug)]
pub struct BodyReader<'a> {
    cursor: Cursor<'a>,
    context: Context<'a>,
    params: List<'a, TypeId>,
}

/// Told of the structure around operations while a body is walked. Every method does nothing unless
/// it is written.
#[allow(unused_variables)]
pub trait Structure<'a> {
    /// A region begins, number `index` of the operation visited last.
    fn begin_region(&mut self, index: u32) {}
    /// A block of a region begins, with these arguments.
    fn begin_block(&mut self, arguments: TypedValues<'a, TypeId>) {}
    /// The block ends.
    fn end_block(&mut self) {}
    /// The region ends.
    fn end_region(&mut self) {}
    /// The operation whose regions were walked ends.
    fn end_op(&mut self) {}
}

impl<'a> BodyReader<'a> {
    /// The function's parameters: the values of the lowest numbers.
    #[must_use]
    pub fn params(&self) -> TypedValues<'a, TypeId> {
        TypedValues::new(0, self.params)
    }

    /// A walk over the body from its start.
    #[must_use]
    pub fn walker(&self) -> Walker<'a> {
        Walker {
            cursor: self.cursor,
            context: self.context,
            defined: self.params.len() as u32,
            ops: 0,
            // A function without any instruction is one that is implemented elsewhere.
            terminated: self.cursor.is_empty(),
            frames: Vec::new(),
        }
    }

    /// Walks the whole body: every operation is handed to `visitor` by its own type, and so is the
    /// structure around it.
    ///
    /// # Errors
    /// The first thing that cannot be read, with its offset and path.
    pub fn walk<V: VisitOp<'a> + Structure<'a>>(&self, visitor: &mut V) -> Result<()> {
        let mut walker = self.walker();
        while walker.advance(visitor)?.is_some() {}
        Ok(())
    }

    /// The operations and the structure around them, as an iterator.
    #[must_use]
    pub fn events(&self) -> Events<'a> {
        Events { walker: self.walker(), pending: Pending::default(), done: false }
    }
}

/// What a [`BodyReader::events`] iterator yields.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "most events are operations")]
pub enum Event<'a> {
    /// An operation. Its regions follow, then [`Event::EndOp`], if it has some.
    Op(view::Op<'a>),
    /// A region begins; the number counts the operation's regions from zero.
    BeginRegion(u32),
    /// A block begins, with these arguments.
    BeginBlock(TypedValues<'a, TypeId>),
    /// The block ends.
    EndBlock,
    /// The region ends.
    EndRegion,
    /// The operation whose regions were walked ends.
    EndOp,
}

/// The iterator of [`BodyReader::events`].
#[derive(Debug)]
pub struct Events<'a> {
    walker: Walker<'a>,
    pending: Pending<'a>,
    done: bool,
}

/// Up to two events of one step: a region that begins and ends at once.
#[derive(Debug, Default)]
struct Pending<'a> {
    event: Option<Event<'a>>,
}

impl<'a> VisitOp<'a> for Pending<'a> {
    type Output = ();

    fn visit_other(&mut self, _: OpKind) {}
}

impl<'a> Structure<'a> for Pending<'a> {
    fn begin_region(&mut self, index: u32) {
        self.event = Some(Event::BeginRegion(index));
    }

    fn begin_block(&mut self, arguments: TypedValues<'a, TypeId>) {
        self.event = Some(Event::BeginBlock(arguments));
    }

    fn end_block(&mut self) {
        self.event = Some(Event::EndBlock);
    }

    fn end_region(&mut self) {
        self.event = Some(Event::EndRegion);
    }

    fn end_op(&mut self) {
        self.event = Some(Event::EndOp);
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Result<Event<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.walker.step(&mut self.pending, |cursor, context, defined, _| {
            view::Op::read(cursor, context, defined)
        });
        match step {
            Ok(Some(Some(op))) => Some(Ok(Event::Op(op))),
            Ok(Some(None)) => self.pending.event.take().map(Ok),
            Ok(None) => {
                self.done = true;
                None
            }
            Err(error) => {
                self.done = true;
                Some(Err(error))
            }
        }
    }
}

/// A walk over a body, one step at a time.
#[derive(Debug)]
pub struct Walker<'a> {
    cursor: Cursor<'a>,
    context: Context<'a>,
    /// Number of values defined so far; also the number of the next one.
    defined: u32,
    /// Operations read so far in the block at hand.
    ops: u64,
    /// The last operation of the block at hand ends blocks.
    terminated: bool,
    frames: Vec<Frame>,
}

/// An operation whose regions are being walked.
#[derive(Debug)]
struct Frame {
    region: u32,
    regions: u32,
    blocks_left: u64,
    ops_left: u64,
    in_region: bool,
    in_block: bool,
    /// Where the count of values goes back to at the end of a region.
    defined: u32,
    results: u32,
    /// The state of the block around it.
    outer_ops: u64,
    outer_terminated: bool,
}

impl<'a> Walker<'a> {
    /// Offset of the next byte from the start of the file.
    #[must_use]
    pub fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Makes one step: an operation, or one piece of structure. None at the end of the body.
    ///
    /// # Errors
    /// Bytes that are not the next thing, with offset and path.
    #[inline]
    pub fn advance<V: VisitOp<'a> + Structure<'a>>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<Option<V::Output>>> {
        self.step(visitor, |cursor, context, defined, visitor| {
            view::visit_op(cursor, context, defined, visitor)
        })
    }

    #[inline(always)]
    fn step<S: Structure<'a>, T>(
        &mut self,
        visitor: &mut S,
        read: impl FnOnce(&mut Cursor<'a>, &Context<'a>, u32, &mut S) -> Result<(T, Shape)>,
    ) -> Result<Option<Option<T>>> {
        let more = match self.frames.last_mut() {
            None => !self.cursor.is_empty(),
            Some(frame) if frame.in_block && frame.ops_left > 0 => {
                frame.ops_left -= 1;
                true
            }
            Some(_) => false,
        };
        if !more {
            return match self.structure(visitor) {
                Ok(true) => Ok(Some(None)),
                Ok(false) => Ok(None),
                Err(error) => Err(self.locate(error)),
            };
        }
        match read(&mut self.cursor, &self.context, self.defined, visitor) {
            Ok((output, shape)) => {
                self.ops += 1;
                self.terminated = shape.terminator;
                if shape.regions == 0 {
                    self.defined += shape.results;
                } else if let Err(error) = self.enter(shape) {
                    return Err(self.locate(error));
                }
                Ok(Some(Some(output)))
            }
            Err(error) => Err(self.locate_op(error)),
        }
    }

    /// A step that is not an operation; false at the end of the body.
    fn structure<S: Structure<'a>>(&mut self, visitor: &mut S) -> Result<bool> {
        let position = self.cursor.position();
        let Some(frame) = self.frames.last_mut() else {
            if !self.terminated {
                return Err(unterminated(position));
            }
            return Ok(false);
        };
        if frame.in_block {
            frame.in_block = false;
            if !self.terminated {
                return Err(unterminated(position));
            }
            visitor.end_block();
        } else if frame.blocks_left > 0 {
            frame.blocks_left -= 1;
            let count = self.cursor.leb128().field("argument count")?;
            let types = List::<TypeId>::read(&mut self.cursor, &(), count).field("arguments")?;
            let arguments = TypedValues::new(self.defined, types);
            self.defined += types.len() as u32;
            let ops = self.cursor.leb128().field("operation count")?;
            frame.ops_left = self.cursor.check_count(ops, 1).field("operation count")? as u64;
            frame.in_block = true;
            self.ops = 0;
            self.terminated = false;
            visitor.begin_block(arguments);
        } else if frame.in_region {
            frame.in_region = false;
            frame.region += 1;
            self.defined = frame.defined;
            visitor.end_region();
        } else if frame.region < frame.regions {
            let blocks = self.cursor.leb128().field("block count")?;
            frame.blocks_left = self.cursor.check_count(blocks, 1).field("block count")? as u64;
            frame.in_region = true;
            visitor.begin_region(frame.region);
        } else {
            self.defined = frame.defined + frame.results;
            self.ops = frame.outer_ops;
            self.terminated = frame.outer_terminated;
            self.frames.pop();
            visitor.end_op();
        }
        Ok(true)
    }

    fn enter(&mut self, shape: Shape) -> Result<()> {
        if self.frames.len() >= MAX_REGION_DEPTH {
            return Err(self.cursor.error(ErrorKind::Limit {
                limit: "nesting of regions",
                found: self.frames.len() as u64 + 1,
                max: MAX_REGION_DEPTH as u64,
            }));
        }
        self.frames.push(Frame {
            region: 0,
            regions: shape.regions,
            blocks_left: 0,
            ops_left: 0,
            in_region: false,
            in_block: false,
            defined: self.defined,
            results: shape.results,
            outer_ops: self.ops,
            outer_terminated: self.terminated,
        });
        Ok(())
    }

    #[cold]
    fn locate_op(&self, error: Error) -> Error {
        let error = error.or_at(self.cursor.position());
        self.locate(Err::<(), _>(error).index(self.ops).field("ops").unwrap_err())
    }

    /// Adds the operations around to the path of an error.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let mut error = error.or_at(self.cursor.position());
        for frame in self.frames.iter().rev() {
            let result: Result<()> = Err(error);
            error = result
                .index(u64::from(frame.region))
                .field("regions")
                .index(frame.outer_ops.saturating_sub(1))
                .field("ops")
                .unwrap_err();
        }
        Err::<(), _>(error).field("body").unwrap_err()
    }
}

#[cold]
fn unterminated(offset: usize) -> Error {
    Error::at(
        offset,
        ErrorKind::Invalid("a block must end with an operation that ends blocks".to_owned()),
    )
}
