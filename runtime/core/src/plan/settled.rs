//! What is settled once: of a plan for all files, and of its gates for all files whose clocks stand the same.

use super::order::{Order, Schedule};
use super::ready::{ListOf, Mask, Ready, claimed};
use crate::container::SectionSpec;
use bytespec_plan::{Case, ItemId, Plan, Run, Section, Shape, Step};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock};

/// How many answers of a kind are kept: files may name as many producers as they like.
const MAX_KEPT: usize = 256;

/// The longest name of a producer that is kept.
const MAX_PRODUCER: usize = 256;

/// The hand of each clock; none where nobody knows it.
type Hands = Vec<Option<u32>>;

/// What follows from a plan, whatever is read.
#[derive(Debug)]
pub(super) struct Settled<'p> {
    /// By index of the step.
    pub(super) steps: Vec<Ready>,
    /// By index of the item.
    pub(super) lists: Vec<Option<ListOf>>,
    /// Steps that are integers of bits of which clocks say some, by index.
    gated: Arc<[u32]>,
    /// How the cases of a choice are found, by the index of its first one.
    choices: Vec<Option<Tags>>,
    /// The case that an item is, by index of both.
    case_of: Hands,
    /// How many ticks each clock has.
    pub(super) ticks: Vec<u32>,
    /// The clock of the producer's releases.
    pub(super) release: Option<usize>,
    /// The sections, in the words of containers.
    pub(super) sections: Vec<SectionSpec<'p>>,
    clocks: Kept<Hands, Arc<Clocks>>,
    producers: Kept<(Hands, Vec<u8>), Arc<Clocks>>,
    schedules: Kept<Vec<(u8, Option<u32>)>, Arc<Schedule>>,
}

/// Where the first case with each tag is, counted from the first case of a choice; cases with one tag stand side by side.
#[derive(Debug)]
struct Tags(Vec<u32>);

impl Tags {
    /// The highest tag that has a place.
    const MOST: u64 = 4095;
    const NONE: u32 = u32::MAX;

    fn new(cases: &[Case]) -> Option<Self> {
        let highest = cases.iter().map(|case| case.tag).max()?;
        let mut first = vec![Tags::NONE; highest.min(Tags::MOST) as usize + 1];
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

/// Answers that were given before.
#[derive(Debug)]
struct Kept<K, V>(Mutex<HashMap<K, V>>);

impl<K: Eq + Hash, V: Clone> Kept<K, V> {
    fn new() -> Self {
        Kept(Mutex::new(HashMap::new()))
    }

    fn get(&self, key: K, make: impl FnOnce(&K) -> V) -> V {
        if let Ok(kept) = self.0.lock()
            && let Some(value) = kept.get(&key)
        {
            return value.clone();
        }
        let value = make(&key);
        if let Ok(mut kept) = self.0.lock() {
            if kept.len() >= MAX_KEPT {
                kept.clear();
            }
            kept.insert(key, value.clone());
        }
        value
    }
}

/// How clocks stand, and which bounds of gates hold then.
#[derive(Debug)]
pub(super) struct Clocks {
    pub(super) hands: Hands,
    /// Clocks that the file tells, though readers take what any tick has, and how they stand.
    pub(super) told: Vec<(usize, u32)>,
    /// By index of the bound.
    pub(super) bounds: Vec<bool>,
    /// The bits that parts take, of each integer of bits of which clocks say some.
    pub(super) masks: Vec<u64>,
    gated: Arc<[u32]>,
    /// The same with each tick of a clock that nobody knows.
    ticks: Vec<OnceLock<Vec<Arc<Clocks>>>>,
}

impl Clocks {
    fn new(plan: &Plan, gated: &Arc<[u32]>, hands: Hands, told: Vec<(usize, u32)>) -> Arc<Self> {
        let hand = |clock: u32| hands.get(clock as usize).copied().flatten();
        let bounds = plan.bounds.iter().map(|bound| bound.holds(hand(bound.clock)));
        let bounds: Vec<bool> = bounds.collect();
        let masks = gated.iter().map(|step| {
            let parts = parts(plan, *step as usize);
            let open = parts.iter().filter(|part| part.gate.of(&bounds).iter().all(|holds| *holds));
            claimed(plan, open)
        });
        let masks = masks.collect();
        let ticks = vec![OnceLock::new(); plan.clocks.len()];
        Arc::new(Clocks { hands, told, bounds, masks, gated: Arc::clone(gated), ticks })
    }

    /// How a clock stands.
    pub(super) fn hand(&self, clock: usize) -> Option<u32> {
        self.hands.get(clock).copied().flatten()
    }

    /// How a clock stands, or what the file tells of it.
    pub(super) fn told(&self, clock: usize) -> Option<u32> {
        let told = || self.told.iter().find(|told| told.0 == clock).map(|told| told.1);
        self.hand(clock).or_else(told)
    }

    /// The same with each tick of a clock, newest first; of ticks that have the same only the newest.
    pub(super) fn at_ticks(&self, plan: &Plan, clock: usize, ticks: u32) -> &[Arc<Clocks>] {
        let Some(cell) = self.ticks.get(clock) else { return &[] };
        cell.get_or_init(|| {
            let mut found: Vec<Arc<Clocks>> = Vec::new();
            for tick in (0..ticks).rev() {
                let mut hands = self.hands.clone();
                if let Some(hand) = hands.get_mut(clock) {
                    *hand = Some(tick);
                }
                let clocks = Clocks::new(plan, &self.gated, hands, Vec::new());
                if !found.iter().any(|other| other.bounds == clocks.bounds) {
                    found.push(clocks);
                }
            }
            found
        })
    }
}

impl<'p> Settled<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        let count = |names: &str| names.split(' ').filter(|name| !name.is_empty()).count() as u32;
        let version = |gate: Run| gate.of(&plan.bounds).iter().find(|bound| bound.clock == 0);
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
            let ready = Ready::new(plan, at);
            let bits = parts(plan, at);
            if bits.iter().all(|part| part.gate.is_empty()) {
                return ready;
            }
            gated.push(at as u32);
            ready.with_mask(Mask::Gated(gated.len() as u32 - 1))
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
        Settled {
            choices,
            case_of,
            steps,
            lists: lists.collect(),
            gated: gated.into(),
            release: plan.clock("release"),
            ticks: plan.clocks.iter().map(|clock| count(plan.name(clock.ticks))).collect(),
            sections: sections.collect(),
            clocks: Kept::new(),
            producers: Kept::new(),
            schedules: Kept::new(),
        }
    }

