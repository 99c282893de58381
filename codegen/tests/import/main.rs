//! Definitions in TableGen, read, compared with the shipped schema and brought into it.

mod entries;
mod members;
mod more;
mod shared;
mod shipped;
mod take_away;
mod toy;
mod written;

use bytespec_codegen::ast::Schema;
use bytespec_codegen::import::{Definitions, Merged, Scope, merge};
use bytespec_codegen::syntax::{SourceMap, list_folder, read_and_check, render};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The files of a schema by path.
type Texts = BTreeMap<PathBuf, String>;

/// The dumps of `tests/data`, by name.
fn dumps() -> BTreeMap<String, Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/tablegen.tar.gz");
    let file = std::fs::File::open(path).expect("the archive");
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    let mut found = BTreeMap::new();
    for entry in archive.entries().expect("an archive") {
        let mut entry = entry.expect("an entry");
        let path = entry.path().expect("a path").into_owned();
        if path.extension().is_some_and(|ending| ending == "json") {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).expect("a dump");
            found.insert(name, bytes);
        }
    }
    assert!(!found.is_empty());
    found
}

/// What the dumps whose names begin with one of these define.
fn defined(dumps: &BTreeMap<String, Vec<u8>>, names: &[&str]) -> Definitions {
    let mut definitions = Definitions::default();
    for (name, bytes) in dumps {
        if names.iter().any(|wanted| name.starts_with(wanted)) {
            definitions.read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    definitions
}

/// What a dump that was made up defines.
fn read_dump(dump: &serde_json::Value) -> Definitions {
    let mut definitions = Definitions::default();
    definitions.read(dump.to_string().as_bytes()).expect("definitions");
    definitions
}

/// A shipped schema.
fn texts(name: &str) -> Texts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema").join(name);
    let files = list_folder(&folder).expect("the schema");
    let text = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a schema file");
        (path, text)
    };
    files.into_iter().map(text).collect()
}

/// The shipped schema of MLIR without what it says of operations, but for those that conversions name.
fn without_operations() -> Texts {
    let mut texts = texts("mlir");
    let stays = |path: &Path| {
        let folder = path.parent().unwrap_or(path);
        let of_operations = ["properties", "signatures", "defaults"];
        !of_operations.iter().any(|name| folder.ends_with(name))
            || path.ends_with("properties/vhlo.yaml")
    };
    texts.retain(|path, _| stays(path));
    texts
}

fn parsed(texts: &Texts) -> (Schema, SourceMap) {
    let files = texts.iter().map(|(path, text)| (path.clone(), text.clone())).collect();
    let (schema, sources, found) = read_and_check(files);
    assert!(found.is_empty(), "{}", render(&found, &sources, false));
    (schema, sources)
}

/// Brings definitions into a schema; the result is a schema that is right.
fn imported(texts: &mut Texts, definitions: &Definitions, scope: &Scope) -> Result<Merged, String> {
    let (schema, sources) = parsed(texts);
    let merged = merge(&schema, &sources, Path::new("schema"), definitions, scope);
    let merged = merged.map_err(|error| error.to_string())?;
    if !merged.files.is_empty() {
        texts.extend(merged.files.iter().cloned());
        parsed(texts);
    }
    Ok(merged)
}

fn scope(release: Option<&str>, only: &[&str], partial: bool) -> Scope {
    Scope {
        release: release.map(str::to_owned),
        only: only.iter().map(|&name| name.to_owned()).collect(),
        partial,
        whole: false,
        enums: false,
    }
}
