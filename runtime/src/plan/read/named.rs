//! Reading what a name stands for: entries of a dialect, and properties of an operation of it.

use super::Reader;
use super::frame::{Frame, OfItem, Room};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::names::Named;
use crate::plan::notes::Notes;
use crate::plan::number::UNKNOWN;
use crate::plan::{At, Executor, Leaf, Sink, Surroundings, Tree, Unknown, Value};
use crate::wire::Cursor;
use bytespec_plan::{ItemId, Layout, Plan, Shape};
use std::borrow::Cow;

/// What bytes are read as.
enum Choice<'p> {
    /// An item, with clocks as they are known.
    Item(ItemId),
    /// An item, with clocks that were tried.
    Tried(ItemId, Executor<'p>),
    /// Nothing that is known, and why.
    Opaque(Option<&'static str>),
}

impl<'p, 'i, S: Sink<'i>> Reader<'_, 'p, 'i, S> {
    /// Reads all bytes that are left as what names say.
    pub(super) fn named(&mut self, shape: &Shape, at: At) -> Result<()> {
        let Shape::Named { name, texts, dialect, operation, among } = *shape else {
            return Ok(());
        };
        let start = self.cursor.position();
        let placed = |error: Error| error.or_at(start);
        let (plan, around) = (self.plan, self.around);
        let text = |index: u64| text(plan, around, texts, index);
        let dialect = self.eval(dialect).map_err(placed)?;
        let operation = operation.map(|operation| self.eval(operation));
        let operation = operation.transpose().map_err(placed)?;
        let key = (among, dialect, operation);
        let named = match self.notes.names.get(key) {
            Some(named) => named,
            None => {
                let of_dialect = text(dialect).map_err(placed)?;
                let of_operation = operation.map(text).transpose().map_err(placed)?;
                let named = match (of_dialect, of_operation) {
                    (Some(dialect), None) => Named::find(self.plan, among, &dialect, ""),
                    (Some(dialect), Some(Some(operation))) => {
                        Named::find(self.plan, among, &dialect, &operation)
                    }
                    _ => Named::NOTHING,
                };
                self.notes.names.set(key, named);
                named
            }
        };
        let choice = match named.layouts.is_empty() {
            true => Choice::Opaque(None),
            false => self.executor.choose(named, self.cursor, self.around, &mut self.notes.rooms),
        };
        match choice {
            Choice::Item(item) => {
                self.room.frames.push(Frame::Named { origin: self.origin });
                self.origin = start;
                self.names += 1;
                self.item(item, at, OfItem::default())
            }
            Choice::Tried(item, executor) => {
                let mut notes = Notes::of_rooms(&mut self.notes.rooms);
                let sink = &mut *self.sink;
                let read = executor.read_at(item, at, &mut self.cursor, around, &mut notes, sink);
                self.notes.rooms = notes.rooms;
                read
            }
            Choice::Opaque(why) => {
                let bytes = self.cursor.take_rest();
                let span = start..self.cursor.position();
                let dialect = text(dialect).unwrap_or_default();
                let operation = operation.and_then(|operation| text(operation).unwrap_or_default());
                let unknown = Unknown {
                    what: self.plan.name(name),
                    dialect: dialect.as_deref(),
                    operation: operation.as_deref(),
                    why,
                };
                self.sink.value(at, shape, Leaf::Unknown(&unknown, bytes), span)
            }
        }
    }
}

/// The name that an entry of the table of texts is; none where nothing refers to one.
fn text<'t>(
    plan: &Plan,
    around: Surroundings<'t>,
    texts: u32,
    index: u64,
) -> Result<Option<Cow<'t, str>>> {
    if index == Plan::NOWHERE {
        return Ok(None);
    }
    let table = plan.tables.get(texts as usize).map_or("?", |name| plan.name(*name));
    let bytes = around.tables.bytes(table, index)?;
    Ok(Some(String::from_utf8_lossy(bytes)))
}

