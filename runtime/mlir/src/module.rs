//! A module in memory, to walk, edit and write.

pub(crate) mod ir;
pub(crate) mod kinds;
mod places;
pub(crate) mod read;
mod resources;

use super::generated::{
    AttributeId, DialectId, DialectReleases, OpNameId, PropertyBlobId, Release, ResourceKind,
    StringId, TypeId, Version,
};
use super::tables::{Dialect, OpName, OpNameData};
use crate::codec::context::{Context, HasTypes, TypeTable};
use crate::codec::encoder::TableLengths;
use crate::dialect::{Index, Registry, Table, registered_width};
use crate::module::ir::{BlockId, Definition, Ir, OpId, PreOrder, RegionId, Value};
use crate::release::infer::Candidates;
use crate::tables::data::{Data, Entry, Span};
use crate::tables::entry::{Attribute, Described, Encoded, FormOf, Type};
use crate::tables::entry_table::EntryTable;
use crate::tables::interners::Interners;
use crate::tables::names::{DialectData, Strings, lookup};
use crate::tables::release_cache::ReleaseCache;
use bytespec_core::error::{Context as _, Result};
use std::borrow::Cow;
use std::sync::Arc;

/// A module in memory: the tables of the file, and the operations in an arena.
///
/// Attributes and types stay bytes and are decoded on use. Entries that were read keep their numbers, and each added entry gets
/// the next number. Bytes that no schema describes therefore stay valid.
///
/// Handles identify operations, blocks, regions and values. A handle is a small number. The module detects a handle of another
/// module only if it has nothing with this number; otherwise the handle identifies the item of this module with the same
/// number. Methods that change the module refuse a handle of something missing or erased
/// ([`ErrorKind::Handle`](bytespec_core::ErrorKind::Handle)). Queries return nothing for it: no block, no operand, an empty
/// name, or for a number one that is past every table.
#[derive(Clone, Debug)]
pub struct Module<'a> {
    pub(super) input: Cow<'a, [u8]>,
    /// Bytes that are not in the input. Their spans start at the length of the input.
    pub(super) added: Vec<u8>,
    pub(super) version: Version,
    pub(super) producer: Vec<u8>,
    pub(super) release: Option<Release>,
    /// The possible releases, if the release is not stated.
    pub(super) inferred: Candidates,
    pub(super) dialect_releases: DialectReleases,
    pub(super) strings: Strings,
    pub(super) dialects: Vec<DialectData>,
    pub(super) op_names: Vec<OpNameData>,
    pub(super) attributes: EntryTable,
    pub(super) types: EntryTable,
    pub(super) properties: Vec<Span>,
    pub(super) resources: Vec<ResourceData<'a>>,
    pub(super) external_groups: Vec<(StringId, Vec<ResourceData<'a>>)>,
    pub(super) layout: Layout,
    pub(super) ir: Ir,
    pub(super) root: BlockId,
    pub(super) interners: Interners,
    /// The releases under which each entry is read.
    pub(super) release_cache: ReleaseCache,
    pub(super) registry: Registry,
}

/// The layout of the file, as far as the content does not determine it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    /// Whether the module was read from a file.
    pub(super) read: bool,
    /// Ids and alignments of the sections in order.
    pub(super) sections: Vec<(u8, Option<u64>)>,
    /// Dialect and size of each group of operation names. The sizes count the names.
    pub(super) op_name_groups: Vec<(DialectId, u32)>,
    /// The number of operation names that the file announces.
    pub(super) announced: Option<u64>,
    /// Sizes of the groups of attributes and types, followed by the numbers of attributes and of types in them; `None` if each
    /// group is a maximal run of one dialect.
    pub(super) entry_groups: Option<(Vec<u32>, usize, usize)>,
    /// The content of a section with versions of dialects at the top level, which readers skip.
    pub(super) versions: Span,
    /// The groups of dialect resources in order.
    pub(super) resource_groups: Vec<(DialectId, u32)>,
    /// Bytes after the last entry of the attribute and type section.
    pub(super) slack: Span,
}

