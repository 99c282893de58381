//! The axes besides the version: releases of the producer and of dialects, where the version of the format does not determine the
//! content.

use super::documentation::document;
use super::{Cx, axes, names, release_names};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The release types: of the producer, if the format has releases, and of dialects.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let producer = producer(cx);
    let dialects = axes::emit(cx);
    quote!(#producer #dialects)
}

fn producer(cx: &Cx<'_>) -> TokenStream {
    let Some(releases) = &cx.model.releases else { return quote!() };
    let runtime = &cx.options.runtime;
    let ident = Ident::new("Release", proc_macro2::Span::call_site());
    let named = release_names::named(releases, &ident, None, &releases.summary, &releases.doc);
    let producer = &releases.producer;
    let from_producer = document(&format!(
        "The finished release in the last word of a producer's name: `{producer}`, the name of the \
         release, a full stop, and only digits and full stops after it."
    ));
    let spelled = format!("{}{{}}.0", producer.replace('{', "{{").replace('}', "}}"));
    let next = document(&format!(
        "The release in the last word of a producer's name, finished or under development: \
         `{producer}`, the name of the release and a full stop."
    ));
    let unreleased = releases.unreleased.iter().filter_map(|release| releases.names.get(*release));
    let unreleased: Vec<_> = unreleased.map(|name| names::release(name)).collect();
    let is_out = match unreleased.is_empty() {
        true => quote!(true),
        false => quote!(!matches!(self, #(Release::#unreleased)|*)),
    };
    quote! {
        #named

        impl Release {
            /// The text before the release in the name of a producer.
            pub const PRODUCER: &'static str = #producer;

            #from_producer
            ///
            /// None for any other name, and for an unknown release.
            #[must_use]
            pub fn from_producer(producer: &str) -> Option<Release> {
                #runtime::axes::finished(#producer, Release::NAMES, producer)
                    .map(|at| Release::ALL[at])
            }

            #next
            #[must_use]
            pub fn towards(producer: &str) -> Option<Release> {
                #runtime::axes::towards(#producer, Release::NAMES, producer)
                    .map(|at| Release::ALL[at])
            }

            /// The last word of a producer's name for this release.
            #[must_use]
            pub fn producer(self) -> String {
                format!(#spelled, self.name())
            }

            /// Whether the release is published. The definitions of an unpublished release may still change.
            #[must_use]
            pub const fn is_out(self) -> bool {
                #is_out
            }
        }
    }
}
