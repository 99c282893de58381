//! Pictures of numbers bit by bit: the encodings of the types that are not items.

use super::cx::Sheet;
use super::diagram::{Cell, Width};
use super::markdown::{code, hex};
use super::wire;
use crate::model::VarintKind;
use std::collections::BTreeSet;

/// Consecutive bits of a byte, lowest first.
struct Bits {
    /// The meaning of the bits.
    name: String,
    /// The first bit of the number that they hold; none if they are not part of the number.
    from: Option<u32>,
    count: u32,
    value: u64,
}

impl Bits {
    fn mark(name: &str, count: u32, value: u64) -> Self {
        Bits { name: name.to_owned(), from: None, count, value }
    }

    /// Bits of a number.
    fn of(number: u64, from: u32, count: u32) -> Self {
        let mask = 1_u64.checked_shl(count).map_or(u64::MAX, |bit| bit - 1);
        let value = number.checked_shr(from).unwrap_or(0) & mask;
        Bits { name: String::new(), from: Some(from), count, value }
    }

    fn name(&self, whole: &str) -> String {
        match self.from {
            None => self.name.clone(),
            Some(from) if self.count == 1 => format!("bit {from} of {whole}"),
            Some(from) => format!("bits {from} to {} of {whole}", from + self.count - 1),
        }
    }

    /// Splits off the lowest bit as a part with a name. The other bits are the number from bit 0 on.
    fn split_lowest(bits: Vec<Bits>, name: &str) -> Vec<Bits> {
        let mut found = Vec::new();
        for part in bits {
            match part.from {
                Some(0) => {
                    found.push(Bits::mark(name, 1, part.value & 1));
                    let (count, value) = (part.count - 1, part.value >> 1);
                    found.push(Bits { from: Some(0), count, value, ..part });
                }
                from => found.push(Bits { from: from.map(|from| from - 1), ..part }),
            }
        }
        found
    }

    /// Splits off the highest bit as a part with a name.
    fn split_highest(mut bits: Vec<Bits>, name: &str) -> Vec<Bits> {
        if let Some(at) = bits.iter().rposition(|part| part.from.is_some()) {
            let part = &mut bits[at];
            part.count -= 1;
            let (low, top) = (part.value & ((1 << part.count) - 1), part.value >> part.count);
            part.value = low;
            bits.insert(at + 1, Bits::mark(name, 1, top));
        }
        bits
    }
}

/// The bits of a number encoded as a varint.
fn varint(kind: VarintKind, number: u64) -> Vec<Bits> {
    let len = wire::varint(kind, number).len();
    let bytes = u32::try_from(len).unwrap_or_default();
    let mut parts = Vec::new();
    match kind {
        VarintKind::Leb128 | VarintKind::Bounded => {
            for byte in 0..bytes {
                parts.push(Bits::of(number, byte * 7, 7));
                parts.push(Bits::mark("more bytes follow", 1, u64::from(byte + 1 < bytes)));
            }
        }
        VarintKind::Prefix => {
            let more = match bytes {
                1 => "no more bytes".to_owned(),
                2 => "1 more byte".to_owned(),
                bytes => format!("{} more bytes", bytes - 1),
            };
            parts.push(Bits::mark(&more, bytes.min(8), 1 << (bytes - 1) & 0xff));
            if bytes < 8 {
                parts.push(Bits::of(number, 0, 8 - bytes));
            }
            let first = 8_u32.saturating_sub(bytes);
            parts.extend((0..bytes - 1).map(|byte| Bits::of(number, first + 8 * byte, 8)));
        }
    }
    parts
}

/// The bits of a number of fixed width.
fn fixed(bytes: &[u8], big: bool) -> Vec<Bits> {
    let count = u32::try_from(bytes.len()).unwrap_or_default();
    let of = |(byte, value): (u32, &u8)| Bits {
        name: String::new(),
        from: Some(8 * if big { count - 1 - byte } else { byte }),
        count: 8,
        value: u64::from(*value),
    };
    (0..count).zip(bytes).map(of).collect()
}

/// The bits of an `f32`.
fn float(number: f32) -> Vec<Bits> {
    let bits = u64::from(number.to_bits());
    let fraction = |from, count| Bits::of(bits, from, count);
    let exponent = |name: &str, from, count| Bits {
        name: format!("{name} of the exponent"),
        from: None,
        ..Bits::of(bits, from, count)
    };
    vec![
        fraction(0, 8),
        fraction(8, 8),
        fraction(16, 7),
        exponent("bit 0", 23, 1),
        exponent("bits 1 to 7", 24, 7),
        Bits::mark("sign", 1, bits >> 31),
    ]
}

