//! Parses operations that differ from earlier ones only in their values, which most do. Each is parsed in one pass, without
//! tokens.

use super::parser::Parser;
use super::state::{Head, Name, ResultName, Suffix};
use crate::module::ir::{BlockId, Value};
use bytespec_core::error::Result;
use bytespec_core::text::{name_end, skip};

/// The part of an operation's line before the text after the operands.
struct OperationHead<'t> {
    /// The name of the operation, in quotes.
    literal: &'t str,
    /// The offset of the name.
    offset: usize,
    /// The start of the text after the operands.
    end: usize,
}

/// An operation up to its location.
struct Repeated<'t> {
    /// The name of the operation, in quotes.
    literal: &'t str,
    /// The offset of the name.
    offset: usize,
    /// The number of operands before it.
    start: usize,
    suffix: Suffix,
    /// The end of its text.
    end: usize,
}

impl<'t> Parser<'t, '_> {
    /// Parses operations as long as each is in one line, its values are defined, and the text after its operands is cached.
    /// Returns whether there was one.
    pub(super) fn repeated_operations(
        &mut self,
        block: BlockId,
        region: u32,
        results: usize,
    ) -> Result<bool> {
        let first = self.scanner.offset();
        let mut at = first;
        while let Some(repeated) = self.repeated_operation(at, results) {
            at = self.add_repeated(repeated, block, region, results)?;
            self.result_names.truncate(results);
        }
        let found = at > first;
        if found {
            self.scanner.resume(at);
        }
        Ok(found)
    }

    /// Parses an operation up to its location, and appends its operands and its result names. If it is not such an operation,
    /// nothing is changed.
    fn repeated_operation(&mut self, at: usize, results: usize) -> Option<Repeated<'t>> {
        let start = self.module.ir.operand_count();
        let repeated =
            self.operation_head(at).and_then(|OperationHead { literal, offset, end }| {
                let text = self.suffix_text(end)?;
                let suffix = self.suffixes.known.get(&(literal, text))?.clone();
                let places = start..self.module.ir.operand_count();
                self.suffix_fits(&suffix, places, results).then_some(Repeated {
                    literal,
                    offset,
                    start,
                    suffix,
                    end: end + text.len(),
                })
            });
        if repeated.is_none() {
            self.module.ir.drop_operands(start);
            self.result_names.truncate(results);
        }
        repeated
    }

    /// Adds a parsed operation. Returns the start of the text after it.
    fn add_repeated(
        &mut self,
        repeated: Repeated<'t>,
        block: BlockId,
        region: u32,
        results: usize,
    ) -> Result<usize> {
        let Repeated { literal, offset, start, suffix, end } = repeated;
        let text = self.bytes();
        let place = self.lines.place(text, offset);
        let op = self.add_op(block, suffix.name, (suffix.attributes, suffix.properties))?;
        let operands = self.module.ir.operands_since(start);
        let head = Head { op, literal, offset, place, results, operands, region };
        let mut next = skip(text, end);
        let location = match text.get(next) {
            // The common case: another operation follows.
            Some(b'"' | b'%' | b'}') => None,
            _ => {
                self.scanner.resume(end);
                let location = self.trailing_location()?;
                next = self.scanner.offset();
                location
            }
        };
        // After an error the parser continues from there.
        self.finish(&head, &suffix, &[], location).inspect_err(|_| self.scanner.resume(next))?;
        Ok(next)
    }

    /// Parses the start of an operation, and appends its result names and its operands.
    fn operation_head(&mut self, mut at: usize) -> Option<OperationHead<'t>> {
        let text = self.text();
        let bytes = text.as_bytes();
        if bytes.get(at) == Some(&b'%') {
            let end = name_end(bytes, at + 1);
            self.result_names.push(ResultName { text: &text[at..end], offset: at, count: 1 });
            at = after(bytes, end, b" = ")?;
        }
        let offset = at;
        let letters = bytes.get(at + 1..)?.iter();
        let len = letters.take_while(|byte| !matches!(byte, b'"' | b'\\' | b'\n')).count();
        at = after(bytes, at, b"\"").and_then(|at| after(bytes, at + len, b"\"("))?;
        let literal = &text[offset..at - 1];
        if bytes.get(at) != Some(&b')') {
            loop {
                at = self.defined_operand(at)?;
                let Some(next) = after(bytes, at, b", ") else { break };
                at = next;
            }
        }
        at = after(bytes, at, b") ")?;
        Some(OperationHead { literal, offset, end: at })
    }

    /// Parses the use of a defined value.
    fn defined_operand(&mut self, at: usize) -> Option<usize> {
        let text = self.text();
        let bytes = text.as_bytes();
        after(bytes, at, b"%")?;
        let (Name { first, count, .. }, mut end) = match self.values.counted(bytes, at) {
            Some(found) => found,
            None => {
                let end = name_end(bytes, at + 1);
                let name = self.values.name(&text[at..end]);
                (self.values.names.get(name as usize)?, end)
            }
        };
        let (first, count) = (*first, *count);
        let mut number = 0;
        if bytes.get(end) == Some(&b'#') {
            let start = end + 1;
            end = name_end(bytes, start);
            number = text[start..end].parse().ok()?;
        }
        let value = (number < count).then_some(Value::at(first.wrapping_add(number)))?;
        self.module.ir.push_operand(Ok(value)).ok()?;
        Some(end)
    }
}

/// The offset after the expected bytes, if they are there.
#[inline]
fn after(text: &[u8], at: usize, expected: &[u8]) -> Option<usize> {
    let end = at + expected.len();
    (text.get(at..end)? == expected).then_some(end)
}
