//! Floating-point bit patterns as decimal numbers.

/// How a floating-point format lays out its bits below the sign.
struct Layout {
    exponent: u32,
    fraction: u32,
    bias: i32,
    special: Special,
}

/// Which patterns are no finite numbers.
enum Special {
    /// The largest exponent, as in IEEE 754.
    Ieee,
    /// All ones only.
    AllOnes,
    /// What would be negative zero.
    NegativeZero,
    /// None.
    None,
}

fn layout(ty: &str) -> Option<Layout> {
    let (exponent, fraction, special) = match ty {
        "f16" => (5, 10, Special::Ieee),
        "bf16" => (8, 7, Special::Ieee),
        "f32" => (8, 23, Special::Ieee),
        "tf32" => (8, 10, Special::Ieee),
        "f64" => (11, 52, Special::Ieee),
        "f8E3M4" => (3, 4, Special::Ieee),
        "f8E4M3" => (4, 3, Special::Ieee),
        "f8E4M3FN" => (4, 3, Special::AllOnes),
        "f8E4M3FNUZ" | "f8E4M3B11FNUZ" => (4, 3, Special::NegativeZero),
        "f8E5M2" => (5, 2, Special::Ieee),
        "f8E5M2FNUZ" => (5, 2, Special::NegativeZero),
        "f6E2M3FN" => (2, 3, Special::None),
        "f6E3M2FN" => (3, 2, Special::None),
        "f4E2M1FN" => (2, 1, Special::None),
        _ => return None,
    };
    let usual = (1 << (exponent - 1)) - 1;
    let bias = match (ty, &special) {
        ("f8E4M3B11FNUZ", _) => 11,
        (_, Special::NegativeZero) => usual + 1,
        _ => usual,
    };
    Some(Layout { exponent, fraction, bias, special })
}

/// The width in bits of a floating-point type that is known here.
pub(super) fn width(ty: &str) -> Option<u64> {
    if ty == "f8E8M0FNU" {
        return Some(8);
    }
    layout(ty).map(|layout| u64::from(layout.exponent + layout.fraction + 1))
}

impl Layout {
    /// The value of a pattern; none for those that are no finite numbers.
    fn value(&self, bits: u64) -> Option<f64> {
        let fraction_mask = (1u64 << self.fraction) - 1;
        let exponent_mask = (1u64 << self.exponent) - 1;
        let fraction = bits & fraction_mask;
        let exponent = bits >> self.fraction & exponent_mask;
        let negative = bits >> (self.fraction + self.exponent) & 1 == 1;
        let finite = match self.special {
            Special::Ieee => exponent != exponent_mask,
            Special::AllOnes => exponent != exponent_mask || fraction != fraction_mask,
            Special::NegativeZero => !negative || exponent != 0 || fraction != 0,
            Special::None => true,
        };
        if !finite {
            return None;
        }
        // Exact: no format has more bits than an f64, and powers are applied in two steps so that
        // subnormal results are not rounded to zero on the way.
        let (mantissa, power) = match exponent {
            0 => (fraction as f64, 1 - self.bias - self.fraction as i32),
            _ => (
                (fraction | 1 << self.fraction) as f64,
                exponent as i32 - self.bias - self.fraction as i32,
            ),
        };
        let half = power / 2;
        let value = mantissa * 2f64.powi(half) * 2f64.powi(power - half);
        Some(if negative { -value } else { value })
    }

    /// Whether a number reads back as this pattern: no other one is nearer.
    fn reads_as(&self, number: f64, bits: u64) -> bool {
        let Some(value) = self.value(bits) else { return false };
        let distance = (number - value).abs();
        [bits.checked_sub(1), bits.checked_add(1)].into_iter().flatten().all(|other| {
            self.value(other).is_none_or(|other| {
                other.is_sign_negative() != value.is_sign_negative()
                    || distance < (number - other).abs()
            })
        })
    }
}

/// A pattern of a floating-point type, in decimal if it is a number of a type known here, else in
/// hexadecimal.
pub(super) fn spell(ty: &str, width: u64, bits: u64) -> String {
    let hex = || format!("{bits:#0digits$X}", digits = 2 + (width as usize).div_ceil(4));
    let Some(layout) = layout(ty) else { return hex().replace("0X", "0x") };
    let Some(value) = layout.value(bits) else { return hex().replace("0X", "0x") };
    // Six digits where they are enough, as the reference disassembler has it.
    let short = scientific(value);
    let exact = match ty {
        "f64" => short.parse().is_ok_and(|number: f64| number.to_bits() == bits),
        "f32" => short.parse().is_ok_and(|number: f32| u64::from(number.to_bits()) == bits),
        _ => short.parse().is_ok_and(|number| layout.reads_as(number, bits)),
    };
    if exact {
        return short;
    }
    match ty {
        "f64" => format!("{value:?}"),
        _ => format!("{:?}", value as f32),
    }
}

/// Six significant digits, and an exponent with a sign and two digits.
fn scientific(value: f64) -> String {
    let text = format!("{value:.5e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}0e{sign}{digits:0>2}")
}

#[cfg(test)]
mod tests {
    use super::spell;

    #[test]
    fn patterns_become_numbers() {
        assert_eq!(spell("f32", 32, 0x3fc0_0000), "1.500000e+00");
        assert_eq!(spell("f32", 32, 0x7fc0_0000), "0x7FC00000");
        assert_eq!(spell("f32", 32, 1), "1.401300e-45");
        assert_eq!(spell("f32", 32, 0x8000_0000), "-0.000000e+00");
        assert_eq!(spell("f32", 32, 0x3eaa_aaab), "0.33333334");
        assert_eq!(spell("f16", 16, 0x3555), "3.332520e-01");
        assert_eq!(spell("f64", 64, 0x3fb9_9999_9999_999a), "1.000000e-01");
        assert_eq!(spell("f64", 64, 1), "4.940660e-324");
        assert_eq!(spell("f8E4M3FN", 8, 0x7f), "0x7F");
        assert_eq!(spell("f8E4M3FN", 8, 0x7e), "4.480000e+02");
        assert_eq!(spell("f8E8M0FNU", 8, 0x7f), "0x7F");
        assert_eq!(spell("f4E2M1FN", 4, 0x7), "6.000000e+00");
        assert_eq!(spell("f8E4M3FNUZ", 8, 0x80), "0x80");
        assert_eq!(spell("f8E4M3FNUZ", 8, 0x40), "1.000000e+00");
        assert_eq!(spell("f8E4M3B11FNUZ", 8, 0x58), "1.000000e+00");
        assert_eq!(spell("f8E5M2FNUZ", 8, 0x40), "1.000000e+00");
    }
}
