//! Values that read and write themselves, with the contexts of their format's readers and writers.

use super::{Convention, Cursor, Sizes, Writer};
use crate::error::{Context as _, Error, ErrorKind, Result};

/// Something that can be read from the wire with the context `C`.
///
/// A type that needs no context implements it for every `C`, and can then be a part of values of any format.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read with the context `{C}`",
    note = "derive `BytecodeEnum`, `BytecodeRecord`, `BytecodeAttribute` or `BytecodeType` for it, or implement `FromWire` and `ToWire`",
    note = "an `Option` needs a key that states its presence, such as `present`",
    note = "a type that refers to tables of MLIR is only valid in items with `dialect`, and a type from a schema only in items with `format`"
)]
pub trait FromWire<'a, C>: Sized {
    /// Reads one value and moves the cursor past it.
    ///
    /// # Errors
    /// Bytes that are not such a value, with the offset.
    fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> Result<Self>;
}

/// Something that can be written to the wire with the context `C`: the counterpart of [`FromWire`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written with the context `{C}`",
    note = "derive `BytecodeEnum`, `BytecodeRecord`, `BytecodeAttribute` or `BytecodeType` for it, or implement `FromWire` and `ToWire`",
    note = "an `Option` needs a key that states its presence, such as `present`",
    note = "a type that refers to tables of MLIR is only valid in items with `dialect`, and a type from a schema only in items with `format`"
)]
pub trait ToWire<C> {
    /// A value can extend to the end of the enclosing bytes: nothing can follow it, and it cannot be an element of a list.
    const IS_OPEN: bool = false;

    /// The numbers of bytes that values take, as far as the type determines them. Derived types and those of the standard library
    /// define it.
    ///
    /// A type may contain itself behind a pointer, so the sizes of a pointer are unknown.
    const SIZES: Sizes = Sizes::ANY;

    /// The fewest bytes that a value takes, in any version.
    const MIN_ENCODED_LEN: usize = Self::SIZES.min;

    /// The most bytes that a value takes, in any version; none if there is no limit, or if it is unknown.
    const MAX_ENCODED_LEN: Option<usize> = Self::SIZES.max;

    /// Appends the value.
    ///
    /// # Errors
    /// A value that cannot be encoded.
    fn to_wire(&self, writer: &mut Writer, cx: &mut C) -> Result<()>;

    /// The number of bytes that the value takes. The value is written to count them.
    ///
    /// # Errors
    /// A value that cannot be encoded.
    fn encoded_len(&self, cx: &mut C) -> Result<usize> {
        let mut writer = Writer::new();
        self.to_wire(&mut writer, cx)?;
        Ok(writer.len())
    }
}

macro_rules! fixed {
    ($($ty:ident)*) => {$(
        impl<'a, C> FromWire<'a, C> for $ty {
            #[inline]
            fn from_wire(cursor: &mut Cursor<'a>, _: &C) -> Result<Self> {
                cursor.$ty()
            }
        }

        impl<C> ToWire<C> for $ty {
            const SIZES: Sizes = Sizes::exactly(size_of::<$ty>());

            #[inline]
            fn to_wire(&self, writer: &mut Writer, _: &mut C) -> Result<()> {
                writer.$ty(*self);
                Ok(())
            }
        }
    )*};
}

fixed!(u8 u16 u32 u64 i8 i16 i32 i64 bool);

/// Refuses a list whose elements take fewer bytes than there are elements: without this rule, a few bytes could contain any
/// count. Readers and writers check it, because neither a schema nor a macro knows the number of bytes of a handwritten codec,
/// and a record that is empty in one version may have fields in another.
///
/// # Errors
/// Such a list.
#[inline]
pub fn check_extent(count: usize, extent: usize) -> Result<()> {
    if extent >= count { Ok(()) } else { Err(extent_error(count, extent)) }
}

#[cold]
fn extent_error(count: usize, extent: usize) -> Error {
    Error::new(ErrorKind::Extent { elements: count, bytes: extent })
}

/// Reads `count` elements. Lists can be nested at most [`MAX_DEPTH`](super::MAX_DEPTH) deep.
///
/// # Errors
/// The first error of an element, a count that cannot fit the bytes left, elements that take fewer bytes than there
/// are elements, and deeper nesting.
#[inline]
pub fn read_elements<'a, T>(
    cursor: &mut Cursor<'a>,
    count: u64,
    mut element: impl FnMut(&mut Cursor<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = cursor.check_count(count, 1)?;
    cursor.enter()?;
    let start = cursor.position();
    let mut elements = Vec::new();
    for index in 0..count {
        elements.push(element(cursor).index(index as u64)?);
    }
    check_extent(count, cursor.position() - start).map_err(|error| error.or_at(start))?;
    cursor.leave();
    Ok(elements)
}

