//! What the first walk saw of entries, so that they need not be read again.

use super::super::encoder::{Map, Place, Reference};
use super::super::generated::{AttributeId, StringId, TypeId};
use crate::error::{Error, Result};
use crate::wire::{Writer, flag};
use std::ops::Range;

/// Entries of more bytes than this are read again rather than kept.
const MAX_KEPT: usize = 1024;
/// The most bytes of a short number, and how many more bytes may be put at once.
const SHORT: usize = 4;
const MORE: usize = 16;
/// Marks an entry that is not kept.
const LEFT: u32 = 1 << 31;

/// The entries that were seen: their bytes without references, and the references.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Trace {
    bytes: Writer,
    places: Vec<Place>,
    entries: Vec<Seen>,
    /// Where the attributes and types are among the entries.
    attributes: Vec<u32>,
    types: Vec<u32>,
}

/// Where the bytes and the references of an entry begin; they end where those of the next one do.
#[derive(Clone, Copy, Debug)]
struct Seen {
    bytes: u32,
    places: u32,
}

/// The references of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    next: usize,
    end: usize,
}

/// An entry of one of the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Attribute(AttributeId),
    Type(TypeId),
}

impl Trace {
    pub(super) fn new(attributes: usize, types: usize) -> Self {
        Trace {
            bytes: Writer::with_capacity(8 * (attributes + types)),
            places: Vec::with_capacity(2 * (attributes + types)),
            entries: Vec::with_capacity(attributes + types + 1),
            attributes: vec![Map::NONE; attributes],
            types: vec![Map::NONE; types],
        }
    }

    /// Notes an entry. `write` writes it and lists its references; it says whether what it wrote can
    /// stand for the entry.
    #[inline]
    pub(super) fn see(
        &mut self,
        id: Id,
        write: impl FnOnce(&mut Writer, &mut Vec<Place>) -> Result<bool>,
    ) -> Result<Begun> {
        let (start, next) = (self.bytes.len(), self.places.len());
        let kept = write(&mut self.bytes, &mut self.places)?;
        let end = self.places.len();
        let kept = kept
            && self.bytes.len() - start <= MAX_KEPT
            && self.bytes.len() < LEFT as usize
            && self.places[next..].iter().all(|place| place.at().is_some());
        let seen = match u32::try_from(start) {
            Ok(start) if kept => start,
            _ => {
                self.bytes.truncate(start);
                start as u32 | LEFT
            }
        };
        let number = self.entries.len() as u32;
        self.entries.push(Seen { bytes: seen, places: next as u32 });
        let place = match id {
            Id::Attribute(id) => self.attributes.get_mut(id.0 as usize),
            Id::Type(id) => self.types.get_mut(id.0 as usize),
        };
        if let Some(place) = place {
            *place = number;
        }
        Ok(Begun { next, end })
    }

    /// The next reference of an entry.
    #[inline]
    pub(super) fn next(&self, begun: &mut Begun) -> Option<Reference> {
        if begun.next == begun.end {
            return None;
        }
        let place = self.places.get(begun.next)?;
        begun.next += 1;
        Some(place.reference)
    }

    /// The strings of an entry.
    pub(super) fn strings(&self, begun: Begun) -> impl Iterator<Item = StringId> + '_ {
        let places = self.places.get(begun.next..begun.end).unwrap_or_default();
        places.iter().filter_map(|place| match place.reference {
            Reference::String(id) => Some(id),
            _ => None,
        })
    }

    /// Ends the walk.
    pub(super) fn finish(&mut self) {
        let (bytes, places) = (self.bytes.len() as u32, self.places.len() as u32);
        self.entries.push(Seen { bytes, places });
    }

    /// Writes an attribute with new numbers; says whether it was kept.
    #[inline]
    pub(in super::super) fn write_attribute(
        &self,
        id: AttributeId,
        writer: &mut Writer,
        map: &Map,
    ) -> Result<bool> {
        self.write(self.attributes.get(id.0 as usize), writer, map)
    }

    /// Writes a type with new numbers; says whether it was kept.
    #[inline]
    pub(in super::super) fn write_type(
        &self,
        id: TypeId,
        writer: &mut Writer,
        map: &Map,
    ) -> Result<bool> {
        self.write(self.types.get(id.0 as usize), writer, map)
    }

    #[inline]
    fn write(&self, number: Option<&u32>, writer: &mut Writer, map: &Map) -> Result<bool> {
        let number = number.map_or(usize::MAX, |number| *number as usize);
        let entries = self.entries.get(number..).unwrap_or_default();
        let [seen, after, ..] = entries else { return Ok(false) };
        if seen.bytes & LEFT != 0 {
            return Ok(false);
        }
        let bytes = self.bytes.as_slice();
        let places = self.places.get(seen.places as usize..after.places as usize);
        let places = places.unwrap_or_default();
        let end = (after.bytes & !LEFT) as usize;
        if let Some(len) = quick(bytes, seen.bytes as usize..end, places, writer, map) {
            writer.pass(len);
            return Ok(true);
        }
        let mut from = seen.bytes as usize;
        for place in places {
            let Some((at, flagged)) = place.at() else { return Ok(false) };
            copy(bytes, from, at, writer);
            let number = u64::from(new_number(place.reference, map)?);
            writer.prefix(if flagged { flag(Some(number))? } else { number });
            from = at;
        }
        copy(bytes, from, end, writer);
        Ok(true)
    }
}

/// The bytes of an entry behind what was written, with its references between them, and how many they are; none where a number is not
/// short.
#[inline(always)]
fn quick(
    bytes: &[u8],
    entry: Range<usize>,
    places: &[Place],
    writer: &mut Writer,
    map: &Map,
) -> Option<usize> {
    let room = entry.len() + SHORT * places.len() + MORE;
    let mut quick = writer.quick(room);
    let mut from = entry.start;
    for place in places {
        let (at, flagged) = place.at()?;
        quick.bytes(bytes, from..at)?;
        let number = known_number(place.reference, map)?;
        quick.prefix(if flagged { number.checked_mul(2)? | 1 } else { number })?;
        from = at;
    }
    quick.bytes(bytes, from..entry.end)?;
    Some(quick.len())
}

#[inline(always)]
fn copy(bytes: &[u8], from: usize, to: usize, writer: &mut Writer) {
    let rest = bytes.get(from..).unwrap_or_default();
    let len = to.saturating_sub(from);
    match rest.first_chunk() {
        Some(few) if len <= few.len() => writer.few(few, len),
        _ => writer.bytes(rest.get(..len).unwrap_or_default()),
    }
}

#[inline(always)]
fn known_number(reference: Reference, map: &Map) -> Option<u32> {
    let number = match reference {
        Reference::Attribute(id) => map.attributes.get(id.0 as usize),
        Reference::Type(id) => map.types.get(id.0 as usize),
        Reference::String(id) => map.strings.get(id.0 as usize),
        Reference::Resource(id) => map.resources.get(id.0 as usize),
    };
    number.copied().filter(|number| *number != Map::NONE)
}

#[inline]
fn new_number(reference: Reference, map: &Map) -> Result<u32> {
    match known_number(reference, map) {
        Some(number) => Ok(number),
        None => Err(Error::invalid(format!("{reference:?} has no number in what is written"))),
    }
}
