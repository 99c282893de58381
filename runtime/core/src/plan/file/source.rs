//! The numbers that offsets come from.

use crate::plan::Value;
use bytespec_plan::{Expr, ExprId, ItemId, Operator, Plan, Role, Shape};

/// A number from which an offset is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// Its position in the record of the file, outermost first.
    pub(super) positions: Vec<usize>,
    /// The number of bytes by which the value moves if the number is greater by one.
    pub(super) unit: u64,
}

impl Source {
    /// What to add to the number so that the value moves by a number of bytes.
    pub(super) fn steps(&self, bytes: i64) -> Option<i64> {
        let by = bytes.checked_div(i64::try_from(self.unit).ok()?)?;
        (by.checked_mul(self.unit.cast_signed())? == bytes).then_some(by)
    }

    /// The number.
    pub(super) fn number(&self, record: &Value) -> Option<u64> {
        record.part(&self.positions)?.bare().number()
    }
}

/// The item with an expression, in the record of a file.
#[derive(Clone, Copy)]
pub(super) struct Path<'v> {
    pub(super) plan: &'v Plan,
    pub(super) record: &'v Value,
    /// The position of each value in the one around it, up to the item.
    pub(super) positions: &'v [usize],
    /// The same, up to the innermost element that `index` is of.
    pub(super) elements: &'v [usize],
}

/// The most parts of an expression inside each other.
const MAX_DEPTH: u32 = 32;

