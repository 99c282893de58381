//! The handles for handwritten codecs of a dialect.

use super::context::{Reading, Writing};
use crate::{ApFloat, ApInt, AttributeId, ResourceId, StringId, TypeId};
use bytespec_core::error::Result;
use bytespec_core::wire::{Cursor, FromWire, ToWire, Writer, read_elements, write_elements};

/// Reads an entry of a dialect. `V` is the version of the dialect, or its record.
#[derive(Debug)]
pub struct EntryReader<'r, 'a, V> {
    cursor: &'r mut Cursor<'a>,
    cx: &'r Reading<'r, V>,
}

impl<'r, 'a, V: Copy> EntryReader<'r, 'a, V> {
    /// A handle that reads at a cursor.
    pub fn new(cursor: &'r mut Cursor<'a>, cx: &'r Reading<'r, V>) -> Self {
        EntryReader { cursor, cx }
    }

    /// The version of the dialect in the file.
    #[must_use]
    pub fn version(&self) -> V {
        self.cx.version()
    }

    /// The context that derived items are read with.
    #[must_use]
    pub fn context(&self) -> &'r Reading<'r, V> {
        self.cx
    }

    /// The cursor into the bytes.
    pub fn cursor(&mut self) -> &mut Cursor<'a> {
        self.cursor
    }

    /// Whether all bytes were read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cursor.is_empty()
    }

    /// A byte.
    ///
    /// # Errors
    /// The entry ends too early.
    pub fn byte(&mut self) -> Result<u8> {
        self.cursor.u8()
    }

    /// A Boolean: one byte, 0 or 1.
    ///
    /// # Errors
    /// The entry ends too early, or the byte is neither 0 nor 1.
    pub fn bool(&mut self) -> Result<bool> {
        self.cursor.bool()
    }

    /// A varint.
    ///
    /// # Errors
    /// The entry ends too early.
    pub fn varint(&mut self) -> Result<u64> {
        self.cursor.prefix()
    }

    /// A signed number: a zigzag varint.
    ///
    /// # Errors
    /// The entry ends too early.
    pub fn signed_varint(&mut self) -> Result<i64> {
        self.cursor.prefix_zigzag()
    }

    /// A varint length and this number of bytes.
    ///
    /// # Errors
    /// The entry ends too early.
    pub fn blob(&mut self) -> Result<&'a [u8]> {
        self.value()
    }

    /// A reference to a string.
    ///
    /// # Errors
    /// The entry ends too early, or the number is larger than any index.
    pub fn string(&mut self) -> Result<StringId> {
        self.value()
    }

    /// A reference to an attribute.
    ///
    /// # Errors
    /// The entry ends too early, or the number is larger than any index.
    pub fn attribute(&mut self) -> Result<AttributeId> {
        self.value()
    }

    /// An optional reference to an attribute.
    ///
    /// # Errors
    /// The entry ends too early, or the number is larger than any index.
    pub fn optional_attribute(&mut self) -> Result<Option<AttributeId>> {
        self.value()
    }

    /// A reference to a type.
    ///
    /// # Errors
    /// The entry ends too early, or the number is larger than any index.
    pub fn ty(&mut self) -> Result<TypeId> {
        self.value()
    }

    /// A reference to a resource of a dialect.
    ///
    /// # Errors
    /// The entry ends too early, or the number is larger than any index.
    pub fn resource(&mut self) -> Result<ResourceId> {
        self.value()
    }

    /// The bits of an integer with the width of a type.
    ///
    /// # Errors
    /// A type that is not numeric, and the end of the entry.
    pub fn integer(&mut self, ty: TypeId) -> Result<ApInt> {
        super::ap_int::read(self.cursor, self.cx, ty)
    }

    /// The bits of a float with the width of a type.
    ///
    /// # Errors
    /// A type that is not numeric, and the end of the entry.
    pub fn float(&mut self, ty: TypeId) -> Result<ApFloat> {
        super::ap_float::read(self.cursor, self.cx, ty)
    }

    /// A list: a varint count, and the elements.
    ///
    /// # Errors
    /// The first error of an element, and a count that is greater than the number of bytes left.
    pub fn list<T>(
        &mut self,
        mut element: impl FnMut(&mut EntryReader<'_, 'a, V>) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.cursor.prefix()?;
        let cx = self.cx;
        read_elements(self.cursor, count, |cursor| element(&mut EntryReader { cursor, cx }))
    }

    /// A value that implements reading, such as a derived record of the dialect.
    ///
    /// # Errors
    /// Those of the value.
    pub fn value<T: FromWire<'a, Reading<'r, V>>>(&mut self) -> Result<T> {
        T::from_wire(self.cursor, self.cx)
    }
}

