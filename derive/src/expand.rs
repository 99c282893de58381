//! From a Rust item to its readers and writers: the way that a schema goes, too.

use bytespec_codegen::ast::{Common, Format, Schema, Span, Spanned};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Custom, Existing, Shape, Table, implement};
use bytespec_codegen::{check, model};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Expr, ExprLit, Ident, Lit, Meta, Path};

use crate::generics::generics;
use crate::keys::{self, Key, Keys};
use crate::place::{Faults, Places};
use crate::{dialects, enums, records, stub, unions, versions};

/// What an item says, as a part of a schema.
#[derive(Default)]
pub(crate) struct Item {
    /// The enum, the record or the union, and the codecs.
    pub(crate) schema: Schema,
    /// What the codecs stand for.
    pub(crate) codecs: Vec<Custom>,
    /// Defaults that are values of Rust, with their types.
    pub(crate) defaults: Vec<(TokenStream, TokenStream)>,
    /// The alternatives of a union.
    pub(crate) shapes: Vec<Shape>,
    /// The table of the dialect that it is an entry of.
    pub(crate) table: Option<Table>,
    /// Spelled by `Display`.
    pub(crate) display: bool,
}

/// What a macro makes of an item; none for a macro of another crate.
pub(crate) fn by_name(name: &str, input: &DeriveInput) -> Option<TokenStream> {
    let union = |kind: &str, table| {
        expand(input, union_keys(input), kind, |input, keys, common, places| {
            unions::lower(input, keys, common, table, places)
        })
    };
    let made = match name {
        "BytecodeEnum" => expand(input, keys::ENUM, "enum", enums::lower),
        "BytecodeRecord" => expand(input, keys::RECORD, "record", records::lower),
        "BytecodeAttribute" => union("attribute", Table::Attribute),
        "BytecodeType" => union("type", Table::Type),
        "Dialect" => dialects::expand(input),
        "OpProperties" => dialects::properties(input),
        _ => return None,
    };
    Some(made.unwrap_or_else(|Faults(errors)| {
        let stub = stub::of(name, input);
        quote!(#errors #stub)
    }))
}

/// The keys that an item with codes can have.
pub(crate) fn union_keys(input: &DeriveInput) -> &'static [Key] {
    if matches!(input.data, Data::Struct(_)) { keys::STRUCT } else { keys::UNION }
}

/// Lowers an item by `lower`, checks it and implements it, or reports all that is wrong with it.
fn expand(
    input: &DeriveInput,
    known: &'static [Key],
    kind: &str,
    lower: impl FnOnce(&DeriveInput, &Keys, Common, &mut Places) -> Item,
) -> Result<TokenStream, Faults> {
    let mut places = Places::default();
    let keys = Keys::read(&input.attrs, known, kind, &mut places);
    let mut common = common(&input.ident, &mut places);
    documented(&mut common, &input.attrs, &mut places);
    common.broken |= keys.broken;
    let name = common.name.span;
    let generics = generics(&input.generics, kind, &mut places);
    let runtime = runtime(&keys, &mut places);
    let dialect = keys.ty("dialect").map(ToTokens::to_token_stream);
    let format = of_format(&keys, &mut places);
    let varint = varint(&keys, &mut places);
    let fixed = varint.is_some();
    let item = lower(input, &keys, common, &mut places);
    if dialect.is_none() && !keys.broken {
        versions::of_no_dialect(&item.schema, &mut places);
    }
    let derived = Format {
        common: named("derived".to_owned(), name),
        varint,
        versions: versions::mentioned(&item.schema, name),
        ..Format::default()
    };
    let schema = Schema { formats: vec![derived], ..item.schema };
    if !places.findings.is_empty() {
        let mut findings = places.findings.clone();
        findings.extend(check::check(&schema));
        return Err(places.report(findings));
    }
    let versions = versions::places(&schema, &places);
    match model::lower(&schema) {
        Ok(model) => Ok(implement(
            &model,
            &Existing {
                runtime,
                span: input.ident.span(),
                generics,
                dialect,
                format,
                varint: fixed,
                codecs: item.codecs,
                defaults: item.defaults,
                shapes: item.shapes,
                table: item.table,
                display: item.display,
                versions,
            },
        )),
        Err(findings) => Err(places.report(findings)),
    }
}

