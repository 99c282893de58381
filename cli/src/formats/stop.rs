//! The reason why a listing ends early.

use crate::failure::Failure;
use std::path::Path;

/// The reason why a listing ends early.
pub(crate) enum Stop {
    /// The file.
    File(bytespec::Error),
    /// The output.
    Output(Failure),
}

impl Stop {
    /// The failure for the file with this name.
    pub(crate) fn of(self, name: &Path) -> Failure {
        match self {
            Stop::File(error) => Failure::input(name, error),
            Stop::Output(failure) => failure,
        }
    }
}

impl From<bytespec::Error> for Stop {
    fn from(error: bytespec::Error) -> Self {
        Stop::File(error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Output(failure)
    }
}
