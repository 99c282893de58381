//! String literals.

use std::borrow::Cow;

/// The bytes of a string literal with its quotation marks; none if an escape is invalid.
///
/// `\n`, `\t`, `\"` and `\\` are those characters, and two hexadecimal digits after `\` are a byte
/// (language reference of MLIR, string literals).
#[must_use]
pub fn unquote(literal: &str) -> Option<Cow<'_, [u8]>> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    if !inner.contains(&b'\\') {
        return Some(Cow::Borrowed(inner));
    }
    unescaped(inner, false).map(Cow::Owned)
}

/// The bytes of the text in a string literal; none if an escape is invalid. If it is `lenient`, any other character after `\` is
/// itself.
pub(super) fn unescaped(text: &[u8], lenient: bool) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        if let [high, low, after @ ..] = rest
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            bytes.push((high << 4 | low) as u8);
            rest = after;
            continue;
        }
        let Some((&byte, after)) = rest.split_first() else { return lenient.then_some(bytes) };
        rest = after;
        bytes.push(match byte {
            b'n' => b'\n',
            b't' => b'\t',
            b'"' | b'\\' => byte,
            byte if lenient => byte,
            _ => return None,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::unquote;

    #[test]
    fn escapes() {
        assert_eq!(unquote(r#""a b""#).as_deref(), Some(&b"a b"[..]));
        assert_eq!(unquote(r#""\n\t\"\\\C3\a9""#).as_deref(), Some("\n\t\"\\é".as_bytes()));
        assert_eq!(unquote(r#""\q""#), None);
        assert_eq!(unquote(r#""\C""#), None);
        assert_eq!(unquote("\""), None);
    }
}
