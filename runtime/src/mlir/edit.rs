//! Changing a module: new entries get the next numbers, everything else keeps its own.

use super::data::{Entry, Span};
use super::entry::Attribute;
use super::generated::{
    AttributeEntry, AttributeId, BuiltinAttribute, DialectId, DialectReleases, NamedAttribute,
    OpNameId, PropertyBlobId, Release, ResourceId, StringId, TypeEntry, TypeId, Version, section,
    view,
};
use super::ir::{Block, Ir, NewOp, Op, Region, Value};
use super::module::{Content, Known, Layout, Module, NewResource, ResourceData};
use super::tables::{DialectData, OpNameData, Strings};
use crate::dialect::Registry;
use crate::error::{Error, Result};
use crate::small::ThinVec;
use crate::wire::Writer;
use std::borrow::Cow;
use std::collections::HashMap;

/// What a new operation is made of.
#[derive(Clone, Debug, Default)]
pub struct Operation {
    /// Whether the producer knows the operation, which says how its properties are read; what the
    /// layouts of the release tell when absent.
    pub registered: Option<bool>,
    /// Attributes: a dictionary.
    pub attributes: Option<AttributeId>,
    /// Properties, since version 5.
    pub properties: Option<PropertyBlobId>,
    /// Operands.
    pub operands: Vec<Value>,
    /// Types of the results.
    pub results: Vec<TypeId>,
    /// Successors: blocks of the region that the operation will stand in.
    pub successors: Vec<Block>,
    /// Number of regions, empty at first.
    pub regions: u32,
}

/// The releases of dialects that a new module has: those that its producer tells, and otherwise the newest.
fn dialect_releases(producer: &str) -> DialectReleases {
    let mut releases = DialectReleases::latest();
    releases.override_by(&DialectReleases::from_producer(producer));
    releases
}

fn too_many(what: &str) -> Error {
    Error::invalid(format!("there are too many {what}"))
}

fn next(len: usize, what: &str) -> Result<u32> {
    u32::try_from(len).ok().filter(|&number| number != u32::MAX).ok_or_else(|| too_many(what))
}

impl<'a> Module<'a> {
    /// A module with one empty `builtin.module`, for the newest version, written by `producer`.
    #[must_use]
    pub fn new(producer: &str) -> Self {
        Module::for_version(producer, Version::LATEST)
    }

    /// A module with one empty `builtin.module`.
    ///
    /// The release, which decides about codes and property layouts, is read from the producer; the
    /// newest one with property layouts is taken where it does not say so.
    #[must_use]
    pub fn for_version(producer: &str, version: Version) -> Self {
        let mut sections = vec![
            section::DIALECT,
            section::ATTR_TYPE_OFFSET,
            section::ATTR_TYPE,
            section::IR,
            section::RESOURCE_OFFSET,
            section::RESOURCE,
            section::STRING,
        ];
        if version >= super::generated::section_since(section::PROPERTIES) {
            sections.push(section::PROPERTIES);
        }
        let newest = Release::ALL
            .iter()
            .rev()
            .copied()
            .find(|release| super::generated::covers_properties(*release));
        let mut module = Module {
            input: Cow::Borrowed(&[]),
            added: Vec::new(),
            version,
            producer: producer.bytes().filter(|byte| *byte != 0).collect(),
            release: Release::from_producer(producer).or(newest),
            dialect_releases: dialect_releases(producer),
            strings: Strings::default(),
            dialects: Vec::new(),
            op_names: Vec::new(),
            attributes: Vec::new(),
            types: Vec::new(),
            properties: Vec::new(),
            resources: Vec::new(),
            external_groups: Vec::new(),
            layout: Layout {
                sections: super::write::sections(version)
                    .into_iter()
                    .map(|id| (id, None))
                    .collect(),
                announced: (version >= super::generated::OpNameCount::SINCE).then_some(0),
                ..Layout::default()
            },
            ir: Ir::default(),
            root: Block(0),
            known: Known::default(),
            registry: Registry::default(),
        };
        // Nothing of this can fail: the tables are empty.
        let _: Result<()> = module.fill();
        module
    }

    fn fill(&mut self) -> Result<()> {
        self.root = self.ir.append_block(None)?;
        let location = self.unknown_location()?;
        let operation = Operation { regions: 1, ..Operation::default() };
        let op = self.make("builtin.module", location, operation)?;
        self.append(self.root, op);
        let region = self.regions(op).next();
        if let Some(region) = region {
            self.add_block(region, &[])?;
        }
        Ok(())
    }

