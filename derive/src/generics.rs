//! Parameters of items.

use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::Generics;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::GenericParam;

use crate::place::Places;

/// The parameters of an item: at most one lifetime, that of the input.
pub(crate) fn generics(item: &syn::Generics, kind: &str, places: &mut Places) -> Generics {
    let mut generics = Generics::default();
    for parameter in &item.params {
        match parameter {
            GenericParam::Lifetime(parameter) => {
                let lifetime = &parameter.lifetime;
                generics.arguments.extend(quote!(#lifetime,));
                if generics.lifetime.is_some() {
                    let place = places.of(lifetime);
                    let message = format!("a derived {kind} has several lifetimes");
                    places.found(
                        Diagnostic::new("unsupported-shape", message)
                            .at(place, "expected at most one lifetime, that of the input"),
                    );
                }
                generics.lifetime.get_or_insert_with(|| lifetime.to_token_stream());
            }
            GenericParam::Type(parameter) => {
                let (ident, bounds) = (&parameter.ident, &parameter.bounds);
                generics.declared.extend(quote!(#ident: #bounds,));
                generics.arguments.extend(quote!(#ident,));
                generics.types.push(ident.clone());
            }
            GenericParam::Const(parameter) => {
                let (ident, ty) = (&parameter.ident, &parameter.ty);
                generics.declared.extend(quote!(const #ident: #ty,));
                generics.arguments.extend(quote!(#ident,));
                generics.constants.push(ident.clone());
            }
        }
    }
    if let Some(clause) = &item.where_clause {
        let bounds: TokenStream = clause.predicates.iter().map(|bound| quote!(#bound,)).collect();
        generics.bounds = bounds;
    }
    generics
}

/// Reports parameters of an item that cannot have any.
pub(crate) fn refuse(item: &syn::Generics, kind: &str, places: &mut Places) {
    if !item.params.is_empty() {
        let place = places.of(item);
        places.found(
            Diagnostic::new("unsupported-shape", format!("a derived {kind} has parameters"))
                .at(place, "expected no parameters"),
        );
    }
}
