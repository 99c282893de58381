//! Files that are legal and that no writer makes are read, printed and written as the files that they were made from.

mod refused;

use bytespec::Result;
use bytespec::mlir::{Event, File, Module, PrintOptions, ReadOptions, WriteOptions, plan};
use bytespec::plan;
use bytespec_tests::meaning::{EntryTexts, Meaning};
use bytespec_tests::mlir_corpus::{MlirFile, mlir_corpus};
use bytespec_tests::mutate::Random;
use bytespec_tests::odd::Oddity;
use std::collections::BTreeMap;

/// So many files are made of each file of the corpus.
fn rounds() -> usize {
    std::env::var("BYTESPEC_ODD").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(2)
}

/// Larger files take longer, and have nothing that smaller ones have not.
const MAX_FILE: usize = 8 << 10;

fn files() -> impl Iterator<Item = &'static MlirFile> {
    mlir_corpus().iter().filter(|file| file.bytes.len() <= MAX_FILE)
}

/// The text of a module. Locations that stand as text have aliases of their own, and are compared as what they say.
fn printed(module: &Module<'_>, oddity: Oddity) -> String {
    let locations = oddity != Oddity::Text;
    match module.print(&PrintOptions::default().locations(locations)) {
        Ok(text) => text,
        Err(error) => format!("<{error}>"),
    }
}

/// What an odd file does that its original does not.
fn differences(original: &Module<'_>, bytes: &[u8], oddity: Oddity) -> Result<Vec<String>> {
    let module = Module::read(bytes)?;
    let mut found: Vec<String> = Vec::new();
    let mut add = |what: &str| found.push(what.to_owned());
    if module.write(&WriteOptions::default())? != bytes {
        add("it is written in other bytes");
    }
    let lazy = ReadOptions::default().lazy(true);
    if Module::read_with(bytes, &lazy)?.write(&WriteOptions::default())? != bytes {
        add("read in part it is written in other bytes");
    }
    // Properties that no schema describes are printed as the bytes that they are.
    let is_opaque = printed(original, oddity).contains("<#builtin<properties");
    let compared = oddity != Oddity::Numbers || !is_opaque;
    if compared
        && let Some(line) = other_line(&printed(original, oddity), &printed(&module, oddity))
    {
        add(&format!("it is printed as another module: {line}"));
    }
    if oddity == Oddity::Text
        && original.producer() != AMBIGUOUS
        && let Some(difference) = other_meaning(original, &module)?
    {
        add(&format!("it says something else: {difference}"));
    }
    let mut open = plan::File::open(plan(), bytes, &[])?;
    let tree = open.read()?;
    if oddity != Oddity::Strings && open.write(&tree)? != bytes {
        add("the plan writes it in other bytes");
    }
    if compared {
        edited(original, bytes, oddity)?.into_iter().for_each(add);
    }
    Ok(found)
}

/// Of files of this release an entry is read under a release that other entries allow, so that what it is called depends on them.
const AMBIGUOUS: &str = "MLIR18.0.0git";

/// A difference in meaning between a module whose entries are text and its original.
fn other_meaning(original: &Module<'_>, module: &Module<'_>) -> Result<Option<String>> {
    let (mut original, mut module) = (original.clone(), module.clone());
    // The original may have some as well.
    original.resolve_texts()?;
    module.resolve_texts()?;
    let mut texts = EntryTexts::as_spelled();
    let one = Meaning::of(&original, &mut texts)?;
    let other = Meaning::of(&module, &mut texts)?;
    Ok(one.difference_of_operations(&other, &texts))
}

/// The first line of a text that is another one in a second text, and that one.
fn other_line(one: &str, other: &str) -> Option<String> {
    let mut lines = one.lines().zip(other.lines());
    let differs = lines.find(|(one, other)| one != other);
    let differs = differs.map(|(one, other)| format!("`{other}`, not `{one}`"));
    differs.or_else(|| (one != other).then(|| "one ends first".to_owned()))
}