/// A resource of a module.
#[derive(Clone, Debug)]
pub(super) struct ResourceData<'a> {
    /// The dialect that owns it; `None` for an external resource.
    pub(super) dialect: Option<DialectId>,
    pub(super) key: StringId,
    pub(super) content: Content<'a>,
}

/// The content of a resource.
#[derive(Clone, Debug)]
pub(super) enum Content<'a> {
    /// An entry that was read, as bytes of the input.
    Read { kind: ResourceKind, span: Span, origin: usize },
    /// A resource that was added.
    New(NewResource<'a>),
}

impl Content<'_> {
    fn into_owned(self) -> Content<'static> {
        match self {
            Content::Read { kind, span, origin } => Content::Read { kind, span, origin },
            Content::New(resource) => Content::New(match resource {
                NewResource::Blob { alignment, bytes } => {
                    NewResource::Blob { alignment, bytes: Cow::Owned(bytes.into_owned()) }
                }
                NewResource::Stream { alignment, len, source } => {
                    NewResource::Stream { alignment, len, source }
                }
                NewResource::Bool(value) => NewResource::Bool(value),
                NewResource::String(id) => NewResource::String(id),
                NewResource::None => NewResource::None,
            }),
        }
    }

    /// The kind to write. A resource that is declared without data is written as a blob.
    pub(super) fn kind(&self) -> ResourceKind {
        match self {
            Content::Read { kind, .. } => *kind,
            Content::New(NewResource::Bool(_)) => ResourceKind::Bool,
            Content::New(NewResource::String(_)) => ResourceKind::String,
            Content::New(_) => ResourceKind::Blob,
        }
    }
}

/// The data of a resource to write.
///
/// A blob is aligned to offsets in the file. `mlir-opt` 22 also requires that the file itself is aligned this way in memory,
/// and otherwise fails with "expected section alignment 64 but bytecode buffer ... is not aligned". It maps files of 16 KiB and
/// more to pages, and reads smaller files and its standard input into the heap. It therefore reads every file with an alignment
/// of up to 16 bytes. It may refuse a small file with a larger alignment, and refuses one with an alignment of 4096 (observed).
#[derive(Clone)]
#[non_exhaustive]
pub enum NewResource<'a> {
    /// Bytes with an alignment (a power of two, in bytes).
    Blob {
        /// In bytes, a power of two. See above for the alignments that small files allow.
        alignment: u64,
        /// The bytes.
        bytes: Cow<'a, [u8]>,
    },
    /// Bytes that are produced while the file is written.
    Stream {
        /// In bytes, a power of two.
        alignment: u64,
        /// The number of bytes.
        len: u64,
        /// Writes exactly this number of bytes.
        source: Arc<StreamSource>,
    },
    /// A truth value.
    Bool(bool),
    /// A string of the string table.
    String(StringId),
    /// Declared without data.
    None,
}

/// A function that writes the bytes of a resource.
pub type StreamSource = dyn Fn(&mut dyn std::io::Write) -> std::io::Result<()> + Send + Sync;

impl std::fmt::Debug for NewResource<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NewResource::Blob { alignment, bytes } => f
                .debug_struct("Blob")
                .field("alignment", alignment)
                .field("len", &bytes.len())
                .finish(),
            NewResource::Stream { alignment, len, .. } => f
                .debug_struct("Stream")
                .field("alignment", alignment)
                .field("len", len)
                .finish_non_exhaustive(),
            NewResource::Bool(value) => f.debug_tuple("Bool").field(value).finish(),
            NewResource::String(id) => f.debug_tuple("String").field(id).finish(),
            NewResource::None => f.write_str("None"),
        }
    }
}

impl HasTypes for Module<'_> {
    fn type_table(&self) -> TypeTable<'_> {
        TypeTable {
            entries: &self.types,
            dialects: &self.dialects,
            strings: &self.strings,
            data: self.data(),
            release_cache: &self.release_cache,
        }
    }

    fn producer(&self) -> &[u8] {
        &self.producer
    }

    fn registered_width(&self, id: TypeId, cx: &Context<'_>) -> Option<Result<Option<u64>>> {
        registered_width(&self.registry, &self.type_table(), id, cx)
    }
}

