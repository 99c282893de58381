//! Lowers the model to a plan: the byte-level content of a schema, in few shapes.
//!
//! Each file here removes the syntactic sugar of one part of the language: `fields` handles flags, presence and packed numbers,
//! `shapes` lists, blobs and optional references, `described` run-only items, `arguments` parameters of records, `paths` and `inner`
//! numbers in other records, `later` numbers that depend on values after them, `operations` operands and results, and `properties` layouts.
//!
//! An operation, a record, a section and a layout of properties are all items of a plan: runs of steps with a gate, a condition and a
//! shape. Conveniences of the language (`flagged`, `optional_ref`, `flags` and `bit`, `presence`, `packed`, `blob`, operands,
//! `segment_sizes`) become bits of an integer, sequences, and *derived* steps, which a writer computes. Expressions refer to steps of
//! the surrounding items, and to *lists* of a step's values, in any section.

mod arguments;
mod described;
mod expressions;
mod fields;
mod file;
mod gates;
mod inner;
mod later;
mod operations;
mod paths;
mod properties;
mod rule;
mod shapes;

use self::expressions::ScopeItem;
use crate::ast::Literal;
use crate::model::{Coding, Docs, Integer, Model, Union, Wire};
use bytespec_plan::{
    Absent, Builder, Case, Expr, Fact, FactValue, Item, ItemId, Kind, Member, Otherwise, Plan,
    Role, Run, Section, Shape, ShapeId, Step, Text,
};
use fields::Steps;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Lowers a model.
#[must_use]
pub fn lower(model: &Model) -> Plan {
    let mut builder = Builder::default();
    for table in &model.tables {
        builder.table(&table.name);
    }
    let records: Vec<ItemId> = model.records.iter().map(|_| builder.reserve()).collect();
    let unions: Vec<ItemId> = model.unions.iter().map(|_| builder.reserve()).collect();
    let variants =
        model.unions.iter().map(|union| union.variants.iter().map(|_| builder.reserve()).collect());
    let variants: Vec<Vec<ItemId>> = variants.collect();
    let run_records: Vec<ItemId> = model.run_records.iter().map(|_| builder.reserve()).collect();
    let run_unions: Vec<ItemId> = model.run_unions.iter().map(|_| builder.reserve()).collect();
    let run_variants = model
        .run_unions
        .iter()
        .map(|union| union.variants.iter().map(|_| builder.reserve()).collect())
        .collect();
    let enums = Vec::new();
    let operations = model.operations.as_ref().map_or(ItemId(0), |_| builder.reserve());
    let property_layouts = Run::EMPTY;
    let mut lower = Lower {
        model,
        builder,
        records,
        unions,
        variants,
        run_records,
        run_unions,
        run_cases: Vec::new(),
        scope_item: ScopeItem::None,
        checksum: None,
        own: ItemId(0),
        around_list: None,
        element: Vec::new(),
        run_variants,
        enums,
        operations,
        property_layouts,
        inner: BTreeMap::new(),
        made: HashMap::new(),
    };
    lower.axes();
    lower.all();
    let mut plan = lower.builder.finish();
    later::resolve(&mut plan);
    plan
}

/// The fact that is the spelling of a variant without fields.
const SPELLED: &str = "spelled";

struct Lower<'m> {
    model: &'m Model,
    builder: Builder,
    /// The items of records, by index in the model; the same for unions and their variants.
    records: Vec<ItemId>,
    unions: Vec<ItemId>,
    variants: Vec<Vec<ItemId>>,
    /// The items of records that are run only, by index in the model; the same for unions and their variants.
    run_records: Vec<ItemId>,
    run_unions: Vec<ItemId>,
    /// The cases of a union whose tag is in another field, by index of the union.
    run_cases: Vec<Run>,
    run_variants: Vec<Vec<ItemId>>,
    /// The shapes of enums.
    enums: Vec<ShapeId>,
    /// The union of all operations.
    operations: ItemId,
    /// The layouts of properties.
    property_layouts: Run,
    /// The item whose fields expressions read.
    scope_item: ScopeItem<'m>,
    /// The step whose value is computed, and its size in bytes: a checksum counts it as zeros.
    checksum: Option<(u32, usize)>,
    /// The run-only item that is lowered.
    own: ItemId,
    /// The item around the list whose element is lowered.
    around_list: Option<ItemId>,
    /// The steps of the element whose condition is lowered, by name.
    element: Vec<(String, u32)>,
    /// The fields of records that fields are, by item and field, that expressions read.
    inner: BTreeMap<(String, String), BTreeSet<String>>,
    /// Items that are not in the schema, by their content.
    made: HashMap<(Kind, String, Vec<Step>), ShapeId>,
}

