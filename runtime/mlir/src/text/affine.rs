//! Prints affine maps and integer sets.

use super::super::generated::{AffineExpr, AttributeId, view};
use super::printer::{NESTED, Printer};
use crate::tables::entry::Attribute;
use bytespec_core::dimension::Dimension;
use bytespec_core::error::Result;
use bytespec_core::text::output::Print;
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;
use std::fmt::{Display, Write as _};

impl Printer<'_, '_> {
    /// Whether the layout of a memref is the default layout, the identity map.
    pub(super) fn is_usual_layout(&self, id: AttributeId, rank: usize) -> Result<bool> {
        let attribute = self.module.attribute(id)?;
        if let Attribute::Text { text, .. } = attribute {
            let Some(text) = text.strip_prefix(b"affine_map<(") else { return Ok(false) };
            // The text of an identity contains its dimensions twice.
            let mut dimensions = String::new();
            for place in 0..rank {
                if dimensions.len() > text.len() {
                    return Ok(false);
                }
                let between = if place > 0 { ", " } else { "" };
                let _ = write!(dimensions, "{between}d{place}");
            }
            return Ok(text == format!("{dimensions}) -> ({dimensions})>").as_bytes());
        }
        use view::BuiltinAttribute as A;
        let Some(A::AffineMapAttr {
            num_dims, num_symbols, permutation, projection, results, ..
        }) = attribute.builtin()
        else {
            return Ok(false);
        };
        let in_order = |places: &mut dyn ExactSizeIterator<Item = u64>| {
            places.len() as u64 == num_dims && places.zip(0..).all(|(place, index)| place == index)
        };
        Ok(num_symbols.unwrap_or(0) == 0
            && match (permutation, projection, results) {
                (Some(places), _, _) => in_order(&mut places.iter()),
                (_, Some(places), _) => in_order(&mut places.iter()),
                (_, _, Some(results)) => {
                    results.len() as u64 == num_dims
                        && results.iter().zip(0..).all(|(result, index)| {
                            matches!(result, view::AffineExpr::Dim { position } if position == index)
                        })
                }
                _ => true,
            })
    }

    /// Prints an affine map, an integer set or a strided layout.
    pub(super) fn affine(&mut self, attribute: &view::BuiltinAttribute<'_>) -> Result<()> {
        use view::BuiltinAttribute as A;
        match attribute {
            A::AffineMapAttr {
                num_dims, num_symbols, permutation, projection, results, ..
            } => {
                self.out.push_str("affine_map<");
                self.space(*num_dims, num_symbols.unwrap_or(0))?;
                self.out.push_str(" -> (");
                let dimension = |printer: &mut Self, place: u64| printer.letter('d', place);
                match (permutation, projection, results) {
                    (Some(places), _, _) => self.list(places.iter(), dimension)?,
                    (_, Some(places), _) => self.list(places.iter(), dimension)?,
                    (_, _, Some(results)) => {
                        self.list(results.iter(), |printer, result| {
                            printer.expression(&result.to_owned())
                        })?;
                    }
                    _ => self.list(0..*num_dims, dimension)?,
                }
                self.out.push_str(")>");
            }
            A::IntegerSetAttr { num_dims, num_symbols, constraints, equalities, .. } => {
                self.out.push_str("affine_set<");
                self.space(*num_dims, *num_symbols)?;
                self.out.push_str(" : (");
                let both = constraints.iter().zip(equalities.iter());
                self.list(both, |printer, (constraint, equality)| {
                    printer.expression(&constraint.to_owned())?;
                    printer.out.push_str(if equality { " == 0" } else { " >= 0" });
                    Ok(())
                })?;
                self.out.push_str(")>");
            }
            other => return self.builtin_template(other),
        }
        Ok(())
    }

    /// Prints a size, or a question mark for a dynamic one.
    pub(super) fn size(&mut self, size: i64) {
        let _ = write!(self.out, "{}", Dimension::from(size));
    }

    fn letter(&mut self, letter: char, place: u64) -> Result<()> {
        let _ = write!(self.out, "{letter}{place}");
        self.out.room()
    }

