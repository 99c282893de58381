//! What a file means survives every way: `meaning.txt` counts the files, and says of which it does not and why.

use bytespec::mlir::Module;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::ways::ways;
use expect_test::expect_file;
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[test]
fn what_files_mean_survives_every_way() {
    let (mut outcomes, mut table) = (BTreeMap::<_, usize>::new(), String::new());
    for file in mlir_corpus() {
        let mut module = match Module::read(&file.bytes) {
            Ok(module) => module,
            Err(error) => panic!("{}: {error}", file.name),
        };
        if let Err(error) = module.resolve_texts() {
            panic!("{}: {error}", file.name);
        }
        for result in ways(&module) {
            match result {
                Ok(outcome) => *outcomes.entry(outcome).or_default() += 1,
                // What no text tells is the release of a dialect, whose entries are those of the newest one.
                Err(problem) if problem.contains("WithoutBatchingAttr") => {
                    *outcomes.entry("text: in the encoding of a later release").or_default() += 1;
                }
                Err(problem) => {
                    let first: String = problem.chars().take(1200).collect();
                    let _ = writeln!(table, "{}: {first}", file.name);
                }
            }
        }
    }
    for (outcome, count) in &outcomes {
        let _ = writeln!(table, "{count} {outcome}");
    }
    expect_file!["meaning.txt"].assert_eq(&table);
}
