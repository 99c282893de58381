//! Decodes attributes into Rust values.

use super::super::generated::{AttributeId, BooleanV1, Signedness, StringId, TypeId, view};
use super::super::module::Module;
use super::values::AttributeValue;
use crate::codec::numbers::view::ApInt;
use crate::tables::entry::{Attribute, Type};
use bytespec_core::error::Result;

/// Lists that are nested deeper stay attributes.
const MAX_NESTED: u32 = 16;

impl Module<'_> {
    /// The value of an attribute as a Rust value. An attribute without such a value is returned as
    /// [`AttributeValue::Attribute`].
    ///
    /// # Errors
    /// An index past the table, and an attribute that cannot be read, or that refers to one that cannot be read.
    pub fn value_of(&self, id: AttributeId) -> Result<AttributeValue> {
        self.value_inside(id, 0)
    }

    fn value_inside(&self, id: AttributeId, depth: u32) -> Result<AttributeValue> {
        use view::BuiltinAttribute as B;
        use view::VhloAttribute as V;
        let Attribute::Typed(entry) = self.attribute(id)? else {
            return Ok(AttributeValue::Attribute(id));
        };
        let list = |ids: &mut dyn Iterator<Item = AttributeId>| {
            let values: Result<_> = ids.map(|id| self.value_inside(id, depth + 1)).collect();
            values.map(AttributeValue::List)
        };
        let known = match entry {
            view::AttributeEntry::Builtin(attribute) => match attribute {
                B::UnitAttr => Some(AttributeValue::Unit),
                B::StringAttr { value } => self.utf8(value)?.map(AttributeValue::Text),
                B::TypeAttr { value } => Some(AttributeValue::Type(value)),
                B::FlatSymbolRefAttr { .. } | B::SymbolRefAttr { .. } => {
                    self.symbol_path(id)?.map(AttributeValue::Symbol)
                }
                B::ArrayAttr { value } if depth < MAX_NESTED => Some(list(&mut value.iter())?),
                B::IntegerAttr { r#type, value } => self.integer_value(r#type, &value)?,
                B::FloatAttr { r#type, value } => match self.ty(r#type)?.builtin() {
                    Some(view::BuiltinType::Float32Type) => u32::try_from(value.low())
                        .ok()
                        .map(|bits| AttributeValue::Float32(f32::from_bits(bits))),
                    Some(view::BuiltinType::Float64Type) => {
                        Some(AttributeValue::Float64(f64::from_bits(value.low())))
                    }
                    _ => None,
                },
                B::DenseArrayAttr { element_type, size, raw_data } => {
                    self.integers_of(element_type, size, raw_data)?
                }
                _ => None,
            },
            view::AttributeEntry::Vhlo(attribute) => match attribute {
                V::BooleanV1Attr { value } => Some(AttributeValue::Bool(value == BooleanV1::True)),
                V::StringV1Attr { value } => self.utf8(value)?.map(AttributeValue::Text),
                V::TypeV1Attr { value } => Some(AttributeValue::Type(value)),
                V::ArrayV1Attr { value } if depth < MAX_NESTED => Some(list(&mut value.iter())?),
                V::IntegerV1Attr { r#type, value } => self.integer_value(r#type, &value)?,
                V::FloatV1Attr { r#type, value } => match self.ty(r#type)? {
                    Type::Typed(view::TypeEntry::Vhlo(view::VhloType::FloatF32V1Type)) => {
                        u32::try_from(value.low())
                            .ok()
                            .map(|bits| AttributeValue::Float32(f32::from_bits(bits)))
                    }
                    Type::Typed(view::TypeEntry::Vhlo(view::VhloType::FloatF64V1Type)) => {
                        Some(AttributeValue::Float64(f64::from_bits(value.low())))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        Ok(known.unwrap_or(AttributeValue::Attribute(id)))
    }

    /// A string; `None` if it is not UTF-8.
    fn utf8(&self, id: StringId) -> Result<Option<String>> {
        Ok(String::from_utf8(self.string(id)?.to_vec()).ok())
    }

    fn integer_value(&self, ty: TypeId, bits: &ApInt<'_>) -> Result<Option<AttributeValue>> {
        use view::VhloType as V;
        let width = match self.ty(ty)? {
            Type::Typed(view::TypeEntry::Builtin(ty)) => match ty {
                view::BuiltinType::IndexType => None,
                view::BuiltinType::IntegerType { signedness: Signedness::Signless, width: 1 } => {
                    return Ok(Some(AttributeValue::Bool(bits.low() != 0)));
                }
                view::BuiltinType::IntegerType { signedness: Signedness::Signless, width }
                    if width <= u64::from(i64::BITS) =>
                {
                    Some(width as u32)
                }
                _ => return Ok(None),
            },
            Type::Typed(view::TypeEntry::Vhlo(ty)) => match ty {
                V::IndexV1Type => None,
                V::IntegerSI8V1Type => Some(i8::BITS),
                V::IntegerSI16V1Type => Some(i16::BITS),
                V::IntegerSI32V1Type => Some(i32::BITS),
                V::IntegerSI64V1Type => Some(i64::BITS),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let value = bits.signed(u64::from(width.unwrap_or(i64::BITS)));
        Ok(value.map(|value| AttributeValue::Integer { value, width }))
    }

    fn integers_of(&self, ty: TypeId, len: u64, bytes: &[u8]) -> Result<Option<AttributeValue>> {
        let Some(view::BuiltinType::IntegerType { signedness: Signedness::Signless, width }) =
            self.ty(ty)?.builtin()
        else {
            return Ok(None);
        };
        let (by_four, rest_of_four) = bytes.as_chunks();
        let (by_eight, rest_of_eight) = bytes.as_chunks();
        Ok(match u32::try_from(width) {
            Ok(i32::BITS) if rest_of_four.is_empty() && by_four.len() as u64 == len => {
                let numbers = by_four.iter().copied().map(i32::from_le_bytes).collect();
                Some(AttributeValue::Integers32(numbers))
            }
            Ok(i64::BITS) if rest_of_eight.is_empty() && by_eight.len() as u64 == len => {
                let numbers = by_eight.iter().copied().map(i64::from_le_bytes).collect();
                Some(AttributeValue::Integers64(numbers))
            }
            _ => None,
        })
    }

    /// The names in a symbol reference, outermost first; `None` for any other attribute, and for names that are not UTF-8.
    pub(crate) fn symbol_path(&self, id: AttributeId) -> Result<Option<Vec<String>>> {
        let name = |id| self.utf8(self.string_of(id)?);
        match self.attribute(id)?.builtin() {
            Some(view::BuiltinAttribute::FlatSymbolRefAttr { root }) => {
                Ok(name(root)?.map(|name| vec![name]))
            }
            Some(view::BuiltinAttribute::SymbolRefAttr { root, nested }) => {
                let mut names = vec![name(root)?];
                for id in nested.iter() {
                    let Some(view::BuiltinAttribute::FlatSymbolRefAttr { root }) =
                        self.attribute(id)?.builtin()
                    else {
                        return Ok(None);
                    };
                    names.push(name(root)?);
                }
                Ok(names.into_iter().collect())
            }
            _ => Ok(None),
        }
    }
}
