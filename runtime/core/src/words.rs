//! Rows of words, in which generated code stores data that is parsed at the first use.

use std::str::FromStr;

/// The words of a row that are left. Each ends with a zero byte. Behind the last one there are empty words.
#[derive(Clone, Copy, Debug)]
pub struct Words(&'static str);

impl Words {
    /// The words of a row.
    #[must_use]
    pub const fn new(row: &'static str) -> Self {
        Words(row)
    }

    /// The next word.
    pub fn word(&mut self) -> &'static str {
        let (word, rest) = self.0.split_once('\0').unwrap_or_default();
        self.0 = rest;
        word
    }

    /// The next word as a number; zero if it is none.
    pub fn number<T: FromStr + Default>(&mut self) -> T {
        self.word().parse().unwrap_or_default()
    }

    /// Whether the next word is `yes`.
    pub fn flag(&mut self) -> bool {
        self.word() == "yes"
    }
}
