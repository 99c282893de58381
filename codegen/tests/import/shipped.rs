//! The shipped schema has what the definitions say.

use super::{defined, dumps, parsed, scope, texts};
use bytespec_codegen::import::{Scope, drift, merge};
use std::path::Path;

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
fn nothing_differs_and_nothing_is_written() {
    let dumps = dumps();
    let (schema, sources) = parsed(&texts("mlir"));
    for (names, operations, scope) in sets() {
        let definitions = defined(&dumps, names);
        let drift = drift(&schema, &definitions, &scope).unwrap();
        assert_eq!((drift.differences, drift.gaps), (Vec::new(), Vec::new()), "{names:?}");
        assert_eq!(drift.operations, operations, "{names:?}");
        let merged = merge(&schema, &sources, Path::new("schema"), &definitions, &scope).unwrap();
        assert_eq!((merged.files, merged.releases), (Vec::new(), Vec::new()), "{names:?}");
        let same: usize = merged.changes.iter().map(|change| change.same).sum();
        assert_eq!(same, operations, "{names:?}");
    }
}
