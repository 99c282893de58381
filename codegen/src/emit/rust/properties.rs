//! Layouts of the properties of operations, as static tables.

use super::{Cx, names};
use crate::model::{Property, PropertyKind};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, HashMap};

/// The functions that know the layouts, and from which versions on sizes of segments stand where.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let segment_sizes = segment_sizes(cx);
    if cx.model.properties.is_empty() {
        return segment_sizes;
    }
    let runtime = &cx.options.runtime;
    let mut tables = Tables::default();
    let producer = tables.producer(cx);
    let dialects = tables.dialects(cx);
    let items = tables.items;
    quote! {
        #segment_sizes
        #producer
        #dialects

        mod property_layouts {
            use #runtime::properties::{Dialect, Field, Kind, Operation, Range};
            #items
        }
    }
}

fn segment_sizes(cx: &Cx<'_>) -> TokenStream {
    let Some(sizes) = &cx.model.segment_sizes else { return quote!() };
    let version = |index: usize| names::version(&cx.model.versions[index].docs.name);
    let (attribute, sparse) = (version(sizes.attribute), version(sizes.sparse));
    quote! {
        /// The first version in which sizes of segments are a property, an attribute at the place
        /// that the layout says.
        pub const SEGMENT_SIZES_ATTRIBUTE: Version = Version::#attribute;
        /// The first version in which sizes of segments are sparse arrays instead, after all other
        /// properties and in the order of the layout.
        pub const SEGMENT_SIZES_SPARSE: Version = Version::#sparse;
    }
}

/// A layout with the releases and the least version record that have it.
type Held<'m> = ((usize, usize), u64, &'m [Property]);

/// The static tables, each of which is there once however often it is used.
#[derive(Default)]
struct Tables<'m> {
    items: TokenStream,
    layouts: HashMap<&'m [Property], Ident>,
    ranges: HashMap<Vec<Held<'m>>, Ident>,
}

