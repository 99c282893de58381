//! Finds the references in an entry of a table in its bytes. It makes no value, and the bytes between the references can be
//! copied.
//!
//! It accepts only bytes that a writer would write in the same way. On any other bytes, and on shapes that it does not support,
//! the caller must read the entry.

use super::documentation::document;
use super::fields::Fields;
use super::unions::{self, condition_of};
use super::versions::condition;
use super::{Cx, enums, names};
use crate::model::{
    Coding, Content, Enum, Extent, Field, FieldKind, Gate, Integer, Kind, Mark, Record, Sequence,
    Sign, Union, Until, VarintKind, Wire,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The least width that fits every flagged number: its code has 64 bits, one of which is the flag.
const FLAGGED: u8 = 63;

/// Whether entries are scanned.
pub(super) fn is_wanted(cx: &Cx<'_>) -> bool {
    cx.options.scan && cx.model.varint == VarintKind::Prefix
}

/// The trait for receivers of references, and the type of the functions that find them.
pub(super) fn emit(cx: &Cx<'_>) -> Option<TokenStream> {
    let is_entry = |table: &usize| !cx.model.entries(*table).is_empty();
    if !is_wanted(cx) || !(0..cx.model.tables.len()).any(|table| is_entry(&table)) {
        return None;
    }
    let methods = (0..cx.model.tables.len()).map(|table| {
        let (id, method) = (cx.table_id(table), cx.receiver_method(table));
        let docs = document(&format!("An entry of the table `{}`.", cx.model.tables[table].name));
        quote! {
            #docs
            fn #method(&mut self, id: #id, found: wire::Found) -> Option<()> {
                None
            }
        }
    });
    let passes = (0..cx.model.tables.len()).map(|table| {
        let (id, method) = (cx.table_id(table), cx.receiver_method(table));
        let (pass, pass_optional) = cx.passes(table);
        quote! {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn #pass(&mut self, cursor: &mut wire::Scan<'_>) -> Option<#id> {
                let (number, found) = cursor.index()?;
                self.#method(#id(number), found)?;
                Some(#id(number))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn #pass_optional(&mut self, cursor: &mut wire::Scan<'_>) -> Option<()> {
                if let (Some(number), found) = cursor.flagged()? {
                    self.#method(#id(number), found)?;
                }
                Some(())
            }
        }
    });
    let (reading, writing) = contexts(cx);
    Some(quote! {
        /// A receiver of the references in an entry, in order. A method returns none if the entry must be read.
        pub(crate) trait References {
            #(#methods)*
        }

        impl dyn References + '_ {
            #(#passes)*
        }

        /// A function that finds the references in an entry, which is read in the first context and written in the second.
        pub(crate) type Scanner =
            for<'s> fn(wire::Scan<'s>, &#reading, &#writing, &mut dyn References) -> Option<wire::Scan<'s>>;
    })
}

