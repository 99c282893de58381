//! Random values of any schema.

mod bytes;

use super::expression::combined;
use super::same::FunctionSamples;
use super::{Executor, Value, wide};
use crate::error::Result;
use crate::sample::Source;
use bytespec_plan::{
    Absent, Expr, ExprId, ItemId, Kind, Length, Role, Run, Shape, ShapeId, Sign, Step, Until,
};

/// The most elements of a list, and the most bytes of a blob.
const MAX_COUNT: usize = 4;
const MAX_BYTES: usize = 9;

/// The greatest number of elements or bytes of a value whose count an expression states. If the expression states more, a writer
/// refuses the value.
const MAX_STATED: usize = 1 << 10;

/// The number of elements after which a balanced sequence only closes blocks.
const MAX_BALANCED: usize = 24;

/// The number of tries for a value that must differ from another one.
const TRIES: usize = 64;

/// The greatest depth of items at which a case that ends is searched.
const MAX_DEPTH: u32 = 8;

/// Samples random values at the versions of an executor.
pub struct Sampler<'s, 'p> {
    executor: &'s Executor<'p>,
    functions: &'s dyn FunctionSamples,
    source: &'s mut Source,
}

impl<'s, 'p> Sampler<'s, 'p> {
    /// A sampler.
    pub fn new(
        executor: &'s Executor<'p>,
        functions: &'s dyn FunctionSamples,
        source: &'s mut Source,
    ) -> Self {
        Sampler { executor, functions, source }
    }

    /// A value of an item. The step at `force` gets a value that is not its default, even if its gate is closed.
    pub fn item(&mut self, item: ItemId, force: Option<usize>) -> Value {
        let Some(kind) = self.executor.plan().items.get(item.index()).map(|item| item.kind) else {
            return Value::Absent;
        };
        // The content of regions needs scopes, so that samples of regions are empty.
        if kind == Kind::Region {
            return Value::Item(item, vec![Value::List(Vec::new())]);
        }
        // The enclosing values nest without end.
        if self.source.is_endless() {
            return Value::Absent;
        }
        if !kind.is_transparent() {
            self.source.enter();
        }
        let mut values = self.steps(item, force);
        if !kind.is_transparent() {
            self.source.leave();
            return Value::Item(item, values);
        }
        let visible = self.executor.plan().visible_step(item);
        visible.map_or(Value::Absent, |at| std::mem::take(&mut values[at]))
    }

    fn steps(&mut self, item: ItemId, force: Option<usize>) -> Vec<Value> {
        let plan = self.executor.plan();
        let steps = plan.steps_of(item);
        let mut values = vec![Value::Absent; steps.len()];
        let functions = self.called(steps, &mut values);
        let visible = |at: &usize| steps[*at].role == Role::Visible;
        let zeros = |at: &usize| matches!(steps[*at].absent, Absent::Zeros(_));
        // Values whose number of elements follows from another step come after that step.
        let first = (0..steps.len()).filter(|at| visible(at) && !zeros(at));
        for at in first.chain((0..steps.len()).filter(|at| visible(at) && zeros(at))) {
            if values[at] != Value::Absent {
                continue;
            }
            let step = &steps[at];
            let forced = force == Some(at);
            let default = {
                let other = |place: u32| values.get(place as usize);
                self.executor.default_value(step.absent, step.shape, other)
            };
            let open = self.executor.open(step.gate);
            let there = step.when.is_none_or(|when| self.number(when, steps, &values) != 0);
            values[at] = match (forced, open && there) {
                (true, _) => {
                    let differs = |value: &Value| *value != default && *value != Value::Absent;
                    let tried = (0..TRIES).map(|_| self.step(steps, at, &values, true));
                    let found: Vec<Value> = tried.filter(differs).take(1).collect();
                    found.into_iter().next().unwrap_or(default)
                }
                (_, false) if open => Value::Absent,
                (_, false) => default,
                _ => match functions.iter().find(|(place, _)| *place == at) {
                    Some((_, value)) => value.clone(),
                    None => {
                        values[at] = self.step(steps, at, &values, false);
                        if self.source.is_deep() {
                            self.end_at(steps, at, &mut values);
                        }
                        continue;
                    }
                },
            };
        }
        values
    }

