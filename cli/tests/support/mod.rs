//! What tests of the command share: its program, and the files of the corpus.

use flate2::read::GzDecoder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the package.
pub(crate) const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The command, in the folder of the package.
pub(crate) fn bytespec() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bytespec"));
    command.current_dir(HERE);
    command
}

/// What a command says that must succeed.
pub(crate) fn finished(command: &mut Command) -> Output {
    let output = command.output().expect("the command starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    output
}

/// The valid files of CUDA Tile IR in the corpus, unpacked, whose names `is_wanted`.
pub(crate) fn corpus(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let archive = Path::new(HERE).join("../tests/data/tile_ir.tar.gz");
    let archive = fs::File::open(archive).expect("the corpus");
    tar::Archive::new(GzDecoder::new(archive)).unpack(folder).expect("a place to unpack it to");
    let folders = fs::read_dir(folder.join("reference_writer")).expect("folders of versions");
    let folders = folders.map(|entry| entry.expect("a folder").path());
    let folders = folders.chain([folder.join("cutile_python")]);
    let entries = folders.flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let files = entries.map(|entry| entry.expect("a file").path());
    let is_bytecode = |path: &PathBuf| path.extension().is_some_and(|end| end == "tileirbc");
    files.filter(|path| is_bytecode(path) && is_wanted(&path.to_string_lossy())).collect()
}
