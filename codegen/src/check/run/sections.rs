//! The contents of sections, and their dependencies.

use super::graph::Graph;
use crate::ast::{Expression, Field, Place, Section};
use crate::diagnostics::Diagnostics;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

const RULE: &str = "expression";

pub(super) fn check(graph: &Graph<'_, '_>, out: &mut Diagnostics) {
    let sections: Vec<&Section> =
        graph.cx.schema.sections.iter().filter(|section| section.content.is_some()).collect();
    let mut first: HashMap<&str, &Section> = HashMap::new();
    for section in &sections {
        let Some(content) = &section.content else { continue };
        match first.get(content.value.as_str()) {
            Some(other) => {
                out.found(RULE, format!("two sections have the content `{}`", content.value))
                    .at(content.span, "second section")
                    .at(other.common.name.span, "first section")
                    .help("declare a record for each, with one field of the shared record");
            }
            None => {
                first.insert(&content.value, section);
            }
        }
    }
    let needs = needs(graph, &sections);
    circles(&sections, &needs, out);
    examples(&sections, &needs, out);
}

/// For each section the sections that it depends on, with a place that does.
type Needs<'s> = Vec<BTreeMap<usize, &'s Place>>;

fn needs<'s>(graph: &Graph<'s, '_>, sections: &[&Section]) -> Needs<'s> {
    let of: Vec<HashSet<usize>> = sections.iter().map(|section| inside(graph, section)).collect();
    let mut holders: HashMap<usize, Vec<usize>> = HashMap::new();
    for (section, items) in of.iter().enumerate() {
        for item in items {
            holders.entry(*item).or_default().push(section);
        }
    }
    let mut needs: Needs<'s> = vec![BTreeMap::new(); sections.len()];
    for (section, items) in of.iter().enumerate() {
        for field in items.iter().flat_map(|item| graph.items[*item].fields) {
            for place in places(field) {
                let Some(item) = graph.place(&place.item.value) else { continue };
                if items.contains(&item) {
                    continue;
                }
                for other in holders.get(&item).into_iter().flatten() {
                    needs[section].entry(*other).or_insert(place);
                }
            }
        }
    }
    needs
}

/// The content of a section with examples can be read alone.
fn examples(sections: &[&Section], needs: &Needs<'_>, out: &mut Diagnostics) {
    for (section, needs) in sections.iter().zip(needs).filter(|(of, _)| of.fields.is_empty()) {
        let (Some(example), Some((other, place))) =
            (section.common.examples.first(), needs.first_key_value())
        else {
            continue;
        };
        let name = &section.common.name.value;
        let other = &sections[*other].common.name.value;
        out.found("examples", format!("`{name}` cannot have examples"))
            .at(example.bytes.span, "cannot be read")
            .at(place.item.span, format!("the content depends on the section `{other}`"));
    }
}

/// No two sections depend on each other: neither could be read first.
fn circles(sections: &[&Section], needs: &Needs<'_>, out: &mut Diagnostics) {
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
        out.found(
            RULE,
            format!("sections `{}` and `{}` depend on each other", one.value, other.value),
        )
        .at(place.item.span, format!("`{}` cannot be read before `{}`", one.value, other.value))
        .at(other.span, "and vice versa, directly or indirectly");
    }
}

/// The items in a section.
fn inside(graph: &Graph<'_, '_>, section: &Section) -> HashSet<usize> {
    let mut seen = HashSet::new();
    let content = section.content.as_ref().and_then(|name| graph.record(&name.value));
    let mut left: Vec<usize> = content.into_iter().collect();
    while let Some(at) = left.pop() {
        if seen.insert(at) {
            left.extend(graph.items[at].fields.iter().flat_map(|field| graph.held(&field.ty)));
        }
    }
    seen
}

/// The fields of other sections that a field uses.
fn places(field: &Field) -> Vec<&Place> {
    let mut places = Vec::new();
    for expression in field.run().expressions() {
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
