//! What is run only: fields with expressions, and lists of what fields of any section were.

use super::Lower;
use super::fields::{Steps, claims, places, put_place};
use super::shapes::position;
use crate::ast::described::Property;
use crate::ast::{Expression, Place, Repeat};
use crate::model::{Field, RunField, RunRecord, RunStep, RunUnion, StepType, Wire};
use bytespec_plan::{
    Absent, Case, Expr, ExprId, ItemId, Kind, Layout, Length, Otherwise, Role, Run, Shape, ShapeId,
    Step, Until, place,
};

type Scope = Vec<(String, u32)>;

impl<'m> Lower<'m> {
    /// Finds the fields of which lists are kept: those that an expression names with a position, counts or searches.
    pub(super) fn lists(&mut self) {
        let model = self.model;
        let variants = model.run_unions.iter().flat_map(|union| &union.variants);
        let records = model.run_records.iter().chain(variants.map(|variant| &variant.record));
        for field in records.flat_map(|record| &record.fields) {
            let RunField::Step(step) = field else { continue };
            for expression in expressions(step) {
                expression.walk(&mut |expression| {
                    if let Expression::Listed(place, _)
                    | Expression::Count(place)
                    | Expression::Find(place, _) = expression
                    {
                        self.list(place);
                    }
                });
            }
        }
    }

    fn list(&mut self, place: &Place) -> u32 {
        let (item, step) = self.place(place);
        self.builder.list(item, step)
    }

    /// The step of an item that a place is; one past all that a plan has where nothing is, which is found in the plan.
    fn place(&self, place: &Place) -> (ItemId, u32) {
        let name = place.item.value.as_str();
        let (item, scope) = if let Some((item, record)) = self.run_record(name) {
            (item, self.scope(record))
        } else {
            let records = &self.model.records;
            let Some(at) = records.iter().position(|item| item.docs.name == name) else {
                return (ItemId(u32::MAX), u32::MAX);
            };
            let fields = &records[at].fields;
            (self.records[at], places(fields, &claims(fields), 0))
        };
        (item, position(&scope, &place.field.value))
    }

    /// What is run only under a name: a record, or a variant where no record has the name.
    fn run_record(&self, name: &str) -> Option<(ItemId, &'m RunRecord)> {
        let model = self.model;
        let named = |record: &&RunRecord| record.docs.name == name;
        if let Some(at) = model.run_records.iter().position(|record| named(&record)) {
            return Some((self.run_records[at], &model.run_records[at]));
        }
        if model.records.iter().any(|record| record.docs.name == name) {
            return None;
        }
        let unions = model.run_unions.iter().zip(&self.run_variants);
        let mut variants = unions.flat_map(|(union, items)| union.variants.iter().zip(items));
        let (variant, item) = variants.find(|(variant, _)| named(&&variant.record))?;
        Some((*item, &variant.record))
    }

