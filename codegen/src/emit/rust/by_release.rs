//! What operations have by release, as static tables.

use super::Cx;
use crate::model::PerOperation;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, HashMap};

/// Static values, each of which is there once however often it is used.
#[derive(Default)]
pub(super) struct Statics {
    pub(super) items: TokenStream,
    known: HashMap<String, Ident>,
    count: HashMap<&'static str, usize>,
}

impl Statics {
    /// A reference to a static value.
    pub(super) fn value(
        &mut self,
        kind: &'static str,
        ty: &TokenStream,
        value: &TokenStream,
    ) -> TokenStream {
        let text = format!("{kind} {value}");
        if let Some(name) = self.known.get(&text) {
            return quote!(&#name);
        }
        let count = self.count.entry(kind).or_default();
        let name = format_ident!("{kind}_{count}");
        *count += 1;
        self.items.extend(quote!(static #name: #ty = #value;));
        self.known.insert(text, name.clone());
        quote!(&#name)
    }

    /// A reference to a static list; nothing is made for an empty one.
    pub(super) fn list(
        &mut self,
        kind: &'static str,
        element: &TokenStream,
        rows: &[TokenStream],
    ) -> TokenStream {
        if rows.is_empty() {
            return quote!(&[]);
        }
        let count = rows.len();
        self.value(kind, &quote!([#element; #count]), &quote!([#(#rows),*]))
    }
}

/// What an operation has in some releases.
pub(super) struct Row<'m> {
    /// The dialect.
    pub(super) dialect: &'m str,
    /// The dialect whose releases are counted, by index in the model; none for those of the producer.
    pub(super) clock: Option<usize>,
    pub(super) operation: &'m str,
    /// First and last release, and the least version record.
    pub(super) range: (usize, usize, u64),
    /// It as an expression.
    pub(super) value: TokenStream,
}

impl<'m> Row<'m> {
    /// All entries of some items.
    pub(super) fn all<T>(
        items: &'m [PerOperation<T>],
        mut value: impl FnMut(&T) -> TokenStream,
    ) -> Vec<Row<'m>> {
        let entries = items.iter().flat_map(|item| item.entries.iter().map(move |one| (item, one)));
        let row = entries.map(|(item, one)| Row {
            dialect: &item.docs.name,
            clock: item.dialect,
            operation: &one.operation,
            range: (one.range.0, one.range.1, one.record),
            value: value(&one.value),
        });
        row.collect()
    }
}

/// What generated code calls a kind of tables.
pub(super) struct Names {
    /// The module of the tables.
    pub(super) module: Ident,
    /// What is looked up, as a type.
    pub(super) value: TokenStream,
    /// It in words, in the singular.
    pub(super) one: &'static str,
    /// The function for one release.
    pub(super) of_release: Ident,
    /// The function for all releases of the producer.
    pub(super) release: Ident,
    /// The function for all releases of dialects.
    pub(super) dialect: Ident,
    /// The method of releases of dialects.
    pub(super) method: Ident,
}

/// The tables and the functions that look into them.
pub(super) fn emit(
    cx: &Cx<'_>,
    names: &Names,
    mut statics: Statics,
    rows: &[Row<'_>],
) -> TokenStream {
    let producer = table(cx, &mut statics, "PRODUCER", false, &names.value, rows);
    let dialects = table(cx, &mut statics, "DIALECTS", true, &names.value, rows);
    let producer = if producer { of_producer(cx, names) } else { quote!() };
    let dialects = if dialects { of_dialects(cx, names) } else { quote!() };
    let (runtime, module, items) = (&cx.options.runtime, &names.module, &statics.items);
    quote! {
        #producer
        #dialects

        mod #module {
            use #runtime::by_release::{Dialect, Operation, Range};
            #items
        }
    }
}

/// The table of what counts the releases of a clock of some kind; false where there is nothing.
fn table(
    cx: &Cx<'_>,
    statics: &mut Statics,
    name: &'static str,
    of_dialects: bool,
    ty: &TokenStream,
    rows: &[Row<'_>],
) -> bool {
    let mut dialects: BTreeMap<(&str, &str), BTreeMap<&str, Vec<&Row<'_>>>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.clock.is_some() == of_dialects) {
        let clock = row.clock.and_then(|clock| cx.model.dialects.get(clock));
        let clock = clock.map_or("", |clock| clock.docs.name.as_str());
        let operations = dialects.entry((row.dialect, clock)).or_default();
        operations.entry(row.operation).or_default().push(row);
    }
    let mut found = Vec::new();
    for ((name, clock), operations) in dialects {
        let mut list = Vec::new();
        for (name, mut ranges) in operations {
            ranges.sort_by_key(|row| row.range);
            let ranges: Vec<_> = ranges
                .iter()
                .map(|Row { range: (since, until, record), value, .. }| {
                    let bounds = [*since as u64, *until as u64, *record];
                    let bounds = bounds.map(proc_macro2::Literal::u64_unsuffixed);
                    quote!(Range::new(#(#bounds,)* #value))
                })
                .collect();
            let ranges = statics.list("RANGES", &quote!(Range<#ty>), &ranges);
            list.push(quote!(Operation::new(#name, #ranges)));
        }
        found.push(quote!(Dialect::new(#name, #clock, &[#(#list),*])));
    }
    let (table, count) = (format_ident!("{name}"), found.len());
    if count > 0 {
        statics
            .items
            .extend(quote!(pub(super) static #table: [Dialect<#ty>; #count] = [#(#found),*];));
    }
    count > 0
}

/// The functions that know what counts the releases of the producer.
fn of_producer(cx: &Cx<'_>, names: &Names) -> TokenStream {
    let runtime = &cx.options.runtime;
    let Names { module, value, one, of_release, release, .. } = names;
    let all = format!(
        " Each {one} that an operation has in releases of the producer, oldest first, by position in \
         [`Release::ALL`]; none where the operation is not known to any."
    );
    let single = format!(
        " The {one} that an operation has in a release, in files whose version record of the dialect is \
         `record`, 0 where there is none; nothing where the operation is not known."
    );
    quote! {
        #[doc = #all]
        ///
        /// The operation is named without its dialect.
        #[must_use]
        pub fn #release(
            dialect: &str,
            operation: &str,
        ) -> &'static [#runtime::by_release::Range<#value>] {
            #runtime::by_release::find(&#module::PRODUCER, dialect, operation)
                .map_or(&[], |(_, ranges)| ranges)
        }

        #[doc = #single]
        ///
        /// The operation is named without its dialect.
        #[must_use]
        pub fn #of_release(
            release: Release,
            record: u64,
            dialect: &str,
            operation: &str,
        ) -> Option<#value> {
            #runtime::by_release::value(#release(dialect, operation), release as usize, record)
        }
    }
}

/// The functions that know what counts the releases of dialects.
fn of_dialects(cx: &Cx<'_>, names: &Names) -> TokenStream {
    let runtime = &cx.options.runtime;
    let Names { module, value, one, dialect, method, .. } = names;
    let all = format!(
        " Each {one} that an operation has in releases of dialects, oldest first; none where the \
         operation is not known to any."
    );
    let some = format!(
        " Each {one} that an operation may have, as far as releases are known, oldest first. Where a \
         dialect's own release is not known, it may be any."
    );
    quote! {
        #[doc = #all]
        ///
        /// The operation is named without its dialect.
        #[must_use]
        pub fn #dialect(
            dialect: &str,
            operation: &str,
        ) -> &'static [#runtime::by_release::Range<#value>] {
            #runtime::by_release::find(&#module::DIALECTS, dialect, operation)
                .map_or(&[], |(_, ranges)| ranges)
        }

        impl DialectReleases {
            #[doc = #some]
            pub fn #method(
                &self,
                dialect: &str,
                operation: &str,
            ) -> impl Iterator<Item = #value> + use<> {
                let found = #runtime::by_release::find(&#module::DIALECTS, dialect, operation);
                let (clock, ranges) = found.unwrap_or(("", &[]));
                let own = clock == dialect;
                let release =
                    if own { self.for_reading().index(clock) } else { self.index(clock) };
                let ranges = if own || release.is_some() { ranges } else { &[] };
                let ranges = ranges.iter().filter(move |range| range.has(release));
                ranges.map(|range| range.value)
            }
        }
    }
}
