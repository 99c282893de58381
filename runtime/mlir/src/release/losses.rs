//! What a version cannot carry.

use crate::module::ir::Op;
use std::fmt;

/// What happens to content that the version asked for cannot carry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Losses {
    /// It is an error that names the first such thing.
    #[default]
    Refuse,
    /// It is dropped, as the reference writer does, and listed.
    Allow,
}

/// Something that a version does not have, so that it was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The operation that it was lost from; none for what belongs to the module as a whole.
    pub op: Option<Op>,
    /// The name of that operation, or of the dialect; a long one ends in `...`.
    pub name: String,
    /// What was lost, in words.
    pub what: String,
}

impl Loss {
    /// The most letters of a name that a loss has.
    const MAX_NAME: usize = 64;
    /// More bytes are more letters, and a rest that shows that.
    pub(crate) const MAX_BYTES: usize = 8 * Loss::MAX_NAME;

    /// A name as a loss has it: there may be a loss for each of many things, all of one long name.
    pub(crate) fn short(name: &str) -> String {
        match name.char_indices().nth(Loss::MAX_NAME) {
            Some((end, _)) => format!("{}...", &name[..end]),
            None => name.to_owned(),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.what, self.name)
    }
}