    /// The fields of the record that one begins with.
    fn begun(&self, item: &RunRecord) -> &'m [Field] {
        item.begins_with.map_or(&[][..], |record| &self.model.records[record].fields)
    }

    /// Where the fields of a record stand.
    fn scope(&self, item: &RunRecord) -> Scope {
        let mut scope = Vec::new();
        let mut next = 0;
        let begun = self.begun(item);
        let bits = claims(begun);
        for field in begun {
            next += put_place(field, &bits, next, &mut scope);
        }
        let bits = claims(plain(item));
        for field in &item.fields {
            next += match field {
                RunField::Plain(field) => put_place(field, &bits, next, &mut scope),
                RunField::Step(step) => {
                    scope.push((step.docs.name.clone(), next));
                    1
                }
            };
        }
        scope
    }

    /// Everything that is run only, at its place.
    pub(super) fn run_only(&mut self) {
        let model = self.model;
        for (index, item) in model.run_records.iter().enumerate() {
            let steps = self.run_fields(item);
            let place = self.run_records[index];
            let section = model.sections.iter().find(|section| section.content == Some(index));
            let (kind, docs) = match section {
                Some(section) => (Kind::Section, &section.docs),
                None => (Kind::Layout, &item.docs),
            };
            self.define_fields(place, kind, docs, &steps, Run::EMPTY);
        }
        for (index, union) in model.run_unions.iter().enumerate() {
            self.run_union(index, union);
        }
    }

    fn run_union(&mut self, index: usize, union: &'m RunUnion) {
        let mut cases = Vec::new();
        for (variant, place) in union.variants.iter().zip(self.run_variants[index].clone()) {
            let record = &variant.record;
            let steps = self.run_fields(record);
            let facts = self.stated(&variant.traits);
            let facts = self.builder.facts(&facts);
            self.define_fields(place, Kind::Variant, &record.docs, &steps, facts);
            let gate = self.gate(&record.docs.gate);
            cases.push(Case {
                tag: variant.tag,
                gate,
                item: Some(place),
                nesting: variant.nesting,
            });
        }
        let dead = union.reserved.iter().map(|dead| dead.number);
        cases.extend(dead.map(|tag| Case { tag, gate: Run::EMPTY, item: None, nesting: 0 }));
        let otherwise = if union.opaque { Otherwise::Opaque } else { Otherwise::Error };
        let tag = self.shape(&union.tag, &[]);
        let steps = self.choice(&union.docs.name, "tag", tag, &cases, otherwise);
        self.define(self.run_unions[index], Kind::Union, &union.docs, &steps);
    }

    fn run_fields(&mut self, item: &'m RunRecord) -> Steps<'m> {
        let scope = self.scope(item);
        let begun = self.begun(item);
        let mut out = Steps::new(begun.iter().chain(plain(item)), "");
        let bits = claims(begun);
        for field in begun {
            self.put_field(&mut out, field, &bits, &scope);
        }
        let bits = claims(plain(item));
        for field in &item.fields {
            match field {
                RunField::Plain(field) => self.put_field(&mut out, field, &bits, &scope),
                RunField::Step(step) => {
                    let made = self.run_step(step, &scope);
                    out.push(&step.docs.name, made);
                }
            }
        }
        out
    }

    fn run_step(&mut self, step: &RunStep, scope: &Scope) -> Step {
        let mut shape = self.step_shape(&step.ty, scope);
        if let Some(size) = &step.size {
            let size = self.expression(size, scope);
            shape = self.builder.shape(Shape::Sized { size, value: shape });
        }
        if let Some(repeat) = &step.repeat {
            let until = match repeat {
                Repeat::Count(count) => Until::Count(self.expression(count, scope)),
                Repeat::Rest => Until::End,
                Repeat::While(a, b) => {
                    Until::Reached(self.expression(a, scope), self.expression(b, scope))
                }
            };
            let reversed = step.reversed;
            shape = self.builder.shape(Shape::Sequence { element: shape, until, reversed });
        }
        let mut role = Role::Visible;
        if let Some(value) = &step.value {
            let value = self.expression(value, scope);
            shape = self.builder.shape(Shape::Computed { value, shape });
            role = Role::Derived(value);
        }
        if let Some(equals) = &step.equals {
            let mut asks = false;
            equals.walk(&mut |part| asks |= matches!(part, Expression::Of(..)));
            let by = self.expression(equals, scope);
            role = if asks { Role::Derived(by) } else { Role::Checked(by) };
        }
        if let StepType::Filler(..) = step.ty {
            role = Role::Derived(self.builder.expr(Expr::Number(0)));
        }
        let when = step.when.as_ref().map(|when| self.expression(when, scope));
        let gate = self.gate(&step.docs.gate);
        let absent = match (role, when.is_some() || !gate.is_empty()) {
            (Role::Visible, true) => Absent::Nothing,
            (Role::Visible, false) => Absent::Never,
            _ => Absent::Number(0),
        };
        let holds = step.table.map(place);
        Step { gate, when, role, absent, holds, ..self.step_of(&step.docs, shape) }
    }

    fn step_shape(&mut self, ty: &StepType, scope: &Scope) -> ShapeId {
        match ty {
            StepType::Wire(wire) => self.shape(wire, scope),
            StepType::List(inner) => {
                let element = self.step_shape(inner, scope);
                self.list_of(element)
            }
            StepType::Rest(inner) => {
                let element = self.step_shape(inner, scope);
                let (until, reversed) = (Until::End, false);
                self.builder.shape(Shape::Sequence { element, until, reversed })
            }
            StepType::Record(index) => self.builder.shape(Shape::Item(self.run_records[*index])),
            StepType::Union(index) => self.builder.shape(Shape::Item(self.run_unions[*index])),
            StepType::AllBut(left) => self.builder.shape(Shape::Bytes(Length::Except(*left))),
            StepType::UpTo(marker) => self.builder.shape(Shape::Bytes(Length::Marker(*marker))),
            StepType::Entry(table, dialect) => {
                let among = self.entries(*table);
                let name = self.model.tables[*table].name.clone();
                self.named_shape(&name, (dialect, None, None), among, scope)
            }
            StepType::Properties(dialect, operation, record) => {
                let among = self.property_layouts;
                let names = (dialect, Some(operation), record.as_ref());
                self.named_shape("properties", names, among, scope)
            }
            StepType::Filler(align, of_file) => {
                let align = self.expression(align, scope);
                let strict = self.builder.expr(Expr::Number(1));
                self.builder.shape(Shape::Padding { align, strict, of_file: *of_file })
            }
        }
    }

    fn named_shape(
        &mut self,
        name: &str,
        (dialect, operation, record): (&Expression, Option<&Expression>, Option<&Expression>),
        among: Run,
        scope: &Scope,
    ) -> ShapeId {
        let texts = place(self.table_of(dialect));
        let name = self.builder.text(name);
        let dialect = self.expression(dialect, scope);
        let operation = operation.map(|operation| self.expression(operation, scope));
        let record = record.map(|record| self.expression(record, scope));
        self.builder.shape(Shape::Named { name, texts, dialect, operation, record, among })
    }

    /// The entries of a table, by dialect.
    fn entries(&mut self, table: usize) -> Run {
        let mut layouts = Vec::new();
        for (dialect, union) in self.model.entries(table) {
            let item = self.unions[union];
            layouts.push(Layout {
                dialect: self.builder.text(dialect),
                operation: self.builder.text(""),
                gate: Run::EMPTY,
                record: 0,
                item,
            });
        }
        self.builder.layouts(&layouts)
    }

    /// The table that an expression gives an index into.
    fn table_of(&self, expression: &Expression) -> usize {
        let (Expression::Listed(place, _) | Expression::Around(place)) = expression else {
            return 0;
        };
        let name = place.item.value.as_str();
        let field = |name: &str| *name == place.field.value;
        let index = |wire: Option<&Wire>| match wire {
            Some(Wire::Index(table)) => *table,
            _ => 0,
        };
        let found = self.run_record(name).map(|(_, record)| record);
        let own = found.into_iter().flat_map(|record| &record.fields);
        if let Some(own) = own.clone().find(|own| field(&own.docs().name)) {
            return match own {
                RunField::Plain(field) => index(field.wire()),
                RunField::Step(step) => match &step.ty {
                    StepType::Wire(wire) => index(Some(wire)),
                    _ => 0,
                },
            };
        }
        let mut records = self.model.records.iter();
        let fields = match found {
            Some(record) => self.begun(record),
            None => {
                let record = records.find(|record| record.docs.name == name);
                record.map_or(&[][..], |record| &record.fields)
            }
        };
        index(fields.iter().find(|known| field(&known.docs.name)).and_then(Field::wire))
    }

    fn expression(&mut self, of: &Expression, scope: &Scope) -> ExprId {
        let mut two =
            |a: &Expression, b: &Expression| (self.expression(a, scope), self.expression(b, scope));
        let expr = match of {
            Expression::And(a, b) => {
                let (a, b) = two(a, b);
                Expr::And(a, b)
            }
            Expression::Or(a, b) => {
                let (a, b) = two(a, b);
                Expr::Or(a, b)
            }
            Expression::Equal(a, b) => {
                let (a, b) = two(a, b);
                Expr::Equal(a, b)
            }
            Expression::Add(a, b) => {
                let (a, b) = two(a, b);
                Expr::Add(a, b)
            }
            Expression::Subtract(a, b) => {
                let (a, b) = two(a, b);
                Expr::Subtract(a, b)
            }
            Expression::Not(a) => Expr::Not(self.expression(a, scope)),
            Expression::Number(number) => Expr::Number(*number),
            Expression::Index => Expr::Index,
            Expression::Field(field) => Expr::Field(position(scope, &field.value)),
            Expression::Of(property, field) => {
                let at = position(scope, &field.value);
                match property {
                    Property::Elements => Expr::Elements(at),
                    Property::Sizes => Expr::Sizes(at),
                    Property::Size => Expr::Bytes(at),
                    Property::Present => Expr::Present(at),
                }
            }
            Expression::Around(place) => {
                let (item, step) = self.place(place);
                Expr::Around(item, step)
            }
            Expression::Count(place) => Expr::Count(self.list(place)),
            Expression::Listed(place, at) => {
                let at = self.expression(at, scope);
                Expr::Listed(self.list(place), at)
            }
            Expression::Find(place, number) => {
                let number = self.expression(number, scope);
                Expr::Find(self.list(place), number)
            }
        };
        self.builder.expr(expr)
    }
}

