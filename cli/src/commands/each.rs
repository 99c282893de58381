//! Commands that process several files.

use crate::failure::{Failure, Result, display};
use crate::output::{self, HEAD, line};
use crate::report::print_error;
use std::path::{Path, PathBuf};

/// Runs a command on each file, with an empty line between the results for people. A failure for one file does not stop the
/// others.
pub(super) fn each(names: &[PathBuf], json: bool, mut run: impl FnMut(&Path) -> Result) -> Result {
    let mut worst = Worst::default();
    for (index, name) in names.iter().enumerate() {
        if index > 0 && !json {
            line(format_args!(""))?;
        }
        match run(name) {
            Ok(()) => {}
            Err(failure) if names.len() == 1 => return Err(failure),
            Err(failure) => worst.keep(failure)?,
        }
    }
    worst.end()
}

/// The most severe failure of several files.
#[derive(Debug, Default)]
pub(super) struct Worst(Option<Failure>);

impl Worst {
    /// Reports the failure of a file, unless it was already reported, and continues. A wrong command line ends the command,
    /// because it is wrong for every file.
    pub(super) fn keep(&mut self, failure: Failure) -> Result {
        let reported = match failure {
            Failure::Usage(_) | Failure::Closed => return Err(failure),
            Failure::Input(message) => {
                output::flush()?;
                print_error(&message);
                Failure::Reported
            }
            Failure::Io(message) => {
                output::flush()?;
                print_error(&message);
                Failure::ReportedIo
            }
            Failure::Reported | Failure::ReportedIo => failure,
        };
        // An unreadable file is more severe than an invalid one.
        if self.0.as_ref().is_none_or(|known| known.code() < reported.code()) {
            self.0 = Some(reported);
        }
        Ok(())
    }

    /// The result for all files together.
    pub(super) fn end(self) -> Result {
        self.0.map_or(Ok(()), Err)
    }
}

/// The same, with the name of the file before its output if there are several.
pub(super) fn titled(names: &[PathBuf], mut run: impl FnMut(&Path) -> Result) -> Result {
    each(names, false, |name| {
        if names.len() > 1 {
            line(format_args!("{HEAD}{}:{HEAD:#}", display(name)))?;
        }
        run(name)
    })
}
