//! Everything that a version can add: items and their parts, with the versions that have them.

use super::ItemCount;
use super::cx::{Cx, within};
use super::markdown::counted;
use super::target::Target;
use crate::model::{Docs, Field, Gate, Op, Port, RunField, RunRecord};

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Section,
    Op,
    /// The variant of a union.
    Variant(usize),
    /// The variant of a run-only union.
    RunVariant(usize),
    Enum,
    Record,
    Union,
    Codec,
    Table,
    Constraint,
    Group,
    Member,
    Field,
    Attribute,
    Operand,
    Result,
    Region,
}

impl Kind {
    /// The kind in words, singular and plural.
    pub(super) fn words(self, cx: &Cx<'_>) -> (String, String) {
        let (one, many) = match self {
            Kind::Variant(union) => return variants(&cx.model.unions[union].docs),
            Kind::RunVariant(union) => return variants(&cx.model.run_unions[union].docs),
            Kind::Section => ("section", "sections"),
            Kind::Op => ("operation", "operations"),
            Kind::Enum => ("enumeration", "enumerations"),
            Kind::Record => ("record", "records"),
            Kind::Union => ("union", "unions"),
            Kind::Codec => ("hand-written codec", "hand-written codecs"),
            Kind::Table => ("table", "tables"),
            Kind::Constraint => ("constraint", "constraints"),
            Kind::Group => ("group of operations", "groups of operations"),
            Kind::Member => ("enumeration member", "enumeration members"),
            Kind::Field => ("field", "fields"),
            Kind::Attribute => ("operation attribute", "operation attributes"),
            Kind::Operand => ("operand", "operands"),
            Kind::Result => ("result", "results"),
            Kind::Region => ("region", "regions"),
        };
        (one.to_owned(), many.to_owned())
    }

    /// `2 operations`.
    pub(super) fn counted(self, count: usize, cx: &Cx<'_>) -> String {
        let (one, many) = self.words(cx);
        counted(count, &one, &many)
    }

    /// Whether the reference gives the number of entries of this kind.
    pub(super) fn is_counted(self) -> bool {
        matches!(
            self,
            Kind::Section
                | Kind::Op
                | Kind::Variant(_)
                | Kind::RunVariant(_)
                | Kind::Enum
                | Kind::Member
                | Kind::Record
                | Kind::Codec
                | Kind::Table
        )
    }

    /// Whether it is a part of an item.
    pub(super) fn is_part(self) -> bool {
        self >= Kind::Member
    }
}

/// The variants of a union in words, singular and plural.
fn variants(union: &Docs) -> (String, String) {
    let name = &union.name;
    (format!("variant of `{name}`"), format!("variants of `{name}`"))
}

/// An item or a part of one.
pub(super) struct Entry<'m> {
    pub(super) kind: Kind,
    /// The item, or the item that the part belongs to.
    pub(super) target: Target,
    /// The variant that the entry is or belongs to, if the variant has no description of its own.
    pub(super) variant: Option<&'m str>,
    pub(super) docs: &'m Docs,
    /// The versions that have it.
    pub(super) gate: Gate,
    /// The versions that have the item.
    pub(super) item: Gate,
}

impl Entry<'_> {
    /// The version that added it: the item itself, or a part added to an older item.
    pub(super) fn added(&self) -> Option<usize> {
        (!self.kind.is_part() || self.gate.since > self.item.since).then_some(self.gate.since)
    }

    /// The first version without it; none for a part that ends together with its item.
    pub(super) fn removed(&self, versions: usize) -> Option<usize> {
        let gone = self.gate.until? + 1;
        let item = self.kind.is_part() && self.item.until == self.gate.until;
        (gone < versions && !item).then_some(gone)
    }
}

impl Entry<'_> {
    /// The first release of a dialect or of the producer that has it; none if the oldest release has it, or for a part that began
    /// together with its item.
    pub(super) fn began(&self, dialect: Option<usize>) -> Option<usize> {
        let own = !self.kind.is_part() || self.gate.releases.since > self.item.releases.since;
        let own = own && self.gate.releases.dialect == dialect;
        self.gate.releases.since.filter(|since| own && *since > 0)
    }

    /// The first release without it; none for a part that ends together with its item.
    pub(super) fn ended(&self, dialect: Option<usize>) -> Option<usize> {
        let own = self.gate.releases.dialect == dialect;
        let own =
            own && (!self.kind.is_part() || self.gate.releases.until != self.item.releases.until);
        self.gate.releases.until.filter(|_| own).map(|until| until + 1)
    }
}

