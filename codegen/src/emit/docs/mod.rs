//! The reference of a format, for readers. It has enough detail to write a decoder. It is built once, as pages of data (`page`), which
//! [`emit`] prints as Markdown.
//!
//! A page consists of blocks (`page`): headings, text, lists, tables and diagrams. A link names a page and a heading of the reference.
//! Two renderers print pages: `markdown` writes files, and the crate in `docs/` a static site.

mod bits;
mod cells;
mod changes;
mod conventions;
mod cx;
mod defaults;
mod diagram;
mod errors;
mod fields;
mod inventory;
mod items;
mod markdown;
mod numbers;
mod op;
mod operations;
mod overview;
mod page;
mod properties;
mod run_only;
mod sections;
mod signatures;
mod span;
mod target;
mod text;
mod usage;
mod wire;

use crate::model::{Gate, Model};
use cx::Cx;
pub use diagram::{Cell, Diagram, Width};
pub use markdown::relative;
pub use page::{Block, Item, Page, Row, Table, WholeFile, slug};

/// A file of the reference in Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path, relative to the folder of the reference, such as `operations/float.md`.
    pub path: String,
    /// Markdown.
    pub text: String,
}

/// The items of a kind.
#[derive(Clone, Debug)]
pub struct ItemCount {
    /// The kind in words, for one item and for several: `operation` and `operations`.
    pub kind: (String, String),
    /// The gate of each item.
    pub gates: Vec<Gate>,
}

impl std::fmt::Display for ItemCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (one, many) = &self.kind;
        f.write_str(&markdown::counted(self.gates.len(), one, many))
    }
}

/// The items of each kind, as a reference counts them.
pub fn items(model: &Model) -> Vec<ItemCount> {
    inventory::counted_items(&Cx::new(model))
}

/// The files of a reference in Markdown, the overview (`README.md`) first. Links between them are relative.
pub fn emit(model: &Model) -> Vec<File> {
    let pages = pages(model).into_iter();
    pages.map(|page| File { text: markdown::render(&page), path: page.path }).collect()
}

/// The pages of a reference, the overview (`README.md`) first.
pub fn pages(model: &Model) -> Vec<Page> {
    let cx = Cx::new(model);
    let mut pages: Vec<Page> = sections::page(&cx).into_iter().collect();
    pages.extend(run_only::page(&cx));
    pages.extend((0..model.unions.len()).map(|union| items::union(&cx, union)));
    pages.extend(operations::pages(&cx));
    pages.extend(items::enums(&cx));
    pages.extend(items::records(&cx));
    pages.extend(items::codecs(&cx));
    pages.extend(items::constraints(&cx));
    pages.extend(items::tables(&cx));
    pages.extend(properties::pages(&cx));
    pages.extend(numbers::page(&cx));
    pages.push(changes::page(&cx));
    let overview = overview::page(&cx, &pages);
    pages.insert(0, overview);
    pages
}