/// The module of the format whose contexts the item is given.
fn of_format(keys: &Keys, places: &mut Places) -> Option<TokenStream> {
    let place = keys.place("format")?;
    for (key, message) in [
        ("dialect", "an item is of a dialect or of a format"),
        ("varint", "the schema of the format says its varint"),
    ] {
        if let Some(other) = keys.place(key) {
            places.found(
                Diagnostic::new("conflicting-keys", message)
                    .at(other, "nothing to be said here")
                    .at(place, "because of this")
                    .help(format!("leave `{key}` or `format`")),
            );
        }
    }
    keys.ty("format").map(ToTokens::to_token_stream)
}

/// What `varint` means where the item says it: that of the dialect, or the one of the key.
fn varint(keys: &Keys, places: &mut Places) -> Option<Spanned<String>> {
    let said = keys.text("varint", places);
    let Some(dialect) = keys.place("dialect") else { return said };
    if let Some(place) = keys.place("varint") {
        places.found(
            Diagnostic::new("conflicting-keys", "a dialect has the prefix varint")
                .at(place, "nothing to be said here")
                .at(dialect, "because of this")
                .help("leave `varint`"),
        );
    }
    Some(Spanned::new("prefix".to_owned(), dialect))
}

/// The name of an item or of a part of it.
pub(crate) fn common(ident: &Ident, places: &mut Places) -> Common {
    let name = ident.unraw().to_string();
    named(name.clone(), places.of(ident))
}

/// A name at a place.
pub(crate) fn named(name: String, place: Span) -> Common {
    Common {
        // Whether an item has documentation is the matter of rustc's own lint.
        summary: Some(Spanned::new(name.clone(), place)),
        name: Spanned::new(name, place),
        ..Common::default()
    }
}

/// Takes over what the documentation says: the first paragraph, and the others.
pub(crate) fn documented(common: &mut Common, attributes: &[Attribute], places: &mut Places) {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let Meta::NameValue(meta) = &attribute.meta else { continue };
        let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &meta.value else { continue };
        let text = text.value();
        lines.extend(text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned()));
        if text.is_empty() {
            lines.push(String::new());
        }
    }
    let text = lines.join("\n");
    let text = text.trim();
    let (first, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let summary = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let summary = summary.trim_end_matches('.');
    if summary.is_empty() {
        return;
    }
    let place = common.name.span;
    common.summary = Some(Spanned::new(summary.to_owned(), place));
    let rest = rest.trim();
    common.doc = (!rest.is_empty()).then(|| places.spanned(rest.to_owned(), attributes.first()));
}

/// Takes over the versions that have a part.
pub(crate) fn versioned(common: &mut Common, keys: &Keys, places: &mut Places) {
    common.since = version(keys, "since", places);
    common.until = version(keys, "until", places);
}

/// The version of a key.
pub(crate) fn version(keys: &Keys, key: &str, places: &mut Places) -> Option<Spanned<String>> {
    let version = keys.text(key, places)?;
    if versions::numbers(&version.value).is_some() {
        return Some(version);
    }
    places.found(
        Diagnostic::new("wrong-shape", format!("`{}` is not a version", version.value))
            .at(version.span, "expected numbers with dots between"),
    );
    None
}

/// Path of the `bytespec` crate.
pub(crate) fn runtime(keys: &Keys, places: &mut Places) -> TokenStream {
    let Some(literal) = keys.literal("crate") else { return quote!(::bytespec) };
    match literal.parse_with(Path::parse_mod_style) {
        Ok(path) => path.to_token_stream(),
        Err(_) => {
            let place = places.of(literal);
            places.found(
                Diagnostic::new("wrong-shape", format!("`{}` is not a path", literal.value()))
                    .at(place, "expected the path of the `bytespec` crate"),
            );
            quote!(::bytespec)
        }
    }
}
