//! The chapters `docs/your-dialect-in-ci.md`, `docs/explain-a-file.md`, `docs/change-a-format.md` and `docs/your-own-format.md` are run: their files are written, their commands are
//! run one after another in a folder, and they print what they say. `BLESS=1` in the environment writes
//! that anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a line of a console; a dump that another tool would make is one of the tests' own.
fn run(line: &str, folder: &Path, code: &mut i32) -> String {
    let line = line.replace('\'', "");
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["llvm-tblgen", .., ">", dump] => {
            let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/toys");
            fs::copy(data.join(dump), folder.join(dump)).expect("a dump");
            String::new()
        }
        ["cat", file] => fs::read_to_string(folder.join(file)).expect("a file"),
        ["echo", "$?"] => format!("{code}\n"),
        ["cp", "-r", from, to] => {
            fs::create_dir(folder.join(to)).expect("a new folder");
            for entry in fs::read_dir(folder.join(from)).expect("a folder") {
                let entry = entry.expect("a file");
                fs::copy(entry.path(), folder.join(to).join(entry.file_name())).expect("a file");
            }
            String::new()
        }
        ["echo", bytes @ .., "|", "xxd", "-r", "-p", ">", file] => {
            let bytes = bytes.iter().map(|byte| u8::from_str_radix(byte, 16).expect("a byte"));
            fs::write(folder.join(file), bytes.collect::<Vec<u8>>()).expect("a file");
            String::new()
        }
        ["grep", text, file] => {
            matching(&fs::read_to_string(folder.join(file)).expect("a file"), text)
        }
        [command @ .., "|", "grep", text] => matching(&run(&command.join(" "), folder, code), text),
        ["bytespec", arguments @ ..] => {
            let mut command = Command::new(env!("CARGO_BIN_EXE_bytespec"));
            let command = command.args(arguments).current_dir(folder);
            let output = command.env_remove("CLICOLOR_FORCE").output().expect("the command starts");
            *code = output.status.code().expect("no signal");
            let text = [output.stderr, output.stdout].concat();
            String::from_utf8(text).expect("text")
        }
        _ => panic!("the chapter runs `{line}`, which this test does not know"),
    }
}

/// The lines that have a text.
fn matching(lines: &str, text: &str) -> String {
    lines.lines().filter(|line| line.contains(text)).map(|line| format!("{line}\n")).collect()
}

/// The chapter with what its commands print.
fn played(chapter: &str, folder: &Path) -> String {
    let mut found = String::new();
    let mut code = 0;
    let mut lines = chapter.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(found, "{line}");
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind.split_once(' ') {
            Some((_, file)) => {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, block.join("\n") + "\n").expect("a file");
            }
            None if kind == "console" => {
                for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                    let printed = run(command, folder, &mut code);
                    let _ = write!(found, "$ {command}\n{printed}");
                }
                let _ = writeln!(found, "```");
                continue;
            }
            None => {}
        }
        let _ = writeln!(found, "{}\n```", block.join("\n"));
    }
    found
}

/// A chapter with the lines of schemas as `#`: they move.
fn without_lines(chapter: &str) -> String {
    let mut pieces = chapter.split(".yaml:");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text.push_str(".yaml:#");
        text.push_str(piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    text
}

/// Runs a chapter in a folder that has these files.
fn check(chapter: &str, files: &[(&str, &str)]) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = package.join("../docs").join(chapter);
    let chapter = fs::read_to_string(&path).expect("the chapter");
    assert!(chapter.matches("\n$ bytespec ").count() >= 5, "it shows hardly anything");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, from) in files {
        fs::copy(package.join(from), folder.path().join(name)).expect("a file");
    }
    let found = played(&chapter, folder.path());
    let is_same = without_lines(&found) == without_lines(&chapter);
    if !is_same && std::env::var_os("BLESS").is_some() {
        fs::write(&path, &found).expect("the chapter is written");
        return;
    }
    assert!(is_same, "BLESS=1 renews the chapter, which should be\n{found}");
}

#[test]
fn the_chapter_on_dialects_prints_what_it_says() {
    check("your-dialect-in-ci.md", &[]);
}

#[test]
fn the_chapter_on_changes_prints_what_it_says() {
    check("change-a-format.md", &[]);
}

#[test]
fn the_chapter_on_files_prints_what_it_says() {
    check(
        "explain-a-file.md",
        &[
            ("kernel.tileirbc", "samples/get_global.13.5.tileirbc"),
            ("damaged.tileirbc", "tests/data/bad_opcode.tileirbc"),
            ("model.mlirbc", "tests/data/graph.6.mlirbc"),
        ],
    );
}

#[test]
fn the_chapter_on_any_file_prints_what_it_says() {
    let picture = "../examples/formats/png/samples/palette.png";
    check(
        "your-own-format.md",
        &[("picture.png", picture), ("damaged.png", "tests/data/damaged.png")],
    );
}
