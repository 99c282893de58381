//! Limits of nesting, for readers and writers.

use crate::error::ErrorKind;
use crate::wire::MAX_DEPTH;
use bytespec_plan::{ItemId, Kind, Plan, Shape, ShapeId};

/// The deepest nesting of regions.
const MAX_REGION_DEPTH: u32 = 1024;

/// The deepest nesting of records that only executors read, in formats with entries or properties of dialects.
const MAX_LAYOUT_DEPTH: u32 = 4096;

/// The deepest nesting of records in other formats: generated code reads these with recursive functions.
const MAX_RECORD_DEPTH: u32 = 256;

/// The kind of nesting for which a nested item counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Nesting {
    /// It is not counted.
    #[default]
    Uncounted,
    /// Values in values: variants, and records that can contain themselves without a union in between.
    Value,
    /// Records that only the executor reads.
    Layout,
    /// Such a record as the payload of a section.
    Section,
    /// Regions.
    Region,
}

impl Nesting {
    /// The kind of nesting of an item.
    pub(super) fn of(plan: &Plan, item: ItemId) -> Self {
        match plan.items.get(item.index()).map(|item| item.kind) {
            Some(Kind::Variant) => Nesting::Value,
            Some(Kind::Layout) => Nesting::Layout,
            Some(Kind::Section) => Nesting::Section,
            Some(Kind::Region) => Nesting::Region,
            Some(Kind::Record) if holds_itself(plan, item) => Nesting::Value,
            _ => Nesting::Uncounted,
        }
    }
}

/// Whether an item can contain itself without a union in between.
fn holds_itself(plan: &Plan, item: ItemId) -> bool {
    let mut seen = vec![false; plan.items.len()];
    let mut left = vec![item];
    while let Some(next) = left.pop() {
        let mut held = Vec::new();
        for step in plan.steps_of(next) {
            add_held(plan, step.shape, &mut held);
        }
        if held.contains(&item) {
            return true;
        }
        for item in held {
            if let Some(seen @ false) = seen.get_mut(item.index()) {
                *seen = true;
                left.push(item);
            }
        }
    }
    false
}

fn add_held(plan: &Plan, id: ShapeId, held: &mut Vec<ItemId>) {
    match plan.shapes.get(id.index()) {
        Some(Shape::Item(item)) => held.push(*item),
        Some(shape) => shape.shapes().for_each(|inner| add_held(plan, inner, held)),
        None => {}
    }
}

/// The number of values, regions and layouts that are open.
#[derive(Debug)]
pub(super) struct Depth {
    /// The limit of open layouts.
    max_layouts: u32,
    values: u32,
    regions: u32,
    layouts: u32,
    /// Layouts that are the payload of a section.
    sections: u32,
}

impl Depth {
    /// A counter with nothing open.
    pub(super) fn new(plan: &Plan) -> Self {
        let max_layouts = match plan.layouts.is_empty() {
            true => MAX_RECORD_DEPTH,
            false => MAX_LAYOUT_DEPTH,
        };
        Depth { max_layouts, values: 0, regions: 0, layouts: 0, sections: 0 }
    }

    /// The counter of a kind of nesting, with its name and its limit; none if the kind is not counted.
    fn of(&mut self, nesting: Nesting) -> Option<(&mut u32, &'static str, u32)> {
        let max = self.max_layouts;
        match nesting {
            Nesting::Value => Some((&mut self.values, "nesting depth", MAX_DEPTH)),
            Nesting::Layout => Some((&mut self.layouts, "nesting of records", max)),
            Nesting::Section => Some((&mut self.sections, "nesting of records", max)),
            Nesting::Region => Some((&mut self.regions, "nesting of regions", MAX_REGION_DEPTH)),
            Nesting::Uncounted => None,
        }
    }

    /// Counts an item that begins.
    ///
    /// # Errors
    /// More levels than the limit.
    pub(super) fn enter(&mut self, nesting: Nesting) -> Result<(), ErrorKind> {
        let Some((depth, limit, max)) = self.of(nesting) else { return Ok(()) };
        *depth += 1;
        if *depth > max {
            let (found, max) = (u64::from(*depth), u64::from(max));
            return Err(ErrorKind::Limit { limit, found, max });
        }
        Ok(())
    }

    /// Counts an item that ends.
    pub(super) fn leave(&mut self, nesting: Nesting) {
        if let Some((depth, ..)) = self.of(nesting) {
            *depth -= 1;
        }
    }
}
