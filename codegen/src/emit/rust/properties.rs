//! Layouts of the properties of operations, as tables.

use super::by_release::{self, Names, Row, Tables};
use super::{Cx, names};
use crate::model::{Model, spelled};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

const KIND: &str = "property_layouts";

pub(super) fn add<'m>(model: &'m Model, tables: &mut Tables<'m>) {
    tables.add(model, KIND, &Row::all(&model.properties, |layout| vec![spelled(layout)]));
}

/// The functions that return the layouts, and the versions from which on segment sizes have each position.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let segment_sizes = segment_sizes(cx);
    if cx.model.properties.is_empty() {
        return segment_sizes;
    }
    let runtime = &cx.options.runtime;
    let names = Names {
        module: KIND,
        value: quote!(&'static [#runtime::properties::Field]),
        one: "layout of properties in wire order",
        of_release: format_ident!("property_layout"),
        release: format_ident!("release_layouts"),
        dialect: format_ident!("dialect_layouts"),
        method: format_ident!("layouts"),
    };
    let tables = by_release::emit(cx, &names);
    let covered = covered(cx);
    quote! {
        #segment_sizes
        #tables
        #covered
    }
}

fn segment_sizes(cx: &Cx<'_>) -> TokenStream {
    let Some(sizes) = &cx.model.segment_sizes else { return quote!() };
    let version = |index: usize| names::version(&cx.model.versions[index].docs.name);
    let (attribute, sparse) = (version(sizes.attribute), version(sizes.sparse));
    let properties = &cx.model.segment_properties;
    let operands = properties.operands.iter().map(|name| {
        quote! {
            /// The property with the sizes of the segments of operands.
            pub const OPERAND_SEGMENT_SIZES: &str = #name;
        }
    });
    let results = properties.results.iter().map(|name| {
        quote! {
            /// The property with the sizes of the segments of results.
            pub const RESULT_SEGMENT_SIZES: &str = #name;
        }
    });
    quote! {
        /// The first version in which the sizes of segments are a property: an attribute at the position in the layout.
        pub const SEGMENT_SIZES_ATTRIBUTE: Version = Version::#attribute;
        /// The first version in which the sizes of segments are sparse arrays instead, after all other properties and in the
        /// order of the layout.
        pub const SEGMENT_SIZES_SPARSE: Version = Version::#sparse;
        #(#operands)*
        #(#results)*
    }
}

/// The function that returns whether the layouts of a release of the producer are known.
fn covered(cx: &Cx<'_>) -> TokenStream {
    let items: Vec<_> = cx.model.properties.iter().filter(|item| item.dialect.is_none()).collect();
    if items.iter().all(|item| item.entries.is_empty()) {
        return quote!();
    }
    let (since, until) = items
        .iter()
        .map(|item| item.range)
        .fold((usize::MAX, 0), |(from, to), range| (from.min(range.0), to.max(range.1)));
    let from = (since > 0).then(|| quote!(index >= #since &&));
    let undescribed = cx.model.releases.iter().flat_map(|releases| &releases.undescribed);
    let known = undescribed.map(|release| quote!(&& index != #release));
    quote! {
        /// Whether the layouts of a release are known.
        #[must_use]
        pub const fn covers_properties(release: Release) -> bool {
            let index = release as usize;
            #from index <= #until #(#known)*
        }
    }
}
