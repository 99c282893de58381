//! Operations as values of Rust: what they have, by name.

use super::entry::Dialect;
use super::op_text::{OpGroup, OpPartKind};
use super::properties::OpProperties;
use crate::{AttributeId, Block, PropertyValue, Region, TypeId, Value};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::signatures::Count;

/// An operation of a dialect with all that it has, by name. As a rule it is derived.
///
/// [`Module::view`](crate::Module::view) reads one, and [`Module::make_op`](crate::Module::make_op) makes one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operation of a dialect",
    note = "derive `Operation` for it, with `#[bytecode(dialect = ..., operation = \"...\")]`"
)]
pub trait Operation: Sized {
    /// The dialect of the operation.
    type Dialect: Dialect;
    /// The name of the operation without its dialect.
    const OPERATION: &'static str;
    /// What it has besides properties, in the order of the fields.
    const PARTS: &'static [OpGroup];

    /// The value of what an operation has.
    ///
    /// # Errors
    /// Something that is missing, and properties that do not fit.
    fn from_parts(parts: &mut dyn OpParts) -> Result<Self>;

    /// What the operation has, in the order of [`Operation::PARTS`].
    fn to_parts(&self) -> Vec<Vec<OpPart>>;

    /// The properties by name; none where it has none.
    fn to_properties(&self) -> Vec<(&'static str, PropertyValue)> {
        Vec::new()
    }
}

/// One thing that an operation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpPart {
    /// An operand.
    Operand(Value),
    /// A result.
    Result(OpResult),
    /// A region.
    Region(OpRegion),
    /// A successor.
    Successor(Block),
    /// An attribute that is no property.
    Attribute(AttributeId),
}

/// A result of an operation: its value, once the operation is made, and its type.
///
/// A result of an operation to be has a type alone, made `From` it, or by [`OpResult::default`] none, where the operation says which
/// operand has the same type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpResult {
    /// The value.
    pub value: Option<Value>,
    /// The type of the value.
    pub ty: Option<TypeId>,
}

impl From<TypeId> for OpResult {
    fn from(ty: TypeId) -> Self {
        OpResult { value: None, ty: Some(ty) }
    }
}

/// A region of an operation, once the operation is made; [`OpRegion::default`] is one of an operation to be, which begins empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpRegion {
    /// The region.
    pub region: Option<Region>,
}

/// Gives what an operation has, by the names of fields.
pub trait OpParts {
    /// What a field has, by its place in [`Operation::PARTS`].
    ///
    /// # Errors
    /// Something that is missing or that cannot be read.
    fn part(&mut self, index: usize) -> Result<Vec<OpPart>>;

    /// A property.
    ///
    /// # Errors
    /// Properties that cannot be read.
    fn property(&mut self, name: &str) -> Result<Option<PropertyValue>>;
}

/// The properties among what an operation has.
///
/// # Errors
/// Properties that cannot be read or do not fit.
pub fn properties<P: OpProperties>(parts: &mut dyn OpParts) -> Result<P> {
    let mut failed = None;
    let value = P::from_properties(&mut |name| match parts.property(name) {
        Ok(value) => value,
        Err(error) => {
            failed.get_or_insert(error);
            None
        }
    });
    failed.map_or(value, Err)
}

/// Something that a field of an [`Operation`] can be, but for its properties.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of an operation",
    note = "parts are `Value` (an operand), `OpResult`, `OpRegion`, `Block` (a successor), `AttributeId`, and an `Option` or `Vec` of one; \
            properties have the key `properties`"
)]
pub trait OpField: Sized {
    /// What it is.
    const KIND: OpPartKind;
    /// How many it has.
    const COUNT: Count;

    /// The value of parts; none where these are not as many, or of another kind.
    fn from_parts(parts: &[OpPart]) -> Option<Self>;

    /// The parts of the value.
    fn to_parts(&self) -> Vec<OpPart>;
}

macro_rules! fields {
    ($($ty:ident $kind:ident;)*) => {$(
        impl OpField for $ty {
            const KIND: OpPartKind = OpPartKind::$kind;
            const COUNT: Count = Count::One;

            fn from_parts(parts: &[OpPart]) -> Option<Self> {
                match parts {
                    [OpPart::$kind(part)] => Some(*part),
                    _ => None,
                }
            }

            fn to_parts(&self) -> Vec<OpPart> {
                vec![OpPart::$kind(*self)]
            }
        }

        impl OpField for Option<$ty> {
            const KIND: OpPartKind = OpPartKind::$kind;
            const COUNT: Count = Count::Optional;

            fn from_parts(parts: &[OpPart]) -> Option<Self> {
                match parts {
                    [] => Some(None),
                    [OpPart::$kind(part)] => Some(Some(*part)),
                    _ => None,
                }
            }

            fn to_parts(&self) -> Vec<OpPart> {
                self.iter().map(|part| OpPart::$kind(*part)).collect()
            }
        }

        impl OpField for Vec<$ty> {
            const KIND: OpPartKind = OpPartKind::$kind;
            const COUNT: Count = Count::Variadic;

            fn from_parts(parts: &[OpPart]) -> Option<Self> {
                let one = |part: &OpPart| match part {
                    OpPart::$kind(part) => Some(*part),
                    _ => None,
                };
                parts.iter().map(one).collect()
            }

            fn to_parts(&self) -> Vec<OpPart> {
                self.iter().map(|part| OpPart::$kind(*part)).collect()
            }
        }
    )*};
}

fields! {
    Value Operand;
    OpResult Result;
    OpRegion Region;
    Block Successor;
    AttributeId Attribute;
}

/// The field of an operation at a place.
///
/// # Errors
/// Parts that are missing or too many.
pub fn field<O: Operation, F: OpField>(parts: &mut dyn OpParts, index: usize) -> Result<F> {
    let found = parts.part(index)?;
    F::from_parts(&found).ok_or_else(|| {
        let name = O::PARTS.get(index).map_or("", |part| part.group.name);
        missing::<O>(F::KIND, name)
    })
}

/// The error for something that an operation lacks.
#[cold]
pub(crate) fn missing<O: Operation>(kind: OpPartKind, name: &str) -> Error {
    let operation = full_name::<O>();
    let item = format!("the {} `{name}` of `{operation}`", kind.word()).into();
    Error::new(ErrorKind::Absent { item, why: "is missing" })
}

/// The name of an operation with its dialect.
pub(crate) fn full_name<O: Operation>() -> String {
    format!("{}.{}", O::Dialect::NAME, O::OPERATION)
}
