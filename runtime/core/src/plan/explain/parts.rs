//! Conversion of the events of a reader into parts that follow each other.

use super::bits::BitMap;
use super::{About, Explainer, Held, Level, Name, Part, PartKind};
use crate::error::{Error, Result};
use crate::plan::number::push_number;
use crate::plan::{At, Executor, Leaf, Sink, What};
use bytespec_plan::{Base, Coding, Expr, ItemId, Place, Plan, Role, Shape, Step};
use std::collections::HashMap;
use std::collections::HashSet;
use std::ops::Range;

/// An open level.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The length of the path up to it.
    path: usize,
    /// It only holds one value, which has the same path.
    is_transparent: bool,
    about: About,
}

/// The relation of a step to the bits of an integer.
#[derive(Clone, Copy, Debug)]
enum OfBits {
    /// None.
    No,
    /// It is an integer whose bits are steps.
    Whole(Coding),
    /// It is a part of the preceding integer.
    Part(Place, Option<u8>),
}

impl OfBits {
    fn new(plan: &Plan, step: &Step) -> Self {
        let mut shape = plan.shapes.get(step.shape.index());
        while let Some(known) = shape {
            shape = match *known {
                Shape::Part { place, width, .. } => return OfBits::Part(place, width),
                // The bits of digits are not bits of the number, whose parts follow it without bits.
                Shape::Integer { coding: Coding::Digits(_), .. } => return OfBits::No,
                Shape::Integer { coding, .. } if step.role == Role::Whole => {
                    return OfBits::Whole(coding);
                }
                Shape::Bits { number, .. }
                | Shape::Enum { number, .. }
                | Shape::Index { number, .. }
                // A value of the file selects the byte order.
                | Shape::Either { then: number, .. } => plan.shapes.get(number.index()),
                _ => None,
            };
        }
        OfBits::No
    }
}

/// An integer of bits that was read, and its parts up to this point.
#[derive(Debug)]
struct Whole {
    map: BitMap,
    step: u32,
    /// The whole number, for bits that no part takes.
    number: u64,
}

/// A sink that passes parts to an explainer, and tracks where the next one begins.
pub(in crate::plan) struct Parts<'w, 'e, 'p, 'i> {
    executor: &'e Executor<'p>,
    explainer: &'w mut dyn Explainer<'i>,
    /// The faults of the file by offset, from the next part on.
    faults: &'w [Error],
    /// The faults of parts without bytes, and of parts of numbers, by path.
    own: &'w HashMap<String, Vec<Error>>,
    /// By index of the step.
    steps: Vec<OfBits>,
    path: String,
    open: Vec<Open>,
    /// The number of levels around the current reader.
    base: usize,
    /// The first byte that is not reported.
    pub(in crate::plan) next: usize,
    whole: Option<Whole>,
    /// Its parts up to this point: the step of each, and its number.
    of_whole: Vec<(u32, u64)>,
    /// The error with which the explainer stopped the walk.
    pub(in crate::plan) stopped: Option<Error>,
}

impl<'w, 'e, 'p, 'i> Parts<'w, 'e, 'p, 'i> {
    pub(in crate::plan) fn new(
        executor: &'e Executor<'p>,
        explainer: &'w mut dyn Explainer<'i>,
        (faults, own): (&'w [Error], &'w HashMap<String, Vec<Error>>),
    ) -> Self {
        let plan = executor.plan();
        let steps = plan.steps.iter().map(|step| OfBits::new(plan, step)).collect();
        let (path, open, base) = (String::new(), Vec::new(), 0);
        Parts {
            executor,
            explainer,
            faults,
            own,
            steps,
            path,
            open,
            base,
            next: 0,
            whole: None,
            of_whole: Vec::new(),
            stopped: None,
        }
    }

