//! Parses types of the dialect `quant`.

use super::super::super::generated::{
    AttributeId, BuiltinAttribute, BuiltinType, QuantType, Quantile, Scale, TypeId,
};
use super::super::quant::SIGNED;
use super::parser::Parser;
use crate::codec::numbers::Double;
use bytespec_core::error::{Result, TextFault};
use bytespec_core::text::literal::{Literal, What};
use bytespec_core::text::wrong::breaks;
use bytespec_core::text::{Kind, misspelled};

/// The storage type and its range.
#[derive(Clone, Copy, Debug)]
struct Storage {
    flags: u64,
    ty: TypeId,
    min: i64,
    max: i64,
}

/// The literals of a scale and a zero point.
type Spelled = (Literal, Option<Literal>);

impl Parser<'_, '_> {
    /// Parses the text after the name of the dialect.
    pub(super) fn quantized(&mut self) -> Result<TypeId> {
        let word = self.scanner.expect_kind(Kind::Word, "a type of `quant`")?;
        self.scanner.expect(b'<')?;
        let ty = match word {
            "any" => {
                let Storage { flags, ty: storage_type, min, max } = self.storage()?;
                let (storage_min, storage_max) = (min, max);
                match self.scanner.eat(b':') {
                    false => QuantType::AnyQuantizedType {
                        flags,
                        storage_type,
                        storage_min,
                        storage_max,
                    },
                    true => QuantType::AnyQuantizedTypeWithExpressedType {
                        flags,
                        storage_type,
                        expressed_type: self.ty()?,
                        storage_min,
                        storage_max,
                    },
                }
            }
            "calibrated" => {
                let expressed_type = self.ty()?;
                self.scanner.expect(b'<')?;
                let min = self.double()?;
                self.scanner.expect(b':')?;
                let max = self.double()?;
                self.scanner.expect(b'>')?;
                QuantType::CalibratedQuantizedType { expressed_type, min, max }
            }
            "uniform" => self.uniform()?,
            "quantile" => {
                let storage_type = self.ty()?;
                self.scanner.expect(b':')?;
                let quantile_type = self.ty()?;
                self.scanner.expect(b',')?;
                self.scanner.expect(b'{')?;
                let mut quantiles = Vec::new();
                self.list(b'}', |parser| {
                    quantiles.push(Quantile { value: parser.double()? });
                    Ok(())
                })?;
                let (mut storage_min, mut storage_max) = (None, None);
                if self.scanner.eat(b',') {
                    let (min, max) = self.range()?;
                    (storage_min, storage_max) = (Some(min), Some(max));
                }
                let quantiles = quantiles.into();
                QuantType::QuantileType {
                    storage_type,
                    quantile_type,
                    quantiles,
                    storage_min,
                    storage_max,
                }
            }
            _ => return Err(self.scanner.misfit(self.scanner.end_before(), "a type of `quant`")),
        };
        self.scanner.expect(b'>')?;
        self.module.add_type(ty)
    }

    fn uniform(&mut self) -> Result<QuantType> {
        let storage = self.storage()?;
        let Storage { flags, ty: storage_type, min: storage_min, max: storage_max } = storage;
        self.scanner.expect(b':')?;
        let expressed_type = self.ty()?;
        if !self.scanner.eat(b':') {
            self.scanner.expect(b',')?;
            let scale = self.double()?;
            let zero_point = self.zero_point()?;
            return Ok(QuantType::UniformQuantizedType {
                flags,
                storage_type,
                expressed_type,
                scale,
                zero_point,
                storage_min,
                storage_max,
            });
        }
        if self.scanner.is(b'{') {
            return self.blocks(storage, expressed_type);
        }
        let quantized_dimension = self.unsigned("a dimension")?;
        self.scanner.expect(b',')?;
        self.scanner.expect(b'{')?;
        let (mut scales, mut zero_points) = (Vec::new(), Vec::new());
        self.list(b'}', |parser| {
            scales.push(Scale { value: parser.double()? });
            zero_points.push(parser.zero_point()?);
            Ok(())
        })?;
        Ok(QuantType::UniformQuantizedPerAxisType {
            flags,
            storage_type,
            expressed_type,
            quantized_dimension,
            storage_min,
            storage_max,
            scales: scales.into(),
            zero_points: zero_points.into(),
        })
    }

