//! Resolves names of values.

use super::parser::Parser;
use bytespec_core::error::{Error, ErrorKind, Result, TextFault};
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::{breaks, undeclared};
use bytespec_core::values::Value;

impl<'t> Parser<'t> {
    /// Parses the use of a value.
    pub(super) fn value(&mut self) -> Result<Value> {
        let offset = self.scanner.offset();
        let name = self.scanner.expect_kind(Kind::Percent, "a value, as `%name`")?;
        let position = match self.scanner.kind() {
            Kind::Hash => {
                let digits = &self.scanner.spelling()[1..];
                let Ok(position) = digits.parse::<usize>() else {
                    return Err(self.scanner.expected("which result of a group, as `#1`"));
                };
                self.scanner.advance();
                position
            }
            _ => 0,
        };
        match self.scope.names.get(name) {
            None => Err(undeclared(offset, "value", name)),
            Some(None) => Err(breaks(offset, TextFault::Follows)),
            Some(Some(values)) => values.get(position).copied().ok_or_else(|| {
                let (found, len) = (position as u64, values.len() as u64);
                let table = format!("`{name}`").into();
                Error::at(offset, ErrorKind::Index { table, found, len })
            }),
        }
    }

    /// Whether the use of a value comes next.
    pub(super) fn is_value(&self) -> bool {
        self.scanner.kind() == Kind::Percent
    }
}