    /// Notes an error of the explainer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep_failure(&mut self, result: Result<()>) -> Result<()> {
        if let Err(error) = &result {
            self.stopped = Some(error.clone());
        }
        result
    }

    /// Takes the faults before an offset.
    fn faults_before(&mut self, end: usize) -> &'w [Error] {
        let offset = |error: &Error| error.offset().unwrap_or(0);
        let count = self.faults.iter().take_while(|error| offset(error) < end).count();
        let (now, later) = self.faults.split_at(count);
        self.faults = later;
        now
    }

    /// The offset of the next fault.
    fn fault_at(&self) -> Option<usize> {
        self.faults.first().and_then(Error::offset)
    }

    /// Reports the bytes up to an offset that were not read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::plan) fn pass(&mut self, end: usize) -> Result<()> {
        if self.next < end { self.pass_bytes(end) } else { Ok(()) }
    }

    fn pass_bytes(&mut self, end: usize) -> Result<()> {
        while self.next < end {
            let at = self.fault_at().map_or(end, |at| at.clamp(self.next, end));
            // Only the first byte of a fault is marked, because its length is unknown.
            let (to, kind) = match at == self.next {
                true => (at + 1, PartKind::Error),
                false => (at, PartKind::Gap),
            };
            let faults = if kind == PartKind::Error { self.faults_before(to) } else { &[] };
            let about = self.open.last().map_or(About::default(), |open| open.about);
            let bits = 8 * self.next as u64..8 * to as u64;
            let path = faults.first().map_or_else(|| self.path.clone(), Error::path);
            let (name, held) = (Name::Same, None);
            let shared = None;
            let part = Part { name, path: &path, bits, shared, kind, held, about, faults };
            let result = self.explainer.part(&part);
            self.keep_failure(result)?;
            self.next = to;
        }
        Ok(())
    }

    /// Reports the faults at the end of the bytes.
    pub(in crate::plan) fn faults_at(&mut self, end: usize) -> Result<()> {
        for fault in self.faults_before(end.saturating_add(1)) {
            let bit = 8 * self.next as u64;
            let path = fault.path();
            let part = Part {
                name: Name::Same,
                path: &path,
                bits: bit..bit,
                shared: None,
                kind: PartKind::Error,
                held: None,
                about: self.open.last().map_or(About::default(), |open| open.about),
                faults: std::slice::from_ref(fault),
            };
            let result = self.explainer.part(&part);
            self.keep_failure(result)?;
        }
        Ok(())
    }

    /// Begins a top-level level that the plan does not describe, at the first byte that is not reported.
    pub(in crate::plan) fn enter(&mut self, name: &str, label: &str, about: About) -> Result<()> {
        self.end_bits()?;
        self.path.clear();
        self.path.push_str(name);
        self.open.push(Open { path: self.path.len(), is_transparent: false, about });
        let start = 8 * self.next as u64;
        let (path, is_sequence) = (self.path.as_str(), false);
        let (name, origin) = (Name::Field(name), start);
        let level = Level { name, path, label, is_sequence, start, origin, about };
        let result = self.explainer.begin(&level);
        self.keep_failure(result)
    }

    /// Closes levels until only `open` are open.
    pub(in crate::plan) fn leave(&mut self, open: usize) -> Result<()> {
        self.end_bits()?;
        while self.open.len() > open {
            self.open.pop();
            self.path.truncate(self.open.last().map_or(0, |open| open.path));
            let result = self.explainer.end(8 * self.next as u64);
            self.keep_failure(result)?;
        }
        Ok(())
    }

    /// Notes that a reader begins here. Returns the number of levels around it.
    pub(in crate::plan) fn begin_reader(&mut self) -> usize {
        self.base = self.open.len();
        self.base
    }

    /// Reports bytes that the plan does not describe, from the first byte that is not reported.
    pub(in crate::plan) fn fixed(
        &mut self,
        path: &str,
        held: Held<'_, 'i>,
        end: usize,
        about: About,
    ) -> Result<()> {
        let bits = 8 * self.next as u64..8 * end as u64;
        self.next = end;
        self.fixed_bits(path, held, bits, about)
    }

    /// The same for bits.
    pub(in crate::plan) fn fixed_bits(
        &mut self,
        path: &str,
        held: Held<'_, 'i>,
        bits: Range<u64>,
        about: About,
    ) -> Result<()> {
        let kind = match (held.shape, held.leaf) {
            (Shape::Padding { .. }, _) => PartKind::Padding,
            (_, Leaf::Opaque(..) | Leaf::Unknown(..)) => PartKind::Opaque,
            _ => PartKind::Field,
        };
        let around = std::mem::replace(&mut self.path, path.to_owned());
        let result = self.report(Name::Field(path), (bits, None), kind, Some(held), about);
        self.path = around;
        result
    }

    /// Whether the step at a position is a value that the schema computes, and that does not only repeat another value.
    fn is_result(&self, at: At) -> bool {
        let (At::Step(step), plan) = (at, self.executor.plan()) else { return false };
        let shape = plan.steps.get(step as usize).and_then(|s| plan.shapes.get(s.shape.index()));
        let by = match shape {
            Some(Shape::Computed { value, .. }) => plan.exprs.get(value.index()),
            _ => None,
        };
        let repeats = |by: &Expr| {
            matches!(by, Expr::Field(_) | Expr::Around(..) | Expr::Inner(..) | Expr::Listed(..))
        };
        by.is_some_and(|by| !repeats(by)) && self.executor.is_computed(at)
    }

    /// Whether the value at a position, which has no bytes, has a fault.
    fn is_own(&mut self, at: At) -> bool {
        let plan = self.executor.plan();
        let is_rule = match at {
            At::Step(step) => {
                plan.steps.get(step as usize).is_some_and(|of| plan.rule(of).is_some())
            }
            _ => false,
        };
        // The error of a rule is that of the value that it restricts.
        if self.own.is_empty() || is_rule {
            return false;
        }
        self.push(at);
        let is_own = [&*self.path, within_section(&self.path)]
            .into_iter()
            .any(|path| self.own.contains_key(path));
        self.pop();
        is_own
    }

    /// Begins a level whose value begins at `origin`, at the first byte that is not reported.
    pub(super) fn resume_level(&mut self, at: At, what: What, origin: usize) -> Result<()> {
        self.end_bits()?;
        self.open_level(at, what, Some(origin))
    }

    /// Opens a level at the first byte that is not reported; `origin` is the offset of its value, if that begins elsewhere.
    fn open_level(&mut self, at: At, what: What, origin: Option<usize>) -> Result<()> {
        let plan = self.executor.plan();
        let (name, mut about) = self.push(at);
        let (mut label, mut is_transparent) = ("", what == What::Transformed);
        if let What::Item(id) = what
            && let Some(item) = plan.items.get(id.index())
        {
            is_transparent = item.kind.is_transparent();
            about.item = Some(id);
            if item.origin.line > 0 {
                about.origin = item.origin;
            }
            if !is_transparent {
                (about.gate, about.base) = (item.gate, Base::Decimal);
                // A section or header has a level already, so that its top item needs no label.
                label = if at == At::Top { "" } else { plan.name(item.label) };
            }
        }
        self.open.push(Open { path: self.path.len(), is_transparent, about });
        let is_sequence = what == What::Sequence;
        let (path, start) = (self.path.as_str(), 8 * self.next as u64);
        let origin = origin.map_or(start, |origin| 8 * origin as u64);
        let level = Level { name, path, label, is_sequence, start, origin, about };
        let result = self.explainer.begin(&level);
        self.keep_failure(result)
    }

    /// Reports a value of which other parts have some bytes, or all of them, with the bytes up to `end` that they do not have.
    pub(super) fn overlapping(
        &mut self,
        at: At,
        held: Held<'_, 'i>,
        kind: PartKind,
        span: Range<usize>,
        end: usize,
    ) -> Result<()> {
        // Filler is only the bytes around the values in it.
        let kind = match kind {
            PartKind::Field | PartKind::Continued if self.executor.is_filler(at) => {
                PartKind::Padding
            }
            kind => kind,
        };
        self.end_bits()?;
        let shared = 8 * span.start as u64..8 * span.end as u64;
        self.report_value(at, held, kind, end, Some(shared))
    }

    /// Reports the bytes of a value up to `end`; `shared` are all its bits if another part has some of them.
    fn report_value(
        &mut self,
        at: At,
        held: Held<'_, 'i>,
        kind: PartKind,
        end: usize,
        shared: Option<Range<u64>>,
    ) -> Result<()> {
        let (name, about) = self.push(at);
        let end = self.next.max(end);
        let bits = 8 * self.next as u64..8 * end as u64;
        self.next = end;
        let result = self.report(name, (bits, shared), kind, Some(held), about);
        self.pop();
        result
    }

    /// Whether a position is that of a part of an integer.
    pub(super) fn is_bits(&self, at: At) -> bool {
        matches!(self.step_of(at).1, OfBits::Part(..))
    }

    /// Reports a part at the current path, with all bits of its value if another part has some of them.
    fn report(
        &mut self,
        name: Name<'_>,
        (bits, shared): (Range<u64>, Option<Range<u64>>),
        kind: PartKind,
        held: Option<Held<'_, 'i>>,
        about: About,
    ) -> Result<()> {
        let end = (bits.end.div_ceil(8) as usize).max(bits.start as usize / 8);
        let is_part = about.is_part_of_number(self.executor.plan());
        let is_own = bits.is_empty() || is_part && kind != PartKind::Continued;
        let own = if is_own { self.own.get(&self.path) } else { None };
        let faults = match (own, self.fault_at()) {
            (Some(own), _) => own,
            (None, Some(at)) if at < end => self.faults_before(end),
            _ => &[],
        };
        let kind = if faults.is_empty() { kind } else { PartKind::Error };
        let shared = shared.filter(|shared| *shared != bits);
        let part = Part { name, path: &self.path, bits, shared, kind, held, about, faults };
        let result = self.explainer.part(&part);
        self.keep_failure(result)
    }

    /// Appends a position to the path. Returns its name, and what the plan states of it.
    fn push(&mut self, at: At) -> (Name<'p>, About) {
        let plan = self.executor.plan();
        let around = self.open.last().copied();
        let mut about = around.map_or(About::default(), |open| open.about);
        match at {
            At::Top => (Name::Same, about),
            At::Element(index) => {
                about.step = None;
                self.path.push('[');
                push_number(&mut self.path, index);
                self.path.push(']');
                (Name::Index(index), about)
            }
            At::Step(index) => {
                let Some(step) = plan.steps.get(index as usize) else { return (Name::Same, about) };
                about.begin_step(index, step);
                if around.is_some_and(|open| open.is_transparent) && step.role == Role::Visible {
                    return (Name::Same, about);
                }
                let name = plan.name(step.name);
                self.path.push('.');
                self.path.push_str(name);
                (Name::Field(name), about)
            }
        }
    }

    fn pop(&mut self) {
        self.path.truncate(self.open.last().map_or(0, |open| open.path));
    }

    /// The relation of a step to the bits of an integer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step_of(&self, at: At) -> (u32, OfBits) {
        match at {
            At::Step(step) => (step, self.steps.get(step as usize).copied().unwrap_or(OfBits::No)),
            _ => (0, OfBits::No),
        }
    }

    /// Reports the pending integer of bits, after all of its parts are known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn end_bits(&mut self) -> Result<()> {
        if self.whole.is_some() { self.report_bits() } else { Ok(()) }
    }

    fn report_bits(&mut self) -> Result<()> {
        let Some(whole) = self.whole.take() else { return Ok(()) };
        let plan = self.executor.plan();
        let shape_of = |step: u32| {
            let step = plan.steps.get(step as usize)?;
            match *plan.shapes.get(step.shape.index())? {
                Shape::Part { value: inner, .. } | Shape::Bits { number: inner, .. } => {
                    plan.shapes.get(inner.index())
                }
                _ => None,
            }
        };
        let is_split = !self.of_whole.is_empty();
        let mut runs = Vec::new();
        whole.map.runs(|owner, bits| {
            runs.push((owner, bits));
            Ok(())
        })?;
        let parts = runs.iter().map(|(owner, _)| *owner).filter(|owner| *owner > 0);
        if self.explainer.by_fields() && !parts.is_sorted() {
            // Bits that no part takes come last.
            runs.sort_by_key(|(owner, _)| owner.checked_sub(1).unwrap_or(u8::MAX));
        }
        let mut seen = HashSet::new();
        runs.into_iter().try_for_each(|(owner, bits)| {
            let is_again = owner > 0 && !seen.insert(owner);
            let part = usize::from(owner).checked_sub(1).and_then(|at| self.of_whole.get(at));
            let is_part = part.is_some();
            let (step, number) = part.copied().unwrap_or((whole.step, whole.number));
            let (name, about) = self.push(At::Step(step));
            // The first bits stand for the value.
            let held = shape_of(step).filter(|_| (is_part || !is_split) && !is_again);
            let held = held.map(|shape| Held { shape, leaf: Leaf::Number(number) });
            // Bits that no part takes belong to the coding.
            let kind = match held {
                _ if is_again => PartKind::Continued,
                Some(_) => PartKind::Field,
                None => PartKind::Padding,
            };
            let result = self.report(name, (bits, None), kind, held, about);
            self.pop();
            result
        })
    }
}

