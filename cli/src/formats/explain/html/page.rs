//! The page, except for the content that its script renders.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The script, and the style sheet.
const SCRIPT: &str =
    concat!(include_str!("list.js"), include_str!("file.js"), include_str!("page.js"));
const STYLE: &str = include_str!("page.css");

/// The page makes no network requests.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The content that differs between pages.
#[derive(Debug)]
pub(super) struct Content<'c> {
    /// The name of the file.
    pub(super) name: &'c str,
    /// The format.
    pub(super) title: &'c str,
    /// The place of the format's documentation.
    pub(super) docs: Option<&'c str>,
    /// The fault of the file.
    pub(super) fault: Option<&'c str>,
    /// The bytes of the file.
    pub(super) bytes: &'c str,
    /// Levels and parts.
    pub(super) rows: &'c str,
    /// The tables that rows refer to.
    pub(super) tables: &'c str,
}

fn data(id: &str, text: &str) -> Markup {
    html! { script type="application/octet-stream" id=(id) { (PreEscaped(text)) } }
}

/// The whole page.
pub(super) fn page(content: &Content<'_>) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (content.name) " - " (content.title) }
                style { (PreEscaped(STYLE)) }
            }
            body data-docs=[content.docs] data-format=(content.title) {
                header {
                    h1 { (content.name) }
                    span class="format" { (content.title) }
                    span id="size" {}
                    form id="search" role="search" {
                        label for="query" { "Search" }
                        input id="query" type="search" autocomplete="off" placeholder="name, text, or offset such as 0x1f";
                        button type="submit" { "Next" }
                        output id="found" for="query" {}
                    }
                    div class="buttons" {
                        button type="button" id="fold" { "Fold all" }
                        button type="button" id="unfold" { "Unfold all" }
                        button type="button" id="opaque" { "Next opaque" }
                        button type="button" id="error" { "Next error" }
                    }
                }
                @if let Some(fault) = content.fault {
                    p class="fault" role="alert" { "error: " (fault) }
                }
                div id="map" aria-label="Shares of the file" role="group" {}
                main {
                    section id="bytes" class="pane" tabindex="0" aria-label="Bytes" {}
                    section id="tree" class="pane" tabindex="0" role="tree" aria-label="Meaning of the bytes" {}
                }
                aside id="detail" aria-live="polite" {}
                footer {
                    "Keys: arrows move and fold, " kbd { "/" } " search, " kbd { "n" } " next, " kbd { "o" } " opaque, "
                    kbd { "e" } " error. Links: " code { "#at=0x1f" } ", " code { "#path=..." }
                }
                noscript { p { "This page needs JavaScript. `bytespec explain` without `--html` prints the same content as text." } }
                (data("file-bytes", content.bytes))
                (data("file-rows", content.rows))
                (data("file-tables", content.tables))
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}
