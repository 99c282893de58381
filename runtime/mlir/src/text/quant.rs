//! Prints types of the dialect `quant` as its printer does (`mlir-opt` 17 to 23, observed).

use super::super::generated::{AttributeId, TypeId, view};
use super::printer::Printer;
use crate::tables::entry::Type;
use crate::tables::names::past_end;
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
                let range = (storage_min, storage_max);
                self.quantized("any", (flags, storage_type), range, None)?;
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
            T::UniformQuantizedType {
                flags,
                storage_type,
                expressed_type,
                storage_min,
                storage_max,
                ..
            }
            | T::UniformQuantizedPerAxisType {
                flags,
                storage_type,
                expressed_type,
                storage_min,
                storage_max,
                ..
            }
            | T::UniformQuantizedSubChannelType {
                flags,
                storage_type,
                expressed_type,
                storage_min,
                storage_max,
                ..
            } => {
                let range = (storage_min, storage_max);
                self.quantized("uniform", (flags, storage_type), range, Some(expressed_type))?;
                self.scales(ty)?;
            }
            T::CalibratedQuantizedType { expressed_type, min, max } => {
                self.out.push_str("calibrated<");
                self.ty(expressed_type)?;
                let _ = write!(self.out, "<{min}:{max}>");
            }
            T::QuantileType {
                storage_type,
                quantile_type,
                quantiles,
                storage_min,
                storage_max,
                ..
            } => {
                self.out.push_str("quantile<");
                self.ty(storage_type)?;
                self.out.push(':');
                self.ty(quantile_type)?;
                self.out.push_str(", {");
                self.joined(",", quantiles.iter().map(|quantile| quantile.value));
                self.out.push('}');
                if let (Some(min), Some(max)) = (storage_min, storage_max) {
                    let _ = write!(self.out, ", <{min}:{max}>");
                }
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

    /// Prints the rest of a uniform type.
    fn scales(&mut self, ty: &view::QuantType<'_>) -> Result<()> {
        use view::QuantType as T;
        match *ty {
            T::UniformQuantizedType { scale, zero_point, .. } => {
                let _ = write!(self.out, ", {}", scaled(scale, zero_point));
            }
            T::UniformQuantizedPerAxisType { quantized_dimension, scales, zero_points, .. } => {
                let _ = write!(self.out, ":{quantized_dimension}, {{");
                let zeros = zero_points.iter().chain(std::iter::repeat(0));
                let scales = scales.iter().zip(zeros);
                self.joined(",", scales.map(|(scale, zero)| scaled(scale.value, zero)));
                self.out.push('}');
            }
            T::UniformQuantizedSubChannelType {
                quantized_dimensions,
                block_sizes,
                scales,
                zero_points,
                ..
            } => {
                self.out.push_str(":{");
                let sizes = quantized_dimensions.iter().zip(block_sizes.iter());
                self.joined(", ", sizes.map(|(dimension, size)| format!("{dimension}:{size}")));
                self.out.push_str("}, ");
                self.blocks(scales, zero_points)?;
            }
            _ => {}
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

    /// Prints the scale and the zero point of each block.
    fn blocks(&mut self, scales: AttributeId, zero_points: AttributeId) -> Result<()> {
        let (sizes, scales) = self.dense_parts(scales)?;
        let (_, zeros) = self.dense_parts(zero_points)?;
        self.nested(&sizes, ('{', '}'), |printer, place| {
            let missing = || past_end("scale", place as u32, scales.len().min(zeros.len()));
            let scale = scales.get(place as usize).ok_or_else(missing)?;
            let zero = zeros.get(place as usize).ok_or_else(missing)?;
            printer.out.push_str(&scaled(scale, zero));
            Ok(())
        })
    }
}

/// The text of a scale, and of its zero point unless that is zero.
fn scaled(scale: impl Display, zero: impl Display) -> String {
    match zero.to_string().as_str() {
        "0" => scale.to_string(),
        zero => format!("{scale}:{zero}"),
    }
}
