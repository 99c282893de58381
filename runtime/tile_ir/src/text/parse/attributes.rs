//! Parses attributes.

use super::super::super::generated::{Attribute, NamedAttribute};
use super::super::parts::Form;
use super::super::preview::NESTED;
use super::parser::{DIALECT, Parser};
use bytespec_core::error::Result;
use bytespec_core::text::wrong::duplicate;
use bytespec_core::text::{Kind, Scanner};

/// The prefix of attributes of preview content.
const ATTRIBUTE: &str = "#cuda_tile";

impl<'t> Parser<'t> {
    /// Parses an attribute by the templates of its variants, with or without the dialect in front.
    pub(super) fn predicate(&mut self) -> Result<Attribute> {
        let spelling = self.scanner.spelling();
        let has_dialect = self.scanner.kind() == Kind::Hash && spelling[1..].starts_with(DIALECT);
        self.template(|scanner, entries, cx| {
            let start = scanner.offset();
            let mut short = |scanner: &mut Scanner<'_>| {
                scanner.resume(start + 1 + DIALECT.len());
                Attribute::from_text(scanner, entries, cx)
            };
            let found = if has_dialect { scanner.attempt(&mut short) } else { None };
            found.map_or_else(|| Attribute::from_text(scanner, entries, cx), Ok)
        })
    }

    /// Parses an attribute. `form` determines the type of a number without a type.
    pub(super) fn attribute(&mut self, form: Form) -> Result<Attribute> {
        let outer = std::mem::replace(&mut self.in_type, false);
        let found = self.inside(NESTED, |parser| parser.attribute_content(form));
        self.in_type = outer;
        found
    }

    fn attribute_content(&mut self, form: Form) -> Result<Attribute> {
        match self.scanner.kind() {
            Kind::Word if self.scanner.is_word("true") || self.scanner.is_word("false") => {
                Ok(Attribute::Bool { value: self.scanner.boolean()? })
            }
            Kind::String => Ok(Attribute::String { value: self.string()? }),
            Kind::Mark(b'[') => {
                self.scanner.advance();
                let elements = self.list(b']', |parser| parser.attribute(Form::Short))?;
                Ok(Attribute::Array { elements: elements.into() })
            }
            Kind::Mark(b'{') => Ok(Attribute::Dictionary { entries: self.dictionary()?.into() }),
            Kind::Integer | Kind::Float | Kind::Mark(b'-') => self.number(form),
            Kind::Hash if self.scanner.spelling() == ATTRIBUTE => self.preview_attribute(),
            Kind::Hash if self.scanner.spelling() == "#cuda_tile.optimization_hints" => {
                self.scanner.advance();
                self.scanner.expect(b'<')?;
                let entries = self.hints()?;
                self.scanner.expect(b'>')?;
                Ok(Attribute::OptimizationHints { entries: entries.into() })
            }
            Kind::Hash => self.predicate(),
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
