//! The elements of constants.

use super::super::generated::{ConstantId, Type, TypeId, view};
use super::super::module::Module;
use bytespec_core::decimal::{Format, Kind, Number};
use bytespec_core::elements::{Elements, Storage};
use bytespec_core::error::Result;

/// The number format of a type; `None` if it is not numeric.
pub(crate) fn number_of(ty: &Type) -> Option<Number> {
    named_number(ty.class()?, ty.bits()?, ty.label())
}

/// The number format of a type of the schema, by its class, width and name.
fn named_number(class: &str, width: u64, name: &str) -> Option<Number> {
    let kind = match class {
        "integer" => Kind::Signless,
        "float" => Kind::Float(Format::named(name)?),
        _ => return None,
    };
    let fits = (1..=u64::from(u64::BITS)).contains(&width);
    fits.then_some(Number { kind, width, complex: false, index: false })
}

/// The text of a number of a type, from its bits; `None` if the type is not numeric.
pub(in super::super) fn number(ty: &view::Type<'_>, bits: u64) -> Option<String> {
    let mut out = String::new();
    named_number(ty.class()?, ty.bits()?, ty.label())?.write(&mut out, &bits.to_le_bytes());
    Some(out)
}

/// The elements of a constant of a tile type.
pub(super) struct Constant<'m> {
    /// The type of an element.
    pub(super) element: TypeId,
    pub(super) number: Number,
    pub(super) sizes: Vec<u64>,
    /// The bytes of the constant.
    pub(super) data: &'m [u8],
    /// `None` if the number of bytes does not match the type.
    pub(super) elements: Option<Elements<'m>>,
}

impl<'m> Constant<'m> {
    /// The elements of a constant of a tile type; `None` if the type is not a tile of numbers.
    pub(super) fn of(
        module: &'m Module,
        ty: TypeId,
        constant: ConstantId,
    ) -> Result<Option<Constant<'m>>> {
        let Type::Tile { element, shape, .. } = module.type_at(ty)? else { return Ok(None) };
        let ty = module.type_at(*element)?;
        let (Some(number), Some(_)) = (number_of(ty), ty.bytes()) else { return Ok(None) };
        let data = module.constant_at(constant)?;
        let sizes: Option<Vec<u64>> = shape.iter().map(|size| u64::try_from(*size).ok()).collect();
        let sizes = sizes.unwrap_or_else(|| vec![0]);
        let count = sizes.iter().try_fold(1u64, |count, size| count.checked_mul(*size));
        let count = count.filter(|count| *count > 0);
        let elements =
            count.and_then(|count| Elements::new(number, count, data, Storage::Any).ok());
        Ok(Some(Constant { element: *element, number, sizes, data, elements }))
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.elements.map_or(0, |elements| elements.len())
    }

    /// Whether Booleans are stored as one bit each, or as one byte for all.
    pub(super) fn is_packed(&self) -> bool {
        self.elements.is_some_and(|elements| !elements.is_plain())
    }

    /// Whether the bytes are those that a parser of the text stores: one element if all are equal, and Booleans as bits.
    pub(super) fn is_shortest(&self) -> bool {
        let truth = self.number.is_truth();
        match self.splat() {
            Some(bits) if truth && bits != 0 && self.len() != 1 => self.data == [u8::MAX],
            Some(_) => self.data.len() == self.number.size() && (!truth || self.data[0] <= 1),
            None => !truth || self.is_packed() && self.has_no_spare_bits(),
        }
    }

    /// Whether the bits after the last Boolean are zero.
    fn has_no_spare_bits(&self) -> bool {
        let used = self.len() % 8;
        let last = self.data.last().copied().unwrap_or(0);
        used == 0 || last >> used == 0
    }

    /// The bits of the element at an index.
    pub(super) fn get(&self, index: usize) -> u64 {
        let bits = self.elements.map_or(0, |elements| elements.bits(index));
        // A Boolean in a byte is true unless all bits are zero.
        if self.number.is_truth() { u64::from(bits != 0) } else { bits }
    }

    /// The bits of all elements, if they are equal.
    pub(super) fn splat(&self) -> Option<u64> {
        let elements = self.elements?;
        let first = self.get(0);
        let mut others = 1..if elements.is_splat() { 1 } else { elements.len() };
        others.all(|index| self.get(index) == first).then_some(first)
    }
}
