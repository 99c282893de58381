//! `missing-documentation`: everything with a name has a summary of one line.

use super::Cx;
use crate::diagnostics::Diagnostics;

const RULE: &str = "missing-documentation";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for thing in cx.things() {
        let common = thing.common;
        let (kind, name) = (thing.kind, &common.name);
        let Some(summary) = &common.summary else {
            if !common.broken {
                out.found(RULE, format!("{kind} `{}` has no `summary`", name.value))
                    .at(name.span, "requires a summary");
            }
            continue;
        };
        let Some(fault) = fault(&summary.value) else { continue };
        out.found(RULE, format!("the summary of {kind} `{}` {fault}", name.value))
            .at(summary.span, "expected one line without a full stop");
    }
}

/// The fault of a summary.
pub(super) fn fault(summary: &str) -> Option<&'static str> {
    let text = summary.trim_end();
    if text.is_empty() {
        Some("is empty")
    } else if text.contains('\n') {
        Some("has more than one line")
    } else if text.ends_with('.') && !text.ends_with("..") {
        Some("ends with a full stop")
    } else {
        None
    }
}
