//! Descriptions of parts, as text.

use super::{About, Held, Part, PartKind, printable};
use crate::hash::SPREAD;
use crate::plan::execution_state::ExecutionState;
use crate::plan::listing::spell_bytes;
use crate::plan::number::push_number;
use crate::plan::{At, Executor, File, Leaf, Value};
use bytespec_plan::{
    Base, Coding, Expr, ExprId, ItemId, Length, Operator, Plan, Run, Shape, ShapeId, Sign,
};
use std::collections::HashMap;
use std::fmt::{self, Write as _};

/// The number of cached entries of tables, a power of two.
const KEPT: usize = 1 << 12;

/// The most letters of bytes that are also shown as text.
const SHOWN: usize = 64;

/// Describes the parts of a file in words.
#[derive(Debug)]
pub struct Words<'f, 'p, 'i> {
    file: &'f File<'p, 'i>,
    types: HashMap<Shape, String>,
    gates: HashMap<Run, String>,
    /// The entry that was described last, for each slot of the cache.
    entries: Vec<Option<Entry>>,
    /// The state of reading entries, such as resolved names.
    state: ExecutionState,
    spell: Option<&'f dyn Spell>,
}

/// The description of an entry of a table, by table and index.
#[derive(Debug)]
struct Entry {
    key: (u32, u64),
    text: String,
}

/// Spells entries of tables in the textual form of a format.
pub trait Spell {
    /// Appends an entry, by the name of its table, to a text; false for an entry without a spelling.
    fn entry(&self, text: &mut String, table: &str, index: u64) -> bool;
}

impl fmt::Debug for dyn Spell + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spell")
    }
}

impl<'f, 'p, 'i> Words<'f, 'p, 'i> {
    /// Describes the parts of this file; entries of tables are spelled from the schema.
    #[must_use]
    pub fn new(file: &'f File<'p, 'i>) -> Self {
        let (types, gates) = Default::default();
        let entries = std::iter::repeat_with(|| None).take(KEPT).collect();
        Words { file, types, gates, entries, state: file.entry_state(), spell: None }
    }

    /// Spells entries of tables as the format does.
    #[must_use]
    pub fn spelled(self, spell: &'f dyn Spell) -> Self {
        Words { spell: Some(spell), ..self }
    }

    fn executor(&self) -> &'f Executor<'p> {
        self.file.executor()
    }

