//! Text templates: how a variant is spelled in listings.
//!
//! `{f}` is a field, `{f:sep}` a list joined by `sep`, `{f:sep:}` the same with `sep` after the last
//! element too, `{?f|...}` stands only when the field `f` says something (it is present, true, not zero, not empty), `{~f|...}` only when
//! the integer list `f` is not 0, 1, 2, ... (`{~f:g|...}`: as many as the list `g` has), `{,}` is a comma and a blank where it is not the first one; `{{` and `}}` are
//! braces.

use crate::braces::{CLOSED, Raw, split};
use crate::model::TextPiece;

/// Parses a template.
///
/// # Errors
/// What is wrong with it, in words.
pub fn parse(template: &str) -> Result<Vec<TextPiece>, String> {
    let mut rest = template;
    pieces(split(&mut rest, false)?)
}

/// The template of pieces.
pub fn template(pieces: &[TextPiece]) -> String {
    let mut template = String::new();
    put(&mut template, pieces, "}}");
    template
}

/// Puts pieces behind a template, where `closing` is what a closing brace is written as.
fn put(template: &mut String, pieces: &[TextPiece], closing: &str) {
    for piece in pieces {
        match piece {
            TextPiece::Literal(text) => {
                *template += &text.replace('{', "{{").replace('}', closing);
            }
            TextPiece::Comma => *template += "{,}",
            TextPiece::Field { name, separator, trailing } => {
                *template += &format!("{{{name}");
                if !separator.is_empty() || *trailing {
                    *template += &format!(":{separator}");
                }
                *template += if *trailing { ":}" } else { "}" };
            }
            TextPiece::IfPresent(name, inner) => {
                *template += &format!("{{?{name}|");
                put(template, inner, CLOSED);
                template.push('}');
            }
            TextPiece::IfNotIdentity(name, of, inner) => {
                let of = of.as_ref().map(|of| format!(":{of}")).into_iter().collect::<String>();
                *template += &format!("{{~{name}{of}|");
                put(template, inner, CLOSED);
                template.push('}');
            }
        }
    }
}

/// The fields that a template names, nested ones included.
pub fn fields(pieces: &[TextPiece]) -> Vec<&str> {
    let mut names = Vec::new();
    for piece in pieces {
        match piece {
            TextPiece::Literal(_) | TextPiece::Comma => {}
            TextPiece::Field { name, .. } => names.push(name.as_str()),
            TextPiece::IfPresent(name, inner) => {
                names.push(name);
                names.extend(fields(inner));
            }
            TextPiece::IfNotIdentity(name, of, inner) => {
                names.push(name);
                names.extend(of.as_deref());
                names.extend(fields(inner));
            }
        }
    }
    names
}

fn pieces(raw: Vec<Raw>) -> Result<Vec<TextPiece>, String> {
    raw.into_iter().map(piece).collect()
}

fn piece(raw: Raw) -> Result<TextPiece, String> {
    match raw {
        Raw::Literal(text) => Ok(TextPiece::Literal(text)),
        Raw::Nested('?', name, inner) => Ok(TextPiece::IfPresent(name, pieces(inner)?)),
        Raw::Nested('~', name, inner) => {
            let (name, of) = match name.split_once(':') {
                Some((name, of)) => (name.to_owned(), Some(of.to_owned())),
                None => (name, None),
            };
            Ok(TextPiece::IfNotIdentity(name, of, pieces(inner)?))
        }
        Raw::Nested(sigil, ..) => Err(format!("`{{{sigil}` is for operations only")),
        Raw::Place(body) if body == "," => Ok(TextPiece::Comma),
        Raw::Place(body) => {
            let (name, separator) = body.split_once(':').unwrap_or((&body, ""));
            let (separator, trailing) = match separator.strip_suffix(':') {
                Some(separator) => (separator, true),
                None => (separator, false),
            };
            let (name, separator) = (name.to_owned(), separator.to_owned());
            Ok(TextPiece::Field { name, separator, trailing })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_every_kind() {
        let pieces = parse("t<{shape:x:}{element}{?pad|, p = {pad}}{~map|, [{map:, }]}>").unwrap();
        assert_eq!(fields(&pieces), ["shape", "element", "pad", "pad", "map", "map"]);
        assert_eq!(pieces.len(), 6);
        let pieces = parse("t<{?a|{,}a = {a}}{,}b>").unwrap();
        assert_eq!(fields(&pieces), ["a", "a"]);
        assert_eq!(pieces[2], TextPiece::Comma);
    }

    #[test]
    fn pieces_are_written_as_they_are_read() {
        let templates = [
            "t<{shape:x:}{element}{?pad|, p = {pad}}{~map|, [{map:, }]}>",
            "a{{b}}{?c|{'}'}{c}}",
            "{~a:b|{a:, }}{,}",
        ];
        for template in templates {
            let pieces = parse(template).unwrap();
            assert_eq!(super::template(&pieces), template);
        }
    }

    #[test]
    fn unbalanced_braces() {
        assert!(parse("a{b").is_err());
        assert!(parse("a}b").is_err());
        assert!(parse("{?a|b").is_err());
    }
}
