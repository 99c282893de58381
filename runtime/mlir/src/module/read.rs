//! Reads a file into a module in memory.

mod run;

use crate::codec::context::Context;
use crate::dialect::Registry;
use crate::file::use_lists::{UseLists, check_uses};
use crate::file::walk::{self, Event, Walker};
use crate::file::{File, FileTables, OpenOptions};
use crate::generated::{
    AttributeId, OpNameId, PropertyBlobId, RegionBlockId, RegionHeader, RegionsHeader, TypeId,
    UseListOrder, ValueId, section,
};
use crate::module::ir::{BlockId, Ir, NewOp, OpId, OrderOwner, Value};
use crate::module::{Content, Layout, Module, ResourceData};
use crate::tables::data::{Data, Span};
use crate::tables::entry_table::EntryTable;
use crate::tables::interners::Interners;
use crate::tables::names::{Strings, past_end};
use crate::tables::release_cache::ReleaseCache;
use crate::tables::resources::{Owner, Resources};
use bytespec_core::error::{BodyFault, Context as _, Error, ErrorKind, Result};
use bytespec_core::options;
use bytespec_core::wire::Cursor;
use std::borrow::Cow;
use std::collections::HashMap;

options! {
    /// Options for reading a module.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct ReadOptions {
        /// The options for opening the file.
        open: OpenOptions,
        /// Keeps the regions of isolated operations below the first level as bytes until [`Module::materialize`] decodes them.
        lazy: bool,
    }
}

/// Lengths of the tables that operations refer to.
#[derive(Clone, Copy, Debug)]
struct Lengths {
    op_names: usize,
    attributes: usize,
    types: usize,
    properties: usize,
}

