//! `duplicate-number`: no number has two meanings in one version.

use super::Cx;
use crate::ast::{Common, Spanned, Tag, Union, Variant};
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::collections::HashMap;

const RULE: &str = "duplicate-number";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    let ops = schema.ops.iter();
    unique(cx, "opcode", ops.map(|op| (&op.common, op.opcode.as_ref())), out);
    let sections = schema.sections.iter();
    let sections = sections.map(|section| (&section.common, section.id.as_ref()));
    unique(cx, "section id", sections, out);
    for union in &schema.unions {
        let reserved = union.reserved.iter().map(|reserved| reserved.number.value);
        ranges(cx, union, out);
        let variants = cx.variants(union).flat_map(|variant| {
            let single = variant.tags.iter().filter(|tag| tag.last.is_none());
            single.map(|tag| (&variant.common, Some(&tag.number)))
        });
        let disjoint = |a: &Common, b: &Common| !cx.release_gate(a).overlaps(cx.release_gate(b));
        unique_unless(cx, "tag", variants, reserved, disjoint, out);
    }
    for item in &schema.enums {
        let reserved = item.reserved.iter().map(|reserved| reserved.number.value);
        let members = item.members.iter().map(|m| (&m.common, m.value.as_ref()));
        unique_unless(cx, "value", members, reserved, |_, _| false, out);
    }
}

/// Ranges of tags do not overlap. A field or the variant keeps the tag of a variant with several.
fn ranges(cx: &Cx<'_>, union: &Union, out: &mut Diagnostics) {
    for variant in cx.variants(union) {
        lost_tag(variant, union, out);
    }
    let tags = cx.variants(union).flat_map(|variant| {
        let ranges = variant.tags.iter().filter_map(|tag| Some((&tag.number, tag.last.as_ref()?)));
        ranges.map(move |(first, last)| (variant, first, last.value))
    });
    let all: Vec<_> = tags.collect();
    for (at, (variant, first, last)) in all.iter().enumerate() {
        let name = &variant.common.name.value;
        if first.value > *last {
            out.found(RULE, format!("no tag is in the range of `{name}`"))
                .at(first.span, "the lowest tag comes first");
        }
        let other = all[..at].iter().find(|(other, lowest, highest)| {
            let gates = cx.gate(&other.common).overlaps(cx.gate(&variant.common));
            gates && lowest.value <= *last && first.value <= *highest
        });
        if let Some((other, lowest, _)) = other {
            let other = &other.common.name.value;
            let message = match name == other {
                true => format!("two ranges of `{name}` share tags"),
                false => format!("`{name}` and `{other}` share tags"),
            };
            out.found(RULE, message)
                .at(first.span, format!("`{name}`"))
                .at(lowest.span, format!("`{other}`"));
        }
    }
}

/// A writer knows the tag of a variant with several only if the value contains it.
fn lost_tag(variant: &Variant, union: &Union, out: &mut Diagnostics) {
    let Some(number) = union.tag.as_ref().filter(|_| !union.peeks_tag) else { return };
    let (place, what) = match variant.tags.as_slice() {
        [Tag { number, last: Some(_), .. }] => (number, "a range of tags"),
        [_, second, ..] => (&second.number, "a second tag"),
        _ => return,
    };
    out.found(RULE, format!("`{}` does not keep its tag", variant.common.name.value))
        .at(place.span, what)
        .at(number.span, "the tag is not part of the value")
        .help("write `tag: ahead<...>`, and let the variant begin with the number");
}

fn unique<'a>(
    cx: &Cx<'_>,
    what: &str,
    numbers: impl Iterator<Item = (&'a Common, Option<&'a Spanned<i128>>)>,
    out: &mut Diagnostics,
) {
    unique_unless(cx, what, numbers, [], |_, _| false, out);
}

/// The same, with reserved numbers, and with items that can share a number because their files are `disjoint`.
fn unique_unless<'a>(
    cx: &Cx<'_>,
    what: &str,
    numbers: impl Iterator<Item = (&'a Common, Option<&'a Spanned<i128>>)>,
    reserved: impl IntoIterator<Item = i128>,
    disjoint: impl Fn(&Common, &Common) -> bool,
    out: &mut Diagnostics,
) {
    let mut numbers: Vec<_> = numbers.collect();
    // The item in an earlier version keeps its number, because that version may be released.
    numbers.sort_by_key(|(common, _)| cx.gate(common).from);
    let taken = numbers.iter().filter_map(|(_, number)| Some(number.as_ref()?.value));
    let mut highest = taken.chain(reserved).max();
    let mut seen: HashMap<i128, Vec<(&Common, &Spanned<i128>)>> = HashMap::new();
    for (common, number) in numbers {
        let Some(number) = number else { continue };
        let gate = cx.gate(common);
        let seen = seen.entry(number.value).or_default();
        let other = seen
            .iter()
            .find(|(other, _)| cx.gate(other).overlaps(gate) && !disjoint(other, common));
        if let Some((other, first)) = other {
            let both = cx.gate(other).and(gate);
            let (name, other) = (&common.name.value, &other.name.value);
            let message = match name == other {
                true => format!("`{name}` has the {what} {} twice", number.value),
                false => format!("{what} {} is both `{other}` and `{name}`", number.value),
            };
            let mut found = Diagnostic::new(RULE, message)
                .at(number.span, format!("`{name}`"))
                .at(first.span, format!("`{other}`"));
            if both != cx.always() {
                found = found.help(format!("both exist in version {}", cx.words(both)));
            }
            highest = highest.and_then(|highest| highest.checked_add(1));
            if let Some(free) = highest {
                found = found.write(number.span, free.to_string());
            }
            out.push(found);
        }
        seen.push((common, number));
    }
}
