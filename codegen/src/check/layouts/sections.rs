//! Which sections have which layout, and which needs another.

use super::graph::Graph;
use crate::ast::{DescribedStep, Expression, Place, Section};
use crate::diagnostics::Diagnostics;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

const RULE: &str = "layout-scope";

pub(super) fn check(graph: &Graph<'_, '_>, out: &mut Diagnostics) {
    let sections: Vec<&Section> =
        graph.cx.schema.sections.iter().filter(|section| section.layout.is_some()).collect();
    let mut first: HashMap<&str, &Section> = HashMap::new();
    for section in &sections {
        let Some(layout) = &section.layout else { continue };
        match first.get(layout.value.as_str()) {
            Some(other) => {
                out.found(RULE, format!("two sections have the layout `{}`", layout.value))
                    .at(layout.span, "said again here")
                    .at(other.common.name.span, "has it too")
                    .help("declare a layout for each, of one field that both share");
            }
            None => {
                first.insert(&layout.value, section);
            }
        }
    }
    circles(graph, &sections, out);
}

/// No two sections need each other: none could be read first.
fn circles(graph: &Graph<'_, '_>, sections: &[&Section], out: &mut Diagnostics) {
    let of: Vec<HashSet<usize>> = sections.iter().map(|section| inside(graph, section)).collect();
    let mut holders: HashMap<usize, Vec<usize>> = HashMap::new();
    for (section, layouts) in of.iter().enumerate() {
        for layout in layouts {
            holders.entry(*layout).or_default().push(section);
        }
    }
    let mut needs: Vec<BTreeMap<usize, &Place>> = vec![BTreeMap::new(); sections.len()];
    for (section, layouts) in of.iter().enumerate() {
        for step in layouts.iter().flat_map(|layout| &graph.layouts[*layout].steps) {
            for place in places(step) {
                let Some(layout) = graph.layout(&place.item.value) else { continue };
                if layouts.contains(&layout) {
                    continue;
                }
                for other in holders.get(&layout).into_iter().flatten() {
                    needs[section].entry(*other).or_insert(place);
                }
            }
        }
    }
    let reach = |start: usize| {
        let mut seen = BTreeSet::new();
        let mut left: Vec<usize> = needs[start].keys().copied().collect();
        while let Some(at) = left.pop() {
            if seen.insert(at) {
                left.extend(needs[at].keys());
            }
        }
        seen
    };
    let circle = (0..sections.len()).find(|start| reach(*start).contains(start));
    if let Some(start) = circle
        && let Some((other, place)) = needs[start]
            .iter()
            .find(|(other, _)| reach(**other).contains(&start) || **other == start)
    {
        let (one, other) = (&sections[start].common.name, &sections[*other].common.name);
        out.found(RULE, format!("sections `{}` and `{}` need each other", one.value, other.value))
            .at(place.item.span, format!("`{}` cannot be read before `{}`", one.value, other.value))
            .at(other.span, "and the other way round, directly or through others");
    }
}

/// The layouts that a section is made of.
fn inside(graph: &Graph<'_, '_>, section: &Section) -> HashSet<usize> {
    let mut seen = HashSet::new();
    let layout = section.layout.as_ref().and_then(|name| graph.layout(&name.value));
    let mut left: Vec<usize> = layout.into_iter().collect();
    while let Some(at) = left.pop() {
        if seen.insert(at) {
            left.extend(graph.layouts[at].steps.iter().flat_map(|step| graph.held(&step.ty)));
        }
    }
    seen
}

/// The places of other sections that a step asks for.
fn places(step: &DescribedStep) -> Vec<&Place> {
    let mut places = Vec::new();
    for expression in step.expressions() {
        expression.walk(&mut |part| {
            if let Expression::Count(place)
            | Expression::Listed(place, _)
            | Expression::Find(place, _) = part
            {
                places.push(place);
            }
        });
    }
    places
}
