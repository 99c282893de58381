//! Prints expressions of preview content, which no template can express: operators have a precedence, and the context
//! determines the form.

use super::super::generated::{Attribute, StringId, Type};
use super::elements::number_of;
use super::types::Types;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::quoted;
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;
use std::fmt::Write;

/// Whether operators have spaces around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    Wide,
    Narrow,
}

/// The precedence of a sign. Expressions without an operator have the highest precedence.
const SIGN: u32 = 3;
const ATOM: u32 = 4;

/// Creates an expression of two operands.
pub(super) type Make = fn(Box<Attribute>, Box<Attribute>) -> Attribute;

/// A kind of expressions of two operands.
pub(super) struct Operator {
    pub(super) label: &'static str,
    /// The sign between the operands; empty if there is none.
    pub(super) sign: &'static str,
    /// The precedence of the sign.
    pub(super) strength: u32,
    pub(super) make: Make,
}

macro_rules! operators {
    ($($variant:ident $label:literal $sign:literal $strength:literal,)*) => {
        /// The kinds of expressions of two operands. A sign comes before those that it begins with.
        pub(super) const OPERATORS: &[Operator] = &[$(Operator {
            label: $label,
            sign: $sign,
            strength: $strength,
            make: |lhs, rhs| Attribute::$variant { lhs, rhs },
        },)*];

        fn operands(attribute: &Attribute) -> Option<(&Attribute, &Attribute)> {
            match attribute {
                $(Attribute::$variant { lhs, rhs })|* => Some((lhs, rhs)),
                _ => None,
            }
        }
    };
}

operators! {
    PreviewExprAdd "preview$expr_add" "+" 1,
    PreviewExprSub "preview$expr_sub" "-" 1,
    PreviewExprMul "preview$expr_mul" "*" 2,
    PreviewExprCeilDiv "preview$expr_ceil_div" "/+" 2,
    PreviewExprFloorDiv "preview$expr_floor_div" "/" 2,
    PreviewExprDiv "preview$expr_div" "" 0,
}

/// The operator of an expression that has a sign.
fn operator(attribute: &Attribute) -> Option<&'static Operator> {
    operands(attribute)?;
    let mut signed = OPERATORS.iter().filter(|operator| !operator.sign.is_empty());
    signed.find(|operator| operator.label == attribute.label())
}

fn strength(attribute: &Attribute) -> u32 {
    match attribute {
        Attribute::PreviewExprNeg { .. } => SIGN,
        attribute => operator(attribute).map_or(ATOM, |operator| operator.strength),
    }
}

/// Writes an expression with operators.
fn short(
    types: &Types<'_>,
    out: &mut String,
    attribute: &Attribute,
    spacing: Spacing,
) -> Result<()> {
    level(types, out, attribute, spacing, 0)
}

fn level(
    types: &Types<'_>,
    out: &mut String,
    attribute: &Attribute,
    spacing: Spacing,
    depth: u32,
) -> Result<()> {
    if depth >= MAX_DEPTH {
        return Err(too_deep("nested attributes"));
    }
    let part = |out: &mut String, part: &Attribute, brackets: bool| {
        out.push_str(if brackets { "(" } else { "" });
        level(types, out, part, spacing, depth + 1)?;
        out.push_str(if brackets { ")" } else { "" });
        Ok(())
    };
    if let (Some(Operator { sign, strength: own, .. }), Some((lhs, rhs))) =
        (operator(attribute), operands(attribute))
    {
        part(out, lhs, strength(lhs) < *own)?;
        let blank = if spacing == Spacing::Wide { " " } else { "" };
        let _ = write!(out, "{blank}{sign}{blank}");
        return part(out, rhs, strength(rhs) <= *own);
    }
    match attribute {
        Attribute::PreviewExprNeg { operand } => {
            out.push('-');
            part(out, operand, strength(operand) < SIGN)
        }
        Attribute::PreviewExprInt { value } => {
            let _ = write!(out, "{value}");
            Ok(())
        }
        Attribute::PreviewExprVar { name } | Attribute::PreviewExprBuiltin { name, .. } => {
            out.push_str(&String::from_utf8_lossy(types.module.string_at(*name)?));
            Ok(())
        }
        Attribute::PreviewSymbolicTuple { values } => {
            out.push('(');
            list(out, values, |out, value| level(types, out, value, spacing, depth + 1))?;
            out.push_str(if values.len() == 1 { ",)" } else { ")" });
            Ok(())
        }
        attribute => full_level(types, out, attribute, depth + 1),
    }
}

