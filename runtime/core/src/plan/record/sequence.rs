//! Where in a sequence a reader stands.

/// The innermost sequence.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sequence {
    /// The position of the element that is read.
    pub(super) index: u64,
    /// How many blocks are open, and one more.
    pub(super) open: u64,
}
