//! Levels and parts as a stream of small numbers. Rows with the same properties share a kind, which is stored once in a table.

use super::super::{CACHE_SLOTS, Common, common, meaning, place_of};
use bytespec::plan::data::{Base, Coding, Plan, Shape, ShapeId, Sign};
use bytespec::plan::explain::{Explainer, Held, Level, Name, Part, PartKind, Words};
use bytespec::plan::{File, Leaf};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The maximum number of table entries whose text is in the page, and the maximum number of their characters.
const MAX_ENTRIES: u64 = 1 << 16;
const MAX_CHARACTERS: usize = 1 << 20;

/// The common properties of rows of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
struct RowKind {
    /// Whether it is a level.
    level: bool,
    /// The name; `None` for an element, which has an index instead; empty for the same item as the level around it.
    name: Option<String>,
    /// The label of a level, or the type of a part.
    label: String,
    /// The releases that have it.
    since: String,
    /// The line of the schema.
    schema: String,
    /// The kind of the part.
    kind: &'static str,
    /// The meaning, if it is the same for all rows.
    meaning: String,
    /// The encoding of the value.
    code: Code,
}

/// The way in which the page decodes a value from bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
struct Code {
    /// The encoding of numbers; `None` for bytes.
    coding: Option<&'static str>,
    /// The number of bytes of a varint whose last byte has eight bits of the number.
    full: Option<u8>,
    sign: &'static str,
    bits: u8,
    /// The table for a value that is an index.
    table: Option<u32>,
    /// The members of an enum, by their start in the plan.
    members: Option<u32>,
    /// Whether the value is in the row, because a function of the host decodes it.
    spelled: bool,
}

/// The tables that rows refer to.
#[derive(Debug, Serialize)]
pub(super) struct Tables {
    /// The number of rows.
    count: u64,
    kinds: Vec<RowKind>,
    /// Names of the tables of the format.
    tables: Vec<String>,
    /// The text of table entries.
    entries: Vec<Vec<String>>,
    /// Labels of enum members, by the start of the enum.
    members: BTreeMap<u32, Vec<(i128, String)>>,
    /// Faults, by row.
    faults: Vec<(u64, String)>,
}

/// The last level or part in a cache slot: its common properties, its kind, and the index of the kind in the order.
#[derive(Clone, Debug, Default)]
struct Slot {
    key: Option<Common>,
    kind: RowKind,
    at: u64,
}

/// Writes rows.
pub(super) struct Stream<'f, 'p, 'i> {
    words: Words<'f, 'p, 'i>,
    plan: &'p Plan,
    bytes: Vec<u8>,
    kinds: HashMap<RowKind, u64>,
    order: Vec<RowKind>,
    slots: Vec<Slot>,
    /// A reusable buffer for the meaning of a part.
    text: String,
    members: BTreeMap<u32, Vec<(i128, String)>>,
    faults: Vec<(u64, String)>,
    /// The index after the last element, for each open level.
    next: Vec<u64>,
    rows: u64,
}

