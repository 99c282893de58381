//! The meaning of a module of MLIR, without the numbers that its entries have, so that two modules can be compared.
//!
//! Nothing here prints text: entries are compared by their fields, and references by the content that they refer to.

use bytespec::mlir::view::{AttributeEntry, BuiltinAttribute, BuiltinType, TypeEntry};
use bytespec::mlir::{
    Attribute, AttributeId, BlockId, Handle, Module, OpId, PropertyValue, Resource, ResourceId,
    StringId, Type, TypeId, Value,
};
use bytespec::reflect::{Names, Reflect, write_item};
use bytespec::{Error, Result};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The content of entries of any module, each once.
#[derive(Debug, Default)]
pub struct EntryTexts {
    numbers: HashMap<String, u32>,
    as_spelled: bool,
}

impl EntryTexts {
    /// Entries with one spelling are the same: no text of the tools shows their difference.
    #[must_use]
    pub fn as_spelled() -> Self {
        EntryTexts { as_spelled: true, ..EntryTexts::default() }
    }

    fn number(&mut self, text: String) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(text).or_insert(next)
    }

    /// What a number stands for.
    fn text(&self, number: u32) -> String {
        let found = self.numbers.iter().find(|(_, found)| **found == number);
        found.map(|(text, _)| text.clone()).unwrap_or_default()
    }
}

/// The meaning of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// Each operation, with all that it has, in order.
    pub operations: Vec<String>,
    /// Resources of dialects and of tools, as `dialect key: value`.
    pub resources: BTreeSet<String>,
    /// The version of each dialect that has one.
    pub versions: BTreeMap<String, Vec<u8>>,
    /// Operations, attributes and types of which only bytes are known: these are right only with the tables that they are of.
    pub opaque: usize,
    /// The content of each entry of the tables, in the order of their numbers.
    pub tables: [Vec<u32>; 2],
}

impl Meaning {
    /// The meaning of a module.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn of(module: &Module<'_>, texts: &mut EntryTexts) -> Result<Meaning> {
        Reader::new(module, texts).read()
    }

    /// What the first difference is; none where another module says the same. Bytes that no schema describes are the same where
    /// all entries of this module have the same numbers there.
    #[must_use]
    pub fn difference(&self, other: &Meaning, texts: &EntryTexts) -> Option<String> {
        if let Some(found) = self.difference_of_operations(other, texts) {
            return Some(found);
        }
        if self.resources != other.resources {
            let lost: Vec<_> = self.resources.symmetric_difference(&other.resources).collect();
            return Some(format!("resources: {lost:?}"));
        }
        if self.versions != other.versions {
            return Some(format!("versions: {:?}, {:?}", self.versions, other.versions));
        }
        let is_prefix = |(one, other): (&Vec<u32>, &Vec<u32>)| other.starts_with(one);
        if self.opaque > 0 && !self.tables.iter().zip(&other.tables).all(is_prefix) {
            return Some(format!("{} that are only bytes are of other tables", self.opaque));
        }
        None
    }

    /// What the first difference of the operations is.
    #[must_use]
    pub fn difference_of_operations(&self, other: &Meaning, texts: &EntryTexts) -> Option<String> {
        let mut ops = self.operations.iter().zip(&other.operations);
        if let Some((one, other)) = ops.find(|(one, other)| one != other) {
            return Some(format!("{}\n  {}", explained(one, texts), explained(other, texts)));
        }
        let (one, other) = (self.operations.len(), other.operations.len());
        (one != other).then(|| format!("{one} operations, {other} operations"))
    }
}

/// An operation with the content of its entries, one level deep.
fn explained(operation: &str, texts: &EntryTexts) -> String {
    let mut text = String::new();
    let mut parts = operation.split('~');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let content = part[..end].parse().map(|number| texts.text(number)).unwrap_or_default();
        let shown: String = content.chars().take(200).collect();
        let _ = write!(text, "{{{shown}}}{}", &part[end..]);
    }
    text
}

/// What an operation has under a name.
enum Content {
    Attribute(AttributeId),
    Text(String),
}