impl<'a> Module<'a> {
    /// Reads a whole file.
    ///
    /// # Errors
    /// The first fault in the file, with its offset and path.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        Module::read_with(bytes, &ReadOptions::default())
    }

    /// Reads a file, see [`ReadOptions`].
    ///
    /// # Errors
    /// Those of [`Module::read`]. With lazy regions, their errors are reported when they are materialized.
    pub fn read_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self> {
        let file = File::open_with(bytes, &options.open)?;
        let operations = operations(&file, options)?;
        let module = module(&file, file.resources()?)?;
        let tables = file.into_tables()?;
        Ok(module.with(tables, operations))
    }

    /// Reads an open file.
    ///
    /// # Errors
    /// Those of [`Module::read_with`].
    pub fn from_file(file: &File<'a>, options: &ReadOptions) -> Result<Self> {
        let operations = operations(file, options)?;
        Ok(module(file, file.resources()?)?.with(tables(file)?, operations))
    }

    /// The tables of an open file without its operations, to look up and spell entries. If the resources cannot be read, there
    /// are none.
    ///
    /// # Errors
    /// A table that cannot be read. Entries are decoded on use.
    pub fn tables(file: &File<'a>) -> Result<Self> {
        let mut ir = Ir::default();
        let root = ir.append_block(None)?;
        let none = Resources::default();
        Ok(module(file, file.resources().unwrap_or(&none))?.with(tables(file)?, (ir, root)))
    }

    /// Adds the tables and the operations.
    fn with(mut self, tables: FileTables, (ir, root): (Ir, BlockId)) -> Self {
        let FileTables { strings, dialects, entries, properties } = tables;
        self.strings = strings;
        self.dialects = dialects.dialects;
        self.op_names = dialects.op_names;
        self.layout.op_name_groups = dialects.groups;
        self.layout.announced = dialects.announced;
        let lengths = (entries.attributes.len(), entries.types.len());
        self.layout.entry_groups = entries.groups.map(|groups| (groups, lengths.0, lengths.1));
        self.layout.slack = entries.slack;
        self.attributes = entries.attributes;
        self.types = entries.types;
        self.properties = properties.blobs;
        self.ir = ir;
        self.ir.edited.note();
        self.root = root;
        self
    }

    /// Decodes the regions of an isolated operation that are still bytes; does nothing for any other operation. Isolated
    /// regions inside stay bytes.
    ///
    /// # Errors
    /// A wrong handle ([`ErrorKind::Handle`]), and bytes that are not regions, with their offset.
    pub fn materialize(&mut self, op: OpId) -> Result<()> {
        self.ir.forest().check_op(op)?;
        let Some(span) = self.ir.lazy(op) else { return Ok(()) };
        let data = Data { input: &self.input, added: &self.added };
        let (slice, start) = data.slice(span);
        let cursor = Cursor::over(slice, start, start + span.len)?;
        let regions = self.ir.regions(op).len() as u64;
        let header = RegionsHeader { isolated: true, regions };
        let cx = Context::new(self.version, self.release);
        let mut walker = Walker::inside(cursor, cx, header, self.ir.budget);
        let lengths = self.lengths();
        let before = self.ir.lengths();
        let mut ir = std::mem::take(&mut self.ir);
        let edited = std::mem::take(&mut ir.edited);
        let mut reader = Reader::new(&mut ir, self.root, lengths, true);
        reader.enter(op, &header, 0);
        let read = reader.all(&mut walker);
        match read {
            Ok(()) => {
                ir.budget = walker.budget();
                ir.alignment = ir.alignment.max(walker.alignment());
                ir.set_lazy(op, false);
            }
            Err(_) => ir.roll_back(op, before),
        }
        ir.edited = edited;
        self.ir = ir;
        read.field("ir")
    }

    /// Decodes all regions that are still bytes.
    ///
    /// # Errors
    /// Those of [`Module::materialize`].
    pub fn materialize_all(&mut self) -> Result<()> {
        let lazy = self.walk().filter(|&op| self.is_materializable(op)).collect();
        self.materialize_each(lazy)
    }

    /// Decodes the regions of an operation, and those inside, that are still bytes.
    pub(crate) fn load_inside(&mut self, op: OpId) -> Result<()> {
        let lazy = self.walk_op(op).filter(|&op| self.is_materializable(op)).collect();
        self.materialize_each(lazy)
    }

    pub(crate) fn materialize_each(&mut self, mut lazy: Vec<OpId>) -> Result<()> {
        while let Some(op) = lazy.pop() {
            self.materialize(op)?;
            lazy.extend(self.walk_op(op).filter(|&inner| self.is_materializable(inner)));
        }
        Ok(())
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            op_names: self.op_names.len(),
            attributes: self.attributes.len(),
            types: self.types.len(),
            properties: self.properties.len(),
        }
    }
}

/// The typical size of an operation in bytes, to reserve memory.
const BYTES_OF_AN_OPERATION: usize = 10;

fn operations(file: &File<'_>, options: &ReadOptions) -> Result<(Ir, BlockId)> {
    let mut ir = Ir::default();
    if !options.lazy {
        ir.reserve(file.payload(section::IR).remaining() / BYTES_OF_AN_OPERATION);
    }
    let root = ir.append_block(None)?;
    let lengths = Lengths {
        op_names: file.dialects_table()?.op_names.len(),
        attributes: file.entries()?.attributes.len(),
        types: file.entries()?.types.len(),
        properties: file.properties_table()?.blobs.len(),
    };
    let reader = Reader::new(&mut ir, root, lengths, options.lazy);
    let mut walker = file.walk();
    reader.all(&mut walker).field("ir")?;
    ir.budget = walker.budget();
    ir.alignment = walker.alignment();
    ir.shrink();
    Ok((ir, root))
}

/// The tables of an open file.
fn tables(file: &File<'_>) -> Result<FileTables> {
    Ok(FileTables {
        strings: file.strings()?.clone(),
        dialects: file.dialects_table()?.clone(),
        entries: file.entries()?.clone(),
        properties: file.properties_table()?.clone(),
    })
}

