//! Operations: a struct for each, an enum of all, a visitor, and the properties of each kind.

use super::op_enums::{owned_enum, view_enum};
use super::op_kinds::kinds;
use super::operation::{OpEmitter, instructions};
use super::{Cx, Family};
use proc_macro2::TokenStream;
use quote::quote;

/// The owned or plain structs with the code for all kinds, and the borrowed structs.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream) {
    let Some(operations) = &cx.model.operations else {
        return (quote!(), quote!());
    };
    let ops: Vec<OpEmitter<'_, '_>> =
        instructions(cx).map(|op| OpEmitter { cx, op, operations }).collect();
    if ops.is_empty() {
        return (quote!(), quote!());
    }
    let structs = ops.iter().map(|op| op.structure(Family::Owned));
    let view_structs = ops.iter().filter(|op| !op.plain()).map(|op| op.structure(Family::View));
    let plain = ops.iter().filter(|op| op.plain()).map(|op| op.ident());
    let kinds = kinds(cx, &ops);
    let owned_enum = owned_enum(cx, &ops);
    let view_enum = view_enum(cx, &ops);
    let ty = cx.table_id(operations.types);
    let owned = quote! {
        /// A result or argument at the place that defines it.
        pub type ResultValue = Typed<#ty>;

        #kinds
        #owned_enum

        /// The operations, a struct each.
        pub mod ops {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #(#structs)*
        }
    };
    let views = quote! {
        #view_enum

        /// The operations, a struct each; those without anything of variable length are the owned
        /// ones.
        pub mod ops {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #[doc(inline)]
            pub use super::super::ops::{#(#plain),*};
            #(#view_structs)*
        }
    };
    (owned, views)
}
