//! Wire types in the notation of the schema language.

use super::cx::Sheet;
use super::markdown::{code, hex};
use super::target::leaf;
use crate::model::{Coding, Field, FieldKind, VarintKind, Wire};

impl Sheet<'_, '_> {
    /// A wire type, with a link to the item that it names.
    pub(super) fn wire(&self, wire: &Wire) -> String {
        let text = code(&self.cx.model.spell(wire));
        match leaf(wire) {
            Some(target) => self.link_as(target, &text),
            None => text,
        }
    }

    /// The type of a field, with a link to the item that it names.
    pub(super) fn field_type(&self, field: &Field) -> String {
        match field.wire() {
            Some(wire) if let FieldKind::Part(_, bits) = &field.kind => {
                let bits = match bits {
                    Some(1) => "1 bit".to_owned(),
                    Some(bits) => format!("{bits} bits"),
                    None => "the bits above".to_owned(),
                };
                format!("{}, {bits}", self.wire(wire))
            }
            Some(wire) => self.wire(wire),
            None => code(&self.cx.model.spell_field(field)),
        }
    }

    /// A tag, opcode or id in decimal and hexadecimal, followed by its bytes if they are not one byte with that value.
    pub(super) fn number(&self, wire: &Wire, number: u64) -> String {
        let bytes = encode(self.cx.model.varint, wire, number);
        let mut text = format!("{number} (0x{number:02x})");
        if u64::from(bytes[0]) != number || bytes.len() > 1 {
            text.push_str(&format!(", on the wire {}", code(&hex(&bytes))));
        }
        text
    }
}

/// The bytes of a number, encoded as a wire type of whole numbers.
pub(super) fn encode(kind: VarintKind, wire: &Wire, value: u64) -> Vec<u8> {
    match wire.integer().map(|integer| (integer.coding, usize::from(integer.bits / 8))) {
        Some((Coding::Little, width)) => value.to_le_bytes()[..width].to_vec(),
        Some((Coding::Big, width)) => value.to_be_bytes()[8 - width..].to_vec(),
        _ => varint(kind, value),
    }
}

/// The bytes of a number, encoded as a varint.
pub(super) fn varint(kind: VarintKind, mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    match kind {
        VarintKind::Leb128 | VarintKind::Bounded => {
            while value >= 0x80 {
                bytes.push(value.to_le_bytes()[0] | 0x80);
                value >>= 7;
            }
            bytes.push(value.to_le_bytes()[0]);
        }
        VarintKind::Prefix => match (1..=8usize).find(|len| value >> (7 * len) == 0) {
            Some(len) => {
                let marked = (value << 1 | 1) << (len - 1);
                bytes.extend_from_slice(&marked.to_le_bytes()[..len]);
            }
            None => {
                bytes.push(0);
                bytes.extend_from_slice(&value.to_le_bytes());
            }
        },
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_of_both_kinds() {
        assert_eq!(varint(VarintKind::Leb128, 300), [0xac, 0x02]);
        assert_eq!(varint(VarintKind::Leb128, 0), [0]);
        assert_eq!(varint(VarintKind::Prefix, 3), [7]);
        assert_eq!(varint(VarintKind::Prefix, 300), [0xb2, 0x04]);
        assert_eq!(varint(VarintKind::Prefix, (1 << 56) - 1).len(), 8);
        assert_eq!(varint(VarintKind::Prefix, 1 << 56), [0, 0, 0, 0, 0, 0, 0, 0, 1]);
    }
}
