//! Lists that stay in the input.

use super::{Cursor, check_extent, zigzag_decode};
use crate::error::{Context as _, Error, ErrorKind, Result};
use std::fmt;
use std::marker::PhantomData;

/// Something that can be read from the wire, with the context of its format's readers.
///
/// Most types read themselves: [`Decode::Value`] is `Self`. A number whose Rust type does not determine its encoding is read
/// with a marker such as [`Leb128`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from the wire",
    note = "implement `Decode` for it"
)]
pub trait Decode<'a> {
    /// The type of the value.
    type Value: Copy;
    /// What reading needs besides bytes: the version, and tables for lookups.
    type Context: Copy;

    /// Reads one value and moves the cursor past it.
    ///
    /// # Errors
    /// Bytes that are not such a value, with the offset.
    fn decode(cursor: &mut Cursor<'a>, context: &Self::Context) -> Result<Self::Value>;
}

/// Numbers of fixed or of any width: the marker, its value, and how a cursor reads it.
macro_rules! element {
    ($($ty:ty: $value:ty = $method:ident $(as $make:expr)?;)*) => {$(
        impl<'a> Decode<'a> for $ty {
            type Value = $value;
            type Context = ();

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, (): &()) -> Result<$value> {
                cursor.$method()$(.map($make))?
            }
        }
    )*};
}

/// Marks an element of a [`List`] that begins with a LEB128 number. The number is an integer `T` (the two's complement bits of a
/// signed one), a [`Zigzag`] code, an index plus one or zero for none (`Option<T>`), or the number of bytes (`[u8]`) or elements
/// ([`List`]) that follow.
#[derive(Debug)]
pub struct Leb128<T: ?Sized>(PhantomData<T>);

/// The same as [`Leb128`], with a prefix varint.
#[derive(Debug)]
pub struct Prefix<T: ?Sized>(PhantomData<T>);

/// The same as [`Leb128`], with a LEB128 number of bounded length.
#[derive(Debug)]
pub struct Bounded<T: ?Sized>(PhantomData<T>);

/// Marks a big-endian number of fixed width in a [`List`].
#[derive(Debug)]
pub struct Big<T>(PhantomData<T>);

/// Marks a signed LEB128 number of `BITS` bits in a [`List`]; `T` has at least as many bits.
#[derive(Debug)]
pub struct Signed<const BITS: u32, T>(PhantomData<T>);

macro_rules! extended {
    ($($ty:ty)*) => {$(
        impl<'a, const BITS: u32> Decode<'a> for Signed<BITS, $ty> {
            type Value = $ty;
            type Context = ();

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, (): &()) -> Result<$ty> {
                cursor.signed::<BITS>().map(|number| number as $ty)
            }
        }
    )*};
}

extended!(i8 i16 i32 i64);

/// Marks a signed number `T` by its zigzag code, which fits the width of `T`.
#[derive(Debug)]
pub struct Zigzag<T = i64>(PhantomData<T>);

element! {
    u8: u8 = u8;
    u16: u16 = u16;
    u32: u32 = u32;
    u64: u64 = u64;
    i8: i8 = i8;
    i16: i16 = i16;
    i32: i32 = i32;
    i64: i64 = i64;
    Big<u16>: u16 = u16_be;
    Big<u32>: u32 = u32_be;
    Big<u64>: u64 = u64_be;
    Big<i16>: i16 = i16_be;
    Big<i32>: i32 = i32_be;
    Big<i64>: i64 = i64_be;
    bool: bool = bool;
}