/// A module with the content of a file except for its tables and operations.
fn module<'a>(file: &File<'a>, resources: &Resources) -> Result<Module<'a>> {
    let mut external_groups = Vec::new();
    let mut resource_groups = Vec::new();
    let mut items = Vec::new();
    let mut all = resources.entries().iter();
    for &(owner, len) in &resources.groups {
        let group = all.by_ref().take(len as usize).map(|entry| ResourceData {
            dialect: match owner {
                Owner::Dialect(dialect) => Some(dialect),
                Owner::External(_) => None,
            },
            key: entry.key,
            content: Content::Read { kind: entry.kind, span: entry.span, origin: entry.origin },
        });
        match owner {
            Owner::External(name) => external_groups.push((name, group.collect())),
            Owner::Dialect(dialect) => {
                resource_groups.push((dialect, len));
                items.extend(group);
            }
        }
    }
    let sections = file.sections().iter().map(|section| (section.id, section.alignment)).collect();
    let layout = Layout {
        read: true,
        sections,
        versions: file.span(section::DIALECT_VERSIONS),
        resource_groups,
        ..Layout::default()
    };
    Ok(Module {
        input: Cow::Borrowed(file.bytes()),
        added: Vec::new(),
        version: file.version(),
        producer: file.producer_bytes().to_vec(),
        release: file.release(),
        inferred: file.inference()?.into(),
        dialect_releases: file.dialect_releases()?,
        strings: Strings::default(),
        dialects: Vec::new(),
        op_names: Vec::new(),
        attributes: EntryTable::EMPTY,
        types: EntryTable::EMPTY,
        properties: Vec::new(),
        resources: items,
        external_groups,
        layout,
        ir: Ir::default(),
        root: BlockId::at(0),
        interners: Interners::default(),
        release_cache: ReleaseCache::default(),
        registry: Registry::default(),
    })
}

/// A region that is being read or comes next.
#[derive(Clone, Copy, Debug)]
struct Frame {
    op: OpId,
    /// The frame of the innermost operation around this one that is isolated from above.
    scope: usize,
    /// The number of regions of the operation that have started.
    regions: u32,
    /// The number of the first value in the file, and the number after the last one.
    base: u32,
    end: u32,
    /// The first value in memory.
    values: Value,
    defined: u32,
    /// The first block in memory, the number of blocks, and how many of them have started.
    block: u32,
    blocks: u32,
    started: u32,
}

struct Reader<'i> {
    ir: &'i mut Ir,
    root: BlockId,
    lengths: Lengths,
    lazy: bool,
    frames: Vec<Frame>,
    block: BlockId,
    stack: Vec<BlockId>,
    operands: Vec<Value>,
    successors: Vec<BlockId>,
    /// Operands before the definition of their value, with the place of the use.
    forward: Vec<(Value, usize)>,
    /// The owners of use-list orders, with their places.
    orders: Vec<(OrderOwner, usize)>,
    /// The number of operands before reading.
    known_operands: usize,
}

impl<'i> Reader<'i> {
    fn new(ir: &'i mut Ir, root: BlockId, lengths: Lengths, lazy: bool) -> Self {
        Reader {
            known_operands: ir.all_operands().len(),
            ir,
            root,
            lengths,
            lazy,
            frames: Vec::new(),
            block: root,
            stack: Vec::new(),
            operands: Vec::new(),
            successors: Vec::new(),
            forward: Vec::new(),
            orders: Vec::new(),
        }
    }

    fn all(mut self, walker: &mut Walker<'_, '_>) -> Result<()> {
        loop {
            self.run(walker)?;
            match walker.event()? {
                Some(Event::Operation(operation)) => {
                    let op = self.operation(operation)?;
                    if let Some(header) = operation.regions {
                        self.regions(op, &header, walker)?;
                    }
                }
                Some(Event::Region(header)) => self.region(&header)?,
                Some(Event::Block(block)) => self.block(block)?,
                Some(Event::EndRegion) => {}
                Some(Event::End) => {
                    self.frames.pop();
                    self.block = self.stack.pop().unwrap_or(self.root);
                }
                None => return self.finish(),
            }
        }
    }

