//! The errors that a reader reports for an item, as the reader words them. `…` marks the parts of a message that vary.

mod expressions;

use super::cx::{Cx, Sheet};
use super::markdown::{code, codes, hex};
use super::page::Table;
use super::target::Target;
use crate::model::{Model, VarintKind};
use bytespec_plan::{
    Coding, ElementLimit, Expr, ExprId, Item, ItemId, Kind, Length, Otherwise, Plan, Role, Run,
    Shape, ShapeId, Sign, Step, Transform, Until, Vlq,
};
use std::collections::{BTreeMap, BTreeSet};

/// Head of the table.
pub(super) const TITLE: &str = "Errors of a reader";

/// Up to this many parts are always listed by name.
const MAX_NAMED: usize = 3;

/// The errors found so far: each message, when it occurs, and the parts of the item that it concerns.
struct Found<'p> {
    plan: &'p Plan,
    model: &'p Model,
    errors: BTreeMap<String, (String, Vec<String>)>,
    /// The items being processed, outermost first.
    within: Vec<ItemId>,
    /// Parts have no names: the errors are those of many items.
    nameless: bool,
}

impl Sheet<'_, '_> {
    /// Adds the errors that a reader reports for an item; nothing if there are none.
    pub(super) fn errors(&mut self, target: Target) {
        let mut found = Found::new(self.cx);
        let Some(item) = item(self.cx, found.plan, target) else { return };
        found.item(item, "");
        let is_section =
            found.plan.items.get(item.index()).is_some_and(|item| item.kind == Kind::Section);
        if is_section && !found.takes_rest(item) {
            let words = "… bytes follow the last field of the section";
            found.add(words, "The fields end before the section does.", "");
        }
        self.table(TITLE, found.table());
    }

    /// Adds the errors of all items of some kinds.
    pub(super) fn errors_of(&mut self, kinds: &[Kind]) {
        let mut found = Found { nameless: true, ..Found::new(self.cx) };
        let items = (0..).zip(&*found.plan.items).filter(|(_, item)| kinds.contains(&item.kind));
        for (at, item) in items {
            found.item(ItemId(at), "");
            found.gate(item.gate, "…", "");
        }
        self.table(TITLE, found.table());
    }

    /// Adds the errors of the parts of a file around its sections.
    pub(super) fn file_errors(&mut self) {
        let (mut found, model) = (Found::new(self.cx), self.cx.model);
        let Some(header) = model.section_header else { return };
        if !model.magic.is_empty() {
            let magic = hex(&model.magic);
            let words = format!("this is not …: the magic number {magic} is missing");
            found.add(words, "The file does not begin with it.", "");
        }
        found.add("version … is not supported…", "The schema does not have the version.", "");
        found.end("");
        found.integer((found.coding(), 64, Sign::Unsigned), "");
        let words = "the size … exceeds the bytes left, …";
        found.add(words, "The length of a section is more than is left of the file.", "");
        found.add("the … section is missing", "A section that every file has is not there.", "");
        if header.aligned_bit.is_some() {
            let words = "the alignment … is not a power of two of at most 4 GiB";
            found.add(words, "The alignment of a section is another number.", "");
        }
        if header.unknown_error {
            found.add("… is not the id of a section", "No section has the id.", "");
        }
        if header.again_error {
            found.add("there is a second … section", "A section comes twice.", "");
        }
        if model.filler_error && header.aligned_bit.is_some() {
            found.add(FILLER, "The filler has other bytes.", "");
        }
        for section in &model.sections {
            if section.align_forbidden {
                let words = "this section must not have an alignment";
                found.add(words, "Its header has an alignment.", &section.docs.name);
            }
            if let Some(align) = section.align {
                let name = &section.docs.name;
                let words =
                    format!("the {name} section must be aligned to a multiple of {align} bytes…");
                found.add(words, "Its header has no alignment, or another one.", name);
            }
            if section.place.is_some() {
                let words = "the … section comes before …, not after it";
                found.add(words, "The sections are not in their order.", "");
            }
            if section.end {
                let (name, when) = (&section.docs.name, "Something follows the end.");
                found.add("the end section is not the last: … bytes follow", when, name);
                found.add("sections follow the one that ends the file", when, name);
            }
        }
        self.table(TITLE, found.table());
    }
}