    pub(super) fn append_bytes(&mut self, bytes: &[u8]) -> Span {
        let start = self.input.len() + self.added.len();
        self.added.extend_from_slice(bytes);
        Span { start, len: bytes.len() }
    }

    // Tables.

    /// The number of a string, which is added where it is not there.
    ///
    /// # Errors
    /// More strings than numbers.
    pub fn add_string(&mut self, text: &[u8]) -> Result<StringId> {
        if self.known.strings.is_none() {
            let data = self.data();
            let known = self.strings.spans.iter().enumerate().rev();
            let known =
                known.map(|(id, span)| (data.bytes(*span).to_vec(), StringId(id as u32))).collect();
            self.known.strings = Some(known);
        }
        if let Some(&id) = self.known.strings.as_ref().and_then(|known| known.get(text)) {
            return Ok(id);
        }
        let id = StringId(next(self.strings.len(), "strings")?);
        let span = self.append_bytes(text);
        self.strings.spans.push(span);
        if let Some(known) = &mut self.known.strings {
            known.insert(text.to_vec(), id);
        }
        Ok(id)
    }

    /// The number of a dialect, which is added where it is not there.
    ///
    /// # Errors
    /// More strings than numbers.
    pub fn add_dialect(&mut self, name: &[u8]) -> Result<DialectId> {
        if self.known.dialects.is_none() {
            let ids = (0..self.dialects.len() as u32).rev();
            let known = ids.map(|id| (self.dialect_name(id).to_vec(), DialectId(id))).collect();
            self.known.dialects = Some(known);
        }
        if let Some(&id) = self.known.dialects.as_ref().and_then(|known| known.get(name)) {
            return Ok(id);
        }
        let text = self.add_string(name)?;
        let id = DialectId(next(self.dialects.len(), "dialects")?);
        self.dialects.push(DialectData { name: text, version: None });
        if let Some(known) = &mut self.known.dialects {
            known.insert(name.to_vec(), id);
        }
        Ok(id)
    }

    /// Sets the record of a dialect's version, in the dialect's own encoding.
    ///
    /// # Errors
    /// More strings than numbers.
    pub fn set_dialect_version(&mut self, name: &[u8], version: Option<&[u8]>) -> Result<()> {
        let DialectId(id) = self.add_dialect(name)?;
        let span = version.map(|bytes| self.append_bytes(bytes));
        self.dialects[id as usize].version = span;
        Ok(())
    }

    /// The number of an operation's name (`arith.addf`), which is added where it is not there.
    ///
    /// # Errors
    /// More names than numbers.
    pub fn add_op_name(&mut self, name: &str, registered: bool) -> Result<OpNameId> {
        let (dialect, rest) = name.split_once('.').unwrap_or((name, ""));
        let dialect = self.add_dialect(dialect.as_bytes())?;
        let data = OpNameData { dialect, name: self.add_string(rest.as_bytes())?, registered };
        let known = self.known.op_names.get_or_insert_with(|| {
            let names = self.op_names.iter().enumerate().rev();
            names.map(|(id, name)| (*name, OpNameId(id as u32))).collect::<HashMap<_, _>>()
        });
        if let Some(&id) = known.get(&data) {
            return Ok(id);
        }
        let id = OpNameId(next(self.op_names.len(), "names of operations")?);
        known.insert(data, id);
        self.op_names.push(data);
        Ok(id)
    }

    /// The number of an attribute, which is added where it is not there.
    ///
    /// # Errors
    /// A value that the release or version does not have, and references to numbers that are not there.
    pub fn add_attribute(&mut self, attribute: impl Into<AttributeEntry>) -> Result<AttributeId> {
        let attribute = attribute.into();
        let mut writer = Writer::new();
        attribute.write(&mut writer, &mut self.pinned())?;
        let distinct =
            matches!(attribute, AttributeEntry::Builtin(BuiltinAttribute::DistinctAttr { .. }));
        let dialect = self.add_dialect(attribute.dialect().as_bytes())?;
        self.attribute_entry(dialect, true, writer.as_slice(), distinct)
    }

