//! Fields of generated types: conversion into values of the plan, and into owned data.

use crate::plan::Value;
use crate::wire::{F16, F32, F64};
use bytespec_plan::{Encoding, Plan};
use std::borrow::Cow;
use std::fmt;

/// A type that a field of a generated type can have.
pub trait RecordField {
    /// The same type with `'static` for the lifetime.
    type Owned;

    /// The value for the executor of the plan, which writes it.
    fn to_value(&self) -> Value;

    /// Copies the borrowed data.
    fn into_owned(self) -> Self::Owned;

    /// The number in expressions, sign-extended; zero for a type without one.
    fn number(&self) -> u64 {
        0
    }

    /// The number of elements; zero for a type that is no list.
    fn count(&self) -> u64 {
        0
    }

    /// The bytes in expressions; none for another type, and for a text that the encoding cannot represent.
    fn content(&self, encoding: Encoding) -> Option<Cow<'_, [u8]>> {
        let _ = encoding;
        None
    }
}

/// An index into a table; `TABLE` is the index of the table in the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableIndex<const TABLE: u32>(pub u64);

impl<const TABLE: u32> RecordField for TableIndex<TABLE> {
    type Owned = Self;

    fn to_value(&self) -> Value {
        Value::Index { table: TABLE, index: self.0 }
    }

    fn into_owned(self) -> Self {
        self
    }

    fn number(&self) -> u64 {
        self.0
    }
}

/// A text of a file, or bytes that are invalid in its encoding.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Text<'i> {
    /// Characters.
    Characters(Cow<'i, str>),
    /// Bytes that are invalid in the encoding; they are written unchanged.
    IllFormed(Cow<'i, [u8]>),
}

impl Default for Text<'_> {
    /// No characters.
    fn default() -> Self {
        Text::Characters(Cow::Borrowed(""))
    }
}

impl Text<'_> {
    /// The text; none for bytes that are invalid in the encoding.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Text::Characters(text) => Some(text),
            Text::IllFormed(_) => None,
        }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Characters(text) => fmt::Debug::fmt(text, f),
            Text::IllFormed(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
        }
    }
}

/// The text; of invalid bytes, those that are not printable ASCII are escaped.
impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Characters(text) => f.pad(text),
            Text::IllFormed(bytes) => write!(f, "{}", bytes.escape_ascii()),
        }
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl<'i> From<&'i str> for Text<'i> {
    fn from(text: &'i str) -> Self {
        Text::Characters(text.into())
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Text::Characters(text.into())
    }
}

/// A value in bytes of a transform of the host, see [`Executor::with_transforms`](crate::plan::Executor::with_transforms).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hosted<T> {
    /// The value.
    Value(T),
    /// The transformed bytes, if the host lacks the transform. They are written unchanged.
    Opaque(Vec<u8>),
}

impl<T: RecordField> RecordField for Hosted<T> {
    type Owned = Hosted<T::Owned>;

    fn to_value(&self) -> Value {
        match self {
            Hosted::Value(value) => value.to_value(),
            Hosted::Opaque(bytes) => Value::Opaque(Plan::NOWHERE, bytes.clone()),
        }
    }

    fn into_owned(self) -> Self::Owned {
        match self {
            Hosted::Value(value) => Hosted::Value(value.into_owned()),
            Hosted::Opaque(bytes) => Hosted::Opaque(bytes),
        }
    }
}

macro_rules! copied {
    ($($ty:ty: |$value:ident| $variant:expr $(, $number:expr)?;)*) => {$(
        impl RecordField for $ty {
            type Owned = $ty;

            fn to_value(&self) -> Value {
                let $value = *self;
                $variant
            }

            fn into_owned(self) -> Self {
                self
            }

            $(fn number(&self) -> u64 {
                let $value = *self;
                $number
            })?
        }
    )*};
}

copied! {
    bool: |value| Value::Bool(value), value.into();
    u8: |value| Value::Unsigned(value.into()), value.into();
    u16: |value| Value::Unsigned(value.into()), value.into();
    u32: |value| Value::Unsigned(value.into()), value.into();
    u64: |value| Value::Unsigned(value), value;
    i8: |value| Value::Signed(value.into()), i64::from(value).cast_unsigned();
    i16: |value| Value::Signed(value.into()), i64::from(value).cast_unsigned();
    i32: |value| Value::Signed(value.into()), i64::from(value).cast_unsigned();
    i64: |value| Value::Signed(value), value.cast_unsigned();
    u128: |value| Value::Unsigned128(value);
    i128: |value| Value::Signed128(value);
    F16: |value| Value::Float16(value), value.0.into();
    F32: |value| Value::Float32(value), value.0.into();
    F64: |value| Value::Float64(value), value.0;
}

impl RecordField for Cow<'_, [u8]> {
    type Owned = Cow<'static, [u8]>;

    fn to_value(&self) -> Value {
        Value::Bytes(self.to_vec())
    }

    fn into_owned(self) -> Cow<'static, [u8]> {
        Cow::Owned(self.into_owned())
    }

    fn content(&self, _: Encoding) -> Option<Cow<'_, [u8]>> {
        Some(Cow::Borrowed(self))
    }
}

impl RecordField for Cow<'_, str> {
    type Owned = Cow<'static, str>;

    fn to_value(&self) -> Value {
        Value::Text(self.to_string())
    }

    fn into_owned(self) -> Cow<'static, str> {
        Cow::Owned(self.into_owned())
    }

    fn content(&self, encoding: Encoding) -> Option<Cow<'_, [u8]>> {
        encoding.encode(self)
    }
}

impl RecordField for Text<'_> {
    type Owned = Text<'static>;

    fn to_value(&self) -> Value {
        match self {
            Text::Characters(text) => text.to_value(),
            Text::IllFormed(bytes) => bytes.to_value(),
        }
    }

    fn into_owned(self) -> Self::Owned {
        match self {
            Text::Characters(text) => Text::Characters(RecordField::into_owned(text)),
            Text::IllFormed(bytes) => Text::IllFormed(RecordField::into_owned(bytes)),
        }
    }

    fn content(&self, encoding: Encoding) -> Option<Cow<'_, [u8]>> {
        match self {
            Text::Characters(text) => text.content(encoding),
            Text::IllFormed(bytes) => bytes.content(encoding),
        }
    }
}

impl<T: RecordField> RecordField for Option<T> {
    type Owned = Option<T::Owned>;

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Absent, RecordField::to_value)
    }

    fn into_owned(self) -> Self::Owned {
        self.map(RecordField::into_owned)
    }

    fn number(&self) -> u64 {
        self.as_ref().map_or(0, RecordField::number)
    }

    fn count(&self) -> u64 {
        self.as_ref().map_or(0, RecordField::count)
    }

    fn content(&self, encoding: Encoding) -> Option<Cow<'_, [u8]>> {
        self.as_ref().and_then(|field| field.content(encoding))
    }
}

impl<T: RecordField> RecordField for Box<T> {
    type Owned = Box<T::Owned>;

    fn to_value(&self) -> Value {
        (**self).to_value()
    }

    fn into_owned(self) -> Self::Owned {
        Box::new((*self).into_owned())
    }
}

impl<T: RecordField> RecordField for Vec<T> {
    type Owned = Vec<T::Owned>;

    fn to_value(&self) -> Value {
        Value::List(self.iter().map(RecordField::to_value).collect())
    }

    fn into_owned(self) -> Self::Owned {
        self.into_iter().map(RecordField::into_owned).collect()
    }

    fn count(&self) -> u64 {
        self.len() as u64
    }
}
