//! Enums, unions, layouts and sections.

use super::cx::{Lower, pairs, text, texts};
use crate::ast;
use crate::integer::Integer;
use crate::model::{
    Described, DescribedStep, Entries, Enum, Member, Reserved, Section, StepType, Union, Variant,
    Wire,
};

impl Lower<'_> {
    pub(super) fn enumeration(&self, item: &ast::Enum) -> Enum {
        let mut members: Vec<Member> = item
            .members
            .iter()
            .map(|member| Member {
                docs: self.docs(&member.common),
                value: self.number(&member.value),
            })
            .collect();
        members.sort_by_key(|member| member.value);
        let wire =
            item.wire.as_ref().map_or(Wire::Integer(Integer::varint(32)), |wire| self.wire(wire));
        Enum {
            docs: self.docs(&item.common),
            wire,
            flags: item.flags,
            open: item.is_open(),
            members,
            reserved: self.reserved(&item.reserved),
        }
    }

    pub(super) fn union(&self, item: &ast::Union, schema: &ast::Schema) -> Union {
        let variants = self.variants.get(&item.common.name.value);
        let mut variants: Vec<Variant> = variants
            .into_iter()
            .flatten()
            .map(|at| &schema.variants[*at])
            .map(|variant| Variant {
                docs: self.docs(&variant.common),
                tag: self.number(&variant.tag),
                text: self.parsed(&variant.text, crate::text::parse),
                reads_as: variant.reads_as.as_ref().map(|name| name.value.clone()),
                nesting: match text(&variant.nesting).as_str() {
                    "open" => 1,
                    "close" => -1,
                    _ => 0,
                },
                traits: variant
                    .traits
                    .iter()
                    .map(|(name, value)| (name.value.clone(), value.value.clone()))
                    .collect(),
                called: pairs(&variant.called),
                fields: self.fields(&variant.fields),
            })
            .collect();
        variants.sort_by_key(|variant| variant.tag);
        Union {
            docs: self.docs(&item.common),
            tag: item.tag.as_ref().map_or(Wire::VARINT, |tag| self.wire(tag)),
            opaque: text(&item.unknown) == "opaque",
            traits: texts(&item.traits),
            variants,
            entries: item.entries.as_ref().and_then(|table| {
                let table = *self.tables.get(&table.value)?;
                Some(Entries { table, dialect: text(&item.common.dialect) })
            }),
            text_of: item.text_of.as_ref().map(|dialect| dialect.value.clone()),
            listed_only: item.listed_only,
            reserved: self.reserved(&item.reserved),
        }
    }

    pub(super) fn described(&self, item: &ast::Described) -> Described {
        let record = item.record.as_ref().and_then(|name| self.records.get(&name.value).copied());
        let steps = item.steps.iter().map(|step| DescribedStep {
            docs: self.docs(&step.common),
            ty: self.step_type(&step.ty, step),
            repeat: step.repeat.clone(),
            reversed: step.reversed,
            size: step.size.clone(),
            when: step.when.clone(),
            is: step.is.clone(),
            value: step.value.clone(),
            table: step.table.as_ref().and_then(|name| self.tables.get(&name.value).copied()),
        });
        let steps = steps.collect();
        Described { docs: self.docs(&item.common), record, steps }
    }

    fn step_type(&self, ty: &ast::TypeExpr, step: &ast::DescribedStep) -> StepType {
        let given = |key: &Option<ast::Expression>| key.clone().unwrap_or(ast::Expression::Index);
        let inner = match ty.args.first() {
            Some(ast::TypeArg::Type(inner)) => Some(inner),
            _ => None,
        };
        match (ty.name.as_str(), inner) {
            ("list", Some(inner)) => StepType::List(Box::new(self.step_type(inner, step))),
            ("rest", Some(inner)) => StepType::Rest(Box::new(self.step_type(inner, step))),
            ("entry", _) => StepType::Entry(self.table(ty), given(&step.dialect)),
            ("properties", _) => {
                let record = step.version_record.clone();
                StepType::Properties(given(&step.dialect), given(&step.operation), record)
            }
            ("filler", _) => StepType::Filler(given(&step.align), step.of_file),
            ("up_to", _) => match ty.args.first() {
                Some(ast::TypeArg::Number(marker)) => StepType::UpTo(self.fit(ty.span, *marker)),
                _ => StepType::UpTo(0),
            },
            ("all_but", _) => match ty.args.first() {
                Some(ast::TypeArg::Number(left)) => StepType::AllBut(self.fit(ty.span, *left)),
                _ => StepType::AllBut(0),
            },
            (name, _) => match self.described.get(name) {
                Some(index) => StepType::Described(*index),
                None => StepType::Wire(self.wire(ty)),
            },
        }
    }

    pub(super) fn section(&self, item: &ast::Section, schema: &ast::Schema) -> Section {
        let formats = schema.formats.iter();
        let mut order =
            formats.flat_map(|format| &format.sections).flat_map(|header| &header.order);
        let place = order.position(|name| name.value == item.common.name.value);
        let mut sections = schema.sections.iter();
        let required = item
            .requires
            .as_ref()
            .and_then(|name| sections.find(|section| section.common.name.value == name.value));
        Section {
            docs: self.docs(&item.common),
            id: self.number(&item.id),
            required: item.required,
            align: item.align.as_ref().map(|align| self.fit(align.span, align.value)),
            align_forbidden: item.align_forbidden,
            end: item.end,
            repeated: item.repeated,
            requires: required.map(|section| self.number(&section.id)),
            place: place.map(|place| self.fit(item.common.name.span, place + 1)),
            trailing_error: text(&item.trailing) == "error",
            layout: item.layout.as_ref().and_then(|name| self.described.get(&name.value).copied()),
            fields: self.fields(&item.fields),
        }
    }

    fn reserved(&self, list: &[ast::Reserved]) -> Vec<Reserved> {
        let reserved = |item: &ast::Reserved| Reserved {
            number: self.fit(item.number.span, item.number.value),
            was: text(&item.was),
        };
        list.iter().map(reserved).collect()
    }
}
