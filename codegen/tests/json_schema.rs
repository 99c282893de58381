//! The JSON Schema for editors: valid, closed under its references, and complete.

#![cfg(feature = "yaml")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bytespec_codegen::syntax::{KindSpec, Shape, item_kinds, json_schema, list_folder};
use serde_json::Value;

fn schema() -> Value {
    serde_json::from_str(&json_schema()).expect("valid JSON")
}

/// The definition of a kind.
fn definition<'v>(schema: &'v Value, kind: &KindSpec) -> &'v Value {
    let found = &schema["definitions"][kind.name.replace(' ', "_")];
    assert!(found.is_object(), "no definition of `{}`", kind.name);
    found
}

fn check_kind(schema: &Value, kind: &KindSpec) {
    let definition = definition(schema, kind);
    assert_eq!(definition["additionalProperties"], Value::Bool(false), "{}", kind.name);
    let properties = definition["properties"].as_object().expect("properties");
    let required = definition["required"].as_array().expect("required keys");
    assert_eq!(properties.len(), kind.keys().count(), "{}", kind.name);
    for key in kind.keys() {
        let property = properties.get(key.name);
        let property = property.unwrap_or_else(|| panic!("{} lacks {}", kind.name, key.name));
        assert_eq!(property["description"], key.doc, "{}.{}", kind.name, key.name);
        let is_required = required.iter().any(|name| name == key.name);
        assert_eq!(is_required, key.required, "{}.{}", kind.name, key.name);
        check_shape(schema, &key.shape);
    }
}

/// The kinds inside a shape.
fn check_shape(schema: &Value, shape: &Shape) {
    match shape {
        Shape::Map(kind) => check_kind(schema, kind),
        Shape::List(inner) => check_shape(schema, inner),
        Shape::Either(a, b) => {
            check_shape(schema, a);
            check_shape(schema, b);
        }
        _ => {}
    }
}

#[test]
fn every_key_of_every_kind() {
    let schema = schema();
    for kind in item_kinds() {
        check_kind(&schema, kind);
    }
}

#[test]
fn every_kind_is_an_item() {
    let schema = schema();
    let items = schema["items"]["oneOf"].as_array().expect("the kinds of items");
    assert_eq!(items.len(), item_kinds().len());
    for kind in item_kinds() {
        let reference = format!("#/definitions/{}", kind.name.replace(' ', "_"));
        assert!(items.iter().any(|item| item["$ref"] == reference), "{}", kind.name);
    }
}

#[test]
fn every_reference_has_its_definition() {
    fn walk(schema: &Value, value: &Value) {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(reference)) = members.get("$ref") {
                    let path = reference.strip_prefix('#').expect("a local reference");
                    assert!(schema.pointer(path).is_some(), "{reference}");
                }
                members.values().for_each(|value| walk(schema, value));
            }
            Value::Array(values) => values.iter().for_each(|value| walk(schema, value)),
            _ => {}
        }
    }
    let schema = schema();
    walk(&schema, &schema);
}

#[test]
fn patterns_accept_what_a_schema_may_say() {
    let schema = schema();
    let version = &schema["definitions"]["op"]["properties"]["since"]["pattern"];
    assert_eq!(version, r"^(?:[0-9]+(\.[0-9]+)*)$");
}

/// The schema is kept where editors find it.
#[test]
fn editors_use_this_schema() {
    let path = top().join("schema/bytespec.schema.json");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, json_schema()).expect("a place to write to");
    }
    assert_eq!(fs::read_to_string(path).expect("the file"), json_schema());
}

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// A file as another reader of YAML has it; none where it is not YAML.
fn yaml(text: &str) -> Option<Value> {
    let text = if text.trim().is_empty() { "[]" } else { text };
    // As YAML 1.2 has it: `on` is a text.
    let options = serde_yaml::options! { strict_booleans: true };
    serde_yaml::from_str_with_options(text, options).ok()
}

/// Schemas that people look at, each with its text.
fn shipped() -> Vec<(PathBuf, String)> {
    let folders = [
        "schema",
        "examples/wasm/schema",
        "examples/formats",
        "examples/custom-attribute",
        "tests/third_party",
        "tests/dialects",
        "tests/packing",
    ];
    let files = folders.iter().flat_map(|folder| list_folder(&top().join(folder)).expect("files"));
    let made = top().join("cli/templates/format/schema.yaml.txt");
    let files = files.map(|path| (path.clone(), fs::read_to_string(&path).expect("a file")));
    let mut template = fs::read_to_string(&made).expect("the template");
    for (name, text) in [("{{module}}", "shelf"), ("{{title}}", "Shelf"), ("{{magic}}", "73 68")] {
        template = template.replace(name, text);
    }
    files.chain([(made, template)]).collect()
}

