//! Packed fields: one number on the wire whose bits form several members.

use super::fields::Fields;
use super::integers::primitive;
use super::{Cx, enums, names};
use crate::model::{Field, FieldKind, Integer, Kind, Wire};
use proc_macro2::TokenStream;
use quote::quote;

impl Cx<'_> {
    /// The number of a value that fits a varint; `value` is a place of the owned type.
    pub(super) fn number(&self, wire: &Wire, value: &TokenStream) -> TokenStream {
        match wire {
            Wire::Index(table) => self.table_index(*table, value),
            Wire::Integer(Integer::VARINT) => quote!(#value),
            Wire::Item(..) => quote!(#value.number()),
            _ => quote!(u64::from(#value)),
        }
    }

    /// An expression of type `Result` that converts `bits`, a number read at `at`, into a reference or an integer.
    fn narrowed(&self, wire: &Wire) -> TokenStream {
        let runtime = &self.options.runtime;
        let narrow = |integer: Integer| {
            let (name, ty) = (integer.rust(), primitive(integer));
            quote!(#runtime::wire::narrow::<#ty>(at, bits, #name))
        };
        match wire {
            Wire::Index(table) => {
                let id = self.table_id(*table);
                let index = narrow(Integer::varint(32));
                quote!(#index.map(#id))
            }
            wire => narrow(wire.integer().unwrap_or(Integer::VARINT)),
        }
    }
}

impl<'c> Fields<'c, '_> {
    /// The parts of the packed field at a position.
    fn parts(&self, at: usize, count: usize) -> &'c [Field] {
        &self.fields[at + 1..][..count]
    }

    /// Statements that read the packed field at a position, with its parts.
    pub(super) fn read_packed(&self, at: usize, count: usize) -> TokenStream {
        let whole = &self.fields[at];
        let name = &whole.docs.name;
        let read = self.cx.read(&Wire::VARINT);
        let read = match self.condition(&whole.docs.gate) {
            Some(condition) => quote!(if #condition { #read.field(#name)? } else { 0 }),
            None => quote!(#read.field(#name)?),
        };
        let parts = self.parts(at, count).iter().map(|part| self.read_part(part));
        quote! {
            let at = cursor.position();
            let mut packed: u64 = #read;
            #(#parts)*
        }
    }

    fn read_part(&self, part: &Field) -> TokenStream {
        let FieldKind::Part(wire, width) = &part.kind else { return quote!() };
        let name = &part.docs.name;
        let local = names::local(name);
        let take = match width {
            Some(width) => {
                let mask = (1u64 << width) - 1;
                quote!(let bits = packed & #mask; packed >>= #width;)
            }
            None => quote!(let bits = packed;),
        };
        let value = match wire {
            Wire::Item(Kind::Enum, index) => {
                let item = &self.cx.model.enums[*index];
                let member = names::camel(&item.docs.name);
                let label = &item.docs.name;
                let gate = enums::read_gate(self.cx, item);
                let (version, find) = enums::find(self.cx, item, &quote!(bits));
                quote! {{
                    let read = || -> Result<#member> {
                        #version
                        let start = at;
                        let Some(member) = #find else {
                            return Err(values::unknown_number(start, #label, bits));
                        };
                        #gate
                        Ok(member)
                    };
                    read().field(#name)?
                }}
            }
            Wire::Bool => quote!(bits != 0),
            Wire::Integer(Integer::VARINT) => quote!(bits),
            _ => {
                let value = self.cx.narrowed(wire);
                quote!(#value.field(#name)?)
            }
        };
        let refused = self.refused_read(part, wire);
        match self.condition(&part.docs.gate) {
            Some(condition) => {
                let default = self.default_read(part);
                quote! {
                    let #local = if #condition {
                        #take
                        let #local = #value;
                        #refused
                        #local
                    } else { #default };
                }
            }
            None => quote!(#take let #local = #value; #refused),
        }
    }

    /// Statements that write the packed field at a position, from the locals of its parts.
    pub(super) fn write_packed(&self, at: usize, count: usize) -> TokenStream {
        let whole = &self.fields[at];
        let parts = self.parts(at, count);
        let gates = parts.iter().filter_map(|part| {
            let condition = self.condition(&part.docs.gate)?;
            let error = self.gate_error(part, &part.docs.gate);
            let is_default = self.is_default(part);
            Some(quote!(if !(#condition) && !(#is_default) { #error }))
        });
        let item = &whole.docs.name;
        let present = self.gate.and(&whole.docs.gate);
        let pack = parts.iter().rev().map(|part| {
            let FieldKind::Part(wire, width) = &part.kind else { return quote!() };
            let name = &part.docs.name;
            let local = names::local(name);
            let number = self.cx.number(wire, &quote!((*#local)));
            let check = match wire {
                Wire::Item(Kind::Enum, index) => {
                    enums::write_gate(self.cx, &self.cx.model.enums[*index], &quote!((*#local)))
                }
                _ => quote!(),
            };
            let refused = self.refused_write(part, wire);
            let runtime = &self.cx.options.runtime;
            let pack = match width {
                Some(width) => {
                    let pack = quote!(#runtime::wire::pack(packed, #width, #number));
                    quote!(packed = #pack.field(#name).field(#item)?;)
                }
                None => quote!(packed = #number;),
            };
            match super::versions::condition(self.cx, &part.docs.gate, &present) {
                Some(condition) => quote!(if #condition { #refused #check #pack }),
                None => quote!(#refused #check #pack),
            }
        });
        let write = self.cx.write(&Wire::VARINT, &quote!(packed));
        let write = self.only_if(
            &whole.docs.gate,
            quote! {
                #[allow(unused_assignments)]
                let mut packed: u64 = 0;
                #(#pack)*
                #write
            },
        );
        quote!(#(#gates)* #write)
    }
}
