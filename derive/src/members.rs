//! The fields of a struct or of a variant, with their keys.

use bytespec_codegen::ast::Common;
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::Member;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use std::borrow::Cow;
use syn::Fields;
use syn::ext::IdentExt;

use crate::item::{documented, named};
use crate::keys::{self, Keys};
use crate::place::Places;
use crate::types::same;
use crate::versions::versioned;

/// A field in Rust.
pub(crate) struct Source<'f> {
    pub(crate) field: Cow<'f, syn::Field>,
    pub(crate) keys: Keys,
    /// Its name and its other common properties.
    pub(crate) common: Common,
    /// Its value in readers, if it is not on the wire.
    skipped: Option<TokenStream>,
    /// The written value, if it is only on the wire.
    gone: Option<TokenStream>,
}

impl Source<'_> {
    /// Its name in keys, errors and the schema.
    pub(crate) fn name(&self) -> &str {
        &self.common.name.value
    }
}

/// Reads the fields and their keys, with the removed fields (`gone`) of `item` at their places.
pub(crate) fn read<'f>(fields: &'f Fields, item: &Keys, places: &mut Places) -> Vec<Source<'f>> {
    let all = fields.iter().enumerate();
    let sources = all.map(|(at, field)| {
        let keys = Keys::read(&field.attrs, keys::FIELD, "field", places);
        let mut common = match &field.ident {
            Some(ident) => named(ident.unraw().to_string(), places.of(ident)),
            None => named(nameless(at, fields.len()), places.of(&field.ty)),
        };
        renamed(&mut common, &keys, places);
        documented(&mut common, &field.attrs, places);
        versioned(&mut common, &keys, places);
        common.broken |= keys.broken;
        let skipped = skipped(&keys, &common, places);
        Source { field: Cow::Borrowed(field), keys, common, skipped, gone: None }
    });
    let mut sources: Vec<_> = sources.collect();
    for field in item.gone() {
        let gone = gone(field, places);
        let before = gone.keys.text("before", places);
        let at = before.as_ref().and_then(|name| {
            let at = sources.iter().position(|source| source.name() == name.value);
            if at.is_none() {
                let names = sources.iter().map(Source::name);
                places.found(
                    Diagnostic::new("unknown-key", format!("no field is named `{}`", name.value))
                        .at(name.span, "unknown field")
                        .suggest(&name.value, names),
                );
            }
            at
        });
        sources.insert(at.unwrap_or(sources.len()), gone);
    }
    sources
}

/// A field of older versions that the Rust type no longer has.
fn gone<'f>(field: &syn::Field, places: &mut Places) -> Source<'f> {
    let keys = Keys::read(&field.attrs, keys::GONE_FIELD, "field that is gone", places);
    let ident = field.ident.as_ref();
    let name = ident.map_or_else(|| VALUE.to_owned(), |ident| ident.unraw().to_string());
    let mut common = named(name, places.of(ident));
    versioned(&mut common, &keys, places);
    common.broken |= keys.broken;
    if keys.place("until").is_none() && !keys.broken {
        let message = format!("the removed field `{}` has no `until`", common.name.value);
        places.found(
            Diagnostic::new("required-key", message)
                .at(common.name.span, "expected the last version with the field")
                .help("add `until`"),
        );
    }
    let default = match keys.value("default") {
        Some(list) if same(list, quote!([])) => quote!(::core::default::Default::default()),
        Some(value) => value.clone(),
        // An `Option` with its presence in another key has no default.
        None => quote!(None),
    };
    Source { field: Cow::Owned(field.clone()), keys, common, skipped: None, gone: Some(default) }
}

/// The name of a single unnamed field.
pub(crate) const VALUE: &str = "value";

/// The name of an unnamed field.
fn nameless(at: usize, len: usize) -> String {
    if len == 1 { VALUE.to_owned() } else { format!("{VALUE}{at}") }
}

/// Applies the key `name`.
pub(crate) fn renamed(common: &mut Common, keys: &Keys, places: &mut Places) {
    let Some(name) = keys.text("name", places) else { return };
    if syn::parse_str::<syn::Ident>(&name.value).is_err() {
        common.broken = true;
        places.found(
            Diagnostic::new("wrong-shape", format!("`{}` is not a name", name.value))
                .at(name.span, "expected letters, digits and `_`"),
        );
        return;
    }
    *common = Common { broken: common.broken, ..named(name.value, name.span) };
}

/// The value of a skipped field.
fn skipped(keys: &Keys, common: &Common, places: &mut Places) -> Option<TokenStream> {
    let place = keys.place("skip")?;
    for (key, other) in keys.given().filter(|(key, _)| !["skip", "default"].contains(key)) {
        let message = format!("the skipped field `{}` has `{key}`", common.name.value);
        places.found(
            Diagnostic::new("conflicting-keys", message)
                .at(other, "this does not apply to a skipped field")
                .at(place, "`skip` is here")
                .help("remove one of them"),
        );
    }
    let default = keys.value("default").cloned();
    Some(default.unwrap_or_else(|| quote!(::core::default::Default::default())))
}

/// The fields with their names in Rust.
pub(crate) fn members(sources: &[Source<'_>]) -> Vec<Member> {
    let sources = sources.iter().enumerate();
    sources
        .map(|(at, source)| Member {
            name: source.name().to_owned(),
            member: match &source.field.ident {
                Some(ident) => ident.to_token_stream(),
                None => Literal::usize_unsuffixed(at).to_token_stream(),
            },
            skipped: source.skipped.clone(),
            gone: source.gone.clone().map(|value| {
                let ty = &source.field.ty;
                quote!(&#ty = &(#value))
            }),
        })
        .collect()
}

/// The fields that are on the wire.
pub(crate) fn on_the_wire<'s, 'f>(
    sources: &'s [Source<'f>],
) -> impl Iterator<Item = &'s Source<'f>> {
    sources.iter().filter(|source| source.skipped.is_none())
}
