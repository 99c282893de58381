//! Parses elements of constants.

use super::super::super::generated::{ConstantId, Type, TypeId};
use super::super::elements::number_of;
use super::parser::Parser;
use bytespec_core::decimal::Number;
use bytespec_core::error::{Result, TextFault};
use bytespec_core::text::wrong::{breaks, miscounted, too_deep, unlike};
use bytespec_core::text::{Kind, hexadecimal};
use bytespec_core::wire::MAX_DEPTH;

/// Elements in nested brackets.
#[derive(Debug, Default)]
struct Nested {
    /// The bytes of the elements, in the size of one element each.
    bytes: Vec<u8>,
    /// The number of elements in the brackets of each depth, outermost first.
    shape: Vec<usize>,
}

impl<'t> Parser<'t> {
    /// Parses `<element: values> : type`.
    pub(super) fn elements(&mut self) -> Result<(ConstantId, TypeId)> {
        self.scanner.expect(b'<')?;
        let start = self.scanner.offset();
        let element = self.ty()?;
        let found = self.module.type_at(element)?;
        let (Some(number), Some(_)) = (number_of(found), found.bytes()) else {
            return Err(self.scanner.misfit(start, "a type of constants"));
        };
        let size = number.size();
        self.scanner.expect(b':')?;
        let values = self.scanner.offset();
        let mut nested = Nested::default();
        let mut whole = false;
        if self.scanner.kind() == Kind::String {
            let text = self.scanner.string()?;
            let bytes = text.strip_prefix(b"0x").and_then(hexadecimal);
            nested.bytes = bytes.ok_or_else(|| {
                self.scanner.misfit(values, "`0x` and pairs of hexadecimal digits")
            })?;
            whole = true;
        } else {
            self.level(&number, &mut nested, 0)?;
        }
        self.scanner.expect(b'>')?;
        self.scanner.expect(b':')?;
        let start = self.scanner.offset();
        let ty = self.ty()?;
        let Type::Tile { element: of, shape, .. } = self.module.type_at(ty)? else {
            return Err(self.scanner.misfit(start, "a tile"));
        };
        if *of != element {
            return Err(self.scanner.misfit(start, "a tile of the type of the elements"));
        }
        let sizes: Option<Vec<usize>> =
            shape.iter().map(|size| usize::try_from(*size).ok()).collect();
        let count = sizes.as_ref().and_then(|sizes| {
            sizes.iter().try_fold(1usize, |count, size| count.checked_mul(*size))
        });
        let Some((sizes, count)) = sizes.zip(count) else {
            return Err(self.scanner.misfit(start, "a tile of a size that can be"));
        };
        let full = count.checked_mul(size) == Some(nested.bytes.len());
        let splat = !whole && nested.shape.is_empty();
        if !(splat || full && (whole || nested.shape == sizes)) {
            if whole {
                let expected = count.saturating_mul(size) as u64;
                let found = nested.bytes.len() as u64;
                return Err(miscounted(values, "bytes of elements", expected, found));
            }
            let (found, expected) = (format!("{:?}", nested.shape), format!("{sizes:?}"));
            return Err(unlike(values, "the shape of the elements", found, expected));
        }
        Ok((self.constant(number, size, count, nested.bytes), ty))
    }

    /// The bytes of a constant with these elements: one element if all are equal.
    fn constant(
        &mut self,
        number: Number,
        size: usize,
        count: usize,
        bytes: Vec<u8>,
    ) -> ConstantId {
        let (first, _) = bytes.split_at(size.min(bytes.len()));
        if bytes.chunks(size.max(1)).all(|element| element == first) {
            // A single truth value is packed like several; a splat of true is a byte with all bits.
            let fills = first == [1] && number.is_truth() && count != 1;
            let all = if fills { &[u8::MAX] } else { first };
            return self.module.constant(all);
        }
        if number.is_truth() {
            let packed = bytes
                .chunks(8)
                .map(|eight| eight.iter().rev().fold(0u8, |bits, bit| bits << 1 | (bit & 1)));
            let packed: Vec<u8> = packed.collect();
            return self.module.constant(packed);
        }
        self.module.constant(bytes)
    }

    /// Parses an element, or elements in brackets.
    fn level(&mut self, number: &Number, nested: &mut Nested, depth: usize) -> Result<()> {
        let start = self.scanner.offset();
        if depth >= MAX_DEPTH as usize {
            return Err(too_deep("nested elements").moved_to(start));
        }
        if !self.scanner.eat(b'[') {
            if depth < nested.shape.len() {
                return Err(self.scanner.expected("`[`"));
            }
            return self.element(number, &mut nested.bytes);
        }
        // The first list of a depth determines the length of the others.
        let known = nested.shape.get(depth).copied();
        if known.is_none() {
            if !nested.bytes.is_empty() {
                return Err(breaks(start, TextFault::Uneven));
            }
            nested.shape.push(0);
        }
        let count = self.list(b']', |parser| parser.level(number, nested, depth + 1))?.len();
        match known {
            None => nested.shape[depth] = count,
            Some(known) if known == count => {}
            Some(known) => {
                return Err(miscounted(
                    start,
                    "elements, as in other lists",
                    known as u64,
                    count as u64,
                ));
            }
        }
        Ok(())
    }

    fn element(&mut self, number: &Number, to: &mut Vec<u8>) -> Result<()> {
        if self.scanner.kind() == Kind::Word {
            if !number.is_truth() {
                return Err(self.scanner.expected("an element"));
            }
            to.push(u8::from(self.scanner.boolean()?));
            return Ok(());
        }
        let literal = self.scanner.number_literal("an element")?;
        let put = literal.put(self.scanner.text(), number, to);
        put.map_err(|_| self.scanner.misfit(literal.start, "a number of the element's type"))
    }
}
