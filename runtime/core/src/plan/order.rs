//! Which section depends on which: one that takes sizes, counts or names from another is read and written after it.

use bytespec_plan::{Expr, ExprId, ItemId, Plan, Shape, ShapeId};
use std::collections::{BTreeMap, BTreeSet};

/// What the items of a plan need, and what they give to others.
#[derive(Debug)]
pub(super) struct Order<'p> {
    plan: &'p Plan,
    /// Of the items that were asked for.
    known: std::cell::RefCell<BTreeMap<ItemId, Needs>>,
}

/// Lists, and tables of names, that an item and what is in it reads and gives.
#[derive(Clone, Debug, Default)]
struct Needs {
    lists: BTreeSet<u32>,
    tables: BTreeSet<u32>,
    gives_lists: BTreeSet<u32>,
    gives_tables: BTreeSet<u32>,
}

/// When sections are read.
#[derive(Debug)]
pub(super) struct Schedule {
    pub(super) turns: Vec<Turn>,
}

/// The turn of a section.
#[derive(Debug)]
pub(super) struct Turn {
    /// Its place in the file.
    pub(super) section: usize,
    pub(super) item: ItemId,
    /// It is looked at before anything is read: it holds a table, or what is needed to find the entries of one.
    pub(super) needed: bool,
    /// The lists that it gives.
    pub(super) lists: Vec<u32>,
    /// The table that a step of it holds, whose entries are not found before it is read.
    pub(super) table: Option<u32>,
}

impl<'p> Order<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        Order { plan, known: std::cell::RefCell::default() }
    }

    /// The order in which sections are read, by the id and the item of each: those that hold tables first, and then by id; but
    /// one that another depends on comes before that.
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

    /// The table that a step of a section holds, where its entries are not noted as they are read.
    fn table(&self, item: ItemId) -> Option<u32> {
        let plan = self.plan;
        // Where sections depend on each other all entries are found before anything is read.
        if !plan.lists.is_empty() {
            return None;
        }
        let mut steps = plan.steps_of(item).iter();
        steps.find_map(|step| match plan.shapes.get(step.shape.index())? {
            Shape::Sequence { .. } | Shape::Bytes(_) => None,
            _ => step.holds,
        })
    }

    /// Which items hold tables whose entries are found while they are read, or are needed for that.
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

    /// The places of `items` in an order in which each comes after those that it depends on, and else in theirs.
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
            // Where they depend on each other the first one comes first.
            let ready = |one: &&usize| !left.iter().any(|other| depends(**one, *other));
            let next = left.iter().find(ready).or(left.first()).copied().unwrap_or_default();
            left.retain(|one| *one != next);
            sorted.push(next);
        }
        sorted
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
        // What it gives to itself makes it depend on nothing else.
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
            // What has a name stands for itself, and gives nothing.
            Shape::Named { texts, .. } => {
                needs.tables.insert(texts);
            }
            _ => {}
        }
        shape.shapes().for_each(|inner| self.shape(inner, needs, visit));
    }

    fn expr(&self, id: ExprId, needs: &mut Needs) {
        let Some(expr) = self.plan.exprs.get(id.index()) else { return };
        if let Expr::Count(list) | Expr::Listed(list, _) | Expr::Find(list, _) = *expr {
            needs.lists.insert(list);
        }
        expr.parts().for_each(|part| self.expr(part, needs));
    }
}
