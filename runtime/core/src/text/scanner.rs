//! A scanner with one token of lookahead.

mod literals;

use super::lexer::{is_word, token};
use super::wrong::too_deep;
use super::{Kind, Token, unquote};
use crate::error::{Error, ErrorKind, Result};
use crate::wire::MAX_DEPTH;
use std::borrow::Cow;

/// Reads a text token by token, with one token of lookahead.
#[derive(Clone, Debug)]
pub struct Scanner<'t> {
    text: &'t str,
    token: Token,
    /// The end of the previous token.
    before: usize,
    /// A word that counts as read before the next text.
    assumed: &'static str,
    depth: u32,
    /// The error farthest in the text, of all failed attempts.
    farthest: Option<Error>,
    /// The number of bytes that failed attempts have read.
    backtracked: usize,
}

/// The most bytes that failed attempts may read, for each byte of the text: nested alternatives can be tried again and again.
const MAX_BACKTRACKING: usize = 64;
/// The least limit of these bytes, for a text of any size.
const MIN_BACKTRACKING_LIMIT: usize = 1 << 16;

/// A position of a scanner, for a reset.
#[derive(Clone, Copy, Debug)]
pub struct Mark(Token, usize, &'static str);

/// The position and the depth before an attempt. The code that resets to it is not part of [`Scanner::attempt`], which is
/// compiled for each alternative.
#[derive(Debug)]
pub(super) struct Attempt(Mark, u32);

impl Mark {
    /// The end of the text that was read before, in bytes from the start of the text.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.1
    }
}

impl<'t> Scanner<'t> {
    /// A scanner of a whole text.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let token = token(text.as_bytes(), 0);
        Scanner { text, token, before: 0, assumed: "", depth: 0, farthest: None, backtracked: 0 }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The next token.
    #[inline]
    #[must_use]
    pub fn token(&self) -> Token {
        self.token
    }

