//! The writers whose choices can be made.

/// The reference writer whose choices canonical writing makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Profile {
    /// The encoders of the `cuda-tile` Python package.
    #[default]
    Python,
    /// The C++ writer of the reference implementation.
    Cxx,
}
