//! Tables of the signatures of operations.

use super::Cx;
use super::by_release::{self, Names, Row};
use crate::model::{Signature, SignatureGroup};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The functions that return the signatures.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    if cx.model.signatures.is_empty() {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let rows = Row::all(&cx.model.signatures, columns);
    let names = Names {
        module: format_ident!("operation_signatures"),
        value: quote!(&'static #runtime::signatures::Signature),
        one: "signature",
        of_release: format_ident!("signature"),
        release: format_ident!("release_signatures"),
        dialect: format_ident!("dialect_signatures"),
        method: format_ident!("signatures"),
    };
    by_release::emit(cx, &names, &rows)
}

fn columns(signature: &Signature) -> Vec<String> {
    let Signature { operands, results, regions, successors, traits } = signature;
    let groups = [operands, results, regions, successors].map(|groups| {
        let groups: Vec<String> = groups.iter().map(SignatureGroup::to_string).collect();
        groups.join(", ")
    });
    let traits: Vec<String> = traits.iter().map(|known| format!("{known:?}")).collect();
    groups.into_iter().chain([traits.join(", ")]).collect()
}
