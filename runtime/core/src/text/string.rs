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
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.iter();
    while let Some(byte) = rest.next() {
        if *byte != b'\\' {
            bytes.push(*byte);
            continue;
        }
        let digit = |byte: u8| char::from(byte).to_digit(16);
        bytes.push(match *rest.next()? {
            b'n' => b'\n',
            b't' => b'\t',
            quoted @ (b'"' | b'\\') => quoted,
            high => (digit(high)? << 4 | digit(*rest.next()?)?) as u8,
        });
    }
    Some(Cow::Owned(bytes))
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
