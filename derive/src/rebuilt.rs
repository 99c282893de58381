//! Items that are rebuilt from their fields: as an item of another crate, or as one that borrows nothing.

use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Alternative, Owned};
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Data, DeriveInput, Fields, Type};

use crate::item::Item;
use crate::keys::Keys;
use crate::place::Places;
use crate::types::{FieldType, look, spelled};

/// Reads the keys `remote` and `into_owned` of an item.
pub(crate) fn lower(input: &DeriveInput, keys: &Keys, item: &mut Item, places: &mut Places) {
    item.remote = keys.ty("remote").map(ToTokens::to_token_stream);
    let is_owned = keys.place("into_owned");
    item.into_owned = is_owned.is_some();
    if item.remote.is_none() && !item.into_owned {
        return;
    }
    let lifetime = input.generics.lifetimes().next().map(|lifetime| lifetime.lifetime.to_string());
    if let (Some(place), None) = (is_owned, &lifetime) {
        places.found(
            Diagnostic::new("conflicting-keys", "`into_owned` requires a lifetime")
                .at(place, "the item borrows nothing")
                .help("remove `into_owned`"),
        );
    }
    let lifetime = lifetime.filter(|_| is_owned.is_some());
    let mut alternative = |variant, fields: &Fields| {
        let fields = fields.iter().enumerate().map(|(at, field)| {
            let member = match &field.ident {
                Some(ident) => ident.to_token_stream(),
                None => Literal::usize_unsuffixed(at).to_token_stream(),
            };
            let owned = lifetime.as_ref().map(|lifetime| owned(&field.ty, lifetime, places));
            (member, owned.unwrap_or(Owned::Itself))
        });
        item.alternatives.push(Alternative { variant, fields: fields.collect() });
    };
    match &input.data {
        Data::Enum(data) => data
            .variants
            .iter()
            .for_each(|variant| alternative(Some(variant.ident.clone()), &variant.fields)),
        Data::Struct(data) => alternative(None, &data.fields),
        Data::Union(_) => {}
    }
}

/// The conversion of a value into an owned one.
fn owned(ty: &Type, lifetime: &str, places: &mut Places) -> Owned {
    if !mentions(ty.to_token_stream(), lifetime) {
        return Owned::Itself;
    }
    let mut of = |ty| Box::new(owned(ty, lifetime, places));
    match look(ty) {
        FieldType::Option(inner) => Owned::Option(of(inner)),
        FieldType::Vec(inner) => Owned::List(of(inner)),
        FieldType::Array(inner, _) => Owned::Array(of(inner)),
        FieldType::Box(inner) => Owned::Boxed(of(inner)),
        FieldType::Tuple(parts) => Owned::Tuple(parts.into_iter().map(|part| *of(part)).collect()),
        _ => match ty {
            Type::Reference(reference) => {
                let place = places.of(ty);
                let inner = spelled(&reference.elem);
                places.found(
                    Diagnostic::new("field-type", "`into_owned` cannot convert a reference")
                        .at(place, "a reference has no owned value")
                        .help(format!("use a `Cow<{lifetime}, {inner}>`")),
                );
                Owned::Itself
            }
            Type::Path(path)
                if path.path.segments.last().is_some_and(|last| last.ident == "Cow") =>
            {
                Owned::Cow
            }
            _ => Owned::Type,
        },
    }
}

/// Whether tokens contain a lifetime.
fn mentions(tokens: TokenStream, lifetime: &str) -> bool {
    let mut tick = false;
    tokens.into_iter().any(|token| {
        let after = std::mem::take(&mut tick);
        match token {
            TokenTree::Punct(punct) => {
                tick = punct.as_char() == '\'';
                false
            }
            TokenTree::Ident(ident) => after && ident == lifetime[1..],
            TokenTree::Group(group) => mentions(group.stream(), lifetime),
            TokenTree::Literal(_) => false,
        }
    })
}
