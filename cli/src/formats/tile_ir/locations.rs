//! Prints source locations.

use super::attributes::Speller;
use bytespec::tile_ir::view::DebugEntry;
use bytespec::tile_ir::{DebugId, DebugLists};

/// The maximum number of entries that are followed for one location, because entries can refer to each other in a cycle.
const MAX_ENTRIES: u32 = 64;

/// A location: file, line and column; for inlined code, also the place where it was inlined.
pub(super) fn spell(
    debug: &DebugLists<'_>,
    speller: &Speller<'_, '_>,
    id: Option<DebugId>,
) -> String {
    follow(debug, speller, id, &mut 0)
}

fn follow(
    debug: &DebugLists<'_>,
    speller: &Speller<'_, '_>,
    id: Option<DebugId>,
    followed: &mut u32,
) -> String {
    let Some(id) = id else { return "unknown".to_owned() };
    if *followed >= MAX_ENTRIES {
        return "...".to_owned();
    }
    *followed += 1;
    match debug.entry(id) {
        Ok(DebugEntry::Unknown) => "unknown".to_owned(),
        Ok(DebugEntry::Location { filename, line, column, .. }) => {
            format!("{}:{line}:{column}", speller.string(filename))
        }
        Ok(DebugEntry::CallSite { callee, caller }) => format!(
            "{} at {}",
            follow(debug, speller, callee, followed),
            follow(debug, speller, caller, followed)
        ),
        Ok(_) => format!("#{}", id.0),
        Err(_) => format!("<bad debug entry {}>", id.0),
    }
}
