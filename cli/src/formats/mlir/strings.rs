//! Bytes that represent text.

use std::fmt::Write;

/// Appends text in quotes, with the escapes of MLIR, except that letters beyond ASCII stay as they are. Stops after `limit`, a
/// length of `out`; `out` is then longer than `limit`.
pub(super) fn quote(out: &mut String, bytes: &[u8], limit: usize) {
    out.push('"');
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '\\' => out.push_str("\\\\"),
                '"' => out.push_str("\\22"),
                letter if letter.is_control() => {
                    let mut bytes = [0; 4];
                    for byte in letter.encode_utf8(&mut bytes).bytes() {
                        let _ = write!(out, "\\{byte:02X}");
                    }
                }
                letter => out.push(letter),
            }
            if out.len() > limit {
                return;
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\{byte:02X}");
        }
    }
    out.push('"');
}

/// Appends a name, in quotes unless it is a plain name.
pub(super) fn name(out: &mut String, bytes: &[u8], limit: usize) {
    match plain(bytes) {
        Some(name) => out.push_str(name),
        None => quote(out, bytes, limit),
    }
}

/// A name that needs no quotes.
fn plain(bytes: &[u8]) -> Option<&str> {
    let (first, rest) = bytes.split_first()?;
    let plain = (first.is_ascii_alphabetic() || *first == b'_')
        && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_$.".contains(byte));
    std::str::from_utf8(bytes).ok().filter(|_| plain)
}

/// The name of a dialect, an operation or a group, in one line.
pub(super) fn label(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(spell: impl Fn(&mut String, &[u8], usize), bytes: &[u8]) -> String {
        let mut out = String::new();
        spell(&mut out, bytes, usize::MAX);
        out
    }

    #[test]
    fn quotes_and_escapes() {
        assert_eq!(spelled(quote, b"a\"b\\\n\xff"), r#""a\22b\\\0A\FF""#);
        assert_eq!(spelled(quote, "é".as_bytes()), "\"é\"");
        assert_eq!(spelled(name, b"sym_name"), "sym_name");
        assert_eq!(spelled(name, b"1x"), "\"1x\"");
        assert_eq!(spelled(name, b""), "\"\"");
    }

    #[test]
    fn long_text_stops() {
        let mut out = String::new();
        quote(&mut out, &[b'x'; 1000], 10);
        assert_eq!(out.len(), 11);
    }
}