/// Every item and every part, in the order of the model.
pub(super) fn inventory<'m>(cx: &Cx<'m>) -> Vec<Entry<'m>> {
    let mut list = List { cx, entries: Vec::new() };
    let model = cx.model;
    for (index, section) in model.sections.iter().enumerate() {
        let target = Target::Section(index);
        list.item(Kind::Section, target);
        list.fields(Kind::Field, target, &section.fields);
    }
    for (index, op) in model.ops.iter().enumerate() {
        list.item(Kind::Op, Target::Op(index));
        list.op(Target::Op(index), op);
    }
    for (union, item) in model.unions.iter().enumerate() {
        list.item(Kind::Union, Target::Union(union));
        for (index, variant) in item.variants.iter().enumerate() {
            let target = Target::Variant(union, index);
            list.item(Kind::Variant(union), target);
            list.fields(Kind::Field, target, &variant.fields);
        }
    }
    for (index, record) in model.records.iter().enumerate() {
        list.item(Kind::Record, Target::Record(index));
        list.fields(Kind::Field, Target::Record(index), &record.fields);
    }
    for (index, record) in model.run_records.iter().enumerate() {
        list.item(Kind::Record, Target::Run(index));
        list.parts(Kind::Field, Target::Run(index), record.fields.iter().map(RunField::docs));
    }
    for (union, item) in model.run_unions.iter().enumerate() {
        list.item(Kind::Union, Target::RunUnion(union));
        for variant in &item.variants {
            list.run_variant(union, &variant.record);
        }
    }
    for (index, item) in model.enums.iter().enumerate() {
        let target = Target::Enum(index);
        list.item(Kind::Enum, target);
        list.parts(Kind::Member, target, item.members.iter().map(|member| &member.docs));
    }
    for index in 0..model.codecs.len() {
        list.item(Kind::Codec, Target::Codec(index));
    }
    for index in 0..model.tables.len() {
        list.item(Kind::Table, Target::Table(index));
    }
    for index in 0..model.constraints.len() {
        list.item(Kind::Constraint, Target::Constraint(index));
    }
    for index in 0..model.groups.len() {
        list.item(Kind::Group, Target::Group(index));
    }
    list.entries
}

struct List<'c, 'm> {
    cx: &'c Cx<'m>,
    entries: Vec<Entry<'m>>,
}

impl<'m> List<'_, 'm> {
    fn item(&mut self, kind: Kind, target: Target) {
        let docs = self.cx.docs(target);
        let gate = self.gate(target);
        self.entries.push(Entry {
            kind,
            target,
            variant: None,
            docs,
            gate: gate.clone(),
            item: gate,
        });
    }

    /// A variant has no description of its own, only that of its union.
    fn run_variant(&mut self, union: usize, variant: &'m RunRecord) {
        let target = Target::RunUnion(union);
        let item = within(&self.gate(target), &variant.docs.gate);
        let variant_name = Some(variant.docs.name.as_str());
        let mut entry = |kind, docs: &'m Docs, gate| {
            let (variant, item) = (variant_name, item.clone());
            self.entries.push(Entry { kind, target, variant, docs, gate, item });
        };
        entry(Kind::RunVariant(union), &variant.docs, item.clone());
        for docs in variant.fields.iter().map(RunField::docs) {
            entry(Kind::Field, docs, within(&item, &docs.gate));
        }
    }

    /// The versions that have an item. A variant exists only in the versions that have its union.
    fn gate(&self, target: Target) -> Gate {
        let gate = &self.cx.docs(target).gate;
        match target {
            Target::Variant(union, _) => within(&self.cx.model.unions[union].docs.gate, gate),
            _ => gate.clone(),
        }
    }

    fn parts(&mut self, kind: Kind, target: Target, parts: impl Iterator<Item = &'m Docs>) {
        for docs in parts {
            let item = self.gate(target);
            let gate = within(&item, &docs.gate);
            self.entries.push(Entry { kind, target, variant: None, docs, gate, item });
        }
    }

    fn fields(&mut self, kind: Kind, target: Target, fields: &'m [Field]) {
        self.parts(kind, target, fields.iter().map(|field| &field.docs));
    }

    fn op(&mut self, target: Target, op: &'m Op) {
        let ports = |ports: &'m [Port]| ports.iter().map(|port| &port.docs);
        self.fields(Kind::Attribute, target, &op.attributes);
        self.parts(Kind::Operand, target, ports(&op.operands));
        self.parts(Kind::Result, target, ports(&op.results));
        self.parts(Kind::Region, target, op.regions.iter().map(|region| &region.docs));
    }
}

/// The number of entries of each kind, in the order of the kinds.
pub(super) fn count<'e>(entries: impl Iterator<Item = &'e Entry<'e>>) -> Vec<(Kind, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for entry in entries {
        *counts.entry(entry.kind).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

/// The counted kinds of items in words, each with the gates of its items.
pub(super) fn counted_items(cx: &Cx<'_>) -> Vec<ItemCount> {
    let mut kinds = std::collections::BTreeMap::<Kind, Vec<Gate>>::new();
    for entry in inventory(cx).into_iter().filter(|entry| entry.kind.is_counted()) {
        kinds.entry(entry.kind).or_default().push(entry.gate);
    }
    kinds.into_iter().map(|(kind, gates)| ItemCount { kind: kind.words(cx), gates }).collect()
}
