//! Builders of operations: for each, a method of the host's `Builder`, and a struct with setters.
//!
//! A method takes everything without a default: the types of results that cannot be inferred, the operands, then the attributes.
//! Setters set the rest by name. `build` adds the operation and returns its results.

use super::documentation::document;
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

        /// Builders of operations. Setters set the optional parts by name, and `build` adds the operation.
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

/// A method that sets a part of an operation before it is added.
struct Setter {
    docs: TokenStream,
    name: Ident,
    parameters: TokenStream,
    body: TokenStream,
}

/// The source of the type of a result.
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

    /// The type without fields whose spelling equals the constraint.
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

    /// Whether the method takes an attribute as a parameter.
    fn required(field: &Field) -> bool {
        field.visible() && matches!(field.kind, FieldKind::Value(_)) && field.default.is_none()
    }

    fn struct_name(&self) -> Ident {
        self.emitter.ident()
    }

    /// The type of a parameter with a value of this shape, and its conversion into the member.
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
        let parameters = self.parameters();
        if cx.declarations {
            let names = parameters.iter().map(|(name, _)| name);
            return quote!(pub fn #method(#(#names: ()),*) {});
        }
        let parameters = parameters.iter().map(|(name, ty)| quote!(#name: #ty));
        let name = self.struct_name();
        let docs = docs(cx, &op.docs);
        let ty = cx.table_id(self.emitter.operations.types);
        let (prepare, members) = self.prepared();
        quote! {
            #docs
            pub fn #method(&mut self, #(#parameters),*) -> build::#name<'_, 'b> {
                #[allow(unused_variables)]
                let f_undefined = |ty: #ty| Typed { value: Value::new(Value::MAX_INDEX), ty };
                #(#prepare)*
                let op = ops::#name { #(#members),* };
                build::#name { builder: self, op }
            }
        }
    }

    /// The parameters of the method, each with its type: everything without a default.
    fn parameters(&self) -> Vec<(Ident, TokenStream)> {
        let op = self.emitter.op;
        let ty = self.emitter.cx.table_id(self.emitter.operations.types);
        let results = op.results.iter().filter_map(|result| match self.result_types(result) {
            ResultTypes::Argument if result.arity == Arity::Variadic => {
                Some((types_argument(result), quote!(impl IntoIterator<Item = #ty>)))
            }
            ResultTypes::Argument => Some((type_argument(result), quote!(#ty))),
            ResultTypes::Operand(..) | ResultTypes::Only(_) => None,
        });
        let operands = op.operands.iter().filter_map(|operand| {
            let ty = match operand.arity {
                Arity::One => quote!(Value),
                Arity::Variadic => quote!(impl Into<ValueList>),
                Arity::Optional => return None,
            };
            Some((names::snake(&operand.docs.name), ty))
        });
        let attributes = op.attributes.iter().filter(|field| Self::required(field));
        let attributes = attributes.filter_map(|field| {
            let FieldKind::Value(wire) = &field.kind else { return None };
            let name = names::snake(&field.docs.name);
            let (ty, _) = self.argument(wire, &name);
            Some((name, ty))
        });
        results.chain(operands).chain(attributes).collect()
    }

    /// The statements that prepare the members of the operation, and the members.
    fn prepared(&self) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let op = self.emitter.op;
        let (mut lists, mut types, mut members) = (Vec::new(), Vec::new(), Vec::new());
        for result in &op.results {
            let (prepare, value) = self.result(result);
            let member = names::snake(&result.docs.name);
            types.extend(prepare);
            members.push(quote!(#member: #value));
        }
        for operand in &op.operands {
            let member = names::snake(&operand.docs.name);
            match operand.arity {
                Arity::One => members.push(quote!(#member)),
                Arity::Variadic => {
                    lists.push(quote!(let #member: ValueList = #member.into();));
                    members.push(quote!(#member));
                }
                Arity::Optional => members.push(quote!(#member: None)),
            }
        }
        for field in op.attributes.iter().filter(|field| field.visible()) {
            let member = names::snake(&field.docs.name);
            let value = match (&field.kind, &field.default) {
                (FieldKind::Value(wire), _) if Self::required(field) => {
                    self.argument(wire, &member).1
                }
                (FieldKind::Value(_), Some(Default::FalseTimes(other))) => {
                    let other = names::snake(other);
                    lists.push(quote!(let #member = #other.len();));
                    quote!(vec![false; #member].into())
                }
                (FieldKind::Value(_), _) => self.attributes().default_owned(field),
                _ => quote!(std::default::Default::default()),
            };
            members.push(quote!(#member: #value));
        }
        for region in &op.regions {
            let member = names::snake(&region.docs.name);
            members.push(quote!(#member: self.add_region()));
        }
        lists.extend(types);
        (lists, members)
    }

    /// The statement that infers the type of a result that is no argument, and the member.
    fn result(&self, result: &Port) -> (Option<TokenStream>, TokenStream) {
        let variadic = result.arity == Arity::Variadic;
        let name = type_argument(result);
        let value = |value: TokenStream| match self.emitter.gated(result) {
            Some(_) => quote!(Some(#value)),
            None => value,
        };
        match self.result_types(result) {
            ResultTypes::Argument if variadic => {
                let name = types_argument(result);
                (None, quote!(#name.into_iter().map(f_undefined).collect()))
            }
            ResultTypes::Argument => (None, value(quote!(f_undefined(#name)))),
            ResultTypes::Operand(operand, Arity::Variadic) if variadic => {
                let prepare = quote! {
                    let #name: ThinVec<ResultValue> =
                        #operand.iter().map(|&value| f_undefined(self.type_of(value))).collect();
                };
                (Some(prepare), quote!(#name))
            }
            ResultTypes::Operand(operand, _) => {
                let prepare = quote!(let #name = f_undefined(self.type_of(#operand)););
                (Some(prepare), value(quote!(#name)))
            }
            ResultTypes::Only(only) => {
                let prepare = quote!(let #name = f_undefined(self.ty(#only)););
                (Some(prepare), value(quote!(#name)))
            }
        }
    }

    fn structure(&self, host: &TokenStream) -> TokenStream {
        let cx = self.emitter.cx;
        let name = self.struct_name();
        let setters = self.setters(host);
        if cx.declarations {
            let setters = setters.iter().map(|Setter { name, .. }| quote!(fn #name() {}));
            return quote! {
                pub struct #name { builder: (), op: () }
                impl #name { #(#setters)* fn build() {} }
            };
        }
        let setters = setters.iter().map(|Setter { docs, name, parameters, body }| {
            quote! {
                #docs
                #[must_use]
                pub fn #name(#parameters) -> Self {
                    #body
                    self
                }
            }
        });
        let docs_of_op = brief(&self.emitter.op.docs);
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

                /// Adds the operation at the end of the current block and returns its results.
                pub fn build(self) -> #output {
                    let id = self.builder.add(self.op);
                    #take
                }
            }
        }
    }

    /// The setters: attributes with defaults, optional attributes and operands, and regions.
    fn setters(&self, host: &TokenStream) -> Vec<Setter> {
        let cx = self.emitter.cx;
        let op = self.emitter.op;
        let mut setters = Vec::new();
        for field in &op.attributes {
            let member = names::snake(&field.docs.name);
            let (parameters, value) = match &field.kind {
                FieldKind::Value(wire) if field.default.is_some() => {
                    let (ty, value) = self.argument(wire, &member);
                    (quote!(mut self, #member: #ty), value)
                }
                FieldKind::Optional(wire, _) => {
                    let (ty, value) = self.argument(wire, &member);
                    let value = if boxed(wire) { quote!(Box::new(#value)) } else { value };
                    (quote!(mut self, #member: #ty), quote!(Some(#value)))
                }
                FieldKind::Unit { .. } => (quote!(mut self), quote!(true)),
                _ => continue,
            };
            setters.push(Setter {
                docs: part_docs(cx, &field.docs),
                name: setter_name(&member),
                parameters,
                body: quote!(self.op.#member = #value;),
            });
        }
        for operand in op.operands.iter().filter(|operand| operand.arity == Arity::Optional) {
            let member = names::snake(&operand.docs.name);
            setters.push(Setter {
                docs: part_docs(cx, &operand.docs),
                name: setter_name(&member),
                parameters: quote!(mut self, #member: Value),
                body: quote!(self.op.#member = Some(#member);),
            });
        }
        let ty = cx.table_id(self.emitter.operations.types);
        for region in &op.regions {
            let member = names::snake(&region.docs.name);
            let mut docs = part_docs(cx, &region.docs);
            docs.extend(document("\nAdds a block with arguments of these types and fills it."));
            setters.push(Setter {
                docs,
                name: region_setter(&member),
                parameters: quote! {
                    self,
                    arguments: &[#ty],
                    fill: impl FnOnce(&mut #host::Builder<'b>, &[Value]),
                },
                body: quote!(self.builder.fill_region(self.op.#member, arguments, fill);),
            });
        }
        setters
    }

    /// The return type of `build`, and the statements that make the result from `id`.
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

/// The name of the parameter for the type of a result.
fn type_argument(result: &Port) -> Ident {
    format_ident!("{}_type", names::snake(&result.docs.name))
}

/// The name of the parameter for the types of a group of results.
fn types_argument(result: &Port) -> Ident {
    format_ident!("{}_types", names::snake(&result.docs.name))
}

fn unraw(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// The name of a setter: that of the member, with `_` appended for a keyword and for `build`.
fn setter_name(member: &Ident) -> Ident {
    let name = unraw(member);
    if name == "build" || member.to_string().starts_with("r#") {
        format_ident!("{name}_")
    } else {
        member.clone()
    }
}

/// The name of the setter of a region: without `_region`, and `body` for a region named `region`. The argument shows that it is a
/// region.
fn region_setter(member: &Ident) -> Ident {
    let name = unraw(member);
    match name.strip_suffix("_region") {
        Some(name) => setter_name(&names::snake(name)),
        None if name == "region" => format_ident!("body"),
        None => setter_name(member),
    }
}