impl<'m> Tables<'m> {
    /// The table of the items that count the releases of a clock of some kind; false where there are
    /// none.
    fn table(&mut self, cx: &Cx<'m>, name: &str, of_dialects: bool) -> bool {
        let mut dialects: BTreeMap<(&str, &str), BTreeMap<&str, Vec<_>>> = BTreeMap::new();
        for item in &cx.model.properties {
            if item.dialect.is_some() != of_dialects {
                continue;
            }
            let clock = item.dialect.and_then(|clock| cx.model.dialects.get(clock));
            let clock = clock.map_or("", |clock| clock.docs.name.as_str());
            let operations = dialects.entry((&item.docs.name, clock)).or_default();
            for layout in &item.layouts {
                let ranges = operations.entry(&layout.operation).or_default();
                ranges.push((layout.range, layout.record, layout.fields.as_slice()));
            }
        }
        let mut rows = Vec::new();
        for ((name, clock), operations) in dialects {
            let operations: Vec<_> = operations
                .into_iter()
                .map(|(name, mut ranges)| {
                    ranges.sort_by_key(|(range, record, _)| (*range, *record));
                    let ranges = self.ranges(ranges);
                    quote!(Operation { name: #name, ranges: &#ranges })
                })
                .collect();
            rows.push(quote! {
                Dialect { name: #name, clock: #clock, operations: &[#(#operations),*] }
            });
        }
        let (table, count) = (format_ident!("{name}"), rows.len());
        if count > 0 {
            self.items.extend(quote!(pub(super) static #table: [Dialect; #count] = [#(#rows),*];));
        }
        count > 0
    }

    /// The layouts that count the releases of the producer, and the functions that know them.
    fn producer(&mut self, cx: &Cx<'m>) -> TokenStream {
        if !self.table(cx, "PRODUCER", false) {
            return quote!();
        }
        let runtime = &cx.options.runtime;
        let items = cx.model.properties.iter().filter(|item| item.dialect.is_none());
        let (since, until) = items
            .map(|item| item.range)
            .fold((usize::MAX, 0), |(from, to), range| (from.min(range.0), to.max(range.1)));
        let from = (since > 0).then(|| quote!(index >= #since &&));
        let undescribed = cx.model.releases.iter().flat_map(|releases| &releases.undescribed);
        let known = undescribed.map(|release| quote!(&& index != #release));
        quote! {
            /// The layouts that the properties of an operation have in releases of the producer, oldest
            /// first, by position in [`Release::ALL`]; none where the operation is not known to any.
            ///
            /// The operation is named without its dialect.
            #[must_use]
            pub fn release_layouts(
                dialect: &str,
                operation: &str,
            ) -> &'static [#runtime::properties::Range] {
                #runtime::properties::find(&property_layouts::PRODUCER, dialect, operation)
                    .map_or(&[], |(_, ranges)| ranges)
            }

            /// The properties of an operation in wire order, as a release has them in files whose version
            /// record of the dialect is `record`, 0 where there is none; nothing where the operation is
            /// not known.
            ///
            /// The operation is named without its dialect. One without properties has an empty layout.
            #[must_use]
            pub fn property_layout(
                release: Release,
                record: u64,
                dialect: &str,
                operation: &str,
            ) -> Option<&'static [#runtime::properties::Field]> {
                let ranges = release_layouts(dialect, operation);
                #runtime::properties::layout(ranges, release as usize, record)
            }

            /// Whether the layouts of a release are known.
            #[must_use]
            pub const fn covers_properties(release: Release) -> bool {
                let index = release as usize;
                #from index <= #until #(#known)*
            }
        }
    }

    /// The layouts that count the releases of dialects, and the functions that know them.
    fn dialects(&mut self, cx: &Cx<'m>) -> TokenStream {
        if !self.table(cx, "DIALECTS", true) {
            return quote!();
        }
        let runtime = &cx.options.runtime;
        quote! {
            /// The layouts that the properties of an operation have in releases of dialects, oldest
            /// first; none where the operation is not known to any.
            ///
            /// The operation is named without its dialect.
            #[must_use]
            pub fn dialect_layouts(
                dialect: &str,
                operation: &str,
            ) -> &'static [#runtime::properties::Range] {
                let found =
                    #runtime::properties::find(&property_layouts::DIALECTS, dialect, operation);
                found.map_or(&[], |(_, ranges)| ranges)
            }

            impl DialectReleases {
                /// The layouts that the properties of an operation may have, as far as releases are
                /// known, oldest first. Where a dialect's own release is not known, it may be any.
                pub fn layouts(
                    &self,
                    dialect: &str,
                    operation: &str,
                ) -> impl Iterator<Item = &'static [#runtime::properties::Field]> + use<> {
                    let found = #runtime::properties::find(
                        &property_layouts::DIALECTS,
                        dialect,
                        operation,
                    );
                    let (clock, ranges) = found.unwrap_or(("", &[]));
                    let own = clock == dialect;
                    let release =
                        if own { self.for_reading().index(clock) } else { self.index(clock) };
                    let ranges = if own || release.is_some() { ranges } else { &[] };
                    let ranges = ranges.iter().filter(move |range| range.has(release));
                    ranges.map(|range| range.fields)
                }
            }
        }
    }

    /// The table of an operation's layouts.
    fn ranges(&mut self, ranges: Vec<Held<'m>>) -> Ident {
        if let Some(table) = self.ranges.get(&ranges) {
            return table.clone();
        }
        let rows: Vec<_> = ranges
            .iter()
            .map(|((since, until), record, fields)| {
                let fields = self.layout(fields);
                quote!(Range { since: #since, until: #until, record: #record, fields: #fields })
            })
            .collect();
        let (table, count) = (format_ident!("RANGES_{}", self.ranges.len()), rows.len());
        self.items.extend(quote!(static #table: [Range; #count] = [#(#rows),*];));
        self.ranges.insert(ranges, table.clone());
        table
    }

    /// An expression for the fields of a layout.
    fn layout(&mut self, fields: &'m [Property]) -> TokenStream {
        if fields.is_empty() {
            return quote!(&[]);
        }
        if let Some(table) = self.layouts.get(fields) {
            return quote!(&#table);
        }
        let rows = fields.iter().map(|Property { name, kind }| {
            let kind = match kind {
                PropertyKind::Attribute => quote!(Attribute),
                PropertyKind::OptionalAttribute => quote!(OptionalAttribute),
                PropertyKind::Varint => quote!(Varint),
                PropertyKind::OptionalVarint => quote!(OptionalVarint),
                PropertyKind::Bool => quote!(Bool),
                PropertyKind::String => quote!(String),
                PropertyKind::Segments(count) => quote!(Segments(#count)),
            };
            quote!(Field::new(#name, Kind::#kind))
        });
        let table = format_ident!("LAYOUT_{}", self.layouts.len());
        let count = fields.len();
        self.items.extend(quote!(static #table: [Field; #count] = [#(#rows),*];));
        self.layouts.insert(fields, table.clone());
        quote!(&#table)
    }
}
