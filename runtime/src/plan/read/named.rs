//! Reading what a name stands for: entries of a dialect, and properties of an operation of it.

use super::Reader;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::notes::Notes;
use crate::plan::number::UNKNOWN;
use crate::plan::{At, Executor, Leaf, Sink, Surroundings, Tree, Value};
use crate::wire::Cursor;
use bytespec_plan::{ExprId, ItemId, Kind, Layout, Plan, Run, Shape};

/// What bytes are read as.
enum Choice<'e, 'p> {
    /// An item, with clocks as they are known or tried.
    Item(ItemId, &'e Executor<'p>),
    /// Nothing that is known, and why.
    Opaque(String),
}

impl<'p, 'i, S: Sink<'i>> Reader<'_, 'p, 'i, S> {
    /// Reads all bytes that are left as what names say.
    pub(super) fn named(&mut self, shape: &Shape, at: At) -> Result<()> {
        let Shape::Named { name, texts, dialect, operation, among } = *shape else {
            return Ok(());
        };
        let start = self.cursor.position();
        let what = self.plan.name(name);
        let dialect = self.text(texts, dialect).map_err(|error| error.or_at(start))?;
        let operation = operation.map(|operation| self.text(texts, operation)).transpose();
        let operation = operation.map_err(|error| error.or_at(start))?;
        let names = (dialect.as_deref(), operation.as_ref().map(Option::as_deref));
        let found = match names {
            (Some(dialect), None) => layouts(self.plan, among, dialect, ""),
            (Some(dialect), Some(Some(operation))) => layouts(self.plan, among, dialect, operation),
            _ => &[],
        };
        let window = self.cursor;
        let executor = self.executor;
        let choice = match (found, names.0) {
            ([], Some(dialect)) => Choice::Opaque(match names.1.flatten() {
                Some(operation) => format!("{what} of {dialect}.{operation}"),
                None => format!("{what} of {dialect}"),
            }),
            ([], None) => Choice::Opaque(format!("{what} of nothing")),
            (found, dialect) => {
                executor.choose(found, dialect.unwrap_or_default(), window, self.around, what)
            }
        };
        match choice {
            Choice::Item(item, executor) => {
                let (around, sink) = (self.around, &mut *self.sink);
                let mut notes = Notes::default();
                executor.read_at(item, at, &mut self.cursor, around, &mut notes, sink)
            }
            Choice::Opaque(why) => {
                let bytes = self.cursor.take_rest();
                let span = start..self.cursor.position();
                self.sink.value(at, shape, Leaf::Unknown(&why, bytes), span)
            }
        }
    }

    /// The name that an entry of the table of texts is; none where nothing refers to one.
    fn text(&self, texts: u32, index: ExprId) -> Result<Option<String>> {
        let index = self.eval(index)?;
        if index == Plan::NOWHERE {
            return Ok(None);
        }
        let table = self.plan.tables.get(texts as usize).map_or("?", |name| self.plan.name(*name));
        let bytes = self.around.tables.bytes(table, index)?;
        Ok(Some(String::from_utf8_lossy(bytes).into_owned()))
    }
}

/// What a name stands for; they are sorted by dialect and operation.
fn layouts<'p>(plan: &'p Plan, among: Run, dialect: &str, operation: &str) -> &'p [Layout] {
    let all = among.of(&plan.layouts);
    let key = |layout: &Layout| (plan.name(layout.dialect), plan.name(layout.operation));
    let wanted = (dialect, operation);
    let start = all.partition_point(|layout| key(layout) < wanted);
    let end = all.partition_point(|layout| key(layout) <= wanted);
    all.get(start..end).unwrap_or_default()
}

impl<'p> Executor<'p> {
    /// The clock that decides what a dialect has: its own, or that of the producer.
    pub(in crate::plan) fn clock_of(&self, dialect: &str) -> Option<usize> {
        let own = format!("dialect {dialect}");
        self.plan.clock(&own).or_else(|| self.plan.clock("release"))
    }

    fn is_last(&self, clock: usize) -> bool {
        let hand = self.hands.get(clock).copied().flatten();
        hand.is_some_and(|hand| hand + 1 >= self.tick_count(clock))
    }

    fn choose<'e>(
        &'e self,
        found: &[Layout],
        dialect: &str,
        window: Cursor<'_>,
        around: Surroundings<'_>,
        what: &str,
    ) -> Choice<'e, 'p> {
        let plan = self.plan;
        let opaque = |why: &str| Choice::Opaque(format!("{what} of {dialect}, {why}"));
        let Some(first) = found.first() else { return opaque("which is not described") };
        let union = plan.items.get(first.item.index()).is_some_and(|item| item.kind == Kind::Union);
        if union {
            let clock = self.clock_of(dialect);
            let known = clock.is_none_or(|clock| {
                self.told.contains(&clock) || self.hands.get(clock).copied().flatten().is_some()
            });
            let last = clock.is_some_and(|clock| self.is_last(clock));
            if known && !last {
                return Choice::Item(first.item, self);
            }
            let settled =
                clock.filter(|_| !known && plan.clock(&format!("dialect {dialect}")).is_some());
            let settled = settled.and_then(|clock| self.settled(clock, first.item, window, around));
            let executor = settled.unwrap_or(self);
            return match executor.whole(first.item, window, around) {
                Ok(_) => Choice::Item(first.item, executor),
                // What the newest tick does not have may be of one that is not known.
                Err(error) if known && !is_newer(&error) => Choice::Item(first.item, executor),
                Err(_) => opaque("of no release that is known"),
            };
        }
        let found = found.iter();
        let known = |layout: &&Layout| {
            let bounds = layout.gate.of(&plan.bounds);
            bounds.iter().all(|bound| self.hand(bound).is_some())
        };
        let open: Vec<&Layout> = found.clone().filter(|layout| self.open(layout.gate)).collect();
        let told = !open.is_empty() && open.iter().all(known);
        if let ([layout], true) = (open.as_slice(), told) {
            return Choice::Item(layout.item, self);
        }
        // Which of several it is a record of the dialect's version may say, or nothing does.
        let mut fits: Vec<ItemId> = Vec::new();
        for layout in found.filter(|layout| !told || self.open(layout.gate)) {
            if !fits.contains(&layout.item) && self.whole(layout.item, window, around).is_ok() {
                fits.push(layout.item);
            }
        }
        match fits.as_slice() {
            [item] => Choice::Item(*item, self),
            [] => opaque("of no release that is known"),
            _ => opaque("which several releases have in other ways"),
        }
    }

    /// The clocks under which an item is read whose clock is not known: the newest tick of those that make
    /// of all bytes the only value that any makes.
    fn settled<'e>(
        &'e self,
        clock: usize,
        item: ItemId,
        window: Cursor<'_>,
        around: Surroundings<'_>,
    ) -> Option<&'e Executor<'p>> {
        let mut found: Option<(Value, &Executor<'p>)> = None;
        for executor in self.at_ticks(clock).iter().rev() {
            let Ok(value) = executor.whole(item, window, around) else { continue };
            match &found {
                Some((other, _)) if !other.is_alike(&value, self.plan) => return None,
                Some(_) => {}
                None => found = Some((value, executor)),
            }
        }
        found.map(|(_, executor)| executor)
    }

    /// What an item makes of all bytes.
    fn whole(
        &self,
        item: ItemId,
        mut window: Cursor<'_>,
        around: Surroundings<'_>,
    ) -> Result<Value> {
        let mut tree = Tree::new(self);
        self.read_noting(item, &mut window, around, &mut Notes::default(), &mut tree)?;
        match window.is_empty() {
            true => Ok(tree.into_value()),
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