impl<'a> Module<'a> {
    pub(super) fn data(&self) -> Data<'_> {
        Data { input: &self.input, added: &self.added }
    }

    pub(super) fn plain_context(&self) -> Context<'static> {
        Context::new(self.version, self.release)
            .with_dialects(self.dialect_releases)
            .with_inferred(self.inferred.releases)
    }

    pub(super) fn context(&self) -> Context<'_> {
        self.plain_context().with_types(self)
    }

    /// The same module with its own copy of all borrowed input.
    #[must_use]
    pub fn into_owned(self) -> Module<'static> {
        let owned = |resource: ResourceData<'a>| ResourceData {
            dialect: resource.dialect,
            key: resource.key,
            content: resource.content.into_owned(),
        };
        let group = |(name, group): (StringId, Vec<ResourceData<'a>>)| {
            (name, group.into_iter().map(owned).collect())
        };
        Module {
            input: Cow::Owned(self.input.into_owned()),
            resources: self.resources.into_iter().map(owned).collect(),
            external_groups: self.external_groups.into_iter().map(group).collect(),
            added: self.added,
            version: self.version,
            producer: self.producer,
            release: self.release,
            inferred: self.inferred,
            dialect_releases: self.dialect_releases,
            strings: self.strings,
            dialects: self.dialects,
            op_names: self.op_names,
            attributes: self.attributes,
            types: self.types,
            properties: self.properties,
            layout: self.layout,
            ir: self.ir,
            root: self.root,
            interners: self.interners,
            release_cache: self.release_cache,
            registry: self.registry,
        }
    }

    /// The format version of the module.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The release that determines codes and property layouts; `None` if it is not known.
    #[must_use]
    pub fn release(&self) -> Option<Release> {
        self.release
    }

    /// The possible releases of the file, if neither the options nor the producer states one: those whose layouts fit the most
    /// property blobs, see [`Inference`](super::Inference).
    pub fn inferred_releases(&self) -> impl DoubleEndedIterator<Item = Release> + use<> {
        self.inferred.releases.iter()
    }

    /// The known releases of the dialects that have releases of their own.
    #[must_use]
    pub fn dialect_releases(&self) -> DialectReleases {
        self.dialect_releases
    }

    /// The name of the program that wrote the file; bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn producer(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.producer)
    }

    /// The block that holds the top-level operations, usually one `builtin.module`.
    #[must_use]
    pub fn root(&self) -> BlockId {
        self.root
    }

    // Tables.

    pub(super) fn table_lengths(&self) -> TableLengths {
        // No table has more entries than numbers.
        let len = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        TableLengths {
            attributes: len(self.attributes.len()),
            types: len(self.types.len()),
            strings: len(self.strings.len()),
            resources: len(self.resources.len()),
            dialects: len(self.dialects.len()),
            op_names: len(self.op_names.len()),
            properties: len(self.properties.len()),
        }
    }

    /// A string, without its terminating zero byte.
    ///
    /// # Errors
    /// An index past the table.
    pub fn string(&self, id: StringId) -> Result<&[u8]> {
        let span = self.strings.get(id);
        let span = span.map_err(|error| error.or_element("strings", id.0.into()))?;
        Ok(self.data().bytes(span))
    }

    /// Number of strings.
    #[must_use]
    pub fn string_count(&self) -> usize {
        self.strings.len()
    }

    /// The dialects in the order of their numbers.
    pub fn dialects(&self) -> impl ExactSizeIterator<Item = Dialect<'_>> {
        self.dialects.iter().map(|dialect| Dialect {
            name: self.strings.bytes(dialect.name, self.data()),
            version: dialect.version.map(|span| self.data().bytes(span)),
            format: self.version,
        })
    }

    pub(super) fn dialect_name(&self, index: u32) -> &[u8] {
        self.dialects
            .get(index as usize)
            .map(|dialect| self.strings.bytes(dialect.name, self.data()))
            .unwrap_or_default()
    }

    /// The number of the dialect with a name.
    pub(super) fn find_dialect(&self, name: &str) -> Option<u32> {
        let mut dialects = 0..self.dialects.len() as u32;
        dialects.find(|dialect| self.dialect_name(*dialect) == name.as_bytes())
    }

    /// The name of an operation by its number.
    ///
    /// # Errors
    /// An index past the table.
    pub fn op_name(&self, id: OpNameId) -> Result<OpName<'_>> {
        let entry = lookup(OpNameId::TABLE, &self.op_names, id.0)?;
        Ok(OpName {
            dialect: self.dialect_name(entry.dialect.0),
            name: self.strings.bytes(entry.name, self.data()),
            registered: entry.registered,
        })
    }

    /// Number of entries of the attribute table.
    #[must_use]
    pub fn attribute_count(&self) -> usize {
        self.attributes.len()
    }

    /// Number of entries of the type table.
    #[must_use]
    pub fn type_count(&self) -> usize {
        self.types.len()
    }

    /// Decodes an attribute.
    ///
    /// # Errors
    /// An index past the table, and an entry of a known dialect that does not match the schema.
    pub fn attribute(&self, id: AttributeId) -> Result<Attribute<'_>> {
        self.form(id)
    }

    /// Decodes a type.
    ///
    /// # Errors
    /// An index past the table, and an entry of a known dialect that does not match the schema.
    pub fn ty(&self, id: TypeId) -> Result<Type<'_>> {
        self.form(id)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn form<I: Described>(&self, id: I) -> Result<FormOf<'_, I>> {
        let (number, field) = (id.number(), I::TABLE.field());
        let entry = self.stored(I::TABLE, number);
        let entry = entry.map_err(|error| error.or_element(field, number.into()))?;
        self.encoded(id, entry, &self.context())
            .decode::<I>()
            .map_err(|error| self.in_bytes(entry.span(), error))
            .index(number.into())
            .field(field)
    }

    /// An entry to decode.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn encoded<'c, 's: 'c, I: Index>(
        &'s self,
        id: I,
        entry: Entry,
        cx: &'c Context<'s>,
    ) -> Encoded<'c, 's> {
        let cached = self.release_cache.entry(I::TABLE, id.number(), self.table(I::TABLE).len());
        let dialect = self.dialect_name(entry.dialect());
        Encoded { dialect, entry, data: self.data(), cx, cached }
    }

    /// The attribute table or the type table.
    #[inline]
    pub(super) fn table(&self, table: Table) -> &EntryTable {
        match table {
            Table::Attribute => &self.attributes,
            Table::Type => &self.types,
        }
    }

    /// An entry by its number. An index past the table is an error.
    #[inline]
    pub(super) fn stored(&self, table: Table, number: u32) -> Result<Entry> {
        self.table(table).lookup(table.name(), number)
    }

    /// The bytes of an operation's properties.
    ///
    /// # Errors
    /// An index past the table.
    pub fn properties(&self, id: PropertyBlobId) -> Result<&[u8]> {
        Ok(self.data().bytes(lookup(PropertyBlobId::TABLE, &self.properties, id.0)?))
    }

    // Operations.

    /// Number of operations that were read or created, erased ones included.
    #[must_use]
    pub fn op_count(&self) -> usize {
        self.ir.op_count()
    }

    /// The name of an operation; empty for a wrong handle.
    #[must_use]
    pub fn name(&self, op: OpId) -> OpName<'_> {
        self.op_name(self.ir.name(op)).unwrap_or(OpName {
            dialect: &[],
            name: &[],
            registered: false,
        })
    }

    /// The number of an operation's name; `None` for a wrong handle.
    #[must_use]
    pub fn name_id(&self, op: OpId) -> Option<OpNameId> {
        self.ir.forest().has_op(op).then(|| self.ir.op(op).name)
    }

    /// The location of an operation; `None` for a wrong handle.
    #[must_use]
    pub fn location(&self, op: OpId) -> Option<AttributeId> {
        self.ir.forest().has_op(op).then(|| self.ir.op(op).location)
    }

    /// The dictionary with an operation's attributes; since version 5, those that are not properties.
    #[must_use]
    pub fn attributes(&self, op: OpId) -> Option<AttributeId> {
        self.ir.attributes(op)
    }

    /// The number of an operation's property blob.
    #[must_use]
    pub fn properties_id(&self, op: OpId) -> Option<PropertyBlobId> {
        self.ir.properties(op)
    }

    /// The operands of an operation.
    #[must_use]
    pub fn operands(&self, op: OpId) -> &[Value] {
        self.ir.operands(op)
    }

    /// The results of an operation.
    pub fn results(&self, op: OpId) -> impl ExactSizeIterator<Item = Value> + use<> {
        self.ir.results(op)
    }

    /// The successors of an operation: blocks of its own region.
    #[must_use]
    pub fn successors(&self, op: OpId) -> &[BlockId] {
        self.ir.successors(op)
    }

    /// The regions of an operation. For regions that are still bytes, see [`Module::materialize`].
    pub fn regions(&self, op: OpId) -> impl ExactSizeIterator<Item = RegionId> + use<> {
        self.ir.regions(op)
    }

    /// Whether the regions of an operation are still bytes of the input.
    #[must_use]
    pub fn is_materializable(&self, op: OpId) -> bool {
        self.ir.lazy(op).is_some()
    }

    /// The flag in the file that states whether the regions of the operation are isolated from above; `None` for an operation
    /// that was created in memory.
    #[must_use]
    pub fn isolated(&self, op: OpId) -> Option<bool> {
        self.ir.more(op).and_then(|more| more.isolated)
    }

    /// The blocks of a region.
    pub fn blocks(&self, region: RegionId) -> impl Iterator<Item = BlockId> + use<'_> {
        self.ir.forest().blocks(region)
    }

    /// The operations of a block.
    pub fn ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + use<'_> {
        self.ir.forest().ops(block)
    }

    /// The arguments of a block.
    pub fn arguments(&self, block: BlockId) -> impl ExactSizeIterator<Item = Value> + use<> {
        self.ir.arguments(block)
    }

    /// The location of a block argument; `None` if it is unknown, and for a value that is not a block argument.
    #[must_use]
    pub fn argument_location(&self, argument: Value) -> Option<AttributeId> {
        match self.ir.definition(argument)? {
            Definition::Argument(block, index) => self.ir.argument_location(block, index as usize),
            Definition::Result(..) => None,
        }
    }

    /// The block that contains an operation; `None` after it was removed.
    #[must_use]
    pub fn block(&self, op: OpId) -> Option<BlockId> {
        self.ir.forest().op_block(op)
    }

    /// The region that contains a block; `None` for the root block.
    #[must_use]
    pub fn region(&self, block: BlockId) -> Option<RegionId> {
        self.ir.forest().block_region(block)
    }

    /// The operation that a region belongs to.
    #[must_use]
    pub fn region_op(&self, region: RegionId) -> Option<OpId> {
        self.ir.forest().region_op(region)
    }

    /// The operation whose region contains an operation.
    #[must_use]
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.ir.forest().parent(op)
    }

    /// The next operation in the block.
    #[must_use]
    pub fn next(&self, op: OpId) -> Option<OpId> {
        self.ir.forest().next_op(op)
    }

    /// The previous operation in the block.
    #[must_use]
    pub fn previous(&self, op: OpId) -> Option<OpId> {
        self.ir.forest().previous_op(op)
    }

    /// The type of a value.
    #[must_use]
    pub fn value_type(&self, value: Value) -> Option<TypeId> {
        self.ir.is_defined(value).then(|| self.ir.value_type(value))
    }

    /// The definition of a value.
    #[must_use]
    pub fn definition(&self, value: Value) -> Option<Definition> {
        self.ir.definition(value)
    }

    /// All operations in pre-order: an operation comes before those in its regions. Regions that are still bytes are skipped.
    pub fn walk(&self) -> PreOrder<'_> {
        self.ir.forest().walk(self.root)
    }

    /// An operation and all operations inside its regions, in pre-order.
    pub fn walk_op(&self, op: OpId) -> PreOrder<'_> {
        self.ir.forest().walk_op(op)
    }
}
