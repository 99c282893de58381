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

/// An item with an alias, by its content. It refers to other items by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Thing {
    Unknown,
    Place { file: Vec<u8>, line: u32, column: u32 },
    Scoped { place: usize, scope: Option<usize> },
    CallSite { callee: usize, caller: usize },
    File { name: StringId, directory: StringId },
    CompileUnit { file: Option<usize> },
    Subprogram(Box<Subprogram>),
    LexicalBlock { scope: Option<usize>, file: Option<usize>, line: u32, column: u32 },
}

/// A function of the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subprogram {
    file: Option<usize>,
    line: u32,
    name: StringId,
    linkage_name: StringId,
    compile_unit: Option<usize>,
    scope_line: u32,
    declaration: bool,
}

impl Thing {
    fn alias(&self) -> &'static str {
        match self {
            Thing::Unknown
            | Thing::Place { .. }
            | Thing::Scoped { .. }
            | Thing::CallSite { .. } => "loc",
            Thing::File { .. } => "di_file",
            Thing::CompileUnit { .. } => "di_compile_unit",
            Thing::Subprogram(_) => "di_subprogram",
            Thing::LexicalBlock { .. } => "di_lexical_block",
        }
    }

    /// The items that it refers to, in the order of its text.
    fn parts(&self) -> [Option<usize>; 2] {
        match self {
            Thing::Unknown | Thing::Place { .. } | Thing::File { .. } => [None, None],
            Thing::Scoped { place, scope } => [Some(*place), *scope],
            Thing::CallSite { callee, caller } => [Some(*callee), Some(*caller)],
            Thing::CompileUnit { file } => [*file, None],
            Thing::Subprogram(subprogram) => [subprogram.file, subprogram.compile_unit],
            Thing::LexicalBlock { scope, file, .. } => [*scope, *file],
        }
    }
}

