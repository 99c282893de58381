//! Many numbers in little room.

use bytespec_plan::Plan;

/// A list of numbers, each in as many bytes as the largest of them takes; nowhere takes no more than one.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    bytes: Vec<u8>,
    /// How many bytes each has: 1, 2, 4 or 8.
    width: usize,
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers { bytes: Vec::new(), width: 1 }
    }
}

/// The number of so many bytes that stands for nowhere.
fn nowhere(width: usize) -> u64 {
    u64::MAX >> (64 - 8 * width as u32)
}

impl Numbers {
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    #[inline]
    pub(super) fn push(&mut self, number: u64) {
        while number >= nowhere(self.width) && number != Plan::NOWHERE {
            self.widen();
        }
        let bytes = number.to_le_bytes();
        match self.width {
            1 => self.bytes.push(bytes[0]),
            width => self.bytes.extend_from_slice(&bytes[..width]),
        }
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<u64> {
        let number = match self.width {
            1 => u64::from(*self.bytes.get(at)?),
            2 => u64::from(u16::from_le_bytes(*self.bytes.as_chunks().0.get(at)?)),
            4 => u64::from(u32::from_le_bytes(*self.bytes.as_chunks().0.get(at)?)),
            _ => u64::from_le_bytes(*self.bytes.as_chunks().0.get(at)?),
        };
        Some(if number == nowhere(self.width) { Plan::NOWHERE } else { number })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map_while(|at| self.get(at))
    }

    /// Takes away what stands behind the first so many.
    pub(super) fn split_off(&mut self, kept: usize) -> Vec<u64> {
        let tail = (kept..self.len()).map_while(|at| self.get(at)).collect();
        self.bytes.truncate(kept.saturating_mul(self.width));
        tail
    }

    /// Turns around what stands behind the first so many.
    pub(super) fn reverse_behind(&mut self, kept: usize) {
        let mut tail = self.split_off(kept);
        tail.reverse();
        self.extend(tail);
    }

    /// Gives back room that was made for more numbers.
    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }

    #[cold]
    fn widen(&mut self) {
        let mut wider = Numbers { bytes: Vec::new(), width: 2 * self.width };
        wider.bytes.reserve(2 * self.bytes.len() + wider.width);
        wider.extend(self.iter());
        *self = wider;
    }
}

impl Extend<u64> for Numbers {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, numbers: I) {
        numbers.into_iter().for_each(|number| self.push(number));
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;
    use bytespec_plan::Plan;

    #[test]
    fn numbers_of_any_size_come_back_in_order() {
        let all =
            [0, 254, Plan::NOWHERE, 255, 65534, 65535, 1 << 32, 3, Plan::NOWHERE, u64::MAX - 1];
        let mut numbers = Numbers::default();
        for (at, number) in all.iter().enumerate() {
            numbers.push(*number);
            assert_eq!(numbers.iter().collect::<Vec<_>>(), &all[..=at]);
        }
        assert_eq!((numbers.get(all.len()), numbers.get(usize::MAX)), (None, None));
        numbers.reverse_behind(8);
        assert_eq!(numbers.split_off(7), [3, u64::MAX - 1, Plan::NOWHERE]);
        assert_eq!(numbers.iter().collect::<Vec<_>>(), &all[..7]);
    }

    #[test]
    fn small_numbers_take_a_byte() {
        let mut numbers = Numbers::default();
        numbers.extend((0..200).chain([Plan::NOWHERE]));
        assert_eq!((numbers.len(), numbers.bytes.len()), (201, 201));
    }
}
