//! What keeps a listing in proportion to its file.

use std::cell::Cell;
use std::fmt;

/// Lines are moved to the right up to this depth. Operations may lie in one another without limit,
/// and a listing that went on moving would be far longer than its file.
const MAX_INDENT: usize = 32;

/// The beginning of a line at a depth: blanks, and behind [`MAX_INDENT`] the depth as a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indent(pub(super) usize);

impl fmt::Display for Indent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Indent(depth) = *self;
        write!(f, "{:width$}", "", width = 2 * depth.min(MAX_INDENT))?;
        if depth > MAX_INDENT { write!(f, "[{depth}] ") } else { Ok(()) }
    }
}

/// Characters of entries spelled where they are referred to that a listing may have for each byte of
/// the file.
const PER_BYTE: usize = 16;

/// The same for a file of no bytes.
const FREE: usize = 1 << 16;

/// What a listing has left for entries that are spelled where they are referred to: one entry may be
/// referred to by every byte of a file. When nothing is left, references are numbers.
#[derive(Debug)]
pub(super) struct Allowance {
    left: Cell<usize>,
    was_reported: Cell<bool>,
}

impl Allowance {
    /// The allowance of a file of so many bytes.
    pub(super) fn of(bytes: usize) -> Self {
        let left = FREE.saturating_add(PER_BYTE.saturating_mul(bytes));
        Allowance { left: Cell::new(left), was_reported: Cell::new(false) }
    }

    /// Takes the length of what was spelled.
    pub(super) fn spend(&self, len: usize) {
        self.left.set(self.left.get().saturating_sub(len));
    }

    /// Whether nothing is left.
    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// A line that says where the listing went over to numbers; once.
    pub(super) fn notice(&self) -> Option<&'static str> {
        let now = self.is_spent() && !self.was_reported.replace(self.is_spent());
        now.then_some("// cut here: what is referred to stands as a number from here on")
    }
}
