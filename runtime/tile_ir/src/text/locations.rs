//! Locations and their parts. Each has an alias, which is defined at the end of the text.

use super::super::generated::{DebugEntry, DebugId, StringId};
use super::super::module::{Module, entry};
use super::visit::{each_printed, no_text};
use bytespec_core::error::Result;
use bytespec_core::hash::Map;
use bytespec_core::quoted;
use bytespec_core::reflect::Text;
use bytespec_core::text::output::Print;
use bytespec_core::text::print_entries::{PrintEntries, with_names};
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;
use std::fmt::Write;
use std::rc::Rc;

/// The start of the text of a location.
const LOCATION: &str = "loc(";
/// A missing reference to what is no location, as the disassembler prints it.
const NULL: &str = "<<NULL ATTRIBUTE>>";
/// The place of a reference in a text. Strings in texts have no zero bytes.
const PART: &str = "\0";

/// An item with an alias: its text, with [`PART`] in place of references to other items, and the numbers of these items.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Thing {
    /// The alias without its number.
    alias: &'static str,
    text: String,
    parts: Vec<usize>,
}

impl Thing {
    fn new(alias: &'static str, text: impl Into<String>, parts: Vec<usize>) -> Self {
        Thing { alias, text: text.into(), parts }
    }
}

/// The aliases of a module.
pub(super) struct Locations<'m> {
    module: &'m Module,
    things: Vec<Rc<Thing>>,
    numbers: Map<Rc<Thing>, usize>,
    /// The items, by index of the debug entry.
    entries: Map<DebugId, usize>,
    /// The unknown location, if something has it.
    unknown: Option<usize>,
    depths: Vec<u32>,
    /// The items in the order of the first visit.
    visited: Vec<usize>,
    is_visited: Vec<bool>,
    aliases: Vec<String>,
    /// The text of the current item, and the items that it refers to.
    text: String,
    parts: Vec<usize>,
    depth: u32,
}

impl Print for Locations<'_> {
    fn out(&mut self) -> &mut String {
        &mut self.text
    }
}

impl PrintEntries for Locations<'_> {
    fn reference(&mut self, table: &'static str, index: u32) -> Result<()> {
        match table {
            DebugId::TABLE => {
                let part = self.thing(DebugId(index))?;
                self.part(part);
            }
            _ => quoted::quote(&mut self.text, self.module.string_at(StringId(index))?),
        }
        Ok(())
    }

    fn absent(&mut self, _: &'static str) {
        if self.text.starts_with(LOCATION) {
            let unknown = self.unknown();
            self.part(unknown);
        } else {
            self.text.push_str(NULL);
        }
    }
}

