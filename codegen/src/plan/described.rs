//! Lowers run-only items: fields with expressions, and lists of the values of fields in any section.

use super::Lower;
use super::expressions::{Scope, ScopeItem};
use super::fields::{Steps, claims, places, put_place};
use super::inner::expressions;
use super::paths::{AS_NUMBER, inner_name, with_part};
use super::rule::{part_rules, rules};
use super::shapes::position;
use crate::ast::described::{LastOf, Property};
use crate::ast::{Expression, Place, Repeat};
use crate::model::{
    BytesEnd, Docs, Field, Filler, RunField, RunRecord, RunStep, RunUnion, StepType, Wire,
};
use bytespec_plan::{
    Absent, Case, Expr, ExprId, ItemId, Kind, Layout, Length, Origin, Otherwise, Role, Run, Shape,
    ShapeId, Step, Until, place,
};

impl<'m> Lower<'m> {
    /// Finds the fields whose values lists record: those that an expression reads by index, counts or searches.
    pub(super) fn lists(&mut self) {
        let model = self.model;
        let variants = model.run_unions.iter().flat_map(|union| &union.variants);
        let records = model.run_records.iter().chain(variants.map(|variant| &variant.record));
        for field in records.flat_map(|record| &record.fields) {
            let all = match field {
                RunField::Step(step) => expressions(step),
                RunField::Plain(_, of) => of.all().collect(),
            };
            for expression in all {
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

    pub(super) fn list(&mut self, place: &Place) -> u32 {
        let (item, step) = self.place(place);
        self.builder.list(item, step)
    }

    /// The item and the step of a field. An unknown field gets an index past all steps, which the check of the plan finds.
    pub(super) fn place(&self, place: &Place) -> (ItemId, u32) {
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

    /// The run-only item with a name: a record, or a variant if no record has the name.
    pub(super) fn run_record(&self, name: &str) -> Option<(ItemId, &'m RunRecord)> {
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

    /// The fields of the record that this one begins with.
    pub(super) fn prefix(&self, item: &RunRecord) -> &'m [Field] {
        item.begins_with.map_or(&[][..], |record| &self.model.records[record].fields)
    }

    /// The positions of the fields of a record.
    fn scope(&self, item: &'m RunRecord) -> Scope {
        let mut scope = Vec::new();
        let mut next = 0;
        let prefix = self.prefix(item);
        let bits = claims(prefix);
        for field in prefix {
            next += put_place(field, &bits, next, &mut scope);
            next += self.put_inner(item, &field.docs.name, next, &mut scope);
        }
        let bits = claims(item.plain());
        for (at, field) in item.fields.iter().enumerate() {
            let rules = rules(field);
            next += rules.before_parts
                + match field {
                    RunField::Plain(field, _) => put_place(field, &bits, next, &mut scope),
                    RunField::Step(step) => {
                        scope.push((step.docs.name.clone(), next));
                        1
                    }
                };
            if !rules.of_element {
                next += self.put_inner(item, &field.docs().name, next, &mut scope);
            }
            next += rules.after_parts + place(part_rules(item, at).len());
        }
        scope
    }

    /// Adds the positions of the numbers of parts of a field. Returns their number.
    fn put_inner(&self, item: &'m RunRecord, field: &str, at: u32, scope: &mut Scope) -> u32 {
        let parts = self.inner_parts(item, field);
        let count = place(parts.len());
        let names = parts.iter().map(|part| inner_name(field, part));
        scope.extend(names.zip(at..));
        count
    }

    /// The record with a name.
    pub(super) fn record_named(&self, name: &str) -> Option<ItemId> {
        if let Some(at) = self.model.run_records.iter().position(|item| item.docs.name == name) {
            return Some(self.run_records[at]);
        }
        let at = self.model.records.iter().position(|item| item.docs.name == name)?;
        Some(self.records[at])
    }

    /// Defines all run-only items.
    pub(super) fn run_only(&mut self) {
        let model = self.model;
        self.run_cases = model
            .run_unions
            .iter()
            .enumerate()
            .map(|(at, union)| self.cases_of(at, union))
            .collect();
        for (index, item) in model.run_records.iter().enumerate() {
            let place = self.run_records[index];
            let steps = self.run_fields(place, item);
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

    /// The cases of a union.
    fn cases_of(&mut self, index: usize, union: &'m RunUnion) -> Run {
        let mut cases = Vec::new();
        for (variant, place) in union.variants.iter().zip(self.run_variants[index].clone()) {
            let gate = self.gate(&variant.record.docs.gate);
            let (item, nesting) = (Some(place), variant.nesting);
            let of_tag = |&(tag, last): &(i128, i128)| Case { tag, last, gate, item, nesting };
            cases.extend(variant.tags.iter().map(of_tag));
            variant.text_tags.iter().for_each(|tag| self.builder.tag(tag));
        }
        let dead = union.reserved.iter().map(|dead| dead.number);
        cases.extend(dead.map(|tag| Case::of_tag(tag, Run::EMPTY, None, 0)));
        // A case with a range comes after those with tags in the range.
        cases.sort_by_key(|case| (case.tag != case.last, case.tag));
        self.builder.cases(&cases)
    }

    fn run_union(&mut self, index: usize, union: &'m RunUnion) {
        for (variant, place) in union.variants.iter().zip(self.run_variants[index].clone()) {
            let record = &variant.record;
            let steps = self.run_fields(place, record);
            let facts = self.stated(&variant.traits);
            let facts = self.builder.facts(&facts);
            self.define_fields(place, Kind::Variant, &record.docs, &steps, facts);
        }
        // If another field contains the tag, or if the tag belongs to the variant, the union becomes a choice in the enclosing
        // item.
        let Some(tag) = union.tag.as_ref().filter(|_| !union.peeks_tag) else {
            self.define(self.run_unions[index], Kind::Union, &union.docs, &[]);
            return;
        };
        let tag = self.shape(tag, &[]);
        let (cases, otherwise) = (self.run_cases[index], otherwise(union));
        let steps = self.choice(&union.docs.name, "tag", tag, cases, otherwise);
        self.define(self.run_unions[index], Kind::Union, &union.docs, &steps);
    }

    fn run_fields(&mut self, place: ItemId, item: &'m RunRecord) -> Steps<'m> {
        (self.scope_item, self.own) = (ScopeItem::Run(item), place);
        let scope = self.scope(item);
        let prefix = self.prefix(item);
        let mut out = Steps::new(prefix.iter().chain(item.plain()), "");
        let bits = claims(prefix);
        for field in prefix {
            self.put_field(&mut out, field, &bits, &scope);
            self.put_inner_steps(&mut out, item, &field.docs.name, &scope);
        }
        let bits = claims(item.plain());
        for (at, field) in item.fields.iter().enumerate() {
            match field {
                RunField::Plain(field, of) => {
                    self.put_field(&mut out, field, &bits, &scope);
                    if let Some(equals) = &of.equals {
                        let own = position(&scope, &field.docs.name);
                        let shape = out.step(own).map(|step| step.shape);
                        let by = self.computed((own, shape), &scope, |lower, scope| {
                            lower.part_value(equals, field, scope)
                        });
                        let of = (&field.docs, &None);
                        let role = self.computed_role((equals, by), of, item, &scope);
                        out.compute(role);
                    }
                }
                RunField::Step(step) => {
                    let made = self.run_step(step, item, &scope);
                    out.push(&step.docs.name, made);
                }
            }
            let rules = rules(field);
            if rules.before_parts > 0 {
                self.put_rule(&mut out, field, &scope);
            }
            if !rules.of_element {
                self.put_inner_steps(&mut out, item, &field.docs().name, &scope);
            }
            if rules.after_parts > 0 {
                self.put_rule(&mut out, field, &scope);
            }
            for (part, valid) in part_rules(item, at) {
                self.put_part_rule(&mut out, part, valid, &scope);
            }
        }
        out
    }

    fn put_inner_steps(
        &mut self,
        out: &mut Steps<'m>,
        item: &'m RunRecord,
        field: &str,
        scope: &Scope,
    ) {
        let at = position(scope, field);
        if let Some(of) = out.step(at) {
            for (name, step) in self.inner_steps(item, field, (at, of)) {
                out.push(&name, step);
            }
        }
    }

    /// A step without bytes of its own, which no listing shows, beside another one.
    pub(super) fn unnamed(&self, of: Step, shape: ShapeId) -> Step {
        let (reject, origin) = (Run::EMPTY, Origin::default());
        let (nonempty, holds, list) = (false, None, None);
        Step { shape, reject, nonempty, holds, list, origin, ..of }
    }

    fn run_step(&mut self, step: &RunStep, item: &'m RunRecord, scope: &Scope) -> Step {
        let mut shape = match step.has_element_item() {
            true => self.with_condition(step, item, scope),
            false => self.step_shape(&step.ty, scope),
        };
        if let Some((by, key)) = &step.transform {
            let key = match key {
                Some(key) => self.key(key, scope),
                None => self.builder.expr(Expr::Number(0)),
            };
            let by = by.clone().map(|name| self.builder.text(&name));
            shape = self.transformed((by, key), shape);
        }
        if let Some(size) = &step.size {
            let size = self.expression(size, scope);
            shape = self.builder.shape(Shape::Sized { size, value: shape });
        }
        if let Some(repeat) = &step.repeat {
            let until = match repeat {
                Repeat::Count(count) => Until::Count(self.expression(count, scope)),
                Repeat::Rest => Until::End,
                Repeat::Last(test, LastOf::Record) => Until::Holds(self.of_element(test, &step.ty)),
                Repeat::Last(test, LastOf::Element) => {
                    Until::Holds(self.in_own_item(step, item, |lower| lower.condition(test, scope)))
                }
                Repeat::While(a, b) => {
                    Until::Reached(self.expression(a, scope), self.expression(b, scope))
                }
            };
            let reversed = step.reversed;
            shape = self.builder.shape(Shape::Sequence { element: shape, until, reversed });
        }
        let mut role = Role::Visible;
        if let Some(value) = &step.value {
            let value = match value {
                Expression::Parameter => self.parameter(step, item),
                value => self.value(value, &step.ty, scope),
            };
            shape = self.builder.shape(Shape::Computed { value, shape });
            role = Role::Derived(value);
        }
        if let Some(equals) = &step.equals {
            let own = position(scope, &step.docs.name);
            let by = self.computed((own, Some(shape)), scope, |lower, scope| {
                lower.value(equals, &step.ty, scope)
            });
            role = self.computed_role((equals, by), (&step.docs, &step.when), item, scope);
        }
        if let Some(bytes) = &step.constant {
            role = Role::Constant(self.builder.bytes(bytes));
        }
        if let Some(at) = &step.at {
            let offset = self.expression(at, scope);
            shape = self.builder.shape(Shape::At { offset, value: shape });
        }
        if let StepType::Filler(..) = step.ty {
            role = Role::Filler;
        }
        let when = step.when.as_ref().map(|when| self.condition(when, scope));
        let gate = self.gate(&step.docs.gate);
        let absent = match (role, when.is_some() || !gate.is_empty()) {
            (Role::Visible, true) => Absent::Nothing,
            (Role::Visible, false) => Absent::Never,
            _ => Absent::Number(0),
        };
        let (holds, base) = (step.table.map(place), step.base);
        Step { gate, when, role, absent, holds, base, ..self.step_of(&step.docs, shape) }
    }

    pub(super) fn step_shape(&mut self, ty: &StepType, scope: &Scope) -> ShapeId {
        match ty {
            StepType::Wire(wire) => self.shape(wire, scope),
            StepType::List(inner) => {
                let element = self.in_list(|lower| lower.step_shape(inner, scope));
                self.list_of(element)
            }
            StepType::Rest(inner) => {
                let element = self.step_shape(inner, scope);
                self.sequence(element, Until::End)
            }
            StepType::Record(index, arguments) => self.record_with(*index, arguments, scope),
            StepType::Union(index) => match self.peeked_tag(&self.model.run_unions[*index]) {
                Some(tag) => self.choice_of(*index, tag),
                None => self.builder.shape(Shape::Item(self.run_unions[*index])),
            },
            StepType::Tagged { union, tag, as_bytes } => {
                let tag = match (tag, as_bytes) {
                    (Expression::Field(field), true) if self.around_list.is_none() => {
                        self.builder.expr(Expr::Big(position(scope, &field.value)))
                    }
                    (tag, true) => self.expression(&with_part(tag, AS_NUMBER), scope),
                    (tag, false) => self.raw(tag, scope),
                };
                self.choice_of(*union, tag)
            }
            StepType::Bytes(end) => {
                let length = self.length(end, scope);
                self.builder.shape(Shape::Bytes(length))
            }
            StepType::Text(encoding, end) => {
                let (length, encoding) = (self.length(end, scope), *encoding);
                self.builder.shape(Shape::Text { length, encoding, strict: false })
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
            StepType::Filler(Filler::Bytes(end)) => {
                let length = self.length(end, scope);
                self.builder.shape(Shape::Bytes(length))
            }
            StepType::Filler(Filler::Multiple(align, from)) => {
                let align = self.expression(align, scope);
                let from = from.as_ref().map(|from| self.expression(from, scope));
                let strict = self.builder.expr(Expr::Number(1));
                self.builder.shape(Shape::Padding { align, strict, from })
            }
        }
    }

    /// The shape of a union that is a choice in the enclosing item.
    fn choice_of(&mut self, union: usize, tag: ExprId) -> ShapeId {
        let of = &self.model.run_unions[union];
        let (name, cases) = (self.builder.text(&of.docs.name), self.run_cases[union]);
        self.builder.shape(Shape::Choice { name, tag, cases, otherwise: otherwise(of) })
    }

    /// The tag of a union whose tag is the first number of the variant.
    fn peeked_tag(&mut self, union: &RunUnion) -> Option<ExprId> {
        let Some(Wire::Integer(number)) = union.tag.as_ref().filter(|_| union.peeks_tag) else {
            return None;
        };
        let shape = self.integer(*number);
        Some(self.peek_of(shape))
    }

    fn peek_of(&mut self, number: ShapeId) -> ExprId {
        let expr = match self.builder.shape_of(number).copied() {
            Some(Shape::Either { test, then, otherwise }) => {
                Expr::If(test, self.peek_of(then), self.peek_of(otherwise))
            }
            Some(Shape::Integer { coding, bits, .. }) => Expr::Peek(coding, bits),
            _ => Expr::Number(0),
        };
        self.builder.expr(expr)
    }

    fn length(&mut self, end: &BytesEnd, scope: &Scope) -> Length {
        match end {
            BytesEnd::Rest => Length::Rest,
            BytesEnd::AllBut(left) => Length::Except(*left),
            BytesEnd::Count(count) => Length::Count(self.expression(count, scope)),
            BytesEnd::Stop(marker) => Length::Marker(self.builder.bytes(marker)),
            BytesEnd::Padded(count, pad) => Length::Padded(self.expression(count, scope), *pad),
            BytesEnd::Ended(count, marker) => {
                Length::Ended(self.expression(count, scope), self.builder.bytes(marker))
            }
        }
    }

    /// A condition over the fields of the record of the elements.
    fn of_element(&mut self, test: &Expression, element: &StepType) -> ExprId {
        let model = self.model;
        let (scope, scope_item) = match element {
            StepType::Record(index, _) => {
                let record = &model.run_records[*index];
                (self.scope(record), ScopeItem::Run(record))
            }
            StepType::Wire(Wire::Item(crate::model::Kind::Record, index)) => {
                let fields = &model.records[*index].fields;
                (places(fields, &claims(fields), 0), ScopeItem::Plain(fields))
            }
            _ => (Vec::new(), ScopeItem::None),
        };
        let around = std::mem::replace(&mut self.scope_item, scope_item);
        let test = self.condition(test, &scope);
        self.scope_item = around;
        test
    }

    /// The role of a computed number with a name, a gate and a condition.
    fn computed_role(
        &self,
        (equals, by): (&Expression, ExprId),
        of: (&Docs, &Option<Expression>),
        item: &RunRecord,
        scope: &Scope,
    ) -> Role {
        let own = position(scope, &of.0.name);
        let is_digest = equals.digest_size().is_some();
        match is_used_to_read(equals, of, item) {
            true => Role::Derived(by),
            false if !is_digest && self.is_earlier(by, own) => Role::Checked(by),
            false => Role::CheckedAtEnd(by),
        }
    }

    /// Whether an expression reads only steps before the step itself.
    fn is_earlier(&self, by: ExprId, own: u32) -> bool {
        self.builder.steps_of_expr(by).into_iter().all(|step| step < own)
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

    /// The table of the index that an expression returns.
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
                RunField::Plain(field, _) => index(field.wire()),
                RunField::Step(step) => match &step.ty {
                    StepType::Wire(wire) => index(Some(wire)),
                    _ => 0,
                },
            };
        }
        let mut records = self.model.records.iter();
        let fields = match found {
            Some(record) => self.prefix(record),
            None => {
                let record = records.find(|record| record.docs.name == name);
                record.map_or(&[][..], |record| &record.fields)
            }
        };
        index(fields.iter().find(|known| field(&known.docs.name)).and_then(Field::wire))
    }
}

/// Whether readers use a computed number to read the data that it is computed from, so that no other number is possible.
fn is_used_to_read(
    equals: &Expression,
    (docs, when): (&Docs, &Option<Expression>),
    item: &RunRecord,
) -> bool {
    let Expression::Of(property, field) = equals else { return false };
    let own = |part: &Expression| match part {
        Expression::Field(field) => field.value == docs.name,
        Expression::Listed(place, _) | Expression::Around(place) => {
            place.field.value == docs.name && place.item.value == item.docs.name
        }
        _ => false,
    };
    let other = item.fields.iter().find(|other| other.docs().name == field.value);
    let Some(RunField::Step(other)) = other else { return false };
    // If the other field can be present without this one, it is read without this one.
    let spelled = |when: &Option<Expression>| when.as_ref().map(ToString::to_string);
    let together = spelled(&other.when) == spelled(when)
        && !depends_on_position(&other.when)
        && other.docs.gate == docs.gate;
    if !together && matches!(property, Property::Elements | Property::Size) {
        return false;
    }
    let by = match (property, &other.repeat, &other.ty) {
        (Property::Sizes, ..) => return true,
        // Any number but zero states that it is present, and writers know only one.
        (Property::Present, ..) => return false,
        (Property::Elements, Some(Repeat::Count(count)), _) => Some(count),
        (Property::Size, None, StepType::Text(_, BytesEnd::Count(size))) => Some(size),
        (Property::Size, None, StepType::Bytes(BytesEnd::Count(size))) => Some(size),
        (Property::Size, None, _) => other.size.as_ref(),
        _ => None,
    };
    // The whole expression, and not only a part such as an addend.
    by.is_some_and(own)
}

/// Whether a condition depends on the position of its field.
fn depends_on_position(test: &Option<Expression>) -> bool {
    let is_place = |part: &Expression| matches!(part, Expression::Position);
    test.as_ref().is_some_and(|test| test.any(is_place))
}

/// The treatment of an unknown tag.
fn otherwise(union: &RunUnion) -> Otherwise {
    if union.opaque { Otherwise::Opaque } else { Otherwise::Error }
}
