//! The command line, case by case.
//!
//! A case is a file in `tests/cases`. It begins with lines that say what to run:
//!
//! ```text
//! RUN: convert samples/kernel_vadd.13.1.tileirbc -o - | info -
//! MASK: numbers
//! ```
//!
//! `RUN:` holds arguments of `bytespec`, commands joined by `|`, and `< FILE` after the first one for
//! its standard input; `TMP` stands for an empty folder, and several `RUN:` lines run one after
//! another. `MASK: numbers` writes every number as `#`, and several in a row as `# ...`, for output that
//! changes with the schema or the time of day; `MASK: lines` writes lines of schemas as `#`. The versions of a format are written as `ALL VERSIONS`, or as
//! `FIRST to LAST`. What was printed follows, in sections; `BLESS=1` in the environment writes them anew.

use bytespec::axes::DialectAxes as _;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const BYTESPEC: &str = env!("CARGO_BIN_EXE_bytespec");

/// Runs the command with the folder of this crate as the working directory.
fn bytespec(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(BYTESPEC)
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The command may end without having read its input.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output
}

/// Runs one `RUN:` line; the exit code is that of the last command that failed.
fn run(line: &str, folder: &str) -> (Vec<u8>, Vec<u8>, i32) {
    let mut stdin = Vec::new();
    let mut stderr = Vec::new();
    let mut code = 0;
    for command in line.split(" | ") {
        let mut words: Vec<String> =
            command.split_whitespace().map(|word| word.replace("TMP", folder)).collect();
        if let Some(at) = words.iter().position(|word| word == "<") {
            let file = words.drain(at..).nth(1).expect("a file follows `<`");
            stdin = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the input");
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = bytespec(&words, &stdin);
        stdin = output.stdout;
        stderr.extend(output.stderr);
        match output.status.code().expect("no signal") {
            0 => {}
            failed => code = failed,
        }
    }
    (stdin, stderr, code)
}

/// Replaces the lists of the versions that are known, which grow.
fn mask_versions(text: &str) -> String {
    let tile_ir: Vec<&str> = bytespec::tile_ir::Version::ALL.iter().map(|v| v.name()).collect();
    let mlir: Vec<&str> = bytespec::mlir::Version::ALL.iter().map(|v| v.name()).collect();
    let releases = bytespec::mlir::Release::ALL.iter().map(|release| release.name()).collect();
    let mut lists = vec![tile_ir, mlir, releases];
    let dialects = bytespec::mlir::DialectReleases::dialects();
    lists.extend(dialects.map(|dialect| bytespec::mlir::DialectReleases::names(dialect).to_vec()));
    let mut text = text.to_owned();
    for versions in lists {
        let ends = [versions[0], versions[versions.len() - 1]];
        text = text.replace(&versions.join(", "), "ALL VERSIONS");
        text = text.replace(&format!("known: {}", ends.join(" to ")), "known: FIRST to LAST");
    }
    text
}

fn mask_numbers(text: &str) -> String {
    let mut masked = String::new();
    let mut last = ' ';
    for c in text.chars() {
        match c {
            '0'..='9' | '.' if last == '#' => continue,
            '0'..='9' => last = '#',
            // Columns move with the numbers in them.
            ' ' if last == ' ' => continue,
            c => last = c,
        }
        masked.push(last);
    }
    while let Some(at) = masked.find("# #") {
        let more = masked[at..].find(|c| !matches!(c, '#' | ' ')).unwrap_or(masked.len() - at);
        let row = masked[at..at + more].trim_end().len();
        masked.replace_range(at..at + row, "# ...");
    }
    masked
}

/// Replaces lines of schemas, which move.
fn mask_lines(text: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    let starts = [".yaml:", "\"line\":"];
    while let Some(at) =
        starts.iter().filter_map(|start| Some(rest.find(start)? + start.len())).min()
    {
        let (before, behind) = rest.split_at(at);
        masked.push_str(before);
        rest = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        masked.push_str(if rest.len() < behind.len() { "#" } else { "" });
    }
    masked + rest
}

fn check(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let head: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with("RUN: ") || line.starts_with("MASK: "))
        .collect();
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.path().to_str().expect("a plain path");
    let (mut stdout, mut stderr, mut code) = (Vec::new(), Vec::new(), 0);
    for line in head.iter().filter_map(|line| line.strip_prefix("RUN: ")) {
        let output = run(line, folder);
        stdout.extend(output.0);
        stderr.extend(output.1);
        code = output.2;
    }
    let mut found = String::new();
    for line in &head {
        let _ = writeln!(found, "{line}");
    }
    let _ = writeln!(found, "-- exit {code}");
    for (name, bytes) in [("stdout", stdout), ("stderr", stderr)] {
        if bytes.is_empty() {
            continue;
        }
        let mut text = String::from_utf8_lossy(&bytes).replace(folder, "TMP");
        text = mask_versions(&text);
        if head.contains(&"MASK: lines") {
            text = mask_lines(&text);
        }
        if head.contains(&"MASK: numbers") {
            text = mask_numbers(&text);
        }
        let _ = writeln!(found, "-- {name}\n{}", text.trim_end_matches('\n'));
    }
    if found == text {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        return fs::write(path, found).map_err(|error| error.to_string());
    }
    Err(format!("expected\n{text}\nfound\n{found}"))
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the cases")
        .map(|entry| entry.expect("a case").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let failures: Vec<String> = paths
        .iter()
        .filter_map(|path| Some(format!("{}: {}", path.display(), check(path).err()?)))
        .collect();
    assert!(failures.is_empty(), "{}\nBLESS=1 renews the files", failures.join("\n"));
}

#[test]
fn info_prints_json() {
    let output = bytespec(&["info", "--json", "samples/kernel_mm.13.5.tileirbc"], b"");
    let info: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(info["format"], "tile_ir");
    assert_eq!(info["version"], "13.5");
    assert_eq!(info["producer"], serde_json::Value::Null);
    assert_eq!(info["functions"][0]["name"], "kernel_mm");
    let kinds = info["operations_by_kind"].as_object().expect("an object");
    let sum: u64 = kinds.values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(info["counts"]["operations"].as_u64(), Some(sum));
}

#[test]
fn info_counts_dialects_in_json() {
    let output = bytespec(&["info", "--json", "samples/regions.6.mlirbc"], b"");
    let info: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(info["format"], "mlir");
    let dialects = info["dialects"].as_array().expect("a list");
    let sum = |table: &str, forms: &[&str]| -> u64 {
        let number = |dialect: &serde_json::Value, form| dialect[table][form].as_u64();
        let all =
            dialects.iter().flat_map(|dialect| forms.iter().map(|form| number(dialect, form)));
        all.map(|count| count.expect("a number")).sum()
    };
    let forms = ["typed", "opaque", "text"];
    assert_eq!(info["counts"]["attributes"].as_u64(), Some(sum("attributes", &forms)));
    assert_eq!(info["counts"]["types"].as_u64(), Some(sum("types", &forms)));
    let operations = dialects.iter().filter_map(|dialect| dialect["operations"].as_u64());
    assert_eq!(info["counts"]["operations"].as_u64(), Some(operations.sum()));
}

#[test]
fn every_truncation_is_refused_with_an_error() {
    for sample in ["get_global.13.5.tileirbc", "versioned.6.mlirbc"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let bytes = fs::read(folder.join(sample)).expect("the sample");
        for len in 0..bytes.len() {
            for command in ["info", "dump"] {
                let output = bytespec(&[command, "-"], &bytes[..len]);
                assert_eq!(output.status.code(), Some(1), "{command} of {len} bytes of {sample}");
                let message = String::from_utf8_lossy(&output.stderr);
                assert!(message.starts_with("error: standard input: "), "{message}");
            }
        }
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = Command::new(BYTESPEC)
        .args(["dump", "samples/kernel_mm.13.5.tileirbc"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