    /// The cases of a tag, and perhaps others.
    #[inline]
    pub(super) fn cases<'c>(&self, plan: &'c Plan, cases: Run, tag: u64) -> &'c [Case] {
        let all = cases.of(&plan.cases);
        let Some(Some(Tags(first))) = self.choices.get(cases.start as usize) else { return all };
        match usize::try_from(tag).ok().and_then(|tag| first.get(tag)) {
            Some(&at) if at != Tags::NONE => all.get(at as usize..).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The case of a choice that an item is.
    pub(super) fn case_of<'c>(&self, plan: &'c Plan, cases: Run, item: ItemId) -> Option<&'c Case> {
        let at = (*self.case_of.get(item.index())?)?.checked_sub(cases.start)?;
        cases.of(&plan.cases).get(at as usize)
    }

    /// The clocks with these hands.
    pub(super) fn clocks(&self, plan: &Plan, hands: Hands) -> Arc<Clocks> {
        let make = |hands: &Vec<_>| Clocks::new(plan, &self.gated, hands.clone(), Vec::new());
        self.clocks.get(hands, make)
    }

    /// The clocks that the name of a producer tells, where others stand like `hands`.
    pub(super) fn of_producer(
        &self,
        plan: &Plan,
        hands: &[Option<u32>],
        producer: &[u8],
        tell: impl FnOnce() -> (Hands, Vec<(usize, u32)>),
    ) -> Arc<Clocks> {
        let clocks = |(hands, told)| Clocks::new(plan, &self.gated, hands, told);
        match producer.len() > MAX_PRODUCER {
            true => clocks(tell()),
            false => self.producers.get((hands.to_vec(), producer.to_vec()), |_| clocks(tell())),
        }
    }

    /// When sections are read, by the id and the item of each.
    pub(super) fn schedule(&self, plan: &Plan, sections: Vec<(u8, Option<u32>)>) -> Arc<Schedule> {
        self.schedules.get(sections, |sections| Arc::new(Order::new(plan).schedule(sections)))
    }
}

/// The parts of the integer of bits that a step is.
fn parts(plan: &Plan, at: usize) -> &[Step] {
    let shape = plan.steps.get(at).and_then(|step| plan.shapes.get(step.shape.index()));
    match shape {
        Some(&Shape::Bits { parts, .. }) => {
            plan.steps.get(at + 1..=at + parts as usize).unwrap_or_default()
        }
        _ => &[],
    }
}
