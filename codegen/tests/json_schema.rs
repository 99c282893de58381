//! The JSON Schema for editors: valid, closed under its references, and complete.

#![cfg(feature = "yaml")]

use bytespec_codegen::syntax::{KindSpec, Shape, item_kinds, json_schema};
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
    assert_eq!(version, r"^[0-9]+(\.[0-9]+)*$");
}
