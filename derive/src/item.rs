//! The parts of an item that are common to all macros.

use bytespec_codegen::ast::{Common, Schema, Span, Spanned, TypeExpr};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Alternative, Custom, Shape, Table};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Expr, ExprLit, Ident, Lit, Meta, Path};

use crate::keys::{self, Key, Keys};
use crate::place::Places;

/// An item as a part of a schema.
#[derive(Default)]
pub(crate) struct Item {
    /// The enum, the record or the union, and the codecs.
    pub(crate) schema: Schema,
    /// The types of the codecs.
    pub(crate) codecs: Vec<Custom>,
    /// Defaults that are values of Rust, with their types.
    pub(crate) defaults: Vec<(TokenStream, TokenStream)>,
    /// The alternatives of a union.
    pub(crate) shapes: Vec<Shape>,
    /// The templates of variants of the schema, by name.
    pub(crate) texts: Vec<(String, Spanned<String>)>,
    /// The types that a text shows for each codec.
    pub(crate) shown: Vec<TypeExpr>,
    /// The table of the dialect with its entries.
    pub(crate) table: Option<Table>,
    /// The member of an enum for all other numbers.
    pub(crate) other: Option<Ident>,
    /// The alternatives with all their fields, if the item is rebuilt.
    pub(crate) alternatives: Vec<Alternative>,
    /// The item of another crate that it describes.
    pub(crate) remote: Option<TokenStream>,
    /// Bounds of versions of older forms, which the schema does not have.
    pub(crate) bounds: Vec<Spanned<String>>,
    /// It has `into_owned`.
    pub(crate) into_owned: bool,
    /// Spelled by `Display`.
    pub(crate) display: bool,
}

/// The keys of an item with codes.
pub(crate) fn union_keys(input: &DeriveInput) -> &'static [Key] {
    if matches!(input.data, Data::Struct(_)) { keys::STRUCT } else { keys::UNION }
}

/// The name of an item or of a part of it.
pub(crate) fn common(ident: &Ident, places: &mut Places) -> Common {
    let name = ident.unraw().to_string();
    named(name.clone(), places.of(ident))
}

/// A name at a place.
pub(crate) fn named(name: String, place: Span) -> Common {
    Common {
        // A lint of rustc reports missing documentation.
        summary: Some(Spanned::new(name.clone(), place)),
        name: Spanned::new(name, place),
        ..Common::default()
    }
}

/// Reads the documentation: the first paragraph, and the others.
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

/// The name of a field as a part of a variant's name.
pub(crate) fn camel(name: &str) -> String {
    let ident = syn::parse_str::<syn::Ident>(name).map(|ident| ident.unraw().to_string());
    let name = ident.unwrap_or_else(|_| name.to_owned());
    name.split('_')
        .filter_map(|word| {
            let mut letters = word.chars();
            let first = letters.next()?;
            Some(first.to_uppercase().chain(letters).collect::<String>())
        })
        .collect()
}
