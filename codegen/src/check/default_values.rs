//! `defaults`: a default value is one of a property that the operation has in some release, said once.

use std::collections::{HashMap, HashSet};

use super::Cx;
use super::per_operation::{self, Words};
use crate::ast::Span;
use crate::diagnostics::Diagnostics;

const RULE: &str = "defaults";

const WORDS: Words = Words { rule: RULE, item: "defaults", one: "defaults" };

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    per_operation::check(cx, &schema.defaults, &WORDS, out);
    // What operations have by name; nothing of those of which some release is open.
    let mut known: HashMap<(&str, &str), Option<HashSet<&str>>> = HashMap::new();
    for item in &schema.properties {
        for entry in &item.entries {
            let key = (item.common.name.value.as_str(), entry.operation.value.as_str());
            let names = known.entry(key).or_insert_with(|| Some(HashSet::new()));
            if let Some(known) = names {
                known.extend(entry.value.iter().map(|property| property.name.value.as_str()));
            }
            if entry.gone {
                *names = None;
            }
        }
    }
    for item in &schema.defaults {
        let dialect = item.common.name.value.as_str();
        for entry in &item.entries {
            let operation = entry.operation.value.as_str();
            let properties = known.get(&(dialect, operation));
            let mut seen: HashMap<&str, Span> = HashMap::new();
            for default in &entry.value {
                let name = &default.name;
                if let Some(first) = seen.insert(&name.value, name.span) {
                    let message =
                        format!("`{dialect}.{operation}` has two defaults of `{}`", name.value);
                    out.found(RULE, message)
                        .at(name.span, "given again here")
                        .at(first, "first given here");
                }
                let has = |properties: &Option<HashSet<&str>>| {
                    properties.as_ref().is_none_or(|known| known.contains(&*name.value))
                };
                if !schema.incomplete && !properties.is_some_and(has) {
                    let message =
                        format!("`{dialect}.{operation}` has no property `{}`", name.value);
                    out.found(RULE, message).at(name.span, "a default of nothing");
                }
            }
        }
    }
}