impl<'m> Locations<'m> {
    /// The aliases of all locations of a module.
    pub(super) fn of(module: &'m Module) -> Result<Locations<'m>> {
        let mut found = Locations {
            module,
            things: Vec::new(),
            numbers: Map::default(),
            entries: Map::default(),
            unknown: None,
            depths: Vec::new(),
            visited: Vec::new(),
            is_visited: Vec::new(),
            aliases: Vec::new(),
            text: String::new(),
            parts: Vec::new(),
            depth: 0,
        };
        if module.globals.is_empty() && module.functions.is_empty() {
            found.visit(None)?;
        }
        for _ in &module.globals {
            found.visit(None)?;
        }
        for function in &module.functions {
            found.visit(function.location)?;
            let body = &function.body;
            each_printed(body, &mut |op| found.visit(body.location(op)))?;
        }
        found.number();
        Ok(found)
    }

    /// The alias of a location.
    pub(super) fn alias(&self, location: Option<DebugId>) -> &str {
        let thing = match location {
            Some(id) => self.entries.get(&id).copied(),
            None => self.unknown,
        };
        thing.and_then(|thing| self.aliases.get(thing)).map_or("loc", String::as_str)
    }

    fn visit(&mut self, location: Option<DebugId>) -> Result<()> {
        let thing = match location {
            Some(id) => self.thing(id)?,
            None => self.unknown(),
        };
        // First this entry and its parts, then later ones.
        let mut left = vec![thing];
        while let Some(next) = left.pop() {
            if std::mem::replace(&mut self.is_visited[next], true) {
                continue;
            }
            self.visited.push(next);
            left.extend(self.things[next].parts.iter().rev());
        }
        Ok(())
    }

    fn put(&mut self, thing: Thing) -> usize {
        if let Some(number) = self.numbers.get(&thing) {
            return *number;
        }
        let depth = 1 + thing.parts.iter().map(|part| self.depths[*part]).max().unwrap_or(0);
        let number = self.things.len();
        let thing = Rc::new(thing);
        self.numbers.insert(Rc::clone(&thing), number);
        self.things.push(thing);
        self.depths.push(depth);
        self.is_visited.push(false);
        number
    }

    fn unknown(&mut self) -> usize {
        let unknown = self.put(Thing::new("loc", "loc(unknown)", Vec::new()));
        *self.unknown.insert(unknown)
    }

    /// Adds a reference to an item to the current text.
    fn part(&mut self, thing: usize) {
        self.text.push_str(PART);
        self.parts.push(thing);
    }

    /// The item for a debug entry.
    fn thing(&mut self, id: DebugId) -> Result<usize> {
        if let Some(known) = self.entries.get(&id) {
            return Ok(*known);
        }
        if self.depth >= MAX_DEPTH {
            return Err(too_deep("nested locations"));
        }
        let outer = (std::mem::take(&mut self.text), std::mem::take(&mut self.parts));
        self.depth += 1;
        let alias = self.content(entry(&self.module.debug, id.0, DebugId::TABLE)?);
        self.depth -= 1;
        let text = std::mem::replace(&mut self.text, outer.0);
        let parts = std::mem::replace(&mut self.parts, outer.1);
        let number = self.put(Thing::new(alias?, text, parts));
        self.entries.insert(id, number);
        Ok(number)
    }

    /// Prints a debug entry as the current text, and returns its alias.
    fn content(&mut self, entry: &DebugEntry) -> Result<&'static str> {
        match *entry {
            DebugEntry::Location { scope, filename, line, column } => {
                let mut place = LOCATION.to_owned();
                match self.module.string_at(filename)? {
                    b"" => place.push_str("\"-\""),
                    name => quoted::quote(&mut place, name),
                }
                let _ = write!(place, ":{line}:{column})");
                self.text.push_str("#cuda_tile.di_loc<");
                let place = self.put(Thing::new("loc", place, Vec::new()));
                self.part(place);
                self.text.push_str(" in ");
                match scope {
                    Some(scope) => self.reference(DebugId::TABLE, scope.0)?,
                    None => self.absent(NULL),
                }
                self.text.push('>');
                Ok("loc")
            }
            DebugEntry::Opaque { .. } => self.template(&DebugEntry::Unknown),
            _ => self.template(entry),
        }
    }

    /// Prints a debug entry by its template, and returns its alias.
    fn template(&mut self, entry: &DebugEntry) -> Result<&'static str> {
        let is_location = matches!(entry, DebugEntry::Unknown | DebugEntry::CallSite { .. });
        self.text.push_str(if is_location { LOCATION } else { "" });
        with_names(self, |out, names| entry.text(out, names).map_err(|_| no_text("a location")))?;
        self.text.push_str(if is_location { ")" } else { "" });
        Ok(if is_location { "loc" } else { entry.label() })
    }

    /// Assigns aliases: by depth, then by name, then by the first visit.
    fn number(&mut self) {
        let mut order: Vec<usize> = self.visited.clone();
        order.sort_by_key(|thing| (self.depths[*thing], self.things[*thing].alias));
        self.aliases = vec![String::new(); self.things.len()];
        let mut next: Map<&str, u32> = Map::default();
        for thing in &order {
            let name = self.things[*thing].alias;
            let number = next.entry(name).or_default();
            self.aliases[*thing] = match *number {
                0 => name.to_owned(),
                number => format!("{name}{number}"),
            };
            *number += 1;
        }
        self.visited = order;
    }

    /// The number of definitions.
    pub(super) fn len(&self) -> usize {
        self.visited.len()
    }

    /// Writes a definition with its line end.
    pub(super) fn define(&self, out: &mut String, index: usize) {
        let thing = self.visited[index];
        let Thing { text, parts, .. } = &*self.things[thing];
        let _ = write!(out, "#{} = ", self.aliases[thing]);
        let mut parts = parts.iter();
        for piece in text.split_inclusive(PART) {
            out.push_str(piece.trim_end_matches(PART));
            if let Some(part) = parts.next() {
                out.push('#');
                out.push_str(&self.aliases[*part]);
            }
        }
        out.push('\n');
    }
}