struct Reader<'m, 's> {
    module: &'m Module<'m>,
    texts: RefCell<&'s mut EntryTexts>,
    known: RefCell<HashMap<Handle, u32>>,
    /// Entries that are being read: one that contains itself has no content.
    open: RefCell<HashSet<Handle>>,
    /// Distinct attributes in the order in which they occur.
    distinct: RefCell<HashMap<AttributeId, usize>>,
    opaque: RefCell<HashSet<Handle>>,
    failure: RefCell<Option<Error>>,
    values: HashMap<Value, usize>,
}

impl Names for Reader<'_, '_> {
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
        let content = match table {
            "Attribute" => self.entry(Handle::Attribute(AttributeId(index))),
            "Type" => self.entry(Handle::Type(TypeId(index))),
            "String" => return write!(f, "{:?}", self.string(StringId(index))),
            "Resource" => return f.write_str(&self.resource(ResourceId(index))),
            table => return write!(f, "{table} {index}"),
        };
        write!(f, "~{content}")
    }
}

impl<'m, 's> Reader<'m, 's> {
    fn new(module: &'m Module<'m>, texts: &'s mut EntryTexts) -> Self {
        let values = module.walk().flat_map(|op| {
            let blocks = module.regions(op).flat_map(|region| module.blocks(region));
            let arguments = blocks.flat_map(|block| module.arguments(block));
            module.results(op).chain(arguments).collect::<Vec<_>>()
        });
        Reader {
            values: values.enumerate().map(|(number, value)| (value, number)).collect(),
            module,
            texts: RefCell::new(texts),
            known: RefCell::default(),
            open: RefCell::default(),
            distinct: RefCell::default(),
            opaque: RefCell::default(),
            failure: RefCell::default(),
        }
    }

    fn read(self) -> Result<Meaning> {
        let module = self.module;
        let mut meaning = Meaning::default();
        for op in module.walk() {
            let (operation, is_opaque) = self.operation(op)?;
            meaning.operations.push(operation);
            meaning.opaque += usize::from(is_opaque);
        }
        meaning.opaque += self.opaque.borrow().len();
        for id in 0..module.resource_count() as u32 {
            meaning.resources.insert(self.resource(ResourceId(id)));
        }
        for resource in module.external_resources() {
            let (provider, key, value) = resource?;
            let (provider, key) = (self.string(provider), self.string(key));
            meaning.resources.insert(format!("{provider} {key}: {}", self.value(value)));
        }
        for dialect in module.dialects() {
            if let Some(version) = dialect.version {
                let name = String::from_utf8_lossy(dialect.name).into_owned();
                meaning.versions.insert(name, version.to_vec());
            }
        }
        if meaning.opaque > 0 {
            let attributes = (0..module.attribute_count() as u32).map(AttributeId);
            let types = (0..module.type_count() as u32).map(TypeId);
            meaning.tables = [
                attributes.map(|id| self.entry(Handle::Attribute(id))).collect(),
                types.map(|id| self.entry(Handle::Type(id))).collect(),
            ];
        }
        match self.failure.into_inner() {
            Some(error) => Err(error),
            None => Ok(meaning),
        }
    }

    fn string(&self, id: StringId) -> String {
        match self.module.string(id) {
            Ok(text) => String::from_utf8_lossy(text).into_owned(),
            Err(error) => self.fail(error),
        }
    }

    fn fail(&self, error: Error) -> String {
        self.failure.borrow_mut().get_or_insert(error);
        String::new()
    }

    fn resource(&self, id: ResourceId) -> String {
        let found = self.module.resource_key(id).and_then(|key| {
            let value = self.module.resource(id)?;
            Ok(format!("{}: {}", String::from_utf8_lossy(key), self.value(value)))
        });
        found.unwrap_or_else(|error| self.fail(error))
    }

    fn value(&self, value: Resource<'_>) -> String {
        match value {
            Resource::Blob { bytes: [], .. } => "no bytes".to_owned(),
            Resource::Blob { alignment, bytes, .. } => {
                let mut hasher = DefaultHasher::new();
                bytes.hash(&mut hasher);
                let (alignment, len) = (alignment.max(1), bytes.len());
                format!("aligned to {alignment}, {len} bytes {:x}", hasher.finish())
            }
            Resource::String(id) => format!("{:?}", self.string(id)),
            Resource::Bool(value) => value.to_string(),
            Resource::None => "nothing".to_owned(),
        }
    }

