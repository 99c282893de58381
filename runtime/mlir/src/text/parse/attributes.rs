//! Parses attributes.

use super::super::super::generated::{AttributeId, BuiltinAttribute, NamedAttribute, StringId};
use super::names::Meaning;
use super::parser::Parser;
use super::types::{here, is_templated};
use bytespec_core::error::{Result, TextFault};
use bytespec_core::text::template::Templates;
use bytespec_core::text::wrong::{breaks, duplicate, undeclared};
use bytespec_core::text::{Kind, misspelled, unquote};

/// A dictionary entry: the string of its name, its offset, and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) name: StringId,
    pub(super) offset: usize,
    pub(super) value: AttributeId,
}

impl<'t> Parser<'t, '_> {
    /// Parses an attribute.
    pub(super) fn attribute(&mut self) -> Result<AttributeId> {
        self.inside(Self::attribute_inside)
    }

    fn attribute_inside(&mut self) -> Result<AttributeId> {
        let offset = self.scanner.offset();
        match self.scanner.kind() {
            Kind::Hash => self.dialect_attribute(),
            Kind::String => self.string_or_typed(),
            Kind::At => self.symbol_reference(),
            Kind::Integer | Kind::Float | Kind::Mark(b'-') => self.number(),
            Kind::Mark(b'[') => {
                self.scanner.advance();
                let mut value = Vec::new();
                self.list(b']', |parser| {
                    value.push(parser.attribute()?);
                    Ok(())
                })?;
                self.add(BuiltinAttribute::ArrayAttr { value: value.into() })
            }
            Kind::Mark(b'{') => {
                let mut entries = Vec::new();
                self.entries(&mut entries)?;
                self.dictionary(entries)
            }
            Kind::Word => {
                let word = self.scanner.spelling();
                match word {
                    "true" | "false" => self.truth(),
                    "loc" => {
                        self.scanner.advance();
                        self.scanner.expect(b'(')?;
                        let location = self.location()?;
                        self.scanner.expect(b')')?;
                        Ok(location)
                    }
                    "affine_map" => self.affine_map(),
                    "affine_set" => self.affine_set(),
                    "strided" => self.strided(),
                    "dense" => self.dense(),
                    "sparse" => self.sparse(),
                    "array" => self.dense_array(),
                    "dense_resource" => self.dense_resource(),
                    "distinct" => self.distinct(),
                    word if is_templated(BuiltinAttribute::templates(), word) => {
                        self.templated_attribute()
                    }
                    _ if self.at_type() => self.type_attribute(),
                    _ => Err(self.scanner.expected("an attribute")),
                }
            }
            Kind::Exclamation | Kind::Mark(b'(') => self.type_attribute(),
            _ => Err(self.scanner.expected("an attribute")),
        }
        .map_err(|error| here(error, offset))
    }

    fn type_attribute(&mut self) -> Result<AttributeId> {
        let value = self.ty()?;
        self.add(BuiltinAttribute::TypeAttr { value })
    }

    /// Parses a string literal as an attribute, without a type.
    pub(super) fn string_literal(&mut self) -> Result<AttributeId> {
        let literal = self.scanner.spelling();
        if self.scanner.kind() == Kind::String
            && let Some(id) = self.literals.get(literal)
        {
            self.scanner.advance();
            return Ok(*id);
        }
        let bytes = self.scanner.string()?;
        let id = self.string_attribute(&bytes)?;
        self.literals.insert(literal, id);
        Ok(id)
    }

    fn string_or_typed(&mut self) -> Result<AttributeId> {
        let literal = self.scanner.spelling();
        let id = self.string_literal()?;
        if !self.scanner.eat(b':') {
            return Ok(id);
        }
        let ty = self.ty()?;
        if self.is_none(ty) {
            return Ok(id);
        }
        let bytes = unquote(literal).unwrap_or_default();
        let value = self.module.add_string(&bytes)?;
        self.add(BuiltinAttribute::StringAttrWithType { value, r#type: ty })
    }

    fn symbol_reference(&mut self) -> Result<AttributeId> {
        let name = self.scanner.symbol()?;
        let root = self.string_attribute(&name)?;
        let mut nested = Vec::new();
        // A single colon belongs to the text behind the attribute.
        while self.scanner.is(b':') {
            let before = self.scanner.mark();
            self.scanner.advance();
            if !self.scanner.eat(b':') {
                self.scanner.reset(before);
                break;
            }
            let name = self.scanner.symbol()?;
            let root = self.string_attribute(&name)?;
            nested.push(self.add(BuiltinAttribute::FlatSymbolRefAttr { root })?);
        }
        self.add(match nested.is_empty() {
            true => BuiltinAttribute::FlatSymbolRefAttr { root },
            false => BuiltinAttribute::SymbolRefAttr { root, nested: nested.into() },
        })
    }

    /// Parses the entries of a dictionary, including the brackets.
    pub(super) fn entries(&mut self, entries: &mut Vec<Entry>) -> Result<()> {
        self.scanner.expect(b'{')?;
        self.list(b'}', |parser| {
            let offset = parser.scanner.offset();
            let name = match parser.scanner.kind() {
                Kind::Word => {
                    let name = parser.scanner.spelling();
                    parser.scanner.advance();
                    parser.module.add_string(name.as_bytes())?
                }
                Kind::String => {
                    let name = parser.scanner.string()?;
                    if name.is_empty() {
                        return Err(misspelled(offset, "\"\"", "the name of an attribute"));
                    }
                    parser.module.add_string(&name)?
                }
                _ => return Err(parser.scanner.expected("the name of an attribute")),
            };
            let value = match parser.scanner.eat(b'=') {
                true => parser.attribute()?,
                false => parser.unit()?,
            };
            entries.push(Entry { name, offset, value });
            Ok(())
        })?;
        self.check_twins(entries)
    }

    /// Refuses duplicate names.
    fn check_twins(&self, entries: &[Entry]) -> Result<()> {
        const MAX_SCANNED: usize = 8;
        let twin = match entries.len() {
            0..=MAX_SCANNED => entries.iter().enumerate().find(|(place, entry)| {
                entries[..*place].iter().any(|other| other.name == entry.name)
            }),
            _ => {
                let mut seen = std::collections::HashSet::new();
                entries.iter().enumerate().find(|(_, entry)| !seen.insert(entry.name))
            }
        };
        let Some((_, entry)) = twin else { return Ok(()) };
        let name = String::from_utf8_lossy(self.module.string(entry.name)?);
        Err(duplicate(entry.offset, "entry", &name))
    }

    /// A dictionary with these entries.
    pub(super) fn dictionary(&mut self, mut entries: Vec<Entry>) -> Result<AttributeId> {
        {
            let module = &self.module;
            let data = module.data();
            entries.sort_by_key(|entry| module.strings.bytes(entry.name, data));
        }
        let mut value = Vec::with_capacity(entries.len());
        for entry in entries {
            let name = self.add(BuiltinAttribute::StringAttr { value: entry.name })?;
            value.push(NamedAttribute { name, value: entry.value });
        }
        self.add(BuiltinAttribute::DictionaryAttr { value: value.into() })
    }

    /// Parses an attribute of a dialect, or an alias.
    fn dialect_attribute(&mut self) -> Result<AttributeId> {
        let offset = self.scanner.offset();
        let spelling = self.scanner.spelling();
        if !self.is_symbol(spelling) {
            let meaning = self.aliases.get(spelling).map(|alias| alias.meaning);
            let Some(Meaning::Attribute(id)) = meaning else {
                return Err(undeclared(offset, "alias", spelling));
            };
            self.scanner.advance();
            return Ok(id);
        }
        let symbol = self.dialect_symbol()?;
        let dialect = symbol.dialect;
        if let Some(id) = self.spelled_attribute(dialect, symbol.start, symbol.body_end) {
            return Ok(id);
        }
        let mut text = self.symbol_text('#', &symbol)?;
        if self.scanner.eat(b':') {
            let start = self.scanner.offset();
            let ty = self.ty()?;
            if !self.is_none(ty) {
                let of = &self.text()[start..self.scanner.end_before()];
                text = format!("{text} : {}", self.without_aliases(of, start)?).into();
            }
        }
        self.module.add_attribute_text(dialect.as_bytes(), &text)
    }

    fn distinct(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'[')?;
        let offset = self.scanner.offset();
        let number = self.unsigned("the number of a distinct attribute")?;
        self.scanner.expect(b']')?;
        self.scanner.expect(b'<')?;
        let referenced = match self.scanner.is(b'>') {
            true => self.unit()?,
            false => self.attribute()?,
        };
        self.scanner.expect(b'>')?;
        match self.distinct.get(&number) {
            Some((id, same)) if *same == referenced => Ok(*id),
            Some(_) => Err(breaks(offset, TextFault::Distinct { number })),
            None => {
                let id = self.add(BuiltinAttribute::DistinctAttr { referenced })?;
                self.distinct.insert(number, (id, referenced));
                Ok(id)
            }
        }
    }
}
