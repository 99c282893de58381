//! Parses the syntax of Tile IR into a module.

use crate::failure::{Failure, Result};
use crate::formats::content::Content;
use crate::formats::converted::{Carried, Converted};
use crate::formats::target::refused;
use bytespec::tile_ir::{Module, Numbering, ParseOptions, Profile, Version, WriteOptions};
use std::path::Path;

/// Parses text of a file that is called `title`, and writes the module with the numbering of the C++ writer.
pub(crate) fn parse(
    name: &Path,
    title: String,
    text: &str,
    to: Option<&str>,
) -> Result<Converted<'static>> {
    let version = to.map(str::parse::<Version>).transpose();
    let version = version.map_err(|error| Failure::Usage(format!("--to: {error}")))?;
    let version = version.unwrap_or(Version::LATEST);
    let options = ParseOptions::default().file_name(&*title).version(version);
    let module = Module::parse(text, &options).map_err(|errors| refused(&title, &errors))?;
    let how = WriteOptions::default().numbering(Numbering::Canonical(Profile::Cxx));
    let bytes = module.write(&how).map_err(|error| Failure::input(name, error))?;
    let version = module.version.to_string();
    Ok(Converted {
        content: Content::Bytes(bytes),
        carried: Carried::default(),
        difference: None,
        version,
        notes: Vec::new(),
    })
}
