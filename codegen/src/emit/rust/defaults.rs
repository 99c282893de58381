//! Tables of the attributes that properties get if a text omits them.

use super::Cx;
use super::by_release::{self, Names, Row, Tables};
use crate::model::{ByRelease, DefaultValue, Model, PerOperation};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

const KIND: &str = "default_values";

pub(super) fn add<'m>(model: &'m Model, tables: &mut Tables<'m>) {
    let rows = Row::all(&model.defaults, |values| columns(values));
    let entries = model.defaults.iter().flat_map(|item| &item.entries);
    let given = rows.into_iter().zip(entries).filter(|(_, entry)| is_given(entry));
    let rows: Vec<Row<'_>> = given.map(|(row, _)| row).collect();
    tables.add(model, KIND, &rows);
}

/// The functions that return the attributes; none if there are no such attributes.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let some = |item: &PerOperation<Vec<DefaultValue>>| item.entries.iter().any(is_given);
    if !cx.model.defaults.iter().any(some) {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let names = Names {
        module: KIND,
        value: quote!(&'static [#runtime::properties::DefaultValue]),
        one: "list of default values",
        of_release: format_ident!("defaults"),
        release: format_ident!("release_defaults"),
        dialect: format_ident!("dialect_defaults"),
        method: format_ident!("defaults"),
    };
    by_release::emit(cx, &names)
}

fn is_given(entry: &ByRelease<Vec<DefaultValue>>) -> bool {
    entry.value.iter().any(|value| value.given)
}

fn columns(values: &[DefaultValue]) -> Vec<String> {
    let given = values.iter().filter(|value| value.given);
    given.flat_map(|value| [value.name.clone(), value.value.clone()]).collect()
}
