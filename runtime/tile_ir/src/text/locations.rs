//! Locations and their parts. Each has an alias, which is defined at the end of the text.

use super::super::generated::{DebugEntry, DebugId, StringId};
use super::super::module::{Module, entry};
use super::visit::each_printed;
use bytespec_core::error::Result;
use bytespec_core::hash::Map;
use bytespec_core::quoted;
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;
use std::fmt::Write;
use std::rc::Rc;

/// A missing reference, as the disassembler prints it.
const NULL: &str = "<<NULL ATTRIBUTE>>";
/// The place of a reference in a text. Strings in texts have no zero bytes.
const PART: &str = "\0";
/// The size of a usual text, in bytes.
const SIZE: usize = 64;

/// An item with an alias: its text, with [`PART`] in place of references to other items, and the numbers of these items.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Thing {
    /// The alias without its number.
    alias: &'static str,
    text: String,
    parts: [Option<usize>; 2],
}

impl Thing {
    /// An item with the start of its text.
    fn new(alias: &'static str, start: &str) -> Self {
        let mut text = String::with_capacity(SIZE);
        text.push_str(start);
        Thing { alias, text, parts: [None; 2] }
    }

    /// Adds a reference to another item.
    fn part(&mut self, before: &str, number: usize) {
        self.text.push_str(before);
        self.text.push_str(PART);
        let free = usize::from(self.parts[0].is_some());
        self.parts[free] = Some(number);
    }

    /// Adds a number, unless it is zero.
    fn nonzero(&mut self, before: &str, value: u32) {
        if value != 0 {
            let _ = write!(self.text, "{before}{value}");
        }
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
            Some(id) => self.thing(id, 0)?,
            None => self.unknown(),
        };
        // First this entry and its parts, then later ones.
        let mut left = vec![thing];
        while let Some(next) = left.pop() {
            if std::mem::replace(&mut self.is_visited[next], true) {
                continue;
            }
            self.visited.push(next);
            left.extend(self.things[next].parts.iter().rev().flatten());
        }
        Ok(())
    }

    fn put(&mut self, thing: Thing) -> usize {
        if let Some(number) = self.numbers.get(&thing) {
            return *number;
        }
        let depth =
            1 + thing.parts.iter().flatten().map(|part| self.depths[*part]).max().unwrap_or(0);
        let number = self.things.len();
        let thing = Rc::new(thing);
        self.numbers.insert(Rc::clone(&thing), number);
        self.things.push(thing);
        self.depths.push(depth);
        self.is_visited.push(false);
        number
    }

    fn unknown(&mut self) -> usize {
        let unknown = self.put(Thing::new("loc", "loc(unknown)"));
        *self.unknown.insert(unknown)
    }

    /// Adds a reference to the item for a debug entry.
    fn part(
        &mut self,
        thing: &mut Thing,
        before: &str,
        id: Option<DebugId>,
        depth: u32,
    ) -> Result<()> {
        match id {
            Some(id) => thing.part(before, self.thing(id, depth)?),
            None => {
                thing.text.push_str(before);
                thing.text.push_str(NULL);
            }
        }
        Ok(())
    }

    fn quoted(&self, thing: &mut Thing, before: &str, id: StringId) -> Result<()> {
        thing.text.push_str(before);
        quoted::quote(&mut thing.text, self.module.string_at(id)?);
        Ok(())
    }

    /// The item for a debug entry.
    fn thing(&mut self, id: DebugId, depth: u32) -> Result<usize> {
        if let Some(known) = self.entries.get(&id) {
            return Ok(*known);
        }
        if depth >= MAX_DEPTH {
            return Err(too_deep("nested locations"));
        }
        let depth = depth + 1;
        let module = self.module;
        let thing = self.content(entry(&module.debug, id.0, DebugId::TABLE)?, depth)?;
        let number = self.put(thing);
        self.entries.insert(id, number);
        Ok(number)
    }

    fn content(&mut self, entry: &DebugEntry, depth: u32) -> Result<Thing> {
        let mut thing;
        match *entry {
            DebugEntry::CompileUnit { file } => {
                thing = Thing::new("di_compile_unit", "#cuda_tile.di_compile_unit<");
                self.part(&mut thing, "file = ", file, depth)?;
            }
            DebugEntry::File { name, directory } => {
                thing = Thing::new("di_file", "#cuda_tile.di_file<");
                self.quoted(&mut thing, "", name)?;
                self.quoted(&mut thing, " in ", directory)?;
            }
            DebugEntry::LexicalBlock { scope, file, line, column } => {
                thing = Thing::new("di_lexical_block", "#cuda_tile.di_lexical_block<");
                self.part(&mut thing, "scope = ", scope, depth)?;
                self.part(&mut thing, ", file = ", file, depth)?;
                let _ = write!(thing.text, ", line = {line}");
                thing.nonzero(", column = ", column);
            }
            DebugEntry::Location { scope, filename, line, column } => {
                let mut place = Thing::new("loc", "loc(");
                match self.module.string_at(filename)? {
                    b"" => place.text.push_str("\"-\""),
                    name => quoted::quote(&mut place.text, name),
                }
                let _ = write!(place.text, ":{line}:{column})");
                thing = Thing::new("loc", "#cuda_tile.di_loc<");
                thing.part("", self.put(place));
                self.part(&mut thing, " in ", scope, depth)?;
            }
            DebugEntry::Subprogram {
                file,
                line,
                name,
                linkage_name,
                compile_unit,
                scope_line,
                declaration,
            } => {
                thing = Thing::new("di_subprogram", "#cuda_tile.di_subprogram<");
                self.part(&mut thing, "file = ", file, depth)?;
                let _ = write!(thing.text, ", line = {line}");
                self.quoted(&mut thing, ", name = ", name)?;
                self.quoted(&mut thing, ", linkageName = ", linkage_name)?;
                self.part(&mut thing, ", compileUnit = ", compile_unit, depth)?;
                thing.nonzero(", scopeLine = ", scope_line);
                thing.text.push_str(if declaration { ", flags = declaration" } else { "" });
            }
            DebugEntry::CallSite { callee, caller } => {
                thing = Thing::new("loc", "loc(callsite(");
                for (before, part) in [("", callee), (" at ", caller)] {
                    let known = part.map(|part| self.thing(part, depth)).transpose()?;
                    thing.part(before, known.unwrap_or_else(|| self.unknown()));
                }
                thing.text.push_str("))");
                return Ok(thing);
            }
            DebugEntry::Unknown | DebugEntry::Opaque { .. } => {
                return Ok(Thing::new("loc", "loc(unknown)"));
            }
        }
        thing.text.push('>');
        Ok(thing)
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
        let mut parts = parts.iter().flatten();
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
