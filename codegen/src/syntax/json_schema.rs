//! The key table as a JSON Schema, for completion and error marks in editors.

use std::collections::BTreeMap;

use super::json::{Json, list, map};
use super::keys::item_kinds;
use super::patterns::{self, NAME};
use super::spec::{Condition, KindSpec, Shape};

/// The JSON Schema of a schema file.
pub fn json_schema() -> String {
    let mut kinds = BTreeMap::new();
    for kind in item_kinds() {
        collect(kind, &mut kinds);
    }
    let mut definitions: Vec<(String, Json)> =
        kinds.into_values().map(|kind| (slug(kind.name), definition(kind))).collect();
    definitions.push((TYPE.to_owned(), patterns::types()));
    definitions.push((INTEGER.to_owned(), patterns::integers()));
    definitions.push((NUMBER.to_owned(), patterns::numbers()));
    definitions.push((PART_TYPE.to_owned(), patterns::part_types()));
    let items = map([("oneOf", list(item_kinds().iter().map(|kind| refer(&slug(kind.name)))))]);
    map([
        ("$schema", Json::from("http://json-schema.org/draft-07/schema#")),
        ("title", Json::from("Bytespec schema file")),
        // A file may hold nothing but comments.
        ("type", list([Json::from("array"), Json::from("null")])),
        ("items", items),
        ("definitions", Json::Map(definitions)),
    ])
    .text()
}

/// Definitions of type texts. No kind has one of these names.
const TYPE: &str = "a_type";
const INTEGER: &str = "a_type_of_an_integer";
const NUMBER: &str = "a_type_of_a_number";
const PART_TYPE: &str = "a_type_of_a_part";

fn collect(kind: &'static KindSpec, kinds: &mut BTreeMap<&'static str, &'static KindSpec>) {
    if kinds.insert(kind.name, kind).is_none() {
        for key in kind.keys() {
            collect_shape(&key.shape, kinds);
        }
    }
}

fn collect_shape(shape: &'static Shape, kinds: &mut BTreeMap<&'static str, &'static KindSpec>) {
    match shape {
        Shape::Map(kind) => collect(kind, kinds),
        Shape::List(inner) | Shape::Entries(inner) => collect_shape(inner, kinds),
        Shape::Either(a, b) => {
            collect_shape(a, kinds);
            collect_shape(b, kinds);
        }
        _ => {}
    }
}

fn definition(kind: &KindSpec) -> Json {
    let keys = kind.keys().map(|key| {
        let mut members = vec![("description".to_owned(), Json::from(key.doc))];
        members.extend(shape(&key.shape));
        (key.name, Json::Map(members))
    });
    let required = kind.keys().filter(|key| key.required).map(|key| Json::from(key.name));
    let mut members = vec![
        ("title", Json::from(kind.name)),
        ("description", Json::from(kind.doc)),
        ("type", Json::from("object")),
        ("additionalProperties", Json::Bool(false)),
        ("required", list(required)),
        ("properties", map(keys)),
    ];
    let together = kind.together().iter().map(|rule| match rule.when {
        Condition::Always => condition(&rule.then),
        when => map([("if", condition(&when)), ("then", condition(&rule.then))]),
    });
    let together: Vec<Json> = together.collect();
    if !together.is_empty() {
        members.push(("allOf", Json::List(together)));
    }
    map(members)
}

/// The JSON Schema of the mappings that meet a condition.
fn condition(asked: &Condition) -> Json {
    let holds = |key: &str, value: Json| {
        map([("required", list([Json::from(key)])), ("properties", map([(key, value)]))])
    };
    let all = |conditions: &[Condition]| list(conditions.iter().map(condition));
    match asked {
        Condition::Always => map::<&str>([]),
        Condition::Has(key) => map([("required", list([Json::from(*key)]))]),
        Condition::Is(key, "true") => holds(key, map([("const", Json::Bool(true))])),
        Condition::Is(key, word) => holds(key, map([("const", Json::from(*word))])),
        Condition::Head(key, heads) => {
            let pattern = format!(r"^\s*(?:{})(?![A-Za-z0-9_])", heads.join("|"));
            holds(key, map([("pattern", Json::from(pattern))]))
        }
        Condition::Least(key, count) => {
            let count = i128::try_from(*count).unwrap_or(i128::MAX);
            holds(key, map([("minItems", Json::Number(count))]))
        }
        Condition::All(conditions) => map([("allOf", all(conditions))]),
        Condition::Any(conditions) => map([("anyOf", all(conditions))]),
        Condition::One(conditions) => map([("oneOf", all(conditions))]),
        Condition::Not(inner) => map([("not", condition(inner))]),
    }
}

