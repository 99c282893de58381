//! Parses elements of shaped attributes.

use super::super::super::generated::{AttributeId, BuiltinAttribute, BuiltinType, TypeId};
use super::parser::Parser;
use bytespec_core::decimal::Number;
use bytespec_core::error::Result;
use bytespec_core::text::element_lists::ElementLists;
use bytespec_core::text::literal::What;
use bytespec_core::text::wrong::{miscounted, unlike};
use bytespec_core::text::{ESCAPED, misspelled, unquote};

impl Parser<'_, '_> {
    /// Parses `dense<...> : type`.
    pub(super) fn dense(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        let offset = self.scanner.offset();
        let body = self.scanner.element_lists()?;
        self.scanner.expect(b'>')?;
        self.scanner.expect(b':')?;
        let at = self.scanner.offset();
        let ty = self.ty()?;
        let (shape, element) = self.shape_of(ty, at)?;
        self.elements(&body, ty, &shape, element, offset)
    }

    /// The attribute with the elements.
    fn elements(
        &mut self,
        body: &ElementLists,
        ty: TypeId,
        shape: &[i64],
        element: TypeId,
        offset: usize,
    ) -> Result<AttributeId> {
        let count = shape
            .iter()
            .try_fold(1u64, |count, size| count.checked_mul(u64::try_from(*size).ok()?));
        let unknown = || {
            let (item, found) = ("the shape".to_owned(), format!("{shape:?}"));
            unlike(offset, item, found, "one of elements that 64 bits count")
        };
        let count = count.ok_or_else(unknown)?;
        let number = self.number_of(element)?;
        let splat = body.sizes.is_empty() && !body.absent;
        if let Some(number) = number
            && let Some(data) = body.digits(self.text())?
        {
            let raw_data = checked(data, &number, count, offset)?;
            return self.add(BuiltinAttribute::DenseIntOrFPElementsAttr { r#type: ty, raw_data });
        }
        let same = match body.absent {
            true => count == 0,
            false => {
                splat
                    || body.sizes.len() == shape.len()
                        && body.sizes.iter().zip(shape).all(|(one, other)| *one == *other as u64)
            }
        };
        if !same {
            let inferred = if body.absent { &[0][..] } else { &body.sizes };
            let (found, expected) = (format!("{inferred:?}"), format!("{shape:?}"));
            return Err(unlike(offset, "the shape of the lists", found, expected));
        }
        match number {
            Some(number) => {
                let raw_data = self.data(body, &number, splat)?;
                self.add(BuiltinAttribute::DenseIntOrFPElementsAttr { r#type: ty, raw_data })
            }
            None => self.strings(body, ty),
        }
    }

    fn data(&self, body: &ElementLists, number: &Number, splat: bool) -> Result<Vec<u8>> {
        let mut data = Vec::with_capacity(body.literals.len().saturating_mul(number.part_size()));
        for literal in &body.literals {
            if body.complex != number.complex {
                let wanted = if number.complex { "a pair of numbers" } else { "one number" };
                return Err(misspelled(
                    literal.start,
                    &self.text()[literal.start..literal.end],
                    wanted,
                ));
            }
            literal.put(self.text(), number, &mut data)?;
        }
        if number.is_truth() {
            if splat {
                return Ok(vec![if data == [0] { 0 } else { u8::MAX }]);
            }
            let pack = |bits: &[u8]| {
                bits.iter().enumerate().map(|(place, bit)| (bit & 1) << place).sum::<u8>()
            };
            let count = data.len() as u64;
            return Ok(packed(data.chunks(8).map(pack).collect(), count));
        }
        Ok(if splat { data } else { once(data, number.size()) })
    }

    fn strings(&mut self, body: &ElementLists, ty: TypeId) -> Result<AttributeId> {
        let mut strings = Vec::with_capacity(body.literals.len());
        for literal in &body.literals {
            if literal.what != What::String || body.complex {
                return Err(self.scanner.misfit(literal.start, "a string"));
            }
            let spelling = &self.text()[literal.start..literal.end];
            let Some(bytes) = unquote(spelling) else {
                return Err(misspelled(literal.start, spelling, ESCAPED));
            };
            strings.push(self.module.add_string(&bytes)?);
        }
        let all_same = strings.windows(2).all(|pair| pair[0] == pair[1]) && !strings.is_empty();
        if all_same {
            strings.truncate(1);
        }
        let is_splat = u64::from(all_same);
        let strings = strings.into();
        self.add(BuiltinAttribute::DenseStringElementsAttr { r#type: ty, is_splat, strings })
    }

    /// Parses `sparse<indices, values> : type`.
    pub(super) fn sparse(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        let offset = self.scanner.offset();
        let indices = self.scanner.element_lists()?;
        let mut values = ElementLists::none();
        let mut values_offset = offset;
        if !indices.absent {
            self.scanner.expect(b',')?;
            values_offset = self.scanner.offset();
            values = self.scanner.element_lists()?;
        }
        self.scanner.expect(b'>')?;
        self.scanner.expect(b':')?;
        let at = self.scanner.offset();
        let ty = self.ty()?;
        let (shape, element) = self.shape_of(ty, at)?;
        let size = |size: u64| i64::try_from(size).unwrap_or(i64::MAX);
        let indices_shape = match (indices.absent, &indices.sizes[..]) {
            (true, _) => vec![0, shape.len() as i64],
            (false, []) => vec![1, shape.len() as i64],
            (false, sizes) => sizes.iter().map(|found| size(*found)).collect(),
        };
        let values_shape = match &values.sizes[..] {
            [] => vec![indices_shape.first().copied().unwrap_or(0)],
            sizes => sizes.iter().map(|found| size(*found)).collect(),
        };
        let fits = indices.absent
            || match indices_shape[..] {
                // With one dimension, indices can be a list of numbers in place of a list of lists.
                [count] => shape.len() == 1 && values_shape == [count],
                [count, rank] => rank == shape.len() as i64 && values_shape == [count],
                _ => false,
            };
        if !fits {
            let item = "the shape of indices and values".to_owned();
            let found = format!("{indices_shape:?} and {values_shape:?}");
            return Err(unlike(offset, item, found, format!("those of {shape:?}")));
        }
        let index = self.i64()?;
        let indices_ty = self.tensor_of(&indices_shape, index)?;
        let indices = self.elements(&indices, indices_ty, &indices_shape, index, offset)?;
        let values_ty = self.tensor_of(&values_shape, element)?;
        let values = self.elements(&values, values_ty, &values_shape, element, values_offset)?;
        self.add(BuiltinAttribute::SparseElementsAttr { r#type: ty, indices, values })
    }

    fn tensor_of(&mut self, shape: &[i64], element: TypeId) -> Result<TypeId> {
        self.module.add_type(BuiltinType::RankedTensorType { shape: shape.into(), element })
    }

    /// Parses `array<type: ...>`.
    pub(super) fn dense_array(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        let offset = self.scanner.offset();
        let element_type = self.ty()?;
        let number = self.numbers_of(element_type, offset)?;
        if number.complex
            || !(number.width == 1 || number.width.is_multiple_of(8))
            || number.width == 0
        {
            return Err(self.scanner.misfit(offset, "a type of elements that fill whole bytes"));
        }
        let mut raw_data = Vec::new();
        let mut size = 0;
        if self.scanner.eat(b':') {
            self.list(b'>', |parser| {
                let literal = parser.literal()?;
                if number.is_truth() && !matches!(literal.what, What::Truth(_)) {
                    return Err(parser.scanner.misfit(literal.start, "`true` or `false`"));
                }
                size += 1;
                literal.put(parser.text(), &number, &mut raw_data)
            })?;
        } else {
            self.scanner.expect(b'>')?;
        }
        self.add(BuiltinAttribute::DenseArrayAttr { element_type, size, raw_data })
    }
}

/// The bytes of elements, if there are as many as of one or all of `count` numbers.
fn checked(data: Vec<u8>, number: &Number, count: u64, offset: usize) -> Result<Vec<u8>> {
    let size = number.size() as u64;
    let len = data.len() as u64;
    let fits = match number.is_truth() {
        true => len == count.div_ceil(8) || matches!(data[..], [0 | u8::MAX]),
        false => Some(len) == count.checked_mul(size) || len == size,
    };
    if !fits {
        let expected =
            if number.is_truth() { count.div_ceil(8) } else { count.saturating_mul(size) };
        return Err(miscounted(offset, "bytes of elements", expected, len));
    }
    Ok(match number.is_truth() {
        true => packed(data, count),
        false => once(data, size as usize),
    })
}

/// One element if all are the same.
pub(super) fn once(mut data: Vec<u8>, size: usize) -> Vec<u8> {
    let mut elements = data.chunks_exact(size.max(1));
    if let Some(first) = elements.next()
        && elements.all(|element| element == first)
        && size > 0
    {
        data.truncate(size);
    }
    data
}

/// Packed bits, or the one byte for all if they are the same.
fn packed(data: Vec<u8>, count: u64) -> Vec<u8> {
    let Some(first) = data.first() else { return data };
    let all = if first & 1 == 1 { u8::MAX } else { 0 };
    let spare = match count % 8 {
        0 => 0,
        used => 8 - used,
    };
    let Some((last, others)) = data.split_last() else { return data };
    let same = others.iter().all(|byte| *byte == all) && *last == all >> spare;
    if same { vec![all] } else { data }
}
