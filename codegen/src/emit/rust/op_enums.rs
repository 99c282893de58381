//! All operations together: their kinds, and the enums and visitors over them.

use super::documentation::document;
use super::frame::{elided, lifetime, of_method};
use super::operation::{OpEmitter, resolved};
use super::versions::{brief, condition, needs};
use super::{Cx, names, operation_text, references};
use crate::model::{FieldKind, Gate, Op, Port};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// `OpKind` and what is known of each kind.
pub(super) fn kinds(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    if cx.declarations {
        return quote!(pub enum OpKind { #(#idents,)* });
    }
    let kind_docs = ops.iter().map(|op| brief(&op.op.docs));
    let runtime = &cx.options.runtime;
    let infos = ops.iter().map(|op| info(cx, op.op));
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
    let gates: Vec<_> = ops
        .iter()
        .filter_map(|op| {
            let condition = condition(cx, &op.op.docs.gate, &Gate::default())?;
            let ident = op.ident();
            let needs = needs(cx, &op.op.docs.gate);
            Some(quote!(OpKind::#ident if !(#condition) => Err(#needs),))
        })
        .collect();
    let context = cx.read_context();
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

            /// The spelling in listings.
            #[must_use]
            pub fn name(self) -> &'static str {
                self.info().label
            }

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

pub(super) fn owned_enum(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let runtime = &cx.options.runtime;
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    if cx.declarations {
        return quote!(pub enum Op { #(#idents,)* });
    }
    let op_docs = ops.iter().map(|op| brief(&op.op.docs));
    let context = cx.write_context();
    let ty = cx.model.operations.as_ref().map(|operations| cx.table_id(operations.types));
    let parts = [
        ("result", quote!(ResultValue), quote!(EachResult)),
        ("operand", quote!(Value), quote!(EachOperand)),
        ("region", quote!(RegionId), quote!(EachRegion)),
    ];
    let visits = parts.iter().map(|(name, value, visitor)| {
        let (each, each_mut) = (format_ident!("each_{name}"), format_ident!("each_{name}_mut"));
        let doc = document(&format!("Calls `f` with every {name}, in order."));
        let doc_mut = document(&format!("Calls `f` with every {name}, in order, to change it."));
        // The number of a region is all that there is of it.
        let shown = if *name == "region" { quote!(#value) } else { quote!(&'s #value) };
        quote! {
            #doc
            #[inline]
            pub fn #each<'s>(&'s self, f: impl FnMut(#shown)) {
                self.each_part(Version::LATEST, &mut #runtime::parts::#visitor(f));
            }

            #doc_mut
            #[inline]
            pub fn #each_mut(&mut self, f: impl FnMut(&mut #value)) {
                self.each_part_mut(Version::LATEST, &mut #runtime::parts::#visitor(f));
            }
        }
    });
    let writes = ops.iter().map(|op| {
        let apart = quote! {
            let (own, written) = op.write_apart(std::mem::take(writer), cx);
            *writer = own;
            written?;
        };
        // What is short is written in place.
        match op.write_window() {
            Some(window) => quote! {
                let bytes = match writer.leb128_writer::<#window>() {
                    Some(mut numbers) => match op.write_parts(&mut numbers, cx) {
                        Ok(()) => numbers.finish(),
                        Err(_) => None,
                    },
                    None => None,
                };
                match bytes {
                    Some(bytes) => writer.pass(bytes),
                    None => { #apart }
                }
            },
            None => apart,
        }
    });
    let finish = ops.iter().map(|op| match op.op.regions.len() {
        0 => quote! {
            let each = |result| define(cx, result);
            op.each_part(version, &mut #runtime::parts::EachWireResult(each));
            Ok(0)
        },
        regions => quote!(Ok(#regions)),
    });
    let references = references::operations(cx, ops);
    quote! {
        /// An operation, owned: its values are those of the body that holds it.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Op {
            #(#op_docs #idents(ops::#idents),)*
        }

        #references

        impl Op {
            /// The kind.
            #[must_use]
            pub const fn kind(&self) -> OpKind {
                match self { #(Op::#idents(_) => OpKind::#idents,)* }
            }

            /// Shows every result, operand and region, in this order, to `visit`.
            #[inline]
            pub fn each_part<'s>(
                &'s self,
                version: Version,
                visit: &mut impl #runtime::parts::VisitParts<'s, #ty>,
            ) {
                match self { #(Op::#idents(op) => op.each_part(version, visit),)* }
            }

            /// The same, to change them.
            #[inline]
            pub fn each_part_mut(
                &mut self,
                version: Version,
                visit: &mut impl #runtime::parts::VisitPartsMut<#ty>,
            ) {
                match self { #(Op::#idents(op) => op.each_part_mut(version, visit),)* }
            }

            #(#visits)*

            /// Calls `f` with every result that is on the wire in a version, in order.
            #[inline]
            pub fn each_wire_result<'s>(
                &'s self,
                version: Version,
                f: impl FnMut(&'s ResultValue),
            ) {
                self.each_part(version, &mut #runtime::parts::EachWireResult(f));
            }

            /// Calls `f` with the number of values in each group of results, in order, and then in each
            /// group of operands.
            pub fn each_group_size(&self, f: impl FnMut(usize)) {
                self.each_part(Version::LATEST, &mut #runtime::parts::EachGroupSize(f));
            }

            /// Whether a result is missing that a version has and an older one has not.
            #[must_use]
            pub fn lacks_results(&self, version: Version) -> bool {
                let mut lacks = #runtime::parts::LacksResults(false);
                self.each_part(version, &mut lacks);
                lacks.0
            }

            /// Adds the results that are missing in a version, with this type; their values are
            /// given when the operation goes into a body.
            pub fn add_results(&mut self, version: Version, ty: #ty) {
                self.each_part_mut(version, &mut #runtime::parts::AddResults(ty));
            }

            /// Writes the operation up to the number of its regions.
            ///
            /// # Errors
            /// A value that the version cannot carry.
            pub fn write(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
                self.write_with(writer, cx, |_, _| ()).map(drop)
            }

            /// Writes the operation up to the number of its regions and gives that number. If there
            /// is none, `define` is called with every result that is on the wire, in order.
            ///
            /// # Errors
            /// A value that the version cannot carry.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn write_with<'s>(
                &'s self,
                writer: &mut Writer,
                cx: &mut #context,
                mut define: impl FnMut(&mut #context, &'s ResultValue),
            ) -> Result<usize> {
                let version = cx.version();
                match self {
                    #(Op::#idents(op) => {
                        #writes
                        #finish
                    })*
                }
            }
        }

        #(
            impl From<ops::#idents> for Op {
                fn from(op: ops::#idents) -> Op {
                    Op::#idents(op)
                }
            }

            impl<'o> ::core::convert::TryFrom<&'o Op> for &'o ops::#idents {
                type Error = ();

                fn try_from(op: &'o Op) -> ::core::result::Result<Self, ()> {
                    match op {
                        Op::#idents(op) => Ok(op),
                        _ => Err(()),
                    }
                }
            }
        )*
    }
}

pub(super) fn view_enum(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    let methods: Vec<_> =
        ops.iter().map(|op| names::prefixed("visit_", &op.op.docs.name)).collect();
    if cx.declarations {
        return quote! {
            pub enum Op { #(#idents,)* }
            pub trait VisitOp { fn visit_other(); #(fn #methods();)* }
        };
    }
    let op_docs: Vec<_> = ops.iter().map(|op| brief(&op.op.docs)).collect();
    let types: Vec<_> = ops
        .iter()
        .map(|op| {
            let ident = op.ident();
            let lifetime = lifetime(op.borrows());
            quote!(ops::#ident #lifetime)
        })
        .collect();
    // Where no operation borrows anything, neither does the enum.
    let borrows = ops.iter().any(OpEmitter::borrows);
    let lifetime = lifetime(borrows);
    let (any_lifetime, of_method) = (elided(&lifetime), of_method(&lifetime));
    let context = cx.read_context();
    let Some(operations) = &cx.model.operations else { return quote!() };
    let opcode = cx.read(&operations.opcode);
    let ty = cx.table_id(operations.types);
    let arms = ops.iter().map(|op| {
        let ident = op.ident();
        let method = names::prefixed("visit_", &op.op.docs.name);
        let name = &op.op.docs.name;
        let opcode = proc_macro2::Literal::u64_unsuffixed(op.op.opcode);
        let guard = condition(cx, &op.op.docs.gate, &Gate::default()).map(|c| quote!(if #c));
        let read = op.read_known();
        quote! {
            #opcode #guard => {
                let (op, shape) = ops::#ident::#read(cursor, cx, defined).item(#name)?;
                Ok((visitor.#method(op), shape))
            }
        }
    });
    // Implements the trait for a visitor of every kind.
    let visitor = |head: TokenStream, output: TokenStream, body: &dyn Fn(&Ident) -> TokenStream| {
        let bodies = idents.iter().map(body);
        quote! {
            #head {
                type Output = #output;

                fn visit_other(&mut self, kind: OpKind) -> Self::Output {
                    // Every kind is visited by its own method below.
                    unreachable!("{kind:?} has a visit of its own")
                }

                #(
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn #methods(&mut self, op: #types) -> Self::Output {
                        #bodies
                    }
                )*
            }
        }
    };
    let into_owned = visitor(
        quote!(impl<'a, A_: values::Collect<#ty, super::Op>> VisitOp<'a> for IntoOwned<A_>),
        quote!(()),
        &|ident| quote!(let op = op.to_owned(&mut self.0); self.0.collect(super::Op::#ident(op));),
    );
    let make_enum = visitor(
        quote!(impl<'a> VisitOp<'a> for MakeEnum),
        quote!(Op #lifetime),
        &|ident| quote!(Op::#ident(op)),
    );
    quote! {
        /// An operation, borrowed from the input.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Op #lifetime {
            #(#op_docs #idents(#types),)*
        }

        /// Receives operations one by one, each by its own type, without an enum in between.
        pub trait VisitOp<'a> {
            /// What a visit gives.
            type Output;

            /// An operation that has no visit of its own.
            fn visit_other(&mut self, kind: OpKind) -> Self::Output;

            #(
                #op_docs
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn #methods(&mut self, op: #types) -> Self::Output {
                    let _ = op;
                    self.visit_other(OpKind::#idents)
                }
            )*
        }

        /// Reads one operation, up to the number of its regions, and hands it to `visitor`;
        /// `defined` values are defined before it.
        ///
        /// # Errors
        /// An unknown opcode, one that the version does not have, and the first field that cannot
        /// be read, with its offset.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn visit_op<'a, V: VisitOp<'a>>(
            cursor: &mut Cursor<'a>,
            cx: &#context,
            defined: u32,
            visitor: &mut V,
        ) -> Result<(V::Output, values::Shape)> {
            let version = cx.version();
            let start = cursor.position();
            let opcode = u64::from(#opcode.field("opcode")?);
            match opcode {
                #(#arms)*
                _ => Err(OpKind::refuse(start, opcode, cx)),
            }
        }

        /// Makes an owned operation of each one visited, its values renamed by what is inside,
        /// which keeps it.
        #[derive(Debug)]
        pub struct IntoOwned<A_>(pub A_);

        #into_owned

        struct MakeEnum;

        #make_enum

        impl #lifetime Op #lifetime {
            /// Reads one operation, up to the number of its regions; `defined` values are defined
            /// before it.
            ///
            /// # Errors
            /// Those of [`visit_op`].
            #[inline]
            pub fn read #of_method(
                cursor: &mut Cursor<'a>,
                cx: &#context,
                defined: u32,
            ) -> Result<(Op #lifetime, values::Shape)> {
                visit_op(cursor, cx, defined, &mut MakeEnum)
            }

            /// The kind.
            #[must_use]
            pub const fn kind(&self) -> OpKind {
                match self { #(Op::#idents(_) => OpKind::#idents,)* }
            }

            /// The same operation, owned, with its values renamed.
            #[allow(clippy::wrong_self_convention)]
            #[inline]
            pub fn to_owned<A_: values::Adopt<#ty>>(&self, adopt: &mut A_) -> super::Op {
                match self { #(Op::#idents(op) => super::Op::#idents(op.to_owned(adopt)),)* }
            }
        }

        impl Reflect for Op #any_lifetime {
            fn item_name(&self) -> &'static str {
                self.kind().info().label
            }

            fn fields(&self, visit: &mut dyn FnMut(&'static str, FieldValue<'_>)) {
                match self { #(Op::#idents(op) => op.fields(visit),)* }
            }
        }
    }
}
