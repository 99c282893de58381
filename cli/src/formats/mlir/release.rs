//! The release of the producer.

use crate::failure::{Failure, Result};
use bytespec::mlir::{OpenOptions, Release};

/// How a file is opened; `release` is the one that the command line names.
pub(crate) fn options(release: Option<&str>) -> Result<OpenOptions> {
    let Some(name) = release else { return Ok(OpenOptions::default()) };
    match Release::from_name(name) {
        Some(release) => Ok(OpenOptions { release: Some(release), ..OpenOptions::default() }),
        None => {
            let known: Vec<&str> = Release::ALL.iter().map(|release| release.name()).collect();
            Err(Failure::Usage(format!(
                "--release: `{name}` is no known release of LLVM; known: {}",
                known.join(", ")
            )))
        }
    }
}
