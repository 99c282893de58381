//! Conversion of values into bytes.

use super::Writing;
use super::frame::{Frame, SequenceFrame};
use super::width::unpadded;
use crate::error::{BodyFault, Error, ErrorKind, PlanFault, Result};
use crate::plan::expression::is_unknown;
use crate::plan::number;
use crate::plan::{Call, Spelling, Value, wide};
use crate::wire::{Cursor, check_extent};
use bytespec_plan::{
    ElementLimit, Expr, ExprId, ItemId, Plan, Run, Shape, ShapeId, Sign, Text, Until,
};

impl<'v> Writing<'_, '_, 'v> {
    /// Writes a value of a shape, or opens a frame for it.
    pub(super) fn value(&mut self, id: ShapeId, value: &'v Value, reject: Run) -> Result<()> {
        let id = self.one_of(id)?;
        let Some(&shape) = self.plan.shapes.get(id.index()) else { return Ok(()) };
        let reject = match self.frame() {
            Some(frame) if reject.is_empty() => frame.reject,
            _ => reject,
        };
        let wrong = || value.misfit(expected(&shape));
        let (value, padded) = match shape {
            Shape::Sequence { .. } => unpadded(value),
            _ => (value, &[][..]),
        };
        match (shape, value) {
            (
                Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. },
                value,
            ) => self.number((id, &shape), value, reject),
            (Shape::Item(item), value) => self.item(item, value, reject),
            (Shape::Sequence { element, until, reversed }, Value::List(values)) => {
                self.open_sequence(element, (until, reversed), (values, padded), reject)
            }
            (Shape::Wide { coding, bits, sign }, value) => {
                wide::write(&mut self.writer, value, (coding, bits, sign))
            }
            (Shape::Bytes(length), Value::Bytes(bytes)) => self.write_bytes(length, bytes, 1),
            (Shape::Text { length, encoding, strict }, value) => {
                self.write_text((length, encoding, strict), value)
            }
            // An absent value is written as an empty one, if the shape allows that.
            (Shape::Bytes(length), Value::Absent) => self.write_bytes(length, &[], 1),
            (Shape::Sequence { until, .. }, Value::Absent) => self.write_no_elements(until),
            (Shape::Offsets { .. }, Value::Absent) => Ok(()),
            (Shape::Sized { value: inner, size }, value) => {
                self.open_sized(size)?;
                self.value(inner, value, reject)
            }
            (Shape::At { offset, value: shape }, value) => {
                self.placed(offset, shape, value, reject)
            }
            (Shape::Transformed { by, key, value: of }, _) => {
                self.transformed((by, key), of, value)
            }
            (Shape::With { argument, by, value: of }, _) => {
                self.with((argument, by), of, value, reject)
            }
            (Shape::Named { dialect, texts, among, .. }, value) => {
                self.named(dialect, texts, among, value)
            }
            (Shape::Choice { tag, cases, .. }, value)
                if let Value::Item(item, _) = value.bare() =>
            {
                let case = self.executor.prepared.case_of(self.plan, cases, *item);
                let Some(case) = case else { return Err(wrong()) };
                self.check_tag(tag, cases, (case.bits(), Some(*item)))?;
                if !self.executor.open(case.gate) {
                    let name = self.executor.name_of(*item).to_owned();
                    return Err(self.executor.closed(name, case.gate));
                }
                if case.nesting != 0 {
                    self.nest(case.nesting);
                }
                self.item(*item, value, Run::EMPTY)
            }
            (Shape::Choice { tag, cases, .. }, Value::Opaque(found, bytes)) => {
                self.check_tag(tag, cases, (*found, None))?;
                if self.executor.case(cases, *found).is_some() {
                    return Err(self.other_tag((tag, *found), cases, None));
                }
                self.is_full = true;
                self.writer.bytes(bytes);
                Ok(())
            }
            (Shape::Function { name, arguments }, value) => self.call(name, arguments, value),
            _ => Err(wrong()),
        }
    }

    /// Writes a number with bytes of its own.
    fn number(&mut self, (id, shape): (ShapeId, &Shape), value: &Value, reject: Run) -> Result<()> {
        let number = value.number().ok_or_else(|| value.misfit(expected(shape)))?;
        self.rejected(reject, id, number)?;
        self.executor.check_member(shape, value)?;
        self.executor.write_number(&mut self.writer, shape, number)
    }

    /// Writes an item after its argument.
    fn with(
        &mut self,
        (argument, by): (u32, ExprId),
        shape: ShapeId,
        value: &'v Value,
        reject: Run,
    ) -> Result<()> {
        let number = self.or_later(self.eval(by).map(Some), None)?;
        self.state.set_argument(argument, number);
        self.value(shape, value, reject)
    }

    /// Opens a sequence of values, with its end condition.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_sequence(
        &mut self,
        element: ShapeId,
        (until, reversed): (Until, bool),
        (values, padded): (&'v [Value], &'v [(u32, Spelling)]),
        reject: Run,
    ) -> Result<()> {
        let mut limit = ElementLimit::Schema;
        if let Until::Count(count) = until {
            limit = self.plan.element_limit(count, element);
            self.known_or_later(self.check_number(count, values.len()))?;
        }
        self.sequence(element, (values, padded), reject, limit, false);
        if let Some(Frame::Sequence(frame)) = self.frames.last_mut() {
            frame.reversed = reversed;
            frame.open = (until == Until::Balanced).then_some(1);
            frame.to_end = until == Until::End;
            if let Until::Holds(test) = until {
                frame.holds = Some((test, false));
            }
            if let Until::Reached(have, want) = until {
                frame.until = Some((have, want));
            }
        }
        Ok(())
    }

    /// Refuses a value whose tag differs from the one in other fields. `found` is a tag of the value, and `case` its case if that
    /// has several.
    fn check_tag(
        &mut self,
        tag: ExprId,
        cases: Run,
        (found, case): (u64, Option<ItemId>),
    ) -> Result<()> {
        if self.is_peeked_tag(tag) {
            let start = self.writer.len();
            self.frames.push(Frame::Chosen { start, tag, cases, item: case });
            return Ok(());
        }
        // The tag of a value that is written early is checked in its turn.
        if self.is_whole_early() {
            return Ok(());
        }
        if self.frame().is_none() {
            return Ok(());
        }
        let Some(expected) = self.or_later(self.eval(tag).map(Some), None)? else {
            return Ok(());
        };
        let follows = case.is_none() && found == Plan::NOWHERE;
        let is_other = || follows && self.executor.case(cases, expected).is_none();
        match expected == found || self.is_case(cases, expected, case) || is_other() {
            true => Ok(()),
            false => Err(self.other_tag((tag, expected), cases, case)),
        }
    }

    /// Whether a tag is the first number of the value itself, in any byte order.
    fn is_peeked_tag(&self, tag: ExprId) -> bool {
        match self.plan.exprs.get(tag.index()) {
            Some(Expr::Peek(..)) => true,
            Some(Expr::If(_, then, _)) => self.is_peeked_tag(*then),
            _ => false,
        }
    }

    /// Whether readers select this item for a tag.
    fn is_case(&self, cases: Run, tag: u64, item: Option<ItemId>) -> bool {
        let found =
            self.executor.case(cases, tag).and_then(|(case, open)| case.item.filter(|_| open));
        item.is_some() && found == item
    }

    /// Refuses bytes of a case that do not begin with a tag of the case, and opaque bytes that begin with a tag.
    pub(super) fn check_chosen(
        &self,
        start: usize,
        tag: ExprId,
        cases: Run,
        item: Option<ItemId>,
    ) -> Result<()> {
        let mut tag = tag;
        while let Some(&Expr::If(test, then, otherwise)) = self.plan.exprs.get(tag.index()) {
            tag = if self.eval(test)? != 0 { then } else { otherwise };
        }
        let Some(&Expr::Peek(coding, bits)) = self.plan.exprs.get(tag.index()) else {
            return Ok(());
        };
        let bytes = self.writer.as_slice().get(start..).unwrap_or_default();
        let found = number::read(&mut Cursor::new(bytes), coding, bits, Sign::Unsigned)
            .map_err(Error::without_offset)?;
        let is_right = match item {
            Some(_) => self.is_case(cases, found, item),
            None => self.executor.case(cases, found).is_none(),
        };
        match (is_right, item) {
            (true, _) => Ok(()),
            (false, Some(item)) => {
                let found = found.into();
                let what = format!("tag of {}", self.executor.name_of(item)).into();
                Err(Error::new(ErrorKind::Unknown { what, found }))
            }
            (false, None) => {
                let (what, found) = ("tag".into(), found.into());
                Err(Error::new(ErrorKind::Unknown { what, found }))
            }
        }
    }

    /// Writes a sequence without a value.
    fn write_no_elements(&mut self, until: Until) -> Result<()> {
        match until {
            Until::Count(count) => self.check_number(count, 0),
            Until::Reached(have, want) => self.check_reached(have, want),
            Until::End => self.fill(0),
            Until::Balanced => Ok(()),
            Until::Holds(_) => Err(Error::new(ErrorKind::Plan(PlanFault::Last))),
        }
    }

    /// The result of a check. What depends on the size of a value that is written early is checked in its turn.
    fn known_or_later(&self, checked: Result<()>) -> Result<()> {
        match checked {
            Err(error) if is_unknown(&error) && self.is_whole_early() => Ok(()),
            checked => self.or_later(checked, ()),
        }
    }

    fn check_number(&self, count: ExprId, found: usize) -> Result<()> {
        check_count("elements", self.eval(count)?, found as u64)
    }

    fn check_reached(&self, have: ExprId, want: ExprId) -> Result<()> {
        check_count("in all", self.eval(want)?, self.eval(have)?)
    }

    /// Checks the number of elements of a sequence that was written early.
    pub(super) fn check_elements(&self, shape: Option<Shape>, value: &Value) -> Result<()> {
        match (shape, value.bare()) {
            (Some(Shape::Sequence { until: Until::Count(count), .. }), Value::List(elements)) => {
                self.check_number(count, elements.len())
            }
            (Some(Shape::Sequence { until: Until::Reached(have, want), .. }), _) => {
                self.check_reached(have, want)
            }
            _ => Ok(()),
        }
    }

    /// The number of a list that states a size, by list and position: writers correct it.
    pub(super) fn listed_size(&self, size: ExprId) -> Result<Option<(u32, u64)>> {
        match self.plan.exprs.get(size.index()) {
            Some(&Expr::Listed(list, at))
                if !self.executor.prepared.records_later(self.plan, list) =>
            {
                Ok(Some((list, self.eval(at)?)))
            }
            _ => Ok(None),
        }
    }

    /// Opens a value with a size of its own, with the required size.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_sized(&mut self, size: ExprId) -> Result<()> {
        if let Some((list, at)) = self.listed_size(size)? {
            if let Some(size) = self.state.listed(list, at) {
                let start = self.writer.len();
                self.frames.push(Frame::Window { start, size, list, at });
            }
            return Ok(());
        }
        // The size of a value that is written early is checked in its turn. What follows a value that leaves bytes has so many.
        let is_known =
            !self.is_whole_early() && !self.is_computed_from_sizes(size) && !self.reads_left(size);
        let size = match is_known {
            true => self.or_later(self.eval(size).map(Some), None)?,
            false => None,
        };
        self.frames.push(Frame::Sized { start: self.writer.len(), size });
        Ok(())
    }

    /// Whether the next value is the whole value of a step that is written early.
    fn is_whole_early(&self) -> bool {
        let inner =
            |frame: &&Frame<'_>| !matches!(frame, Frame::Placed { .. } | Frame::Sized { .. });
        matches!(self.frames.iter().rev().find(inner), Some(Frame::Early { .. }))
    }

    /// Whether a size is an element of numbers that are computed from the sizes.
    pub(super) fn is_computed_from_sizes(&self, size: ExprId) -> bool {
        let Some(&Expr::Element(of, _)) = self.plan.exprs.get(size.index()) else { return false };
        let by = self.step_at(of as usize).and_then(|(step, ..)| step.role.computed());
        let by = by.and_then(|by| self.plan.exprs.get(by.index()));
        matches!(by, Some(Expr::Sizes(_)))
    }

    /// Checks the tag of a value that was written early.
    pub(super) fn check_choice(&mut self, shape: Option<Shape>, value: &Value) -> Result<()> {
        let Some(Shape::Choice { tag, cases, .. }) = shape else { return Ok(()) };
        if self.is_peeked_tag(tag) {
            return Ok(());
        }
        match value.bare() {
            Value::Item(item, _) => {
                let case = self.executor.prepared.case_of(self.plan, cases, *item);
                case.map_or(Ok(()), |case| self.check_tag(tag, cases, (case.bits(), Some(*item))))
            }
            Value::Opaque(found, _) => self.check_tag(tag, cases, (*found, None)),
            _ => Ok(()),
        }
    }

    /// Calls a function of the host to write a value.
    fn call(&mut self, name: Text, arguments: Run, value: &Value) -> Result<()> {
        let mut numbers = Vec::new();
        for step in arguments.of(&self.plan.numbers) {
            numbers.push(self.number_of(*step as u32, 0)?);
        }
        let call =
            Call { name: self.plan.name(name), arguments: &numbers, tables: self.around.tables };
        self.around.functions.write(call, value, &mut self.writer)
    }

    pub(super) fn sequence(
        &mut self,
        element: ShapeId,
        (values, padded): (&'v [Value], &'v [(u32, Spelling)]),
        reject: Run,
        limit: ElementLimit,
        starts: bool,
    ) {
        let start = self.writer.len();
        let index = 0;
        let (reversed, until, list) = (false, None, None);
        let frame = SequenceFrame {
            element,
            values,
            index,
            start,
            reject,
            limit,
            starts,
            reversed,
            until,
            holds: None,
            list,
            padded,
            open: None,
            to_end: false,
        };
        self.frames.push(Frame::Sequence(frame));
    }

    /// Notes that a value takes all remaining bytes; `bytes` is their number.
    pub(super) fn fill(&mut self, bytes: usize) -> Result<()> {
        if self.is_full && bytes > 0 {
            let after = "a field that takes all bytes";
            return Err(Error::new(ErrorKind::Trailing { bytes, after }));
        }
        self.is_full = true;
        Ok(())
    }

    pub(super) fn end_sequence(&mut self) -> Result<()> {
        let Some(Frame::Sequence(frame)) = self.frames.pop() else { return Ok(()) };
        if frame.to_end {
            self.fill(0)?;
        }
        let (count, extent) = (frame.values.len(), self.writer.len() - frame.start);
        match frame.limit {
            ElementLimit::Schema => {}
            ElementLimit::Bytes => check_extent(count, extent)?,
            ElementLimit::Budget => {
                self.state.empty_written += count.saturating_sub(extent) as u64;
            }
        }
        if let Some(open @ 1..) = frame.open {
            let fault = BodyFault::Open { blocks: open.cast_signed() };
            return Err(Error::new(ErrorKind::Body(fault)));
        }
        if let Some((_, false)) = frame.holds {
            return Err(Error::new(ErrorKind::Plan(PlanFault::Last)));
        }
        if let Some((have, want)) = frame.until {
            self.known_or_later(self.check_reached(have, want))?;
        }
        if let (Some(list), true) = (frame.list, frame.reversed) {
            let before = self.state.count(list) - frame.values.len();
            self.state.reverse_from(list, before);
        }
        Ok(())
    }
}

pub(super) fn check_count(what: &'static str, expected: u64, found: u64) -> Result<()> {
    match expected == found {
        true => Ok(()),
        false => Err(Error::new(ErrorKind::Count { what, expected, found })),
    }
}

/// The kind of value that a shape needs, for errors.
fn expected(shape: &Shape) -> &'static str {
    match shape {
        Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. } => {
            "a number"
        }
        Shape::Sequence { .. } | Shape::Offsets { .. } => "a list",
        Shape::Bytes(_) => "bytes",
        Shape::Text { .. } => "text",
        _ => "one of several items",
    }
}
