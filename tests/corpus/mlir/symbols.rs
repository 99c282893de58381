//! Every symbol of every file gets another name with its uses: text differs in that name alone, and all references resolve as before.

use bytespec::ErrorKind;
use bytespec::mlir::{Module, OpId, PrintOptions};
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::BTreeMap;

/// A larger file takes longer.
const MAX_BYTES: usize = 20 * 1024;

/// Symbols of a file that are tried.
const MAX_SYMBOLS: usize = 8;

const NEW: &str = "renamed.symbol";

fn named(module: &Module<'_>) -> Vec<(OpId, String)> {
    let names = module.walk().filter_map(|op| match module.symbol_name(op) {
        Ok(name) => Some((op, name?.into_owned())),
        Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => None,
        Err(error) => panic!("{error}"),
    });
    names.collect()
}

/// A text in which a reference has another name, and so has what it refers to.
fn replaced(text: &str, old: &str, new: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
    let is_plain = old.chars().all(is_word) && !old.starts_with(|c: char| c.is_ascii_digit());
    let mut pieces = text.split("@");
    let mut found = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        found.push('@');
        let quoted = format!("\"{old}\"");
        let rest = match is_plain {
            true => piece.strip_prefix(old).filter(|rest| !rest.starts_with(is_word)),
            false => piece.strip_prefix(&quoted),
        };
        match rest {
            Some(rest) => {
                found.push_str(new);
                found.push_str(rest);
            }
            None => found.push_str(piece),
        }
    }
    found.replace(&format!("sym_name = \"{old}\""), &format!("sym_name = \"{new}\""))
}

#[test]
fn symbols_are_renamed_with_their_uses() {
    let mut counts = BTreeMap::<&str, usize>::new();
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() <= MAX_BYTES) {
        let mut module = Module::read(&file.bytes).expect("the file is read");
        let Ok(before) = module.print(&PrintOptions::default()) else { continue };
        let all = named(&module);
        for (op, name) in all.iter().take(MAX_SYMBOLS) {
            let is_single = all.iter().filter(|(_, other)| other == name).count() == 1;
            let uses = module.symbol_uses(*op).expect("the uses are found");
            match module.rename_symbol(*op, NEW) {
                Ok(count) => {
                    *counts.entry("symbols").or_default() += 1;
                    *counts.entry("uses").or_default() += uses.uses.len();
                    assert!(count <= uses.uses.len(), "{}: {name}", file.name);
                    let now = module.symbol_uses(*op).expect("the uses are found");
                    let ops = |uses: &[bytespec::mlir::SymbolUse]| {
                        uses.iter().map(|used| (used.op, used.position)).collect::<Vec<_>>()
                    };
                    assert_eq!(ops(&now.uses), ops(&uses.uses), "{}: {name}", file.name);
                    let text = module.print(&PrintOptions::default()).expect("it is printed");
                    if is_single && !before.contains("vhlo") {
                        *counts.entry("texts").or_default() += 1;
                        assert_eq!(text, replaced(&before, name, NEW), "{}: {name}", file.name);
                    }
                    module.rename_symbol(*op, name).expect("it gets its name back");
                    let text = module.print(&PrintOptions::default()).expect("it is printed");
                    assert_eq!(text, before, "{}: {name}", file.name);
                }
                Err(error) => {
                    let is_opaque = matches!(error.kind(), ErrorKind::Opaque { .. });
                    assert!(
                        is_opaque && !uses.unknown.is_empty(),
                        "{}: {name}: {error}",
                        file.name
                    );
                    *counts.entry("may have unknown uses").or_default() += 1;
                }
            }
        }
    }
    expect_test::expect![[
        r#"{"may have unknown uses": 62, "symbols": 1183, "texts": 989, "uses": 510}"#
    ]]
    .assert_eq(&format!("{counts:?}"));
}