    /// The number of an attribute by its assembly text, which is added where it is not there.
    ///
    /// # Errors
    /// Text with a zero byte in it.
    pub fn add_attribute_text(&mut self, dialect: &[u8], text: &str) -> Result<AttributeId> {
        let dialect = self.add_dialect(dialect)?;
        let bytes = terminated(text)?;
        self.attribute_entry(dialect, false, &bytes, false)
    }

    /// The number of an attribute in the custom encoding of a dialect that no schema describes, which is
    /// added where it is not there. Numbers inside the bytes must be those of this module.
    ///
    /// # Errors
    /// More attributes than numbers.
    pub fn add_attribute_bytes(&mut self, dialect: &[u8], bytes: &[u8]) -> Result<AttributeId> {
        let dialect = self.add_dialect(dialect)?;
        self.attribute_entry(dialect, true, bytes, false)
    }

    /// The number of a type in the custom encoding of a dialect that no schema describes, which is
    /// added where it is not there. Numbers inside the bytes must be those of this module.
    ///
    /// # Errors
    /// More types than numbers.
    pub fn add_type_bytes(&mut self, dialect: &[u8], bytes: &[u8]) -> Result<TypeId> {
        let dialect = self.add_dialect(dialect)?;
        self.type_entry(dialect, true, bytes)
    }

    fn attribute_entry(
        &mut self,
        dialect: DialectId,
        custom: bool,
        bytes: &[u8],
        distinct: bool,
    ) -> Result<AttributeId> {
        if self.known.attributes.is_none() {
            self.known.attributes = Some(
                self.by_content(&self.attributes).map(|(k, id)| (k, AttributeId(id))).collect(),
            );
        }
        let key = (custom, dialect.0, bytes.to_vec());
        let known = self.known.attributes.as_ref().and_then(|known| known.get(&key));
        if let (Some(&id), false) = (known, distinct) {
            return Ok(id);
        }
        let id = AttributeId(next(self.attributes.len(), "attributes")?);
        let span = self.append_bytes(bytes);
        let entry = Entry::new(dialect.0, custom, span).ok_or_else(|| too_many("bytes"))?;
        self.attributes.push(entry);
        if let Some(known) = &mut self.known.attributes {
            known.insert(key, id);
        }
        Ok(id)
    }

