//! The bytes of items as text, as the reference draws them.

use bytespec_codegen::emit::docs::{Block, pages};
use bytespec_codegen::model::Model;
use std::collections::HashMap;

/// Diagrams by the place of the item, such as `ops.yaml:12`.
pub(super) type Diagrams = HashMap<String, String>;

/// The diagrams of all items of a format.
pub(super) fn of(model: &Model) -> Diagrams {
    let mut found = HashMap::new();
    for page in pages(model) {
        let mut place = page.item.map(|item| item.place).unwrap_or_default();
        for block in page.blocks {
            match block {
                Block::Heading { item: Some(item), .. } => place = item.place,
                Block::Diagram(diagram) if !place.is_empty() => {
                    found.entry(place.clone()).or_insert_with(|| diagram.text());
                }
                _ => {}
            }
        }
    }
    found
}
