//! The frame around the blocks of a page: head, search, tables of contents.

use crate::axes::{Bounds, bounds, choices, comparison};
use crate::blocks::blocks;
use crate::inline::{Here, plain};
use crate::routes::{Routes, Sheet};
use crate::volume::{File, Volume};
use bytespec_codegen::emit::docs::Page;
use maud::{DOCTYPE, Markup, html};
use std::collections::HashSet;

/// Files that all pages share.
pub(crate) const ASSETS: [(&str, &str); 2] =
    [("site.css", include_str!("site.css")), ("site.js", include_str!("site.js"))];

/// Anchors that the frame of a page uses.
const IDS: [&str; 13] = [
    "site-main",
    "site-query",
    "site-found",
    "site-status",
    "site-absent",
    "site-comparison",
    "site-counted",
    "site-before",
    "site-after",
    "site-difference",
    "site-differences",
    "site-version",
    "site-release",
];

/// Pages make requests only to their own site.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:";

/// A complete page.
fn whole(
    path: &str,
    title: &str,
    volumes: &[Volume],
    volume: Option<&Volume>,
    sheet: Option<&Sheet<'_>>,
    body: &Markup,
) -> File {
    let root = "../".repeat(path.matches('/').count());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href={ (root) "site.css" };
                script defer src={ (root) "site.js" } data-root=(root) data-volume=[volume.map(|volume| &volume.name)] {}
            }
            body {
                a.skip href="#site-main" { "Skip to the content" }
                header.top {
                    a.home href={ (root) "index.html" } { "Bytespec" }
                    nav.volumes aria-label="Parts of this site" {
                        @for other in volumes {
                            a href={ (root) (other.name) "/index.html" } aria-current=[volume.filter(|volume| volume.name == other.name).map(|_| "true")] { (other.title) }
                        }
                    }
                    (tools(volume, sheet))
                }
                (body)
                footer { p { "Made from the schema by " code { "bytespec docs" } "." } }
            }
        }
    };
    File { path: path.to_owned(), text: page.into_string() }
}

/// Controls that need the script. The script makes them visible.
fn tools(volume: Option<&Volume>, sheet: Option<&Sheet<'_>>) -> Markup {
    html! {
        div.tools hidden {
            @if let Some(volume) = volume {
                (choices(volume, sheet))
            }
            form.search role="search" {
                label for="site-query" { "Search" }
                input id="site-query" type="search" role="combobox" autocomplete="off" spellcheck="false" placeholder="name or number  ( / )"
                    aria-controls="site-found" aria-expanded="false" aria-autocomplete="list";
                div id="site-found" role="listbox" aria-label="Search results" hidden {}
                p.status id="site-status" role="status" {}
            }
        }
    }
}

/// The first page of the site.
pub(crate) fn start(volumes: &[Volume]) -> File {
    let body = html! {
        main.start id="site-main" {
            h1 { "Formats and manual" }
            p {
                "Press " kbd { "/" } " to search the formats and the manual by name or by number: " code { "0x2a" } " finds opcodes and codes with that number."
            }
            @for volume in volumes {
                section.card {
                    h2 { a href={ (volume.name) "/index.html" } { (volume.title) } }
                    p { (plain(&volume.summary)) }
                    ul.pages {
                        @for page in volume.pages.iter().skip(1).filter(|page| !nested(page) || is_index(page)) {
                            @let routes = Routes::new(volume);
                            @if let Some(to) = routes.link("index.html", &format!("/{}", page.path)) {
                                li { a href=(to) { (page.title) } }
                            }
                        }
                    }
                }
            }
        }
    };
    whole("index.html", "Bytespec", volumes, None, None, &body)
}

fn nested(page: &Page) -> bool {
    page.path.contains('/')
}

fn is_index(page: &Page) -> bool {
    page.path.ends_with("/README.md")
}

/// The folder page for a page in a folder.
fn folder(page: &Page) -> Option<&str> {
    Some(page.path.split_once('/')?.0)
}

