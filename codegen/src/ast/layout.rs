//! Layouts of properties in the syntax tree, and their notation: `callee, arg_attrs?, alignment: varint?,
//! operandSegmentSizes[3]`.

use std::ops::Range;

use crate::ast::{Common, Span, Spanned};
use crate::type_expr::{Parser, TypeError};

/// `properties`: the encoding of the properties of a dialect's operations; the name is the dialect's.
pub type Properties = PerOperation<Vec<Property>>;

/// The properties of an operation in wire order.
pub type Layout = ByRelease<Vec<Property>>;

/// The name for all operations of the dialect without an entry of their own.
pub const EVERY_OPERATION: &str = "*";

/// Data of the operations of a dialect, which changes with releases.
#[derive(Clone, Debug, Default)]
pub struct PerOperation<T> {
    /// Name and documentation.
    pub common: Common,
    /// The dialect has no such data after the last release in `common`.
    pub ended: bool,
    /// The data of each operation. An operation can have one entry for each release that changes it; each holds up to the next
    /// entry.
    pub entries: Vec<ByRelease<T>>,
    /// One-line summaries of operations.
    pub summaries: Vec<(Spanned<String>, Spanned<String>)>,
}

/// The data of an operation from a release on.
#[derive(Clone, Debug, Default)]
pub struct ByRelease<T> {
    /// The operation, without the dialect.
    pub operation: Spanned<String>,
    /// The release with which the entry begins; by default the item's first.
    pub release: Option<Spanned<String>>,
    /// It applies to files in which the version record of the dialect is at least this number.
    pub record: Option<Spanned<u64>>,
    /// From this release on the operation does not exist (`none`).
    pub gone: bool,
    /// The data.
    pub value: T,
}

/// A property of a layout: `name`, `name?`, `name: varint?` or `name[4]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Property {
    /// The name.
    pub name: Spanned<String>,
    /// The type after a colon.
    pub ty: Option<Spanned<String>>,
    /// Marked with `?`.
    pub optional: bool,
    /// The number in square brackets.
    pub segments: Option<Spanned<u64>>,
}

impl Property {
    /// The types that can follow a colon.
    pub const TYPES: [&str; 3] = ["varint", "bool", "string"];

    /// Its encoding; none for an unknown type.
    pub fn kind(&self) -> Option<PropertyKind> {
        if let Some(segments) = &self.segments {
            let count = u32::try_from(segments.value).ok().filter(|count| *count > 0);
            return count.map(PropertyKind::Segments);
        }
        let ty = self.ty.as_ref().map(|ty| ty.value.as_str());
        Some(match (ty, self.optional) {
            (None, false) => PropertyKind::Attribute,
            (None, true) => PropertyKind::OptionalAttribute,
            (Some("varint"), false) => PropertyKind::Varint,
            (Some("varint"), true) => PropertyKind::OptionalVarint,
            (Some("bool"), false) => PropertyKind::Bool,
            (Some("string"), false) => PropertyKind::String,
            _ => return None,
        })
    }
}

/// The encoding of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropertyKind {
    /// An index into the table of attributes.
    Attribute,
    /// A varint: 0 for none, otherwise twice such an index, plus one.
    OptionalAttribute,
    /// A varint.
    Varint,
    /// A byte 0 for none; otherwise a byte 1 and a varint.
    OptionalVarint,
    /// One byte, 0 or 1.
    Bool,
    /// An index into the table of strings.
    String,
    /// The sizes of this many segments of the operation's operands or results.
    Segments(u32),
}

/// Parses a layout; `place` makes spans of byte ranges of `text`. An empty text has no properties.
///
/// # Errors
/// The first syntax error in the text.
pub fn parse_layout(
    text: &str,
    place: &mut dyn FnMut(Range<usize>) -> Span,
) -> Result<Vec<Property>, TypeError> {
    let mut parser = Parser { text, at: 0, place };
    let mut fields = Vec::new();
    parser.skip_spaces();
    while parser.at < text.len() {
        if !fields.is_empty() {
            parser.expect(',')?;
        }
        fields.push(parser.property()?);
        parser.skip_spaces();
    }
    Ok(fields)
}

impl Parser<'_> {
    fn property(&mut self) -> Result<Property, TypeError> {
        let mut property =
            Property { name: self.spanned("expected a property")?, ..Property::default() };
        if self.eat('[') {
            property.segments = Some(self.number()?);
            self.expect(']')?;
        } else if self.eat(':') {
            property.ty = Some(self.spanned("expected a type")?);
            property.optional = self.eat('?');
        } else {
            property.optional = self.eat('?');
        }
        Ok(property)
    }

    pub(crate) fn spanned(&mut self, expected: &str) -> Result<Spanned<String>, TypeError> {
        let (word, start) = self.word(expected)?;
        let span = (self.place)(start..self.at);
        Ok(Spanned::new(word, span))
    }

    fn number(&mut self) -> Result<Spanned<u64>, TypeError> {
        self.skip_spaces();
        let start = self.at;
        let digits = self.run(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(number) => Ok(Spanned::new(number, (self.place)(start..self.at))),
            Err(_) if digits.is_empty() => Err(self.error("expected a number")),
            Err(_) => Err(TypeError {
                message: format!("`{digits}` is too large"),
                bytes: start..self.at,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Property>, TypeError> {
        parse_layout(text, &mut |bytes| Span(u32::try_from(bytes.start * 100 + bytes.end).unwrap()))
    }

    #[test]
    fn every_kind_of_property() {
        let text = "a, b?, c: varint, d: varint?, e:bool, f : string ,sizes[4]";
        let fields = parse(text).unwrap();
        let found: Vec<_> = fields.iter().map(|f| (f.name.value.as_str(), f.kind())).collect();
        assert_eq!(
            found,
            [
                ("a", Some(PropertyKind::Attribute)),
                ("b", Some(PropertyKind::OptionalAttribute)),
                ("c", Some(PropertyKind::Varint)),
                ("d", Some(PropertyKind::OptionalVarint)),
                ("e", Some(PropertyKind::Bool)),
                ("f", Some(PropertyKind::String)),
                ("sizes", Some(PropertyKind::Segments(4))),
            ]
        );
        assert_eq!(fields[1].name.span, Span(304));
        assert_eq!(parse("  "), Ok(Vec::new()));
    }

    #[test]
    fn unknown_layouts_are_parsed() {
        for text in ["a: float", "a: bool?", "a: string?", "a[0]", "a[4294967296]"] {
            assert_eq!(parse(text).unwrap()[0].kind(), None, "{text}");
        }
    }

    #[test]
    fn faults() {
        for (text, message, bytes) in [
            ("a b", "expected `,`, found `b`", 2..3),
            ("a,", "expected a property, found the end", 2..2),
            (", a", "expected a property, found `,`", 0..1),
            ("a[]", "expected a number, found `]`", 2..3),
            ("a[4", "expected `]`, found the end", 3..3),
            ("a[99999999999999999999]", "`99999999999999999999` is too large", 2..22),
            ("a?: varint", "expected `,`, found `:`", 2..3),
            ("a:", "expected a type, found the end", 2..2),
        ] {
            let message = message.to_owned();
            assert_eq!(parse(text), Err(TypeError { message, bytes }), "{text}");
        }
    }
}
