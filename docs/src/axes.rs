//! The version axes of the items of a page, and the controls to select a version.

use crate::routes::Sheet;
use crate::volume::{Releases, Volume};
use bytespec_codegen::emit::docs::Block;
use bytespec_codegen::model::Gate;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// First and last version and release of an item that not all of them have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds<'v> {
    pub(crate) since: Option<usize>,
    pub(crate) until: Option<usize>,
    pub(crate) from: Option<usize>,
    pub(crate) to: Option<usize>,
    /// The dialect of the releases; `None` for those of the producer.
    pub(crate) of: Option<&'v str>,
}

/// The bounds of a gate.
pub(crate) fn bounds<'v>(volume: &'v Volume, gate: Option<&Gate>) -> Bounds<'v> {
    let Some(gate) = gate else { return Bounds::default() };
    let (from, to) = (gate.releases.since.filter(|from| *from > 0), gate.releases.until);
    let own = gate.releases.dialect.and_then(|dialect| volume.dialects.get(&dialect));
    Bounds {
        since: Some(gate.since).filter(|since| *since > 0),
        until: gate.until,
        from,
        to,
        of: own.filter(|_| from.or(to).is_some()).map(|own| own.of.as_str()),
    }
}

/// The dialects with releases of their own that gates on a page use, with the names of these releases.
fn dialects<'v>(volume: &'v Volume, sheet: &Sheet<'_>) -> Vec<(String, &'v Releases)> {
    let tables = sheet.blocks.iter().filter_map(|block| match block {
        Block::Table { table, .. } => Some(table),
        _ => None,
    });
    let gates = tables.flat_map(|table| table.rows()).filter_map(|row| row.gate.as_ref());
    let gates = gates.chain(sheet.item.map(|item| &item.gate));
    let found: BTreeSet<usize> = gates.filter_map(|gate| gate.releases.dialect).collect();
    let found = found.iter().filter_map(|dialect| volume.dialects.get(dialect));
    let found: Vec<&Releases> = found.collect();
    let label = |own: &&'v Releases| {
        let others = found.iter().filter(|other| other.title == own.title).count() > 1;
        let title = &own.title;
        (if others { format!("{title} of {}", own.of) } else { title.clone() }, *own)
    };
    found.iter().map(label).collect()
}

/// The controls to select a version, a release of the producer and a release of each dialect on the page. The script marks what
/// a selected version lacks.
pub(crate) fn choices(volume: &Volume, sheet: Option<&Sheet<'_>>) -> Markup {
    let dialects = sheet.map(|sheet| dialects(volume, sheet)).unwrap_or_default();
    html! {
        @if volume.versions.len() > 1 { (choice("version", "Version", &volume.versions)) }
        @if let Some(releases) = &volume.releases { (choice("release", "Release", &releases.names)) }
        @for (label, own) in &dialects { (choice(&own.of, label, &own.names)) }
    }
}

fn choice(of: &str, label: &str, names: &[String]) -> Markup {
    let id = format!("site-{of}");
    html! {
        label.choice for=(id) { (label) }
        select id=(id) data-of=(of) {
            option value="" { "all" }
            @for (at, name) in names.iter().enumerate() { option value=(at) { (name) } }
        }
    }
}

/// The controls to select two versions. The script shows the changes between them on the page.
pub(crate) fn comparison(volume: &Volume, sheet: &Sheet<'_>) -> Markup {
    let dialects = dialects(volume, sheet);
    let mut counted: Vec<(&str, &str, &[String])> = Vec::new();
    if volume.versions.len() > 1 {
        counted.push(("version", "format version", &volume.versions));
    }
    counted.extend(volume.releases.iter().map(|own| (&*own.of, &*own.title, &*own.names)));
    counted.extend(dialects.iter().map(|(label, own)| (&*own.of, &**label, &*own.names)));
    let sides = [("site-before", "from"), ("site-after", "to")];
    html! {
        @if !counted.is_empty() {
            details.comparison id="site-comparison" hidden {
                summary { "Compare two versions" }
                form {
                    label for="site-counted" { "Compare by" }
                    select id="site-counted" {
                        @for (of, title, _) in &counted { option value=(of) { (title) } }
                    }
                    @for (id, label) in sides {
                        label for=(id) { (label) }
                        select id=(id) {
                            @for (of, _, names) in &counted {
                                @for (at, name) in names.iter().enumerate() {
                                    option value=(at) data-of=(of) { (name) }
                                }
                            }
                        }
                    }
                }
                p id="site-difference" role="status" {}
                ul id="site-differences" {}
            }
        }
    }
}
