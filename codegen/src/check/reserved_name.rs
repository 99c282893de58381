//! `reserved-name`: every name can be a name in Rust.

use super::Cx;
use crate::diagnostics::{Diagnostic, Diagnostics};

/// Words that are no name in Rust even as `r#word`.
const HOSTILE: &[&str] = &["self", "super", "crate", "Self", "_"];

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for thing in cx.things() {
        let name = &thing.common.name;
        // A missing name was complained about when it was read; versions have a rule of their own.
        if name.value.is_empty() && thing.common.broken || thing.kind == "version" {
            continue;
        }
        let fault = if HOSTILE.contains(&name.value.as_str()) {
            "Rust keeps this word for itself"
        } else if !is_identifier(&name.value) {
            "expected letters, digits and underscores"
        } else {
            continue;
        };
        out.push(
            Diagnostic::new(
                "reserved-name",
                format!(
                    "`{}` cannot be the name of {} {}",
                    name.value,
                    article(thing.kind),
                    thing.kind
                ),
            )
            .at(name.span, fault),
        );
    }
}

pub(super) fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes.next();
    first.is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && name.bytes().any(|b| b != b'_')
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}
