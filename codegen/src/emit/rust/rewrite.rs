//! Entries of a table, read and at once written with other numbers.
//!
//! Between reading and writing there is no value of the entry's type: the fields are locals. What
//! refers to a table is handed to the writing context together with the writer, so that it can keep
//! track of where references stand.

use super::fields::Fields;
use super::frame::of_method;
use super::unions::{self, tag};
use super::versions::{condition, item_gate};
use super::{Cx, Family, names};
use crate::model::{Gate, Kind, Mark, Record, Sequence, Union, Until, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// A method of a union that reads an entry and writes it.
pub(super) fn union(cx: &Cx<'_>, item: &Union, lifetime: &TokenStream) -> TokenStream {
    let cx = &cx.rewriting();
    let name = names::camel(&item.docs.name);
    let (reading, writing) = (cx.read_context(), cx.write_context());
    let (read_gate, write_gate) =
        (item_gate(cx, &item.docs, true), item_gate(cx, &item.docs, false));
    let arms = item.variants.iter().enumerate().map(|(index, variant)| {
        let number = proc_macro2::Literal::u64_unsuffixed(variant.tag);
        let refused = unions::write_gate(cx, item, variant);
        let fields = unions::fields(cx, variant);
        let locals = fields.visible().map(|field| {
            let local = names::local(&field.docs.name);
            let ty = fields.ty(field, Family::View);
            quote!(let #local: &#ty = &#local;)
        });
        let (write_tag, write) = (tag(cx, item, &quote!(#number)), fields.write());
        let done = quote! {
            #(#locals)*
            let cx = &mut *to;
            let mut write = || -> Result<()> {
                let version = cx.version();
                #write_gate
                #refused
                #write_tag
                #write
                Ok(())
            };
            Ok(write())
        };
        unions::read_arm(cx, item, index, &quote!(Result<Result<()>>), &done)
    });
    let unknown = if item.opaque {
        let write_tag = tag(cx, item, &quote!(tag));
        quote!(tag => {
            let bytes = cursor.take_rest();
            #write_tag
            writer.bytes(bytes);
            Ok(Ok(()))
        })
    } else {
        let label = &item.docs.name;
        quote!(tag => Err(values::unknown_number(start, #label, tag)))
    };
    let (body, method) = (unions::by_tag(cx, item, arms, &unknown), of_method(lifetime));
    quote! {
        impl #lifetime #name #lifetime {
            /// Reads the tag and the fields and writes them with the numbers of another context. The
            /// outer error is one of reading, the inner one of writing.
            #[allow(unused_variables, unused_mut, dead_code)]
            fn rewrite #method(
                cursor: &mut Cursor<'a>,
                cx: &#reading,
                writer: &mut Writer,
                to: &mut #writing,
            ) -> Result<Result<()>> {
                let version = cx.version();
                let start = cursor.position();
                #read_gate
                #body
            }
        }
    }
}

impl Cx<'_> {
    /// The same, to write from locals that were just read.
    fn rewriting(&self) -> Self {
        Cx {
            plain_records: self.plain_records.clone(),
            plain_unions: self.plain_unions.clone(),
            readable_unions: self.readable_unions.clone(),
            recursive_records: self.recursive_records.clone(),
            rewriting: true,
            ..*self
        }
    }

    /// Statements that write `value`, a place of the borrowed type; none where those for an owned
    /// value do.
    pub(super) fn rewrite(&self, wire: &Wire, value: &TokenStream) -> Option<TokenStream> {
        let varint = self.varint("");
        Some(match wire {
            Wire::Index(table) if self.options.host.is_some() => {
                let method = self.table_method(*table, "reference");
                quote!(cx.#method(writer, #value)?;)
            }
            Wire::Optional(inner, Mark::Flagged) if self.options.host.is_some() => {
                let Wire::Index(table) = **inner else { return None };
                let method = self.table_method(table, "flagged");
                quote!(cx.#method(writer, #value)?;)
            }
            Wire::Sequence(Sequence { element, until }) => {
                let elements = self.rewrite_elements(element, value);
                match until {
                    Until::Count(None) => quote!(writer.#varint(#value.len() as u64); #elements),
                    Until::Field(_) | Until::End => elements,
                    Until::Count(Some(_)) | Until::Balanced => return None,
                }
            }
            Wire::Item(Kind::Record, index) if self.plain_records[*index] => {
                let item = &self.model.records[*index];
                if condition(self, &item.docs.gate, &Gate::default()).is_some() {
                    return None;
                }
                self.rewrite_record(item, value)
            }
            Wire::Item(..) | Wire::Indirect(_) if !self.plain(wire) => {
                let owned = self.to_owned(wire, value);
                quote!(#owned.write(writer, cx)?;)
            }
            Wire::Codec(index, _) if self.model.codecs[*index].borrowed => {
                self.write_codec(wire, &quote!(#value.to_owned()))
            }
            _ => return None,
        })
    }

    fn rewrite_elements(&self, element: &Wire, value: &TokenStream) -> TokenStream {
        let write = self.write_element(element);
        quote!(for element in #value.iter() { let element = &element; #write })
    }

    fn rewrite_record(&self, item: &Record, value: &TokenStream) -> TokenStream {
        let fields = Fields::new(self, &item.docs, &item.fields);
        let locals = fields.visible().map(|field| {
            let name = self.field_name(&field.docs.name);
            let local = names::local(&field.docs.name);
            quote!(let #local = &#value.#name;)
        });
        let write = fields.write();
        quote!({ #(#locals)* #write })
    }

    fn table_method(&self, table: usize, what: &str) -> proc_macro2::Ident {
        names::prefixed("", &format!("{}_{what}", self.model.tables[table].name))
    }
}
