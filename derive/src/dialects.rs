//! Dialects, and the properties of their operations.

use bytespec_codegen::ast::{Field, Format, Record, Schema, Span, Spanned, TypeExpr};
use bytespec_codegen::check;
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics};
use bytespec_codegen::emit::rust::{Dialect, Operation, dialect, operation};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Data, DeriveInput, Fields};

use crate::generics::refuse;
use crate::item::{common, documented, named, runtime};
use crate::keys::{self, Keys};
use crate::place::{Faults, Places};
use crate::versions::numbers;

/// Whether an item is a struct, without parameters.
pub(crate) fn is_struct(input: &DeriveInput, kind: &str, places: &mut Places) -> bool {
    refuse(&input.generics, kind, places);
    let token = match &input.data {
        Data::Struct(_) => return true,
        Data::Enum(data) => data.enum_token.to_token_stream(),
        Data::Union(data) => data.union_token.to_token_stream(),
    };
    let place = places.of(token);
    let message = format!("a {kind} must be a struct");
    places.found(Diagnostic::new("unsupported-shape", message).at(place, "expected `struct`"));
    false
}

/// `#[derive(Dialect)]`
pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream, Faults> {
    let mut places = Places::default();
    let (item, schema) = lower(input, &mut places);
    let mut findings = places.findings.clone();
    findings.extend(check::check(&schema));
    if findings.is_empty() { Ok(dialect(&item)) } else { Err(places.report(findings)) }
}

/// A dialect, and the versions that it declares as those of a schema.
pub(crate) fn lower(input: &DeriveInput, places: &mut Places) -> (Dialect, Schema) {
    let keys = Keys::read(&input.attrs, keys::DIALECT_KEYS, "dialect", places);
    is_struct(input, "dialect", places);
    let mut common = common(&input.ident, places);
    documented(&mut common, &input.attrs, places);
    places.word("a format", "a dialect");
    let label = keys.text("name", places);
    if label.is_none() && !keys.broken {
        let name = common.name.value.to_lowercase();
        places.found(
            Diagnostic::new("required-key", "the dialect has no `name`")
                .at(common.name.span, "files refer to the dialect by its name")
                .help(format!("write `#[bytecode(name = \"{name}\")]`")),
        );
    }
    let label = label.unwrap_or_else(|| common.name.clone());
    let mut versions: Vec<_> = keys
        .texts("versions")
        .iter()
        .map(|version| named(version.value(), places.of(version)))
        .collect();
    let most =
        versions.iter().filter_map(|version| Some(numbers(&version.name.value)?.len())).max();
    let producer = producer(&keys, most, places);
    let record = if producer.is_some() { 0 } else { record(&keys, most, places) };
    if versions.is_empty() {
        versions.push(named("1".to_owned(), label.span));
    }
    let summary = common.summary.clone().unwrap_or_default().value;
    common.name = label.clone();
    let format = Format { common, versions, ..Format::default() };
    let names = format.versions.iter().map(|version| version.name.value.clone()).collect();
    let schema = Schema { formats: vec![format], ..Schema::default() };
    let types = |key: &str| -> Vec<TokenStream> {
        keys.types(key).iter().map(|ty| borrowed(ty.to_token_stream())).collect()
    };
    let item = Dialect {
        runtime: runtime(&keys, places),
        name: input.ident.clone(),
        place: places.span(label.span),
        label: label.value,
        summary,
        versions: names,
        record,
        producer: producer.map_or_else(String::new, |producer| producer.value),
        attributes: types("attributes"),
        types: types("types"),
        operations: types("operations"),
    };
    (item, schema)
}

/// The text before the version in the name of a producer.
fn producer(keys: &Keys, most: Option<usize>, places: &mut Places) -> Option<Spanned<String>> {
    let producer = keys.text("producer", places)?;
    let mut wrong = |rule, message: &str, label: &str, help: &str| {
        places.found(Diagnostic::new(rule, message).at(producer.span, label).help(help));
    };
    if producer.value.is_empty() {
        let label = "expected the text before the version";
        wrong("wrong-shape", "`producer` is empty", label, "write `producer = \"MyTool_v\"`");
    } else if most.is_none() {
        let message = "`producer` requires versions of the dialect";
        wrong(
            "required-key",
            message,
            "the dialect has no versions",
            "write `versions(\"1.0\", \"1.1\")`",
        );
    } else if keys.place("record").is_some() {
        let message = "both `producer` and `record` determine the place of the version";
        wrong(
            "conflicting-keys",
            message,
            "this cannot be combined with `record`",
            "remove one of them",
        );
    }
    Some(producer)
}