impl<'m> Lower<'m> {
    fn all(&mut self) {
        let model = self.model;
        self.find_inner();
        self.lists();
        for item in &model.enums {
            let shape = self.enumeration(item);
            self.enums.push(shape);
        }
        for (index, item) in model.records.iter().enumerate() {
            let steps = self.fields(&item.fields, &item.docs.name);
            let place = self.records[index];
            self.define_fields(place, Kind::Record, &item.docs, &steps, Run::EMPTY);
        }
        for (index, item) in model.unions.iter().enumerate() {
            self.union(index, item);
        }
        if model.operations.is_some() {
            self.operations();
        }
        self.properties();
        self.run_only();
        for section in &model.sections {
            if let Some(content) = section.content {
                self.section(section, self.run_records[content]);
                continue;
            }
            let mut steps = self.fields(&section.fields, &section.docs.name);
            if section.has_trailing() {
                let rest = self.builder.shape(Shape::Bytes(bytespec_plan::Length::Rest));
                steps.push_unnamed(Step { absent: Absent::Empty, ..self.step("trailing", rest) });
            }
            let item = self.builder.reserve();
            self.define_fields(item, Kind::Section, &section.docs, &steps, Run::EMPTY);
            self.section(section, item);
        }
        self.file();
    }

    fn section(&mut self, section: &crate::model::Section, item: ItemId) {
        self.builder.section(Section {
            id: section.id.into(),
            item,
            required: section.required,
            align: section.align.map_or(0, bytespec_plan::place),
            unaligned: section.align_forbidden,
            end: section.end,
            repeated: section.repeated,
            requires: section.requires.map(u64::from),
            place: section.place,
        });
    }

    /// A visible step that is always present.
    fn step(&mut self, name: &str, shape: ShapeId) -> Step {
        Step::visible(self.builder.text(name), shape)
    }

    /// The same for an item with documentation.
    fn step_of(&mut self, docs: &Docs, shape: ShapeId) -> Step {
        let origin = self.builder.origin(&docs.place);
        Step { origin, ..self.step(&docs.name, shape) }
    }

    /// A step that an expression computes.
    fn derived(&mut self, name: &str, shape: ShapeId, by: Expr) -> Step {
        let by = self.builder.expr(by);
        Step { role: Role::Derived(by), absent: Absent::Number(0), ..self.step(name, shape) }
    }

    fn define(&mut self, place: ItemId, kind: Kind, docs: &Docs, steps: &[Step]) {
        self.define_with(place, kind, docs, steps, (Run::EMPTY, Run::EMPTY));
    }

    fn define_fields(
        &mut self,
        place: ItemId,
        kind: Kind,
        docs: &Docs,
        steps: &Steps<'_>,
        facts: Run,
    ) {
        let order = self.builder.numbers(&steps.order());
        self.define_with(place, kind, docs, &steps.steps, (order, facts));
    }

    fn define_with(
        &mut self,
        place: ItemId,
        kind: Kind,
        docs: &Docs,
        steps: &[Step],
        (order, facts): (Run, Run),
    ) {
        let item = Item {
            name: self.builder.text(&docs.name),
            label: self.builder.text(&docs.label),
            kind,
            gate: self.gate(&docs.gate),
            steps: Run::EMPTY,
            order,
            facts,
            origin: self.builder.origin(&docs.place),
        };
        self.builder.define(place, item, steps);
    }

    /// An item of several steps whose value is that of its visible step.
    fn transparent(&mut self, name: &str, steps: &[Step]) -> ShapeId {
        self.shared(Kind::Transparent, name, steps)
    }

    /// An item that is not in the schema; equal items are added once.
    fn shared(&mut self, kind: Kind, name: &str, steps: &[Step]) -> ShapeId {
        let key = (kind, name.to_owned(), steps.to_vec());
        if let Some(known) = self.made.get(&key) {
            return *known;
        }
        let place = self.builder.reserve();
        self.define(place, kind, &shapes::named(name), steps);
        let shape = self.builder.shape(Shape::Item(place));
        self.made.insert(key, shape);
        shape
    }

