//! Locations and their parts. Each has an alias, which is defined at the end of the text.

use super::super::generated::{DebugEntry, DebugId, StringId};
use super::super::module::{Module, entry};
use super::visit::each_printed;
use bytespec_core::error::Result;
use bytespec_core::quoted;
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;
use std::collections::HashMap;
use std::fmt::Write;

/// A missing reference, as the disassembler prints it.
const NULL: &str = "<<NULL ATTRIBUTE>>";
/// The place of a reference in a text. Strings in texts have no zero bytes.
const PART: &str = "\0";

/// An item with an alias: its text, with [`PART`] in place of references to other items, and the numbers of these items.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thing {
    /// The alias without its number.
    alias: &'static str,
    text: String,
    parts: Vec<usize>,
}

impl Thing {
    /// A location without references.
    fn location(text: &str) -> Self {
        Thing { alias: "loc", text: format!("loc({text})"), parts: Vec::new() }
    }
}

/// The aliases of a module.
pub(super) struct Locations<'m> {
    module: &'m Module,
    things: Vec<Thing>,
    numbers: HashMap<Thing, usize>,
    /// The items, by index of the debug entry.
    entries: HashMap<DebugId, usize>,
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
            numbers: HashMap::new(),
            entries: HashMap::new(),
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
        self.numbers.insert(thing.clone(), number);
        self.things.push(thing);
        self.depths.push(depth);
        self.is_visited.push(false);
        number
    }

    fn unknown(&mut self) -> usize {
        let unknown = self.put(Thing::location("unknown"));
        *self.unknown.insert(unknown)
    }

    /// Adds a reference to another item, and returns the text for it.
    fn part(
        &mut self,
        id: Option<DebugId>,
        depth: u32,
        parts: &mut Vec<usize>,
    ) -> Result<&'static str> {
        let Some(id) = id else { return Ok(NULL) };
        parts.push(self.thing(id, depth)?);
        Ok(PART)
    }

    fn quoted(&self, id: StringId) -> Result<String> {
        let mut text = String::new();
        quoted::quote(&mut text, self.module.string_at(id)?);
        Ok(text)
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
        let mut parts = Vec::new();
        let (alias, text) = match entry(&self.module.debug, id.0, DebugId::TABLE)? {
            DebugEntry::Unknown | DebugEntry::Opaque { .. } => {
                let number = self.unknown();
                self.entries.insert(id, number);
                return Ok(number);
            }
            DebugEntry::CompileUnit { file } => {
                let file = self.part(*file, depth, &mut parts)?;
                ("di_compile_unit", format!("file = {file}"))
            }
            DebugEntry::File { name, directory } => {
                ("di_file", format!("{} in {}", self.quoted(*name)?, self.quoted(*directory)?))
            }
            DebugEntry::LexicalBlock { scope, file, line, column } => {
                let scope = self.part(*scope, depth, &mut parts)?;
                let file = self.part(*file, depth, &mut parts)?;
                let column = number(", column = ", *column);
                (
                    "di_lexical_block",
                    format!("scope = {scope}, file = {file}, line = {line}{column}"),
                )
            }
            DebugEntry::Location { scope, filename, line, column } => {
                let file = match self.module.string_at(*filename)? {
                    b"" => "\"-\"".to_owned(),
                    _ => self.quoted(*filename)?,
                };
                let place = Thing::location(&format!("{file}:{line}:{column}"));
                parts.push(self.put(place));
                let scope = self.part(*scope, depth, &mut parts)?;
                ("di_loc", format!("{PART} in {scope}"))
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
                let file = self.part(*file, depth, &mut parts)?;
                let (name, linkage_name) = (self.quoted(*name)?, self.quoted(*linkage_name)?);
                let unit = self.part(*compile_unit, depth, &mut parts)?;
                let scope_line = number(", scopeLine = ", *scope_line);
                let flags = if *declaration { ", flags = declaration" } else { "" };
                let text = format!(
                    "file = {file}, line = {line}, name = {name}, linkageName = {linkage_name}, \
                     compileUnit = {unit}{scope_line}{flags}"
                );
                ("di_subprogram", text)
            }
            DebugEntry::CallSite { callee, caller } => {
                for part in [callee, caller] {
                    let known = part.map(|part| self.thing(part, depth)).transpose()?;
                    parts.push(known.unwrap_or_else(|| self.unknown()));
                }
                ("callsite", format!("loc(callsite({PART} at {PART}))"))
            }
        };
        let thing = match alias {
            "callsite" => Thing { alias: "loc", text, parts },
            name => {
                let alias = if name == "di_loc" { "loc" } else { name };
                Thing { alias, text: format!("#cuda_tile.{name}<{text}>"), parts }
            }
        };
        let number = self.put(thing);
        self.entries.insert(id, number);
        Ok(number)
    }

    /// Assigns aliases: by depth, then by name, then by the first visit.
    fn number(&mut self) {
        let mut order: Vec<usize> = self.visited.clone();
        order.sort_by_key(|thing| (self.depths[*thing], self.things[*thing].alias));
        self.aliases = vec![String::new(); self.things.len()];
        let mut next: HashMap<&str, u32> = HashMap::new();
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
        let Thing { text, parts, .. } = &self.things[thing];
        let _ = write!(out, "#{} = ", self.aliases[thing]);
        let mut parts = parts.iter();
        for piece in text.split_inclusive(PART) {
            out.push_str(piece.trim_end_matches(PART));
            if let Some(part) = parts.next() {
                let _ = write!(out, "#{}", self.aliases[*part]);
            }
        }
        out.push('\n');
    }
}

/// A number after a text; empty for zero.
fn number(text: &str, number: u32) -> String {
    if number == 0 { String::new() } else { format!("{text}{number}") }
}
