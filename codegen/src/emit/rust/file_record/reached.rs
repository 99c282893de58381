//! Collects what a record reaches: items, unions, and fields that expressions use.

use bytespec_plan::{
    Absent, Covered, Expr, ExprId, ItemId, Otherwise, Plan, Role, Run, Shape, ShapeId, Step, Text,
    Until,
};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Everything that a file, or the contents of some sections, can contain.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// Items with functions of their own, the outermost first.
    pub(super) items: Vec<ItemId>,
    /// Unions, each once.
    pub(super) unions: Vec<Choice>,
    /// The names of enums.
    pub(super) enums: BTreeSet<Text>,
    /// Fields that expressions of inner items use: items and positions of steps.
    pub(super) around: Vec<(ItemId, u32)>,
    /// The conditions that end the sequences with an item as their element.
    pub(super) ends: HashMap<ItemId, Vec<ExprId>>,
    /// Whether a field rejects numbers of the elements in one of its transparent items.
    pub(super) rejects: bool,
    /// A construct that generated Rust does not support.
    pub(super) missing: Option<&'static str>,
    borrowing: HashSet<ItemId>,
    /// The items that an item contains, each with whether no sequence is in between.
    held: HashMap<ItemId, BTreeSet<(ItemId, bool)>>,
    /// Items that can contain themselves, and all items in them.
    deep: HashSet<ItemId>,
}

/// A union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The name of the union.
    pub(super) name: Text,
    /// Its cases.
    pub(super) cases: Run,
    /// The treatment of a number without a case.
    pub(super) otherwise: Otherwise,
}

impl Choice {
    /// The union of a shape.
    pub(super) fn of(shape: Shape) -> Option<Self> {
        match shape {
            Shape::Choice { name, cases, otherwise, .. } => Some(Choice { name, cases, otherwise }),
            _ => None,
        }
    }
}

/// Adds the fields of enclosing items that an expression reads.
fn add_around(plan: &Plan, id: ExprId, fields: &mut HashSet<(ItemId, u32)>) {
    let Some(expr) = plan.exprs.get(id.index()) else { return };
    if let Expr::Around(item, step) = *expr {
        fields.insert((item, step));
    }
    expr.parts().for_each(|part| add_around(plan, part, fields));
}

/// Adds the steps whose bytes an expression reads.
fn add_spans(plan: &Plan, id: ExprId, spans: &mut BTreeSet<u32>) {
    let Some(expr) = plan.exprs.get(id.index()) else { return };
    match *expr {
        Expr::Bytes(step)
        | Expr::Element(step, _)
        | Expr::Matches(step, _)
        | Expr::Big(step)
        | Expr::Content(step)
        | Expr::Digits(step, _) => {
            spans.insert(step);
        }
        Expr::Checksum(_, steps) => {
            let pieces = Covered::all(steps, &plan.numbers);
            let with_bytes = pieces.filter(|piece| !matches!(piece, Covered::Number(_)));
            spans.extend(with_bytes.filter_map(Covered::step));
        }
        _ => {}
    }
    expr.parts().for_each(|part| add_spans(plan, part, spans));
}

/// The expressions that readers evaluate for a step.
fn exprs(plan: &Plan, step: &Step) -> Vec<ExprId> {
    let checked = step.role.computed().filter(|_| !matches!(step.role, Role::Derived(_)));
    let mut all: Vec<ExprId> = step.when.into_iter().chain(checked).collect();
    of_shape(plan, step.shape, &mut all);
    all
}

fn of_shape(plan: &Plan, id: ShapeId, all: &mut Vec<ExprId>) {
    let Some(shape) = plan.shapes.get(id.index()) else { return };
    // The condition that ends a sequence is evaluated in its elements.
    if !matches!(shape, Shape::Sequence { until: Until::Holds(_), .. }) {
        all.extend(shape.exprs());
    }
    shape.shapes().for_each(|inner| of_shape(plan, inner, all));
}