    /// The plan of the file.
    #[must_use]
    pub fn plan(&self) -> &'p Plan {
        self.executor().plan()
    }

    /// The type of the value of a part; empty for a part without a value.
    pub fn type_of(&mut self, part: &Part<'_, '_>) -> &str {
        let plan = self.executor().plan();
        let Some(held) = &part.held else { return "" };
        let step = part.about.step.and_then(|step| plan.steps.get(step as usize));
        let of_step = step.and_then(|step| plan.shapes.get(step.shape.index()));
        let of_bits = of_step.filter(|of| matches!(of, Shape::Part { .. }));
        self.types.entry(*of_bits.unwrap_or(held.shape)).or_insert_with_key(|shape| {
            let mut text = String::new();
            type_into(&mut text, plan, shape);
            text
        })
    }

    /// The gate of a part, such as `13.2` or `release 18`; empty if every file has the part.
    pub fn since(&mut self, about: &About) -> &str {
        let plan = self.executor().plan();
        self.gates.entry(about.gate).or_insert_with(|| {
            let mut text = String::new();
            gate_into(&mut text, plan, about.gate);
            text
        })
    }

    /// The file and the line in the schema.
    #[must_use]
    pub fn schema(&self, about: &About) -> Option<(&'p str, u32)> {
        self.executor().plan().place(about.origin)
    }

    /// Whether a part is a value that the schema computes from others, and that takes no bytes.
    #[must_use]
    pub fn is_computed(&self, about: &About) -> bool {
        about.step.is_some_and(|step| self.executor().is_computed(At::Step(step)))
    }

    /// The number of a part, as a value of its shape.
    #[must_use]
    pub fn number(&self, shape: &Shape, number: u64) -> Value {
        self.executor().number_value(shape, number)
    }

    /// Appends the value of a part, an integer in a base.
    pub fn value_into(&self, text: &mut String, held: &Held<'_, '_>, base: Base) {
        let plan = self.executor().plan();
        if let Some(bytes) = held.leaf.bytes() {
            // Writing to a string does not fail.
            let _ = spell_bytes(text, held.shape, held.leaf, bytes);
            return;
        }
        let _ = match held.leaf {
            Leaf::Number(number) => match self.executor().number_value(held.shape, number) {
                Value::Index { index: number, .. } => {
                    push_number(text, number);
                    Ok(())
                }
                Value::Member { number, .. } => Base::Decimal.write_signed(text, number),
                Value::Unsigned(number) if base == Base::Decimal => {
                    push_number(text, number);
                    Ok(())
                }
                value => value.spell_in(base, plan, text),
            },
            Leaf::Value(value) | Leaf::Transformed(value) => value.spell_in(base, plan, text),
            Leaf::Text(known) => write!(text, "{known:?}"),
            Leaf::Bytes(_) | Leaf::Opaque(..) | Leaf::Unknown(..) => Ok(()),
        };
    }

    /// Appends the meaning of a part, if its value does not state it: the target of a reference, the name of a member, the item
    /// that a tag selects, or what a count counts.
    pub fn meaning_into(&mut self, text: &mut String, part: &Part<'_, '_>) {
        let before = text.len();
        self.own_meaning_into(text, part);
        let Some(shared) = &part.shared else { return };
        text.push_str(if text.len() > before { "  " } else { "" });
        let _ = match part.kind {
            PartKind::Continued => write!(text, "continued"),
            _ if shared.start < part.bits.start || part.kind == PartKind::Shared => {
                write!(text, "at {:#06x}, in bytes of other parts", shared.start / 8)
            }
            _ => write!(text, "other parts are in it"),
        };
    }

    /// The meaning of a part, without what other parts have.
    fn own_meaning_into(&mut self, text: &mut String, part: &Part<'_, '_>) {
        let plan = self.executor().plan();
        let Some(held) = &part.held else {
            match part.kind {
                PartKind::Padding => text.push_str("bits that hold no value"),
                PartKind::Gap => text.push_str("not read"),
                PartKind::Continued => text.push_str("continued"),
                _ => {}
            }
            return;
        };
        if part.kind == PartKind::Padding {
            text.push_str("filler");
            return;
        }
        match held.leaf {
            Leaf::Unknown(unknown, _) => {
                let _ = write!(text, "{unknown}");
            }
            Leaf::Opaque(..) => text.push_str("the schema does not say more"),
            Leaf::Number(number) => match self.executor().number_value(held.shape, number) {
                Value::Index { table, index } => {
                    let name = plan.tables.get(table as usize);
                    text.push_str(name.map_or("?", |name| plan.name(*name)));
                    text.push(' ');
                    push_number(text, index);
                    let entry = self.entry(table, index);
                    if !entry.is_empty() {
                        text.push(' ');
                        text.push_str(entry);
                    }
                }
                Value::Member { member, .. } => {
                    let member = plan.members.get(member as usize);
                    text.push_str(member.map_or("", |member| plan.name(member.label)));
                }
                _ => self.role_into(text, part, number),
            },
            Leaf::Bytes(bytes) => {
                let before = text.len();
                // A digest.
                self.role_into(text, part, 0);
                let is_text = matches!(held.shape, Shape::Text { .. });
                if let Some(known) = printable(bytes).filter(|_| text.len() == before && !is_text) {
                    let cut: String = known.chars().take(SHOWN).collect();
                    let more = if cut.len() < known.len() { "..." } else { "" };
                    let _ = write!(text, "{cut:?}{more}");
                }
            }
            _ => {}
        }
    }

    /// A short description of an entry of a table.
    pub fn entry(&mut self, table: u32, index: u64) -> &str {
        let (file, spell, plan) = (self.file, self.spell, self.plan());
        let place = (index.wrapping_add(u64::from(table).wrapping_mul(SPREAD)) as usize) % KEPT;
        let Some(slot) = self.entries.get_mut(place) else { return "" };
        let key = (table, index);
        if slot.as_ref().is_none_or(|slot| slot.key != key) {
            let mut text = slot.take().map_or_else(String::new, |slot| slot.text);
            text.clear();
            let name = plan.tables.get(table as usize).map_or("", |name| plan.name(*name));
            if !spell.is_some_and(|spell| spell.entry(&mut text, name, index)) {
                text.clear();
                let spelled = file.spell_entry(&mut self.state, table, index);
                text.push_str(&spelled.unwrap_or_default());
            }
            *slot = Some(Entry { key, text });
        }
        slot.as_ref().map_or("", |slot| &slot.text)
    }

    /// What a derived step states of other steps.
    fn role_into(&self, text: &mut String, part: &Part<'_, '_>, number: u64) {
        let about = &part.about;
        let executor = self.executor();
        let plan = executor.plan();
        let (Some(index), Some(item)) = (about.step, about.item) else { return };
        let Some(step) = plan.steps.get(index as usize) else { return };
        let Some(mut by) = step.role.computed() else { return };
        // Counts of several parts begin with the number of fixed ones.
        if let Some(Expr::Binary(Operator::Add, fixed, other)) = plan.exprs.get(by.index())
            && plan.exprs.get(fixed.index()) == Some(&Expr::Number(0))
        {
            by = *other;
        }
        let other = |at: u32| plan.steps_of(item).get(at as usize);
        // The visible step of a value that takes several steps is named after the value.
        let holds_one = plan.items.get(item.index()).is_some_and(|item| item.kind.is_transparent());
        let name = |at: u32| match holds_one {
            true => around(part.path),
            false => other(at).map_or("?", |step| plan.name(step.name)),
        };
        let _ = match plan.exprs.get(by.index()) {
            Some(Expr::Elements(at)) => write!(text, "count of {}", name(*at)),
            Some(Expr::Bytes(at)) => write!(text, "length of {} in bytes", name(*at)),
            Some(Expr::Sizes(at)) => write!(text, "length of an element of {} in bytes", name(*at)),
            Some(Expr::Starts(at)) => write!(text, "where an element of {} begins", name(*at)),
            Some(Expr::Present(at)) => {
                let not = if number == 0 { "not " } else { "" };
                write!(text, "{} is {not}there", name(*at))
            }
            Some(Expr::Tag(at)) => {
                let shape = other(*at).and_then(|step| plan.shapes.get(step.shape.index()));
                let Some(Shape::Choice { cases, .. }) = shape else { return };
                let item = executor.case(*cases, number).and_then(|(case, _)| case.item);
                let item = item.and_then(|item| plan.items.get(item.index()));
                write!(
                    text,
                    "{}",
                    item.map_or("nothing that is known", |item| plan.name(item.label))
                )
            }
            Some(Expr::Number(_) | Expr::Open(_)) | None => Ok(()),
            Some(_) if holds_one => Ok(()),
            Some(_) => {
                let first = plan.items.get(item.index()).map_or(0, |item| item.steps.start);
                let own = (item, index.saturating_sub(first));
                write!(text, "{}", plan.show_computed(own, by))
            }
        };
    }

    /// The name of an item.
    #[must_use]
    pub fn item(&self, item: ItemId) -> &'p str {
        let plan = self.executor().plan();
        plan.items.get(item.index()).map_or("", |item| plan.name(item.label))
    }

    /// An expression in words.
    #[must_use]
    pub fn expression(&self, item: ItemId, expr: ExprId) -> String {
        self.executor().plan().show_expr(item, expr).to_string()
    }
}

