//! Enums whose variants hold fields, and structs with a code in front.

use super::super::versions::item_gate;
use super::super::{Cx, unions};
use super::{Codec, Existing, Held, Shape, entries};
use crate::model::{Union, Variant};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The codec of a union, and what makes it an entry of a dialect.
pub(super) fn implement(cx: &Cx<'_>, existing: &Existing, item: &Union) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let label = &item.docs.name;
    let runtime = &existing.runtime;
    let version = existing.version();
    let unknown = cx.unknown(label, &item.reserved, &quote!(tag));
    let variants = || {
        let variants = item.variants.iter().enumerate();
        variants.filter_map(|(index, variant)| Some((index, variant, form(existing, variant)?)))
    };
    let (read_gate, write_gate) =
        (item_gate(cx, &item.docs, true), item_gate(cx, &item.docs, false));
    let read = variants().map(|(index, _, form)| {
        let value = form.shape.constructor(form.held);
        let result = quote!(#runtime::error::Result<Self>);
        unions::read_arm(cx, item, index, &result, &quote!(Ok(#value)))
    });
    let write = variants().map(|(_, variant, form)| write_arm(cx, item, variant, &form));
    let texts = existing.shapes.iter().filter(|shape| shape.text).map(|shape| {
        let pattern = shape.braces(&[quote!(..)]);
        quote! {
            #pattern => return Err(#runtime::error::Error::new(#runtime::error::ErrorKind::Kind {
                item: "the value".into(),
                found: "text".into(),
                expected: "an encoding of the dialect".into(),
            })),
        }
    });
    let open =
        variants().filter_map(|(_, variant, _)| existing.is_open(&unions::fields(cx, variant)));
    let is_open = open.reduce(|all, one| quote!(#all || #one));
    // Forms of one alternative share its fields.
    let mut known = BTreeSet::new();
    let refuse = variants().flat_map(|(_, variant, form)| {
        let alternative = form.shape.variant.as_ref().map(ToString::to_string);
        let assertions = existing.refuse_open(&unions::fields(cx, variant)).into_iter();
        assertions.map(move |assertion| (alternative.clone(), assertion))
    });
    let refuse = refuse
        .filter(|(of, assertion)| known.insert((of.clone(), assertion.to_string())))
        .map(|(_, assertion)| assertion);
    let read = unions::by_tag(cx, item, read, &quote!(tag => Err(#unknown)));
    let codec = existing.implement(&Codec {
        read: quote! {
            #version
            let start = cursor.position();
            #read_gate
            #read
        },
        is_open,
        sizes: existing.sizes_of_union(cx, item, variants().map(|(_, variant, _)| variant)),
        write: quote! {
            #(#refuse)*
            #version
            #write_gate
            writer.nested(|writer| -> #runtime::error::Result<()> {
                match self { #(#write)* #(#texts)* }
                Ok(())
            })?;
        },
        name: name.clone(),
    });
    let entry = entries::implement(cx, existing, item, &name);
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

fn write_arm(cx: &Cx<'_>, item: &Union, variant: &Variant, form: &Form<'_>) -> TokenStream {
    let pattern = form.shape.pattern(form.held);
    let gate = unions::write_gate(cx, item, variant);
    let number = Literal::u64_unsuffixed(variant.tag);
    let tag = unions::tag(cx, item, &quote!(#number));
    let write = unions::fields(cx, variant).write();
    quote!(#pattern => { #gate #tag #write })
}
