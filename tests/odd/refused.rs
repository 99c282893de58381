//! Texts and files with one fault each, and their errors. `tests/conformance` compares them with `mlir-opt`.

use bytespec::ErrorKind;
use bytespec::mlir::{Module, ParseOptions};
use bytespec_tests::odd::texts::texts;
use bytespec_tests::odd::{verdict, wrong_files};
use expect_test::expect_file;
use std::fmt::Write as _;

#[test]
fn texts_are_refused() {
    let (mut table, mut refused) = (String::new(), 0);
    for text in texts() {
        let outcome = match Module::parse(&text.module(), &ParseOptions::default()) {
            Ok(_) => "taken".to_owned(),
            Err(errors) => {
                refused += 1;
                let error = errors.iter().next().expect("an error");
                assert!(error.line > 0 && error.column > 0, "{}: {error:?}", text.line);
                {
                    let message = error.to_string();
                    let first = message.lines().next().unwrap_or_default();
                    first.to_owned()
                }
            }
        };
        let _ = writeln!(table, "{}\n    {outcome}", text.line);
    }
    println!("{refused} texts are refused");
    assert!(refused >= 300, "{refused}");
    expect_file!["texts.txt"].assert_eq(&table);
}

#[test]
fn wrong_files_are_refused_with_a_place() {
    let (mut table, mut refused, mut nowhere) = (String::new(), 0, Vec::new());
    for file in wrong_files() {
        let outcome = match verdict(&file.bytes) {
            Ok(()) => "taken".to_owned(),
            Err(error) => {
                refused += 1;
                // A section is no part of anything.
                let is_section = matches!(error.kind(), ErrorKind::Section(_));
                if error.offset().is_none() || error.path().is_empty() && !is_section {
                    nowhere.push(format!("{}: {error}", file.name));
                }
                error.to_string()
            }
        };
        let _ = writeln!(table, "{}\n    {outcome}", file.name);
    }
    assert!(nowhere.is_empty(), "without a place:\n{}", nowhere.join("\n"));
    println!("{refused} files are refused");
    assert!(refused >= 100, "{refused}");
    expect_file!["files.txt"].assert_eq(&table);
}
