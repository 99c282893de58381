//! What can be described, and what the shape of a value leads to.

use crate::model::{Field, FieldKind, Wire};

/// An item that has a place in the documentation, by its index in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Section(usize),
    Table(usize),
    Union(usize),
    /// Of a union.
    Variant(usize, usize),
    Record(usize),
    Enum(usize),
    Codec(usize),
    Constraint(usize),
    Group(usize),
    Op(usize),
    Layout(usize),
}

/// The shape of a field's value; none for a unit and for what only tells of other fields.
pub(super) fn value(field: &Field) -> Option<&Wire> {
    match &field.kind {
        FieldKind::Value(wire) | FieldKind::Optional(wire, _) | FieldKind::Part(wire, _) => {
            Some(wire)
        }
        FieldKind::Unit { .. }
        | FieldKind::Flags(_)
        | FieldKind::Presence
        | FieldKind::Packed { .. } => None,
    }
}

/// The item that a wire type names; it names at most one.
pub(super) fn leaf(wire: &Wire) -> Option<Target> {
    match wire {
        Wire::Ref(table) | Wire::OptionalRef(table) => Some(Target::Table(*table)),
        Wire::List(inner)
        | Wire::Flagged(inner)
        | Wire::Rest(inner)
        | Wire::Balanced(inner)
        | Wire::Sized(inner)
        | Wire::Repeat(inner, _)
        | Wire::Indirect(inner)
        | Wire::AlignedList { element: inner, .. }
        | Wire::OffsetTable { entry: inner, .. } => leaf(inner),
        Wire::Enum(item) => Some(Target::Enum(*item)),
        Wire::Record(item) => Some(Target::Record(*item)),
        Wire::Union(item) => Some(Target::Union(*item)),
        Wire::Codec(item, _) => Some(Target::Codec(*item)),
        _ => None,
    }
}
