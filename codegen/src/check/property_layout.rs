//! `property-layout`: a layout says what the language knows, once for each operation and release.

use std::collections::HashMap;

use super::Cx;
use crate::ast::{Format, Layout, Properties, Property, Span};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "property-layout";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let mut layouts = HashMap::new();
    for item in &cx.schema.properties {
        check_releases(cx, item, out);
        for layout in &item.layouts {
            check_layout(item, layout, out);
            once(cx, item, layout, &mut layouts, out);
        }
    }
    for format in &cx.schema.formats {
        check_segment_sizes(cx, format, out);
    }
}

fn check_releases(cx: &Cx<'_>, item: &Properties, out: &mut Diagnostics) {
    let declared = cx.releases(&item.common);
    if cx.has_own_releases(&item.common) {
        return check_ranges(cx, item, out);
    }
    for layout in item.layouts.iter().filter(|layout| layout.gone) {
        let operation = &layout.operation;
        out.push(
            Diagnostic::new(RULE, format!("`{}` ends without a range", operation.value))
                .at(operation.span, "only a dialect with releases of its own has ranges"),
        );
    }
    if item.releases.is_empty() && !item.common.broken {
        let name = &item.common.name;
        out.push(
            Diagnostic::new(RULE, format!("the properties of `{}` are of no release", name.value))
                .at(name.span, "needs `releases`"),
        );
    }
    for (at, release) in item.releases.iter().enumerate() {
        if let Some(first) = item.releases[..at].iter().find(|r| r.value == release.value) {
            out.push(
                Diagnostic::new(RULE, format!("release {} is named twice", release.value))
                    .at(release.span, "named again here")
                    .at(first.span, "first named here"),
            );
        } else if !declared.contains(&release.value.as_str()) {
            out.push(
                Diagnostic::new(RULE, format!("release {} is not declared", release.value))
                    .at(release.span, "not a release of the format")
                    .help(format!("declared: {}", declared.join(", "))),
            );
        }
    }
    for release in item.layouts.iter().filter_map(|layout| layout.release.as_ref()) {
        if !item.releases.iter().any(|known| known.value == release.value) {
            let name = &item.common.name;
            let known: Vec<_> = item.releases.iter().map(|known| known.value.as_str()).collect();
            let message =
                format!("the properties of `{}` are not of release {}", name.value, release.value);
            out.push(
                Diagnostic::new(RULE, message)
                    .at(release.span, "not a release of this item")
                    .help(format!("releases: {}", known.join(", "))),
            );
        }
    }
}

/// The layouts of a dialect that has releases of its own: each holds up to the next one.
fn check_ranges(cx: &Cx<'_>, item: &Properties, out: &mut Diagnostics) {
    let name = &item.common.name;
    if let Some(release) = item.releases.first() {
        out.push(
            Diagnostic::new(RULE, format!("`{}` has releases of its own", name.value))
                .at(release.span, "layouts of a range")
                .help("write `since_release` instead of `releases`"),
        );
    }
    if item.common.since_release.is_none() && !item.common.broken {
        out.push(
            Diagnostic::new(RULE, format!("the properties of `{}` have no range", name.value))
                .at(name.span, "needs `since_release`"),
        );
    }
    check_end(cx, item, out);
    let gate = cx.release_gate(&item.common);
    for (at, layout) in item.layouts.iter().enumerate() {
        let Some(release) = &layout.release else { continue };
        super::releases::known(cx, &item.common, release, out);
        let Some(position) = cx.release(&item.common, release) else { continue };
        let before =
            item.layouts[..at].last().filter(|other| other.operation.span == layout.operation.span);
        let before = before.and_then(|other| other.release.as_ref());
        let before = before.and_then(|release| Some((release, cx.release(&item.common, release)?)));
        if !gate.has(position) {
            out.push(
                Diagnostic::new(RULE, format!("release {} is outside of the range", release.value))
                    .at(release.span, "not between `since_release` and `until_release`"),
            );
        } else if let Some((first, _)) = before.filter(|(_, before)| *before >= position) {
            out.push(
                Diagnostic::new(RULE, format!("release {} stands too late", release.value))
                    .at(release.span, "releases stand oldest first")
                    .at(first.span, "the release before"),
            );
        }
    }
}

