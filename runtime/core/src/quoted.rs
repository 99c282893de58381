//! Bytes as string literals and as names.

use std::fmt::Write;

/// Writes a string literal: printable ASCII as it is, a backslash doubled, any other byte as its hexadecimal number.
pub fn quote(out: &mut String, bytes: &[u8]) {
    out.push('"');
    let mut rest = bytes;
    loop {
        let plain = rest.iter().position(|byte| !is_plain(*byte)).unwrap_or(rest.len());
        out.push_str(std::str::from_utf8(&rest[..plain]).unwrap_or_default());
        let Some(byte) = rest.get(plain) else { break };
        match byte {
            b'\\' => out.push_str("\\\\"),
            byte => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
        rest = &rest[plain + 1..];
    }
    out.push('"');
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\'
}

/// Writes a name without quotes if a reader accepts it so, otherwise as a string literal.
pub fn name(out: &mut String, bytes: &[u8]) {
    match bare(bytes) {
        Some(name) => out.push_str(name),
        None => quote(out, bytes),
    }
}

/// Whether a name needs no quotes.
pub fn is_bare(bytes: &[u8]) -> bool {
    bare(bytes).is_some()
}

/// The name that needs no quotes.
fn bare(bytes: &[u8]) -> Option<&str> {
    let (first, rest) = bytes.split_first()?;
    let letters = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.".contains(byte);
    let bare = (first.is_ascii_alphabetic() || *first == b'_') && rest.iter().all(letters);
    std::str::from_utf8(bytes).ok().filter(|_| bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(write: fn(&mut String, &[u8]), bytes: &[u8], expected: &str) {
        let mut out = String::new();
        write(&mut out, bytes);
        assert_eq!(out, expected);
    }

    #[test]
    fn literals_and_names() {
        check(quote, b"\n\t\"\\\x00\x7f\xff", r#""\0A\09\22\\\00\7F\FF""#);
        check(quote, "é".as_bytes(), r#""\C3\A9""#);
        check(name, b"a$b.c", "a$b.c");
        check(name, b"a b", "\"a b\"");
        check(name, b"0", "\"0\"");
        check(name, b"", "\"\"");
        check(name, b"true", "true");
    }
}
