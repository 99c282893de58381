//! A module from MLIR's generic form.

use super::convert::dropped;
use super::release::llvm;
use crate::args::ParseArgs;
use crate::failure::{Failure, Result};
use crate::formats::{Carried, Converted};
use crate::report::say;
use bytespec::mlir::{Losses, Module, Numbering, ParseOptions, Version, WriteOptions};
use std::path::Path;

/// Orders of uses that no text tells are left out where a version has none.
fn carries_use_orders(version: Option<Version>) -> bool {
    version.is_none_or(|version| version >= bytespec::mlir::UseListOrder::SINCE)
}

/// Reads text and writes the module, numbered as the reference writer does.
pub(crate) fn parse(args: &ParseArgs, text: &[u8]) -> Result<Converted> {
    let version = args.to.as_deref().map(str::parse::<Version>).transpose();
    let version = version.map_err(|error| Failure::Usage(format!("--to: {error}")))?;
    let release = args.to_release.as_ref().map(|name| llvm("--to-release", name)).transpose()?;
    let input = |error| Failure::input(&args.file, error);
    let Ok(text) = std::str::from_utf8(text) else {
        return Err(Failure::input(&args.file, "the text is not UTF-8"));
    };
    // The name that the tools give it.
    let file_name = match args.file == Path::new("-") {
        true => "<stdin>".to_owned(),
        false => args.file.display().to_string(),
    };
    let use_orders = carries_use_orders(version);
    let options = ParseOptions { file_name, release, use_orders, ..ParseOptions::default() };
    let mut module = match Module::parse(text, &options) {
        Ok(module) => module,
        Err(errors) => {
            for error in &errors {
                say(&format!("{}:{error}", options.file_name));
            }
            return Err(Failure::Reported);
        }
    };
    let losses = if args.lossy { Losses::Allow } else { Losses::Refuse };
    let mut notes = Vec::new();
    if let Some(version) = version {
        dropped(&module.convert(version, losses).map_err(input)?, &mut notes);
    }
    let how = WriteOptions { numbering: Numbering::Canonical, version: None };
    let bytes = module.write(&how).map_err(input)?;
    let version = module.version().to_string();
    Ok(Converted { bytes, carried: Carried::default(), difference: None, version, notes })
}
