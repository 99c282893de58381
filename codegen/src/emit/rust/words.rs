//! Rows of words: data that generated code contains as text, and that the library parses on demand, see `runtime/core/src/words.rs`.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The end of a word: no text of a schema contains it.
const END: char = '\0';

/// A row of words.
#[derive(Default)]
pub(super) struct Words(String);

impl Words {
    pub(super) fn word(&mut self, word: &str) {
        self.0.push_str(word);
        self.0.push(END);
    }

    pub(super) fn number(&mut self, number: usize) {
        self.word(&number.to_string());
    }

    pub(super) fn flag(&mut self, holds: bool) {
        self.word(if holds { "yes" } else { "" });
    }

    pub(super) fn words(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.word(word));
    }

    pub(super) fn append(&mut self, other: &Words) {
        self.0.push_str(&other.0);
    }
}

impl ToTokens for Words {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}