/// The fields that generated code could have.
fn plain(item: &RunRecord) -> impl Iterator<Item = &Field> {
    item.fields.iter().filter_map(|field| match field {
        RunField::Plain(field) => Some(field.as_ref()),
        RunField::Step(_) => None,
    })
}

/// Every expression of a step.
fn expressions(step: &RunStep) -> Vec<&Expression> {
    let mut all: Vec<&Expression> = Vec::new();
    match &step.repeat {
        Some(Repeat::Count(a)) => all.push(a),
        Some(Repeat::While(a, b)) => all.extend([a, b]),
        _ => {}
    }
    all.extend([&step.size, &step.when, &step.equals, &step.value].into_iter().flatten());
    of_type(&step.ty, &mut all);
    all
}

fn of_type<'s>(ty: &'s StepType, all: &mut Vec<&'s Expression>) {
    match ty {
        StepType::List(inner) | StepType::Rest(inner) => of_type(inner, all),
        StepType::Entry(_, a) | StepType::Filler(a, _) => all.push(a),
        StepType::Properties(a, b, record) => all.extend([a, b].into_iter().chain(record)),
        StepType::Wire(_)
        | StepType::Record(_)
        | StepType::Union(_)
        | StepType::AllBut(_)
        | StepType::UpTo(_) => {}
    }
}
