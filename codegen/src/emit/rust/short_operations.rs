//! Operations that are a few short numbers: they are read from what is ahead of the cursor, and once more from the cursor where a
//! number is longer or something is wrong.

use super::Cx;
use super::operation::OpEmitter;
use crate::model::{
    Arity, Coding, Enum, Field, FieldKind, Kind, OpPart, OperandLayout, Sign, VarintKind, Wire,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Bytes of a number that is below 128 in what is well-formed.
const LOW: usize = 1;
/// Bytes of any other short number.
const SHORT: usize = 2;
/// The most bytes that are looked at together.
const MAX_WINDOW: usize = 32;

impl Cx<'_> {
    /// Whether the format has numbers of which a short one is seen by its first bytes.
    fn has_short(&self) -> bool {
        self.model.varint == VarintKind::Leb128 && self.existing.is_none()
    }

    /// How an enum's number is read from any source, and written to any sink, where it can be.
    pub(super) fn short_enum(&self, item: &Enum) -> Option<(TokenStream, TokenStream)> {
        let integer = item.wire.integer()?;
        if !self.has_short() || integer.coding != Coding::Varint || integer.sign != Sign::Unsigned {
            return None;
        }
        let bits = match integer.bits {
            32 => "_u32",
            64 => "",
            _ => return None,
        };
        let low = if is_low(item) { "_low" } else { "" };
        let (read, write) = (format_ident!("leb128{bits}{low}"), format_ident!("leb128{low}"));
        Some((quote!(cursor.#read()), quote!(writer.#write(self.number());)))
    }

    /// The bytes of a short value.
    fn short(&self, wire: &Wire) -> Option<usize> {
        match wire {
            Wire::Bool => Some(LOW),
            Wire::Index(_) => Some(SHORT),
            Wire::Item(Kind::Enum, index) => {
                let item = &self.model.enums[*index];
                self.short_enum(item)?;
                Some(if is_low(item) { LOW } else { SHORT })
            }
            _ => None,
        }
    }

    fn short_field(&self, field: &Field) -> Option<usize> {
        match &field.kind {
            FieldKind::Value(wire) => self.short(wire),
            FieldKind::Optional(wire, presence)
                if presence.iter().all(|presence| presence.how.bit().is_some()) =>
            {
                self.short(wire)
            }
            FieldKind::Unit { .. } => Some(0),
            _ => None,
        }
    }
}

/// Whether all members have numbers below 128.
fn is_low(item: &Enum) -> bool {
    !item.open && item.members.iter().all(|member| member.value < 0x80)
}

impl OpEmitter<'_, '_> {
    /// The method that reads flags: what follows `leb128` in its name.
    pub(super) fn low_flags(&self) -> bool {
        self.claimed().all(|(bit, _)| bit < 7)
    }

    /// How many bytes are looked at behind the opcode to read an operation of which every part is a short number; none for another one.
    pub(super) fn window(&self) -> Option<usize> {
        window(self.short_bytes()?)
    }

    /// How many bytes are looked at to write such an operation, with its opcode.
    pub(super) fn write_window(&self) -> Option<usize> {
        self.window()?;
        window(self.short_bytes()? + if self.is_low() { LOW } else { SHORT })
    }

    /// Whether the opcode is below 128.
    pub(super) fn is_low(&self) -> bool {
        self.op.opcode < 0x80
    }

    fn short_bytes(&self) -> Option<usize> {
        if !self.cx.has_short() {
            return None;
        }
        let op = self.op;
        let parts = self.operations.layout.iter().map(|part| match part {
            OpPart::Opcode => {
                let opcode = self.operations.opcode.integer();
                opcode.is_some_and(|of| of.coding == Coding::Varint).then_some(0)
            }
            OpPart::ResultCount => Some(if op.result_count { SHORT } else { 0 }),
            OpPart::ResultTypes => {
                let one = op.results.iter().all(|port| port.arity != Arity::Variadic);
                one.then_some(op.results.len() * SHORT)
            }
            OpPart::Flags => Some(match op.flags {
                Some(_) if self.low_flags() => LOW,
                Some(_) => SHORT,
                None => 0,
            }),
            OpPart::Attributes => {
                op.attributes.iter().map(|field| self.cx.short_field(field)).sum()
            }
            OpPart::Operands => {
                let one = op.operands.iter().all(|port| port.arity != Arity::Variadic);
                let count = usize::from(op.operand_layout == OperandLayout::Counted);
                one.then_some((op.operands.len() + count) * SHORT)
            }
            OpPart::Regions => Some(if op.regions.is_empty() { 0 } else { SHORT }),
        });
        parts.sum()
    }
}

fn window(bytes: usize) -> Option<usize> {
    // A word more: it is looked at where the one before may have ended.
    let window = if bytes <= 8 { 8 } else { bytes.next_multiple_of(8) + 8 };
    (window <= MAX_WINDOW).then_some(window)
}
