//! Every conversion preserves the meaning of a file: `meaning.txt` counts the files, and states exceptions with the reason.
//!
//! Large files run where `BYTESPEC_MEANING` is set; `meaning_all.txt` is about all of them.

use bytespec::mlir::Module;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::ways::ways;
use expect_test::expect_file;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A larger file takes longer.
const MAX_BYTES: usize = 6 * 1024;

#[test]
fn conversions_preserve_the_meaning_of_files() {
    let (mut outcomes, mut table) = (BTreeMap::<_, usize>::new(), String::new());
    let all = std::env::var_os("BYTESPEC_MEANING").is_some();
    for file in mlir_corpus().iter().filter(|file| all || file.bytes.len() <= MAX_BYTES) {
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
                // Text does not state the release of a dialect, so its entries are those of the newest one.
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
    let expected = if all { expect_file!["meaning_all.txt"] } else { expect_file!["meaning.txt"] };
    expected.assert_eq(&table);
}
