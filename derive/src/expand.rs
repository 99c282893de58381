//! From a Rust item to its readers and writers: the way that a schema goes, too.

use bytespec_codegen::ast::{Common, Format, Schema, Span, Spanned};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Existing, implement};
use bytespec_codegen::{check, model};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{DeriveInput, Ident, Path, Type};

use crate::keys::{Key, Keys};
use crate::place::Places;

/// What an item says, as a part of a schema.
#[derive(Default)]
pub(crate) struct Item {
    /// The enum or the record and the codecs.
    pub(crate) schema: Schema,
    /// The Rust types of the codecs.
    pub(crate) types: Vec<Type>,
}

/// Lowers an item by `lower`, checks it and implements it, or reports all that is wrong with it.
pub(crate) fn expand(
    input: &DeriveInput,
    known: &'static [Key],
    kind: &str,
    lower: impl FnOnce(&DeriveInput, &Keys, Common, &mut Places) -> Item,
) -> TokenStream {
    let mut places = Places::default();
    let keys = Keys::read(&input.attrs, known, kind, &mut places);
    let mut common = common(&input.ident, &mut places);
    common.broken |= keys.broken;
    if !input.generics.params.is_empty() {
        let place = places.of(&input.generics);
        places.found(
            Diagnostic::new("unsupported-shape", format!("a derived {kind} is not generic"))
                .at(place, "expected no parameters"),
        );
    }
    let runtime = runtime(&keys, &mut places);
    let format = format(&keys, common.name.span, &mut places);
    let item = lower(input, &keys, common, &mut places);
    let schema = Schema { formats: vec![format], ..item.schema };
    if !places.findings.is_empty() {
        let mut findings = places.findings.clone();
        findings.extend(check::check(&schema));
        return places.report(findings);
    }
    match model::lower(&schema) {
        Ok(model) => {
            let types = item.types.iter().map(ToTokens::to_token_stream).collect();
            implement(&model, &Existing { runtime, span: input.ident.span(), types })
        }
        Err(findings) => places.report(findings),
    }
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

/// Path of the `bytespec` crate.
fn runtime(keys: &Keys, places: &mut Places) -> TokenStream {
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

/// A format with one version, of which nothing is seen outside.
fn format(keys: &Keys, place: Span, places: &mut Places) -> Format {
    Format {
        common: named("derived".to_owned(), place),
        varint: keys.text("varint", places),
        versions: vec![named("1".to_owned(), place)],
        ..Format::default()
    }
}
