//! Attributes of operations as Rust values.

use crate::generated::{Attribute, ConstantId, NamedAttribute, StringId, TypeId};
use bytespec_core::from;

/// The value of an attribute of an operation.
///
/// ```
/// use bytespec::tile_ir::{AttributeValue, Module, Type, Version};
///
/// let mut module = Module::new(Version::LATEST);
/// let scalar = module.scalar(Type::Int32);
/// let kernel = module.kernel("k", &[scalar], |b, params| {
///     b.addi(params[0], params[0]).build();
///     b.return_([]).build();
/// })?;
/// let body = &mut module.function_at_mut(kernel)?.body;
/// let add = body.walk().next().expect("it was made");
/// assert_eq!(body.get(add, "overflow")?, Some(AttributeValue::Member("none")));
/// body.set(add, "overflow", AttributeValue::Member("no_signed_wrap"))?;
/// body.unset(add, "overflow")?;
/// assert_eq!(body.get(add, "overflow")?, Some(AttributeValue::Member("none")));
/// # Ok::<(), bytespec::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttributeValue {
    /// A Boolean.
    Flag(bool),
    /// A number.
    Integer(i128),
    /// A member of an enum, by its name.
    Member(&'static str),
    /// A string of the module.
    String(StringId),
    /// A type of the module.
    Type(TypeId),
    /// A constant of the module.
    Constant(ConstantId),
    /// An array of Booleans.
    Flags(Vec<bool>),
    /// An array of integers.
    Integers(Vec<i32>),
    /// An attribute.
    Attribute(Attribute),
    /// An array of attributes.
    Attributes(Vec<Attribute>),
    /// A list of named attributes.
    Named(Vec<NamedAttribute>),
}

from! {
    AttributeValue:
    bool, value => AttributeValue::Flag(value);
    i32, value => AttributeValue::Integer(value.into());
    i64, value => AttributeValue::Integer(value.into());
    u32, value => AttributeValue::Integer(value.into());
    u64, value => AttributeValue::Integer(value.into());
    StringId, id => AttributeValue::String(id);
    TypeId, id => AttributeValue::Type(id);
    ConstantId, id => AttributeValue::Constant(id);
    Vec<bool>, flags => AttributeValue::Flags(flags);
    Vec<i32>, numbers => AttributeValue::Integers(numbers);
    Attribute, attribute => AttributeValue::Attribute(attribute);
    Vec<Attribute>, attributes => AttributeValue::Attributes(attributes);
    Vec<NamedAttribute>, attributes => AttributeValue::Named(attributes);
}
