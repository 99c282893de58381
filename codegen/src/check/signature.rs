//! `signature`: a signature uses only what the language supports, once for each operation and release.

use std::collections::HashMap;

use super::Cx;
use super::per_operation::{self, Words};
use crate::ast::signature::UNNAMED;
use crate::ast::{Count, Signature, SignatureGroup, Signatures, Span, Trait};
use crate::diagnostics::Diagnostics;

const RULE: &str = "signature";

const WORDS: Words = Words { rule: RULE, item: "signatures", one: "signatures", shared: false };

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    per_operation::check(cx, &cx.schema.signatures, &WORDS, out);
    for item in &cx.schema.signatures {
        for entry in &item.entries {
            let name = format!("{}.{}", item.common.name.value, entry.operation.value);
            check_groups(&name, &entry.value, out);
            check_traits(item, &name, &entry.value, out);
        }
    }
}

/// Names are unique, and the length of each variadic group can be determined.
fn check_groups(name: &str, signature: &Signature, out: &mut Diagnostics) {
    let parts = [
        ("operands", &signature.operands),
        ("results", &signature.results),
        ("regions", &signature.regions),
        ("successors", &signature.successors),
    ];
    for (what, groups) in parts {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        let named = groups.iter().filter(|group| group.name.value != UNNAMED);
        for SignatureGroup { name: group, .. } in named {
            if let Some(first) = seen.insert(&group.value, group.span) {
                out.found(RULE, format!("`{name}` has two {what} `{}`", group.value))
                    .at(group.span, "second occurrence")
                    .at(first, "first occurrence");
            }
        }
    }
    for (what, groups) in [("operands", &signature.operands), ("results", &signature.results)] {
        for group in groups.iter().filter(|group| group.count == Count::VariadicOfVariadic) {
            if what != "operands" {
                out.found(RULE, format!("the {what} of `{name}` cannot be groups of groups"))
                    .at(group.name.span, "only operands can be nested");
            }
        }
    }
    for (what, groups) in [("regions", &signature.regions), ("successors", &signature.successors)] {
        for (at, group) in groups.iter().enumerate() {
            let place = match group.count {
                Count::One => continue,
                Count::Variadic if at + 1 == groups.len() => continue,
                Count::Variadic => "only the last group can be variadic",
                Count::Optional | Count::VariadicOfVariadic => "expected one, or any number (`*`)",
            };
            out.found(RULE, format!("the groups of {what} of `{name}` cannot be distinguished"))
                .at(group.name.span, place);
        }
    }
}

fn check_traits(item: &Signatures, name: &str, signature: &Signature, out: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for word in &signature.traits {
        let Some(found) = Trait::of_word(&word.value) else {
            let words = Trait::ALL.map(Trait::word);
            out.found(RULE, format!("no trait is named `{}`", word.value))
                .at(word.span, "unknown trait")
                .help(format!("traits: {}", words.join(", ")))
                .suggest(&word.value, words);
            continue;
        };
        if let Some(first) = seen.insert(&word.value, word.span) {
            out.found(RULE, format!("`{name}` has the trait `{found}` twice"))
                .at(word.span, "second occurrence")
                .at(first, "first occurrence");
        }
        let groups = match found {
            Trait::SameOperandSizes => &signature.operands,
            Trait::SameResultSizes => &signature.results,
            _ => continue,
        };
        if !groups.iter().any(|group| group.count != Count::One) && !item.common.broken {
            out.found(RULE, format!("`{found}` of `{name}` has no effect"))
                .at(word.span, "every group has exactly one element");
        }
    }
}
