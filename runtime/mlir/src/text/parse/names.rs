//! Resolves names of attributes, types and locations.

use super::super::super::generated::{AttributeId, TypeId};
use bytespec_core::interner::Interner;
use std::rc::Rc;

/// Marks the number of a location whose name is not defined yet.
const LATER: u32 = 1 << 31;

/// The aliases of attributes and types, by name with the sigil.
#[derive(Debug, Default)]
pub(super) struct Aliases<'t> {
    known: Interner,
    list: Vec<Alias<'t>>,
}

/// An alias and its meaning.
#[derive(Debug)]
pub(super) struct Alias<'t> {
    pub(super) name: &'t str,
    pub(super) meaning: Meaning,
    /// The text of the definition.
    pub(super) text: &'t str,
    /// The same text without aliases.
    pub(super) whole: Option<Rc<str>>,
    /// The offset of the first use before the definition.
    pub(super) used: Option<usize>,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The name is not defined yet.
    Nothing,
    Attribute(AttributeId),
    Type(TypeId),
}

impl<'t> Aliases<'t> {
    pub(super) fn get(&self, name: &str) -> Option<&Alias<'t>> {
        self.list.get(self.place(name)?)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Alias<'t>> {
        let place = self.place(name)?;
        self.list.get_mut(place)
    }

    fn place(&self, name: &str) -> Option<usize> {
        let content = |place: u32| self.list.get(place as usize).map(|alias| alias.name);
        Some(self.known.find(content, &Some(name))? as usize)
    }

    fn entry(&mut self, name: &'t str) -> (usize, &mut Alias<'t>) {
        let (next, list) = (self.list.len(), &self.list);
        let content = |place: u32| list.get(place as usize).map(|alias| alias.name);
        let known = self.known.place(next, content, &Some(name));
        let place = known.map_or(next, |place| place as usize);
        if known.is_none() {
            let meaning = Meaning::Nothing;
            self.list.push(Alias { name, meaning, text: "", whole: None, used: None });
        }
        (place, &mut self.list[place])
    }

    /// Defines a name.
    pub(super) fn define(&mut self, name: &'t str, meaning: Meaning, text: &'t str) {
        let (_, alias) = self.entry(name);
        (alias.meaning, alias.text) = (meaning, text);
    }

    /// The location with a name; before the definition, a number that represents it.
    pub(super) fn location(&mut self, name: &'t str, offset: usize) -> AttributeId {
        let (place, alias) = self.entry(name);
        match alias.meaning {
            Meaning::Attribute(id) => id,
            Meaning::Nothing | Meaning::Type(_) => {
                alias.used.get_or_insert(offset);
                AttributeId(place as u32 | LATER)
            }
        }
    }

    /// The location for a number that was given out before its definition.
    pub(super) fn resolved(&self, id: AttributeId) -> AttributeId {
        if id.0 & LATER == 0 {
            return id;
        }
        match self.list.get((id.0 & !LATER) as usize).map(|alias| alias.meaning) {
            Some(Meaning::Attribute(id)) => id,
            _ => id,
        }
    }

    /// The names that were used as locations before their definition.
    pub(super) fn used_early(&self) -> impl Iterator<Item = (&Alias<'t>, usize)> {
        self.list.iter().filter_map(|alias| Some((alias, alias.used?)))
    }
}
