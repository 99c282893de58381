//! A file as objects of JSON, a line a part.

use super::{meaning, raw, stop, walk};
use crate::failure::{Failure, Result};
use crate::output;
use bytespec::plan::explain::{
    Explainer, Explanation, Held, Level, Part, PartKind, Words, printable,
};
use bytespec::plan::{Leaf, Value};
use serde::Serialize;
use std::io::Write;

/// So many bytes are written at once.
const CHUNK: usize = 1 << 16;

/// A part.
#[derive(Serialize)]
struct Line<'l> {
    /// Where it begins, in bits from the start of the file; bit 0 of a byte is its lowest.
    start: u64,
    /// Where it ends.
    end: u64,
    path: &'l str,
    r#type: &'l str,
    /// The bytes that it stands in, in hexadecimal.
    raw: &'l str,
    value: Said<'l>,
    meaning: Option<&'l str>,
    since: Option<&'l str>,
    schema: Option<Place<'l>>,
    kind: &'static str,
}

#[derive(Serialize)]
struct Place<'l> {
    file: &'l str,
    line: u32,
}

/// A value as JSON has it.
#[derive(Serialize)]
#[serde(untagged)]
enum Said<'l> {
    Nothing,
    Truth(bool),
    Unsigned(u64),
    Signed(i64),
    Text(&'l str),
}

/// Prints the parts of a file, or of one section of it.
pub(super) fn explain<'f, 'p, 'i>(
    found: &Explanation<'_, 'i>,
    words: Words<'f, 'p, 'i>,
    section: Option<&'f str>,
    bytes: &'i [u8],
) -> Result {
    output::written(|out| {
        let mut lines = Lines {
            words,
            bytes,
            section,
            is_inside: section.is_none(),
            depth: 0,
            out,
            buffer: Vec::with_capacity(2 * CHUNK),
            texts: Default::default(),
            failure: None,
        };
        walk(found, &mut lines);
        let written = lines.out.write_all(&lines.buffer).map_err(Failure::from);
        lines.failure.map_or(written, Err)
    })
}

struct Lines<'f, 'p, 'i, 'o> {
    words: Words<'f, 'p, 'i>,
    bytes: &'i [u8],
    section: Option<&'f str>,
    is_inside: bool,
    depth: usize,
    out: &'o mut dyn Write,
    buffer: Vec<u8>,
    texts: Texts,
    failure: Option<Failure>,
}

/// Room for the texts of a line.
#[derive(Default)]
struct Texts {
    raw: String,
    value: String,
    meaning: String,
    since: String,
    r#type: String,
}

impl Texts {
    fn clear(&mut self) {
        let Texts { raw, value, meaning, since, r#type } = self;
        [raw, value, meaning, since, r#type].into_iter().for_each(String::clear);
    }
}

/// Adds bytes in hexadecimal.
fn hex(text: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    text.reserve(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
}

fn said<'l>(words: &Words<'_, '_, '_>, held: &Held<'l, '_>, text: &'l mut String) -> Said<'l> {
    let number = match held.leaf {
        Leaf::Number(number) => words.number(held.shape, number),
        Leaf::Value(value) => value.clone(),
        Leaf::Text(known) => {
            text.push_str(known);
            return Said::Text(text);
        }
        Leaf::Bytes(bytes) | Leaf::Opaque(_, bytes) | Leaf::Unknown(_, bytes) => {
            let Some(known) = printable(bytes) else { return Said::Nothing };
            text.push_str(known);
            return Said::Text(text);
        }
    };
    match number {
        Value::Bool(value) => Said::Truth(value),
        Value::Unsigned(number)
        | Value::Index { index: number, .. }
        | Value::Member { number, .. } => Said::Unsigned(number),
        Value::Signed(number) => Said::Signed(number),
        _ => {
            words.value_into(text, held);
            Said::Text(text)
        }
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

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        if self.depth == 0
            && let Some(section) = self.section
        {
            self.is_inside = part.path == section;
        }
        if !self.is_inside {
            return Ok(());
        }
        let (texts, words) = (&mut self.texts, &mut self.words);
        texts.clear();
        hex(&mut texts.raw, raw(self.bytes, part));
        meaning(words, part, &mut texts.meaning);
        texts.since.push_str(words.since(&part.about));
        if let Some(held) = &part.held {
            texts.r#type.push_str(words.type_of(held));
        }
        let is_said = part.kind != PartKind::Padding;
        let value = match part.held.as_ref().filter(|_| is_said) {
            Some(held) => said(words, held, &mut texts.value),
            None => Said::Nothing,
        };
        let line = Line {
            start: part.bits.start,
            end: part.bits.end,
            path: part.path,
            r#type: &texts.r#type,
            raw: &texts.raw,
            value,
            meaning: Some(texts.meaning.as_str()).filter(|text| !text.is_empty()),
            since: Some(texts.since.as_str()).filter(|text| !text.is_empty()),
            schema: words.schema(&part.about).map(|(file, line)| Place { file, line }),
            kind: part.kind.word(),
        };
        let written = serde_json::to_writer(&mut self.buffer, &line).map_err(|_| stop());
        self.buffer.push(b'\n');
        written?;
        if self.buffer.len() >= CHUNK {
            if let Err(error) = self.out.write_all(&self.buffer) {
                self.failure = Some(Failure::from(error));
                return Err(stop());
            }
            self.buffer.clear();
        }
        Ok(())
    }
}