fn list(
    out: &mut String,
    values: &[Attribute],
    mut write: impl FnMut(&mut String, &Attribute) -> Result<()>,
) -> Result<()> {
    for (index, value) in values.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        write(out, value)?;
    }
    Ok(())
}

/// Writes an attribute with its name.
pub(super) fn full(types: &Types<'_>, out: &mut String, attribute: &Attribute) -> Result<()> {
    full_level(types, out, attribute, 0)
}

fn full_level(
    types: &Types<'_>,
    out: &mut String,
    attribute: &Attribute,
    depth: u32,
) -> Result<()> {
    if depth >= MAX_DEPTH {
        return Err(too_deep("nested attributes"));
    }
    let next = |out: &mut String, part: &Attribute| full_level(types, out, part, depth + 1);
    let text = |out: &mut String, id: StringId| -> Result<()> {
        quoted::quote(out, types.module.string_at(id)?);
        Ok(())
    };
    let _ = write!(out, "#cuda_tile<{}<", attribute.label());
    if let Some((lhs, rhs)) = operands(attribute) {
        next(out, lhs)?;
        out.push_str(", ");
        next(out, rhs)?;
        out.push_str(">>");
        return Ok(());
    }
    match attribute {
        Attribute::PreviewExprNeg { operand } => next(out, operand)?,
        Attribute::PreviewExprInt { value } => {
            let _ = write!(out, "{value}");
        }
        Attribute::PreviewExprVar { name } => text(out, *name)?,
        Attribute::PreviewExprConstStr { value } => text(out, *value)?,
        Attribute::PreviewExprBuiltin { name, r#type } => {
            text(out, *name)?;
            let _ = write!(out, ", {}", types.full(*r#type)?);
        }
        Attribute::PreviewSymbolicTuple { values } => {
            out.push('[');
            list(out, values, next)?;
            out.push(']');
        }
        Attribute::PreviewLayout { shapes, strides } => {
            layout(types, out, shapes, strides, depth + 1)?;
        }
        Attribute::PreviewConcreteType { r#type } => out.push_str(&types.full(*r#type)?),
        Attribute::PreviewScratchRequest { size, alignment } => {
            out.push_str("smem.size = ");
            next(out, size)?;
            out.push_str(", smem.alignment = ");
            next(out, alignment)?;
        }
        Attribute::PreviewConstParam { name, r#type } => {
            out.push_str("name = ");
            text(out, *name)?;
            let _ = write!(out, ", type = {}", types.full(*r#type)?);
        }
        Attribute::PreviewMemorySpaceValue { value } => out.push_str(value.name()),
        Attribute::PreviewSynchronizationValue { value } => out.push_str(value.name()),
        Attribute::PreviewAccessValue { value } => out.push_str(value.name()),
        other => {
            // Numbers and similar attributes have no such form.
            let start = out.len() - other.label().len() - "#cuda_tile<<".len();
            out.truncate(start);
            return plain(types, out, other);
        }
    }
    out.push_str(">>");
    Ok(())
}

/// Writes an attribute that is not an expression.
fn plain(types: &Types<'_>, out: &mut String, attribute: &Attribute) -> Result<()> {
    match attribute {
        Attribute::Integer { r#type, value } => {
            let ty = types.module.type_at(*r#type)?;
            if let Some(number) = number_of(ty) {
                number.write(out, &value.to_le_bytes());
            }
            let _ = write!(out, " : {}", ty.label());
            Ok(())
        }
        Attribute::String { value } => {
            quoted::quote(out, types.module.string_at(*value)?);
            Ok(())
        }
        Attribute::Type { r#type } => {
            out.push_str(&types.full(*r#type)?);
            Ok(())
        }
        other => types.attribute(other, out),
    }
}

/// Writes the content of the brackets of a layout.
fn layout(
    types: &Types<'_>,
    out: &mut String,
    shapes: &[Attribute],
    strides: &[Attribute],
    depth: u32,
) -> Result<()> {
    if shapes.iter().chain(strides).any(divides) {
        for (name, values) in [("shapes", shapes), (", strides", strides)] {
            let _ = write!(out, "{name} = #cuda_tile<preview$symbolic_tuple<[");
            list(out, values, |out, value| full_level(types, out, value, depth + 1))?;
            out.push_str("]>>");
        }
        return Ok(());
    }
    for (name, values) in [("(", shapes), (":(", strides)] {
        out.push_str(name);
        list(out, values, |out, value| level(types, out, value, Spacing::Wide, depth + 1))?;
        out.push(')');
    }
    Ok(())
}

/// Whether a part of an expression satisfies a condition.
fn any(attribute: &Attribute, depth: u32, asked: &dyn Fn(&Attribute) -> bool) -> bool {
    if depth >= MAX_DEPTH {
        return false;
    }
    asked(attribute)
        || match attribute {
            Attribute::PreviewExprNeg { operand } => any(operand, depth + 1, asked),
            Attribute::PreviewSymbolicTuple { values } => {
                values.iter().any(|value| any(value, depth + 1, asked))
            }
            attribute => operands(attribute)
                .is_some_and(|(lhs, rhs)| any(lhs, depth + 1, asked) || any(rhs, depth + 1, asked)),
        }
}

/// Whether an expression contains a division that has no operator.
fn divides(attribute: &Attribute) -> bool {
    any(attribute, 0, &|part| matches!(part, Attribute::PreviewExprDiv { .. }))
}

/// Writes the dimensions of a shape, each followed by an `x`: numbers as they are, expressions in brackets.
fn shape(types: &Types<'_>, out: &mut String, shape: &Attribute) -> Result<()> {
    let Attribute::PreviewSymbolicTuple { values } = shape else {
        return Err(another("the symbolic shape", "a tuple"));
    };
    for value in values.iter() {
        match value {
            Attribute::PreviewExprInt { value } => {
                let _ = write!(out, "{value}");
            }
            value => {
                out.push('[');
                short(types, out, value, Spacing::Narrow)?;
                out.push(']');
            }
        }
        out.push('x');
    }
    Ok(())
}

impl Types<'_> {
    /// Writes a type with expressions. Returns false for any other type.
    pub(super) fn with_expressions(&self, out: &mut String, ty: &Type) -> Result<bool> {
        match ty {
            Type::Tile { element, symbolic_shape, .. } if !symbolic_shape.is_empty() => {
                out.push_str("tile<");
                shape(self, out, &symbolic_shape[0])?;
                out.push_str(&self.text(*element)?);
            }
            Type::PreviewSymT { expr } => {
                out.push_str("preview$sym_t<");
                short(self, out, expr, Spacing::Narrow)?;
            }
            Type::PreviewFragment {
                symbolic_shape,
                element,
                memory_space,
                mem_layout,
                fragmap,
                alignment,
                ..
            } => {
                out.push_str("preview$fragment<");
                shape(self, out, symbolic_shape)?;
                let _ = write!(out, "{}, {}", self.text(*element)?, memory_space.name());
                for (name, value) in [("mem_layout", mem_layout), ("fragmap", fragmap)] {
                    let Attribute::PreviewLayout { shapes, strides } = value else {
                        return Err(another(name, "a layout"));
                    };
                    let _ = write!(out, ", {name} = <");
                    layout(self, out, shapes, strides, 0)?;
                    out.push('>');
                }
                if !matches!(alignment, Attribute::PreviewExprInt { value: 1 }) {
                    out.push_str(", alignment = ");
                    short(self, out, alignment, Spacing::Wide)?;
                }
            }
            _ => return Ok(false),
        }
        out.push('>');
        Ok(true)
    }
}

/// Writes the arguments of a call: numbers and expressions as they are, unless one of them contains a builtin.
pub(super) fn arguments(
    types: &Types<'_>,
    out: &mut String,
    values: &[Attribute],
    separator: &str,
) -> Result<()> {
    let in_full = values
        .iter()
        .any(|value| any(value, 0, &|part| matches!(part, Attribute::PreviewExprBuiltin { .. })));
    for (index, value) in values.iter().enumerate() {
        out.push_str(if index > 0 { separator } else { "" });
        match value {
            value if in_full => full(types, out, value)?,
            Attribute::PreviewExprConstStr { value } => {
                quoted::quote(out, types.module.string_at(*value)?);
            }
            Attribute::PreviewConcreteType { r#type } | Attribute::Type { r#type } => {
                out.push_str(&types.full(*r#type)?);
            }
            value => short(types, out, value, Spacing::Narrow)?,
        }
    }
    Ok(())
}

/// The error for a fragment with another item than expected.
#[cold]
fn another(item: &str, expected: &'static str) -> Error {
    let (item, found) = (item.to_owned(), "another one".to_owned());
    Error::new(ErrorKind::Kind { item, found, expected: expected.into() })
}