impl<'v> Path<'v> {
    /// The values from the record of the file along positions, outermost first.
    fn values(&self, positions: &[usize]) -> Vec<&'v Value> {
        let mut values = vec![self.record.bare()];
        for at in positions {
            let inner = values.last().and_then(|value| match value {
                Value::Item(_, parts) | Value::List(parts) => parts.get(*at),
                _ => None,
            });
            let Some(inner) = inner else { break };
            values.push(inner.bare());
        }
        values
    }

    /// The numbers of which a greater one gives a greater value of an expression, the innermost first.
    pub(super) fn sources(&self, by: ExprId, depth: u32) -> Vec<Source> {
        if depth > MAX_DEPTH {
            return Vec::new();
        }
        let sources = |part| self.sources(part, depth + 1);
        let number = |part: ExprId| match self.plan.exprs.get(part.index()) {
            Some(Expr::Number(number)) => Some(*number),
            _ => None,
        };
        let times = |part, times: Option<u64>| {
            let all = sources(part).into_iter();
            all.filter_map(|source| times_unit(source, times?)).collect()
        };
        match self.plan.exprs.get(by.index()).copied() {
            Some(Expr::Natural(part, _)) => sources(part),
            Some(Expr::Field(step)) => self.field(self.positions.len(), step, depth),
            Some(Expr::Around(item, step)) => {
                self.around(item).map_or_else(Vec::new, |of| self.field(of, step, depth))
            }
            Some(Expr::Inner(step, item, part)) => self.inner(step, item, part),
            Some(Expr::Element(step, at)) => Vec::from_iter(self.element(step, at)),
            Some(Expr::Listed(list, at)) => {
                Vec::from_iter(self.index(at, 0).and_then(|at| self.listed(list, at)))
            }
            Some(Expr::Binary(Operator::Add, a, b) | Expr::Signed(Operator::Add, a, b)) => {
                // That of the innermost item is the offset, and the other one a base that other values have, too.
                let mut all = sources(b);
                all.extend(sources(a));
                all.sort_by_key(|source| std::cmp::Reverse(source.positions.len()));
                all
            }
            Some(
                Expr::Binary(Operator::Subtract | Operator::BitAnd, a, _)
                | Expr::Signed(Operator::Subtract, a, _),
            ) => sources(a),
            Some(Expr::Binary(Operator::Multiply, a, b)) => match number(b) {
                Some(by) => times(a, Some(by)),
                None => times(b, number(a)),
            },
            Some(Expr::Binary(Operator::ShiftLeft, a, b)) => {
                let bits = number(b).and_then(|bits| u32::try_from(bits).ok());
                times(a, bits.and_then(|bits| 1u64.checked_shl(bits)))
            }
            _ => Vec::new(),
        }
    }

    /// The sources that a step is, in the item behind the first `of` positions.
    fn field(&self, of: usize, step: u32, depth: u32) -> Vec<Source> {
        let Some(Value::Item(item, _)) = self.values(self.positions).get(of).copied() else {
            return Vec::new();
        };
        let (Some(positions), Some(at)) = (self.positions.get(..of), place(step)) else {
            return Vec::new();
        };
        let described = self.plan.steps_of(*item).get(at);
        let shape = described.and_then(|described| self.plan.shapes.get(described.shape.index()));
        if let Some(&Shape::Computed { value, .. }) = shape {
            return Path { positions, ..*self }.sources(value, depth + 1);
        }
        Vec::from_iter(self.number([positions, &[at]].concat()))
    }

    /// The source that is an element of a step.
    fn element(&self, step: u32, at: ExprId) -> Option<Source> {
        let at = usize::try_from(self.index(at, 0)?).ok()?;
        self.number([self.positions, &[place(step)?, at]].concat())
    }

    /// The source at these positions, if an edit can set it.
    fn number(&self, positions: Vec<usize>) -> Option<Source> {
        let mut value = self.record.bare();
        for at in &positions {
            value = match value {
                Value::Item(item, parts) => {
                    let step = self.plan.steps_of(*item).get(*at)?;
                    (step.role == Role::Visible).then_some(())?;
                    parts.get(*at)?.bare()
                }
                Value::List(elements) => elements.get(*at)?.bare(),
                _ => return None,
            };
        }
        let is_number = matches!(value, Value::Unsigned(_) | Value::Signed(_));
        is_number.then_some(Source { positions, unit: 1 })
    }

    /// The number of positions before the innermost enclosing item with this id.
    fn around(&self, item: ItemId) -> Option<usize> {
        let values = self.values(self.positions);
        values.iter().rposition(|value| matches!(value, Value::Item(id, _) if *id == item))
    }

    /// The sources inside the value of a step.
    fn inner(&self, step: u32, item: ItemId, part: u32) -> Vec<Source> {
        let mut next = place(step);
        let mut positions = self.positions.to_vec();
        while let Some(at) = next {
            positions.push(at);
            let path = Path { positions: &positions, ..*self };
            let values = path.values(path.positions);
            let Some(Value::Item(id, parts)) = values.get(positions.len()) else { break };
            if *id == item {
                return path.field(positions.len(), part, 0);
            }
            // Records inside it: the one that contains the item is the only one with parts that expressions use.
            next = parts.iter().position(|part| matches!(part.bare(), Value::Item(..)));
        }
        Vec::new()
    }

    /// The source that is a number of a list.
    fn listed(&self, list: u32, at: u64) -> Option<Source> {
        let &(item, step) = self.plan.lists.get(usize::try_from(list).ok()?)?;
        let (step, mut left) = (place(step)?, at);
        let mut open: Vec<(&Value, Vec<usize>)> = vec![(self.record.bare(), Vec::new())];
        while let Some((value, positions)) = open.pop() {
            let (Value::Item(_, parts) | Value::List(parts)) = value else { continue };
            if let Value::Item(id, _) = value
                && *id == item
            {
                let found = parts.get(step)?.bare();
                let count = match found {
                    Value::List(elements) => elements.len() as u64,
                    _ => 1,
                };
                if let Some(rest) = left.checked_sub(count) {
                    left = rest;
                } else {
                    let mut found_at = [positions.as_slice(), &[step]].concat();
                    if matches!(found, Value::List(_)) {
                        found_at.push(usize::try_from(left).ok()?);
                    }
                    return self.number(found_at);
                }
            }
            let inner = parts.iter().enumerate().rev();
            open.extend(
                inner.map(|(at, part)| (part.bare(), [positions.as_slice(), &[at]].concat())),
            );
        }
        None
    }

    /// An index in terms of the position of the innermost element.
    fn index(&self, by: ExprId, depth: u32) -> Option<u64> {
        let index = |part| self.index(part, depth + 1);
        match *self.plan.exprs.get(by.index()).filter(|_| depth < MAX_DEPTH)? {
            Expr::Number(number) => Some(number),
            Expr::Natural(part, _) => index(part),
            Expr::Index => {
                let values = self.values(self.elements);
                let elements = values.iter().zip(self.elements);
                let mut lists = elements.filter(|(value, _)| matches!(value, Value::List(_)));
                lists.next_back().map(|(_, at)| *at as u64)
            }
            Expr::Field(step) => self.number_of(step, depth + 1),
            Expr::Argument(argument) => self.argument(argument, depth + 1),
            Expr::Binary(operator, a, b) => operator.apply(index(a)?, index(b)?),
            Expr::Signed(operator, a, b) => operator.apply_signed(index(a)?, index(b)?),
            Expr::Float(operator, bits, a, b) => {
                Some(operator.apply_float(bits, index(a)?, index(b)?))
            }
            _ => None,
        }
    }

    /// The number of a step of the item.
    fn number_of(&self, step: u32, depth: u32) -> Option<u64> {
        let Some(Value::Item(item, parts)) = self.values(self.positions).pop() else { return None };
        let described = self.plan.steps_of(*item).get(place(step)?)?;
        match self.plan.shapes.get(described.shape.index()) {
            Some(&Shape::Computed { value, .. }) => self.index(value, depth),
            _ => parts.get(place(step)?)?.bare().number(),
        }
    }

    /// The argument that the item gets from the one around it.
    fn argument(&self, argument: u32, depth: u32) -> Option<u64> {
        let values = self.values(self.positions);
        let around = values.get(..self.positions.len())?;
        let of = around.iter().rposition(|value| matches!(value, Value::Item(..)))?;
        let Value::Item(item, _) = around.get(of)? else { return None };
        let step = self.plan.steps_of(*item).get(*self.positions.get(of)?)?;
        let mut left = vec![step.shape];
        while let Some(shape) = left.pop().and_then(|shape| self.plan.shapes.get(shape.index())) {
            match shape {
                Shape::With { argument: given, by, .. } if *given == argument => {
                    let (positions, elements) = (self.positions.get(..of)?, self.positions);
                    return Path { positions, elements, ..*self }.index(*by, depth);
                }
                shape => left.extend(shape.shapes()),
            }
        }
        None
    }
}

fn times_unit(source: Source, times: u64) -> Option<Source> {
    let unit = source.unit.checked_mul(times).filter(|unit| *unit > 0)?;
    Some(Source { unit, ..source })
}

fn place(at: u32) -> Option<usize> {
    usize::try_from(at).ok()
}
