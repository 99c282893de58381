//! Enums of plain names.

use super::super::{Cx, enums};
use super::{Codec, Existing};
use crate::model::Enum;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The numbers, names and codec of an enum.
pub(super) fn implement(cx: &Cx<'_>, existing: &Existing, item: &Enum) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let label = &item.docs.name;
    let members = members(cx, existing, item);
    let read = cx.read(&item.wire);
    let write = cx.write(&item.wire, &enums::wire_value(cx, item, &quote!((*self))));
    let read_gate = enums::read_gate(cx, item);
    let write_gate = enums::write_gate(cx, item, &quote!(*self));
    let unknown = cx.unknown(label, &item.reserved, &quote!(number));
    let (version, find) = enums::find(cx, item, &quote!(number));
    let of_number = enums::number_type(item);
    let codec = existing.implement(&Codec {
        read: quote! {
            #version
            let start = cursor.position();
            let number = #of_number::from(#read?);
            let Some(member) = #find else { return Err(#unknown); };
            #read_gate
            Ok(member)
        },
        write: quote!(#write_gate #write),
        is_open: None,
        sizes: existing.sizes_of_enum(cx, item),
        name: name.clone(),
    });
    quote!(#members #codec)
}

/// The numbers and names, in a trait: the enum's own methods may have any name.
fn members(cx: &Cx<'_>, existing: &Existing, item: &Enum) -> TokenStream {
    let enums::EnumExpressions { all, number, name: spelling, member, .. } =
        enums::numbers(cx, item);
    let (ty, of_number) = (cx.item_name(&item.docs.name), enums::number_type(item));
    let runtime = &existing.runtime;
    let attributes = Existing::attributes();
    quote! {
        #attributes
        impl #runtime::wire::Enumeration for #ty {
            type Number = ::core::primitive::#of_number;

            const ALL: &'static [Self] = #all;

            #[inline]
            fn number(self) -> ::core::primitive::#of_number {
                #number
            }

            fn name(self) -> &'static ::core::primitive::str {
                #spelling
            }

            #[inline]
            fn from_number(number: ::core::primitive::#of_number) -> ::core::option::Option<Self> {
                #member
            }
        }
    }
}

impl Existing {
    /// The function that returns the member with a number.
    pub(in super::super) fn reader(&self, name: &Ident) -> TokenStream {
        let runtime = &self.runtime;
        quote!(<#name as #runtime::wire::Enumeration>::from_number)
    }
}
