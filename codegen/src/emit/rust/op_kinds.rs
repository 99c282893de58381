//! The kinds of operations, and what is known of each.

use super::operation::{OpEmitter, resolved};
use super::versions::{brief, condition, needs};
use super::{Cx, names, operation_text};
use crate::model::{FieldKind, Gate, Op, Port};
use proc_macro2::TokenStream;
use quote::quote;

/// `OpKind` and what is known of each kind.
pub(super) fn kinds(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    if cx.declarations {
        return quote!(pub enum OpKind { #(#idents,)* });
    }
    let kind_docs = ops.iter().map(|op| brief(&op.op.docs));
    let runtime = &cx.options.runtime;
    let infos = ops.iter().map(|op| info(cx, op.op));
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

            const INFO: &[#runtime::reflect::OpInfo] = &[#(#infos),*];

            /// What the schema says of the kind.
            #[must_use]
            pub fn info(self) -> &'static #runtime::reflect::OpInfo {
                &OpKind::INFO[self as usize]
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

/// The methods between a kind, its opcode and its first version.
fn numbers_of_kinds(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    let opcodes: Vec<_> =
        ops.iter().map(|op| proc_macro2::Literal::u64_unsuffixed(op.op.opcode)).collect();
    // Of operations with one opcode the last is the one that is known by it.
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

        /// The kind with an opcode, whatever the version; the latest of several.
        #[must_use]
        pub const fn from_opcode(opcode: u64) -> Option<OpKind> {
            match opcode { #(#numbers)* _ => None }
        }

        /// The first version that has it.
        #[must_use]
        pub const fn since(self) -> Version {
            match self { #(OpKind::#idents => Version::#since,)* }
        }
    }
}

/// The function that makes the error for an opcode that is unknown or not in the version.
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

/// What is known of operations that are no instructions and have text.
pub(super) fn sections(cx: &Cx<'_>) -> TokenStream {
    let runtime = &cx.options.runtime;
    let sections = cx.model.ops.iter().filter(|op| op.section_form && !op.text.is_empty());
    let sections = sections.map(|op| info(cx, op));
    quote! {
        /// What the schema says of operations that are no instructions and have text.
        pub const SECTION_OPERATIONS: &[#runtime::reflect::OpInfo] = &[#(#sections),*];
    }
}

/// What is known of an operation.
fn info(cx: &Cx<'_>, op: &Op) -> TokenStream {
    let runtime = &cx.options.runtime;
    let (name, label, summary) = (&op.docs.name, &op.docs.label, &op.docs.summary);
    let group = op
        .group
        .and_then(|index| cx.model.groups.get(index))
        .map_or("", |group| group.docs.name.as_str());
    let ports = |ports: &[Port]| {
        let ports = ports.iter().map(|port| {
            let (name, constraint) = (&port.docs.name, resolved(cx, &port.constraint));
            let arity = names::ident(&format!("{:?}", port.arity));
            let named = &port.named;
            quote!(#runtime::reflect::PortInfo {
                name: #name,
                constraint: #constraint,
                arity: #runtime::reflect::Arity::#arity,
                named: #named,
            })
        });
        quote!(&[#(#ports),*])
    };
    let (results, operands) = (ports(&op.results), ports(&op.operands));
    let attributes = op.attributes.iter().filter(|f| f.visible()).map(|f| &f.docs.name);
    let regions = op.regions.iter().map(|region| {
        let (name, may_be_empty) = (&region.docs.name, region.may_be_empty);
        let (arguments, implied) = (&region.arguments, &region.implied);
        quote!(#runtime::reflect::RegionInfo {
            name: #name,
            may_be_empty: #may_be_empty,
            arguments: &[#(#arguments),*],
            implied: #implied,
        })
    });
    let (text, forms) = (operation_text::pieces(cx, op), operation_text::forms(cx, op));
    let optional = op.attributes.iter().filter(|field| field.visible()).enumerate();
    let optional = optional.filter(|(_, field)| matches!(field.kind, FieldKind::Optional(..)));
    let optional = optional.map(|(at, _)| proc_macro2::Literal::usize_unsuffixed(at));
    let names_results = op.names_results;
    let same_type = &op.same_type;
    let (terminator, pure) = (op.terminator, op.pure);
    quote! {
        #runtime::reflect::OpInfo {
            name: #name,
            label: #label,
            summary: #summary,
            group: #group,
            results: #results,
            attributes: &[#(#attributes),*],
            operands: #operands,
            regions: &[#(#regions),*],
            same_type: &[#(#same_type),*],
            terminator: #terminator,
            pure: #pure,
            text: #text,
            forms: #forms,
            optional: &[#(#optional),*],
            names_results: #names_results,
        }
    }
}
