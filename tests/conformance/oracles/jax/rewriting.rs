//! Every file of `jaxlib`, written by us, is read by the release that made it, and is the same
//! program.

use super::compare::{Comparison, Tally};
use super::sources::{Source, sources};
use bytespec::Error;
use bytespec::mlir::{Numbering, WriteOptions};
use bytespec_conformance::jaxlib::{Jaxlib, Task};

/// How a file is read: as a program by the release that wrote it, and artifacts as they stand by the
/// newest, which has the words for those of all releases.
fn readings(source: &Source) -> Vec<(Jaxlib, Task)> {
    if source.is_artifact() {
        vec![(source.producer, Task::Deserialize), (Jaxlib::NEWEST, Task::Parse)]
    } else {
        vec![(source.producer, Task::Parse)]
    }
}

/// Why we cannot number a file anew that the library wrote, which the error says in other words.
fn known_limit(error: &Error) -> Option<&'static str> {
    let is_newer = error.to_string().contains("only in LLVM release 23");
    is_newer.then_some("types of LLVM 23, of which no layouts of properties are known")
}

/// All files of a kind in both numberings.
fn check(artifacts: bool, at_least: usize) {
    let mut tally = Tally::default();
    let mut comparisons = Vec::new();
    let sources: Vec<Source> =
        sources().into_iter().filter(|source| source.is_artifact() == artifacts).collect();
    for source in &sources {
        let module = source.module();
        match module.reencode() {
            Ok(found) => {
                if let Some(difference) = found.difference {
                    tally.wrong.push(format!("{}: {difference:?}", source.name));
                }
            }
            Err(error) => match known_limit(&error) {
                Some(reason) => tally.exclude(reason),
                None => tally.wrong.push(format!("{}: {error}", source.name)),
            },
        }
        for numbering in [Numbering::Pinned, Numbering::Canonical] {
            let what = format!("{}, {numbering:?}", source.name);
            let options = WriteOptions::default().numbering(numbering);
            let ours = match module.write(&options) {
                Ok(ours) => ours,
                Err(error) => {
                    match known_limit(&error) {
                        Some(reason) => tally.exclude(reason),
                        None => tally.wrong.push(format!("{what}: {error}")),
                    }
                    continue;
                }
            };
            if numbering == Numbering::Pinned && ours != source.bytes {
                tally.wrong.push(format!("{what}: the bytes changed"));
            }
            for (library, task) in readings(source) {
                comparisons.push(Comparison {
                    what: format!("{what}, {task:?}"),
                    library,
                    task,
                    ours: ours.clone(),
                    reference: source.bytes.into(),
                });
            }
        }
    }
    tally.run(&comparisons);
    assert!(tally.same >= at_least || !tally.wrong.is_empty(), "only {} files", tally.same);
    tally.report(&format!("{} files, both numberings", sources.len()));
}

#[test]
fn artifacts_are_read_as_before() {
    check(true, 150);
}

#[test]
fn other_files_are_read_as_before() {
    check(false, 90);
}
