//! Property blobs: how they are laid out, what they refer to and how they are written.

use super::super::encoder::{Encoder, Map, Numbers, Place, Reference};
use super::super::generated::{OpNameId, PropertyBlobId, StringId};
use super::super::ir::Op;
use super::super::module::Module;
use super::super::names::{lookup, past_end};
use super::super::properties;
use super::entries::Entries;
use crate::error::{Context as _, Error, Result};
use crate::hash;
use crate::properties::Field;
use crate::wire::Writer;
use std::collections::HashMap;
use std::ops::Range;

/// What a blob holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Layout {
    /// The properties of an operation that the producer did not know: one attribute.
    Attribute,
    Fields(&'static [Field]),
}

/// A blob as it is laid out for some operations.
#[derive(Clone, Debug)]
struct Variant {
    blob: PropertyBlobId,
    layout: u32,
    references: Range<usize>,
}

/// The blobs that operations refer to.
///
/// Operations of different names may share a blob, and with another layout the same bytes refer to
/// other things. A blob's further layouts have numbers behind those of the blobs.
#[derive(Debug)]
pub(super) struct Blobs<'m> {
    module: &'m Module<'m>,
    layouts: Vec<Layout>,
    /// Numbers of layouts by names of operations.
    by_name: Vec<u32>,
    /// The first variant of each blob.
    first: Vec<u32>,
    /// Variants of the blobs that have several, by blob and layout.
    further: HashMap<(u32, u32), u32>,
    variants: Vec<Variant>,
    references: Vec<Place>,
}

/// The number under which the blob of an operation is looked up while operations are written.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Shared {
    by_name: Vec<u32>,
    numbers: HashMap<(u32, u32), PropertyBlobId>,
}

impl Shared {
    #[inline]
    pub(in super::super) fn number(&self, name: OpNameId, blob: PropertyBlobId) -> PropertyBlobId {
        if self.numbers.is_empty() {
            return blob;
        }
        let layout = self.by_name.get(name.0 as usize).copied().unwrap_or(Map::NONE);
        self.numbers.get(&(blob.0, layout)).copied().unwrap_or(blob)
    }
}

/// The blobs as they are written.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Written {
    pub(in super::super) count: u64,
    /// Lengths and bytes.
    pub(in super::super) payload: Vec<u8>,
    pub(in super::super) shared: Shared,
}

impl<'m> Blobs<'m> {
    pub(super) fn new(module: &'m Module<'_>) -> Self {
        Blobs {
            module,
            layouts: Vec::new(),
            by_name: vec![Map::NONE; module.op_names.len()],
            first: vec![Map::NONE; module.properties.len()],
            further: HashMap::new(),
            variants: Vec::new(),
            references: Vec::new(),
        }
    }

    pub(super) fn reference(&self, index: usize) -> Reference {
        self.references[index].reference
    }

    pub(super) fn references(&self, variant: u32) -> Range<usize> {
        self.variants[variant as usize].references.clone()
    }

    /// The blob of an operation with the layout that its name gives it.
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
        let mut cx = entries.encoder(Numbers::Collect(&mut self.references));
        write(self.module, blob, self.layouts[layout as usize], &mut cx, &mut Writer::new())?;
        let references = start..self.references.len();
        self.variants.push(Variant { blob, layout, references });
        Ok(new)
    }

    /// The number of the layout of the operations with a name, or of those of them that have a blob.
    fn layout(&mut self, name: OpNameId, blob: PropertyBlobId) -> Result<u32> {
        match self.by_name.get(name.0 as usize) {
            Some(&layout) if layout != Map::NONE => return Ok(layout),
            _ => {}
        }
        let data = lookup(OpNameId::TABLE, &self.module.op_names, name.0)?;
        let mut depends = false;
        let found = if data.registered {
            let layouts = properties::layouts_of(self.module, name)?;
            depends = matches!(layouts, properties::Layouts::Several(_));
            match layouts.choose(Some(self.module.properties(blob)?), self.module.version) {
                Some(fields) => Layout::Fields(fields),
                None => return Err(self.unknown(name)),
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
        Error::invalid(format!(
            "the layout of the properties of {name} is not known, so that what they refer to \
             cannot be renumbered: the module can only be written with pinned numbering"
        ))
    }

    /// The variants in the order in which operations use them first.
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
            let op: Op = op;
            let Some(blob) = ir.properties(op) else { continue };
            let variant = self.variant(ir.op(op).name, blob, entries)?;
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
        references.iter().filter_map(|place| match place.reference {
            Reference::String(id) => Some(id),
            _ => None,
        })
    }

    /// Writes the variants in an order, equal bytes once. The new numbers come back by blob, behind
    /// them those of further variants.
    pub(super) fn write(
        &self,
        order: &[u32],
        entries: &Entries<'_>,
        map: &Map,
    ) -> Result<(Vec<u32>, Written)> {
        let mut written = Written::default();
        let mut known: hash::Map<Vec<u8>, u32> = hash::Map::default();
        let mut numbers = vec![Map::NONE; self.first.len()];
        let mut payload = Writer::new();
        let mut scratch = Writer::new();
        for &variant in order {
            let Variant { blob, layout, .. } = self.variants[variant as usize];
            let layout_number = layout;
            let layout = self.layouts[layout as usize];
            scratch.clear();
            let mut cx = entries.encoder(Numbers::Mapped(map));
            write(self.module, blob, layout, &mut cx, &mut scratch)?;
            let number = match known.get(scratch.as_slice()) {
                Some(&number) => number,
                None => {
                    let number = written.count as u32;
                    known.insert(scratch.as_slice().to_vec(), number);
                    payload.prefix(scratch.len() as u64);
                    payload.bytes(scratch.as_slice());
                    written.count += 1;
                    number
                }
            };
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
        }
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
