//! Fast paths for records of a few prefix varints and lists of them. Each number is read or written with one load or store. On an
//! error the record is read again from the cursor, or written with the writer.

use super::documentation::document;
use super::fields::{Fields, known_flags};
use super::{Cx, Family, names, versions};
use crate::model::{
    Coding, Field, FieldKind, PresenceHow, Record, Sequence, Sign, Until, VarintKind, Wire,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The records with a fast path.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    if cx.model.varint != VarintKind::Prefix || cx.existing.is_some() {
        return quote!();
    }
    let items: TokenStream = cx.model.records.iter().filter_map(|item| record(cx, item)).collect();
    if items.is_empty() {
        return items;
    }
    quote! {
        /// Records without their lists. A trait receives the lists while a record is read, and provides them while it is written.
        pub mod fast {
            #[allow(unused_imports, clippy::wildcard_imports)]
            use super::*;
            #items
        }
    }
}

/// The table that the elements of a list refer to, if the field is such a list.
fn list(field: &Field) -> Option<usize> {
    match field.wire()? {
        Wire::Sequence(Sequence { element, until: Until::Count(None) }) => match **element {
            Wire::Index(table) => Some(table),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a field has a fast path.
fn is_fast(fields: &Fields<'_, '_>, field: &Field) -> bool {
    let plain = matches!(field.wire(), Some(Wire::Index(_))) || list(field).is_some();
    let checked = |wire| fields.refused_read(field, wire).is_some();
    match &field.kind {
        FieldKind::Flags(Wire::Integer(integer)) => {
            integer.bits == 8
                && integer.coding != Coding::Varint
                && integer.sign == Sign::Unsigned
                && fields.condition(&field.docs.gate).is_none()
        }
        FieldKind::Unit { .. } => true,
        FieldKind::Optional(wire, presence) => {
            let bits = presence.iter().all(|way| matches!(way.how, PresenceHow::Bit(_)));
            plain && bits && !checked(wire)
        }
        FieldKind::Value(wire) => {
            let one = matches!(wire, Wire::Index(_));
            one && !checked(wire) && fields.condition(&field.docs.gate).is_none()
        }
        _ => false,
    }
}

fn record(cx: &Cx<'_>, item: &Record) -> Option<TokenStream> {
    let fields = Fields::new(cx, &item.docs, &item.fields);
    let lists: Vec<_> =
        item.fields.iter().filter_map(|field| Some((field, list(field)?))).collect();
    let since = versions::item_gate(cx, &item.docs, true).is_empty();
    if lists.is_empty() || !since || !item.fields.iter().all(|field| is_fast(&fields, field)) {
        return None;
    }
    let name = names::camel(&item.docs.name);
    let receiver = format_ident!("{name}Lists");
    let methods = lists.iter().map(|(field, table)| {
        let method = names::snake(&field.docs.name);
        let id = cx.table_id(*table);
        let docs = format!(
            "{}.\n\nReads `count` values of [`{id}`], and moves the cursor past them.",
            field.docs.summary.trim_end_matches('.')
        );
        let docs = document(&docs);
        quote!(#docs fn #method(&mut self, cursor: &mut wire::PrefixReader<'a>, count: u64) -> Option<()>;)
    });
    let plain = || item.fields.iter().filter(|field| field.visible() && list(field).is_none());
    let members = plain().map(|field| {
        let docs = versions::field_docs(cx, field, Family::Parts);
        let (name, ty) = (names::snake(&field.docs.name), fields.ty(field, Family::Parts));
        quote!(#docs pub #name: #ty)
    });
    let bindings = plain().map(|field| {
        let (name, local) = (names::snake(&field.docs.name), names::local(&field.docs.name));
        quote!(#name: #local)
    });
    let reads = item.fields.iter().map(|field| read(&fields, field));
    let writer = writer(&fields, &name, &lists);
    let (brief, docs) = (
        versions::brief(&item.docs),
        document(&format!("A receiver of the lists of [`{name}`] while it is read.")),
    );
    Some(quote! {
        #docs
        pub trait #receiver<'a> {
            #(#methods)*
        }

        #brief
        #[derive(Clone, Copy, Debug)]
        pub struct #name {
            #(#members,)*
        }

        impl #name {
            /// Reads the fields in order. None if only the general reader can read the record or report its error.
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[must_use]
            pub fn read<'a>(
                cursor: &mut wire::PrefixReader<'a>,
                version: Version,
                lists: &mut impl #receiver<'a>,
            ) -> Option<Self> {
                #(#reads)*
                Some(#name { #(#bindings),* })
            }
        }

        #writer
    })
}

/// The code that writes the record. Its references are already numbers.
fn writer(fields: &Fields<'_, '_>, name: &Ident, lists: &[(&Field, usize)]) -> TokenStream {
    let provider = format_ident!("{name}Given");
    let methods = lists.iter().map(|(field, _)| {
        let method = names::snake(&field.docs.name);
        let len = names::prefixed("", &format!("{}_len", field.docs.name));
        let summary = field.docs.summary.trim_end_matches('.');
        let len_docs = document(&format!("{summary}: their number; none if the list is absent."));
        let docs = document(&format!("{summary}: writes their indices."));
        quote! {
            #len_docs
            fn #len(&self) -> Option<u32>;
            #docs
            fn #method(&self, writer: &mut wire::PrefixWriter<'_>) -> Option<()>;
        }
    });
    let locals = fields.visible().map(|field| {
        let (name, local) = (names::snake(&field.docs.name), names::local(&field.docs.name));
        match list(field) {
            Some(_) => {
                let len = names::prefixed("", &format!("{}_len", field.docs.name));
                quote!(let #local = &lists.#len();)
            }
            None => quote!(let #local = &self.#name;),
        }
    });
    let writes = fields.fields.iter().map(|field| write(fields, field));
    let docs = document(&format!("A provider of the lists of [`{name}`] while it is written."));
    quote! {
        #docs
        pub trait #provider {
            #(#methods)*
        }

        impl #name {
            /// Writes the fields in order. None if only the general writer can write the record or report its error.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn write(
                &self,
                writer: &mut wire::PrefixWriter<'_>,
                version: Version,
                lists: &impl #provider,
            ) -> Option<()> {
                #(#locals)*
                #(#writes)*
                Some(())
            }
        }
    }
}

fn write(fields: &Fields<'_, '_>, field: &Field) -> TokenStream {
    let (name, local) = (names::snake(&field.docs.name), names::local(&field.docs.name));
    let value = match list(field) {
        Some(_) => quote! {
            writer.prefix(*value)?;
            lists.#name(writer)?;
        },
        None => quote!(writer.prefix(value.0)?;),
    };
    match &field.kind {
        FieldKind::Flags(_) => {
            let compute = fields.write_flags();
            quote! {
                let mut flags = 0u64;
                #compute
                writer.u8(flags as u8)?;
            }
        }
        FieldKind::Unit { .. } => match fields.condition(&field.docs.gate) {
            Some(condition) => quote!(if *#local && !(#condition) { return None; }),
            None => quote!(),
        },
        FieldKind::Optional(_, presence) => {
            let gates =
                presence.iter().map(|way| fields.condition(&field.docs.gate.and(&way.gate)));
            let refused = match gates.collect::<Option<Vec<_>>>() {
                Some(gates) => quote!(if !(#((#gates))||*) { return None; }),
                None => quote!(),
            };
            quote! {
                if let Some(value) = #local {
                    #refused
                    #value
                }
            }
        }
        FieldKind::Value(_) => quote! {
            let value = #local;
            #value
        },
        _ => quote!(),
    }
}

fn read(fields: &Fields<'_, '_>, field: &Field) -> TokenStream {
    let (name, local) = (names::snake(&field.docs.name), names::local(&field.docs.name));
    let value = |wire: &Wire| match list(field) {
        Some(_) => quote! {
            let count = cursor.prefix()?;
            lists.#name(cursor, count)?;
        },
        None => fields.cx.read(wire),
    };
    match &field.kind {
        FieldKind::Flags(_) => {
            let claims = fields.fields.iter().flat_map(Field::claims);
            let known = known_flags(fields.cx, claims, fields.gate);
            quote! {
                let flags = u64::from(cursor.u8()?);
                #known
                if flags & !known != 0 {
                    return None;
                }
            }
        }
        FieldKind::Unit { bit } => {
            let set = quote!(flags >> #bit & 1 != 0);
            match fields.condition(&field.docs.gate) {
                Some(condition) => quote!(let #local = #condition && #set;),
                None => quote!(let #local = #set;),
            }
        }
        FieldKind::Optional(wire, presence) => {
            let present = fields.present(presence, &field.docs.gate);
            let value = value(wire);
            match list(field) {
                Some(_) => quote!(if #present { #value }),
                None => quote!(let #local = if #present { Some(#value?) } else { None };),
            }
        }
        FieldKind::Value(wire) => {
            let value = value(wire);
            quote!(let #local = #value?;)
        }
        _ => quote!(),
    }
}
