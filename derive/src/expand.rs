//! From a Rust item to its readers and writers: the way that a schema goes, too.
//!
//! `enums`, `records`, `unions` (with `fields`, `members` and `forms`) and `dialects` lower an item into the tree. `place` keeps the tokens that a
//! span stands for, and `versions` makes a format of the versions that the item mentions. What the rules find becomes errors of the
//! compiler, all at once, beside a stub of what the item would be, so that no other item is in fault. Otherwise the emitter writes the
//! same code as for an item of a schema, but for one that exists already, and all of it behind traits.
//!
//! A field of a type that the macro cannot look into is a codec of the model, and so is one whose keys say how what is inside of it is
//! written (`coding`). Rust resolves the others by `FromWire` and `ToWire`, whose parameter is the context: what depends on no dialect is
//! read with any, so that it can be a part of every format. With `format` the context is that of a format with a schema.
//!
//! What was derived describes itself by type, and the descriptions are put together at run time.

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
        "Operation" => operations::expand(input),
        _ => return None,
    };
    Some(made.unwrap_or_else(|Faults(errors)| {
        let stub = stub::of(name, input);
        quote!(#errors #stub)
    }))
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

/// Complains of numbers as wide as a type says in an item without a table of types.
fn sized_of_no_dialect(item: &Item, places: &mut Places) {
    for (custom, codec) in item.codecs.iter().zip(&item.schema.codecs) {
        let Coding::Sized(name) = &custom.coding else { continue };
        places.found(
            Diagnostic::new("required-key", format!("`{name}` needs a table of types"))
                .at(codec.common.name.span, "the types of which dialect?")
                .help("say on the item: `#[bytecode(dialect = MyDialect)]`"),
        );
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
