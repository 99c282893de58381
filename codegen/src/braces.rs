//! Splits templates of text at their braces.

/// A part of a template that is split at its braces. The content of the braces is not parsed yet.
pub(crate) enum Raw {
    /// Text as it is.
    Literal(String),
    /// `{body}`.
    Place(String),
    /// `{?head|...}`, and the same with `~` or `*`.
    Nested(char, String, Vec<Raw>),
}

/// A closing brace as text, where templates are nested.
pub(crate) const CLOSED: &str = "{'}'}";

/// Splits a template at its braces.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn split(rest: &mut &str, nested: bool) -> Result<Vec<Raw>, String> {
    let mut found = Vec::new();
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
                if let Some(after) = rest.strip_prefix(CLOSED) {
                    literal.push('}');
                    *rest = after;
                    continue;
                }
                *rest = &rest[1..];
                if !literal.is_empty() {
                    found.push(Raw::Literal(std::mem::take(&mut literal)));
                }
                found.push(between(rest)?);
            }
            _ => {
                literal.push(c);
                *rest = chars.as_str();
            }
        }
    }
    if !literal.is_empty() {
        found.push(Raw::Literal(literal));
    }
    Ok(found)
}

fn between(rest: &mut &str) -> Result<Raw, String> {
    let sigil = rest.chars().next().filter(|c| matches!(c, '?' | '~' | '*'));
    if let Some(sigil) = sigil {
        let Some((head, after)) = rest[1..].split_once('|') else {
            return Err(format!("`{{{sigil}` needs a field name and `|`"));
        };
        let head = head.to_owned();
        *rest = after;
        let inner = split(rest, true)?;
        *rest = &rest[1..];
        return Ok(Raw::Nested(sigil, head, inner));
    }
    let Some((body, after)) = rest.split_once('}') else {
        return Err("`{` without its `}`".to_owned());
    };
    *rest = after;
    Ok(Raw::Place(body.to_owned()))
}
