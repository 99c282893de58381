//! Where everything stands: a page of a volume becomes a page of the site, and so does each item on it.

use crate::volume::Volume;
use bytespec_codegen::emit::docs::{Block, Item, Page, relative, slug};
use std::collections::{HashMap, HashSet};

/// A page with more rows than this becomes a page for each of its headings.
const LARGE: usize = 700;

/// A page of the site.
#[derive(Debug)]
pub(crate) struct Sheet<'v> {
    /// Where it stands, relative to the folder of the site.
    pub(crate) path: String,
    /// Its heading.
    pub(crate) title: &'v str,
    /// What it is about.
    pub(crate) item: Option<&'v Item>,
    /// What stands on it.
    pub(crate) blocks: &'v [Block],
    /// The page of the volume that it is, or is a part of.
    pub(crate) page: &'v Page,
    /// Where the other parts of that page of the volume are, that no text on it leads to: headings and links.
    pub(crate) parts: Vec<(&'v str, String)>,
}

/// The pages of a volume.
#[derive(Debug)]
pub(crate) struct Routes<'v> {
    pub(crate) volume: &'v Volume,
    sheets: Vec<Sheet<'v>>,
    /// For a page of the volume and the anchor of a heading, or no anchor, the page of the site and the anchor there.
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

    /// A path that no page has, also where case is not told apart.
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

    /// Where a link such as `/records.md#header` leads to from a page; none where there is no such place.
    pub(crate) fn link(&self, from: &str, to: &str) -> Option<String> {
        let to = to.strip_prefix('/')?;
        let (page, anchor) = to.split_once('#').unwrap_or((to, ""));
        let (sheet, anchor) = self.places.get(&(page, anchor.to_owned()))?;
        let path = relative(from, &self.sheets[*sheet].path);
        Some(if anchor.is_empty() { path } else { format!("{path}#{anchor}") })
    }
}

/// Whether a text of the blocks has a link.
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

/// How many rows of tables there are on a page.
fn rows(page: &Page) -> usize {
    let rows = page.blocks.iter().map(|block| match block {
        Block::Table { table, .. } => table.rows().len(),
        _ => 0,
    });
    rows.sum()
}
