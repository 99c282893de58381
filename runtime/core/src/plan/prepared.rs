//! Results that are computed once: from a plan for all files, and from its gates for all files of the same versions.

use super::depth::Nesting;
use super::order::{Order, Schedule};
use super::prepared_item::PreparedItem;
use super::prepared_step::{ListOf, Mask, PreparedStep, claimed};
use crate::container::SectionSpec;
use bytespec_plan::{Case, Coding, Expr, ExprId, ItemId, Plan, Run, Section, Shape, Step, Until};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock};

/// The most entries of a cache. Files can name any number of producers.
const MAX_CACHED: usize = 256;

/// The longest name of a producer that is cached, in bytes.
const MAX_PRODUCER: usize = 256;

/// The version on each axis; none if it is not known.
pub(super) type AxisVersions = Vec<Option<u32>>;

/// Everything that follows from a plan alone.
#[derive(Debug)]
pub(super) struct PreparedPlan<'p> {
    /// By index of the step.
    pub(super) steps: Vec<PreparedStep>,
    /// By index of the item.
    pub(super) lists: Vec<Option<ListOf>>,
    /// By index of the item.
    items: Vec<PreparedItem>,
    /// The indices of the steps that are integers of bits with gated parts.
    gated: Arc<[u32]>,
    /// The lookup table for the cases of a choice, by the index of its first case.
    choices: Vec<Option<Tags>>,
    /// The index of the case of an item, by the index of the item.
    case_of: Vec<Option<u32>>,
    /// The plan has values at offsets.
    pub(super) has_places: bool,
    /// Some of them do not only repeat the bytes of the next field, so that the sequential part need not reach the end of a file.
    pub(super) has_gaps: bool,
    /// The plan has checksums.
    pub(super) has_checksums: bool,
    /// The plan has expressions that use the number of bytes left.
    pub(super) reads_left: bool,
    /// The plan has numbers that end before the first byte that is no digit.
    pub(super) has_open_digits: bool,
    /// The lists whose numbers other numbers before them depend on, in order.
    pub(super) later_lists: Box<[u32]>,
    /// The steps whose numbers depend on such lists, in order.
    later_steps: Vec<(ItemId, u32)>,
    /// The steps that expressions of other items use, in order.
    used: Vec<(ItemId, u32)>,
    /// The steps that expressions of outer items use, in order.
    pub(super) inner: Vec<(ItemId, u32)>,
    /// The plan has sequences that end with an element for which a condition holds.
    pub(super) has_last: bool,
    /// Byte patterns that expressions search for in a file.
    pub(super) searched: Vec<Run>,
    /// The number of versions of each axis.
    pub(super) version_counts: Vec<u32>,
    /// The axis of the releases of the producer.
    pub(super) release: Option<usize>,
    /// The sections, as containers describe them.
    pub(super) sections: Vec<SectionSpec<'p>>,
    states: Cache<AxisVersions, Arc<GateState>>,
    producers: Cache<(AxisVersions, Vec<u8>), Arc<GateState>>,
    schedules: Cache<Vec<(u8, Option<u32>)>, Arc<Schedule>>,
    /// By index of the step; computed on first use.
    effects: OnceLock<Vec<Effects>>,
}

/// What a step does, also in nested items.
#[derive(Debug)]
struct Effects {
    /// The lists to which it appends numbers.
    lists: Box<[u32]>,
    /// Its bytes depend on its position.
    is_placed: bool,
}

/// The position of the first case with each tag, counted from the first case of a choice; cases with the same tag are adjacent.
#[derive(Debug)]
struct Tags(Vec<u32>);

impl Tags {
    /// The highest tag in the table.
    const MAX_TAG: i128 = 4095;
    const NONE: u32 = u32::MAX;

