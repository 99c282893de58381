//! Commands that say something of each of several files.

use crate::failure::{Failure, Result, display};
use crate::output::{self, HEAD, line};
use crate::report::say;
use std::path::{Path, PathBuf};

/// Says something of each file, with an empty line between where that is for people. What is wrong with one is no
/// matter of the others.
pub(super) fn each(names: &[PathBuf], json: bool, mut run: impl FnMut(&Path) -> Result) -> Result {
    let mut worst: Option<Failure> = None;
    for (index, name) in names.iter().enumerate() {
        if index > 0 && !json {
            line(format_args!(""))?;
        }
        match run(name) {
            Ok(()) => {}
            // A wrong command line is wrong for every file.
            Err(failure @ (Failure::Usage(_) | Failure::Closed)) => return Err(failure),
            Err(failure) if names.len() == 1 => return Err(failure),
            Err(failure) => {
                output::flush()?;
                let code = failure.code();
                let said = match failure {
                    Failure::Input(message) => {
                        say(&message);
                        Failure::Reported
                    }
                    Failure::Io(message) => {
                        say(&message);
                        Failure::ReportedIo
                    }
                    other => other,
                };
                // A file that cannot be read weighs more than one that is not right.
                if worst.as_ref().is_none_or(|known| known.code() < code) {
                    worst = Some(said);
                }
            }
        }
    }
    worst.map_or(Ok(()), Err)
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
