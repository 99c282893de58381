//! Expressions: `count(strings)`, `Entry.size[index]`, `use_lists and not count(results) = 1`.

use std::num::IntErrorKind;
use std::ops::Range;

use crate::ast::described::Property;
use crate::ast::{Covered, Expression, Place, Span, Spanned};
use crate::other_languages;
use crate::type_expr::{Parser, TypeError};
use bytespec_plan::{Checksum, Crc, Operator};

/// Deepest nesting of brackets.
const MAX_DEPTH: usize = 16;

/// The longest expression, in bytes: operators in a row lie in each other.
const MAX_BYTES: usize = 4096;

/// Reads an expression; `place` makes spans of byte ranges of `text`.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_expression(
    text: &str,
    place: &mut dyn FnMut(Range<usize>) -> Span,
) -> Result<Expression, TypeError> {
    if text.len() > MAX_BYTES {
        let message = format!("an expression has {MAX_BYTES} bytes at most");
        return Err(TypeError { message, bytes: 0..text.len() });
    }
    let mut parser = Parser { text, at: 0, place };
    let found = parser.any(0)?;
    parser.skip_spaces();
    if parser.at < text.len() {
        return Err(parser.error("expected the end of the expression"));
    }
    Ok(found)
}

/// Operators of two sides, those that others begin with after them.
const OPERATORS: [Operator; 18] = [
    Operator::And,
    Operator::Or,
    Operator::Differs,
    Operator::ShiftLeft,
    Operator::ShiftRight,
    Operator::AtMost,
    Operator::AtLeast,
    Operator::Less,
    Operator::Greater,
    Operator::Equal,
    Operator::BitOr,
    Operator::BitXor,
    Operator::BitAnd,
    Operator::Add,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Divide,
    Operator::Remainder,
];

/// The operators that are spelled as functions.
const FUNCTIONS: [Operator; 2] = [Operator::Min, Operator::Max];

/// The names of the functions that are no checksums.
const FIELD_FUNCTIONS: [&str; 10] = [
    "count",
    Checksum::PARAMETRISED,
    "digits",
    "find",
    "find_last",
    "has",
    "max",
    "min",
    PLAIN,
    "sizes",
];

/// A regular expression for the names of the catalogue of parametrised CRC algorithms.
pub const CRC: &str = "crc[0-9]+[a-z]?_[0-9a-z_]+";

/// The function that gives checksums the bytes before the transform of a field.
const PLAIN: &str = "plain";

/// The names of the functions, sorted, without the many of which [`CRC`] is the pattern.
pub fn function_names() -> Vec<&'static str> {
    let checksums = Checksum::all().map(|(name, _)| name);
    let mut names: Vec<&str> = FIELD_FUNCTIONS.into_iter().chain(checksums).collect();
    names.retain(|name| !(name.starts_with(Checksum::PARAMETRISED) && name.contains('_')));
    names.sort_unstable();
    names
}

/// Bytes in hexadecimal pairs, with blanks between them.
pub fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let pairs = digits.chunks(2).map(|pair| {
        let [high, low] = pair else { return None };
        let (high, low) = (high.to_digit(16)?, low.to_digit(16)?);
        u8::try_from(high << 4 | low).ok()
    });
    pairs.collect()
}

