//! Resolves names of values and blocks.
//!
//! A name that a region defines is visible until the region ends. A name that is used before its definition is resolved when an
//! enclosing region defines it.

use super::super::super::generated::TypeId;
use super::parser::Parser;
use super::state::{NONE, Name, NamedBlock, Scope, UNKNOWN, Use, ValueName};
use crate::module::ir::{BlockId, Value};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::{duplicate, undeclared, unlike};

/// The most characters of a type that an error shows.
const MAX_SHOWN: usize = 60;

impl<'t> Parser<'t, '_> {
    /// Parses a use of a value, as the next operand.
    pub(super) fn operand_use(&mut self) -> Result<()> {
        let named = self.value_name()?;
        self.add_operand(named)
    }

    /// Parses the name of a value.
    pub(super) fn value_name(&mut self) -> Result<ValueName<'t>> {
        let offset = self.scanner.offset();
        let text = self.scanner.expect_kind(Kind::Percent, "a value, as `%0`")?;
        let mut number = 0;
        if self.scanner.kind() == Kind::Hash && self.scanner.offset() == offset + text.len() {
            let which = &self.scanner.spelling()[1..];
            number = match which.parse() {
                Ok(number) => number,
                Err(_) => return Err(self.scanner.expected("the number of a result, as `#1`")),
            };
            self.scanner.advance();
        }
        Ok(ValueName { text, number, offset })
    }

    /// Adds the value of a name as the next operand.
    pub(super) fn add_operand(&mut self, named: ValueName<'t>) -> Result<()> {
        let ValueName { text, number, offset } = named;
        let name = self.values.name(text);
        let Name { first, count, uses, .. } = self.values.names[name as usize];
        if first == NONE {
            let known = self.values.uses.len() as u32;
            let started = self.values.started;
            let place = self.module.ir.push_operand(Err(known))?;
            let ty = TypeId(NONE);
            self.values.uses.push(Use { place, number, ty, offset, started, next: uses });
            self.values.names[name as usize].uses = known;
        } else if number < count {
            self.module.ir.push_operand(Ok(Value::at(first + number)))?;
        } else if count == 0 {
            self.module.ir.push_operand(Ok(UNKNOWN))?;
        } else {
            return Err(no_value(offset, text, number, count));
        }
        Ok(())
    }

    /// Checks the type of a use, or stores it until the definition.
    pub(super) fn check_operand(&mut self, place: usize, ty: TypeId, offset: usize) -> Result<()> {
        let Some((found, expected)) = self.other_type(place, ty) else { return Ok(()) };
        let item = format!("operand {}", place.saturating_sub(offset));
        Err(unlike(self.scanner.end_before(), item, found, expected))
    }

    /// The type of a use and the stated one, as errors spell them, if they differ. The type of an undefined value is stored.
    pub(super) fn other_type(&mut self, place: usize, ty: TypeId) -> Option<(String, String)> {
        if self.is_of_type(place, ty) {
            return None;
        }
        let found = self.module.ir.operand_at(place).map(|value| self.module.ir.value_type(value));
        Some(self.of_types(found.unwrap_or(ty), ty))
    }

    /// Two types as errors spell them: as in the text, without what both begin and end with if they are long.
    fn of_types(&self, found: TypeId, expected: TypeId) -> (String, String) {
        let spelled = |ty| self.types.iter().find(|(_, id)| **id == ty).map(|(text, _)| *text);
        let (found, expected) = (spelled(found), spelled(expected));
        let start = match (found, expected) {
            (Some(a), Some(b)) => a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count(),
            _ => 0,
        };
        let text = |of: Option<&str>| match of {
            Some(text) => format!("of type `{}`", shortened(text, start)),
            None => "of another type".to_owned(),
        };
        (text(found), text(expected))
    }

    /// Whether an operand can have a type. The type of an undefined value is stored.
    pub(super) fn is_of_type(&mut self, place: usize, ty: TypeId) -> bool {
        match self.module.ir.operand_at(place) {
            Ok(value) => self.module.ir.value_type(value) == ty || value == UNKNOWN,
            Err(known) => {
                if let Some(known) = self.values.uses.get_mut(known as usize) {
                    known.ty = ty;
                }
                true
            }
        }
    }

    /// Defines a name for values, and resolves earlier uses. `values` is `None` if their operation is wrong.
    pub(super) fn define(
        &mut self,
        text: &'t str,
        offset: usize,
        region: u32,
        values: Option<(Value, u32)>,
    ) -> Result<()> {
        let name = self.values.name(text);
        let known = &mut self.values.names[name as usize];
        if known.first != NONE {
            return Err(duplicate(offset, "value", text));
        }
        let (first, count) = values.unwrap_or((UNKNOWN, 0));
        (known.first, known.count) = (first.number(), count);
        self.values.defined.push(name);
        let mut next = std::mem::replace(&mut known.uses, NONE);
        let (mut kept, mut wrong_use) = (NONE, None);
        while let Some(found) = self.values.uses.get(next as usize).copied() {
            let this = std::mem::replace(&mut next, found.next);
            if found.started < region {
                // The use is in a region outside of this one.
                self.values.uses[this as usize].next = kept;
                kept = this;
                continue;
            }
            let value = match count {
                0 => UNKNOWN,
                _ => Value::at(first.number().saturating_add(found.number)),
            };
            self.module.ir.set_operand(found.place, value);
            self.made.early.push(found.place);
            if count == 0 {
                continue;
            }
            if found.number >= count {
                wrong_use = Some(no_value(found.offset, text, found.number, count));
            } else if found.ty != TypeId(NONE) && found.ty != self.module.ir.value_type(value) {
                let (defined, used) = self.of_types(self.module.ir.value_type(value), found.ty);
                wrong_use = Some(unlike(offset, format!("`{text}`"), defined, used));
            }
        }
        self.values.names[name as usize].uses = kept;
        wrong_use.map_or(Ok(()), Err)
    }

    /// The block of a region with a name, which can be defined later.
    pub(super) fn successor(&mut self, region: u32) -> Result<BlockId> {
        let offset = self.scanner.offset();
        let text = self.scanner.expect_kind(Kind::Caret, "a block, as `^bb0`")?;
        Ok(self.named_block(text, offset, region)?.1.block)
    }

    fn named_block(
        &mut self,
        text: &'t str,
        offset: usize,
        region: u32,
    ) -> Result<(u32, NamedBlock)> {
        let name = self.values.block_name(text);
        let known = self.values.blocks[name as usize].block;
        if let Some(known) = known.filter(|known| known.region == region) {
            return Ok((name, known));
        }
        let block = self.module.ir.make_block()?;
        let named = NamedBlock { block, region, defined: false, offset };
        self.values.hidden.push((name, known));
        self.values.blocks[name as usize].block = Some(named);
        Ok((name, named))
    }

    /// Starts the block of a region with a name.
    pub(super) fn define_block(
        &mut self,
        text: &'t str,
        offset: usize,
        region: u32,
    ) -> Result<BlockId> {
        let (name, named) = self.named_block(text, offset, region)?;
        if named.defined {
            return Err(duplicate(offset, "block", text));
        }
        self.values.blocks[name as usize].block = Some(NamedBlock { defined: true, ..named });
        Ok(named.block)
    }

    /// Removes the names that a region defined.
    pub(super) fn leave(&mut self, scope: Scope) {
        for name in self.values.defined.drain(scope.defined..) {
            let name = &mut self.values.names[name as usize];
            (name.first, name.count) = (NONE, 0);
        }
        for (name, before) in self.values.hidden.drain(scope.hidden..).rev() {
            let name = &mut self.values.blocks[name as usize];
            let found = std::mem::replace(&mut name.block, before);
            if let Some(found) = found.filter(|found| !found.defined) {
                self.errors.push(undeclared(found.offset, "block", name.text));
            }
        }
    }

    /// Refuses values that were used and never defined.
    pub(super) fn check_uses(&mut self) {
        let mut missing = Vec::new();
        for name in &self.values.names {
            let mut next = name.uses;
            while let Some(found) = self.values.uses.get(next as usize) {
                missing.push((found.offset, name.text));
                next = found.next;
            }
        }
        missing.sort_unstable();
        for (offset, text) in missing {
            self.errors.push(undeclared(offset, "value", text));
        }
    }
}

/// The error for an index past the values of a name.
#[cold]
fn no_value(offset: usize, name: &str, number: u32, count: u32) -> Error {
    let (table, found, len) = (format!("`{name}`").into(), number.into(), count.into());
    Error::at(offset, ErrorKind::Index { table, found, len })
}

/// A text of at most [`MAX_SHOWN`] characters, with the one at a position among them.
fn shortened(text: &str, at: usize) -> String {
    let count = text.chars().count();
    if count <= MAX_SHOWN {
        return text.to_owned();
    }
    let first = at.saturating_sub(MAX_SHOWN / 2).min(count - MAX_SHOWN);
    let shown: String = text.chars().skip(first).take(MAX_SHOWN).collect();
    let before = if first > 0 { "..." } else { "" };
    let after = if first + MAX_SHOWN < count { "..." } else { "" };
    format!("{before}{shown}{after}")
}
