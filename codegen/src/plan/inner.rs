//! Fields of records that fields are, which expressions read: a step without bytes behind the record has the number. So has one
//! behind bytes that an expression compares with a text from elsewhere.

use super::Lower;
use super::expressions::{ScopeItem, is_signed};
use super::paths::{
    AS_NUMBER, equals_text, inner_name, is_variant, text_in, variant_in, with_part,
};
use crate::ast::described::{LastOf, dotted};
use crate::ast::{Expression, Place, Repeat, Span, Spanned};
use crate::model::{
    BytesEnd, Field, Filler, Integer, Kind, Model, RunField, RunRecord, RunStep, StepType, Wire,
};
use bytespec_plan::{Absent, Coding, Expr, ItemId, Role, Shape, Sign, Step};

impl<'m> Lower<'m> {
    /// Finds the fields of records that expressions read.
    pub(super) fn find_inner(&mut self) {
        let model = self.model;
        let variants = model.run_unions.iter().flat_map(|union| &union.variants);
        let records = model.run_records.iter().chain(variants.map(|variant| &variant.record));
        for record in records {
            for field in &record.fields {
                let (all, last) = match field {
                    RunField::Step(step) => (expressions(step), element(model, step)),
                    RunField::Plain(_, of) => (of.all().collect(), None),
                };
                for expression in all {
                    let own = match last {
                        Some((test, record)) if std::ptr::eq(test, expression) => record,
                        _ => &record.docs.name,
                    };
                    self.add_parts(own, expression);
                }
                if let RunField::Step(step) = field {
                    self.add_tag(&record.docs.name, &step.ty, step.has_element_item());
                }
            }
        }
        if let Some(order) = &model.byte_order {
            self.add_parts("", order);
        }
    }

    /// Adds the bytes with the tag of a union; those within the item of the union are read where they are.
    fn add_tag(&mut self, own: &str, ty: &StepType, in_list: bool) {
        match ty {
            StepType::List(inner) => self.add_tag(own, inner, true),
            StepType::Rest(inner) => self.add_tag(own, inner, in_list),
            StepType::Tagged { tag, as_bytes: true, .. } if in_list || tag.path().is_some() => {
                self.add_inner(own, &with_part(tag, AS_NUMBER));
            }
            _ => {}
        }
    }

    fn add_parts(&mut self, own: &str, expression: &Expression) {
        expression.walk_while(&mut |part| match part.compared() {
            // A field of the same item is read where it is.
            Some((Expression::Field(_), _)) => false,
            Some((path, text)) => {
                self.add_inner(own, &with_part(path, &equals_text(text.bytes)));
                false
            }
            None => {
                if let Expression::Is(field, variant) = part {
                    let key = (own.to_owned(), field.value.clone());
                    self.inner.entry(key).or_default().insert(is_variant(&variant.value));
                }
                self.add_inner(own, part);
                true
            }
        });
    }

    fn add_inner(&mut self, own: &str, expression: &Expression) {
        let Some((item, mut field, mut parts)) = expression.path() else { return };
        let mut item = item.map_or(own, |item| &*item.value);
        while let [next, rest @ ..] = parts {
            let key = (item.to_owned(), field.value.clone());
            self.inner.entry(key).or_default().insert(dotted(parts));
            let place =
                Place { item: Spanned::new(item.to_owned(), field.span), field: field.clone() };
            let Some(record) = self.record_at(&place) else { return };
            (item, field, parts) = (record, next, rest);
        }
    }

    /// The parts of a field of an item that expressions read, in order.
    pub(super) fn inner_parts(&self, item: &'m RunRecord, field: &str) -> Vec<String> {
        let key = (item.docs.name.clone(), field.to_owned());
        let Some(parts) = self.inner.get(&key) else { return Vec::new() };
        let record = self.record_of(ScopeItem::Run(item), field);
        // Variants of two unions can have one name and different fields.
        let first = |part: &str| match (record, part.split('.').next()) {
            (Some(record), Some(name)) => self.has_field(record, name),
            _ => part == AS_NUMBER || text_in(part).is_some() || variant_in(part).is_some(),
        };
        parts.iter().filter(|part| first(part)).cloned().collect()
    }

