//! Prints expressions of preview content, which no template can express: operators have a precedence, and the context
//! determines the form.

use super::super::generated::{Attribute, Type};
use super::parts::Form;
use super::printer::Printer;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::quoted;
use bytespec_core::text::output::Print;
use bytespec_core::wire::MAX_DEPTH;
use std::fmt::Write;

/// What cannot be nested too deep.
pub(super) const NESTED: &str = "nested attributes";

/// Whether operators have spaces around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    Wide,
    Narrow,
}

/// The precedence of a sign. Expressions without an operator have the highest precedence.
const SIGN: u32 = 3;
const ATOM: u32 = 4;

/// Creates an expression of two operands.
pub(super) type Make = fn(Box<Attribute>, Box<Attribute>) -> Attribute;

/// An operator between two operands.
pub(super) struct Operator {
    pub(super) sign: &'static str,
    /// The precedence of the sign.
    pub(super) strength: u32,
    pub(super) make: Make,
}

macro_rules! operators {
    ($($variant:ident $sign:literal $strength:literal,)*) => {
        /// The operators. A sign comes before those that it begins with.
        pub(super) const OPERATORS: &[Operator] = &[$(Operator {
            sign: $sign,
            strength: $strength,
            make: |lhs, rhs| Attribute::$variant { lhs, rhs },
        },)*];

        /// The sign of an expression with an operator, its precedence, and the operands.
        fn operation(attribute: &Attribute) -> Option<(&'static str, u32, [&Attribute; 2])> {
            match attribute {
                $(Attribute::$variant { lhs, rhs } => Some(($sign, $strength, [lhs, rhs])),)*
                _ => None,
            }
        }
    };
}

operators! {
    PreviewExprAdd "+" 1,
    PreviewExprSub "-" 1,
    PreviewExprMul "*" 2,
    PreviewExprCeilDiv "/+" 2,
    PreviewExprFloorDiv "/" 2,
}

fn strength(attribute: &Attribute) -> u32 {
    match attribute {
        Attribute::PreviewExprNeg { .. } => SIGN,
        attribute => operation(attribute).map_or(ATOM, |(_, strength, _)| strength),
    }
}

