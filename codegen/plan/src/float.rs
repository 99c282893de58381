//! IEEE 754 numbers, by their bits.

/// 2 to the power of -24: the least positive number of 16 bits.
pub const LEAST_16: f32 = 1.0 / 16_777_216.0;

/// The difference of the exponents of the same number in 32 and in 16 bits.
pub const EXPONENT_16: u32 = 127 - 15;

/// The number with these 16 bits.
#[inline]
#[must_use]
pub fn half(bits: u16) -> f32 {
    let (exponent, fraction) = (u32::from(bits >> 10 & 0x1f), u32::from(bits & 0x3ff));
    let magnitude = match exponent {
        0 => f32::from(bits & 0x3ff) * LEAST_16,
        0x1f => f32::from_bits(0xff << 23 | fraction << 13),
        _ => f32::from_bits((exponent + EXPONENT_16) << 23 | fraction << 13),
    };
    f32::from_bits(u32::from(bits >> 15) << 31 | magnitude.to_bits())
}

/// The value of the bits of a number of this many bits: 16, 32 or 64.
#[must_use]
pub fn value(bits: u8, number: u64) -> f64 {
    match bits {
        16 => half(number as u16).into(),
        32 => f32::from_bits(number as u32).into(),
        _ => f64::from_bits(number),
    }
}

/// The bits of the number of this many bits, 16, 32 or 64, that is nearest to a decimal number, such as `0.5`; none for another text,
/// and for a number that is too large.
#[must_use]
pub fn nearest(bits: u8, text: &str) -> Option<u64> {
    match bits {
        16 => nearest_half(text.parse().ok()?),
        32 => text
            .parse()
            .ok()
            .filter(|number: &f32| number.is_finite())
            .map(|of| of.to_bits().into()),
        _ => text.parse().ok().filter(|number: &f64| number.is_finite()).map(f64::to_bits),
    }
}

/// The bits of the nearest number; of two equally near ones, the even one. None from 65520 on.
fn nearest_half(number: f64) -> Option<u64> {
    const INFINITY: u16 = 0x7c00;
    let half = |bits| f64::from(half(bits));
    let magnitude = number.abs();
    let (mut below, mut above) = (0, INFINITY);
    while above - below > 1 {
        let middle = (below + above) / 2;
        if half(middle) <= magnitude { below = middle } else { above = middle }
    }
    // What would follow the greatest number if there were more.
    let next = if above == INFINITY { 65536.0 } else { half(above) };
    let (down, up) = (magnitude - half(below), next - magnitude);
    let is_down = down < up || down == up && below & 1 == 0;
    let nearest = if is_down { below } else { above };
    let sign = u16::from(number.is_sign_negative()) << 15;
    (nearest < INFINITY).then_some((sign | nearest).into())
}

#[cfg(test)]
mod tests {
    use super::{half, nearest, value};
    use alloc::format;

    #[test]
    fn every_half_is_the_nearest_to_itself() {
        for bits in (0..0x7c00).chain(0x8000..0xfc00) {
            assert_eq!(nearest(16, &format!("{:?}", half(bits))), Some(bits.into()));
        }
        assert!(half(0x7c00).is_infinite() && half(0x7c01).is_nan());
    }

    #[test]
    fn numbers_are_rounded_to_even() {
        for (text, bits) in [
            ("1.00048828125", 0x3c00),
            ("1.00146484375", 0x3c02),
            ("65519.99", 0x7bff),
            ("-0.0", 0x8000),
        ] {
            assert_eq!(nearest(16, text), Some(bits), "{text}");
        }
        assert_eq!(
            (nearest(16, "65520"), nearest(32, "1e39"), nearest(64, "1e400")),
            (None, None, None)
        );
        assert_eq!(nearest(32, "0.1").map(|bits| value(32, bits)), Some(f64::from(0.1f32)));
        assert_eq!(nearest(64, "x"), None);
    }
}
