//! Operations as Rust values with named parts.

use super::entry::Dialect;
use super::op_text::{OpGroup, OpPartKind};
use super::properties::OpProperties;
use crate::{AttributeId, BlockId, PropertyValue, RegionId, TypeId, Value};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::signatures::Count;

/// An operation of a dialect with all its parts, by name. You usually derive it.
///
/// [`Module::view`](crate::Module::view) reads an operation as such a value, and [`Module::make_op`](crate::Module::make_op)
/// creates one from it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no operation of a dialect",
    note = "derive `Operation` for it, with `#[bytecode(dialect = ..., operation = \"...\")]`"
)]
pub trait Operation: Sized {
    /// The dialect of the operation.
    type Dialect: Dialect;
    /// The name of the operation without its dialect.
    const OPERATION: &'static str;
    /// The parts besides properties, in the order of the fields.
    const PARTS: &'static [OpGroup];

    /// The value from the parts of an operation.
    ///
    /// # Errors
    /// A missing part, and properties that do not fit.
    fn from_parts(parts: &mut dyn OpParts) -> Result<Self>;

    /// The parts of the operation, in the order of [`Operation::PARTS`].
    fn to_parts(&self) -> Vec<Vec<OpPart>>;

    /// The properties by name; empty if it has none.
    fn to_properties(&self) -> Vec<(&'static str, PropertyValue)> {
        Vec::new()
    }
}

/// A part of an operation.
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
    Successor(BlockId),
    /// An attribute that is not a property.
    Attribute(AttributeId),
}

/// A result of an operation: its type, and its value if the operation exists.
///
/// A result of a new operation has only a type: create it `From` the type. If the operation defines which operand has the same
/// type, use [`OpResult::default`], which has no type.
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

/// A region of an existing operation. [`OpRegion::default`] is a region of a new operation, and is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpRegion {
    /// The region.
    pub region: Option<RegionId>,
}

/// Gives access to the parts of an operation.
pub trait OpParts {
    /// The parts of a field, by its index in [`Operation::PARTS`].
    ///
    /// # Errors
    /// A part that is missing or that cannot be read.
    fn part(&mut self, index: usize) -> Result<Vec<OpPart>>;

    /// A property by its name.
    ///
    /// # Errors
    /// Properties that cannot be read.
    fn property(&mut self, name: &str) -> Result<Option<PropertyValue>>;
}

/// The properties among the parts of an operation.
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

/// A type of a field of an [`Operation`] other than its properties.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of an operation",
    note = "parts are `Value` (an operand), `OpResult`, `OpRegion`, `BlockId` (a successor), `AttributeId`, and an `Option` or `Vec` of one; \
            properties have the key `properties`"
)]
pub trait OpField: Sized {
    /// The kind of the parts.
    const KIND: OpPartKind;
    /// The number of parts.
    const COUNT: Count;

    /// The value for parts; `None` for another number or kind of parts.
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
    BlockId Successor;
    AttributeId Attribute;
}

/// The field of an operation at an index.
///
/// # Errors
/// Missing parts, and too many parts.
pub fn field<O: Operation, F: OpField>(parts: &mut dyn OpParts, index: usize) -> Result<F> {
    let found = parts.part(index)?;
    F::from_parts(&found).ok_or_else(|| {
        let name = O::PARTS.get(index).map_or("", |part| part.group.name);
        missing::<O>(F::KIND, name)
    })
}

/// The error for a missing part of an operation.
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
