//! Parses MLIR's generic form into a module.

use super::convert::{Written, dropped};
use super::release::{llvm, named};
use crate::failure::{Failure, Result};
use crate::formats::content::Content;
use crate::formats::converted::{Carried, Converted};
use crate::formats::target::{Target, refused};
use crate::report::print_error;
use bytespec::mlir::{Losses, Module, Numbering, OpId, ParseOptions, Version, WriteOptions, view};
use bytespec::{Error, ErrorKind};

/// The maximum number of losses that are reported.
const MAX_LOSSES: usize = 20;

/// Whether a version can have use-list orders. Other versions omit those of the text, which no text states explicitly.
fn carries_use_orders(version: Option<Version>) -> bool {
    version.is_none_or(|version| version >= bytespec::mlir::UseListOrder::SINCE)
}

/// Parses text of a file that the tools call `title`, and writes the module with the numbering of the reference writer.
pub(crate) fn parse(title: String, text: &str, target: &Target<'_>) -> Result<Converted<'static>> {
    let version = target.version.map(str::parse::<Version>).transpose();
    let version = version.map_err(|error| Failure::Usage(format!("--to: {error}")))?;
    let use_orders = carries_use_orders(version);
    let release = match target.to_release {
        Some(name) => Some(llvm("--to-release", name)?),
        None => named(target.releases)?.0,
    };
    let options =
        ParseOptions::default().file_name(&*title).release(release).use_orders(use_orders);
    let mut module = Module::parse(text, &options).map_err(|errors| refused(&title, &errors))?;
    let losses = if target.lossy { Losses::Allow } else { Losses::Refuse };
    let mut notes = Vec::new();
    if let Some(version) = version {
        match module.convert(version, losses) {
            Ok(lost) => dropped(&lost, &mut notes),
            Err(error) => return Err(unlike(&title, text, &options, version, error)),
        }
    }
    let how = WriteOptions::default().numbering(Numbering::Canonical);
    let version = module.version().to_string();
    let content = Content::Pieces(Box::new(Written { module, how }));
    Ok(Converted { content, carried: Carried::default(), difference: None, version, notes })
}

/// Reports the operations of a text with content that a version cannot represent, each with its place.
fn unlike(
    name: &str,
    text: &str,
    options: &ParseOptions,
    version: Version,
    error: Error,
) -> Failure {
    let options = options.clone().text_locations(true);
    let found = Module::parse(text, &options).ok().and_then(|mut module| {
        let lost = module.convert(version, Losses::Allow).ok()?;
        Some((module, lost))
    });
    let Some((module, lost)) = found.filter(|(_, lost)| !lost.is_empty()) else {
        print_error(&format!("{name}:1:1: {}", error.kind()));
        return Failure::Reported;
    };
    for loss in lost.iter().take(MAX_LOSSES) {
        let (line, column) = loss.op.and_then(|op| place(&module, op)).unwrap_or((1, 1));
        let kind = ErrorKind::Loss { what: loss.to_string(), version: version.to_string() };
        print_error(&format!("{name}:{line}:{column}: {kind}"));
    }
    if lost.len() > MAX_LOSSES {
        print_error(&format!("{name}: {} more of that kind", lost.len() - MAX_LOSSES));
    }
    Failure::Reported
}

/// The place of an operation in its text.
fn place(module: &Module<'_>, op: OpId) -> Option<(u64, u64)> {
    match module.attribute(module.location(op)?).ok()?.builtin()? {
        view::BuiltinAttribute::FileLineColLoc { line, column, .. } => Some((line, column)),
        _ => None,
    }
}
