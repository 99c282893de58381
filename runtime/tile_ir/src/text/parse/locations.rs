//! Parses locations and their aliases.

use super::super::super::generated::{DebugEntry, DebugId, StringId};
use super::super::subprogram::Subprogram;
use super::parser::{Located, Parser};
use super::state::{Definition, Reference};
use bytespec_core::error::Result;
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::{duplicate, too_deep, undeclared};
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
        if self.aliases.insert(name, (definition, start)).is_some() {
            return Err(duplicate(start, "alias", name));
        }
        Ok(())
    }

    /// Parses `loc(...)`.
    pub(super) fn location(&mut self) -> Result<Reference<'t>> {
        self.scanner.expect_word("loc")?;
        self.scanner.expect(b'(')?;
        let found = self.place()?;
        self.scanner.expect(b')')?;
        Ok(found)
    }

    /// Parses the content of the brackets of a location.
    fn place(&mut self) -> Result<Reference<'t>> {
        self.inside("nested locations", Self::place_content)
    }

    fn place_content(&mut self) -> Result<Reference<'t>> {
        let start = self.scanner.offset();
        let definition = match self.scanner.kind() {
            Kind::Hash if self.scanner.spelling().starts_with("#cuda_tile.") => {
                self.definition()?
            }
            Kind::Hash => {
                let name = self.scanner.spelling();
                self.scanner.advance();
                return Ok(Reference::Alias(name, start));
            }
            Kind::String => {
                let file = self.scanner.string()?;
                let file = self.module.string(&file);
                self.scanner.expect(b':')?;
                let line = self.scanner.number()?;
                self.scanner.expect(b':')?;
                Definition::Place { file, line, column: self.scanner.number()? }
            }
            _ if self.scanner.eat_word("unknown") => Definition::Unknown,
            _ if self.scanner.eat_word("callsite") => {
                self.scanner.expect(b'(')?;
                let callee = self.part()?;
                self.scanner.expect_word("at")?;
                let caller = self.part()?;
                self.scanner.expect(b')')?;
                Definition::CallSite { callee, caller }
            }
            _ => return Err(self.scanner.expected("a location")),
        };
        Ok(Reference::Here(Box::new(definition), start))
    }

    /// Parses a part of a location or of an item that it refers to.
    fn part(&mut self) -> Result<Reference<'t>> {
        let start = self.scanner.offset();
        if self.scanner.eat_literal(NULL, false) {
            return Ok(Reference::Here(Box::new(Definition::Unknown), start));
        }
        if self.scanner.is_word("loc") {
            return self.location();
        }
        self.place()
    }

    fn definition(&mut self) -> Result<Definition<'t>> {
        if self.scanner.is_word("loc") {
            let start = self.scanner.offset();
            return match self.location()? {
                Reference::Here(definition, _) => Ok(*definition),
                Reference::Alias(..) => Err(self.scanner.misfit(start, "a location itself")),
            };
        }
        let kinds = ["di_loc", "di_file", "di_compile_unit", "di_subprogram", "di_lexical_block"];
        let word = self.scanner.spelling().strip_prefix("#cuda_tile.").unwrap_or_default();
        let Some(kind) = kinds.into_iter().find(|kind| *kind == word) else {
            return Err(self.scanner.expected("a location or what one refers to"));
        };
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        let definition = match kind {
            "di_loc" => {
                let place = self.part()?;
                self.scanner.expect_word("in")?;
                Definition::Scoped { place, scope: self.part()? }
            }
            "di_file" => {
                let name = self.quoted()?;
                self.scanner.expect_word("in")?;
                Definition::File { name, directory: self.quoted()? }
            }
            "di_compile_unit" => {
                self.scanner.literal("file =", false)?;
                Definition::CompileUnit { file: self.part()? }
            }
            "di_subprogram" => {
                self.scanner.literal("file =", false)?;
                let file = self.part()?;
                self.scanner.literal(", line =", false)?;
                let line = self.scanner.number()?;
                self.scanner.literal(", name =", false)?;
                let name = self.quoted()?;
                self.scanner.literal(", linkageName =", false)?;
                let linkage_name = self.quoted()?;
                self.scanner.literal(", compileUnit =", false)?;
                let compile_unit = self.part()?;
                let scope_line = match self.scanner.eat_literal(", scopeLine =", false) {
                    true => self.scanner.number()?,
                    false => 0,
                };
                let declaration = self.scanner.eat_literal(", flags = declaration", false);
                Definition::Subprogram(Box::new(Subprogram {
                    file,
                    line,
                    name,
                    linkage_name,
                    compile_unit,
                    scope_line,
                    declaration,
                }))
            }
            _ => {
                self.scanner.literal("scope =", false)?;
                let scope = self.part()?;
                self.scanner.literal(", file =", false)?;
                let file = self.part()?;
                self.scanner.literal(", line =", false)?;
                let line = self.scanner.number()?;
                let column = match self.scanner.eat_literal(", column =", false) {
                    true => self.scanner.number()?,
                    false => 0,
                };
                Definition::LexicalBlock { scope, file, line, column }
            }
        };
        self.scanner.expect(b'>')?;
        Ok(definition)
    }

    fn quoted(&mut self) -> Result<StringId> {
        let text = self.scanner.string()?;
        Ok(self.module.string(&text))
    }

    /// Sets the locations of everything that has one in the text.
    pub(super) fn resolve(&mut self) -> Result<()> {
        for (place, reference) in std::mem::take(&mut self.located) {
            let location = self.entry(&reference, 0)?;
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

    /// The debug entry for a reference; `None` for the unknown location.
    fn entry(&mut self, reference: &Reference<'t>, depth: u32) -> Result<Option<DebugId>> {
        let (definition, offset) = match reference {
            Reference::Here(definition, offset) => ((**definition).clone(), *offset),
            Reference::Alias(name, offset) => {
                if let Some(known) = self.resolved.get(name) {
                    return Ok(*known);
                }
                (self.defined(name, *offset)?, *offset)
            }
        };
        if depth >= MAX_DEPTH {
            return Err(too_deep("nested aliases").moved_to(offset));
        }
        let depth = depth + 1;
        let entry = match definition {
            Definition::Unknown => None,
            // A location without a scope is valid, too.
            Definition::Place { file, line, column } => {
                Some(DebugEntry::Location { scope: None, filename: file, line, column })
            }
            Definition::Scoped { place, scope } => {
                let scope = self.entry(&scope, depth)?;
                let (filename, line, column) = self.place_of(&place)?;
                Some(DebugEntry::Location { scope, filename, line, column })
            }
            Definition::CallSite { callee, caller } => {
                let callee = self.entry(&callee, depth)?;
                Some(DebugEntry::CallSite { callee, caller: self.entry(&caller, depth)? })
            }
            Definition::File { name, directory } => Some(DebugEntry::File { name, directory }),
            Definition::CompileUnit { file } => {
                Some(DebugEntry::CompileUnit { file: self.entry(&file, depth)? })
            }
            Definition::Subprogram(subprogram) => {
                let file = self.entry(&subprogram.file, depth)?;
                let compile_unit = self.entry(&subprogram.compile_unit, depth)?;
                Some(DebugEntry::Subprogram {
                    file,
                    line: subprogram.line,
                    name: subprogram.name,
                    linkage_name: subprogram.linkage_name,
                    compile_unit,
                    scope_line: subprogram.scope_line,
                    declaration: subprogram.declaration,
                })
            }
            Definition::LexicalBlock { scope, file, line, column } => {
                let scope = self.entry(&scope, depth)?;
                let file = self.entry(&file, depth)?;
                Some(DebugEntry::LexicalBlock { scope, file, line, column })
            }
        };
        let id = entry.map(|entry| self.module.debug(entry));
        if let Reference::Alias(name, _) = reference {
            self.resolved.insert(name, id);
        }
        Ok(id)
    }

    fn defined(&self, name: &str, offset: usize) -> Result<Definition<'t>> {
        let found = self.aliases.get(name).map(|(definition, _)| definition.clone());
        found.ok_or_else(|| undeclared(offset, "alias", name))
    }

    /// File, line and column of a place in a scope.
    fn place_of(&mut self, reference: &Reference<'t>) -> Result<(StringId, u32, u32)> {
        let (definition, offset) = match reference {
            Reference::Here(definition, offset) => ((**definition).clone(), *offset),
            Reference::Alias(name, offset) => (self.defined(name, *offset)?, *offset),
        };
        match definition {
            Definition::Place { file, line, column } => Ok((file, line, column)),
            Definition::Unknown => Ok((self.module.string("-"), 0, 0)),
            _ => Err(self.scanner.misfit(offset, "a place in a file")),
        }
    }
}