    fn has_field(&self, record: &str, name: &str) -> bool {
        let plain = |fields: &[Field]| fields.iter().any(|field| field.docs.name == name);
        match self.run_record(record) {
            Some((_, item)) => {
                plain(self.prefix(item)) || item.fields.iter().any(|own| own.docs().name == name)
            }
            None => {
                let mut records = self.model.records.iter();
                let found = records.find(|item| item.docs.name == record);
                found.is_some_and(|record| plain(&record.fields))
            }
        }
    }

    /// The steps behind the last step of an item, a field that is a record: the numbers of parts of it.
    pub(super) fn inner_steps(
        &mut self,
        item: &'m RunRecord,
        field: &str,
        (at, of): (u32, Step),
    ) -> Vec<(String, Step)> {
        let record = self.record_of(ScopeItem::Run(item), field);
        let parts = self.inner_parts(item, field);
        let steps = parts.into_iter().map(|part| {
            let name = inner_name(field, &part);
            let (value, is_signed) = match (record, text_in(&part)) {
                (Some(record), _) => {
                    let (item, place) = self.place(&part_of(record, &part));
                    (Expr::Inner(at, item, place), is_signed(self.number_of_part(record, &part)))
                }
                (None, Some(text)) => (Expr::Matches(at, self.builder.bytes(&text)), false),
                (None, None) if let Some(variant) = variant_in(&part) => {
                    (Expr::Is(at, self.variant_of(item, field, variant)), false)
                }
                (None, None) => (Expr::Big(at), false),
            };
            let sign = if is_signed { Sign::Twos } else { Sign::Unsigned };
            let value = self.builder.expr(value);
            let shape = Shape::Integer { coding: Coding::Little, bits: 64, sign };
            let shape = self.builder.shape(shape);
            let shape = self.builder.shape(Shape::Computed { value, shape });
            let when = Some(self.builder.expr(Expr::Present(at)));
            let (role, absent) = (Role::Derived(value), Absent::Number(0));
            let text = self.builder.text(&name);
            (name, Step { name: text, when, role, absent, ..self.unnamed(of, shape) })
        });
        steps.collect()
    }

    /// The variant with a name of the union that a field is.
    fn variant_of(&self, item: &RunRecord, field: &str, variant: &str) -> ItemId {
        let model = self.model;
        let run = |union: usize| {
            let mut all = model.run_unions[union].variants.iter().zip(&self.run_variants[union]);
            all.find(|(of, _)| of.record.docs.name == variant).map(|(_, item)| *item)
        };
        let plain = |wire: &Wire| match wire {
            Wire::Item(Kind::Union, union) => {
                let mut all = model.unions[*union].variants.iter().zip(&self.variants[*union]);
                all.find(|(of, _)| of.docs.name == variant).map(|(_, item)| *item)
            }
            _ => None,
        };
        let own = item.fields.iter().find(|known| known.docs().name == field);
        let found = match own {
            Some(RunField::Plain(field, _)) => field.wire().and_then(plain),
            Some(RunField::Step(step)) => match step.ty.element() {
                StepType::Union(union) | StepType::Tagged { union, .. } => run(*union),
                StepType::Wire(wire) => plain(wire),
                _ => None,
            },
            None => {
                let known = self.prefix(item).iter().find(|known| known.docs.name == field);
                known.and_then(Field::wire).and_then(plain)
            }
        };
        found.unwrap_or(ItemId(u32::MAX))
    }

