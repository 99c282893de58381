//! Files that are legal and that no writer makes are read, printed and written as the files that they were made from.

mod refused;

use bytespec::Result;
use bytespec::mlir::{Module, PrintOptions, ReadOptions, WriteOptions, plan};
use bytespec::plan;
use bytespec_tests::mlir_corpus::{MlirFile, mlir_corpus};
use bytespec_tests::mutate::Random;
use bytespec_tests::odd::Oddity;
use std::collections::BTreeMap;

/// So many files are made of each file of the corpus.
fn rounds() -> usize {
    std::env::var("BYTESPEC_ODD").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(2)
}

/// Larger files take longer, and have nothing that smaller ones have not.
const MOST: usize = 8 << 10;

fn files() -> impl Iterator<Item = &'static MlirFile> {
    mlir_corpus().iter().filter(|file| file.bytes.len() <= MOST)
}

fn printed(module: &Module<'_>) -> String {
    match module.print(&PrintOptions { locations: true, ..PrintOptions::default() }) {
        Ok(text) => text,
        Err(error) => format!("<{error}>"),
    }
}

/// What an odd file does that its original does not.
fn differences(original: &Module<'_>, bytes: &[u8], oddity: Oddity) -> Result<Vec<&'static str>> {
    let module = Module::read(bytes)?;
    let mut found = Vec::new();
    if module.write(&WriteOptions::default())? != bytes {
        found.push("it is written in other bytes");
    }
    let lazy = ReadOptions { lazy: true, ..ReadOptions::default() };
    if Module::read_with(bytes, &lazy)?.write(&WriteOptions::default())? != bytes {
        found.push("read in part it is written in other bytes");
    }
    // Properties that no schema describes are printed as the bytes that they are.
    let is_opaque = printed(original).contains("<#builtin<properties");
    let compared = match oddity {
        Oddity::Numbers => !is_opaque,
        Oddity::Text => false,
        _ => true,
    };
    if compared && printed(&module) != printed(original) {
        found.push("it is printed as another module");
    }
    let mut open = plan::File::open(plan(), bytes, &[])?;
    let tree = open.read()?;
    if oddity != Oddity::Strings && open.write(&tree)? != bytes {
        found.push("the plan writes it in other bytes");
    }
    if compared {
        found.extend(edited(original, bytes)?);
    }
    Ok(found)
}

/// What is written after an edit is read, and is the original after the same edit.
fn edited(original: &Module<'_>, bytes: &[u8]) -> Result<Option<&'static str>> {
    let edit = |module: &mut Module<'_>| -> Result<String> {
        let body = module.body();
        let last = module.ops(body).last().or(module.walk().last());
        let note = module.string_attribute("edited")?;
        if let Some(op) = last {
            module.set_attribute(op, "test.note", Some(note))?;
        }
        let written = module.write(&WriteOptions::default())?;
        Ok(printed(&Module::read(&written)?))
    };
    let one = edit(&mut original.clone())?;
    let lazy = ReadOptions { lazy: true, ..ReadOptions::default() };
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

/// What is written of a real file is what was read, without that a section had to be copied.
#[test]
fn no_section_of_a_real_file_is_copied() {
    for file in mlir_corpus() {
        let kept =
            Module::read(&file.bytes).and_then(|module| module.kept(&WriteOptions::default()));
        match kept {
            Ok(kept) => assert!(kept.is_empty(), "{}: {kept:?}", file.name),
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
}