fn draw(sheet: &mut Sheet<'_, '_>, name: &str, whole: &str, bits: Vec<Bits>) {
    let cells = bits.into_iter().map(|part| {
        let (value, width) = (part.value, usize::try_from(part.count).unwrap_or_default());
        Cell {
            name: part.name(whole),
            width: Width::exact(u64::from(part.count)),
            bits: format!("{value:0width$b}"),
            ..Cell::default()
        }
    });
    sheet.push_named_diagram(name, cells.collect());
}

/// Draws a number as a varint.
pub(super) fn varint_of(sheet: &mut Sheet<'_, '_>, kind: VarintKind, number: u64) {
    draw(sheet, &format!("{number} as a varint"), "the number", varint(kind, number));
}

/// A picture of a value of a type.
struct Picture {
    /// The key of the type's row.
    row: &'static str,
    ty: &'static str,
    value: &'static str,
    bytes: Vec<u8>,
    /// The name of the number that the bits belong to.
    whole: &'static str,
    bits: Vec<Bits>,
}

/// A value of each type, in the order of the table of types.
fn pictures(kind: VarintKind) -> Vec<Picture> {
    let of = |number| (wire::varint(kind, number), varint(kind, number));
    let (little, big) = (300_u16.to_le_bytes(), 300_u16.to_be_bytes());
    let truth = Bits { name: "true".to_owned(), from: None, ..Bits::of(1, 0, 8) };
    let signed = of(u64::from(u32::MAX));
    let zigzag = of(2 * 300 - 1);
    let extended = of((1 << 14) - 300);
    let flagged = of(2 * 300 + 1);
    let picture =
        |row, ty, value, (bytes, bits), whole| Picture { row, ty, value, bytes, whole, bits };
    vec![
        picture("fixed", "u16", "300", (little.into(), fixed(&little, false)), "the number"),
        picture("big", "u16be", "300", (big.into(), fixed(&big, true)), "the number"),
        picture("bool", "bool", "true", (vec![1], vec![truth]), ""),
        picture("signed", "varint<i32>", "-1", signed, "the two's complement"),
        picture(
            "zigzag",
            "zigzag",
            "-300, -n - 1 with n = 299,",
            (zigzag.0, Bits::split_lowest(zigzag.1, "negative")),
            "n",
        ),
        picture(
            "signed_bits",
            "signed<32>",
            "-300",
            (extended.0, Bits::split_highest(extended.1, "sign")),
            "the two's complement",
        ),
        picture(
            "flagged",
            "flagged<X>",
            "An X of 300",
            (flagged.0, Bits::split_lowest(flagged.1, "there is an X")),
            "the X",
        ),
        picture("float", "f32", "1.5", (1.5_f32.to_le_bytes().into(), float(1.5)), "the fraction"),
    ]
}

/// Draws a value of each used type.
pub(super) fn primitives(sheet: &mut Sheet<'_, '_>, used: &BTreeSet<&'static str>) {
    let mut pictures = pictures(sheet.cx.model.varint);
    pictures.retain(|picture| used.contains(picture.row));
    if !pictures.is_empty() {
        sheet.para("An example of each; a picture has the lowest bit of each byte first.");
    }
    for Picture { ty, value, bytes, whole, bits, .. } in pictures {
        sheet.para(format!("{value} as {} is {}.", code(ty), code(&hex(&bytes))));
        draw(sheet, &format!("{value} as {ty}"), whole, bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes that bits make.
    fn bytes(bits: &[Bits]) -> Vec<u8> {
        let (mut bytes, mut byte, mut filled) = (Vec::new(), 0, 0);
        for part in bits {
            byte |= part.value << filled;
            filled += part.count;
            if filled == 8 {
                bytes.push(u8::try_from(byte).expect("a byte"));
                (byte, filled) = (0, 0);
            }
        }
        assert_eq!(filled, 0, "bits of a byte are left");
        bytes
    }

    #[test]
    fn bits_are_those_of_the_bytes() {
        let kinds = [VarintKind::Leb128, VarintKind::Prefix];
        for number in (0..64).map(|bit| 1 << bit).chain([0, 127, 128, 300, u64::MAX]) {
            for kind in kinds {
                assert_eq!(bytes(&varint(kind, number)), wire::varint(kind, number), "{number}");
            }
        }
        for kind in kinds {
            let split = Bits::split_lowest(varint(kind, 601), "odd");
            assert_eq!(bytes(&split), wire::varint(kind, 601));
            let split = Bits::split_highest(varint(kind, 16_084), "sign");
            assert_eq!(bytes(&split), wire::varint(kind, 16_084));
        }
        assert_eq!(bytes(&fixed(&[0x2c, 0x01], false)), [0x2c, 0x01]);
        assert_eq!(bytes(&float(1.5)), 1.5_f32.to_le_bytes());
    }
}
