//! Shapes: the encoding of values, and their types in a schema.

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
    /// A varint that can state that there is no value; a reference or a varint.
    Optional(Box<Wire>, Mark),
    /// Consecutive elements.
    Sequence(Sequence),
    /// A varint count, filler, an offset for each entry, and the entries.
    OffsetTable {
        /// An offset: a `u32` or `u64`.
        offset: Integer,
        /// Shape of an entry.
        entry: Box<Wire>,
    },
    /// Bytes, and their content.
    Bytes(Extent, Content),
    /// An item of the schema, by its index among those of its kind.
    Item(Kind, usize),
    /// A hand-written codec, by index, with the earlier fields that it takes as arguments.
    Codec(usize, Vec<String>),
    /// The same encoding as the inner shape, with a pointer in Rust because it can contain itself.
    Indirect(Box<Wire>),
}

/// How a varint states that there is no value: it is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Otherwise it is the value plus one; the value is an index.
    PlusOne,
    /// Otherwise it is the value plus one; the value is a number of any width.
    Shifted,
    /// Otherwise it is odd, and the value is in the bits above the lowest.
    Flagged,
}

/// Consecutive elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Shape of an element.
    pub element: Box<Wire>,
    /// Its end.
    pub until: Until,
}

/// The end of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// After the number of elements in a varint before them. With an alignment, filler up to a multiple of that many bytes
    /// precedes the elements.
    Count(Option<u64>),
    /// After the number of elements in an earlier field, by name.
    Field(String),
    /// At the end of the enclosing bytes.
    End,
    /// At the first element of a union that closes a block without an opening one.
    Balanced,
}

/// The number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// As many as a varint before them states.
    Counted,
    /// All remaining bytes.
    Rest,
}

/// The content of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Anything.
    Raw,
    /// UTF-8.
    Text,
    /// A value that takes all bytes.
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

    /// The shape of the elements of a sequence.
    pub fn element(&self) -> Option<&Wire> {
        match self {
            Wire::Sequence(sequence) => Some(&sequence.element),
            _ => None,
        }
    }

    /// The shape inside this one.
    pub fn inner(&self) -> Option<&Wire> {
        match self {
            Wire::Optional(inner, _) | Wire::Indirect(inner) => Some(inner),
            Wire::Sequence(Sequence { element: inner, .. })
            | Wire::OffsetTable { entry: inner, .. }
            | Wire::Bytes(_, Content::Value(inner)) => Some(inner),
            _ => None,
        }
    }

    /// The integer of this shape.
    pub fn integer(&self) -> Option<Integer> {
        match self {
            Wire::Integer(integer) => Some(*integer),
            _ => None,
        }
    }

    /// Whether this is an integer, and no floating-point number.
    pub fn is_whole(&self) -> bool {
        self.integer().is_some_and(|integer| !integer.float())
    }

    /// Whether nothing can follow a value of this shape.
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
    /// The documentation of an item that a type names.
    pub fn item(&self, kind: Kind, index: usize) -> &Docs {
        match kind {
            Kind::Enum => &self.enums[index].docs,
            Kind::Record => &self.records[index].docs,
            Kind::Union => &self.unions[index].docs,
        }
    }
}

impl FieldKind {
    /// The shape of its value; none for a unit, and for a field that only describes other fields.
    pub fn wire(&self) -> Option<&Wire> {
        match self {
            FieldKind::Value(wire) | FieldKind::Optional(wire, _) | FieldKind::Part(wire, _) => {
                Some(wire)
            }
            _ => None,
        }
    }

    /// Whether it is a list with its length before it.
    pub fn is_list(&self) -> bool {
        match self {
            FieldKind::Value(Wire::Sequence(list)) => list.until == Until::Count(None),
            _ => false,
        }
    }
}

impl Field {
    /// The shape of its value; none for a unit, and for a field that only describes other fields.
    pub fn wire(&self) -> Option<&Wire> {
        self.kind.wire()
    }

    /// Whether it has a value of its own; other fields only describe such fields.
    pub fn visible(&self) -> bool {
        !matches!(self.kind, FieldKind::Flags(_) | FieldKind::Presence | FieldKind::Packed { .. })
    }

    /// The bits of the flags that it claims, each with the versions that have it.
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
    /// Whether readers keep bytes after the last field.
    pub fn has_trailing(&self) -> bool {
        !self.trailing_error && !self.end && !self.takes_rest()
    }

    /// Whether the last field takes all bytes.
    pub fn takes_rest(&self) -> bool {
        self.fields
            .last()
            .is_some_and(|field| matches!(&field.kind, FieldKind::Value(wire) if wire.takes_rest()))
    }
}
