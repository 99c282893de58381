//! The numbers of bytes that values of a type take, as constants.

use super::{Convention, MAX_PREFIX};

/// The fewest and the most bytes that any value takes, in any version.
///
/// Both are bounds: a value of the fewest bytes need not exist. For example, one field is present in some versions, and another
/// one in all other versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// No value takes fewer bytes.
    pub min: usize,
    /// No value takes more; none where there is no limit, or none is known.
    pub max: Option<usize>,
}

impl Sizes {
    /// Nothing is known.
    pub const ANY: Sizes = Sizes { min: 0, max: None };

    /// Nothing at all.
    pub const NONE: Sizes = Sizes::exactly(0);

    /// The sizes of something after a varint size or count.
    pub const COUNTED: Sizes = Sizes { min: 1, max: None };

    /// Exactly `bytes` bytes.
    #[must_use]
    pub const fn exactly(bytes: usize) -> Sizes {
        Sizes::between(bytes, bytes)
    }

    /// `min` to `max` bytes.
    #[must_use]
    pub const fn between(min: usize, max: usize) -> Sizes {
        Sizes { min, max: Some(max) }
    }

    /// The sizes of LEB128 numbers of `bits` bits, signed or unsigned.
    #[must_use]
    pub const fn leb128(bits: u32) -> Sizes {
        Sizes::between(1, groups(bits))
    }

    /// The sizes of prefix varints of `bits` bits.
    #[must_use]
    pub const fn prefix(bits: u32) -> Sizes {
        let max = groups(bits);
        Sizes::between(1, if max > MAX_PREFIX { MAX_PREFIX } else { max })
    }

    /// The sizes of varints of a context, for numbers of `bits` bits.
    #[must_use]
    pub const fn varint<C: Convention>(bits: u32) -> Sizes {
        if C::PREFIX { Sizes::prefix(bits) } else { Sizes::leb128(bits) }
    }

    /// The sizes of varints of a context, for numbers of at least `fewest` and at most `most` bits.
    #[must_use]
    pub const fn varints<C: Convention>(fewest: u32, most: u32) -> Sizes {
        let (min, max) = (Sizes::varint::<C>(fewest).max, Sizes::varint::<C>(most).max);
        Sizes { min: if let Some(min) = min { min } else { 1 }, max }
    }

    /// The sizes of a sequence of two parts.
    #[must_use]
    pub const fn then(self, other: Sizes) -> Sizes {
        let max = match (self.max, other.max) {
            (Some(one), Some(other)) => one.checked_add(other),
            _ => None,
        };
        Sizes { min: self.min.saturating_add(other.min), max }
    }

    /// The sizes of one of two alternatives.
    #[must_use]
    pub const fn or(self, other: Sizes) -> Sizes {
        let max = match (self.max, other.max) {
            (Some(one), Some(other)) => Some(if one > other { one } else { other }),
            _ => None,
        };
        Sizes { min: if self.min < other.min { self.min } else { other.min }, max }
    }

    /// The sizes of an optional part.
    #[must_use]
    pub const fn maybe(self) -> Sizes {
        Sizes { min: 0, max: self.max }
    }

    /// The sizes of `count` equal parts.
    #[must_use]
    pub const fn times(self, count: usize) -> Sizes {
        let max = match self.max {
            Some(max) => max.checked_mul(count),
            None => None,
        };
        Sizes { min: self.min.saturating_mul(count), max }
    }
}

/// Groups of seven bits that so many bits are in; zero has one.
const fn groups(bits: u32) -> usize {
    let groups = bits.div_ceil(7);
    if groups == 0 { 1 } else { groups as usize }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Prefixed, ToWire, Writer};

    #[test]
    fn varints_take_what_their_bits_need() {
        for bits in 0..=64 {
            let number = if bits == 0 { 0 } else { u64::MAX >> (64 - bits) };
            let mut writer = Writer::new();
            writer.leb128(number);
            assert_eq!(Sizes::leb128(bits).max, Some(writer.len()), "{bits}");
            let mut writer = Writer::new();
            writer.prefix(number);
            assert_eq!(Sizes::varints::<Prefixed>(bits, bits), Sizes::exactly(writer.len()));
        }
    }

    #[test]
    fn sizes_are_put_together() {
        let [one, three] = [1, 3].map(Sizes::exactly);
        assert_eq!(one.then(three.maybe()), Sizes::between(1, 4));
        assert_eq!(one.or(three).times(2), Sizes::between(2, 6));
        assert_eq!(three.then(Sizes::COUNTED), Sizes { min: 4, max: None });
        assert_eq!(Sizes::exactly(usize::MAX).then(one), Sizes { min: usize::MAX, max: None });
        assert_eq!(<(u16, Vec<u8>) as ToWire<()>>::MIN_ENCODED_LEN, 3);
        assert_eq!(<[(u16, bool); 4] as ToWire<()>>::MAX_ENCODED_LEN, Some(12));
        assert_eq!(<Box<u8> as ToWire<()>>::MAX_ENCODED_LEN, None);
    }
}