    /// Changes the number of a step that announces an optional step with further nesting.
    fn end_at(&mut self, steps: &[Step], at: usize, values: &mut [Value]) {
        let optional = steps.iter().filter(|step| !self.ends(step.shape, 0));
        let optional = optional.filter_map(|step| step.when.filter(|when| self.reads(*when, at)));
        let optional: Vec<ExprId> = optional.collect();
        if optional.is_empty() {
            return;
        }
        let plan = self.executor.plan();
        let step = &steps[at];
        let others: Vec<Value> = match &plan.shapes[step.shape.index()] {
            Shape::Enum { members, .. } => {
                let known = (members.start..).zip(members.of(&plan.members));
                let open = known.filter(|(_, m)| !m.removed && self.executor.open(m.gate));
                open.map(|(at, m)| Value::Member { member: at, number: m.number }).collect()
            }
            shape => {
                let numbers = optional.iter().filter_map(|when| self.compared(*when));
                let values = [0, 1].into_iter().chain(numbers);
                let values = values.map(|number| self.executor.number_value(shape, number));
                values.map(|value| self.allowed(value, step.reject)).collect()
            }
        };
        for other in others {
            if optional.iter().all(|when| self.number(*when, steps, values) == 0) {
                return;
            }
            values[at] = other;
        }
    }

    /// Whether an expression reads the step at a position.
    fn reads(&self, expr: ExprId, at: usize) -> bool {
        match self.executor.plan().exprs[expr.index()] {
            Expr::Field(step) => step as usize == at,
            expr => expr.parts().any(|part| self.reads(part, at)),
        }
    }

    /// The number that an expression compares with.
    fn compared(&self, expr: ExprId) -> Option<u64> {
        match self.executor.plan().exprs[expr.index()] {
            Expr::Number(number) => Some(number),
            Expr::Not(a) => self.compared(a),
            Expr::Binary(_, a, b) => self.compared(a).or_else(|| self.compared(b)),
            _ => None,
        }
    }

