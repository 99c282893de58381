//! The reference writers whose choices canonical writing can follow.

/// The reference writer whose choices canonical writing follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Profile {
    /// The encoders of the `cuda-tile` Python package.
    #[default]
    Python,
    /// The C++ writer of the reference implementation.
    Cxx,
}