/// Writes elements, after their count. Lists can be nested at most [`MAX_DEPTH`](super::MAX_DEPTH) deep.
///
/// # Errors
/// The first error of an element, elements that take fewer bytes than there are elements, and deeper nesting.
#[inline]
pub fn write_elements<T>(
    writer: &mut Writer,
    elements: &[T],
    mut element: impl FnMut(&mut Writer, &T) -> Result<()>,
) -> Result<()> {
    writer.nested(|writer| {
        let start = writer.len();
        for (index, value) in elements.iter().enumerate() {
            element(writer, value).index(index as u64)?;
        }
        check_extent(elements.len(), writer.len() - start)
    })
}

impl<'a, C: Convention, T: FromWire<'a, C>> FromWire<'a, C> for Vec<T> {
    #[inline]
    fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> Result<Self> {
        let count = cursor.varint::<C>()?;
        read_elements(cursor, count, |cursor| T::from_wire(cursor, cx))
    }
}

impl<C: Convention, T: ToWire<C>> ToWire<C> for Vec<T> {
    const SIZES: Sizes = Sizes::COUNTED;

    fn to_wire(&self, writer: &mut Writer, cx: &mut C) -> Result<()> {
        const { assert!(!T::IS_OPEN, "an element of a list extends to the end of the bytes") };
        writer.varint::<C>(self.len() as u64);
        write_elements(writer, self, |writer, element| element.to_wire(writer, cx))
    }
}

/// Reads a varint size and that many bytes.
fn read_blob<'a, C: Convention>(cursor: &mut Cursor<'a>) -> Result<&'a [u8]> {
    let size = cursor.varint::<C>()?;
    let size = cursor.check_size(size)?;
    cursor.bytes(size)
}

fn read_text<'a, C: Convention>(cursor: &mut Cursor<'a>) -> Result<&'a str> {
    let size = cursor.varint::<C>()?;
    cursor.text(size)
}

impl<'a, C: Convention> FromWire<'a, C> for &'a [u8] {
    #[inline]
    fn from_wire(cursor: &mut Cursor<'a>, _: &C) -> Result<Self> {
        read_blob::<C>(cursor)
    }
}

impl<'a, C: Convention> FromWire<'a, C> for &'a str {
    #[inline]
    fn from_wire(cursor: &mut Cursor<'a>, _: &C) -> Result<Self> {
        read_text::<C>(cursor)
    }
}

impl<'a, C: Convention> FromWire<'a, C> for String {
    #[inline]
    fn from_wire(cursor: &mut Cursor<'a>, _: &C) -> Result<Self> {
        read_text::<C>(cursor).map(str::to_owned)
    }
}

macro_rules! blob {
    ($($ty:ty)*) => {$(
        impl<C: Convention> ToWire<C> for $ty {
            const SIZES: Sizes = Sizes::COUNTED;

            fn to_wire(&self, writer: &mut Writer, _: &mut C) -> Result<()> {
                writer.varint::<C>(self.len() as u64);
                writer.bytes(self.as_ref());
                Ok(())
            }
        }
    )*};
}

blob!(&[u8] &str String);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{MAX_DEPTH, Prefixed};

    fn bytes<C>(value: &impl ToWire<C>, mut cx: C) -> Vec<u8> {
        let mut writer = Writer::new();
        value.to_wire(&mut writer, &mut cx).unwrap();
        writer.into_bytes()
    }

    #[test]
    fn the_context_determines_the_varints() {
        let text = "x".repeat(0x80);
        assert_eq!(bytes(&text, ())[..2], [0x80, 1]);
        assert_eq!(bytes(&text, Prefixed)[..2], [2, 2]);
        let written = bytes(&vec![3u16, 4], Prefixed);
        assert_eq!(written, [5, 3, 0, 4, 0]);
        let read = Vec::<u16>::from_wire(&mut Cursor::new(&written), &Prefixed);
        assert_eq!(read, Ok(vec![3, 4]));
    }

    #[test]
    fn bytes_and_texts_are_borrowed() {
        let input = [2, b'a', b'b', 1, 0xff];
        let mut cursor = Cursor::new(&input);
        assert_eq!(<&str>::from_wire(&mut cursor, &()), Ok("ab"));
        let error = <&str>::from_wire(&mut cursor.clone(), &()).unwrap_err();
        assert_eq!(error.to_string(), "at byte 4 (0x4): the text is not UTF-8");
        assert_eq!(<&[u8]>::from_wire(&mut cursor, &()), Ok([0xff].as_slice()));
    }

    #[test]
    fn nesting_and_counts_are_bounded() {
        #[derive(Debug)]
        struct Deep(#[allow(dead_code, reason = "only its depth counts")] Vec<Deep>);
        impl<'a, C: Convention> FromWire<'a, C> for Deep {
            fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> Result<Self> {
                Vec::from_wire(cursor, cx).map(Deep)
            }
        }
        let input = vec![1; 1 << 20];
        let error = Deep::from_wire(&mut Cursor::new(&input), &()).unwrap_err();
        assert!(error.to_string().contains(&MAX_DEPTH.to_string()), "{}", error.kind());
        assert!(Vec::<u8>::from_wire(&mut Cursor::new(&[0xff, 0xff, 3]), &()).is_err());
    }
}
