//! The handles that a dialect's codecs are written with by hand.

use super::context::{Reading, Writing};
use crate::{ApFloat, ApInt, AttributeId, ResourceId, StringId, TypeId};
use bytespec_core::error::Result;
use bytespec_core::wire::{Cursor, FromWire, ToWire, Writer, read_elements, write_elements};

/// Reads an entry of a dialect; `V` is the version of the dialect, or the record of it.
#[derive(Debug)]
pub struct EntryReader<'r, 'a, V> {
    cursor: &'r mut Cursor<'a>,
    cx: &'r Reading<'r, V>,
}

impl<'r, 'a, V: Copy> EntryReader<'r, 'a, V> {
    /// A handle for what is at a cursor.
    pub fn new(cursor: &'r mut Cursor<'a>, cx: &'r Reading<'r, V>) -> Self {
        EntryReader { cursor, cx }
    }

    /// The version of the dialect in the file.
    #[must_use]
    pub fn version(&self) -> V {
        self.cx.version()
    }

    /// What derived items are read with.
    #[must_use]
    pub fn context(&self) -> &'r Reading<'r, V> {
        self.cx
    }

    /// The place in the bytes.
    pub fn cursor(&mut self) -> &mut Cursor<'a> {
        self.cursor
    }

    /// Whether all bytes are read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cursor.is_empty()
    }

    /// A byte.
    ///
    /// # Errors
    /// The entry ends before.
    pub fn byte(&mut self) -> Result<u8> {
        self.cursor.u8()
    }

    /// One byte, 0 or 1.
    ///
    /// # Errors
    /// The entry ends before, or another byte.
    pub fn bool(&mut self) -> Result<bool> {
        self.cursor.bool()
    }

    /// A varint.
    ///
    /// # Errors
    /// The entry ends before.
    pub fn varint(&mut self) -> Result<u64> {
        self.cursor.prefix()
    }

    /// A signed number: a zigzag varint.
    ///
    /// # Errors
    /// The entry ends before.
    pub fn signed_varint(&mut self) -> Result<i64> {
        self.cursor.prefix_zigzag()
    }

    /// A varint length and that many bytes.
    ///
    /// # Errors
    /// The entry ends before.
    pub fn blob(&mut self) -> Result<&'a [u8]> {
        self.value()
    }

    /// A reference to a string.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn string(&mut self) -> Result<StringId> {
        self.value()
    }

    /// A reference to an attribute.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn attribute(&mut self) -> Result<AttributeId> {
        self.value()
    }

    /// A reference to an attribute that may be absent.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn optional_attribute(&mut self) -> Result<Option<AttributeId>> {
        self.value()
    }

    /// A reference to a type.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn ty(&mut self) -> Result<TypeId> {
        self.value()
    }

    /// A handle of a resource of a dialect.
    ///
    /// # Errors
    /// The entry ends before, or the number is larger than any index.
    pub fn resource(&mut self) -> Result<ResourceId> {
        self.value()
    }

    /// The bits of an integer as wide as a type.
    ///
    /// # Errors
    /// A type that is no number, and the end of the entry.
    pub fn integer(&mut self, ty: TypeId) -> Result<ApInt> {
        super::ap_int::read(self.cursor, self.cx, ty)
    }

    /// The bits of a float as wide as a type.
    ///
    /// # Errors
    /// A type that is no number, and the end of the entry.
    pub fn float(&mut self, ty: TypeId) -> Result<ApFloat> {
        super::ap_float::read(self.cursor, self.cx, ty)
    }

    /// A varint count and the elements.
    ///
    /// # Errors
    /// The first error of an element, and a count that cannot fit the bytes left.
    pub fn list<T>(
        &mut self,
        mut element: impl FnMut(&mut EntryReader<'_, 'a, V>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.cursor.prefix()?;
        let cx = self.cx;
        read_elements(self.cursor, count, |cursor| element(&mut EntryReader { cursor, cx }))
    }

    /// A value that reads itself, such as a derived record of the dialect.
    ///
    /// # Errors
    /// Those of the value.
    pub fn value<T: FromWire<'a, Reading<'r, V>>>(&mut self) -> Result<T> {
        T::from_wire(self.cursor, self.cx)
    }
}

