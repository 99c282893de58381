//! Assigns addresses: each page of a volume becomes a page of the site, and so does each item on it.

use crate::volume::Volume;
use bytespec_codegen::emit::docs::{Block, Item, Page, relative, slug};
use std::collections::{HashMap, HashSet};

/// A page with more rows than this is split into a page for each of its headings.
const LARGE: usize = 700;

/// A page of the site.
#[derive(Debug)]
pub(crate) struct Sheet<'v> {
    /// The path, relative to the folder of the site.
    pub(crate) path: String,
    /// The heading.
    pub(crate) title: &'v str,
    /// The item that it is about.
    pub(crate) item: Option<&'v Item>,
    /// The content.
    pub(crate) blocks: &'v [Block],
    /// The page of the volume that it renders completely or in part.
    pub(crate) page: &'v Page,
    /// The other parts of this page of the volume that no text on it links to: headings and links.
    pub(crate) parts: Vec<(&'v str, String)>,
}

/// The pages of a volume.
#[derive(Debug)]
pub(crate) struct Routes<'v> {
    pub(crate) volume: &'v Volume,
    sheets: Vec<Sheet<'v>>,
    /// The page of the site and the anchor on it, for a page of the volume and the anchor of a heading, or no anchor.
    places: HashMap<(&'v str, String), (usize, String)>,
}

impl<'v> Routes<'v> {
    pub(crate) fn new(volume: &'v Volume) -> Self {
        let mut routes = Routes { volume, sheets: Vec::new(), places: HashMap::new() };
        let mut taken = HashSet::new();
        for page in &volume.pages {
            routes.page(page, &mut taken);
        }
        routes
    }

    fn page(&mut self, page: &'v Page, taken: &mut HashSet<String>) {
        let stem = page.path.strip_suffix(".md").unwrap_or(&page.path);
        let own = match stem.strip_suffix("README") {
            Some(folder) => format!("{folder}index"),
            None => stem.to_owned(),
        };
        let is_large = rows(page) > LARGE;
        let is_item = |block: &Block| match block {
            Block::Heading { item, .. } => item.is_some() || is_large,
            _ => false,
        };
        let ends: Vec<usize> = (0..page.blocks.len())
            .filter(|at| is_item(&page.blocks[*at]))
            .chain([page.blocks.len()])
            .collect();
        let first = self.sheets.len();
        let path = self.path(&own, taken);
        self.add(
            Sheet {
                path,
                title: &page.title,
                item: page.item.as_ref(),
                blocks: &page.blocks[..ends[0]],
                page,
                parts: Vec::new(),
            },
            String::new(),
        );
        for range in ends.windows(2) {
            let [heading, blocks @ ..] = &page.blocks[range[0]..range[1]] else { continue };
            let Block::Heading { text, item } = heading else { continue };
            let anchor = slug(text);
            let path = self.path(&format!("{stem}/{anchor}"), taken);
            let link = format!("/{}#{anchor}", page.path);
            if !mentions(&page.blocks[..ends[0]], &link) {
                self.sheets[first].parts.push((text, link));
            }
            self.add(
                Sheet { path, title: text, item: item.as_ref(), blocks, page, parts: Vec::new() },
                anchor,
            );
        }
    }

    fn add(&mut self, sheet: Sheet<'v>, anchor: String) {
        let at = self.sheets.len();
        let page = sheet.page.path.as_str();
        for block in sheet.blocks {
            if let Block::Heading { text, .. } = block {
                self.places.entry((page, slug(text))).or_insert((at, slug(text)));
            }
        }
        self.places.entry((page, anchor)).or_insert((at, String::new()));
        self.sheets.push(sheet);
    }

    /// A unique path, even if case is ignored.
    fn path(&self, stem: &str, taken: &mut HashSet<String>) -> String {
        let mut path = format!("{}/{stem}.html", self.volume.name);
        let mut number = 2;
        while !taken.insert(path.to_lowercase()) {
            path = format!("{}/{stem}-{number}.html", self.volume.name);
            number += 1;
        }
        path
    }

    pub(crate) fn sheets(&self) -> &[Sheet<'v>] {
        &self.sheets
    }

    /// The address for a link such as `/records.md#header` on a page; `None` if there is no such target.
    pub(crate) fn link(&self, from: &str, to: &str) -> Option<String> {
        let to = to.strip_prefix('/')?;
        let (page, anchor) = to.split_once('#').unwrap_or((to, ""));
        let (sheet, anchor) = self.places.get(&(page, anchor.to_owned()))?;
        let path = relative(from, &self.sheets[*sheet].path);
        Some(if anchor.is_empty() { path } else { format!("{path}#{anchor}") })
    }
}

/// Whether a text in the blocks contains a link.
fn mentions(blocks: &[Block], link: &str) -> bool {
    let link = format!("]({link})");
    let has = |text: &String| text.contains(&link);
    blocks.iter().any(|block| match block {
        Block::Heading { .. } | Block::Diagram(_) | Block::File(_) => false,
        Block::Text(text) => has(text),
        Block::List(items) => items.iter().any(has),
        Block::Table { table, .. } => table.rows().iter().any(|row| row.cells.iter().any(has)),
    })
}

/// The number of table rows on a page.
fn rows(page: &Page) -> usize {
    let rows = page.blocks.iter().map(|block| match block {
        Block::Table { table, .. } => table.rows().len(),
        _ => 0,
    });
    rows.sum()
}
