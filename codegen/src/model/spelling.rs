//! Shapes and defaults in the schema language.

use super::{Content, Default, Extent, Field, FieldKind, Kind, Mark, Model, Sequence, Until, Wire};
use crate::ast::Literal;

impl Wire {
    /// The word of the schema language that this shape begins with.
    ///
    /// A shape that begins with a name of its own returns an empty text.
    pub fn head(&self) -> &'static str {
        match self {
            Wire::Bool => "bool",
            Wire::Index(_) => "ref",
            Wire::Optional(_, Mark::PlusOne) => "optional_ref",
            Wire::Optional(_, Mark::Flagged) => "flagged",
            Wire::Optional(_, Mark::Shifted) => "shifted",
            Wire::Sequence(sequence) => match sequence.until {
                Until::Count(None) => "list",
                Until::Count(Some(_)) => "aligned_list",
                Until::Field(_) => "repeat",
                Until::End => "rest",
                Until::Balanced => "balanced",
            },
            Wire::OffsetTable { .. } => "offset_table",
            Wire::Bytes(Extent::Rest, _) => "bytes",
            Wire::Bytes(_, Content::Raw) => "blob",
            Wire::Bytes(_, Content::Text) => "utf8",
            Wire::Bytes(_, Content::Value(_)) => "sized",
            Wire::Indirect(inner) => inner.head(),
            Wire::Integer(_) | Wire::Item(..) | Wire::Codec(..) => "",
        }
    }

    /// The type of this shape in a schema; `codec` returns the name of a codec.
    pub fn spelling(&self, model: &Model, codec: &dyn Fn(usize) -> String) -> String {
        let head = self.head();
        let inner = || self.inner().map_or(String::new(), |inner| inner.spelling(model, codec));
        match self {
            Wire::Integer(integer) => integer.spelling(),
            Wire::Index(table) => format!("{head}<{}>", model.tables[*table].name),
            Wire::Optional(of, Mark::PlusOne) if let Wire::Index(table) = **of => {
                format!("{head}<{}>", model.tables[table].name)
            }
            Wire::Sequence(Sequence { until: Until::Count(Some(align)), .. }) => {
                format!("{head}<{}, {align}>", inner())
            }
            Wire::Sequence(Sequence { until: Until::Field(count), .. }) => {
                format!("{head}<{}, {count}>", inner())
            }
            Wire::OffsetTable { offset, .. } => {
                format!("{head}<{}, {}>", offset.spelling(), inner())
            }
            Wire::Optional(..) | Wire::Sequence(_) | Wire::Bytes(_, Content::Value(_)) => {
                format!("{head}<{}>", inner())
            }
            Wire::Item(kind, index) => model.item(*kind, *index).name.clone(),
            Wire::Codec(index, fields) if fields.is_empty() => codec(*index),
            Wire::Codec(index, fields) => format!("{}({})", codec(*index), fields.join(", ")),
            Wire::Indirect(_) => inner(),
            _ => head.to_owned(),
        }
    }
}

impl Field {
    /// Its type in a schema; `codec` returns the name of a codec.
    pub fn spelling(&self, model: &Model, codec: &dyn Fn(usize) -> String) -> String {
        match &self.kind {
            FieldKind::Packed { number, .. } if number.width().is_none() => "packed".to_owned(),
            FieldKind::Packed { number, high_first, .. } => {
                format!("packed<{}{}>", number.spelling(), if *high_first { ", high" } else { "" })
            }
            FieldKind::Unit { .. } => "unit".to_owned(),
            FieldKind::Flags(wire) => format!("flags<{}>", wire.spelling(model, codec)),
            FieldKind::Presence => "presence<u8>".to_owned(),
            FieldKind::Value(wire) | FieldKind::Optional(wire, _) | FieldKind::Part(wire, _) => {
                wire.spelling(model, codec)
            }
        }
    }
}

impl Model {
    /// The type of a shape in the schema.
    pub fn spell(&self, wire: &Wire) -> String {
        wire.spelling(self, &|codec| self.codecs[codec].docs.name.clone())
    }

    /// The type of a field in the schema.
    pub fn spell_field(&self, field: &Field) -> String {
        field.spelling(self, &|codec| self.codecs[codec].docs.name.clone())
    }

    /// The default of a field in the schema.
    pub fn spell_default(&self, field: &Field) -> Option<String> {
        Some(match field.default.as_ref()? {
            Default::Member(member) => match field.wire() {
                Some(Wire::Item(Kind::Enum, item)) => {
                    let members = &self.enums[*item].members;
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
}
