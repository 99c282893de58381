//! The releases that something counts, as an enum.

use super::documentation::document;
use super::names;
use crate::model::Releases;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

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

            /// The names of all, in the same order.
            pub const NAMES: &[&str] = &[#(#labels),*];

            /// The release's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                #ident::NAMES[self as usize]
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
