//! Descriptions of a format for programs that show files: Kaitai Struct and the pattern language of ImHex.
//!
//! Both are made from the plan. `lower` converts it into types with members and expressions over them, which both languages have.
//! `ksy` and `hexpat` print these. What neither language can describe becomes bytes, with a note.

mod ends;
mod expressions;
mod file;
mod hexpat;
mod ksy;
mod ksy_numbers;
mod language;
mod layout;
mod lower;
mod names;
mod needs;
mod shapes;

use crate::model::{Docs, Model};
use std::collections::HashMap;

/// A description in the language of Kaitai Struct.
#[must_use]
pub fn ksy(model: &Model) -> String {
    ksy::print(&layout(model))
}

/// A description in the pattern language of ImHex.
#[must_use]
pub fn hexpat(model: &Model) -> String {
    hexpat::print(&layout(model))
}

fn layout(model: &Model) -> layout::Layout {
    let plan = crate::plan::lower(model);
    let mut layout = lower::lower(&plan, &summaries(model));
    layout.name.clone_from(&model.docs.name);
    layout.title.clone_from(&model.title);
    layout.summary.clone_from(&model.docs.summary);
    layout
}

/// The summary at each place of the schema.
fn summaries(model: &Model) -> HashMap<&str, &str> {
    let mut found: Vec<&Docs> = Vec::new();
    for item in &model.records {
        found.push(&item.docs);
        found.extend(item.fields.iter().map(|field| &field.docs));
    }
    for item in &model.sections {
        found.push(&item.docs);
        found.extend(item.fields.iter().map(|field| &field.docs));
    }
    for union in &model.unions {
        found.push(&union.docs);
        for variant in &union.variants {
            found.push(&variant.docs);
            found.extend(variant.fields.iter().map(|field| &field.docs));
        }
    }
    for op in &model.ops {
        found.push(&op.docs);
        found.extend(op.attributes.iter().map(|field| &field.docs));
        found.extend(op.results.iter().chain(&op.operands).map(|port| &port.docs));
    }
    found
        .iter()
        .map(|docs| (&*docs.place, &*docs.summary))
        .filter(|(place, _)| !place.is_empty())
        .collect()
}