/// The number of varints in the record of a version.
fn record(keys: &Keys, most: Option<usize>, places: &mut Places) -> usize {
    let Some(length) = keys.number("record") else { return most.unwrap_or(0) };
    let mut wrong = |message: String, label: String| {
        places.found(Diagnostic::new("number-range", message).at(length.span, label));
    };
    match most {
        None => wrong(
            "`record` requires versions of the dialect".to_owned(),
            "add `versions`, or remove this".to_owned(),
        ),
        Some(most) if length.value < most as u64 => wrong(
            format!("a record of {} varints is too short for the versions", length.value),
            format!("expected at least {most}, the numbers of the longest version"),
        ),
        Some(_) if length.value > 16 => wrong(
            format!("a record of {} varints is too long", length.value),
            "expected at most 16".to_owned(),
        ),
        Some(_) => {}
    }
    usize::try_from(length.value).unwrap_or_default()
}

/// The same type with the lifetime of the input in place of all others.
fn borrowed(tokens: TokenStream) -> TokenStream {
    let mut lifetime = false;
    tokens
        .into_iter()
        .map(|token| {
            let after = std::mem::take(&mut lifetime);
            match token {
                TokenTree::Punct(punct) => {
                    lifetime = punct.as_char() == '\'';
                    TokenTree::Punct(punct)
                }
                TokenTree::Ident(ident) if after && ident != "static" => {
                    TokenTree::Ident(Ident::new("__a", ident.span()))
                }
                TokenTree::Group(group) => {
                    TokenTree::Group(Group::new(group.delimiter(), borrowed(group.stream())))
                }
                token => token,
            }
        })
        .collect()
}

/// `#[derive(OpProperties)]`
pub(crate) fn properties(input: &DeriveInput) -> Result<TokenStream, Faults> {
    let mut places = Places::default();
    let keys = Keys::read(&input.attrs, keys::PROPERTIES, "struct of properties", &mut places);
    let is_struct = is_struct(input, "struct of properties", &mut places);
    let item = common(&input.ident, &mut places);
    of_an_operation(
        &keys,
        &item.name,
        ("the properties have", "properties require `dialect` and `operation`"),
        &mut places,
    );
    let mut fields = Vec::new();
    let mut lowered = Vec::new();
    if let Data::Struct(data) = &input.data {
        if let Fields::Unnamed(unnamed) = &data.fields {
            let place = places.of(unnamed);
            places.found(
                Diagnostic::new("unsupported-shape", "the fields of properties have no names")
                    .at(place, "expected `{ ... }`"),
            );
        }
        for field in &data.fields {
            let Some(ident) = &field.ident else { continue };
            let keys = Keys::read(&field.attrs, keys::PROPERTY, "property", &mut places);
            let mut common = common(ident, &mut places);
            if let Some(name) = keys.text("name", &mut places) {
                common.name = name;
            }
            fields.push((ident.clone(), field.ty.to_token_stream(), common.name.value.clone()));
            let ty = TypeExpr { name: "bool".to_owned(), ..TypeExpr::default() };
            lowered.push(Field { common, ty, ..Field::default() });
        }
    }
    let findings = check_names(&item.name, lowered, &places);
    let (Some(dialect), Some(name), true) =
        (keys.ty("dialect"), keys.literal("operation"), is_struct && findings.is_empty())
    else {
        return Err(places.report(findings));
    };
    Ok(operation(&Operation {
        runtime: runtime(&keys, &mut places),
        name: input.ident.clone(),
        dialect: dialect.to_token_stream(),
        operation: name.value(),
        fields,
    }))
}

/// Reports a missing dialect or operation; `has` begins the message.
pub(crate) fn of_an_operation(
    keys: &Keys,
    item: &Spanned<String>,
    (has, label): (&str, &str),
    places: &mut Places,
) {
    for (key, example) in [("dialect", "dialect = MyDialect"), ("operation", "operation = \"add\"")]
    {
        if keys.place(key).is_some() || keys.broken {
            continue;
        }
        places.found(
            Diagnostic::new("required-key", format!("{has} no `{key}`"))
                .at(item.span, label)
                .help(format!("write `#[bytecode({example})]`")),
        );
    }
}

/// The findings so far, and those of the rules about the names of properties.
pub(crate) fn check_names(
    item: &Spanned<String>,
    fields: Vec<Field>,
    places: &Places,
) -> Diagnostics {
    let place: Span = item.span;
    let common = named(item.value.clone(), place);
    let format = Format {
        common: named("derived".to_owned(), place),
        versions: vec![named("1".to_owned(), place)],
        ..Format::default()
    };
    let record = Record { common, fields, ..Record::default() };
    let schema = Schema { formats: vec![format], records: vec![record], ..Schema::default() };
    let mut findings = places.findings.clone();
    findings.extend(check::check(&schema));
    findings
}
