//! Every error that a reader gives of a damaged file stands on the page of the item that it is in.

use crate::mutated::MAX_BYTES;
use bytespec::Error;
use bytespec::Result;
use bytespec::plan::data::{ItemId, Kind, Plan};
use bytespec::plan::{At, Executor, File, Sink, What};
use bytespec_codegen::emit::docs::{Block, pages};
use bytespec_codegen::{build, plan};
use bytespec_tests::corpus::corpus;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::{Random, mutant};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How many damaged files of a format.
const MUTANTS: u64 = 2000;

/// Head of the tables of errors.
const TITLE: &str = "Errors of a reader";

/// What the documentation says of an item: messages, and the parts that each is of.
type Messages = Vec<(String, String)>;

/// A format with what its documentation says.
struct Documented {
    plan: Plan,
    /// The items that have a page or a part of one.
    items: BTreeSet<String>,
    /// Messages of the codecs that are written by hand.
    codecs: Vec<String>,
    /// Messages of items, by kind and name, and of what is no item, by the heading or the page.
    messages: BTreeMap<String, Messages>,
}

/// Whether a text is what a message says, where `…` stands for anything.
fn fits(message: &str, text: &str) -> bool {
    let mut pieces = message.split('…');
    let Some(mut rest) = text.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, pieces)) = pieces.split_last() else { return rest.is_empty() };
    for piece in pieces {
        match rest.split_once(piece) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

impl Documented {
    fn new(format: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema").join(format);
        let model = build::load(&folder).unwrap_or_else(|found| panic!("{found}"));
        let mut messages = BTreeMap::<String, Messages>::new();
        let mut items = BTreeSet::new();
        for page in pages(&model) {
            let key = |kind: &str, name: &str| format!("{kind} {name}");
            let mut about = page.path.clone();
            if let Some(item) = &page.item {
                let name = page.title.rsplit(' ').next().unwrap_or_default();
                about = key(&item.kind, name);
                items.insert(about.clone());
            }
            for block in &page.blocks {
                match block {
                    Block::Heading { text, item: Some(item) } => {
                        let name = text.rsplit(' ').next().unwrap_or_default();
                        about = key(&item.kind, name);
                        items.insert(about.clone());
                        items.insert(about.clone());
                    }
                    Block::Table { title, table } if title == TITLE => {
                        let cells = table.rows().iter().map(|row| {
                            (row.cells[0].trim_matches('`').trim().to_owned(), row.cells[1].clone())
                        });
                        messages.entry(about.clone()).or_default().extend(cells);
                    }
                    _ => {}
                }
            }
        }
        let texts = model.codecs.iter().flat_map(|codec| codec.docs.doc.split('`'));
        let texts = texts.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let codecs = texts.filter(|text| text.contains('…')).collect();
        Documented { plan: plan::lower(&model), items, codecs, messages }
    }

    /// What the documentation calls an item.
    fn name(&self, id: ItemId) -> Option<String> {
        let item = &self.plan.items[id.index()];
        let name = self.plan.name(item.name);
        let kind = match item.kind {
            Kind::Record => "record",
            Kind::Union => "union",
            Kind::Variant => "variant of",
            Kind::Section => "section",
            Kind::Operation => "operation",
            Kind::Layout => "record",
            Kind::Operations => return Some("operations/README.md".to_owned()),
            Kind::Region | Kind::Block => return Some("operations/README.md".to_owned()),
            Kind::Properties => return Some("properties/README.md".to_owned()),
            Kind::Transparent => return None,
        };
        let name = format!("{kind} {name}");
        // Records that make up a type of the language are described with what has it.
        (item.kind != Kind::Record || self.items.contains(&name)).then_some(name)
    }

    /// What is wrong with what the documentation says of an error, which occurred inside of these items.
    fn missing(&self, open: &[ItemId], error: &Error) -> Option<String> {
        let text = error.kind().to_string();
        let item = open.iter().rev().find_map(|id| self.name(*id));
        // No sink sees the parts that a reader checks before the items.
        let is_outside_items =
            item.is_none() && error.has_path() && !error.path().starts_with("sections[");
        let about = item.unwrap_or("sections.md".to_owned());
        let documented = self.messages.iter().filter(|(of, _)| {
            if is_outside_items {
                return true;
            }
            // Variants are distinguished by their union.
            let is_variant = about.strip_prefix("variant of ").is_some_and(|name| {
                of.starts_with("variant of ") && of.ends_with(&format!(" {name}"))
            });
            is_variant || **of == about
        });
        let mut documented = documented.flat_map(|(_, messages)| messages);
        let path = error.path();
        let is_documented = documented.any(|(message, parts)| {
            // What a codec says, and what is wrong with the entry that it asks about.
            let of_codec = message.starts_with("what the codec ")
                && parts.split('`').any(|part| !part.is_empty() && path.contains(part))
                && (self.codecs.iter().any(|message| fits(message, &text))
                    || self.messages.values().flatten().any(|(message, _)| fits(message, &text)));
            // A part of an item is a field of the path, or has no name.
            let is_named =
                |part: &str| !part.trim_matches([',', ' ']).is_empty() && path.contains(part);
            let is_item = about.contains(' ') || is_outside_items;
            let is_there = !is_item || !parts.contains('`') || parts.split('`').any(is_named);
            of_codec || is_there && fits(message, &text)
        });
        match is_documented {
            true => None,
            false => {
                let text: String =
                    text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
                Some(format!("{about} ({path}): {text}"))
            }
        }
    }
}

/// What is open where reading ends.
#[derive(Default)]
struct Open(Vec<Option<ItemId>>);

impl<'i> Sink<'i> for Open {
    fn begin(&mut self, _: At, what: What, _: usize) -> Result<()> {
        self.0.push(match what {
            What::Item(item) => Some(item),
            What::Sequence | What::Transformed => None,
        });
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<()> {
        self.0.pop();
        Ok(())
    }
}

fn check(format: &str, files: &[&[u8]]) {
    let documented = Documented::new(format);
    let executor = Executor::new(&documented.plan, &[]).expect("a plan");
    let files: Vec<&[u8]> = files.iter().copied().filter(|file| file.len() <= MAX_BYTES).collect();
    let (mut refused, mut missing) = (0, BTreeSet::new());
    for seed in 0..MUTANTS {
        let mut random = Random::new(seed);
        let (Some(file), Some(other)) = (random.pick(&files), random.pick(&files)) else { break };
        let bytes = mutant(&mut random, file, other);
        let mut open = Open::default();
        let read = File::with(&executor, &bytes).and_then(|mut file| {
            file.read_with(
                |_| Open::default(),
                |_, last| {
                    open = last;
                    Ok(())
                },
            )
        });
        let Err(error) = read else { continue };
        refused += 1;
        let items: Vec<ItemId> = open.0.iter().copied().flatten().collect();
        missing.extend(documented.missing(&items, &error));
    }
    println!("{format}: {refused} of {MUTANTS} damaged files are refused");
    let some: Vec<&str> = missing.iter().take(300).map(String::as_str).collect();
    assert!(missing.is_empty(), "{} are not documented:\n{}", missing.len(), some.join("\n"));
    assert!(refused > MUTANTS / 4, "{refused} files are refused");
}

#[test]
fn errors_of_tile_ir_are_documented() {
    let files: Vec<&[u8]> = corpus().iter().map(|file| file.bytes.as_slice()).collect();
    check("tile_ir", &files);
}

#[test]
fn errors_of_mlir_are_documented() {
    let files: Vec<&[u8]> = mlir_corpus().iter().map(|file| file.bytes.as_slice()).collect();
    check("mlir", &files);
}
