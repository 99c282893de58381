//! A module from MLIR's generic form.

use super::convert::dropped;
use crate::failure::{Failure, Result};
use crate::formats::input::refused;
use crate::formats::{Carried, Content, Converted, Target};
use bytespec::mlir::{Losses, Module, Numbering, ParseOptions, Version, WriteOptions};
use std::path::Path;

/// Orders of uses that no text tells are left out where a version has none.
fn carries_use_orders(version: Option<Version>) -> bool {
    version.is_none_or(|version| version >= bytespec::mlir::UseListOrder::SINCE)
}

/// Reads text of a file that the tools call `title`, and writes the module, numbered as the reference writer does.
pub(crate) fn parse(
    name: &Path,
    title: String,
    text: &str,
    target: &Target<'_>,
) -> Result<Converted<'static>> {
    let version = target.version.map(str::parse::<Version>).transpose();
    let version = version.map_err(|error| Failure::Usage(format!("--to: {error}")))?;
    let input = |error| Failure::input(name, error);
    let use_orders = carries_use_orders(version);
    let options = ParseOptions {
        file_name: title,
        release: target.release,
        use_orders,
        ..ParseOptions::default()
    };
    let mut module =
        Module::parse(text, &options).map_err(|errors| refused(&options.file_name, &errors))?;
    let losses = if target.lossy { Losses::Allow } else { Losses::Refuse };
    let mut notes = Vec::new();
    if let Some(version) = version {
        dropped(&module.convert(version, losses).map_err(input)?, &mut notes);
    }
    let how = WriteOptions { numbering: Numbering::Canonical, version: None };
    let version = module.version().to_string();
    let content = Content::Mlir(Box::new(module), how);
    Ok(Converted { content, carried: Carried::default(), difference: None, version, notes })
}
