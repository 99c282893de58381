//! How long `check` takes of a large schema: `cargo run --release -p bytespec-codegen --example check_time -- [items]`.
//!
//! Each schema is of one kind of item, so that what is slow has a name. The time is to grow as the number of items does.

use bytespec_codegen::syntax::{read_and_check, render, warnings};
use std::path::PathBuf;
use std::time::Instant;

const HEAD: &str = "- format: large\n  summary: D\n  versions: [{version: \"1\", summary: D}]\n";

/// A record with a number and bytes.
fn record(n: usize) -> String {
    format!(
        "- record: rec_{n}\n  summary: D\n  fields:\n  - {{name: a, type: u8, summary: D}}\n  \
         - {{name: b, type: blob, summary: D}}\n"
    )
}

/// A record that holds the next one.
fn link(n: usize, count: usize) -> String {
    let inner = if n + 1 < count { format!("rec_{}", n + 1) } else { "u8".to_owned() };
    format!("- record: rec_{n}\n  summary: D\n  fields: [{{name: a, type: {inner}, summary: D}}]\n")
}

/// A record that holds a list of the next one.
fn list(n: usize, count: usize) -> String {
    let inner = if n + 1 < count { format!("rec_{}", n + 1) } else { "u8".to_owned() };
    format!(
        "- record: rec_{n}\n  summary: D\n  fields: [{{name: a, type: \"list<{inner}>\", summary: D}}]\n"
    )
}

/// A union of two variants.
fn union(n: usize) -> String {
    format!(
        "- union: un_{n}\n  summary: D\n  tag: varint\n- variant: va_{n}\n  of: un_{n}\n  tag: 0\n  \
         summary: D\n  text: \"a{{x}}\"\n  fields:\n  - {{name: x, type: u8, summary: D}}\n- variant: vb_{n}\n  \
         of: un_{n}\n  tag: 1\n  text: b\n  summary: D\n"
    )
}

/// An enum of two members.
fn enumeration(n: usize) -> String {
    format!(
        "- enum: en_{n}\n  summary: D\n  wire: u8\n  members:\n  - {{name: a, value: 0, summary: D}}\n  \
         - {{name: b, value: 1, summary: D}}\n"
    )
}

/// An operation with an operand, a result and an attribute.
fn operation(n: usize) -> String {
    format!(
        "- op: op_{n}\n  opcode: {n}\n  summary: D\n  results: [{{name: r, type: any, summary: D}}]\n  \
         attributes: [{{name: a, type: u8, summary: D}}]\n  operands: [{{name: x, type: any, summary: D}}]\n"
    )
}

/// What operations need.
const OPERATIONS: &str = "  operations: {layout: [opcode, result_types, attributes, operands], opcode: varint, type: Type}\n\
    - table: Type\n  summary: D\n";

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(5000);
    let all = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    for (kind, items) in [
        ("records", all(&record)),
        ("unions", all(&union)),
        ("enums", all(&enumeration)),
        ("operations", OPERATIONS.to_owned() + &all(&operation)),
        ("a chain of records", all(&|n| link(n, count))),
        ("a chain of lists", all(&|n| list(n, count))),
    ] {
        let files = vec![(PathBuf::from("large.yaml"), HEAD.to_owned() + &items)];
        let start = Instant::now();
        let (schema, sources, mut found) = read_and_check(files);
        found.extend(warnings(&schema, &sources));
        let time = start.elapsed();
        println!("{count} {kind}: {time:.0?}, {} findings", found.len());
        for line in render(&found, &sources, false).lines().take(10) {
            println!("    {line}");
        }
    }
}