/// The items of a union. An item with several tags comes once.
pub(super) fn items(plan: &Plan, union: Choice) -> impl Iterator<Item = ItemId> + '_ {
    let mut seen = BTreeSet::new();
    let items = union.cases.of(&plan.cases).iter().filter_map(|case| case.item);
    items.filter(move |item| seen.insert(item.0))
}

impl Reached {
    /// Collects what items reach.
    pub(super) fn new(plan: &Plan, contents: &[ItemId]) -> Self {
        let mut reached = Reached::default();
        contents.iter().for_each(|content| reached.item(plan, *content));
        while reached.find_borrowing(plan) {}
        let items = reached.items.iter();
        let deep = items.filter(|item| {
            let mut held = reached.held.get(item).into_iter().flatten();
            held.any(|(inner, _)| reached.reaches(*inner, false).contains(item))
        });
        reached.deep = deep.flat_map(|item| reached.reaches(*item, false)).collect();
        if !(reached.deep.is_empty() || plan.layouts.is_empty()) {
            // Executors allow more of them in each other than a call stack.
            reached.missing = Some("records in themselves beside entries of dialects");
        }
        reached
    }

    fn item(&mut self, plan: &Plan, item: ItemId) {
        if self.items.contains(&item) {
            return;
        }
        self.items.push(item);
        for step in plan.steps_of(item) {
            for expr in exprs(plan, step) {
                self.expr(plan, expr);
            }
            let transparent = matches!(plan.shapes.get(step.shape.index()), Some(Shape::Item(_)));
            self.rejects |= transparent && !step.reject.is_empty();
            self.shape(plan, item, step.shape, true);
            match step.absent {
                Absent::EmptyCase(_) | Absent::Zeros(_) => {
                    self.missing = Some("absent values that depend on other values");
                }
                Absent::Never | Absent::Nothing | Absent::Number(_) | Absent::Empty => {}
            }
        }
    }

    fn expr(&mut self, plan: &Plan, id: ExprId) {
        let mut fields = HashSet::new();
        add_around(plan, id, &mut fields);
        fields.retain(|field| !self.around.contains(field));
        self.around.extend(fields);
        self.around.sort_unstable();
    }

    fn shape(&mut self, plan: &Plan, of: ItemId, id: ShapeId, direct: bool) {
        let Some(&shape) = plan.shapes.get(id.index()) else { return };
        let mut hold = |inner| {
            self.held.entry(of).or_default().insert((inner, direct));
        };
        match shape {
            Shape::Item(item) => {
                hold(item);
                self.item(plan, item);
            }
            Shape::Choice { .. } => {
                let Some(union) = Choice::of(shape) else { return };
                items(plan, union).for_each(&mut hold);
                if !self.unions.contains(&union) {
                    self.unions.push(union);
                }
                items(plan, union).for_each(|item| self.item(plan, item));
            }
            Shape::Sequence { element, until, .. } => {
                match until {
                    Until::Holds(test) => {
                        self.end(plan, element, test);
                        self.expr(plan, test);
                    }
                    Until::Count(_) | Until::End | Until::Balanced | Until::Reached(..) => {}
                }
                self.shape(plan, of, element, false);
            }
            Shape::Enum { name, .. } => {
                self.enums.insert(name);
            }
            Shape::Offsets { .. } => self.missing = Some("tables of offsets"),
            Shape::Named { .. } => self.missing = Some("entries and properties of dialects"),
            Shape::Function { .. } => self.missing = Some("codecs of a host"),
            _ => shape.shapes().for_each(|inner| self.shape(plan, of, inner, direct)),
        }
    }

    /// Records an expression that ends a sequence with elements of a shape.
    fn end(&mut self, plan: &Plan, element: ShapeId, test: ExprId) {
        match plan.shapes.get(element.index()) {
            Some(Shape::Item(item)) => {
                let tests = self.ends.entry(*item).or_default();
                if !tests.contains(&test) {
                    tests.push(test);
                }
            }
            Some(Shape::Sized { value, .. } | Shape::With { value, .. }) => {
                self.end(plan, *value, test);
            }
            _ => self.missing = Some("a last element that is not a record"),
        }
    }

