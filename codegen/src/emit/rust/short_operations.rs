//! Operations of a few short numbers. They are read from a window after the cursor. If a number is longer or something is wrong,
//! they are read again from the cursor.

use super::Cx;
use super::operation::OpEmitter;
use crate::model::{
    Arity, Coding, Enum, Field, FieldKind, Kind, OpPart, OperandLayout, Sign, VarintKind, Wire,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The bytes of a number that is below 128 in valid input.
const LOW: usize = 1;
/// The bytes of any other short number.
const SHORT: usize = 2;
/// The largest window, in bytes.
const MAX_WINDOW: usize = 32;

impl Cx<'_> {
    /// Whether the first bytes of a number show that it is short.
    fn has_short(&self) -> bool {
        self.model.varint == VarintKind::Leb128 && self.existing.is_none()
    }

    /// The code that reads an enum's number from any source, and that writes it to any sink, if that is possible.
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
    !item.open && item.members.iter().all(|member| (0..0x80).contains(&member.value))
}

impl OpEmitter<'_, '_> {
    /// Whether all flags fit 7 bits, so that the flags are read as a low number.
    pub(super) fn low_flags(&self) -> bool {
        self.claimed().all(|(bit, _)| bit < 7)
    }

    /// The size of the window after the opcode for an operation whose parts are all short numbers; none for another operation.
    pub(super) fn window(&self) -> Option<usize> {
        window(self.short_bytes()?)
    }

    /// The size of the window for writing such an operation, with its opcode.
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
    // One word more, because the window is loaded in words, and the last one can begin late.
    let window = if bytes <= 8 { 8 } else { bytes.next_multiple_of(8) + 8 };
    (window <= MAX_WINDOW).then_some(window)
}
