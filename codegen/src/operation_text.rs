//! Templates of operations. A template describes the textual form of an operation, starting with its mnemonic.
//!
//! | syntax | meaning |
//! | --- | --- |
//! | `{x}` | an operand, an attribute or a region |
//! | `{x:sep}` | a list whose elements are separated by `sep` |
//! | `{word x ...}` | a property of `x`, which the word selects, see [`Word`] |
//! | `{?condition\|...}` | text that is present only if the condition is true |
//! | `{*\|...}` | groups that are read in any order |
//! | `{line}` | the end of a line |
//! | `{,}` | a comma and a blank, unless it is the first one of its group |
//! | `{{`, `}}` | braces |
//! | `{'}'}` | a closing brace inside of a group |

use crate::braces::{Raw, split};

/// The property of a part of an operation that a placeholder prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The names of values, an attribute, or a region.
    Value,
    /// The types of values.
    Type,
    /// One type if all values have the same type. Otherwise, a type for each value.
    Types,
    /// The type of the first value, of the first group that is not empty.
    FirstType,
    /// Types in the syntax of type attributes.
    FullType,
    /// Types of results in the syntax of a function type.
    FullResults,
    /// A string in the syntax of a symbol name.
    Symbol,
    /// A constant: its elements and its type.
    Elements,
    /// The numbers in a field of a type. Operands replace the unknown numbers.
    Mixed,
    /// The name of a region argument whose type is the type of an operand.
    Argument,
    /// The arguments of a region from an index on, each with the operand that is its initial value.
    Assigned,
    /// The arguments of a region with their types and with attributes from a list.
    Parameters,
    /// Attributes in their short form, in the syntax of call arguments.
    Expressions,
    /// A dictionary of the attributes that are present. [`OTHERS`] adds all attributes that no other placeholder prints.
    Dictionary,
}

/// The words of templates.
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

/// In a dictionary: all attributes that no other placeholder prints.
pub const OTHERS: &str = "*";

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Literal text.
    Literal(String),
    /// The end of a line, and the indentation of the operation.
    Line,
    /// A comma and a blank, unless it is the first one of its group.
    Comma,
    /// Parts of the operation.
    Part {
        /// The property of the parts to print.
        word: Word,
        /// The names of the parts, and numbers.
        of: Vec<String>,
        /// The separator of list elements.
        separator: String,
    },
    /// Pieces with a condition in disjunctive form: they are present if all tests of one of the lists are true.
    If(Vec<Vec<Test>>, Vec<Piece>),
    /// Groups that are read in any order.
    AnyOrder(Vec<Piece>),
}

/// A test of a part of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The test is negated.
    pub negated: bool,
    /// The tested part.
    pub part: String,
    /// The tested field of the part's type.
    pub field: Option<String>,
    /// The enum member that the part must differ from.
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
/// The fault, in words.
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
                0 => return Err("`{}` is empty".to_owned()),
                1 => Word::Value,
                _ => {
                    let word = of.remove(0);
                    let found = WORDS.iter().find(|(name, _)| *name == word);
                    found.ok_or_else(|| format!("`{word}` is not a word of templates"))?.1
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

/// Parses a condition: tests with `not`, `and` and `or`. `and` has the higher precedence.
fn condition(text: &str) -> Result<Vec<Vec<Test>>, String> {
    let mut words = text.split_whitespace().peekable();
    let mut any = vec![Vec::new()];
    loop {
        let negated = words.next_if_eq(&"not").is_some();
        let Some(word) = words.next().filter(|word| !matches!(*word, "and" | "or" | "not")) else {
            return Err(format!("`{text}` is not a condition"));
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

/// The mnemonic: the word at the start of an operation, by which a parser recognizes it.
#[must_use]
pub fn mnemonic(pieces: &[Piece]) -> &str {
    let Some(Piece::Literal(text)) = pieces.first() else { return "" };
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')));
    &text[..end.unwrap_or(text.len())]
}

/// Collects the names of all parts that the pieces print, also in groups.
pub fn values<'p>(pieces: &'p [Piece], names: &mut Vec<&'p str>) {
    for piece in pieces {
        match piece {
            Piece::Part { word: Word::Value, of, .. } => {
                names.extend(of.iter().map(String::as_str))
            }
            Piece::If(_, inner) | Piece::AnyOrder(inner) => values(inner, names),
            _ => {}
        }
    }
}

/// Whether a dictionary contains [`OTHERS`].
#[must_use]
pub fn shows_others(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Part { word: Word::Dictionary, of, .. } => of == &[OTHERS],
        Piece::If(_, inner) | Piece::AnyOrder(inner) => shows_others(inner),
        _ => false,
    })
}

/// The text of the template with these pieces, in the syntax of schemas.
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
    fn templates_are_printed_as_they_were_parsed() {
        for template in [
            "addf {lhs}, {rhs} {?rounding_mode!=nearest_even|rounding<{rounding_mode}>} : {type result}",
            "load{?a and not b or c.d| {,}{'}'} {list:, }}{*|{?x| x}{?y| y}} {{}} {mixed result.shape sizes}{line}",
        ] {
            let pieces = parse(template).expect("a template");
            assert_eq!(spell(&pieces), template);
        }
    }

    #[test]
    fn invalid_templates() {
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
