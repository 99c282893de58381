//! Layouts that all operations of a dialect share.

use super::toy::{FORMAT, Op, dump, op, path};
use super::{Texts, imported, parsed, read_dump, scope};
use bytespec_codegen::import::{Definitions, drift};
use expect_test::expect;
use serde_json::json;

const TOY: &str = r#"
- properties: toy
  since_release: "1"
  summary: Properties of the operations of `toy`
  operations:
    "*": {"1": "size", "2": "size?"} # by hand
    ball: "size, colour"
"#;

fn schema(toy: Option<&str>) -> Texts {
    let files = [("format.yaml", Some(FORMAT)), ("properties/toy.yaml", toy)];
    let files = files.into_iter().filter_map(|(name, text)| Some((path(name), text?.to_owned())));
    files.collect()
}

/// Definitions of a dialect whose record says whether attributes are properties.
fn definitions(operations: &[Op], attributes: u8) -> Definitions {
    let mut dump = dump(operations);
    dump["Toy_Dialect"]["usePropertiesForAttributes"] = json!(attributes);
    dump["!instanceof"]["Dialect"] = json!(["Toy_Dialect"]);
    read_dump(&dump)
}

fn layouts(texts: &Texts) -> String {
    let found = texts.iter().find(|(path, _)| path.ends_with("properties/toy.yaml"));
    let text = found.map_or("", |(_, text)| text.as_str());
    let layouts = text.split_once("  operations:\n").map_or(text, |(_, layouts)| layouts);
    layouts.lines().map(|line| format!("{}\n", line.trim_start())).collect()
}

/// What all operations have is not written for each; one that has something else gets an entry, which says what it had before, too.
#[test]
fn operations_with_the_shared_layout_need_no_entry() {
    let mut texts = schema(Some(TOY));
    let operations = [
        op("ball", &[("Attr", "size"), ("Attr", "colour")]),
        op("doll", &[("Optional", "size")]),
        op("top", &[("Attr", "speed")]),
    ];
    let definitions = definitions(&operations, 1);
    let scope = scope(Some("2"), &[], false);
    let merged = imported(&mut texts, &definitions, &scope).expect("a schema");
    assert_eq!(merged.changes[0].changed, ["ball", "top"]);
    expect![[r#"
            "*": {"1": "size", "2": "size?"} # by hand
            ball: {"1": "size, colour", "2": "colour, size", "4": "size, colour"}
            top: {"1": "size", "2": "speed", "4": "size?"}
    "#]]
    .assert_eq(&layouts(&texts));
    let again = imported(&mut texts, &definitions, &scope).expect("a schema");
    assert_eq!((again.files.len(), again.changes[0].same), (0, 3));
    let found = drift(&parsed(&texts).0, &definitions, &scope).expect("differences");
    assert!(found.differences.is_empty(), "{:?}", found.differences);
    assert_eq!(found.operations, 3);
}

#[test]
fn another_layout_than_the_shared_one_is_a_difference() {
    let operations =
        [op("ball", &[("Attr", "colour"), ("Attr", "size")]), op("top", &[("Attr", "speed")])];
    let scope = scope(Some("2"), &[], false);
    let found = drift(&parsed(&schema(Some(TOY))).0, &definitions(&operations, 1), &scope);
    let found: Vec<String> = found
        .expect("differences")
        .differences
        .iter()
        .map(|one| format!("{} {}", one.item, one.what))
        .collect();
    expect![[r#"
        toy.ball has `colour, size`, in the schema `size, colour`
        toy.top has `speed`, in the schema `size?`"#]]
    .assert_eq(&found.join("\n"));
}

/// A dialect whose definition says that attributes are no properties, and none of whose operations has others: none has any.
#[test]
fn a_dialect_without_properties_says_so_once() {
    let operations = [op("ball", &[("Attr", "size")]), op("top", &[])];
    let scope = scope(Some("2"), &[], false);
    let mut texts = schema(None);
    imported(&mut texts, &definitions(&operations, 0), &scope).expect("a schema");
    expect![[r#"
            "*": {"2": "", "4": none}
    "#]]
    .assert_eq(&layouts(&texts));
    // It is certain only where the definition says it.
    for (operations, attributes) in [
        (vec![op("ball", &[("Number", "size")]), op("top", &[])], 0),
        (vec![op("ball", &[]), op("top", &[])], 1),
    ] {
        let mut texts = schema(None);
        imported(&mut texts, &definitions(&operations, attributes), &scope).expect("a schema");
        assert!(!layouts(&texts).contains('*'), "{}", layouts(&texts));
        assert!(layouts(&texts).contains("top: "), "{}", layouts(&texts));
    }
}
