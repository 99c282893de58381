//! Descriptions of a format for programs that show files: Kaitai Struct and the pattern language of ImHex.
//!
//! Both are made from the plan. `lower` converts it into types with members and expressions over them, which both languages have.
//! `ksy` and `hexpat` print these. What neither language can describe becomes bytes, with a note.

mod checks;
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
mod summaries;

use crate::model::Model;
use summaries::Summaries;

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
    let mut layout = lower::lower(&plan, &Summaries::of(model));
    layout.name.clone_from(&model.docs.name);
    layout.title.clone_from(&model.title);
    layout.summary.clone_from(&model.docs.summary);
    layout
}