impl Printer<'_> {
    /// Prints an expression with operators.
    pub(super) fn expression(&mut self, attribute: &Attribute, spacing: Spacing) -> Result<()> {
        self.inside(NESTED, |printer| printer.expression_content(attribute, spacing))
    }

    fn expression_content(&mut self, attribute: &Attribute, spacing: Spacing) -> Result<()> {
        if let Some((sign, own, [lhs, rhs])) = operation(attribute) {
            self.operand(lhs, spacing, strength(lhs) < own)?;
            let blank = if spacing == Spacing::Wide { " " } else { "" };
            let _ = write!(self.out, "{blank}{sign}{blank}");
            return self.operand(rhs, spacing, strength(rhs) <= own);
        }
        match attribute {
            Attribute::PreviewExprNeg { operand } => {
                self.out.push('-');
                self.operand(operand, spacing, strength(operand) < SIGN)?;
            }
            Attribute::PreviewExprInt { value } => {
                let _ = write!(self.out, "{value}");
            }
            Attribute::PreviewExprVar { name } | Attribute::PreviewExprBuiltin { name, .. } => {
                self.out.push_str(&String::from_utf8_lossy(self.module.string_at(*name)?));
            }
            Attribute::PreviewSymbolicTuple { values } => {
                self.out.push('(');
                self.list(values, |printer, value| printer.expression(value, spacing))?;
                self.out.push_str(if values.len() == 1 { ",)" } else { ")" });
            }
            attribute => self.whole_attribute(attribute, Form::Full)?,
        }
        Ok(())
    }

    fn operand(&mut self, operand: &Attribute, spacing: Spacing, brackets: bool) -> Result<()> {
        self.out.push_str(if brackets { "(" } else { "" });
        self.expression(operand, spacing)?;
        self.out.push_str(if brackets { ")" } else { "" });
        Ok(())
    }

    /// Prints the content of the brackets of a layout.
    pub(super) fn layout(&mut self, shapes: &[Attribute], strides: &[Attribute]) -> Result<()> {
        if shapes.iter().chain(strides).any(divides) {
            for (name, values) in [("shapes", shapes), (", strides", strides)] {
                let _ = write!(self.out, "{name} = #cuda_tile<preview$symbolic_tuple<[");
                self.attributes(values, ", ", Form::Full)?;
                self.out.push_str("]>>");
            }
            return Ok(());
        }
        for (name, values) in [("(", shapes), (":(", strides)] {
            self.out.push_str(name);
            self.list(values, |printer, value| printer.expression(value, Spacing::Wide))?;
            self.out.push(')');
        }
        Ok(())
    }

    /// Prints the dimensions of a shape, each followed by an `x`: numbers as they are, expressions in brackets.
    fn shape(&mut self, shape: &Attribute) -> Result<()> {
        let Attribute::PreviewSymbolicTuple { values } = shape else {
            return Err(another("the symbolic shape", "a tuple"));
        };
        for value in values {
            let is_number = matches!(value, Attribute::PreviewExprInt { .. });
            self.out.push_str(if is_number { "" } else { "[" });
            self.expression(value, Spacing::Narrow)?;
            self.out.push_str(if is_number { "x" } else { "]x" });
        }
        Ok(())
    }

    /// Prints a type in which expressions are sizes. Returns false for any other type.
    pub(super) fn with_expressions(&mut self, ty: &Type) -> Result<bool> {
        match ty {
            Type::Tile { element, symbolic_shape, .. } if !symbolic_shape.is_empty() => {
                self.out.push_str("tile<");
                self.shape(&symbolic_shape[0])?;
                self.ty(*element)?;
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
                self.out.push_str("preview$fragment<");
                self.shape(symbolic_shape)?;
                self.ty(*element)?;
                let _ = write!(self.out, ", {}", memory_space.name());
                for (name, value) in [("mem_layout", mem_layout), ("fragmap", fragmap)] {
                    let Attribute::PreviewLayout { shapes, strides } = value else {
                        return Err(another(name, "a layout"));
                    };
                    let _ = write!(self.out, ", {name} = <");
                    self.layout(shapes, strides)?;
                    self.out.push('>');
                }
                if !matches!(alignment, Attribute::PreviewExprInt { value: 1 }) {
                    self.out.push_str(", alignment = ");
                    self.expression(alignment, Spacing::Wide)?;
                }
            }
            _ => return Ok(false),
        }
        self.out.push('>');
        Ok(true)
    }

    /// Prints the arguments of a call: numbers and expressions as they are, unless one of them contains a builtin.
    pub(super) fn call_arguments(&mut self, values: &[Attribute], separator: &str) -> Result<()> {
        let is_builtin = |part: &Attribute| matches!(part, Attribute::PreviewExprBuiltin { .. });
        if values.iter().any(|value| any(value, 0, &is_builtin)) {
            return self.attributes(values, separator, Form::Full);
        }
        self.separated(separator, values, |printer, value| match value {
            Attribute::PreviewExprConstStr { value } => {
                quoted::quote(&mut printer.out, printer.module.string_at(*value)?);
                Ok(())
            }
            Attribute::PreviewConcreteType { r#type } | Attribute::Type { r#type } => {
                printer.full_type(*r#type)
            }
            value => printer.expression(value, Spacing::Narrow),
        })
    }
}

/// Whether a part of an expression satisfies a condition.
fn any(attribute: &Attribute, depth: u32, asked: &dyn Fn(&Attribute) -> bool) -> bool {
    let inner = |part: &Attribute| any(part, depth + 1, asked);
    depth < MAX_DEPTH
        && (asked(attribute)
            || match attribute {
                Attribute::PreviewExprNeg { operand } => inner(operand),
                Attribute::PreviewSymbolicTuple { values } => values.iter().any(inner),
                Attribute::PreviewExprDiv { lhs, rhs } => inner(lhs) || inner(rhs),
                attribute => {
                    operation(attribute).is_some_and(|(.., parts)| parts.into_iter().any(inner))
                }
            })
}

/// Whether an expression contains a division that has no operator.
fn divides(attribute: &Attribute) -> bool {
    any(attribute, 0, &|part| matches!(part, Attribute::PreviewExprDiv { .. }))
}

/// The error for a fragment with another item than expected.
#[cold]
fn another(item: &str, expected: &'static str) -> Error {
    let (item, found) = (item.to_owned(), "another one".to_owned());
    Error::new(ErrorKind::Kind { item, found, expected: expected.into() })
}
