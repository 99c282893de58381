//! The shipped schema has what the definitions say.

use super::{defined, dumps, imported, parsed, scope, texts};
use bytespec_codegen::import::{Scope, drift};

/// The dumps, the dialects that they have operations of and how many, and the release that they are of.
fn sets() -> Vec<(&'static [&'static str], usize, Scope)> {
    let whole =
        |release| scope(Some(release), &["arith", "func", "gpu", "memref", "scf", "vector"], false);
    vec![
        (&["llvm22-"], 205, whole("22")),
        (&["llvm23-"], 210, whole("23")),
        (&["llvm22-linalg"], 91, scope(Some("22"), &[], true)),
        (&["llvm23-linalg"], 91, scope(Some("23"), &[], true)),
        (&["vhlo"], 145, scope(None, &[], false)),
        (&["stablehlo"], 118, scope(Some("1.20.0"), &[], false)),
        (&["chlo"], 51, scope(Some("1.20.0"), &[], false)),
        (&["sdy"], 19, scope(Some("0.0.2"), &[], false)),
    ]
}

#[test]
fn nothing_differs_from_the_definitions() {
    let (dumps, texts) = (dumps(), texts("mlir"));
    let (schema, _) = parsed(&texts);
    for (names, operations, scope) in sets() {
        let definitions = defined(&dumps, names);
        let drift = drift(&schema, &definitions, &scope).unwrap();
        assert_eq!(drift.differences, [], "{names:?}");
        assert_eq!(drift.compared, operations, "{names:?}");
        assert_eq!(drift.gaps, [], "{names:?}");
    }
}

#[test]
fn what_is_there_already_changes_no_file() {
    let (dumps, shipped) = (dumps(), texts("mlir"));
    for (names, operations, scope) in sets() {
        let merged = imported(&mut shipped.clone(), &defined(&dumps, names), &scope).unwrap();
        assert_eq!(merged.files, [], "{names:?}");
        let same: usize = merged.changes.iter().map(|change| change.same).sum();
        assert_eq!(same, operations, "{names:?}");
    }
}
