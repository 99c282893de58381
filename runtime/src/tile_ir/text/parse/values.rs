//! What names of values stand for.

use super::parser::{FOLLOWS, Parser, wrong};
use crate::error::Result;
use crate::text::Kind;
use crate::values::Value;
use std::collections::HashMap;
use std::rc::Rc;

/// The values of a name; none where what defines it is wrong.
type Named = Option<Rc<[Value]>>;

/// The names that can be seen.
#[derive(Debug, Default)]
pub(super) struct Scope<'t> {
    names: HashMap<&'t str, Named>,
    /// Names that were defined, in order, and what they stood for before.
    defined: Vec<(&'t str, Option<Named>)>,
}

impl<'t> Scope<'t> {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.defined.clear();
    }

    /// The place to come back to by [`Scope::leave`].
    pub(super) fn mark(&self) -> usize {
        self.defined.len()
    }

    /// Forgets what was defined since a mark.
    pub(super) fn leave(&mut self, mark: usize) {
        for (name, before) in self.defined.drain(mark..).rev() {
            match before {
                Some(before) => self.names.insert(name, before),
                None => self.names.remove(name),
            };
        }
    }

    /// Whether a name can be seen.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Gives a name to values, or to none where what defines it is wrong.
    pub(super) fn define(&mut self, name: &'t str, values: Named) {
        let before = self.names.insert(name, values);
        self.defined.push((name, before));
    }
}

impl<'t> Parser<'t> {
    /// Reads the use of a value.
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
            None => Err(wrong(offset, format!("the value `{name}` is not defined here"))),
            Some(None) => Err(wrong(offset, FOLLOWS)),
            Some(Some(values)) => values
                .get(position)
                .copied()
                .ok_or_else(|| wrong(offset, format!("`{name}` is {} values", values.len()))),
        }
    }

    /// Whether the use of a value comes next.
    pub(super) fn is_value(&self) -> bool {
        self.scanner.kind() == Kind::Percent
    }
}
