//! `dump` and `explain` show the same values, each once, also in transformed bytes. The values are those of the rows of the language's
//! reference, and of numbers whose parts are not adjacent.

use crate::computed::with_inner;
use crate::language::{lowered, rows, schema};
use bytespec::plan::data::Plan;
use bytespec::plan::explain::{Explainer, Level, Part, PartKind, Words};
use bytespec::plan::{Executor, Explanation, File, Listing};
use std::collections::HashSet;

/// More fields, and a file of them.
const MORE: [(&[&str], &[u8]); 4] = [
    (
        &[
            "{name: a, type: packed<u16be>, parts: [{name: x, bits: 12, summary: X}, {name: y, bits: 3, summary: Y}]}",
        ],
        &[0x35, 0x67],
    ),
    (
        &[
            "{name: a, type: 'packed<u16le, high>', parts: [{name: x, bits: 5, summary: X}, {name: y, bits: 9, summary: Y}]}",
            "{name: b, type: packed<u8>, parts: [{name: z, bits: 2, summary: Z}, {name: w, bits: 3, summary: W}]}",
        ],
        &[0x64, 0x35, 3],
    ),
    (
        &[
            "{name: h, type: 'packed<u16be, high>', parts: [{name: kind, bits: 4, equals: 5, summary: K}, {name: n, bits: 12, equals: size(t), summary: N}]}",
            "{name: t, type: ascii, size: n}",
        ],
        &[0x50, 2, b'a', b'b'],
    ),
    (
        &[
            "{name: a, type: bytes, size: 3}",
            "{name: b, type: bytes, size: 40}",
            "{name: c, type: latin1, size: 2}",
        ],
        b"abc0123456789012345678901234567890123456789\xe9\n",
    ),
];

/// The fields of each row and their bytes.
fn files() -> Vec<(Vec<String>, Vec<u8>)> {
    let more = MORE.iter().map(|(fields, bytes)| {
        (fields.iter().map(|field| (*field).to_owned()).collect(), bytes.to_vec())
    });
    rows().into_iter().chain(more).collect()
}

/// The names and values that a listing shows of values with bytes, without those of transformed bytes.
fn listed(plan: &Plan, bytes: &[u8]) -> Option<Vec<String>> {
    let executor = Executor::new(plan, &[]).expect("an executor");
    let mut file = File::with(&executor, bytes).expect("a file");
    let mut text = String::new();
    let read = file.read_with(
        |_| Listing::new(&executor),
        |_, listing| {
            text += &listing.into_text();
            Ok(())
        },
    );
    read.ok()?;
    let lines = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once(' ')?;
        let (len, name) = rest.trim_start().split_once(' ')?;
        len.parse::<u64>().ok().map(|_| name.trim_start().to_owned())
    });
    Some(lines.collect())
}

/// The values that `explain` shows.
struct Shown<'f, 'p, 'i> {
    words: Words<'f, 'p, 'i>,
    paths: Vec<String>,
    /// Bytes and texts, with their names.
    bytes: Vec<String>,
}

impl<'i> Explainer<'i> for Shown<'_, '_, 'i> {
    fn begin(&mut self, _: &Level<'_>) -> bytespec::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: u64) -> bytespec::Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        let Some(held) = part.held.as_ref().filter(|_| part.kind != PartKind::Padding) else {
            return Ok(());
        };
        self.paths.push(part.path.to_owned());
        if held.number().is_none() && !part.bits.is_empty() {
            let name = part.path.rsplit('.').next().unwrap_or_default();
            let mut text = format!("{name} = ");
            self.words.value_into(&mut text, held, part.about.base);
            self.bytes.push(text);
        }
        Ok(())
    }
}

#[test]
fn values_are_shown_once_and_alike() {
    let (mut bytes, mut parts) = (0, 0);
    for (fields, content) in files() {
        let schema = schema(&fields);
        let plan = lowered(&schema).expect("a schema");
        let executor = Executor::new(&plan, &[]).expect("an executor");
        let file = File::with(&executor, &content).expect("a file");
        let (paths, own) = (Vec::new(), Vec::new());
        let mut shown = Shown { words: Words::new(&file), paths, bytes: own };
        let found = Explanation::new(&executor, &content).expect("an explanation");
        assert_eq!(found.walk(&mut shown), Ok(()));
        let once: HashSet<&String> = shown.paths.iter().collect();
        // Transformed bytes have the path of the value in them.
        let is_transformed = fields.iter().any(|field| field.contains("transform"));
        assert!(is_transformed || once.len() == shown.paths.len(), "{schema}\n{:?}", shown.paths);
        let listed = listed(&plan, &content).expect("a file");
        for text in &shown.bytes {
            assert!(listed.contains(text), "{schema}\n{text}\n{listed:?}");
        }
        (bytes, parts) = (bytes + shown.bytes.len(), parts + shown.paths.len());
    }
    println!("{parts} values, {bytes} of bytes or text");
    assert!(bytes > 30 && parts > 150, "{parts}, {bytes}");
}

#[test]
fn values_in_transformed_bytes_are_shown_as_outside() {
    let mut compared = 0;
    for (fields, content) in files() {
        let lines = fields.join("\n");
        let sized = "{name: m, type: u8, equals: size(r)}\n{name: r, type: R, size: m";
        let plain = lowered(&with_inner(&format!("{sized}}}"), &lines));
        let inside = lowered(&with_inner(&format!("{sized}, transform: xor(1)}}"), &lines));
        // Some fields depend on what is outside.
        let (Ok(plain), Ok(inside)) = (plain, inside) else { continue };
        let file = |key: u8| {
            let number = [content.len() as u8];
            number.into_iter().chain(content.iter().map(|byte| byte ^ key)).collect::<Vec<u8>>()
        };
        // Some depend on their offsets.
        let Some(outside) = listed(&plain, &file(0)) else { continue };
        let mut found = listed(&inside, &file(1)).expect("a file");
        // The transformed bytes.
        found.remove(1);
        assert_eq!(outside, found, "{lines}");
        compared += 1;
    }
    assert!(compared > 40, "{compared}");
}