/// The name of the level that encloses a path.
fn around(path: &str) -> &str {
    let path = path.rsplit_once('.').map_or("", |(path, _)| path);
    path.rsplit_once('.').map_or(path, |(_, name)| name)
}

fn gate_into(text: &mut String, plan: &Plan, gate: Run) {
    for bound in gate.of(&plan.bounds) {
        let Some(axis) = plan.axes.get(bound.axis as usize) else { continue };
        let version =
            |version: u32| plan.name(axis.versions).split(' ').nth(version as usize).unwrap_or("?");
        if bound.since == 0 && bound.until.is_none() {
            continue;
        }
        text.push_str(if text.is_empty() { "" } else { ", " });
        if bound.axis > 0 {
            let _ = write!(text, "{} ", plan.name(axis.name));
        }
        let _ = match (bound.since, bound.until) {
            (since, None) => write!(text, "{}", version(since)),
            (0, Some(until)) => write!(text, "until {}", version(until)),
            (since, Some(until)) => write!(text, "{} to {}", version(since), version(until)),
        };
    }
}

fn type_into(text: &mut String, plan: &Plan, shape: &Shape) {
    let inner = |text: &mut String, id: ShapeId| {
        if let Some(shape) = plan.shapes.get(id.index()) {
            type_into(text, plan, shape);
        }
    };
    match *shape {
        Shape::Integer { coding, bits, sign } | Shape::Wide { coding, bits, sign } => {
            text.push_str(match coding {
                Coding::Little => "",
                Coding::Big => "big-endian ",
                Coding::Leb128 | Coding::Bounded => "leb128 ",
                Coding::Prefix => "prefix varint ",
                Coding::Vlq(kind) => kind.word(),
                Coding::Digits(digits) => digits.base.word(),
            });
            if matches!(coding, Coding::Vlq(_) | Coding::Digits(_)) {
                text.push(' ');
            }
            text.push_str(match sign {
                Sign::Unsigned => "u",
                Sign::Twos | Sign::Extended => "i",
                Sign::Zigzag => "zigzag i",
                Sign::Float => "f",
            });
            let _ = write!(text, "{bits}");
        }
        Shape::Bool => text.push_str("bool"),
        Shape::Enum { name, .. } => text.push_str(plan.name(name)),
        Shape::Index { table, .. } => {
            let table = plan.tables.get(table as usize).map_or("?", |table| plan.name(*table));
            let _ = write!(text, "index of {table}");
        }
        Shape::Bits { number, .. } => inner(text, number),
        // The coding of the integer is not that of its bits.
        Shape::Part { width: Some(width), value, .. }
            if matches!(plan.shapes.get(value.index()), Some(Shape::Integer { .. })) =>
        {
            let _ = write!(text, "{width} {}", if width == 1 { "bit" } else { "bits" });
        }
        Shape::Part { value, .. }
        | Shape::Sized { value, .. }
        | Shape::At { value, .. }
        | Shape::Transformed { value, .. }
        | Shape::With { value, .. } => inner(text, value),
        Shape::Computed { shape, .. } => inner(text, shape),
        Shape::Bytes(Length::Marker(_)) => text.push_str("text"),
        Shape::Text { encoding, .. } => {
            let _ = write!(text, "{} text", encoding.word());
        }
        // Which of the two shapes applies depends on values of the file.
        Shape::Either { then, .. } => inner(text, then),
        Shape::Bytes(_) => text.push_str("bytes"),
        Shape::Padding { .. } => text.push_str("filler"),
        Shape::Choice { name, .. } | Shape::Named { name, .. } => text.push_str(plan.name(name)),
        Shape::Function { name, .. } => text.push_str(plan.name(name)),
        Shape::Sequence { .. } | Shape::Offsets { .. } | Shape::Item(_) => {}
    }
}
