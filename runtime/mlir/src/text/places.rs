//! A number for entries of the tables.

use super::super::generated::{AttributeId, TypeId};
use super::super::module::Module;

/// An entry of one of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Object {
    Attribute(AttributeId),
    Type(TypeId),
    /// The location that says nothing: an argument has it that has none in the file.
    UnknownLocation,
}

/// In place of a number, where there is none.
const NONE: u32 = u32::MAX;

/// Numbers of entries.
#[derive(Debug, Default)]
pub(super) struct Places {
    attributes: Vec<u32>,
    types: Vec<u32>,
    unknown_location: Option<u32>,
}

impl Places {
    pub(super) fn new(module: &Module<'_>) -> Self {
        Places {
            attributes: vec![NONE; module.attributes.len()],
            types: vec![NONE; module.types.len()],
            unknown_location: None,
        }
    }

    /// The number of an entry; none for one that has none, or that there is not.
    #[inline]
    pub(super) fn get(&self, object: Object) -> Option<usize> {
        let place = match object {
            Object::Attribute(id) => self.attributes.get(id.0 as usize).copied(),
            Object::Type(id) => self.types.get(id.0 as usize).copied(),
            Object::UnknownLocation => self.unknown_location,
        };
        place.filter(|place| *place != NONE).map(|place| place as usize)
    }

    /// Gives an entry a number.
    pub(super) fn set(&mut self, object: Object, place: usize) {
        let there = match object {
            Object::Attribute(id) => self.attributes.get_mut(id.0 as usize),
            Object::Type(id) => self.types.get_mut(id.0 as usize),
            Object::UnknownLocation => Some(self.unknown_location.insert(NONE)),
        };
        if let Some(there) = there {
            *there = place as u32;
        }
    }

    /// Gives all entries other numbers, or none.
    pub(super) fn renumber(&mut self, number: impl Fn(usize) -> Option<usize>) {
        let tables = self.attributes.iter_mut().chain(&mut self.types);
        for place in tables.chain(&mut self.unknown_location) {
            let new = if *place == NONE { None } else { number(*place as usize) };
            *place = new.map_or(NONE, |new| new as u32);
        }
    }
}
