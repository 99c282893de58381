//! The dependencies between sections: a section that takes sizes, counts or names from another is read and written after it.

use bytespec_plan::{Expr, ExprId, ItemId, Plan, Shape, ShapeId, Step};
use std::collections::{BTreeMap, BTreeSet};

/// The dependencies of the items of a plan.
#[derive(Debug)]
pub(super) struct Order<'p> {
    plan: &'p Plan,
    /// The dependencies that are computed already, by item.
    known: std::cell::RefCell<BTreeMap<ItemId, Needs>>,
}

/// The lists and the tables of names that an item, with its nested items, reads and provides.
#[derive(Clone, Debug, Default)]
struct Needs {
    lists: BTreeSet<u32>,
    tables: BTreeSet<u32>,
    gives_lists: BTreeSet<u32>,
    gives_tables: BTreeSet<u32>,
    /// Its bytes depend on its position.
    place: bool,
}

/// The order in which sections are read.
#[derive(Debug)]
pub(super) struct Schedule {
    pub(super) turns: Vec<Turn>,
}

/// The turn of a section in the order.
#[derive(Debug)]
pub(super) struct Turn {
    /// The position of the section in the file.
    pub(super) section: usize,
    pub(super) item: ItemId,
    /// The section is read first, before all content: it holds a table, or it is needed to find the entries of one.
    pub(super) needed: bool,
    /// The lists that the section provides.
    pub(super) lists: Vec<u32>,
    /// The table in a step of the section whose entries are known only after the section is read.
    pub(super) table: Option<u32>,
}

impl<'p> Order<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        Order { plan, known: std::cell::RefCell::default() }
    }

    /// The order in which sections are read, from the id and the item of each. Sections that hold tables are first, then they go
    /// by id; but each section comes after those that it depends on.
    pub(super) fn schedule(&self, sections: &[(u8, Option<u32>)]) -> Schedule {
        let known = sections.iter().enumerate();
        let known = known.filter_map(|(at, (id, item))| Some((at, *id, ItemId((*item)?))));
        let mut known: Vec<(usize, u8, ItemId)> = known.collect();
        known.sort_by_key(|(_, id, item)| (self.table(*item).is_none(), *id));
        let items: Vec<ItemId> = known.iter().map(|(.., item)| *item).collect();
        let needed = self.needed(&items);
        let turns = self.sorted(&items).into_iter().map(|at| {
            let (section, _, item) = known[at];
            let lists = self.of(item).gives_lists.into_iter().collect();
            Turn { section, item, needed: needed[at], lists, table: self.table(item) }
        });
        Schedule { turns: turns.collect() }
    }

    /// The table in a step of a section whose entries are not noted while the section is read.
    fn table(&self, item: ItemId) -> Option<u32> {
        let plan = self.plan;
        // If sections depend on each other, all entries are found before any content is read.
        if !plan.lists.is_empty() {
            return None;
        }
        let mut steps = plan.steps_of(item).iter();
        steps.find_map(|step| match plan.shapes.get(step.shape.index())? {
            Shape::Sequence { .. } | Shape::Bytes(_) => None,
            _ => step.holds,
        })
    }

    /// Which items hold tables whose entries are found while they are read, and which items are needed for that.
    fn needed(&self, items: &[ItemId]) -> Vec<bool> {
        let needs: Vec<Needs> = items.iter().map(|item| self.of(*item)).collect();
        let mut needed: Vec<bool> = needs.iter().map(|of| !of.gives_tables.is_empty()).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for one in 0..items.len() {
                for other in 0..items.len() {
                    let new = needed[one] && !needed[other];
                    if new && !needs[one].lists.is_disjoint(&needs[other].gives_lists) {
                        needed[other] = true;
                        changed = true;
                    }
                }
            }
        }
        needed
    }

    /// The positions of `items` in an order in which each item comes after its dependencies. Otherwise the order is unchanged.
    pub(super) fn sorted(&self, items: &[ItemId]) -> Vec<usize> {
        let needs: Vec<Needs> = items.iter().map(|item| self.of(*item)).collect();
        let depends = |one: usize, other: usize| {
            one != other
                && (!needs[one].lists.is_disjoint(&needs[other].gives_lists)
                    || !needs[one].tables.is_disjoint(&needs[other].gives_tables))
        };
        let mut left: Vec<usize> = (0..items.len()).collect();
        let mut sorted = Vec::new();
        while !left.is_empty() {
            // In a cycle of dependencies the first item comes first.
            let ready = |one: &&usize| !left.iter().any(|other| depends(**one, *other));
            let next = left.iter().find(ready).or(left.first()).copied().unwrap_or_default();
            left.retain(|one| *one != next);
            sorted.push(next);
        }
        sorted
    }

    /// The lists to which a step appends numbers, also in nested items, and whether its bytes depend on its position.
    pub(super) fn effects_of(&self, step: &Step) -> (BTreeSet<u32>, bool) {
        let (mut lists, mut items) = (BTreeSet::from_iter(step.list), Vec::new());
        let mut own = Needs::default();
        step.when.into_iter().for_each(|when| self.expr(when, &mut own));
        self.shape(step.shape, &mut own, &mut |item| items.push(item));
        for inner in items.into_iter().map(|item| self.of(item)) {
            lists.extend(inner.gives_lists);
            own.place |= inner.place;
        }
        (lists, own.place)
    }

    fn of(&self, item: ItemId) -> Needs {
        if let Some(known) = self.known.borrow().get(&item) {
            return known.clone();
        }
        let mut needs = Needs::default();
        let mut seen = BTreeSet::from([item]);
        let mut left = vec![item];
        while let Some(item) = left.pop() {
            for step in self.plan.steps_of(item) {
                needs.gives_lists.extend(step.list);
                needs.gives_tables.extend(step.holds);
                for expr in step.when.into_iter().chain(step.role.computed()) {
                    self.expr(expr, &mut needs);
                }
                self.shape(step.shape, &mut needs, &mut |item| {
                    if seen.insert(item) {
                        left.push(item);
                    }
                });
            }
        }
        // A list that the item provides itself is not a dependency.
        needs.lists.retain(|list| !needs.gives_lists.contains(list));
        self.known.borrow_mut().insert(item, needs.clone());
        needs
    }

    fn shape(&self, id: ShapeId, needs: &mut Needs, visit: &mut dyn FnMut(ItemId)) {
        let plan = self.plan;
        let Some(shape) = plan.shapes.get(id.index()) else { return };
        shape.exprs().for_each(|expr| self.expr(expr, needs));
        match *shape {
            Shape::Item(item) => visit(item),
            Shape::Choice { cases, .. } => {
                cases.of(&plan.cases).iter().filter_map(|case| case.item).for_each(&mut *visit);
            }
            // A named value is read with its own layouts, and provides no lists.
            Shape::Named { texts, .. } => {
                needs.tables.insert(texts);
            }
            Shape::Padding { .. } => needs.place = true,
            _ => {}
        }
        shape.shapes().for_each(|inner| self.shape(inner, needs, visit));
    }

    fn expr(&self, id: ExprId, needs: &mut Needs) {
        let Some(expr) = self.plan.exprs.get(id.index()) else { return };
        if let Expr::Count(list) | Expr::Listed(list, _) | Expr::Find(list, _) = *expr {
            needs.lists.insert(list);
        }
        needs.place |= *expr == Expr::Position;
        expr.parts().for_each(|part| self.expr(part, needs));
    }
}
