//! Lists the references in bytes, or replaces their numbers and copies the bytes in between.

use crate::codec::encoder::{Map, Reference};
use crate::generated::{AttributeId, References, ResourceId, StringId, TypeId};
use crate::tables::data::{Data, Span};
use bytespec_core::wire::{Found, Scan, Writer};

/// Lists the references in bytes. If the bytes have to be decoded for this, returns `None` and lists nothing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn list<'a>(
    (data, span): (Data<'a>, Span),
    list: &mut Vec<Reference>,
    scan: impl FnOnce(Scan<'a>, &mut Vec<Reference>) -> Option<Scan<'a>>,
) -> Option<()> {
    let start = list.len();
    let (bytes, from) = data.slice(span);
    let passed = scan(Scan::new(bytes, from..from + span.len)?, list);
    if passed.is_some_and(|passed| passed.is_done()) {
        return Some(());
    }
    list.truncate(start);
    None
}

macro_rules! listed {
    ($($method:ident $id:ident $kind:ident;)*) => {$(
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method(&mut self, id: $id, _: Found) -> Option<()> {
            self.push(Reference::$kind(id));
            Some(())
        }
    )*};
}

impl References for Vec<Reference> {
    listed! {
        string_reference StringId String;
        attribute_reference AttributeId Attribute;
        type_reference TypeId Type;
        resource_reference ResourceId Resource;
    }
}

/// Writes bytes with other numbers, and copies the bytes between references.
#[derive(Debug)]
pub(crate) struct Renumbered<'w> {
    pub(super) writer: Writer,
    map: &'w Map,
    bytes: &'w [u8],
    /// The start of the bytes to copy next.
    from: usize,
}

impl<'w> Renumbered<'w> {
    pub(crate) fn new(map: &'w Map, writer: Writer) -> Self {
        Renumbered { writer, map, bytes: &[], from: 0 }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.writer.into_bytes()
    }

    /// Writes bytes with other numbers. If the bytes have to be decoded for this, returns `None` and writes nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn write(
        &mut self,
        (data, span): (Data<'w>, Span),
        scan: impl FnOnce(Scan<'w>, &mut Self) -> Option<Scan<'w>>,
    ) -> Option<()> {
        let start = self.writer.len();
        (self.bytes, self.from) = data.slice(span);
        let end = self.from + span.len;
        let passed = scan(Scan::new(self.bytes, self.from..end)?, self);
        if passed.is_some_and(|passed| passed.is_done()) {
            self.writer.part(self.bytes, self.from..end);
            return Some(());
        }
        self.writer.truncate(start);
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put(&mut self, number: Option<&u32>, found: Found) -> Option<()> {
        let number = *number.filter(|number| **number != Map::NONE)?;
        let number = if found.flagged { number.checked_mul(2)? | 1 } else { number };
        let len = self.bytes.len();
        self.writer.spliced(self.bytes, self.from..len - found.before, number);
        self.from = len - found.after;
        Some(())
    }
}

macro_rules! put {
    ($($method:ident $id:ident $table:ident;)*) => {$(
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method(&mut self, id: $id, found: Found) -> Option<()> {
            self.put(self.map.$table.get(id.0 as usize), found)
        }
    )*};
}

impl References for Renumbered<'_> {
    put! {
        string_reference StringId strings;
        attribute_reference AttributeId attributes;
        type_reference TypeId types;
        resource_reference ResourceId resources;
    }
}
