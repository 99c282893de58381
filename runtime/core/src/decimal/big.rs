//! Whole numbers of any size.

use std::cmp::Ordering;

/// 13 and the 13th power of 5, the highest that fits a limb.
const FIVES: (u32, u32) = (13, 1_220_703_125);
/// 9 and the 9th power of 10, the highest that fits a limb.
const TENS: (usize, u32) = (9, 1_000_000_000);

/// A whole number.
#[derive(Clone, Debug)]
pub enum Big {
    /// A number that fits 128 bits, the common case.
    Small(u128),
    Large(Limbs),
}

impl From<u128> for Big {
    fn from(number: u128) -> Self {
        Big::Small(number)
    }
}

impl Big {
    /// The number in little-endian bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut small = [0; size_of::<u128>()];
        match small.get_mut(..bytes.len()) {
            Some(place) => {
                place.copy_from_slice(bytes);
                Big::Small(u128::from_le_bytes(small))
            }
            None => Big::Large(Limbs::from_bytes(bytes)),
        }
    }

    fn limbs(self) -> Limbs {
        match self {
            Big::Small(number) => Limbs::from(number),
            Big::Large(limbs) => limbs,
        }
    }

    /// Computes with a small number, or with limbs if the result does not fit.
    fn either(
        self,
        small: impl FnOnce(u128) -> Option<u128>,
        large: impl FnOnce(Limbs) -> Limbs,
    ) -> Self {
        if let Big::Small(number) = self
            && let Some(number) = small(number)
        {
            return Big::Small(number);
        }
        Big::Large(large(self.limbs()))
    }

    /// The number of bits up to the highest that is set.
    pub fn bits(&self) -> u32 {
        match self {
            Big::Small(number) => u128::BITS - number.leading_zeros(),
            Big::Large(limbs) => limbs.bits(),
        }
    }

    /// Adds a number.
    pub fn plus(self, number: u32) -> Self {
        self.either(|small| small.checked_add(number.into()), |limbs| limbs.plus(number))
    }

    /// Subtracts a number, which must not be greater.
    pub fn minus(self, number: u32) -> Self {
        self.either(|small| small.checked_sub(number.into()), |limbs| limbs.minus(number))
    }

    /// Multiplies by a power of two.
    pub fn times_two_to(self, power: u32) -> Self {
        let fits =
            |small: u128| (small.leading_zeros() >= power).then(|| small.unbounded_shl(power));
        self.either(fits, |limbs| limbs.times_two_to(power))
    }

    /// Multiplies by a power of five.
    pub fn times_five_to(self, power: u32) -> Self {
        let fits = |small: u128| small.checked_mul(5u128.checked_pow(power)?);
        self.either(fits, |limbs| limbs.times_five_to(power))
    }

    /// Multiplies by a power of ten.
    pub fn times_ten_to(self, power: u32) -> Self {
        self.times_five_to(power).times_two_to(power)
    }

    /// Divides by a power of ten, and rounds down.
    pub fn by_ten_to(self, power: u32) -> Self {
        let by = |small: u128| Some(10u128.checked_pow(power).map_or(0, |tens| small / tens));
        self.either(by, |limbs| limbs.by_ten_to(power))
    }

    /// Its digits, at least one.
    pub fn digits(self) -> Vec<u8> {
        match self {
            Big::Small(number) => number.to_string().into_bytes(),
            Big::Large(limbs) => limbs.digits(),
        }
    }
}

impl PartialEq for Big {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Big {}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Big::Small(one), Big::Small(other)) => one.cmp(other),
            (one, other) => one.clone().limbs().cmp(&other.clone().limbs()),
        }
    }
}

/// A number of any size: limbs, the lowest first. The last limb is not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limbs(Vec<u32>);

impl From<u128> for Limbs {
    fn from(number: u128) -> Self {
        let limb = |place: u32| (number >> (u32::BITS * place)) as u32;
        Limbs((0..4).map(limb).collect()).trimmed()
    }
}

