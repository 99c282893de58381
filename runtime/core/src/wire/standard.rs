//! Types of the standard library that read and write themselves.

use super::{Convention, Cursor, FromWire, Sizes, ToWire, Writer, check_extent, read_elements};
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::values;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

macro_rules! float {
    ($($ty:ident: $bits:ident;)*) => {$(
        impl<'a, C> FromWire<'a, C> for $ty {
            #[inline]
            fn from_wire(cursor: &mut Cursor<'a>, _: &C) -> Result<Self> {
                cursor.$bits().map($ty::from_bits)
            }
        }

        impl<C> ToWire<C> for $ty {
            const SIZES: Sizes = Sizes::exactly(size_of::<$ty>());

            #[inline]
            fn to_wire(&self, writer: &mut Writer, _: &mut C) -> Result<()> {
                writer.$bits(self.to_bits());
                Ok(())
            }
        }
    )*};
}

float! {
    f32: u32;
    f64: u64;
}

macro_rules! nonzero {
    ($($ty:ident)*) => {$(
        impl<'a, C> FromWire<'a, C> for NonZero<$ty> {
            #[inline]
            fn from_wire(cursor: &mut Cursor<'a>, _: &C) -> Result<Self> {
                let at = cursor.position();
                NonZero::new(cursor.$ty()?).ok_or_else(|| values::rejected(at, 0))
            }
        }

        impl<C> ToWire<C> for NonZero<$ty> {
            const SIZES: Sizes = Sizes::exactly(size_of::<$ty>());

            #[inline]
            fn to_wire(&self, writer: &mut Writer, _: &mut C) -> Result<()> {
                writer.$ty(self.get());
                Ok(())
            }
        }
    )*};
}

nonzero!(u8 u16 u32 u64 i8 i16 i32 i64);

/// The `bool` of a number that was read at offset `at`.
///
/// # Errors
/// A number that is neither 0 nor 1.
#[inline]
pub fn truth(at: usize, number: u64) -> Result<bool> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        found => {
            let (what, found) = ("boolean (0 or 1)".into(), found.into());
            Err(Error::at(at, ErrorKind::Unknown { what, found }))
        }
    }
}

/// Converts a value that was read at offset `at`.
///
/// # Errors
/// A failed conversion.
#[inline]
pub fn convert<T, U>(at: usize, value: U) -> Result<T>
where
    U: TryInto<T>,
    U::Error: fmt::Display,
{
    value.try_into().map_err(|why| Error::invalid(why.to_string()).or_at(at))
}

/// Converts a value, so that it can be written.
///
/// # Errors
/// A failed conversion.
#[inline]
pub fn convert_back<T, U>(value: U) -> Result<T>
where
    U: TryInto<T>,
    U::Error: fmt::Display,
{
    value.try_into().map_err(|why| Error::invalid(why.to_string()))
}

/// Reads the elements of an array, without a count.
///
/// # Errors
/// The first error of an element.
#[inline]
pub fn read_array<'a, T, const N: usize>(
    cursor: &mut Cursor<'a>,
    mut element: impl FnMut(&mut Cursor<'a>) -> Result<T>,
) -> Result<[T; N]> {
    const { assert!(N > 0, "an array without elements has no bytes") };
    let mut elements = Vec::new();
    for index in 0..N {
        elements.push(element(cursor).index(index as u64)?);
    }
    // Both have the same number of elements.
    elements.try_into().map_err(|elements: Vec<T>| {
        let kind = ErrorKind::Extent { elements: N, bytes: elements.len() };
        Error::at(cursor.position(), kind)
    })
}

/// Writes the elements of an array, without a count.
///
/// # Errors
/// The first error of an element.
#[inline]
pub fn write_array<T, const N: usize>(
    writer: &mut Writer,
    elements: &[T; N],
    mut element: impl FnMut(&mut Writer, &T) -> Result<()>,
) -> Result<()> {
    for (index, value) in elements.iter().enumerate() {
        element(writer, value).index(index as u64)?;
    }
    Ok(())
}

