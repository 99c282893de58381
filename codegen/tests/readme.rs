//! The examples of the README, of the chapter about formats and of the language's own are what a reader takes them for: schemas without findings.

#![cfg(feature = "build")]

use bytespec_codegen::build::source;
use bytespec_codegen::emit::rust::Options;
use bytespec_codegen::model;
use bytespec_codegen::syntax::{list_folder, read_and_check, render};
use std::fs;
use std::path::{Path, PathBuf};

const README: &str = include_str!("../../README.md");
const CHAPTER: &str = include_str!("../../docs/your-own-format.md");
const LANGUAGE: &str = include_str!("../../schema/README.md");

/// What `addf` and `for` lack in the example that is about their text.
const OPERATIONS: [(&str, &str); 2] = [
    (
        "- op: addf\n",
        r#"  opcode: 2
  group: float
  since: "13.1"
  summary: Add
  results: [{name: result, type: float_tile, summary: Sum}]
  attributes:
    - {name: rounding_mode, type: RoundingMode, default: nearest_even, summary: How results are rounded}
    - {name: flush_to_zero, type: unit, bit: 0, summary: Treat subnormal numbers as zero}
  operands: [{name: lhs, type: float_tile, summary: Left}, {name: rhs, type: float_tile, summary: Right}]
  same_type: [lhs, rhs, result]
"#,
    ),
    (
        "- op: for\n",
        r#"  opcode: 3
  group: float
  since: "13.1"
  summary: Loop
  attributes: [{name: unsigned_cmp, type: unit, bit: 0, summary: Compare as unsigned integers}]
  operands:
    - {name: lower_bound, type: integer_scalar, summary: First}
    - {name: upper_bound, type: integer_scalar, summary: Last}
    - {name: step, type: integer_scalar, summary: Step}
    - {name: init_values, type: any, variadic: true, summary: First values}
  operand_layout: counted
  same_type: [init_values, result_values]
"#,
    ),
];

/// The blocks of YAML of a text, without the indentation of the text around.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start() == "```yaml" {
            let indent = line.len() - line.trim_start().len();
            let block = lines.by_ref().take_while(|line| line.trim_start() != "```");
            let block = block.map(|line| format!("{}\n", line.get(indent..).unwrap_or_default()));
            blocks.push(block.collect());
        }
    }
    blocks
}

/// Refuses texts that are no schema together.
fn checked(files: Vec<(&str, String)>) {
    let files = files.into_iter().map(|(name, text)| (PathBuf::from(name), text)).collect();
    let (_, sources, found) = read_and_check(files);
    assert!(found.is_empty(), "{}", render(&found, &sources, false));
}

/// The examples of the language are one schema, with what they refer to; the one of a format is another.
#[test]
fn the_examples_of_the_language_are_schemas() {
    let (mut formats, mut parts, mut examples) = (Vec::new(), Vec::new(), 0);
    for block in blocks(LANGUAGE) {
        match block.trim_start() {
            // A format of its own.
            text if text.starts_with("- format: ") && text.contains("  file: ") => {
                checked(vec![("file.yaml", block.clone())]);
            }
            text if text.starts_with("- format: ") => formats.push(block.clone()),
            text if text.starts_with("examples:") => {
                let addf = include_str!("../../schema/tile_ir/ops/float.yaml");
                let examples_of: Vec<&str> = block.lines().skip(1).map(str::trim).collect();
                assert!(examples_of.iter().all(|line| addf.contains(line)), "{block}");
                examples += examples_of.len();
            }
            text if text.starts_with("- name: ") => {
                parts.push(format!(
                    "- record: Packed\n  summary: Packed\n  fields:\n{}",
                    indented(&block)
                ));
            }
            _ => {
                let mut text = block.clone();
                for (head, rest) in OPERATIONS {
                    text = text.replace(head, &format!("{head}{rest}"));
                }
                parts.push(text);
            }
        }
    }
    assert_eq!((formats.len(), parts.len(), examples), (1, 18, 1));
    let prelude = include_str!("readme/format.yaml").to_owned();
    checked(vec![("format.yaml", formats.concat()), ("prelude.yaml", prelude)]);
    let prelude = include_str!("readme/prelude.yaml").to_owned();
    checked(vec![("a.yaml", prelude), ("b.yaml", parts.concat())]);
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// The operation of the README is added to a copy of the shipped schema as its text says: by a file, and nothing else.
#[test]
fn the_operation_of_the_readme_can_be_added() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/tile_ir");
    let files = list_folder(&folder).expect("the schema");
    let mut files: Vec<_> = files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a schema file");
            (path, text)
        })
        .collect();
    let added = blocks(README).into_iter().find(|block| block.starts_with("- op: "));
    files.push((folder.join("ops/added.yaml"), added.expect("an operation")));
    let (schema, sources, found) = read_and_check(files);
    assert!(found.is_empty(), "{}", render(&found, &sources, false));
    let model = model::lower(&schema).expect("a model");
    let options = Options { host: "crate::host".parse().ok(), ..Options::default() };
    let text = source(&model, &options).expect("Rust");
    assert!(text.contains("pub struct Hypot") && text.contains("fn hypot("), "it is generated");
}

/// The format of the chapter is a schema as it stands, whose examples are tests of the crate that it is in.
#[test]
fn the_format_of_the_chapter_is_a_schema() {
    let format = blocks(CHAPTER).into_iter().find(|block| block.starts_with("# format/"));
    checked(vec![("shelf.yaml", format.expect("a format"))]);
}
