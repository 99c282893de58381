//! The least number of bytes of values.

use super::{Extent, Field, FieldKind, Gate, Kind, Mark, Model, Sequence, Until, Wire};
use crate::integer::{Coding, Sign};

impl Model {
    /// Whether a value of this shape can take no bytes in some version, as far as the model shows. A handwritten codec can.
    pub fn may_be_empty(&self, wire: &Wire) -> bool {
        match wire {
            Wire::Sequence(Sequence { until: Until::End | Until::Field(_), .. })
            | Wire::Bytes(Extent::Rest, _)
            | Wire::Codec(..) => true,
            Wire::Item(Kind::Record, index) => {
                let record = &self.records[*index];
                !record.fields.iter().any(|field| self.has_bytes(field, &record.docs.gate))
            }
            // An item that contains itself through a pointer has bytes before the pointer.
            _ => false,
        }
    }

    /// Whether writers refuse some values that the Rust type can hold, although no inner item names the fault: they are too long,
    /// or do not end as required.
    pub fn is_refused(&self, wire: &Wire) -> bool {
        match wire {
            Wire::Integer(integer) => {
                let whole = matches!(integer.bits, 8 | 16 | 32 | 64);
                integer.coding == Coding::Varint && integer.sign == Sign::Extended && !whole
            }
            Wire::Optional(_, Mark::PlusOne) => true,
            Wire::Optional(inner, Mark::Flagged | Mark::Shifted) => {
                inner.integer().is_some_and(|integer| integer.bits == 64)
            }
            Wire::Sequence(Sequence { element, until }) => {
                *until == Until::Balanced || self.may_be_empty(element) || self.is_refused(element)
            }
            Wire::Indirect(inner) => self.is_refused(inner),
            _ => false,
        }
    }

    /// Whether a field of an item takes bytes in every version of the item.
    fn has_bytes(&self, field: &Field, item: &Gate) -> bool {
        let gate = &field.docs.gate;
        if *gate != Gate::default() && gate != item {
            return false;
        }
        match &field.kind {
            FieldKind::Value(wire) => !self.may_be_empty(wire),
            FieldKind::Flags(_) | FieldKind::Presence | FieldKind::Packed { .. } => true,
            FieldKind::Optional(..) | FieldKind::Unit { .. } | FieldKind::Part(..) => false,
        }
    }
}
