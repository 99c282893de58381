//! Enums whose variants hold fields, and structs with a code in front.

use super::super::versions::{condition, item_gate, refusal};
use super::super::{Cx, names, unions};
use super::{Codec, Existing, Held, Shape, entries};
use crate::model::{Field, Union, Variant};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The codec of a union, and what makes it an entry of a dialect.
pub(super) fn implement(cx: &Cx<'_>, existing: &Existing, item: &Union) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let label = &item.docs.name;
    let tag = cx.read(&item.tag);
    let runtime = &existing.runtime;
    let version = existing.version();
    let unknown = cx.unknown(label, &item.reserved, &quote!(tag));
    let variants = || {
        let variants = item.variants.iter().enumerate();
        variants.filter_map(|(index, variant)| Some((index, variant, form(existing, variant)?)))
    };
    let (read_gate, write_gate) =
        (item_gate(cx, &item.docs, true), item_gate(cx, &item.docs, false));
    let read = variants().map(|(index, variant, form)| read_arm(cx, item, index, variant, &form));
    let write = variants().map(|(_, variant, form)| write_arm(cx, item, variant, &form));
    let texts = existing.shapes.iter().filter(|shape| shape.text).map(|shape| {
        let pattern = shape.pattern(&[quote!(..)]);
        quote! {
            #pattern => return Err(#runtime::error::Error::invalid(
                "the value stands as text, which is no encoding of the dialect",
            )),
        }
    });
    let codec = existing.implement(&Codec {
        read: quote! {
            #version
            let start = cursor.position();
            #read_gate
            let tag = u64::from(#tag?);
            cursor.enter()?;
            let value = match tag {
                #(#read)*
                tag => Err(#unknown),
            };
            cursor.leave();
            value
        },
        write: quote! {
            #version
            #write_gate
            writer.nested(|writer| -> #runtime::error::Result<()> {
                match self { #(#write)* #(#texts)* }
                Ok(())
            })?;
        },
        name: name.clone(),
    });
    let entry = entries::implement(existing, item, &name);
    quote!(#codec #entry)
}

/// A variant of the model as a form of an alternative in Rust.
struct Form<'e> {
    shape: &'e Shape,
    held: &'e [(String, Held)],
}

fn form<'e>(existing: &'e Existing, variant: &Variant) -> Option<Form<'e>> {
    existing.shapes.iter().find_map(|shape| {
        let mut forms = shape.forms.iter();
        let (_, held) = forms.find(|(name, _)| *name == variant.docs.name)?;
        Some(Form { shape, held })
    })
}

impl Shape {
    /// A constructor or a pattern.
    pub(super) fn pattern(&self, fields: &[TokenStream]) -> TokenStream {
        let variant = self.variant.iter();
        if self.fields.is_empty() {
            return match &self.variant {
                Some(variant) => quote!(Self::#variant),
                None => quote!(Self {}),
            };
        }
        quote!(Self #(::#variant)* { #(#fields),* })
    }

    /// A field as it stands in a constructor or a pattern.
    pub(super) fn member(&self, name: &str) -> TokenStream {
        if self.tuple {
            let index = Literal::usize_unsuffixed(0);
            quote!(#index)
        } else {
            let name = names::ident(name);
            quote!(#name)
        }
    }
}

impl Form<'_> {
    /// A constructor, or a pattern that matches this form only.
    fn pattern(&self) -> TokenStream {
        let fields = self.shape.fields.iter().map(|name| {
            let member = self.shape.member(name);
            let local = names::local(name);
            let value = match self.held.iter().find(|(held, _)| held == name) {
                None => quote!(#local),
                Some((_, Held::None)) => quote!(None),
                Some((_, Held::Some)) => quote!(Some(#local)),
                Some((_, Held::Bool(value))) => quote!(#value),
            };
            quote!(#member: #value)
        });
        self.shape.pattern(&fields.collect::<Vec<_>>())
    }
}

fn read_arm(
    cx: &Cx<'_>,
    item: &Union,
    index: usize,
    variant: &Variant,
    form: &Form<'_>,
) -> TokenStream {
    let number = Literal::u64_unsuffixed(variant.tag);
    let name = &variant.docs.name;
    let runtime = &cx.options.runtime;
    let (guard, gate) = unions::gate(cx, item, index);
    let fields = unions::fields(cx, variant);
    let read = fields.read();
    let value = form.pattern();
    if !variant.fields.iter().any(Field::visible) {
        return quote!(#number #guard => { #gate #read Ok(#value) });
    }
    quote! {
        #number #guard => {
            #gate
            // A closure, so that the variant's name is added to the path of any error.
            let mut read = || -> #runtime::error::Result<Self> {
                #read
                Ok(#value)
            };
            read().item(#name)
        }
    }
}

fn write_arm(cx: &Cx<'_>, item: &Union, variant: &Variant, form: &Form<'_>) -> TokenStream {
    let pattern = form.pattern();
    let gate = condition(cx, &variant.docs.gate, &item.docs.gate).map(|condition| {
        let error = refusal(cx, &variant.docs.name, &variant.docs.gate);
        quote!(if !(#condition) { return Err(#error); })
    });
    let number = Literal::u64_unsuffixed(variant.tag);
    let tag = unions::tag(cx, item, &quote!(#number));
    let write = unions::fields(cx, variant).write();
    quote!(#pattern => { #gate #tag #write })
}
