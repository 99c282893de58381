//! Limits that keep a listing in proportion to its file.

use std::cell::Cell;
use std::fmt;

/// The maximum depth of indentation. The nesting of operations is not limited, and with unlimited indentation a listing would
/// be much longer than its file.
const MAX_INDENT: usize = 32;

/// The start of a line at a depth: spaces, and after [`MAX_INDENT`] the depth as a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indent(pub(super) usize);

impl fmt::Display for Indent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Indent(depth) = *self;
        write!(f, "{:width$}", "", width = 2 * depth.min(MAX_INDENT))?;
        if depth > MAX_INDENT { write!(f, "[{depth}] ") } else { Ok(()) }
    }
}

/// The allowance for each byte of the file, in characters of entries that are printed at their references.
const PER_BYTE: usize = 16;

/// The allowance for a file without bytes.
const FREE: usize = 1 << 16;

/// The remaining allowance for entries that are printed at their references, because every byte of a file can refer to the same
/// entry. When it is used up, references are printed as numbers.
#[derive(Debug)]
pub(super) struct Allowance {
    left: Cell<usize>,
    was_reported: Cell<bool>,
}

impl Allowance {
    /// The allowance for a file of `bytes` bytes.
    pub(super) fn of(bytes: usize) -> Self {
        let left = FREE.saturating_add(PER_BYTE.saturating_mul(bytes));
        Allowance { left: Cell::new(left), was_reported: Cell::new(false) }
    }

    /// Subtracts the length of a printed entry.
    pub(super) fn spend(&self, len: usize) {
        self.left.set(self.left.get().saturating_sub(len));
    }

    /// Whether the allowance is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// A line that states where the listing starts to print numbers; returned once.
    pub(super) fn notice(&self) -> Option<&'static str> {
        let now = self.is_spent() && !self.was_reported.replace(self.is_spent());
        now.then_some("// cut here: what is referred to stands as a number from here on")
    }
}
