//! Enums of bare names.

use super::super::{Cx, enums};
use super::{Codec, Existing};
use crate::model::Enum;
use proc_macro2::TokenStream;
use quote::quote;

/// The numbers, names and codec of an enum.
pub(super) fn implement(cx: &Cx<'_>, existing: &Existing, item: &Enum) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let label = &item.docs.name;
    let numbers = enums::numbers(cx, item);
    let read = cx.read(&item.wire);
    let write = cx.write(&item.wire, &enums::wire_value(item, &quote!((*self))));
    let read_gate = enums::read_gate(cx, item);
    let write_gate = enums::write_gate(cx, item, &quote!(*self));
    let unknown = cx.unknown(label, &item.reserved, &quote!(number));
    let (version, find) = enums::find(cx, item, &quote!(number));
    let codec = existing.implement(&Codec {
        read: quote! {
            #version
            let start = cursor.position();
            let number = u64::from(#read?);
            let Some(member) = #find else { return Err(#unknown); };
            #read_gate
            Ok(member)
        },
        write: quote!(#write_gate #write),
        name: name.clone(),
    });
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #name {
            #numbers
        }

        #codec
    }
}
