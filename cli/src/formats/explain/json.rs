//! A file as JSON objects, one line per part.

use super::{CACHE_SLOTS, Common, common, meaning, place_of, raw, stop, walk};
use crate::failure::{Failure, Result};
use crate::mapped::Bytes;
use crate::output;
use bytespec::plan::data::Base;
use bytespec::plan::explain::{Explainer, Held, Level, Part, PartKind, Words, printable};
use bytespec::plan::{Explanation, Leaf, Value};
use std::io::Write;

/// The size of the output buffer, and the size of the explained part of the file after which its memory is freed, in bytes.
const CHUNK: usize = 1 << 16;

/// The common text of many lines: the type, and the text after the meaning.
#[derive(Clone, Debug, Default)]
struct Frame {
    key: Option<Common>,
    r#type: Vec<u8>,
    end: Vec<u8>,
}

/// Prints the parts of a file, or of one section of it.
pub(super) fn explain<'f, 'p, 'i>(
    found: &Explanation<'_, 'i>,
    words: Words<'f, 'p, 'i>,
    section: Option<&'f str>,
    bytes: &'i Bytes,
) -> Result {
    output::written(|out| {
        let mut lines = Lines {
            words,
            bytes,
            freed: 0,
            section,
            is_inside: section.is_none(),
            depth: 0,
            out,
            buffer: Vec::with_capacity(2 * CHUNK),
            frames: vec![Frame::default(); CACHE_SLOTS],
            end: 0,
            end_digits: b"0".to_vec(),
            text: String::new(),
            failure: None,
        };
        walk(found, &mut lines);
        let written = lines.out.write_all(&lines.buffer).map_err(Failure::from);
        lines.failure.map_or(written, Err)
    })
}

struct Lines<'f, 'p, 'i, 'o> {
    words: Words<'f, 'p, 'i>,
    bytes: &'i Bytes,
    /// The memory of the file was freed up to this byte.
    freed: usize,
    section: Option<&'f str>,
    is_inside: bool,
    depth: usize,
    out: &'o mut dyn Write,
    buffer: Vec<u8>,
    frames: Vec<Frame>,
    /// The end of the last part, in bits, and its digits.
    end: u64,
    end_digits: Vec<u8>,
    /// A reusable buffer for a meaning.
    text: String,
    failure: Option<Failure>,
}

/// Appends bytes in hexadecimal.
fn hex(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.reserve(2 * bytes.len());
    for byte in bytes {
        out.push(DIGITS[usize::from(byte >> 4)]);
        out.push(DIGITS[usize::from(byte & 15)]);
    }
}

