//! `late-field-needs-default`: a part that some versions lack has a value in these versions.

use super::Cx;
use super::cx::Owner;
use crate::ast::{Common, Field};
use crate::diagnostics::Diagnostics;

const RULE: &str = "late-field-needs-default";

/// The help of findings.
const HELP: &str = "add a `default`: the value of the field in files without it";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    // In a run-only item, a field that a version lacks is absent.
    for owner in cx.owners().filter(|owner| !owner.run_only) {
        for field in owner.fields.iter().filter(|field| needs_value(field)) {
            if let Some(lack) = lacking(cx, &owner, &field.common) {
                let name = &field.common.name;
                out.found(RULE, format!("`{}` needs a `default` for version {lack}", name.value))
                    .at(bound(&field.common), format!("version {lack} has no such field"))
                    .at(owner.common.name.span, "but has this item")
                    .help(HELP);
            }
        }
        for field in owner.fields.iter().filter(|field| needs_value(field)) {
            let (outer, inner) = (cx.release_gate(owner.common), cx.release_gate(&field.common));
            let late = field.common.since_release.as_ref().filter(|_| inner.from > outer.from);
            let ended = field.common.until_release.as_ref().filter(|_| inner.to < outer.to);
            if let Some(bound) = late.or(ended) {
                let name = &field.common.name;
                out.found(RULE, format!("`{}` needs a `default` for other releases", name.value))
                    .at(bound.span, "other releases have no such field")
                    .at(owner.common.name.span, "but have this item")
                    .help(HELP);
            }
        }
        let of_owner = owner.common.feature.as_ref().map(|feature| &feature.value);
        // If the part needs a feature that the owner does not need, the name of the feature.
        let lacked = |part: &Common| {
            let feature = part.feature.as_ref().filter(|own| Some(&own.value) != of_owner)?;
            Some(feature.span)
        };
        for field in owner.fields.iter().filter(|field| needs_value(field)) {
            if let Some(feature) = lacked(&field.common) {
                let name = &field.common.name;
                out.found(
                    RULE,
                    format!("`{}` needs a `default` for files without the feature", name.value),
                )
                .at(feature, "other files have no such field")
                .at(owner.common.name.span, "but have this item")
                .help(HELP);
            }
        }
        let operands = owner.op.iter().flat_map(|op| &op.operands);
        for operand in operands.filter(|operand| !operand.optional && !operand.variadic) {
            if let Some(feature) = lacked(&operand.common) {
                let name = &operand.common.name;
                out.found(
                    RULE,
                    format!("operand `{}` has no value without the feature", name.value),
                )
                .at(feature, "other files have no such operand")
                .help("make it optional");
            }
            if let Some(lack) = lacking(cx, &owner, &operand.common) {
                let name = &operand.common.name;
                out.found(RULE, format!("operand `{}` has no value in version {lack}", name.value))
                    .at(bound(&operand.common), format!("version {lack} has no such operand"))
                    .help("make it optional");
            }
        }
    }
}

fn needs_value(field: &Field) -> bool {
    let structural =
        matches!(field.ty.name.as_str(), "unit" | "flags" | "presence" | "packed" | "");
    !field.optional && field.default.is_none() && !structural && !field.common.broken
}

/// The versions of the owner that lack the part.
fn lacking(cx: &Cx<'_>, owner: &Owner<'_>, part: &Common) -> Option<String> {
    let (outer, inner) = (cx.gate(owner.common), cx.gate_in(owner.common, part));
    if inner.is_empty() {
        return None;
    }
    let mut gate = outer;
    if inner.from > outer.from {
        gate.to = inner.from - 1;
    } else if inner.to < outer.to {
        gate.from = inner.to + 1;
    } else {
        return None;
    }
    Some(cx.words(gate))
}

fn bound(part: &Common) -> crate::ast::Span {
    let bound = part.since.as_ref().or(part.until.as_ref());
    bound.unwrap_or(&part.name).span
}
