//! Literals of templates.

use super::Scanner;
use crate::text::lexer::{is_word, skip};

impl Scanner<'_> {
    /// The end of a literal of a template, if it comes next, see [`Scanner::literal`].
    #[must_use]
    pub fn literal_end(&self, literal: &str, open: bool) -> Option<usize> {
        self.end_of(self.not_assumed(literal)?, open, |_, _| {})
    }

    /// The end of a literal of a template, or the rest of it that does not come next and the offset where it is missing.
    pub(in crate::text) fn matched<'l>(
        &self,
        literal: &'l str,
        open: bool,
    ) -> Result<usize, (&'l str, usize)> {
        let start = self.token.start;
        let Some(literal) = self.not_assumed(literal) else { return Err((literal, start)) };
        let mut missing = (literal, start);
        let end = self.end_of(literal, open, |index, at| {
            let (before, rest) = literal.split_at_checked(index).unwrap_or_default();
            if !before.ends_with(['#', '!']) {
                missing = (rest, at);
            }
        });
        end.ok_or(missing)
    }

    /// A literal without its beginning that is assumed to be read.
    fn not_assumed<'l>(&self, literal: &'l str) -> Option<&'l str> {
        if self.assumed.is_empty() {
            return Some(literal);
        }
        let rest = literal.strip_prefix(self.assumed)?;
        (!rest.bytes().next().is_some_and(is_word)).then_some(rest)
    }

    /// The end of a literal, if it comes next. `token` gets the position of each token in the literal, and its offset.
    #[inline]
    fn end_of(
        &self,
        literal: &str,
        open: bool,
        mut token: impl FnMut(usize, usize),
    ) -> Option<usize> {
        let text = self.text.as_bytes();
        let mut at = self.before;
        let mut word = false;
        for (index, byte) in literal.bytes().enumerate() {
            if byte == b' ' {
                word = false;
                continue;
            }
            if !(word && is_word(byte)) {
                at = skip(text, at);
                token(index, at);
            }
            if text.get(at) != Some(&byte) {
                return None;
            }
            at += 1;
            word = is_word(byte);
        }
        let longer = word && !open && text.get(at).is_some_and(|byte| is_word(*byte));
        (!longer).then_some(at)
    }
}
