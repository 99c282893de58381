//! Access to attributes for printing and parsing, and creation of operations from parts. Generated code implements these
//! traits.

use super::super::generated::{
    Attribute, ConstantId, NamedAttribute, Op, OpKind, ResultValue, StringId, TypeId,
};
use super::groups::Groups;
pub(in super::super) use crate::edit::values::AttributeValue as Given;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::small::{ThinVec, ValueList};
use bytespec_core::values::{RegionId, Value};
use std::borrow::Cow;

/// How much of its type an attribute's text contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Form {
    /// Always the type: for a value of a dictionary.
    Full,
    /// The type unless it is the default: for an element of a list.
    Short,
    /// Never the type: for the value of a hint.
    Bare,
}

/// The value of an attribute; `None` if it is absent.
pub(in super::super) trait Show {
    fn show(&self) -> Option<Given>;
}

/// An operation whose attributes are printed by their index.
pub(in super::super) trait ShowAttribute {
    fn attribute(&self, position: usize) -> Option<Given>;
}

impl Given {
    /// Whether the value is true, not zero or not empty.
    pub(super) fn has_content(&self) -> bool {
        match self {
            Given::Flag(flag) => *flag,
            Given::Integer(number) => *number != 0,
            Given::Flags(list) => !list.is_empty(),
            Given::Integers(list) => !list.is_empty(),
            Given::Attributes(list) => !list.is_empty(),
            Given::Named(list) => !list.is_empty(),
            _ => true,
        }
    }

    /// The error for a value that does not fit the attribute.
    #[cold]
    pub(in super::super) fn misfit(&self, expected: &'static str) -> Error {
        let (item, found) = ("the attribute".to_owned(), format!("{self:?}"));
        Error::new(ErrorKind::Kind { item, found, expected: expected.into() })
    }
}

/// An attribute that is created from a parsed value.
pub(in super::super) trait Take: Sized {
    fn take(given: Given) -> Result<Self>;
}

/// An operation that is created from its parts.
pub(in super::super) trait Assemble: Sized {
    fn assemble(kind: OpKind, parts: &mut Parts) -> Result<Self>;
}

macro_rules! integers {
    ($($ty:ty)*) => {
        $(
            impl Show for $ty {
                fn show(&self) -> Option<Given> {
                    Some(Given::Integer(i128::from(*self)))
                }
            }

            impl Take for $ty {
                fn take(given: Given) -> Result<Self> {
                    match given {
                        Given::Integer(value) => <$ty>::try_from(value).map_err(|_| {
                            Error::new(ErrorKind::Width { value, bits: <$ty>::BITS })
                        }),
                        given => Err(given.misfit("Integer")),
                    }
                }
            }
        )*
    };
}

integers!(u8 u16 u32 u64 i8 i16 i32 i64);

macro_rules! same {
    ($($variant:ident: $ty:ty),* $(,)?) => {
        $(
            impl Show for $ty {
                fn show(&self) -> Option<Given> {
                    Some(Given::$variant(self.clone()))
                }
            }

            impl Take for $ty {
                fn take(given: Given) -> Result<Self> {
                    match given {
                        Given::$variant(value) => Ok(value),
                        given => Err(given.misfit(stringify!($variant))),
                    }
                }
            }
        )*
    };
}

same! {
    Flag: bool,
    String: StringId,
    Type: TypeId,
    Constant: ConstantId,
    Attribute: Attribute,
}

macro_rules! lists {
    ($($variant:ident: $element:ty),* $(,)?) => {
        $(
            impl Show for ThinVec<$element> {
                fn show(&self) -> Option<Given> {
                    Some(Given::$variant(self.to_vec()))
                }
            }

            impl Take for ThinVec<$element> {
                fn take(given: Given) -> Result<Self> {
                    match given {
                        Given::$variant(values) => Ok(values.into()),
                        given => Err(given.misfit(stringify!($variant))),
                    }
                }
            }
        )*
    };
}

