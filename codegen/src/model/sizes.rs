//! How many bytes values take at least.

use super::{Extent, Field, FieldKind, Gate, Kind, Model, Sequence, Until, Wire};

impl Model {
    /// Whether a value of this shape may take no bytes in some version, as far as the model tells: a codec by hand
    /// may.
    pub fn may_be_empty(&self, wire: &Wire) -> bool {
        match wire {
            Wire::Sequence(Sequence { until: Until::End | Until::Field(_), .. })
            | Wire::Bytes(Extent::Rest, _)
            | Wire::Codec(..) => true,
            Wire::Item(Kind::Record, index) => {
                let record = &self.records[*index];
                !record.fields.iter().any(|field| self.has_bytes(field, &record.docs.gate))
            }
            // What holds itself through a pointer takes bytes before it does.
            _ => false,
        }
    }

    /// Whether a field of an item takes bytes in every version that has the item.
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
