//! The commands of the README and of the chapter about files are command lines, and those that look into files run on files of their names.

use bytespec_cli::CommandLine;
use std::fs;
use std::path::Path;
use std::process::Command;

const TEXTS: [&str; 2] =
    [include_str!("../../README.md"), include_str!("../../docs/work-with-files.md")];

/// The files that the commands are about, and where the tests have such files.
const FILES: [(&str, &str); 5] = [
    ("kernel.tileirbc", "samples/kernel_vadd.13.1.tileirbc"),
    ("kernel.tileir", "tests/data/kernel.tileir"),
    ("model.mlirbc", "samples/regions.6.mlirbc"),
    ("model.mlir", "tests/data/constant.mlir"),
    ("file.bin", "samples/kernel_vadd.13.1.tileirbc"),
];

/// The arguments of each command, block by block, without comments and what follows a pipe.
fn commands() -> Vec<Vec<Vec<&'static str>>> {
    let blocks = TEXTS.iter().flat_map(|text| text.split("```console\n").skip(1));
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let command = |line: &'static str| {
        let line = line.strip_prefix("$ bytespec ")?;
        let line = line.split(['#', '|']).next().unwrap_or(line);
        Some(line.split_whitespace().collect())
    };
    let blocks = blocks.map(|block| block.lines().filter_map(command).collect::<Vec<_>>());
    blocks.filter(|block| !block.is_empty()).collect()
}

#[test]
fn every_command_is_one() {
    let commands = commands().concat();
    for words in &commands {
        if let Err(error) = CommandLine::parse(words) {
            panic!("{}: {error}", words.join(" "));
        }
    }
    assert!(commands.len() > 15, "{}", commands.len());
}

#[test]
fn commands_about_files_run() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    copy(&package.join("../schema/tile_ir"), &folder.join("my_schema"));
    copy(&package.join("../schema/tile_ir"), &folder.join("schema/tile_ir"));
    for (name, from) in FILES {
        fs::copy(package.join(from), folder.join(name)).expect("a file");
    }
    // What is compared with a revision stands in a repository.
    for words in [
        &["init", "--quiet"][..],
        &["add", "schema"],
        &[
            "-c",
            "user.name=Test",
            "-c",
            "user.email=test@localhost",
            "commit",
            "--quiet",
            "-m",
            "Add",
        ],
    ] {
        let status = Command::new("git").args(words).current_dir(&folder).status();
        assert!(status.is_ok_and(|status| status.success()), "git {words:?}");
    }
    let blocks = commands();
    let block = blocks.iter().find(|block| block.iter().any(|words| words[0] == "check"));
    let block = block.expect("the block about files");
    for words in block {
        let words = words.iter().map(|word| word.replace("*.", "kernel."));
        let output = Command::new(env!("CARGO_BIN_EXE_bytespec"))
            .args(words.clone())
            .current_dir(&folder)
            .output()
            .expect("the command starts");
        let words: Vec<String> = words.collect();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", words.join(" "));
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(fs::copy(path, to).expect("a file")),
        }
    }
}
