//! Integers whose bits are several parts.

use crate::error::Result;
use bytespec_plan::{Coding, Place};
use std::ops::Range;

/// The most bits of an integer, including the bits of its coding.
const MAX_BITS: usize = 80;

/// An integer, and the part that takes each of its bits.
#[derive(Clone, Debug)]
pub(super) struct BitMap {
    /// For each bit of the bytes, lowest bit of the first byte first, the part that takes it, counted from one; zero for none.
    owners: [u8; MAX_BITS],
    span: Range<usize>,
    coding: Coding,
    /// The bits below this one are taken by parts.
    taken: u32,
    parts: u8,
}

impl BitMap {
    pub(super) fn new(coding: Coding, span: Range<usize>) -> Self {
        BitMap { owners: [0; MAX_BITS], span, coding, taken: 0, parts: 0 }
    }

    fn len(&self) -> usize {
        (8 * self.span.len()).min(MAX_BITS)
    }

    /// The number of bits in the bytes that belong to the number.
    fn bits(&self) -> u32 {
        let bytes = self.span.len().min(MAX_BITS) as u32;
        match self.coding {
            Coding::Little | Coding::Big => 8 * bytes,
            Coding::Leb128 | Coding::Bounded => 7 * bytes,
            Coding::Vlq(kind) => kind.bits(bytes as usize) as u32,
            Coding::Prefix => 8 * bytes - bytes.min(8),
            // The bits of digits are not bits of the number.
            Coding::Digits(_) => 0,
        }
    }

    /// The position, among the bits of the bytes, of a bit of the number.
    fn place(&self, bit: u32) -> Option<usize> {
        let (bit, bytes) = (bit as usize, self.span.len());
        let place = match self.coding {
            Coding::Little => bit,
            Coding::Big => 8 * bytes.checked_sub(bit / 8 + 1)? + bit % 8,
            Coding::Leb128 | Coding::Bounded => 8 * (bit / 7) + bit % 7,
            Coding::Vlq(kind) => kind.place(bit, bytes)?,
            // The lowest bits state the number of bytes; with nine bytes, there are eight such bits.
            Coding::Prefix => bit + bytes.min(8),
            Coding::Digits(_) => return None,
        };
        (place < self.len()).then_some(place)
    }

    /// Gives the next part `width` bits, or all that are left. Returns the number of the part, counted from one.
    pub(super) fn take(&mut self, place: Place, width: Option<u8>) -> u8 {
        let from = match place {
            Place::Bit(bit) => u32::from(bit),
            Place::Next => self.taken,
        };
        self.parts += 1;
        let to = width.map_or(u64::BITS, |width| from + u32::from(width));
        for bit in from..to.min(self.bits()) {
            if let Some(place) = self.place(bit) {
                self.owners[place] = self.parts;
            }
        }
        if width.is_some() {
            self.taken = self.taken.max(to);
        }
        self.parts
    }

    /// Skips the bits of an absent part.
    pub(super) fn pass(&mut self, place: Place, width: Option<u8>) {
        if let Some(width) = width {
            let from = match place {
                Place::Bit(bit) => u32::from(bit),
                Place::Next => self.taken,
            };
            self.taken = self.taken.max(from + u32::from(width));
        }
    }

    /// Calls `each` with the number of each part and its bits in the file; the number is zero for bits without a part. A part
    /// whose bits are not adjacent occurs several times.
    pub(super) fn runs(&self, mut each: impl FnMut(u8, Range<u64>) -> Result<()>) -> Result<()> {
        let len = self.len();
        let mut owners = self.owners;
        // Bits of the coding inside a part belong to the part.
        for bit in 1..len {
            if owners[bit] == 0 && owners[bit - 1] != 0 {
                let next = owners[bit..len].iter().find(|owner| **owner != 0);
                if next == Some(&owners[bit - 1]) {
                    owners[bit] = owners[bit - 1];
                }
            }
        }
        let base = 8 * self.span.start as u64;
        let mut start = 0;
        for run in owners[..len].chunk_by(|a, b| a == b) {
            let bits = base + start as u64..base + (start + run.len()) as u64;
            start += run.len();
            each(run[0], bits)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::BitMap;
    use bytespec_plan::{Coding, Place, Vlq};
    use std::ops::Range;

    fn runs(coding: Coding, bytes: usize, widths: &[Option<u8>]) -> Vec<(u8, Range<u64>)> {
        let mut map = BitMap::new(coding, 2..2 + bytes);
        widths.iter().for_each(|width| {
            map.take(Place::Next, *width);
        });
        let mut runs = Vec::new();
        let each = |owner, bits| {
            runs.push((owner, bits));
            Ok(())
        };
        assert_eq!(map.runs(each), Ok(()));
        runs
    }

    #[test]
    fn bits_follow_each_other_in_every_coding() {
        let fixed = [Coding::Little, Coding::Big, Coding::Leb128, Coding::Bounded, Coding::Prefix];
        for coding in fixed.into_iter().chain(Vlq::ALL.map(Coding::Vlq)) {
            for bytes in 1..=9 {
                for first in 1..=20 {
                    let runs = runs(coding, bytes, &[Some(first), Some(3), None]);
                    let mut next = 16;
                    for (_, run) in &runs {
                        assert_eq!(run.start, next, "{coding:?} {bytes} {first}");
                        next = run.end;
                    }
                    assert_eq!(next, 16 + 8 * bytes as u64, "{coding:?} {bytes} {first}");
                }
            }
        }
    }

    #[test]
    fn bits_of_a_coding_are_not_those_of_a_part() {
        assert_eq!(
            runs(Coding::Prefix, 1, &[Some(1), None]),
            [(0, 16..17), (1, 17..18), (2, 18..24)]
        );
        assert_eq!(
            runs(Coding::Little, 1, &[Some(1), Some(2)]),
            [(1, 16..17), (2, 17..19), (0, 19..24)]
        );
        // The highest bit of a byte states whether another byte follows. Inside a part it belongs to the part.
        assert_eq!(
            runs(Coding::Leb128, 2, &[Some(5), Some(4)]),
            [(1, 16..21), (2, 21..26), (0, 26..32)]
        );
        assert_eq!(
            runs(Coding::Big, 2, &[Some(4), Some(8)]),
            [(2, 16..20), (0, 20..24), (1, 24..28), (2, 28..32)]
        );
    }
}