/// The members of a schema object that describe a shape.
fn shape(shape_of: &Shape) -> Vec<(String, Json)> {
    let kind = |name: &str| vec![("type".to_owned(), Json::from(name))];
    let with = |name: &str, key: &str, value: Json| {
        vec![("type".to_owned(), Json::from(name)), (key.to_owned(), value)]
    };
    // JSON Schema ignores every other member beside a bare `$ref`.
    let of = |definition: &str| vec![("allOf".to_owned(), list([refer(definition)]))];
    match shape_of {
        Shape::Text => kind("string"),
        Shape::Summary => patterns::text(r"[^\n]*\.\.|[^\n]*[^.\s]\s*"),
        Shape::Type => of(TYPE),
        Shape::Integer => of(INTEGER),
        Shape::Number => of(NUMBER),
        Shape::TagType => {
            let ahead = Json::Map(patterns::text(patterns::ahead()));
            vec![("anyOf".to_owned(), list([refer(NUMBER), ahead]))]
        }
        Shape::PartType => of(PART_TYPE),
        Shape::Name => patterns::text(NAME),
        Shape::Version => patterns::text(r"[0-9]+(\.[0-9]+)*"),
        Shape::Set => patterns::text(r"[^<>]+(<[^<>|]+(\|[^<>|]+)*>)?"),
        Shape::Expression | Shape::Condition => {
            let pattern = match shape_of {
                Shape::Condition => format!("{}|{}", patterns::test(), patterns::expression()),
                _ => patterns::expression(),
            };
            let text = Json::Map(patterns::text(pattern));
            let number = map([("type", Json::from("integer"))]);
            vec![("anyOf".to_owned(), list([text, number]))]
        }
        Shape::Comparison => patterns::text(patterns::comparison()),
        Shape::Transform => patterns::text(patterns::transform()),
        Shape::Test => patterns::text(patterns::test()),
        Shape::Hex => patterns::text(r"([0-9A-Fa-f]{2}(\s+|$))*"),
        Shape::Int => kind("integer"),
        Shape::Natural => with("integer", "minimum", Json::Number(0)),
        Shape::Tag => tag(),
        Shape::Tags => {
            let mut several = with("array", "items", Json::Map(tag()));
            several.push(("minItems".to_owned(), Json::Number(1)));
            vec![("anyOf".to_owned(), list([tag(), several].map(Json::Map)))]
        }
        Shape::Bool => kind("boolean"),
        Shape::Literal => {
            let kinds = ["integer", "boolean", "string", "array"].map(Json::from);
            vec![("type".to_owned(), list(kinds)), ("maxItems".to_owned(), Json::Number(0))]
        }
        Shape::OneOf(words) => {
            let words = words.iter().map(|(word, doc)| {
                map([("const", Json::from(*word)), ("description", Json::from(*doc))])
            });
            vec![("oneOf".to_owned(), list(words))]
        }
        Shape::List(inner) => with("array", "items", Json::Map(shape(inner))),
        Shape::Map(kind) => of(&slug(kind.name)),
        Shape::Facts => {
            let literal = Json::Map(shape(&Shape::Literal));
            let mut members = with("object", "additionalProperties", literal);
            let names = map([("pattern", Json::from(format!("^{NAME}$")))]);
            members.push(("propertyNames".to_owned(), names));
            members
        }
        Shape::Layout => patterns::text(patterns::layout()),
        Shape::Signature => patterns::text(patterns::signature()),
        Shape::Defaults => patterns::text(patterns::defaults()),
        Shape::Entries(inner) => with("object", "additionalProperties", Json::Map(shape(inner))),
        Shape::Either(a, b) => {
            vec![("anyOf".to_owned(), list([a, b].map(|inner| Json::Map(shape(inner)))))]
        }
    }
}

/// A tag of a variant.
fn tag() -> Vec<(String, Json)> {
    let text = map([("type", Json::from("string")), ("maxLength", Json::Number(255))]);
    let number = "-?(0x[0-9A-Fa-f]+|[0-9]+)";
    let range = Json::Map(patterns::text(format!(r"{number}\s*\.\.\s*{number}")));
    let integer = map([("type", Json::from("integer"))]);
    vec![("anyOf".to_owned(), list([integer, text, range]))]
}

fn refer(definition: &str) -> Json {
    map([("$ref", Json::from(format!("#/definitions/{definition}")))])
}

fn slug(name: &str) -> String {
    name.replace(' ', "_")
}
