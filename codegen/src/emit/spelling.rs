//! Wire types and defaults in the words of the schema language.

use crate::ast::Literal;
use crate::model::{Default, Field, FieldKind, Int, Model, Wire};

/// A wire type as the schema spells it.
pub(crate) fn spell(model: &Model, wire: &Wire) -> String {
    match wire {
        Wire::Fixed(int) => int.name().to_owned(),
        Wire::Bool => "bool".to_owned(),
        Wire::Varint(Int::U64) => "varint".to_owned(),
        Wire::Varint(int) => format!("varint<{}>", int.name()),
        Wire::Zigzag => "zigzag".to_owned(),
        Wire::Signed(bits) => format!("signed<{bits}>"),
        Wire::Float(bits) => format!("f{bits}"),
        Wire::Text => "utf8".to_owned(),
        Wire::Sized(inner) => format!("sized<{}>", spell(model, inner)),
        Wire::Balanced(inner) => format!("balanced<{}>", spell(model, inner)),
        Wire::Ref(table) => format!("ref<{}>", model.tables[*table].name),
        Wire::OptionalRef(table) => format!("optional_ref<{}>", model.tables[*table].name),
        Wire::Flagged(inner) => format!("flagged<{}>", spell(model, inner)),
        Wire::List(element) => format!("list<{}>", spell(model, element)),
        Wire::Rest(element) => format!("rest<{}>", spell(model, element)),
        Wire::Repeat(element, count) => format!("repeat<{}, {count}>", spell(model, element)),
        Wire::AlignedList { element, align } => {
            format!("aligned_list<{}, {align}>", spell(model, element))
        }
        Wire::OffsetTable { offset, entry } => {
            format!("offset_table<{}, {}>", offset.name(), spell(model, entry))
        }
        Wire::Blob => "blob".to_owned(),
        Wire::Bytes => "bytes".to_owned(),
        Wire::Enum(item) => model.enums[*item].docs.name.clone(),
        Wire::Record(item) => model.records[*item].docs.name.clone(),
        Wire::Union(item) => model.unions[*item].docs.name.clone(),
        Wire::Codec(item, fields) => {
            format!("{}({})", model.codecs[*item].docs.name, fields.join(", "))
        }
        Wire::Indirect(inner) => spell(model, inner),
    }
}

/// The type of a field as the schema spells it.
pub(crate) fn spell_field(model: &Model, field: &Field) -> String {
    match &field.kind {
        FieldKind::Value(wire) | FieldKind::Optional(wire, _) | FieldKind::Part(wire, _) => {
            spell(model, wire)
        }
        FieldKind::Packed { .. } => "packed".to_owned(),
        FieldKind::Unit { .. } => "unit".to_owned(),
        FieldKind::Flags(wire) => format!("flags<{}>", spell(model, wire)),
        FieldKind::Presence => "presence<u8>".to_owned(),
    }
}

/// The default of a field as the schema spells it.
pub(crate) fn spell_default(model: &Model, field: &Field) -> Option<String> {
    Some(match field.default.as_ref()? {
        Default::Member(member) => match &field.kind {
            FieldKind::Value(Wire::Enum(item))
            | FieldKind::Optional(Wire::Enum(item), _)
            | FieldKind::Part(Wire::Enum(item), _) => {
                let members = &model.enums[*item].members;
                members.get(*member).map_or("?", |member| member.docs.name.as_str()).to_owned()
            }
            _ => member.to_string(),
        },
        Default::FalseTimes(name) => format!("false*{name}"),
        Default::Literal(Literal::Int(value)) => value.to_string(),
        Default::Literal(Literal::Bool(value)) => value.to_string(),
        Default::Literal(Literal::Text(text)) => text.clone(),
        Default::Literal(Literal::EmptyList) => "[]".to_owned(),
    })
}
