//! Signatures of operations, as static tables.

use super::Cx;
use super::by_release::{self, Names, Row, Statics};
use crate::model::{Signature, SignatureGroup};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// The functions that know the signatures.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    if cx.model.signatures.is_empty() {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let mut statics = Statics::default();
    statics.items.extend(
        quote!(#[allow(unused_imports)] use #runtime::signatures::{Signature, Trait, groups};),
    );
    let rows = Row::all(&cx.model.signatures, |found| signature(&mut statics, found));
    let names = Names {
        module: format_ident!("operation_signatures"),
        value: quote!(&'static #runtime::signatures::Signature),
        one: "signature",
        of_release: format_ident!("signature"),
        release: format_ident!("release_signatures"),
        dialect: format_ident!("dialect_signatures"),
        method: format_ident!("signatures"),
    };
    by_release::emit(cx, &names, statics, &rows)
}

fn signature(statics: &mut Statics, signature: &Signature) -> TokenStream {
    let lists = [
        ("operands", &signature.operands),
        ("results", &signature.results),
        ("regions", &signature.regions),
        ("successors", &signature.successors),
    ];
    let lists = lists.iter().filter(|(_, groups)| !groups.is_empty()).map(|(name, list)| {
        let (name, count) = (format_ident!("{name}"), Literal::usize_unsuffixed(list.len()));
        let groups: Vec<String> = list.iter().map(SignatureGroup::to_string).collect();
        let text = groups.join(", ");
        quote!(#name: &groups::<#count>(#text))
    });
    let mut parts: Vec<_> = lists.collect();
    let traits = signature.traits.iter().map(|known| {
        let name = super::names::ident(&format!("{known:?}"));
        quote!(Trait::#name)
    });
    if !signature.traits.is_empty() {
        parts.push(quote!(traits: &[#(#traits),*]));
    }
    let value = match parts.len() {
        0 => quote!(Signature::NOTHING),
        5 => quote!(Signature { #(#parts),* }),
        _ => quote!(Signature { #(#parts,)* ..Signature::NOTHING }),
    };
    statics.value("SIGNATURE", &quote!(Signature), &value)
}
