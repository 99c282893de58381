//! Warnings: a schema is valid, but probably not as intended.
//!
//! Each warning compares an item with its neighbours, and is reported only if several others all agree.

use std::collections::{BTreeMap, HashSet};

use super::Cx;
use super::cx::walk;
use super::reached::Reached;
use crate::ast::{Common, Op, Span};
use crate::diagnostics::{Diagnostic, Diagnostics};

/// The number of others that must agree.
const NEIGHBOURS: usize = 3;

/// `unused`: items that only other items can use are used. Enums are Rust types, which programs can use, and so are records unless
/// the file is one record.
pub(super) fn unused(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    let mut used: HashSet<&str> = HashSet::new();
    for ty in cx.type_exprs() {
        walk(ty, &mut |ty| {
            used.insert(&ty.name);
        });
    }
    let ports = || schema.ops.iter().flat_map(|op| op.results.iter().chain(&op.operands));
    let sets: HashSet<&str> =
        ports().filter_map(|port| Some(port.ty.as_ref()?.value.as_str())).collect();
    let groups: HashSet<&str> =
        schema.ops.iter().filter_map(|op| Some(op.group.as_ref()?.value.as_str())).collect();
    // Rust is generated only for what a file of one record contains.
    if let Some(reached) = Reached::new(cx) {
        let records = schema.records.iter().map(|item| ("record", &item.common));
        let unions = schema.unions.iter().map(|item| ("union", &item.common));
        let prefixes: HashSet<&str> = schema
            .records
            .iter()
            .filter_map(|record| Some(record.begins_with.as_ref()?.value.as_str()))
            .collect();
        for (kind, common) in records.chain(unions) {
            let name = &common.name;
            if !reached.has(&name.value) && !prefixes.contains(name.value.as_str()) {
                let message = format!("no file contains the {kind} `{}`", name.value);
                out.found("unused", message)
                    .at(name.span, "no field leads to it from the record of the file");
            }
        }
    }
    let mut each = |kind: &str, common: &Common, used: &HashSet<&str>| {
        let name = &common.name;
        if !used.contains(name.value.as_str()) {
            let message = format!("nothing uses the {kind} `{}`", name.value);
            out.found("unused", message).at(name.span, "declared but not used");
        }
    };
    schema.codecs.iter().for_each(|item| each("codec", &item.common, &used));
    schema.constraints.iter().for_each(|item| each("constraint", &item.common, &sets));
    schema.groups.iter().for_each(|item| each("group", &item.common, &groups));
}

/// `opcode-gap`: the opcodes of operations have no gap.
pub(super) fn opcode_gap(cx: &Cx<'_>, out: &mut Diagnostics) {
    let numbers = cx.schema.ops.iter().filter_map(|op| Some((op.opcode.as_ref()?, op)));
    let numbers: BTreeMap<i128, (Span, &Op)> =
        numbers.map(|(number, op)| (number.value, (number.span, op))).collect();
    let pairs = numbers.iter().zip(numbers.iter().skip(1));
    let gaps: Vec<_> =
        pairs.filter(|((before, _), (after, _))| before.saturating_add(1) < **after).collect();
    // Several gaps are part of the numbering of the format.
    let [((before, (other, _)), (after, (span, op)))] = gaps.as_slice() else { return };
    if numbers.len() <= NEIGHBOURS {
        return;
    }
    let message = format!("no operation has an opcode between {before} and {after}");
    out.push(
        Diagnostic::new("opcode-gap", message)
            .at(*span, format!("`{}`", op.common.name.value))
            .at(*other, "the previous opcode"),
    );
}

/// `like-neighbours`: an operation has a text or a group if all others have one.
pub(super) fn like_neighbours(cx: &Cx<'_>, out: &mut Diagnostics) {
    one_without(cx, "text", |op| op.text.is_some(), out);
    one_without(cx, "group", |op| op.group.is_some(), out);
}

