//! Enums, unions and sections.

use super::cx::{Lower, pairs, text, texts};
use crate::ast;
use crate::integer::Integer;
use crate::model::{Entries, Enum, Member, Reserved, Section, Union, Variant, Wire};

/// The facts of a variant.
pub(super) fn facts(
    traits: &[(ast::Spanned<String>, ast::Spanned<ast::Literal>)],
) -> Vec<(String, ast::Literal)> {
    traits.iter().map(|(name, value)| (name.value.clone(), value.value.clone())).collect()
}

/// The effect of a variant on the blocks of a balanced sequence.
pub(super) fn nesting(variant: &ast::Variant) -> i8 {
    match text(&variant.nesting).as_str() {
        "open" => 1,
        "close" => -1,
        _ => 0,
    }
}

impl Lower<'_> {
    pub(super) fn enumeration(&self, item: &ast::Enum) -> Enum {
        let mut members: Vec<Member> = item
            .members
            .iter()
            .map(|member| Member {
                docs: self.docs(&member.common),
                value: member.value.as_ref().map_or(0, |value| self.in_64_bits(value)),
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
                tag: variant.tag().map_or(0, |tag| self.fit(tag.span, tag.value)),
                text: self.parsed(&variant.text, crate::text::parse),
                listed_only: variant.listed_only,
                reads_as: variant.reads_as.as_ref().map(|name| name.value.clone()),
                nesting: nesting(variant),
                traits: facts(&variant.traits),
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
            reserved: self.reserved(&item.reserved),
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
            content: item
                .content
                .as_ref()
                .and_then(|name| self.run_records.get(&name.value).copied()),
            fields: self.fields(&item.fields),
        }
    }

    pub(super) fn reserved(&self, list: &[ast::Reserved]) -> Vec<Reserved> {
        let reserved = |item: &ast::Reserved| Reserved {
            number: self.in_64_bits(&item.number),
            was: text(&item.was),
        };
        list.iter().map(reserved).collect()
    }
}
