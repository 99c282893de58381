//! What may be written where the cursor stands.

use super::context::{Context, context};
use super::state::{Answer, Server};
use bytespec_codegen::ast::{Schema, Spanned};
use bytespec_codegen::builtin::{BUILTIN, Builtin, RUN_ONLY, integer_types};
use bytespec_codegen::check::References;
use bytespec_codegen::syntax::{KindSpec, Shape, item_kinds};
use lsp_types::{CompletionItem, CompletionItemKind, Documentation};
use serde_json::{Value, json};
use std::path::Path;

/// What may stand at a place.
pub(super) fn complete(server: &Server, root: &Path, params: &Value) -> Answer {
    let Some((path, byte)) = server.place(params) else { return Ok(Value::Null) };
    let Some(open) = server.open.get(&path) else { return Ok(Value::Null) };
    let bytes = open.text.item(byte..byte);
    let text = open.text.as_str();
    let (before, item) = (&text[bytes.start..byte], &text[bytes]);
    let found = context(before);
    let known = server.analysis(root).map(|(_, analysis)| (&analysis.schema, &analysis.references));
    Ok(json!(items(&found, before, item, known)))
}

fn items(
    found: &Context<'_>,
    before: &str,
    item: &str,
    known: Option<(&Schema, &References)>,
) -> Vec<CompletionItem> {
    let Some(kind) = found.kind else {
        let kinds = item_kinds().iter();
        return kinds.map(|kind| one(kind.name, kind.doc, CompletionItemKind::CLASS)).collect();
    };
    let Some(key) = found.key else { return keys(kind, before) };
    let mut items = values(&key.shape);
    if let Some((schema, references)) = known {
        if matches!(key.shape, Shape::Type | Shape::PartType) {
            let in_table = found.before.ends_with("ref<") || found.before.ends_with("entry<");
            let kinds: &[&str] = match in_table {
                true => &["table"],
                false => &["enum", "record", "union", "codec"],
            };
            if in_table {
                items.clear();
            }
            items.extend(declared(references, kinds, None));
        }
        items.extend(named(kind, key.name, item, references));
        items.extend(free(kind, key.name, item, schema));
    }
    items
}

fn one(label: &str, doc: &str, kind: CompletionItemKind) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        documentation: (!doc.is_empty()).then(|| Documentation::String(doc.to_owned())),
        ..CompletionItem::default()
    }
}

/// Keys that the mapping does not have yet.
fn keys(kind: &KindSpec, before: &str) -> Vec<CompletionItem> {
    // Of the mapping only what stands before the cursor on lines of the same element is known for certain.
    let element = before.rfind(['{', '\n']).map_or(before, |at| &before[at..]);
    let has = |name: &str| {
        let written = format!("{name}:");
        element.split([' ', '{', ',']).any(|word| word == written)
    };
    let keys = kind.keys().filter(|key| !has(key.name));
    let items = keys.map(|key| CompletionItem {
        insert_text: Some(format!("{}: ", key.name)),
        detail: Some(key.shape.describe()),
        // What every mapping of the kind must have comes first.
        sort_text: Some(format!("{}{}", u8::from(!key.required), key.name)),
        ..one(key.name, key.doc, CompletionItemKind::PROPERTY)
    });
    items.collect()
}

/// Words that the language has for a value.
fn values(shape: &Shape) -> Vec<CompletionItem> {
    let ty = |ty: &Builtin| one(ty.form, ty.doc, CompletionItemKind::TYPE_PARAMETER);
    match shape {
        Shape::Bool => {
            ["true", "false"].map(|word| one(word, "", CompletionItemKind::VALUE)).into()
        }
        Shape::OneOf(words) => {
            let words = words.iter();
            words.map(|(word, doc)| one(word, doc, CompletionItemKind::ENUM_MEMBER)).collect()
        }
        Shape::Type => BUILTIN.iter().chain(RUN_ONLY.iter()).map(ty).collect(),
        Shape::PartType => {
            let parts = BUILTIN.iter().filter(|ty| ["bool", "varint", "ref"].contains(&ty.name));
            parts.map(ty).collect()
        }
        Shape::Integer => integer_types().map(ty).collect(),
        Shape::Number => {
            let numbers =
                BUILTIN.iter().filter(|ty| ty.name.starts_with('u') || ty.name == "varint");
            numbers.filter(|ty| !["utf8", "unit"].contains(&ty.name)).map(ty).collect()
        }
        Shape::Set => {
            ["any", "token"].map(|word| one(word, "", CompletionItemKind::KEYWORD)).into()
        }
        Shape::List(inner) => values(inner),
        Shape::Either(a, b) => [values(a), values(b)].concat(),
        _ => Vec::new(),
    }
}

