//! `versions`: there is one format, whose versions are dotted numbers, each declared once, in ascending order.

use super::Cx;
use crate::ast::Format;
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "versions";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let formats = &cx.schema.formats;
    if formats.is_empty() && !cx.schema.incomplete {
        let mut found = Diagnostic::new(RULE, "the schema has no `format` item")
            .help("add `- format: NAME` with its `versions`");
        if let Some(span) = cx.anywhere() {
            found = found.at(span, "belongs to no format");
        }
        out.push(found);
    }
    if let [first, others @ ..] = formats.as_slice() {
        for other in others {
            out.found(RULE, "a schema describes one format")
                .at(other.common.name.span, "second format")
                .at(first.common.name.span, "first format");
        }
    }
    for format in formats {
        check_format(format, out);
    }
}

fn check_format(format: &Format, out: &mut Diagnostics) {
    if format.versions.is_empty() && !format.common.broken {
        let name = &format.common.name;
        out.found(RULE, format!("format `{}` declares no version", name.value))
            .at(name.span, "needs at least one version");
    }
    let mut last: Option<(Vec<u32>, &crate::ast::Common)> = None;
    for version in format.versions.iter().filter(|v| !v.broken) {
        let name = &version.name;
        let Some(number) = parse(&name.value) else {
            out.found(RULE, format!("`{}` is not a version", name.value))
                .at(name.span, "expected numbers below 4294967296, separated by dots");
            continue;
        };
        if let Some((before, common)) = &last
            && *before >= number
        {
            let message = if *before == number {
                format!("version {} is declared twice", name.value)
            } else {
                format!("version {} is declared after {}", name.value, common.name.value)
            };
            out.found(RULE, message)
                .at(name.span, "versions are declared oldest first")
                .at(common.name.span, "the previous version");
            continue;
        }
        last = Some((number, version));
    }
}

/// The numbers of a version.
pub(super) fn parse(text: &str) -> Option<Vec<u32>> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    text.split('.').map(|part| if digits(part) { part.parse().ok() } else { None }).collect()
}
