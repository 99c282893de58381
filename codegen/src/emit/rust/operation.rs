//! An operation: its struct and its parts.

use super::documentation::document;
use super::fields::Fields;
use super::frame::{Frame, elided, lifetime};
use super::versions::{brief, condition, docs_of_form, item_gate, part_docs, refusal};
use super::{Cx, Family, names, reflect};
use crate::model::{Arity, Field, Gate, Op, Operations, Port, VarintKind};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The operations that can occur in bodies.
pub(super) fn instructions<'m>(cx: &Cx<'m>) -> impl Iterator<Item = &'m Op> {
    cx.model.ops.iter().filter(|op| !op.section_form)
}

/// A constraint, with its name replaced by its set of types.
pub(super) fn resolved<'m>(cx: &Cx<'m>, constraint: &'m str) -> &'m str {
    cx.model
        .constraints
        .iter()
        .find(|item| item.docs.name == constraint)
        .map_or(constraint, |item| item.is.as_str())
}

pub(super) struct OpEmitter<'c, 'm> {
    pub(super) cx: &'c Cx<'m>,
    pub(super) op: &'c Op,
    pub(super) operations: &'c Operations,
}

impl<'c, 'm> OpEmitter<'c, 'm> {
    pub(super) fn ident(&self) -> Ident {
        names::camel(&self.op.docs.name)
    }

    pub(super) fn attributes(&self) -> Fields<'c, 'm> {
        Fields::new(self.cx, &self.op.docs, &self.op.attributes)
    }

    /// Whether one `Copy` struct serves both families.
    pub(super) fn plain(&self) -> bool {
        !self.borrows() && self.op.regions.is_empty()
    }

    /// Whether the borrowed struct has a part of variable length, which borrows from the input.
    pub(super) fn borrows(&self) -> bool {
        let variadic = |ports: &[Port]| ports.iter().any(|port| port.arity == Arity::Variadic);
        variadic(&self.op.results)
            || variadic(&self.op.operands)
            || !self.cx.plain_fields(&self.op.attributes)
    }

    pub(super) fn ty(&self) -> Ident {
        self.cx.table_id(self.operations.types)
    }

    /// The condition under which a result or operand exists, if some versions of the operation lack it.
    pub(super) fn gated(&self, port: &Port) -> Option<TokenStream> {
        condition(self.cx, &port.docs.gate, &self.op.docs.gate)
    }

    /// The error for a result or operand that the version does not have.
    pub(super) fn port_refusal(&self, port: &Port) -> TokenStream {
        let item = format!("{}.{}", self.op.docs.name, port.docs.name);
        refusal(self.cx, &item, &port.docs.gate)
    }

