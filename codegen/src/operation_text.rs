//! Templates of operations: how one is spelled, from the word that it begins with.
//!
//! `{x}` is an operand, an attribute or a region and `{x:sep}` a list joined by `sep`; `{word x ...}` is what the word
//! says of it ([`Word`]); `{?condition|...}` stands only where the condition holds; `{*|...}` holds groups that are read
//! in any order; `{line}` is a line end, `{,}` a comma and a blank where it is not the first one of its group; `{{`, `}}`
//! and, inside of a group, `{'}'}` are braces.

use crate::braces::{Raw, split};

/// What a template says of parts of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The names of values, an attribute, or a region.
    Value,
    /// The types of values.
    Type,
    /// One type where all values have it, else one for each.
    Types,
    /// The type of the first value of the first group that has one.
    FirstType,
    /// Types as attributes spell them.
    FullType,
    /// Types of results as the type of a function has them.
    FullResults,
    /// A string as the name of a symbol.
    Symbol,
    /// A constant: its elements and the type that they have.
    Elements,
    /// The numbers that a field of a type has, of which unknown ones are operands.
    Mixed,
    /// The name of an argument of a region, which has the type of an operand.
    Argument,
    /// Arguments of a region, from one on, and the operands that are their first values.
    Assigned,
    /// Arguments of a region and their types, and what a list of attributes says of them.
    Parameters,
    /// Attributes in their short form, as arguments of a call.
    Expressions,
    /// A dictionary of attributes, of those that are there; of all that nothing else says where [`OTHERS`] stands for them.
    Dictionary,
}

/// The words, as templates have them.
const WORDS: [(&str, Word); 13] = [
    ("type", Word::Type),
    ("types", Word::Types),
    ("first_type", Word::FirstType),
    ("full_type", Word::FullType),
    ("full_results", Word::FullResults),
    ("symbol", Word::Symbol),
    ("elements", Word::Elements),
    ("mixed", Word::Mixed),
    ("argument", Word::Argument),
    ("assigned", Word::Assigned),
    ("parameters", Word::Parameters),
    ("expressions", Word::Expressions),
    ("dictionary", Word::Dictionary),
];

/// In a dictionary all attributes that nothing else says.
pub const OTHERS: &str = "*";

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text as it is.
    Literal(String),
    /// A line end, and the blanks that the operation begins with.
    Line,
    /// A comma and a blank, where it is not the first one of its group.
    Comma,
    /// What a word says of parts.
    Part {
        /// The word.
        word: Word,
        /// The parts by name, and numbers.
        of: Vec<String>,
        /// Between elements of a list.
        separator: String,
    },
    /// Pieces that are there where one of several conditions holds, each of tests that all hold.
    If(Vec<Vec<Test>>, Vec<Piece>),
    /// Groups that are read in any order.
    AnyOrder(Vec<Piece>),
}

/// A question to an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// It must not be so.
    pub negated: bool,
    /// The part that is asked.
    pub part: String,
    /// The field of its type that is asked for.
    pub field: Option<String>,
    /// The member that it must not be.
    pub member: Option<String>,
}

impl std::fmt::Display for Test {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Test { negated, part, field, member } = self;
        let not = if *negated { "not " } else { "" };
        let field = field.as_ref().map(|field| format!(".{field}")).unwrap_or_default();
        let member = member.as_ref().map(|member| format!("!={member}")).unwrap_or_default();
        write!(f, "{not}{part}{field}{member}")
    }
}

/// Parses a template.
///
/// # Errors
/// What is wrong with it, in words.
pub fn parse(template: &str) -> Result<Vec<Piece>, String> {
    let mut rest = template;
    pieces(split(&mut rest, false)?)
}

fn pieces(raw: Vec<Raw>) -> Result<Vec<Piece>, String> {
    raw.into_iter().map(piece).collect()
}

fn piece(raw: Raw) -> Result<Piece, String> {
    match raw {
        Raw::Literal(text) => Ok(Piece::Literal(text)),
        Raw::Nested('?', condition, inner) => {
            Ok(Piece::If(self::condition(&condition)?, pieces(inner)?))
        }
        Raw::Nested('*', head, inner) if head.is_empty() => Ok(Piece::AnyOrder(pieces(inner)?)),
        Raw::Nested(sigil, head, _) => Err(format!("`{{{sigil}{head}|` is not supported")),
        Raw::Place(body) if body == "," => Ok(Piece::Comma),
        Raw::Place(body) if body == "line" => Ok(Piece::Line),
        Raw::Place(body) => {
            let (names, separator) = body.split_once(':').unwrap_or((&body, ""));
            let mut of: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
            let word = match of.len() {
                0 => return Err("`{}` says nothing".to_owned()),
                1 => Word::Value,
                _ => {
                    let word = of.remove(0);
                    let found = WORDS.iter().find(|(name, _)| *name == word);
                    found.ok_or_else(|| format!("`{word}` is no word of templates"))?.1
                }
            };
            let range = match word {
                Word::Mixed => 2..=2,
                Word::Elements | Word::Parameters => 1..=2,
                Word::Argument | Word::Assigned => 3..=3,
                Word::FirstType | Word::Dictionary => 1..=usize::MAX,
                _ => 1..=1,
            };
            if !range.contains(&of.len()) {
                return Err(format!("`{{{body}}}` names too many or too few parts"));
            }
            Ok(Piece::Part { word, of, separator: separator.to_owned() })
        }
    }
}

