//! Files that usual tools made: each is listed, comes back byte for byte, and is explained up to its last byte; types and plan agree; an edited value is
//! written right; damage is an error with a place.
//!
//! With `BYTESPEC_FILES=FOLDER` all files in a folder that have the names of these formats are read and written, too.

mod damage;
mod edits;
mod programs;
mod typed;
mod walk;

use bytespec::plan::data::{Kind, Plan, Shape};
use bytespec::plan::explain::{Explainer, Level, Part, PartKind};
use bytespec::plan::{At, Executor, Explanation, File, Leaf, Listing, Sink, What};
use formats_to_copy::{elf, gettext, gguf, png, tar, zip};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A format, its folder, the endings of its files, and how they begin: some bytes at an offset.
pub(crate) struct Format {
    pub(crate) name: &'static str,
    pub(crate) plan: &'static Plan,
    pub(crate) endings: &'static [&'static str],
    pub(crate) marks: &'static [(usize, &'static [u8])],
    /// Bytes of its files may be nothing: what lies between values at offsets.
    pub(crate) has_gaps: bool,
}

pub(crate) fn formats() -> [Format; 6] {
    let format =
        |name, plan, endings, marks| Format { name, plan, endings, marks, has_gaps: false };
    let gaps = |format| Format { has_gaps: true, ..format };
    [
        format("png", png::plan(), &["png"], &[(0, b"\x89PNG\r\n\x1a\n")]),
        format(
            "gettext",
            gettext::plan(),
            &["mo", "gmo"],
            &[(0, b"\xde\x12\x04\x95"), (0, b"\x95\x04\x12\xde")],
        ),
        format("tar", tar::plan(), &["tar"], &[(257, b"ustar")]),
        format("gguf", gguf::plan(), &["gguf"], &[(0, b"GGUF")]),
        gaps(format("elf", elf::plan(), &["o", "so"], &[(0, b"\x7fELF")])),
        gaps(format("zip", zip::plan(), &["zip", "jar", "whl"], &[(0, b"PK\x03\x04")])),
    ]
}

/// A file that a tool made.
pub(crate) struct Sample {
    pub(crate) path: PathBuf,
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) fn sample(name: &str) -> Sample {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let bytes = std::fs::read(&path).expect("a sample");
    Sample { path, name: name.to_owned(), bytes }
}

/// All samples of a format, by name.
pub(crate) fn samples(format: &Format) -> Vec<Sample> {
    let folder = format!("{}/samples", format.name);
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder));
    let names = entries.expect("a folder").map(|entry| entry.expect("a file").file_name());
    let mut names: Vec<String> =
        names.map(|name| format!("{folder}/{}", name.to_str().expect("a name"))).collect();
    names.sort();
    assert!(names.len() >= 3, "{folder} has {} samples", names.len());
    names.iter().map(|name| sample(name)).collect()
}

/// What a file is in parts: how far they reach, and how many bits are nothing that the schema has.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) end: u64,
    pub(crate) unread: u64,
}

impl<'i> Explainer<'i> for Parts {
    fn begin(&mut self, _: &Level<'_>) -> bytespec::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: u64) -> bytespec::Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        assert_eq!(part.bits.start, self.end, "{}", part.path);
        self.end = part.bits.end;
        if let PartKind::Gap | PartKind::Error = part.kind {
            self.unread += part.bits.end - part.bits.start;
        }
        Ok(())
    }
}

/// The steps that a reader visited, and the bytes that they took.
struct Visited<'s> {
    steps: &'s mut BTreeSet<u32>,
    spans: &'s mut Vec<Range<usize>>,
}

impl<'i> Sink<'i> for Visited<'_> {
    fn begin(&mut self, at: At, _: What, _: usize) -> bytespec::Result<()> {
        if let At::Step(step) = at {
            self.steps.insert(step);
        }
        Ok(())
    }

    fn value(
        &mut self,
        at: At,
        _: &Shape,
        _: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> bytespec::Result<()> {
        if let At::Step(step) = at {
            self.steps.insert(step);
        }
        self.spans.push(span);
        Ok(())
    }
}

#[test]
fn samples_come_back_byte_for_byte() {
    for format in formats() {
        for Sample { name, bytes, .. } in samples(&format) {
            let mut file = File::open(format.plan, &bytes, &[]).expect("a file");
            let value = file.read().unwrap_or_else(|error| panic!("{name}: {error}"));
            let written = file.write(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(written == bytes, "{name} comes back otherwise");
        }
    }
}

#[test]
fn listings_are_as_they_were() {
    for format in formats() {
        for Sample { path, name, bytes } in samples(&format) {
            let mut file = File::open(format.plan, &bytes, &[]).expect("a file");
            let executor = file.executor().clone();
            let mut text = String::new();
            let read = file.read_with(
                |_| Listing::new(&executor),
                |_, listing| {
                    text += &listing.into_text();
                    Ok(())
                },
            );
            read.unwrap_or_else(|error| panic!("{name}: {error}"));
            let folder = path.parent().and_then(Path::parent).expect("a folder");
            let listing = path.with_extension("txt");
            let listing = folder.join("listings").join(listing.file_name().expect("a name"));
            expect_test::expect_file![listing].assert_eq(&text);
        }
    }
}

#[test]
fn every_byte_is_something() {
    for format in formats() {
        for Sample { name, bytes, .. } in samples(&format) {
            let executor = Executor::new(format.plan, &[]).expect("a plan");
            let explanation = Explanation::new(&executor, &bytes).expect("a file");
            assert_eq!(explanation.fault(), None, "{name}");
            let mut parts = Parts::default();
            explanation.walk(&mut parts).expect("all is explained");
            assert_eq!(parts.end, bytes.len() as u64 * 8, "{name}");
            assert!(parts.unread == 0 || format.has_gaps, "{name}: {} bits", parts.unread);
            if format.has_gaps {
                continue;
            }
            let mut spans = Vec::new();
            visit(format.plan, &bytes, &mut BTreeSet::new(), &mut spans);
            spans.sort_by_key(|span| span.start);
            let end = spans.iter().fold(0, |end, span| {
                assert!(span.start <= end, "{name}: nothing is said of byte {end}");
                end.max(span.end)
            });
            assert_eq!(end, bytes.len(), "{name}");
        }
    }
}

/// Reads a file, and records its steps and the bytes that they take.
fn visit(plan: &Plan, bytes: &[u8], steps: &mut BTreeSet<u32>, spans: &mut Vec<Range<usize>>) {
    let mut file = File::open(plan, bytes, &[]).expect("a file");
    let mut visited = Visited { steps, spans };
    let mut left = Some(&mut visited);
    let read = file.read_with(|_| left.take().expect("one section"), |_, _| Ok(()));
    read.expect("a file");
}

#[test]
fn samples_have_every_field() {
    for format in formats() {
        let mut visited = BTreeSet::new();
        for Sample { bytes, .. } in samples(&format) {
            visit(format.plan, &bytes, &mut visited, &mut Vec::new());
        }
        let plan = format.plan;
        let fields = plan
            .items
            .iter()
            .filter(|item| matches!(item.kind, Kind::Record | Kind::Variant | Kind::Layout));
        let fields = fields.flat_map(|item| {
            let steps = item.steps;
            (steps.start..steps.start + steps.len).map(move |step| (item, step))
        });
        let mut count = 0;
        for (item, step) in fields {
            let name = plan.name(plan.steps[step as usize].name);
            let item = plan.name(item.name);
            assert!(visited.contains(&step), "{}: no sample has {item}.{name}", format.name);
            count += 1;
        }
        assert!(count >= 10, "{} has {count} fields", format.name);
    }
}
