//! Affine maps, integer sets and strided layouts.

use super::super::entry::Attribute;
use super::super::generated::{AttributeId, view};
use super::printer::Printer;
use crate::error::Result;
use std::fmt::Write as _;

impl Printer<'_, '_> {
    /// Whether the layout of a memory reference is the one that goes without saying: each index stands for itself.
    pub(super) fn is_usual_layout(&self, id: AttributeId, rank: usize) -> Result<bool> {
        let attribute = self.module.attribute(id)?;
        if let Attribute::Text { text, .. } = attribute {
            let Some(text) = text.strip_prefix(b"affine_map<(") else { return Ok(false) };
            // The text of an identity says its dimensions twice.
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

    /// Prints an attribute of this kind.
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
                            printer.expression(&result, false)
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
                    printer.expression(&constraint, false)?;
                    printer.out.push_str(if equality { " == 0" } else { " >= 0" });
                    Ok(())
                })?;
                self.out.push_str(")>");
            }
            A::StridedLayoutAttr { offset, strides } => {
                self.out.push_str("strided<[");
                self.list(strides.iter(), |printer, stride| {
                    printer.size(stride);
                    printer.room()
                })?;
                self.out.push(']');
                if *offset != 0 {
                    self.out.push_str(", offset: ");
                    self.size(*offset);
                }
                self.out.push('>');
            }
            _ => {}
        }
        Ok(())
    }

    /// Prints a size, or a question mark for one that is not known.
    pub(super) fn size(&mut self, size: i64) {
        match size {
            i64::MIN => self.out.push('?'),
            size => {
                let _ = write!(self.out, "{size}");
            }
        }
    }

    fn letter(&mut self, letter: char, place: u64) -> Result<()> {
        let _ = write!(self.out, "{letter}{place}");
        self.room()
    }

    /// Prints the dimensions and symbols that expressions are over.
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

    /// Prints an expression; `tight` inside of an operator that binds closer than a sum.
    fn expression(&mut self, expression: &view::AffineExpr<'_>, tight: bool) -> Result<()> {
        use view::AffineExpr as E;
        let (lhs, operator, rhs) = match expression {
            E::Dim { position } => return self.letter('d', *position),
            E::Symbol { position } => return self.letter('s', *position),
            E::Constant { value } => {
                let _ = write!(self.out, "{value}");
                return Ok(());
            }
            E::Add { lhs, rhs } => {
                return self.inside(|printer| {
                    printer.enclosed(tight, |printer| printer.sum(&lhs.get(), &rhs.get()))
                });
            }
            E::Mul { lhs, rhs } => (lhs.get(), " * ", rhs.get()),
            E::Mod { lhs, rhs } => (lhs.get(), " mod ", rhs.get()),
            E::FloorDiv { lhs, rhs } => (lhs.get(), " floordiv ", rhs.get()),
            E::CeilDiv { lhs, rhs } => (lhs.get(), " ceildiv ", rhs.get()),
        };
        self.inside(|printer| {
            printer.enclosed(tight, |printer| {
                if operator == " * " && matches!(rhs, E::Constant { value: -1 }) {
                    printer.out.push('-');
                    return printer.expression(&lhs, true);
                }
                printer.expression(&lhs, true)?;
                printer.out.push_str(operator);
                printer.expression(&rhs, true)
            })
        })
    }

    fn enclosed(
        &mut self,
        enclose: bool,
        print: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if enclose {
            self.out.push('(');
        }
        print(self)?;
        if enclose {
            self.out.push(')');
        }
        Ok(())
    }

    /// Prints a sum, as a difference where the right side is less than nothing.
    fn sum(&mut self, lhs: &view::AffineExpr<'_>, rhs: &view::AffineExpr<'_>) -> Result<()> {
        use view::AffineExpr as E;
        self.expression(lhs, false)?;
        match rhs {
            E::Constant { value: value @ ..0 } => {
                // The least number has no positive one.
                let _ = write!(self.out, " - {}", value.wrapping_neg());
                return Ok(());
            }
            E::Mul { lhs: factor, rhs } => {
                if let E::Constant { value: value @ ..0 } = rhs.get() {
                    self.out.push_str(" - ");
                    let factor = factor.get();
                    if value == -1 {
                        return self.expression(&factor, matches!(factor, E::Add { .. }));
                    }
                    self.expression(&factor, true)?;
                    let _ = write!(self.out, " * {}", value.wrapping_neg());
                    return Ok(());
                }
            }
            _ => {}
        }
        self.out.push_str(" + ");
        self.expression(rhs, false)
    }
}
