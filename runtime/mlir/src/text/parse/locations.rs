//! Parses locations.

use super::super::super::generated::{AttributeId, BuiltinAttribute, view};
use super::names::Meaning;
use super::parser::Parser;
use super::types::is_templated;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::text::template::Templates;
use bytespec_core::text::{Kind, misspelled};

/// The largest line or column.
const MAX_PLACE: u64 = u32::MAX as u64;
/// The name of a file without a name.
const NO_FILE: &[u8] = b"-";

impl<'t> Parser<'t, '_> {
    /// Whether an attribute is a location.
    pub(super) fn is_location(&self, id: AttributeId) -> bool {
        let attribute = self.module.attribute(id).ok().and_then(|found| found.builtin());
        attribute.is_some_and(|attribute| attribute.location().is_some())
    }

    /// Parses `loc(...)` after an operation or argument, if it is there. A name can be defined later.
    pub(super) fn trailing_location(&mut self) -> Result<Option<AttributeId>> {
        if !self.scanner.eat_word("loc") {
            return Ok(None);
        }
        self.scanner.expect(b'(')?;
        let spelling = self.scanner.spelling();
        let location = match self.scanner.kind() {
            Kind::Hash if !self.is_symbol(spelling) => {
                let offset = self.scanner.offset();
                self.scanner.advance();
                match self.aliases.get(spelling).map(|alias| alias.meaning) {
                    Some(Meaning::Attribute(id)) if !self.is_location(id) => {
                        return Err(misspelled(offset, spelling, "a location"));
                    }
                    Some(Meaning::Attribute(id)) => id,
                    _ => self.aliases.location(spelling, offset),
                }
            }
            _ => self.location()?,
        };
        self.scanner.expect(b')')?;
        Ok(Some(location))
    }

    /// Parses a location, without the keyword `loc`.
    pub(super) fn location(&mut self) -> Result<AttributeId> {
        self.inside(Self::location_inside)
    }

    fn location_inside(&mut self) -> Result<AttributeId> {
        let offset = self.scanner.offset();
        match self.scanner.kind() {
            Kind::String => self.named_location(),
            Kind::Hash => {
                let id = self.attribute()?;
                match self.is_location(id) {
                    true => Ok(id),
                    false => Err(self.scanner.misfit(offset, "a location")),
                }
            }
            Kind::Word => match self.scanner.spelling() {
                "unknown" => {
                    self.scanner.advance();
                    self.add(BuiltinAttribute::UnknownLoc)
                }
                "callsite" => {
                    self.scanner.advance();
                    self.scanner.expect(b'(')?;
                    let callee = self.location()?;
                    self.scanner.expect_word("at")?;
                    let caller = self.location()?;
                    self.scanner.expect(b')')?;
                    self.add(BuiltinAttribute::CallSiteLoc { callee, caller })
                }
                "fused" => self.fused(),
                word if is_templated(BuiltinAttribute::templates(), word) => {
                    self.templated_location()
                }
                _ => Err(self.scanner.expected("a location")),
            },
            _ => Err(self.scanner.expected("a location")),
        }
    }

    fn place(&mut self) -> Result<u64> {
        let offset = self.scanner.offset();
        let place = self.unsigned("a line or column")?;
        match place {
            ..=MAX_PLACE => Ok(place),
            found => {
                let (limit, max) = ("line or column", MAX_PLACE);
                Err(Error::at(offset, ErrorKind::Limit { limit, found, max }))
            }
        }
    }

    fn named_location(&mut self) -> Result<AttributeId> {
        let literal = self.scanner.spelling();
        let mut name = self.string_literal()?;
        if self.scanner.eat(b'(') {
            let child = self.location()?;
            self.scanner.expect(b')')?;
            return self.add(BuiltinAttribute::NameLoc { name, child });
        }
        if !self.scanner.eat(b':') {
            let child = self.add(BuiltinAttribute::UnknownLoc)?;
            return self.add(BuiltinAttribute::NameLoc { name, child });
        }
        if literal == "\"\"" {
            name = self.string_attribute(NO_FILE)?;
        }
        let filename = name;
        let line = self.place()?;
        if !self.scanner.eat(b':') {
            let data = [line].into();
            return self.add(BuiltinAttribute::FileLineColRange { filename, data });
        }
        let column = self.place()?;
        let point = BuiltinAttribute::FileLineColLoc { filename, line, column };
        if self.usual.file == Some(filename)
            && !std::mem::replace(&mut self.states_own_location, true)
        {
            // The location can belong to an operation of the text.
            self.module.know_attributes();
        }
        if !self.scanner.eat_word("to") {
            return self.add(point);
        }
        let end_line = match self.scanner.kind() {
            Kind::Integer => self.place()?,
            _ => line,
        };
        self.scanner.expect(b':')?;
        let end = self.place()?;
        if (end_line, end) == (line, column) {
            return self.add(point);
        }
        let data = match end_line == line {
            true => [line, column, end].into(),
            false => [line, column, end_line, end].into(),
        };
        self.add(BuiltinAttribute::FileLineColRange { filename, data })
    }

    fn fused(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        let metadata = match self.scanner.eat(b'<') {
            true => {
                let metadata = self.attribute()?;
                self.scanner.expect(b'>')?;
                Some(metadata)
            }
            false => None,
        };
        self.scanner.expect(b'[')?;
        let mut found = Vec::new();
        self.list(b']', |parser| {
            let location = parser.location()?;
            parser.flatten(location, metadata, &mut found)
        })?;
        // Duplicates are dropped; the first occurrence stays.
        let mut seen = std::collections::HashSet::new();
        found.retain(|id| seen.insert(*id));
        match (metadata, &found[..]) {
            (None, []) => self.add(BuiltinAttribute::UnknownLoc),
            (None, [one]) => Ok(*one),
            (None, _) => self.add(BuiltinAttribute::FusedLoc { locations: found.into() }),
            (Some(metadata), _) => {
                if found.is_empty() {
                    found.push(self.add(BuiltinAttribute::UnknownLoc)?);
                }
                let locations = found.into();
                self.add(BuiltinAttribute::FusedLocWithMetadata { locations, metadata })
            }
        }
    }

    /// Flattens a location inside a fused location: the unknown location is dropped, and a fused location with the same
    /// metadata is replaced by its parts.
    fn flatten(
        &self,
        location: AttributeId,
        metadata: Option<AttributeId>,
        to: &mut Vec<AttributeId>,
    ) -> Result<()> {
        use view::BuiltinAttribute as A;
        match (self.module.attribute(location)?.builtin(), metadata) {
            (Some(A::UnknownLoc), _) => {}
            (Some(A::FusedLoc { locations }), None) => to.extend(locations.iter()),
            (Some(A::FusedLocWithMetadata { locations, metadata: same }), Some(metadata))
                if same == metadata =>
            {
                to.extend(locations.iter());
            }
            _ => to.push(location),
        }
        Ok(())
    }

    /// The location of an offset in the text.
    pub(super) fn location_here(&mut self, offset: usize) -> Result<AttributeId> {
        let text = self.bytes();
        let (line, column) = self.lines.place(text, offset);
        self.point(line, column)
    }

    /// The location of a line and a column in the text.
    pub(super) fn point(&mut self, line: u64, column: u64) -> Result<AttributeId> {
        let filename = match self.usual.file {
            Some(file) => file,
            None => {
                let name = self.options.file_name.as_bytes();
                let file = self.string_attribute(if name.is_empty() { NO_FILE } else { name })?;
                self.usual.file = Some(file);
                file
            }
        };
        let point = BuiltinAttribute::FileLineColLoc { filename, line, column };
        if self.states_own_location {
            return self.add(point);
        }
        // No two items have the same position.
        self.module.add_new_attribute(point)
    }
}
