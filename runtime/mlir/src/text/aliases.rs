//! Aliases: names for attributes and types.

use super::super::generated::{AttributeId, Release, TypeId};
use super::places::{Object, Places};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The name of an alias, without its number.
pub(super) type Base = Cow<'static, str>;

/// The first release that puts an underscore between name and number only if the name ends in a digit.
const PLAIN_NAMES_SINCE: Release = Release::R20;

/// The aliases of a text.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    places: Places,
    /// The aliases, in the order of their definitions.
    sorted: Vec<Alias>,
}

#[derive(Debug)]
struct Alias {
    object: Object,
    name: String,
    deferred: bool,
}

impl Aliases {
    /// Assigns names to entries with aliases, in the order of their definitions: the kind, the name without its number, and
    /// whether the definition comes after the operation. `places` has the index of the alias of an entry.
    pub(super) fn new(
        release: Release,
        entries: impl IntoIterator<Item = (Object, Base, bool)>,
        places: Places,
    ) -> Self {
        let mut naming = Naming::new(release);
        let sorted: Vec<Alias> = entries
            .into_iter()
            .map(|(object, base, deferred)| {
                let sigil = if matches!(object, Object::Type(_)) { '!' } else { '#' };
                Alias { object, name: naming.next(sigil, &base), deferred }
            })
            .collect();
        Aliases { places, sorted }
    }

    fn name(&self, object: Object) -> Option<&str> {
        self.places.get(object).map(|place| self.sorted[place].name.as_str())
    }

    /// The alias of an attribute, if it has one.
    pub(super) fn attribute(&self, id: AttributeId) -> Option<&str> {
        self.name(Object::Attribute(id))
    }

    /// The alias of a type, if it has one.
    pub(super) fn ty(&self, id: TypeId) -> Option<&str> {
        self.name(Object::Type(id))
    }

    /// The definitions before the operation, or those after it if `deferred`, in order.
    pub(super) fn lines(&self, deferred: bool) -> Vec<(Object, String)> {
        let lines = self.sorted.iter().filter(|alias| alias.deferred == deferred);
        lines.map(|alias| (alias.object, alias.name.clone())).collect()
    }
}

/// Assigns names.
struct Naming {
    release: Release,
    counts: HashMap<String, u32>,
    taken: HashSet<String>,
}

impl Naming {
    fn new(release: Release) -> Self {
        Naming { release, counts: HashMap::new(), taken: HashSet::new() }
    }

    fn next(&mut self, sigil: char, base: &str) -> String {
        let digit = base.ends_with(|last: char| last.is_ascii_digit());
        let plain = self.release >= PLAIN_NAMES_SINCE;
        let base = format!("{sigil}{base}{}", if digit && !plain { "_" } else { "" });
        let count = self.counts.entry(base.clone()).or_default();
        loop {
            let line = if digit && plain { "_" } else { "" };
            let name = if *count == 0 { base.clone() } else { format!("{base}{line}{count}") };
            *count += 1;
            if self.taken.insert(name.clone()) || !plain {
                return name;
            }
        }
    }
}