    /// Finds items that borrow because an item in them does. Returns whether it found any.
    fn find_borrowing(&mut self, plan: &Plan) -> bool {
        let before = self.borrowing.len();
        for item in self.items.clone() {
            let mut values = plan.steps_of(item).iter().filter(|step| step.role == Role::Visible);
            if values.any(|step| self.shape_borrows(plan, step.shape)) {
                self.borrowing.insert(item);
            }
        }
        self.borrowing.len() > before
    }

    /// Whether values of a shape borrow from the file.
    fn shape_borrows(&self, plan: &Plan, id: ShapeId) -> bool {
        match plan.shapes.get(id.index()).copied() {
            Some(Shape::Bytes(_) | Shape::Text { .. }) => true,
            Some(Shape::Item(item)) => self.borrows(item),
            Some(shape @ Shape::Choice { .. }) => {
                Choice::of(shape).is_some_and(|union| self.union_borrows(plan, union))
            }
            Some(shape) => shape.shapes().any(|inner| self.shape_borrows(plan, inner)),
            None => false,
        }
    }

    /// Whether values of an item borrow from the file.
    pub(super) fn borrows(&self, item: ItemId) -> bool {
        self.borrowing.contains(&item)
    }

    /// Whether values of a union borrow from the file.
    pub(super) fn union_borrows(&self, plan: &Plan, union: Choice) -> bool {
        union.otherwise == Otherwise::Opaque || items(plan, union).any(|item| self.borrows(item))
    }

    /// Whether an item contains another one without a sequence in between, or is that item.
    pub(super) fn holds(&self, item: ItemId, other: ItemId) -> bool {
        self.reaches(item, true).contains(&other)
    }

    /// An item and all items in it; with `direct`, only those without a sequence in between.
    fn reaches(&self, item: ItemId, direct: bool) -> HashSet<ItemId> {
        let (mut left, mut seen) = (vec![item], HashSet::new());
        while let Some(next) = left.pop() {
            if seen.insert(next) {
                let held = self.held.get(&next).into_iter().flatten();
                left.extend(held.filter(|held| held.1 || !direct).map(|held| held.0));
            }
        }
        seen
    }

    /// The fields of enclosing items that expressions of an item read.
    pub(super) fn around_of(&self, plan: &Plan, item: ItemId) -> HashSet<(ItemId, u32)> {
        let steps = plan.steps_of(item).iter().flat_map(|step| exprs(plan, step));
        let tests = self.ends.get(&item).into_iter().flatten().copied();
        let mut fields = HashSet::new();
        steps.chain(tests).for_each(|expr| add_around(plan, expr, &mut fields));
        fields
    }

    /// Whether an item can contain itself, or is in an item that can.
    pub(super) fn is_deep(&self, item: ItemId) -> bool {
        self.deep.contains(&item)
    }

    /// The positions of the steps of an item whose start and end readers need.
    pub(super) fn spans(&self, plan: &Plan, item: ItemId) -> BTreeSet<u32> {
        let mut spans = BTreeSet::new();
        for (at, step) in (0..).zip(plan.steps_of(item)) {
            exprs(plan, step).into_iter().for_each(|expr| add_spans(plan, expr, &mut spans));
            if let Role::CheckedAtEnd(_) = step.role {
                spans.insert(plan.whole_of(item, at));
            }
            // Its error is at the value that it restricts.
            if plan.rule(step).is_some() {
                spans.insert(plan.whole_of(item, plan.ruled(item, at)));
            }
        }
        for test in self.ends.get(&item).into_iter().flatten() {
            add_spans(plan, *test, &mut spans);
        }
        spans
    }
}
