//! The releases on an axis, as an enum.

use super::documentation::document;
use super::names;
use crate::model::Releases;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// An enum of releases with their names. `dialect` is none for those of the producer.
pub(super) fn named(
    releases: &Releases,
    ident: &Ident,
    dialect: Option<&str>,
    summary: &str,
    doc: &str,
) -> TokenStream {
    let dialect = dialect.map_or("", |name| name);
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

            /// The names of all releases, in the same order.
            pub const NAMES: &[&str] = &[#(#labels),*];

            /// The release's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                #ident::NAMES[self as usize]
            }
        }

        impl std::str::FromStr for #ident {
            type Err = Error;

            fn from_str(name: &str) -> Result<#ident> {
                let found = #ident::ALL.iter().copied().find(|release| release.name() == name);
                found.ok_or_else(|| {
                    Error::new(ErrorKind::Release {
                        dialect: #dialect.to_owned(),
                        title: #title.to_owned(),
                        found: name.to_owned(),
                        known: #ident::NAMES,
                    })
                })
            }
        }

        impl std::fmt::Display for #ident {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    }
}
