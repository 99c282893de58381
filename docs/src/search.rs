//! The search index: names, numbers, and their pages.

use crate::inline::{anchor, plain};
use crate::routes::{Routes, Sheet};
use crate::volume::File;
use bytespec_codegen::emit::docs::Block;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};

/// Maximum length of a summary, in characters.
const LONGEST: usize = 90;

/// The index, as a script, because a page that is opened as a file cannot read other files.
pub(crate) fn index(volumes: &[Routes<'_>]) -> File {
    let mut kinds = Kinds::default();
    let (mut pages, mut entries) = (Vec::new(), Vec::new());
    for routes in volumes {
        let volume = &routes.volume.title;
        for sheet in routes.sheets() {
            let kind = sheet.item.map_or("page", |item| &item.kind);
            let kind = kinds.number(&format!("{kind} · {volume}"));
            let number = sheet.item.and_then(|item| item.number);
            let summary = sheet.item.map_or(String::new(), |item| short(&plain(&item.summary)));
            let title = plain(sheet.title);
            let place = sheet.item.map_or("", |item| &item.place);
            pages.push(json!([sheet.path, title, kind, number, summary, place]));
            parts(sheet, pages.len() - 1, &mut entries);
        }
    }
    let folders = volumes.iter().map(|routes| (&routes.volume.title, &routes.volume.name));
    let folders: BTreeMap<&String, &String> = folders.collect();
    let index =
        json!({ "folders": folders, "kinds": kinds.names, "pages": pages, "parts": entries });
    File { path: "search.js".to_owned(), text: format!("globalThis.searchIndex = {index};\n") }
}

/// The parts of the item on a page that have rows: names, page, and number.
fn parts(sheet: &Sheet<'_>, page: usize, entries: &mut Vec<Value>) {
    let mut seen = HashSet::new();
    for block in sheet.blocks {
        let Block::Table { table, .. } = block else { continue };
        for row in table.rows().iter().filter(|row| !row.part.is_empty()) {
            if seen.insert(anchor(&row.part)) {
                entries.push(match row.number {
                    Some(number) => json!([row.part, page, number]),
                    None => json!([row.part, page]),
                });
            }
        }
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Kinds by number.
#[derive(Default)]
struct Kinds {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Kinds {
    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }
}
