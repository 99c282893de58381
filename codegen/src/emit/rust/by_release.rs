//! Tables of the data of operations by release.

use super::Cx;
use crate::model::{Model, PerOperation};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// The data of an operation in some releases.
pub(super) struct Row<'m> {
    /// The dialect.
    pub(super) dialect: &'m str,
    /// The dialect with these releases, by index in the model; none for the releases of the producer.
    pub(super) axis: Option<usize>,
    pub(super) operation: &'m str,
    /// First and last release, and the least version record.
    pub(super) range: (usize, usize, u64),
    /// The columns of the data.
    columns: Vec<String>,
}

impl<'m> Row<'m> {
    /// All entries of some items.
    pub(super) fn all<T>(
        items: &'m [PerOperation<T>],
        columns: impl Fn(&T) -> Vec<String>,
    ) -> Vec<Row<'m>> {
        let entries = items.iter().flat_map(|item| item.entries.iter().map(move |one| (item, one)));
        let row = entries.map(|(item, one)| Row {
            dialect: &item.docs.name,
            axis: item.dialect,
            operation: &one.operation,
            range: (one.range.0, one.range.1, one.record),
            columns: columns(&one.value),
        });
        row.collect()
    }
}

/// The names of a kind of tables in generated code.
pub(super) struct Names {
    /// The kind of the data, and the module of the tables.
    pub(super) module: &'static str,
    /// The type of a result of a lookup.
    pub(super) value: TokenStream,
    /// A word for the result, in the singular.
    pub(super) one: &'static str,
    /// The function for a single release.
    pub(super) of_release: Ident,
    /// The function for all releases of the producer.
    pub(super) release: Ident,
    /// The function for all releases of dialects.
    pub(super) dialect: Ident,
    /// The method of releases of dialects.
    pub(super) method: Ident,
}

/// The texts of all tables, one after the other, and where each is.
#[derive(Default)]
pub(super) struct Tables<'m> {
    text: String,
    dialects: Vec<Dialect<'m>>,
}

/// The table of a dialect.
struct Dialect<'m> {
    /// The kind of the data.
    kind: &'static str,
    of_dialects: bool,
    name: &'m str,
    /// The dialect whose releases the table counts; empty for those of the producer.
    axis: &'m str,
    /// Where its text is.
    bytes: Range<usize>,
}

