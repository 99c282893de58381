//! The items that can be described, and the item that a wire type names.

use crate::model::{Kind, Wire};

/// An item with a description in the reference, by its index in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Section(usize),
    Table(usize),
    Union(usize),
    /// A variant of a union: the indexes of the union and of the variant.
    Variant(usize, usize),
    Record(usize),
    Enum(usize),
    Codec(usize),
    Constraint(usize),
    Group(usize),
    Op(usize),
    /// A record that is run only.
    Run(usize),
    RunUnion(usize),
    Version(usize),
}

/// The item that a wire type names, at most one.
pub(super) fn leaf(wire: &Wire) -> Option<Target> {
    match wire {
        Wire::Index(table) => Some(Target::Table(*table)),
        Wire::Item(kind, index) => Some(match kind {
            Kind::Enum => Target::Enum(*index),
            Kind::Record => Target::Record(*index),
            Kind::Union => Target::Union(*index),
        }),
        Wire::Codec(item, _) => Some(Target::Codec(*item)),
        wire => leaf(wire.inner()?),
    }
}
