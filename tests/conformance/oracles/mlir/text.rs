//! Attributes as the tools print them, as far as the tests need it.

use bytespec::mlir::{Attribute, AttributeId, Module, Signedness, Type, TypeId, view};
use bytespec::{Dimension, Result};

/// The text of an attribute; none for a kind that is not spelled here.
pub(super) fn attribute(module: &Module<'_>, id: AttributeId) -> Result<Option<String>> {
    use view::BuiltinAttribute as B;
    let found = match module.attribute(id)? {
        Attribute::Text { text, .. } => {
            return Ok(Some(String::from_utf8_lossy(text).into_owned()));
        }
        Attribute::Typed(view::AttributeEntry::Builtin(found)) => found,
        _ => return Ok(None),
    };
    Ok(match found {
        B::UnitAttr => Some("unit".to_owned()),
        B::StringAttr { value } => Some(quoted(module.string(value)?)),
        B::FlatSymbolRefAttr { root } => {
            let name = module.string(module.string_of(root)?)?;
            Some(format!("@{}", String::from_utf8_lossy(name)))
        }
        B::TypeAttr { value } => ty(module, value)?,
        B::IntegerAttr { r#type, value } => match module.ty(r#type)?.builtin() {
            Some(view::BuiltinType::IntegerType { width: 1, .. }) => {
                Some((value.low() != 0).to_string())
            }
            Some(view::BuiltinType::IntegerType { width, signedness }) => {
                let number = match signedness {
                    Signedness::Unsigned => None,
                    _ => value.signed(width),
                };
                let ty = ty(module, r#type)?;
                number.zip(ty).map(|(number, ty)| format!("{number} : {ty}"))
            }
            Some(view::BuiltinType::IndexType) => {
                value.signed(64).map(|number| format!("{number} : index"))
            }
            _ => None,
        },
        B::ArrayAttr { value } => {
            let parts = value.iter().map(|part| {
                // Numbers of this type say nothing about it in a list.
                let text = attribute(module, part)?;
                Ok(text.map(|text| text.strip_suffix(" : i64").unwrap_or(&text).to_owned()))
            });
            let parts = parts.collect::<Result<Option<Vec<_>>>>()?;
            parts.map(|parts| format!("[{}]", parts.join(", ")))
        }
        B::DictionaryAttr { value } => {
            let parts = value.iter().map(|entry| {
                let name = module.string(module.string_of(entry.name)?)?;
                let name = String::from_utf8_lossy(name).into_owned();
                Ok(attribute(module, entry.value)?.map(|value| match value.as_str() {
                    "unit" => name,
                    value => format!("{name} = {value}"),
                }))
            });
            let parts = parts.collect::<Result<Option<Vec<_>>>>()?;
            parts.map(|parts| format!("{{{}}}", parts.join(", ")))
        }
        B::DenseArrayAttr { element_type, raw_data, .. } => {
            let element = ty(module, element_type)?;
            let size = match element.as_deref() {
                Some("i32") => 4,
                Some("i64") => 8,
                _ => return Ok(None),
            };
            let numbers = raw_data.chunks_exact(size).map(|bytes| match size {
                4 => i64::from(i32::from_le_bytes(bytes.try_into().unwrap_or_default())),
                _ => i64::from_le_bytes(bytes.try_into().unwrap_or_default()),
            });
            element.map(|element| array(&element, numbers))
        }
        _ => None,
    })
}

/// A dense array.
pub(super) fn array(element: &str, numbers: impl Iterator<Item = i64>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let colon = if numbers.is_empty() { "" } else { ": " };
    format!("array<{element}{colon}{}>", numbers.join(", "))
}

/// The text of a type; none for a kind that is not spelled here.
fn ty(module: &Module<'_>, id: TypeId) -> Result<Option<String>> {
    use view::BuiltinType as B;
    let found = match module.ty(id)? {
        Type::Text { text, .. } => return Ok(Some(String::from_utf8_lossy(text).into_owned())),
        Type::Typed(view::TypeEntry::Builtin(found)) => found,
        _ => return Ok(None),
    };
    let list = |types: &mut dyn Iterator<Item = TypeId>| {
        types.map(|id| ty(module, id)).collect::<Result<Option<Vec<String>>>>()
    };
    let shaped = |name: &str, shape: &mut dyn Iterator<Item = i64>, element| {
        let shape: String = shape.map(|size| format!("{}x", Dimension::from(size))).collect();
        Ok(ty(module, element)?.map(|element| format!("{name}<{shape}{element}>")))
    };
    Ok(match found {
        B::IntegerType { signedness, width } => {
            let name = match signedness {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            };
            Some(format!("{name}{width}"))
        }
        B::IndexType => Some("index".to_owned()),
        B::Float32Type => Some("f32".to_owned()),
        B::Float64Type => Some("f64".to_owned()),
        B::VectorType { shape, element } => shaped("vector", &mut shape.iter(), element)?,
        B::RankedTensorType { shape, element } => shaped("tensor", &mut shape.iter(), element)?,
        B::FunctionType { inputs, results } => {
            let inputs = list(&mut inputs.iter())?;
            let results = list(&mut results.iter())?;
            inputs.zip(results).map(|(inputs, results)| {
                let results = match results.as_slice() {
                    [single] if !single.contains("->") => single.clone(),
                    results => format!("({})", results.join(", ")),
                };
                format!("({}) -> {results}", inputs.join(", "))
            })
        }
        _ => None,
    })
}

fn quoted(text: &[u8]) -> String {
    let mut quoted = String::from("\"");
    for &byte in text {
        match byte {
            b'\\' => quoted.push_str("\\\\"),
            b'"' => quoted.push_str("\\22"),
            b' '..=b'~' => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\{byte:02X}")),
        }
    }
    quoted + "\""
}