    /// Prints the dimensions and symbols of expressions.
    fn space(&mut self, dimensions: u64, symbols: u64) -> Result<()> {
        self.out.push('(');
        self.list(0..dimensions, |printer, place| printer.letter('d', place))?;
        self.out.push(')');
        if symbols > 0 {
            self.out.push('[');
            self.list(0..symbols, |printer, place| printer.letter('s', place))?;
            self.out.push(']');
        }
        Ok(())
    }

    fn expression(&mut self, expression: &AffineExpr) -> Result<()> {
        write_expression(&mut self.out, expression, false, 0)?;
        self.out.room()
    }
}

macro_rules! operators {
    ($($operator:ident $word:literal,)*) => {
        /// An operator between two expressions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Operator {
            $($operator,)*
        }

        impl Operator {
            pub(super) const ALL: &[Operator] = &[$(Operator::$operator,)*];

            /// Its spelling.
            pub(super) fn word(self) -> &'static str {
                match self {
                    $(Operator::$operator => $word,)*
                }
            }

            /// The expression with the operator.
            pub(super) fn apply(self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
                let (lhs, rhs) = (Box::new(lhs), Box::new(rhs));
                match self {
                    $(Operator::$operator => AffineExpr::$operator { lhs, rhs },)*
                }
            }
        }

        impl AffineExpr {
            /// The operator, and both sides of it.
            pub(super) fn operation(&self) -> Option<(Operator, &AffineExpr, &AffineExpr)> {
                match self {
                    $(AffineExpr::$operator { lhs, rhs } => Some((Operator::$operator, lhs, rhs)),)*
                    _ => None,
                }
            }
        }
    };
}

operators! {
    Add "+",
    Mul "*",
    Mod "mod",
    FloorDiv "floordiv",
    CeilDiv "ceildiv",
}

/// Writes an expression. `tight` is true inside an operator that binds more tightly than a sum.
fn write_expression(
    out: &mut String,
    expression: &AffineExpr,
    tight: bool,
    depth: u32,
) -> Result<()> {
    if depth == MAX_DEPTH {
        return Err(too_deep(NESTED));
    }
    let Some((operator, lhs, rhs)) = expression.operation() else {
        let (letter, number): (_, &dyn Display) = match expression {
            AffineExpr::Dim { position } => ("d", position),
            AffineExpr::Symbol { position } => ("s", position),
            AffineExpr::Constant { value } => ("", value),
            _ => return Ok(()),
        };
        // Writing to a string cannot fail.
        let _ = write!(out, "{letter}{number}");
        return Ok(());
    };
    if tight {
        out.push('(');
    }
    let depth = depth + 1;
    if operator == Operator::Add {
        write_sum(out, lhs, rhs, depth)?;
    } else if operator == Operator::Mul && *rhs == (AffineExpr::Constant { value: -1 }) {
        out.push('-');
        write_expression(out, lhs, true, depth)?;
    } else {
        write_expression(out, lhs, true, depth)?;
        let _ = write!(out, " {} ", operator.word());
        write_expression(out, rhs, true, depth)?;
    }
    if tight {
        out.push(')');
    }
    Ok(())
}

/// Writes a sum, or a difference if the right side is negative.
fn write_sum(out: &mut String, lhs: &AffineExpr, rhs: &AffineExpr, depth: u32) -> Result<()> {
    write_expression(out, lhs, false, depth)?;
    if let AffineExpr::Constant { value: value @ ..0 } = rhs {
        // The negation of the least number overflows.
        let _ = write!(out, " - {}", value.wrapping_neg());
        return Ok(());
    }
    if let Some((Operator::Mul, factor, AffineExpr::Constant { value: by @ ..0 })) = rhs.operation()
    {
        out.push_str(" - ");
        if *by == -1 {
            let is_sum = matches!(factor, AffineExpr::Add { .. });
            return write_expression(out, factor, is_sum, depth);
        }
        write_expression(out, factor, true, depth)?;
        let _ = write!(out, " * {}", by.wrapping_neg());
        return Ok(());
    }
    out.push_str(" + ");
    write_expression(out, rhs, false, depth)
}