impl<'p> Executor<'p> {
    fn choose(
        &self,
        named: Named,
        window: Cursor<'_>,
        around: Surroundings<'_>,
        rooms: &mut Vec<Room>,
    ) -> Choice<'p> {
        let plan = self.plan;
        let found = named.layouts.of(&plan.layouts);
        let Some(first) = found.first() else { return Choice::Opaque(None) };
        let of_no_release = Choice::Opaque(Some("of no release that is known"));
        if named.is_union {
            let hand = named.clock.map(|clock| (clock, self.clocks.hand(clock)));
            let known = hand
                .is_none_or(|(clock, hand)| hand.is_some() || self.clocks.told.contains(&clock));
            let last = hand.is_some_and(|(clock, hand)| {
                hand.is_some_and(|hand| hand + 1 >= self.tick_count(clock))
            });
            if known && !last {
                return Choice::Item(first.item);
            }
            let own = named.clock.filter(|_| !known && named.own);
            let settled = own.and_then(|clock| self.settle(clock, first.item, window, around));
            let executor = settled.as_ref().unwrap_or(self);
            let fits = executor.fits(first.item, window, around, rooms);
            return match (fits, settled) {
                (Ok(()), Some(settled)) => Choice::Tried(first.item, settled),
                (Ok(()), None) => Choice::Item(first.item),
                // What the newest tick does not have may be of one that is not known.
                (Err(error), None) if known && !is_newer(&error) => Choice::Item(first.item),
                (Err(error), Some(settled)) if known && !is_newer(&error) => {
                    Choice::Tried(first.item, settled)
                }
                (Err(_), _) => of_no_release,
            };
        }
        let known = |layout: &&Layout| {
            let bounds = layout.gate.of(&plan.bounds);
            bounds.iter().all(|bound| self.hand(bound).is_some())
        };
        let open = || found.iter().filter(|layout| self.open(layout.gate));
        let told = open().next().is_some() && open().all(|layout| known(&layout));
        if let (true, Some(layout), None) = (told, open().next(), open().nth(1)) {
            return Choice::Item(layout.item);
        }
        // Which of several it is a record of the dialect's version may say, or nothing does.
        let mut fits: Vec<ItemId> = Vec::new();
        for layout in found.iter().filter(|layout| !told || self.open(layout.gate)) {
            if !fits.contains(&layout.item) && self.fits(layout.item, window, around, rooms).is_ok()
            {
                fits.push(layout.item);
            }
        }
        match fits.as_slice() {
            [item] => Choice::Item(*item),
            [] => of_no_release,
            _ => Choice::Opaque(Some("which several releases have in other ways")),
        }
    }

    /// The clocks under which an item is read whose clock is not known: the newest tick of those that make
    /// of all bytes the only value that any makes.
    fn settle(
        &self,
        clock: usize,
        item: ItemId,
        window: Cursor<'_>,
        around: Surroundings<'_>,
    ) -> Option<Executor<'p>> {
        let mut found: Option<(Value, Executor<'p>)> = None;
        for executor in self.at_ticks(clock) {
            let mut tree = Tree::new(&executor);
            if executor.whole(item, window, around, &mut Notes::default(), &mut tree).is_err() {
                continue;
            }
            let value = tree.into_value();
            match &found {
                Some((other, _)) if !other.is_alike(&value, self.plan) => return None,
                Some(_) => {}
                None => found = Some((value, executor)),
            }
        }
        found.map(|(_, executor)| executor)
    }

    /// Whether an item makes sense of all bytes.
    fn fits(
        &self,
        item: ItemId,
        window: Cursor<'_>,
        around: Surroundings<'_>,
        rooms: &mut Vec<Room>,
    ) -> Result<()> {
        let mut notes = Notes::of_rooms(rooms);
        let read = self.whole(item, window, around, &mut notes, &mut ());
        *rooms = notes.rooms;
        read
    }

    /// Reads an item, which must have all bytes.
    fn whole<'i, S: Sink<'i>>(
        &self,
        item: ItemId,
        mut window: Cursor<'i>,
        around: Surroundings<'_>,
        notes: &mut Notes,
        sink: &mut S,
    ) -> Result<()> {
        self.read_noting(item, &mut window, around, notes, sink)?;
        match window.is_empty() {
            true => Ok(()),
            false => {
                let left = window.remaining();
                let message = format!("{left} bytes follow the last field");
                Err(window.error(ErrorKind::Invalid(message)))
            }
        }
    }
}

/// Whether an error is about something that is not known, or is of other ticks.
fn is_newer(error: &Error) -> bool {
    match error.kind() {
        ErrorKind::Gate { .. } => true,
        ErrorKind::Invalid(words) => words.contains(UNKNOWN),
        _ => false,
    }
}
