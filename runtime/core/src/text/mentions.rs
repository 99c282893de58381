//! The names and quoted texts in a text of any dialect, without its grammar.

use super::string::unescaped;
use std::collections::HashSet;
use std::ops::Range;

/// The dialects whose attributes or types occur in a text.
#[must_use]
pub fn names(text: &[u8]) -> HashSet<&[u8]> {
    let named = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let mut names = HashSet::new();
    let mut rest = text;
    while let Some(mark) = rest.iter().position(|byte| matches!(byte, b'#' | b'!')) {
        rest = &rest[mark + 1..];
        let end = rest.iter().position(|byte| !named(byte)).unwrap_or(rest.len());
        if rest.get(end) == Some(&b'.') {
            names.insert(&rest[..end]);
        }
    }
    names
}

/// The range of the next name or quoted text.
pub fn next(text: &[u8], at: &mut usize) -> Option<Range<usize>> {
    let named = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
    let rest = text.get(*at..)?;
    let start = *at + rest.iter().position(|byte| named(byte) || *byte == b'"')?;
    let end = if text[start] == b'"' {
        let mut escaped = false;
        let closing = text[start + 1..].iter().position(|&byte| {
            let closes = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            closes
        });
        closing.map_or(text.len(), |len| start + len + 2)
    } else {
        text[start..].iter().position(|byte| !named(byte)).map_or(text.len(), |len| start + len)
    };
    *at = end;
    Some(start..end)
}

/// A token without quotation marks, with its escapes replaced as [`unquote`](super::unquote) does; another character after `\` stays.
#[must_use]
pub fn unquoted(token: &[u8]) -> Vec<u8> {
    let Some(inner) = token.strip_prefix(b"\"") else { return token.to_vec() };
    let inner = inner.strip_suffix(b"\"").unwrap_or(inner);
    unescaped(inner, true).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::string::unquote;

    fn tokens(text: &str) -> Vec<String> {
        let mut at = 0;
        std::iter::from_fn(|| next(text.as_bytes(), &mut at))
            .map(|token| String::from_utf8(unquoted(&text.as_bytes()[token])).unwrap())
            .collect()
    }

    #[test]
    fn tokens_of_assembly_text() {
        let text = r#"dense_resource<blob_1> : tensor<2xi64>, "a b\22\\c", #test.x<y>"#;
        let found = ["dense_resource", "blob_1", "tensor", "2xi64", "a b\"\\c", "test.x", "y"];
        assert_eq!(tokens(text), found);
        assert_eq!(tokens("\"open"), ["open"]);
        assert_eq!(tokens("\"end\\"), ["end"]);
        // A sign is not a digit.
        assert_eq!(tokens(r#""\+F \-1 \41""#), ["+F -1 A"]);
        // The same as of a string literal.
        let escaped = r#""a\nb\tc\0Ad\"e\\n""#;
        assert_eq!(Some(unquoted(escaped.as_bytes()).into()), unquote(escaped));
        assert_eq!(tokens(escaped), ["a\nb\tc\nd\"e\\n"]);
        assert_eq!(names(text.as_bytes()), HashSet::from([b"test".as_slice()]));
        assert_eq!(names(b"!a<#b.c>, ##d.e#"), HashSet::from([b"b".as_slice(), b"d"]));
        assert_eq!(names(b""), HashSet::new());
    }
}