/// The item of the plan for a target. A record that is the content of a section is the item of that section.
fn item(cx: &Cx<'_>, plan: &Plan, target: Target) -> Option<ItemId> {
    let kind = match target {
        Target::Section(_) => Kind::Section,
        Target::Union(_) | Target::RunUnion(_) => Kind::Union,
        Target::Variant(..) => Kind::Variant,
        Target::Record(_) => Kind::Record,
        Target::Op(_) => Kind::Operation,
        Target::Run(_) => Kind::Layout,
        _ => return None,
    };
    let docs = cx.docs(target);
    let is_there = |item: &Item| match plan.place(item.origin) {
        Some((file, line)) => docs.place == format!("{file}:{line}"),
        None => true,
    };
    let is_it =
        |item: &Item| item.kind == kind && plan.name(item.name) == docs.name && is_there(item);
    match (plan.items.iter().position(is_it), target) {
        (Some(at), _) => Some(ItemId(u32::try_from(at).ok()?)),
        (None, Target::Run(content)) => {
            let mut sections = cx.model.sections.iter();
            let section = sections.position(|section| section.content == Some(content))?;
            item(cx, plan, Target::Section(section))
        }
        (None, _) => None,
    }
}

/// The error of damaged filler.
const FILLER: &str = "the filler before … is damaged: expected …, found …";

/// An entry of a pool of the plan.
fn nth<T>(pool: &[T], at: u32) -> Option<&T> {
    pool.get(usize::try_from(at).ok()?)
}

impl<'p> Found<'p> {
    fn new(cx: &'p Cx<'_>) -> Self {
        let (plan, model) = (cx.plan(), cx.model);
        Found { plan, model, errors: BTreeMap::new(), within: Vec::new(), nameless: false }
    }

    fn table(&self) -> Table {
        let all: BTreeSet<&String> = self.errors.values().flat_map(|(_, parts)| parts).collect();
        let mut table = Table::new(["Message", "Where", "When"]);
        for (words, (when, parts)) in &self.errors {
            let of_all = parts.len() == all.len() && all.len() > MAX_NAMED;
            let named = codes(parts.iter().filter(|part| !part.is_empty()).map(String::as_str));
            let parts = if of_all { "any field".to_owned() } else { named };
            table.row([code(words), parts, when.clone()]);
        }
        table
    }

    /// The encoding of section lengths.
    fn coding(&self) -> Coding {
        match self.model.varint {
            VarintKind::Leb128 => Coding::Leb128,
            VarintKind::Bounded => Coding::Bounded,
            VarintKind::Prefix => Coding::Prefix,
        }
    }

    fn add(&mut self, words: impl Into<String>, when: &str, part: &str) {
        let (_, parts) =
            self.errors.entry(words.into()).or_insert_with(|| (when.to_owned(), Vec::new()));
        if !parts.iter().any(|known| known == part) {
            parts.push(part.to_owned());
        }
    }

    /// Adds the errors of an item's steps. The steps of an item inside another one count as the part `of`.
    fn item(&mut self, id: ItemId, of: &str) {
        let Some(item) = self.plan.items.get(id.index()) else { return };
        if self.within.contains(&id) {
            return;
        }
        self.within.push(id);
        for step in self.plan.steps_of(id) {
            // The step that states whether a field is present has the field's name and a question mark.
            let name = self.plan.name(step.name).trim_end_matches('?');
            let part = match (self.nameless || item.kind == Kind::Union, self.within.len()) {
                (true, 1) => "",
                (false, 1) => name,
                _ => of,
            };
            self.step(step, part);
        }
        self.within.pop();
    }