/// The numbers of a varint, and what begins with one.
macro_rules! varint_elements {
    ($($marker:ident: $u8:ident $u16:ident $varint_u32:ident $varint:ident $zigzag:ident;)*) => {$(
        element! {
            $marker<u8>: u8 = $u8;
            $marker<u16>: u16 = $u16;
            $marker<u32>: u32 = $varint_u32;
            $marker<u64>: u64 = $varint;
            $marker<i8>: i8 = $u8 as u8::cast_signed;
            $marker<i16>: i16 = $u16 as u16::cast_signed;
            $marker<i32>: i32 = $varint_u32 as u32::cast_signed;
            $marker<i64>: i64 = $varint as u64::cast_signed;
            $marker<Zigzag<i8>>: i8 = $u8 as |code| zigzag_decode(code.into()) as i8;
            $marker<Zigzag<i16>>: i16 = $u16 as |code| zigzag_decode(code.into()) as i16;
            $marker<Zigzag<i32>>: i32 = $varint_u32 as |code| zigzag_decode(code.into()) as i32;
            $marker<Zigzag>: i64 = $zigzag;
        }

        impl<'a, T: From<u32> + Copy> Decode<'a> for $marker<Option<T>> {
            type Value = Option<T>;
            type Context = ();

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, (): &()) -> Result<Option<T>> {
                cursor.$varint_u32().map(|code| code.checked_sub(1).map(T::from))
            }
        }

        impl<'a> Decode<'a> for $marker<[u8]> {
            type Value = &'a [u8];
            type Context = ();

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, (): &()) -> Result<&'a [u8]> {
                let size = cursor.$varint()?;
                let size = cursor.check_size(size)?;
                cursor.bytes(size)
            }
        }

        impl<'a> Decode<'a> for $marker<str> {
            type Value = &'a str;
            type Context = ();

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, (): &()) -> Result<&'a str> {
                let size = cursor.$varint()?;
                cursor.text(size)
            }
        }

        impl<'a, T: Decode<'a>> Decode<'a> for $marker<List<'a, T>> {
            type Value = List<'a, T>;
            type Context = T::Context;

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, context: &T::Context) -> Result<List<'a, T>> {
                let count = cursor.$varint()?;
                List::read(cursor, context, count)
            }
        }
    )*};
}

varint_elements! {
    Leb128: leb128_u8 leb128_u16 leb128_u32 leb128 leb128_zigzag;
    Bounded: bounded_u8 bounded_u16 bounded_u32 bounded bounded_zigzag;
    Prefix: prefix_u8 prefix_u16 prefix_u32 prefix prefix_zigzag;
}

/// A list whose elements are still in the input.
///
/// Reading the list reads every element once, so that iteration cannot fail.
pub struct List<'a, T: Decode<'a>> {
    elements: Elements<'a, T::Value>,
    len: usize,
    context: T::Context,
}

enum Elements<'a, V> {
    Wire(Cursor<'a>),
    /// A default for versions without the list.
    Repeat(fn() -> V),
}

impl<V> Clone for Elements<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Elements<'_, V> {}

impl<'a, T: Decode<'a>> Clone for List<'a, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, T: Decode<'a>> Copy for List<'a, T> {}

impl<'a, T: Decode<'a>> List<'a, T> {
    /// Reads `count` elements.
    ///
    /// # Errors
    /// The first error of an element, a count that cannot fit the bytes left, and elements that take fewer bytes
    /// than there are elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read(cursor: &mut Cursor<'a>, context: &T::Context, count: u64) -> Result<Self> {
        let len = cursor.check_count(count, 1)?;
        let list = List { elements: Elements::Wire(*cursor), len, context: *context };
        *cursor = Self::checked(*cursor, context, len)?;
        Ok(list)
    }

    /// Reads elements up to the end of the cursor.
    ///
    /// # Errors
    /// The first error of an element, and an element that takes no byte.
    pub fn rest(cursor: &mut Cursor<'a>, context: &T::Context) -> Result<Self> {
        let start = *cursor;
        let mut len = 0;
        while !cursor.is_empty() {
            let before = cursor.position();
            T::decode(cursor, context).index(len as u64)?;
            if cursor.position() == before {
                return Err(Error::at(before, ErrorKind::EmptyElement)).index(len as u64);
            }
            len += 1;
        }
        Ok(List { elements: Elements::Wire(start), len, context: *context })
    }

    /// Reads elements up to the first closing element without an opening one. `nesting` returns 1 for an element that opens a block,
    /// and -1 for one that closes a block.
    ///
    /// # Errors
    /// The first error of an element, and an end of the bytes before that element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn balanced(
        cursor: &mut Cursor<'a>,
        context: &T::Context,
        nesting: impl Fn(&T::Value) -> i8,
    ) -> Result<Self> {
        let start = *cursor;
        let (mut len, mut open) = (0, 1);
        while open > 0 {
            let element = T::decode(cursor, context).index(len as u64)?;
            open += i64::from(nesting(&element));
            len += 1;
        }
        Ok(List { elements: Elements::Wire(start), len, context: *context })
    }

    /// Reads every element once; the cursor after the last.
    #[inline(never)]
    fn checked(mut cursor: Cursor<'a>, context: &T::Context, len: usize) -> Result<Cursor<'a>> {
        let start = cursor.position();
        for index in 0..len {
            T::decode(&mut cursor, context).index(index as u64)?;
        }
        check_extent(len, cursor.position() - start).map_err(|error| error.or_at(start))?;
        Ok(cursor)
    }

    /// A list of `len` equal elements that is not on the wire.
    pub fn repeat(element: fn() -> T::Value, len: usize, context: &T::Context) -> Self {
        List { elements: Elements::Repeat(element), len, context: *context }
    }

    /// A list without elements.
    pub fn empty(context: &T::Context) -> Self {
        List { elements: Elements::Wire(Cursor::new(&[])), len: 0, context: *context }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The elements, decoded one by one.
    pub fn iter(&self) -> ListIter<'a, T> {
        ListIter { elements: self.elements, left: self.len, context: self.context }
    }

    /// The `len` elements from `start` on, without decoding those before: only for elements of fixed width.
    #[must_use]
    pub fn tail(&self, start: usize, len: usize) -> ListIter<'a, T> {
        let mut iter = self.iter();
        let width = size_of::<T::Value>();
        let left = self.len.saturating_sub(start).min(len);
        if let Elements::Wire(cursor) = &mut iter.elements
            && cursor.bytes(start.saturating_mul(width)).is_err()
        {
            iter.left = 0;
            return iter;
        }
        iter.left = left;
        iter
    }

    /// The offset of the element at `index` in the input, for errors. It decodes the elements before.
    pub fn position(&self, index: usize) -> usize {
        let mut iter = self.iter();
        iter.by_ref().take(index).for_each(drop);
        match iter.elements {
            Elements::Wire(cursor) => cursor.position(),
            Elements::Repeat(_) => 0,
        }
    }

    /// The element at `index`. It decodes the elements before.
    pub fn get(&self, index: usize) -> Option<T::Value> {
        self.iter().nth(index)
    }
}

