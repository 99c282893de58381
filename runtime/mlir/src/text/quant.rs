//! Prints types of the dialect `quant` as its printer does (`mlir-opt` 17 to 23, observed).

use super::super::generated::{AttributeId, TypeId, view};
use super::printer::Printer;
use crate::codec::numbers::Double;
use crate::tables::entry::Type;
use crate::tables::names::past_end;
use bytespec_core::decimal::write_double;
use bytespec_core::error::Result;
use bytespec_core::text::output::Print;
use std::fmt::{Display, Write as _};

/// The flag of a signed storage type.
pub(super) const SIGNED: u64 = 1;

impl Printer<'_, '_> {
    /// Prints a type of the dialect.
    pub(super) fn quant_type(&mut self, ty: &view::QuantType<'_>) -> Result<()> {
        use view::QuantType as T;
        self.out.push_str("!quant.");
        match *ty {
            T::AnyQuantizedType { flags, storage_type, storage_min, storage_max } => {
                self.quantized("any", (flags, storage_type), (storage_min, storage_max), None)?;
            }
            T::AnyQuantizedTypeWithExpressedType {
                flags,
                storage_type,
                expressed_type,
                storage_min,
                storage_max,
            } => {
                let range = (storage_min, storage_max);
                self.quantized("any", (flags, storage_type), range, Some(expressed_type))?;
            }
            T::CalibratedQuantizedType { expressed_type, min, max } => {
                self.calibrated(expressed_type, (min, max))?;
            }
            T::UniformQuantizedType {
                flags,
                storage_type,
                expressed_type,
                scale,
                zero_point,
                storage_min,
                storage_max,
            } => {
                self.uniform((flags, storage_type), (storage_min, storage_max), expressed_type)?;
                self.out.push_str(", ");
                self.scale(scale, zero_point);
            }
            T::UniformQuantizedPerAxisType {
                flags,
                storage_type,
                expressed_type,
                quantized_dimension,
                storage_min,
                storage_max,
                scales,
                zero_points,
            } => {
                self.uniform((flags, storage_type), (storage_min, storage_max), expressed_type)?;
                let zeros = zero_points.iter().chain(std::iter::repeat(0));
                let scales = scales.iter().map(|scale| scale.value).zip(zeros);
                self.axis(quantized_dimension, scales);
            }
            T::UniformQuantizedSubChannelType {
                flags,
                storage_type,
                expressed_type,
                storage_min,
                storage_max,
                quantized_dimensions,
                block_sizes,
                scales,
                zero_points,
            } => {
                self.uniform((flags, storage_type), (storage_min, storage_max), expressed_type)?;
                self.block_sizes(quantized_dimensions.iter().zip(block_sizes.iter()))?;
                self.blocks(scales, zero_points)?;
            }
            T::QuantileType {
                storage_type,
                quantile_type,
                quantiles,
                storage_min,
                storage_max,
                ..
            } => {
                let types = (storage_type, quantile_type);
                let range = (storage_min, storage_max);
                self.quantile(types, quantiles.iter().map(|quantile| quantile.value), range)?;
            }
        }
        self.out.push('>');
        Ok(())
    }

    /// Prints the name of a type, its storage type, and its expressed type if it has one.
    fn quantized(
        &mut self,
        name: &str,
        (flags, storage): (u64, TypeId),
        range: (i64, i64),
        expressed: Option<TypeId>,
    ) -> Result<()> {
        self.out.push_str(name);
        self.out.push('<');
        self.storage(flags, storage, range)?;
        let Some(expressed) = expressed else { return Ok(()) };
        self.out.push(':');
        self.ty(expressed)
    }

    /// Prints the start of a uniform type: the storage type and the expressed type.
    fn uniform(
        &mut self,
        storage: (u64, TypeId),
        range: (i64, i64),
        expressed: TypeId,
    ) -> Result<()> {
        self.quantized("uniform", storage, range, Some(expressed))
    }

