//! Layouts: bytes that are described step by step, with lists of what steps of any section were.

use super::Lower;
use super::fields::{claims, places};
use super::shapes::position;
use crate::ast::described::Property;
use crate::ast::{Expression, Place, Repeat};
use crate::model::{Described, DescribedStep, Field, FieldKind, StepType, Wire};
use bytespec_plan::{
    Absent, Expr, ExprId, ItemId, Kind, Layout, Length, Operator, Role, Run, Shape, ShapeId, Step,
    Until, place,
};

type Scope = Vec<(String, u32)>;

impl<'m> Lower<'m> {
    /// Finds the steps of which lists are kept: those that an expression names with a position, counts or searches.
    pub(super) fn lists(&mut self) {
        let model = self.model;
        for step in model.described.iter().flat_map(|item| &item.steps) {
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
        let model = self.model;
        let named = |name: &str| *name == place.item.value;
        let (item, scope) =
            if let Some(at) = model.described.iter().position(|i| named(&i.docs.name)) {
                (self.described[at], self.scope(&model.described[at]))
            } else {
                let Some(at) = model.records.iter().position(|i| named(&i.docs.name)) else {
                    return (ItemId(u32::MAX), u32::MAX);
                };
                let fields = &model.records[at].fields;
                (self.records[at], places(fields, &claims(fields), 0))
            };
        (item, position(&scope, &place.field.value))
    }

    /// Where the steps of a layout stand.
    fn scope(&self, item: &Described) -> Scope {
        let mut scope = Vec::new();
        let mut next = 0;
        if let Some(record) = item.record {
            let fields = &self.model.records[record].fields;
            let claims = claims(fields);
            scope = places(fields, &claims, 0);
            next = fields.iter().map(|field| width(field, claims.len())).sum();
        }
        for (at, step) in item.steps.iter().enumerate() {
            scope.push((step.docs.name.clone(), next + place(at)));
        }
        scope
    }

    /// A layout, at its place: the payload of a section, where it is that of one.
    pub(super) fn describe(&mut self, index: usize) {
        let model = self.model;
        let item = &model.described[index];
        let scope = self.scope(item);
        let fields = item.record.map_or(&[][..], |record| &model.records[record].fields);
        let mut steps = self.fields(fields, "");
        for step in &item.steps {
            let step = self.described_step(step, &scope);
            steps.push_unnamed(step);
        }
        let place = self.described[index];
        let section = model.sections.iter().find(|section| section.layout == Some(index));
        match section {
            Some(section) => {
                self.define_fields(place, Kind::Section, &section.docs, &steps, Run::EMPTY);
            }
            None => self.define_fields(place, Kind::Layout, &item.docs, &steps, Run::EMPTY),
        }
    }

    fn described_step(&mut self, step: &DescribedStep, scope: &Scope) -> Step {
        let mut shape = self.step_shape(&step.ty, scope);
        if let Some(size) = &step.size {
            let size = self.expression(size, scope);
            shape = self.builder.shape(Shape::Sized { size, value: shape });
        }
        if let Some(repeat) = &step.repeat {
            let until = match repeat {
                Repeat::Count(count) => Until::Count(self.expression(count, scope)),
                Repeat::End => Until::End,
                Repeat::Until(a, b) => {
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
        if let Some(is) = &step.is {
            let mut asks = false;
            is.walk(&mut |part| asks |= matches!(part, Expression::Of(..)));
            let by = self.expression(is, scope);
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
            StepType::Described(index) => self.builder.shape(Shape::Item(self.described[*index])),
            StepType::AllBut(left) => self.builder.shape(Shape::Bytes(Length::Except(*left))),
            StepType::UpTo(marker) => {
                let marker = self.builder.bytes(&[*marker]);
                self.builder.shape(Shape::Bytes(Length::Marker(marker)))
            }
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
        let named = |name: &str| *name == place.item.value;
        let field = |name: &str| *name == place.field.value;
        let described = self.model.described.iter().find(|item| named(&item.docs.name));
        let steps = described.map_or(&[][..], |item| &item.steps);
        if let Some(step) = steps.iter().find(|step| field(&step.docs.name)) {
            return match step.ty {
                StepType::Wire(Wire::Index(table)) => table,
                _ => 0,
            };
        }
        let record = described.and_then(|item| item.record);
        let mut records = self.model.records.iter();
        let record = match record {
            Some(record) => self.model.records.get(record),
            None => records.find(|record| named(&record.docs.name)),
        };
        let fields = record.map_or(&[][..], |record| &record.fields);
        match fields.iter().find(|known| field(&known.docs.name)).and_then(Field::wire) {
            Some(Wire::Index(table)) => *table,
            _ => 0,
        }
    }

    fn expression(&mut self, of: &Expression, scope: &Scope) -> ExprId {
        let expr = match of {
            Expression::Binary(operator @ (Operator::Equal | Operator::Differs), a, b)
                if let Some((field, text)) = compared(a, b) =>
            {
                let bytes = self.builder.bytes(text.as_bytes());
                let matches = Expr::Matches(position(scope, field), bytes);
                match operator {
                    Operator::Equal => matches,
                    _ => Expr::Not(self.builder.expr(matches)),
                }
            }
            Expression::Binary(operator, a, b) => {
                Expr::Binary(*operator, self.expression(a, scope), self.expression(b, scope))
            }
            Expression::If(test, then, otherwise) => {
                let [test, then, otherwise] =
                    [test, then, otherwise].map(|part| self.expression(part, scope));
                Expr::If(test, then, otherwise)
            }
            Expression::Element(field, at) => {
                Expr::Element(position(scope, &field.value), self.expression(at, scope))
            }
            Expression::Digits(field, base) => Expr::Digits(position(scope, &field.value), *base),
            Expression::Checksum(kind, fields) => {
                let steps = fields.iter().map(|field| position(scope, &field.value).into());
                let steps: Vec<i128> = steps.collect();
                Expr::Checksum(*kind, self.builder.numbers(&steps))
            }
            // `check` takes it in comparisons only.
            Expression::Text(_) => Expr::Number(0),
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

/// The field and the text that are compared.
fn compared<'e>(a: &'e Expression, b: &'e Expression) -> Option<(&'e str, &'e str)> {
    match (a, b) {
        (Expression::Field(field), Expression::Text(text))
        | (Expression::Text(text), Expression::Field(field)) => Some((&field.value, &text.value)),
        _ => None,
    }
}

/// How many steps a field is.
fn width(field: &Field, claims: usize) -> u32 {
    match field.kind {
        FieldKind::Unit { .. } => 0,
        FieldKind::Flags(_) => 1 + place(claims),
        _ => 1,
    }
}

/// Every expression of a step.
fn expressions(step: &DescribedStep) -> Vec<&Expression> {
    let mut all: Vec<&Expression> = Vec::new();
    match &step.repeat {
        Some(Repeat::Count(a)) => all.push(a),
        Some(Repeat::Until(a, b)) => all.extend([a, b]),
        _ => {}
    }
    all.extend([&step.size, &step.when, &step.is, &step.value].into_iter().flatten());
    of_type(&step.ty, &mut all);
    all
}

fn of_type<'s>(ty: &'s StepType, all: &mut Vec<&'s Expression>) {
    match ty {
        StepType::List(inner) | StepType::Rest(inner) => of_type(inner, all),
        StepType::Entry(_, a) | StepType::Filler(a, _) => all.push(a),
        StepType::Properties(a, b, record) => all.extend([a, b].into_iter().chain(record)),
        StepType::Wire(_) | StepType::Described(_) | StepType::AllBut(_) | StepType::UpTo(_) => {}
    }
}
