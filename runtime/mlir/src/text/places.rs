//! Maps entries of the tables to numbers.

use super::super::generated::{AttributeId, TypeId};
use super::super::module::Module;

/// An entry of one of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Object {
    Attribute(AttributeId),
    Type(TypeId),
    /// The unknown location, which an argument without a location in the file has.
    UnknownLocation,
}

/// Marks an entry without a number.
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

    /// The number of an entry; `None` for one without a number, and past the table.
    #[inline]
    pub(super) fn get(&self, object: Object) -> Option<usize> {
        let place = match object {
            Object::Attribute(id) => self.attributes.get(id.0 as usize).copied(),
            Object::Type(id) => self.types.get(id.0 as usize).copied(),
            Object::UnknownLocation => self.unknown_location,
        };
        place.filter(|place| *place != NONE).map(|place| place as usize)
    }

    /// Sets the number of an entry.
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

    /// Replaces or removes the numbers of all entries.
    pub(super) fn renumber(&mut self, number: impl Fn(usize) -> Option<usize>) {
        let tables = self.attributes.iter_mut().chain(&mut self.types);
        for place in tables.chain(&mut self.unknown_location) {
            let new = if *place == NONE { None } else { number(*place as usize) };
            *place = new.map_or(NONE, |new| new as u32);
        }
    }
}
