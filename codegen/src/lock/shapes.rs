//! The wire shapes of a schema, by its plan.

use super::text::{ABSENT, Axis, Lock, Shape, bare};
use crate::fingerprint::Fingerprint;
use crate::model::Model;
use bytespec_plan::{
    Bound, Case, FileShape, Item, ItemId, Kind, Layout, Origin, Plan, Run, Section, Shape as Wire,
};
use std::collections::{BTreeMap, BTreeSet};

/// The subject of a line.
enum Of<'p> {
    Item(ItemId),
    /// With its cases: the tags can differ by version.
    Case(ItemId, Vec<&'p Case>),
    Section(&'p Section),
    Enum {
        gate: Run,
        members: Run,
        open: bool,
        place: &'p str,
    },
    Layouts(Vec<&'p Layout>),
    File(&'p FileShape),
}

/// All shapes in the released versions of a schema.
#[must_use]
pub fn shapes(model: &Model) -> Lock {
    let plan = crate::plan::lower(model);
    let unreleased: BTreeSet<&str> = model
        .releases
        .iter()
        .flat_map(|releases| &releases.unreleased)
        .filter_map(|at| model.releases.as_ref()?.names.get(*at))
        .map(String::as_str)
        .collect();
    let axes = plan.axes.iter().enumerate().map(|(at, axis)| {
        let versions = plan.name(axis.versions).split(' ').map(str::to_owned);
        // The unreleased releases of the producer; all releases of dialects are released.
        let is_out = |version: &String| {
            !version.is_empty() && (at != 1 || !unreleased.contains(version.as_str()))
        };
        let versions = versions.filter(is_out).collect();
        Axis { name: plan.name(axis.name).to_owned(), versions, line: 0 }
    });
    let axes: Vec<Axis> = axes.collect();
    let mut items: BTreeMap<String, Vec<Shape>> = BTreeMap::new();
    for (name, of) in subjects(&plan, model) {
        // Several items can have the same name, in different versions.
        let mut key = name.clone();
        let mut count = 1;
        while items.contains_key(&key) {
            count += 1;
            key = format!("{name} #{count}");
        }
        let shapes = of.shapes(&plan, &axes);
        if shapes.iter().any(|shape| shape.steps != ABSENT) {
            items.insert(key, shapes);
        }
    }
    Lock { axes, items }
}

/// All items with a line.
fn subjects<'p>(plan: &'p Plan, model: &'p Model) -> Vec<(String, Of<'p>)> {
    let mut found = Vec::new();
    let mut cases: BTreeMap<u32, (String, Vec<&Case>)> = BTreeMap::new();
    for (index, item) in (0..).zip(plan.items.iter()) {
        if !matches!(item.kind, Kind::Union | Kind::Operations) {
            continue;
        }
        for case in plan.cases_of(ItemId(index)) {
            let Some(of) = case.item else { continue };
            let union = plan.name(item.name).to_owned();
            cases.entry(of.0).or_insert_with(|| (union, Vec::new())).1.push(case);
        }
    }
    let mut enums = BTreeSet::new();
    for shape in plan.shapes.iter() {
        if let Wire::Enum { name, gate, members, open, .. } = *shape {
            let name = plan.name(name);
            if enums.insert(name) {
                let of_model = model.enums.iter().find(|item| item.docs.name == name);
                let place = of_model.map_or("", |item| item.docs.place.as_str());
                found.push((format!("enum {name}"), Of::Enum { gate, members, open, place }));
            }
        }
    }
    if let Some(file) = &plan.file {
        found.push(("file".to_owned(), Of::File(file)));
    }
    for section in plan.sections.iter() {
        let item = plan.items.get(section.item.index());
        let name = item.map_or("", |item| plan.name(item.name));
        found.push((format!("section {name}"), Of::Section(section)));
    }
    for (index, item) in (0..).zip(plan.items.iter()) {
        let id = ItemId(index);
        let name = plan.name(item.name);
        let kind = item.kind.word();
        match cases.remove(&id.0) {
            Some((_, of)) if item.kind == Kind::Operation => {
                found.push((format!("op {name}"), Of::Case(id, of)));
            }
            Some((union, of)) => found.push((format!("{kind} {union}.{name}"), Of::Case(id, of))),
            None if matches!(item.kind, Kind::Transparent | Kind::Properties | Kind::Section) => {}
            None => found.push((format!("{kind} {name}"), Of::Item(id))),
        }
    }
    let mut layouts: BTreeMap<String, Vec<&Layout>> = BTreeMap::new();
    for layout in plan.layouts.iter() {
        let (dialect, operation) = (plan.name(layout.dialect), plan.name(layout.operation));
        let name = match operation.is_empty() {
            true => format!("entries {dialect}"),
            false => format!("properties {dialect}.{operation}"),
        };
        layouts.entry(name).or_default().push(layout);
    }
    found.extend(layouts.into_iter().map(|(name, of)| (name, Of::Layouts(of))));
    found
}

impl Of<'_> {
    /// Its shapes, at each version of each axis that changes it.
    fn shapes(&self, plan: &Plan, axes: &[Axis]) -> Vec<Shape> {
        let mut steps: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        for bound in self.bounds(plan) {
            let axis = index(bound.axis);
            let released = axes.get(axis).map_or(0, |axis| axis.versions.len());
            let changes = [Some(bound.since), bound.until.map(|until| until + 1)];
            let changes = changes.into_iter().flatten();
            let of_axis = steps.entry(axis).or_insert_with(|| BTreeSet::from([0]));
            of_axis.extend(changes.filter(|version| index(*version) < released));
        }
        let mut points = vec![vec![None; plan.axes.len()]];
        for (axis, versions) in &steps {
            let with = |point: &Vec<Option<u32>>| {
                let all = versions.iter().map(|version| {
                    let mut point = point.clone();
                    point[*axis] = Some(*version);
                    point
                });
                all.collect::<Vec<_>>()
            };
            points = points.iter().flat_map(with).collect();
        }
        let mut found: Vec<Shape> = Vec::new();
        for point in points {
            let text = self.text(plan, &point).unwrap_or_else(|| ABSENT.to_owned());
            let since = axes.iter().zip(&point).filter_map(|(axis, version)| {
                let version = axis.versions.get(index((*version)?))?;
                Some((axis.name.clone(), version.clone()))
            });
            let since: Vec<(String, String)> = since.collect();
            // Along one axis, a shape applies until the next one; there is no line before the first version that has the item.
            let before = found.last().map_or(ABSENT, |shape| shape.steps.as_str());
            let is_said = match steps.len() {
                0 | 1 => before != text,
                _ => {
                    text != ABSENT
                        || found.iter().any(|shape| is_before(&shape.since, &since, axes))
                }
            };
            if is_said {
                let place = self.place(plan);
                found.push(Shape { since, steps: text, place });
            }
        }
        found
    }

    fn bounds(&self, plan: &Plan) -> Vec<Bound> {
        let of_gate = |gate: Run| gate.of(&plan.bounds).to_vec();
        let of_item = |item: ItemId| {
            let gate = plan.items.get(item.index()).map_or(Run::EMPTY, |item| item.gate);
            [of_gate(gate), plan.bounds_shown(item)].concat()
        };
        match self {
            Of::Item(item) => of_item(*item),
            Of::Section(section) => of_item(section.item),
            Of::Case(item, cases) => {
                let mut found = of_item(*item);
                found.extend(cases.iter().flat_map(|case| of_gate(case.gate)));
                found
            }
            Of::Enum { gate, members, .. } => {
                let members = members.of(&plan.members).iter();
                members.flat_map(|member| of_gate(member.gate)).chain(of_gate(*gate)).collect()
            }
            Of::Layouts(layouts) => {
                let of = |layout: &&Layout| [of_gate(layout.gate), of_item(layout.item)].concat();
                layouts.iter().flat_map(of).collect()
            }
            Of::File(_) => Vec::new(),
        }
    }

    /// Its shape on the wire; none in versions without it.
    fn text(&self, plan: &Plan, at: &[Option<u32>]) -> Option<String> {
        let is_open = |gate: Run| {
            let mut bounds = gate.of(&plan.bounds).iter();
            bounds.all(|bound| {
                let version = at.get(index(bound.axis)).copied().flatten();
                version.is_none_or(|version| bound.holds(Some(version)))
            })
        };
        let item = |id: ItemId| {
            let gate = plan.items.get(id.index()).map_or(Run::EMPTY, |item| item.gate);
            is_open(gate).then(|| plan.show_at(id, at).to_string())
        };
        let with = |head: Vec<String>, steps: String| {
            let parts = head.into_iter().chain(Some(steps).filter(|steps| !steps.is_empty()));
            parts.collect::<Vec<_>>().join("; ")
        };
        match self {
            Of::Item(id) => {
                item(*id).map(|steps| if steps.is_empty() { "nothing".into() } else { steps })
            }
            Of::Case(id, cases) => {
                let open = cases.iter().filter(|case| is_open(case.gate));
                let tags: Vec<String> = open.map(|case| format!("tag {}", case.tags())).collect();
                let steps = item(*id)?;
                (!tags.is_empty()).then(|| with(tags, steps))
            }
            Of::Section(section) => Some(with(section_words(section), item(section.item)?)),
            Of::Enum { gate, members, open, .. } => {
                let members = members.of(&plan.members).iter();
                let there = members.filter(|member| !member.removed && is_open(member.gate));
                let words: Vec<String> = there
                    .map(|member| format!("{}: {}", plan.name(member.name), member.number))
                    .chain(open.then(|| "other numbers".to_owned()))
                    .collect();
                (is_open(*gate) && !words.is_empty()).then(|| words.join("; "))
            }
            Of::Layouts(layouts) => {
                let open = layouts.iter().filter(|layout| is_open(layout.gate));
                let texts = open.filter_map(|layout| {
                    let record = match layout.record {
                        0 => String::new(),
                        record => format!("version record {record} "),
                    };
                    let steps = match plan.items.get(layout.item.index())?.kind {
                        Kind::Properties => item(layout.item)?,
                        _ => plan
                            .items
                            .get(layout.item.index())
                            .map(|of| plan.name(of.name).to_owned())?,
                    };
                    Some(format!("{record}{steps}"))
                });
                let texts: Vec<String> = texts.map(|text| bare(&text)).collect();
                let mut hash = Fingerprint::default();
                texts.iter().for_each(|text| hash.add(text));
                // There are thousands of layouts; the schema has each by release.
                (!texts.is_empty()).then(|| format!("hash {hash}"))
            }
            Of::File(file) => Some(file_words(plan, file).join("; ")),
        }
    }

    /// The file and the line of the schema.
    fn place(&self, plan: &Plan) -> String {
        let of = |id: ItemId| plan.items.get(id.index()).map(|item: &Item| item.origin);
        let origin = match self {
            Of::Item(id) | Of::Case(id, _) => of(*id),
            Of::Section(section) => of(section.item),
            Of::Layouts(layouts) => layouts.first().and_then(|layout| of(layout.item)),
            Of::Enum { place, .. } => return (*place).to_owned(),
            Of::File(_) => None,
        };
        let Some(Origin { file, line: line @ 1.. }) = origin else { return String::new() };
        let file = plan.files.get(index(file)).map_or("", |file| plan.name(*file));
        format!("{file}:{line}")
    }
}

/// A number of the plan as an index.
fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Whether no axis is later at the first point than at the second.
fn is_before(one: &[(String, String)], other: &[(String, String)], axes: &[Axis]) -> bool {
    one.iter().zip(other).all(|((axis, a), (_, b))| {
        let versions = axes.iter().find(|known| known.name == *axis).map(|axis| &axis.versions);
        let place = |version: &String| versions?.iter().position(|known| known == version);
        place(a) <= place(b)
    })
}

fn section_words(section: &Section) -> Vec<String> {
    let Section { id, required, align, unaligned, end, repeated, requires, place, .. } = *section;
    let mut words = vec![format!("id {id}")];
    let flags =
        [(required, "required"), (unaligned, "unaligned"), (end, "end"), (repeated, "repeated")];
    words.extend(flags.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()));
    words.extend((align > 0).then(|| format!("aligned to {align}")));
    words.extend(requires.map(|id| format!("with section {id}")));
    words.extend(place.map(|place| format!("place {place}")));
    words
}

fn file_words(plan: &Plan, file: &FileShape) -> Vec<String> {
    let magic: Vec<String> =
        file.magic.of(&plan.bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let header = plan.items.get(file.header.index()).map_or("", |item| plan.name(item.name));
    let numbers = |run: Run| {
        let numbers = run.of(&plan.numbers).iter().map(ToString::to_string);
        numbers.collect::<Vec<_>>().join(", ")
    };
    let mut words = vec![
        format!("magic {}", magic.join(" ")),
        format!("filler {:#04x}", file.pad),
        format!("header {header}, version in {}", numbers(file.version)),
        format!("ids of {} bits, lengths {:?}", file.id_bits, file.coding),
    ];
    words.extend(
        (!file.features.is_empty()).then(|| format!("features in {}", numbers(file.features))),
    );
    words.extend(file.aligned_bit.map(|bit| format!("aligned in bit {bit}")));
    let flags = [
        (file.producer, "producer"),
        (file.unknown_error, "no unknown sections"),
        (file.again_error, "no section twice"),
        (file.filler_error, "no other filler"),
    ];
    words.extend(flags.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()));
    words
}
