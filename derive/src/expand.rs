//! From a Rust item to its readers and writers, through the same steps as an item of a schema.
//!
//! `enums`, `records`, `unions` (with `fields`, `members` and `forms`) and `dialects` lower an item into the tree. `place` keeps
//! the tokens of each span, and `versions` makes a format from the versions that the item mentions. Findings of the rules become
//! errors of the compiler, all at once, beside a stub of the item that prevents errors in other items. Otherwise, the emitter
//! writes the same code as for an item of a schema, except the type itself, and all of it behind traits.
//!
//! A field of a type that the macro cannot analyze is a codec of the model, and so is one with keys for the encoding of its parts
//! (`coding`). Rust resolves the others by `FromWire` and `ToWire`, whose parameter is the context: a type that depends on no
//! dialect is read with any context, so it can be a part of every format. With `format`, the context is that of a format with a
//! schema.
//!
//! Derived items describe themselves by type, and the descriptions are combined at run time.

use bytespec_codegen::ast::{Common, Format, Schema, Spanned};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Coding, Existing, Table, implement};
use bytespec_codegen::{check, model};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::DeriveInput;

use crate::generics::generics;
use crate::item::{Item, common, documented, named, runtime, union_keys};
use crate::keys::{self, Key, Keys};
use crate::place::{Faults, Places};
use crate::{
    agreement, dialects, enums, operations, rebuilt, records, stub, texts, unions, versions,
};

/// The output of a macro for an item; none for a macro of another crate.
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
        "Operation" => operations::expand(input),
        _ => return None,
    };
    Some(made.unwrap_or_else(|Faults(errors)| {
        let stub = stub::of(name, input);
        quote!(#errors #stub)
    }))
}

/// Lowers an item by `lower`, checks it and implements it, or reports all its faults.
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
    let mut item = lower(input, &keys, common, &mut places);
    rebuilt::lower(input, &keys, &mut item, &mut places);
    if dialect.is_none() && !keys.broken {
        if format.is_none() {
            versions::of_nothing(&item.schema, &mut places);
        }
        sized_of_no_dialect(&item, &mut places);
    }
    let derived = Format {
        common: named("derived".to_owned(), name),
        varint,
        versions: versions::mentioned(&item.schema, name),
        ..Format::default()
    };
    let schema = Schema { formats: vec![derived], ..item.schema };
    places.findings.extend(texts::check(&schema, &item.texts, &item.shown));
    if !places.findings.is_empty() {
        let mut findings = places.findings.clone();
        findings.extend(check::check(&schema));
        return Err(places.report(findings));
    }
    let agreement = agreement::of(&keys, &schema, &item.codecs, &mut places);
    let versions = versions::places(&schema, &item.bounds, &places);
    let mut model = match model::lower(&schema) {
        Ok(model) => model,
        Err(findings) => return Err(places.report(findings)),
    };
    texts::put(&mut model, &item.texts);
    let existing = Existing {
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
        other: item.other,
        display: item.display,
        alternatives: item.alternatives,
        remote: item.remote,
        into_owned: item.into_owned,
        versions,
    };
    places.findings.extend(texts::unread(&model, &existing, &item.texts));
    if places.findings.is_empty() {
        let code = implement(&model, &existing);
        return Ok(quote!(#code #agreement));
    }
    Err(places.report(places.findings.clone()))
}

/// Reports numbers with the width of a type in an item without a table of types.
fn sized_of_no_dialect(item: &Item, places: &mut Places) {
    for (custom, codec) in item.codecs.iter().zip(&item.schema.codecs) {
        let Coding::Sized(name) = &custom.coding else { continue };
        places.found(
            Diagnostic::new("required-key", format!("`{name}` requires a table of types"))
                .at(codec.common.name.span, "the item has no dialect with types")
                .help("add to the item: `#[bytecode(dialect = MyDialect)]`"),
        );
    }
}

/// The module of the format whose contexts the item uses.
fn of_format(keys: &Keys, places: &mut Places) -> Option<TokenStream> {
    let place = keys.place("format")?;
    for (key, message) in [
        ("dialect", "an item has both a dialect and a format"),
        ("varint", "`varint` is set, but the schema of the format determines it"),
    ] {
        if let Some(other) = keys.place(key) {
            places.found(
                Diagnostic::new("conflicting-keys", message)
                    .at(other, "this cannot be combined with `format`")
                    .at(place, "`format` is here")
                    .help(format!("remove `{key}` or `format`")),
            );
        }
    }
    keys.ty("format").map(ToTokens::to_token_stream)
}

/// The varint of an item: that of the dialect, or that of the key.
fn varint(keys: &Keys, places: &mut Places) -> Option<Spanned<String>> {
    let given = keys.text("varint", places);
    let Some(dialect) = keys.place("dialect") else { return given };
    if let Some(place) = keys.place("varint") {
        places.found(
            Diagnostic::new(
                "conflicting-keys",
                "`varint` is set, but a dialect always has the prefix varint",
            )
            .at(place, "this cannot be combined with `dialect`")
            .at(dialect, "`dialect` is here")
            .help("remove `varint`"),
        );
    }
    Some(Spanned::new("prefix".to_owned(), dialect))
}
