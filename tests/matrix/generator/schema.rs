//! Puts every shape of the language into every position: what `check` accepts becomes a format.

use crate::shapes::{POSITIONS, Shape, shapes};
use bytespec_codegen::syntax::{read_and_check, render};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// How many combinations are checked together.
const CHUNK: usize = 200;

/// What the shapes are made of.
fn prelude(host: bool) -> String {
    let varint = if host { "prefix" } else { "leb128" };
    let mut text =
        format!("- format: matrix\n  varint: {varint}\n{}", include_str!("../schema/prelude.yaml"));
    if host {
        text += include_str!("../schema/codecs.yaml");
    }
    text
}

/// Writes the schema of all that is accepted into a folder, and gives what was refused and why.
pub(crate) fn write(folder: &Path, host: bool) -> Outcome {
    let shapes = shapes(host);
    let mut items: Vec<(usize, usize, String)> = Vec::new();
    for (position, at) in POSITIONS.iter().zip(0..) {
        let tried = shapes.iter().enumerate().filter(|(_, shape)| position.tries(shape));
        for (index, shape) in tried {
            items.push((at, index, position.items(items.len(), std::slice::from_ref(shape))));
        }
    }
    let tried = items.len();
    let mut refused = Vec::new();
    // A finding may hide others, so that it takes more than one round.
    loop {
        // Only so many sections have numbers.
        let mut found = BTreeMap::new();
        for (chunk, start) in items.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            let of_chunk = findings(&prelude(host), chunk);
            found.extend(of_chunk.into_iter().map(|(index, text)| (start + index, text)));
        }
        if found.is_empty() {
            break;
        }
        let mut left = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            match found.get(&index) {
                Some(finding) => refused.push(format!(
                    "{} of {}: {finding}",
                    POSITIONS[item.0].name, shapes[item.1].ty
                )),
                None => left.push(item),
            }
        }
        items = left;
    }
    let mut text = prelude(host);
    let mut number = 0;
    for (position, at) in POSITIONS.iter().zip(0..) {
        let accepted = items.iter().filter(|item| item.0 == at).map(|item| &shapes[item.1]);
        let accepted: Vec<&Shape> = accepted.collect();
        for group in position.groups(&accepted) {
            text += &position.items(number, &group);
            number += 1;
        }
    }
    std::fs::create_dir_all(folder).expect("OUT_DIR can be written");
    std::fs::write(folder.join("schema.yaml"), text).expect("OUT_DIR can be written");
    Outcome { tried, accepted: items.len(), refused }
}

/// What became of the combinations of one format.
pub(crate) struct Outcome {
    tried: usize,
    accepted: usize,
    refused: Vec<String>,
}

impl Outcome {
    /// A constant of the test.
    pub(crate) fn constant(&self, name: &str) -> String {
        let Outcome { tried, accepted, refused } = self;
        let mut text =
            String::from("/// Combinations that were tried and accepted, and findings.\n");
        let _ = writeln!(
            text,
            "pub(crate) const {name}: (usize, usize, &[&str]) = ({tried}, {accepted}, &{refused:?});"
        );
        text
    }
}

/// The first finding in each item, by the position of the item.
fn findings(prelude: &str, items: &[(usize, usize, String)]) -> BTreeMap<usize, String> {
    let mut text = prelude.to_owned();
    let mut starts = Vec::new();
    for (.., item) in items {
        starts.push(text.lines().count());
        text += item;
    }
    let (_, sources, found) = read_and_check(vec![(PathBuf::from("matrix.yaml"), text)]);
    let mut first = BTreeMap::new();
    for finding in &found {
        let place = finding.primary().and_then(|span| sources.resolve(span));
        let line = place.map_or(0, |place| place.line);
        let item = starts.partition_point(|start| *start < line).checked_sub(1);
        let Some(item) = item else {
            panic!("a finding outside of what it is about:\n{}", render(&found, &sources, false))
        };
        first.entry(item).or_insert_with(|| finding.to_string());
    }
    first
}
