//! How deep things are in each other, whether they are read or written.

use crate::error::ErrorKind;
use crate::wire::MAX_DEPTH;
use bytespec_plan::Kind;

/// The deepest nesting of regions.
const MAX_REGION_DEPTH: u32 = 1024;

/// The deepest nesting of layouts.
const MAX_LAYOUT_DEPTH: u32 = 4096;

/// How many values, regions and layouts are open.
#[derive(Debug, Default)]
pub(super) struct Depth {
    values: u32,
    regions: u32,
    layouts: u32,
    /// Layouts that are the payload of a section.
    sections: u32,
}

impl Depth {
    /// The count of a kind of items, with its name and its limit; none for a kind that is not counted.
    fn of(&mut self, kind: Kind) -> Option<(&mut u32, &'static str, u32)> {
        match kind {
            Kind::Variant => Some((&mut self.values, "nesting depth", MAX_DEPTH)),
            Kind::Layout => Some((&mut self.layouts, "nesting of layouts", MAX_LAYOUT_DEPTH)),
            Kind::Section => Some((&mut self.sections, "nesting of layouts", MAX_LAYOUT_DEPTH)),
            Kind::Region => Some((&mut self.regions, "nesting of regions", MAX_REGION_DEPTH)),
            _ => None,
        }
    }

    /// An item of a kind begins.
    ///
    /// # Errors
    /// One level more than there may be.
    pub(super) fn enter(&mut self, kind: Kind) -> Result<(), ErrorKind> {
        let Some((depth, limit, max)) = self.of(kind) else { return Ok(()) };
        *depth += 1;
        if *depth > max {
            let (found, max) = (u64::from(*depth), u64::from(max));
            return Err(ErrorKind::Limit { limit, found, max });
        }
        Ok(())
    }

    /// An item of a kind ends.
    pub(super) fn leave(&mut self, kind: Kind) {
        if let Some((depth, ..)) = self.of(kind) {
            *depth -= 1;
        }
    }
}
