//! Structs.

use super::super::Cx;
use super::super::fields::Fields;
use super::super::versions::item_gate;
use super::{Codec, Existing, Shape};
use crate::model::Record;
use proc_macro2::TokenStream;
use quote::quote;

/// The codec of a record.
pub(super) fn implement(cx: &Cx<'_>, existing: &Existing, item: &Record) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let fields = Fields::new(cx, &item.docs, &item.fields);
    let version = existing.version();
    let read_gate = match existing.upgrades().next() {
        Some(first) => {
            let earlier = first.refuse_earlier(existing, &item.docs.name);
            // In the versions before its first one, the record is another type.
            let mut docs = item.docs.clone();
            docs.gate.since = 0;
            let later = item_gate(cx, &docs, true);
            quote!(#earlier #later)
        }
        None => item_gate(cx, &item.docs, true),
    };
    let write_gate = item_gate(cx, &item.docs, false);
    let read = fields.read();
    let shapes = existing.shapes.iter();
    let (value, pattern): (TokenStream, TokenStream) =
        shapes.map(|shape| (shape.constructor(&[]), shape.pattern(&[]))).unzip();
    let gone = existing.shapes.iter().map(Shape::gone);
    let write = fields.write();
    let read_older = existing.upgrades().map(|upgrade| upgrade.read(existing));
    let write_older = existing.upgrades().map(|upgrade| upgrade.write(existing, &quote!(), None));
    let refuse_open = existing.refuse_open(&fields);
    existing.implement(&Codec {
        read: quote! {
            #version
            let start = cursor.position();
            #(#read_older)*
            #read_gate
            #read
            Ok(#value)
        },
        write: quote! {
            #(#refuse_open)*
            #version
            #(#write_older)*
            #write_gate
            let #pattern = self;
            #(#gone)*
            #write
        },
        is_open: existing.is_open_in_any_version(existing.is_open(&fields)),
        sizes: existing.sizes_in_all_versions(existing.sizes_of_fields(cx, &fields)),
        name,
    })
}