    fn step(&mut self, step: &Step, part: &str) {
        match self.plan.shapes.get(step.shape.index()) {
            // If the field is present, the number that it is computed from is not zero.
            Some(Shape::Computed { shape, .. }) if step.when.is_some() => {
                self.value_of(*shape, None, part);
            }
            _ => self.shape(step.shape, part),
        }
        if !step.reject.is_empty() {
            self.add("the value … is not allowed here", "The value is refused.", part);
        }
        let is_part = matches!(self.plan.shapes.get(step.shape.index()), Some(Shape::Part { .. }));
        if is_part && step.when.is_some() {
            let name = if self.nameless { "…" } else { self.plan.name(step.name) };
            let words = format!("`{name}` is present, but must be absent");
            self.add(words, "Its bits are set where it is absent.", part);
        }
        if step.nonempty {
            self.add("the string must not be empty", "The string has no bytes.", part);
        }
        match step.role {
            Role::Checked(_) if self.plan.rule(step).is_some() => {
                let words = "the value does not meet the condition `valid`: …";
                self.add(words, "The condition is false for the value.", part);
            }
            Role::Checked(by) | Role::CheckedAtEnd(by) => {
                self.add("expected …, found …", "The number is another than others say.", part);
                self.expression(by, part);
            }
            Role::Constant(_) => {
                self.add("expected …, found …", "The bytes are others than they must be.", part);
            }
            Role::Visible | Role::Derived(_) | Role::Whole | Role::Filler => {}
        }
        if let Some(by) = step.when {
            self.expression(by, part);
        }
    }

    fn shape(&mut self, id: ShapeId, part: &str) {
        let Some(shape) = self.plan.shapes.get(id.index()) else { return };
        match *shape {
            Shape::Integer { coding, bits, sign } => self.integer((coding, bits, sign), part),
            Shape::Wide { .. } => self.end(part),
            Shape::Bool => {
                self.end(part);
                self.truth(part);
            }
            Shape::Enum { number, .. } | Shape::Index { number, .. } => {
                self.shape(number, part);
                self.value(shape, part);
            }
            Shape::Bits { number, .. } => {
                self.shape(number, part);
                let words = "bits … belong to no field in this version";
                self.add(words, "A bit is set that means nothing in the version.", part);
            }
            // A single bit is always a valid truth value.
            Shape::Part { width: Some(1), .. } | Shape::Named { .. } => {}
            Shape::Part { width, value, .. } => self.value_of(value, width, part),
            Shape::Computed { value, shape } => {
                self.expression(value, part);
                self.value_of(shape, None, part);
            }
            Shape::Sequence { element, until, .. } => {
                self.shape(element, part);
                self.until(until, element, part);
            }
            Shape::Offsets { element, .. } => {
                let words = "table entry … starts at …, which is after the next entry or past the … bytes of the table";
                self.add(words, "An offset leads past the next one, or past the end.", part);
                self.shape(element, part);
            }
            Shape::Bytes(length) => self.bytes(length, part),
            Shape::Text { length, strict, .. } => {
                match length {
                    Length::Count(size) => self.size(size, part),
                    length => self.bytes(length, part),
                }
                if strict {
                    self.add("the text is not UTF-8", "The bytes are not UTF-8.", part);
                }
            }
            Shape::Either { .. } | Shape::With { .. } | Shape::Transformed { .. } => {
                if let Shape::Transformed { by, .. } = shape {
                    self.transformed(by, part);
                }
                shape.exprs().for_each(|by| self.expression(by, part));
                shape.shapes().for_each(|inner| self.shape(inner, part));
            }
            Shape::Sized { size, value } => {
                self.size(size, part);
                let words = "… bytes follow the value of this size";
                self.add(words, "The value has fewer bytes than its size says.", part);
                self.shape(value, part);
            }
            Shape::At { offset, value } => {
                self.expression(offset, part);
                let words = "the offset … is past the end of the file, …";
                self.add(words, "The offset leads past the file.", part);
                self.shape(value, part);
            }
            Shape::Padding { align, strict, .. } => {
                self.end(part);
                if self.plan.file.is_some_and(|file| file.filler_error) {
                    self.add(FILLER, "It has other bytes.", part);
                }
                self.expression(align, part);
                self.expression(strict, part);
            }
            Shape::Item(item) => self.value_item(item, part),
            Shape::Choice { name, tag, cases, otherwise } => {
                self.choice((name, cases, otherwise), part);
                self.expression(tag, part);
            }
            Shape::Function { name, .. } => self.function(self.plan.name(name), part),
        }
    }

    fn end(&mut self, part: &str) {
        self.add("unexpected end of data, expected …", "The bytes end inside of it.", part);
    }

    fn truth(&mut self, part: &str) {
        let words = "… is not a known boolean (0 or 1)";
        self.add(words, "The number is neither 0 nor 1.", part);
    }

