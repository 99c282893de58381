//! The releases of dialects.

use super::documentation::document;
use super::{Cx, names, release_names};
use crate::model::{Bounds, Dialect, Releases};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The release types of the dialects, and a type for the releases of all dialects.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let axes: Vec<_> = cx.model.axes().collect();
    if axes.is_empty() {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let types = axes.iter().map(|(_, dialect, axis)| {
        let docs = &dialect.docs;
        release_names::named(axis, &type_name(dialect), Some(&docs.name), &docs.summary, &docs.doc)
    });
    let fields = axes.iter().map(|(_, dialect, axis)| {
        let doc = document(&format!("The {} for `{}`.", axis.title, dialect.docs.name));
        let (field, ty) = (names::snake(&dialect.docs.name), type_name(dialect));
        quote!(#doc pub #field: Option<#ty>)
    });
    let rows = axes.iter().map(|(_, dialect, axis)| row(cx, dialect, axis));
    let positions = axes.iter().enumerate().map(|(index, (_, dialect, _))| {
        let field = names::snake(&dialect.docs.name);
        quote!(#index => self.#field.map(|release| release as usize))
    });
    let sets = axes.iter().enumerate().map(|(index, (_, dialect, _))| {
        let (field, ty) = (names::snake(&dialect.docs.name), type_name(dialect));
        quote!(#index => self.#field = release.and_then(|at| #ty::ALL.get(at).copied()))
    });
    quote! {
        #[allow(unused_imports)]
        use #runtime::axes::DialectAxes as _;

        #(#types)*

        /// The known release of each dialect that has releases of its own.
        ///
        /// The trait `axes::DialectAxes` has the methods.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct DialectReleases {
            #(#fields,)*
        }

        impl #runtime::axes::DialectAxes for DialectReleases {
            type Version = Version;

            const AXES: &'static [#runtime::axes::Axis<Version>] = &[#(#rows),*];

            #[inline]
            fn position(&self, axis: usize) -> Option<usize> {
                match axis {
                    #(#positions,)*
                    _ => None,
                }
            }

            #[inline]
            fn set_position(&mut self, axis: usize, release: Option<usize>) {
                match axis {
                    #(#sets,)*
                    _ => {}
                }
            }
        }
    }
}

/// The row of an axis in the table.
fn row(cx: &Cx<'_>, dialect: &Dialect, axis: &Releases) -> TokenStream {
    let runtime = &cx.options.runtime;
    let (name, ty) = (&dialect.docs.name, type_name(dialect));
    let Releases { title, producer, writers_only, .. } = axis;
    let formats = axis.formats.iter().map(|(release, version)| {
        let version = names::version(&cx.model.versions[*version].docs.name);
        quote!((#release, Version::#version))
    });
    let others = axis.others.iter().map(|(variant, release)| quote!((#variant, #release)));
    let record = match axis.record {
        Some(record) => quote!(Some(#record)),
        None => quote!(None),
    };
    quote! {
        #runtime::axes::Axis {
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

/// The release type of bounds.
pub(super) fn ty(cx: &Cx<'_>, bounds: &Bounds) -> Ident {
    match bounds.dialect.and_then(|dialect| cx.model.dialects.get(dialect)) {
        Some(dialect) => type_name(dialect),
        None => format_ident!("Release"),
    }
}

/// An expression for the release in a context.
pub(super) fn current(cx: &Cx<'_>, bounds: &Bounds) -> TokenStream {
    match bounds.dialect.and_then(|dialect| cx.model.dialects.get(dialect)) {
        Some(dialect) => {
            let field = names::snake(&dialect.docs.name);
            quote!(cx.dialects().#field)
        }
        None => quote!(cx.release()),
    }
}
