//! Conversion of values of generated types into values of the plan.

use super::reached::{Choice, items};
use super::types::TypedField;
use super::{Records, generics};
use crate::emit::rust::names;
use bytespec_plan::{ItemId, Otherwise, Shape};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

impl Records<'_, '_> {
    /// The conversions of all types.
    pub(super) fn values(&self) -> TokenStream {
        let records = self.records().map(|item| self.record_value(item));
        let unions = self.reached.unions.iter().map(|union| self.union_value(*union));
        let enums = self.enum_values();
        quote!(#(#records)* #(#unions)* #(#enums)*)
    }

    /// The item as a value of the plan; `value` returns the expressions of fields.
    fn item_value(&self, item: ItemId, value: impl Fn(&TypedField) -> TokenStream) -> TokenStream {
        let fields = self.fields(item);
        let values = (0..).zip(self.plan.steps_of(item)).map(|(at, _)| {
            match fields.iter().find(|field| field.step == at) {
                Some(field) => {
                    let value = value(field);
                    quote!(record::RecordField::to_value(#value))
                }
                None => quote!(plan::Value::Absent),
            }
        });
        let id = item.0;
        quote! {
            plan::Value::Item(data::ItemId(#id), ::std::vec![#(#values),*])
        }
    }

    fn record_value(&self, item: ItemId) -> TokenStream {
        let name = self.type_name(item);
        let value = self.item_value(item, |field| {
            let name = &field.name;
            quote!(&self.#name)
        });
        let fields = self.fields(item);
        let fields = fields.iter().map(|field| &field.name);
        let borrows = self.reached.borrows(item);
        let (any, owned) = (generics(borrows, &quote!('_)), generics(borrows, &quote!('static)));
        quote! {
            impl record::RecordField for #name #any {
                type Owned = #name #owned;

                fn to_value(&self) -> plan::Value {
                    #value
                }

                fn into_owned(self) -> #name #owned {
                    #name { #(#fields: record::RecordField::into_owned(self.#fields),)* }
                }
            }
        }
    }

    fn union_value(&self, union: Choice) -> TokenStream {
        let name = self.union_name(union);
        let variants: Vec<_> = items(&self.plan, union).collect();
        let patterns = variants.iter().map(|item| {
            let (variant, fields) = (names::camel(self.name(*item)), self.fields(*item));
            let fields = fields.iter().map(|field| &field.name);
            quote!(#name::#variant { #(#fields),* })
        });
        let patterns: Vec<TokenStream> = patterns.collect();
        let values = variants.iter().map(|item| {
            self.item_value(*item, |field| {
                let name = &field.name;
                quote!(#name)
            })
        });
        let owned = variants.iter().map(|item| {
            let (variant, fields) = (names::camel(self.name(*item)), self.fields(*item));
            let fields = fields.iter().map(|field| &field.name);
            quote! {
                #name::#variant { #(#fields: record::RecordField::into_owned(#fields)),* }
            }
        });
        let is_opaque = union.otherwise == Otherwise::Opaque;
        let opaque = is_opaque.then(
            || quote!(#name::Opaque { tag, bytes } => plan::Value::Opaque(*tag, bytes.to_vec()),),
        );
        let owned_opaque = is_opaque.then(|| {
            quote! {
                #name::Opaque { tag, bytes } => #name::Opaque {
                    tag,
                    bytes: record::RecordField::into_owned(bytes),
                },
            }
        });
        let borrows = self.reached.union_borrows(&self.plan, union);
        let (any, all) = (generics(borrows, &quote!('_)), generics(borrows, &quote!('static)));
        quote! {
            impl record::RecordField for #name #any {
                type Owned = #name #all;

                fn to_value(&self) -> plan::Value {
                    match self { #(#patterns => #values,)* #opaque }
                }

                fn into_owned(self) -> #name #all {
                    match self { #(#patterns => #owned,)* #owned_opaque }
                }
            }
        }
    }

    fn enum_values(&self) -> Vec<TokenStream> {
        let mut seen = BTreeSet::new();
        let enums = self.plan.shapes.iter().filter_map(|shape| {
            let Shape::Enum { name, members, open, number, .. } = *shape else { return None };
            if !self.reached.enums.contains(&name) || !seen.insert(name) {
                return None;
            }
            let name = names::camel(self.plan.name(name));
            let all = (members.start..).zip(members.of(&self.plan.members));
            let all = all.filter(|(_, member)| !member.removed).map(|(at, member)| {
                let member_name = names::camel(self.plan.name(member.name));
                let number = Literal::i128_unsuffixed(member.number);
                quote! {
                    #name::#member_name => plan::Value::Member { member: #at, number: #number },
                }
            });
            let is_signed = self.is_signed(number);
            let value = match is_signed {
                true => quote!(plan::Value::Signed(number)),
                false => quote!(plan::Value::Unsigned(number)),
            };
            let unknown = open.then(|| quote!(#name::Unknown(number) => #value,));
            let bits = is_signed.then(|| quote!(.cast_unsigned()));
            Some(quote! {
                impl record::RecordField for #name {
                    type Owned = #name;

                    fn to_value(&self) -> plan::Value {
                        match *self { #(#all)* #unknown }
                    }

                    fn into_owned(self) -> #name {
                        self
                    }

                    fn number(&self) -> u64 {
                        (*self).number()#bits
                    }
                }
            })
        });
        enums.collect()
    }
}
