//! The second clocks: releases of the producer and of dialects, for what a version of the format does
//! not tell.

use super::documentation::document;
use super::{Cx, names};
use crate::model::{Bounds, Gate, Releases};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The release types: of the producer, where the format has releases, and of dialects.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let producer = producer(cx);
    let dialects = super::clocks::emit(cx);
    quote!(#producer #dialects)
}

/// An enum of releases with their names, and its name.
pub(super) fn named(releases: &Releases, ident: &Ident, summary: &str, doc: &str) -> TokenStream {
    let idents: Vec<_> = releases.names.iter().map(|name| names::release(name)).collect();
    let title = &releases.title;
    let labels = &releases.names;
    let docs = labels.iter().map(|name| document(&format!("{title} {name}.")));
    let type_docs = document(&format!("{}.\n\n{doc}", summary.trim_end_matches('.')));
    quote! {
        #type_docs
        ///
        /// Releases compare by age.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum #ident {
            #(#docs #idents,)*
        }

        impl #ident {
            /// Every release, oldest first.
            pub const ALL: &[#ident] = &[#(#ident::#idents),*];

            /// The release's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { #(#ident::#idents => #labels,)* }
            }

            /// The release with a name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<#ident> {
                #ident::ALL.iter().copied().find(|release| release.name() == name)
            }
        }

        impl std::fmt::Display for #ident {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    }
}

fn producer(cx: &Cx<'_>) -> TokenStream {
    let Some(releases) = &cx.model.releases else { return quote!() };
    let title = &releases.title;
    let ident = Ident::new("Release", proc_macro2::Span::call_site());
    let named = named(releases, &ident, &releases.summary, &releases.doc);
    let producer = &releases.producer;
    let from_producer = document(&format!(
        "The release that a producer of a file names as its last word: `{producer}`, the name of the \
         release, a full stop, and nothing but digits and full stops after it."
    ));
    let spelled = format!("{producer}{{}}.0");
    let next = document(&format!(
        "The release that a producer of a file names itself, be it finished or a build on the way to it: \
         `{producer}`, the name of the release and a full stop."
    ));
    let unreleased = releases.unreleased.iter().filter_map(|release| releases.names.get(*release));
    let unreleased: Vec<_> = unreleased.map(|name| names::release(name)).collect();
    let is_out = match unreleased.is_empty() {
        true => quote!(true),
        false => quote!(!matches!(self, #(Release::#unreleased)|*)),
    };
    let unknown = format!("an unknown {title}");
    let known = format!("{title} ");
    quote! {
        #named

        impl Release {
            #from_producer
            ///
            /// What names itself in another way is no release, or one that is not known here.
            #[must_use]
            pub fn from_producer(producer: &str) -> Option<Release> {
                let word = producer.rsplit(' ').next().unwrap_or(producer);
                let text = word.strip_prefix(#producer)?;
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
                if is_number { Release::towards(producer) } else { None }
            }

            #next
            #[must_use]
            pub fn towards(producer: &str) -> Option<Release> {
                let word = producer.rsplit(' ').next().unwrap_or(producer);
                let text = word.strip_prefix(#producer)?;
                let mut releases = Release::ALL.iter().copied();
                // Of 1 and 1.2 the longer one is meant by 1.2.3.
                releases.rfind(|release| {
                    text.strip_prefix(release.name()).is_some_and(|rest| rest.starts_with('.'))
                })
            }

            /// A word that tells the release where a producer ends with it.
            #[must_use]
            pub fn producer(self) -> String {
                format!(#spelled, self.name())
            }

            /// Whether the release is out. What is known of one that is not may still change.
            #[must_use]
            pub const fn is_out(self) -> bool {
                #is_out
            }
        }

        #[cold]
        #[allow(dead_code)]
        fn release_error(
            item: &str,
            needs: &str,
            version: Version,
            release: Option<Release>,
        ) -> Error {
            let release = match release {
                Some(release) => format!(concat!(#known, "{}"), release.name()),
                None => #unknown.to_owned(),
            };
            Error::new(ErrorKind::Gate {
                item: item.to_owned(),
                needs: needs.to_owned(),
                version: format!("{} of {release}", version.name()),
            })
        }
    }
}

/// The releases of a gate in words: `in LLVM release 17 or later`; nothing when all have it.
pub(super) fn words(cx: &Cx<'_>, gate: &Gate) -> String {
    let Some(releases) = cx.model.clock(&gate.releases) else { return String::new() };
    let name = |index: usize| releases.names.get(index).map_or("?", String::as_str);
    let words = match (gate.releases.since, gate.releases.until) {
        (None, None) => return String::new(),
        (Some(since), None) => format!("{} or later", name(since)),
        (None, Some(until)) => format!("{} or earlier", name(until)),
        (Some(since), Some(until)) if since == until => name(since).to_owned(),
        (Some(since), Some(until)) => format!("{} to {}", name(since), name(until)),
    };
    format!("in {} {words}", releases.title)
}

/// The error for an item that the release does not have; uses `version` and `cx`.
pub(super) fn refusal(cx: &Cx<'_>, item: &str, needs: &str, bounds: &Bounds) -> TokenStream {
    if bounds.dialect.is_none() {
        return quote!(release_error(#item, #needs, version, cx.release()));
    }
    let title = cx.model.clock(bounds).map_or("", |releases| releases.title.as_str());
    let release = super::clocks::current(cx, bounds);
    quote!(dialect_release_error(#item, #needs, #title, #release.map(|release| release.name())))
}

/// What a gate asks of the release, beyond what `outer` asks already.
pub(super) fn conditions(cx: &Cx<'_>, gate: &Gate, outer: &Gate) -> Vec<TokenStream> {
    let bounds = &gate.releases;
    let Some(releases) = cx.model.clock(bounds) else { return Vec::new() };
    let ident = |index: usize| -> Option<Ident> {
        releases.names.get(index).map(|name| names::release(name))
    };
    let (ty, release) = (super::clocks::ty(cx, bounds), super::clocks::current(cx, bounds));
    let mut conditions = Vec::new();
    if bounds.since > outer.releases.since
        && let Some(since) = bounds.since.filter(|since| *since > 0).and_then(ident)
    {
        conditions.push(quote!(#release.is_none_or(|release| release >= #ty::#since)));
    }
    // The last known release is no reason to leave this out: a file of none that is known has no
    // such item.
    if let Some(until) = bounds.until
        && outer.releases.until.is_none_or(|outer| until < outer)
        && let Some(until) = ident(until)
    {
        conditions.push(quote!(#release.is_some_and(|release| release <= #ty::#until)));
    }
    conditions
}
