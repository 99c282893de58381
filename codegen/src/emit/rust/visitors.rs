//! Visitors of unions with blocks. A sequence contains many values of such a union, and a visitor avoids the construction of a
//! value for each.

use super::unions::{by_tag, fields, has_blocks, read_arm};
use super::versions::{item_gate, variant_docs};
use super::{Cx, Family, names};
use crate::model::Union;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The visitors of plain unions, and of borrowed ones.
pub(super) fn emit(cx: &Cx<'_>) -> (TokenStream, TokenStream) {
    let (mut owned, mut views) = (TokenStream::new(), TokenStream::new());
    for (item, &plain) in cx.model.unions.iter().zip(&cx.plain_unions) {
        if has_blocks(item) {
            match plain {
                true => owned.extend(visitor(cx, item, &quote!())),
                false => views.extend(visitor(cx, item, &quote!(<'a>))),
            }
        }
    }
    (owned, views)
}

/// The trait, and the method of the borrowed union that reads a value and passes it to a visitor.
fn visitor(cx: &Cx<'_>, item: &Union, lifetime: &TokenStream) -> TokenStream {
    let name = names::camel(&item.docs.name);
    let visitor = format_ident!("Visit{name}");
    let visits = item.variants.iter().map(|variant| {
        let docs = variant_docs(cx, variant, Family::View);
        let visit = names::prefixed("visit_", &variant.docs.name);
        let number = proc_macro2::Literal::u64_unsuffixed(variant.tag);
        let fields = fields(cx, variant);
        let (locals, types): (Vec<_>, Vec<_>) = fields
            .visible()
            .map(|field| (names::local(&field.docs.name), fields.ty(field, Family::View)))
            .unzip();
        quote! {
            #docs
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn #visit(&mut self, #(#locals: #types),*) -> Self::Output {
                let _ = (#(#locals,)*);
                self.otherwise(#number)
            }
        }
    });
    let arms = item.variants.iter().enumerate().map(|(index, variant)| {
        let visit = names::prefixed("visit_", &variant.docs.name);
        let fields = fields(cx, variant);
        let locals = fields.visible().map(|field| names::local(&field.docs.name));
        let done = quote!(Ok(visitor.#visit(#(#locals),*)));
        read_arm(cx, item, index, &quote!(Result<V_::Output>), &done)
    });
    let unknown = match item.opaque {
        true => quote!(tag => {
            cursor.take_rest();
            Ok(visitor.otherwise(tag))
        }),
        false => {
            let unknown = cx.unknown(&item.docs.name, &item.reserved, &quote!(tag));
            quote!(tag => Err(#unknown))
        }
    };
    let (context, body) = (cx.read_context(), by_tag(cx, item, arms, &unknown));
    let item_gate = item_gate(cx, &item.docs, true);
    let of_method = lifetime.is_empty().then(|| quote!('a,));
    quote! {
        /// A visitor of values. Each variant has its own method, so that no enum is constructed.
        pub trait #visitor<'a> {
            /// The result of a visit.
            type Output;
            /// Called for a value whose own method is not implemented, with its number on the wire.
            fn otherwise(&mut self, tag: u64) -> Self::Output;
            #(#visits)*
        }

        impl #lifetime #name #lifetime {
            /// Reads a value and passes it to a visitor.
            ///
            /// # Errors
            /// Those of `read`.
            #[inline]
            #[allow(unused_variables, unused_mut)]
            pub fn visit<#of_method V_: #visitor<'a>>(
                cursor: &mut Cursor<'a>,
                cx: &#context,
                visitor: &mut V_,
            ) -> Result<V_::Output> {
                let version = cx.version();
                let start = cursor.position();
                #item_gate
                #body
            }
        }
    }
}
