//! The versions that an item mentions: a macro has no other versions of the dialect.

use bytespec_codegen::ast::{Common, Schema, Span, Spanned, before};
use bytespec_codegen::diagnostics::Diagnostic;

use crate::item::named;
use crate::keys::Keys;
use crate::place::Places;

/// The numbers of a version.
pub(crate) fn numbers(name: &str) -> Option<Vec<u64>> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    name.split('.').map(|part| part.parse().ok().filter(|_| digits(part))).collect()
}

/// Every stated bound.
fn bounds(schema: &Schema) -> Vec<&Spanned<String>> {
    let items = schema.enums.iter().map(|item| &item.common);
    let items = items.chain(schema.records.iter().map(|item| &item.common));
    let items = items.chain(schema.unions.iter().map(|item| &item.common));
    let members = schema.enums.iter().flat_map(|item| &item.members).map(|m| &m.common);
    let records = schema.records.iter().flat_map(|item| &item.fields).map(|f| &f.common);
    let variants = schema.variants.iter().map(|item| &item.common);
    let fields = schema.variants.iter().flat_map(|item| &item.fields).map(|f| &f.common);
    let all = items.chain(members).chain(records).chain(variants).chain(fields);
    all.flat_map(|common| common.since.iter().chain(&common.until)).collect()
}

/// Whether a bound means the version before another one.
fn is_before(bound: &Spanned<String>) -> bool {
    before::later(&bound.value).is_some()
}

/// The mentioned versions, oldest first, with one before the first and one after the last.
pub(crate) fn mentioned(schema: &Schema, place: Span) -> Vec<Common> {
    let open = |name: String| Common { broken: true, ..named(name, place) };
    let bounds = bounds(schema);
    // The order of versions is unknown.
    let (older, mut found): (Vec<_>, Vec<_>) =
        bounds.into_iter().partition(|version| is_before(version));
    found.sort_by_key(|version| (numbers(&version.value), &version.value));
    found.dedup_by_key(|version| numbers(&version.value));
    let (Some(first), Some(last)) = (found.first(), found.last()) else {
        return vec![open("any version".to_owned())];
    };
    let before = open(format!("before {}", first.value));
    let after = open(format!("after {}", last.value));
    let known = found.iter().flat_map(|version| {
        let name = before::before(&version.value);
        let gap = older.iter().find(|older| older.value == name).map(|_| open(name));
        gap.into_iter().chain([named(version.value.clone(), version.span)])
    });
    std::iter::once(before).chain(known).chain([after]).collect()
}

/// Each version in the schema or in `others`, with a place in the source.
pub(crate) fn places(
    schema: &Schema,
    others: &[Spanned<String>],
    places: &Places,
) -> Vec<(String, proc_macro2::Span)> {
    let mut found: Vec<(String, proc_macro2::Span)> = Vec::new();
    let bounds = bounds(schema).into_iter().chain(others);
    for version in bounds.filter(|version| !is_before(version)) {
        if found.iter().all(|(name, _)| *name != version.value) {
            found.push((version.value.clone(), places.span(version.span)));
        }
    }
    found
}

/// Reports versions of an item without a dialect or format.
pub(crate) fn of_nothing(schema: &Schema, places: &mut Places) {
    for version in bounds(schema).into_iter().filter(|version| !is_before(version)) {
        places.found(
            Diagnostic::new("required-key", "a version requires a dialect or a format")
                .at(version.span, "this item has no dialect and no format")
                .help(
                    "add to the item: `#[bytecode(dialect = MyDialect)]`, or `format = my_format`",
                ),
        );
    }
}

/// Reads the versions of a part.
pub(crate) fn versioned(common: &mut Common, keys: &Keys, places: &mut Places) {
    common.since = version(keys, "since", places);
    common.until = version(keys, "until", places);
}

/// The version of a key.
pub(crate) fn version(keys: &Keys, key: &str, places: &mut Places) -> Option<Spanned<String>> {
    let version = keys.text(key, places)?;
    if numbers(&version.value).is_some() {
        return Some(version);
    }
    places.found(
        Diagnostic::new("wrong-shape", format!("`{}` is not a version", version.value))
            .at(version.span, "expected numbers separated by dots"),
    );
    None
}
