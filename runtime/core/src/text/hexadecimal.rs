//! Bytes as hexadecimal digits.

/// The bytes of pairs of hexadecimal digits; none for an odd number of digits and for other characters.
#[must_use]
pub fn hexadecimal(digits: &[u8]) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let mut bytes = Vec::with_capacity(pairs.len());
    for [high, low] in pairs {
        let (high, low) = (VALUES[usize::from(*high)], VALUES[usize::from(*low)]);
        if (high | low) & NO_DIGIT != 0 {
            return None;
        }
        bytes.push(high << 4 | low);
    }
    Some(bytes)
}

/// Writes two hexadecimal digits for each byte.
pub fn write_hexadecimal(out: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.reserve(bytes.len().saturating_mul(2));
    for byte in bytes {
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
}

/// Marks a byte that is no hexadecimal digit.
const NO_DIGIT: u8 = 0x80;

/// The value of each byte as a hexadecimal digit.
const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 10 {
        values[b'0' as usize + value] = value as u8;
        value += 1;
    }
    while value < 16 {
        values[b'a' as usize + value - 10] = value as u8;
        values[b'A' as usize + value - 10] = value as u8;
        value += 1;
    }
    values
};
