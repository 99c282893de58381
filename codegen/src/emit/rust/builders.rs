//! Builders of operations: a method each on the host's `Builder`, and a struct with setters.
//!
//! A method takes what has no default: the types of results that cannot be inferred, the operands,
//! then the attributes. The rest is set by name; `build` adds the operation and gives its results.

use super::fields::{Fields, boxed};
use super::operation::{OpEmitter, instructions, resolved};
use super::versions::{brief, docs, part_docs};
use super::{Cx, Family, names};
use crate::model::{Arity, Default, Field, FieldKind, Kind, Port, Until, Wire};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let (Some(operations), Some(host)) = (&cx.model.operations, &cx.options.host) else {
        return quote!();
    };
    let ops: Vec<OpBuilder<'_, '_>> = instructions(cx)
        .map(|op| OpBuilder { emitter: OpEmitter { cx, op, operations } })
        .collect();
    if ops.is_empty() {
        return quote!();
    }
    let methods = ops.iter().map(|op| op.method());
    let structs = ops.iter().map(|op| op.structure(host));
    quote! {
        impl<'b> #host::Builder<'b> {
            #(#methods)*
        }

        /// Operations in the making: what is optional is set by name, then `build` adds them.
        pub mod build {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #(#structs)*
        }
    }
}

/// The methods of the host's `Builder` that the code calls.
const OF_HOST: &[&str] = &["add", "add_region", "fill_region", "result", "results", "type_of"];

struct OpBuilder<'c, 'm> {
    emitter: OpEmitter<'c, 'm>,
}

/// Where the type of a result comes from.
enum ResultTypes {
    /// An argument of the method.
    Argument,
    /// The type of this operand, or the types of this group.
    Operand(Ident, Arity),
    /// The one type that the constraint allows.
    Only(TokenStream),
}

impl OpBuilder<'_, '_> {
    fn attributes(&self) -> Fields<'_, '_> {
        self.emitter.attributes()
    }

    fn result_types(&self, result: &Port) -> ResultTypes {
        let op = self.emitter.op;
        if op.same_type.contains(&result.docs.name) {
            let operand = op.operands.iter().find(|operand| {
                op.same_type.contains(&operand.docs.name)
                    && (operand.arity == Arity::One || operand.arity == result.arity)
            });
            if let Some(operand) = operand {
                return ResultTypes::Operand(names::snake(&operand.docs.name), operand.arity);
            }
        }
        match self.only_type(&result.constraint) {
            Some(ty) if result.arity != Arity::Variadic => ResultTypes::Only(ty),
            _ => ResultTypes::Argument,
        }
    }