/// Writes an entry of a dialect; `V` is the version of the dialect, or the record of it.
#[derive(Debug)]
pub struct EntryWriter<'h, 'w, 'm, V> {
    writer: &'h mut Writer,
    cx: &'h mut Writing<'w, 'm, V>,
}

impl<'h, 'w, 'm, V: Copy> EntryWriter<'h, 'w, 'm, V> {
    /// A handle for what is appended to a buffer.
    pub fn new(writer: &'h mut Writer, cx: &'h mut Writing<'w, 'm, V>) -> Self {
        EntryWriter { writer, cx }
    }

    /// The version to write.
    #[must_use]
    pub fn version(&self) -> V {
        self.cx.version()
    }

    /// The buffer, and what derived items are written with.
    pub fn parts(&mut self) -> (&mut Writer, &mut Writing<'w, 'm, V>) {
        (self.writer, self.cx)
    }

    /// A byte.
    pub fn byte(&mut self, value: u8) {
        self.writer.u8(value);
    }

    /// One byte, 0 or 1.
    pub fn bool(&mut self, value: bool) {
        self.writer.bool(value);
    }

    /// A varint.
    pub fn varint(&mut self, value: u64) {
        self.writer.prefix(value);
    }

    /// A signed number: a zigzag varint.
    pub fn signed_varint(&mut self, value: i64) {
        self.writer.prefix_zigzag(value);
    }

    /// A varint length and the bytes.
    pub fn blob(&mut self, bytes: &[u8]) {
        self.writer.prefix(bytes.len() as u64);
        self.writer.bytes(bytes);
    }

    /// A reference to a string.
    ///
    /// # Errors
    /// A string that has no number in what is written.
    pub fn string(&mut self, id: StringId) -> Result<()> {
        self.value(&id)
    }

    /// A reference to an attribute.
    ///
    /// # Errors
    /// An attribute that has no number in what is written.
    pub fn attribute(&mut self, id: AttributeId) -> Result<()> {
        self.value(&id)
    }

    /// A reference to an attribute that may be absent.
    ///
    /// # Errors
    /// An attribute that has no number in what is written.
    pub fn optional_attribute(&mut self, id: Option<AttributeId>) -> Result<()> {
        self.value(&id)
    }

    /// A reference to a type.
    ///
    /// # Errors
    /// A type that has no number in what is written.
    pub fn ty(&mut self, id: TypeId) -> Result<()> {
        self.value(&id)
    }

    /// A handle of a resource of a dialect.
    ///
    /// # Errors
    /// A resource that has no number in what is written.
    pub fn resource(&mut self, id: ResourceId) -> Result<()> {
        self.value(&id)
    }

    /// The bits of an integer as wide as a type.
    ///
    /// # Errors
    /// A type that is no number, and a value that does not fit it.
    pub fn integer(&mut self, value: &ApInt, ty: TypeId) -> Result<()> {
        super::ap_int::write(value, self.writer, self.cx, ty)
    }

    /// The bits of a float as wide as a type.
    ///
    /// # Errors
    /// A type that is no number, and a value that does not fit it.
    pub fn float(&mut self, value: &ApFloat, ty: TypeId) -> Result<()> {
        super::ap_float::write(value, self.writer, self.cx, ty)
    }

    /// A varint count and the elements.
    ///
    /// # Errors
    /// The first error of an element, and elements that take fewer bytes than there are elements.
    pub fn list<T>(
        &mut self,
        elements: &[T],
        mut element: impl FnMut(&mut EntryWriter<'_, 'w, 'm, V>, &T) -> Result<()>,
    ) -> Result<()> {
        self.varint(elements.len() as u64);
        let (writer, cx) = self.parts();
        write_elements(writer, elements, |writer, value| {
            element(&mut EntryWriter { writer, cx }, value)
        })
    }

    /// A value that writes itself, such as a derived record of the dialect.
    ///
    /// # Errors
    /// Those of the value.
    pub fn value(&mut self, value: &impl ToWire<Writing<'w, 'm, V>>) -> Result<()> {
        value.to_wire(self.writer, self.cx)
    }
}