/// Whether a text needs no escapes in quotes.
fn is_plain(text: &[u8]) -> bool {
    const fn all(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    // Sets the top bit of each byte below `most`, which is at most 128. Borrows can also set it in bytes above such a byte.
    let below = |word: u64, most: u8| word.wrapping_sub(all(most)) & !word;
    let special = |bytes: &[u8; 8]| {
        let word = u64::from_le_bytes(*bytes);
        let quoted = below(word ^ all(b'"'), 1) | below(word ^ all(b'\\'), 1);
        (below(word, b' ') | quoted) & all(1 << 7)
    };
    let (words, rest) = text.as_chunks();
    let found = words.iter().fold(0, |found, word| found | special(word));
    match text.last_chunk() {
        Some(last) => found | special(last) == 0,
        None => rest.iter().all(|byte| *byte >= b' ' && *byte != b'"' && *byte != b'\\'),
    }
}

/// Appends a text in quotes.
fn quoted(out: &mut Vec<u8>, text: &str) {
    if is_plain(text.as_bytes()) {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        // Writing to a vector does not fail.
        let _ = serde_json::to_writer(out, text);
    }
}

fn quoted_or_null(out: &mut Vec<u8>, text: &str) {
    match text {
        "" => out.extend_from_slice(b"null"),
        text => quoted(out, text),
    }
}

fn number(out: &mut Vec<u8>, number: u64) {
    const MAX_DIGITS: usize = u64::MAX.ilog10() as usize + 1;
    let (mut digits, mut at, mut left) = ([0; MAX_DIGITS], MAX_DIGITS, number);
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10).to_le_bytes()[0];
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends the value of a part.
fn value(out: &mut Vec<u8>, words: &Words<'_, '_, '_>, held: &Held<'_, '_>) {
    if let Some(bytes) = held.leaf.bytes() {
        return quoted_or_null(out, printable(bytes).unwrap_or_default());
    }
    let known = match held.leaf {
        Leaf::Number(number) => words.number(held.shape, number),
        Leaf::Value(value) | Leaf::Transformed(value) => value.clone(),
        Leaf::Text(known) => return quoted(out, known),
        Leaf::Bytes(_) | Leaf::Opaque(..) | Leaf::Unknown(..) => return,
    };
    match known {
        Value::Bool(value) => out.extend_from_slice(if value { b"true" } else { b"false" }),
        Value::Unsigned(known) | Value::Index { index: known, .. } => number(out, known),
        Value::Signed(known) => {
            let _ = serde_json::to_writer(out, &known);
        }
        Value::Member { number: known, .. } => {
            let _ = serde_json::to_writer(out, &known);
        }
        Value::Text(known) => quoted(out, &known),
        _ => {
            let mut text = String::new();
            words.value_into(&mut text, held, Base::Decimal);
            quoted(out, &text);
        }
    }
}

impl Lines<'_, '_, '_, '_> {
    /// The index of the frame of a part.
    fn frame(&mut self, part: &Part<'_, '_>) -> usize {
        let key = common(part);
        let at = place_of(&key);
        if self.frames[at].key != Some(key) {
            let mut frame = Frame { key: Some(key), ..Frame::default() };
            quoted(&mut frame.r#type, self.words.type_of(part));
            let end = &mut frame.end;
            end.extend_from_slice(b",\"since\":");
            quoted_or_null(end, self.words.since(&part.about));
            end.extend_from_slice(b",\"schema\":");
            match self.words.schema(&part.about) {
                Some((file, line)) => {
                    end.extend_from_slice(b"{\"file\":");
                    quoted(end, file);
                    end.extend_from_slice(b",\"line\":");
                    number(end, line.into());
                    end.push(b'}');
                }
                None => end.extend_from_slice(b"null"),
            }
            end.extend_from_slice(b",\"kind\":");
            quoted(end, part.kind.word());
            end.extend_from_slice(b"}");
            end.push(b'\n');
            self.frames[at] = frame;
        }
        at
    }
}

impl<'i> Explainer<'i> for Lines<'_, '_, 'i, '_> {
    fn begin(&mut self, level: &Level<'_>) -> bytespec::Result<()> {
        if self.depth == 0
            && let Some(section) = self.section
        {
            self.is_inside = level.path == section;
        }
        self.depth += 1;
        Ok(())
    }

    fn end(&mut self, _: u64) -> bytespec::Result<()> {
        self.depth -= 1;
        Ok(())
    }

    fn by_fields(&self) -> bool {
        true
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        if self.depth == 0
            && let Some(section) = self.section
        {
            self.is_inside = part.path == section;
        }
        if !self.is_inside {
            return Ok(());
        }
        let frame = self.frame(part);
        let frame = &self.frames[frame];
        self.text.clear();
        meaning(&mut self.words, part, &mut self.text);
        let out = &mut self.buffer;
        out.extend_from_slice(b"{\"start\":");
        // Most parts begin at the end of the previous one, whose digits are known.
        if part.bits.start == self.end {
            out.extend_from_slice(&self.end_digits);
        } else {
            number(out, part.bits.start);
        }
        out.extend_from_slice(b",\"end\":");
        self.end = part.bits.end;
        self.end_digits.clear();
        number(&mut self.end_digits, self.end);
        out.extend_from_slice(&self.end_digits);
        if let Some(shared) = &part.shared {
            out.extend_from_slice(b",\"shared\":{\"start\":");
            number(out, shared.start);
            out.extend_from_slice(b",\"end\":");
            number(out, shared.end);
            out.push(b'}');
        }
        out.extend_from_slice(b",\"path\":");
        quoted(out, part.path);
        out.extend_from_slice(b",\"type\":");
        out.extend_from_slice(&frame.r#type);
        out.extend_from_slice(b",\"raw\":\"");
        hex(out, raw(self.bytes, part));
        out.extend_from_slice(b"\",\"value\":");
        match part.held.as_ref().filter(|_| part.kind != PartKind::Padding) {
            Some(held) => value(out, &self.words, held),
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"meaning\":");
        quoted_or_null(out, &self.text);
        out.extend_from_slice(&frame.end);
        if self.buffer.len() >= CHUNK {
            // Later parts refer to few of the bytes before them, so their memory can be freed.
            let done = usize::try_from(part.bits.start / 8).unwrap_or(self.freed);
            if done.saturating_sub(self.freed) >= CHUNK {
                self.bytes.free(0..done);
                self.freed = done;
            }
            if let Err(error) = self.out.write_all(&self.buffer) {
                self.failure = Some(Failure::from(error));
                return Err(stop());
            }
            self.buffer.clear();
        }
        Ok(())
    }
}
