//! Reads values whose layout names select: entries of a dialect, and properties of its operations.

use super::Reader;
use super::frame::{Buffers, Frame, ItemOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::execution_state::ExecutionState;
use crate::plan::names::Named;
use crate::plan::{At, Executor, Leaf, Sink, Surroundings, Tree, Unknown, Value};
use crate::wire::Cursor;
use bytespec_plan::{Bound, ItemId, Layout, Plan, Shape};
use std::borrow::Cow;

/// How to read the bytes.
enum Choice<'p> {
    /// As an item, at the known versions.
    Item(ItemId),
    /// As an item, at versions that were tried.
    Tried(ItemId, Executor<'p>),
    /// As opaque bytes, with the reason if the dialect is known.
    Opaque(Option<&'static str>),
}

impl<'p, 'i> Reader<'_, 'p, 'i> {
    /// Reads all remaining bytes with the layout that the names select.
    pub(super) fn named(&mut self, shape: &Shape, at: At) -> Result<()> {
        let Shape::Named { name, texts, dialect, operation, record, among } = *shape else {
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
        let named = match self.state.names.get(key) {
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
                self.state.names.set(key, named);
                named
            }
        };
        let choice = match named.layouts.is_empty() {
            true => Choice::Opaque(None),
            false => {
                let record = record.map_or(Ok(0), |record| self.eval(record)).map_err(placed)?;
                // A dialect that is absent has no record.
                let record = if record == Plan::NOWHERE { 0 } else { record };
                self.executor.choose(named, record, self.cursor, around, &mut self.state.buffers)
            }
        };
        match choice {
            Choice::Item(item) => {
                self.buffers.frames.push(Frame::Named { origin: self.origin });
                self.origin = start;
                self.names += 1;
                self.item(item, at, ItemOptions::default())
            }
            Choice::Tried(item, executor) => {
                let mut state = ExecutionState::with_buffers(&mut self.state.buffers);
                state.tried = true;
                let sink = &mut *self.sink;
                let read = executor.read_at(item, at, &mut self.cursor, around, &mut state, sink);
                self.state.buffers = state.buffers;
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

/// The name in an entry of the table of texts; none for an absent reference.
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
        record: u64,
        window: Cursor<'_>,
        around: Surroundings<'_>,
        buffers: &mut Vec<Buffers>,
    ) -> Choice<'p> {
        let plan = self.plan;
        let found = named.layouts.of(&plan.layouts);
        let Some(first) = found.first() else { return Choice::Opaque(None) };
        let of_no_release = Choice::Opaque(Some("of no release that is known"));
        if named.is_union {
            let known = named.axis.is_none_or(|axis| self.gates.stated(axis).is_some());
            let last = self.prepared.release.is_some_and(|axis| {
                self.gates
                    .version(axis)
                    .is_some_and(|version| version + 1 >= self.version_count(axis))
            });
            if known && !last {
                return Choice::Item(first.item);
            }
            let own = named.axis.filter(|_| !known && named.own);
            let tried = own.and_then(|axis| self.only_version(axis, first.item, window, around));
            let executor = tried.as_ref().unwrap_or(self);
            let fits = executor.fits(first.item, window, around, buffers);
            return match (fits, tried) {
                (Ok(()), Some(tried)) => Choice::Tried(first.item, tried),
                (Ok(()), None) => Choice::Item(first.item),
                // Something that the newest known version lacks may belong to an unknown version.
                (Err(error), None) if known && !is_newer(&error) => Choice::Item(first.item),
                (Err(error), Some(tried)) if known && !is_newer(&error) => {
                    Choice::Tried(first.item, tried)
                }
                (Err(_), _) => of_no_release,
            };
        }
        // A layout on the release axis of another dialect is used only if the file states that release.
        let release = self.prepared.release;
        let is_foreign = |bound: &Bound| {
            let axis = Some(bound.axis as usize);
            axis != named.axis && axis != release
        };
        let version = |bound: &Bound| match is_foreign(bound) {
            true => self.gates.stated(bound.axis as usize),
            false => self.version_of(bound),
        };
        let bounds = |layout: &&Layout| layout.gate.of(&plan.bounds);
        let has = |layout: &&Layout| {
            bounds(layout)
                .iter()
                .all(|bound| version(bound).is_some_and(|version| bound.holds(Some(version))))
        };
        let may = |layout: &&Layout| {
            let unknown = bounds(layout).iter().filter(|bound| version(bound).is_none());
            unknown.clone().next().is_some() && !unknown.clone().any(is_foreign)
        };
        let of_record = || found.iter().filter(|layout| layout.record <= record);
        // A layout for files with a record takes precedence over the others.
        if let Some(layout) = of_record().filter(has).max_by_key(|layout| layout.record) {
            return Choice::Item(layout.item);
        }
        let mut fits: Vec<ItemId> = Vec::new();
        for layout in of_record().filter(may) {
            if !fits.contains(&layout.item)
                && self.fits(layout.item, window, around, buffers).is_ok()
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

    /// An executor for an item whose version on an axis is not known: of the versions that read all bytes, the newest. None if
    /// these versions read different values.
    fn only_version(
        &self,
        axis: usize,
        item: ItemId,
        window: Cursor<'_>,
        around: Surroundings<'_>,
    ) -> Option<Executor<'p>> {
        let mut found: Option<(Value, Executor<'p>)> = None;
        for executor in self.at_versions(axis) {
            let mut tree = Tree::new(&executor, window.input());
            if executor
                .whole(item, window, around, &mut ExecutionState::default(), &mut tree)
                .is_err()
            {
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

    /// Whether an item can be read from all bytes.
    fn fits(
        &self,
        item: ItemId,
        window: Cursor<'_>,
        around: Surroundings<'_>,
        buffers: &mut Vec<Buffers>,
    ) -> Result<()> {
        let mut state = ExecutionState::with_buffers(buffers);
        let read = self.whole(item, window, around, &mut state, &mut ());
        *buffers = state.buffers;
        read
    }

    /// Reads an item, which must take all bytes.
    fn whole<'i>(
        &self,
        item: ItemId,
        mut window: Cursor<'i>,
        around: Surroundings<'_>,
        state: &mut ExecutionState,
        sink: &mut dyn Sink<'i>,
    ) -> Result<()> {
        self.read_into(item, &mut window, around, state, sink)?;
        match window.is_empty() {
            true => Ok(()),
            false => Err(Error::trailing(window.position(), window.remaining(), "the last field")),
        }
    }
}

/// Whether an error can mean that the bytes are of a newer version.
fn is_newer(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Gate { .. } | ErrorKind::Unknown { .. })
}
