//! Edits of owned values, at the path of a part. Proofs use them to make values whose fields disagree.

use crate::small::{ThinVec, ValueList};
use crate::values::{Typed, Value};
use crate::wire::{F16, F32, F64, TableBuilder};
use std::any::Any;
use std::mem;

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'n> {
    /// A field, by its name in the schema.
    Field(&'n str),
    /// An element of a list.
    Element(usize),
}

/// A change of a part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Swaps it with the same part of another value.
    Exchange,
    /// Sets it to this number, which is the bits of a float.
    Number(i128),
    /// Makes it absent.
    Absent,
    /// Removes its last element, byte or letter.
    Drop,
    /// Repeats its last element this many times, or adds this many bytes or letters.
    Add(usize),
}

/// A value whose parts can be edited.
pub trait Edit: Sized {
    /// Changes the part at a path. An exchange needs the same part of `other`. Returns whether the part exists and can be changed
    /// in this way; otherwise, nothing changes.
    fn edit_at(&mut self, other: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        match (path, change, other) {
            ([], Change::Exchange, Some(other)) => {
                mem::swap(self, other);
                true
            }
            ([], Change::Exchange, None) => false,
            (_, _, other) => self.edit_inside(other, path, change),
        }
    }

    /// The parts with a name.
    fn parts(&mut self) -> Vec<(&'static str, Place<'_>)> {
        Vec::new()
    }

    /// Makes a change other than an exchange of the whole value.
    fn edit_inside(&mut self, other: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        let [Part::Field(name), rest @ ..] = path else { return false };
        let alike = |other: &&mut Self| mem::discriminant(&**other) == mem::discriminant(self);
        let other = other.filter(alike).and_then(|other| named(other, name));
        match (named(self, name), other) {
            (Some(Place::Inside(own)), Some(Place::Inside(other))) => {
                own.edit_part(Some(other.as_any()), rest, change)
            }
            (Some(Place::Inside(own)), _) => own.edit_part(None, rest, change),
            (Some(Place::Whole(own)), Some(Place::Whole(other))) => {
                rest.is_empty() && change == Change::Exchange && own.exchange(other.as_any())
            }
            _ => false,
        }
    }
}

/// A part of a value.
pub enum Place<'p> {
    /// Its inside can be changed, too.
    Inside(&'p mut dyn EditPart),
    /// It can only be exchanged: a type of the host, whose parts are unknown.
    Whole(&'p mut dyn Exchange),
}

/// The part with a name.
fn named<'p>(value: &'p mut impl Edit, name: &str) -> Option<Place<'p>> {
    value.parts().into_iter().find(|(known, _)| *known == name).map(|(_, part)| part)
}