    /// Parses block sizes, and a scale and a zero point for each block.
    fn blocks(&mut self, storage: Storage, expressed_type: TypeId) -> Result<QuantType> {
        self.scanner.expect(b'{')?;
        let (mut dimensions, mut sizes) = (Vec::new(), Vec::new());
        self.list(b'}', |parser| {
            dimensions.push(parser.scanner.number::<i64>()?);
            parser.scanner.expect(b':')?;
            sizes.push(parser.scanner.number::<i64>()?);
            Ok(())
        })?;
        self.scanner.expect(b',')?;
        let (mut shape, mut spelled) = (Vec::new(), Vec::new());
        self.nested(0, &mut shape, &mut spelled)?;
        let scales = spelled.iter().map(|(scale, _)| Some(*scale)).collect::<Vec<_>>();
        let zeros = spelled.iter().map(|(_, zero)| *zero).collect::<Vec<_>>();
        Ok(QuantType::UniformQuantizedSubChannelType {
            flags: storage.flags,
            storage_type: storage.ty,
            expressed_type,
            storage_min: storage.min,
            storage_max: storage.max,
            quantized_dimensions: dimensions.into(),
            block_sizes: sizes.into(),
            scales: self.numbers(&shape, expressed_type, &scales)?,
            zero_points: self.numbers(&shape, storage.ty, &zeros)?,
        })
    }

    /// Parses nested lists of scales and zero points.
    fn nested(
        &mut self,
        depth: usize,
        shape: &mut Vec<i64>,
        found: &mut Vec<Spelled>,
    ) -> Result<()> {
        let offset = self.scanner.offset();
        if !self.scanner.eat(b'{') {
            let scale = self.literal()?;
            let zero = if self.scanner.eat(b':') { Some(self.literal()?) } else { None };
            found.push((scale, zero));
            return Ok(());
        }
        let mut count = 0;
        let first = shape.len() == depth;
        if first {
            shape.push(0);
        }
        self.inside(|parser| {
            parser.list(b'}', |parser| {
                count += 1;
                parser.nested(depth + 1, shape, found)
            })
        })?;
        match shape.get_mut(depth) {
            Some(size) if first || *size == 0 => *size = count,
            Some(size) if *size == count => {}
            _ => return Err(breaks(offset, TextFault::Uneven)),
        }
        Ok(())
    }

    /// Numbers in a shape. Missing ones are zero.
    fn numbers(
        &mut self,
        shape: &[i64],
        element: TypeId,
        literals: &[Option<Literal>],
    ) -> Result<AttributeId> {
        let number = self.numbers_of(element, 0)?;
        let mut data = Vec::new();
        for literal in literals {
            match literal {
                Some(literal) => literal.put(self.text(), &number, &mut data)?,
                None => data.resize(data.len() + number.size(), 0),
            }
        }
        let raw_data = super::elements::once(data, number.size());
        let shape = shape.into();
        let ty = self.module.add_type(BuiltinType::RankedTensorType { shape, element })?;
        self.add(BuiltinAttribute::DenseIntOrFPElementsAttr { r#type: ty, raw_data })
    }

    /// Parses the storage type, and its range unless it is the full range.
    fn storage(&mut self) -> Result<Storage> {
        let offset = self.scanner.offset();
        let word = self.scanner.expect_kind(Kind::Word, "a storage type, as `i8` or `u8`")?;
        let (signed, digits) = match word.as_bytes().first() {
            Some(b'i') => (true, &word[1..]),
            Some(b'u') => (false, &word[1..]),
            _ => return Err(misspelled(offset, word, "a storage type, as `i8` or `u8`")),
        };
        let width = digits.parse::<u32>().ok().filter(|width| (1..=63).contains(width));
        let Some(width) = width else {
            return Err(misspelled(offset, word, "a storage type, as `i8` or `u8`"));
        };
        let (mut min, mut max) = match signed {
            true => (i64::MIN >> (64 - width), i64::MAX >> (64 - width)),
            false => (0, (1i64 << width) - 1),
        };
        if self.scanner.is(b'<') {
            (min, max) = self.range()?;
        }
        let ty = self.signless(u64::from(width))?;
        Ok(Storage { flags: if signed { SIGNED } else { 0 }, ty, min, max })
    }

    fn range(&mut self) -> Result<(i64, i64)> {
        self.scanner.expect(b'<')?;
        let min = self.scanner.number()?;
        self.scanner.expect(b':')?;
        let max = self.scanner.number()?;
        self.scanner.expect(b'>')?;
        Ok((min, max))
    }

    fn zero_point(&mut self) -> Result<i64> {
        if self.scanner.eat(b':') { self.scanner.number() } else { Ok(0) }
    }

    fn double(&mut self) -> Result<Double> {
        let literal = self.literal()?;
        let ty = self.f64()?;
        let number = self.numbers_of(ty, literal.start)?;
        let offset = literal.start;
        if let What::Truth(_) = literal.what {
            return Err(self.scanner.misfit(offset, "a number"));
        }
        let bytes = self.bits(&literal, &number)?;
        let mut bits = [0; 8];
        bits.copy_from_slice(&bytes);
        Ok(Double(u64::from_le_bytes(bits)))
    }
}