    fn new(cases: &[Case]) -> Option<Self> {
        if cases.iter().any(|case| case.tag != case.last) {
            return None;
        }
        let highest = cases.iter().map(|case| case.tag).max()?;
        let mut first = vec![Tags::NONE; usize::try_from(highest.min(Tags::MAX_TAG)).ok()? + 1];
        let mut before = None;
        for (at, case) in cases.iter().enumerate() {
            let place = first.get_mut(usize::try_from(case.tag).ok()?)?;
            match *place {
                Tags::NONE => *place = at as u32,
                _ if before == Some(case.tag) => {}
                _ => return None,
            }
            before = Some(case.tag);
        }
        Some(Tags(first))
    }
}

/// Computed values, by their input.
#[derive(Debug)]
struct Cache<K, V>(Mutex<HashMap<K, V>>);

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    fn new() -> Self {
        Cache(Mutex::new(HashMap::new()))
    }

    fn get(&self, key: K, make: impl FnOnce(&K) -> V) -> V {
        if let Ok(entries) = self.0.lock()
            && let Some(value) = entries.get(&key)
        {
            return value.clone();
        }
        let value = make(&key);
        if let Ok(mut entries) = self.0.lock() {
            if entries.len() >= MAX_CACHED {
                entries.clear();
            }
            entries.insert(key, value.clone());
        }
        value
    }
}

/// The version on each axis, and the bounds of gates that hold at these versions.
#[derive(Debug)]
pub(super) struct GateState {
    pub(super) versions: AxisVersions,
    /// The versions that the file states, on axes on which readers accept every version.
    pub(super) stated: Vec<(usize, u32)>,
    /// By index of the bound.
    pub(super) bounds: Vec<bool>,
    /// The bits that the parts take, of each integer of bits with gated parts.
    pub(super) masks: Vec<u64>,
    gated: Arc<[u32]>,
    /// This state at each version of an axis whose version is not known.
    by_version: Vec<OnceLock<Vec<Arc<GateState>>>>,
}

impl GateState {
    fn new(
        plan: &Plan,
        gated: &Arc<[u32]>,
        versions: AxisVersions,
        stated: Vec<(usize, u32)>,
    ) -> Arc<Self> {
        let version = |axis: u32| versions.get(axis as usize).copied().flatten();
        let bounds = plan.bounds.iter().map(|bound| bound.holds(version(bound.axis)));
        let bounds: Vec<bool> = bounds.collect();
        let masks = gated.iter().map(|step| {
            let parts = parts(plan, *step as usize);
            let open = parts.iter().filter(|part| part.gate.of(&bounds).iter().all(|holds| *holds));
            claimed(plan, open)
        });
        let masks = masks.collect();
        let by_version = vec![OnceLock::new(); plan.axes.len()];
        Arc::new(GateState {
            versions,
            stated,
            bounds,
            masks,
            gated: Arc::clone(gated),
            by_version,
        })
    }

    /// The version on an axis.
    pub(super) fn version(&self, axis: usize) -> Option<u32> {
        self.versions.get(axis).copied().flatten()
    }

    /// The version on an axis, or the one that the file states.
    pub(super) fn stated(&self, axis: usize) -> Option<u32> {
        let stated = || self.stated.iter().find(|stated| stated.0 == axis).map(|stated| stated.1);
        self.version(axis).or_else(stated)
    }

    /// This state at each version of an axis, newest first. Of several versions with the same open gates, only the newest is
    /// included.
    pub(super) fn at_versions(&self, plan: &Plan, axis: usize, count: u32) -> &[Arc<GateState>] {
        let Some(cell) = self.by_version.get(axis) else { return &[] };
        cell.get_or_init(|| {
            let mut found: Vec<Arc<GateState>> = Vec::new();
            for number in (0..count).rev() {
                let mut versions = self.versions.clone();
                if let Some(version) = versions.get_mut(axis) {
                    *version = Some(number);
                }
                let state = GateState::new(plan, &self.gated, versions, Vec::new());
                if !found.iter().any(|other| other.bounds == state.bounds) {
                    found.push(state);
                }
            }
            found
        })
    }
}