/// A part that can be edited, whatever its type.
pub trait EditPart {
    /// Like [`Edit::edit_at`]; `other` is of the same type.
    fn edit_part(&mut self, other: Option<&mut dyn Any>, path: &[Part<'_>], change: Change)
    -> bool;

    /// The part, to find out its type.
    fn as_any(&mut self) -> &mut dyn Any;
}

impl<T: Edit + 'static> EditPart for T {
    fn edit_part(
        &mut self,
        other: Option<&mut dyn Any>,
        path: &[Part<'_>],
        change: Change,
    ) -> bool {
        self.edit_at(other.and_then(|other| other.downcast_mut()), path, change)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// A part that can be exchanged, whatever its type.
pub trait Exchange {
    /// Swaps it with another part; false if that has another type.
    fn exchange(&mut self, other: &mut dyn Any) -> bool;

    /// The part, to find out its type.
    fn as_any(&mut self) -> &mut dyn Any;
}

impl<T: 'static> Exchange for T {
    fn exchange(&mut self, other: &mut dyn Any) -> bool {
        other.downcast_mut().map(|other| mem::swap(self, other)).is_some()
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// The truth value of a number.
fn is_odd(number: u8) -> bool {
    number & 1 == 1
}

macro_rules! numbers {
    ($($ty:ty: $bits:ty, $make:path;)*) => {$(
        impl Edit for $ty {
            fn edit_inside(&mut self, _: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
                let ([], Change::Number(number)) = (path, change) else { return false };
                let Ok(bits) = <$bits>::try_from(number) else { return false };
                *self = $make(bits);
                true
            }
        }
    )*};
}

numbers! {
    u8: u8, std::convert::identity;
    u16: u16, std::convert::identity;
    u32: u32, std::convert::identity;
    u64: u64, std::convert::identity;
    i8: i8, std::convert::identity;
    i16: i16, std::convert::identity;
    i32: i32, std::convert::identity;
    i64: i64, std::convert::identity;
    bool: u8, is_odd;
    F16: u16, F16;
    F32: u32, F32;
    F64: u64, F64;
}

/// A value is known by the operations around, and a table has its entries as bytes: both are exchanged only.
impl Edit for Value {}
impl Edit for TableBuilder {}

impl<T: Edit> Edit for Option<T> {
    fn edit_inside(&mut self, other: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        match (self, path, change) {
            (None, ..) => false,
            (whole, [], Change::Absent) => {
                *whole = None;
                true
            }
            (Some(value), ..) => value.edit_at(other.and_then(Option::as_mut), path, change),
        }
    }
}

impl<T: Edit> Edit for Box<T> {
    fn edit_inside(&mut self, other: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        T::edit_at(self, other.map(|other| &mut **other), path, change)
    }
}

/// Makes a change of a list as a whole.
pub(crate) fn of_list<T: Clone>(list: &mut Vec<T>, change: Change) -> bool {
    match (change, list.last().cloned()) {
        (Change::Drop, Some(_)) => {
            list.pop();
            true
        }
        (Change::Add(count), Some(last)) => {
            list.extend(std::iter::repeat_n(last, count));
            true
        }
        _ => false,
    }
}

/// Makes a change inside of an element of a list.
fn of_element<T: Edit>(
    list: &mut [T],
    other: Option<&mut [T]>,
    path: &[Part<'_>],
    change: Change,
) -> bool {
    let [Part::Element(at), rest @ ..] = path else { return false };
    let other = other.and_then(|other| other.get_mut(*at));
    list.get_mut(*at).is_some_and(|element| element.edit_at(other, rest, change))
}

impl<T: Edit + Clone> Edit for ThinVec<T> {
    fn edit_inside(&mut self, other: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        match path {
            [] => of_list(self.edit(), change),
            path => of_element(self, other.map(|other| &mut **other), path, change),
        }
    }
}

impl Edit for ValueList {
    fn edit_inside(&mut self, other: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        match path {
            [] => {
                let mut list = self.to_vec();
                let changed = of_list(&mut list, change);
                *self = list.into();
                changed
            }
            path => of_element(self, other.map(|other| &mut **other), path, change),
        }
    }
}

/// The position of a result determines its value, so only its type can be edited.
impl<T: Edit> Edit for Typed<T> {
    fn edit_at(&mut self, other: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        self.ty.edit_at(other.map(|other| &mut other.ty), path, change)
    }
}

impl Edit for Vec<u8> {
    fn edit_inside(&mut self, _: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        match (path, change) {
            ([], Change::Drop) => self.pop().is_some(),
            ([], Change::Add(count)) => {
                self.extend(std::iter::repeat_n(0, count));
                true
            }
            _ => false,
        }
    }
}

impl Edit for String {
    fn edit_inside(&mut self, _: Option<&mut Self>, path: &[Part<'_>], change: Change) -> bool {
        match (path, change) {
            ([], Change::Drop) => self.pop().is_some(),
            ([], Change::Add(count)) => {
                self.extend(std::iter::repeat_n('x', count));
                true
            }
            _ => false,
        }
    }
}
