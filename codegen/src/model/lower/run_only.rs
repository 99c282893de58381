//! Records and unions that are run only.

use super::cx::{Lower, text};
use super::fields::base;
use super::items::{facts, nesting};
use crate::ast::{self, Expression, PresenceHow, Size, Test};
use crate::model::{
    BytesEnd, FieldKind, Filler, Gate, OfPart, Presence, RunField, RunRecord, RunStep, RunUnion,
    RunVariant, StepType,
};
use bytespec_plan::Operator;

impl Lower<'_> {
    pub(super) fn run_records(&self, schema: &ast::Schema) -> Vec<RunRecord> {
        let records = schema.records.iter();
        let records = records.filter(|item| self.run_only.has(&item.common.name.value));
        let lowered = records.map(|item| {
            let prefix = item.begins_with.as_ref().map(|name| name.value.as_str());
            let named = |record: &&ast::Record| Some(record.common.name.value.as_str()) == prefix;
            let before = schema.records.iter().find(named).map_or(&[][..], |record| &record.fields);
            RunRecord {
                docs: self.docs(&item.common),
                begins_with: prefix.and_then(|name| self.records.get(name).copied()),
                fields: self.run_fields(before, &item.fields, schema),
            }
        });
        lowered.collect()
    }

    pub(super) fn run_unions(&self, schema: &ast::Schema) -> Vec<RunUnion> {
        let unions = schema.unions.iter().filter(|item| self.run_only.has_union(item));
        let lowered = unions.map(|item| {
            let of = self.variants.get(&item.common.name.value).into_iter().flatten();
            let mut variants: Vec<RunVariant> = of
                .filter_map(|at| schema.variants.get(*at))
                .map(|variant| RunVariant {
                    tags: self.tags(variant),
                    text_tags: variant
                        .tags
                        .iter()
                        .filter_map(|tag| Some(tag.bytes()?.into_owned()))
                        .collect(),
                    nesting: nesting(variant),
                    traits: facts(&variant.traits),
                    record: RunRecord {
                        docs: self.docs(&variant.common),
                        begins_with: None,
                        fields: self.run_fields(&[], &variant.fields, schema),
                    },
                })
                .collect();
            variants.sort_by_key(|variant| variant.tags.iter().min().copied());
            RunUnion {
                docs: self.docs(&item.common),
                tag: item.tag.as_ref().map(|tag| self.wire(tag)),
                peeks_tag: item.peeks_tag,
                opaque: text(&item.unknown) == "opaque",
                variants,
                reserved: self.reserved(&item.reserved),
            }
        });
        lowered.collect()
    }

    fn tags(&self, variant: &ast::Variant) -> Vec<(i128, i128)> {
        let tags = variant.tags.iter().map(|tag| {
            let number = |of: &ast::Spanned<i128>| self.in_64_bits(of);
            (number(&tag.number), number(tag.last.as_ref().unwrap_or(&tag.number)))
        });
        tags.collect()
    }

    fn run_fields(
        &self,
        before: &[ast::Field],
        fields: &[ast::Field],
        schema: &ast::Schema,
    ) -> Vec<RunField> {
        let is_step = |field: &ast::Field| self.run_only.is_step(field);
        // The model counts the parts of a packed field as the fields after it.
        let plain: Vec<ast::Field> =
            fields.iter().filter(|field| !is_step(field)).cloned().collect();
        let mut plain = self.fields(&plain).into_iter();
        let lowered = fields.iter().filter_map(|field| {
            if is_step(field) {
                let all = || before.iter().chain(fields);
                return Some(RunField::Step(Box::new(self.run_step(field, &all, schema))));
            }
            let mut lowered = plain.next()?;
            // A field that a version lacks, and that has no default, is absent.
            if let (FieldKind::Value(wire), None) = (&lowered.kind, &lowered.default)
                && lowered.docs.gate != Gate::default()
            {
                let how = crate::model::PresenceHow::Version;
                let ways = vec![Presence { how, gate: Gate::default() }];
                lowered.kind = FieldKind::Optional(wire.clone(), ways);
            }
            let keys = field.run();
            let of = OfPart { equals: keys.equals.clone(), valid: keys.valid.clone() };
            Some(RunField::Plain(Box::new(lowered), Box::new(of)))
        });
        lowered.collect()
    }

    fn run_step<'f, F: Iterator<Item = &'f ast::Field>>(
        &self,
        field: &ast::Field,
        all: &dyn Fn() -> F,
        schema: &ast::Schema,
    ) -> RunStep {
        let keys = field.run();
        let when = keys.when.clone().or_else(|| {
            let [way] = field.presence.as_slice() else { return None };
            let asked = |test: &Test| question(test, all(), schema);
            match &way.how {
                PresenceHow::When(test) => Some(asked(test)),
                PresenceHow::Unless(test) => Some(Expression::Not(Box::new(asked(test)))),
                _ => None,
            }
        });
        let left = || {
            let left = Box::new(Expression::Number(keys.left()?.value));
            Some(Expression::Binary(Operator::Subtract, Box::new(Expression::Left), left))
        };
        let size = keys.bytes().cloned();
        let rest = || matches!(keys.size, Some(Size::Rest)).then_some(Expression::Left);
        let (ty, size) = match crate::builtin::encoding(&field.ty.name) {
            // The size is that of the transformed bytes, and the value takes all bytes of the result.
            encoding if keys.transform.is_some() => {
                let ty = match encoding {
                    Some(encoding) => StepType::Text(encoding, BytesEnd::Rest),
                    None if field.ty.name == "bytes" => StepType::Bytes(BytesEnd::Rest),
                    None => self.step_type(field, &field.ty, schema),
                };
                (ty, size.or_else(left).or_else(rest))
            }
            Some(encoding) if self.run_only.what(field).is_some() && ends(keys) => {
                (StepType::Text(encoding, self.bytes_end(keys)), None)
            }
            None if field.ty.name == "bytes" && keys.value.is_none() => {
                let end = self.bytes_end(keys);
                match end {
                    // Bytes with a size of their own are the whole sized value.
                    BytesEnd::Count(size) if keys.constant.is_none() && keys.equals.is_none() => {
                        (StepType::Bytes(BytesEnd::Rest), Some(size))
                    }
                    end => (StepType::Bytes(end), None),
                }
            }
            None if field.ty.name == "filler" => (self.step_type(field, &field.ty, schema), None),
            _ => (self.step_type(field, &field.ty, schema), size.or_else(left)),
        };
        RunStep {
            docs: self.docs(&field.common),
            ty,
            repeat: keys.count.clone(),
            reversed: keys.reversed,
            size,
            transform: keys
                .transform
                .as_ref()
                .map(|given| (given.by.value.clone(), given.key.clone())),
            at: keys.at.clone(),
            constant: keys.constant.as_ref().map(|bytes| bytes.value.clone()),
            when,
            equals: keys.equals.clone(),
            value: keys.value.clone(),
            valid: keys.valid.clone(),
            valid_of_element: field.valid_of_element().is_some(),
            base: base(field),
            table: field.table.as_ref().and_then(|name| self.tables.get(&name.value).copied()),
        }
    }

    /// The end of bytes or of a text.
    fn bytes_end(&self, keys: &ast::RunKeys) -> BytesEnd {
        match (&keys.size, &keys.stop, &keys.pad) {
            (Some(ast::Size::Bytes(size)), Some(stop), _) => {
                BytesEnd::Ended(size.clone(), stop.value.clone())
            }
            (Some(_), Some(stop), _) => BytesEnd::Ended(Expression::Left, stop.value.clone()),
            (None, Some(stop), _) => BytesEnd::Stop(stop.value.clone()),
            (Some(ast::Size::Bytes(size)), None, Some(pad)) => {
                BytesEnd::Padded(size.clone(), self.fit(pad.span, pad.value))
            }
            (Some(ast::Size::Bytes(size)), None, None) => BytesEnd::Count(size.clone()),
            (Some(ast::Size::AllBut(left)), None, _) => {
                BytesEnd::AllBut(self.fit(left.span, left.value))
            }
            (Some(ast::Size::Rest), None, Some(pad)) => {
                BytesEnd::Padded(Expression::Left, self.fit(pad.span, pad.value))
            }
            (Some(ast::Size::Rest) | None, None, _) => BytesEnd::Rest,
        }
    }

    fn step_type(&self, field: &ast::Field, ty: &ast::TypeExpr, schema: &ast::Schema) -> StepType {
        let keys = field.run();
        let given = |key: &Option<Expression>| key.clone().unwrap_or(Expression::Index);
        let inner = match ty.args.first() {
            Some(ast::TypeArg::Type(inner)) => Some(inner),
            _ => None,
        };
        match (ty.name.as_str(), inner) {
            ("list", Some(inner)) => StepType::List(Box::new(self.step_type(field, inner, schema))),
            ("rest", Some(inner)) => StepType::Rest(Box::new(self.step_type(field, inner, schema))),
            ("entry", _) => StepType::Entry(self.table(ty), given(&keys.dialect)),
            ("properties", _) => {
                let record = keys.version_record.clone();
                StepType::Properties(given(&keys.dialect), given(&keys.operation), record)
            }
            ("filler", _) => StepType::Filler(match &keys.align {
                Some(align) => Filler::Multiple(align.clone(), keys.from.clone()),
                None => Filler::Bytes(self.bytes_end(keys)),
            }),
            (name, _) => match (self.run_records.get(name), self.run_unions.get(name)) {
                (Some(index), _) => StepType::Record(*index, keys.arguments.clone()),
                (_, Some(union)) => match keys.arguments.first() {
                    Some(tag) => StepType::Tagged {
                        union: *union,
                        tag: tag.clone(),
                        as_bytes: has_text_tags(name, schema),
                    },
                    None => StepType::Union(*union),
                },
                _ => StepType::Wire(self.wire(ty)),
            },
        }
    }
}