    /// The type without fields whose spelling is the whole constraint.
    fn only_type(&self, constraint: &str) -> Option<TokenStream> {
        let cx = self.emitter.cx;
        let constraint = resolved(cx, constraint);
        let entry =
            cx.model.sections.iter().flat_map(|section| &section.fields).find_map(|field| {
                match &field.kind {
                    FieldKind::Value(Wire::OffsetTable { entry, .. })
                        if field.table == Some(self.emitter.operations.types) =>
                    {
                        Some(entry)
                    }
                    _ => None,
                }
            })?;
        let Wire::Item(Kind::Union, index) = **entry else { return None };
        let union = &cx.model.unions[index];
        let variant = union
            .variants
            .iter()
            .find(|variant| variant.fields.is_empty() && variant.docs.label == constraint)?;
        let (union, variant) = (names::camel(&union.docs.name), names::camel(&variant.docs.name));
        Some(quote!(#union::#variant))
    }

    /// An attribute that the method asks for.
    fn required(field: &Field) -> bool {
        field.visible() && matches!(field.kind, FieldKind::Value(_)) && field.default.is_none()
    }

    fn struct_name(&self) -> Ident {
        self.emitter.ident()
    }

    /// How a value of this shape is passed, and how it becomes the member.
    fn argument(&self, wire: &Wire, name: &Ident) -> (TokenStream, TokenStream) {
        let ty = self.emitter.cx.rust_type(wire, Family::Owned);
        match wire {
            Wire::Sequence(list) if matches!(list.until, Until::Count(None) | Until::Field(_)) => {
                (quote!(impl Into<#ty>), quote!(#name.into()))
            }
            _ => (ty, quote!(#name)),
        }
    }

    fn method(&self) -> TokenStream {
        let cx = self.emitter.cx;
        let op = self.emitter.op;
        let method = names::snake(&op.docs.name);
        let spelled = method.to_string();
        let method = match spelled.strip_prefix("r#") {
            Some(keyword) => format_ident!("{keyword}_"),
            None if OF_HOST.contains(&spelled.as_str()) => format_ident!("{spelled}_"),
            None => method,
        };
        let name = self.struct_name();
        let docs = docs(cx, &op.docs);
        let ty = cx.table_id(self.emitter.operations.types);
        let mut arguments = Vec::new();
        let mut members = Vec::new();
        let mut prepare = Vec::new();
        let value = |result: &Port, argument: TokenStream| {
            let gated = self.emitter.gated(result).is_some();
            if gated { quote!(Some(#argument)) } else { argument }
        };
        for result in &op.results {
            let member = names::snake(&result.docs.name);
            let argument = format_ident!("{}_type", names::snake(&result.docs.name));
            let variadic = result.arity == Arity::Variadic;
            match self.result_types(result) {
                ResultTypes::Argument if variadic => {
                    let argument = format_ident!("{}_types", names::snake(&result.docs.name));
                    arguments.push(quote!(#argument: impl IntoIterator<Item = #ty>));
                    members.push(quote!(#member: #argument.into_iter().map(f_undefined).collect()));
                }
                ResultTypes::Argument => {
                    arguments.push(quote!(#argument: #ty));
                    let value = value(result, quote!(f_undefined(#argument)));
                    members.push(quote!(#member: #value));
                }
                ResultTypes::Operand(operand, arity) => {
                    if variadic && arity == Arity::Variadic {
                        prepare.push(quote! {
                            let #argument: ThinVec<ResultValue> = #operand
                                .iter()
                                .map(|&value| f_undefined(self.type_of(value)))
                                .collect();
                        });
                        members.push(quote!(#member: #argument));
                    } else {
                        prepare.push(quote!(let #argument = f_undefined(self.type_of(#operand));));
                        let value = value(result, quote!(#argument));
                        members.push(quote!(#member: #value));
                    }
                }
                ResultTypes::Only(only) => {
                    prepare.push(quote!(let #argument = f_undefined(self.ty(#only));));
                    let value = value(result, quote!(#argument));
                    members.push(quote!(#member: #value));
                }
            }
        }
        let mut operand_prepare = Vec::new();
        for operand in &op.operands {
            let member = names::snake(&operand.docs.name);
            let argument = names::snake(&operand.docs.name);
            match operand.arity {
                Arity::One => arguments.push(quote!(#argument: Value)),
                Arity::Variadic => {
                    arguments.push(quote!(#argument: impl Into<ValueList>));
                    operand_prepare.push(quote!(let #argument: ValueList = #argument.into();));
                }
                Arity::Optional => {
                    members.push(quote!(#member: None));
                    continue;
                }
            }
            members.push(quote!(#member: #argument));
        }
        let attributes = self.attributes();
        for field in op.attributes.iter().filter(|field| field.visible()) {
            let member = names::snake(&field.docs.name);
            let argument = names::snake(&field.docs.name);
            match &field.kind {
                FieldKind::Value(wire) if Self::required(field) => {
                    let (ty, value) = self.argument(wire, &argument);
                    arguments.push(quote!(#argument: #ty));
                    members.push(quote!(#member: #value));
                }
                FieldKind::Value(_) => {
                    let default = match &field.default {
                        Some(Default::FalseTimes(other)) => {
                            let other = names::snake(other);
                            operand_prepare.push(quote!(let #argument = #other.len();));
                            quote!(vec![false; #argument].into())
                        }
                        _ => attributes.default_owned(field),
                    };
                    members.push(quote!(#member: #default));
                }
                _ => members.push(quote!(#member: std::default::Default::default())),
            }
        }
        for region in &op.regions {
            let member = names::snake(&region.docs.name);
            members.push(quote!(#member: self.add_region()));
        }
        quote! {
            #docs
            pub fn #method(&mut self, #(#arguments),*) -> build::#name<'_, 'b> {
                #[allow(unused_variables)]
                let f_undefined = |ty: #ty| Typed { value: Value::new(Value::MAX_INDEX), ty };
                #(#operand_prepare)*
                #(#prepare)*
                let op = ops::#name { #(#members),* };
                build::#name { builder: self, op }
            }
        }
    }

    fn structure(&self, host: &TokenStream) -> TokenStream {
        let cx = self.emitter.cx;
        let op = self.emitter.op;
        let name = self.struct_name();
        let docs_of_op = brief(&op.docs);
        let ty = cx.table_id(self.emitter.operations.types);
        let mut setters = Vec::new();
        for field in &op.attributes {
            let member = names::snake(&field.docs.name);
            let setter = setter_name(&member);
            let docs = part_docs(cx, &field.docs);
            let set = match &field.kind {
                FieldKind::Value(wire) if field.default.is_some() => {
                    let (ty, value) = self.argument(wire, &member);
                    quote!(pub fn #setter(mut self, #member: #ty) -> Self {
                        self.op.#member = #value;
                        self
                    })
                }
                FieldKind::Optional(wire, _) => {
                    let (ty, mut value) = self.argument(wire, &member);
                    if boxed(wire) {
                        value = quote!(Box::new(#value));
                    }
                    quote!(pub fn #setter(mut self, #member: #ty) -> Self {
                        self.op.#member = Some(#value);
                        self
                    })
                }
                FieldKind::Unit { .. } => quote!(pub fn #setter(mut self) -> Self {
                    self.op.#member = true;
                    self
                }),
                _ => continue,
            };
            setters.push(quote!(#docs #[must_use] #set));
        }
        for operand in op.operands.iter().filter(|operand| operand.arity == Arity::Optional) {
            let member = names::snake(&operand.docs.name);
            let setter = setter_name(&member);
            let docs = part_docs(cx, &operand.docs);
            setters.push(quote! {
                #docs
                #[must_use]
                pub fn #setter(mut self, #member: Value) -> Self {
                    self.op.#member = Some(#member);
                    self
                }
            });
        }
        for region in &op.regions {
            let member = names::snake(&region.docs.name);
            let setter = region_setter(&member);
            let docs = part_docs(cx, &region.docs);
            setters.push(quote! {
                #docs
                ///
                /// Adds a block with arguments of these types and fills it.
                #[must_use]
                pub fn #setter(
                    self,
                    arguments: &[#ty],
                    fill: impl FnOnce(&mut #host::Builder<'b>, &[Value]),
                ) -> Self {
                    self.builder.fill_region(self.op.#member, arguments, fill);
                    self
                }
            });
        }
        let (output, take) = self.output();
        quote! {
            #docs_of_op
            #[must_use = "`build` adds the operation"]
            pub struct #name<'s, 'b> {
                pub(super) builder: &'s mut #host::Builder<'b>,
                pub(super) op: ops::#name,
            }

            impl<'b> #name<'_, 'b> {
                #(#setters)*

                /// Adds the operation at the end of the block at hand and gives its results.
                pub fn build(self) -> #output {
                    let id = self.builder.add(self.op);
                    #take
                }
            }
        }
    }

    /// The type of what `build` gives, and the statements that make it of `id`.
    fn output(&self) -> (TokenStream, TokenStream) {
        let results = &self.emitter.op.results;
        if results.iter().any(|result| result.arity == Arity::Variadic) {
            return (quote!(Vec<Value>), quote!(self.builder.results(id)));
        }
        match results.len() {
            0 => (quote!(()), quote!(let _ = id;)),
            1 => (quote!(Value), quote!(self.builder.result(id, 0))),
            len => {
                let values = (0..len).map(|_| quote!(Value));
                let takes = (0..len).map(|index| quote!(self.builder.result(id, #index)));
                (quote!((#(#values),*)), quote!((#(#takes),*)))
            }
        }
    }
}

fn unraw(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// A setter's name: the member's, unless that is a keyword or `build`.
fn setter_name(member: &Ident) -> Ident {
    let name = unraw(member);
    if name == "build" || member.to_string().starts_with("r#") {
        format_ident!("{name}_")
    } else {
        member.clone()
    }
}

/// The setter of a region: what it is for, or `body`; that it is a region, its argument says.
fn region_setter(member: &Ident) -> Ident {
    let name = unraw(member);
    match name.strip_suffix("_region") {
        Some(name) => setter_name(&names::snake(name)),
        None if name == "region" => format_ident!("body"),
        None => setter_name(member),
    }
}
