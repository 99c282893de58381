//! `named-item`: an item only refers to items that exist in the same files: a type, table or constraint exists wherever an item
//! that names it is on the wire.

use super::Cx;
use super::cx::{Gate, Named, walk};
use crate::ast::{Common, Span, TypeArg};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "named-item";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    // For run-only items, executors report an item that the version of a file lacks.
    for owner in cx.owners().filter(|owner| !owner.run_only) {
        let union = owner.union.map(|union| &union.common);
        for field in owner.fields {
            let by = By::new(cx, union.into_iter().chain([owner.common, &field.common]));
            walk(&field.ty, &mut |ty| {
                let item = match cx.named(&ty.name) {
                    Some(Named::Codec(item)) => Some(&item.common),
                    Some(Named::Enum(item)) => Some(&item.common),
                    Some(Named::Record(item)) => Some(&item.common),
                    Some(Named::Union(item)) => Some(&item.common),
                    None => None,
                };
                out.extend(item.and_then(|item| by.lacks(cx, ty.span, item)));
                if let ("ref" | "optional_ref", Some(TypeArg::Type(table))) =
                    (ty.name.as_str(), ty.args.first())
                {
                    out.extend(table_lacks(cx, &by, table.span, &table.name));
                }
            });
            if let Some(table) = &field.table {
                out.extend(table_lacks(cx, &by, table.span, &table.value));
            }
        }
        for port in owner.op.iter().flat_map(|op| op.results.iter().chain(&op.operands)) {
            let by = By::new(cx, [owner.common, &port.common]);
            if let Some(ty) = &port.ty
                && let Some(item) =
                    schema.constraints.iter().find(|item| item.common.name.value == ty.value)
            {
                out.extend(by.lacks(cx, ty.span, &item.common));
            }
        }
        if let Some(operations) = schema.formats.first().and_then(|f| f.operations.as_ref())
            && owner.op.is_some_and(|op| !op.results.is_empty())
        {
            let by = By::new(cx, [owner.common]);
            out.extend(table_lacks(cx, &by, operations.types.span, &operations.types.value));
        }
    }
    for union in &schema.unions {
        if let Some(table) = &union.entries {
            let by = By::new(cx, [&union.common]);
            out.extend(table_lacks(cx, &by, table.span, &table.value));
        }
    }
    for constant in &schema.constants {
        if let Some(table) = &constant.table {
            let by = By::new(cx, [&constant.common]);
            out.extend(table_lacks(cx, &by, table.span, &table.value));
        }
    }
}

fn table_lacks(cx: &Cx<'_>, by: &By<'_>, at: Span, name: &str) -> Option<Diagnostic> {
    by.lacks(cx, at, &cx.tables.get(name)?.common)
}

/// An item that names another one, and the files that contain it.
struct By<'a> {
    name: &'a str,
    /// The item itself.
    common: Option<&'a Common>,
    versions: Gate,
    features: Vec<&'a str>,
    /// The release axes by dialect (none for the producer), with the releases.
    releases: Vec<(Option<&'a str>, Gate)>,
}

impl<'a> By<'a> {
    /// An item, after the items that contain it.
    fn new(cx: &Cx<'a>, parts: impl IntoIterator<Item = &'a Common>) -> Self {
        let (versions, features, releases) = (cx.always(), Vec::new(), Vec::new());
        let mut by = By { name: "", common: None, versions, features, releases };
        for part in parts {
            by.name = &part.name.value;
            by.common = Some(part);
            by.versions = by.versions.and(cx.gate(part));
            by.features.extend(part.feature.iter().map(|feature| feature.value.as_str()));
            let (axis, gate) = (axis(cx, part), cx.release_gate(part));
            match by.releases.iter_mut().find(|(other, _)| *other == axis) {
                Some((_, known)) => *known = known.and(gate),
                None => by.releases.push((axis, gate)),
            }
        }
        by
    }

    /// The finding, with the bounds that this item must have.
    fn gated(&self, cx: &Cx<'_>, mut found: Diagnostic, versions: Gate) -> Diagnostic {
        let Some(common) = self.common else { return found };
        let bounds = [
            ("since", &common.since, versions.from, self.versions.from),
            ("until", &common.until, versions.to, self.versions.to),
        ];
        for (key, bound, wanted, has) in bounds {
            let version = format!("\"{}\"", cx.words(Gate { from: wanted, to: wanted }));
            found = match bound {
                _ if wanted == has => found,
                Some(bound) => found.write(bound.span, version),
                None => found.add_key(common.name.span, key, version),
            };
        }
        found
    }

    /// The finding, if some files contain this item and not the item that it names.
    fn lacks(&self, cx: &Cx<'_>, at: Span, item: &Common) -> Option<Diagnostic> {
        let versions = cx.gate(item);
        let bound = |list: [&Option<crate::ast::Spanned<String>>; 2]| {
            list.into_iter().flatten().next().map_or(item.name.span, |bound| bound.span)
        };
        let (by, name) = (self.name, &item.name.value);
        if !versions.covers(self.versions) {
            let message = format!("`{by}` exists in versions without `{name}`");
            let found = Diagnostic::new(RULE, message)
                .at(at, format!("used in version {}", cx.words(self.versions)))
                .at(bound([&item.since, &item.until]), describe(cx, name, versions));
            let both = versions.and(self.versions);
            return Some(match both.is_empty() {
                true => found,
                false => {
                    let help = format!("restrict `{by}` to version {}", cx.words(both));
                    self.gated(cx, found.help(help), both)
                }
            });
        }
        if let Some(feature) = &item.feature
            && !self.features.contains(&feature.value.as_str())
        {
            let message = format!("`{by}` exists in files without `{name}`");
            let found = Diagnostic::new(RULE, message)
                .at(at, "used in all files")
                .at(feature.span, format!("`{name}` exists only in files with this feature"))
                .help(format!("add `feature: {}` to `{by}`", feature.value));
            return Some(match self.common {
                Some(common) if common.feature.is_none() => {
                    found.add_key(common.name.span, "feature", &feature.value)
                }
                _ => found,
            });
        }
        let axis = axis(cx, item);
        let here = self.releases.iter().find(|(other, _)| *other == axis);
        let releases = cx.release_gate(item);
        let open = Gate { from: 0, to: usize::MAX };
        if !releases.covers(here.map_or(open, |(_, gate)| *gate)) {
            let message = format!("`{by}` exists in releases without `{name}`");
            return Some(
                Diagnostic::new(RULE, message)
                    .at(at, "used in more releases")
                    .at(bound([&item.since_release, &item.until_release]), "the bounds of the item")
                    .help(format!("give `{by}` the same bounds")),
            );
        }
        None
    }
}

fn describe(cx: &Cx<'_>, name: &str, versions: Gate) -> String {
    format!("`{name}` exists in version {}", cx.words(versions))
}

/// The dialect of an item's release axis; none for that of the format's producer.
fn axis<'a>(cx: &Cx<'_>, common: &'a Common) -> Option<&'a str> {
    let dialect = common.dialect.as_ref().filter(|_| cx.has_own_releases(common))?;
    Some(dialect.value.as_str())
}
