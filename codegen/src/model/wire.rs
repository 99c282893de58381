//! Shapes: how a value stands on the wire, and how a schema spells that.

use super::{Docs, Field, FieldKind, Gate, Model, Section};
use crate::integer::Integer;

/// The shape of a value on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wire {
    /// A number.
    Integer(Integer),
    /// One byte, 0 or 1.
    Bool,
    /// An index into a table, a varint.
    Index(usize),
    /// A varint that may say that there is no value; a reference or a varint.
    Optional(Box<Wire>, Mark),
    /// One element after the other.
    Sequence(Sequence),
    /// A varint count, filler, an offset for each entry, and the entries.
    OffsetTable {
        /// An offset: a `u32` or `u64`.
        offset: Integer,
        /// Shape of an entry.
        entry: Box<Wire>,
    },
    /// Bytes, and what they hold.
    Bytes(Extent, Content),
    /// An item of the schema, by its index among those of its kind.
    Item(Kind, usize),
    /// A hand-written codec, by index, given earlier fields.
    Codec(usize, Vec<String>),
    /// The same on the wire as what is inside, kept behind a pointer because it can hold itself.
    Indirect(Box<Wire>),
}

/// How a varint says that there is no value: it is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Otherwise it is one more than the value, an index.
    PlusOne,
    /// Otherwise it is one more than the value, which is a number of any width.
    Shifted,
    /// Otherwise it is odd, with the value in the bits above.
    Flagged,
}

/// One element after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Shape of an element.
    pub element: Box<Wire>,
    /// Where it ends.
    pub until: Until,
}

/// Where a sequence ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// After as many elements as a varint says that stands in front, with filler between them up to a multiple of so many bytes
    /// where that is said.
    Count(Option<u64>),
    /// After as many elements as an earlier field says, by name.
    Field(String),
    /// At the end of what encloses it.
    End,
    /// With the element of a union that closes more than was opened.
    Balanced,
}

/// How many bytes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// As many as a varint says that stands in front.
    Counted,
    /// All that are left.
    Rest,
}

/// What bytes hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Anything.
    Raw,
    /// UTF-8.
    Text,
    /// A value that has all of them to itself.
    Value(Box<Wire>),
}

/// A kind of item that a type names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Of [`Model::enums`].
    Enum,
    /// Of [`Model::records`].
    Record,
    /// Of [`Model::unions`].
    Union,
}

impl Wire {
    /// A varint of 64 bits.
    pub const VARINT: Wire = Wire::Integer(Integer::VARINT);

    /// The shape of the elements, of a list that is read one element after the other.
    pub fn element(&self) -> Option<&Wire> {
        match self {
            Wire::Sequence(sequence) => Some(&sequence.element),
            _ => None,
        }
    }

    /// The shape that is a part of this one.
    pub fn inner(&self) -> Option<&Wire> {
        match self {
            Wire::Optional(inner, _) | Wire::Indirect(inner) => Some(inner),
            Wire::Sequence(Sequence { element: inner, .. })
            | Wire::OffsetTable { entry: inner, .. }
            | Wire::Bytes(_, Content::Value(inner)) => Some(inner),
            _ => None,
        }
    }

    /// The number that this is.
    pub fn integer(&self) -> Option<Integer> {
        match self {
            Wire::Integer(integer) => Some(*integer),
            _ => None,
        }
    }

    /// Whether this is a number without a fraction.
    pub fn is_whole(&self) -> bool {
        self.integer().is_some_and(|integer| !integer.float())
    }

    /// Whether nothing can stand behind a value of this shape.
    pub fn takes_rest(&self) -> bool {
        match self {
            Wire::Bytes(extent, _) => *extent == Extent::Rest,
            Wire::Sequence(sequence) => sequence.until == Until::End,
            Wire::OffsetTable { .. } => true,
            _ => false,
        }
    }
}

impl Model {
    /// What is said of an item that a type names.
    pub fn item(&self, kind: Kind, index: usize) -> &Docs {
        match kind {
            Kind::Enum => &self.enums[index].docs,
            Kind::Record => &self.records[index].docs,
            Kind::Union => &self.unions[index].docs,
        }
    }
}

impl FieldKind {
    /// The shape of its value; none for a unit, and for what only tells of other fields.
    pub fn wire(&self) -> Option<&Wire> {
        match self {
            FieldKind::Value(wire) | FieldKind::Optional(wire, _) | FieldKind::Part(wire, _) => {
                Some(wire)
            }
            _ => None,
        }
    }

    /// Whether it is a list with its length in front.
    pub fn is_list(&self) -> bool {
        match self {
            FieldKind::Value(Wire::Sequence(list)) => list.until == Until::Count(None),
            _ => false,
        }
    }
}

impl Field {
    /// The shape of its value; none for a unit, and for what only tells of other fields.
    pub fn wire(&self) -> Option<&Wire> {
        self.kind.wire()
    }

    /// Whether it has a value of its own; others only tell of such.
    pub fn visible(&self) -> bool {
        !matches!(self.kind, FieldKind::Flags(_) | FieldKind::Presence | FieldKind::Packed { .. })
    }

    /// The bits of the flags that it claims, each with the versions in which it does.
    pub fn claims(&self) -> Vec<(u32, Gate)> {
        match &self.kind {
            FieldKind::Unit { bit } => vec![(*bit, self.docs.gate.clone())],
            FieldKind::Optional(_, ways) => {
                let bits = ways.iter().filter_map(|way| Some((way.how.bit()?, &way.gate)));
                bits.map(|(bit, gate)| (bit, self.docs.gate.and(gate))).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Section {
    /// Whether bytes can follow the last field.
    pub fn has_trailing(&self) -> bool {
        self.fields.last().is_none_or(|field| match &field.kind {
            FieldKind::Value(wire) => !wire.takes_rest(),
            _ => true,
        })
    }
}
