//! `roundtrip`: checks whether decoding and encoding returns the same bytes.

use super::each::Worst;
use crate::args::Numbering;
use crate::failure::{Failure, Result, display};
use crate::files;
use crate::formats::{Carried, Comparison, Encoding, Format, Input};
use crate::mapped::Bytes;
use crate::output::{self, BAD, GOOD};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The minimum number of files for a progress bar.
const MANY: usize = 8;

/// The result for one file.
pub(crate) enum Outcome {
    /// The bytes are the same.
    Same {
        /// Size in bytes.
        size: usize,
        /// The content that was not decoded.
        carried: Carried,
    },
    /// The bytes differ.
    Different {
        /// The place, and the bytes that were read and written there.
        how: String,
        /// Whether only the numbers of table entries, entries without references, and the places of sections differ.
        numbering_only: bool,
    },
}

/// Decodes and encodes `bytes`, and compares.
pub(crate) fn compare(
    name: &Path,
    input: &Input,
    numbering: Numbering,
    release: &[String],
) -> Result<Outcome> {
    let Input { format, bytes } = input;
    let how = Encoding {
        to: None,
        numbering,
        releases: release,
        dialects: &[],
        lossy: false,
        entries: true,
    };
    let converted = format.encode(name, bytes, &how)?;
    if let Some(difference) = converted.difference {
        return Ok(Outcome::Different { how: format!("in {difference}"), numbering_only: false });
    }
    let mut comparison = Comparison::with(bytes);
    converted.content.write_to(name, name, &mut comparison)?;
    let Some((same, wrote)) = comparison.difference() else {
        return Ok(Outcome::Same { size: bytes.len(), carried: converted.carried });
    };
    let place = format.place(bytes, &converted.content, same, release)?;
    let numbering_only = format.is_renumbered(name, bytes, &converted, numbering)?;
    let how = comparison.describe(same, wrote, Some(&place));
    Ok(Outcome::Different { how, numbering_only })
}

fn carried_text(carried: &Carried) -> String {
    let mut text = match carried.bytes {
        0 => String::new(),
        bytes => format!(", {bytes} of them carried undecoded"),
    };
    if !carried.parts.is_empty() {
        text.push_str(&format!(" ({})", carried.parts.join(", ")));
    }
    if carried.text > 0 {
        text.push_str(&format!(", {} as text", carried.text));
    }
    if !carried.verbatim.is_empty() {
        let sections = carried.verbatim.join(", ");
        text.push_str(&format!(", as they were and longer than they need to be: {sections}"));
    }
    text
}

/// Round-trips the files.
pub(crate) fn run(
    names: &[PathBuf],
    wanted: Option<Format>,
    numbering: Numbering,
    release: &[String],
) -> Result {
    all(names, |name, bytes| {
        compare(name, &Input::of(name, bytes, wanted, release)?, numbering, release)
    })
}

/// The result of writing a file again.
pub(crate) fn compared(bytes: &[u8], new: &[u8], carried: Carried) -> Outcome {
    let mut comparison = Comparison::with(bytes);
    // A comparison in memory cannot fail.
    let _ = comparison.write_all(new);
    let Some((same, wrote)) = comparison.difference() else {
        return Outcome::Same { size: bytes.len(), carried };
    };
    let how = comparison.describe(same, wrote, None);
    Outcome::Different { how, numbering_only: false }
}

/// Compares each file, and prints the result.
pub(crate) fn all(names: &[PathBuf], compare: impl Fn(&Path, Bytes) -> Result<Outcome>) -> Result {
    let bar = if names.len() >= MANY {
        output::progress(names.len())
    } else {
        indicatif::ProgressBar::hidden()
    };
    let (mut same, mut different, mut renumbered) = (0, 0, 0);
    let mut worst = Worst::default();
    let mut failures = 0;
    for name in names {
        let outcome = files::read(name).and_then(|bytes| compare(name, bytes));
        let shown = bar.suspend(|| {
            match outcome {
                Ok(Outcome::Same { size, carried }) => {
                    same += 1;
                    let carried = carried_text(&carried);
                    output::line(format_args!(
                        "{}: {GOOD}same{GOOD:#} {size} bytes{carried}",
                        display(name)
                    ))?;
                }
                Ok(Outcome::Different { how, numbering_only }) => {
                    different += 1;
                    renumbered += usize::from(numbering_only);
                    let only = if numbering_only { " in numbering and layout only," } else { "" };
                    let name = display(name);
                    output::line(format_args!("{name}: {BAD}different{BAD:#}{only} {how}"))?;
                }
                Err(failure) => {
                    failures += 1;
                    worst.keep(failure)?;
                }
            }
            Ok(())
        });
        if let Err(failure) = shown {
            bar.finish_and_clear();
            return Err(failure);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let plural = if names.len() == 1 { "" } else { "s" };
    let renumbered = match renumbered {
        0 => String::new(),
        count => format!(" ({count} in numbering and layout only)"),
    };
    output::line(format_args!(
        "{} file{plural}: {same} same, {different} different{renumbered}, {failures} failed",
        names.len()
    ))?;
    worst.end()?;
    if different > 0 { Err(Failure::Reported) } else { Ok(()) }
}
