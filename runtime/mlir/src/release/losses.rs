//! Content that a version cannot represent.

use crate::module::ir::OpId;
use std::fmt;

/// What to do with content that the requested version cannot represent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Losses {
    /// Return an error for the first loss.
    #[default]
    Refuse,
    /// Drop it, as the reference writer does, and list it.
    Allow,
}

/// Content that was dropped because a version does not have it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The operation that lost it; `None` for content of the whole module.
    pub op: Option<OpId>,
    /// The name of the operation or of the dialect. A long name is cut and ends in `...`.
    pub name: String,
    /// A description of what was lost.
    pub what: String,
}

impl Loss {
    /// The maximum number of characters of a name.
    const MAX_NAME: usize = 64;
    /// Bytes after this number can be removed first: the rest still has more characters than the maximum.
    pub(crate) const MAX_BYTES: usize = 8 * Loss::MAX_NAME;

    /// A name, cut to the maximum length: many losses can have the same long name.
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
