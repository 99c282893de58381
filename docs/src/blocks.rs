//! Blocks of a page as HTML.

use crate::axes::{Bounds, bounds};
use crate::diagram::diagram;
use crate::file::file;
use crate::inline::{Here, anchor};
use bytespec_codegen::emit::docs::{Block, Row, Table, slug};
use maud::{Markup, html};
use std::collections::HashSet;

/// The anchors that are used on a page.
pub(crate) type Anchors = HashSet<String>;

/// The blocks of a page.
pub(crate) fn blocks(here: Here<'_, '_>, blocks: &[Block], anchors: &mut Anchors) -> Markup {
    // Headings reserve their anchors first, because links refer to them.
    for block in blocks {
        if let Block::Heading { text, .. } = block {
            anchors.insert(slug(text));
        }
    }
    // The level of a table's title depends on whether a heading precedes it on the page.
    let mut below = false;
    let blocks: Vec<Markup> = blocks
        .iter()
        .map(|block| {
            below |= matches!(block, Block::Heading { .. });
            self::block(here, block, below, anchors)
        })
        .collect();
    html! { @for block in &blocks { (block) } }
}

fn block(here: Here<'_, '_>, block: &Block, below: bool, anchors: &mut Anchors) -> Markup {
    match block {
        Block::Heading { text, .. } => {
            let id = slug(text);
            html! { h2 id=(id) { (text) (permalink(&id, text)) } }
        }
        Block::Text(text) => html! { (here.text(text)) },
        Block::List(items) => html! { ul { @for item in items { li { (here.line(item)) } } } },
        Block::Table { title, table } => {
            let title = match (title.as_str(), below) {
                ("", _) => html! {},
                (title, true) => html! { h3 { (title) } },
                (title, false) => html! { h2.small { (title) } },
            };
            html! { (title) (self::table(here, table, anchors)) (listings(here, table)) }
        }
        Block::Diagram(found) => diagram(here, found),
        Block::File(found) => file(here, found),
    }
}

fn permalink(id: &str, what: &str) -> Markup {
    html! { " " a.permalink href={ "#" (id) } aria-label={ "Link to " (what) } { "#" } }
}

fn table(here: Here<'_, '_>, table: &Table, anchors: &mut Anchors) -> Markup {
    let (shown, heads): (Vec<usize>, Vec<&str>) = table.columns().unzip();
    let rows: Vec<Markup> =
        table.rows().iter().map(|row| self::row(here, row, &shown, anchors)).collect();
    html! {
        div.table role="group" aria-label=(heads.join(", ")) tabindex="0" {
            table {
                thead { tr { @for head in &heads { th scope="col" { (head) } } } }
                tbody { @for row in &rows { (row) } }
            }
        }
    }
}

/// The listings of every byte of examples, if they are available.
fn listings(here: Here<'_, '_>, table: &Table) -> Markup {
    let known = &here.routes.volume.listings;
    let rows = table.rows().iter().filter(|row| !row.bytes.is_empty());
    let listed = rows.filter_map(|row| {
        let hex: Vec<String> = row.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Some((hex.join(" "), known.get(&(here.place.to_owned(), row.bytes.clone()))?))
    });
    let listed: Vec<(String, &String)> = listed.collect();
    html! {
        @if !listed.is_empty() {
            details.listings {
                summary { "Byte by byte: offset, length, name and value" }
                @for (hex, text) in &listed { pre tabindex="0" { code { (hex) "\n" (text) } } }
            }
        }
    }
}

fn row(here: Here<'_, '_>, row: &Row, shown: &[usize], anchors: &mut Anchors) -> Markup {
    let id =
        Some(anchor(&row.part)).filter(|id| !row.part.is_empty() && anchors.insert(id.clone()));
    let Bounds { since, until, from, to, of } = bounds(here.routes.volume, row.gate.as_ref());
    let changed: Vec<String> = row.changed.iter().map(usize::to_string).collect();
    let changed = Some(changed.join(" ")).filter(|changed| !changed.is_empty());
    html! {
        tr id=[&id] data-since=[since] data-until=[until] data-from=[from] data-to=[to] data-of=[of] data-changed=[changed] {
            @for (at, column) in shown.iter().enumerate() {
                td {
                    (here.line(&row.cells[*column]))
                    @if at == 0 { @if let Some(id) = &id { (permalink(id, &row.part)) } }
                }
            }
        }
    }
}
