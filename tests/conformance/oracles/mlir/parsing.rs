//! Text: what is read of it is what the tools read, and what is wrong is wrong for them too.

use super::sources::{self, Source};
use bytespec::mlir::{
    Losses, Module, Numbering, ParseOptions, Release, UseListOrder, Version, WriteOptions,
};
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::in_parallel;
use bytespec_tests::ill_formed::ill_formed_mlir;
use std::collections::HashSet;

/// The name that the tools are given for their input.
const INPUT: &str = "input";

/// What text shows that is not read as the tools read it, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("#llvm.di_", "the schema does not spell attributes of the dialect `llvm`"),
    ("#llvm.loop_", "the same"),
    ("#llvm.overflow", "the schema does not name the flags of a property"),
    ("#test.", "the dialect `test` names resources in text, and writes its version"),
    ("\"test.", "the dialect `test` changes what it reads, and writes its version"),
];

/// What the tool writes of its own text, and what is written here.
fn both(text: &str, tool: MlirOpt, version: Version) -> Result<(Vec<u8>, Vec<u8>), String> {
    let theirs = tool.rewrite(text.as_bytes(), sources::number(version))?;
    let producer = match bytespec::mlir::File::open(&theirs) {
        Ok(file) => file.producer().into_owned(),
        Err(error) => panic!("{error}"),
    };
    let options = ParseOptions::default()
        .file_name(INPUT.to_owned())
        .release(tool.release.to_string().parse::<Release>().ok())
        .producer(producer)
        .use_orders(version >= UseListOrder::SINCE);
    let mut module = match Module::parse(text, &options) {
        Ok(module) => module,
        Err(errors) => panic!("{errors}\n{text}"),
    };
    // The tools drop what a version has no place for.
    let how = WriteOptions::default().numbering(Numbering::Canonical);
    let written = module.convert(version, Losses::Allow).and_then(|_| module.write(&how));
    match written {
        Ok(ours) => Ok((theirs.to_vec(), ours)),
        Err(error) => panic!("{error}"),
    }
}

/// Each release, of its own text in every version that it writes, and of its text without locations in the newest one.
#[test]
fn text_is_written_as_the_tool_writes_it() {
    let tools: Vec<MlirOpt> = MlirOpt::ALL.into_iter().chain(MlirOpt::unpacked()).collect();
    let sources = sources::sources().into_iter().chain(sources::of_releases());
    // A module that was written in several versions has one text.
    let mut seen = HashSet::new();
    let sources: Vec<&Source> = sources
        .filter(|source| tools.contains(&source.producer))
        .filter(|source| seen.insert((source.case, source.producer)))
        .collect();
    let found = in_parallel(&sources, |source| {
        let tool = source.producer;
        let (mut same, mut different) = (0, Vec::new());
        let versions = Version::ALL.iter().filter(|version| tool.reads(sources::number(**version)));
        let versions: Vec<&Version> = versions.collect();
        // Locations are all that the texts differ in.
        let newest = versions.last().copied().into_iter().collect();
        for (text, versions) in
            [(tool.print(source.bytes), versions), (tool.print_plain(source.bytes), newest)]
        {
            // Some files no tool reads back, and some text.
            let Ok(text) = text else { continue };
            if EXCEPTIONS.iter().any(|(sign, _)| text.contains(sign)) {
                continue;
            }
            for version in versions {
                match both(&text, tool, *version) {
                    Ok((theirs, ours)) if theirs == ours => same += 1,
                    Ok((theirs, ours)) => {
                        let at = theirs.iter().zip(&ours).position(|(one, other)| one != other);
                        let lengths = (ours.len(), theirs.len());
                        different.push(format!("{} {version:?}: {lengths:?} {at:?}", source.name));
                    }
                    Err(_) => {}
                }
            }
        }
        (same, different)
    });
    let same: usize = found.iter().map(|(same, _)| same).sum();
    let different: Vec<String> = found.into_iter().flat_map(|(_, different)| different).collect();
    println!("{same} files are the same");
    assert!(different.is_empty(), "these differ:\n{}", different.join("\n"));
    assert!(same > 700, "only {same} files are the same");
}

/// The tool refuses each text with a fault, at the line where it is here.
#[test]
fn faults_are_faults_of_the_tool() {
    let cases = ill_formed_mlir();
    let found = in_parallel(&cases, |case| {
        let Err(refusal) = MlirOpt::NEWEST.print_plain(case.text.as_bytes()) else {
            return Some(format!("{}: the tool reads it", case.name));
        };
        let theirs = refusal.split(&format!("{INPUT}:")).nth(1);
        let theirs = theirs.and_then(|rest| rest.split(':').next()).unwrap_or_default();
        let Err(errors) = Module::parse(&case.text, &ParseOptions::default()) else {
            return Some(format!("{}: it is read here", case.name));
        };
        let lines: Vec<String> = errors.iter().map(|error| error.line.to_string()).collect();
        let same = lines.iter().any(|line| line == theirs);
        (!same).then(|| format!("{}: {lines:?}, and {theirs} by the tool", case.name))
    });
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(cases.len() > 100);
    assert!(found.is_empty(), "these are told apart:\n{}", found.join("\n"));
}
