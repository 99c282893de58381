//! `releases`: the releases of the producer stand in order, and every one that is named is declared.

use super::Cx;
use super::versions::parse;
use crate::ast::{Common, Releases, Spanned};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "releases";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for format in cx.schema.formats.iter().filter(|format| !format.common.broken) {
        if let Some(releases) = &format.releases {
            check_declared(releases, out);
        }
    }
    for thing in cx.things() {
        let common = thing.common;
        for name in common.since_release.iter().chain(&common.until_release) {
            known(cx, name, out);
        }
        if let (Some(since), Some(until)) = (&common.since_release, &common.until_release)
            && let (Some(from), Some(to)) = (cx.release(since), cx.release(until))
            && from > to
        {
            out.push(
                Diagnostic::new(RULE, "no release lies between these bounds")
                    .at(until.span, format!("`until_release` {} ...", until.value))
                    .at(since.span, format!("... is before `since_release` {}", since.value)),
            );
        } else if let Some(owner) = thing.owner {
            inside(cx, owner, common, thing.kind, out);
        }
    }
}

fn check_declared(releases: &Releases, out: &mut Diagnostics) {
    if releases.names.is_empty() {
        out.push(
            Diagnostic::new(RULE, "the format has releases but names none")
                .at(releases.span, "needs at least one"),
        );
    }
    if releases.summary.is_none() {
        out.push(
            Diagnostic::new("missing-documentation", "the releases have no `summary`")
                .at(releases.span, "what are they?"),
        );
    }
    let mut last: Option<(Vec<u64>, &Spanned<String>)> = None;
    for name in &releases.names {
        let Some(number) = parse(&name.value) else {
            out.push(
                Diagnostic::new(RULE, format!("`{}` is not a release", name.value))
                    .at(name.span, "expected numbers with dots between"),
            );
            continue;
        };
        if let Some((before, first)) = &last
            && *before >= number
        {
            let message = match *before == number {
                true => format!("release {} is declared twice", name.value),
                false => format!("release {} stands after {}", name.value, first.value),
            };
            out.push(
                Diagnostic::new(RULE, message)
                    .at(name.span, "releases are declared oldest first")
                    .at(first.span, "the release before"),
            );
            continue;
        }
        last = Some((number, name));
    }
}

fn known(cx: &Cx<'_>, name: &Spanned<String>, out: &mut Diagnostics) {
    if cx.release(name).is_some() || cx.schema.incomplete || cx.schema.formats.is_empty() {
        return;
    }
    let found = Diagnostic::new(RULE, format!("release {} is not declared", name.value));
    out.push(match cx.releases() {
        [] => {
            found.at(name.span, "the format has no releases").help("add `releases` to the format")
        }
        releases => found
            .at(name.span, "not a release of the format")
            .help(format!("declared: {}", releases.join(", "))),
    });
}

/// A part cannot be there before, or after, the item that it is a part of.
fn inside(cx: &Cx<'_>, owner: &Common, part: &Common, kind: &str, out: &mut Diagnostics) {
    let (outer, inner) = (cx.release_gate(owner), cx.release_gate(part));
    let since = part.since_release.as_ref().filter(|_| inner.from < outer.from);
    let until = part.until_release.as_ref().filter(|_| inner.to > outer.to);
    if outer.overlaps(inner) && since.is_none() && until.is_none() {
        return;
    }
    let bound = since.or(until).or(part.since_release.as_ref()).or(part.until_release.as_ref());
    let Some(bound) = bound else { return };
    let (name, item) = (&part.name.value, &owner.name);
    out.push(
        Diagnostic::new(
            RULE,
            format!("{kind} `{name}` has releases that `{}` has not", item.value),
        )
        .at(bound.span, "outside of those of the item")
        .at(item.span, "the item"),
    );
}
