//! Findings for programs: what is allowed, files that a change concerns, and the forms that CI systems take. What is said stands in
//! `tests/data/diff/allowed.txt`; `BLESS=1` writes it anew.

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// Runs the command on the last day of November 2026.
fn bytespec(words: &str, folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bytespec"))
        .args(words.split(' '))
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "1796000000")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("the command runs")
}

fn printed(words: &str, folder: &Path) -> String {
    String::from_utf8(bytespec(words, folder).stdout).expect("text")
}

/// A folder with a schema and what became of it: an opcode is another one, and two fields have changed places.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let base = fs::read_to_string(data().join("diff/base.yaml")).expect("a schema");
    fs::write(folder.path().join("old.yaml"), &base).expect("a file");
    let new = base.replace("opcode: 2", "opcode: 9");
    let new = new.replace("{name: x,", "{name: @,").replace("{name: y,", "{name: x,");
    fs::write(folder.path().join("new.yaml"), new.replace("{name: @,", "{name: y,"))
        .expect("a file");
    folder
}

/// The entries that a report gives for what is wanted.
fn entries(folder: &Path) -> String {
    let report = printed("diff old.yaml new.yaml", folder);
    let (_, entries) = report.split_once(":\n\n- rule").expect("entries");
    format!("- rule{entries}")
}

#[test]
fn intended_breaks_are_allowed() {
    let folder = folder();
    let given = entries(folder.path());
    let right = given.replace("reason: \"\"", "reason: nobody has such files");
    let right = right.replace("until: \"\"", "until: \"1.2\"");
    let unused = "- rule: wire-refused\n  item: op add\n  fingerprint: \"1\"\n  reason: none\n  until: \"2030-01-01\"\n";
    let mut said = String::new();
    for (title, text) in [
        ("as it is given", given.clone()),
        ("with reason and end", right.clone()),
        ("until this day", right.replace("1.2", "2026-11-30")),
        ("until the day before", right.replace("1.2", "2026-11-29")),
        ("until a version that is there", right.replace("1.2", "1.1")),
        ("until no day", right.replace("1.2", "2026-13-01")),
        ("another change", right.replace("fingerprint: \"", "fingerprint: \"0")),
        ("no such rule", right.replace("wire-refused", "wire-refuse")),
        ("what is not broken", format!("{right}{unused}")),
        ("no entries", String::new()),
        ("a key that is none", right.replace("reason:", "because:")),
        ("a version that is a number", right.replace("\"1.2\"", "1.2")),
    ] {
        fs::write(folder.path().join("breaks.yaml"), text).expect("a file");
        let output = bytespec("diff old.yaml new.yaml --allow breaks.yaml", folder.path());
        let _ =
            writeln!(said, "=== {title}: exit code {}", output.status.code().expect("no signal"));
        let printed = String::from_utf8(output.stdout).expect("text");
        let verdicts = printed.lines().filter(|line| line.starts_with(['a', 'e']));
        verdicts.for_each(|line| said.extend([line, "\n"]));
        said.push_str(std::str::from_utf8(&output.stderr).expect("text"));
    }
    fs::write(folder.path().join("breaks.yaml"), right).expect("a file");
    for words in [
        "diff old.yaml new.yaml --allow breaks.yaml",
        "diff old.yaml new.yaml --allow breaks.yaml --annotations",
        "diff old.yaml new.yaml --annotations",
        "diff old.yaml new.yaml --corpus .",
    ] {
        said.push_str(&transcript(words, folder.path()));
    }
    same("allowed.txt", &said);
}

/// A command with its exit code and all that it says.
fn transcript(words: &str, folder: &Path) -> String {
    let output = bytespec(words, folder);
    let code = output.status.code().expect("no signal");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    format!("=== {words}: exit code {code}\n{text}")
}

/// What was said is what stands in a file of the tests.
fn same(name: &str, said: &str) {
    let expected = data().join("diff").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, said).expect("a file");
    }
    assert_eq!(fs::read_to_string(&expected).unwrap_or_default(), said);
}

/// Files of the format that `new` begins with: one that is concerned, one that is not, one that nobody reads, and another one.
#[test]
fn files_that_a_change_concerns_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(bytespec("new shelf", folder.path()).status.success());
    let schema = folder.path().join("shelf/schema");
    let text = fs::read_to_string(schema.join("format.yaml")).expect("a schema");
    let (number, weight) = ("{name: number, type: varint<u32>", "{name: weight, type: u16");
    assert!(text.contains(number) && text.contains(weight));
    // The example of the file and that of the entry are no longer those of the schema.
    let without: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("examples:") && !line.contains("bytes:"))
        .collect();
    let without = without.join("\n");
    let other = without.replace(number, "{name: number, type: varint<u32>, reject: [7]");
    fs::write(folder.path().join("refuses.yaml"), other).expect("a file");
    let other = without.replace(weight, "{name: weight, type: u16be");
    fs::write(folder.path().join("turned.yaml"), other).expect("a file");
    let files = folder.path().join("files/more");
    fs::create_dir_all(&files).expect("a folder");
    let file = |number: u8, weight: u8| {
        [b"shel\x01\x01\x01\x07\x01\x02hi".as_slice(), &[number, weight, 0]].concat()
    };
    fs::write(files.join("concerned.shelf"), file(7, 5)).expect("a file");
    fs::write(files.join("alike.shelf"), file(6, 0)).expect("a file");
    fs::write(files.join("cut.shelf"), b"shel\x01\x01\x01\x07\x01").expect("a file");
    fs::write(files.join("other"), b"other").expect("a file");
    let mut said = String::new();
    for words in [
        "diff shelf/schema shelf/schema --corpus files",
        "diff shelf/schema refuses.yaml --corpus files",
        "diff shelf/schema refuses.yaml --corpus files --json",
        "diff shelf/schema turned.yaml --corpus files",
        "diff shelf/schema refuses.yaml --corpus shelf",
    ] {
        said.push_str(&transcript(words, folder.path()));
    }
    same("corpus.txt", &said);
}

