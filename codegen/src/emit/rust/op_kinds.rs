//! The kinds of operations, and their properties.

use super::operation::OpEmitter;
use super::versions::{brief, condition, needs};
use super::{Cx, names, op_tables};
use crate::model::Gate;
use proc_macro2::TokenStream;
use quote::quote;

/// `OpKind`, and the properties of each kind.
pub(super) fn kinds(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    if cx.declarations {
        return quote!(pub enum OpKind { #(#idents,)* });
    }
    let kind_docs = ops.iter().map(|op| brief(&op.op.docs));
    let runtime = &cx.options.runtime;
    let infos = op_tables::emit(cx, ops.iter().map(|op| op.op));
    let numbers = numbers_of_kinds(cx, ops);
    let refuse = refuse_kind(cx, ops);
    quote! {
        /// The kind of an operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum OpKind {
            #(#kind_docs #idents,)*
        }

        impl OpKind {
            /// Every kind, by opcode.
            pub const ALL: &[OpKind] = &[#(OpKind::#idents),*];

            /// The schema's description of the kind.
            #[must_use]
            pub fn info(self) -> &'static #runtime::reflect::OpInfo {
                static INFO: #runtime::op_table::OpTable = #infos;
                &INFO[self as usize]
            }

            #numbers

            /// The spelling in listings.
            #[must_use]
            pub fn name(self) -> &'static str {
                self.info().label
            }

            #refuse
        }
    }
}

/// The conversions between a kind, its opcode and its first version.
fn numbers_of_kinds(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    let opcodes: Vec<_> =
        ops.iter().map(|op| proc_macro2::Literal::u64_unsuffixed(op.op.opcode)).collect();
    // Of several operations with one opcode, the last one is found by the opcode.
    let numbers = ops
        .iter()
        .enumerate()
        .filter(|(at, op)| !ops[at + 1..].iter().any(|other| other.op.opcode == op.op.opcode));
    let numbers = numbers.map(|(_, op)| {
        let (ident, opcode) = (op.ident(), proc_macro2::Literal::u64_unsuffixed(op.op.opcode));
        quote!(#opcode => Some(OpKind::#ident),)
    });
    let since =
        ops.iter().map(|op| names::version(&cx.model.versions[op.op.docs.gate.since].docs.name));
    quote! {
        /// The number on the wire.
        #[must_use]
        pub const fn opcode(self) -> u64 {
            match self { #(OpKind::#idents => #opcodes,)* }
        }

        /// The kind with an opcode in any version. If several kinds have the opcode, the latest of them.
        #[must_use]
        pub const fn from_opcode(opcode: u64) -> Option<OpKind> {
            match opcode { #(#numbers)* _ => None }
        }

        /// The first version with this kind.
        #[must_use]
        pub const fn since(self) -> Version {
            match self { #(OpKind::#idents => Version::#since,)* }
        }
    }
}

/// The function that makes the error for an opcode that is unknown or that the version does not have.
fn refuse_kind(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let gates = ops.iter().filter_map(|op| {
        let condition = condition(cx, &op.op.docs.gate, &Gate::default())?;
        let ident = op.ident();
        let needs = needs(cx, &op.op.docs.gate);
        Some(quote!(OpKind::#ident if !(#condition) => Err(#needs),))
    });
    let context = cx.read_context();
    quote! {
        #[cold]
        #[allow(dead_code)]
        fn refuse<'a>(offset: usize, opcode: u64, cx: &#context) -> Error {
            let version = cx.version();
            let Some(kind) = OpKind::from_opcode(opcode) else {
                return values::unknown_number(offset, "opcode", opcode);
            };
            let checked = match kind { #(#gates)* _ => Ok(()) };
            match checked {
                Err(needs) => gate_error(kind.info().name, needs, version).or_at(offset),
                Ok(()) => values::unknown_number(offset, "opcode", opcode),
            }
        }
    }
}

/// The table of operations with text that are not instructions.
pub(super) fn sections(cx: &Cx<'_>) -> TokenStream {
    let runtime = &cx.options.runtime;
    let sections = cx.model.ops.iter().filter(|op| op.section_form && !op.text.is_empty());
    let sections = op_tables::emit(cx, sections);
    quote! {
        /// The schema's descriptions of operations that are not instructions and have text.
        pub static SECTION_OPERATIONS: #runtime::op_table::OpTable = #sections;
    }
}
