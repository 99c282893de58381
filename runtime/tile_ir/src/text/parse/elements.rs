//! Parses elements of constants.

use super::super::super::generated::{ConstantId, Type, TypeId};
use super::super::elements::number_of;
use super::parser::Parser;
use bytespec_core::decimal::Number;
use bytespec_core::error::Result;
use bytespec_core::text::wrong::{miscounted, unlike};

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
        let lists = self.scanner.element_lists()?;
        if lists.absent {
            return Err(self.scanner.expected("an element"));
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
        let sizes: Option<Vec<u64>> = shape.iter().map(|size| u64::try_from(*size).ok()).collect();
        let bytes = sizes.as_ref().and_then(|sizes| {
            sizes.iter().try_fold(size as u64, |bytes, size| bytes.checked_mul(*size))
        });
        let Some((sizes, expected)) = sizes.zip(bytes) else {
            return Err(self.scanner.misfit(start, "a tile of a size that can be"));
        };
        let digits = lists.digits(self.scanner.text())?;
        if let Some(found) = digits.as_ref().map(|bytes| bytes.len() as u64)
            && found != expected
        {
            return Err(miscounted(values, "bytes of elements", expected, found));
        }
        if digits.is_none() && !lists.sizes.is_empty() && lists.sizes != sizes {
            let (found, expected) = (format!("{:?}", lists.sizes), format!("{sizes:?}"));
            return Err(unlike(values, "the shape of the elements", found, expected));
        }
        if lists.complex {
            return Err(self.scanner.misfit(values, "numbers without an imaginary part"));
        }
        let bytes = match digits {
            Some(bytes) => bytes,
            None => {
                let mut bytes = Vec::new();
                let mut literals = lists.literals.iter();
                literals.try_for_each(|one| one.put(self.scanner.text(), &number, &mut bytes))?;
                bytes
            }
        };
        Ok((self.constant(number, expected / size as u64, bytes), ty))
    }

    /// The bytes of a constant with these elements: one element if all are equal.
    fn constant(&mut self, number: Number, count: u64, bytes: Vec<u8>) -> ConstantId {
        let size = number.size();
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
}
