//! The position of a reader in a sequence.

/// The innermost sequence.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sequence {
    /// The index of the current element.
    pub(super) index: u64,
    /// The number of open blocks, plus one.
    pub(super) open: u64,
}
