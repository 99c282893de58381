//! The releases of the producer and of dialects.

use crate::failure::{Failure, Result};
use bytespec::Error;
use bytespec::axes::DialectAxes as _;
use bytespec::mlir::{DialectReleases, OpenOptions, Release};

/// The options for opening a file; `releases` are those of the command line.
pub(crate) fn options(releases: &[String]) -> Result<OpenOptions> {
    let (of_llvm, dialects) = named(releases)?;
    Ok(OpenOptions::default().release(of_llvm).dialects(dialects))
}

/// The release of LLVM and the releases of dialects that the command line names.
pub(crate) fn named(releases: &[String]) -> Result<(Option<Release>, DialectReleases)> {
    let (mut of_llvm, mut dialects) = (None, DialectReleases::default());
    for name in releases {
        match name.split_once('=') {
            Some((dialect, release)) => set(&mut dialects, dialect, release)?,
            None => of_llvm = Some(llvm("--release", name)?),
        }
    }
    Ok((of_llvm, dialects))
}

/// The release of LLVM that an option names.
pub(crate) fn llvm(option: &str, name: &str) -> Result<Release> {
    name.parse().map_err(|_: Error| {
        let known: Vec<&str> = Release::ALL.iter().map(|release| release.name()).collect();
        Failure::Usage(format!(
            "{option}: `{name}` is no known release of LLVM; known: {}",
            known.join(", ")
        ))
    })
}

fn set(releases: &mut DialectReleases, dialect: &str, release: &str) -> Result {
    if DialectReleases::title(dialect).is_none() {
        return Err(Failure::Usage(format!(
            "--release: the dialect `{dialect}` has no releases of its own; {} have",
            DialectReleases::dialects().collect::<Vec<_>>().join(", ")
        )));
    }
    let named = releases.set_named(dialect, release);
    named.map_err(|error| Failure::Usage(format!("--release: {error}")))
}

/// A dialect and its release to write, from the command line.
pub(crate) fn target(text: &str) -> Result<(&str, &str)> {
    text.split_once('=').ok_or_else(|| {
        Failure::Usage(format!("--dialect: `{text}` is not of the form `dialect=release`"))
    })
}
