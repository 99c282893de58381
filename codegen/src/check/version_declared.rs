//! `version-declared`: every named version and feature is declared, and bounds are consistent.

use super::Cx;
use crate::ast::{Common, Spanned};
use crate::diagnostics::Diagnostics;

const RULE: &str = "version-declared";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for thing in cx.things() {
        let common = thing.common;
        for version in common.since.iter().chain(&common.until) {
            declared(cx, version, out);
        }
        for version in common.examples.iter().filter_map(|e| e.version.as_ref()) {
            declared(cx, version, out);
        }
        ordered(cx, common.since.as_ref(), common.until.as_ref(), out);
        if let Some(owner) = thing.owner {
            inside(cx, owner, common, thing.kind, out);
        }
        if let Some(feature) = &common.feature {
            feature_declared(cx, feature, out);
        }
    }
    for sizes in cx.schema.formats.iter().filter_map(|format| format.segment_sizes.as_ref()) {
        declared(cx, &sizes.attribute, out);
        declared(cx, &sizes.sparse, out);
    }
    for owner in cx.owners() {
        for way in owner.fields.iter().flat_map(|field| &field.presence) {
            for version in way.since.iter().chain(&way.until) {
                declared(cx, version, out);
            }
            ordered(cx, way.since.as_ref(), way.until.as_ref(), out);
        }
        if let Some(version) = owner.op.and_then(|op| op.flags_since.as_ref()) {
            declared(cx, version, out);
        }
    }
}

fn declared(cx: &Cx<'_>, version: &Spanned<String>, out: &mut Diagnostics) {
    if cx.version(version).is_some() || cx.versions().is_empty() || cx.schema.incomplete {
        return;
    }
    out.found(RULE, format!("version {} is not declared", version.value))
        .at(version.span, "not a version of the format")
        .help(format!("declared: {}", cx.versions().join(", ")));
}

fn ordered(
    cx: &Cx<'_>,
    since: Option<&Spanned<String>>,
    until: Option<&Spanned<String>>,
    out: &mut Diagnostics,
) {
    let (Some(since), Some(until)) = (since, until) else {
        return;
    };
    if let (Some(from), Some(to)) = (cx.version(since), cx.version(until))
        && from > to
    {
        out.found(RULE, "no version is between these bounds")
            .at(until.span, format!("`until` {} ...", until.value))
            .at(since.span, format!("... is before `since` {}", since.value));
    }
}

/// A part cannot exist before or after the item that contains it.
fn inside(cx: &Cx<'_>, owner: &Common, part: &Common, kind: &str, out: &mut Diagnostics) {
    let outer = cx.gate(owner);
    let mut outside = |bound: &Option<Spanned<String>>, of_owner: &Option<Spanned<String>>, key| {
        let Some(bound) = bound else { return };
        if cx.version(bound).is_none_or(|at| outer.has(at)) {
            return;
        }
        let (part, item) = (&part.name.value, &owner.name);
        let place = of_owner.as_ref().map_or(item.span, |version| version.span);
        out.found(RULE, format!("{kind} `{part}` exists in versions without `{}`", item.value))
            .at(bound.span, format!("`{key}` is outside of {}", cx.words(outer)))
            .at(place, "the versions of the item");
    };
    outside(&part.since, &owner.since, "since");
    outside(&part.until, &owner.until, "until");
}

fn feature_declared(cx: &Cx<'_>, feature: &Spanned<String>, out: &mut Diagnostics) {
    let features = cx.schema.formats.iter().flat_map(|format| &format.features);
    let names: Vec<_> = features.map(|feature| feature.name.value.as_str()).collect();
    if !names.contains(&feature.value.as_str()) && !cx.schema.incomplete {
        out.found(RULE, format!("feature `{}` is not declared", feature.value))
            .at(feature.span, "not a feature of the format")
            .suggest(&feature.value, names);
    }
}