    fn operation(&mut self, operation: &walk::Operation<'_>) -> Result<OpId> {
        let at = operation.offset;
        let lengths = self.lengths;
        check(OpNameId::TABLE, operation.name.0, lengths.op_names, at)?;
        check(AttributeId::TABLE, operation.location.0, lengths.attributes, at)?;
        if let Some(id) = operation.attributes {
            check(AttributeId::TABLE, id.0, lengths.attributes, at)?;
        }
        if let Some(id) = operation.properties {
            check(PropertyBlobId::TABLE, id.0, lengths.properties, at)?;
        }
        let op = self.ir.make_op(NewOp {
            name: operation.name,
            location: operation.location,
            attributes: operation.attributes,
            properties: operation.properties,
        })?;
        self.ir.insert(op, self.block, None);
        let results = operation.results();
        if !results.is_empty() {
            let first = self.define(operation.first_result, results.len())?;
            for ty in results {
                check(TypeId::TABLE, ty.0, lengths.types, at)?;
            }
            self.ir.set_results(op, first, results.iter().copied());
        }
        if !operation.operands().is_empty() {
            self.operands.clear();
            for operand in operation.operands() {
                let value = self.resolve(*operand, at)?;
                self.operands.push(value);
            }
            self.ir.set_operands(op, self.operands.iter().copied())?;
        }
        if !operation.successors().is_empty() {
            let frame = self.frames.last().copied();
            let (first, len) = frame.map_or((0, 0), |frame| (frame.block, frame.blocks));
            self.successors.clear();
            for &RegionBlockId(index) in operation.successors() {
                check(RegionBlockId::TABLE, index, len as usize, at)?;
                self.successors.push(BlockId::at(first + index));
            }
            self.branch(op, at)?;
        }
        if let Some(lists) = &operation.use_lists() {
            self.ir.set_orders(OrderOwner::Op(op), orders(lists));
            self.orders.push((OrderOwner::Op(op), at));
        }
        Ok(op)
    }

    /// Sets the successors of an operation at an offset. The entry block of a region is not allowed.
    fn branch(&mut self, op: OpId, at: usize) -> Result<()> {
        let first = self.frames.last().map(|frame| BlockId::at(frame.block));
        if self.successors.iter().any(|successor| Some(*successor) == first) {
            return Err(Error::at(at, ErrorKind::Body(BodyFault::EntrySuccessor)));
        }
        self.ir.set_successors(op, self.successors.iter().copied())
    }

    /// Starts the regions of an operation that the walker has entered.
    fn regions(
        &mut self,
        op: OpId,
        header: &RegionsHeader,
        walker: &mut Walker<'_, '_>,
    ) -> Result<()> {
        self.ir.make_regions(op, header.regions)?;
        self.ir.set_isolated(op, Some(header.isolated));
        if let Some((start, bytes)) = walker.isolated_bytes() {
            self.ir.set_nested(op, Span { start, len: bytes.len() });
            if self.lazy && !self.frames.is_empty() {
                self.ir.set_lazy(op, true);
                return walker.skip_regions();
            }
        }
        self.enter(op, header, walker.base());
        Ok(())
    }

    fn enter(&mut self, op: OpId, header: &RegionsHeader, base: u32) {
        let scope = match self.frames.last() {
            Some(frame) if !header.isolated => frame.scope,
            _ => self.frames.len(),
        };
        self.stack.push(self.block);
        self.frames.push(Frame {
            op,
            scope,
            regions: 0,
            base,
            end: base,
            values: Value::at(0),
            defined: 0,
            block: 0,
            blocks: 0,
            started: 0,
        });
    }