    fn enumeration(&mut self, item: &crate::model::Enum) -> ShapeId {
        let mut members = Vec::new();
        for member in &item.members {
            members.push(Member {
                name: self.builder.text(&member.docs.name),
                label: self.builder.text(&member.docs.label),
                number: member.value,
                gate: self.gate(&member.docs.gate),
                removed: false,
            });
        }
        for reserved in &item.reserved {
            let name = self.builder.text(&reserved.was);
            let number = reserved.number;
            members.push(Member { name, label: name, number, gate: Run::EMPTY, removed: true });
        }
        let members = self.builder.members(&members);
        let (name, gate) = (self.builder.text(&item.docs.name), self.gate(&item.docs.gate));
        let of = |number, lower: &mut Self| {
            lower.builder.shape(Shape::Enum { name, number, gate, members, open: item.open })
        };
        match item.wire {
            Wire::Integer(number @ Integer { coding: Coding::Selected, .. }) => {
                self.either_order(|coding, lower| {
                    let number = lower.shape(&Wire::Integer(Integer { coding, ..number }), &[]);
                    of(number, lower)
                })
            }
            _ => {
                let number = self.shape(&item.wire, &[]);
                of(number, self)
            }
        }
    }

    fn union(&mut self, index: usize, union: &'m Union) {
        let mut cases = Vec::new();
        for (variant, &place) in union.variants.iter().zip(&self.variants[index].clone()) {
            let steps = self.fields(&variant.fields, &variant.docs.name);
            let mut facts = self.stated(&variant.traits);
            if let [crate::model::TextPiece::Literal(text)] = &variant.text[..] {
                let value = FactValue::Text(self.builder.text(text));
                facts.push(Fact { name: self.builder.text(SPELLED), value });
            }
            let facts = self.builder.facts(&facts);
            self.define_fields(place, Kind::Variant, &variant.docs, &steps, facts);
            let gate = self.gate(&variant.docs.gate);
            let nesting = variant.nesting;
            cases.push(Case::of_tag(variant.tag.into(), gate, Some(place), nesting));
        }
        let dead = union.reserved.iter().map(|dead| dead.number);
        cases.extend(dead.map(|tag| Case::of_tag(tag, Run::EMPTY, None, 0)));
        let otherwise = if union.opaque { Otherwise::Opaque } else { Otherwise::Error };
        let tag = self.shape(&union.tag, &[]);
        let cases = self.builder.cases(&cases);
        let steps = self.choice(&union.docs.name, "tag", tag, cases, otherwise);
        let mut facts = Vec::new();
        if let Some(entries) = &union.entries {
            let table = &self.model.tables[entries.table].name;
            for (name, text) in [("dialect", &entries.dialect), ("entries", table)] {
                let value = FactValue::Text(self.builder.text(text));
                facts.push(Fact { name: self.builder.text(name), value });
            }
        }
        let facts = self.builder.facts(&facts);
        let runs = (Run::EMPTY, facts);
        self.define_with(self.unions[index], Kind::Union, &union.docs, &steps, runs);
    }

    /// The facts of a variant.
    fn stated(&mut self, traits: &[(String, Literal)]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (name, value) in traits {
            let value = self.fact(value);
            facts.push(Fact { name: self.builder.text(name), value });
        }
        facts
    }

    /// A derived tag, and a choice by the tag.
    fn choice(
        &mut self,
        name: &str,
        tag: &str,
        shape: ShapeId,
        cases: Run,
        otherwise: Otherwise,
    ) -> [Step; 2] {
        let tag_step = self.derived(tag, shape, Expr::Tag(1));
        let name: Text = self.builder.text(name);
        let tag = self.builder.expr(Expr::Field(0));
        let choice = self.builder.shape(Shape::Choice { name, tag, cases, otherwise });
        [tag_step, self.step("content", choice)]
    }

    fn fact(&mut self, value: &Literal) -> FactValue {
        match value {
            Literal::Int(number) => match u64::try_from(*number) {
                Ok(number) => FactValue::Number(number),
                Err(_) => FactValue::Text(self.builder.text(&number.to_string())),
            },
            Literal::Bool(value) => FactValue::Number((*value).into()),
            Literal::Text(text) => FactValue::Text(self.builder.text(text)),
            Literal::EmptyList => FactValue::Number(0),
        }
    }
}