impl Limbs {
    /// The number in little-endian bytes.
    fn from_bytes(bytes: &[u8]) -> Self {
        let limbs = bytes.chunks(4).map(|chunk| {
            let mut limb = [0; 4];
            limb[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(limb)
        });
        Limbs(limbs.collect()).trimmed()
    }

    /// The number in decimal digits.
    pub fn from_digits(digits: &str) -> Self {
        let mut number = Limbs(Vec::new());
        for group in digits.as_bytes().rchunks(TENS.0).rev() {
            number.times(TENS.1);
            number =
                number.plus(group.iter().fold(0, |all, digit| 10 * all + u32::from(digit & 0xf)));
        }
        number
    }

    /// Its bytes, the lowest first.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|limb| limb.to_le_bytes()).collect()
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    /// The number of bits up to the highest that is set.
    fn bits(&self) -> u32 {
        let Some(last) = self.0.last() else { return 0 };
        self.0.len() as u32 * u32::BITS - last.leading_zeros()
    }

    fn times(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= u32::BITS;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Divides, and returns the remainder.
    fn divide(&mut self, divisor: u32) -> u32 {
        let mut rest = 0;
        for limb in self.0.iter_mut().rev() {
            let number = rest << u32::BITS | u64::from(*limb);
            *limb = (number / u64::from(divisor)) as u32;
            rest = number % u64::from(divisor);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest as u32
    }

    /// Adds a number.
    fn plus(mut self, number: u32) -> Self {
        let mut carry = number;
        for limb in &mut self.0 {
            let (sum, over) = limb.overflowing_add(carry);
            *limb = sum;
            carry = u32::from(over);
        }
        if carry > 0 {
            self.0.push(carry);
        }
        self
    }

    /// Subtracts a number, which must not be greater.
    fn minus(mut self, number: u32) -> Self {
        let mut borrow = number;
        for limb in &mut self.0 {
            let (rest, under) = limb.overflowing_sub(borrow);
            *limb = rest;
            borrow = u32::from(under);
        }
        self.trimmed()
    }

    /// Multiplies by a power of two.
    fn times_two_to(mut self, power: u32) -> Self {
        if self.0.is_empty() {
            return self;
        }
        self.times(1 << (power % u32::BITS));
        let limbs = (power / u32::BITS) as usize;
        self.0.splice(0..0, std::iter::repeat_n(0, limbs));
        self
    }

    /// Multiplies by a power of five.
    fn times_five_to(mut self, power: u32) -> Self {
        for _ in 0..power / FIVES.0 {
            self.times(FIVES.1);
        }
        self.times(5u32.pow(power % FIVES.0));
        self
    }

    /// Divides by a power of ten, and rounds down.
    fn by_ten_to(mut self, power: u32) -> Self {
        for _ in 0..power as usize / TENS.0 {
            self.divide(TENS.1);
        }
        self.divide(10u32.pow(power % TENS.0 as u32));
        self
    }

    /// Its digits, at least one.
    fn digits(mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while !self.0.is_empty() {
            let mut group = self.divide(TENS.1);
            for _ in 0..TENS.0 {
                digits.push(b'0' + (group % 10) as u8);
                group /= 10;
            }
        }
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            digits.push(b'0');
        }
        digits.reverse();
        digits
    }
}

impl PartialOrd for Limbs {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Limbs {
    fn cmp(&self, other: &Self) -> Ordering {
        let limbs = self.0.len().cmp(&other.0.len());
        limbs.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Big, Limbs};

    /// Small numbers and limbs give the same results.
    #[test]
    fn small_numbers_and_limbs() {
        let numbers = [0, 1, 3, 10, 99, 1 << 53, u128::from(u64::MAX), u128::MAX / 7, u128::MAX];
        for number in numbers {
            let (small, large) = (Big::Small(number), Big::Large(Limbs::from(number)));
            assert_eq!(small, large);
            assert_eq!(
                (small.bits(), small.clone().digits()),
                (large.bits(), large.clone().digits())
            );
            assert_eq!(small.clone().plus(2), large.clone().plus(2));
            if number >= 2 {
                assert_eq!(small.clone().minus(2), large.clone().minus(2));
            }
            for power in [0, 1, 5, 13, 31, 38, 39, 55, 56, 64, 75, 127, 128, 200] {
                let both = |of: fn(Big, u32) -> Big| {
                    let (small, large) = (of(small.clone(), power), of(large.clone(), power));
                    assert_eq!(small, large, "{number} and {power}");
                    assert_eq!(small.digits(), large.digits(), "{number} and {power}");
                };
                both(Big::times_two_to);
                both(Big::times_five_to);
                both(Big::times_ten_to);
                both(Big::by_ten_to);
            }
        }
    }
}
