//! Lists a complete file.

use super::operations::Lister;
use super::speller::Speller;
use super::{resources, strings};
use crate::failure::{Failure, Result};
use crate::formats::hex;
use crate::formats::stop::Stop;
use crate::output::{DIM, HEAD, line};
use bytespec::axes::DialectAxes as _;
use bytespec::mlir::{DialectReleases, Entry, File, Module, OpenOptions, TITLE, covers_properties};
use std::path::Path;

/// Lists a file up to an error. An entry that cannot be read is marked, and the first such error is reported at the end.
pub(crate) fn dump(name: &Path, bytes: &[u8], debug: bool, options: &OpenOptions) -> Result {
    let file = File::open_with(bytes, options).map_err(|error| Failure::input(name, error))?;
    list(&file, debug).map_err(|stop| stop.of(name))
}

fn list(file: &File<'_>, debug: bool) -> Result<(), Stop> {
    let size = file.bytes().len();
    line(format_args!("{DIM}// {TITLE} {}, {size} bytes{DIM:#}", file.version()))?;
    let producer = strings::label(file.producer_bytes());
    line(format_args!("{DIM}// producer: {producer}{DIM:#}"))?;
    line(format_args!("{DIM}// release: {}{DIM:#}", release(file)))?;
    head("dialects")?;
    for dialect in file.dialects()? {
        let name = strings::label(dialect.name);
        match dialect.version {
            None => line(format_args!("  {name}"))?,
            Some(version) => line(format_args!(
                "  {name}, version of {} bytes: {}",
                version.len(),
                hex::preview(version)
            ))?,
        }
    }
    line(format_args!("}}\n"))?;

    let mut tables = Module::tables(file)?;
    let wrong = tables.resolve_texts().err();
    let mut speller = Speller::new(&tables, size);
    wrong.into_iter().for_each(|error| speller.fail(error));
    Lister::new(file, &mut speller, debug).list()?;
    list_resources(file)?;
    list_numbered(&mut speller)?;
    match speller.failure() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// The release that follows from the properties if the producer does not state one, and the evidence for it.
fn inferred(file: &File<'_>) -> Option<String> {
    let found = file.inference().ok()??;
    let blobs = found.blobs;
    let names: Vec<&str> = found.releases.iter().map(|release| release.name()).collect();
    let (names, fitting) = (names.join(" or "), found.fitting);
    let decisive = match found.decisive {
        0 => String::new(),
        count => format!(", {count} of them no other release"),
    };
    let others = if fitting < blobs { "; the others stay bytes" } else { "" };
    let fit = format!("{fitting} of {blobs} property blobs fit{decisive}{others}");
    Some(format!("LLVM {names}, inferred: {fit}"))
}

/// The known facts about the release.
pub(super) fn release(file: &File<'_>) -> String {
    match file.release() {
        Some(release) if covers_properties(release) || !has_properties(file) => {
            format!("LLVM {release}")
        }
        Some(release) => {
            format!(
                "LLVM {release}, whose property layouts are unknown: their bytes stay as they are"
            )
        }
        // Only the releases of dialects are known of an artifact.
        None if file.dialect_releases().is_ok_and(|found| found != DialectReleases::default()) => {
            let known = file.dialect_releases().unwrap_or_default();
            let names = DialectReleases::dialects();
            let named = names.filter_map(|dialect| {
                let title = DialectReleases::title(dialect)?;
                Some(format!("{title} {} of {dialect}", known.get(dialect)?))
            });
            format!("unknown of LLVM, {}", named.collect::<Vec<_>>().join(", "))
        }
        None => inferred(file).unwrap_or_else(|| {
            let properties = if has_properties(file) { "property bytes, and " } else { "" };
            format!("unknown: {properties}entries that do not fit the schema stay as they are")
        }),
    }
}

fn has_properties(file: &File<'_>) -> bool {
    file.properties_count().is_ok_and(|count| count > 0)
}

fn head(title: &str) -> Result {
    line(format_args!("\n{HEAD}{title}{HEAD:#} {{"))
}

fn list_resources(file: &File<'_>) -> Result<(), Stop> {
    let entries = file.resources()?.entries();
    let mut open = None;
    for entry in entries {
        if open != Some(entry.owner) {
            if open.is_some() {
                line(format_args!("}}"))?;
            }
            head(&format!("resources of {}", resources::owner(file, entry.owner)?))?;
            open = Some(entry.owner);
        }
        let resource = file.resource_data(entry)?;
        let name = resources::name(file, entry.key)?;
        line(format_args!("  {name}: {}", resources::content(file, &resource)?))?;
    }
    if open.is_some() {
        line(format_args!("}}"))?;
    }
    Ok(())
}

/// Lists the entries that the lines above refer to by number.
fn list_numbered(speller: &mut Speller<'_>) -> Result<(), Stop> {
    let mut any = false;
    while let Some((entry, text)) = speller.next_numbered() {
        if !std::mem::replace(&mut any, true) {
            head("by number")?;
        }
        let sign = if matches!(entry, Entry::String(_)) { ":" } else { " =" };
        line(format_args!("  {entry}{sign} {text}"))?;
        if let Some(notice) = speller.allowance.notice() {
            line(format_args!("{notice}"))?;
        }
    }
    if any {
        line(format_args!("}}"))?;
    }
    Ok(())
}
