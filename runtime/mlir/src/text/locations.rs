//! Prints locations.

use super::super::generated::{AttributeId, view};
use super::printer::Printer;
use crate::BUILTIN;
use crate::tables::entry::Attribute;
use bytespec_core::error::Result;
use bytespec_core::text::output::Print;
use std::fmt::Write as _;

/// A file range has a line, a column and the column of its end, and can have the line of its end.
const SHORTEST: usize = 3;
/// A file range with a line and a column only is the same as a file location.
const POINT: usize = 2;

impl Printer<'_, '_> {
    /// Whether a location is the unknown location.
    pub(super) fn is_unknown_location(&self, id: AttributeId) -> bool {
        matches!(self.builtin(id), Some(view::BuiltinAttribute::UnknownLoc))
    }

    /// Prints the location in an attribute, without the keyword `loc`.
    pub(super) fn location_content(&mut self, id: AttributeId) -> Result<()> {
        use view::BuiltinAttribute as A;
        let module = self.module;
        let attribute = module.attribute(id)?;
        if let Attribute::Text { dialect, text } = attribute
            && dialect == BUILTIN.as_bytes()
            && let Some(inside) =
                text.strip_prefix(b"loc(").and_then(|text| text.strip_suffix(b")"))
        {
            return self.check_text(id.into()).and_then(|()| self.raw(inside));
        }
        let Some(location) = attribute.builtin() else {
            return self.attribute_content(id, false);
        };
        match location {
            A::UnknownLoc => self.out.push_str("unknown"),
            // Many files have one for each operation: code is faster than its template.
            A::FileLineColLoc { filename, line, column } => {
                self.attribute(filename, false)?;
                let _ = write!(self.out, ":{line}:{column}");
            }
            A::FileLineColRange { filename, data } => {
                self.attribute(filename, false)?;
                let len = data.iter().count();
                let mut data = data.iter();
                let (first, column, third, fourth) =
                    (data.next(), data.next(), data.next(), data.next());
                let (line, column) = (first.unwrap_or(0), column.unwrap_or(0));
                let _ = write!(self.out, ":{line}:{column}");
                let (end_line, end) = match (third, fourth) {
                    (Some(end_line), Some(end)) => (end_line, end),
                    (Some(end), None) => (line, end),
                    _ => (line, column),
                };
                let is_shorter = end_line == line && (end == column || len > SHORTEST);
                if len != POINT && is_shorter {
                    self.found.alike("the form of places without a column or an end");
                }
                if (end_line, end) != (line, column) {
                    self.out.push_str(" to ");
                    if end_line != line {
                        let _ = write!(self.out, "{end_line}");
                    }
                    let _ = write!(self.out, ":{end}");
                }
            }
            A::NameLoc { name, child } => {
                self.attribute(name, false)?;
                if !self.is_unknown_location(child) {
                    self.out.push('(');
                    self.location(child)?;
                    self.out.push(')');
                }
            }
            A::CallSiteLoc { callee, caller } => {
                self.out.push_str("callsite(");
                self.location(callee)?;
                self.out.push_str(" at ");
                self.location(caller)?;
                self.out.push(')');
            }
            A::FusedLoc { locations } => {
                self.out.push_str("fused[");
                self.list(locations.iter(), Self::location)?;
                self.out.push(']');
            }
            A::FusedLocWithMetadata { locations, metadata } => {
                self.out.push_str("fused<");
                self.attribute(metadata, false)?;
                self.out.push_str(">[");
                self.list(locations.iter(), Self::location)?;
                self.out.push(']');
            }
            other if other.location().is_some() => self.builtin_template(&other)?,
            _ => self.attribute_content(id, false)?,
        }
        Ok(())
    }
}
