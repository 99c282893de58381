//! `property-layout`: a layout says what the language knows, once for each operation and release.

use std::collections::HashMap;

use super::Cx;
use crate::ast::{Format, Layout, Properties, Property, Span};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "property-layout";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let mut layouts = HashMap::new();
    for item in &cx.schema.properties {
        check_ranges(cx, item, out);
        for layout in &item.layouts {
            check_layout(item, layout, out);
            once(cx, item, layout, &mut layouts, out);
        }
    }
    for format in &cx.schema.formats {
        check_segment_sizes(cx, format, out);
    }
}

/// Each layout of an operation holds up to the next one, within the range of the item.
fn check_ranges(cx: &Cx<'_>, item: &Properties, out: &mut Diagnostics) {
    let name = &item.common.name;
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
        let before = before.and_then(|other| {
            let release = other.release.as_ref()?;
            Some((release, (cx.release(&item.common, release)?, record(other))))
        });
        if !gate.has(position) {
            out.push(
                Diagnostic::new(RULE, format!("release {} is outside of the range", release.value))
                    .at(release.span, "not between `since_release` and `until_release`"),
            );
        } else if let Some((first, _)) =
            before.filter(|(_, before)| *before >= (position, record(layout)))
        {
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

/// The record that a file must have at least.
fn record(layout: &Layout) -> u64 {
    layout.record.as_ref().map_or(0, |record| record.value)
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

/// One item says the layouts of an operation in a release.
fn once<'a>(
    cx: &Cx<'a>,
    item: &'a Properties,
    layout: &'a Layout,
    seen: &mut HashMap<(&'a str, &'a str), Vec<(&'a Properties, Span)>>,
    out: &mut Diagnostics,
) {
    let (dialect, operation) = (&item.common.name.value, &layout.operation);
    let others = seen.entry((dialect, &operation.value)).or_default();
    if others.last().is_some_and(|(_, span)| *span == operation.span) {
        return;
    }
    let clock = |item: &'a Properties| {
        let dialect = item.common.dialect.as_ref().filter(|_| cx.has_own_releases(&item.common));
        dialect.map(|dialect| dialect.value.as_str())
    };
    let gate = cx.release_gate(&item.common);
    let twice = others.iter().find(|(other, _)| {
        let of_other = cx.release_gate(&other.common);
        clock(other) == clock(item) && gate.from <= of_other.to && of_other.from <= gate.to
    });
    if let Some((_, first)) = twice {
        let message = format!("`{dialect}.{}` has layouts in two items", operation.value);
        out.push(
            Diagnostic::new(RULE, message)
                .at(operation.span, "given again here, for releases that both have")
                .at(*first, "first given here"),
        );
    }
    others.push((item, operation.span));
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