/// Parses a condition: tests with `not`, `and` and `or`, of which `and` binds closer.
fn condition(text: &str) -> Result<Vec<Vec<Test>>, String> {
    let mut words = text.split_whitespace().peekable();
    let mut any = vec![Vec::new()];
    loop {
        let negated = words.next_if_eq(&"not").is_some();
        let Some(word) = words.next().filter(|word| !matches!(*word, "and" | "or" | "not")) else {
            return Err(format!("`{text}` is no condition"));
        };
        let (subject, member) = match word.split_once("!=") {
            Some((subject, member)) => (subject, Some(member.to_owned())),
            None => (word, None),
        };
        let (part, field) = match subject.split_once('.') {
            Some((part, field)) => (part, Some(field.to_owned())),
            None => (subject, None),
        };
        let test = Test { negated, part: part.to_owned(), field, member };
        if let Some(all) = any.last_mut() {
            all.push(test);
        }
        match words.next() {
            None => return Ok(any),
            Some("and") => {}
            Some("or") => any.push(Vec::new()),
            Some(other) => return Err(format!("`{other}` is neither `and` nor `or`")),
        }
    }
}

/// The word that an operation begins with: what its spelling is known by.
#[must_use]
pub fn mnemonic(pieces: &[Piece]) -> &str {
    let Some(Piece::Literal(text)) = pieces.first() else { return "" };
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')));
    &text[..end.unwrap_or(text.len())]
}

/// Adds the names whose values pieces show, in all groups.
pub fn values<'p>(pieces: &'p [Piece], said: &mut Vec<&'p str>) {
    for piece in pieces {
        match piece {
            Piece::Part { word: Word::Value, of, .. } => said.extend(of.iter().map(String::as_str)),
            Piece::If(_, inner) | Piece::AnyOrder(inner) => values(inner, said),
            _ => {}
        }
    }
}

/// Whether a dictionary shows what nothing else says.
#[must_use]
pub fn shows_others(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Part { word: Word::Dictionary, of, .. } => of == &[OTHERS],
        Piece::If(_, inner) | Piece::AnyOrder(inner) => shows_others(inner),
        _ => false,
    })
}

/// The template of these pieces, as the schema has it.
#[must_use]
pub fn spell(pieces: &[Piece]) -> String {
    level(pieces, false)
}

fn level(pieces: &[Piece], nested: bool) -> String {
    pieces.iter().map(|piece| spell_piece(piece, nested)).collect()
}

fn spell_piece(piece: &Piece, nested: bool) -> String {
    match piece {
        Piece::Literal(text) => {
            let closing = if nested { "{'}'}" } else { "}}" };
            text.replace('{', "{{").replace('}', "\0").replace('\0', closing)
        }
        Piece::Line => "{line}".to_owned(),
        Piece::Comma => "{,}".to_owned(),
        Piece::Part { word, of, separator } => {
            let found = WORDS.iter().find(|(_, other)| other == word);
            let word = found.map(|(name, _)| format!("{name} ")).unwrap_or_default();
            let colon = if separator.is_empty() { "" } else { ":" };
            format!("{{{word}{}{colon}{separator}}}", of.join(" "))
        }
        Piece::If(any, inner) => {
            let all = |tests: &Vec<Test>| {
                tests.iter().map(Test::to_string).collect::<Vec<_>>().join(" and ")
            };
            let condition = any.iter().map(all).collect::<Vec<_>>().join(" or ");
            format!("{{?{condition}|{}}}", level(inner, true))
        }
        Piece::AnyOrder(inner) => format!("{{*|{}}}", level(inner, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_come_back() {
        for template in [
            "addf {lhs}, {rhs} {?rounding_mode!=nearest_even|rounding<{rounding_mode}>} : {type result}",
            "load{?a and not b or c.d| {,}{'}'} {list:, }}{*|{?x| x}{?y| y}} {{}} {mixed result.shape sizes}{line}",
        ] {
            let pieces = parse(template).expect("a template");
            assert_eq!(spell(&pieces), template);
        }
    }

    #[test]
    fn what_is_no_template() {
        for template in
            ["a {", "a {?b|c", "{kind of}", "{type}{type a b}", "{?a and|b}", "{?a b|c}", "{~a|b}"]
        {
            assert!(parse(template).is_err(), "{template}");
        }
    }

    #[test]
    fn the_word_ends_at_blanks_and_braces() {
        for (template, word) in [("for{?a| b}", "for"), ("preview$call {a}", "preview$call")] {
            assert_eq!(mnemonic(&parse(template).expect("a template")), word);
        }
    }
}