    /// The number of the content of an entry.
    fn entry(&self, handle: Handle) -> u32 {
        if let Some(known) = self.known.borrow().get(&handle) {
            return *known;
        }
        if !self.open.borrow_mut().insert(handle) {
            return u32::MAX;
        }
        let content = match handle {
            Handle::Attribute(id) => {
                self.module.attribute(id).map(|found| self.attribute(id, found))
            }
            Handle::Type(id) => self.module.ty(id).map(|found| match found {
                Type::Typed(TypeEntry::Builtin(
                    BuiltinType::GraphType { .. } | BuiltinType::FunctionType { .. },
                )) if self.texts.borrow().as_spelled => self.module.display(id).to_string(),
                Type::Typed(entry) => self.item(&entry),
                Type::Text { dialect, text } => spelled(dialect, text),
                Type::Opaque { dialect, bytes } => self.bytes(handle, dialect, bytes),
            }),
        };
        self.open.borrow_mut().remove(&handle);
        let content = content.unwrap_or_else(|error| self.fail(error));
        let number = self.texts.borrow_mut().number(content);
        self.known.borrow_mut().insert(handle, number);
        number
    }

    fn attribute(&self, id: AttributeId, found: Attribute<'_>) -> String {
        match found {
            Attribute::Typed(AttributeEntry::Builtin(
                BuiltinAttribute::AffineMapAttr { .. }
                | BuiltinAttribute::IntegerSetAttr { .. }
                | BuiltinAttribute::StridedLayoutAttr { .. },
            )) => spelled(b"builtin", self.module.display(id).to_string().as_bytes()),
            Attribute::Typed(AttributeEntry::Builtin(
                BuiltinAttribute::FileLineColRange { .. }
                | BuiltinAttribute::FileLineColLoc { .. }
                | BuiltinAttribute::SparseElementsAttr { .. },
            )) if self.texts.borrow().as_spelled => self.module.display(id).to_string(),
            // Readers take it for a point.
            Attribute::Typed(AttributeEntry::Builtin(BuiltinAttribute::FileLineColRange {
                filename,
                data,
            })) if data.len() == 2 => {
                let mut data = data.iter();
                let (line, column) = (data.next().unwrap_or(0), data.next().unwrap_or(0));
                let point = BuiltinAttribute::FileLineColLoc { filename, line, column };
                self.item(&AttributeEntry::Builtin(point))
            }
            Attribute::Typed(entry) => {
                let content = self.item(&entry);
                match entry {
                    AttributeEntry::Builtin(BuiltinAttribute::DistinctAttr { .. }) => {
                        let mut distinct = self.distinct.borrow_mut();
                        let next = distinct.len();
                        format!("{content} number {}", distinct.entry(id).or_insert(next))
                    }
                    // A splat of truth values, and one that is a bit.
                    _ if self.texts.borrow().as_spelled && content.starts_with("TensorV1Attr ") => {
                        match content.strip_suffix(" 01") {
                            Some(content) => format!("{content} ff"),
                            None => content,
                        }
                    }
                    _ => content,
                }
            }
            Attribute::Text { dialect, text } => spelled(dialect, text),
            Attribute::Opaque { dialect, bytes } => {
                self.bytes(Handle::Attribute(id), dialect, bytes)
            }
        }
    }

    fn bytes(&self, handle: Handle, dialect: &[u8], bytes: &[u8]) -> String {
        self.opaque.borrow_mut().insert(handle);
        format!("{} bytes {bytes:02x?}", String::from_utf8_lossy(dialect))
    }

    fn item(&self, item: &dyn Reflect) -> String {
        let mut text = format!("{} ", item.item_name());
        // A string has room for all that is written to it.
        let _ = write_item(&mut text, item, self);
        text
    }