    /// The name of the record that a field is.
    pub(super) fn record_of(&self, scope_item: ScopeItem<'m>, field: &str) -> Option<&'m str> {
        let model = self.model;
        let plain = |fields: &'m [Field]| {
            let found = fields.iter().find(|known| known.docs.name == field)?;
            plain_record(model, found.wire()?)
        };
        match scope_item {
            ScopeItem::None => None,
            ScopeItem::Plain(fields) => plain(fields),
            ScopeItem::Run(record) => {
                let own = record.fields.iter().find(|known| known.docs().name == field);
                match own {
                    Some(RunField::Plain(field, _)) => plain_record(model, field.wire()?),
                    Some(RunField::Step(step)) => match step.ty.element() {
                        StepType::Record(index, _) => Some(&model.run_records[*index].docs.name),
                        StepType::Wire(wire) => plain_record(model, wire),
                        _ => None,
                    },
                    None => plain(self.prefix(record)),
                }
            }
        }
    }

    /// The name of the record that a field of an item is.
    pub(super) fn record_at(&self, place: &Place) -> Option<&'m str> {
        let name = &place.item.value;
        let scope_item = match self.run_record(name) {
            Some((_, item)) => ScopeItem::Run(item),
            None => {
                let mut records = self.model.records.iter();
                ScopeItem::Plain(&records.find(|record| record.docs.name == *name)?.fields)
            }
        };
        self.record_of(scope_item, &place.field.value)
    }

    /// The number to which names with dots between them lead in a record.
    pub(super) fn number_of_part(&self, record: &str, part: &str) -> Option<Integer> {
        let Some((field, rest)) = part.split_once('.') else {
            return self.number_of_place(&part_of(record, part));
        };
        self.number_of_part(self.record_at(&part_of(record, field))?, rest)
    }
}

fn part_of(record: &str, part: &str) -> Place {
    let spanned = |name: &str| Spanned::new(name.to_owned(), Span::default());
    Place { item: spanned(record), field: spanned(part) }
}

fn plain_record<'m>(model: &'m Model, wire: &Wire) -> Option<&'m str> {
    match wire {
        Wire::Item(Kind::Record, index) => Some(&model.records[*index].docs.name),
        _ => None,
    }
}

/// The condition that ends elements, and the name of their record.
fn element<'m>(model: &'m Model, step: &'m RunStep) -> Option<(&'m Expression, &'m str)> {
    let Some(Repeat::Last(test, LastOf::Record)) = &step.repeat else { return None };
    match &step.ty {
        StepType::Record(index, _) => Some((test, &model.run_records[*index].docs.name)),
        _ => None,
    }
}

/// Every expression of a step.
pub(super) fn expressions(step: &RunStep) -> Vec<&Expression> {
    let mut all: Vec<&Expression> = Vec::new();
    match &step.repeat {
        Some(Repeat::Count(a) | Repeat::Last(a, _)) => all.push(a),
        Some(Repeat::While(a, b)) => all.extend([a, b]),
        Some(Repeat::Rest) | None => {}
    }
    let own = [&step.size, &step.at, &step.when, &step.equals, &step.value, &step.valid];
    all.extend(own.into_iter().flatten());
    all.extend(step.transform.iter().filter_map(|(_, key)| key.as_ref()));
    of_type(&step.ty, &mut all);
    all
}

fn of_type<'s>(ty: &'s StepType, all: &mut Vec<&'s Expression>) {
    match ty {
        StepType::List(inner) | StepType::Rest(inner) => of_type(inner, all),
        StepType::Entry(_, a) => all.push(a),
        StepType::Filler(Filler::Multiple(a, from)) => {
            all.extend(std::iter::once(a).chain(from));
        }
        StepType::Properties(a, b, record) => all.extend([a, b].into_iter().chain(record)),
        StepType::Record(_, arguments) => all.extend(arguments),
        StepType::Tagged { tag, as_bytes: false, .. } => all.push(tag),
        StepType::Tagged { .. } | StepType::Wire(_) | StepType::Union(_) => {}
        StepType::Bytes(end) | StepType::Text(_, end) | StepType::Filler(Filler::Bytes(end)) => {
            match end {
                BytesEnd::Count(count) | BytesEnd::Padded(count, _) | BytesEnd::Ended(count, _) => {
                    all.push(count);
                }
                BytesEnd::Rest | BytesEnd::AllBut(_) | BytesEnd::Stop(_) => {}
            }
        }
    }
}