lists!(Flags: bool, Integers: i32, Attributes: Attribute, Named: NamedAttribute);

impl<T: Show> Show for Option<T> {
    fn show(&self) -> Option<Given> {
        self.as_ref().and_then(Show::show)
    }
}

impl<T: Take> Take for Option<T> {
    fn take(given: Given) -> Result<Self> {
        T::take(given).map(Some)
    }
}

impl<T: Show> Show for Box<T> {
    fn show(&self) -> Option<Given> {
        (**self).show()
    }
}

impl<T: Take> Take for Box<T> {
    fn take(given: Given) -> Result<Self> {
        T::take(given).map(Box::new)
    }
}

/// The parts of a new operation, by group and in order. They are taken one after the other.
#[derive(Debug, Default)]
pub(in super::super) struct Parts {
    pub(in super::super) results: Vec<Vec<ResultValue>>,
    pub(in super::super) attributes: Vec<Option<Given>>,
    pub(in super::super) operands: Vec<Vec<Value>>,
    pub(in super::super) regions: Vec<RegionId>,
    /// The number of parts of each kind that were taken.
    pub(in super::super) taken: [usize; 4],
}

impl Parts {
    /// The parts of an operation, with other attributes.
    pub(in super::super) fn of(op: &Op, attributes: Vec<Option<Given>>) -> Self {
        let mut groups = Groups::default();
        groups.fill(op);
        Parts {
            results: groups.results.iter().map(|group| group.to_vec()).collect(),
            attributes,
            operands: groups.operands.iter().map(|group| group.to_vec()).collect(),
            regions: groups.regions,
            taken: [0; 4],
        }
    }

    fn next(&mut self, kind: usize) -> usize {
        let index = self.taken[kind];
        self.taken[kind] += 1;
        index
    }

    fn next_results(&mut self) -> Vec<ResultValue> {
        let index = self.next(0);
        self.results.get_mut(index).map(std::mem::take).unwrap_or_default()
    }

    fn next_operands(&mut self) -> &[Value] {
        let index = self.next(2);
        self.operands.get(index).map_or(&[], Vec::as_slice)
    }

    pub(in super::super) fn result(&mut self) -> Result<ResultValue> {
        self.optional_result().ok_or_else(|| missing("a result"))
    }

    pub(in super::super) fn optional_result(&mut self) -> Option<ResultValue> {
        self.next_results().first().copied()
    }

    pub(in super::super) fn results(&mut self) -> ThinVec<ResultValue> {
        self.next_results().into()
    }

    /// The next attribute; `None` if the text does not have it.
    pub(in super::super) fn attribute<T: Take>(&mut self) -> Result<Option<T>> {
        let index = self.next(1);
        self.attributes.get_mut(index).and_then(Option::take).map(T::take).transpose()
    }

    pub(in super::super) fn required<T: Take>(&mut self, name: &str) -> Result<T> {
        self.attribute()?.ok_or_else(|| missing(format!("`{name}`")))
    }

    pub(in super::super) fn operand(&mut self) -> Result<Value> {
        self.optional_operand().ok_or_else(|| missing("an operand"))
    }

    pub(in super::super) fn optional_operand(&mut self) -> Option<Value> {
        self.next_operands().first().copied()
    }

    pub(in super::super) fn operands(&mut self) -> ValueList {
        self.next_operands().into()
    }

    /// The number of operands in a group, even after it was taken.
    pub(in super::super) fn group_len(&self, group: usize) -> usize {
        self.operands.get(group).map_or(0, Vec::len)
    }

    pub(in super::super) fn region(&mut self) -> Result<RegionId> {
        let index = self.next(3);
        self.regions.get(index).copied().ok_or_else(|| missing("a region"))
    }
}

/// The error for a missing part.
#[cold]
pub(super) fn missing(item: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::Absent { item: item.into(), why: "is missing" })
}
