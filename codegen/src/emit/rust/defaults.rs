//! Tables of the attributes that properties get if a text omits them.

use super::Cx;
use super::by_release::{self, Names, Row};
use crate::model::{ByRelease, DefaultValue, PerOperation};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The functions that return the attributes; none if there are no such attributes.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let some = |item: &PerOperation<Vec<DefaultValue>>| item.entries.iter().any(is_given);
    if !cx.model.defaults.iter().any(some) {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let rows = Row::all(&cx.model.defaults, |values| columns(values));
    let entries = cx.model.defaults.iter().flat_map(|item| &item.entries);
    let rows: Vec<Row<'_>> = rows
        .into_iter()
        .zip(entries)
        .filter(|(_, entry)| is_given(entry))
        .map(|(row, _)| row)
        .collect();
    let names = Names {
        module: format_ident!("default_values"),
        value: quote!(&'static [#runtime::properties::DefaultValue]),
        one: "list of default values",
        of_release: format_ident!("defaults"),
        release: format_ident!("release_defaults"),
        dialect: format_ident!("dialect_defaults"),
        method: format_ident!("defaults"),
    };
    by_release::emit(cx, &names, &rows)
}

fn is_given(entry: &ByRelease<Vec<DefaultValue>>) -> bool {
    entry.value.iter().any(|value| value.given)
}

fn columns(values: &[DefaultValue]) -> Vec<String> {
    let given = values.iter().filter(|value| value.given);
    given.flat_map(|value| [value.name.clone(), value.value.clone()]).collect()
}
