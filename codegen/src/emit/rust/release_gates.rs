//! The conditions of gates on releases.

use super::{Cx, axes, names};
use crate::model::{Bounds, Gate};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The releases of a gate in words: `in compiler release 17 or later`; empty if all releases have it.
pub(super) fn words(cx: &Cx<'_>, gate: &Gate) -> String {
    let Some(releases) = cx.model.axis(&gate.releases) else { return String::new() };
    let name = |index: usize| releases.names.get(index).map_or("?", String::as_str);
    let words = match (gate.releases.since, gate.releases.until) {
        (None, None) => return String::new(),
        (Some(since), None) => format!("{} or later", name(since)),
        (None, Some(until)) => format!("{} or earlier", name(until)),
        (Some(since), Some(until)) if since == until => name(since).to_owned(),
        (Some(since), Some(until)) => format!("{} to {}", name(since), name(until)),
    };
    format!("in {} {words}", releases.title)
}

/// The error for an item that the release does not have; uses `version` and `cx`.
pub(super) fn refusal(cx: &Cx<'_>, item: &str, needs: &str, bounds: &Bounds) -> TokenStream {
    let runtime = &cx.options.runtime;
    let refused = quote!(#runtime::axes::refused);
    let title = cx.model.axis(bounds).map_or("", |releases| releases.title.as_str());
    if bounds.dialect.is_none() {
        let version = quote!(Some(version.name()));
        return quote!(#refused(#item, #needs, #version, #title, cx.release().map(|now| now.name())));
    }
    let release = axes::current(cx, bounds);
    quote!(#refused(#item, #needs, None, #title, #release.map(|now| now.name())))
}

/// The conditions of a gate on the release that `outer` does not imply.
pub(super) fn conditions(cx: &Cx<'_>, gate: &Gate, outer: &Gate) -> Vec<TokenStream> {
    let bounds = &gate.releases;
    let Some(releases) = cx.model.axis(bounds) else { return Vec::new() };
    let ident = |index: usize| -> Option<Ident> {
        releases.names.get(index).map(|name| names::release(name))
    };
    let (ty, release) = (axes::ty(cx, bounds), axes::current(cx, bounds));
    let mut conditions = Vec::new();
    if bounds.since > outer.releases.since
        && let Some(since) = bounds.since.filter(|since| *since > 0).and_then(ident)
    {
        conditions.push(quote!(#release.is_none_or(|release| release >= #ty::#since)));
    }
    // A bound at the last known release is kept: a file of an unknown release does not have the item.
    if let Some(until) = bounds.until
        && outer.releases.until.is_none_or(|outer| until < outer)
        && let Some(until) = ident(until)
    {
        conditions.push(quote!(#release.is_some_and(|release| release <= #ty::#until)));
    }
    conditions
}
