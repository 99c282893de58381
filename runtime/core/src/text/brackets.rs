//! Brackets whose content has a grammar of its own.

use super::Scanner;

impl<'t> Scanner<'t> {
    /// The next token, with the angle brackets that directly follow it; none if they do not end.
    #[must_use]
    pub fn bracketed(&self) -> Option<&'t str> {
        let (start, end) = (self.token().start, self.token().end);
        let bytes = self.text().as_bytes();
        let end = match bytes.get(end) {
            Some(b'<') => bracket_end(bytes, end)?,
            _ => end,
        };
        self.text().get(start..end)
    }
}

/// The end of a bracket with its content; none if it does not end, or contains another that does not.
#[must_use]
pub fn bracket_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut open: Vec<u8> = Vec::new();
    let mut at = start;
    loop {
        let byte = *bytes.get(at)?;
        at += 1;
        match byte {
            b'<' => open.push(b'>'),
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'-' if bytes.get(at) == Some(&b'>') => at += 1,
            b'>' | b')' | b']' | b'}' => {
                if open.pop() != Some(byte) {
                    return None;
                }
                if open.is_empty() {
                    return Some(at);
                }
            }
            b'"' => loop {
                match *bytes.get(at)? {
                    b'"' => break at += 1,
                    b'\\' => at += 2,
                    b'\n' => return None,
                    _ => at += 1,
                }
            },
            0 => return None,
            _ => {}
        }
    }
}
