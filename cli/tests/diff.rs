//! `bytespec diff` on edits of a schema: what it says of each stands in `tests/data/diff/edits.txt`; `BLESS=1` writes it anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/diff")
}

/// What is edited, by pairs of what stands in the schema once and what takes its place.
type Edit = (&'static str, &'static [(&'static str, &'static str)]);

const X: &str = "    - {name: x, type: u16, summary: To the right}\n";
const Y: &str = "    - {name: y, type: u16, summary: Down}\n";
const Z: &str =
    "    - {name: z, type: u16, since: \"1.1\", default: 7, summary: Into the picture}\n";
const DOT: &str = "- variant: Dot\n  of: Shape\n  tag: 0\n  text: \"dot\"\n  summary: A point\n";
const STOP: &str = "- op: stop\n  opcode: 2\n  summary: Ends\n";
const LOUD: &str =
    "    - {name: loud, type: unit, optional: true, bit: 0, summary: Whether it is loud}\n";

const EDITS: &[Edit] = &[
    ("another summary", &[("summary: Ends", "summary: Stops")]),
    ("another text", &[("text: \"line<{length}>\"", "text: \"line({length})\"")]),
    ("an opcode changes", &[("opcode: 2", "opcode: 9")]),
    ("an opcode is another's", &[("opcode: 1\n", "opcode: 3\n"), ("opcode: 2\n", "opcode: 1\n")]),
    (
        "two opcodes change places",
        &[
            ("opcode: 1\n", "opcode: 5\n"),
            ("opcode: 2\n", "opcode: 1\n"),
            ("opcode: 5\n", "opcode: 2\n"),
        ],
    ),
    ("an operation is taken away", &[(STOP, "")]),
    (
        "an operation of a new version is added",
        &[
            (
                "    - {version: \"1.1\", summary: Second version}\n",
                "    - {version: \"1.1\", summary: Second version}\n    - {version: \"1.2\", summary: Third version}\n",
            ),
            (
                STOP,
                "- op: stop\n  opcode: 2\n  summary: Ends\n- op: go\n  opcode: 3\n  since: \"1.2\"\n  summary: Goes\n",
            ),
        ],
    ),
    (
        "an operation of released versions is added",
        &[(
            STOP,
            "- op: stop\n  opcode: 2\n  summary: Ends\n- op: go\n  opcode: 3\n  summary: Goes\n",
        )],
    ),
    ("an operation begins later", &[("opcode: 2\n", "opcode: 2\n  since: \"1.1\"\n")]),
    ("an operation ends earlier", &[("opcode: 2\n", "opcode: 2\n  until: \"1.0\"\n")]),
    ("opcodes are wider", &[("opcode: varint<u16>", "opcode: varint<u32>")]),
    ("opcodes have two bytes", &[("opcode: varint<u16>", "opcode: u16")]),
    (
        "parts of operations change places",
        &[("flags, attributes, operands", "flags, operands, attributes")],
    ),
    ("a member has another number", &[("value: 1,", "value: 3,")]),
    (
        "a member has the number of another one",
        &[("value: 1,", "value: 5,"), ("value: 0,", "value: 1,"), ("value: 5,", "value: 0,")],
    ),
    ("a member is taken away", &[("    - {name: slow, value: 1, summary: Slowly}\n", "")]),
    ("a member is called otherwise", &[("name: slow", "name: gentle")]),
    (
        "a member of released versions is added",
        &[(
            "summary: Slowly}\n",
            "summary: Slowly}\n    - {name: late, value: 4, summary: Late}\n",
        )],
    ),
    ("a member begins earlier", &[("value: 2, since: \"1.1\"", "value: 2")]),
    ("an enum is wider", &[("wire: u8", "wire: u16")]),
    ("an enum is a varint", &[("wire: u8", "wire: varint")]),
    ("a field is wider", &[("{name: x, type: u16", "{name: x, type: u32")]),
    ("a field is signed", &[("{name: x, type: u16", "{name: x, type: i16")]),
    ("a field is a varint", &[("{name: x, type: u16", "{name: x, type: varint<u16>")]),
    ("the highest byte is first", &[("{name: x, type: u16", "{name: x, type: u16be")]),
    (
        "a varint is wider",
        &[("type: varint<u32>, summary: Its length", "type: varint<u64>, summary: Its length")],
    ),
    (
        "a varint is narrower",
        &[("type: varint<u32>, summary: Its length", "type: varint<u16>, summary: Its length")],
    ),
    ("a number is a reference", &[("{name: y, type: u16", "{name: y, type: ref<Name>")]),
    ("a field is called otherwise", &[("{name: x,", "{name: across,")]),
    ("two fields change places", &[(X, "@"), (Y, X), ("@", Y)]),
    ("a field is taken away", &[(Y, "")]),
    (
        "a field of released versions is added",
        &[(
            Y,
            "    - {name: y, type: u16, summary: Down}\n    - {name: w, type: u8, summary: More}\n",
        )],
    ),
    (
        "a field of a new version is added",
        &[
            (
                "    - {version: \"1.1\", summary: Second version}\n",
                "    - {version: \"1.1\", summary: Second version}\n    - {version: \"1.2\", summary: Third version}\n",
            ),
            (
                Y,
                "    - {name: y, type: u16, summary: Down}\n    - {name: w, type: u8, since: \"1.2\", default: 3, summary: More}\n",
            ),
        ],
    ),
    (
        "a field begins later",
        &[("{name: size, type: varint,", "{name: size, type: varint, since: \"1.1\",")],
    ),
    (
        "a field begins earlier",
        &[("type: u16, since: \"1.1\", default: 7", "type: u16, default: 7")],
    ),
    (
        "a field ends",
        &[(
            Z,
            "    - {name: z, type: u16, since: \"1.1\", until: \"1.1\", default: 7, summary: Into the picture}\n",
        )],
    ),
    ("another default", &[("default: 7", "default: 8")]),
    ("a bit moves", &[("bit: 1,", "bit: 2,")]),
    (
        "two bits change places",
        &[("bit: 0,", "bit: 3,"), ("bit: 1,", "bit: 0,"), ("bit: 3,", "bit: 1,")],
    ),
    ("an optional part is taken away", &[(LOUD, "")]),
    ("flags are wider", &[("flags<u8>", "flags<u16>")]),
    ("a list is one element", &[("type: list<Point>", "type: Point")]),
    ("elements are others", &[("type: list<Point>", "type: list<u16>")]),
    ("a number is refused", &[("{name: x, type: u16,", "{name: x, type: u16, reject: [0],")]),
    ("a tag changes", &[("tag: 1\n", "tag: 4\n")]),
    ("tags are varints", &[("  tag: u8\n", "  tag: varint\n")]),
    ("a variant is taken away", &[(DOT, "")]),
    (
        "a variant of released versions is added",
        &[(
            DOT,
            "- variant: Dot\n  of: Shape\n  tag: 0\n  text: \"dot\"\n  summary: A point\n- variant: Circle\n  of: Shape\n  tag: 2\n  text: \"circle\"\n  summary: A circle\n",
        )],
    ),
    ("a section has another number", &[("  id: 1\n", "  id: 2\n")]),
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
        "a version is added",
        &[(
            "    - {version: \"1.1\", summary: Second version}\n",
            "    - {version: \"1.1\", summary: Second version}\n    - {version: \"1.2\", summary: Third version}\n",
        )],
    ),
    (
        "an operand is added",
        &[(
            "summary: The other one}\n",
            "summary: The other one}\n    - {name: third, type: any, summary: One more}\n",
        )],
    ),
    (
        "operands change places",
        &[("name: lhs", "name: @"), ("name: rhs", "name: lhs"), ("name: @", "name: rhs")],
    ),
];