/// What is written after an edit is read, and is the original after the same edit.
fn edited(original: &Module<'_>, bytes: &[u8], oddity: Oddity) -> Result<Option<&'static str>> {
    let edit = |module: &mut Module<'_>| -> Result<String> {
        let body = module.body();
        // A dictionary that is text can be changed once it is read.
        module.resolve_texts()?;
        let last = module.ops(body).last().or(module.walk().last());
        let note = module.string_attribute("edited")?;
        if let Some(op) = last {
            module.set_attribute(op, "test.note", Some(note))?;
        }
        let written = module.write(&WriteOptions::default())?;
        Ok(printed(&Module::read(&written)?, oddity))
    };
    let one = edit(&mut original.clone())?;
    let lazy = ReadOptions::default().lazy(true);
    for options in [ReadOptions::default(), lazy] {
        if edit(&mut Module::read_with(bytes, &options)?)? != one {
            return Ok(Some("it is another module after an edit"));
        }
    }
    Ok(None)
}

#[test]
fn odd_files_come_back() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (index, file) in files().enumerate() {
        let original = match Module::read(&file.bytes) {
            Ok(module) => module,
            Err(error) => panic!("{}: {error}", file.name),
        };
        // In each round each file is made odd in one way, another one than those of its neighbours.
        for round in 0..rounds() {
            let oddity = &Oddity::ALL[(index + round) % Oddity::ALL.len()];
            let mut random = Random::new((index * 1000 + round) as u64);
            let name = format!("{} {oddity:?} {round}", file.name);
            let bytes = match oddity.make(&file.bytes, &mut random) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => continue,
                Err(error) => {
                    wrong.push(format!("{name} is not made: {error}"));
                    continue;
                }
            };
            *counts.entry(format!("{oddity:?}")).or_default() += 1;
            match differences(&original, &bytes, *oddity) {
                Ok(found) if found.is_empty() => {}
                Ok(found) => wrong.push(format!("{name}: {}", found.join(", "))),
                Err(error) => wrong.push(format!("{name}: {error}")),
            }
        }
    }
    println!("{counts:?}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(60)].join("\n")
    );
    assert_eq!(counts.len(), Oddity::ALL.len());
}

/// The bytes of the isolated regions of each operation of a file that stands in no other one but the outermost.
fn isolated_regions(bytes: &[u8]) -> Result<Vec<Vec<u8>>> {
    let file = File::open(bytes)?;
    let mut walker = file.walk();
    let mut found = Vec::new();
    while let Some(event) = walker.next()? {
        if matches!(event, Event::Operation(op) if op.depth == 1) {
            found.extend(walker.isolated_bytes().map(|(_, bytes)| bytes.to_vec()));
            walker.skip_regions()?;
        }
    }
    Ok(found)
}

/// After an edit of one operation, the regions of the others are written as the bytes that they were, also where a writer would
/// take other ones.
#[test]
fn an_edit_keeps_the_bytes_of_other_regions() -> Result<()> {
    let mut compared = 0;
    for (index, file) in files().enumerate() {
        let mut random = Random::new(index as u64);
        let Some(bytes) = Oddity::Numbers.make(&file.bytes, &mut random)? else { continue };
        let regions = isolated_regions(&bytes)?;
        let mut module = Module::read(&bytes)?;
        let body = module.body();
        let Some(last) = module.ops(body).last() else { continue };
        let edited = module.walk_op(last).last().unwrap_or(last);
        let Some(location) = module.location(last) else { continue };
        module.set_location(edited, location)?;
        let written = isolated_regions(&module.write(&WriteOptions::default())?)?;
        let others = regions.len().saturating_sub(1);
        assert_eq!(written.get(..others), regions.get(..others), "{}", file.name);
        compared += others;
    }
    assert!(compared > 100, "{compared} regions are compared");
    Ok(())
}

/// What is written of a real file is what was read, without that a section had to be copied.
#[test]
fn no_section_of_a_real_file_is_copied() {
    for file in mlir_corpus() {
        let sections = Module::read(&file.bytes)
            .and_then(|module| module.verbatim_sections(&WriteOptions::default()));
        match sections {
            Ok(sections) => assert!(sections.is_empty(), "{}: {sections:?}", file.name),
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
}
