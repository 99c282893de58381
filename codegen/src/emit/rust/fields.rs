//! Sequences of fields: declaring, reading and writing them. Records, variants, sections and the attributes of operations use
//! this.

use super::integers::narrowed;
use super::versions::{condition, field_docs, refusal};
use super::{Cx, Family, names};
use crate::ast::Literal;
use crate::model::{
    Content, Default, Docs, Field, FieldKind, Gate, Kind, PresenceHow, Sequence, Until, Variant,
    Wire,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A sequence of fields, and the item that contains them.
pub(super) struct Fields<'c, 'm> {
    pub(super) cx: &'c Cx<'m>,
    pub(super) fields: &'c [Field],
    /// The item's name in errors.
    pub(super) item: &'c str,
    /// The item's own gate, which is known to hold.
    pub(super) gate: &'c Gate,
}

/// Whether an optional value of this shape is owned through a pointer. An empty list and an absent list differ, and an operation
/// should spend only one word on either.
pub(super) fn boxed(wire: &Wire) -> bool {
    match wire {
        Wire::Sequence(sequence) => !matches!(sequence.until, Until::Count(Some(_))),
        _ => false,
    }
}

/// Statements that compute `known`, the bits that fields claim at the current version.
pub(super) fn known_flags(
    cx: &Cx<'_>,
    claimed: impl Iterator<Item = (u32, Gate)>,
    outer: &Gate,
) -> TokenStream {
    let mut open = 0u64;
    let mut gated = Vec::new();
    for (bit, gate) in claimed {
        match condition(cx, &gate, outer) {
            None => open |= 1 << bit,
            Some(condition) => {
                let mask = 1u64 << bit;
                gated.push(quote!(if #condition { known |= #mask; }));
            }
        }
    }
    if gated.is_empty() {
        quote!(let known: u64 = #open;)
    } else {
        quote!(let mut known: u64 = #open; #(#gated)*)
    }
}

/// Statements that refuse bits of `flags` that no field claims at the current version.
pub(super) fn check_flags(
    cx: &Cx<'_>,
    claimed: impl Iterator<Item = (u32, Gate)>,
    outer: &Gate,
) -> TokenStream {
    let known = known_flags(cx, claimed, outer);
    let runtime = &cx.options.runtime;
    quote! {
        #known
        if flags & !known != 0 {
            return Err(#runtime::values::unknown_flags(start, flags & !known));
        }
    }
}

impl<'c, 'm> Fields<'c, 'm> {
    pub(super) fn new(cx: &'c Cx<'m>, item: &'c Docs, fields: &'c [Field]) -> Self {
        Fields { cx, fields, item: &item.name, gate: &item.gate }
    }

    /// The fields that are members of the Rust type.
    pub(super) fn visible(&self) -> impl Iterator<Item = &'c Field> {
        self.fields.iter().filter(|field| field.visible())
    }

    /// The variant with this name and the fields: a constructor, or a pattern.
    pub(super) fn variant(&self, ident: &Ident) -> TokenStream {
        let bindings = self.bindings();
        if bindings.is_empty() {
            quote!(Self::#ident)
        } else {
            quote!(Self::#ident { #(#bindings),* })
        }
    }

    /// `let f_name = self.name;` for every member of a `Copy` type.
    pub(super) fn copies(&self) -> TokenStream {
        let lets = self.visible().map(|field| {
            let (name, local) = (names::snake(&field.docs.name), names::local(&field.docs.name));
            quote!(let #local = self.#name;)
        });
        quote!(#(#lets)*)
    }

    /// The Rust type of a field.
    pub(super) fn ty(&self, field: &Field, family: Family) -> TokenStream {
        match &field.kind {
            FieldKind::Value(wire) | FieldKind::Part(wire, _) => self.cx.rust_type(wire, family),
            FieldKind::Optional(wire, _) => {
                let mut ty = self.cx.rust_type(wire, family);
                if family == Family::Owned && boxed(wire) {
                    ty = quote!(Box<#ty>);
                }
                quote!(Option<#ty>)
            }
            _ => quote!(bool),
        }
    }

    /// The fields as members of a struct or of a struct-like variant.
    pub(super) fn members(&self, family: Family, public: bool) -> Vec<TokenStream> {
        let visibility = if public { quote!(pub) } else { quote!() };
        self.visible()
            .map(|field| {
                let name = names::snake(&field.docs.name);
                let ty = self.ty(field, family);
                if self.cx.declarations {
                    return quote!(#name: #ty);
                }
                let docs = field_docs(self.cx, field, family);
                quote!(#docs #visibility #name: #ty)
            })
            .collect()
    }

    /// `name: f_name` for every member: a constructor, or a pattern.
    pub(super) fn bindings(&self) -> Vec<TokenStream> {
        self.visible()
            .map(|field| {
                let name = names::snake(&field.docs.name);
                let local = names::local(&field.docs.name);
                quote!(#name: #local)
            })
            .collect()
    }

    /// `let f_name = &self.name;` for every member.
    pub(super) fn self_locals(&self) -> TokenStream {
        Self::locals_of(self.visible())
    }

    /// The same for the members that claim bits of the flags.
    pub(super) fn flag_locals(&self) -> TokenStream {
        Self::locals_of(self.visible().filter(|field| !field.claims().is_empty()))
    }

    fn locals_of(fields: impl Iterator<Item = &'c Field>) -> TokenStream {
        let lets = fields.map(|field| {
            let name = names::snake(&field.docs.name);
            let local = names::local(&field.docs.name);
            quote!(let #local = &self.#name;)
        });
        quote!(#(#lets)*)
    }

    /// The condition under which the field's gate is open, if it is stricter than the item's.
    pub(super) fn condition(&self, gate: &Gate) -> Option<TokenStream> {
        condition(self.cx, gate, self.gate)
    }

    /// Statements that read every field into locals. They use `cursor`, `cx`, `version`, and `flags` if the flags precede these
    /// fields.
    pub(super) fn read(&self) -> TokenStream {
        let reads = self.fields.iter().enumerate().map(|(at, field)| {
            let name = &field.docs.name;
            let local = names::local(name);
            match &field.kind {
                FieldKind::Flags(wire) => {
                    let read = self.cx.read(wire);
                    let check =
                        check_flags(self.cx, self.fields.iter().flat_map(Field::claims), self.gate);
                    let read = quote! {
                        { let flags = u64::from(#read.field(#name)?); #check flags }
                    };
                    let read = match self.condition(&field.docs.gate) {
                        Some(condition) => quote!(if #condition #read else { 0 }),
                        None => read,
                    };
                    quote!(let start = cursor.position(); let flags: u64 = #read;)
                }
                FieldKind::Presence => {
                    let read = quote!(cursor.bool().field(#name)?);
                    match self.condition(&field.docs.gate) {
                        Some(condition) => {
                            quote!(let #local = if #condition { #read } else { false };)
                        }
                        None => quote!(let #local = #read;),
                    }
                }
                FieldKind::Packed { parts, .. } => self.read_packed(at, *parts),
                FieldKind::Part(..) => quote!(),
                FieldKind::Unit { bit } => {
                    let set = quote!(flags >> #bit & 1 != 0);
                    match self.condition(&field.docs.gate) {
                        // Another field can claim the bit in other versions.
                        Some(condition) => quote!(let #local = #condition && #set;),
                        None => quote!(let #local = #set;),
                    }
                }
                FieldKind::Optional(wire, presence) => {
                    let present = self.present(presence, &field.docs.gate);
                    let read = self.cx.read(wire);
                    let value = match self.refused_read(field, wire) {
                        Some(refused) => quote! {{
                            let at = cursor.position();
                            let #local = #read.field(#name)?;
                            #refused
                            Some(#local)
                        }},
                        None => quote!({ Some(#read.field(#name)?) }),
                    };
                    quote!(let #local = if #present #value else { None };)
                }
                FieldKind::Value(wire) => {
                    let read = self.cx.read(wire);
                    let checks = self.refused_read(field, wire);
                    let at = checks.as_ref().map(|_| quote!(let at = cursor.position();));
                    match self.condition(&field.docs.gate) {
                        Some(condition) => {
                            let default = self.default_read(field);
                            quote! {
                                let #local = if #condition {
                                    #at
                                    let #local = #read.field(#name)?;
                                    #checks
                                    #local
                                } else { #default };
                            }
                        }
                        None => quote!(#at let #local = #read.field(#name)?; #checks),
                    }
                }
            }
        });
        quote!(#(#reads)*)
    }

    /// Statements that set fields whose default depends on fields read after them.
    pub(super) fn late_defaults(&self) -> TokenStream {
        let fixes = self.fields.iter().filter_map(|field| {
            let Some(Default::FalseTimes(other)) = &field.default else { return None };
            let condition = self.condition(&field.docs.gate)?;
            let local = names::local(&field.docs.name);
            let other = names::local(other);
            Some(quote! {
                let #local = if #condition { #local } else {
                    List::repeat(|| false, #other.len(), &())
                };
            })
        });
        quote!(#(#fixes)*)
    }

    /// The default of a field as a value of the borrowed type.
    pub(super) fn default_read(&self, field: &Field) -> TokenStream {
        if let Some(existing) = self.cx.existing {
            return existing.default(field);
        }
        match (field.wire(), &field.default) {
            (Some(wire), _) if let Some(element) = wire.element() => {
                let context = self.cx.element_context(element);
                quote!(List::empty(#context))
            }
            (Some(Wire::Item(Kind::Union, index)), Some(Default::Literal(Literal::EmptyList)))
                if let Some([union, variant, member]) = self.list_variant(*index) =>
            {
                quote!(#union::#variant { #member: List::empty(cx) })
            }
            (Some(Wire::Bytes(_, content)), _) => match content {
                Content::Raw => quote!(&[]),
                Content::Text => quote!(""),
                Content::Value(inner) => {
                    let context = self.cx.element_context(inner);
                    quote!(wire::Enclosed::empty(#context))
                }
            },
            _ => self.default_plain(field),
        }
    }

    fn default_plain(&self, field: &Field) -> TokenStream {
        match (field.wire(), &field.default) {
            (Some(Wire::Item(Kind::Enum, index)), Some(Default::Member(member))) => {
                let item = &self.cx.model.enums[*index];
                let name = names::camel(&item.docs.name);
                let member = names::camel(&item.members[*member].docs.name);
                quote!(#name::#member)
            }
            (_, Some(Default::Literal(Literal::Int(value)))) => {
                let value = proc_macro2::Literal::i128_unsuffixed(*value);
                match field.wire() {
                    Some(Wire::Index(table)) => {
                        let id = self.cx.table_id(*table);
                        quote!(#id(#value))
                    }
                    _ => quote!(#value),
                }
            }
            (_, Some(Default::Literal(Literal::Bool(value)))) => quote!(#value),
            _ => quote!(std::default::Default::default()),
        }
    }

    /// The variant of a union that an empty list represents: the union, the variant and its field.
    fn list_variant(&self, union: usize) -> Option<[proc_macro2::Ident; 3]> {
        let item = &self.cx.model.unions[union];
        let (variant, field) = item.list_variant()?;
        let [variant, field] = [&item.variants[variant].docs, &field.docs];
        Some([
            names::camel(&item.docs.name),
            names::camel(&variant.name),
            names::snake(&field.name),
        ])
    }

    /// An owned default value.
    pub(super) fn default_owned(&self, field: &Field) -> TokenStream {
        match (&field.kind, &field.default) {
            (
                FieldKind::Value(Wire::Item(Kind::Union, index)),
                Some(Default::Literal(Literal::EmptyList)),
            ) if let Some([union, variant, member]) = self.list_variant(*index) => {
                quote!(#union::#variant { #member: ThinVec::new() })
            }
            (FieldKind::Value(_) | FieldKind::Part(..), _) => self.default_plain(field),
            _ => quote!(std::default::Default::default()),
        }
    }

    /// A condition: whether the local (a reference) equals the field's default.
    pub(super) fn is_default(&self, field: &Field) -> TokenStream {
        let local = names::local(&field.docs.name);
        if let Some(existing) = self.cx.existing {
            return existing.is_default(field, &local);
        }
        match (field.wire(), &field.default) {
            (_, None) => quote!(false),
            (_, Some(Default::FalseTimes(other))) => {
                // The default can depend on the number of operands, which are not fields.
                let field = self.fields.iter().any(|field| field.docs.name == *other);
                let (own, member) = (names::local(other), names::snake(other));
                let count = if field { quote!(#own.len()) } else { quote!(self.#member.len()) };
                quote!((#local.len() == #count && !#local.contains(&true)))
            }
            (Some(wire), _) if wire.element().is_some() => quote!(#local.is_empty()),
            (Some(Wire::Optional(..)), _) => quote!(#local.is_none()),
            (Some(Wire::OffsetTable { .. }), _) => quote!(#local.is_empty()),
            (Some(Wire::Item(Kind::Union, index)), Some(Default::Literal(Literal::EmptyList)))
                if let Some([union, variant, member]) = self.list_variant(*index) =>
            {
                quote!(matches!(#local, #union::#variant { #member } if #member.is_empty()))
            }
            _ => {
                let default = self.default_plain(field);
                quote!(*#local == #default)
            }
        }
    }

    /// The statements that return a gate error for a field.
    pub(super) fn gate_error(&self, field: &Field, gate: &Gate) -> TokenStream {
        let item = format!("{}.{}", self.item, field.docs.name);
        let error = refusal(self.cx, &item, gate);
        quote!(return Err(#error);)
    }

    /// Statements that compute `flags` from the locals, at the current version.
    pub(super) fn write_flags(&self) -> TokenStream {
        let bits = self.fields.iter().flat_map(|field| {
            let local = names::local(&field.docs.name);
            let set = match field.kind {
                FieldKind::Unit { .. } => quote!(*#local),
                _ => quote!(#local.is_some()),
            };
            field.claims().into_iter().map(move |(bit, gate)| (bit, gate, set.clone()))
        });
        let bits = bits.map(|(bit, gate, set)| {
            let mask = 1u64 << bit;
            match self.condition(&gate) {
                Some(condition) => quote!(if #condition && #set { flags |= #mask; }),
                None => quote!(if #set { flags |= #mask; }),
            }
        });
        quote!(#(#bits)*)
    }

    /// Statements that write every field from locals, which are references. They use `writer`, `cx` and `version`.
    pub(super) fn write(&self) -> TokenStream {
        let writes = self.fields.iter().enumerate().map(|(at, field)| {
            let local = names::local(&field.docs.name);
            let gate = &field.docs.gate;
            match &field.kind {
                FieldKind::Flags(wire) => {
                    let compute = self.write_flags();
                    let value = narrowed(wire.integer(), &quote!(flags));
                    let write = self.cx.write(wire, &value);
                    self.only_if(
                        gate,
                        quote! {
                            let mut flags = 0u64;
                            #compute
                            #write
                        },
                    )
                }
                FieldKind::Presence => {
                    let stated = self.fields.iter().find(|other| match &other.kind {
                        FieldKind::Optional(_, presence) => presence
                            .iter()
                            .any(|way| way.how == PresenceHow::Field(field.docs.name.clone())),
                        _ => false,
                    });
                    let stated = stated.map(|other| names::local(&other.docs.name));
                    self.only_if(gate, quote!(writer.bool(#stated.is_some());))
                }
                FieldKind::Packed { parts, .. } => self.write_packed(at, *parts),
                FieldKind::Part(..) => quote!(),
                FieldKind::Unit { .. } => match self.condition(gate) {
                    Some(condition) => {
                        let error = self.gate_error(field, gate);
                        quote!(if *#local && !(#condition) { #error })
                    }
                    None => quote!(),
                },
                FieldKind::Optional(wire, presence) => {
                    self.write_optional(field, wire, presence, &local)
                }
                FieldKind::Value(wire) => {
                    let mut write = self.write_value(field, wire, &local);
                    if let Some(check) = self.check_count(field, wire) {
                        write = quote!(#check #write);
                    }
                    if let Some(check) = self.refused_write(field, wire) {
                        write = quote!(#check #write);
                    }
                    match self.condition(gate) {
                        Some(condition) => {
                            let error = self.gate_error(field, gate);
                            let is_default = self.is_default(field);
                            quote! {
                                if #condition { #write } else if !(#is_default) { #error }
                            }
                        }
                        None => write,
                    }
                }
            }
        });
        quote!(#(#writes)*)
    }

    /// Statements that write the value of a field, to which its local refers. An error names the field.
    pub(super) fn write_value(&self, field: &Field, wire: &Wire, local: &Ident) -> TokenStream {
        let write = self.cx.write_field((self.item, field), wire, &self.place(wire, local));
        let name = &field.docs.name;
        // Next to an existing item, names can have any meaning.
        let module = self.cx.existing.map(|existing| {
            let runtime = &existing.runtime;
            quote!(#runtime::error::)
        });
        match self.cx.model.is_refused(wire) {
            true => quote! {
                let mut write = || -> #module Result<()> { #write Ok(()) };
                write().field(#name)?;
            },
            false => write,
        }
    }

    /// Statements that refuse a list whose length differs from the field that counts it.
    pub(super) fn check_count(&self, field: &Field, wire: &Wire) -> Option<TokenStream> {
        let Wire::Sequence(Sequence { until: Until::Field(counter), .. }) = wire else {
            return None;
        };
        let (name, local) = (&field.docs.name, names::local(&field.docs.name));
        let count = names::local(counter);
        let runtime = &self.cx.options.runtime;
        Some(quote! {
            #runtime::wire::check_repeat(#local.len(), u64::from(*#count), #counter)
                .field(#name)?;
        })
    }

    pub(super) fn place(&self, wire: &Wire, local: &proc_macro2::Ident) -> TokenStream {
        match wire {
            Wire::Sequence(_)
            | Wire::OffsetTable { .. }
            | Wire::Item(Kind::Record | Kind::Union, _)
            | Wire::Indirect(_) => quote!(#local),
            _ => quote!((*#local)),
        }
    }

    pub(super) fn only_if(&self, gate: &Gate, statements: TokenStream) -> TokenStream {
        match self.condition(gate) {
            Some(condition) => quote!(if #condition { #statements }),
            None => quote!({ #statements }),
        }
    }

    /// `name: <owned value of f_name>` for every member, from locals of the borrowed type.
    pub(super) fn owned_bindings(&self) -> Vec<TokenStream> {
        self.visible()
            .map(|field| {
                let name = names::snake(&field.docs.name);
                let local = names::local(&field.docs.name);
                let value = match &field.kind {
                    FieldKind::Value(wire) => self.cx.to_owned(wire, &quote!(#local)),
                    FieldKind::Optional(wire, _) if !self.cx.plain(wire) => {
                        let mut value = self.cx.to_owned(wire, &quote!(value));
                        if boxed(wire) {
                            value = quote!(Box::new(#value));
                        }
                        quote!(#local.map(|value| #value))
                    }
                    _ => quote!(#local),
                };
                quote!(#name: #value)
            })
            .collect()
    }
}

/// A pattern that matches a variant and binds nothing.
pub(super) fn pattern(variant: &Variant) -> TokenStream {
    let ident = names::camel(&variant.docs.name);
    if variant.fields.iter().any(Field::visible) { quote!(#ident { .. }) } else { quote!(#ident) }
}
