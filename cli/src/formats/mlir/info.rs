//! Summarizes a file.

use super::{dump, resources, strings};
use crate::failure::{Failure, Result};
use crate::formats::section::Section;
use crate::output;
use bytespec::axes::DialectAxes as _;
use bytespec::error::Error;
use bytespec::mlir::{
    Attribute, AttributeId, DialectReleases, Event, File, Module, OpNameId, OpenOptions,
    PropertyBlobId, Resource, ResourceInfo, TITLE, Type, TypeId,
};
use bytespec::signatures::Trait;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The maximum number of resources that are named.
const MAX_RESOURCES: usize = 10;

/// The minimum size of a file for a progress bar, in bytes.
const MIN_LARGE: usize = 64 << 20;

/// The number of operations between two updates of the bar.
const STEP: usize = 1 << 16;

/// The summary of a file.
#[derive(Debug, Serialize)]
pub(crate) struct Info {
    /// The format's name.
    pub(crate) format: &'static str,
    /// The format's title.
    #[serde(skip)]
    pub(crate) title: &'static str,
    /// The version.
    pub(crate) version: String,
    /// The program that wrote the file.
    pub(crate) producer: String,
    /// The release of LLVM that determines codes and layouts; `None` if it is not known.
    pub(crate) release: Option<&'static str>,
    /// The possible releases by the property blobs that fit, if the producer states none.
    pub(crate) inferred: Option<Inferred>,
    /// The releases whose reference writer produces the bytes of the file; `None` if this was not requested.
    pub(crate) rewritten_by: Option<Vec<&'static str>>,
    /// The known facts about the release, in words.
    #[serde(skip)]
    pub(crate) release_note: String,
    /// Size in bytes.
    pub(crate) size: usize,
    /// The sections in the order of the file.
    pub(crate) sections: Vec<Section>,
    /// Counts of everything.
    pub(crate) counts: Counts,
    /// The dialects in the order of the file.
    pub(crate) dialects: Vec<Dialect>,
    /// The largest resources.
    pub(crate) largest_resources: Vec<LargeResource>,
    /// Number of operations of each name.
    pub(crate) operations_by_kind: BTreeMap<String, usize>,
}

/// The evidence of a file's property blobs for the release that wrote it.
#[derive(Debug, Serialize)]
pub(crate) struct Inferred {
    /// The releases that fit the most blobs, as near as possible to the producer's name.
    pub(crate) releases: Vec<&'static str>,
    /// Number of different blobs that any release has a layout for.
    pub(crate) blobs: usize,
    /// Number of blobs that fit the named releases.
    pub(crate) fitting: usize,
    /// Number of blobs that fit each release.
    pub(crate) fits: BTreeMap<&'static str, usize>,
    /// Number of blobs that fit only the named releases.
    pub(crate) decisive: usize,
}

/// Counts of everything.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Counts {
    /// Operations, including those in regions.
    pub(crate) operations: usize,
    /// Regions of operations.
    pub(crate) regions: usize,
    /// Blocks of regions.
    pub(crate) blocks: usize,
    /// Values: block arguments and results.
    pub(crate) values: usize,
    /// Operations that are known to define a symbol.
    pub(crate) symbols: usize,
    /// Operations that are known to be terminators.
    pub(crate) terminators: usize,
    /// Entries of the attribute table.
    pub(crate) attributes: usize,
    /// Entries of the type table.
    pub(crate) types: usize,
    /// Entries of the string table.
    pub(crate) strings: usize,
    /// Names of operations.
    pub(crate) operation_names: usize,
    /// Entries of the property table.
    pub(crate) properties: usize,
    /// Resources.
    pub(crate) resources: usize,
}

/// A dialect.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Dialect {
    /// The name.
    pub(crate) name: String,
    /// The version record in the file, in hexadecimal.
    pub(crate) version: Option<String>,
    /// The release of the dialect that wrote the file, if the dialect has releases of its own.
    pub(crate) release: Option<String>,
    /// The oldest release of the dialect that has everything in the file.
    pub(crate) oldest_release: Option<&'static str>,
    /// Operations, including those in regions.
    pub(crate) operations: usize,
    /// Entries of the attribute table.
    pub(crate) attributes: Forms,
    /// Entries of the type table.
    pub(crate) types: Forms,
    /// Operations with properties.
    pub(crate) properties: Properties,
}