    fn integer(&mut self, (coding, bits, sign): (Coding, u8, Sign), part: &str) {
        self.end(part);
        let is_long = match coding {
            Coding::Leb128 => true,
            Coding::Vlq(kind) => !matches!(kind, Vlq::Nine | Vlq::Quic),
            _ => false,
        };
        let bounded = coding == Coding::Bounded
            || (sign == Sign::Extended && matches!(coding, Coding::Leb128));
        if bounded {
            let words = format!("the varint has more bytes than {bits} bits need");
            self.add(words, "The number is padded further than its width.", part);
            let words = format!("the varint does not fit {bits} bits");
            self.add(words, "The number is too large for its width.", part);
        } else if is_long {
            let when = "The number has more than ten bytes, or a bit above the lowest 64.";
            self.add("varint is longer than 64 bits", when, part);
        }
        if let Coding::Digits(of) = coding {
            let words = format!("expected digits in base {}, found …", of.base.radix());
            self.add(words, "The bytes are not the digits of a number of 64 bits.", part);
        }
        if !matches!(coding, Coding::Little | Coding::Big | Coding::Bounded) {
            self.range(bits, sign, part);
        }
    }

    fn transformed(&mut self, by: &Transform, part: &str) {
        let name = by.host().map_or(by.word(), |name| self.plan.name(*name));
        self.add(format!("no valid result of `{name}`: …"), "The bytes are damaged.", part);
    }

    /// Adds the errors of a number that was read elsewhere: those of its bytes cannot occur here.
    fn value_of(&mut self, id: ShapeId, width: Option<u8>, part: &str) {
        let Some(shape) = self.plan.shapes.get(id.index()) else { return };
        let number = match *shape {
            Shape::Enum { number, .. } | Shape::Index { number, .. } => number,
            _ => id,
        };
        if let Some(Shape::Integer { bits, sign, .. }) = self.plan.shapes.get(number.index())
            && width.is_none_or(|width| width > *bits)
        {
            self.range(*bits, *sign, part);
        }
        self.value(shape, part);
    }

    /// Adds the error of a number that is too large for its type.
    fn range(&mut self, bits: u8, sign: Sign, part: &str) {
        if bits < 64 && sign != Sign::Extended {
            let words = format!("… does not fit u{bits}");
            self.add(words, "The number is too large for its type.", part);
        }
    }

    fn value(&mut self, shape: &Shape, part: &str) {
        match *shape {
            Shape::Bool => self.truth(part),
            Shape::Index { table, .. } => {
                let table = nth(&self.plan.tables, table);
                let table = table.map_or("?", |name| self.plan.name(*name));
                let words = format!("{table} index … is out of bounds (there are …)");
                self.add(words, "The table has no such entry.", part);
            }
            Shape::Enum { name, gate, members, open, .. } => {
                let what = self.plan.name(name);
                if !open {
                    let words = format!("… is not a known {what}");
                    self.add(words, "No member has the number.", part);
                }
                let members = members.of(&self.plan.members);
                if members.iter().any(|member| member.removed) {
                    let words = format!("… is a removed {what}: it was …");
                    self.add(words, "A member had the number, and must not be used again.", part);
                }
                self.gate(gate, what, part);
                for member in members.iter().filter(|member| !member.removed) {
                    self.gate(member.gate, &format!("{what}.…"), part);
                }
            }
            _ => {}
        }
    }

    /// Adds the errors of something that only some versions or releases have.
    fn gate(&mut self, gate: Run, item: &str, part: &str) {
        for bound in gate.of(&self.plan.bounds) {
            let axis = nth(&self.plan.axes, bound.axis);
            let words = match axis.map(|axis| self.plan.name(axis.name)) {
                Some("version") => {
                    format!("`{item}` needs version …, but the version is …")
                }
                axis => {
                    let axis = axis.unwrap_or("?");
                    format!("`{item}` is only in {axis} …, but the version is …")
                }
            };
            self.add(words, "The file is of a version or release that does not have it.", part);
        }
    }

    /// Adds the errors of a number of elements that follow.
    fn count(&mut self, count: ExprId, part: &str) {
        if matches!(self.plan.exprs.get(count.index()), Some(Expr::Number(_))) {
            return;
        }
        let words = "the count … exceeds the elements that fit the bytes left, …";
        self.add(words, "The number is more than the bytes that are left can hold.", part);
        self.expression(count, part);
    }

    /// Adds the errors of a number of bytes that follow.
    fn size(&mut self, size: ExprId, part: &str) {
        self.more_than_left(part);
        self.expression(size, part);
    }

