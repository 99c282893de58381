//! `info`, `dump` and `roundtrip` with `--schema`: run a schema without generated code.

use super::each::{each, titled};
use crate::failure::{Failure, Result};
use crate::files;
use crate::formats::interpreted::{Reader, Schema};
use crate::formats::{Format, Input};
use std::path::{Path, PathBuf};

pub(super) fn info(names: &[PathBuf], schema: &Path, release: &[String], json: bool) -> Result {
    let schema = Schema::read(schema, release)?;
    let reader = schema.reader()?;
    each(names, json, |name| reader.info(name, &files::read(name)?, json))
}

pub(super) fn dump(
    names: &[PathBuf],
    schema: &Path,
    release: &[String],
    debug: bool,
    json: bool,
    depth: Option<usize>,
) -> Result {
    refuse("--debug", debug)?;
    let schema = Schema::read(schema, release)?;
    let reader = schema.reader()?;
    if json {
        return each(names, true, |name| reader.objects(name, &files::read(name)?));
    }
    titled(names, |name| reader.dump(name, &files::read(name)?, depth))
}

/// Lists files of the included formats as JSON objects, by the plans of their schemas.
pub(super) fn objects(names: &[PathBuf], wanted: Option<Format>, release: &[String]) -> Result {
    each(names, true, |name| {
        let Input { format, bytes } = Input::read(name, wanted, release)?;
        format.check_releases(release)?;
        Reader::shipped(format, release)?.objects(name, &bytes)
    })
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

/// Refuses an option that has no meaning for a schema without generated code.
fn refuse(option: &str, given: bool) -> Result {
    match given {
        true => Err(Failure::Usage(format!("{option}: not an option with --schema"))),
        false => Ok(()),
    }
}