/// The types of the contexts of reading and writing.
fn contexts(cx: &Cx<'_>) -> (TokenStream, TokenStream) {
    match &cx.options.host {
        Some(host) => (quote!(#host::Context<'_>), quote!(#host::Encoder<'_>)),
        None => (quote!(Context), quote!(Context)),
    }
}

/// A method of a union that finds the references in its entries.
pub(super) fn union(cx: &Cx<'_>, item: &Union) -> TokenStream {
    let name = names::camel(&item.docs.name);
    let (reading, writing) = contexts(cx);
    let gate = both(condition(cx, &item.docs.gate, &Gate::default()));
    // Most tags are low: a variant with a higher tag is read.
    let tag = match item.tag {
        Wire::VARINT => Some(quote!(cursor.low()?)),
        _ => cx.scan(&item.tag),
    };
    let tag = tag.unwrap_or_else(|| quote!(return None));
    let arms = item.variants.iter().map(|variant| {
        let number = proc_macro2::Literal::u64_unsuffixed(variant.tag);
        let open = condition_of(cx, item, variant);
        let guard = open.as_ref().map(|open| quote!(if #open));
        let writable = both(open);
        let fields = unions::fields(cx, variant).scan();
        match fields {
            Some(fields) => quote!(#number #guard => { #writable #fields }),
            None => quote!(#number #guard => return None,),
        }
    });
    quote! {
        impl #name {
            /// Passes the references in an entry to `seen`, and moves past the entry. None if the entry must be read.
            fn scan<'s>(
                mut cursor: wire::Scan<'s>,
                cx: &#reading,
                to: &#writing,
                seen: &mut dyn References,
            ) -> Option<wire::Scan<'s>> {
                let version = cx.version();
                if to.version() != version {
                    return None;
                }
                #gate
                match u64::from(#tag) {
                    #(#arms)*
                    _ => return None,
                }
                Some(cursor)
            }
        }
    }
}

/// Statements that stop unless a condition holds in both contexts.
fn both(condition: Option<TokenStream>) -> Option<TokenStream> {
    let condition = condition?;
    let to = in_writing(&condition);
    Some(quote!(if !(#condition) || !#to { return None; }))
}

/// A condition of the writing context.
fn in_writing(condition: &TokenStream) -> TokenStream {
    quote!({ let cx = to; #condition })
}

impl Fields<'_, '_> {
    /// Statements that skip the fields; none if they must be read.
    fn scan(&self) -> Option<TokenStream> {
        self.fields.iter().map(|field| self.scan_field(field)).collect()
    }

    fn scan_field(&self, field: &Field) -> Option<TokenStream> {
        let local = names::local(&field.docs.name);
        let open = self.condition(&field.docs.gate);
        let (passed, absent) = match &field.kind {
            FieldKind::Presence => (quote!(cursor.bool()?), quote!(false)),
            FieldKind::Value(wire) if self.refused_read(field, wire).is_none() => {
                let absent = match wire {
                    Wire::Integer(_) | Wire::Bool | Wire::Item(Kind::Enum, _) => {
                        self.default_read(field)
                    }
                    _ => quote!(::core::default::Default::default()),
                };
                (self.cx.scan(wire)?, absent)
            }
            FieldKind::Optional(wire, presence) if self.refused_read(field, wire).is_none() => {
                let gated = |gate| self.condition(&field.docs.gate.and(gate)).is_some();
                if presence.iter().any(|way| way.how.bit().is_some() || gated(&way.gate)) {
                    return None;
                }
                let present = self.present(presence, &field.docs.gate);
                let passed = self.cx.scan(wire)?;
                return Some(quote!(if #present { #passed; }));
            }
            _ => return None,
        };
        Some(match open {
            Some(open) => {
                let to = in_writing(&open);
                quote! {
                    let open = #open;
                    if open != #to { return None; }
                    let #local = if open { #passed } else { #absent };
                }
            }
            None => quote!(let #local = #passed;),
        })
    }
}

impl Cx<'_> {
    /// The method that receives references to a table.
    fn receiver_method(&self, table: usize) -> Ident {
        names::prefixed("", &format!("{}_reference", self.model.tables[table].name))
    }

    /// The methods that pass a reference, and an optional one, to the receiver.
    fn passes(&self, table: usize) -> (Ident, Ident) {
        let name = &self.model.tables[table].name;
        (names::prefixed("pass_", name), names::prefixed("pass_optional_", name))
    }

    /// An expression that skips a value and returns what a test can use of it; none if the value must be read.
    fn scan(&self, wire: &Wire) -> Option<TokenStream> {
        Some(match wire {
            Wire::Integer(integer) => scan_integer(*integer)?,
            Wire::Bool => quote!(cursor.bool()?),
            Wire::Index(table) => {
                let (pass, _) = self.passes(*table);
                quote!(seen.#pass(&mut cursor)?)
            }
            Wire::Optional(inner, Mark::Flagged) => match **inner {
                Wire::Index(table) => {
                    let (_, pass) = self.passes(table);
                    quote!(seen.#pass(&mut cursor)?)
                }
                Wire::Integer(of) if of.bits >= FLAGGED => quote!(cursor.flagged_number()?),
                _ => return None,
            },
            Wire::Sequence(Sequence { element, until }) => self.scan_elements(element, until)?,
            Wire::Bytes(Extent::Counted, Content::Raw) => quote!({
                let size = cursor.number()?;
                cursor.skip(size)?
            }),
            Wire::Bytes(Extent::Rest, Content::Raw) => quote!(cursor.skip_rest()),
            Wire::Item(Kind::Enum, index) => scan_enum(self, &self.model.enums[*index])?,
            Wire::Item(Kind::Record, index) if !self.recursive_records[*index] => {
                self.scan_record(&self.model.records[*index])?
            }
            Wire::Codec(index, fields) if !self.model.codecs[*index].derived => {
                let pass = format_ident!("pass_{}", self.model.codecs[*index].docs.name);
                let host = self.options.host.as_ref()?;
                let fields = fields.iter().map(|field| names::local(field));
                quote!(cursor = #host::codec::#pass(cursor, cx, #(#fields),*)?)
            }
            _ => return None,
        })
    }

    fn scan_elements(&self, element: &Wire, until: &Until) -> Option<TokenStream> {
        let passed = self.scan(element)?;
        let count = match until {
            Until::Count(None) => quote!(cursor.count()?),
            Until::Field(counter) => {
                let counter = names::local(counter);
                quote!(cursor.checked_count(u64::from(#counter))?)
            }
            Until::End => {
                return Some(quote!(while cursor.remaining() > 0 {
                    let before = cursor.remaining();
                    #passed;
                    if cursor.remaining() == before { return None; }
                }));
            }
            _ => return None,
        };
        Some(quote!({
            for _ in 0..#count { #passed; }
        }))
    }

    fn scan_record(&self, item: &Record) -> Option<TokenStream> {
        if condition(self, &item.docs.gate, &Gate::default()).is_some() {
            return None;
        }
        let fields = Fields::new(self, &item.docs, &item.fields).scan()?;
        Some(quote!({ #fields }))
    }
}

fn scan_integer(integer: Integer) -> Option<TokenStream> {
    Some(match (integer.coding, integer.sign, integer.bits) {
        (Coding::Varint, Sign::Unsigned, 64) => quote!(cursor.number()?),
        (Coding::Varint, Sign::Unsigned, _) => {
            let ty = super::integers::primitive(integer);
            quote!(#ty::try_from(cursor.number()?).ok()?)
        }
        (Coding::Varint, Sign::Zigzag, 64) => quote!(wire::zigzag_decode(cursor.number()?)),
        (Coding::Varint, Sign::Zigzag, _) => {
            let ty = super::integers::primitive(integer);
            quote!(#ty::try_from(wire::zigzag_decode(cursor.number()?)).ok()?)
        }
        (_, Sign::Unsigned, 8) => quote!(cursor.u8()?),
        _ => return None,
    })
}

/// A member of an enum whose members are allowed in every file.
fn scan_enum(cx: &Cx<'_>, item: &Enum) -> Option<TokenStream> {
    let number = scan_integer(item.wire.integer()?)?;
    let name = names::camel(&item.docs.name);
    let of_number = enums::number_type(item);
    enums::is_open(cx, item).then(|| quote!(#name::from_number(#of_number::from(#number))?))
}
