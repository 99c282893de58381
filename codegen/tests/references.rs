//! What names refer to, as editors are told: what is renamed everywhere is the same schema, and the rules see each place.

#![cfg(feature = "yaml")]

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use bytespec_codegen::ast::Schema;
use bytespec_codegen::check::{References, references};
use bytespec_codegen::syntax::{FileId, SourceMap, list_folder, read_and_hold, render};

type Files = Vec<(PathBuf, String)>;

fn files(path: &Path) -> Files {
    let files = match path.is_dir() {
        true => list_folder(path).expect("files"),
        false => vec![path.to_owned()],
    };
    let read = |path: PathBuf| (path.clone(), fs::read_to_string(path).expect("a file"));
    files.into_iter().map(read).collect()
}

/// The places of a name: where it is declared, and where it is used.
fn places(found: &References, at: usize, sources: &SourceMap) -> Vec<(FileId, Range<usize>)> {
    let declared = &found.declared[at].name;
    let own = sources.name(declared.span, &declared.value, None);
    let uses = found.uses.iter().filter(|of| of.declared == at && of.name == declared.value);
    let uses = uses.map(|of| sources.name(of.span, &of.name, of.part.as_ref()));
    let mut places: Vec<_> = std::iter::once(own)
        .chain(uses)
        .map(|place| place.unwrap_or_else(|| panic!("`{}` has no place", declared.value)))
        .collect();
    places.sort_by_key(|(file, bytes)| (*file, bytes.start));
    places.dedup();
    places
}

/// The texts with other words at some places.
fn replaced(
    files: &Files,
    sources: &SourceMap,
    places: &[(FileId, Range<usize>)],
    to: &str,
) -> Files {
    let mut changed: BTreeMap<PathBuf, String> = files.iter().cloned().collect();
    for (file, bytes) in places.iter().rev() {
        let text = changed.get_mut(sources.path(*file)).expect("a file");
        text.replace_range(bytes.clone(), to);
    }
    changed.into_iter().collect()
}

/// Another name for something of a kind.
fn other(kind: &str, name: &str) -> Option<String> {
    match kind {
        // Versions and releases are numbers in order.
        "version" | "release" => None,
        _ => Some(format!("{name}_q")),
    }
}

fn read(files: &Files) -> (Schema, SourceMap) {
    let (schema, sources, found) = read_and_hold(files.clone());
    assert!(found.is_empty(), "{}", render(&found, &sources, false));
    (schema, sources)
}

/// A name that is changed at all its places is the same schema: no rule finds a name that is not declared.
fn renames(path: &Path, limit: usize) -> BTreeMap<&'static str, usize> {
    let files = files(path);
    let (schema, sources) = read(&files);
    let found = references(&schema);
    let mut tried = BTreeMap::new();
    let step = found.declared.len().div_ceil(limit).max(1);
    for (at, declared) in found.declared.iter().enumerate().step_by(step) {
        let Some(to) = other(declared.kind, &declared.name.value) else { continue };
        let places = places(&found, at, &sources);
        let changed = replaced(&files, &sources, &places, &to);
        let (_, sources, findings) = read_and_hold(changed);
        assert!(
            findings.is_empty(),
            "{} `{}` to `{to}`:\n{}",
            declared.kind,
            declared.name.value,
            render(&findings, &sources, false)
        );
        *tried.entry(declared.kind).or_default() += places.len() - 1;
    }
    tried
}

#[test]
fn names_of_shipped_schemas_are_changed_at_all_their_places() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    for folder in ["schema/tile_ir", "examples/wasm/schema"] {
        renames(&top.join(folder), 40);
    }
}

/// The cases of the rules that are right.
fn right() -> Vec<PathBuf> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/pass");
    list_folder(&cases).expect("the cases")
}

/// What cases use at all, and how often, so that nothing is forgotten in silence.
#[test]
fn names_of_right_cases_are_changed_at_all_their_places() {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for path in right() {
        for (kind, count) in renames(&path, usize::MAX) {
            *uses.entry(kind).or_default() += count;
        }
    }
    for kind in USED {
        assert!(uses.get(kind).is_some_and(|count| *count > 0), "no case uses a {kind}");
    }
}

/// Kinds of names that something refers to.
const USED: &[&str] = &[
    "table",
    "codec",
    "enum",
    "record",
    "union",
    "variant",
    "section",
    "constraint",
    "op",
    "constant",
    "feature",
    "member",
    "field",
    "operand",
    "result",
    "attribute",
    "trait",
    "operation",
];

/// Where one use is another word, the rules miss what it named.
#[test]
fn every_use_is_one_that_the_rules_look_up() {
    for path in right() {
        let files = files(&path);
        let (schema, sources) = read(&files);
        let found = references(&schema);
        for of in &found.uses {
            let declared = &found.declared[of.declared];
            let other = match declared.kind {
                // These need no declaration.
                "dialect" | "operation" => continue,
                "version" | "release" => "9.9",
                _ => "zz_q",
            };
            let place = sources.name(of.span, &of.name, of.part.as_ref()).expect("a place");
            let (_, _, findings) = read_and_hold(replaced(&files, &sources, &[place], other));
            let line = sources.resolve(of.span).expect("a place").line;
            let path = path.display();
            assert!(!findings.is_empty(), "{path}:{line}: {} `{}`", declared.kind, of.name);
        }
    }
}
