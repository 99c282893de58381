//! Commands that say something of each of several files.

use crate::failure::{Failure, Result, display};
use crate::output::{self, HEAD, line};
use crate::report::say;
use std::path::{Path, PathBuf};

/// Says something of each file, with an empty line between where that is for people. What is wrong with one is no
/// matter of the others.
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

/// The failure that weighs most of those of several files.
#[derive(Debug, Default)]
pub(super) struct Worst(Option<Failure>);

impl Worst {
    /// Says why a file failed, as far as it was not said, and goes on; a wrong command line is wrong for every file.
    pub(super) fn keep(&mut self, failure: Failure) -> Result {
        let said = match failure {
            Failure::Usage(_) | Failure::Closed => return Err(failure),
            Failure::Input(message) => {
                output::flush()?;
                say(&message);
                Failure::Reported
            }
            Failure::Io(message) => {
                output::flush()?;
                say(&message);
                Failure::ReportedIo
            }
            Failure::Reported | Failure::ReportedIo => failure,
        };
        // A file that cannot be read weighs more than one that is not right.
        if self.0.as_ref().is_none_or(|known| known.code() < said.code()) {
            self.0 = Some(said);
        }
        Ok(())
    }

    /// What all files together came to.
    pub(super) fn end(self) -> Result {
        self.0.map_or(Ok(()), Err)
    }
}

/// The same, with the name of the file before what is said where there are several.
pub(super) fn titled(names: &[PathBuf], mut run: impl FnMut(&Path) -> Result) -> Result {
    each(names, false, |name| {
        if names.len() > 1 {
            line(format_args!("{HEAD}{}:{HEAD:#}", display(name)))?;
        }
        run(name)
    })
}