fn bytespec(arguments: &[&str], folder: &Path) -> Output {
    let command =
        Command::new(env!("CARGO_BIN_EXE_bytespec")).args(arguments).current_dir(folder).output();
    command.expect("the command runs")
}

#[test]
fn edits_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let base = fs::read_to_string(data().join("base.yaml")).unwrap();
    fs::write(folder.path().join("old.yaml"), &base).unwrap();
    let mut said = String::new();
    for (title, edits) in EDITS {
        let mut text = base.clone();
        for (from, to) in *edits {
            assert_eq!(text.matches(from).count(), 1, "{title}: {from}");
            text = text.replace(from, to);
        }
        fs::write(folder.path().join("new.yaml"), text).unwrap();
        let output = bytespec(&["diff", "old.yaml", "new.yaml"], folder.path());
        let printed = String::from_utf8(output.stdout).unwrap();
        let _ = writeln!(said, "=== {title}: exit code {}", output.status.code().unwrap());
        said.push_str(&printed);
        said.push_str(&String::from_utf8(output.stderr).unwrap());
        said.push('\n');
        // A break of files has a value that shows it, unless a version is gone.
        let breaks = printed.contains(": breaks files");
        let has_witness =
            printed.contains("  bytes    ") || title.starts_with("a version is taken");
        assert!(!breaks || has_witness, "{title}:\n{printed}");
    }
    let expected = data().join("edits.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, &said).unwrap();
    }
    assert_eq!(fs::read_to_string(&expected).unwrap_or_default(), said);
}