    /// Prints the rest of a calibrated type: its expressed type and the range of its numbers.
    fn calibrated(&mut self, expressed: TypeId, (min, max): (Double, Double)) -> Result<()> {
        self.out.push_str("calibrated<");
        self.ty(expressed)?;
        self.out.push('<');
        self.double(min);
        self.out.push(':');
        self.double(max);
        self.out.push('>');
        Ok(())
    }

    /// Prints the rest of a quantile type: its types, the quantiles and the range of its numbers.
    fn quantile(
        &mut self,
        (storage, ty): (TypeId, TypeId),
        quantiles: impl Iterator<Item = Double>,
        range: (Option<i64>, Option<i64>),
    ) -> Result<()> {
        self.out.push_str("quantile<");
        self.ty(storage)?;
        self.out.push(':');
        self.ty(ty)?;
        self.out.push_str(", {");
        self.doubles(quantiles);
        self.out.push('}');
        if let (Some(min), Some(max)) = range {
            let _ = write!(self.out, ", <{min}:{max}>");
        }
        Ok(())
    }

    /// Prints a storage type, and its range unless it is the full range.
    fn storage(&mut self, flags: u64, ty: TypeId, range: (i64, i64)) -> Result<()> {
        let width = match self.module.ty(ty)? {
            Type::Typed(view::TypeEntry::Builtin(view::BuiltinType::IntegerType {
                width, ..
            })) => width,
            _ => return Err(self.module.wrong_entry(ty, "an integer type")),
        };
        let signed = flags & SIGNED != 0;
        let _ = write!(self.out, "{}{width}", if signed { 'i' } else { 'u' });
        let whole = match (u32::try_from(width), signed) {
            (Ok(width @ 1..=64), true) => {
                Some((i64::MIN >> (64 - width), i64::MAX >> (64 - width)))
            }
            (Ok(width @ 0..63), false) => Some((0, (1i64 << width) - 1)),
            _ => None,
        };
        if whole != Some(range) {
            let _ = write!(self.out, "<{}:{}>", range.0, range.1);
        }
        Ok(())
    }

    fn double(&mut self, number: Double) {
        write_double(&mut self.out, number.0);
    }

    /// Prints numbers separated by commas.
    fn doubles(&mut self, numbers: impl Iterator<Item = Double>) {
        for (index, number) in numbers.enumerate() {
            self.out.push_str(if index > 0 { "," } else { "" });
            self.double(number);
        }
    }

    /// Prints the dimension of an axis and its scales, each with its zero point.
    fn axis(&mut self, dimension: impl Display, scales: impl Iterator<Item = (Double, i64)>) {
        let _ = write!(self.out, ":{dimension}, {{");
        for (index, (scale, zero)) in scales.enumerate() {
            self.out.push_str(if index > 0 { "," } else { "" });
            self.scale(scale, zero);
        }
        self.out.push('}');
    }

    /// Prints dimensions with their block sizes.
    fn block_sizes<D: Display, S: Display>(
        &mut self,
        sizes: impl Iterator<Item = (D, S)>,
    ) -> Result<()> {
        self.out.push_str(":{");
        self.list(sizes, |printer, (dimension, size)| {
            let _ = write!(printer.out, "{dimension}:{size}");
            Ok(())
        })?;
        self.out.push_str("}, ");
        Ok(())
    }

    fn scale(&mut self, scale: Double, zero: i64) {
        self.double(scale);
        if zero != 0 {
            let _ = write!(self.out, ":{zero}");
        }
    }

    /// Prints the scale and the zero point of each block.
    fn blocks(&mut self, scales: AttributeId, zero_points: AttributeId) -> Result<()> {
        let (sizes, scales) = self.dense_parts(scales)?;
        let (_, zeros) = self.dense_parts(zero_points)?;
        self.nested(&sizes, ('{', '}'), |printer, place| {
            let missing = || past_end("scale", place as u32, scales.len().min(zeros.len()));
            printer.out.push_str(scales.get(place as usize).ok_or_else(missing)?);
            match zeros.get(place as usize).ok_or_else(missing)?.as_str() {
                "0" => {}
                zero => {
                    let _ = write!(printer.out, ":{zero}");
                }
            }
            Ok(())
        })
    }
}
