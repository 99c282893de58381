//! Properties of operations as Rust values.

use super::entry::Dialect;
use super::op_text::ListedOperation;
use crate::{AttributeId, PropertyValue, StringId};
use bytespec_core::by_release::EVERY_OPERATION;
use bytespec_core::error::Result;
use bytespec_core::properties::{Field, Kind};

/// The properties of an operation of a dialect. You usually derive it.
pub trait OpProperties: Sized {
    /// The dialect of the operation.
    type Dialect: Dialect;
    /// The name of the operation without its dialect; [`EVERY_OPERATION`] for all operations of the dialect without properties
    /// of their own.
    const OPERATION: &'static str;
    /// The properties in the order of the bytes.
    const LAYOUT: &'static [Field];

    /// The value from the properties of an operation; `get` returns a property by its name.
    ///
    /// # Errors
    /// A property that does not fit.
    fn from_properties(get: &mut dyn FnMut(&str) -> Option<PropertyValue>) -> Result<Self>;

    /// The properties by name.
    fn to_properties(&self) -> Vec<(&'static str, PropertyValue)>;
}

/// A type of a property.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a property of an operation",
    note = "properties are `AttributeId`, `Option<AttributeId>`, `u64`, `Option<u64>`, `bool`, `StringId` or, for sizes of segments, `[u32; N]`"
)]
pub trait PropertyType: Sized {
    /// The encoding of the property.
    const KIND: Kind;

    /// The value from a property; `value` is `None` if the operation has no properties.
    ///
    /// # Errors
    /// A value of another kind.
    fn from_property(value: Option<PropertyValue>) -> Result<Self>;

    /// The value as a property.
    fn to_property(&self) -> PropertyValue;
}

#[cold]
fn misfit<T>(value: Option<PropertyValue>, expected: &'static str) -> Result<T> {
    Err(PropertyValue::misfit(value.as_ref(), expected))
}

macro_rules! property_types {
    ($($ty:ty: $kind:ident, $what:literal, { $($from:pat => $value:expr),* }, $of:ident => $to:expr;)*) => {$(
        impl PropertyType for $ty {
            const KIND: Kind = Kind::$kind;

            fn from_property(value: Option<PropertyValue>) -> Result<Self> {
                match value {
                    $($from => Ok($value),)*
                    value => misfit(value, $what),
                }
            }

            fn to_property(&self) -> PropertyValue {
                let $of = *self;
                $to
            }
        }
    )*};
}

property_types! {
    AttributeId: Attribute, "an attribute",
        { Some(PropertyValue::Attribute(id)) => id },
        id => PropertyValue::Attribute(id);
    Option<AttributeId>: OptionalAttribute, "an attribute, or none",
        { Some(PropertyValue::Attribute(id)) => Some(id), Some(PropertyValue::None) | None => None },
        id => id.map_or(PropertyValue::None, PropertyValue::Attribute);
    u64: Varint, "a number",
        { Some(PropertyValue::Number(number)) => number, None => 0 },
        number => PropertyValue::Number(number);
    Option<u64>: OptionalVarint, "a number, or none",
        { Some(PropertyValue::Number(number)) => Some(number), Some(PropertyValue::None) | None => None },
        number => number.map_or(PropertyValue::None, PropertyValue::Number);
    bool: Bool, "a truth value",
        { Some(PropertyValue::Bool(value)) => value, None => false },
        value => PropertyValue::Bool(value);
    StringId: String, "a string",
        { Some(PropertyValue::String(id)) => id },
        id => PropertyValue::String(id);
}

impl<const N: usize> PropertyType for [u32; N] {
    const KIND: Kind = Kind::Segments(N as u32);

    fn from_property(value: Option<PropertyValue>) -> Result<Self> {
        match value {
            Some(PropertyValue::Segments(sizes)) => {
                let other = |sizes| misfit(Some(PropertyValue::Segments(sizes)), "as many sizes");
                sizes.try_into().or_else(other)
            }
            None => Ok([0; N]),
            value => misfit(value, "sizes of segments"),
        }
    }

    fn to_property(&self) -> PropertyValue {
        PropertyValue::Segments(self.to_vec())
    }
}

/// The layout of an operation, named without its dialect, in a dialect's list: its own, or else the one of all operations.
#[must_use]
pub fn find_layout(listed: &[ListedOperation], operation: &str) -> Option<&'static [Field]> {
    let of = |wanted| listed.iter().find(|one| one.name == wanted).map(|one| one.layout);
    of(operation).or_else(|| of(EVERY_OPERATION))
}