/// A page of a volume.
pub(crate) fn page(volumes: &[Volume], routes: &Routes<'_>, sheet: &Sheet<'_>) -> File {
    let place = sheet.item.map_or("", |item| item.place.as_str());
    let here = Here { routes, path: &sheet.path, place };
    let gate = sheet.item.map(|item| &item.gate);
    let Bounds { since, until, from, to, of } = bounds(routes.volume, gate);
    let mut anchors: HashSet<String> = IDS.map(str::to_owned).into();
    let content = blocks(here, sheet.blocks, &mut anchors);
    let body = html! {
        div.columns {
            (contents(here, sheet))
            main id="site-main" data-since=[since] data-until=[until] data-from=[from] data-to=[to] data-of=[of] {
                (trail(here, sheet))
                h1 { (plain(sheet.title)) }
                @if let Some(item) = sheet.item {
                    p.kind {
                        (item.kind)
                        @if !item.place.is_empty() { " · schema: " code { (item.place) } }
                    }
                }
                p.absent id="site-absent" role="status" {}
                (comparison(routes.volume, sheet))
                (content)
                (parts(here, sheet))
            }
        }
    };
    let title = format!("{} - {}", plain(sheet.title), routes.volume.title);
    whole(&sheet.path, &title, volumes, Some(routes.volume), Some(sheet), &body)
}

/// Links to the other parts of the same page of the volume, unless a text links to them.
fn parts(here: Here<'_, '_>, sheet: &Sheet<'_>) -> Markup {
    let links = sheet
        .parts
        .iter()
        .filter_map(|(text, link)| Some((plain(text), here.routes.link(here.path, link)?)));
    html! {
        @if !sheet.parts.is_empty() {
            nav.parts aria-label="Parts of this chapter" {
                ul { @for (text, to) in links { li { a href=(to) { (text) } } } }
            }
        }
    }
}

/// The breadcrumb trail of a page.
fn trail(here: Here<'_, '_>, sheet: &Sheet<'_>) -> Markup {
    let pages = &here.routes.volume.pages;
    let Some(first) = pages.first().filter(|first| !std::ptr::eq(*first, sheet.page)) else {
        return html! {};
    };
    let index = folder(sheet.page).map(|folder| format!("{folder}/README.md"));
    let index = pages.iter().find(|page| Some(&page.path) == index.as_ref());
    let mut steps: Vec<&Page> = vec![first];
    steps.extend(index.filter(|index| !std::ptr::eq(*index, sheet.page)));
    if sheet.title != sheet.page.title {
        steps.push(sheet.page);
    }
    html! {
        nav.trail aria-label="Breadcrumb" {
            ol {
                @for step in steps {
                    @if let Some(to) = here.routes.link(here.path, &format!("/{}", step.path)) {
                        li { a href=(to) { (plain(&step.title)) } }
                    }
                }
            }
        }
    }
}

/// The pages of the volume, including those of the folder that contains the page.
fn contents(here: Here<'_, '_>, sheet: &Sheet<'_>) -> Markup {
    let volume = here.routes.volume;
    let indexed: HashSet<&str> =
        volume.pages.iter().filter(|page| is_index(page)).filter_map(folder).collect();
    let shown = volume.pages.iter().filter(|page| match folder(page) {
        Some(of) => is_index(page) || !indexed.contains(of) || folder(sheet.page) == Some(of),
        None => true,
    });
    let first = volume.pages.first();
    html! {
        nav.contents aria-label="Contents" {
            details open {
                summary { "Contents" }
                ul {
                    @for page in shown {
                        @if let Some(to) = here.routes.link(here.path, &format!("/{}", page.path)) {
                            li.nested[nested(page) && !is_index(page)] {
                                a href=(to) aria-current=[std::ptr::eq(page, sheet.page).then_some("page")] {
                                    @if first.is_some_and(|first| std::ptr::eq(first, page)) { "Overview" } @else { (plain(&page.title)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
