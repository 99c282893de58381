//! Converts a plan into a layout: items become types. A transparent item becomes members of the item around it.

use super::layout::{Enum, Expr, Kind, Layout, Member, Type, What, nth};
use super::names::Names;
use super::needs::{self, Need};
use super::summaries::Summaries;
use bytespec_plan::{Absent, ItemId, Plan, Role, Run, Shape, Step};
use std::collections::{BTreeSet, HashMap};

/// Converts a plan.
pub(super) fn lower(plan: &Plan, summaries: &Summaries<'_>) -> Layout {
    let mut lower = Lower {
        plan,
        summaries,
        needs: needs::needs(plan),
        names: Names::default(),
        types: Vec::new(),
        made: HashMap::new(),
        places: HashMap::new(),
        enums: Vec::new(),
        known_enums: HashMap::new(),
        frames: Vec::new(),
        arguments: [const { None }; Plan::MAX_ARGUMENTS],
        header: Vec::new(),
        version_in_header: None,
    };
    let mut layout = lower.file();
    for (at, item) in (0..).zip(plan.items.iter()) {
        // A file that is a record has no header.
        if plan.file.is_some_and(|file| file.content.is_some() && file.header == ItemId(at)) {
            continue;
        }
        // No expression can state which properties an operation has.
        if item.kind != bytespec_plan::Kind::Properties && !item.kind.is_transparent() {
            lower.type_of(ItemId(at));
        }
    }
    layout.types = lower.types;
    layout.enums = lower.enums;
    layout
}

pub(super) struct Lower<'p> {
    pub(super) plan: &'p Plan,
    summaries: &'p Summaries<'p>,
    /// The parameters of each item.
    needs: Vec<BTreeSet<Need>>,
    /// Names of types and enums.
    pub(super) names: Names,
    pub(super) types: Vec<Type>,
    made: HashMap<ItemId, usize>,
    /// What the steps of the items that are types became.
    pub(super) places: HashMap<ItemId, Vec<Place>>,
    pub(super) enums: Vec<Enum>,
    pub(super) known_enums: HashMap<(bytespec_plan::Text, Run), usize>,
    /// The current item, after those that contain it.
    pub(super) frames: Vec<Frame>,
    /// The arguments of the item that is next.
    pub(super) arguments: [Option<Expr>; Plan::MAX_ARGUMENTS],
    /// The steps of the header, after its conversion.
    pub(super) header: Vec<Place>,
    /// The version of the file, computed from the steps of the header.
    pub(super) version_in_header: Option<Expr>,
}

/// A current item, with the steps converted so far.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) item: ItemId,
    pub(super) places: Vec<Place>,
}

/// The result of converting a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// The name of its member.
    pub(super) name: String,
    /// Its value, if it is a number.
    pub(super) value: Option<Expr>,
    /// The condition under which it is present; none if it always is.
    pub(super) when: Option<Expr>,
    /// Its value if it is absent.
    pub(super) absent: i128,
    /// The kind of its elements.
    pub(super) elements: Option<Kind>,
    /// Whether the last element comes first.
    pub(super) reversed: bool,
}

/// An integer whose bits are split into parts.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    pub(super) whole: Expr,
    /// The condition under which it is present; none if it always is.
    pub(super) when: Option<Expr>,
    /// The number of bits used so far, from the lowest one.
    pub(super) taken: Expr,
}

/// The members of a type being built.
#[derive(Debug, Default)]
pub(super) struct Members {
    pub(super) names: Names,
    pub(super) list: Vec<Member>,
    /// The integer whose bits the next parts use.
    pub(super) bits: Option<Bits>,
    /// Whether the rest of the type cannot be expressed.
    pub(super) is_closed: bool,
}

