//! Layouts of the properties of operations, as static tables.

use super::{Cx, names};
use crate::model::{Model, Property, PropertyKind};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, HashMap};

/// The layouts of a dialect's operations in one release, by operation.
type Operations<'m> = BTreeMap<&'m str, &'m [Property]>;

/// The functions that know the layouts, and from which versions on sizes of segments stand where.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let segment_sizes = segment_sizes(cx);
    if cx.model.properties.is_empty() {
        return segment_sizes;
    }
    let runtime = &cx.options.runtime;
    let mut tables = Tables::default();
    let mut releases = Vec::new();
    for (release, dialects) in by_release(cx.model) {
        releases.push((names::release(release), tables.release(&dialects)));
    }
    let known: Vec<_> = releases.iter().map(|(release, _)| release).collect();
    let arms = releases
        .iter()
        .map(|(release, table)| quote!(Release::#release => &property_layouts::#table,));
    let ranges = tables.ranges(cx);
    let items = tables.items;
    if releases.is_empty() {
        return quote! {
            #segment_sizes
            #ranges
            mod property_layouts {
                use #runtime::properties::{Field, Kind, Range, RangedDialect, RangedLayout};
                #items
            }
        };
    }
    let ranged = (!ranges.is_empty()).then(|| quote!(Range, RangedDialect, RangedLayout,));
    quote! {
        #segment_sizes
        #ranges

        /// The properties of an operation in wire order, as a release has them; none where the
        /// operation is not known.
        ///
        /// The operation is named without its dialect. One without properties has an empty layout.
        #[must_use]
        pub fn property_layout(
            release: Release,
            dialect: &str,
            operation: &str,
        ) -> Option<&'static [#runtime::properties::Field]> {
            let dialects: &[#runtime::properties::Dialect] = match release {
                #(#arms)*
                #[allow(unreachable_patterns)]
                _ => return None,
            };
            #runtime::properties::find(dialects, dialect, operation)
        }

        /// Whether the layouts of a release are known.
        #[must_use]
        pub const fn covers_properties(release: Release) -> bool {
            matches!(release, #(Release::#known)|*)
        }

        mod property_layouts {
            use #runtime::properties::{Dialect, Field, Kind, Layout, #ranged};
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

/// The layouts by release and dialect.
fn by_release(model: &Model) -> BTreeMap<&str, BTreeMap<&str, Operations<'_>>> {
    let mut releases: BTreeMap<&str, BTreeMap<&str, Operations<'_>>> = BTreeMap::new();
    for item in model.properties.iter().filter(|item| item.dialect.is_none()) {
        for release in &item.releases {
            releases.entry(release).or_default();
        }
        for layout in &item.layouts {
            for release in &layout.releases {
                let dialects = releases.entry(release).or_default();
                let operations = dialects.entry(&item.docs.name).or_default();
                operations.insert(&layout.operation, &layout.fields);
            }
        }
    }
    releases
}

/// The static tables, each of which is there once however often it is used.
#[derive(Default)]
struct Tables<'m> {
    items: TokenStream,
    layouts: HashMap<&'m [Property], Ident>,
    operations: HashMap<Operations<'m>, Ident>,
    releases: usize,
}

impl<'m> Tables<'m> {
    fn release(&mut self, dialects: &BTreeMap<&'m str, Operations<'m>>) -> Ident {
        let mut rows = Vec::new();
        for (name, operations) in dialects {
            let operations = self.operations(operations);
            rows.push(quote!(Dialect { name: #name, operations: &#operations }));
        }
        let table = format_ident!("RELEASE_{}", self.releases);
        self.releases += 1;
        let count = rows.len();
        self.items.extend(quote!(pub(super) static #table: [Dialect; #count] = [#(#rows),*];));
        table
    }

    fn operations(&mut self, operations: &Operations<'m>) -> Ident {
        if let Some(table) = self.operations.get(operations) {
            return table.clone();
        }
        let mut rows = Vec::new();
        for (operation, fields) in operations {
            let fields = self.layout(fields);
            rows.push(quote!(Layout::new(#operation, #fields)));
        }
        let table = format_ident!("OPERATIONS_{}", self.operations.len());
        let count = rows.len();
        self.items.extend(quote!(static #table: [Layout; #count] = [#(#rows),*];));
        self.operations.insert(operations.clone(), table.clone());
        table
    }

    /// The layouts of dialects that have releases of their own, and the function that knows them.
    fn ranges(&mut self, cx: &Cx<'m>) -> TokenStream {
        let runtime = &cx.options.runtime;
        let mut dialects: BTreeMap<(&str, &str), BTreeMap<&str, Vec<TokenStream>>> =
            BTreeMap::new();
        for item in &cx.model.properties {
            let Some(clock) = item.dialect.and_then(|clock| cx.model.dialects.get(clock)) else {
                continue;
            };
            let operations = dialects.entry((&item.docs.name, &clock.docs.name)).or_default();
            for layout in &item.layouts {
                let Some((since, until)) = layout.range else { continue };
                let fields = self.layout(&layout.fields);
                let row = quote!(Range { since: #since, until: #until, fields: #fields });
                operations.entry(&layout.operation).or_default().push(row);
            }
        }
        if dialects.is_empty() {
            return quote!();
        }
        let mut rows = Vec::new();
        for ((name, clock), operations) in &dialects {
            let layouts = operations.iter().map(|(operation, ranges)| {
                quote!(RangedLayout { operation: #operation, ranges: &[#(#ranges),*] })
            });
            rows.push(quote! {
                RangedDialect { name: #name, clock: #clock, operations: &[#(#layouts),*] }
            });
        }
        let count = rows.len();
        self.items.extend(quote! {
            pub(super) static RANGED: [RangedDialect; #count] = [#(#rows),*];
        });
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
                    #runtime::properties::find_ranges(&property_layouts::RANGED, dialect, operation);
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
                    let found = #runtime::properties::find_ranges(
                        &property_layouts::RANGED,
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
