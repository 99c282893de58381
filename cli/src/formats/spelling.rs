//! Table entries in the text form of a format, cut if they are long.

use bytespec::plan::explain::Spell;
use std::fmt;

/// The maximum length of an entry, in characters.
const MAX_SPELLED: usize = 120;

/// Prints no entries.
pub(super) struct Nothing;

impl Spell for Nothing {
    fn entry(&self, _: &mut String, _: &str, _: u64) -> bool {
        false
    }
}

/// A text that accepts no more after the maximum length.
pub(super) struct Short<'t>(pub(super) &'t mut String);

impl fmt::Write for Short<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0.push_str(part);
        if self.0.len() > MAX_SPELLED * char::MAX_LEN_UTF8 { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Cuts a text to the maximum length.
pub(super) fn cut(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(MAX_SPELLED) {
        text.truncate(end);
        text.push_str("...");
    }
}
