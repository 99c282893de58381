//! The entries of a table that a reference may lead to, by their names in the schema.

use super::Kinds;
use crate::ast::{Schema, Spanned, named_kinds};
use std::collections::HashMap;

/// The entries that the names of variants and of traits select.
pub(super) type Named = HashMap<String, Kinds>;

pub(super) fn named(schema: &Schema) -> Named {
    let kinds = named_kinds(schema).into_iter().map(|(name, kind)| {
        let owned = |(dialect, variant): (&str, &str)| (dialect.to_owned(), variant.to_owned());
        let variants = kind.variants.into_iter().map(owned).collect();
        let kinds = Kinds { variants, open: kind.declared.is_some(), ..Kinds::default() };
        (name.to_owned(), kinds)
    });
    kinds.collect()
}

/// The entries that several names select together.
pub(super) fn of(named: &Named, names: &[Spanned<String>]) -> Option<Kinds> {
    let mut all = Kinds::default();
    for name in names {
        let Some(kinds) = named.get(&name.value) else { continue };
        all.variants.extend(kinds.variants.iter().cloned());
        all.open |= kinds.open;
        all.names.push(name.value.clone());
    }
    all.variants.sort_unstable();
    all.variants.dedup();
    (!all.names.is_empty()).then_some(all)
}