    /// The kind of the next token.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.token.kind
    }

    /// The text of the next token.
    #[inline]
    #[must_use]
    pub fn spelling(&self) -> &'t str {
        &self.text[self.token.start..self.token.end]
    }

    /// The offset of the next token, in bytes from the start of the text.
    #[inline]
    #[must_use]
    pub fn offset(&self) -> usize {
        self.token.start
    }

    /// The end of the previous token, in bytes from the start of the text.
    #[inline]
    #[must_use]
    pub fn end_before(&self) -> usize {
        self.before
    }

    /// Moves after the next token, and returns it.
    #[inline]
    pub fn advance(&mut self) -> Token {
        let passed = self.token;
        self.resume(passed.end);
        passed
    }

    /// Continues at an offset in the next token or after it, on a character boundary.
    #[inline]
    pub fn resume(&mut self, offset: usize) {
        self.before = offset;
        self.assumed = "";
        self.token = token(self.text.as_bytes(), offset);
    }

    /// Assumes that a word precedes the next text. A literal of a template that begins with the word matches without it.
    pub fn assume(&mut self, word: &'static str) {
        self.assumed = word;
    }

    /// The position, for [`Scanner::reset`].
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.token, self.before, self.assumed)
    }

    /// Returns to a position.
    pub fn reset(&mut self, mark: Mark) {
        (self.token, self.before, self.assumed) = (mark.0, mark.1, mark.2);
    }

    /// Continues where another scanner of the same text is, with its failed attempts.
    pub fn follow(&mut self, other: &mut Scanner<'_>) {
        self.reset(other.mark());
        self.depth = other.depth;
        self.backtracked = other.backtracked;
        self.farthest = other.farthest.take();
    }

    /// Whether the next token is this punctuation mark.
    #[inline]
    #[must_use]
    pub fn is(&self, mark: u8) -> bool {
        self.token.kind == Kind::Mark(mark)
    }

    /// Whether the next token is this word.
    #[must_use]
    pub fn is_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Word && self.spelling() == word
    }

    /// Reads the next token if it is this punctuation mark.
    #[inline]
    pub fn eat(&mut self, mark: u8) -> bool {
        let found = self.is(mark);
        if found {
            self.advance();
        }
        found
    }

    /// Reads the next token if it is of this kind.
    #[inline]
    pub fn eat_kind(&mut self, kind: Kind) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.advance();
        }
        found
    }

    /// Reads the next token if it is this word.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Reads this punctuation mark.
    ///
    /// # Errors
    /// Another token.
    #[inline]
    pub fn expect(&mut self, mark: u8) -> Result<()> {
        if self.eat(mark) {
            return Ok(());
        }
        Err(self.missing(format!("`{}`", char::from(mark))))
    }

    /// Reads a token of this kind, and returns its text.
    ///
    /// # Errors
    /// Another token: `what` was expected.
    #[inline]
    pub fn expect_kind(&mut self, kind: Kind, what: &'static str) -> Result<&'t str> {
        if self.token.kind != kind {
            return Err(self.expected(what));
        }
        let spelling = self.spelling();
        self.advance();
        Ok(spelling)
    }

    /// Reads this word.
    ///
    /// # Errors
    /// Another token.
    pub fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.expected(format!("`{word}`")))
    }

    /// Reads a string literal, and returns its bytes.
    ///
    /// # Errors
    /// Another token, and an invalid escape.
    pub fn string(&mut self) -> Result<Cow<'t, [u8]>> {
        let literal = self.spelling();
        let start = self.offset();
        self.expect_kind(Kind::String, "a string literal")?;
        unquote(literal).ok_or_else(|| {
            let expected = Cow::Borrowed("an escape: n, t, \", \\ or two hexadecimal digits");
            let found = literal.to_owned();
            Error::at(start, ErrorKind::Syntax { expected, found })
        })
    }

    /// Reads a symbol, `@name` or `@"name"`, and returns the bytes of the name.
    ///
    /// # Errors
    /// Another token, and an invalid escape.
    pub fn symbol(&mut self) -> Result<Cow<'t, [u8]>> {
        let at = self.mark();
        let spelling = self.expect_kind(Kind::At, "a symbol, as `@name`")?;
        let name = &spelling[1..];
        if name.starts_with('"') {
            return unquote(name).ok_or_else(|| {
                self.reset(at);
                self.expected("a symbol, as `@name`")
            });
        }
        Ok(Cow::Borrowed(name.as_bytes()))
    }

    /// Reads an integer with an optional minus sign, decimal or hexadecimal.
    ///
    /// # Errors
    /// Another token, and more than 127 bits.
    pub fn integer(&mut self) -> Result<i128> {
        let at = self.mark();
        let negative = self.eat(b'-');
        let spelling = self.spelling();
        let number = match spelling.strip_prefix("0x") {
            _ if self.token.kind != Kind::Integer => None,
            Some(digits) => i128::from_str_radix(digits, 16).ok(),
            None => spelling.parse::<i128>().ok(),
        };
        let Some(number) = number else {
            self.reset(at);
            return Err(self.expected("an integer"));
        };
        self.advance();
        Ok(if negative { -number } else { number })
    }

    /// Reads an integer of a type.
    ///
    /// # Errors
    /// Those of [`Scanner::integer`], and a number that does not fit the type.
    pub fn number<T: TryFrom<i128>>(&mut self) -> Result<T> {
        let at = self.mark();
        let number = self.integer()?;
        T::try_from(number).map_err(|_| {
            self.reset(at);
            let bits = std::mem::size_of::<T>() * 8;
            self.expected(format!("an integer of {bits} bits"))
        })
    }

    /// Reads a literal of a template. Blanks and comments may differ, except inside a word. If it is `open`, the last word may be
    /// the beginning of a longer one.
    ///
    /// # Errors
    /// Other text.
    pub fn literal(&mut self, literal: &str, open: bool) -> Result<()> {
        let (rest, at) = match self.literal_end(literal, open) {
            Some(end) => {
                self.resume(end);
                return Ok(());
            }
            None => self.matched(literal, open).err().unwrap_or((literal, self.token.start)),
        };
        Err(self.missing_at(at, format!("`{}`", rest.trim())))
    }

    /// Reads a literal of a template if it comes next, see [`Scanner::literal`].
    pub fn eat_literal(&mut self, literal: &str, open: bool) -> bool {
        let matched = self.literal_end(literal, open);
        if let Some(end) = matched {
            self.resume(end);
        }
        matched.is_some()
    }

    /// Whether a literal of a template comes next, see [`Scanner::literal`].
    #[must_use]
    pub fn at_literal(&self, literal: &str, open: bool) -> bool {
        self.literal_end(literal, open).is_some()
    }

    /// Reads the longest run of characters of words.
    ///
    /// # Errors
    /// Other text.
    pub fn name(&mut self) -> Result<&'t str> {
        let start = self.token.start;
        let rest = &self.text[start..];
        let end = rest.bytes().position(|byte| !is_word(byte)).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected("a name"));
        }
        self.resume(start + end);
        Ok(&rest[..end])
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    /// Another token.
    pub fn boolean(&mut self) -> Result<bool> {
        if self.eat_word("true") {
            return Ok(true);
        }
        self.expect_word("false")?;
        Ok(false)
    }

    /// Reads a comma, unless this is the `first` element.
    ///
    /// # Errors
    /// Another token.
    pub fn comma(&mut self, first: &mut bool) -> Result<()> {
        if std::mem::take(first) { Ok(()) } else { self.expect(b',') }
    }

    /// Tries to read something, and resets on failure. After too many bytes in failed attempts, it does not try.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Option<T> {
        let attempt = self.begin()?;
        match read(self) {
            Ok(value) => Some(value),
            Err(error) => {
                self.give_up(attempt, Some(error));
                None
            }
        }
    }

    /// Begins an attempt; none after too many bytes in failed attempts.
    pub(super) fn begin(&mut self) -> Option<Attempt> {
        let max = (self.text.len().saturating_mul(MAX_BACKTRACKING)).max(MIN_BACKTRACKING_LIMIT);
        if self.backtracked > max {
            let kind = ErrorKind::Limit {
                limit: "bytes of text read by failed attempts",
                found: self.backtracked as u64,
                max: max as u64,
            };
            self.note(Error::at(self.offset(), kind));
            return None;
        }
        Some(Attempt(self.mark(), self.depth))
    }

    /// Resets after a failed attempt.
    pub(super) fn give_up(&mut self, Attempt(mark, depth): Attempt, error: Option<Error>) {
        self.backtracked += self.token.end - mark.0.start + 1;
        self.reset(mark);
        self.depth = depth;
        error.into_iter().for_each(|error| self.note(error));
    }

    /// Keeps the error of a failed attempt, if it is farther in the text than the previous one.
    pub fn note(&mut self, error: Error) {
        let offset = |error: &Error| error.offset().unwrap_or_default();
        if self.farthest.as_ref().is_none_or(|farthest| offset(farthest) < offset(&error)) {
            self.farthest = Some(error);
        }
    }

    /// Of this error and those of failed attempts, the one farthest in the text.
    #[must_use]
    pub fn latest(&mut self, error: Error) -> Error {
        match self.farthest.take() {
            Some(farthest) if farthest.offset() > error.offset() => farthest,
            _ => error,
        }
    }

    /// Skips faulty text that began at an offset, up to a line where `begins` holds, or up to the closing brace around it.
    /// Returns false at the end of the text.
    pub fn recover(&mut self, start: usize, begins: impl Fn(&Self) -> bool) -> bool {
        let wrong = self.offset();
        self.resume(start);
        let mut depth = 0usize;
        loop {
            let (before, token) = (self.before, self.token);
            let begins_line =
                before > start && self.text.as_bytes()[before..token.start].contains(&b'\n');
            match token.kind {
                Kind::End => return false,
                _ if begins_line && depth == 0 && token.start >= wrong && begins(self) => {
                    return true;
                }
                Kind::Mark(b'{') => depth += 1,
                Kind::Mark(b'}') => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None if token.start >= wrong && token.start > start => return true,
                    None => {}
                },
                _ => {}
            }
            self.advance();
        }
    }

    /// Reads a nested part of the text.
    ///
    /// # Errors
    /// Those of `read`, and more than [`MAX_DEPTH`] nested levels.
    pub fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.enter()?;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn enter(&mut self) -> Result<()> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep("nested text").moved_to(self.offset()));
        }
        self.depth += 1;
        Ok(())
    }

    /// The error for something missing before the next token. If that token begins a line, the error is at the end of the
    /// previous token.
    #[cold]
    #[must_use]
    pub fn missing(&self, what: impl Into<Cow<'static, str>>) -> Error {
        let error = self.expected(what);
        let between = self.text.as_bytes().get(self.before..self.token.start);
        match between.is_some_and(|between| between.contains(&b'\n')) {
            true => Error::at(self.before, error.kind().clone()),
            false => error,
        }
    }

    /// The error for something missing at an offset after the previous token.
    #[cold]
    pub(super) fn missing_at(&self, offset: usize, what: impl Into<Cow<'static, str>>) -> Error {
        if offset <= self.token.start {
            return self.missing(what);
        }
        let mut there = Scanner::new(self.text);
        there.resume(offset);
        there.missing(what)
    }

    /// The error for wrong text from an offset on. It shows the text up to the next token if that is short, otherwise one token.
    #[cold]
    #[must_use]
    pub fn misfit(&self, start: usize, expected: impl Into<Cow<'static, str>>) -> Error {
        let read = self.text.get(start..self.before).unwrap_or_default();
        if !read.is_empty() && read.len() <= MAX_SHOWN && !read.contains('\n') {
            return misspelled(start, read, expected);
        }
        let mut token = Scanner::new(self.text);
        token.resume(start);
        misspelled(start, token.spelling(), expected)
    }

    /// The error for an unexpected next token.
    #[cold]
    #[must_use]
    pub fn expected(&self, what: impl Into<Cow<'static, str>>) -> Error {
        let found = match self.kind() {
            Kind::End => "the end".to_owned(),
            _ => format!("`{}`", shortened(self.spelling())),
        };
        Error::at(self.offset(), ErrorKind::Syntax { expected: what.into(), found })
    }
}

