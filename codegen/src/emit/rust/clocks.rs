//! Releases that dialects have of their own.

use super::documentation::document;
use super::{Cx, names, release_names};
use crate::model::{Bounds, Dialect, Releases};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The release types of the dialects, and what is known of all together.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let clocks: Vec<_> = cx.model.clocks().collect();
    if clocks.is_empty() {
        return quote!();
    }
    let types = clocks.iter().map(|(_, dialect, clock)| {
        release_names::named(clock, &type_name(dialect), &dialect.docs.summary, &dialect.docs.doc)
    });
    let parts: Vec<_> =
        clocks.iter().map(|(_, dialect, clock)| Part::new(dialect, clock)).collect();
    let fields =
        parts.iter().map(|Part { field, ty, doc, .. }| quote!(#doc pub #field: Option<#ty>));
    let names: Vec<_> = parts.iter().map(|part| part.name).collect();
    let producers = parts.iter().filter(|part| !part.clock.producer.is_empty()).map(|part| {
        let (name, prefix) = (part.name, &part.clock.producer);
        quote! {
            if let Some((_, text)) = producer.split_once(#prefix) {
                releases.set(#name, &numbers(text));
            }
        }
    });
    let set = parts.iter().map(|Part { field, ty, name, numbers, .. }| {
        quote! {
            #name => {
                self.#field = at(&[#(&[#(#numbers),*]),*], found).map(|at| #ty::ALL[at]);
                self.#field.is_some()
            }
        }
    });
    let get = parts
        .iter()
        .map(|Part { field, name, .. }| quote!(#name => self.#field.map(|release| release.name())));
    let index = parts.iter().map(
        |Part { field, name, .. }| quote!(#name => self.#field.map(|release| release as usize)),
    );
    let clear = parts.iter().map(|Part { name, field, .. }| quote!(#name => self.#field = None));
    let latest =
        parts.iter().map(|Part { field, ty, .. }| quote!(#field: #ty::ALL.last().copied()));
    let reading = parts.iter().filter(|part| part.clock.writers_only).map(|part| &part.field);
    let overriding: Vec<_> = parts.iter().map(|part| &part.field).collect();
    let select = parts.iter().map(|Part { field, ty, name, .. }| {
        quote! {
            #name => {
                self.#field = #ty::ALL.get(index).copied();
                self.#field.is_some()
            }
        }
    });
    let records = parts.iter().filter_map(|part| {
        let (name, record) = (part.name, part.clock.record?);
        Some(quote!(#name => Some(#record)))
    });
    let titles = parts.iter().map(|part| {
        let (name, title) = (part.name, &part.clock.title);
        quote!(#name => Some(#title))
    });
    let all = parts.iter().map(|part| {
        let (name, names) = (part.name, &part.clock.names);
        quote!(#name => &[#(#names),*])
    });
    let formats = parts.iter().filter(|part| !part.clock.formats.is_empty()).map(|part| {
        let rows = part.clock.formats.iter().map(|(release, version)| {
            let version = names::version(&cx.model.versions[*version].docs.name);
            quote!((#release, Version::#version))
        });
        let name = part.name;
        quote!(#name => &[#(#rows),*])
    });
    let others = parts.iter().flat_map(|part| {
        let name = part.name;
        part.clock
            .others
            .iter()
            .map(move |(variant, release)| quote!((#name, #variant) => Some(#release)))
    });
    let prefixes = parts.iter().filter(|part| !part.clock.producer.is_empty()).map(|part| {
        let (name, prefix) = (part.name, &part.clock.producer);
        quote!(#name => Some(#prefix))
    });
    let heeded: Vec<_> =
        parts.iter().filter(|part| !part.clock.writers_only).map(|part| part.name).collect();
    let heeded = if heeded.is_empty() { quote!("") } else { quote!(#(#heeded)|*) };
    quote! {
        #(#types)*

        /// The releases of the dialects that have some of their own, each where it is known.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct DialectReleases {
            #(#fields,)*
        }

        impl DialectReleases {
            /// The dialects that have releases of their own.
            pub const DIALECTS: &[&str] = &[#(#names),*];

            /// What a producer of a file says by its name.
            #[must_use]
            #[allow(unused_variables, unused_mut)]
            pub fn from_producer(producer: &str) -> Self {
                let mut releases = DialectReleases::default();
                #(#producers)*
                releases
            }

            /// Takes over the releases that `other` knows.
            pub fn override_by(&mut self, other: &DialectReleases) {
                #(self.#overriding = other.#overriding.or(self.#overriding);)*
            }

            /// The newest releases of all.
            #[must_use]
            pub fn latest() -> Self {
                DialectReleases { #(#latest,)* }
            }

            /// The name of a dialect's release, where it is known.
            #[must_use]
            pub fn get(&self, dialect: &str) -> Option<&'static str> {
                match dialect {
                    #(#get,)*
                    _ => None,
                }
            }

            /// Sets the release of a dialect by its numbers, most significant first: that is the
            /// newest one that is not newer than these. It is not known afterwards if these are
            /// older than all, or newer in more than the last number; whether it is known.
            pub fn set(&mut self, dialect: &str, found: &[u64]) -> bool {
                match dialect {
                    #(#set)*
                    _ => false,
                }
            }

            /// Sets the release of a dialect by its name.
            ///
            /// # Errors
            /// A release that [`DialectReleases::set`] does not know: [`ErrorKind::Release`].
            pub fn set_named(&mut self, dialect: &str, release: &str) -> Result<()> {
                let numbers = DialectReleases::parse(release);
                if numbers.is_some_and(|numbers| self.set(dialect, &numbers)) {
                    return Ok(());
                }
                Err(Error::new(ErrorKind::Release {
                    dialect: dialect.to_owned(),
                    title: DialectReleases::title(dialect).unwrap_or("release").to_owned(),
                    found: release.to_owned(),
                    known: DialectReleases::names(dialect),
                }))
            }

            /// The numbers of a release, which have full stops between them.
            #[must_use]
            pub fn parse(release: &str) -> Option<Vec<u64>> {
                let digits = |number: &&str| number.bytes().all(|byte| byte.is_ascii_digit());
                let number = |number: &str| Some(number).filter(digits)?.parse().ok();
                release.split('.').map(number).collect()
            }

            /// Sets the release of a dialect by its position in [`DialectReleases::names`]; whether
            /// there is one.
            pub fn select(&mut self, dialect: &str, index: usize) -> bool {
                match dialect {
                    #(#select)*
                    _ => false,
                }
            }

            /// Makes the release of a dialect not known.
            pub fn clear(&mut self, dialect: &str) {
                match dialect {
                    #(#clear,)*
                    _ => {}
                }
            }

            /// How the releases of a dialect are called, in front of their names; none for a dialect
            /// that has none of its own.
            #[must_use]
            pub fn title(dialect: &str) -> Option<&'static str> {
                match dialect {
                    #(#titles,)*
                    _ => None,
                }
            }

            /// The names of a dialect's releases, oldest first.
            #[must_use]
            pub fn names(dialect: &str) -> &'static [&'static str] {
                match dialect {
                    #(#all,)*
                    _ => &[],
                }
            }

            /// The format version that files of a dialect's release have, by the position of the release
            /// in [`DialectReleases::names`]; none where that is free.
            #[must_use]
            pub fn format(dialect: &str, release: usize) -> Option<Version> {
                let formats: &[(usize, Version)] = match dialect {
                    #(#formats,)*
                    _ => &[],
                };
                formats.iter().rev().find(|(since, _)| *since <= release).map(|found| found.1)
            }

            /// The first release, by position, whose readers know a variant of another dialect; none
            /// where nothing is known of this.
            #[must_use]
            pub fn knows_other(dialect: &str, variant: &str) -> Option<usize> {
                match (dialect, variant) {
                    #(#others,)*
                    _ => None,
                }
            }

            /// What stands in front of a dialect's release in the name of a producer.
            #[must_use]
            pub fn producer_prefix(dialect: &str) -> Option<&'static str> {
                match dialect {
                    #(#prefixes,)*
                    _ => None,
                }
            }

            /// The number of varints in a file's record of a dialect's release.
            #[must_use]
            pub fn record_len(dialect: &str) -> Option<usize> {
                match dialect {
                    #(#records,)*
                    _ => None,
                }
            }

            /// Whether readers heed the releases of a dialect.
            #[must_use]
            pub fn binds_readers(dialect: &str) -> bool {
                matches!(dialect, #heeded)
            }

            /// What readers heed: not the releases that bind writers only.
            #[must_use]
            #[allow(unused_mut)]
            pub fn for_reading(mut self) -> Self {
                #(self.#reading = None;)*
                self
            }

            /// The position of a dialect's release in [`DialectReleases::names`], where it is known.
            #[allow(dead_code)]
            #[must_use]
            pub fn index(&self, dialect: &str) -> Option<usize> {
                match dialect {
                    #(#index,)*
                    _ => None,
                }
            }
        }

        /// The numbers at the beginning of a text that have full stops between them.
        #[allow(dead_code)]
        fn numbers(text: &str) -> Vec<u64> {
            let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
            text[..end].split('.').map_while(|number| number.parse().ok()).collect()
        }

        /// The place of the newest of `known` that is not newer than `found`.
        fn at(known: &[&[u64]], found: &[u64]) -> Option<usize> {
            let at = known.partition_point(|release| *release <= found).checked_sub(1)?;
            let same = |release: &&[u64]| {
                let most = release.len().saturating_sub(1);
                found.len() >= most && release[..most] == found[..most]
            };
            (at + 1 < known.len() || known.last().is_some_and(same)).then_some(at)
        }

        #[cold]
        #[allow(dead_code)]
        fn dialect_release_error(
            item: &str,
            needs: &str,
            title: &str,
            release: Option<&str>,
        ) -> Error {
            Error::new(ErrorKind::Gate {
                item: item.to_owned(),
                needs: needs.to_owned(),
                version: match release {
                    Some(release) => format!("{title} {release}"),
                    None => format!("an unknown {title}"),
                },
            })
        }
    }
}

/// What is generated for a dialect.
struct Part<'m> {
    name: &'m str,
    field: Ident,
    ty: Ident,
    doc: TokenStream,
    clock: &'m Releases,
    numbers: Vec<Vec<u64>>,
}

impl<'m> Part<'m> {
    fn new(dialect: &'m Dialect, clock: &'m Releases) -> Self {
        let numbers = clock.names.iter();
        let numbers = numbers.map(|name| name.split('.').filter_map(|n| n.parse().ok()).collect());
        Part {
            name: &dialect.docs.name,
            field: names::snake(&dialect.docs.name),
            ty: type_name(dialect),
            doc: document(&format!("The {} for `{}`.", clock.title, dialect.docs.name)),
            clock,
            numbers: numbers.collect(),
        }
    }
}

fn type_name(dialect: &Dialect) -> Ident {
    format_ident!("{}Release", names::camel(&dialect.docs.name))
}

/// The type of the releases that bounds count.
pub(super) fn ty(cx: &Cx<'_>, bounds: &Bounds) -> Ident {
    match bounds.dialect.and_then(|dialect| cx.model.dialects.get(dialect)) {
        Some(dialect) => type_name(dialect),
        None => format_ident!("Release"),
    }
}

/// An expression for the release that a context has.
pub(super) fn current(cx: &Cx<'_>, bounds: &Bounds) -> TokenStream {
    match bounds.dialect.and_then(|dialect| cx.model.dialects.get(dialect)) {
        Some(dialect) => {
            let field = names::snake(&dialect.docs.name);
            quote!(cx.dialects().#field)
        }
        None => quote!(cx.release()),
    }
}