impl<'p> PreparedPlan<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        let count = |names: &str| names.split(' ').filter(|name| !name.is_empty()).count() as u32;
        let version = |gate: Run| gate.of(&plan.bounds).iter().find(|bound| bound.axis == 0);
        let item = |section: &Section| plan.items.get(section.item.index());
        let gate = |section: &Section| item(section).and_then(|item| version(item.gate));
        let sections = plan.sections.iter().map(|section| SectionSpec {
            id: section.id as u8,
            name: item(section).map_or("?", |item| plan.name(item.name)),
            required: section.required,
            since: gate(section).map_or(0, |bound| bound.since),
            until: gate(section).and_then(|bound| bound.until),
            requires: section.requires.map(|id| id as u8),
            place: section.place,
            repeated: section.repeated,
            alignment: u64::from(section.align).max(1),
            must_align: section.align > 0,
            must_not_align: section.unaligned,
            end: section.end,
        });
        let mut gated = Vec::new();
        let steps = (0..plan.steps.len()).map(|at| {
            let step = PreparedStep::new(plan, at);
            let bits = parts(plan, at);
            if bits.iter().all(|part| part.gate.is_empty()) {
                return step;
            }
            gated.push(at as u32);
            step.with_mask(Mask::Gated(gated.len() as u32 - 1))
        });
        let steps = steps.collect();
        let lists = (0..plan.items.len()).map(|item| ListOf::new(plan, ItemId(item as u32)));
        let mut choices: Vec<Option<Tags>> = (0..plan.cases.len()).map(|_| None).collect();
        let mut case_of = vec![None; plan.items.len()];
        for shape in plan.shapes.iter() {
            let Shape::Choice { cases, .. } = *shape else { continue };
            if let Some(slot) = choices.get_mut(cases.start as usize) {
                *slot = Tags::new(cases.of(&plan.cases));
            }
            for (at, case) in (cases.start..).zip(cases.of(&plan.cases)) {
                let item = case.item.and_then(|item| case_of.get_mut(item.index()));
                if let Some(slot @ None) = item {
                    *slot = Some(at);
                }
            }
        }
        PreparedPlan {
            choices,
            case_of,
            steps,
            lists: lists.collect(),
            items: PreparedItem::all(plan),
            gated: gated.into(),
            has_last: plan
                .shapes
                .iter()
                .any(|shape| matches!(shape, Shape::Sequence { until: Until::Holds(_), .. })),
            searched: plan.exprs.iter().filter_map(searched).collect(),
            used: used(plan),
            inner: plan.inner_steps(),
            reads_left: plan.exprs.contains(&Expr::Left),
            has_open_digits: plan.shapes.iter().any(is_open_digits),
            later_lists: later_lists(plan),
            later_steps: later_steps(plan),
            has_places: plan.shapes.iter().any(|shape| matches!(shape, Shape::At { .. })),
            has_gaps: plan.shapes.iter().any(|shape| match shape {
                Shape::At { offset, .. } => !plan.is_position(*offset),
                _ => false,
            }),
            has_checksums: plan.exprs.iter().any(|expr| matches!(expr, Expr::Checksum(..))),
            release: plan.axis("release"),
            version_counts: plan.axes.iter().map(|axis| count(plan.name(axis.versions))).collect(),
            sections: sections.collect(),
            states: Cache::new(),
            producers: Cache::new(),
            schedules: Cache::new(),
            effects: OnceLock::new(),
        }
    }

    /// Whether expressions of other items use a step.
    #[inline]
    pub(super) fn is_used(&self, item: ItemId, step: u32) -> bool {
        self.used.binary_search(&(item, step)).is_ok()
    }

    /// Whether the number of a step depends on values that come after it in other items.
    #[inline]
    pub(super) fn is_later(&self, item: ItemId, step: u32) -> bool {
        self.later_steps.binary_search(&(item, step)).is_ok()
    }

    /// Whether a list records such numbers.
    pub(super) fn records_later(&self, plan: &Plan, list: u32) -> bool {
        let of = plan.lists.get(list as usize);
        of.is_some_and(|(item, step)| self.is_later(*item, *step))
    }

    /// The steps of an item that expressions of outer items use, with the position of the first one.
    pub(super) fn inner_of(&self, item: ItemId) -> (usize, &[(ItemId, u32)]) {
        let first = self.inner.partition_point(|(other, _)| *other < item);
        let own = self.inner.get(first..).unwrap_or_default();
        let end = own.partition_point(|(other, _)| *other == item);
        (first, own.get(..end).unwrap_or_default())
    }

    /// The position of a step among those that expressions of outer items use.
    pub(super) fn inner_at(&self, item: ItemId, step: u32) -> Option<usize> {
        self.inner.binary_search(&(item, step)).ok()
    }

    /// Whether expressions read the bytes of steps of an item.
    #[inline]
    pub(super) fn keeps_starts(&self, item: ItemId) -> bool {
        self.items.get(item.index()).is_some_and(|item| item.keeps_starts)
    }

    /// The kind of nesting of an item.
    #[inline]
    pub(super) fn nesting(&self, item: ItemId) -> Nesting {
        self.items.get(item.index()).map(|item| item.nesting).unwrap_or_default()
    }

    /// Whether writers note the offsets of the steps of an item.
    #[inline]
    pub(super) fn keeps_written(&self, item: ItemId) -> bool {
        self.items.get(item.index()).is_some_and(|item| item.keeps_written)
    }

    /// The positions of the steps that are checked at the end of an item.
    #[inline]
    pub(super) fn checked_at_end(&self, item: ItemId) -> &[u32] {
        self.items.get(item.index()).map_or(&[], |item| &item.checked_at_end)
    }

    /// The cases from the first one with a tag on. The result can include cases with other tags.
    #[inline]
    pub(super) fn cases<'c>(&self, plan: &'c Plan, cases: Run, tag: u64) -> &'c [Case] {
        let all = cases.of(&plan.cases);
        let Some(Some(Tags(first))) = self.choices.get(cases.start as usize) else { return all };
        match usize::try_from(tag).ok().and_then(|tag| first.get(tag)) {
            Some(&at) if at != Tags::NONE => all.get(at as usize..).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The case of an item in a choice; the first one of several tags.
    pub(super) fn case_of<'c>(&self, plan: &'c Plan, cases: Run, item: ItemId) -> Option<&'c Case> {
        let at = (*self.case_of.get(item.index())?)?.checked_sub(cases.start)?;
        cases.of(&plan.cases).get(at as usize)
    }

    /// The state of gates at these versions.
    pub(super) fn gate_state(&self, plan: &Plan, versions: AxisVersions) -> Arc<GateState> {
        let make =
            |versions: &Vec<_>| GateState::new(plan, &self.gated, versions.clone(), Vec::new());
        self.states.get(versions, make)
    }

    /// The state of gates with the versions that the name of a producer states. `versions` are the versions that are known
    /// already.
    pub(super) fn of_producer(
        &self,
        plan: &Plan,
        versions: &[Option<u32>],
        producer: &[u8],
        state: impl FnOnce() -> (AxisVersions, Vec<(usize, u32)>),
    ) -> Arc<GateState> {
        let make = |(versions, stated)| GateState::new(plan, &self.gated, versions, stated);
        match producer.len() > MAX_PRODUCER {
            true => make(state()),
            false => self.producers.get((versions.to_vec(), producer.to_vec()), |_| make(state())),
        }
    }

    /// The order in which sections are read, from the id and the item of each.
    pub(super) fn schedule(&self, plan: &Plan, sections: Vec<(u8, Option<u32>)>) -> Arc<Schedule> {
        self.schedules.get(sections, |sections| Arc::new(Order::new(plan).schedule(sections)))
    }

    /// Whether a step, by its index in the plan, appends numbers to a list, also in nested items.
    pub(super) fn appends(&self, plan: &Plan, step: usize, list: u32) -> bool {
        self.effects(plan, step).is_some_and(|of| of.lists.contains(&list))
    }

    /// Whether the bytes of a step, by its index in the plan, depend on its position.
    pub(super) fn is_placed(&self, plan: &Plan, step: usize) -> bool {
        self.effects(plan, step).is_some_and(|of| of.is_placed)
    }

    fn effects(&self, plan: &Plan, step: usize) -> Option<&Effects> {
        let all = self.effects.get_or_init(|| {
            let order = Order::new(plan);
            let of = |step| {
                let (lists, is_placed) = order.effects_of(step);
                Effects { lists: lists.into_iter().collect(), is_placed }
            };
            plan.steps.iter().map(of).collect()
        });
        all.get(step)
    }
}

