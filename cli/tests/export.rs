//! Descriptions for viewers: they have the summaries of a schema, and what it requires of values, or a note on it.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const LANGUAGES: [&str; 2] = ["ksy", "hexpat"];

/// A description in a language of the schema in a text.
fn exported(language: &str, schema: &str, folder: &Path) -> String {
    let path = folder.join("schema.yaml");
    std::fs::write(&path, schema).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bytespec"));
    let output = command.args(["export", "--to", language]).arg(path).output();
    let output = output.expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A schema of a file with these fields, as JSON, and a record `R`.
fn schema(fields: &str) -> String {
    format!(
        "[{{format: q, summary: Q, file: File, versions: [{{version: \"1\", summary: V}}]}},
{{enum: Kind, wire: u8, summary: Kinds, members: [{{name: one, value: 1, summary: O}}, {{name: two, value: 2, summary: T}}]}},
{{record: File, summary: A file, fields: {fields}}},
{{record: R, summary: A part, fields: [{{name: n, type: u8, summary: A number of the part}}, {{name: more, type: bytes, size: n, summary: Bytes of the part}}]}}]"
    )
}

#[test]
fn summaries_do_not_depend_on_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let parts = json!([
        {"name": "low", "bits": 4, "summary": "Low bits"},
        {"name": "high", "bits": 4, "summary": "High bits"}
    ]);
    let fields = json!([
        {"name": "n", "type": "u8", "summary": "A number of the file"},
        {"name": "bits", "type": "packed<u8>", "summary": "Bits", "parts": parts},
        {"name": "part", "type": "R", "summary": "One part"},
        {"name": "kind", "type": "Kind", "summary": "One kind"},
        {"name": "half", "type": "u8", "let": "n / 2", "summary": "Half of it"},
        {"name": "all", "type": "R", "count": "n", "summary": "All parts"}
    ]);
    let pretty = serde_json::to_string_pretty(&fields).expect("text");
    for language in LANGUAGES {
        let of_lines = exported(language, &schema(&pretty), folder.path());
        let one_line = schema(&fields.to_string()).replace('\n', " ");
        let of_one_line = exported(language, &one_line, folder.path());
        assert_eq!(of_lines, of_one_line);
        for summary in
            ["A number of the file", "Low bits", "High bits", "Half of it", "Bytes of the part"]
        {
            assert_eq!(of_lines.matches(summary).count(), 1, "{summary}\n{of_lines}");
        }
    }
}

#[test]
fn requirements_are_checked_or_noted() {
    let folder = tempfile::tempdir().expect("a folder");
    let parts = |key: &str, value: Value| json!([{"name": "x", "bits": 4, "summary": "X", key: value}, {"name": "y", "bits": 4, "summary": "Y"}]);
    let long = "00 01 02 03 04 05 06 07 08 09";
    for field in [
        json!({"name": "x", "type": "u8", "equals": "k + 1"}),
        json!({"name": "x", "type": "u8", "equals": "size(end) + k"}),
        json!({"name": "x", "type": "u32", "equals": "crc32(end)"}),
        json!({"name": "x", "type": "u8", "reject": [7, 8]}),
        json!({"name": "x", "type": "i8", "reject": [-7]}),
        json!({"name": "x", "type": "varint<u32>", "reject": [7]}),
        json!({"name": "x", "type": "Kind", "valid": "x = two"}),
        json!({"name": "x", "type": "u8", "valid": "x > k"}),
        json!({"name": "x", "type": "u8", "count": 2, "valid": "x[0] > k"}),
        json!({"name": "x", "type": "u8", "count": 2, "valid": "x > k"}),
        json!({"name": "x", "type": "list<i8>", "valid": "x > -3"}),
        json!({"name": "x", "type": "u8", "let": "k + 1", "valid": "x > 4"}),
        json!({"name": "x", "type": "u8", "at": "k", "valid": "x > 4"}),
        json!({"name": "x", "type": "bytes", "size": 10, "equals": long}),
        json!({"name": "x", "type": "bytes", "size": 2, "equals": "4d 5a"}),
        json!({"name": "x", "type": "packed<u8>", "parts": parts("equals", json!(5))}),
        json!({"name": "x", "type": "packed<u8>", "parts": parts("reject", json!([5]))}),
        json!({"name": "x", "type": "packed<u8>", "parts": parts("valid", json!("x > k"))}),
    ] {
        let mut field = field;
        field["summary"] = json!("X");
        if let Some(parts) = field.get("parts") {
            field["name"] = json!(if parts.is_array() { "whole" } else { "x" });
        }
        let k = json!({"name": "k", "type": "u8", "summary": "K"});
        let end = json!({"name": "end", "type": "bytes", "summary": "E"});
        let schema = schema(&json!([k, field, end]).to_string());
        for (language, check) in LANGUAGES.into_iter().zip(["valid:", "std::assert("]) {
            let text = exported(language, &schema, folder.path());
            let is_noted = text.contains("a check of x is omitted here: ");
            assert!(text.contains(check) || is_noted, "{field}\n{text}");
        }
    }
}

/// Notes name fields of the record that an expression reads.
#[test]
fn notes_name_fields_of_their_own_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let fields = json!([
        {"name": "first", "type": "u8", "summary": "F"},
        {"name": "all", "type": "R", "last": "size(more) = 0", "summary": "A"}
    ]);
    for language in LANGUAGES {
        let text = exported(language, &schema(&fields.to_string()), folder.path());
        let note = "all and everything after it are omitted here: until size(more) = 0 of R";
        assert!(text.contains(note), "{text}");
    }
}