/// Names of things of some kinds; of parts only those of an item.
fn declared(references: &References, kinds: &[&str], owner: Option<&str>) -> Vec<CompletionItem> {
    let all = references.declared.iter().filter(|declared| kinds.contains(&declared.kind));
    let of_owner = all.filter(|declared| {
        let of = declared.owner.map(|at| references.declared[at].name.value.as_str());
        owner.is_none_or(|owner| of == Some(owner))
    });
    let items = of_owner.map(|declared| CompletionItem {
        detail: Some(declared.kind.to_owned()),
        ..one(
            &declared.name.value,
            declared.summary.as_deref().unwrap_or_default(),
            CompletionItemKind::REFERENCE,
        )
    });
    items.collect()
}

/// Names of what the value of a key refers to.
fn named(kind: &KindSpec, key: &str, item: &str, references: &References) -> Vec<CompletionItem> {
    let kinds: &[&str] = match (kind.name, key) {
        (_, "since" | "until" | "flags_since" | "attribute" | "sparse")
        | ("example", "version") => return quoted(declared(references, &["version"], None)),
        (
            _,
            "since_release" | "until_release" | "before" | "release" | "undescribed" | "unreleased",
        ) => {
            return quoted(declared(references, &["release"], None));
        }
        (_, "feature" | "features") => &["feature"],
        (_, "table" | "entries") | ("operation layout", "type") => &["table"],
        (_, "of") => &["union"],
        (_, "record" | "begins_with" | "content") => &["record"],
        (_, "group") => &["group"],
        (_, "requires" | "order") => &["section"],
        (_, "implied") => &["op"],
        (_, "dialect" | "text_of") => &["dialect"],
        (_, "names") if kind.name == "field" => &["enum"],
        (_, "kinds") => &["variant", "trait"],
        (_, "reads_as" | "is_not" | "operands_are_not") => &["variant"],
        ("operand or result", "type") => &["constraint"],
        ("union", "traits") => &[],
        // Parts of the same item.
        (_, "present" | "when" | "same_type" | "field") => {
            let name = item.lines().next().and_then(|line| line.split_once(": "));
            let name = name.map(|(_, name)| name.trim().trim_matches('"'));
            let parts = ["field", "attribute", "operand", "result"];
            return declared(references, &parts, Some(name.unwrap_or_default()));
        }
        _ => &[],
    };
    declared(references, kinds, None)
}

/// The same in quotes: YAML takes a bare version for a number.
fn quoted(mut items: Vec<CompletionItem>) -> Vec<CompletionItem> {
    for item in &mut items {
        item.insert_text = Some(format!("\"{}\"", item.label));
        // Inside of quotes only the word is put in its place.
        item.filter_text = Some(item.label.clone());
    }
    items
}

/// The value of a key of the item, as far as it stands on one line.
fn value<'t>(item: &'t str, key: &str) -> Option<&'t str> {
    let lines = item.lines().map(|line| line.trim_start_matches(['-', ' ']));
    let mut values = lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    values.next().map(|value| value.trim().trim_matches('"'))
}

/// The next number that nothing has.
fn free(kind: &KindSpec, key: &str, item: &str, schema: &Schema) -> Vec<CompletionItem> {
    let numbers: Vec<i128> = match (kind.name, key) {
        ("op", "opcode") => schema.ops.iter().filter_map(|op| number(&op.opcode)).collect(),
        ("section", "id") => schema.sections.iter().filter_map(|of| number(&of.id)).collect(),
        ("variant", "tag") => {
            let of = value(item, "of");
            let is_of = |of_variant: &Option<Spanned<String>>| {
                of_variant.as_ref().map(|name| name.value.as_str()) == of
            };
            let variants = schema.variants.iter().filter(|variant| is_of(&variant.of));
            let reserved =
                schema.unions.iter().filter(|union| Some(union.common.name.value.as_str()) == of);
            let reserved = reserved.flat_map(|union| &union.reserved);
            let reserved = reserved.map(|reserved| reserved.number.value);
            let tags = variants.flat_map(|variant| &variant.tags);
            let tags = tags.map(|tag| tag.last.as_ref().unwrap_or(&tag.number).value);
            tags.chain(reserved).collect()
        }
        ("member", "value") => {
            let name = value(item, "enum");
            let mut enums = schema.enums.iter();
            let found = enums.find(|of| Some(of.common.name.value.as_str()) == name);
            found.map_or(Vec::new(), |of| {
                let reserved = of.reserved.iter().map(|reserved| reserved.number.value);
                of.members
                    .iter()
                    .filter_map(|member| number(&member.value))
                    .chain(reserved)
                    .collect()
            })
        }
        _ => return Vec::new(),
    };
    let next = numbers.iter().max().map_or(0, |last| last + 1).max(0);
    let gap = (0..next).find(|free| !numbers.contains(free));
    let free = [(Some(next), "The next number"), (gap, "The first number that is free")];
    let items = free.into_iter().filter_map(|(number, doc)| {
        Some(one(&number?.to_string(), doc, CompletionItemKind::VALUE))
    });
    items.collect()
}

fn number(number: &Option<Spanned<i128>>) -> Option<i128> {
    number.as_ref().map(|number| number.value)
}
