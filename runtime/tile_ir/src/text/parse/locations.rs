//! Parses locations and their aliases.

use super::super::super::generated::{DebugEntry, DebugId, StringId};
use super::parser::{Located, Parser};
use super::state::{Definition, Reference};
use crate::codec::context::Context;
use bytespec_core::error::Result;
use bytespec_core::text::wrong::{duplicate, too_deep, undeclared};
use bytespec_core::text::{Entries, Kind, Scanner};
use bytespec_core::wire::MAX_DEPTH;

/// The text of a missing part, as the disassembler prints it.
const NULL: &str = "<<NULL ATTRIBUTE>>";

impl<'t> Parser<'t> {
    /// Parses the definition of an alias.
    pub(super) fn alias(&mut self) -> Result<()> {
        let start = self.scanner.offset();
        let name = self.scanner.expect_kind(Kind::Hash, "an alias, as `#loc`")?;
        self.scanner.expect(b'=')?;
        let definition = self.definition()?;
        if self.aliases.insert(name, definition).is_some() {
            return Err(duplicate(start, "alias", name));
        }
        Ok(())
    }

    /// Parses `loc(...)`.
    pub(super) fn location(&mut self) -> Result<DebugId> {
        self.scanner.expect_word("loc")?;
        self.scanner.expect(b'(')?;
        let found = self.place()?;
        self.scanner.expect(b')')?;
        Ok(found)
    }

    /// Parses a location, if one comes next.
    pub(super) fn optional_location(&mut self) -> Result<Option<DebugId>> {
        self.scanner.is_word("loc").then(|| self.location()).transpose()
    }

    /// Parses the content of the brackets of a location.
    fn place(&mut self) -> Result<DebugId> {
        self.inside("nested locations", Self::place_content)
    }

    fn place_content(&mut self) -> Result<DebugId> {
        let start = self.scanner.offset();
        let definition = match self.scanner.kind() {
            Kind::Hash if !self.scanner.spelling().starts_with("#cuda_tile.") => {
                let name = self.scanner.spelling();
                self.scanner.advance();
                return Ok(self.refer(Reference::Alias(name), start));
            }
            Kind::String => {
                let filename = self.string()?;
                self.scanner.expect(b':')?;
                let line = self.scanner.number()?;
                self.scanner.expect(b':')?;
                let column = self.scanner.number()?;
                Definition::Entry(DebugEntry::Location { scope: None, filename, line, column })
            }
            Kind::Hash | Kind::Word => self.debug_entry()?,
            _ => return Err(self.scanner.expected("a location")),
        };
        Ok(self.refer(Reference::Here(definition), start))
    }

    /// Parses a place in a scope, or another entry by its template.
    fn debug_entry(&mut self) -> Result<Definition> {
        if self.scanner.spelling() == "#cuda_tile.di_loc" {
            self.scanner.literal("#cuda_tile.di_loc<", false)?;
            let place = self.part()?;
            self.scanner.expect_word("in")?;
            let scope = self.part()?;
            self.scanner.expect(b'>')?;
            return Ok(Definition::Scoped { place, scope });
        }
        let read = |scanner: &mut Scanner<'_>, entries: &mut dyn Entries, cx: &Context<'_>| {
            DebugEntry::from_text(scanner, entries, cx)
        };
        let start = self.scanner.offset();
        self.template(read).map(Definition::Entry).map_err(|error| match error.offset() {
            Some(at) if at == start => self.scanner.expected("a location or what one refers to"),
            _ => error,
        })
    }

    /// The number of a text, by which others refer to it.
    fn refer(&mut self, reference: Reference<'t>, start: usize) -> DebugId {
        self.references.push((reference, start));
        DebugId(self.references.len() as u32 - 1)
    }

    /// Parses a part of a location or of an item that it refers to.
    pub(super) fn part(&mut self) -> Result<DebugId> {
        let start = self.scanner.offset();
        if self.scanner.eat_literal(NULL, false) {
            let unknown = Reference::Here(Definition::Entry(DebugEntry::Unknown));
            return Ok(self.refer(unknown, start));
        }
        if self.scanner.is_word("loc") {
            return self.location();
        }
        self.place()
    }

