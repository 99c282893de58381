//! Locations, spelled.

use super::speller::Text;
use bytespec::mlir::{Attribute, AttributeId, view};

impl<'f> Text<'_, 'f, '_> {
    /// Adds the location that an attribute is, without the word in front.
    pub(super) fn location_content(&mut self, id: AttributeId, attribute: &Attribute<'f>) {
        use view::BuiltinAttribute as A;
        let Some(location) = attribute.builtin() else {
            return self.attribute_content(id, attribute);
        };
        match location {
            A::UnknownLoc => self.push("unknown"),
            A::FileLineColLoc { filename, line, column } => {
                self.attribute(filename);
                self.format(format_args!(":{line}:{column}"));
            }
            A::FileLineColRange { filename, data } => {
                self.attribute(filename);
                let data: Vec<u64> = data.iter().take(5).collect();
                match data.as_slice() {
                    [] => {}
                    [line] => self.format(format_args!(":{line}")),
                    [line, column] => self.format(format_args!(":{line}:{column}")),
                    [line, column, end] => {
                        self.format(format_args!(":{line}:{column} to :{end}"));
                    }
                    [line, column, end_line, end, ..] => {
                        self.format(format_args!(":{line}:{column} to {end_line}:{end}"));
                    }
                }
            }
            A::CallSiteLoc { callee, caller } => {
                self.push("callsite(");
                self.location(callee);
                self.push(" at ");
                self.location(caller);
                self.push(")");
            }
            A::FusedLoc { locations } => {
                self.push("fused[");
                self.list(", ", locations.iter(), Self::location);
                self.push("]");
            }
            A::FusedLocWithMetadata { locations, metadata } => {
                self.push("fused<");
                self.attribute(metadata);
                self.push(">[");
                self.list(", ", locations.iter(), Self::location);
                self.push("]");
            }
            A::NameLoc { name, child } => {
                self.attribute(name);
                self.push("(");
                self.location(child);
                self.push(")");
            }
            _ => self.attribute_content(id, attribute),
        }
    }
}