fn one_without(cx: &Cx<'_>, key: &str, has: fn(&Op) -> bool, out: &mut Diagnostics) {
    let ops: Vec<&Op> = cx.schema.ops.iter().filter(|op| op.form.is_none()).collect();
    let without: Vec<_> = ops.iter().filter(|op| !has(op)).collect();
    let [op] = without.as_slice() else { return };
    if ops.len() > NEIGHBOURS {
        let name = &op.common.name;
        out.found("like-neighbours", format!("op `{}` has no `{key}`", name.value))
            .at(name.span, format!("every other operation has a `{key}`"));
    }
}

/// `name-style`: a name has the style of the names next to it.
pub(super) fn name_style(cx: &Cx<'_>, out: &mut Diagnostics) {
    let mut neighbours: BTreeMap<(&str, Option<Span>), Vec<&Common>> = BTreeMap::new();
    for thing in cx.things() {
        let kind = thing.kind;
        // A schema does not choose the names of versions and dialects.
        if !["version", "feature", "dialect", "format"].contains(&kind) {
            let owner = thing.owner.map(|owner| owner.name.span);
            neighbours.entry((kind, owner)).or_default().push(thing.common);
        }
    }
    for ((kind, _), all) in neighbours {
        let misfits = Style::ALL.map(|style| {
            let fits = |common: &&&Common| style.fits(&common.name.value);
            let misfits: Vec<&Common> = all.iter().filter(|c| !fits(c)).copied().collect();
            (style, misfits)
        });
        if all.len() <= NEIGHBOURS || misfits.iter().any(|(_, misfits)| misfits.is_empty()) {
            continue;
        }
        let one = misfits.iter().find_map(|(style, misfits)| match misfits.as_slice() {
            [one] => Some((*style, *one)),
            _ => None,
        });
        let Some((style, common)) = one else { continue };
        let name = &common.name;
        out.found("name-style", format!("{kind} `{}` is not in {}", name.value, style.words()))
            .at(name.span, "all names next to it are");
    }
}

/// `lone-since`: a version adds several items if the other versions do. The newest version can still grow.
pub(super) fn lone_since(cx: &Cx<'_>, out: &mut Diagnostics) {
    let things = cx.things();
    for format in &cx.schema.formats {
        let [_, between @ .., newest] = format.versions.as_slice() else { continue };
        let new_in = |version: &Common| {
            let since = things.iter().filter_map(|thing| thing.common.since.as_ref());
            since.filter(|since| since.value == version.name.value).collect::<Vec<_>>()
        };
        let found = between.iter().map(|version| (version, new_in(version)));
        let (few, several): (Vec<_>, Vec<_>) = found.partition(|(_, new)| new.len() < 2);
        let [(version, new)] = few.as_slice() else { continue };
        let [since] = new.as_slice() else { continue };
        if several.len() + usize::from(new_in(newest).len() > 1) < NEIGHBOURS {
            continue;
        }
        let message = format!("nothing else is new in version {}", version.name.value);
        out.push(
            Diagnostic::new("lone-since", message)
                .at(since.span, "every other version adds several items")
                .at(version.name.span, "the version"),
        );
    }
}

/// The style of words in a name.
#[derive(Clone, Copy)]
enum Style {
    Snake,
    Camel,
    Shouty,
}

impl Style {
    const ALL: [Style; 3] = [Style::Snake, Style::Shouty, Style::Camel];

    fn words(self) -> &'static str {
        match self {
            Style::Snake => "snake_case",
            Style::Camel => "CamelCase",
            Style::Shouty => "SHOUTY_CASE",
        }
    }

    /// Whether a name can have the style; a single word in capitals can have two styles.
    fn fits(self, name: &str) -> bool {
        match self {
            Style::Snake => !name.contains(char::is_uppercase),
            Style::Camel => !name.contains('_') && name.starts_with(char::is_uppercase),
            Style::Shouty => !name.contains(char::is_lowercase),
        }
    }
}