    fn definition(&mut self) -> Result<Definition> {
        if self.scanner.is_word("loc") {
            let start = self.scanner.offset();
            let location = self.location()?;
            return match &self.references[location.0 as usize].0 {
                Reference::Here(definition) => Ok(definition.clone()),
                Reference::Alias(_) => Err(self.scanner.misfit(start, "a location itself")),
            };
        }
        match self.scanner.kind() {
            Kind::Hash => self.debug_entry(),
            _ => Err(self.scanner.expected("a location or what one refers to")),
        }
    }

    /// Sets the locations of everything that has one in the text.
    pub(super) fn resolve(&mut self) -> Result<()> {
        for (place, reference) in std::mem::take(&mut self.located) {
            let location = self.entry(reference, 0)?;
            match place {
                Located::Function(index) => {
                    if let Some(function) = self.module.functions.get_mut(index) {
                        function.location = location;
                    }
                }
                Located::Op(index, op) => {
                    if let Some(function) = self.module.functions.get_mut(index) {
                        function.body.place(op, location);
                    }
                }
            }
        }
        for function in &mut self.module.functions {
            function.has_locations = function.location.is_some() || function.body.has_locations();
        }
        Ok(())
    }

    /// The definition that a text stands for, the alias if it is one, and the offset of the text.
    fn defined(&self, reference: DebugId) -> Result<(Definition, Option<&'t str>, usize)> {
        let (reference, offset) = &self.references[reference.0 as usize];
        match reference {
            Reference::Here(definition) => Ok((definition.clone(), None, *offset)),
            Reference::Alias(name) => match self.aliases.get(name) {
                Some(definition) => Ok((definition.clone(), Some(name), *offset)),
                None => Err(undeclared(*offset, "alias", name)),
            },
        }
    }

    /// The debug entry for a text; `None` for the unknown location.
    fn entry(&mut self, reference: DebugId, depth: u32) -> Result<Option<DebugId>> {
        if let (Reference::Alias(name), _) = &self.references[reference.0 as usize]
            && let Some(known) = self.resolved.get(name)
        {
            return Ok(*known);
        }
        let (definition, alias, offset) = self.defined(reference)?;
        if depth >= MAX_DEPTH {
            return Err(too_deep("nested aliases").moved_to(offset));
        }
        let entry = match definition {
            Definition::Scoped { place, scope } => {
                let scope = self.entry(scope, depth + 1)?;
                let (filename, line, column) = self.place_of(place)?;
                DebugEntry::Location { scope, filename, line, column }
            }
            Definition::Entry(mut entry) => {
                for part in parts(&mut entry).into_iter().flatten() {
                    if let Some(reference) = *part {
                        *part = self.entry(reference, depth + 1)?;
                    }
                }
                entry
            }
        };
        let id = (entry != DebugEntry::Unknown).then(|| self.module.debug(entry));
        if let Some(name) = alias {
            self.resolved.insert(name, id);
        }
        Ok(id)
    }

    /// File, line and column of a place in a scope.
    fn place_of(&mut self, reference: DebugId) -> Result<(StringId, u32, u32)> {
        match self.defined(reference)? {
            (Definition::Entry(DebugEntry::Location { filename, line, column, .. }), ..) => {
                Ok((filename, line, column))
            }
            (Definition::Entry(DebugEntry::Unknown), ..) => Ok((self.module.string("-"), 0, 0)),
            (_, _, offset) => Err(self.scanner.misfit(offset, "a place in a file")),
        }
    }
}

/// The references of an entry to others.
fn parts(entry: &mut DebugEntry) -> [Option<&mut Option<DebugId>>; 2] {
    match entry {
        DebugEntry::CompileUnit { file } => [Some(file), None],
        DebugEntry::LexicalBlock { scope, file, .. } => [Some(scope), Some(file)],
        DebugEntry::Subprogram { file, compile_unit, .. } => [Some(file), Some(compile_unit)],
        DebugEntry::CallSite { callee, caller } => [Some(callee), Some(caller)],
        _ => [None, None],
    }
}