/// Entries by their form.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Forms {
    /// Entries that a schema describes.
    pub(crate) typed: usize,
    /// Entries that no schema describes.
    pub(crate) opaque: usize,
    /// Entries that are assembly text.
    pub(crate) text: usize,
}

/// Operations with properties, by whether the properties can be decoded.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Properties {
    /// Operations whose layout is known.
    pub(crate) typed: usize,
    /// Operations whose layout is not known.
    pub(crate) opaque: usize,
}

/// A resource.
#[derive(Debug, Serialize)]
pub(crate) struct LargeResource {
    /// The key.
    pub(crate) name: String,
    /// The owner.
    pub(crate) owner: String,
    /// The kind of its data; `None` for a resource that is declared without data.
    pub(crate) kind: Option<&'static str>,
    /// Its size in the file, in bytes.
    pub(crate) size: usize,
    /// The alignment of its data.
    pub(crate) alignment: Option<u64>,
}

/// Summarizes a file.
pub(crate) fn info(name: &Path, bytes: &[u8], options: &OpenOptions) -> Result<Info> {
    collect(bytes, options).map_err(|error| Failure::input(name, error))
}

fn collect(bytes: &[u8], options: &OpenOptions) -> Result<Info, Error> {
    let file = File::open_with(bytes, options)?;
    let sections = file.sections().iter().map(Section::from);
    let mut info = Info {
        format: "mlir",
        title: TITLE,
        version: file.version().to_string(),
        producer: file.producer().into_owned(),
        release: file.release().map(|release| release.name()),
        inferred: file.inference()?.map(|found| Inferred {
            releases: found.releases.iter().map(|release| release.name()).collect(),
            blobs: found.blobs,
            fitting: found.fitting,
            fits: found.fits.iter().map(|(release, fits)| (release.name(), *fits)).collect(),
            decisive: found.decisive,
        }),
        rewritten_by: None,
        release_note: dump::release(&file),
        size: bytes.len(),
        sections: sections.collect(),
        counts: Counts {
            attributes: file.attribute_count()?,
            types: file.type_count()?,
            strings: file.string_count()?,
            operation_names: file.op_name_count()?,
            properties: file.properties_count()?,
            resources: file.resources()?.entries().len(),
            ..Counts::default()
        },
        dialects: Vec::new(),
        largest_resources: largest_resources(&file)?,
        operations_by_kind: BTreeMap::new(),
    };
    let mut dialects = Dialects::of(&file)?;
    dialects.entries(&file)?;
    // An entry with text that cannot be read is one that cannot be read.
    Module::tables(&file)?.check_texts()?;
    operations(&file, &mut info, &mut dialects)?;
    info.dialects = dialects.list;
    Ok(info)
}

/// The release of a dialect that wrote the file, as the producer spells it; otherwise the known one.
fn release(file: &File<'_>, dialect: &str) -> Result<Option<String>, Error> {
    let Some(known) = file.dialect_releases()?.get(dialect) else { return Ok(None) };
    let producer = file.producer();
    let spelled = DialectReleases::producer_prefix(dialect)
        .and_then(|prefix| producer.split_once(prefix))
        .map(|(_, text)| text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect());
    Ok(Some(spelled.unwrap_or_else(|| known.to_owned())))
}

/// Dialects by name.
struct Dialects {
    list: Vec<Dialect>,
    places: HashMap<Vec<u8>, usize>,
}

impl Dialects {
    fn of(file: &File<'_>) -> Result<Self, Error> {
        let mut dialects = Dialects { list: Vec::new(), places: HashMap::new() };
        for found in file.dialects()? {
            let dialect = dialects.named(found.name);
            dialect.release = release(file, &dialect.name)?;
            if dialect.release.is_some() {
                dialect.oldest_release = file.oldest_release(&dialect.name)?;
            }
            dialect.version = found.version.map(|bytes| {
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                bytes.join(" ")
            });
        }
        Ok(dialects)
    }

    fn named(&mut self, name: &[u8]) -> &mut Dialect {
        let place = match self.places.get(name) {
            Some(place) => *place,
            None => {
                self.places.insert(name.to_vec(), self.list.len());
                let name = String::from_utf8_lossy(name).into_owned();
                self.list.push(Dialect { name, ..Dialect::default() });
                self.list.len() - 1
            }
        };
        &mut self.list[place]
    }