    /// All that an operation has, wherever the version has a place for it, and whether some of it is only bytes.
    fn operation(&self, op: OpId) -> Result<(String, bool)> {
        let module = self.module;
        let attribute = |id| format!("~{}", self.entry(Handle::Attribute(id)));
        let ty = |id| format!("~{}", self.entry(Handle::Type(id)));
        let mut entries: BTreeMap<String, Content> = BTreeMap::new();
        let mut is_opaque = false;
        match module.property_list(op) {
            Ok(list) => {
                for property in list.into_iter().flatten() {
                    let value = match property.value {
                        PropertyValue::Attribute(id) => Content::Attribute(id),
                        PropertyValue::None
                        | PropertyValue::Number(0)
                        | PropertyValue::Bool(false) => continue,
                        PropertyValue::Segments(sizes) => Content::Text(format!("{sizes:?}")),
                        PropertyValue::String(id) => match self.string(id) {
                            text if text.is_empty() => continue,
                            text => Content::Text(format!("{text:?}")),
                        },
                        other => Content::Text(format!("{other:?}")),
                    };
                    entries.insert(property.name.to_owned(), value);
                }
            }
            Err(error) => match module.properties_id(op) {
                Some(id) => {
                    is_opaque = true;
                    let bytes = format!("{:02x?}", module.properties(id)?);
                    entries.insert("bytes".to_owned(), Content::Text(bytes));
                }
                None => return Err(error),
            },
        }
        if let Some(id) = module.unregistered_properties(op) {
            entries.insert("properties".to_owned(), Content::Attribute(id));
        }
        if let Some(id) = module.attributes(op) {
            for (name, value) in module.dictionary(id)? {
                // The first release spells these otherwise.
                let name = match self.string(name).as_str() {
                    "operand_segment_sizes" => "operandSegmentSizes".to_owned(),
                    "result_segment_sizes" => "resultSegmentSizes".to_owned(),
                    name => name.to_owned(),
                };
                entries.insert(name, Content::Attribute(value));
            }
        }
        // In the order of their names: distinct attributes are numbered as they occur, and versions differ in what is a property.
        let content = entries.into_iter().map(|(name, content)| match content {
            Content::Attribute(id) => (name, self.sizes(id).unwrap_or_else(|| attribute(id))),
            Content::Text(text) => (name, text),
        });
        let entries: BTreeMap<String, String> = content.collect();
        let number = |value: &Value| self.values.get(value).copied();
        let operands: Vec<_> = module.operands(op).iter().map(number).collect();
        let results: Vec<_> =
            module.results(op).filter_map(|value| module.value_type(value)).map(ty).collect();
        let place = |block: &BlockId| {
            let around = module.region(*block)?;
            module.blocks(around).position(|other| other == *block)
        };
        let successors: Vec<_> = module.successors(op).iter().map(place).collect();
        let regions: Vec<Vec<Vec<String>>> = module
            .regions(op)
            .map(|region| module.blocks(region).map(|block| self.arguments(block)).collect())
            .collect();
        let inside = module.block(op).and_then(|block| place(&block));
        let depth = std::iter::successors(module.parent(op), |op| module.parent(*op)).count();
        let (name, location) = (module.name(op).full(), module.location(op).map(attribute));
        let content = format!(
            "{depth} {inside:?} {name} {operands:?} {results:?} {successors:?} {entries:?} {regions:?} {location:?}"
        );
        Ok((content, is_opaque))
    }

    /// Sizes of segments, which versions have in different forms.
    fn sizes(&self, id: AttributeId) -> Option<String> {
        match self.module.attribute(id).ok()?.builtin()? {
            BuiltinAttribute::DenseArrayAttr { element_type, raw_data, .. } => {
                let ty = self.module.ty(element_type).ok()?.builtin()?;
                let i32s = matches!(ty, BuiltinType::IntegerType { width: 32, .. });
                let sizes: Vec<u32> = raw_data
                    .chunks_exact(4)
                    .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
                    .collect();
                i32s.then(|| format!("{sizes:?}"))
            }
            _ => None,
        }
    }

    fn arguments(&self, block: BlockId) -> Vec<String> {
        let module = self.module;
        let content = module.arguments(block).map(|value| {
            let location = match module.argument_location(value) {
                Some(id) => self.entry(Handle::Attribute(id)),
                None => {
                    let unknown = AttributeEntry::Builtin(BuiltinAttribute::UnknownLoc);
                    let content = self.item(&unknown);
                    self.texts.borrow_mut().number(content)
                }
            };
            format!(
                "~{} ~{location}",
                self.entry(Handle::Type(module.value_type(value).expect("it is defined")))
            )
        });
        content.collect()
    }
}

fn spelled(dialect: &[u8], text: &[u8]) -> String {
    format!("{} {}", String::from_utf8_lossy(dialect), String::from_utf8_lossy(text))
}
