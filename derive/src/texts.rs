//! The texts of entries, checked by the rules for templates in a schema.

use bytespec_codegen::ast::{Enum, Member, Schema, Span, Spanned, TypeArg, TypeExpr};
use bytespec_codegen::check;
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Existing, without_text};
use bytespec_codegen::model::Model;
use bytespec_codegen::text;
use proc_macro2::TokenStream;
use syn::Type;

use crate::item::named;
use crate::types::{FieldType, look};

/// The rules about templates.
const RULES: &[&str] = &["text-template", "text-clash"];

/// References to tables, by the Rust type, with the name of the table.
const REFERENCES: &[(&str, &str)] = &[
    ("AttributeId", "Attribute"),
    ("TypeId", "Type"),
    ("StringId", "String"),
    ("ResourceId", "Resource"),
];

/// The part of values of a type that a text shows, as a type of a schema; `name` is the codec of the type.
pub(crate) fn shown(ty: &TokenStream, name: &str, span: Span) -> TypeExpr {
    let plain = |name: &str| TypeExpr { name: name.to_owned(), span, ..TypeExpr::default() };
    match syn::parse2::<Type>(ty.clone()) {
        Ok(ty) => match look(&ty) {
            FieldType::Vec(of) => {
                let element = one(of, name, span);
                TypeExpr { args: vec![TypeArg::Type(element)], ..plain("list") }
            }
            _ => one(&ty, name, span),
        },
        Err(_) => plain(name),
    }
}

fn one(ty: &Type, name: &str, span: Span) -> TypeExpr {
    let plain = |name: &str| TypeExpr { name: name.to_owned(), span, ..TypeExpr::default() };
    let of = |outer: &str, inner| TypeExpr { args: vec![TypeArg::Type(inner)], ..plain(outer) };
    match look(ty) {
        FieldType::Int(int) => plain(&int),
        FieldType::Bool => plain("bool"),
        FieldType::Option(inner) => of("flagged", one(inner, name, span)),
        _ => match reference(ty) {
            Some(table) => of("ref", plain(table)),
            None => plain(name),
        },
    }
}

/// The table of a reference.
fn reference(ty: &Type) -> Option<&'static str> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?.ident.to_string();
    REFERENCES.iter().find(|(name, _)| *name == last).map(|(_, table)| *table)
}

/// The findings of the rules about the texts of an item; `shown` are the types that a text shows for its codecs.
pub(crate) fn check(
    schema: &Schema,
    texts: &[(String, Spanned<String>)],
    shown: &[TypeExpr],
) -> Vec<Diagnostic> {
    if texts.is_empty() {
        return Vec::new();
    }
    let mut schema = schema.clone();
    let codecs: Vec<String> =
        schema.codecs.iter().map(|codec| codec.common.name.value.clone()).collect();
    for variant in &mut schema.variants {
        let name = &variant.common.name.value;
        variant.text = texts.iter().find(|(of, _)| of == name).map(|(_, text)| text.clone());
        for field in &mut variant.fields {
            let codec = codecs.iter().position(|name| *name == field.ty.name);
            if let Some(shown) = codec.and_then(|at| shown.get(at)) {
                field.ty = shown.clone();
            }
        }
    }
    // Only Rust has the text of a type. A word with the name of the codec is the minimum that templates must distinguish.
    schema.enums.extend(schema.codecs.drain(..).map(|codec| {
        let (name, place) = (codec.common.name.value.clone(), codec.common.name.span);
        let member = Member { common: named(name, place), ..Member::default() };
        Enum { common: codec.common, members: vec![member], ..Enum::default() }
    }));
    let found = check::check(&schema).into_iter();
    found.filter(|finding| RULES.contains(&finding.rule)).collect()
}

/// Sets the templates of the variants of a model.
pub(crate) fn put(model: &mut Model, texts: &[(String, Spanned<String>)]) {
    for variant in model.unions.iter_mut().flat_map(|item| &mut item.variants) {
        let template = texts.iter().find(|(of, _)| *of == variant.docs.name);
        if let Some(pieces) = template.and_then(|(_, text)| text::parse(text.value.trim()).ok()) {
            variant.text = pieces;
        }
    }
}

/// Reports templates that omit fields: their texts cannot be parsed.
pub(crate) fn unread(
    model: &Model,
    existing: &Existing,
    texts: &[(String, Spanned<String>)],
) -> Vec<Diagnostic> {
    let unread = without_text(model, existing);
    let texts = texts.iter().filter(|(of, _)| unread.contains(of));
    texts
        .map(|(of, text)| {
            Diagnostic::new("text-template", format!("`{of}` cannot be parsed from its text"))
                .at(text.span, "this text can omit a field")
                .help(
                    "show each field outside of groups, or in the group of which it is the condition",
                )
        })
        .collect()
}
