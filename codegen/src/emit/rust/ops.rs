//! Operations: a struct each, an enum over all, a visitor, and what is known of each kind.

use super::documentation::document;
use super::fields::{Fields, check_flags};
use super::frame::{Frame, elided, lifetime, of_method};
use super::versions::{brief, condition, docs_of_form, item_gate, needs, part_docs, refusal};
use super::{Cx, Family, names, reflect};
use crate::model::{
    Arity, Coding, Field, Gate, Op, OpPart, OperandLayout, Operations, Port, VarintKind, Wire,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The operations that stand in bodies.
pub(super) fn instructions<'m>(cx: &Cx<'m>) -> impl Iterator<Item = &'m Op> {
    cx.model.ops.iter().filter(|op| !op.section_form)
}

/// The owned or plain structs and what belongs to all kinds, and the borrowed ones.
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

    /// One `Copy` struct serves both families.
    fn plain(&self) -> bool {
        !self.borrows() && self.op.regions.is_empty()
    }

    /// The borrowed struct holds something of any length: a part of the input.
    fn borrows(&self) -> bool {
        let variadic = |ports: &[Port]| ports.iter().any(|port| port.arity == Arity::Variadic);
        variadic(&self.op.results)
            || variadic(&self.op.operands)
            || !self.cx.plain_fields(&self.op.attributes)
    }

    fn ty(&self) -> Ident {
        self.cx.table_id(self.operations.types)
    }

    /// Whether the result or operand is missing in some version that has the operation.
    pub(super) fn gated(&self, port: &Port) -> Option<TokenStream> {
        condition(self.cx, &port.docs.gate, &self.op.docs.gate)
    }

    /// The error for a result or operand that the version does not have.
    fn port_refusal(&self, port: &Port) -> TokenStream {
        let item = format!("{}.{}", self.op.docs.name, port.docs.name);
        refusal(self.cx, &item, &port.docs.gate)
    }

    fn result_type(&self, port: &Port, family: Family) -> TokenStream {
        let ty = self.ty();
        match (port.arity, family) {
            (Arity::Variadic, Family::View) => quote!(TypedValues<'a, #ty>),
            (Arity::Variadic, Family::Owned | Family::Parts) => quote!(ThinVec<ResultValue>),
            _ if self.gated(port).is_some() => quote!(Option<ResultValue>),
            _ => quote!(ResultValue),
        }
    }

    fn operand_type(&self, port: &Port, family: Family) -> TokenStream {
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

    fn members(&self, family: Family) -> Vec<TokenStream> {
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

    fn structure(&self, family: Family) -> TokenStream {
        let name = self.ident();
        let plain = self.plain();
        let op_docs = docs_of_form(self.cx, &self.op.docs, family);
        let opcode = document(&format!(
            "\nOpcode {:#x}. Spelled `{}` in listings.",
            self.op.opcode, self.op.docs.label
        ));
        let members = self.members(family);
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
    fn bindings(&self, attributes: Vec<TokenStream>) -> Vec<TokenStream> {
        let bind = |port: &Port| {
            let (field, local) = (names::snake(&port.docs.name), names::local(&port.docs.name));
            quote!(#field: #local)
        };
        let results = self.op.results.iter().map(bind);
        results.chain(attributes).chain(self.op.operands.iter().map(bind)).collect()
    }

    fn reader(&self, lifetime: &TokenStream) -> TokenStream {
        let name = self.ident();
        let context = self.cx.read_context();
        let parts = self.operations.layout.iter().map(|part| match part {
            OpPart::Opcode => quote!(),
            OpPart::ResultCount => self.read_result_count(),
            OpPart::ResultTypes => self.read_results(),
            OpPart::Flags => self.read_flags(),
            OpPart::Attributes => self.attributes().read(),
            OpPart::Operands => self.read_operands(),
            OpPart::Regions => self.read_regions(),
        });
        let late = self.attributes().late_defaults();
        let bindings = self.bindings(self.attributes().bindings());
        let regions = self.op.regions.len() as u32;
        let terminator = self.op.terminator;
        let of_method = of_method(lifetime);
        let gate = item_gate(self.cx, &self.op.docs, true);
        let known = self.read_known();
        // Whoever has looked at the opcode has looked at the gate.
        let checked = (!gate.is_empty()).then(|| {
            quote! {
                /// Reads what follows the opcode, up to the number of regions; `defined` values are
                /// defined before.
                ///
                /// # Errors
                /// An operation that the version does not have, or the first field that cannot be
                /// read, with its offset.
                #[inline]
                pub fn read #of_method(
                    cursor: &mut Cursor<'a>,
                    cx: &#context,
                    defined: u32,
                ) -> Result<(Self, values::Shape)> {
                    let version = cx.version();
                    let start = cursor.position();
                    #gate
                    Self::read_known(cursor, cx, defined)
                }
            }
        });
        let visibility = if gate.is_empty() { quote!(pub) } else { quote!(pub(super)) };
        quote! {
            impl #lifetime #name #lifetime {
                #checked

                /// Reads what follows the opcode, up to the number of regions; `defined` values are
                /// defined before.
                ///
                /// # Errors
                /// The first field that cannot be read, with its offset.
                #[inline(always)]
                #visibility fn #known #of_method(
                    cursor: &mut Cursor<'a>,
                    cx: &#context,
                    defined: u32,
                ) -> Result<(Self, values::Shape)> {
                    // A copy can stay in registers where a lent cursor has to stay in memory.
                    let mut copy = *cursor;
                    let read = Self::read_parts(&mut copy, cx, defined);
                    *cursor = copy;
                    read
                }

                #[inline(always)]
                #[allow(unused_variables, unused_mut, unused_assignments)]
                fn read_parts #of_method(
                    cursor: &mut Cursor<'a>,
                    cx: &#context,
                    defined: u32,
                ) -> Result<(Self, values::Shape)> {
                    let version = cx.version();
                    let start = cursor.position();
                    let mut next = defined;
                    #(#parts)*
                    #late
                    let shape = values::Shape {
                        results: next - defined,
                        regions: #regions,
                        terminator: #terminator,
                    };
                    Ok((Self { #(#bindings),* }, shape))
                }
            }
        }
    }

    /// The function that reads the operation in a version that has it.
    fn read_known(&self) -> Ident {
        let gated = !item_gate(self.cx, &self.op.docs, true).is_empty();
        names::ident(if gated { "read_known" } else { "read" })
    }

    fn read_result_count(&self) -> TokenStream {
        if !self.op.result_count {
            return quote!();
        }
        let read = self.cx.varint("_u32");
        quote!(let result_count = cursor.#read().field("result count")?;)
    }

    /// Number of results that are always there, plus the gated ones of this version.
    fn fixed_results(&self) -> TokenStream {
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

    fn read_results(&self) -> TokenStream {
        let ty = self.ty();
        let read_ty = self.cx.read(&Wire::Index(self.operations.types));
        let variadic = self.op.results.iter().any(|port| port.arity == Arity::Variadic);
        let fixed = self.fixed_results();
        let check = if !self.op.result_count {
            quote!()
        } else if variadic {
            quote! {
                let fixed = #fixed;
                let Some(group) = result_count.checked_sub(fixed) else {
                    return Err(values::wrong_count(start, "results", fixed, result_count));
                };
            }
        } else {
            quote! {
                let expected = #fixed;
                if result_count != expected {
                    return Err(values::wrong_count(start, "results", expected, result_count));
                }
            }
        };
        let results = self.op.results.iter().map(|port| {
            let name = &port.docs.name;
            let local = names::local(name);
            if port.arity == Arity::Variadic {
                return quote! {
                    let types = List::<#ty>::read(cursor, &(), u64::from(group)).field(#name)?;
                    let #local = TypedValues::new(next, types);
                    next += group;
                };
            }
            let read = quote! {{
                let ty = #read_ty.field(#name)?;
                let value = Value::new(next);
                next += 1;
                Typed { value, ty }
            }};
            match self.gated(port) {
                Some(condition) => {
                    quote!(let #local = if #condition { Some(#read) } else { None };)
                }
                None => quote!(let #local = #read;),
            }
        });
        quote!(#check #(#results)*)
    }

    /// The bits that attributes and operands claim.
    fn claimed(&self) -> impl Iterator<Item = (u32, Gate)> {
        let operands = self.op.operands.iter();
        let operands = operands.filter_map(|port| Some((port.bit?, port.docs.gate.clone())));
        self.op.attributes.iter().flat_map(Field::claims).chain(operands)
    }

    fn flags_condition(&self) -> Option<TokenStream> {
        let gate = Gate { since: self.op.flags.unwrap_or(0), ..Gate::default() };
        condition(self.cx, &gate, &self.op.docs.gate)
    }

    fn read_flags(&self) -> TokenStream {
        if self.op.flags.is_none() {
            return quote!();
        }
        let read = self.cx.varint("");
        let check = check_flags(self.cx, self.claimed(), &self.op.docs.gate);
        let read = quote! {{
            let start = cursor.position();
            let flags = cursor.#read().field("flags")?;
            #check
            flags
        }};
        match self.flags_condition() {
            Some(condition) => quote!(let flags: u64 = if #condition #read else { 0 };),
            None => quote!(let flags: u64 = #read;),
        }
    }

    fn prefix(&self) -> bool {
        self.cx.model.varint == VarintKind::Prefix
    }

    fn read_operands(&self) -> TokenStream {
        let prefix = self.prefix();
        let count = self.cx.varint("");
        let one = |name: &str| quote!(values::read_value::<#prefix>(cursor, defined).field(#name)?);
        let layout = self.op.operand_layout;
        let fixed = self.op.operands.iter().filter(|port| port.arity == Arity::One).count() as u64;
        // One count tells of the last operand, which a version may lack.
        let lacks = self.op.operands.iter().filter(|port| port.arity != Arity::One).map(|port| {
            let condition = self.gated(port)?;
            let error = self.port_refusal(port);
            Some(quote!(if group != 0 && !(#condition) { return Err(#error.or_at(start)); }))
        });
        let total = (layout == OperandLayout::Counted).then(|| {
            quote! {
                let operand_count = cursor.#count().field("operand count")?;
                let Some(group) = operand_count.checked_sub(#fixed) else {
                    return Err(values::wrong_count(
                        start, "operands", #fixed as u32, operand_count as u32,
                    ));
                };
                #(#lacks)*
            }
        });
        let operands = self.op.operands.iter().map(|port| {
            let name = &port.docs.name;
            let local = names::local(name);
            let gate = self.gated(port);
            let read_one = one(name);
            match (port.arity, layout) {
                (Arity::One, _) => quote!(let #local = #read_one;),
                (Arity::Variadic, OperandLayout::Counted) => quote! {
                    let #local = Values::<#prefix>::read(cursor, group, defined).field(#name)?;
                },
                (Arity::Variadic, _) => {
                    let read = quote! {
                        cursor.#count()
                            .and_then(|count| Values::<#prefix>::read(cursor, count, defined))
                            .field(#name)?
                    };
                    match gate {
                        Some(condition) => quote! {
                            let #local =
                                if #condition { #read } else { Values::<#prefix>::empty() };
                        },
                        None => quote!(let #local = #read;),
                    }
                }
                (Arity::Optional, OperandLayout::Counted) => quote! {
                    let #local = match group {
                        0 => None,
                        1 => Some(#read_one),
                        _ => return Err(values::wrong_count(
                            start, "operands", #fixed as u32 + 1, operand_count as u32,
                        )),
                    };
                },
                (Arity::Optional, _) => {
                    let bit = port.bit.unwrap_or_default();
                    let told = quote!(flags >> #bit & 1 != 0);
                    let told = match gate {
                        Some(condition) => quote!(#condition && #told),
                        None => told,
                    };
                    quote!(let #local = if #told { Some(#read_one) } else { None };)
                }
            }
        });
        quote!(#total #(#operands)*)
    }

    fn read_regions(&self) -> TokenStream {
        if self.op.regions.is_empty() {
            return quote!();
        }
        let read = self.cx.varint("_u32");
        let regions = self.op.regions.len() as u32;
        quote! {
            let region_count = cursor.#read().field("region count")?;
            if region_count != #regions {
                return Err(values::wrong_count(start, "regions", #regions, region_count));
            }
        }
    }

    fn writer(&self) -> TokenStream {
        let name = self.ident();
        let context = self.cx.write_context();
        let opcode = proc_macro2::Literal::u64_unsuffixed(self.op.opcode);
        let varint = self.cx.varint("");
        let gate = item_gate(self.cx, &self.op.docs, false);
        let parts = self.operations.layout.iter().map(|part| match part {
            OpPart::Opcode => {
                let write = self.cx.write(&self.operations.opcode, &quote!(#opcode));
                // The literal takes the type that the wire asks for.
                if self.operations.opcode.integer().is_some_and(|of| of.coding == Coding::Varint) {
                    quote!(writer.#varint(#opcode);)
                } else {
                    write
                }
            }
            OpPart::ResultCount => self.write_result_count(),
            OpPart::ResultTypes => self.write_results(),
            OpPart::Flags => self.write_flags(),
            OpPart::Attributes => {
                let self_locals = self.attributes().self_locals();
                let write = self.attributes().write();
                quote!(#self_locals #write)
            }
            OpPart::Operands => self.write_operands(),
            OpPart::Regions if !self.op.regions.is_empty() => {
                let regions = self.op.regions.len() as u64;
                quote!(writer.#varint(#regions);)
            }
            OpPart::Regions => quote!(),
        });
        quote! {
            impl #name {
                /// Writes the operation up to the number of its regions.
                ///
                /// # Errors
                /// A value that the version cannot carry.
                #[inline]
                pub fn write(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
                    // Taken out it can stay in registers; a lent writer has to stay in memory.
                    let mut own = std::mem::take(writer);
                    let written = self.write_parts(&mut own, cx);
                    *writer = own;
                    written
                }

                #[inline(always)]
                #[allow(unused_variables)]
                fn write_parts(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
                    let version = cx.version();
                    #gate
                    #(#parts)*
                    Ok(())
                }
            }
        }
    }

    fn write_result_count(&self) -> TokenStream {
        if !self.op.result_count {
            return quote!();
        }
        let varint = self.cx.varint("");
        let fixed = self.fixed_results();
        let groups = self
            .op
            .results
            .iter()
            .filter(|port| port.arity == Arity::Variadic)
            .map(|port| names::snake(&port.docs.name));
        quote!(writer.#varint(u64::from(#fixed) #(+ self.#groups.len() as u64)*);)
    }

    fn write_results(&self) -> TokenStream {
        let write = self.cx.write(&Wire::Index(self.operations.types), &quote!(result.ty));
        let results = self.op.results.iter().map(|port| {
            let field = names::snake(&port.docs.name);
            if port.arity == Arity::Variadic {
                return quote!(for result in self.#field.iter() { #write });
            }
            match self.gated(port) {
                Some(condition) => {
                    let error = self.port_refusal(port);
                    let missing = format!("`{}.{}` is missing", self.op.docs.name, port.docs.name);
                    quote! {
                        if #condition {
                            let Some(result) = self.#field else {
                                return Err(Error::invalid(#missing));
                            };
                            #write
                        } else if let Some(result) = self.#field {
                            if cx.is_used(result.value) {
                                return Err(#error);
                            }
                        }
                    }
                }
                None => quote!({ let result = &self.#field; #write }),
            }
        });
        quote!(#(#results)*)
    }

    fn write_flags(&self) -> TokenStream {
        if self.op.flags.is_none() {
            return quote!();
        }
        let varint = self.cx.varint("");
        let self_locals = self.attributes().self_locals();
        let bits = self.attributes().write_flags();
        let operands = self.op.operands.iter().filter_map(|port| {
            let mask = 1u64 << port.bit?;
            let field = names::snake(&port.docs.name);
            let set = quote!(if self.#field.is_some() { flags |= #mask; });
            Some(match self.gated(port) {
                Some(condition) => quote!(if #condition { #set }),
                None => set,
            })
        });
        let write = quote! {
            #self_locals
            let mut flags = 0u64;
            #bits
            #(#operands)*
            writer.#varint(flags);
        };
        match self.flags_condition() {
            Some(condition) => quote!(if #condition { #write }),
            None => quote!({ #write }),
        }
    }

    fn write_value(&self, value: &TokenStream) -> TokenStream {
        let varint = self.cx.varint("");
        if self.cx.options.host.is_some() {
            quote!(writer.#varint(u64::from(cx.value_index(#value)?));)
        } else {
            quote!(writer.#varint(u64::from(#value.index()));)
        }
    }

    fn write_operands(&self) -> TokenStream {
        let varint = self.cx.varint("");
        let layout = self.op.operand_layout;
        let total = (layout == OperandLayout::Counted).then(|| {
            let counts = self.op.operands.iter().map(|port| {
                let field = names::snake(&port.docs.name);
                match port.arity {
                    Arity::One => quote!(1),
                    Arity::Optional => quote!(u64::from(self.#field.is_some())),
                    Arity::Variadic => quote!(self.#field.len() as u64),
                }
            });
            quote!(writer.#varint(0 #(+ #counts)*);)
        });
        let operands = self.op.operands.iter().map(|port| {
            let field = names::snake(&port.docs.name);
            match port.arity {
                Arity::One => self.write_value(&quote!(self.#field)),
                Arity::Optional => {
                    let write = self.write_value(&quote!(value));
                    let refuse = self.gated(port).map(|condition| {
                        let error = self.port_refusal(port);
                        quote!(if !(#condition) { return Err(#error); })
                    });
                    quote!(if let Some(value) = self.#field { #refuse #write })
                }
                Arity::Variadic => {
                    let count = (layout == OperandLayout::Segments)
                        .then(|| quote!(writer.#varint(self.#field.len() as u64);));
                    let write = self.write_value(&quote!(value));
                    let write = quote!(#count for &value in self.#field.iter() { #write });
                    match self.gated(port) {
                        Some(condition) => {
                            let error = self.port_refusal(port);
                            quote! {
                                if #condition {
                                    #write
                                } else if !self.#field.is_empty() {
                                    return Err(#error);
                                }
                            }
                        }
                        None => write,
                    }
                }
            }
        });
        quote!(#total #(#operands)*)
    }

    /// Every result, operand and region, for whoever does not know the kind.
    fn access(&self) -> TokenStream {
        let (name, ty) = (self.ident(), self.ty());
        let runtime = &self.cx.options.runtime;
        let (parts, parts_mut) = (self.parts(&quote!()), self.parts(&quote!(mut)));
        quote! {
            #[allow(unused_variables)]
            impl #name {
                #[inline(always)]
                pub(super) fn each_part<'s>(
                    &'s self,
                    version: Version,
                    visit: &mut impl #runtime::parts::VisitParts<'s, #ty>,
                ) {
                    #parts
                }
                #[inline(always)]
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

    /// Statements that show every result, operand and region to `visit`; those to change them have `mut`.
    fn parts(&self, change: &TokenStream) -> TokenStream {
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

    /// From the borrowed struct to the owned one, its values renamed by an `Adopt`.
    fn to_owned(&self, lifetime: &TokenStream) -> TokenStream {
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
                /// The same operation, owned, with its values renamed.
                #[inline(always)]
                #[allow(unused_variables, clippy::wrong_self_convention)]
                pub fn to_owned<A: values::Adopt<#ty>>(&self, adopt: &mut A) -> #owned {
                    #attribute_lets
                    #(#operands)*
                    #(#results)*
                    #owned { #(#bindings,)* #(#regions),* }
                }
            }
        }
    }
}

/// `OpKind` and what is known of each kind.
fn kinds(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
    let kind_docs = ops.iter().map(|op| brief(&op.op.docs));
    let runtime = &cx.options.runtime;
    let infos = ops.iter().map(|op| info(cx, op));
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

fn info(cx: &Cx<'_>, emitter: &OpEmitter<'_, '_>) -> TokenStream {
    let runtime = &cx.options.runtime;
    let op = emitter.op;
    let (name, label, summary) = (&op.docs.name, &op.docs.label, &op.docs.summary);
    let group = op
        .group
        .and_then(|index| cx.model.groups.get(index))
        .map_or("", |group| group.docs.name.as_str());
    let ports = |ports: &[Port]| {
        let ports = ports.iter().map(|port| {
            let (name, constraint) = (&port.docs.name, resolved(cx, &port.constraint));
            let arity = match port.arity {
                Arity::One => quote!(One),
                Arity::Optional => quote!(Optional),
                Arity::Variadic => quote!(Variadic),
            };
            quote!(#runtime::reflect::PortInfo {
                name: #name,
                constraint: #constraint,
                arity: #runtime::reflect::Arity::#arity,
            })
        });
        quote!(&[#(#ports),*])
    };
    let (results, operands) = (ports(&op.results), ports(&op.operands));
    let attributes = op.attributes.iter().filter(|f| f.visible()).map(|f| &f.docs.name);
    let regions = op.regions.iter().map(|region| {
        let (name, may_be_empty) = (&region.docs.name, region.may_be_empty);
        quote!(#runtime::reflect::RegionInfo { name: #name, may_be_empty: #may_be_empty })
    });
    let same_type = &op.same_type;
    let terminator = op.terminator;
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
        }
    }
}

/// A constraint with its name replaced by what it stands for.
pub(super) fn resolved<'m>(cx: &Cx<'m>, constraint: &'m str) -> &'m str {
    cx.model
        .constraints
        .iter()
        .find(|item| item.docs.name == constraint)
        .map_or(constraint, |item| item.is.as_str())
}

fn owned_enum(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let runtime = &cx.options.runtime;
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
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
    let finish = ops.iter().map(|op| match op.op.regions.len() {
        0 => quote! {
            let each = |result| define(cx, result);
            op.each_part(version, &mut #runtime::parts::EachWireResult(each));
            Ok(0)
        },
        regions => quote!(Ok(#regions)),
    });
    quote! {
        /// An operation, owned: its values are those of the body that holds it.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Op {
            #(#op_docs #idents(ops::#idents),)*
        }

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
            #[inline]
            pub fn write_with<'s>(
                &'s self,
                writer: &mut Writer,
                cx: &mut #context,
                mut define: impl FnMut(&mut #context, &'s ResultValue),
            ) -> Result<usize> {
                let version = cx.version();
                match self {
                    #(Op::#idents(op) => {
                        op.write(writer, cx)?;
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
        )*
    }
}

fn view_enum(cx: &Cx<'_>, ops: &[OpEmitter<'_, '_>]) -> TokenStream {
    let idents: Vec<_> = ops.iter().map(|op| op.ident()).collect();
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
    let methods: Vec<_> =
        ops.iter().map(|op| names::prefixed("visit_", &op.op.docs.name)).collect();
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
                    #[inline(always)]
                    fn #methods(&mut self, op: #types) -> Self::Output {
                        #bodies
                    }
                )*
            }
        }
    };
    let into_owned = visitor(
        quote!(impl<'a, A: values::Collect<#ty, super::Op>> VisitOp<'a> for IntoOwned<A>),
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
                #[inline(always)]
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
        #[inline]
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
        pub struct IntoOwned<A>(pub A);

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
            pub fn to_owned<A: values::Adopt<#ty>>(&self, adopt: &mut A) -> super::Op {
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
