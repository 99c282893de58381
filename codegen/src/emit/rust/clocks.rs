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
    let runtime = &cx.options.runtime;
    let types = clocks.iter().map(|(_, dialect, clock)| {
        release_names::named(clock, &type_name(dialect), &dialect.docs.summary, &dialect.docs.doc)
    });
    let fields = clocks.iter().map(|(_, dialect, clock)| {
        let doc = document(&format!("The {} for `{}`.", clock.title, dialect.docs.name));
        let (field, ty) = (names::snake(&dialect.docs.name), type_name(dialect));
        quote!(#doc pub #field: Option<#ty>)
    });
    let rows = clocks.iter().map(|(_, dialect, clock)| row(cx, dialect, clock));
    let positions = clocks.iter().enumerate().map(|(index, (_, dialect, _))| {
        let field = names::snake(&dialect.docs.name);
        quote!(#index => self.#field.map(|release| release as usize))
    });
    let sets = clocks.iter().enumerate().map(|(index, (_, dialect, _))| {
        let (field, ty) = (names::snake(&dialect.docs.name), type_name(dialect));
        quote!(#index => self.#field = release.and_then(|at| #ty::ALL.get(at).copied()))
    });
    quote! {
        #[allow(unused_imports)]
        use #runtime::clocks::DialectClocks as _;

        #(#types)*

        /// The releases of the dialects that have some of their own, each where it is known.
        ///
        /// What can be asked of them is in the trait `clocks::DialectClocks`.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct DialectReleases {
            #(#fields,)*
        }

        impl #runtime::clocks::DialectClocks for DialectReleases {
            type Version = Version;

            const CLOCKS: &'static [#runtime::clocks::Clock<Version>] = &[#(#rows),*];

            #[inline]
            fn position(&self, clock: usize) -> Option<usize> {
                match clock {
                    #(#positions,)*
                    _ => None,
                }
            }

            #[inline]
            fn set_position(&mut self, clock: usize, release: Option<usize>) {
                match clock {
                    #(#sets,)*
                    _ => {}
                }
            }
        }
    }
}

/// What is known of a clock, as a row of the table.
fn row(cx: &Cx<'_>, dialect: &Dialect, clock: &Releases) -> TokenStream {
    let runtime = &cx.options.runtime;
    let (name, ty) = (&dialect.docs.name, type_name(dialect));
    let Releases { title, producer, writers_only, .. } = clock;
    let formats = clock.formats.iter().map(|(release, version)| {
        let version = names::version(&cx.model.versions[*version].docs.name);
        quote!((#release, Version::#version))
    });
    let others = clock.others.iter().map(|(variant, release)| quote!((#variant, #release)));
    let record = match clock.record {
        Some(record) => quote!(Some(#record)),
        None => quote!(None),
    };
    quote! {
        #runtime::clocks::Clock {
            dialect: #name,
            title: #title,
            names: #ty::NAMES,
            formats: &[#(#formats),*],
            others: &[#(#others),*],
            producer: #producer,
            record: #record,
            writers_only: #writers_only,
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
