//! Text templates: how a variant is spelled in listings.
//!
//! `{f}` is a field, `{f:sep}` a list joined by `sep`, `{f:sep:}` the same with `sep` after the last
//! element too, `{?f|...}` stands only when the field `f` says something (it is present, true, not zero, not empty), `{~f|...}` only when
//! the integer list `f` is not 0, 1, 2, ... (`{~f:g|...}`: as many as the list `g` has), `{,}` is a comma and a blank where it is not the first one; `{{` and `}}` are
//! braces.

use crate::model::TextPiece;

/// Parses a template.
///
/// # Errors
/// What is wrong with it, in words.
pub fn parse(template: &str) -> Result<Vec<TextPiece>, String> {
    let mut rest = template;
    let pieces = pieces(&mut rest, false)?;
    Ok(pieces)
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

fn pieces(rest: &mut &str, nested: bool) -> Result<Vec<TextPiece>, String> {
    let mut pieces = Vec::new();
    let mut literal = String::new();
    loop {
        let mut chars = rest.chars();
        let Some(c) = chars.next() else {
            if nested {
                return Err("`{` without its `}`".to_owned());
            }
            break;
        };
        if (c == '{' || c == '}') && chars.clone().next() == Some(c) && !(nested && c == '}') {
            literal.push(c);
            *rest = &rest[2..];
            continue;
        }
        match c {
            '}' if nested => break,
            '}' => return Err("`}` without its `{`".to_owned()),
            '{' => {
                *rest = &rest[1..];
                if !literal.is_empty() {
                    pieces.push(TextPiece::Literal(std::mem::take(&mut literal)));
                }
                pieces.push(piece(rest)?);
            }
            _ => {
                literal.push(c);
                *rest = chars.as_str();
            }
        }
    }
    if !literal.is_empty() {
        pieces.push(TextPiece::Literal(literal));
    }
    Ok(pieces)
}

fn piece(rest: &mut &str) -> Result<TextPiece, String> {
    let condition = rest.chars().next().filter(|c| matches!(c, '?' | '~'));
    if let Some(condition) = condition {
        let Some((name, after)) = rest[1..].split_once('|') else {
            return Err(format!("`{{{condition}` needs a field name and `|`"));
        };
        let name = name.to_owned();
        *rest = after;
        let inner = pieces(rest, true)?;
        *rest = &rest[1..];
        return Ok(match condition {
            '?' => TextPiece::IfPresent(name, inner),
            _ => match name.split_once(':') {
                Some((name, of)) => {
                    TextPiece::IfNotIdentity(name.to_owned(), Some(of.to_owned()), inner)
                }
                None => TextPiece::IfNotIdentity(name, None, inner),
            },
        });
    }
    let Some((body, after)) = rest.split_once('}') else {
        return Err("`{` without its `}`".to_owned());
    };
    *rest = after;
    if body == "," {
        return Ok(TextPiece::Comma);
    }
    let (name, separator) = body.split_once(':').unwrap_or((body, ""));
    let (separator, trailing) = match separator.strip_suffix(':') {
        Some(separator) => (separator, true),
        None => (separator, false),
    };
    Ok(TextPiece::Field { name: name.to_owned(), separator: separator.to_owned(), trailing })
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
    fn unbalanced_braces() {
        assert!(parse("a{b").is_err());
        assert!(parse("a}b").is_err());
        assert!(parse("{?a|b").is_err());
    }
}
