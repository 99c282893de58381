//! Tokens: their kinds and their ends.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The end of the text.
    End,
    /// A character that begins no token, and an incomplete token.
    Unknown,
    /// A word: a letter or `_`, then also digits, `$` and `.`.
    Word,
    /// Digits, or `0x` and hexadecimal digits.
    Integer,
    /// Digits, a point, optional digits, and an optional exponent.
    Float,
    /// A string literal that ends in its line.
    String,
    /// `@` and a word or a string literal: a symbol.
    At,
    /// `%` and a name: a value.
    Percent,
    /// `#` and a name: an attribute, an alias, or the index of a result in a group.
    Hash,
    /// `!` and a name: a type.
    Exclamation,
    /// `^` and a name: a block.
    Caret,
    /// A punctuation mark of one character.
    Mark(u8),
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    /// `{-#`
    MetadataBegin,
    /// `#-}`
    MetadataEnd,
}

/// A token and its byte range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// The offset of its first byte, from the start of the text.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

/// Whether a byte can follow the first one of a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

/// Whether a byte can be in a name after a sigil.
pub fn is_name(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

/// The end of the run of bytes from `at` on for which `fits` holds.
fn run(text: &[u8], mut at: usize, fits: fn(u8) -> bool) -> usize {
    while text.get(at).is_some_and(|byte| fits(*byte)) {
        at += 1;
    }
    at
}

/// The offset of the first byte from `at` on that is neither blank nor in a comment.
pub fn skip(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'/') if text.get(at + 1) == Some(&b'/') => {
                at = run(text, at, |byte| byte != b'\n');
            }
            _ => return at,
        }
    }
}

/// The token at `start`, after blanks and comments.
pub(super) fn token(text: &[u8], start: usize) -> Token {
    let start = skip(text, start);
    let (kind, end) = match text.get(start) {
        None => (Kind::End, start),
        Some(first) => kind(text, start, *first),
    };
    Token { kind, start, end }
}

fn kind(text: &[u8], start: usize, first: u8) -> (Kind, usize) {
    let next = start + 1;
    let starts = |mark: &[u8]| text[start..].starts_with(mark);
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => (Kind::Word, run(text, next, is_word)),
        b'0'..=b'9' => number(text, start),
        b'"' => string(text, next, Kind::String),
        b'@' if text.get(next) == Some(&b'"') => string(text, next + 1, Kind::At),
        b'@' => match text.get(next) {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => (Kind::At, run(text, next, is_word)),
            _ => (Kind::Unknown, next),
        },
        b'{' if starts(b"{-#") => (Kind::MetadataBegin, start + 3),
        b'#' if starts(b"#-}") => (Kind::MetadataEnd, start + 3),
        b'%' => name(text, next, Kind::Percent),
        b'#' => name(text, next, Kind::Hash),
        b'!' => name(text, next, Kind::Exclamation),
        b'^' => name(text, next, Kind::Caret),
        b'-' if starts(b"->") => (Kind::Arrow, start + 2),
        b'.' if starts(b"...") => (Kind::Ellipsis, start + 3),
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b'=' | b':' | b'+'
        | b'-' | b'*' | b'/' | b'?' | b'|' | b';' | b'&' => (Kind::Mark(first), next),
        // It takes all bytes of a character, so that errors show a whole character.
        _ => (Kind::Unknown, run(text, next, |byte| byte & 0xc0 == 0x80)),
    }
}

/// A name after a sigil: digits alone, or bytes of names that do not begin with a digit.
fn name(text: &[u8], at: usize, kind: Kind) -> (Kind, usize) {
    let end = name_end(text, at);
    if end == at { (Kind::Unknown, at) } else { (kind, end) }
}

/// The end of a name after a sigil; `at` is the end of the sigil. The result is `at` if there is no name.
#[inline]
pub fn name_end(text: &[u8], at: usize) -> usize {
    match text.get(at) {
        Some(b'0'..=b'9') => run(text, at, |byte| byte.is_ascii_digit()),
        Some(_) => run(text, at, is_name),
        None => at,
    }
}

fn number(text: &[u8], start: usize) -> (Kind, usize) {
    let digits = |at: usize| run(text, at, |byte| byte.is_ascii_digit());
    if text[start] == b'0' && text.get(start + 1) == Some(&b'x') {
        let end = run(text, start + 2, |byte| byte.is_ascii_hexdigit());
        // `0x` without a hexadecimal digit is a dimension `0`, followed by `x`.
        return if end > start + 2 { (Kind::Integer, end) } else { (Kind::Integer, start + 1) };
    }
    let end = digits(start);
    if text.get(end) != Some(&b'.') {
        return (Kind::Integer, end);
    }
    let end = digits(end + 1);
    if !matches!(text.get(end), Some(b'e' | b'E')) {
        return (Kind::Float, end);
    }
    let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
    let exponent = digits(end + 1 + sign);
    (Kind::Float, if exponent > end + 1 + sign { exponent } else { end })
}

/// A string literal; `at` is the offset after its opening quotation mark.
fn string(text: &[u8], mut at: usize, kind: Kind) -> (Kind, usize) {
    loop {
        match text.get(at) {
            Some(b'"') => return (kind, at + 1),
            Some(b'\\') if !matches!(text.get(at + 1), None | Some(b'\n')) => at += 2,
            Some(b'\n') | None => return (Kind::Unknown, at),
            Some(_) => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(Kind, &str)]) {
        let mut at = 0;
        let mut found = Vec::new();
        loop {
            let token = token(text.as_bytes(), at);
            if token.kind == Kind::End {
                break;
            }
            found.push((token.kind, &text[token.start..token.end]));
            at = token.end;
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn tokens_of_every_kind() {
        use Kind::*;
        check("a.b$_1 // x\n i32", &[(Word, "a.b$_1"), (Word, "i32")]);
        check(
            "%0 %a-b#1 ^bb0 !llvm.ptr #loc1",
            &[
                (Percent, "%0"),
                (Percent, "%a-b"),
                (Hash, "#1"),
                (Caret, "^bb0"),
                (Exclamation, "!llvm.ptr"),
                (Hash, "#loc1"),
            ],
        );
        check(
            "1 0x1F 1.5e-3 2. 0xyz 1.e",
            &[
                (Integer, "1"),
                (Integer, "0x1F"),
                (Float, "1.5e-3"),
                (Float, "2."),
                (Integer, "0"),
                (Word, "xyz"),
                (Float, "1."),
                (Word, "e"),
            ],
        );
        check(
            r#""a\"b" @"x y" @f "a"#,
            &[(String, r#""a\"b""#), (At, r#"@"x y""#), (At, "@f"), (Unknown, "\"a")],
        );
        check(
            "{-# #-} -> ... - é",
            &[
                (MetadataBegin, "{-#"),
                (MetadataEnd, "#-}"),
                (Arrow, "->"),
                (Ellipsis, "..."),
                (Mark(b'-'), "-"),
                (Unknown, "é"),
            ],
        );
    }
}