/// Whether a value is what a JSON Schema says: of its language, what schemas of the command have.
fn fits(schema: &Value, value: &Value, root: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix('#'))
        && !fits(root.pointer(name).expect("a definition"), value, root)
    {
        return false;
    }
    for (key, counts) in [("oneOf", 1..=1), ("anyOf", 1..=usize::MAX)] {
        if let Some(cases) = schema[key].as_array() {
            let count = cases.iter().filter(|case| fits(case, value, root)).count();
            if !counts.contains(&count) {
                return false;
            }
        }
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => vec![kind],
    };
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    kinds.contains(&kind)
        && (schema["const"].is_null() || schema["const"] == *value)
        && schema["enum"].as_array().is_none_or(|words| words.contains(value))
        && required.into_iter().all(|key| value.get(key).is_some())
        && value.as_object().into_iter().flatten().all(|(key, value)| {
            schema["properties"].get(key).is_none_or(|schema| fits(schema, value, root))
        })
        && value
            .as_array()
            .into_iter()
            .flatten()
            .all(|value| schema["items"].is_null() || fits(&schema["items"], value, root))
}

/// Each line of JSON is what the published schema of it says, and something else is not.
#[test]
fn lines_of_json_have_a_schema() {
    let folder = folder();
    let unused = "- rule: wire-refused\n  item: op add\n  fingerprint: \"1\"\n  reason: none\n  until: \"2.0\"\n";
    fs::write(folder.path().join("breaks.yaml"), unused).expect("a file");
    let wrong = fs::read_to_string(data().join("diff/base.yaml")).expect("a schema");
    fs::write(folder.path().join("wrong.yaml"), wrong.replace("type: any", "typ: any"))
        .expect("a file");
    for (schema, words) in [
        ("diff --json-schema", "diff old.yaml new.yaml --allow breaks.yaml --json"),
        ("check --json-schema", "check wrong.yaml --json"),
    ] {
        let schema: Value = serde_json::from_str(&printed(schema, folder.path())).expect("JSON");
        let printed = printed(words, folder.path());
        assert!(printed.lines().count() >= 4, "{printed}");
        for line in printed.lines() {
            let mut value: Value = serde_json::from_str(line).expect("JSON");
            assert!(fits(&schema, &value, &schema), "{line}");
            value.as_object_mut().expect("an object").remove("rule");
            value.as_object_mut().expect("an object").remove("verdict");
            assert!(!fits(&schema, &value, &schema), "{value}");
        }
    }
}

/// What consumers of SARIF rely on: rules by index, lines and columns from one, levels, and what is allowed as suppressed.
#[test]
fn sarif_has_its_structure() {
    let folder = folder();
    let text = entries(folder.path()).replace("\"\"", "\"2.0\"");
    let first = text.split("- rule").nth(1).expect("an entry");
    fs::write(folder.path().join("breaks.yaml"), format!("- rule{first}")).expect("a file");
    let wrong = fs::read_to_string(data().join("diff/base.yaml")).expect("a schema");
    fs::write(folder.path().join("a wrong.yaml"), wrong.replace("type: any", "typ: any"))
        .expect("a file");
    let mut suppressed = 0;
    for words in ["diff old.yaml new.yaml --allow breaks.yaml --sarif", "check --sarif ."] {
        let document: Value = serde_json::from_str(&printed(words, folder.path())).expect("JSON");
        assert_eq!(document["version"], "2.1.0");
        let runs = document["runs"].as_array().expect("runs");
        assert_eq!(runs.len(), 1);
        let driver = &runs[0]["tool"]["driver"];
        assert_eq!(driver["name"], "bytespec");
        let results = runs[0]["results"].as_array().expect("results");
        assert!(results.len() >= 2, "{words}");
        for result in results {
            let rule =
                usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
            assert_eq!(driver["rules"][rule]["id"], result["ruleId"]);
            assert!(driver["rules"][rule]["shortDescription"]["text"].is_string());
            assert!(["error", "warning"].contains(&result["level"].as_str().expect("a level")));
            assert!(!result["message"]["text"].as_str().expect("a text").is_empty());
            let place = &result["locations"][0]["physicalLocation"];
            let file = place["artifactLocation"]["uri"].as_str().expect("a reference");
            assert!(!file.contains(' ') && file.ends_with(".yaml"), "{file}");
            let region = &place["region"];
            assert!(region["startLine"].as_u64() >= Some(1), "{region}");
            assert!(region["endLine"].as_u64() >= region["startLine"].as_u64(), "{region}");
            suppressed += result["suppressions"].as_array().map_or(0, Vec::len);
        }
    }
    assert_eq!(suppressed, 1);
}
