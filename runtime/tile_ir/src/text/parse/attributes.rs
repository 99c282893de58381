//! Parses attributes.

use super::super::super::generated::{Attribute, NamedAttribute};
use super::super::parts::Form;
use super::parser::{DIALECT, Parser};
use super::preview;
use super::types::{Types, context};
use bytespec_core::error::Result;
use bytespec_core::text::wrong::duplicate;
use bytespec_core::text::{Entries, Kind, Scanner};

/// The scanner context for templates of attributes, which have no references in text.
struct Nothing;

impl Entries for Nothing {
    fn reference(&mut self, scanner: &mut Scanner<'_>, _: &'static str) -> Result<u32> {
        Err(scanner.expected("an attribute without references"))
    }
}

impl<'t> Parser<'t> {
    /// Parses an attribute by the templates of its variants, with or without the dialect in front.
    pub(super) fn template(&mut self) -> Result<Attribute> {
        let spelling = self.scanner.spelling();
        if self.scanner.kind() == Kind::Hash && spelling[1..].starts_with(DIALECT) {
            let start = self.scanner.mark();
            self.scanner.resume(self.scanner.offset() + 1 + DIALECT.len());
            let read =
                |scanner: &mut Scanner<'_>| Attribute::from_text(scanner, &mut Nothing, &context());
            if let Some(attribute) = self.scanner.attempt(read) {
                return Ok(attribute);
            }
            self.scanner.reset(start);
        }
        Attribute::from_text(&mut self.scanner, &mut Nothing, &context())
    }

    /// Parses an attribute. `form` determines the type of a number without a type.
    pub(super) fn attribute(&mut self, form: Form) -> Result<Attribute> {
        self.inside("nested attributes", |parser| parser.attribute_content(form))
    }

    fn attribute_content(&mut self, form: Form) -> Result<Attribute> {
        match self.scanner.kind() {
            Kind::Word if self.scanner.is_word("true") || self.scanner.is_word("false") => {
                Ok(Attribute::Bool { value: self.scanner.boolean()? })
            }
            Kind::String => {
                let text = self.scanner.string()?;
                Ok(Attribute::String { value: self.module.string(&text) })
            }
            Kind::Mark(b'[') => {
                self.scanner.advance();
                let elements = self.list(b']', |parser| parser.attribute(Form::Short))?;
                Ok(Attribute::Array { elements: elements.into() })
            }
            Kind::Mark(b'{') => Ok(Attribute::Dictionary { entries: self.dictionary()?.into() }),
            Kind::Integer | Kind::Float | Kind::Mark(b'-') => {
                Types(&mut self.module).number(&mut self.scanner, form)
            }
            Kind::Hash if self.scanner.spelling() == preview::ATTRIBUTE => {
                preview::full(&mut self.scanner, &mut Types::of_preview(&mut self.module))
            }
            Kind::Hash if self.scanner.spelling() == "#cuda_tile.optimization_hints" => {
                self.scanner.advance();
                self.scanner.expect(b'<')?;
                let entries = self.hints()?;
                self.scanner.expect(b'>')?;
                Ok(Attribute::OptimizationHints { entries: entries.into() })
            }
            Kind::Hash => self.template(),
            _ => Ok(Attribute::Type { r#type: self.ty()? }),
        }
    }

    /// Parses a dictionary.
    pub(super) fn dictionary(&mut self) -> Result<Vec<NamedAttribute>> {
        self.scanner.expect(b'{')?;
        let entries = self.entries(b'}', |parser| parser.attribute(Form::Full))?;
        self.scanner.expect(b'}')?;
        Ok(entries)
    }

    /// Parses hints by architecture, up to the closing bracket.
    pub(super) fn hints(&mut self) -> Result<Vec<NamedAttribute>> {
        self.entries(b'>', |parser| {
            if !parser.scanner.eat(b'{') {
                return parser.attribute(Form::Full);
            }
            let entries = parser.entries(b'}', |parser| parser.attribute(Form::Bare))?;
            parser.scanner.expect(b'}')?;
            Ok(Attribute::Dictionary { entries: entries.into() })
        })
    }

    fn entries(
        &mut self,
        end: u8,
        mut value: impl FnMut(&mut Self) -> Result<Attribute>,
    ) -> Result<Vec<NamedAttribute>> {
        let mut names = std::collections::HashSet::new();
        self.elements_before(end, |parser| {
            let scanner = &mut parser.scanner;
            let start = scanner.offset();
            let text = match scanner.kind() {
                Kind::String => scanner.string()?,
                _ => scanner.name()?.as_bytes().into(),
            };
            let name = parser.module.string(&text);
            if !names.insert(name) {
                return Err(duplicate(start, "attribute", &String::from_utf8_lossy(&text)));
            }
            let value = if scanner.eat(b'=') {
                value(parser)?
            } else if scanner.is(b',') || scanner.is(end) {
                // A name alone states only that the attribute is present.
                Attribute::Bool { value: true }
            } else {
                // The disassembler does not quote keys of hints that contain blanks.
                let what = "`=`; a name that is not a word needs quotation marks";
                return Err(scanner.expected(what));
            };
            Ok(NamedAttribute { name, value })
        })
    }
}
