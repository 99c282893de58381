//! `info`, `dump` and `roundtrip` with `--schema`: what a schema says that nothing was generated from.

use crate::failure::{Failure, Result};
use crate::files;
use crate::formats::interpreted::Schema;
use std::path::{Path, PathBuf};

pub(super) fn info(file: &Path, schema: &Path, release: &[String], json: bool) -> Result {
    let schema = Schema::read(schema, release)?;
    schema.reader()?.info(file, &files::read(file)?, json)
}

pub(super) fn dump(file: &Path, schema: &Path, release: &[String], debug: bool) -> Result {
    refuse("--debug", debug)?;
    let schema = Schema::read(schema, release)?;
    schema.reader()?.dump(file, &files::read(file)?)
}

pub(super) fn roundtrip(
    names: &[PathBuf],
    schema: &Path,
    release: &[String],
    canonical: bool,
) -> Result {
    refuse("--canonical", canonical)?;
    let schema = Schema::read(schema, release)?;
    let reader = schema.reader()?;
    super::roundtrip::all(names, |name, bytes| {
        let (new, carried) = reader.encode(name, &bytes)?;
        Ok(super::roundtrip::compared(&bytes, &new, carried))
    })
}

/// Refuses an option that has no meaning for a schema that is run as it stands.
fn refuse(option: &str, given: bool) -> Result {
    match given {
        true => Err(Failure::Usage(format!("{option}: not an option with --schema"))),
        false => Ok(()),
    }
}