/// The steps that expressions of other items use.
fn used(plan: &Plan) -> Vec<(ItemId, u32)> {
    let used = plan.exprs.iter().filter_map(|expr| match *expr {
        Expr::Around(item, step) | Expr::Inner(_, item, step) => Some((item, step)),
        _ => None,
    });
    // Numbers that depend on values after them are the same wherever they are used.
    let mut used: Vec<(ItemId, u32)> = used.chain(later_steps(plan)).collect();
    used.sort_unstable();
    used
}

fn later_lists(plan: &Plan) -> Box<[u32]> {
    let mut lists: Vec<u32> = plan.exprs.iter().filter_map(|expr| expr.later_list()).collect();
    lists.sort_unstable();
    lists.dedup();
    lists.into()
}

/// The steps whose numbers depend on values after them in other items, also by numbers of others.
fn later_steps(plan: &Plan) -> Vec<(ItemId, u32)> {
    if plan.exprs.iter().all(|expr| expr.later_list().is_none()) {
        return Vec::new();
    }
    let items = (0..plan.items.len()).map(|item| ItemId(item as u32));
    let mut others: Vec<(ItemId, u32, ExprId)> = items
        .flat_map(|item| {
            let steps = (0..).zip(plan.steps_of(item));
            steps.filter_map(move |(at, step)| Some((item, at, step.role.computed()?)))
        })
        .collect();
    let mut later: BTreeSet<(ItemId, u32)> = BTreeSet::new();
    loop {
        let known = later.len();
        others.retain(|(item, at, by)| {
            let depends = depends_on(plan, *item, *by, &later);
            if depends {
                later.insert((*item, *at));
            }
            !depends
        });
        if later.len() == known {
            return later.into_iter().collect();
        }
    }
}

