//! IEEE 754 numbers, by their bits.

/// The number of bits of the fraction of a number of 16 bits.
const FRACTION: u32 = 10;

/// The value of the bits of a number of this many bits: 16, 32 or 64.
#[must_use]
pub fn value(bits: u8, number: u64) -> f64 {
    match bits {
        16 => half(number),
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

fn half(number: u64) -> f64 {
    let (exponent, fraction) = (number >> FRACTION & 0x1f, number & ((1 << FRACTION) - 1));
    // The exponent of 64 bits has another bias, and the fraction more bits.
    let moved = fraction << (f64::MANTISSA_DIGITS - 1 - FRACTION);
    let magnitude = match exponent {
        0 => fraction as f64 / f64::from(1u32 << 24),
        0x1f => f64::from_bits(0x7ff << 52 | moved),
        exponent => f64::from_bits((exponent + 1023 - 15) << 52 | moved),
    };
    if number >> 15 & 1 == 0 { magnitude } else { -magnitude }
}

fn nearest_half(number: f64) -> Option<u64> {
    const INFINITY: u64 = 0x7c00;
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
    let sign = u64::from(number.is_sign_negative()) << 15;
    (nearest < INFINITY).then_some(sign | nearest)
}

#[cfg(test)]
mod tests {
    use super::{half, nearest, value};
    use alloc::format;

    #[test]
    fn every_half_is_the_nearest_to_itself() {
        for bits in (0..0x7c00).chain(0x8000..0xfc00) {
            assert_eq!(nearest(16, &format!("{:?}", half(bits))), Some(bits));
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