impl Lower<'_> {
    /// The item whose steps are converted.
    pub(super) fn own(&self) -> ItemId {
        self.frames.last().map_or(ItemId(0), |frame| frame.item)
    }

    pub(super) fn name(&self, text: bytespec_plan::Text) -> String {
        self.plan.name(text).to_owned()
    }

    /// The summary of an item, or of a step of it.
    fn summary(&self, item: ItemId, step: Option<&Step>) -> String {
        let Some(of) = self.plan.items.get(item.index()) else { return String::new() };
        let origin = step.map_or(of.origin, |step| step.origin);
        let Some((file, line)) = self.plan.place(origin) else { return String::new() };
        let name = step.map_or("", |step| self.plan.name(step.name).trim_end_matches('?'));
        self.summaries.get(&format!("{file}:{line}"), self.plan.name(of.name), name).to_owned()
    }

    /// The type of an item; converts the item on the first call.
    pub(super) fn type_of(&mut self, item: ItemId) -> usize {
        if let Some(known) = self.made.get(&item) {
            return *known;
        }
        let of = self.plan.items[item.index()];
        let name = match of.kind {
            bytespec_plan::Kind::Operation => format!("{} op", self.name(of.name)),
            bytespec_plan::Kind::Section => format!("{} section", self.name(of.name)),
            bytespec_plan::Kind::Variant => format!("{} variant", self.name(of.name)),
            _ => self.name(of.name),
        };
        let needs = &self.needs[item.index()];
        let ty = Type {
            name: self.names.give(&name),
            about: self.summary(item, None),
            params: needs.iter().filter_map(|need| self.param(*need)).collect(),
            ..Type::default()
        };
        let at = self.types.len();
        self.types.push(ty);
        self.made.insert(item, at);
        let around = std::mem::take(&mut self.frames);
        let mut members = Members::default();
        let frame = self.steps(item, "", None, &mut members);
        self.places.insert(item, frame.places.clone());
        if self.plan.file.is_some_and(|file| file.header == item) {
            self.frames = vec![frame];
            self.version_in_header = self.version_from_header();
            self.header = self.frames.pop().map_or(Vec::new(), |frame| frame.places);
        }
        self.frames = around;
        self.types[at].members = members.list;
        at
    }

    /// The name of a parameter.
    pub(super) fn param(&self, need: Need) -> Option<String> {
        match need {
            Need::Around(item, step) => {
                let holder = self.plan.items.get(item.index())?;
                let step = nth(self.plan.steps_of(item), step)?;
                let name = format!("{} {}", self.plan.name(holder.name), self.plan.name(step.name));
                Some(super::names::plain(&name))
            }
            Need::Index => Some("index".to_owned()),
            Need::Argument(at) => Some(format!("argument_{at}")),
        }
    }

    /// The arguments that an item needs at the current place.
    pub(super) fn arguments_of(&self, item: ItemId, in_sequence: bool) -> Option<Vec<Expr>> {
        let needs = self.needs[item.index()].iter();
        needs.map(|need| self.needed(*need, in_sequence)).collect()
    }

    pub(super) fn needed(&self, need: Need, in_sequence: bool) -> Option<Expr> {
        match need {
            Need::Around(item, step) => {
                match self.frames.iter().rev().find(|frame| frame.item == item) {
                    Some(frame) => nth(&frame.places, step)?.number().map(Expr::number),
                    None => self.param(need).map(Expr::Param),
                }
            }
            Need::Index if in_sequence => Some(Expr::Index),
            Need::Argument(at) => nth(&self.arguments, at)?.clone(),
            Need::Index => self.param(need).map(Expr::Param),
        }
    }

    /// Converts the steps of an item into members. For a transparent item, the names of all of them begin with `prefix`.
    pub(super) fn steps(
        &mut self,
        item: ItemId,
        prefix: &str,
        when: Option<&Expr>,
        out: &mut Members,
    ) -> Frame {
        self.frames.push(Frame { item, places: Vec::new() });
        for step in self.plan.steps_of(item) {
            let place = match out.is_closed {
                true => Place::default(),
                false => self.step(step, prefix, when, out),
            };
            if let Some(frame) = self.frames.last_mut() {
                frame.places.push(place);
            }
        }
        self.frames.pop().unwrap_or(Frame { item, places: Vec::new() })
    }

    /// The name of the member for a step. Those of a transparent item begin with `prefix`.
    fn member_name(&self, step: &Step, prefix: &str) -> String {
        let name = self.plan.name(step.name);
        let name = match name.strip_suffix('?') {
            Some(name) => format!("has {name}"),
            None => name.to_owned(),
        };
        match (prefix, step.role) {
            ("", _) => name,
            (prefix, Role::Visible) => prefix.to_owned(),
            (prefix, _) => format!("{prefix} {name}"),
        }
    }

    fn step(&mut self, step: &Step, prefix: &str, when: Option<&Expr>, out: &mut Members) -> Place {
        let name = self.member_name(step, prefix);
        let absent = match step.absent {
            Absent::Number(number) => number,
            _ => 0,
        };
        let own = step.when.map(|when| self.expr(when, false));
        let is_known = !matches!(own, Some(None));
        let gate = Some(self.gate(step.gate));
        let when = Expr::both(when.cloned(), Expr::both(gate, own.flatten().map(Expr::truth)));
        let shape = self.plan.shapes[step.shape.index()];
        let when = match (shape, &out.bits) {
            (Shape::Part { .. }, Some(bits)) => Expr::both(bits.when.clone(), when),
            _ => when,
        };
        let when = match when {
            Some(Expr::Number(0)) if is_known => {
                let value = u64::try_from(absent).ok().map(Expr::Number);
                return Place { value, ..Place::default() };
            }
            Some(Expr::Number(_)) => None,
            when => when,
        };
        if let Some(rule) = self.plan.rule(step) {
            // The member is omitted, too, if its condition cannot be expressed.
            if is_known {
                self.check(rule, when, out);
            }
            return Place::default();
        }
        if let Shape::Item(inner) = shape
            && self.plan.items[inner.index()].kind == bytespec_plan::Kind::Transparent
            && is_known
        {
            let name = if prefix.is_empty() { name } else { format!("{prefix} {name}") };
            let frame = self.steps(inner, &name, when.as_ref(), out);
            let visible = self.plan.visible_step(inner);
            return visible.and_then(|at| frame.places.get(at).cloned()).unwrap_or_default();
        }
        let mut member = Member {
            about: self.summary(self.own(), Some(step)),
            when: when.clone(),
            ..Member::new(&out.names.give(&name), What::Bytes)
        };
        let found = if is_known { self.shape(step.shape, &mut member, out) } else { None };
        let place = match found {
            Some(place) => Place { name: member.name.clone(), when, absent, ..place },
            None => {
                // Later members do not depend on the end of this one.
                let is_aside =
                    matches!(shape, Shape::Computed { .. } | Shape::At { .. } | Shape::Part { .. });
                member = self.omitted(member, step, is_aside);
                out.is_closed |= !is_aside;
                Place::default()
            }
        };
        let check = self.required(step, &mut member, &place, out);
        let named = match (&member.what, &place.value) {
            (What::Number(number, Some(names)), Some(value)) if !number.is_native() => {
                let what = What::Value(value.clone(), Some(*names));
                let name = out.names.give(&format!("{} name", member.name));
                Some(Member { when: member.when.clone(), ..Member::new(&name, what) })
            }
            _ => None,
        };
        out.list.push(member);
        out.list.extend(named.into_iter().chain(check));
        place
    }
}

impl Lower<'_> {
    /// A member that no viewer can describe, and everything after it unless it stands aside.
    fn omitted(&self, member: Member, step: &Step, is_aside: bool) -> Member {
        let item = self.own();
        let (name, shown) = (&member.name, self.plan.show_shape(item, step.shape));
        let (what, note) = match is_aside {
            true => (What::Nothing, format!("{name} is omitted here: {shown}")),
            false => {
                (What::Bytes, format!("{name} and everything after it are omitted here: {shown}"))
            }
        };
        let about = if is_aside { String::new() } else { member.about };
        Member { about, note, when: member.when, ..Member::new(name, what) }
    }
}

impl Place {
    /// Its value as a number, including its value if it is absent.
    pub(super) fn number(&self) -> Option<Expr> {
        let value = self.value.clone()?;
        Some(match &self.when {
            Some(when) => {
                let absent = Expr::Number(u64::try_from(self.absent).ok()?);
                match value.is_truth() && self.absent == 0 {
                    true => Expr::two(super::layout::Operator::And, when.clone(), value),
                    false => Expr::either(when.clone(), value.number(), absent),
                }
            }
            None => value,
        })
    }
}