/// Writes an entry of a dialect. `V` is the version of the dialect, or its record.
#[derive(Debug)]
pub struct EntryWriter<'h, 'w, 'm, V> {
    writer: &'h mut Writer,
    cx: &'h mut Writing<'w, 'm, V>,
}

impl<'h, 'w, 'm, V: Copy> EntryWriter<'h, 'w, 'm, V> {
    /// A handle that appends to a buffer.
    pub fn new(writer: &'h mut Writer, cx: &'h mut Writing<'w, 'm, V>) -> Self {
        EntryWriter { writer, cx }
    }

    /// The version to write.
    #[must_use]
    pub fn version(&self) -> V {
        self.cx.version()
    }

    /// The buffer, and the context that derived items are written with.
    pub fn parts(&mut self) -> (&mut Writer, &mut Writing<'w, 'm, V>) {
        (self.writer, self.cx)
    }

    /// A byte.
    pub fn byte(&mut self, value: u8) {
        self.writer.u8(value);
    }

    /// A Boolean: one byte, 0 or 1.
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
    /// A string without a number in the output.
    pub fn string(&mut self, id: StringId) -> Result<()> {
        self.value(&id)
    }

    /// A reference to an attribute.
    ///
    /// # Errors
    /// An attribute without a number in the output.
    pub fn attribute(&mut self, id: AttributeId) -> Result<()> {
        self.value(&id)
    }

    /// An optional reference to an attribute.
    ///
    /// # Errors
    /// An attribute without a number in the output.
    pub fn optional_attribute(&mut self, id: Option<AttributeId>) -> Result<()> {
        self.value(&id)
    }

    /// A reference to a type.
    ///
    /// # Errors
    /// A type without a number in the output.
    pub fn ty(&mut self, id: TypeId) -> Result<()> {
        self.value(&id)
    }

    /// A reference to a resource of a dialect.
    ///
    /// # Errors
    /// A resource without a number in the output.
    pub fn resource(&mut self, id: ResourceId) -> Result<()> {
        self.value(&id)
    }

    /// The bits of an integer with the width of a type.
    ///
    /// # Errors
    /// A type that is not numeric, and a value that does not fit it.
    pub fn integer(&mut self, value: &ApInt, ty: TypeId) -> Result<()> {
        super::ap_int::write(value, self.writer, self.cx, ty)
    }

    /// The bits of a float with the width of a type.
    ///
    /// # Errors
    /// A type that is not numeric, and a value that does not fit it.
    pub fn float(&mut self, value: &ApFloat, ty: TypeId) -> Result<()> {
        super::ap_float::write(value, self.writer, self.cx, ty)
    }

    /// A list: a varint count, and the elements.
    ///
    /// # Errors
    /// The first error of an element, and elements that take fewer bytes than their number.
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

    /// A value that implements writing, such as a derived record of the dialect.
    ///
    /// # Errors
    /// Those of the value.
    pub fn value(&mut self, value: &impl ToWire<Writing<'w, 'm, V>>) -> Result<()> {
        value.to_wire(self.writer, self.cx)
    }
}