impl<'f, 'p, 'i> Stream<'f, 'p, 'i> {
    pub(super) fn new(words: Words<'f, 'p, 'i>) -> Self {
        let plan = words.plan();
        let (bytes, order, faults) = Default::default();
        let (kinds, members, text) = Default::default();
        let (slots, next) = (vec![Slot::default(); CACHE_SLOTS], vec![0]);
        Stream { words, plan, bytes, kinds, order, slots, text, members, faults, next, rows: 0 }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The tables that rows refer to.
    pub(super) fn tables(&mut self, file: &File<'_, '_>) -> Tables {
        let (mut left, mut entries) = (MAX_ENTRIES, Vec::new());
        let mut characters = MAX_CHARACTERS.min(file.input().len());
        let tables: Vec<String> =
            self.plan.tables.iter().map(|name| self.plan.name(*name).to_owned()).collect();
        for (table, name) in (0..).zip(&tables) {
            let count = bytespec::plan::Tables::count(file, name).unwrap_or(0).min(left);
            left -= count;
            let mut of_table = Vec::new();
            for index in 0..count {
                let spelled = self.words.entry(table, index);
                if spelled.len() > characters {
                    break;
                }
                characters -= spelled.len();
                of_table.push(spelled.to_owned());
            }
            entries.push(of_table);
        }
        let (kinds, faults) = (std::mem::take(&mut self.order), std::mem::take(&mut self.faults));
        let members = std::mem::take(&mut self.members);
        Tables { count: self.rows, kinds, tables, entries, members, faults }
    }

    fn number(&mut self, mut number: u64) {
        while number >> 7 != 0 {
            self.bytes.push(number.to_le_bytes()[0] | 1 << 7);
            number >>= 7;
        }
        self.bytes.push(number.to_le_bytes()[0]);
    }

    /// The index of a kind in the order, and whether its values are in the rows. Looks in the cache first.
    fn slot(
        &mut self,
        (key, name, meaning): (Common, Name<'_>, &str),
        make: impl FnOnce(&mut Self) -> RowKind,
    ) -> (u64, bool) {
        let place = place_of(&key);
        let slot = &self.slots[place];
        let is_known = slot.key == Some(key)
            && slot.kind.name.as_deref() == name_of(name)
            && slot.kind.meaning == meaning;
        if !is_known {
            let kind = make(self);
            let at = self.kind(&kind);
            self.slots[place] = Slot { key: Some(key), kind, at };
        }
        let slot = &self.slots[place];
        (slot.at, slot.kind.code.spelled)
    }

    /// The index of a kind in the order.
    fn kind(&mut self, kind: &RowKind) -> u64 {
        if let Some(at) = self.kinds.get(kind) {
            return *at;
        }
        let at = self.order.len() as u64;
        self.order.push(kind.clone());
        self.kinds.insert(kind.clone(), at);
        at
    }

    /// Writes the index of a row's kind, and the index of an element.
    fn row(&mut self, at: u64, name: Name<'_>) {
        self.number(at + 1);
        if let (Name::Index(index), Some(next)) = (name, self.next.last_mut()) {
            let delta = index.wrapping_sub(*next).cast_signed();
            *next = index.wrapping_add(1);
            self.number(((delta << 1) ^ (delta >> 63)).cast_unsigned());
        }
        self.rows += 1;
    }

    fn code(&mut self, shape: &Shape) -> Code {
        let mut code = Code::default();
        let plan = self.plan;
        let of = |id: ShapeId| plan.shapes.get(id.index());
        let mut shape = Some(shape);
        while let Some(known) = shape.take() {
            match *known {
                Shape::Integer { coding, bits, sign } => {
                    code.bits = bits;
                    code.coding = Some(match coding {
                        Coding::Little => "little",
                        Coding::Big => "big",
                        Coding::Leb128 | Coding::Bounded => "leb128",
                        Coding::Prefix => "prefix",
                        Coding::Vlq(kind) => {
                            code.full = kind.full();
                            if kind.is_leading() { kind.word() } else { "vlq" }
                        }
                        Coding::Digits(of) => {
                            code.full = u8::try_from(of.base.radix()).ok();
                            "digits"
                        }
                    });
                    code.sign = match sign {
                        Sign::Unsigned => "",
                        Sign::Twos | Sign::Extended => "twos",
                        Sign::Zigzag => "zigzag",
                        Sign::Float => "float",
                    };
                }
                Shape::Bool => (code.coding, code.bits, code.sign) = (Some("little"), 8, "bool"),
                Shape::Enum { number, members, .. } => {
                    code.members = Some(members.start);
                    let labels = self.members.entry(members.start);
                    labels.or_insert_with(|| {
                        let known = members.of(&plan.members).iter();
                        known.map(|one| (one.number, plan.name(one.label).to_owned())).collect()
                    });
                    shape = of(number);
                }
                Shape::Index { table, number } => {
                    code.table = Some(table);
                    shape = of(number);
                }
                Shape::Bits { number: inner, .. }
                | Shape::Part { value: inner, .. }
                | Shape::Sized { value: inner, .. }
                | Shape::With { value: inner, .. } => shape = of(inner),
                _ => {}
            }
        }
        code
    }

    /// The kind of a part with a meaning.
    fn kind_of(&mut self, part: &Part<'_, '_>, text: String) -> RowKind {
        let (mut label, mut code) = (String::new(), Code::default());
        if let Some(held) = &part.held {
            label.push_str(self.words.type_of(part));
            code = self.code(held.shape);
            if !matches!(held.leaf, Leaf::Number(_) | Leaf::Value(_)) {
                code.coding = None;
            }
            code.spelled = match held.leaf {
                // The page has only some of its bytes.
                _ if part.shared.is_some() => true,
                Leaf::Value(_) => code.coding.is_none(),
                Leaf::Number(_) => part.about.base != Base::Decimal,
                _ => false,
            };
        }
        RowKind {
            level: false,
            name: name_of(part.name).map(str::to_owned),
            label,
            since: self.words.since(&part.about).to_owned(),
            schema: self.schema(&part.about),
            kind: part.kind.word(),
            meaning: text,
            code,
        }
    }

    fn schema(&self, about: &bytespec::plan::explain::About) -> String {
        let place = self.words.schema(about);
        place.map_or(String::new(), |(file, line)| format!("{file}:{line}"))
    }
}

fn name_of(name: Name<'_>) -> Option<&str> {
    match name {
        Name::Same => Some(""),
        Name::Field(name) => Some(name),
        Name::Index(_) => None,
    }
}

/// Whether the meaning of a part depends on its value, so that the page determines it.
fn is_found_by_page(part: &Part<'_, '_>) -> bool {
    let shape = part.held.as_ref().map(|held| held.shape).filter(|_| part.shared.is_none());
    matches!(shape, Some(Shape::Index { .. } | Shape::Enum { .. }))
}

impl<'i> Explainer<'i> for Stream<'_, '_, 'i> {
    fn begin(&mut self, level: &Level<'_>) -> bytespec::Result<()> {
        let key = (level.about, level.label.as_ptr().addr(), None);
        let at = self.slot((key, level.name, ""), |stream| RowKind {
            level: true,
            name: name_of(level.name).map(str::to_owned),
            label: level.label.to_owned(),
            since: stream.words.since(&level.about).to_owned(),
            schema: stream.schema(&level.about),
            kind: "level",
            meaning: String::new(),
            code: Code::default(),
        });
        self.row(at.0, level.name);
        self.next.push(0);
        Ok(())
    }

    fn end(&mut self, _: u64) -> bytespec::Result<()> {
        self.next.pop();
        self.number(0);
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> bytespec::Result<()> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        if !part.faults.is_empty() {
            meaning(&mut self.words, part, &mut text);
            self.faults.push((self.rows, std::mem::take(&mut text)));
        } else if !is_found_by_page(part) {
            meaning(&mut self.words, part, &mut text);
        }
        let key = (common(part), part.name, text.as_str());
        let (at, spelled) = self.slot(key, |stream| stream.kind_of(part, text.clone()));
        self.text = text;
        self.row(at, part.name);
        self.number(part.bits.end - part.bits.start);
        if let Some(held) = part.held.as_ref().filter(|_| spelled) {
            let mut value = String::new();
            self.words.value_into(&mut value, held, part.about.base);
            self.number(value.len() as u64);
            self.bytes.extend_from_slice(value.as_bytes());
        }
        // A part without bits is a computed value, which the page cannot decode.
        if let Some(Held { leaf: Leaf::Number(number), .. }) = part.held
            && part.bits.is_empty()
        {
            self.number(number);
        }
        debug_assert!(part.kind != PartKind::Error || !part.faults.is_empty());
        Ok(())
    }
}
