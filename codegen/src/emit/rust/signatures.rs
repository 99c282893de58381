//! Tables of the signatures of operations.

use super::Cx;
use super::by_release::{self, Names, Row, Tables};
use crate::model::{Model, Signature, SignatureGroup};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

const KIND: &str = "operation_signatures";

pub(super) fn add<'m>(model: &'m Model, tables: &mut Tables<'m>) {
    tables.add(model, KIND, &Row::all(&model.signatures, columns));
}

/// The functions that return the signatures.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    if cx.model.signatures.is_empty() {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let names = Names {
        module: KIND,
        value: quote!(&'static #runtime::signatures::Signature),
        one: "signature",
        of_release: format_ident!("signature"),
        release: format_ident!("release_signatures"),
        dialect: format_ident!("dialect_signatures"),
        method: format_ident!("signatures"),
    };
    by_release::emit(cx, &names)
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
