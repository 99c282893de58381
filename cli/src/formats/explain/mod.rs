//! Explains every byte of a file: as text, as JSON objects, as an HTML page; or explains one byte.

mod at;
mod column;
mod html;
mod json;
mod text;

use crate::args::ExplainArgs;
use crate::failure::{Failure, Result};
use crate::formats::format::Format;
use crate::formats::interpreted::Reader;
use crate::formats::spelling::Nothing;
use crate::mapped::Bytes;
use bytespec::plan::Explanation;
use bytespec::plan::explain::{About, Explainer, Part, PartKind, Spell, Words};
use std::ops::Range;
use std::path::Path;

/// Explains a file in the form that the command line requests.
pub(crate) fn explain(
    reader: &Reader<'_>,
    (name, format): (&Path, Option<Format>),
    bytes: &Bytes,
    args: &ExplainArgs,
) -> Result {
    let found = reader.explanation(name, bytes)?;
    // The explanation has read the whole file. The walk reads it from the start, so its memory can be freed.
    bytes.free(0..bytes.len());
    let mut shown = |spell: &dyn Spell| {
        let words = || Words::new(found.file()).spelled(spell);
        if let Some(offset) = &args.at {
            at::explain(&found, words(), (name, at::offset(offset)?), bytes)
        } else if let Some(path) = &args.path {
            column::explain(&found, words(), (name, path), bytes)
        } else if args.html {
            let out = (args.out.as_deref(), args.docs.as_deref());
            html::explain(&found, words(), (name, reader.title()), out, bytes)
        } else if args.json {
            json::explain(&found, words(), args.section.as_deref(), bytes)
        } else {
            text::explain(&found, words(), args, bytes)
        }
    };
    match format {
        Some(format) => format.spelled(bytes, &args.release, &mut shown)?,
        None => shown(&Nothing)?,
    }
    match found.fault() {
        Some(fault) => Err(Failure::input(name, fault)),
        None => Ok(()),
    }
}

/// Walks a file. If the walk stops early, the explainer has stored the reason.
fn walk<'i>(found: &Explanation<'_, 'i>, explainer: &mut dyn Explainer<'i>) {
    let _ = found.walk(explainer);
}

/// The error that ends a walk. The explainer has stored the reason.
fn stop() -> bytespec::Error {
    bytespec::Error::invalid("the walk has stopped")
}

/// The description of a part, for all output forms.
#[derive(Debug, Default)]
struct Description {
    value: String,
    meaning: String,
}

impl Description {
    fn of(words: &mut Words<'_, '_, '_>, part: &Part<'_, '_>) -> Self {
        let mut description = Description::default();
        if let Some(held) = part.held.as_ref().filter(|_| part.kind != PartKind::Padding) {
            words.value_into(&mut description.value, held, part.about.base);
        }
        meaning(words, part, &mut description.meaning);
        description
    }
}

/// Appends the meaning of a part, or its fault.
fn meaning(words: &mut Words<'_, '_, '_>, part: &Part<'_, '_>, text: &mut String) {
    for fault in part.faults {
        text.push_str(if text.is_empty() { "" } else { "; " });
        text.push_str(&fault.clone().without_offset().kind().to_string());
    }
    if part.faults.is_empty() {
        words.meaning_into(text, part);
    }
}

/// The number of cached kinds of levels and parts.
const CACHE_SLOTS: usize = 1 << 10;

/// The key of a kind of levels or parts: its place in the plan, the address of its label or shape, and the kind of the part.
type Common = (About, usize, Option<PartKind>);

/// The key of a part's kind.
fn common(part: &Part<'_, '_>) -> Common {
    let shape = part.held.as_ref().map_or(0, |held| std::ptr::from_ref(held.shape).addr());
    (part.about, shape, Some(part.kind))
}

/// The index of a kind among [`CACHE_SLOTS`] cache slots.
fn place_of((about, address, _): &Common) -> usize {
    let step = about.step.map_or(0, |step| step as usize + 1);
    (step.wrapping_mul(31) ^ (address >> 5) ^ about.origin.line as usize) % CACHE_SLOTS
}

/// A count with a noun, which is in the plural unless the count is 1.
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The offset of a bit, as text.
fn place(bit: u64) -> String {
    match bit % 8 {
        0 => format!("{:#06x}", bit / 8),
        rest => format!("{:#06x}.{rest}", bit / 8),
    }
}

/// The bits of a part, or those of its value if other parts have all of them.
fn bits(part: &Part<'_, '_>) -> Range<u64> {
    let shared = part.shared.as_ref().filter(|_| part.kind == PartKind::Shared);
    shared.unwrap_or(&part.bits).clone()
}

/// The bytes that contain a part.
fn raw<'b>(bytes: &'b [u8], part: &Part<'_, '_>) -> &'b [u8] {
    let bits = bits(part);
    let end = bits.end.div_ceil(8);
    let range = usize::try_from(bits.start / 8).ok().zip(usize::try_from(end).ok());
    range.and_then(|(start, end)| bytes.get(start..end.max(start))).unwrap_or_default()
}

/// The bits of a part: its bytes in hexadecimal, or the bits of one byte or two, highest first.
fn picture(bytes: &[u8], part: &Part<'_, '_>) -> String {
    const SHOWN: usize = 8;
    let raw = raw(bytes, part);
    let is_whole = part.bits.start.is_multiple_of(8) && part.bits.end.is_multiple_of(8);
    match raw {
        [_] | [_, _] if !is_whole => {
            let first = part.bits.start / 8 * 8;
            let spelled = |(byte, base): (&u8, u64)| {
                let bit = |at: u64| match part.bits.contains(&(base + at)) {
                    true if byte >> at & 1 == 1 => '1',
                    true => '0',
                    false => '.',
                };
                (0..8).rev().map(bit).collect::<String>()
            };
            let bytes: Vec<String> = raw.iter().zip([first, first + 8]).map(spelled).collect();
            bytes.join(" ")
        }
        raw => {
            let shown = if raw.len() > SHOWN { SHOWN - 1 } else { raw.len() };
            let mut text: Vec<String> =
                raw.iter().take(shown).map(|byte| format!("{byte:02x}")).collect();
            if raw.len() > SHOWN {
                text.push("..".to_owned());
            }
            text.join(" ")
        }
    }
}