/// Layouts hold up to the newest release, or it is said that they do not.
fn check_end(cx: &Cx<'_>, item: &Properties, out: &mut Diagnostics) {
    let name = &item.common.name.value;
    let Some(until) = &item.common.until_release else {
        if item.ended {
            out.push(
                Diagnostic::new(RULE, format!("the properties of `{name}` end without a release"))
                    .at(item.common.name.span, "`ended` needs `until_release`"),
            );
        }
        return;
    };
    let Some(last) = cx.release(&item.common, until) else { return };
    let releases = cx.releases(&item.common);
    let Some(newest) = releases.last() else { return };
    let is_newest = last + 1 == releases.len();
    if is_newest == item.ended {
        let message = match item.ended {
            true => format!("the properties of `{name}` end with the newest release"),
            false => format!("the properties of `{name}` end before release {newest}"),
        };
        let help = match item.ended {
            true => "leave `ended` out".to_owned(),
            false => {
                "leave `until_release` out where they hold on, or write `ended: true`".to_owned()
            }
        };
        out.push(
            Diagnostic::new(RULE, message)
                .at(until.span, format!("the newest release is {newest}"))
                .help(help),
        );
    }
}

fn check_layout(item: &Properties, layout: &Layout, out: &mut Diagnostics) {
    let operation = format!("{}.{}", item.common.name.value, layout.operation.value);
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for field in &layout.fields {
        let name = &field.name;
        if let Some(first) = seen.insert(&name.value, name.span) {
            out.push(
                Diagnostic::new(RULE, format!("`{operation}` has two properties `{}`", name.value))
                    .at(name.span, "given again here")
                    .at(first, "first given here"),
            );
        }
        if field.kind().is_none() {
            out.push(unknown_kind(field));
        }
    }
}

fn unknown_kind(field: &Property) -> Diagnostic {
    let name = &field.name.value;
    if let Some(segments) = &field.segments {
        return Diagnostic::new(RULE, format!("`{name}` cannot be the sizes of so many segments"))
            .at(segments.span, "expected a number from 1 that fits 32 bits");
    }
    let ty = field.ty.clone().unwrap_or_default();
    if Property::TYPES.contains(&ty.value.as_str()) {
        return Diagnostic::new(RULE, format!("`{name}`: a {} cannot be optional", ty.value))
            .at(ty.span, "only an attribute and a varint can")
            .help(format!("write `{name}: {}` or `{name}?`", ty.value));
    }
    let found = Diagnostic::new(RULE, format!("no property is a `{}`", ty.value))
        .at(ty.span, "unknown kind of property");
    let help = format!("kinds: {}; an attribute has none", Property::TYPES.join(", "));
    found.help(help).suggest(&ty.value, Property::TYPES)
}

/// One layout for an operation in a release, whatever items say it.
fn once<'a>(
    cx: &Cx<'a>,
    item: &'a Properties,
    layout: &'a Layout,
    seen: &mut HashMap<(&'a str, &'a str, &'a str), Span>,
    out: &mut Diagnostics,
) {
    let all = item.releases.iter().map(|release| release.value.as_str());
    let releases: Vec<&str> = match &layout.release {
        Some(release) => vec![&release.value],
        None if cx.has_own_releases(&item.common) => vec!["every"],
        None => all.collect(),
    };
    let (dialect, operation) = (&item.common.name.value, &layout.operation);
    for release in releases {
        let key = (dialect.as_str(), operation.value.as_str(), release);
        let Some(first) = seen.insert(key, operation.span) else { continue };
        // A release that is named twice says everything twice.
        if first != operation.span {
            let name = format!("{dialect}.{}", operation.value);
            let message = format!("`{name}` has two layouts in release {release}");
            out.push(
                Diagnostic::new(RULE, message)
                    .at(operation.span, "given again here")
                    .at(first, "first given here"),
            );
        }
    }
}

fn check_segment_sizes(cx: &Cx<'_>, format: &Format, out: &mut Diagnostics) {
    let layouts = cx.schema.properties.iter().flat_map(|item| &item.layouts);
    let mut fields = layouts.flat_map(|layout| &layout.fields);
    match &format.segment_sizes {
        Some(sizes) => {
            let (attribute, sparse) = (cx.version(&sizes.attribute), cx.version(&sizes.sparse));
            if attribute.zip(sparse).is_some_and(|(attribute, sparse)| sparse < attribute) {
                out.push(
                    Diagnostic::new(
                        RULE,
                        "sizes of segments are sparse before they are attributes",
                    )
                    .at(sizes.sparse.span, "is before ...")
                    .at(sizes.attribute.span, "... this version"),
                );
            }
        }
        None if format.common.broken => {}
        None => {
            if let Some(field) = fields.find(|field| field.segments.is_some()) {
                let message = "the format does not say where sizes of segments stand";
                out.push(
                    Diagnostic::new(RULE, message)
                        .at(format.common.name.span, "needs `segment_sizes`")
                        .at(field.name.span, "because of this property"),
                );
            }
        }
    }
}
