//! Decodes a file to values, and encodes the values.

use super::release::{options, target};
use crate::args::Numbering as Asked;
use crate::failure::{Failure, Result};
use crate::formats::content::{Content, Pieces};
use crate::formats::converted::{Carried, Converted};
use crate::formats::file_format::Encoding;
use bytespec::mlir::{
    Difference, Forms, Loss, Losses, Module, Numbering, ReadOptions, Reencoded, Version,
    WriteOptions,
};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// The maximum number of losses that are named.
const MAX_LOSSES: usize = 100;

/// A module with its options for writing. The data of resources is not copied.
#[derive(Debug)]
pub(super) struct Written<'m> {
    pub(super) module: Module<'m>,
    pub(super) how: WriteOptions,
}

impl Pieces for Written<'_> {
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.module.write_to(out, &self.how)
    }

    fn to_bytes(&self) -> bytespec::Result<Vec<u8>> {
        self.module.write(&self.how)
    }
}

/// Decodes a complete file and encodes it.
pub(crate) fn encode<'m>(
    name: &Path,
    bytes: &'m [u8],
    how: &Encoding<'_>,
) -> Result<Converted<'m>> {
    let version = match how.to.map(str::parse::<Version>).transpose() {
        Ok(version) => version,
        Err(error) => return Err(Failure::Usage(format!("--to: {error}"))),
    };
    let dialects = how.dialects.iter().map(|text| target(text)).collect::<Result<Vec<_>>>()?;
    let asked = if dialects.is_empty() { how.numbering } else { Asked::Cxx };
    let numbering = match asked {
        Asked::Pinned => Numbering::Pinned,
        Asked::Cxx => Numbering::Canonical,
        Asked::Python => {
            let message = "--canonical: the reference writer of MLIR bytecode is `cxx`";
            return Err(Failure::Usage(message.to_owned()));
        }
    };
    let input = |error| Failure::input(name, error);
    let options = ReadOptions::default().open(options(how.releases)?);
    let mut module = Module::read_with(bytes, &options).map_err(input)?;
    let (mut carried, mut difference) = (Carried::default(), None);
    let (entries, mut longer) = (how.entries, false);
    if how.entries {
        module.check_all_references().map_err(input)?;
        let found = module.reencode().map_err(input)?;
        carried = undecoded(&found);
        difference = found.difference.as_ref().map(difference_text);
        longer = found.longer.entries > 0;
    }
    if matches!(numbering, Numbering::Canonical) {
        // The reference writer stores only entries without an encoding as text.
        module.resolve_texts().map_err(input)?;
    }
    let losses = if how.lossy { Losses::Allow } else { Losses::Refuse };
    let mut notes = Vec::new();
    for (dialect, release) in &dialects {
        let lost = module.convert_dialect_with(dialect, Some(release), losses);
        dropped(&lost.map_err(input)?, &mut notes);
    }
    if let Some(version) = version {
        let lost = module.convert(version, losses).map_err(input)?;
        dropped(&lost, &mut notes);
    }
    let version = module.version().to_string();
    let how = WriteOptions::default().numbering(numbering);
    if entries {
        carried.verbatim = module.verbatim_sections(&how).map_err(input)?;
        if longer {
            carried.verbatim.push("entries");
        }
    }
    let content = Content::Pieces(Box::new(Written { module, how }));
    Ok(Converted { content, carried, difference, version, notes })
}

/// Adds notes about dropped content.
pub(super) fn dropped(lost: &[Loss], notes: &mut Vec<String>) {
    listed("dropped", lost, notes);
}

/// Adds notes about losses, up to the maximum number. `done` states what happened to them.
pub(super) fn listed(done: &str, lost: &[Loss], notes: &mut Vec<String>) {
    let lost = counted(lost.iter().map(ToString::to_string));
    notes.extend(lost.iter().take(MAX_LOSSES).map(|loss| format!("{done} {loss}")));
    if lost.len() > MAX_LOSSES {
        notes.push(format!("{done} {} more", lost.len() - MAX_LOSSES));
    }
}

/// Each different text, with its number of occurrences.
fn counted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let texts = counts.into_iter().map(|(text, count)| match count {
        1 => text,
        _ => format!("{text} ({count} times)"),
    });
    texts.collect()
}

fn difference_text(difference: &Difference) -> String {
    let byte =
        |byte: Option<u8>| byte.map_or_else(|| "the end".to_owned(), |byte| format!("{byte:02x}"));
    format!(
        "{} at byte {} ({:#x}): read {}, wrote {}",
        difference.entry,
        difference.offset,
        difference.offset,
        byte(difference.read),
        byte(difference.written)
    )
}

/// The content that no schema describes.
fn undecoded(found: &Reencoded) -> Carried {
    let mut parts: Vec<(usize, String)> = Vec::new();
    let mut text = 0;
    let tables = [
        ("attributes", &found.attributes),
        ("types", &found.types),
        ("properties", &found.properties),
    ];
    for (what, owners) in tables {
        for (owner, Forms { opaque, text: spelled, .. }) in owners {
            text += spelled.bytes;
            let whose = match owner.as_str() {
                "" => format!("{what} of no operation"),
                owner => format!("{what} of {}", owner.escape_debug()),
            };
            parts.push((opaque.bytes, whose));
        }
    }
    for (dialect, version) in &found.versions {
        parts.push((version.bytes, format!("the version of {}", dialect.escape_debug())));
    }
    parts.push((found.unused, "bytes that belong to no entry".to_owned()));
    Carried::of(parts, text)
}