/// The description of a string with valid escapes.
pub const ESCAPED: &str = "a string of which all escapes are right";

/// The error for text at an offset that is well-formed and still not allowed there.
#[cold]
pub fn misspelled(at: usize, text: &str, expected: impl Into<Cow<'static, str>>) -> Error {
    Error::at(at, ErrorKind::UnexpectedText { text: shortened(text), expected: expected.into() })
}

/// The most characters of a token that an error shows.
const MAX_SHOWN: usize = 40;

fn shortened(spelling: &str) -> String {
    match spelling.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &spelling[..end]),
        None => spelling.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        let mut scanner = Scanner::new("tile < 4x8xf32>, strides = [1]");
        scanner.literal("tile<", false).unwrap();
        assert_eq!(scanner.number::<u64>().unwrap(), 4);
        scanner.literal("x", true).unwrap();
        assert_eq!(scanner.number::<u64>().unwrap(), 8);
        assert!(!scanner.at_literal("x", false));
        scanner.literal("x", true).unwrap();
        assert_eq!(scanner.name().unwrap(), "f32");
        scanner.literal(">, strides=[", false).unwrap();
        let error = scanner.literal("]", false).unwrap_err();
        assert_eq!(error.to_string(), "at byte 28 (0x1c): expected `]`, found `1`");
    }

    #[test]
    fn numbers() {
        assert_eq!(Scanner::new("-0x10").integer().unwrap(), -16);
        assert!(Scanner::new("300").number::<u8>().is_err());
        assert!(Scanner::new("99999999999999999999999999999999999999999").integer().is_err());
        assert!(Scanner::new("x").integer().is_err());
    }

    #[test]
    fn going_back() {
        let mut scanner = Scanner::new("a b c");
        let tried = scanner.attempt(|scanner| {
            scanner.expect_word("a")?;
            scanner.expect_word("x")
        });
        assert!(tried.is_none());
        let error = scanner.expect_word("d").unwrap_err();
        assert_eq!(scanner.latest(error).to_string(), "at byte 2 (0x2): expected `x`, found `b`");
    }
}