impl<'m> Tables<'m> {
    /// Adds the tables of a kind of data.
    pub(super) fn add(&mut self, model: &'m Model, kind: &'static str, rows: &[Row<'m>]) {
        let mut dialects: BTreeMap<(&str, &str), BTreeMap<&str, Vec<&Row<'_>>>> = BTreeMap::new();
        for row in rows {
            let axis = row.axis.and_then(|axis| model.dialects.get(axis));
            let axis = axis.map_or("", |axis| axis.docs.name.as_str());
            let operations = dialects.entry((row.dialect, axis)).or_default();
            operations.entry(row.operation).or_default().push(row);
        }
        for ((name, axis), operations) in dialects {
            let of_dialects = operations.values().flatten().any(|row| row.axis.is_some());
            let start = self.text.len();
            self.text.extend(operations.into_iter().map(|(name, ranges)| lines(name, ranges)));
            let bytes = start..self.text.len();
            self.dialects.push(Dialect { kind, of_dialects, name, axis, bytes });
        }
    }

    /// The text of all tables.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// The constant with the text; none without tables.
    pub(super) fn constant(&self, file: Option<&str>) -> Option<TokenStream> {
        let text = match file {
            _ if self.text.is_empty() => return None,
            Some(file) => quote!(::core::include_str!(#file)),
            None => lines_literal(&self.text),
        };
        Some(quote! {
            /// What operations have in releases, see `by_release` of the runtime.
            const TABLES_BY_RELEASE: &str = #text;
        })
    }

    /// The tables of a kind of data on a kind of axis; none without data.
    fn table(&self, names: &Names, name: &'static str, of_dialects: bool) -> Option<TokenStream> {
        let (kind, ty) = (names.module, &names.value);
        let wanted = |table: &&Dialect<'_>| table.kind == kind && table.of_dialects == of_dialects;
        let dialects: Vec<_> = self.dialects.iter().filter(wanted).collect();
        let (ident, count) = (format_ident!("{name}"), dialects.len());
        let rows = dialects.into_iter().map(|Dialect { name, axis, bytes, .. }| {
            let (start, end) = (bytes.start, bytes.end);
            quote!(Dialect::new(#name, #axis, super::TABLES_BY_RELEASE, #start, #end))
        });
        (count > 0)
            .then(|| quote!(pub(super) static #ident: [Dialect<#ty>; #count] = [#(#rows),*];))
    }
}

/// The tables, and the functions that search them.
pub(super) fn emit(cx: &Cx<'_>, names: &Names) -> TokenStream {
    let producer = cx.tables.table(names, "PRODUCER", false);
    let dialects = cx.tables.table(names, "DIALECTS", true);
    let of_producer = producer.as_ref().map(|_| of_producer(cx, names));
    let of_dialects = dialects.as_ref().map(|_| of_dialects(cx, names));
    let (runtime, module) = (&cx.options.runtime, format_ident!("{}", names.module));
    quote! {
        #of_producer
        #of_dialects

        mod #module {
            use #runtime::by_release::Dialect;
            #producer
            #dialects
        }
    }
}

/// The lines of an operation, see `Dialect::new` of the runtime.
fn lines(name: &str, mut ranges: Vec<&Row<'_>>) -> String {
    ranges.sort_by_key(|row| row.range);
    let mut text = String::new();
    for (at, Row { range: (since, until, record), columns, .. }) in ranges.into_iter().enumerate() {
        let name = if at == 0 { escaped(name) } else { String::new() };
        let columns: Vec<String> = columns.iter().map(|column| escaped(column)).collect();
        let line = format!("{name}\t{since}\t{until}\t{record}\t{}", columns.join("\t"));
        let _ = writeln!(text, "{}", line.trim_end_matches('\t'));
    }
    text
}

/// Escapes the separators of columns and lines.
fn escaped(column: &str) -> String {
    column.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

/// A string literal in which each line of the text has a line of its own.
fn lines_literal(text: &str) -> TokenStream {
    let mut hashes = "#".to_owned();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    let raw = format!("r{hashes}\"{text}\"{hashes}");
    raw.parse().unwrap_or_else(|_| Literal::string(text).into_token_stream())
}

/// The functions for data on the releases of the producer.
fn of_producer(cx: &Cx<'_>, names: &Names) -> TokenStream {
    let runtime = &cx.options.runtime;
    let Names { value, one, of_release, release, .. } = names;
    let module = format_ident!("{}", names.module);
    let all = format!(
        " Each {one} that an operation has in releases of the producer, oldest first. Releases are positions in \
         [`Release::ALL`]. Empty if no release describes the operation."
    );
    let single = format!(
        " The {one} that an operation has in a release. `record` is the number in the file's version record of the \
         dialect, or 0 without a record. None if the release does not describe the operation."
    );
    quote! {
        #[doc = #all]
        ///
        /// `operation` is the name without the dialect.
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
        /// `operation` is the name without the dialect.
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

/// The functions for data on the releases of dialects.
fn of_dialects(cx: &Cx<'_>, names: &Names) -> TokenStream {
    let runtime = &cx.options.runtime;
    let Names { value, one, dialect, method, .. } = names;
    let module = format_ident!("{}", names.module);
    let all = format!(
        " Each {one} that an operation has in releases of dialects, oldest first. Empty if no release describes the \
         operation."
    );
    let some = format!(
        " Each {one} that an operation can have in the known releases, oldest first. If the release of the operation's \
         own dialect is not known, it can be any release."
    );
    quote! {
        #[doc = #all]
        ///
        /// `operation` is the name without the dialect.
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
                let (axis, ranges) = found.unwrap_or(("", &[]));
                let own = axis == dialect;
                let release =
                    if own { self.for_reading().index(axis) } else { self.index(axis) };
                let ranges = if own || release.is_some() { ranges } else { &[] };
                let ranges = ranges.iter().filter(move |range| range.has(release));
                ranges.map(|range| range.value)
            }
        }
    }
}
