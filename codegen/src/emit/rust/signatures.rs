//! Signatures of operations, as static tables.

use super::Cx;
use super::by_release::{self, Names, Row, Statics};
use crate::model::{Count, Signature, SignatureGroup, Trait};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The functions that know the signatures.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    if cx.model.signatures.is_empty() {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let mut statics = Statics::default();
    statics.items.extend(quote!(#[allow(unused_imports)] use #runtime::signatures::{Count, Group, Signature, Trait};));
    let mut rows = Vec::new();
    for item in &cx.model.signatures {
        for entry in &item.operations {
            rows.push(Row {
                dialect: &item.docs.name,
                clock: item.dialect,
                operation: &entry.operation,
                range: (entry.range.0, entry.range.1, entry.record),
                value: signature(&mut statics, &entry.signature),
            });
        }
    }
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
    let [operands, results, regions, successors] =
        [&signature.operands, &signature.results, &signature.regions, &signature.successors]
            .map(|list| groups(statics, list));
    let traits = signature.traits.iter().map(|known| match known {
        Trait::Terminator => quote!(Trait::Terminator),
        Trait::Isolated => quote!(Trait::Isolated),
        Trait::Symbol => quote!(Trait::Symbol),
        Trait::SymbolTable => quote!(Trait::SymbolTable),
        Trait::NoTerminator => quote!(Trait::NoTerminator),
        Trait::SingleBlock => quote!(Trait::SingleBlock),
        Trait::SameOperandSizes => quote!(Trait::SameOperandSizes),
        Trait::SameResultSizes => quote!(Trait::SameResultSizes),
    });
    let traits: Vec<_> = traits.collect();
    let traits = statics.list("TRAITS", &quote!(Trait), &traits);
    let value = quote! {
        Signature {
            operands: #operands,
            results: #results,
            regions: #regions,
            successors: #successors,
            traits: #traits,
        }
    };
    statics.value("SIGNATURE", &quote!(Signature), &value)
}

fn groups(statics: &mut Statics, groups: &[SignatureGroup]) -> TokenStream {
    let group = |SignatureGroup { name, count }: &SignatureGroup| {
        let count = match count {
            Count::One => quote!(One),
            Count::Optional => quote!(Optional),
            Count::Variadic => quote!(Variadic),
            Count::VariadicOfVariadic => quote!(VariadicOfVariadic),
        };
        quote!(Group::new(#name, Count::#count))
    };
    let rows: Vec<_> = groups.iter().map(group).collect();
    statics.list("GROUPS", &quote!(Group), &rows)
}
