//! Reading sections, in the order in which they depend on each other.

use super::{File, Section};
use crate::error::{ErrorKind, Result, Segment};
use crate::plan::notes::{Notes, Table};
use crate::plan::order::Order;
use crate::plan::{At, Builtin, Leaf, Sink, Surroundings, What};
use crate::wire::Cursor;
use bytespec_plan::{ItemId, Role, Shape, ShapeId};
use std::ops::Range;

impl<'p, 'i> File<'p, 'i> {
    /// The sections in the order in which they are read: those that hold tables first, and then by id; but one that another
    /// depends on comes before that.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        self.order_by(&Order::new(self.executor.plan()))
    }

    fn order_by(&self, needs: &Order<'p>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sections.len()).collect();
        order.retain(|index| self.sections[*index].item.is_some());
        order.sort_by_key(|index| {
            let section = &self.sections[*index];
            (section.item.is_some_and(|item| self.table_step(item).is_none()), section.id)
        });
        let items: Vec<ItemId> =
            order.iter().filter_map(|index| self.sections[*index].item).collect();
        let sorted = needs.sorted(&items);
        sorted.into_iter().map(|at| order[at]).collect()
    }

    /// The step of a section that holds a table.
    fn table_step(&self, item: ItemId) -> Option<(u32, u32)> {
        let plan = self.executor.plan();
        let first = plan.items.get(item.index())?.steps.start;
        let mut steps = plan.steps_of(item).iter().enumerate();
        steps.find_map(|(at, step)| match plan.shapes.get(step.shape.index())? {
            // Whose entries are noted as they are read.
            Shape::Sequence { .. } | Shape::Bytes(_) => None,
            _ => Some((first + at as u32, step.holds?)),
        })
    }

    /// Reads the whole file in the documented order, see [`File::order`], and tells a sink for each section; `done` is
    /// called with it behind the section, or where the section cannot be read.
    ///
    /// # Errors
    /// The first thing that is not as the plan says, or that a sink refuses.
    pub fn read_with<S: Sink<'i>>(
        &mut self,
        mut sink: impl FnMut(&Section<'i>) -> S,
        mut done: impl FnMut(&Section<'i>, S) -> Result<()>,
    ) -> Result<()> {
        let needs = Order::new(self.executor.plan());
        let order = self.order_by(&needs);
        self.find_entries(&order, &needs)?;
        for index in order {
            let section = self.sections[index].clone();
            let Some(item) = section.item else { continue };
            let mut notes = Notes { lists: self.lists.clone(), ..Notes::default() };
            for list in needs.lists_of(item) {
                notes.clear(list);
            }
            let mut sink = sink(&section);
            let table = self.table_step(item);
            let mut entries = Entries::new(table.map(|table| table.0));
            let range = section.payload.clone();
            let mut cursor = Cursor::over(self.input, range.start, range.end)?;
            let around = Surroundings { functions: &Builtin, tables: &*self };
            let name = section.name.clone().unwrap_or_default();
            let mut both = (&mut entries, &mut sink);
            let read = self.executor.read_noting(item, &mut cursor, around, &mut notes, &mut both);
            let read = read.and_then(|()| match cursor.is_empty() {
                true => Ok(()),
                false => {
                    let words = "bytes after the last field of the section";
                    Err(cursor.error(ErrorKind::Invalid(words.to_owned())))
                }
            });
            if let Err(error) = read {
                // What was read so far is worth knowing too.
                done(&section, sink)?;
                return Err(error.within(Segment::Item(name.into())));
            }
            // Others need what this section says of them.
            self.lists = notes.lists;
            if let Some((step, table)) = table {
                let element = self.element_of(step);
                if let Some(place) = self.tables.get_mut(table as usize) {
                    *place = Table { entries: entries.found, element };
                }
            }
            done(&section, sink)?;
        }
        Ok(())
    }

    /// Finds the entries of tables, and what steps were of which lists are kept, before anything is looked into.
    fn find_entries(&mut self, order: &[usize], needs: &Order<'p>) -> Result<()> {
        if self.executor.plan().lists.is_empty() {
            return Ok(());
        }
        let items: Vec<ItemId> =
            order.iter().filter_map(|index| self.sections[*index].item).collect();
        let needed = needs.needed(&items);
        self.lists.clear();
        for (&index, needed) in order.iter().zip(needed) {
            let section = &self.sections[index];
            let Some(item) = section.item.filter(|_| needed) else { continue };
            let range = section.payload.clone();
            let mut cursor = Cursor::over(self.input, range.start, range.end)?;
            let lists = std::mem::take(&mut self.lists);
            let mut notes = Notes { lists, pass: true, ..Notes::default() };
            let around = Surroundings { functions: &Builtin, tables: &*self };
            let read = self.executor.read_noting(item, &mut cursor, around, &mut notes, &mut ());
            self.lists = notes.lists;
            for (at, table) in notes.tables.into_iter().enumerate() {
                if let Some(place) = self.tables.get_mut(at).filter(|_| table.element.is_some()) {
                    *place = table;
                }
            }
            if let Err(error) = read {
                let name = self.sections[index].name.clone().unwrap_or_default();
                return Err(error.within(Segment::Item(name.into())));
            }
        }
        Ok(())
    }

    /// What an entry of the table is that a step holds.
    fn element_of(&self, step: u32) -> Option<ShapeId> {
        let plan = self.executor.plan();
        let mut shape = plan.steps.get(step as usize)?.shape;
        // Through the items that a table is made of.
        for _ in 0..4 {
            match *plan.shapes.get(shape.index())? {
                Shape::Offsets { element, .. } | Shape::Sequence { element, .. } => {
                    return Some(element);
                }
                Shape::Item(item) => {
                    let steps = plan.steps_of(item).iter();
                    let mut visible = steps.filter(|step| step.role == Role::Visible);
                    shape = visible.next_back()?.shape;
                }
                _ => return None,
            }
        }
        None
    }
}

/// Finds the entries of the table that a step holds.
#[derive(Debug)]
struct Entries {
    step: Option<u32>,
    /// How deep in the step the reading is; zero outside of it.
    depth: u32,
    found: Vec<Range<usize>>,
    start: usize,
}

impl Entries {
    fn new(step: Option<u32>) -> Self {
        Entries { step, depth: 0, found: Vec::new(), start: 0 }
    }
}

impl<'i> Sink<'i> for Entries {
    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        if self.depth > 0 || (self.step.is_some() && at == self.step.map_or(At::Top, At::Step)) {
            // Of several sequences that a table is made of the last has the entries.
            if self.depth == 1 && what == What::Sequence {
                self.found.clear();
            }
            if self.depth == 2 {
                self.start = offset;
            }
            self.depth += 1;
        }
        Ok(())
    }

    fn end(&mut self, offset: usize) -> Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 2 {
            self.found.push(self.start..offset);
        }
        Ok(())
    }

    fn value(&mut self, _: At, _: &Shape, _: Leaf<'_, 'i>, span: Range<usize>) -> Result<()> {
        if self.depth == 2 {
            self.found.push(span);
        }
        Ok(())
    }
}
