//! Artifacts converted to other versions of StableHLO are the programs that `jaxlib` makes of them
//! for those versions, and what it refuses is refused.

use super::compare::{Comparison, Question, Tally, answers};
use super::made::of_programs;
use super::sources::{Source, sources};
use crate::mlir::compare::head;
use bytespec::Result;
use bytespec::error::ErrorKind;
use bytespec::mlir::{Losses, Module, Numbering, Version, WriteOptions};
use bytespec_conformance::jaxlib::{Jaxlib, Task};

/// The versions that artifacts are converted to.
const TARGETS: [&str; 9] =
    ["0.9.0", "0.10.0", "0.12.0", "0.14.0", "1.0.0", "1.8.0", "1.10.0", "1.15.0", "1.17.0"];

/// An artifact, for people and as it is.
type Artifact = (String, Vec<u8>);

/// The artifact in another version, by us; whether orders of uses were dropped for that, as the
/// library does without a word.
fn converted(bytes: &[u8], version: &str) -> Result<(Vec<u8>, bool)> {
    let mut module = Module::read(bytes)?;
    let mut dropped = false;
    if let Err(error) = module.convert_dialect("vhlo", Some(version)) {
        dropped = error.to_string().contains("cannot represent the order of the uses");
        if !dropped {
            return Err(error);
        }
        module.convert(Version::V0, Losses::Allow)?;
        module.convert_dialect("vhlo", Some(version))?;
    }
    let options = WriteOptions::default().numbering(Numbering::Canonical);
    Ok((module.write(&options)?, dropped))
}
/// Converts every artifact to every version, and compares with what the newest release makes of the
/// same artifact.
fn check(artifacts: &[Artifact], tally: &mut Tally) -> usize {
    let library = Jaxlib::NEWEST;
    let pairs: Vec<(&Artifact, &str)> = artifacts
        .iter()
        .flat_map(|artifact| TARGETS.iter().map(move |target| (artifact, *target)))
        .collect();
    let questions: Vec<Question<'_>> = pairs
        .iter()
        .map(|((_, bytes), target)| {
            (library, Task::Serialize((*target).to_owned()), bytes.as_slice())
        })
        .collect();
    let mut comparisons = Vec::new();
    let mut refused = 0;
    for ((artifact, target), theirs) in pairs.iter().zip(answers(&questions)) {
        let (name, bytes) = artifact;
        let what = format!("{name} to {target}");
        match (converted(bytes, target), &*theirs) {
            // Both for want of something that the version does not have.
            (Err(error), Err(refusal))
                if matches!(error.kind(), ErrorKind::Gate { .. })
                    && refusal.contains("explicitly marked illegal") =>
            {
                refused += 1;
            }
            (Err(error), Err(refusal)) => {
                let head = head(refusal);
                tally.wrong.push(format!("{what}: refused as {error}, and by {library}: {head}"));
            }
            (Ok(_), Err(refusal)) => {
                tally.wrong.push(format!("{what}: {library} refuses it: {}", head(refusal)));
            }
            (Err(error), Ok(_)) => {
                tally.wrong.push(format!("{what}: {library} can, but: {error}"));
            }
            (Ok((ours, dropped)), Ok(theirs)) => {
                if dropped {
                    tally.exclude("orders of uses, which the format version cannot carry");
                }
                for task in [Task::Deserialize, Task::Parse] {
                    comparisons.push(Comparison {
                        what: format!("{what}, {task:?}"),
                        library,
                        task,
                        ours: ours.clone(),
                        reference: theirs.clone().into(),
                    });
                }
            }
        }
    }
    tally.run(&comparisons);
    refused
}

#[test]
fn artifacts_of_files_are_converted_as_the_library_does() {
    let artifacts: Vec<Artifact> = sources()
        .iter()
        .filter(|source| source.is_artifact())
        .map(|Source { name, bytes, .. }| ((*name).to_owned(), bytes.to_vec()))
        .collect();
    let mut tally = Tally::default();
    let refused = check(&artifacts, &mut tally);
    assert!(tally.same > 300 || !tally.wrong.is_empty(), "only {} files", tally.same);
    let count = artifacts.len();
    tally.report(&format!("{count} artifacts in {} versions, {refused} refused", TARGETS.len()));
}

#[test]
fn artifacts_of_programs_are_converted_as_the_library_does() {
    // The oldest and the newest of each program.
    let (made, _) = of_programs();
    let mut artifacts: Vec<Artifact> = Vec::new();
    for program in made.chunk_by(|a, b| a.name == b.name) {
        let ends = [program.first(), program.last()].into_iter().flatten();
        let ends =
            ends.map(|made| (format!("{} of {}", made.name, made.version), made.bytes.clone()));
        artifacts.extend(ends);
    }
    let mut tally = Tally::default();
    let refused = check(&artifacts, &mut tally);
    assert!(tally.same > 100 || !tally.wrong.is_empty(), "only {} files", tally.same);
    let count = artifacts.len();
    tally.report(&format!("{count} artifacts in {} versions, {refused} refused", TARGETS.len()));
}