impl<'a, C, T: FromWire<'a, C>, const N: usize> FromWire<'a, C> for [T; N] {
    #[inline]
    fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> Result<Self> {
        read_array(cursor, |cursor| T::from_wire(cursor, cx))
    }
}

impl<C, T: ToWire<C>, const N: usize> ToWire<C> for [T; N] {
    const SIZES: Sizes = T::SIZES.times(N);

    #[inline]
    fn to_wire(&self, writer: &mut Writer, cx: &mut C) -> Result<()> {
        const { assert!(!T::IS_OPEN, "an element of an array extends to the end of the bytes") };
        write_array(writer, self, |writer, element| element.to_wire(writer, cx))
    }
}

macro_rules! tuples {
    ($(($($before:ident $at:tt,)* | $last:ident $end:tt);)*) => {$(
        impl<'a, C, $($before: FromWire<'a, C>,)* $last: FromWire<'a, C>> FromWire<'a, C>
            for ($($before,)* $last,)
        {
            #[inline]
            fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> Result<Self> {
                Ok((
                    $($before::from_wire(cursor, cx).index($at)?,)*
                    $last::from_wire(cursor, cx).index($end)?,
                ))
            }
        }

        impl<C, $($before: ToWire<C>,)* $last: ToWire<C>> ToWire<C> for ($($before,)* $last,) {
            const IS_OPEN: bool = $last::IS_OPEN;
            const SIZES: Sizes = Sizes::NONE $(.then($before::SIZES))* .then($last::SIZES);

            #[inline]
            fn to_wire(&self, writer: &mut Writer, cx: &mut C) -> Result<()> {
                $(const {
                    assert!(!$before::IS_OPEN, "a part of a tuple extends to the end of the bytes");
                };)*
                $(self.$at.to_wire(writer, cx).index($at)?;)*
                self.$end.to_wire(writer, cx).index($end)
            }
        }
    )*};
}

tuples! {
    (| T0 0);
    (T0 0, | T1 1);
    (T0 0, T1 1, | T2 2);
    (T0 0, T1 1, T2 2, | T3 3);
    (T0 0, T1 1, T2 2, T3 3, | T4 4);
    (T0 0, T1 1, T2 2, T3 3, T4 4, | T5 5);
    (T0 0, T1 1, T2 2, T3 3, T4 4, T5 5, | T6 6);
    (T0 0, T1 1, T2 2, T3 3, T4 4, T5 5, T6 6, | T7 7);
}

macro_rules! pointers {
    ($($ty:ident)*) => {$(
        impl<'a, C, T: FromWire<'a, C>> FromWire<'a, C> for $ty<T> {
            fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> Result<Self> {
                cursor.enter()?;
                let value = T::from_wire(cursor, cx)?;
                cursor.leave();
                Ok($ty::new(value))
            }
        }

        impl<C, T: ToWire<C>> ToWire<C> for $ty<T> {
            #[inline]
            fn to_wire(&self, writer: &mut Writer, cx: &mut C) -> Result<()> {
                // `IS_OPEN` of a pointer cannot be that of its target: a type that contains itself would be evaluated endlessly.
                const { assert!(!T::IS_OPEN, "a value behind a pointer extends to the end of the bytes") };
                writer.nested(|writer| T::to_wire(self, writer, cx))
            }
        }
    )*};
}

pointers!(Box Rc Arc);

/// Types that are read and written like their targets.
macro_rules! like {
    ($($ty:ty, $written:ty: $other:ty;)*) => {$(
        impl<'a, C: Convention> FromWire<'a, C> for $ty {
            #[inline]
            fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> Result<Self> {
                <$other>::from_wire(cursor, cx).map(<$ty>::from)
            }
        }

        impl<C: Convention> ToWire<C> for $written {
            const SIZES: Sizes = Sizes::COUNTED;

            #[inline]
            fn to_wire(&self, writer: &mut Writer, cx: &mut C) -> Result<()> {
                <$other>::to_wire(&&**self, writer, cx)
            }
        }
    )*};
}

