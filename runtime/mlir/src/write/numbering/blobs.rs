//! Property blobs: their layouts, their references, and writing them.

use super::entries::Entries;
use super::renumbered::{self, Renumbered};
use crate::codec::encoder::{Encoder, EntryNumbers, Map, Reference};
use crate::generated::{AttributeId, OpNameId, PropertyBlobId, References, StringId, Version};
use crate::module::Module;
use crate::module::ir::OpId;
use crate::operations::properties;
use crate::tables::names::{lookup, past_end};
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::hash;
use bytespec_core::interner::Interner;
use bytespec_core::properties::Field;
use bytespec_core::wire::{Scan, Writer};
use std::ops::Range;

/// The layout of a blob.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Layout {
    /// The properties of an operation that the producer did not know: one attribute.
    Attribute,
    Fields(&'static [Field]),
}

impl Layout {
    /// Finds the references in a blob; `None` if it has to be decoded.
    fn scan<'s>(
        self,
        version: Version,
        mut cursor: Scan<'s>,
        seen: &mut dyn References,
    ) -> Option<Scan<'s>> {
        match self {
            Layout::Attribute => {
                let (id, found) = cursor.index()?;
                seen.attribute_reference(AttributeId(id), found).map(|()| cursor)
            }
            Layout::Fields(fields) => properties::scan(fields, version, cursor, seen),
        }
    }
}

/// A blob with the layout of some operations.
#[derive(Clone, Debug)]
struct Variant {
    blob: PropertyBlobId,
    layout: u32,
    references: Range<usize>,
}

/// The blobs that operations refer to.
///
/// Operations of different names can share a blob, and with another layout the same bytes have other references. The further
/// layouts of a blob have numbers after those of the blobs.
#[derive(Debug)]
pub(super) struct Blobs<'m> {
    module: &'m Module<'m>,
    layouts: Vec<Layout>,
    /// Numbers of layouts, by operation name.
    by_name: Vec<u32>,
    /// The first variant of each blob.
    first: Vec<u32>,
    /// Variants of the blobs that have several, by blob and layout.
    further: hash::Map<(u32, u32), u32>,
    variants: Vec<Variant>,
    references: Vec<Reference>,
}

/// Finds the number of an operation's blob while operations are written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    by_name: Vec<u32>,
    /// The layouts of the blobs' first variants.
    first: Vec<u32>,
    numbers: hash::Map<(u32, u32), PropertyBlobId>,
}

impl Shared {
    #[inline]
    pub(crate) fn number(&self, name: OpNameId, blob: PropertyBlobId) -> PropertyBlobId {
        if self.numbers.is_empty() {
            return blob;
        }
        let layout = self.by_name.get(name.0 as usize).copied().unwrap_or(Map::NONE);
        if self.first.get(blob.0 as usize) == Some(&layout) {
            return blob;
        }
        self.numbers.get(&(blob.0, layout)).copied().unwrap_or(blob)
    }
}

/// The blobs for the output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub(crate) count: u64,
    /// Lengths and bytes.
    pub(crate) payload: Vec<u8>,
    pub(crate) shared: Shared,
}

impl<'m> Blobs<'m> {
    pub(super) fn new(module: &'m Module<'_>) -> Self {
        Blobs {
            module,
            layouts: Vec::new(),
            by_name: vec![Map::NONE; module.op_names.len()],
            first: vec![Map::NONE; module.properties.len()],
            further: hash::Map::default(),
            variants: Vec::new(),
            references: Vec::new(),
        }
    }

    pub(super) fn reference(&self, index: usize) -> Reference {
        self.references[index]
    }

    pub(super) fn references(&self, variant: u32) -> Range<usize> {
        self.variants[variant as usize].references.clone()
    }

    /// The blob of an operation with the layout for its name.
    #[inline]
    pub(super) fn variant(
        &mut self,
        name: OpNameId,
        blob: PropertyBlobId,
        entries: &Entries<'_>,
    ) -> Result<u32> {
        if let Some(&variant) = self.first.get(blob.0 as usize)
            && let Some(found) = self.variants.get(variant as usize)
            && self.by_name.get(name.0 as usize) == Some(&found.layout)
        {
            return Ok(variant);
        }
        self.other(name, blob, entries)
    }

    #[cold]
    fn other(
        &mut self,
        name: OpNameId,
        blob: PropertyBlobId,
        entries: &Entries<'_>,
    ) -> Result<u32> {
        let layout = self.layout(name, blob)?;
        let len = self.first.len();
        let Some(first) = self.first.get_mut(blob.0 as usize) else {
            return Err(past_end(PropertyBlobId::TABLE, blob.0, len));
        };
        let new = self.variants.len() as u32;
        if *first == Map::NONE {
            *first = new;
        } else if self.variants[*first as usize].layout == layout {
            return Ok(*first);
        } else if let Some(&variant) = self.further.get(&(blob.0, layout)) {
            return Ok(variant);
        } else {
            self.further.insert((blob.0, layout), new);
        }
        let start = self.references.len();
        let (module, of_layout) = (self.module, self.layouts[layout as usize]);
        let place = (module.data(), lookup(PropertyBlobId::TABLE, &module.properties, blob.0)?);
        let listed = renumbered::list(place, &mut self.references, |scan, list| {
            of_layout.scan(module.version, scan, list)
        });
        if listed.is_none() {
            let mut cx = entries.encoder(EntryNumbers::Collect(&mut self.references));
            write(module, blob, of_layout, &mut cx, &mut Writer::new())?;
        }
        let references = start..self.references.len();
        self.variants.push(Variant { blob, layout, references });
        Ok(new)
    }

