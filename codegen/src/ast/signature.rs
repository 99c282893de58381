//! Signatures of operations in the syntax tree, and their notation: `(lhs, rhs?) -> (result*) {body} [dest] terminator`.

use std::fmt;
use std::ops::Range;

use crate::ast::{PerOperation, Span, Spanned};
use crate::type_expr::{Parser, TypeError};

/// `signatures`: the signatures of the operations of a dialect; the name is the dialect's.
pub type Signatures = PerOperation<Signature>;

/// The operands, results, regions and successors of an operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Groups of operands, in order.
    pub operands: Vec<Group>,
    /// Groups of results, in order.
    pub results: Vec<Group>,
    /// Groups of regions, in order.
    pub regions: Vec<Group>,
    /// Groups of successors, in order.
    pub successors: Vec<Group>,
    /// The words after them.
    pub traits: Vec<Spanned<String>>,
}

/// A group of operands, results, regions or successors: `name`, `name?`, `name*` or `name**`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name; `_` for a group without one.
    pub name: Spanned<String>,
    /// The number of its values, regions or successors.
    pub count: Count,
}

/// The number of values, regions or successors in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// One.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Variadic,
    /// Any number of groups of any number.
    VariadicOfVariadic,
}

impl Count {
    /// The mark after the name of a group.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Count::One => "",
            Count::Optional => "?",
            Count::Variadic => "*",
            Count::VariadicOfVariadic => "**",
        }
    }
}

bytespec_plan::words! {
    /// A property of an operation as a whole.
    pub enum Trait {
        /// It ends a block.
        Terminator = "terminator";
        /// Its regions use no values from outside.
        Isolated = "isolated";
        /// It has a name, by which other operations refer to it.
        Symbol = "symbol";
        /// It resolves names of symbols in its regions.
        SymbolTable = "symbol_table";
        /// Blocks of its regions need no terminator.
        NoTerminator = "no_terminator";
        /// Its regions have one block at most.
        SingleBlock = "single_block";
        /// All variadic groups of operands have the same number of values.
        SameOperandSizes = "same_operand_sizes";
        /// All variadic groups of results have the same number of values.
        SameResultSizes = "same_result_sizes";
        /// It has no effect besides its results, for any operands.
        Pure = "pure";
    }
}

impl fmt::Display for Trait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The name of a group without one.
pub const UNNAMED: &str = "_";

/// Parses a signature; `place` makes spans of byte ranges of `text`.
///
/// # Errors
/// The first syntax error in the text.
pub fn parse_signature(
    text: &str,
    place: &mut dyn FnMut(Range<usize>) -> Span,
) -> Result<Signature, TypeError> {
    let mut parser = Parser { text, at: 0, place };
    parser.expect('(')?;
    let mut signature = Signature { operands: parser.groups(')')?, ..Signature::default() };
    if parser.eat('-') {
        if parser.peek() != Some('>') {
            return Err(parser.error("expected `->`"));
        }
        parser.at += 1;
        parser.expect('(')?;
        signature.results = parser.groups(')')?;
    }
    if parser.eat('{') {
        signature.regions = parser.groups('}')?;
    }
    if parser.eat('[') {
        signature.successors = parser.groups(']')?;
    }
    parser.skip_spaces();
    while parser.at < text.len() {
        signature.traits.push(parser.spanned("expected a trait")?);
        parser.skip_spaces();
    }
    Ok(signature)
}

impl Parser<'_> {
    /// Parses groups up to the closing bracket.
    fn groups(&mut self, end: char) -> Result<Vec<Group>, TypeError> {
        let mut groups = Vec::new();
        if self.eat(end) {
            return Ok(groups);
        }
        loop {
            let name = self.spanned(&format!("expected a name or `{end}`"))?;
            let count = match (self.eat('?'), self.eat('*'), self.eat('*')) {
                (true, false, _) => Count::Optional,
                (true, true, _) => return Err(self.error("expected `?` or `*`, and not both")),
                (false, false, _) => Count::One,
                (false, true, false) => Count::Variadic,
                (false, true, true) => Count::VariadicOfVariadic,
            };
            groups.push(Group { name, count });
            if self.eat(end) {
                return Ok(groups);
            }
            if !self.eat(',') {
                return Err(self.error(&format!("expected `,` or `{end}`")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Signature, TypeError> {
        parse_signature(text, &mut |bytes| {
            Span(u32::try_from(bytes.start * 100 + bytes.end).unwrap())
        })
    }

    fn spelled(groups: &[Group]) -> String {
        let groups =
            groups.iter().map(|group| format!("{}{}", group.name.value, group.count.mark()));
        groups.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_part() {
        let text = "(a, b?,c*, d **) -> (_, x*) {body, more*} [dest] isolated  symbol";
        let found = parse(text).unwrap();
        assert_eq!(spelled(&found.operands), "a b? c* d**");
        assert_eq!(spelled(&found.results), "_ x*");
        assert_eq!(spelled(&found.regions), "body more*");
        assert_eq!(spelled(&found.successors), "dest");
        let traits: Vec<_> = found.traits.iter().map(|word| word.value.as_str()).collect();
        assert_eq!(traits, ["isolated", "symbol"]);
        assert_eq!(found.operands[1].name.span, Span(405));
        assert_eq!(parse("()"), Ok(Signature::default()));
        assert_eq!(spelled(&parse("( ) -> (r)").unwrap().results), "r");
    }

    #[test]
    fn every_trait_is_found_by_its_word() {
        for known in Trait::ALL {
            assert_eq!(Trait::of_word(known.word()), Some(known));
        }
        assert_eq!(Trait::of_word("round"), None);
    }

    #[test]
    fn faults() {
        for (text, message, bytes) in [
            ("", "expected `(`, found the end", 0..0),
            ("(a", "expected `,` or `)`, found the end", 2..2),
            ("(a,)", "expected a name or `)`, found `)`", 3..4),
            ("(a) - (b)", "expected `->`, found ` `", 5..6),
            ("(a) -> b", "expected `(`, found `b`", 7..8),
            ("(a?*)", "expected `?` or `*`, and not both, found `)`", 4..5),
            ("(a) [d] {r}", "expected a trait, found `{`", 8..9),
            ("() 7", "expected a trait, found `7`", 3..4),
        ] {
            let message = message.to_owned();
            assert_eq!(parse(text), Err(TypeError { message, bytes }), "{text}");
        }
    }
}