/// The aliases of a module.
pub(super) struct Locations<'m> {
    module: &'m Module,
    things: Vec<Thing>,
    numbers: HashMap<Thing, usize>,
    /// The first string of each content: strings with equal content are one item.
    strings: HashMap<&'m [u8], StringId>,
    /// The items, by index of the debug entry.
    entries: HashMap<DebugId, usize>,
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
            strings: HashMap::new(),
            entries: HashMap::new(),
            depths: Vec::new(),
            visited: Vec::new(),
            is_visited: Vec::new(),
            aliases: Vec::new(),
        };
        for (index, text) in module.strings().iter().enumerate().rev() {
            found.strings.insert(text, StringId(index as u32));
        }
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
            None => self.numbers.get(&Thing::Unknown).copied(),
        };
        thing.and_then(|thing| self.aliases.get(thing)).map_or("loc", String::as_str)
    }

    fn visit(&mut self, location: Option<DebugId>) -> Result<()> {
        let thing = match location {
            Some(id) => self.thing(id, 0)?,
            None => self.put(Thing::Unknown),
        };
        // First this entry and its parts, then later ones.
        let mut left = vec![thing];
        while let Some(next) = left.pop() {
            if std::mem::replace(&mut self.is_visited[next], true) {
                continue;
            }
            self.visited.push(next);
            left.extend(self.things[next].parts().into_iter().rev().flatten());
        }
        Ok(())
    }

    fn put(&mut self, thing: Thing) -> usize {
        if let Some(number) = self.numbers.get(&thing) {
            return *number;
        }
        let parts = thing.parts().into_iter().flatten();
        let depth = 1 + parts.map(|part| self.depths[part]).max().unwrap_or(0);
        let number = self.things.len();
        self.numbers.insert(thing.clone(), number);
        self.things.push(thing);
        self.depths.push(depth);
        self.is_visited.push(false);
        number
    }

    fn optional(&mut self, id: Option<DebugId>, depth: u32) -> Result<Option<usize>> {
        id.map(|id| self.thing(id, depth)).transpose()
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
        let thing = match entry(&self.module.debug, id.0, DebugId::TABLE)? {
            DebugEntry::Unknown | DebugEntry::Opaque { .. } => Thing::Unknown,
            DebugEntry::CompileUnit { file } => {
                Thing::CompileUnit { file: self.optional(*file, depth)? }
            }
            DebugEntry::File { name, directory } => {
                Thing::File { name: self.string(*name)?, directory: self.string(*directory)? }
            }
            DebugEntry::LexicalBlock { scope, file, line, column } => Thing::LexicalBlock {
                scope: self.optional(*scope, depth)?,
                file: self.optional(*file, depth)?,
                line: *line,
                column: *column,
            },
            DebugEntry::Location { scope, filename, line, column } => {
                let file = match self.module.string_at(*filename)? {
                    b"" => b"-",
                    name => name,
                };
                let place = Thing::Place { file: file.to_vec(), line: *line, column: *column };
                let place = self.put(place);
                Thing::Scoped { place, scope: self.optional(*scope, depth)? }
            }
            DebugEntry::Subprogram {
                file,
                line,
                name,
                linkage_name,
                compile_unit,
                scope_line,
                declaration,
            } => Thing::Subprogram(Box::new(Subprogram {
                file: self.optional(*file, depth)?,
                line: *line,
                name: self.string(*name)?,
                linkage_name: self.string(*linkage_name)?,
                compile_unit: self.optional(*compile_unit, depth)?,
                scope_line: *scope_line,
                declaration: *declaration,
            })),
            DebugEntry::CallSite { callee, caller } => {
                let callee = self.optional(*callee, depth)?;
                let caller = self.optional(*caller, depth)?;
                let mut known = |part: Option<usize>| match part {
                    Some(part) => part,
                    None => self.put(Thing::Unknown),
                };
                Thing::CallSite { callee: known(callee), caller: known(caller) }
            }
        };
        let number = self.put(thing);
        self.entries.insert(id, number);
        Ok(number)
    }

    fn string(&self, id: StringId) -> Result<StringId> {
        let text = self.module.string_at(id)?;
        Ok(self.strings.get(text).copied().unwrap_or(id))
    }

    /// Assigns aliases: by depth, then by name, then by the first visit.
    fn number(&mut self) {
        let mut order: Vec<usize> = self.visited.clone();
        order.sort_by_key(|thing| (self.depths[*thing], self.things[*thing].alias()));
        self.aliases = vec![String::new(); self.things.len()];
        let mut next: HashMap<&str, u32> = HashMap::new();
        for thing in &order {
            let name = self.things[*thing].alias();
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
    pub(super) fn define(&self, out: &mut String, index: usize) -> Result<()> {
        let thing = self.visited[index];
        let _ = write!(out, "#{} = ", self.aliases[thing]);
        self.content(out, &self.things[thing])?;
        out.push('\n');
        Ok(())
    }

    fn content(&self, out: &mut String, thing: &Thing) -> Result<()> {
        let alias = |thing: &Option<usize>| match thing {
            Some(thing) => format!("#{}", self.aliases[*thing]),
            None => "<<NULL ATTRIBUTE>>".to_owned(),
        };
        let quote = |out: &mut String, id: StringId| -> Result<()> {
            quoted::quote(out, self.module.string_at(id)?);
            Ok(())
        };
        match thing {
            Thing::Unknown => out.push_str("loc(unknown)"),
            Thing::Place { file, line, column } => {
                out.push_str("loc(");
                quoted::quote(out, file);
                let _ = write!(out, ":{line}:{column})");
            }
            Thing::Scoped { place, scope } => {
                let (place, scope) = (alias(&Some(*place)), alias(scope));
                let _ = write!(out, "#cuda_tile.di_loc<{place} in {scope}>");
            }
            Thing::CallSite { callee, caller } => {
                let (callee, caller) = (alias(&Some(*callee)), alias(&Some(*caller)));
                let _ = write!(out, "loc(callsite({callee} at {caller}))");
            }
            Thing::File { name, directory } => {
                out.push_str("#cuda_tile.di_file<");
                quote(out, *name)?;
                out.push_str(" in ");
                quote(out, *directory)?;
                out.push('>');
            }
            Thing::CompileUnit { file } => {
                let _ = write!(out, "#cuda_tile.di_compile_unit<file = {}>", alias(file));
            }
            Thing::Subprogram(subprogram) => {
                let Subprogram { file, line, compile_unit, scope_line, .. } = &**subprogram;
                let _ = write!(
                    out,
                    "#cuda_tile.di_subprogram<file = {}, line = {line}, name = ",
                    alias(file)
                );
                quote(out, subprogram.name)?;
                out.push_str(", linkageName = ");
                quote(out, subprogram.linkage_name)?;
                let _ = write!(out, ", compileUnit = {}", alias(compile_unit));
                if *scope_line != 0 {
                    let _ = write!(out, ", scopeLine = {scope_line}");
                }
                out.push_str(if subprogram.declaration { ", flags = declaration>" } else { ">" });
            }
            Thing::LexicalBlock { scope, file, line, column } => {
                let (scope, file) = (alias(scope), alias(file));
                let _ = write!(
                    out,
                    "#cuda_tile.di_lexical_block<scope = {scope}, file = {file}, line = {line}"
                );
                if *column != 0 {
                    let _ = write!(out, ", column = {column}");
                }
                out.push('>');
            }
        }
        Ok(())
    }
}