    fn by_content<'s>(
        &'s self,
        entries: &'s [Entry],
    ) -> impl Iterator<Item = ((bool, u32, Vec<u8>), u32)> + 's {
        entries.iter().enumerate().rev().map(|(id, entry)| {
            let bytes = self.data().bytes(entry.span()).to_vec();
            ((entry.custom(), entry.dialect(), bytes), id as u32)
        })
    }

    /// The number of a type, which is added where it is not there.
    ///
    /// # Errors
    /// A value that the release or version does not have, and references to numbers that are not there.
    pub fn add_type(&mut self, ty: impl Into<TypeEntry>) -> Result<TypeId> {
        let ty = ty.into();
        let mut writer = Writer::new();
        ty.write(&mut writer, &mut self.pinned())?;
        let dialect = self.add_dialect(ty.dialect().as_bytes())?;
        self.type_entry(dialect, true, writer.as_slice())
    }

    /// The number of a type by its assembly text, which is added where it is not there.
    ///
    /// # Errors
    /// Text with a zero byte in it.
    pub fn add_type_text(&mut self, dialect: &[u8], text: &str) -> Result<TypeId> {
        let dialect = self.add_dialect(dialect)?;
        let bytes = terminated(text)?;
        self.type_entry(dialect, false, &bytes)
    }

    fn type_entry(&mut self, dialect: DialectId, custom: bool, bytes: &[u8]) -> Result<TypeId> {
        if self.known.types.is_none() {
            self.known.types =
                Some(self.by_content(&self.types).map(|(k, id)| (k, TypeId(id))).collect());
        }
        let key = (custom, dialect.0, bytes.to_vec());
        if let Some(&id) = self.known.types.as_ref().and_then(|known| known.get(&key)) {
            return Ok(id);
        }
        let id = TypeId(next(self.types.len(), "types")?);
        let span = self.append_bytes(bytes);
        self.types.push(Entry::new(dialect.0, custom, span).ok_or_else(|| too_many("bytes"))?);
        if let Some(known) = &mut self.known.types {
            known.insert(key, id);
        }
        Ok(id)
    }

    /// The number of a property blob, which is added where it is not there.
    ///
    /// # Errors
    /// More blobs than numbers.
    pub fn add_properties(&mut self, bytes: &[u8]) -> Result<PropertyBlobId> {
        if self.known.properties.is_none() {
            let data = self.data();
            let blobs = self.properties.iter().enumerate().rev();
            let known = blobs
                .map(|(id, span)| (data.bytes(*span).to_vec(), PropertyBlobId(id as u32)))
                .collect();
            self.known.properties = Some(known);
        }
        if let Some(&id) = self.known.properties.as_ref().and_then(|known| known.get(bytes)) {
            return Ok(id);
        }
        let id = PropertyBlobId(next(self.properties.len(), "property blobs")?);
        let span = self.append_bytes(bytes);
        self.properties.push(span);
        if let Some(known) = &mut self.known.properties {
            known.insert(bytes.to_vec(), id);
        }
        Ok(id)
    }

    /// Adds a resource of a dialect; attributes refer to it by its number.
    ///
    /// # Errors
    /// An alignment that is not a power of two.
    pub fn add_resource(
        &mut self,
        dialect: &[u8],
        key: &[u8],
        resource: NewResource<'a>,
    ) -> Result<ResourceId> {
        check_alignment(&resource)?;
        let dialect = self.add_dialect(dialect)?;
        let key = self.add_string(key)?;
        // Numbers count on over all groups, so only a group at the end can grow.
        match self.layout.resource_groups.last_mut() {
            Some((last, len)) if *last == dialect => *len += 1,
            _ => self.layout.resource_groups.push((dialect, 1)),
        }
        let id = ResourceId(next(self.resources.len(), "resources")?);
        self.align_resources(&resource);
        let content = Content::New(resource);
        self.resources.push(ResourceData { dialect: Some(dialect), key, content });
        self.ensure_resource_sections();
        Ok(id)
    }

    /// Adds a resource of a tool.
    ///
    /// # Errors
    /// An alignment that is not a power of two.
    pub fn add_external_resource(
        &mut self,
        provider: &[u8],
        key: &[u8],
        resource: NewResource<'a>,
    ) -> Result<()> {
        check_alignment(&resource)?;
        let provider = self.add_string(provider)?;
        let key = self.add_string(key)?;
        self.align_resources(&resource);
        let data = ResourceData { dialect: None, key, content: Content::New(resource) };
        match self.external_groups.iter_mut().find(|(name, _)| *name == provider) {
            Some((_, group)) => group.push(data),
            None => self.external_groups.push((provider, vec![data])),
        }
        self.ensure_resource_sections();
        Ok(())
    }

    /// The resource section is aligned to the largest alignment inside.
    fn align_resources(&mut self, resource: &NewResource<'_>) {
        let (NewResource::Blob { alignment, .. } | NewResource::Stream { alignment, .. }) =
            resource
        else {
            return;
        };
        if *alignment <= 1 {
            return;
        }
        for (id, section) in &mut self.layout.sections {
            if *id == section::RESOURCE {
                *section = Some(section.unwrap_or(1).max(*alignment));
            }
        }
    }

    fn ensure_resource_sections(&mut self) {
        for id in [section::RESOURCE_OFFSET, section::RESOURCE] {
            if !self.layout.sections.iter().any(|(other, _)| *other == id) {
                self.layout.sections.push((id, None));
            }
        }
    }

    // Attributes that editing needs.

    /// The unknown location.
    ///
    /// # Errors
    /// More attributes than numbers.
    pub fn unknown_location(&mut self) -> Result<AttributeId> {
        self.add_attribute(BuiltinAttribute::UnknownLoc)
    }

    /// A string attribute without a type.
    ///
    /// # Errors
    /// More attributes than numbers.
    pub fn string_attribute(&mut self, text: &str) -> Result<AttributeId> {
        let value = self.add_string(text.as_bytes())?;
        self.add_attribute(BuiltinAttribute::StringAttr { value })
    }

    /// The entries of a dictionary: the number of the string of each name, and its value.
    ///
    /// # Errors
    /// An attribute that is not a dictionary, and names that are not string attributes.
    pub fn dictionary(&self, id: AttributeId) -> Result<Vec<(StringId, AttributeId)>> {
        let Some(view::BuiltinAttribute::DictionaryAttr { value }) = self.attribute(id)?.builtin()
        else {
            return Err(Error::invalid(format!("attribute {} is not a dictionary", id.0)));
        };
        value.iter().map(|entry| Ok((self.string_of(entry.name)?, entry.value))).collect()
    }

    /// The string of a string attribute without a type.
    ///
    /// # Errors
    /// Any other attribute.
    pub fn string_of(&self, id: AttributeId) -> Result<StringId> {
        match self.attribute(id)? {
            Attribute::Typed(view::AttributeEntry::Builtin(
                view::BuiltinAttribute::StringAttr { value },
            )) => Ok(value),
            _ => Err(Error::invalid(format!("attribute {} is not a string", id.0))),
        }
    }

    /// A dictionary of entries, which are put in the order of their names' bytes; none when there is no entry.
    ///
    /// # Errors
    /// More attributes than numbers.
    pub fn dictionary_attribute(
        &mut self,
        mut entries: Vec<(StringId, AttributeId)>,
    ) -> Result<Option<AttributeId>> {
        if entries.is_empty() {
            return Ok(None);
        }
        {
            let data = self.data();
            entries.sort_by_key(|(name, _)| self.strings.bytes(*name, data));
        }
        let mut value = ThinVec::new();
        for (name, attribute) in entries {
            let name = self.add_attribute(BuiltinAttribute::StringAttr { value: name })?;
            value.push(NamedAttribute { name, value: attribute });
        }
        self.add_attribute(BuiltinAttribute::DictionaryAttr { value }).map(Some)
    }

    /// The value of an operation's attribute in its dictionary.
    ///
    /// # Errors
    /// A dictionary that cannot be read.
    pub fn get_attribute(&self, op: Op, name: &str) -> Result<Option<AttributeId>> {
        let Some(id) = self.attributes(op) else { return Ok(None) };
        let entries = self.dictionary(id)?;
        let data = self.data();
        Ok(entries
            .into_iter()
            .find(|(key, _)| self.strings.bytes(*key, data) == name.as_bytes())
            .map(|(_, value)| value))
    }

    /// Sets or, with none, removes an attribute in an operation's dictionary.
    ///
    /// # Errors
    /// A dictionary that cannot be read.
    pub fn set_attribute(&mut self, op: Op, name: &str, value: Option<AttributeId>) -> Result<()> {
        let mut entries = match self.attributes(op) {
            Some(id) => self.dictionary(id)?,
            None => Vec::new(),
        };
        let name = self.add_string(name.as_bytes())?;
        entries.retain(|(key, _)| *key != name);
        entries.extend(value.map(|value| (name, value)));
        let id = self.dictionary_attribute(entries)?;
        self.set_attributes(op, id);
        Ok(())
    }

    // Operations.

    /// Makes an operation that stands nowhere yet. Where the release has a property layout for it and
    /// no properties are given, they are empty.
    ///
    /// # Errors
    /// More operations than numbers.
    pub fn make(&mut self, name: &str, location: AttributeId, operation: Operation) -> Result<Op> {
        let known = operation.registered.unwrap_or_else(|| self.knows(name));
        let name_id = self.add_op_name(name, known)?;
        let properties = match operation.properties {
            None => self.empty_properties(name_id)?,
            given => given,
        };
        let op = self.ir.make_op(NewOp {
            name: name_id,
            location,
            attributes: operation.attributes,
            properties,
        })?;
        if !operation.results.is_empty() {
            let first = self.ir.make_values(operation.results.len() as u32)?;
            self.ir.set_results(op, first, operation.results.iter().copied());
        }
        for value in &operation.operands {
            self.ir.forget_order(*value);
        }
        self.ir.set_operands(op, operation.operands.iter().copied())?;
        if !operation.successors.is_empty() {
            self.ir.set_successors(op, operation.successors.iter().copied())?;
        }
        if operation.regions > 0 {
            self.ir.make_regions(op, u64::from(operation.regions))?;
        }
        self.ir.edits += 1;
        Ok(op)
    }

    /// Puts an operation that stands nowhere at the end of a block.
    pub fn append(&mut self, block: Block, op: Op) {
        self.remove(op);
        self.ir.insert(op, block, None);
    }

    /// Puts an operation before another one.
    ///
    /// # Errors
    /// The other operation stands nowhere.
    pub fn insert_before(&mut self, before: Op, op: Op) -> Result<()> {
        let Some(block) = self.block(before) else {
            return Err(Error::invalid("the operation to insert before stands in no block"));
        };
        self.remove(op);
        self.ir.insert(op, block, Some(before));
        Ok(())
    }

    /// Takes an operation, with all that is inside its regions, out of its block. It can be put
    /// elsewhere; what stands nowhere is not written.
    pub fn remove(&mut self, op: Op) {
        self.ir.edits += 1;
        if self.ir.has_orders() {
            let used: Vec<Value> =
                self.walk_op(op).flat_map(|inner| self.operands(inner).to_vec()).collect();
            used.into_iter().for_each(|value| self.ir.forget_order(value));
        }
        self.ir.remove(op);
    }

    /// Removes an operation for good.
    ///
    /// # Errors
    /// An operation outside of it uses one of its results.
    pub fn erase(&mut self, op: Op) -> Result<()> {
        if self.results(op).len() > 0 {
            let inside: std::collections::HashSet<Op> = self.walk_op(op).collect();
            let results: Vec<Value> = self.results(op).collect();
            let user = self.walk().find(|user| {
                !inside.contains(user)
                    && self.operands(*user).iter().any(|value| results.contains(value))
            });
            if let Some(user) = user {
                let (name, user) = (self.name(op).full(), self.name(user).full());
                return Err(Error::invalid(format!("a result of {name} is used by {user}")));
            }
        }
        self.remove(op);
        Ok(())
    }

    /// Sets the location of an operation.
    pub fn set_location(&mut self, op: Op, location: AttributeId) {
        self.ir.op_mut(op).location = location;
    }

    /// Sets the dictionary of an operation's attributes.
    pub fn set_attributes(&mut self, op: Op, attributes: Option<AttributeId>) {
        self.ir.set_attributes(op, attributes);
    }

    /// Sets the properties of an operation.
    pub fn set_properties(&mut self, op: Op, properties: Option<PropertyBlobId>) {
        self.ir.set_properties(op, properties);
    }

    /// Sets the operands of an operation.
    ///
    /// # Errors
    /// More operands than numbers.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) -> Result<()> {
        self.ir.edits += 1;
        let old = self.ir.operands(op).to_vec();
        old.iter().chain(operands).for_each(|value| self.ir.forget_order(*value));
        self.ir.set_operands(op, operands.iter().copied())
    }

    /// Lets every use of a value be a use of another one.
    pub fn replace_uses(&mut self, from: Value, to: Value) {
        self.ir.edits += 1;
        self.ir.forget_order(from);
        self.ir.forget_order(to);
        let users: Vec<Op> = self.walk().filter(|&op| self.operands(op).contains(&from)).collect();
        for user in users {
            for operand in self.ir.operands_mut(user) {
                if *operand == from {
                    *operand = to;
                }
            }
        }
    }

    /// Sets the type of a value.
    pub fn set_value_type(&mut self, value: Value, ty: TypeId) {
        self.ir.set_value_type(value, ty);
    }

    /// Adds a block with arguments (types and locations; none is the unknown one) at the end of a
    /// region.
    ///
    /// # Errors
    /// More blocks or values than numbers.
    pub fn add_block(
        &mut self,
        region: Region,
        arguments: &[(TypeId, Option<AttributeId>)],
    ) -> Result<Block> {
        self.ir.edits += 1;
        // Earlier versions have a location for every argument.
        let absent = !super::convert::elides_locations(self.version)
            && arguments.iter().any(|(_, location)| location.is_none());
        let unknown = if absent { Some(self.unknown_location()?) } else { None };
        let block = self.ir.append_block(Some(region))?;
        if !arguments.is_empty() {
            let first = self.ir.make_values(arguments.len() as u32)?;
            let arguments = arguments.iter().map(|(ty, location)| (*ty, location.or(unknown)));
            self.ir.set_arguments(block, first, arguments);
        }
        Ok(block)
    }
}

fn terminated(text: &str) -> Result<Vec<u8>> {
    if text.bytes().any(|byte| byte == 0) {
        return Err(Error::invalid("assembly text must not hold a zero byte"));
    }
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    Ok(bytes)
}

fn check_alignment(resource: &NewResource<'_>) -> Result<()> {
    match resource {
        NewResource::Blob { alignment, .. } | NewResource::Stream { alignment, .. }
            if !(alignment.is_power_of_two() && *alignment <= 1 << 32) =>
        {
            Err(Error::invalid(format!("the alignment {alignment} is not a power of two")))
        }
        _ => Ok(()),
    }
}
