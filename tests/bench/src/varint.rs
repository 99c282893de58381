//! Bare loops over LEB128 varints: the limit for any reader of this format.
//!
//! Every loop adds up all values of the slice and returns the sum, so that the
//! compiler must decode each. A varint that the end of the slice cuts off, or
//! that is longer than ten bytes, ends the loop. No loop uses `unsafe`.

use crate::rng::Rng;

/// The fastest of the loops below that look at one value at a time.
///
/// This is the limit to compare a reader with: a reader has to act on each
/// value before it knows what the next one means.
pub fn bare_varint_loop(bytes: &[u8]) -> u64 {
    by_split_first(bytes)
}

/// Number of varints in `bytes`: the bytes without a continuation bit.
pub fn count_varints(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte < 0x80).count() as u64
}

/// With [`slice::iter`].
pub fn by_iter(bytes: &[u8]) -> u64 {
    let mut sum = 0_u64;
    let mut rest = bytes.iter();
    while let Some(&first) = rest.next() {
        if first < 0x80 {
            sum = sum.wrapping_add(u64::from(first));
            continue;
        }
        let mut value = u64::from(first & 0x7F);
        let mut shift = 7;
        loop {
            let Some(&byte) = rest.next() else { return sum };
            if shift > 63 {
                return sum;
            }
            value |= u64::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        sum = sum.wrapping_add(value);
    }
    sum
}

/// With [`slice::split_first`].
pub fn by_split_first(bytes: &[u8]) -> u64 {
    let mut sum = 0_u64;
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first < 0x80 {
            sum = sum.wrapping_add(u64::from(first));
            continue;
        }
        let mut value = u64::from(first & 0x7F);
        let mut shift = 7;
        loop {
            let Some((&byte, tail)) = rest.split_first() else {
                return sum;
            };
            rest = tail;
            if shift > 63 {
                return sum;
            }
            value |= u64::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        sum = sum.wrapping_add(value);
    }
    sum
}

/// With a position and [`slice::get`].
pub fn by_index(bytes: &[u8]) -> u64 {
    let mut sum = 0_u64;
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        at += 1;
        if first < 0x80 {
            sum = sum.wrapping_add(u64::from(first));
            continue;
        }
        let mut value = u64::from(first & 0x7F);
        let mut shift = 7;
        loop {
            let Some(&byte) = bytes.get(at) else {
                return sum;
            };
            at += 1;
            if shift > 63 {
                return sum;
            }
            value |= u64::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        sum = sum.wrapping_add(value);
    }
    sum
}

/// Like [`by_iter`], with the two-byte form written out and the longer ones in
/// a function of their own.
pub fn by_iter_two_bytes(bytes: &[u8]) -> u64 {
    let mut sum = 0_u64;
    let mut rest = bytes.iter();
    while let Some(&first) = rest.next() {
        if first < 0x80 {
            sum = sum.wrapping_add(u64::from(first));
            continue;
        }
        let Some(&second) = rest.next() else {
            return sum;
        };
        let low = u64::from(first & 0x7F);
        if second < 0x80 {
            sum = sum.wrapping_add(low | u64::from(second) << 7);
            continue;
        }
        let Some(value) = longer(low | u64::from(second & 0x7F) << 7, &mut rest) else {
            return sum;
        };
        sum = sum.wrapping_add(value);
    }
    sum
}

/// The third and later bytes of a varint whose first two gave `value`.
#[cold]
#[inline(never)]
fn longer(mut value: u64, rest: &mut std::slice::Iter<'_, u8>) -> Option<u64> {
    let mut shift = 14;
    loop {
        let &byte = rest.next()?;
        if shift > 63 {
            return None;
        }
        value |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            return Some(value);
        }
    }
}