    fn entries(&mut self, file: &File<'_>) -> Result<(), Error> {
        for index in 0..file.attribute_count()? as u32 {
            match file.attribute(AttributeId(index))? {
                Attribute::Typed(entry) => {
                    self.named(entry.dialect().as_bytes()).attributes.typed += 1;
                }
                Attribute::Text { dialect, .. } => self.named(dialect).attributes.text += 1,
                Attribute::Opaque { dialect, .. } => self.named(dialect).attributes.opaque += 1,
            }
        }
        for index in 0..file.type_count()? as u32 {
            match file.ty(TypeId(index))? {
                Type::Typed(entry) => self.named(entry.dialect().as_bytes()).types.typed += 1,
                Type::Text { dialect, .. } => self.named(dialect).types.text += 1,
                Type::Opaque { dialect, .. } => self.named(dialect).types.opaque += 1,
            }
        }
        Ok(())
    }
}

/// The operations of one name.
#[derive(Clone, Copy, Default)]
struct Kind {
    operations: usize,
    with_properties: usize,
    with_known_properties: usize,
}

fn operations(file: &File<'_>, info: &mut Info, dialects: &mut Dialects) -> Result<(), Error> {
    let mut kinds = vec![Kind::default(); file.op_name_count()?];
    let mut blobs: HashMap<(OpNameId, PropertyBlobId), bool> = HashMap::new();
    let counts = &mut info.counts;
    let size = file.bytes().len();
    let bar = (size >= MIN_LARGE).then(|| output::progress(size));
    let mut walker = file.walk();
    while let Some(event) = walker.next()? {
        match event {
            Event::Operation(op) => {
                counts.operations += 1;
                counts.values += op.results().len();
                // A name past the table has no kind to count, and looking it up gives the error.
                let Some(kind) = kinds.get_mut(op.name.0 as usize) else {
                    file.op_name(op.name).map_err(|error| error.or_at(op.offset))?;
                    continue;
                };
                kind.operations += 1;
                if let Some(blob) = op.properties {
                    let known = match blobs.get(&(op.name, blob)) {
                        Some(known) => *known,
                        None => {
                            let known = is_known(file, op.name, blob)?;
                            blobs.insert((op.name, blob), known);
                            known
                        }
                    };
                    kind.with_properties += 1;
                    kind.with_known_properties += usize::from(known);
                }
                if let Some(bar) = bar.as_ref().filter(|_| counts.operations.is_multiple_of(STEP)) {
                    bar.set_position(op.offset as u64);
                }
            }
            Event::Region(_) => counts.regions += 1,
            // The first block is the file itself.
            Event::Block(block) if counts.regions > 0 => {
                counts.blocks += 1;
                counts.values += block.arguments;
            }
            _ => {}
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    for (index, kind) in kinds.iter().enumerate() {
        let name = file.op_name(OpNameId(index as u32))?;
        let dialect = dialects.named(name.dialect);
        dialect.operations += kind.operations;
        dialect.properties.typed += kind.with_known_properties;
        dialect.properties.opaque += kind.with_properties - kind.with_known_properties;
        if kind.operations > 0 {
            let known = file.signature(OpNameId(index as u32))?;
            let of = |wanted| if known.has(wanted) { kind.operations } else { 0 };
            info.counts.symbols += of(Trait::Symbol);
            info.counts.terminators += of(Trait::Terminator);
            let name = strings::label(name.full().as_bytes());
            *info.operations_by_kind.entry(name).or_default() += kind.operations;
        }
    }
    Ok(())
}

/// Whether properties can be decoded. Those of an operation that the producer did not know are an attribute.
fn is_known(file: &File<'_>, name: OpNameId, blob: PropertyBlobId) -> Result<bool, Error> {
    Ok(!file.op_name(name)?.registered || file.property_layout(name, blob)?.is_some())
}

fn largest_resources(file: &File<'_>) -> Result<Vec<LargeResource>, Error> {
    let entries = file.resources()?.entries();
    let mut order: Vec<&ResourceInfo> = entries.iter().collect();
    order.sort_by_key(|entry| std::cmp::Reverse(entry.size()));
    let largest = order.into_iter().take(MAX_RESOURCES).map(|entry| {
        let (kind, alignment) = match file.resource_data(entry)? {
            Resource::Blob { alignment, .. } => (Some(entry.kind.name()), Some(alignment)),
            Resource::None => (None, None),
            _ => (Some(entry.kind.name()), None),
        };
        Ok(LargeResource {
            name: resources::name(file, entry.key)?,
            owner: resources::owner(file, entry.owner)?,
            kind,
            size: entry.size(),
            alignment,
        })
    });
    largest.collect()
}
