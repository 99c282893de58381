//! Enums whose variants have fields, and structs with a code before their fields.

use super::super::versions::item_gate;
use super::super::{Cx, enums, names, unions};
use super::{Codec, Existing, Held, Shape, Upgrade, entries};
use crate::model::{Union, Variant};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The codec of a union, and its implementation as an entry of a dialect.
pub(super) fn implement(cx: &Cx<'_>, existing: &Existing, item: &Union) -> TokenStream {
    let name = cx.item_name(&item.docs.name);
    let label = &item.docs.name;
    let runtime = &existing.runtime;
    let version = existing.version();
    let unknown = cx.unknown(label, &item.reserved, &quote!(tag));
    let (read_gate, write_gate) =
        (item_gate(cx, &item.docs, true), item_gate(cx, &item.docs, false));
    let read = item.variants.iter().enumerate();
    let read = read.filter_map(|(index, variant)| read_arm(cx, existing, item, index, variant));
    let write = item.variants.iter().filter_map(|variant| {
        Some(write_arm(cx, existing, item, variant, &form(existing, variant)?))
    });
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
    let other = existing.shapes.iter().find(|shape| shape.other);
    let open =
        item.variants.iter().filter_map(|variant| existing.is_open(&unions::fields(cx, variant)));
    let is_open = match other {
        Some(_) => Some(quote!(true)),
        None => open.reduce(|all, one| quote!(#all || #one)),
    };
    let refuse = refuse_open(cx, existing, item);
    let unknown = match other {
        Some(other) => {
            let dead = unions::reserved(item, &unknown);
            let bytes = quote!(::core::convert::From::from(cursor.take_rest()));
            let value = braces_of_other(other, [quote!(tag), bytes]);
            quote!(#dead tag => Ok(#value))
        }
        None => quote!(tag => Err(#unknown)),
    };
    let write_other = other.map(|other| write_other(cx, item, other));
    let read = unions::by_tag(cx, item, read, &unknown);
    let codec = existing.implement(&Codec {
        read: quote! {
            #version
            let start = cursor.position();
            #read_gate
            #read
        },
        is_open,
        sizes: existing.sizes_of_union(cx, item, item.variants.iter()),
        write: quote! {
            #(#refuse)*
            #version
            #write_gate
            writer.nested(|writer| -> #runtime::error::Result<()> {
                match self { #(#write)* #(#texts)* #write_other }
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

/// The older type of an alternative, for a variant of the model.
fn upgrade<'e>(existing: &'e Existing, variant: &Variant) -> Option<&'e Upgrade> {
    existing.upgrades().find(|upgrade| upgrade.name == variant.docs.name)
}

/// The arm that reads the fields of a variant and constructs its alternative in Rust.
fn read_arm(
    cx: &Cx<'_>,
    existing: &Existing,
    item: &Union,
    index: usize,
    variant: &Variant,
) -> Option<TokenStream> {
    let runtime = &existing.runtime;
    let value = match (form(existing, variant), upgrade(existing, variant)) {
        (Some(form), _) => {
            let value = form.shape.constructor(form.held);
            quote!(Ok(#value))
        }
        (None, Some(upgrade)) => {
            let field = variant.fields.first()?;
            let value = names::local(&field.docs.name);
            upgrade.convert(existing, &quote!(#value))
        }
        (None, None) => return None,
    };
    let result = quote!(#runtime::error::Result<Self>);
    Some(unions::read_arm(cx, item, index, &result, &value))
}

/// Assertions that nothing follows a value that extends to the end of the bytes, once for each alternative.
fn refuse_open(cx: &Cx<'_>, existing: &Existing, item: &Union) -> Vec<TokenStream> {
    // Forms of one alternative share its fields.
    let mut known = BTreeSet::new();
    let variants = item.variants.iter();
    let forms = variants.filter_map(|variant| Some((variant, form(existing, variant)?)));
    let refuse = forms.flat_map(|(variant, form)| {
        let alternative = form.shape.variant.as_ref().map(ToString::to_string);
        let assertions = existing.refuse_open(&unions::fields(cx, variant)).into_iter();
        assertions.map(move |assertion| (alternative.clone(), assertion))
    });
    refuse
        .filter(|(of, assertion)| known.insert((of.clone(), assertion.to_string())))
        .map(|(_, assertion)| assertion)
        .collect()
}

/// The alternative for all other codes, with its code and its bytes.
fn braces_of_other(other: &Shape, parts: [TokenStream; 2]) -> TokenStream {
    let parts = other.fields.iter().zip(parts).map(|(field, part)| {
        let member = &field.member;
        quote!(#member: #part)
    });
    other.braces(&parts.collect::<Vec<_>>())
}

fn write_other(cx: &Cx<'_>, item: &Union, other: &Shape) -> TokenStream {
    let runtime = &cx.options.runtime;
    let pattern = braces_of_other(other, [quote!(code), quote!(bytes)]);
    let variants = item.variants.iter().map(|variant| i128::from(variant.tag));
    let known = variants.chain(item.reserved.iter().map(|reserved| reserved.number));
    let known = known.map(Literal::i128_unsuffixed);
    let width = enums::width(item.tag.integer());
    let tag = unions::tag(cx, item, &quote!(*code));
    quote! {
        #pattern => {
            #runtime::values::unknown_member(*code, &[#(#known),*], #width)?;
            #tag
            writer.bytes(::core::convert::AsRef::<[::core::primitive::u8]>::as_ref(bytes));
        }
    }
}

fn write_arm(
    cx: &Cx<'_>,
    existing: &Existing,
    item: &Union,
    variant: &Variant,
    form: &Form<'_>,
) -> TokenStream {
    let pattern = form.shape.pattern(form.held);
    let gate = unions::write_gate(cx, item, variant);
    let number = |variant: &Variant| {
        let number = Literal::u64_unsuffixed(variant.tag);
        unions::tag(cx, item, &quote!(#number))
    };
    let tag = number(variant);
    let older = form.shape.upgrades.iter().filter_map(|upgrade| {
        let older = item.variants.iter().find(|variant| variant.docs.name == upgrade.name)?;
        upgrade.write(existing, &number(older), Some(&variant.docs.name))
    });
    let write = unions::fields(cx, variant).write();
    let gone = form.shape.gone();
    quote!(#pattern => { #(#older)* #gate #tag #gone #write })
}
