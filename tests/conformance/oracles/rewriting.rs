//! Files of the corpus, written again by us: the disassembler sees no difference.

use crate::suite::report;
use bytespec::tile_ir::{Module, Numbering, Profile, Version, WriteOptions};
use bytespec_conformance::tools::Tools;
use bytespec_tests::corpus::{CorpusFile, valid};

/// Files to look at: every so many of those that the disassembler takes without a flag.
fn sample(count: usize) -> Vec<(&'static CorpusFile, Module)> {
    let mut files: Vec<_> = valid()
        .filter_map(|file| {
            let module = Module::read(&file.bytes).ok()?;
            (module.features == bytespec::tile_ir::Features::NONE).then_some((file, module))
        })
        .collect();
    let step = files.len().div_ceil(count).max(1);
    let mut index = 0;
    files.retain(|_| {
        index += 1;
        (index - 1) % step == 0
    });
    files
}

/// What the disassembler prints of files, with locations.
fn listings(files: &[Vec<u8>]) -> Vec<Listing> {
    Tools::get().disassemble_all(files, &["-g"])
}

/// A listing without the producer.
pub(crate) fn without_producer(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with("// Producer: ") => rest,
        _ => text,
    }
}

/// Whether two listings are the same. The producer is a note, not content: the Python encoders have
/// none, and versions without the section leave it out.
fn same(before: &Listing, after: &Listing, producer: bool) -> bool {
    match (before, after) {
        (Ok(before), Ok(after)) if !producer => without_producer(before) == without_producer(after),
        _ => before == after,
    }
}

type Listing = Result<String, String>;

#[test]
fn rewritten_files_are_printed_as_before() {
    let files = sample(120);
    assert!(files.len() >= 100, "only {} files", files.len());
    let originals: Vec<Vec<u8>> = files.iter().map(|(file, _)| file.bytes.clone()).collect();
    let originals = listings(&originals);
    let mut wrong = Vec::new();
    for (name, numbering) in [
        ("pinned", Numbering::Pinned),
        ("python", Numbering::Canonical(Profile::Python)),
        ("cxx", Numbering::Canonical(Profile::Cxx)),
    ] {
        let written: Vec<Vec<u8>> = files
            .iter()
            .map(|(file, module)| {
                let options = WriteOptions::default().numbering(numbering);
                module.write(&options).unwrap_or_else(|error| {
                    wrong.push(format!("{name} {}: not written: {error}", file.name));
                    Vec::new()
                })
            })
            .collect();
        for (((file, module), before), after) in
            files.iter().zip(&originals).zip(listings(&written))
        {
            let producer = match numbering {
                Numbering::Canonical(Profile::Python) => false,
                Numbering::Canonical(Profile::Cxx) => module.version >= Version::V13_3,
                _ => true,
            };
            // What the tool refuses as it came, such as content that its verifier knows better,
            // cannot be compared.
            if before.is_ok() && !same(before, &after, producer) {
                wrong.push(format!("{name} {}: printed otherwise", file.name));
            }
        }
    }
    let compared = originals.iter().filter(|listing| listing.is_ok()).count();
    println!("{compared} files compared");
    assert!(compared >= 100, "only {compared} of {} files are readable", files.len());
    report(&wrong);
}

#[test]
fn converted_files_are_printed_as_before() {
    let mut wrong = Vec::new();
    let (mut conversions, mut refused) = (0, 0);
    for &source in Version::ALL {
        let files: Vec<_> =
            sample(usize::MAX).into_iter().filter(|(_, module)| module.version == source).collect();
        let step = files.len().div_ceil(60).max(1);
        let files: Vec<_> = files.into_iter().step_by(step).collect();
        let originals: Vec<Vec<u8>> = files.iter().map(|(file, _)| file.bytes.clone()).collect();
        let originals = listings(&originals);
        for &target in Version::ALL.iter().filter(|&&target| target != source) {
            let (mut names, mut there, mut back) = (Vec::new(), Vec::new(), Vec::new());
            for ((file, module), before) in files.iter().zip(&originals) {
                if before.is_err() {
                    continue;
                }
                let options = WriteOptions::default().version(target).numbering(Numbering::Pinned);
                // A gate: the matter of the gates' own tests.
                let Ok(converted) = module.write(&options) else {
                    refused += 1;
                    continue;
                };
                let returned = Module::read(&converted)
                    .and_then(|module| module.write(&options.version(source)));
                match returned {
                    Ok(returned) => {
                        names.push((&file.name, before));
                        there.push(converted);
                        back.push(returned);
                    }
                    Err(error) => {
                        wrong.push(format!("{} to {target} and back: {error}", file.name))
                    }
                }
            }
            conversions += names.len();
            let (there, back) = (listings(&there), listings(&back));
            let producer = target >= Version::V13_3;
            for (((name, before), there), back) in names.iter().zip(there).zip(back) {
                if !same(before, &there, producer) {
                    let refusal = there.err().unwrap_or_else(|| "printed otherwise".to_owned());
                    wrong.push(format!("{name} in {target}: {refusal}"));
                }
                if !same(before, &back, producer) {
                    wrong.push(format!("{name} to {target} and back: printed otherwise"));
                }
            }
        }
    }
    println!("{conversions} conversions compared, {refused} refused by a gate");
    assert!(conversions > 300, "only {conversions} conversions");
    report(&wrong);
}