impl Parser<'_> {
    pub(crate) fn any(&mut self, depth: usize) -> Result<Expression, TypeError> {
        if depth > MAX_DEPTH {
            return Err(self.error("expressions are nested too deep"));
        }
        if !self.eat_word("if") {
            return self.operation(0, depth);
        }
        let test = Box::new(self.any(depth + 1)?);
        self.expect_word("then")?;
        let then = Box::new(self.any(depth + 1)?);
        self.expect_word("else")?;
        Ok(Expression::If(test, then, Box::new(self.any(depth + 1)?)))
    }

    /// Operators that bind at least as tightly as `rank`, and what is between them.
    fn operation(&mut self, rank: u8, depth: usize) -> Result<Expression, TypeError> {
        if depth > MAX_DEPTH {
            return Err(self.error("expressions are nested too deep"));
        }
        let compares = Operator::Equal.rank();
        let mut found = match rank <= compares && self.eat_word("not") {
            true => Expression::Not(Box::new(self.operation(compares, depth + 1)?)),
            false => self.atom(depth)?,
        };
        let mut most = u8::MAX;
        loop {
            let before = self.at;
            let Some(operator) = self.operator() else {
                self.skip_spaces();
                return self.other_operator(self.at).map_or(Ok(found), Err);
            };
            if operator.rank() < rank || operator.rank() > most {
                self.at = before;
                return Ok(found);
            }
            let right = self.operation(operator.rank() + 1, depth)?;
            found = Expression::Binary(operator, Box::new(found), Box::new(right));
            // Comparisons cannot be chained.
            if operator.rank() == compares {
                most = compares - 1;
            }
        }
    }

    fn operator(&mut self) -> Option<Operator> {
        OPERATORS.into_iter().find(|operator| match operator {
            Operator::And | Operator::Or => self.eat_word(operator.word()),
            _ => self.eat_mark(operator.word()),
        })
    }

    fn atom(&mut self, depth: usize) -> Result<Expression, TypeError> {
        if self.eat('(') {
            let inner = self.any(depth + 1)?;
            self.expect(')')?;
            return Ok(inner);
        }
        if self.eat('-') {
            if depth > MAX_DEPTH {
                return Err(self.error("expressions are nested too deep"));
            }
            return Ok(Expression::Minus(Box::new(self.atom(depth + 1)?)));
        }
        self.skip_spaces();
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.plain_number();
        }
        if self.peek() == Some('"') {
            return self.text_literal().map(Expression::Text);
        }
        if let Some(fault) = self.operator_at_operand() {
            return Err(fault);
        }
        let start = self.at;
        let word = self.spanned("expected a field, a number, text in quotes or `(`")?;
        if self.eat('(') {
            let found = self.call((&word, start), depth)?;
            self.expect(')')?;
            return Ok(found);
        }
        let place = self.place_after(&word)?;
        let mut parts = Vec::new();
        while place.is_some() && self.eat('.') {
            parts.push(self.spanned("expected a field")?);
        }
        if let Some(place) = &place
            && !parts.is_empty()
        {
            return Ok(Expression::InnerAround(place.clone(), parts));
        }
        if !self.eat('[') {
            return Ok(place.map_or(Expression::Field(word), Expression::Around));
        }
        let at = Box::new(self.any(depth + 1)?);
        self.expect(']')?;
        Ok(match place {
            Some(place) => Expression::Listed(place, at),
            None => Expression::Element(word, at),
        })
    }

    /// A number, or digits in hexadecimal.
    fn plain_number(&mut self) -> Result<Expression, TypeError> {
        let start = self.at;
        let text = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let rest = self.text[self.at..].strip_prefix('.');
        if rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            self.eat('.');
            self.run(|c| c.is_ascii_alphanumeric());
            let found = self.text.get(start..self.at).unwrap_or_default();
            if found.bytes().all(|c| c.is_ascii_digit() || c == b'.') {
                let digits = Spanned::new(found.to_owned(), (self.place)(start..self.at));
                return Ok(Expression::Decimal(digits));
            }
            let message = format!("`{found}` is no decimal number");
            return Err(TypeError { message, bytes: start..self.at });
        }
        let digits = text.strip_prefix("0x").filter(|digits| !digits.is_empty());
        if let Some(digits) = digits.filter(|text| text.bytes().all(|c| c.is_ascii_hexdigit())) {
            let digits = Spanned::new(digits.to_owned(), (self.place)(start..self.at));
            return Ok(Expression::Hexadecimal(digits));
        }
        self.at = start;
        self.literal().map(Expression::Number)
    }

    /// A number: decimal, or hexadecimal behind `0x`, or binary behind `0b`.
    fn literal(&mut self) -> Result<u64, TypeError> {
        let start = self.at;
        let text = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let number = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
            (Some(digits), _) => u64::from_str_radix(digits, 16),
            (_, Some(digits)) => u64::from_str_radix(digits, 2),
            _ => text.parse(),
        };
        number.map_err(|error| {
            let message = match error.kind() {
                IntErrorKind::PosOverflow => format!("`{text}` is too large"),
                _ => format!("`{text}` is not a number"),
            };
            TypeError { message, bytes: start..self.at }
        })
    }

    fn text_literal(&mut self) -> Result<Spanned<String>, TypeError> {
        let start = self.at;
        self.expect('"')?;
        let text = self.run(|c| c != '"');
        self.expect('"')?;
        Ok(Spanned::new(text, (self.place)(start..self.at)))
    }

    /// What a function, which begins at a byte of the text, asks of a field.
    fn call(
        &mut self,
        (function, start): (&Spanned<String>, usize),
        depth: usize,
    ) -> Result<Expression, TypeError> {
        let name = function.value.as_str();
        if let Some(operator) = FUNCTIONS.into_iter().find(|operator| operator.word() == name) {
            let first = Box::new(self.any(depth + 1)?);
            self.expect(',')?;
            return Ok(Expression::Binary(operator, first, Box::new(self.any(depth + 1)?)));
        }
        if name == "find_last" {
            let text = self.text_literal()?;
            return match hexadecimal(&text.value) {
                Some(bytes) => Ok(Expression::FindLast(Spanned::new(bytes, text.span))),
                None => Err(TypeError {
                    message: "expected bytes in hexadecimal, such as \"50 4b\"".to_owned(),
                    bytes: start..self.at,
                }),
            };
        }
        let word = match Checksum::of_word(name) {
            Some(kind) => {
                let mut pieces = vec![self.covered()?];
                while self.eat(',') {
                    pieces.push(self.covered()?);
                }
                match (kind, &pieces[..]) {
                    (Checksum::SIZE, [Covered { field, plain: false }]) => field.clone(),
                    _ => return Ok(Expression::Checksum(kind, pieces)),
                }
            }
            None if name == Checksum::PARAMETRISED => return self.crc(start),
            None => self.spanned("expected a field")?,
        };
        if name == "digits" {
            self.expect(',')?;
            self.skip_spaces();
            let start = self.at;
            let base = self.literal()?;
            let base = u8::try_from(base).ok().filter(|base| (2..=16).contains(base));
            return match base {
                Some(base) => Ok(Expression::Digits(word, base)),
                None => Err(TypeError {
                    message: "a base is a number from 2 to 16".to_owned(),
                    bytes: start..self.at,
                }),
            };
        }
        let place = self.place_after(&word)?;
        let property = match (name, place) {
            ("count", Some(place)) => return Ok(Expression::Count(place)),
            ("find", Some(place)) => {
                self.expect(',')?;
                return Ok(Expression::Find(place, Box::new(self.any(depth + 1)?)));
            }
            ("count", None) => Property::Elements,
            ("sizes", None) => Property::Sizes,
            ("size", None) => Property::Size,
            ("has", None) => Property::Present,
            (name @ ("sizes" | "size" | "has"), Some(place)) => {
                let message = format!("`{name}` is only for fields of the same record");
                let length = place.to_string().len();
                return Err(TypeError { message, bytes: self.at - length..self.at });
            }
            (PLAIN, _) => {
                return Err(TypeError {
                    message: "`plain` is only valid in `size` and in a checksum".to_owned(),
                    bytes: start..start + name.len(),
                });
            }
            (name, _) => {
                return Err(TypeError {
                    message: format!("`{name}` is none of {} here", function_names().join(", ")),
                    bytes: start..start + name.len(),
                });
            }
        };
        Ok(Expression::Of(property, word))
    }

    /// A cyclic redundancy check, which begins at a byte of the text: fields, and parameters such as `poly = 0x1021`.
    fn crc(&mut self, start: usize) -> Result<Expression, TypeError> {
        let (mut pieces, mut given) = (Vec::new(), [None; Crc::PARAMETERS.len()]);
        loop {
            self.skip_spaces();
            let at = self.at;
            let piece = self.covered()?;
            let word = &piece.field.value;
            let parameter = Crc::PARAMETERS.iter().position(|known| known == word);
            match parameter.filter(|_| !piece.plain && self.eat('=')) {
                Some(parameter) => {
                    self.skip_spaces();
                    if given[parameter].replace(self.literal()?).is_some() {
                        let message = format!("`{word}` is given twice");
                        return Err(TypeError { message, bytes: at..self.at });
                    }
                }
                None => pieces.push(piece),
            }
            if !self.eat(',') {
                break;
            }
        }
        let fault = |message: String| TypeError { message, bytes: start..self.at };
        let [Some(bits), Some(poly), ..] = given else {
            return Err(fault(
                "`crc` needs `bits` and `poly`, such as `bits = 16, poly = 0x1021`".to_owned(),
            ));
        };
        let [init, reflect, xor] = [2, 3, 4].map(|at| given[at].unwrap_or(0));
        match Crc::of([bits, poly, init, reflect, xor]) {
            Some(crc) if !pieces.is_empty() => Ok(Expression::Checksum(Checksum::Crc(crc), pieces)),
            Some(_) => Err(fault("`crc` needs a field".to_owned())),
            None => Err(fault(
                "`bits` is from 1 to 64, the other numbers fit it, and `reflect` is 0 or 1"
                    .to_owned(),
            )),
        }
    }

    /// A field whose bytes a function is of, or the bytes before its transform.
    fn covered(&mut self) -> Result<Covered, TypeError> {
        let field = self.spanned("expected a field")?;
        if field.value != PLAIN || !self.eat('(') {
            return Ok(Covered { field, plain: false });
        }
        let field = self.spanned("expected a field")?;
        self.expect(')')?;
        Ok(Covered { field, plain: true })
    }

    /// The fault of an operator that only other languages have, which begins here.
    fn other_operator(&self, start: usize) -> Option<TypeError> {
        let (found, own) = other_languages::operator(self.text.get(start..)?)?;
        let message = format!("`{found}` is not an operator, write {own}");
        Some(TypeError { message, bytes: start..start + found.len() })
    }

    /// The fault of such an operator where an operand must begin. An operator of the language can be its first character.
    fn operator_at_operand(&self) -> Option<TypeError> {
        let before = self.at.checked_sub(1).and_then(|start| self.other_operator(start));
        let crosses = |fault: &TypeError| fault.bytes.end > self.at && fault.bytes.len() == 2;
        before.filter(crosses).or_else(|| self.other_operator(self.at))
    }

    /// The field behind a dot.
    fn place_after(&mut self, item: &Spanned<String>) -> Result<Option<Place>, TypeError> {
        if !self.eat('.') {
            return Ok(None);
        }
        let field = self.spanned("expected a field")?;
        Ok(Some(Place { item: item.clone(), field }))
    }

    fn expect_word(&mut self, word: &str) -> Result<(), TypeError> {
        match self.eat_word(word) {
            true => Ok(()),
            false => Err(self.error(&format!("expected `{word}`"))),
        }
    }

    /// A mark of one character or two.
    fn eat_mark(&mut self, mark: &str) -> bool {
        self.skip_spaces();
        let found = self.text[self.at..].starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    /// A word of the language, not the beginning of a name.
    fn eat_word(&mut self, word: &str) -> bool {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        let found = rest
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'));
        if found {
            self.at += word.len();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::parse_expression;
    use crate::ast::Span;
    use crate::type_expr::TypeError;

    #[test]
    fn an_expression_is_spelled_as_it_is_read() {
        for text in [
            "0",
            "count(strings)",
            "Size.size[index]",
            "Sizes.attributes[0] + index - 1",
            "a - (b - c)",
            "a + b = c",
            "(a = b) = c",
            "(not a) = b",
            "not a = b",
            "not (a or b)",
            "a or b and not has(c)",
            "(a or b) and sizes(c)",
            "find(Dialect.name, Op.dialect + 1)",
            "Names.name[Sizes.dialect[index]]",
            "File.head.size + 1",
            "a.b.c.d.e",
            "kind[0] & 32 = 0 and kind != \"IHDR\"",
            "a * b + c << 2 | d ^ e & f",
            "a * (b + c) % 4 - a / 2",
            "not a < b",
            "(a <= b) = (c >= d)",
            "if a > b then min(a, 1) else max(b, size(c)) + 1",
            "a + (if b then 1 else 2)",
            "crc32(kind, data)",
            "find_last(\"50 4b 05 06\") + 4",
            "digits(size, 8)",
            "a - b - c",
            "a >> b >> 1",
            "a = -1",
            "a > 10.5",
            "left > 4",
            "-a - -(b + 1)",
            "parameter",
        ] {
            let found = parse_expression(text, &mut |_| Span(1));
            let found = found.unwrap_or_else(|error| panic!("{text}: {}", error.message));
            assert_eq!(found.to_string(), text);
        }
        for (text, spelled) in
            [("0x1f", "0x1f"), ("0b101", "5"), ("a=b", "a = b"), ("(((a)))", "a")]
        {
            let found = parse_expression(text, &mut |_| Span(1)).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Ok(spelled));
        }
    }

    #[test]
    fn faults() {
        for (text, message, bytes) in [
            ("", "expected a field, a number, text in quotes or `(`, found the end", 0..0),
            ("a == b", "`==` is not an operator, write `=`", 2..4),
            ("a = 1 && b", "`&&` is not an operator, write `and`", 6..8),
            ("a = 1 || b", "`||` is not an operator, write `or`", 6..8),
            ("a & !b", "`!` is not an operator, write `not`", 4..5),
            ("a <> b", "`<>` is not an operator, write `!=`", 2..4),
            ("a ? 1 : 2", "`?` is not an operator, write `if A then B else C`", 2..3),
            ("(a mod 2)", "`mod` is not an operator, write `%`", 3..6),
            ("a // 2", "`//` is not an operator, write `/`", 2..4),
            (
                "~a",
                "`~` is not an operator, write `^` with a number of ones, as in `n ^ 0xff`",
                0..1,
            ),
            ("a = & b", "expected a field, a number, text in quotes or `(`, found `&`", 4..5),
            ("1 + size(File.n)", "`size` is only for fields of the same record", 9..15),
            ("a = b = c", "expected the end of the expression, found `=`", 6..7),
            ("0xfg", "`0xfg` is not a number", 0..4),
            ("18446744073709551616", "`18446744073709551616` is too large", 0..20),
            ("if a then b", "expected `else`, found the end", 11..11),
            ("\"ab", "expected `\"`, found the end", 3..3),
            ("digits(a, 1)", "a base is a number from 2 to 16", 10..11),
        ] {
            let found = parse_expression(text, &mut |_| Span(1)).map(|found| found.to_string());
            let message = message.to_owned();
            assert_eq!(found, Err(TypeError { message, bytes }), "{text}");
        }
        let (deep, long) = ("(".repeat(1000), "a + ".repeat(100_000) + "a");
        for text in [deep, long] {
            assert!(parse_expression(&text, &mut |_| Span(1)).is_err());
        }
    }
}