/// Whether keys state the end of a text.
fn ends(keys: &ast::RunKeys) -> bool {
    keys.size.is_some() || keys.stop.is_some()
}

/// Whether the tags of a union are texts or bytes.
fn has_text_tags(union: &str, schema: &ast::Schema) -> bool {
    let of_union = |of: &&ast::Variant| of.of.as_ref().is_some_and(|of| of.value == union);
    let mut tags = schema.variants.iter().filter(of_union).flat_map(|variant| &variant.tags);
    tags.any(|tag| tag.bytes().is_some())
}

/// A test of one field, as an expression.
fn question<'f>(
    test: &Test,
    mut all: impl Iterator<Item = &'f ast::Field>,
    schema: &ast::Schema,
) -> Expression {
    let tested = all.find(|field| field.common.name.value == test.field);
    let of = tested.map(|tested| tested.ty.name.as_str());
    let item = schema.enums.iter().find(|item| Some(item.common.name.value.as_str()) == of);
    let mut members = item.into_iter().flat_map(|item| &item.members);
    let member = members.find(|member| Some(&member.common.name.value) == test.member.as_ref());
    let number = member.and_then(|member| member.value.as_ref());
    let number = number.map(|number| number.value.to_string());
    let member = number.or_else(|| test.member.clone());
    Test { member, field: test.field.clone() }.expression(ast::Span::default())
}