    pub(super) fn result_type(&self, port: &Port, family: Family) -> TokenStream {
        let ty = self.ty();
        match (port.arity, family) {
            (Arity::Variadic, Family::View) => quote!(TypedValues<'a, #ty>),
            (Arity::Variadic, Family::Owned | Family::Parts) => quote!(ThinVec<ResultValue>),
            _ if self.gated(port).is_some() => quote!(Option<ResultValue>),
            _ => quote!(ResultValue),
        }
    }

    pub(super) fn operand_type(&self, port: &Port, family: Family) -> TokenStream {
        match (port.arity, family) {
            (Arity::Variadic, Family::View) => match self.cx.model.varint {
                VarintKind::Leb128 | VarintKind::Bounded => quote!(Values<'a>),
                VarintKind::Prefix => quote!(Values<'a, true>),
            },
            (Arity::Variadic, Family::Owned | Family::Parts) => quote!(ValueList),
            (Arity::Optional, _) => quote!(Option<Value>),
            (Arity::One, _) => quote!(Value),
        }
    }

    pub(super) fn members(&self, family: Family) -> Vec<TokenStream> {
        let port = |port: &Port, ty: TokenStream| {
            let mut docs = match family {
                Family::Owned => part_docs(self.cx, &port.docs),
                Family::View | Family::Parts => brief(&port.docs),
            };
            if family == Family::Owned && !port.constraint.is_empty() {
                docs.extend(document(&format!("\nType: `{}`.", port.constraint)));
            }
            let name = names::snake(&port.docs.name);
            quote!(#docs pub #name: #ty)
        };
        let results = self.op.results.iter().map(|p| port(p, self.result_type(p, family)));
        let operands = self.op.operands.iter().map(|p| port(p, self.operand_type(p, family)));
        let regions = self.op.regions.iter().map(|region| {
            let docs = part_docs(self.cx, &region.docs);
            let name = names::snake(&region.docs.name);
            quote!(#docs pub #name: RegionId)
        });
        let mut members: Vec<TokenStream> = results.collect();
        members.extend(self.attributes().members(family, true));
        members.extend(operands);
        if family == Family::Owned {
            members.extend(regions);
        }
        members
    }

    pub(super) fn structure(&self, family: Family) -> TokenStream {
        let name = self.ident();
        let plain = self.plain();
        let members = self.members(family);
        if self.cx.declarations {
            return quote!(pub struct #name { #(#members,)* });
        }
        let op_docs = docs_of_form(self.cx, &self.op.docs, family);
        let opcode = document(&format!(
            "\nOpcode {:#x}. Spelled `{}` in listings.",
            self.op.opcode, self.op.docs.label
        ));
        let (derive, lifetime) = match family {
            Family::View => (quote!(Clone, Copy, Debug, PartialEq), lifetime(self.borrows())),
            Family::Owned if plain => (quote!(Clone, Copy, Debug, PartialEq), quote!()),
            Family::Owned | Family::Parts => (quote!(Clone, Debug, PartialEq), quote!()),
        };
        let read = (plain || family == Family::View).then(|| self.reader(&lifetime));
        let write = (family == Family::Owned).then(|| self.writer());
        let access = (family == Family::Owned).then(|| self.access());
        let to_owned = (plain || family == Family::View).then(|| self.to_owned(&lifetime));
        let reflect = (plain || family == Family::View).then(|| {
            let table = &self.cx.model.tables[self.operations.types].name;
            let gated = |port: &Port| self.gated(port).is_some();
            let frame = Frame { cx: self.cx, name: name.clone(), family, plain: !self.borrows() };
            reflect::op(&frame, self.op, &self.attributes(), table, gated)
        });
        quote! {
            #op_docs
            #opcode
            #[derive(#derive)]
            pub struct #name #lifetime {
                #(#members,)*
            }
            #read
            #write
            #access
            #to_owned
            #reflect
        }
    }

    /// `name: f_name` for results and operands, with those of the attributes in between.
    pub(super) fn bindings(&self, attributes: Vec<TokenStream>) -> Vec<TokenStream> {
        let bind = |port: &Port| {
            let (field, local) = (names::snake(&port.docs.name), names::local(&port.docs.name));
            quote!(#field: #local)
        };
        let results = self.op.results.iter().map(bind);
        results.chain(attributes).chain(self.op.operands.iter().map(bind)).collect()
    }

    /// The function that reads the operation in a version that has it.
    pub(super) fn read_known(&self) -> Ident {
        let gated = !item_gate(self.cx, &self.op.docs, true).is_empty();
        names::ident(if gated { "read_known" } else { "read" })
    }

    /// The number of results that always exist, plus the gated ones of this version.
    pub(super) fn fixed_results(&self) -> TokenStream {
        let mut open = 0u32;
        let mut gated = Vec::new();
        for port in self.op.results.iter().filter(|port| port.arity != Arity::Variadic) {
            match self.gated(port) {
                None => open += 1,
                Some(condition) => gated.push(condition),
            }
        }
        quote!(#open #(+ u32::from(#gated))*)
    }

    /// The bits that attributes and operands claim.
    pub(super) fn claimed(&self) -> impl Iterator<Item = (u32, Gate)> {
        let operands = self.op.operands.iter();
        let operands = operands.filter_map(|port| Some((port.bit?, port.docs.gate.clone())));
        self.op.attributes.iter().flat_map(Field::claims).chain(operands)
    }

    pub(super) fn flags_condition(&self) -> Option<TokenStream> {
        let gate = Gate { since: self.op.flags?, ..Gate::default() };
        condition(self.cx, &gate, &self.op.docs.gate)
    }

    /// Access to every result, operand and region without knowledge of the kind.
    pub(super) fn access(&self) -> TokenStream {
        let (name, ty) = (self.ident(), self.ty());
        let runtime = &self.cx.options.runtime;
        let (parts, parts_mut) = (self.parts(&quote!()), self.parts(&quote!(mut)));
        quote! {
            #[allow(unused_variables)]
            impl #name {
                #[cfg_attr(not(debug_assertions), inline(always))]
                pub(super) fn each_part<'s>(
                    &'s self,
                    version: Version,
                    visit: &mut impl #runtime::parts::VisitParts<'s, #ty>,
                ) {
                    #parts
                }
                #[cfg_attr(not(debug_assertions), inline(always))]
                pub(super) fn each_part_mut(
                    &mut self,
                    version: Version,
                    visit: &mut impl #runtime::parts::VisitPartsMut<#ty>,
                ) {
                    #parts_mut
                }
            }
        }
    }

    /// Statements that pass every result, operand and region to `visit`; those for changes have `mut`.
    pub(super) fn parts(&self, change: &TokenStream) -> TokenStream {
        let reads = change.is_empty();
        let results = self.op.results.iter().map(|port| {
            let field = names::snake(&port.docs.name);
            match (port.arity, self.gated(port)) {
                (Arity::Variadic, _) if reads => quote!(visit.results(&self.#field);),
                (Arity::Variadic, _) => quote! {
                    self.#field.iter_mut().for_each(|result| visit.result(result));
                },
                (_, Some(here)) => quote!(visit.gated_result(&#change self.#field, #here);),
                (_, None) => quote!(visit.result(&#change self.#field);),
            }
        });
        let operands = self.op.operands.iter().map(|port| {
            let field = names::snake(&port.docs.name);
            match port.arity {
                Arity::One => quote!(visit.operand(&#change self.#field);),
                Arity::Variadic if reads => quote!(visit.operands(&self.#field);),
                Arity::Optional if reads => quote!(visit.optional_operand(&self.#field);),
                Arity::Variadic | Arity::Optional => quote! {
                    self.#field.iter_mut().for_each(|operand| visit.operand(operand));
                },
            }
        });
        let regions = self.op.regions.iter().map(|region| {
            let field = names::snake(&region.docs.name);
            if reads { quote!(self.#field) } else { quote!(&mut self.#field) }
        });
        quote!(#(#results)* #(#operands)* #(visit.region(#regions);)*)
    }

    /// The conversion from the borrowed struct to the owned one; an `Adopt` renames the values.
    pub(super) fn to_owned(&self, lifetime: &TokenStream) -> TokenStream {
        let name = self.ident();
        let ty = self.ty();
        let owned = if self.plain() { quote!(#name) } else { quote!(super::super::ops::#name) };
        let attributes = self.attributes();
        let attribute_lets = attributes.copies();
        let adopted = |port: &Port, absent: bool, value: TokenStream| {
            let field = names::snake(&port.docs.name);
            let local = names::local(&port.docs.name);
            match (port.arity, absent) {
                (Arity::Variadic, _) => quote! {
                    let #local = self.#field.iter().map(|#value| adopt.#value(#value)).collect();
                },
                (_, true) => {
                    quote!(let #local = self.#field.map(|#value| adopt.#value(#value));)
                }
                (_, false) => quote!(let #local = adopt.#value(self.#field);),
            }
        };
        let operands = self.op.operands.iter();
        let operands =
            operands.map(|port| adopted(port, port.arity == Arity::Optional, quote!(value)));
        let results = self.op.results.iter();
        let results = results.map(|port| adopted(port, self.gated(port).is_some(), quote!(result)));
        let regions = self.op.regions.iter().map(|region| {
            let field = names::snake(&region.docs.name);
            quote!(#field: adopt.region())
        });
        let bindings = self.bindings(attributes.owned_bindings());
        let lifetime = elided(lifetime);
        quote! {
            impl #name #lifetime {
                /// Converts the operation into an owned one. `adopt` maps its values.
                #[cfg_attr(not(debug_assertions), inline(always))]
                #[allow(unused_variables, clippy::wrong_self_convention)]
                pub fn to_owned<A_: values::Adopt<#ty>>(&self, adopt: &mut A_) -> #owned {
                    #attribute_lets
                    #(#operands)*
                    #(#results)*
                    #owned { #(#bindings,)* #(#regions),* }
                }
            }
        }
    }
}