    fn more_than_left(&mut self, part: &str) {
        let words = "the size … exceeds the bytes left, …";
        self.add(words, "The number is more than are left.", part);
    }

    /// Whether the last step of an item reads to the end.
    fn takes_rest(&self, id: ItemId) -> bool {
        let last = self.plan.steps_of(id).last();
        let shape = last.and_then(|step| self.plan.shapes.get(step.shape.index()));
        match shape {
            Some(Shape::Item(inner)) => self.is_inside(*inner) && self.takes_rest(*inner),
            Some(Shape::Offsets { .. } | Shape::Bytes(Length::Rest)) => true,
            Some(Shape::Sequence { until, .. }) => *until == Until::End,
            _ => last.is_none(),
        }
    }

    /// Adds the errors of a hand-written codec, or of the built-in sizes of groups.
    fn function(&mut self, name: &str, part: &str) {
        if self.model.codecs.iter().any(|codec| codec.docs.name == name) {
            let words = format!("what the codec {name} says");
            self.add(words, "The codec is written by hand: its page says when.", part);
            return;
        }
        self.integer((self.coding(), 32, Sign::Unsigned), part);
        let words = "… is over the limit `bits of an index` of …";
        self.add(words, "An index of a size has too many bits.", part);
        let words = "number index … is out of bounds (there are …)";
        self.add(words, "A size is of no group.", part);
    }

    /// Adds the errors of the end of a list.
    fn until(&mut self, until: Until, element: ShapeId, part: &str) {
        let has_bytes = self.plan.has_bytes(element);
        match until {
            Until::Count(count) => {
                self.count(count, part);
                match self.plan.element_limit(count, element) {
                    ElementLimit::Bytes if !has_bytes => {
                        let words = "a list of … elements in … bytes: each takes one at least";
                        self.add(words, "There are more elements than bytes.", part);
                    }
                    ElementLimit::Budget => {
                        let words = "… is over the limit `elements without bytes` of …";
                        self.add(words, "Too many elements of the file have no bytes.", part);
                    }
                    ElementLimit::Schema | ElementLimit::Bytes => {}
                }
            }
            Until::End if has_bytes => {}
            Until::End => self.add(
                "an element has no bytes, so the list has no end",
                "An element has no bytes.",
                part,
            ),
            Until::Balanced => self.end(part),
            Until::Holds(_) => {
                self.end(part);
                if !has_bytes {
                    let words = "an element has no bytes, so the list has no end";
                    self.add(words, "An element has no bytes.", part);
                }
            }
            Until::Reached(..) => self.add(
                "expected … in all, found …",
                "The elements are more than was announced.",
                part,
            ),
        }
    }

    fn bytes(&mut self, length: Length, part: &str) {
        match length {
            Length::Count(count) | Length::Padded(count, _) | Length::Ended(count, _) => {
                self.size(count, part);
            }
            Length::Marker(_) => self.end(part),
            Length::Except(_) => self.more_than_left(part),
            Length::Rest | Length::First(_) => {}
        }
    }

    /// Adds the errors of a value that is an item. The item's own errors are on its page.
    fn value_item(&mut self, id: ItemId, part: &str) {
        let Some(item) = self.plan.items.get(id.index()) else { return };
        self.gate(item.gate, self.plan.name(item.name), part);
        if self.is_inside(id) {
            self.item(id, part);
        }
    }

    /// Whether an item is described together with the one around it: it is transparent, or a record without a page.
    fn is_inside(&self, id: ItemId) -> bool {
        let Some(item) = self.plan.items.get(id.index()) else { return false };
        let name = self.plan.name(item.name);
        let has_page = || self.model.records.iter().any(|record| record.docs.name == name);
        item.kind == Kind::Transparent || (item.kind == Kind::Record && !has_page())
    }

    fn choice(
        &mut self,
        (name, cases, otherwise): (bytespec_plan::Text, Run, Otherwise),
        part: &str,
    ) {
        let what = self.plan.name(name);
        if otherwise == Otherwise::Error {
            let words = format!("… is not a known {what}");
            self.add(words, "Nothing has the number.", part);
        }
        let gates: Vec<Run> = cases.of(&self.plan.cases).iter().map(|case| case.gate).collect();
        for gate in gates {
            self.gate(gate, "…", part);
        }
    }
}
