//! What `export --to ksy` writes, in the compiler of Kaitai Struct and its Python runtime: they read the values that `dump --json`
//! lists. Where `tests/conformance/install-oracles.sh` has not installed them, this is skipped with a word.

#[path = "../support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};
use support::{HERE, bytespec, corpus, finished};

/// The folder of the compiler and the Python that has the runtime.
fn tools() -> Option<(PathBuf, PathBuf)> {
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache/bytespec-oracles"));
    let root = env::var_os("BYTESPEC_ORACLES").map(PathBuf::from).or_else(home)?;
    let (modules, python) = (root.join("kaitai/node_modules"), root.join("kaitai/bin/python"));
    (modules.is_dir() && python.is_file()).then_some((modules, python))
}

/// Writes a schema for Kaitai Struct and compiles it to Python.
fn compile(modules: &Path, schema: &str, folder: &Path) {
    let description = folder.join("description.ksy");
    finished(bytespec().args(["export", "--to", "ksy", schema, "-o"]).arg(&description));
    let program = Path::new(HERE).join("tests/kaitai/compile.js");
    let mut node = Command::new("node");
    finished(node.env("NODE_PATH", modules).arg(program).arg(description).arg(folder));
}

#[test]
fn kaitai_struct_reads_the_same_values() {
    let Some((modules, python)) = tools() else {
        eprintln!("skipped: Kaitai Struct is not installed");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    compile(&modules, "../schema/tile_ir", folder);
    let files = corpus(folder, |_| true);
    let list = folder.join("list");
    let listed = fs::File::create(&list).expect("a file");
    let dumped = bytespec().args(["dump", "--json"]).args(&files).stdout(listed).status();
    assert!(dumped.expect("the command starts").success(), "a file of the corpus is not right");
    let list = fs::File::open(list).expect("the list");
    let compare = Path::new(HERE).join("tests/kaitai/compare.py");
    let mut python = Command::new(python);
    let compared = finished(python.arg(compare).arg(folder).stdin(Stdio::from(list)));
    let text = String::from_utf8_lossy(&compared.stdout);
    let (differences, same) = text.trim_end().rsplit_once('\n').unwrap_or(("", text.trim_end()));
    assert_eq!(differences, "");
    let same: usize = same.parse().expect("a number");
    assert!(same > 90 * files.len(), "{same} values of {} files", files.len());
}

#[test]
fn kaitai_struct_compiles_every_schema() {
    let Some((modules, _)) = tools() else {
        eprintln!("skipped: Kaitai Struct is not installed");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let schemas = [
        "../schema/mlir",
        "../examples/wasm/schema",
        "../tests/third_party/schema",
        "../codegen/tests/docs/sample.yaml",
    ];
    for schema in schemas {
        compile(&modules, schema, folder.path());
    }
}
