//! Type expressions: `list<ref<Type>>`, `aligned_list<i64, 8>`, `integer_bits(type)`.

use std::ops::Range;

use crate::ast::{Span, TypeArg, TypeExpr};

/// Why some text is no type expression or layout, and which bytes of it are at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// What is wrong.
    pub message: String,
    /// The bytes at fault.
    pub bytes: Range<usize>,
}

/// Deepest nesting of angle brackets.
const MAX_DEPTH: usize = 16;

/// Reads a type expression; `place` makes spans of byte ranges of `text`.
pub fn parse_type(
    text: &str,
    place: &mut dyn FnMut(Range<usize>) -> Span,
) -> Result<TypeExpr, TypeError> {
    let mut parser = Parser { text, at: 0, place };
    let ty = parser.ty(0)?;
    parser.skip_spaces();
    if parser.at < text.len() {
        return Err(parser.error("expected the end of the type"));
    }
    Ok(ty)
}

/// What has been read of a text.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    pub(crate) place: &'a mut dyn FnMut(Range<usize>) -> Span,
}

impl Parser<'_> {
    fn ty(&mut self, depth: usize) -> Result<TypeExpr, TypeError> {
        if depth > MAX_DEPTH {
            return Err(self.error("types are nested too deep"));
        }
        let (name, start) = self.word("expected a type")?;
        let mut args = Vec::new();
        let mut arguments = Vec::new();
        if self.eat('<') {
            loop {
                args.push(self.arg(depth)?);
                if !self.eat(',') {
                    break;
                }
            }
            self.expect('>')?;
        } else if self.eat('(') {
            while !self.eat(')') {
                if !arguments.is_empty() {
                    self.expect(',')?;
                }
                arguments.push(self.any(0)?);
            }
        }
        let span = (self.place)(start..self.at);
        Ok(TypeExpr { name, args, arguments, span, has_selected_order: false })
    }

    fn arg(&mut self, depth: usize) -> Result<TypeArg, TypeError> {
        self.skip_spaces();
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.ty(depth + 1).map(TypeArg::Type);
        }
        let start = self.at;
        let digits = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let number = match digits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        number.map(TypeArg::Number).map_err(|_| TypeError {
            message: format!("`{digits}` is not a number"),
            bytes: start..self.at,
        })
    }

    pub(crate) fn word(&mut self, expected: &str) -> Result<(String, usize), TypeError> {
        self.skip_spaces();
        let start = self.at;
        if !self.peek().is_some_and(|c| c.is_ascii_alphabetic() || c == '_') {
            return Err(self.error(expected));
        }
        let word = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        Ok((word, start))
    }

    pub(crate) fn run(&mut self, part: impl Fn(char) -> bool) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        self.at += end;
        rest[..end].to_owned()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(crate) fn skip_spaces(&mut self) {
        self.run(char::is_whitespace);
    }

    pub(crate) fn eat(&mut self, c: char) -> bool {
        self.skip_spaces();
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    pub(crate) fn expect(&mut self, c: char) -> Result<(), TypeError> {
        if self.eat(c) {
            return Ok(());
        }
        Err(self.error(&format!("expected `{c}`")))
    }

    pub(crate) fn error(&self, expected: &str) -> TypeError {
        let found = match self.peek() {
            Some(c) => format!("`{c}`"),
            None => "the end".into(),
        };
        let width = self.peek().map_or(0, char::len_utf8);
        TypeError { message: format!("{expected}, found {found}"), bytes: self.at..self.at + width }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<TypeExpr, TypeError> {
        parse_type(text, &mut |bytes| Span(u32::try_from(bytes.start * 100 + bytes.end).unwrap()))
    }

    #[test]
    fn nested_with_places() {
        let ty = parse("offset_table<u32, list<X>>").unwrap();
        assert_eq!(ty.span, Span(26));
        let TypeArg::Type(list) = &ty.args[1] else { panic!("a type") };
        assert_eq!((list.name.as_str(), list.span), ("list", Span(1825)));
    }

    #[test]
    fn numbers_and_fields() {
        let ty = parse("aligned_list<i64, 8>").unwrap();
        assert_eq!(ty.args[1], TypeArg::Number(8));
        let fields = |text: &str| parse(text).unwrap().spelled_arguments().collect::<Vec<_>>();
        assert_eq!(fields("bits(a, A.b)"), ["a", "A.b"]);
        assert_eq!(fields("Record(a + 1, max(a, 2))"), ["a + 1", "max(a, 2)"]);
        assert_eq!(fields("bits()"), [""; 0]);
    }

    #[test]
    fn faults() {
        for (text, message, bytes) in [
            ("", "expected a type, found the end", 0..0),
            ("list<", "expected a type, found the end", 5..5),
            ("list<u8", "expected `>`, found the end", 7..7),
            ("list<u8>>", "expected the end of the type, found `>`", 8..9),
            ("list<u8,>", "expected a type, found `>`", 8..9),
            ("x<8z>", "`8z` is not a number", 2..4),
            ("bits(é)", "expected a field, a number, text in quotes or `(`, found `é`", 5..7),
        ] {
            let message = message.to_owned();
            assert_eq!(parse(text), Err(TypeError { message, bytes }), "{text}");
        }
        assert!(parse(&"a<".repeat(100)).is_err());
    }
}