/// The elements of a [`List`].
pub struct ListIter<'a, T: Decode<'a>> {
    elements: Elements<'a, T::Value>,
    left: usize,
    context: T::Context,
}

impl<'a, T: Decode<'a>> Clone for ListIter<'a, T> {
    fn clone(&self) -> Self {
        ListIter { elements: self.elements, left: self.left, context: self.context }
    }
}

impl<'a, T: Decode<'a>> Iterator for ListIter<'a, T> {
    type Item = T::Value;

    #[inline]
    fn next(&mut self) -> Option<T::Value> {
        self.left = self.left.checked_sub(1)?;
        match &mut self.elements {
            Elements::Wire(cursor) => T::decode(cursor, &self.context).ok(),
            Elements::Repeat(element) => Some(element()),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<'a, T: Decode<'a>> ExactSizeIterator for ListIter<'a, T> {}

impl<'a, T: Decode<'a>> IntoIterator for List<'a, T> {
    type Item = T::Value;
    type IntoIter = ListIter<'a, T>;

    fn into_iter(self) -> ListIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Decode<'a, Value: fmt::Debug>> fmt::Debug for List<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Decode<'a, Value: PartialEq>> PartialEq for List<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

/// One value that is still in the input, which gives a recursive type a finite size.
pub struct Lazy<'a, T: Decode<'a>> {
    cursor: Cursor<'a>,
    context: T::Context,
}

impl<'a, T: Decode<'a>> Clone for Lazy<'a, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, T: Decode<'a>> Copy for Lazy<'a, T> {}

impl<'a, T: Decode<'a>> Lazy<'a, T> {
    /// Reads a value once, to check it.
    ///
    /// # Errors
    /// Those of the value.
    pub fn read(cursor: &mut Cursor<'a>, context: &T::Context) -> Result<Self> {
        let lazy = Lazy { cursor: *cursor, context: *context };
        T::decode(cursor, context)?;
        Ok(lazy)
    }

    /// The value.
    pub fn get(&self) -> T::Value {
        let mut cursor = self.cursor;
        match T::decode(&mut cursor, &self.context) {
            Ok(value) => value,
            // The same bytes, the same depth and the same context were read before.
            Err(error) => unreachable!("was read once and is not readable again: {error}"),
        }
    }
}

impl<'a, T: Decode<'a, Value: fmt::Debug>> fmt::Debug for Lazy<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl<'a, T: Decode<'a, Value: PartialEq>> PartialEq for Lazy<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
