//! `bytespec lock`: the shipped schemas are as they were released, and what changes a released version is found. What is said of
//! changes stands in `tests/data/lock.txt`; `BLESS=1` writes it anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

fn bytespec(words: &str, folder: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bytespec"));
    let output = command.args(words.split(' ')).current_dir(folder).env_remove("CLICOLOR_FORCE");
    let output = output.output().expect("the command runs");
    let code = output.status.code().expect("no signal");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    format!("$ bytespec {words}\n{text}exit code {code}\n")
}

#[test]
fn the_shipped_schemas_are_as_they_were_released() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let said = bytespec("lock --check", &package);
    assert!(said.ends_with("exit code 0\n"), "{said}");
    assert_eq!(said.matches("\nok schema/").count(), 2, "{said}");
}

/// Changes of a schema whose versions are frozen, and what is said of each.
const CHANGES: &[(&str, &[(&str, &str)])] = &[
    ("nothing changes", &[]),
    ("a field is called otherwise", &[("name: x,", "name: across,")]),
    ("another summary", &[("summary: Ends", "summary: Stops")]),
    ("an opcode changes", &[("opcode: 2", "opcode: 9")]),
    ("a field is narrower", &[("{name: x, type: u16", "{name: x, type: u8")]),
    ("a member has another number", &[("value: 1,", "value: 3,")]),
    ("a member of one version is added", &[("value: 2, since: \"1.1\"", "value: 2")]),
    ("another default", &[("default: 7", "default: 8")]),
    ("a bit moves", &[("bit: 1,", "bit: 2,")]),
    ("a tag changes", &[("tag: 1\n", "tag: 4\n")]),
    ("a section has another number", &[("  id: 1\n", "  id: 2\n")]),
    ("a field is taken away", &[("    - {name: y, type: u16, summary: Down}\n", "")]),
    ("an operation is taken away", &[("- op: stop\n  opcode: 2\n  summary: Ends\n", "")]),
    (
        "an operation of released versions is added",
        &[("- op: stop\n", "- op: go\n  opcode: 3\n  summary: Goes\n- op: stop\n")],
    ),
    (
        "a version is taken away",
        &[
            ("    - {version: \"1.0\", summary: First version}\n", ""),
            (", since: \"1.1\", default: 7", ""),
            ("value: 2, since: \"1.1\"", "value: 2"),
            (", since: \"1.1\", default: 0, summary: What", ", summary: What"),
        ],
    ),
    (
        "an operation of a new version is added",
        &[
            (
                "    - {version: \"1.1\", summary: Second version}\n",
                "    - {version: \"1.1\", summary: Second version}\n    - {version: \"1.2\", summary: Third version}\n",
            ),
            (
                "- op: stop\n",
                "- op: go\n  opcode: 3\n  since: \"1.2\"\n  summary: Goes\n- op: stop\n",
            ),
        ],
    ),
];

#[test]
fn changes_of_released_versions_are_found() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let base = fs::read_to_string(data.join("diff/base.yaml")).expect("a schema");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let schema = folder.join("format.yaml");
    fs::write(&schema, &base).expect("a file");
    let mut said = bytespec("lock --check format.yaml", folder);
    said.push_str(&bytespec("lock format.yaml", folder));
    let lock = fs::read_to_string(folder.join("format.lock")).expect("a lock");
    let _ = writeln!(said, "$ cat format.lock\n{lock}");
    for (title, changes) in CHANGES {
        let mut text = base.clone();
        for (from, to) in *changes {
            assert_eq!(text.matches(from).count(), 1, "{title}: {from}");
            text = text.replace(from, to);
        }
        fs::write(&schema, text).expect("a file");
        let _ = writeln!(said, "=== {title}");
        said.push_str(&bytespec("lock --check format.yaml", folder));
        assert_eq!(fs::read_to_string(folder.join("format.lock")).expect("a lock"), lock);
    }
    // The last one is frozen, and then changes.
    said.push_str("=== a release\n");
    said.push_str(&bytespec("lock format.yaml", folder));
    said.push_str(&bytespec("lock format.yaml", folder));
    let text = fs::read_to_string(&schema).expect("a schema");
    fs::write(&schema, text.replace("opcode: 3", "opcode: 4")).expect("a file");
    said.push_str(&bytespec("lock format.yaml", folder));
    said.push_str(&bytespec("lock --rewrite format.yaml", folder));
    said.push_str(&bytespec("lock --check format.yaml", folder));
    for wrong in ["record Point", "record Point @version=9: x: u8", "record Point @version: x: u8"]
    {
        fs::write(folder.join("format.lock"), format!("axis version: 1.0\n{wrong}\n"))
            .expect("a file");
        let _ = writeln!(said, "=== a lock with the line `{wrong}`");
        said.push_str(&bytespec("lock --check format.yaml", folder));
    }
    let expected = data.join("lock.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, &said).expect("a file");
    }
    assert_eq!(fs::read_to_string(&expected).unwrap_or_default(), said);
}