    /// Creates all values and blocks of a region at once, because uses can come before definitions.
    fn region(&mut self, header: &RegionHeader) -> Result<()> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let values = u32::try_from(header.values.unwrap_or(0)).unwrap_or(u32::MAX);
        frame.values = self.ir.make_values(values)?;
        frame.end = frame.base + values;
        frame.regions += 1;
        let Some(region) = self.ir.region(frame.op, frame.regions - 1) else { return Ok(()) };
        frame.defined = 0;
        frame.started = 0;
        frame.block = self.ir.block_count() as u32;
        frame.blocks = u32::try_from(header.blocks).unwrap_or(u32::MAX);
        self.ir.reserve_blocks(frame.blocks as usize);
        for _ in 0..header.blocks {
            self.ir.append_block(Some(region))?;
        }
        Ok(())
    }

    fn block(&mut self, block: &walk::Block<'_>) -> Result<()> {
        if let Some(frame) = self.frames.last_mut() {
            self.block = BlockId::at(frame.block + frame.started);
            frame.started += 1;
        }
        if block.arguments > 0
            && let Some(arguments) = block.record().arguments
        {
            let first = self.define(block.first_argument, arguments.len())?;
            for argument in arguments.iter() {
                check(TypeId::TABLE, argument.r#type.0, self.lengths.types, block.offset)?;
                if let Some(location) = argument.location {
                    check(AttributeId::TABLE, location.0, self.lengths.attributes, block.offset)?;
                }
            }
            let arguments = arguments.iter().map(|argument| (argument.r#type, argument.location));
            self.ir.set_arguments(self.block, first, arguments);
        }
        if let Some(lists) = &block.use_lists() {
            self.ir.set_orders(OrderOwner::Block(self.block), orders(lists));
            self.orders.push((OrderOwner::Block(self.block), block.offset));
        }
        Ok(())
    }

    fn define(&mut self, first: u32, count: usize) -> Result<Value> {
        let count = count as u32;
        let Some(frame) = self.frames.last_mut() else { return self.ir.make_values(count) };
        frame.defined += count;
        Ok(Value::at(frame.values.number() + (first - frame.base)))
    }

    #[inline]
    fn resolve(&mut self, ValueId(number): ValueId, at: usize) -> Result<Value> {
        let frame = match self.frames.last() {
            Some(frame) if number >= frame.base => Some(frame),
            _ => self.outer(number),
        };
        match frame {
            Some(frame) if number < frame.end => {
                let index = number - frame.base;
                let value = Value::at(frame.values.number() + index);
                if index >= frame.defined {
                    self.forward.push((value, at));
                }
                Ok(value)
            }
            _ => {
                let end = self.frames.last().map_or(0, |frame| frame.end);
                Err(past_end(ValueId::TABLE, number, end as usize).or_at(at))
            }
        }
    }

    /// The innermost frame around the current one that can define a value. The first values of the frames ascend.
    fn outer(&self, number: u32) -> Option<&Frame> {
        let scope = self.frames.get(self.frames.last()?.scope..)?;
        let inside = scope.partition_point(|frame| frame.base <= number);
        scope.get(inside.checked_sub(1)?)
    }

    fn finish(self) -> Result<()> {
        if let Some((_, at)) = self.forward.iter().find(|(value, _)| !self.ir.is_defined(*value)) {
            return Err(Error::at(*at, ErrorKind::Undefined));
        }
        if self.orders.is_empty() {
            return Ok(());
        }
        let mut uses: HashMap<Value, usize> = HashMap::new();
        for &(owner, _) in &self.orders {
            uses.extend(self.ir.orders_of(owner).map(|(value, _)| (value, 0)));
        }
        for value in self.ir.all_operands().iter().skip(self.known_operands) {
            if let Some(count) = uses.get_mut(value) {
                *count += 1;
            }
        }
        for &(owner, at) in &self.orders {
            for (value, order) in self.ir.orders_of(owner) {
                let uses = uses.get(&value).copied().unwrap_or(0);
                check_uses(order, uses).map_err(|error| error.or_at(at))?;
            }
        }
        Ok(())
    }
}

fn orders(lists: &UseLists<'_>) -> Vec<(u32, UseListOrder)> {
    lists.iter().map(|list| (list.value, list.order.to_owned())).collect()
}

#[inline]
fn check(table: &'static str, index: u32, len: usize, at: usize) -> Result<()> {
    if index as usize >= len {
        return Err(past_end(table, index, len).or_at(at));
    }
    Ok(())
}