/// Reads one- and two-byte varints without a branch between the two.
///
/// No branch to mispredict, but each step waits for the length of the one
/// before: better than the branches only where lengths are hard to predict.
pub fn by_pairs(bytes: &[u8]) -> u64 {
    let mut sum = 0_u64;
    let mut rest = bytes;
    while let [first, second, ..] = *rest {
        let long = first >> 7;
        if first & second >= 0x80 {
            let mut tail = rest[2..].iter();
            let low = u64::from(first & 0x7F) | u64::from(second & 0x7F) << 7;
            let Some(value) = longer(low, &mut tail) else {
                return sum;
            };
            sum = sum.wrapping_add(value);
            rest = tail.as_slice();
            continue;
        }
        // All ones when there is a second byte.
        let mask = u64::from(long).wrapping_neg();
        let high = (u64::from(second) << 7) & mask;
        sum = sum.wrapping_add(u64::from(first & 0x7F) | high);
        rest = &rest[1 + usize::from(long)..];
    }
    sum.wrapping_add(by_iter(rest))
}

/// Looks at eight bytes at a time: eight one-byte varints in one step, and a
/// longer varint of up to eight bytes without a loop over its bytes.
///
/// Twice as fast where all values take one byte, slower on every mix: it is
/// here to show that the loops above are not bound by memory.
pub fn by_words(bytes: &[u8]) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut sum = 0_u64;
    let mut rest = bytes;
    while let Some(chunk) = rest.first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let stops = !word & HIGH;
        if stops == HIGH {
            // Add neighbours up, then the four sums with one product.
            let pairs = (word & 0x00FF_00FF_00FF_00FF) + ((word >> 8) & 0x00FF_00FF_00FF_00FF);
            sum = sum.wrapping_add(pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48);
            rest = &rest[8..];
            continue;
        }
        if stops == 0 {
            // Nine or ten bytes: rare enough to leave the rest to the plain loop.
            return sum.wrapping_add(by_iter(rest));
        }
        let length = stops.trailing_zeros() / 8 + 1;
        sum = sum.wrapping_add(compact(word, length));
        rest = &rest[length as usize..];
    }
    sum.wrapping_add(by_iter(rest))
}

/// The value of a varint of `length` (1 to 8) bytes at the low end of `word`.
fn compact(word: u64, length: u32) -> u64 {
    let word = word & (u64::MAX >> (64 - 8 * length)) & 0x7F7F_7F7F_7F7F_7F7F;
    let pairs = (word & 0x007F_007F_007F_007F) | ((word & 0x7F00_7F00_7F00_7F00) >> 1);
    let quads = (pairs & 0x0000_3FFF_0000_3FFF) | ((pairs & 0x3FFF_0000_3FFF_0000) >> 2);
    (quads & 0x0FFF_FFFF) | ((quads & 0x0FFF_FFFF_0000_0000) >> 4)
}

/// About `length` bytes of varints of which `percent_long` percent take two
/// bytes and the others one, in an order no branch predictor can learn.
pub fn varint_stream(length: usize, percent_long: u32) -> Vec<u8> {
    let mut rng = Rng::new(0x7661_7269_6E74);
    let mut bytes = Vec::with_capacity(length + 2);
    while bytes.len() < length {
        if rng.percent(percent_long) {
            bytes.push(0x80 | rng.below(0x80) as u8);
            bytes.push(1 + rng.below(0x7F) as u8);
        } else {
            bytes.push(rng.below(0x80) as u8);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_loops_agree() {
        let mut bytes = varint_stream(10_000, 30);
        for value in [0_u64, 127, 128, 300, u64::from(u32::MAX), 1 << 56, 1 << 62, u64::MAX, 5] {
            let mut value = value;
            while value > 0x7F {
                bytes.push(value as u8 | 0x80);
                value >>= 7;
            }
            bytes.push(value as u8);
        }
        for cut in [bytes.len(), bytes.len() - 1, bytes.len() - 5, 1000] {
            let bytes = &bytes[..cut];
            let expected = by_index(bytes);
            assert_eq!(by_iter(bytes), expected);
            assert_eq!(by_split_first(bytes), expected);
            assert_eq!(by_iter_two_bytes(bytes), expected);
            assert_eq!(by_pairs(bytes), expected);
            assert_eq!(by_words(bytes), expected);
        }
    }
}