/// Whether an expression of an item uses one of these numbers, or a later value.
fn depends_on(plan: &Plan, item: ItemId, by: ExprId, later: &BTreeSet<(ItemId, u32)>) -> bool {
    plan.exprs.get(by.index()).is_some_and(|expr| {
        let of = match *expr {
            Expr::Field(step) => Some((item, step)),
            Expr::Around(item, step) | Expr::Inner(_, item, step) => Some((item, step)),
            Expr::Listed(list, _) => plan.lists.get(list as usize).copied(),
            _ => None,
        };
        expr.later_list().is_some()
            || of.is_some_and(|of| later.contains(&of))
            || expr.parts().any(|part| depends_on(plan, item, part, later))
    })
}

/// The byte pattern that an expression searches for.
fn searched(expr: &Expr) -> Option<Run> {
    match expr {
        Expr::FindLast(bytes) => Some(*bytes),
        _ => None,
    }
}

/// Whether a shape is a number with as many bytes as there are digits.
fn is_open_digits(shape: &Shape) -> bool {
    matches!(shape, Shape::Integer { coding: Coding::Digits(of), .. } if of.is_open())
}

/// The parts of an integer of bits at a step.
fn parts(plan: &Plan, at: usize) -> &[Step] {
    let shape = plan.steps.get(at).and_then(|step| plan.shapes.get(step.shape.index()));
    match shape {
        Some(&Shape::Bits { parts, .. }) => {
            plan.steps.get(at + 1..=at + parts as usize).unwrap_or_default()
        }
        _ => &[],
    }
}