    /// The values of functions. Their arguments go into `values`.
    fn called(&mut self, steps: &[Step], values: &mut [Value]) -> Vec<(usize, Value)> {
        let plan = self.executor.plan();
        let mut called = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let Shape::Function { name, arguments } = plan.shapes[step.shape.index()] else {
                continue;
            };
            let sample = self.functions.sample(plan.name(name), self.source);
            let Some((value, given)) = sample else { continue };
            for (place, number) in arguments.of(&plan.numbers).iter().zip(given) {
                let shape = &plan.shapes[steps[*place as usize].shape.index()];
                values[*place as usize] = self.executor.number_value(shape, number);
            }
            called.push((at, value));
        }
        called
    }

    /// A value of a step that is present.
    fn step(&mut self, steps: &[Step], at: usize, values: &[Value], some: bool) -> Value {
        let plan = self.executor.plan();
        let step = &steps[at];
        if let Absent::Zeros(other) = step.absent {
            let count = match values.get(other as usize) {
                Some(Value::List(elements)) => elements.len(),
                _ => 0,
            };
            return Value::List((0..count).map(|_| Value::Bool(self.source.flag())).collect());
        }
        let counts = steps.iter().any(|other| self.is_counted_by(other, at));
        let most = if self.source.is_deep() { 0 } else { 2 };
        let id = self.one_of(step.shape, steps, values);
        if let Some(value) = self.dependent(id, steps, at, values) {
            return value;
        }
        let value = match plan.shapes[id.index()] {
            Shape::Part { width, value, .. } => {
                let bits = width.map_or_else(|| self.left(steps, at), u32::from);
                self.number_of(value, if counts { bits.min(most) } else { bits })
            }
            Shape::Integer { bits, .. } if counts => self.number_of(id, most.min(bits.into())),
            Shape::Sequence { element, until: Until::Holds(test), .. } => self.until(element, test),
            Shape::Sequence { element, until, .. } if until != Until::Balanced => {
                let count = match until {
                    Until::Count(count) => self.count(count, steps, values, some),
                    _ => self.few(some),
                };
                let element = self.one_of(element, steps, values);
                Value::List((0..count).map(|_| self.shape(element, false)).collect())
            }
            Shape::Bytes(length) if self.is_limited(length, steps) => {
                self.limited(length, None, steps, values)
            }
            Shape::Text { length, encoding, .. } if self.is_limited(length, steps) => {
                self.limited(length, Some(encoding), steps, values)
            }
            Shape::Bytes(Length::Rest) if self.is_all_taken(&steps[..at], values) => {
                Value::Bytes(Vec::new())
            }
            _ => self.shape(id, some),
        };
        self.allowed(value, step.reject)
    }

    /// A value of a shape that does not depend on other steps.
    fn shape(&mut self, id: ShapeId, some: bool) -> Value {
        let plan = self.executor.plan();
        match plan.shapes[id.index()] {
            Shape::Integer { bits, .. } => self.number_of(id, bits.into()),
            Shape::Wide { coding, bits, sign } => {
                let bytes: Vec<u8> = (0..bits / 8).map(|_| self.source.number(8) as u8).collect();
                wide::value_of(&bytes, coding, sign)
            }
            Shape::Bool => Value::Bool(self.source.flag()),
            Shape::Enum { .. } | Shape::Index { .. } => self.number_of(id, u64::BITS),
            Shape::Sequence { element, until: Until::Balanced, .. } => self.balanced(element),
            Shape::Sequence { element, .. } | Shape::Offsets { element, .. } => {
                let count = self.few(some);
                Value::List((0..count).map(|_| self.shape(element, false)).collect())
            }
            Shape::Bytes(Length::First(_)) => Value::Bytes(Vec::new()),
            Shape::Bytes(length) => {
                let count = self.source.below(MAX_BYTES) + usize::from(some);
                let bytes = (0..count).map(|_| self.source.number(8) as u8);
                let ends = |byte: &u8| match length {
                    Length::Marker(marker) => marker.of(&plan.bytes).contains(byte),
                    Length::Padded(_, pad) => *byte == pad,
                    _ => false,
                };
                Value::Bytes(bytes.filter(|byte| !ends(byte)).collect())
            }
            Shape::Text { .. } => {
                let count = self.source.below(MAX_BYTES) + usize::from(some);
                let letters = (0..count).map(|_| char::from(self.source.number(7) as u8));
                Value::Text(letters.collect())
            }
            Shape::Sized { value, .. }
            | Shape::At { value, .. }
            | Shape::Transformed { value, .. }
            | Shape::With { value, .. } => self.shape(value, some),
            // The expression can add one to it, and has 64 bits.
            Shape::Computed { shape: value, .. } => match self.shape(value, some) {
                Value::Unsigned(number) => Value::Unsigned(number.min(u64::MAX - 1)),
                value => value,
            },
            Shape::Item(item) => self.part(item, some),
            Shape::Choice { cases, tag, .. } => {
                let all = cases.of(&plan.cases).iter();
                let known = all.filter_map(|case| {
                    // Of several cases with the same tag, the one that exists at these versions.
                    let (found, open) = self.executor.case(cases, case.bits())?;
                    (open && found == case).then_some(case.item?)
                });
                let known: Vec<ItemId> = known.collect();
                let depths = 0..if self.source.is_deep() { MAX_DEPTH } else { 0 };
                let ending = |depth| -> Vec<ItemId> {
                    known.iter().copied().filter(|item| self.item_ends(*item, depth)).collect()
                };
                let ending = depths.map(ending).find(|items| !items.is_empty());
                let from = ending.unwrap_or(known);
                let chosen = from.get(self.source.below(from.len())).copied();
                let value = chosen.map_or(Value::Absent, |item| self.item(item, None));
                match plan.exprs[tag.index()] {
                    Expr::Peek(..) | Expr::If(..) => self.with_leading_tag(cases, value),
                    _ => value,
                }
            }
            Shape::Function { name, .. } => {
                let sample = self.functions.sample(plan.name(name), self.source);
                sample.map_or(Value::Absent, |(value, _)| value)
            }
            // The enclosing values select one of the two shapes.
            Shape::Either { then, .. } => self.shape(then, some),
            Shape::Bits { .. }
            | Shape::Part { .. }
            | Shape::Padding { .. }
            | Shape::Named { .. } => Value::Absent,
        }
    }

    /// Elements that open and close blocks, up to the one that closes the last block.
    fn balanced(&mut self, element: ShapeId) -> Value {
        let plan = self.executor.plan();
        let cases = match plan.shapes[element.index()] {
            Shape::Item(item) => plan.cases_of(item),
            _ => &[],
        };
        let closes = cases.iter().find(|case| case.nesting < 0 && self.executor.open(case.gate));
        let nesting = |value: &Value| match value {
            Value::Item(item, _) => cases.iter().find(|case| case.item == Some(*item)),
            _ => None,
        };
        let (mut open, mut elements) = (1i64, Vec::new());
        while let (true, Some(closing)) = (open > 0, closes.and_then(|case| case.item)) {
            // After the first elements only closing ones follow, so that the sequence ends.
            let value = match elements.len() < MAX_BALANCED {
                true => self.shape(element, false),
                false => self.item(closing, None),
            };
            open += nesting(&value).map_or(0, |case| i64::from(case.nesting));
            elements.push(value);
        }
        Value::List(elements)
    }

    /// A nested item; with `some`, a transparent item gets a value that is not its default.
    fn part(&mut self, item: ItemId, some: bool) -> Value {
        let plan = self.executor.plan();
        let forced = some && plan.items[item.index()].kind.is_transparent();
        self.item(item, plan.visible_step(item).filter(|_| forced))
    }

    /// A number of a shape, with this many bits.
    fn number_of(&mut self, id: ShapeId, bits: u32) -> Value {
        let plan = self.executor.plan();
        let shape = &plan.shapes[id.index()];
        if let Shape::Enum { members, number, open, .. } = *shape {
            if open && self.source.flag() {
                let number = self.number_of(number, bits).number();
                let unknown =
                    number.filter(|n| matches!(self.executor.member(shape, *n), Ok(None)));
                if let Some(number) = unknown {
                    return self.executor.number_value(shape, number);
                }
            }
            return self.member(members);
        }
        let number = match *shape {
            Shape::Bool => self.source.flag().into(),
            Shape::Index { table, .. } => {
                self.source.index(plan.name(plan.tables[table as usize])).into()
            }
            _ if bits == 0 => 0,
            Shape::Integer { bits: own, sign, coding } => {
                let number = self.source.number(bits.min(coding.bits(own).into()));
                match sign {
                    Sign::Extended => super::number::extended(number, own),
                    _ => super::number::narrowed(0, number, own, sign).unwrap_or(number),
                }
            }
            _ => self.source.number(bits.min(u64::BITS)),
        };
        self.executor.number_value(shape, number)
    }

    /// A member of an enum: if possible, one that exists at these versions.
    fn member(&mut self, members: Run) -> Value {
        let plan = self.executor.plan();
        let known = (members.start..).zip(members.of(&plan.members));
        let known: Vec<_> = known.filter(|(_, member)| !member.removed).collect();
        let open = known.iter().copied().filter(|(_, member)| self.executor.open(member.gate));
        let open: Vec<_> = open.collect();
        let from = if open.is_empty() { known } else { open };
        match from.get(self.source.below(from.len())) {
            Some((at, member)) => Value::Member { member: *at, number: member.number },
            None => Value::Absent,
        }
    }

    /// The number of bits left for a part, above those before it.
    fn left(&self, steps: &[Step], at: usize) -> u32 {
        let plan = self.executor.plan();
        let before = steps[..at].iter().rev();
        let widths = before.map_while(|step| match plan.shapes[step.shape.index()] {
            Shape::Part { width, .. } => {
                Some(if self.executor.open(step.gate) { width.unwrap_or(0) } else { 0 })
            }
            _ => None,
        });
        u64::BITS - widths.map(u32::from).sum::<u32>()
    }

    /// The value, with rejected numbers replaced.
    fn allowed(&self, value: Value, reject: Run) -> Value {
        let reject = reject.of(&self.executor.plan().numbers);
        if reject.is_empty() {
            return value;
        }
        let refused = |number: i128| reject.contains(&number);
        let other = (1..).find(|number| !refused(*number)).unwrap_or(1);
        match value {
            Value::List(elements) => Value::List(
                elements.into_iter().map(|element| replaced(element, refused, other)).collect(),
            ),
            value => replaced(value, refused, other),
        }
    }

    fn few(&mut self, some: bool) -> usize {
        let count = match self.source.is_deep() {
            true => 0,
            false => self.source.below(MAX_COUNT),
        };
        count + usize::from(some)
    }

    /// Whether an earlier step takes all bytes.
    fn is_all_taken(&self, before: &[Step], values: &[Value]) -> bool {
        before.iter().zip(values).any(|(step, value)| {
            (self.takes_all(step.shape) || self.ends_open(step.shape, value))
                && *value != Value::Absent
                && self.executor.open(step.gate)
        })
    }

    /// Whether a value contains elements up to the end, without a size of its own.
    fn ends_open(&self, shape: ShapeId, value: &Value) -> bool {
        let plan = self.executor.plan();
        let (Shape::Choice { .. } | Shape::Item(_) | Shape::With { .. }, Value::Item(item, values)) =
            (&plan.shapes[shape.index()], value)
        else {
            return false;
        };
        plan.steps_of(*item).iter().zip(values).any(|(step, value)| {
            let shape = &plan.shapes[step.shape.index()];
            let until_end = matches!(shape, Shape::Sequence { until: Until::End, .. });
            self.executor.open(step.gate) && (until_end || self.ends_open(step.shape, value))
        })
    }

    fn takes_all(&self, shape: ShapeId) -> bool {
        let plan = self.executor.plan();
        match plan.shapes[shape.index()] {
            Shape::Bytes(Length::Rest)
            | Shape::Offsets { .. }
            | Shape::Sequence { until: Until::End, .. } => true,
            // A value with a size of its own is not searched.
            Shape::Item(item) => plan
                .steps_of(item)
                .iter()
                .any(|step| matches!(plan.shapes[step.shape.index()], Shape::Offsets { .. })),
            _ => false,
        }
    }

    /// The number of elements of a sequence: that of a visible step, or a random one if writers compute the count.
    fn count(&mut self, count: ExprId, steps: &[Step], values: &[Value], some: bool) -> usize {
        match self.is_free(count, steps) {
            true => self.few(some),
            false => self.number(count, steps, values).min(MAX_STATED as u64) as usize,
        }
    }

    /// Whether an expression is a step that writers compute.
    fn is_free(&self, expr: ExprId, steps: &[Step]) -> bool {
        let step = match self.executor.plan().exprs[expr.index()] {
            Expr::Field(step) => steps.get(step as usize),
            _ => None,
        };
        step.is_some_and(|step| matches!(step.role, Role::Derived(_)))
    }

    /// Whether the step at a position determines the number of elements or bytes of another one.
    fn is_counted_by(&self, step: &Step, at: usize) -> bool {
        let plan = self.executor.plan();
        let count = match plan.shapes[step.shape.index()] {
            Shape::Sequence { until: Until::Count(count), .. } => count,
            Shape::Bytes(length) | Shape::Text { length, .. } => match length.expr() {
                Some(count) => count,
                None => return false,
            },
            Shape::Sized { size, .. } => size,
            _ => return false,
        };
        self.reads(count, at)
    }

    /// The value of an expression. A step that writers compute is randomly true or false.
    fn number(&mut self, expr: ExprId, steps: &[Step], values: &[Value]) -> u64 {
        // Each step has one value, even if the expression reads it several times.
        let flags: Vec<u64> = steps.iter().map(|_| self.source.flag().into()).collect();
        self.evaluated(expr, steps, values, &flags).unwrap_or(0)
    }

    fn evaluated(
        &self,
        id: ExprId,
        steps: &[Step],
        values: &[Value],
        flags: &[u64],
    ) -> Result<u64> {
        let expr = self.executor.plan().exprs[id.index()];
        let at = |place: u32| values.get(place as usize);
        Ok(match expr {
            Expr::Field(place) => match steps.get(place as usize) {
                Some(step) if matches!(step.role, Role::Derived(_)) => {
                    match self.executor.open(step.gate) && !self.source.is_deep() {
                        true => flags[place as usize],
                        false => 0,
                    }
                }
                _ => at(place).and_then(Value::number).unwrap_or(0),
            },
            Expr::Present(place) => at(place).is_some_and(|value| *value != Value::Absent).into(),
            Expr::Elements(place) => match at(place) {
                Some(Value::List(elements)) => elements.len() as u64,
                _ => 0,
            },
            Expr::Open(gate) => self.executor.open(gate).into(),
            Expr::Bytes(_)
            | Expr::Element(..)
            | Expr::Matches(..)
            | Expr::Big(_)
            | Expr::Digits(..) => {
                let eval = |id| self.evaluated(id, steps, values, flags);
                self.of_bytes(expr, (steps, values), eval)?
            }
            expr => {
                let eval = |id| self.evaluated(id, steps, values, flags);
                return combined(self.executor.plan(), expr, eval).unwrap_or(Ok(0));
            }
        })
    }

    /// Whether an item has a value with at most `depth` nested items.
    fn item_ends(&self, item: ItemId, depth: u32) -> bool {
        let mut steps = self.executor.plan().steps_of(item).iter();
        steps.all(|step| {
            let is_there = step.when.is_none() && self.executor.open(step.gate);
            !is_there || self.ends(step.shape, depth)
        })
    }

    /// The same for a shape.
    fn ends(&self, shape: ShapeId, depth: u32) -> bool {
        let plan = self.executor.plan();
        match plan.shapes[shape.index()] {
            Shape::Item(item) if plan.items[item.index()].kind.is_transparent() => {
                self.item_ends(item, depth)
            }
            Shape::Item(item) => depth > 0 && self.item_ends(item, depth - 1),
            Shape::Choice { cases, .. } => {
                let mut cases = cases.of(&plan.cases).iter();
                depth > 0
                    && cases.any(|case| {
                        self.executor.open(case.gate)
                            && case.item.is_some_and(|item| self.item_ends(item, depth - 1))
                    })
            }
            Shape::Sized { value, .. }
            | Shape::At { value, .. }
            | Shape::Transformed { value, .. }
            | Shape::With { value, .. }
            | Shape::Computed { shape: value, .. } => self.ends(value, depth),
            // It has at least the closing element.
            Shape::Sequence { element, until: Until::Balanced, .. } => {
                depth > 0 && self.ends(element, depth - 1)
            }
            // It has at least the element that ends it.
            Shape::Sequence { element, until: Until::Holds(_), .. } => self.ends(element, depth),
            // A field can state that there are none.
            Shape::Sequence { element, until: Until::Count(count), .. }
                if !matches!(plan.exprs[count.index()], Expr::Field(_)) =>
            {
                self.ends(element, depth)
            }
            _ => true,
        }
    }
}

/// Replaces a number that is rejected.
fn replaced(value: Value, refused: impl Fn(i128) -> bool, other: i128) -> Value {
    match value {
        Value::Unsigned(number) if refused(number.into()) => Value::Unsigned(other as u64),
        Value::Signed(number) if refused(number.into()) => Value::Signed(other as i64),
        Value::Index { table, index } if refused(index.into()) => {
            Value::Index { table, index: other as u64 }
        }
        value => value,
    }
}
