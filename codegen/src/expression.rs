//! Expressions: `count(strings)`, `Entry.size[index]`, `use_lists and not count(results) = 1`.

use std::ops::Range;

use crate::ast::described::Property;
use crate::ast::{Expression, Place, Span, Spanned};
use crate::type_expr::{Parser, TypeError};

/// Deepest nesting of brackets.
const MAX_DEPTH: usize = 16;

/// Reads an expression; `place` makes spans of byte ranges of `text`.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_expression(
    text: &str,
    place: &mut dyn FnMut(Range<usize>) -> Span,
) -> Result<Expression, TypeError> {
    let mut parser = Parser { text, at: 0, place };
    let found = parser.any(0)?;
    parser.skip_spaces();
    if parser.at < text.len() {
        return Err(parser.error("expected the end of the expression"));
    }
    Ok(found)
}

impl Parser<'_> {
    fn any(&mut self, depth: usize) -> Result<Expression, TypeError> {
        if depth > MAX_DEPTH {
            return Err(self.error("expressions are nested too deep"));
        }
        let mut found = self.all(depth)?;
        while self.eat_word("or") {
            found = Expression::Or(Box::new(found), Box::new(self.all(depth)?));
        }
        Ok(found)
    }

    fn all(&mut self, depth: usize) -> Result<Expression, TypeError> {
        let mut found = self.one(depth)?;
        while self.eat_word("and") {
            found = Expression::And(Box::new(found), Box::new(self.one(depth)?));
        }
        Ok(found)
    }

    fn one(&mut self, depth: usize) -> Result<Expression, TypeError> {
        if self.eat_word("not") {
            return Ok(Expression::Not(Box::new(self.one(depth + 1)?)));
        }
        let found = self.sum(depth)?;
        match self.eat('=') {
            true => Ok(Expression::Equal(Box::new(found), Box::new(self.sum(depth)?))),
            false => Ok(found),
        }
    }

    fn sum(&mut self, depth: usize) -> Result<Expression, TypeError> {
        let mut found = self.atom(depth)?;
        loop {
            if self.eat('+') {
                found = Expression::Add(Box::new(found), Box::new(self.atom(depth)?));
            } else if self.eat('-') {
                found = Expression::Subtract(Box::new(found), Box::new(self.atom(depth)?));
            } else {
                return Ok(found);
            }
        }
    }

    fn atom(&mut self, depth: usize) -> Result<Expression, TypeError> {
        if self.eat('(') {
            let inner = self.any(depth + 1)?;
            self.expect(')')?;
            return Ok(inner);
        }
        self.skip_spaces();
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let start = self.at;
            let digits = self.run(|c| c.is_ascii_digit());
            let bytes = start..self.at;
            let message = format!("`{digits}` is too large");
            let number = digits.parse().map_err(|_| TypeError { message, bytes });
            return number.map(Expression::Number);
        }
        let start = self.at;
        let word = self.spanned("expected a field, a number or `(`")?;
        if self.eat('(') {
            let found = self.call((&word, start), depth)?;
            self.expect(')')?;
            return Ok(found);
        }
        if word.value == "index" {
            return Ok(Expression::Index);
        }
        let Some(place) = self.place_after(&word)? else { return Ok(Expression::Field(word)) };
        if !self.eat('[') {
            return Ok(Expression::Around(place));
        }
        let at = self.any(depth + 1)?;
        self.expect(']')?;
        Ok(Expression::Listed(place, Box::new(at)))
    }

    /// What a function, which begins at a byte of the text, asks of a field.
    fn call(
        &mut self,
        (function, start): (&Spanned<String>, usize),
        depth: usize,
    ) -> Result<Expression, TypeError> {
        let word = self.spanned("expected a field")?;
        let place = self.place_after(&word)?;
        let property = match (function.value.as_str(), place) {
            ("count", Some(place)) => return Ok(Expression::Count(place)),
            ("find", Some(place)) => {
                self.expect(',')?;
                return Ok(Expression::Find(place, Box::new(self.any(depth + 1)?)));
            }
            ("count", None) => Property::Elements,
            ("sizes", None) => Property::Sizes,
            ("size", None) => Property::Size,
            ("has", None) => Property::Present,
            (name, _) => {
                return Err(TypeError {
                    message: format!("`{name}` is none of count, find, has, size and sizes here"),
                    bytes: start..start + name.len(),
                });
            }
        };
        Ok(Expression::Of(property, word))
    }

    /// The field behind a dot.
    fn place_after(&mut self, item: &Spanned<String>) -> Result<Option<Place>, TypeError> {
        if !self.eat('.') {
            return Ok(None);
        }
        let field = self.spanned("expected a field")?;
        Ok(Some(Place { item: item.clone(), field }))
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
        ] {
            let found = parse_expression(text, &mut |_| Span(1));
            let found = found.unwrap_or_else(|error| panic!("{text}: {}", error.message));
            assert_eq!(found.to_string(), text);
        }
    }
}
