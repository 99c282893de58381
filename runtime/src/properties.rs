//! What the properties of an operation are on the wire, for formats that write them one after the
//! other, without names or tags.
//!
//! The layouts themselves are in a format's schema; what is generated from it finds them here.

/// A property of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// What it is on the wire.
    pub kind: Kind,
}

impl Field {
    /// A property.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Field { name, kind }
    }
}

/// What a property is on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An index into the table of attributes, as a varint.
    Attribute,
    /// A varint: 0 for none, otherwise twice an index into the table of attributes, and one more.
    OptionalAttribute,
    /// A varint.
    Varint,
    /// One byte that is 0 for none, or 1 and a varint.
    OptionalVarint,
    /// One byte, 0 or 1.
    Bool,
    /// An index into the table of strings, as a varint.
    String,
    /// The sizes of this many segments of the operation's operands or results.
    ///
    /// Older versions of a format have them here as an [`Attribute`](Kind::Attribute), newer ones as
    /// sparse arrays after all other properties, in the order of the layout.
    Segments(u32),
}

/// The properties of an operation in some releases, in wire order.
pub type Range = crate::by_release::Range<&'static [Field]>;
