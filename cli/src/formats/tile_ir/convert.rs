//! Decodes a file to values, and encodes the values.

use crate::args::Numbering as Asked;
use crate::failure::{Failure, Result};
use crate::formats::content::Content;
use crate::formats::converted::{Carried, Converted};
use bytespec::tile_ir::{File, Module, Numbering, Profile, Version, WriteOptions};
use std::path::Path;

/// Decodes a complete file and encodes it, in the version `to` or its own.
pub(crate) fn encode(
    name: &Path,
    bytes: &[u8],
    to: Option<&str>,
    numbering: Asked,
) -> Result<Converted<'static>> {
    let version = match to {
        None => None,
        Some(text) => match text.parse::<Version>() {
            Ok(version) => Some(version),
            Err(error) => return Err(Failure::Usage(format!("--to: {error}"))),
        },
    };
    let numbering = match numbering {
        Asked::Pinned => Numbering::Pinned,
        Asked::Python => Numbering::Canonical(Profile::Python),
        Asked::Cxx => Numbering::Canonical(Profile::Cxx),
    };
    let input = |error| Failure::input(name, error);
    let module = Module::read(bytes).map_err(input)?;
    let written = module
        .write(&WriteOptions::default().version(version).numbering(numbering))
        .map_err(input)?;
    let mut notes = Vec::new();
    let carried = module.layout.iter().flat_map(|layout| &layout.sections);
    for section in carried.filter(|section| section.payload.is_some()) {
        if numbering != Numbering::Pinned {
            notes.push(format!(
                "section {} is left out: it was not decoded, and what it refers to has new numbers",
                section.id
            ));
        }
    }
    let has_producer = |bytes| File::open(bytes).and_then(|file| Ok(file.producer()?.is_some()));
    if module.producer.is_some() && !has_producer(&written).map_err(input)? {
        let version = version.unwrap_or(module.version);
        notes.push(match numbering {
            Numbering::Canonical(Profile::Python) => {
                "the producer is left out: this writer does not record one".to_owned()
            }
            _ => format!("the producer is left out: version {version} has no section for it"),
        });
    }
    Ok(Converted {
        content: Content::Bytes(written),
        carried: Carried { bytes: module.opaque_bytes(), ..Carried::default() },
        difference: None,
        version: version.unwrap_or(module.version).to_string(),
        notes,
    })
}
