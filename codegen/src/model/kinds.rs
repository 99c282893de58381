//! Which entries of a table a reference may lead to, by the names that the schema has for them.

use super::Kinds;
use crate::ast::{Literal, Schema, Spanned, Union};
use std::collections::HashMap;

/// What the names of variants and of traits of entries stand for.
pub(super) type Named = HashMap<String, Kinds>;

/// The dialect that a union has the entries of, in bytes or as text.
fn dialect(union: &Union) -> Option<&str> {
    let of_entries = union.entries.as_ref().and(union.common.dialect.as_ref());
    of_entries.or(union.text_of.as_ref()).map(|dialect| dialect.value.as_str())
}

pub(super) fn named(schema: &Schema) -> Named {
    let unions = schema.unions.iter();
    let dialects: HashMap<&str, &str> = unions
        .filter_map(|union| Some((union.common.name.value.as_str(), dialect(union)?)))
        .collect();
    let mut named = Named::new();
    for variant in &schema.variants {
        let of = variant.of.as_ref().and_then(|of| dialects.get(of.value.as_str()));
        let Some(dialect) = of else { continue };
        let name = &variant.common.name.value;
        let mut add = |key: &str, open: bool| {
            let kinds = named.entry(key.to_owned()).or_default();
            kinds.variants.push(((*dialect).to_owned(), name.clone()));
            kinds.open |= open;
        };
        add(name, false);
        for (stated, value) in &variant.traits {
            if value.value != Literal::Bool(false) {
                add(&stated.value, true);
            }
        }
    }
    named
}

/// What some names stand for together.
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