#[test]
fn a_revision_of_a_repository_is_a_schema() {
    let folder = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        let names = ["-c", "user.name=Test", "-c", "user.email=test@localhost"];
        let command =
            Command::new("git").args(names).args(arguments).current_dir(folder.path()).output();
        let output = command.expect("Git runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let schema = folder.path().join("schema");
    fs::create_dir(&schema).unwrap();
    fs::copy(data().join("base.yaml"), schema.join("format.yaml")).unwrap();
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "Add a schema"]);
    let text = fs::read_to_string(schema.join("format.yaml")).unwrap();
    fs::write(schema.join("format.yaml"), text.replace("opcode: 2", "opcode: 9")).unwrap();
    for old in ["git:HEAD", "git:HEAD:schema"] {
        let output = bytespec(&["diff", old, "schema"], folder.path());
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{printed}");
        assert!(
            printed.contains("opcode: 2 -> 9  (schema/format.yaml:70): breaks files"),
            "{printed}"
        );
    }
    let same = bytespec(&["diff", "git:HEAD", "git:HEAD:schema"], folder.path());
    assert_eq!(same.status.code(), Some(2), "{same:?}");
    for wrong in ["git:nowhere", "git:HEAD:nothing"] {
        assert_eq!(bytespec(&["diff", wrong, "schema"], folder.path()).status.code(), Some(1));
    }
    assert_eq!(
        bytespec(&["diff", "git:--output=x", "schema"], folder.path()).status.code(),
        Some(2)
    );
}

/// What JSON and Markdown say of a break, and which level makes an exit code.
#[test]
fn levels_and_forms() {
    let folder = tempfile::tempdir().unwrap();
    let base = fs::read_to_string(data().join("base.yaml")).unwrap();
    fs::write(folder.path().join("old.yaml"), &base).unwrap();
    let new = base.replace("{name: x,", "{name: across,").replace("opcode: 2", "opcode: 9");
    fs::write(folder.path().join("new.yaml"), new).unwrap();
    let renamed = base.replace("{name: x,", "{name: across,");
    fs::write(folder.path().join("renamed.yaml"), renamed).unwrap();
    let mut said = String::new();
    for line in [
        "old.yaml new.yaml --json",
        "old.yaml new.yaml --markdown",
        "old.yaml renamed.yaml --markdown --level api",
        "old.yaml renamed.yaml --markdown",
        "old.yaml old.yaml",
    ] {
        let words: Vec<&str> = std::iter::once("diff").chain(line.split(' ')).collect();
        let output = bytespec(&words, folder.path());
        let _ = writeln!(said, "=== {line}: exit code {}", output.status.code().unwrap());
        said.push_str(&String::from_utf8(output.stdout).unwrap());
    }
    let expected = data().join("forms.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, &said).unwrap();
    }
    assert_eq!(fs::read_to_string(&expected).unwrap_or_default(), said);
}
