//! The formats of `examples/formats`: what the command says of their samples, as JSON, is said of every byte.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FORMATS: [&str; 4] = ["png", "gettext", "tar", "gguf"];

fn folder(format: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/formats").join(format)
}

/// What a command prints of all samples of a format, line by line, one sample after the other.
fn lines(format: &str, words: &[&str]) -> Vec<(PathBuf, Vec<Value>)> {
    let entries = fs::read_dir(folder(format).join("samples")).expect("samples");
    let files = entries.map(|entry| entry.expect("a file").path());
    files
        .map(|file| {
            let output = Command::new(env!("CARGO_BIN_EXE_bytespec"))
                .args(words)
                .arg("--schema")
                .args([folder(format).join("schema"), file.clone()])
                .output()
                .expect("the command starts");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {said}", file.display());
            let text = String::from_utf8(output.stdout).expect("text");
            let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
            (file, lines.collect())
        })
        .collect()
}

fn number(line: &Value, key: &str) -> Option<u64> {
    line.get(key).and_then(Value::as_u64)
}

#[test]
fn a_dump_lists_every_byte() {
    for format in FORMATS {
        for (file, lines) in lines(format, &["dump", "--json"]) {
            let size = fs::metadata(&file).expect("a file").len();
            assert_eq!(lines.first().and_then(|line| number(line, "size")), Some(size));
            let spans = lines
                .iter()
                .filter_map(|line| Some((number(line, "offset")?, number(line, "length")?)));
            let mut spans: Vec<(u64, u64)> = spans.collect();
            spans.sort_unstable();
            let end = spans.iter().fold(0, |end: u64, (offset, length)| {
                assert!(*offset <= end, "{}: nothing is said of byte {end}", file.display());
                end.max(offset + length)
            });
            assert_eq!(end, size, "{}", file.display());
        }
    }
}

#[test]
fn an_explanation_is_of_every_bit() {
    for format in FORMATS {
        for (file, lines) in lines(format, &["explain", "--json"]) {
            let mut end = 0;
            for line in &lines {
                assert_eq!(number(line, "start"), Some(end), "{}: {line}", file.display());
                let kind = line.get("kind").and_then(Value::as_str);
                assert!(matches!(kind, Some("field" | "padding" | "opaque")), "{line}");
                end = number(line, "end").expect("where it ends");
            }
            let size = fs::metadata(&file).expect("a file").len();
            assert_eq!(end, 8 * size, "{}", file.display());
        }
    }
}

#[test]
fn a_text_is_a_text() {
    let all = lines("png", &["explain", "--json"]);
    let kinds = all
        .iter()
        .flat_map(|(_, lines)| lines)
        .filter(|line| line.get("path").and_then(Value::as_str) == Some("Png.chunks[0].kind"));
    let kinds: Vec<&str> = kinds.filter_map(|line| line.get("value")?.as_str()).collect();
    assert_eq!(kinds, ["IHDR"; 3]);
}
