//! The text of each file is what the tool that made it prints, or it is known why not.
//!
//! `print.txt` says of each file whose text differs why it does.

use super::unspelled;
use bytespec::mlir::{Module, PrintOptions, Release};
use bytespec_tests::mlir_corpus::{MlirFile, mlir_corpus, mlir_texts};
use expect_test::expect_file;
use std::fmt::Write as _;

/// The release whose printer made a text, where the file does not tell it or another one did.
const PRINTED_BY: &[(&str, Release)] = &[
    ("small/", Release::R22),
    ("real/circt-1.62.0/", Release::R18),
    ("real/iree-2023", Release::R16),
    ("real/iree-20240410.859/", Release::R18),
    ("real/iree-3.13.0/", Release::R22),
    ("real/jax-0.4.13/", Release::R17),
    ("real/jax-0.4.20/", Release::R18),
    ("real/jax-0.4.28/", Release::R19),
    ("real/jax-0.4.38/", Release::R19),
    ("real/jax", Release::R22),
    ("real/torch-mlir/", Release::R22),
    ("real/triton", Release::R22),
];

/// Files whose text another release printed than that of the others beside them.
const PRINTED_LATER: &[(&str, &str, Release)] = &[
    ("real/jax-0.4.13/", ".vhlo", Release::R19),
    ("real/jax-0.4.20/", ".vhlo", Release::R19),
    ("real/iree-20230524.529/", ".input", Release::R17),
    ("real/iree-20230524.529/", ".flow", Release::R17),
];

/// Why a text may differ: what stands in ours or in theirs, or in the name of the file.
const REASONS: &[(Where, &str, &str)] = &[
    (Where::Ours, "<properties \"0x", "no schema knows the layout of properties"),
    (Where::Theirs, "#executable_target", "another tool's dialects have aliases of their own"),
    (Where::Theirs, "#sdy.", "a template of the schema does not shorten attributes inside others"),
    (
        Where::Theirs,
        ":0 to :",
        "the text is of a module before it was written, which loses ends of ranges",
    ),
    (
        Where::Theirs,
        "gen_jax_old.py\":63:48",
        "the text is of a module before it was written, which loses ends of ranges",
    ),
    (Where::Theirs, "module attributes", "the text is not generic"),
    (
        Where::Name,
        "24_resources_two_dialects",
        "text of a dialect names resources, which readers rename",
    ),
    (Where::Name, "17_versioned_test_dialect", "the dialect test changes what it reads"),
    (
        Where::Name,
        "real/iree-20230524.529/",
        "the tool is a build between releases, which has properties of some dialects only",
    ),
    (Where::Name, ".llvm16", "reading an older file, mlir-opt 22 makes other properties of it"),
    (Where::Name, ".llvm19", "reading an older file, mlir-opt 22 makes other properties of it"),
];

#[derive(Clone, Copy)]
enum Where {
    Ours,
    Theirs,
    Name,
}

/// The release whose printer made the text of a file, where that is not the one that wrote it.
pub(super) fn printed_by(name: &str) -> Option<Release> {
    let later = PRINTED_LATER
        .iter()
        .find(|(folder, part, _)| name.starts_with(folder) && name.contains(part));
    let usual = PRINTED_BY.iter().find(|(folder, _)| name.starts_with(folder));
    later.map(|found| found.2).or(usual.map(|found| found.1))
}

/// How a file is printed, and what a tool printed of it.
fn texts(file: &MlirFile) -> Option<(String, String)> {
    let theirs = mlir_texts().get(file.text.as_ref()?)?;
    let theirs = String::from_utf8_lossy(theirs).into_owned();
    let options =
        PrintOptions::default().locations(theirs.contains(" loc(")).release(printed_by(&file.name));
    let module = Module::read(&file.bytes);
    match module.and_then(|module| module.print(&options)) {
        Ok(ours) => Some((ours, theirs)),
        Err(error) => panic!("{}: {error}", file.name),
    }
}

/// Only `mlir-opt` ends a text with an empty line.
fn are_same(file: &MlirFile, ours: &str, theirs: &str) -> bool {
    match file.is_by_reference() || file.name.starts_with("real/mlir-opt") {
        true => ours == theirs,
        false => ours.trim_end() == theirs.trim_end(),
    }
}

#[test]
fn every_file_is_printed_as_by_its_tool() {
    let (mut table, mut same, mut unexplained) = (String::new(), 0, Vec::new());
    for file in mlir_corpus() {
        let Some((ours, theirs)) = texts(file) else { continue };
        if are_same(file, &ours, &theirs) {
            same += 1;
            continue;
        }
        if unspelled::without_values(&theirs).trim_end() == ours.trim_end() {
            match unspelled::has_no_values(&file.bytes) {
                Ok(true) => {
                    let reason = "the file has the value of no resource, which its source has";
                    let _ = writeln!(table, "{:<58} {reason}", file.name);
                    continue;
                }
                Ok(false) => {}
                Err(error) => panic!("{}: {error}", file.name),
            }
        }
        let reason = REASONS.iter().find(|(place, what, _)| match place {
            Where::Ours => ours.contains(what),
            Where::Theirs => theirs.contains(what),
            Where::Name => file.name.contains(what),
        });
        match reason {
            Some((.., reason)) => {
                let _ = writeln!(table, "{:<58} {reason}", file.name);
            }
            None => {
                let mut lines = ours.lines().zip(theirs.lines());
                let lines = lines.find(|(ours, theirs)| ours != theirs);
                unexplained.push(format!("{}: {lines:?}", file.name));
            }
        }
    }
    let _ = writeln!(table, "{same} others are the same");
    expect_file!["print.txt"].assert_eq(&table);
    assert!(unexplained.is_empty(), "these differ:\n{}", unexplained.join("\n"));
}
