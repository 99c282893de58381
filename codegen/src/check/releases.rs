//! `releases`: the releases of the producer are in order, and every named release is declared.

use super::Cx;
use super::versions::parse;
use crate::ast::{Common, Dialect, Releases, Spanned};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "releases";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for format in cx.schema.formats.iter().filter(|format| !format.common.broken) {
        if let Some(releases) = &format.releases {
            check_declared(releases, true, out);
        }
    }
    for dialect in cx.schema.dialects.iter().filter(|dialect| !dialect.common.broken) {
        if let Some(releases) = &dialect.releases {
            check_declared(releases, false, out);
            check_formats(cx, releases, out);
            check_others(cx, releases, out);
        }
        once(cx, dialect, out);
    }
    check_called(cx, out);
    for thing in cx.things() {
        let common = thing.common;
        for name in common.since_release.iter().chain(&common.until_release) {
            known(cx, common, name, out);
        }
        if let (Some(since), Some(until)) = (&common.since_release, &common.until_release)
            && let (Some(from), Some(to)) = (cx.release(common, since), cx.release(common, until))
            && from > to
        {
            out.found(RULE, "no release is between these bounds")
                .at(until.span, format!("`until_release` {} ...", until.value))
                .at(since.span, format!("... is before `since_release` {}", since.value));
        } else if let Some(owner) = thing.owner {
            inside(cx, owner, common, thing.kind, out);
        }
    }
}

/// Other names of variants have releases that have the variants, oldest first.
fn check_called(cx: &Cx<'_>, out: &mut Diagnostics) {
    for variant in &cx.schema.variants {
        let gate = cx.release_gate(&variant.common);
        let mut last: Option<(usize, &Spanned<String>)> = None;
        for (release, _) in &variant.called {
            known(cx, &variant.common, release, out);
            let Some(position) = cx.release(&variant.common, release) else { continue };
            if !gate.has(position) {
                let name = &variant.common.name.value;
                out.found(RULE, format!("release {} has no `{name}`", release.value))
                    .at(release.span, "not between `since_release` and `until_release`");
            } else if let Some((_, first)) = last.filter(|(before, _)| *before >= position) {
                out.found(RULE, format!("release {} is out of order", release.value))
                    .at(release.span, "releases are listed oldest first")
                    .at(first.span, "the previous release");
            }
            last = Some((position, release));
        }
    }
}

/// Variants of other dialects exist, and so do the releases that know them.
fn check_others(cx: &Cx<'_>, releases: &Releases, out: &mut Diagnostics) {
    for (variant, release) in &releases.others {
        if !releases.names.iter().any(|name| name.value == release.value) {
            out.found(RULE, format!("release {} is not declared", release.value))
                .at(release.span, "not among the `names`");
        }
        let mut variants = cx.schema.variants.iter();
        if !variants.any(|item| item.common.name.value == variant.value) && !cx.schema.incomplete {
            out.found("unknown-type", format!("no variant is named `{}`", variant.value))
                .at(variant.span, "unknown variant");
        }
    }
}

/// Releases with the format version of their files are in order, and all are declared.
fn check_formats(cx: &Cx<'_>, releases: &Releases, out: &mut Diagnostics) {
    let mut last: Option<(usize, &Spanned<String>)> = None;
    for (release, version) in &releases.formats {
        let position = releases.names.iter().position(|name| name.value == release.value);
        let Some(position) = position else {
            out.found(RULE, format!("release {} is not declared", release.value))
                .at(release.span, "not among the `names`");
            continue;
        };
        if let Some((_, first)) = last.filter(|(before, _)| *before >= position) {
            out.found(RULE, format!("release {} is out of order", release.value))
                .at(release.span, "releases are listed oldest first")
                .at(first.span, "the previous release");
        }
        if cx.version(version).is_none() && !cx.schema.incomplete && !cx.versions().is_empty() {
            out.found("version-declared", format!("no version is {}", version.value))
                .at(version.span, "not a version of the format");
        }
        last = Some((position, release));
    }
}

fn check_declared(releases: &Releases, of_format: bool, out: &mut Diagnostics) {
    if releases.names.is_empty() {
        out.found(RULE, "the list of releases is empty").at(releases.span, "needs at least one");
    }
    // The summary of a dialect describes its releases.
    if of_format && releases.summary.is_none() {
        out.found("missing-documentation", "the releases have no `summary`")
            .at(releases.span, "requires a summary");
    }
    for name in releases.undescribed.iter().chain(&releases.unreleased) {
        if !releases.names.iter().any(|known| known.value == name.value) {
            out.found(RULE, format!("release {} is not declared", name.value))
                .at(name.span, "not among the `names`");
        }
    }
    let mut last: Option<(Vec<u32>, &Spanned<String>)> = None;
    for name in &releases.names {
        let Some(number) = parse(&name.value) else {
            out.found(RULE, format!("`{}` is not a release", name.value))
                .at(name.span, "expected numbers separated by dots");
            continue;
        };
        if let Some((before, first)) = &last
            && *before >= number
        {
            let message = match *before == number {
                true => format!("release {} is declared twice", name.value),
                false => format!("release {} is declared after {}", name.value, first.value),
            };
            out.found(RULE, message)
                .at(name.span, "releases are declared oldest first")
                .at(first.span, "the previous release");
            continue;
        }
        last = Some((number, name));
    }
}

pub(super) fn known(cx: &Cx<'_>, common: &Common, name: &Spanned<String>, out: &mut Diagnostics) {
    let unknown = cx.schema.incomplete || cx.schema.formats.is_empty();
    if cx.release(common, name).is_some() || unknown {
        return;
    }
    let whose = match &common.dialect {
        Some(dialect) if cx.has_own_releases(common) => format!("the dialect `{}`", dialect.value),
        _ => "the format".to_owned(),
    };
    let found = Diagnostic::new(RULE, format!("release {} is not declared", name.value));
    out.push(match cx.releases(common) {
        [] => {
            found.at(name.span, "the format has no releases").help("add `releases` to the format")
        }
        releases => found
            .at(name.span, format!("not a release of {whose}"))
            .help(format!("declared: {}", releases.join(", "))),
    });
}

/// A dialect is declared once.
fn once(cx: &Cx<'_>, dialect: &Dialect, out: &mut Diagnostics) {
    let name = &dialect.common.name;
    let mut all = cx.schema.dialects.iter().map(|other| &other.common.name);
    if let Some(first) = all.find(|other| other.value == name.value)
        && first.span != name.span
    {
        out.found(RULE, format!("the dialect `{}` is declared twice", name.value))
            .at(name.span, "second declaration")
            .at(first.span, "first declaration");
    }
}

/// A part cannot exist before or after the item that contains it.
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
    out.found(RULE, format!("{kind} `{name}` exists in releases without `{}`", item.value))
        .at(bound.span, "outside the releases of the item")
        .at(item.span, "the item");
}