    /// The number of the layout of the operations with a name, or of those of them with this blob.
    fn layout(&mut self, name: OpNameId, blob: PropertyBlobId) -> Result<u32> {
        match self.by_name.get(name.0 as usize) {
            Some(&layout) if layout != Map::NONE => return Ok(layout),
            _ => {}
        }
        let data = lookup(OpNameId::TABLE, &self.module.op_names, name.0)?;
        let mut depends = false;
        let found = if data.registered {
            let layouts = properties::layouts_of(self.module, name)?;
            depends = !matches!(layouts, properties::Layouts::One(_));
            match layouts.choose(Some(self.module.properties(blob)?), self.module.version) {
                Some(fields) => Layout::Fields(fields),
                None => return Err(self.module.at_properties(blob, self.unknown(name))),
            }
        } else {
            Layout::Attribute
        };
        let number = match self.layouts.iter().position(|layout| *layout == found) {
            Some(number) => number,
            None => {
                self.layouts.push(found);
                self.layouts.len() - 1
            }
        };
        if !depends {
            self.by_name[name.0 as usize] = number as u32;
        }
        Ok(number as u32)
    }

    #[cold]
    fn unknown(&self, name: OpNameId) -> Error {
        let name = self.module.op_name(name).map(|name| name.full()).unwrap_or_default();
        let item = format!("the layout of the properties of {name}");
        Error::new(ErrorKind::Unnumbered { item })
    }

    /// The variants in the order of their first use by operations.
    pub(super) fn order(&mut self, entries: &Entries<'_>) -> Result<Vec<u32>> {
        let mut order = Vec::with_capacity(self.variants.len());
        let mut seen = vec![false; self.variants.len()];
        let module = self.module;
        let ir = &module.ir;
        let mut left = self.variants.len();
        let mut ops = module.walk();
        while left > 0
            && let Some(op) = ops.next()
        {
            let op: OpId = op;
            let Some(blob) = ir.properties(op) else { continue };
            let variant = match self.first.get(blob.0 as usize) {
                Some(&only) if self.further.is_empty() => only,
                _ => self.variant(ir.op(op).name, blob, entries)?,
            };
            if let Some(seen) = seen.get_mut(variant as usize)
                && !*seen
            {
                *seen = true;
                left -= 1;
                order.push(variant);
            }
        }
        Ok(order)
    }

    /// The strings in a variant.
    pub(super) fn strings(&self, variant: u32) -> impl Iterator<Item = StringId> + '_ {
        let references = &self.references[self.references(variant)];
        references.iter().filter_map(|reference| match *reference {
            Reference::String(id) => Some(id),
            _ => None,
        })
    }

    /// Writes the variants in an order, and equal bytes only once. Returns the new numbers by blob, followed by those of
    /// further variants.
    pub(super) fn write(
        &self,
        order: &[u32],
        entries: &Entries<'_>,
        map: &Map,
    ) -> Result<(Vec<u32>, Written)> {
        let mut written = Written::default();
        let mut known = Interner::default();
        let mut places: Vec<Range<usize>> = Vec::with_capacity(order.len());
        let mut numbers = vec![Map::NONE; self.first.len()];
        let mut payload = Writer::new();
        let mut scratch = Renumbered::new(map, Writer::new());
        for &variant in order {
            let Variant { blob, layout, .. } = self.variants[variant as usize];
            let layout_number = layout;
            let layout = self.layouts[layout as usize];
            scratch.writer.clear();
            let (module, data) = (self.module, self.module.data());
            let span = lookup(PropertyBlobId::TABLE, &module.properties, blob.0)?;
            let renumbered =
                scratch.write((data, span), |scan, to| layout.scan(module.version, scan, to));
            if renumbered.is_none() {
                let mut cx = entries.encoder(EntryNumbers::Mapped(map));
                write(module, blob, layout, &mut cx, &mut scratch.writer)?;
            }
            let bytes = scratch.writer.as_slice();
            let content = |number: u32| {
                let place = places.get(number as usize).cloned();
                place.and_then(|place| payload.as_slice().get(place)).unwrap_or_default()
            };
            let number = known.place(places.len(), content, &bytes);
            let number = number.unwrap_or_else(|| {
                payload.prefix(bytes.len() as u64);
                places.push(payload.len()..payload.len() + bytes.len());
                payload.bytes(bytes);
                places.len() as u32 - 1
            });
            if self.first[blob.0 as usize] == variant {
                numbers[blob.0 as usize] = number;
            } else {
                let id = PropertyBlobId(numbers.len() as u32);
                written.shared.numbers.insert((blob.0, layout_number), id);
                numbers.push(number);
            }
        }
        if !written.shared.numbers.is_empty() {
            written.shared.by_name.clone_from(&self.by_name);
            let layout = |&variant: &u32| {
                self.variants.get(variant as usize).map_or(Map::NONE, |found| found.layout)
            };
            written.shared.first = self.first.iter().map(layout).collect();
        }
        written.count = places.len() as u64;
        written.payload = payload.into_bytes();
        Ok((numbers, written))
    }
}

/// Writes a blob with the numbers of `cx`.
fn write(
    module: &Module<'_>,
    blob: PropertyBlobId,
    layout: Layout,
    cx: &mut Encoder<'_>,
    writer: &mut Writer,
) -> Result<()> {
    let span = lookup(PropertyBlobId::TABLE, &module.properties, blob.0)?;
    let written = match layout {
        Layout::Fields(fields) => {
            let bytes = module.data().bytes(span);
            properties::transcode(fields, module.version, bytes, cx, writer)
        }
        Layout::Attribute => properties::sole_attribute(module.data(), span).and_then(|id| {
            writer.prefix(u64::from(cx.attribute_index(id)?));
            Ok(())
        }),
    };
    written.index(u64::from(blob.0)).field("properties")
}