like! {
    Box<str>, Box<str>: &str;
    Rc<str>, Rc<str>: &str;
    Arc<str>, Arc<str>: &str;
    Cow<'a, str>, Cow<'_, str>: &str;
    Cow<'a, [u8]>, Cow<'_, [u8]>: &[u8];
}

impl<'a, C: Convention, K, V> FromWire<'a, C> for BTreeMap<K, V>
where
    K: FromWire<'a, C> + Ord,
    V: FromWire<'a, C>,
{
    fn from_wire(cursor: &mut Cursor<'a>, cx: &C) -> Result<Self> {
        let count = cursor.varint::<C>()?;
        let mut map = BTreeMap::new();
        read_elements(cursor, count, |cursor| {
            let at = cursor.position();
            let key = K::from_wire(cursor, cx)?;
            if map.last_key_value().is_some_and(|(last, _)| *last >= key) {
                return Err(Error::at(at, ErrorKind::KeyOrder));
            }
            map.insert(key, V::from_wire(cursor, cx)?);
            Ok(())
        })?;
        Ok(map)
    }
}

impl<C: Convention, K: ToWire<C>, V: ToWire<C>> ToWire<C> for BTreeMap<K, V> {
    const SIZES: Sizes = Sizes::COUNTED;

    fn to_wire(&self, writer: &mut Writer, cx: &mut C) -> Result<()> {
        const {
            assert!(
                !K::IS_OPEN && !V::IS_OPEN,
                "a key or a value of a map extends to the end of the bytes"
            );
        };
        writer.varint::<C>(self.len() as u64);
        writer.nested(|writer| {
            let start = writer.len();
            for (index, (key, value)) in self.iter().enumerate() {
                key.to_wire(writer, cx).index(index as u64)?;
                value.to_wire(writer, cx).index(index as u64)?;
            }
            check_extent(self.len(), writer.len() - start)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    fn same<T: ToWire<()> + for<'a> FromWire<'a, ()> + PartialEq + Debug>(value: &T, bytes: &[u8]) {
        let mut writer = Writer::new();
        value.to_wire(&mut writer, &mut ()).unwrap();
        assert_eq!(writer.as_slice(), bytes);
        let mut cursor = Cursor::new(bytes);
        assert_eq!(T::from_wire(&mut cursor, &()).as_ref(), Ok(value));
        assert!(cursor.is_empty());
    }

    fn fault<T: for<'a> FromWire<'a, ()> + Debug>(bytes: &[u8]) -> String {
        T::from_wire(&mut Cursor::new(bytes), &()).unwrap_err().to_string()
    }

    #[test]
    fn they_have_the_bytes_of_their_content() {
        same(&1.5f32, &[0, 0, 0xc0, 0x3f]);
        same(&[1u8, 2, 3], &[1, 2, 3]);
        same(&(1u8, "a".to_owned()), &[1, 1, b'a']);
        same(&NonZero::<u16>::MIN, &[1, 0]);
        same(&Arc::<str>::from("ab"), &[2, b'a', b'b']);
        same(&Rc::new(vec![7u8]), &[1, 7]);
        same(&BTreeMap::from([(1u8, 5u8), (2, 4)]), &[2, 1, 5, 2, 4]);
        let bytes = [1, b'x'];
        let text = Cow::<str>::from_wire(&mut Cursor::new(&bytes), &());
        assert!(matches!(text, Ok(Cow::Borrowed("x"))));
    }

    #[test]
    fn invalid_bytes_are_refused() {
        assert_eq!(
            fault::<NonZero<u16>>(&[0, 0]),
            "at byte 0 (0x0): the value 0 is not allowed here"
        );
        let twice = fault::<BTreeMap<u8, u8>>(&[2, 1, 5, 1, 4]);
        assert_eq!(twice, "at byte 3 (0x3), [1]: the keys of a map do not ascend");
        assert!(fault::<[u16; 2]>(&[1, 2, 3]).starts_with("at byte 2 (0x2), [1]: "));
        assert!(fault::<(u8, bool)>(&[1, 2]).starts_with("at byte 1 (0x1), [1]: "));
    }
}
