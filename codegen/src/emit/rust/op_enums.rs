//! All operations together: the enums and visitors over them.

use super::documentation::document;
use super::frame::{elided, lifetime, of_method};
use super::operation::OpEmitter;
use super::versions::{brief, condition};
use super::{Cx, names, references};
use crate::model::{Gate, Operations};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The enum of owned operations, with methods that visit their parts and write them.
pub(super) fn owned_enum(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    if cx.declarations {
        return quote!(pub enum Op { #(#idents,)* });
    }
    let op_docs = ops.iter().map(|op| brief(&op.op.docs));
    let references = references::operations(cx, ops);
    let parts = part_visits(cx, &idents);
    let writes = owned_writes(cx, ops);
    let runtime = &cx.options.runtime;
    quote! {
        /// An owned operation. Its values are those of the body that contains it.
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

            #parts

            #writes
        }

        #runtime::operation_conversions!(Op, ops: #(#idents),*);
    }
}

/// The methods of owned operations that visit results, operands and regions.
fn part_visits(cx: &Cx<'_>, idents: &[Ident]) -> TokenStream {
    let runtime = &cx.options.runtime;
    let ty = cx.model.operations.as_ref().map(|operations| cx.table_id(operations.types));
    let parts = [
        ("result", quote!(ResultValue), quote!(EachResult)),
        ("operand", quote!(Value), quote!(EachOperand)),
        ("region", quote!(RegionId), quote!(EachRegion)),
    ];
    let visits =
        parts.iter().map(|(name, value, visitor)| visits_of_part(cx, name, value, visitor));
    quote! {
        /// Passes every result, operand and region to `visit`, in this order.
        #[inline]
        pub fn each_part<'s>(
            &'s self,
            version: Version,
            visit: &mut impl #runtime::parts::VisitParts<'s, #ty>,
        ) {
            match self { #(Op::#idents(op) => op.each_part(version, visit),)* }
        }

        /// Like `each_part`, with mutable references.
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

        /// Whether the operation lacks a result that the version has and an older version does not have.
        #[must_use]
        pub fn lacks_results(&self, version: Version) -> bool {
            let mut lacks = #runtime::parts::LacksResults(false);
            self.each_part(version, &mut lacks);
            lacks.0
        }

        /// Adds the results that the version has and the operation lacks, with this type. They get their values when the
        /// operation is added to a body.
        pub fn add_results(&mut self, version: Version, ty: #ty) {
            self.each_part_mut(version, &mut #runtime::parts::AddResults(ty));
        }
    }
}

/// The methods that call a function with every result, operand or region.
fn visits_of_part(
    cx: &Cx<'_>,
    name: &str,
    value: &TokenStream,
    visitor: &TokenStream,
) -> TokenStream {
    let runtime = &cx.options.runtime;
    let (each, each_mut) = (format_ident!("each_{name}"), format_ident!("each_{name}_mut"));
    let doc = document(&format!("Calls `f` with every {name}, in order."));
    let doc_mut =
        document(&format!("Calls `f` with a mutable reference to every {name}, in order."));
    // A region consists only of its number.
    let shown = if name == "region" { quote!(#value) } else { quote!(&'s #value) };
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
}

/// The methods that write an owned operation.
fn owned_writes(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let context = cx.write_context();
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    let writes = ops.iter().map(owned_write);
    let finish = ops.iter().map(|op| match op.op.regions.len() {
        0 => quote! {
            op.each_wire_result(version, |result| define(cx, result));
            0
        },
        regions => quote!(#regions),
    });
    quote! {
        /// Writes the operation. The number of its regions and their content are not included.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        pub fn write(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
            match self { #(Op::#idents(op) => op.write(writer, cx),)* }
        }

        /// Writes the operation like `write`, and returns the number of its regions. If it has no regions, calls `define` with
        /// every result that is on the wire, in order.
        ///
        /// # Errors
        /// A value that the version cannot encode.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn write_with<'s>(
            &'s self,
            writer: &mut Writer,
            cx: &mut #context,
            mut define: impl FnMut(&mut #context, &'s ResultValue),
        ) -> Result<usize> {
            let version = cx.version();
            Ok(match self {
                #(Op::#idents(op) => {
                    #writes
                    #finish
                })*
            })
        }
    }
}

/// Statements that write an operation of one kind.
fn owned_write(op: &OpEmitter<'_, '_>) -> TokenStream {
    match op.write_window() {
        // A short operation is written in place.
        Some(window) => quote!(op.write_short::<#window>(writer, cx)?;),
        None => quote!(op.write(writer, cx)?;),
    }
}

/// The enum of borrowed operations, and the trait of their visitors.
pub(super) fn view_enum(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    let methods: Vec<_> =
        ops.iter().map(|op| names::prefixed("visit_", &op.op.docs.name)).collect();
    if cx.declarations {
        return quote! {
            pub enum Op { #(#idents,)* }
            pub trait VisitOp { fn visit_unhandled(); #(fn #methods();)* }
        };
    }
    let Some(operations) = &cx.model.operations else { return quote!() };
    let op_docs: Vec<_> = ops.iter().map(|op| brief(&op.op.docs)).collect();
    let types: Vec<_> = ops
        .iter()
        .map(|op| {
            let ident = op.ident();
            let lifetime = lifetime(op.borrows());
            quote!(ops::#ident #lifetime)
        })
        .collect();
    // If no operation borrows, the enum has no lifetime.
    let lifetime = lifetime(ops.iter().any(OpEmitter::borrows));
    let any_lifetime = elided(&lifetime);
    let ty = cx.table_id(operations.types);
    let visit = visit_op(cx, operations, ops);
    let visits = Visits { idents: &idents, methods: &methods, types: &types };
    let visitor = visits.declare(&op_docs);
    let into_owned = visits.implement(
        quote!(impl<'a, A_: values::Collect<#ty, super::Op>> VisitOp<'a> for IntoOwned<A_>),
        quote!(()),
        &|ident| quote!(let op = op.to_owned(&mut self.0); self.0.collect(super::Op::#ident(op));),
    );
    let make_enum = visits.implement(
        quote!(impl<'a> VisitOp<'a> for MakeEnum),
        quote!(Op #lifetime),
        &|ident| quote!(Op::#ident(op)),
    );
    let view = view_methods(cx, &idents, &lifetime, &ty);
    quote! {
        /// An operation, borrowed from the input.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Op #lifetime {
            #(#op_docs #idents(#types),)*
        }

        #visitor

        #visit

        /// Converts each visited operation into an owned one. The inner value maps its values and collects it.
        #[derive(Debug)]
        pub struct IntoOwned<A_>(pub A_);

        #into_owned

        struct MakeEnum;

        #make_enum

        #view

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

/// The function that reads one operation and passes it to a visitor.
fn visit_op(cx: &Cx<'_>, operations: &Operations, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let context = cx.read_context();
    let opcode = cx.read(&operations.opcode);
    let arms = ops.iter().map(|op| {
        let ident = op.ident();
        let method = names::prefixed("visit_", &op.op.docs.name);
        let name = &op.op.docs.name;
        let opcode = proc_macro2::Literal::u64_unsuffixed(op.op.opcode);
        let guard = condition(cx, &op.op.docs.gate, &Gate::default()).map(|c| quote!(if #c));
        let read = op.read_known();
        let visit = quote! {
            let (op, shape) = ops::#ident::#read(cursor, cx, defined).item(#name)?;
            Ok((visitor.#method(op), shape))
        };
        // Operations with lists are long: inlined, they would make the function too large to compile in reasonable time.
        match op.window() {
            Some(_) => quote!(#opcode #guard => { #visit }),
            None => quote! {
                #opcode #guard => {
                    let (next, read) = values::read_out_of_line(*cursor, |cursor| { #visit });
                    *cursor = next;
                    read
                }
            },
        }
    });
    quote! {
        /// Reads one operation, up to and including the number of its regions, and passes it to `visitor`. `defined` is the
        /// number of values that are defined before it.
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
    }
}

/// The methods of `VisitOp` for each kind of operation.
struct Visits<'a> {
    idents: &'a [Ident],
    methods: &'a [Ident],
    types: &'a [TokenStream],
}

impl Visits<'_> {
    /// The trait of visitors.
    fn declare(&self, op_docs: &[TokenStream]) -> TokenStream {
        let Visits { idents, methods, types } = self;
        quote! {
            /// A visitor of operations. Each operation has its own method and type, so that no enum is constructed.
            pub trait VisitOp<'a> {
                /// The result of a visit.
                type Output;

                /// Called for an operation whose own method is not implemented.
                fn visit_unhandled(&mut self, kind: OpKind) -> Self::Output;

                #(
                    #op_docs
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn #methods(&mut self, op: #types) -> Self::Output {
                        let _ = op;
                        self.visit_unhandled(OpKind::#idents)
                    }
                )*
            }
        }
    }

    /// Implements the trait for a visitor, with a method for every kind.
    fn implement(
        &self,
        head: TokenStream,
        output: TokenStream,
        body: &dyn Fn(&Ident) -> TokenStream,
    ) -> TokenStream {
        let Visits { idents, methods, types } = self;
        let bodies = idents.iter().map(body);
        quote! {
            #head {
                type Output = #output;

                fn visit_unhandled(&mut self, kind: OpKind) -> Self::Output {
                    // Every kind has its own method below.
                    unreachable!("{kind:?} has its own method")
                }

                #(
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn #methods(&mut self, op: #types) -> Self::Output {
                        #bodies
                    }
                )*
            }
        }
    }
}

/// The methods of a borrowed operation.
fn view_methods(cx: &Cx<'_>, idents: &[Ident], lifetime: &TokenStream, ty: &Ident) -> TokenStream {
    let context = cx.read_context();
    let of_method = of_method(lifetime);
    quote! {
        impl #lifetime Op #lifetime {
            /// Reads one operation, up to and including the number of its regions. `defined` is the number of values that are
            /// defined before it.
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

            /// Converts the operation into an owned one. `adopt` maps its values.
            #[allow(clippy::wrong_self_convention)]
            #[inline]
            pub fn to_owned<A_: values::Adopt<#ty>>(&self, adopt: &mut A_) -> super::Op {
                match self { #(Op::#idents(op) => super::Op::#idents(op.to_owned(adopt)),)* }
            }
        }
    }
}