impl<'i> Sink<'i> for Parts<'_, '_, '_, 'i> {
    fn resumes(&self) -> bool {
        true
    }

    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        self.end_bits()?;
        self.pass(offset)?;
        self.open_level(at, what, None)
    }

    fn end(&mut self, offset: usize) -> Result<()> {
        self.end_bits()?;
        self.pass(offset)?;
        let open = self.open.len().saturating_sub(1);
        self.leave(open)
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        let (step, of_bits) = self.step_of(at);
        if let (OfBits::Part(place, width), Some(whole), Leaf::Number(number)) =
            (of_bits, &mut self.whole, leaf)
        {
            whole.map.take(place, width);
            self.of_whole.push((step, number));
            return Ok(());
        }
        self.end_bits()?;
        self.pass(span.start)?;
        if let (OfBits::Whole(coding), Leaf::Number(number), false) =
            (of_bits, leaf, span.is_empty())
        {
            let coding = match *shape {
                Shape::Integer { coding, .. } => coding,
                _ => coding,
            };
            let map = BitMap::new(coding, span.clone());
            self.whole = Some(Whole { map, step, number });
            self.of_whole.clear();
            self.next = span.end;
            return Ok(());
        }
        let is_padding = self.executor.is_filler(at);
        // The whole of transformed bytes only repeats other values.
        let repeats = matches!(leaf, Leaf::Transformed(_))
            || self.executor.is_derived(at) && !self.is_result(at);
        if span.is_empty() && (is_padding || repeats) && !self.is_own(at) {
            return Ok(());
        }
        let kind = match leaf {
            _ if is_padding => PartKind::Padding,
            Leaf::Opaque(..) | Leaf::Unknown(..) => PartKind::Opaque,
            _ => PartKind::Field,
        };
        self.report_value(at, Held { shape, leaf }, kind, span.end, None)
    }

    fn absent(&mut self, step: u32) -> Result<()> {
        let (step, of_bits) = self.step_of(At::Step(step));
        let gate = self.executor.plan().steps.get(step as usize).map(|step| step.gate);
        if let (OfBits::Part(place, width), Some(whole)) = (of_bits, &mut self.whole)
            && gate.is_some_and(|gate| self.executor.open(gate))
        {
            whole.map.pass(place, width);
        }
        Ok(())
    }

    fn resume(&mut self, error: Error, open: usize, offset: usize) -> Result<()> {
        // The faults are known already. Only an error of the explainer ends the walk.
        if self.stopped.is_some() {
            return Err(error);
        }
        self.end_bits()?;
        self.pass(offset)?;
        self.leave(self.base + open)
    }
}

/// The path of a part without its section, which errors do not always have.
pub(in crate::plan) fn within_section(path: &str) -> &str {
    path.split_once('.').map_or(path, |(_, path)| path)
}

/// What the plan states of the item of a section or a header.
pub(in crate::plan) fn of_item(executor: &Executor<'_>, id: Option<ItemId>) -> About {
    let item = id.and_then(|id| executor.plan().items.get(id.index()));
    item.map_or(About::default(), |item| About {
        step: None,
        item: id,
        gate: item.gate,
        origin: item.origin,
        base: Base::Decimal,
    })
}
