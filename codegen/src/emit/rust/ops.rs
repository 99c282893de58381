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
        /// A result of an operation, or an argument of a block, with its type.
        pub type ResultValue = Typed<#ty>;

        #kinds
        #owned_enum

        /// A struct for each operation.
        pub mod ops {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #(#structs)*
        }
    };
    let views = quote! {
        #view_enum

        /// A struct for each operation. An operation without parts of variable length has only the owned struct.
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