#[test]
fn every_shipped_file_names_the_schema() {
    for (path, text) in shipped() {
        let named = text.lines().next().and_then(|line| line.strip_prefix(MODELINE));
        let named = named.unwrap_or_else(|| panic!("{} names no schema", path.display()));
        if path.extension().is_some_and(|end| end == "txt") {
            assert_eq!(named, "bytespec.schema.json", "`bytespec new` writes it beside the file");
            continue;
        }
        let found = path.parent().expect("a folder").join(named).canonicalize();
        let kept = top().join("schema/bytespec.schema.json").canonicalize();
        assert_eq!(found.expect("a file"), kept.expect("a file"), "{}", path.display());
    }
}

const MODELINE: &str = "# yaml-language-server: $schema=";

#[test]
fn another_validator_accepts_every_shipped_file() {
    let validator = jsonschema::draft7::new(&schema()).expect("a JSON Schema");
    assert!(shipped().len() > 200, "files are missing");
    for (path, text) in shipped() {
        let value = yaml(&text).unwrap_or_else(|| panic!("{} is not YAML", path.display()));
        let errors: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
    }
}

/// Rules of structure: what breaks one is seen in one file, without knowing what is declared. `yaml-syntax` is the matter
/// of the reader of YAML, who does not see all of it.
const STRUCTURE: &[&str] = &[
    "unknown-item",
    "unknown-key",
    "duplicate-key",
    "wrong-shape",
    "unquoted-version",
    "type-syntax",
    "expression-syntax",
    "layout-syntax",
    "signature-syntax",
    "defaults-syntax",
    "required-key",
    "missing-documentation",
];

/// Cases of these rules that no JSON Schema can reject, and why.
const NOT_REJECTED: &[(&str, &str)] = &[
    ("unknown-item/kind_not_first", "keys of JSON have no order"),
    ("unknown-key/merge", "readers of YAML 1.1 merge `<<` before it is validated"),
    ("expression-syntax/open", "no pattern counts brackets"),
    ("expression-syntax/crc", "no pattern knows the parameters of a function"),
    ("expression-syntax/plain_alone", "no pattern knows in which function a name is"),
    ("layout-syntax/record", "the key is free text"),
    ("signature-syntax/record", "the key is free text"),
    ("required-key/operations", "the operation is another item"),
    ("required-key/sections", "the section is another item"),
    ("expression-syntax/hexadecimal_text", "other types have such values"),
    ("expression-syntax/rest_of_a_field", "no pattern knows that `rest` is no field"),
    ("expression-syntax/number_as_bytes", "other types have such values"),
    ("expression-syntax/text_without_quotes", "other types have such values"),
    ("required-key/variant", "the variant is another item"),
];

/// How many cases of each rule another validator rejects, and which it does not: `tests/check/json_schema.txt`.
#[test]
fn another_validator_rejects_what_has_another_structure() {
    let validator = jsonschema::draft7::new(&schema()).expect("a JSON Schema");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check");
    let mut by_rule: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    for path in list_folder(&cases).expect("the cases") {
        let text = fs::read_to_string(&path).expect("a case");
        let rejected = yaml(&text).is_none_or(|value| !validator.is_valid(&value));
        let name = path.strip_prefix(&cases).expect("inside").with_extension("");
        let name = name.to_string_lossy().replace('\\', "/");
        let (rule, case) = name.split_once('/').expect("a case lies in the folder of its rule");
        let (count, accepted) = by_rule.entry(rule.to_owned()).or_default();
        match rejected {
            true => *count += 1,
            false => accepted.push(case.to_owned()),
        }
        let should_reject = !NOT_REJECTED.iter().any(|(case, _)| *case == name);
        if STRUCTURE.contains(&rule) {
            assert_eq!(rejected, should_reject, "{name}");
        }
        assert!(rule != "pass" || !rejected, "{name} is right");
    }
    let mut text = String::new();
    for (rule, (rejected, accepted)) in by_rule.iter().filter(|(rule, _)| *rule != "pass") {
        let all = rejected + accepted.len();
        let rest = if accepted.is_empty() {
            String::new()
        } else {
            format!("; not {}", accepted.join(", "))
        };
        text.push_str(&format!("{rule}: {rejected} of {all}{rest}\n"));
    }
    let expected = cases.join("json_schema.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, &text).expect("a place to write to");
    }
    assert_eq!(fs::read_to_string(expected).unwrap_or_default(), text);
}
