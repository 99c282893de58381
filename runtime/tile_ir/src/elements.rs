//! The elements of constants as Rust numbers.

use crate::generated::{ConstantId, TypeId};
use crate::module::Module;
use crate::text::elements::number_of;
use bytespec_core::decimal::{Kind, Number};
use bytespec_core::elements::{Elements, Storage};
use bytespec_core::error::Result;

impl Module {
    /// The elements of a constant of a type; `None` if the type is not a tile of numbers with known sizes. Nothing is copied.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Type, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let tile = module.tile(Type::Float32, &[2]);
    /// let constant = module.constant([1.5f32.to_le_bytes(), (-2f32).to_le_bytes()].concat());
    /// let elements = module.elements(tile, constant)?.expect("a tile of numbers");
    /// assert_eq!(elements.iter::<f32>().expect("they are").collect::<Vec<_>>(), [1.5, -2.0]);
    /// assert!(elements.iter::<i64>().is_none());
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// An index past its table, and a number of bytes that does not match the elements.
    pub fn elements(&self, ty: TypeId, constant: ConstantId) -> Result<Option<Elements<'_>>> {
        let ty = self.type_at(ty)?;
        let (Some(mut sizes), Some(element)) = (ty.shape(), ty.element()) else { return Ok(None) };
        let element = self.type_at(element)?;
        let (Some(number), Some(size)) = (number_of(element), element.bytes()) else {
            return Ok(None);
        };
        let len = sizes.try_fold(1u64, |count, size| {
            count.checked_mul(size.fixed().and_then(|size| u64::try_from(size).ok())?)
        });
        let Some(len) = len else { return Ok(None) };
        let number = match number.kind {
            // A float can have fewer bits than its bytes have.
            Kind::Float(_) => Number { width: 8 * size, ..number },
            _ => number,
        };
        Elements::new(number, len, self.constant_at(constant)?, Storage::Any).map(Some)
    }
}
