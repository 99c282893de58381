//! Failures of a command.

use std::fmt::Display;
use std::io;
use std::path::Path;

/// The result of a command.
pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// The reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong; already reported.
    Reported,
    /// The input is wrong.
    Input(String),
    /// The command line is wrong.
    Usage(String),
    /// A file cannot be read or written.
    Io(String),
    /// A file cannot be read or written; already reported.
    ReportedIo,
    /// The reader of the output has closed it.
    Closed,
}

impl Failure {
    /// The input with this name is wrong.
    pub(crate) fn input(name: &Path, why: impl Display) -> Self {
        Failure::Input(format!("{}: {why}", display(name)))
    }

    /// The file cannot be read or written.
    pub(crate) fn io(name: &Path, error: &io::Error) -> Self {
        Failure::Io(format!("{}: {error}", display(name)))
    }

    /// The result for the file `from` cannot be written: it is wrong, or `to` cannot be written, which is the standard output
    /// if it is `-`.
    pub(crate) fn output(from: &Path, to: &Path, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Failure::input(from, error),
            _ if to == Path::new("-") => Failure::from(error),
            _ => Failure::io(to, &error),
        }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Closed => 0,
            Failure::Reported | Failure::Input(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Io(_) | Failure::ReportedIo => 3,
        }
    }
}

impl From<io::Error> for Failure {
    /// An error of the standard output.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Io(format!("standard output: {error}")),
        }
    }
}

/// The name of a file in messages.
pub(crate) fn display(name: &Path) -> String {
    if name == Path::new("-") { "standard input".to_owned() } else { name.display().to_string() }
}
