//! `duplicate-number`: no number has two meanings in one version.

use super::Cx;
use crate::ast::{Common, Spanned, Union, Variant};
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
        let single = cx.variants(union).filter(|variant| variant.last_tag.is_none());
        let variants = single.map(|variant| (&variant.common, variant.tag.as_ref()));
        let disjoint = |a: &Common, b: &Common| !cx.release_gate(a).overlaps(cx.release_gate(b));
        unique_unless(cx, "tag", variants, reserved, disjoint, out);
    }
    for item in &schema.enums {
        let reserved = item.reserved.iter().map(|reserved| reserved.number.value);
        let members = item.members.iter().map(|m| (&m.common, m.value.as_ref()));
        unique_unless(cx, "value", members, reserved, |_, _| false, out);
    }
}

/// Ranges of tags do not overlap. A field or the variant keeps the tag of a range.
fn ranges(cx: &Cx<'_>, union: &Union, out: &mut Diagnostics) {
    let range =
        |variant: &Variant| Some((variant.tag.as_ref()?.value, variant.last_tag.as_ref()?.value));
    let all: Vec<&Variant> = cx.variants(union).filter(|v| range(v).is_some()).collect();
    for (at, variant) in all.iter().enumerate() {
        let (Some((first, last)), Some(tag)) = (range(variant), &variant.tag) else { continue };
        let name = &variant.common.name.value;
        if first > last {
            out.found(RULE, format!("no tag is in the range of `{name}`"))
                .at(tag.span, "the lowest tag comes first");
        }
        if let Some(number) = union.tag.as_ref().filter(|_| !union.peeks_tag) {
            out.found(RULE, format!("`{name}` does not keep its tag"))
                .at(tag.span, "a range of tags")
                .at(number.span, "the tag is not part of the value")
                .help("write `tag: ahead<...>`, and let the variant begin with the number");
        }
        let other = all[..at].iter().find(|other| {
            let gates = cx.gate(&other.common).overlaps(cx.gate(&variant.common));
            gates && range(other).is_some_and(|other| other.0 <= last && first <= other.1)
        });
        if let Some((other, span)) = other.and_then(|v| Some((v, v.tag.as_ref()?.span))) {
            let other = &other.common.name.value;
            out.found(RULE, format!("`{name}` and `{other}` share tags"))
                .at(tag.span, format!("`{name}`"))
                .at(span, format!("`{other}`"));
        }
    }
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
            let mut found = Diagnostic::new(
                RULE,
                format!("{what} {} is both `{other}` and `{name}`", number.value),
            )
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
