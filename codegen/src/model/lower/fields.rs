//! Fields and their types.

use super::cx::Lower;
use crate::ast::{self, Literal};
use crate::integer::{Coding, Integer};
use crate::model::kinds;
use crate::model::{
    Content, Default, Extent, Field, FieldKind, Gate, Kind, Mark, Presence, PresenceHow, Sequence,
    Until, Wire,
};
use bytespec_plan::Base;
use std::collections::HashMap;

/// The base in which listings show the numbers of a field.
pub(super) fn base(field: &ast::Field) -> Base {
    let digits = || match Integer::of(&field.ty)?.coding {
        Coding::Digits(digits) => Some(digits.base),
        _ => None,
    };
    let base = field.base.as_ref().map(|base| base.value).or_else(digits);
    base.unwrap_or(Base::Decimal)
}

impl Lower<'_> {
    pub(super) fn fields(&self, fields: &[ast::Field]) -> Vec<Field> {
        let mut lowered: Vec<Field> = fields.iter().map(|field| self.field(field)).collect();
        for (at, field) in lowered.iter_mut().enumerate() {
            if let FieldKind::Packed { parts, .. } = &mut field.kind {
                *parts = fields[at + 1..].iter().take_while(|field| field.part.is_some()).count();
            }
        }
        lowered
    }

    fn field(&self, field: &ast::Field) -> Field {
        let mut presence: Vec<Presence> = field
            .presence
            .iter()
            .map(|presence| Presence {
                how: match &presence.how {
                    ast::PresenceHow::Bit(bit) => PresenceHow::Bit(self.fit(presence.span, *bit)),
                    ast::PresenceHow::Field(name) => PresenceHow::Field(name.clone()),
                    ast::PresenceHow::When(test) => PresenceHow::When(test.clone()),
                    ast::PresenceHow::Unless(test) => PresenceHow::Unless(test.clone()),
                },
                gate: Gate {
                    since: self.since(&presence.since),
                    until: self.version(&presence.until),
                    ..Gate::default()
                },
            })
            .collect();
        if presence.is_empty() {
            presence.push(Presence { how: PresenceHow::Version, gate: Gate::default() });
        }
        let bit = presence.iter().find_map(|presence| presence.how.bit());
        let kind = match field.ty.name.as_str() {
            "unit" => FieldKind::Unit {
                bit: bit.unwrap_or_else(|| {
                    self.finding(field.ty.span, "a unit has a bit".into());
                    0
                }),
            },
            "flags" => FieldKind::Flags(self.argument(&field.ty, 0)),
            "presence" => FieldKind::Presence,
            "packed" => FieldKind::Packed {
                number: self.argument(&field.ty, 0).integer().unwrap_or(Integer::VARINT),
                high_first: field.ty.args.len() > 1,
                parts: 0,
            },
            _ if field.part.is_some() => FieldKind::Part(self.wire(&field.ty), self.bits(field)),
            _ if field.optional => FieldKind::Optional(self.wire(&field.ty), presence),
            _ => FieldKind::Value(self.wire(&field.ty)),
        };
        let default = field.default.as_ref().map(|default| self.default(default, &kind));
        Field {
            docs: self.docs(&field.common),
            kind,
            default,
            reject: field.reject.iter().map(|value| value.value).collect(),
            spelled: field
                .spelled
                .iter()
                .map(|spelled| (spelled.value.value, spelled.text.value.clone()))
                .collect(),
            names: field.names.as_ref().and_then(|name| self.enums.get(&name.value).copied()),
            base: base(field),
            short: field.short.as_ref().map(|word| word.value.clone()),
            kinds: kinds::of(&self.kinds, &field.kinds),
            nonempty: field.nonempty,
            table: field.table.as_ref().and_then(|table| self.tables.get(&table.value).copied()),
        }
    }

    fn default(&self, default: &ast::Spanned<Literal>, kind: &FieldKind) -> Default {
        match (&default.value, kind.wire()) {
            (Literal::Text(name), Some(Wire::Item(Kind::Enum, item))) => Default::Member({
                let mut members = self.members[*item].iter();
                members.position(|(_, member)| member == name).unwrap_or_else(|| {
                    self.finding(default.span, format!("no member is named `{name}`"));
                    0
                })
            }),
            (Literal::Text(text), _) if text.starts_with("false*") => {
                Default::FalseTimes(text["false*".len()..].to_owned())
            }
            (literal, _) => Default::Literal(literal.clone()),
        }
    }

    fn argument(&self, ty: &ast::TypeExpr, index: usize) -> Wire {
        match ty.args.get(index) {
            Some(ast::TypeArg::Type(ty)) => self.wire(&ty.clone()),
            _ => Wire::VARINT,
        }
    }

    pub(super) fn table(&self, ty: &ast::TypeExpr) -> usize {
        match ty.args.first() {
            Some(ast::TypeArg::Type(table)) => self.table_named(&table.name, table.span),
            _ => 0,
        }
    }

    pub(super) fn wire(&self, ty: &ast::TypeExpr) -> Wire {
        if let Some(integer) = Integer::of(ty) {
            return Wire::Integer(integer);
        }
        let sequence = |element, until| Wire::Sequence(Sequence { element, until });
        let inner = |at| Box::new(self.argument(ty, at));
        match (ty.name.as_str(), ty.args.get(1)) {
            ("bool", _) => Wire::Bool,
            ("ref", _) => Wire::Index(self.table(ty)),
            ("optional_ref", _) => {
                Wire::Optional(Box::new(Wire::Index(self.table(ty))), Mark::PlusOne)
            }
            ("shifted", _) => Wire::Optional(inner(0), Mark::Shifted),
            ("flagged", _) => Wire::Optional(inner(0), Mark::Flagged),
            ("list", _) => sequence(inner(0), Until::Count(None)),
            ("aligned_list", Some(ast::TypeArg::Number(align))) => {
                sequence(inner(0), Until::Count(Some(*align)))
            }
            ("rest", _) => sequence(inner(0), Until::End),
            ("balanced", _) => sequence(inner(0), Until::Balanced),
            ("repeat", Some(ast::TypeArg::Type(count))) => {
                sequence(inner(0), Until::Field(count.name.clone()))
            }
            ("offset_table", _) => Wire::OffsetTable {
                offset: inner(0).integer().unwrap_or(Integer::VARINT),
                entry: inner(1),
            },
            ("blob", _) => Wire::Bytes(Extent::Counted, Content::Raw),
            ("bytes", _) => Wire::Bytes(Extent::Rest, Content::Raw),
            ("utf8", _) => Wire::Bytes(Extent::Counted, Content::Text),
            ("sized", _) => Wire::Bytes(Extent::Counted, Content::Value(inner(0))),
            (name, _) => {
                let item = |kind, known: &HashMap<String, usize>| {
                    known.get(name).map(|index| Wire::Item(kind, *index))
                };
                let found = item(Kind::Enum, &self.enums)
                    .or_else(|| item(Kind::Record, &self.records))
                    .or_else(|| item(Kind::Union, &self.unions));
                let codec = self.codecs.get(name);
                found
                    .or_else(|| Some(Wire::Codec(*codec?, ty.spelled_arguments().collect())))
                    .unwrap_or_else(|| {
                        self.finding(ty.span, format!("unknown type `{name}`"));
                        Wire::Bool
                    })
            }
        }
    }

    /// The width of a part; none for a part that takes the remaining bits.
    fn bits(&self, field: &ast::Field) -> Option<u32> {
        field.part.as_ref()?.bits.as_ref().map(|bits| self.fit(bits.span, bits.value))
    }
}
