//! Every file of the reference, written by us for every version, is read by the tools as the
//! original is.

use super::compare::{Comparison, Reference, Tally};
use super::exceptions::{EXCEPTIONS, OF_RELEASES};
use super::sources::{Source, in_version, number, of_releases, sources};
use crate::suite::report;
use bytespec::Error;
use bytespec::mlir::{Losses, Numbering, Version, WriteOptions};
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::in_parallel;

const NUMBERINGS: [Numbering; 2] = [Numbering::Pinned, Numbering::Canonical];

/// What a file is compared with when a tool reads what we made of it for a version.
fn reference(source: &Source, tool: MlirOpt, target: Version, lost: bool) -> Option<Reference> {
    let has_properties = source.version >= Version::V5;
    let readable =
        tool.reads(number(source.version)) && (!has_properties || source.has_layouts_of(tool));
    // What a version cannot carry is lost in files of the reference, too.
    if readable && !lost {
        return Some(Reference::File(source.bytes));
    }
    if let Some(other) = in_version(source.case, target) {
        return Some(Reference::File(other.bytes));
    }
    // The tool renames some of its resources in whatever it reads.
    let renamed = source.case.starts_with("small/24");
    (source.producer.release > 16 && !renamed).then_some(Reference::Rewritten(
        source.bytes,
        source.producer,
        number(target),
    ))
}

/// What the list of losses says of properties that no schema describes.
const NO_LAYOUT: &str = "whose layout is not known";

/// Why we cannot write a file that the reference can, which the error says in other words.
fn known_limit(source: &Source, target: Version, error: &Error) -> Option<&'static str> {
    let text = error.to_string();
    if !text.contains("not known") && !text.contains("is unknown") {
        return None;
    }
    if source.producer.release == 16 && target >= Version::V5 {
        return Some("LLVM 16 had no properties, so that it is not known what they are");
    }
    (source.case.starts_with("small/17"))
        .then_some("content of a dialect without a schema is only written as it stands")
}

fn comparisons(
    source: &Source,
    tools: &[MlirOpt],
    tally: &mut Tally,
    comparisons: &mut Vec<Comparison>,
) {
    for &target in Version::ALL {
        let mut module = source.module();
        let what = format!("{} for version {target}", source.name);
        let lost = match module.convert(target, Losses::Allow) {
            Ok(lost) if lost.iter().any(|loss| loss.what.contains(NO_LAYOUT)) => {
                tally.exclude("properties that no schema describes are dropped, and may be needed");
                continue;
            }
            // Versions of dialects are lost, too, and not printed.
            Ok(lost) => lost.iter().any(|loss| loss.op.is_some()),
            Err(error) => {
                match known_limit(source, target, &error) {
                    Some(reason) => tally.exclude(reason),
                    None => tally.wrong.push(format!("{what}: {error}")),
                }
                continue;
            }
        };
        for numbering in NUMBERINGS {
            let what = format!("{what}, {numbering:?}");
            let options = WriteOptions::default().numbering(numbering);
            let ours = match module.write(&options) {
                Ok(ours) => ours,
                Err(error) => {
                    match known_limit(source, target, &error) {
                        Some(reason) => tally.exclude(reason),
                        None => tally.wrong.push(format!("{what}: {error}")),
                    }
                    continue;
                }
            };
            for &tool in tools {
                if !tool.reads(number(target)) {
                    continue;
                }
                if target >= Version::V5 && !source.has_layouts_of(tool) {
                    tally.exclude("the tool is of another release, with other property layouts");
                    continue;
                }
                let Some(reference) = reference(source, tool, target, lost) else {
                    tally.exclude("no file of the reference that the tool reads");
                    continue;
                };
                let (what, ours) = (what.clone(), ours.clone());
                comparisons.push(Comparison { what, case: source.case, tool, ours, reference });
            }
        }
    }
}

#[test]
fn files_of_the_reference_are_printed_as_before_in_every_version() {
    let mut tally = Tally::default();
    let mut list = Vec::new();
    let sources = sources();
    for source in &sources {
        comparisons(source, &MlirOpt::ALL, &mut tally, &mut list);
    }
    tally.run(&list, &EXCEPTIONS);
    assert!(tally.same > 6500 || !tally.wrong.is_empty(), "only {} files", tally.same);
    tally.report(&format!("{} files in all versions", sources.len()));
}

/// The tool that wrote a file, of whatever release, reads what we make of it.
#[test]
fn files_of_every_release_are_printed_as_before_in_every_version() {
    let mut tally = Tally::default();
    let mut list = Vec::new();
    let mut tools = MlirOpt::unpacked();
    println!("beside those of the system: {tools:?}");
    tools.extend(MlirOpt::ALL);
    let sources = of_releases().iter().filter(|source| tools.contains(&source.producer));
    let mut count = 0;
    for source in sources {
        comparisons(source, &[source.producer], &mut tally, &mut list);
        count += 1;
    }
    let exceptions = OF_RELEASES.into_iter();
    let exceptions: Vec<_> = exceptions
        .filter(|exception| tools.iter().any(|tool| exception.tools.contains(&tool.release)))
        .collect();
    tally.run(&list, &exceptions);
    assert!(tally.same > 500 || !tally.wrong.is_empty(), "only {} files", tally.same);
    tally.report(&format!("{count} files of releases in all versions"));
}

/// The order of uses is not printed: what the tool itself writes of our file tells how it read it.
#[test]
fn orders_of_uses_are_read_as_before() {
    let mut cases = Vec::new();
    let ordered =
        |source: &&Source| source.case.starts_with("small/23") && source.version >= Version::V3;
    for source in sources().into_iter().filter(ordered) {
        for numbering in NUMBERINGS {
            for &version in Version::ALL.iter().filter(|version| **version >= Version::V3) {
                cases.push((source, numbering, version));
            }
        }
    }
    let findings = in_parallel(&cases, |(source, numbering, version)| {
        let options = WriteOptions::default().numbering(*numbering).version(*version);
        let what = format!("{} for version {version}, {numbering:?}", source.name);
        let ours = match source.module().write(&options) {
            Ok(ours) => ours,
            Err(error) => return Some(format!("{what}: {error}")),
        };
        let tool = source.producer;
        let [expected, found] =
            [source.bytes, &ours].map(|bytes| tool.rewrite(bytes, number(Version::LATEST)));
        (expected.is_err() || expected != found)
            .then(|| format!("{what}: {tool} reads other orders"))
    });
    println!("{} files with orders of uses", cases.len());
    assert!(cases.len() > 200);
    report(&findings.into_iter().flatten().collect::<Vec<_>>());
}
