//! What the properties of an operation are on the wire, for formats that write them one after the
//! other, without names or tags.
//!
//! The layouts themselves are in a format's schema; what is generated from it finds them here.

use crate::notation;

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

/// What a property is given where a text leaves it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DefaultValue {
    /// The property, or the attribute that stands for it where there are no properties.
    pub name: &'static str,
    /// An attribute in MLIR's generic form.
    pub text: &'static str,
}

impl DefaultValue {
    /// A default value.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        DefaultValue { name, text }
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

impl Kind {
    /// Whether the operation has the property as an attribute, which may be given among its other attributes, too:
    /// `mlir-opt` leaves those alone that have the name of a number, a truth value or a string of C++.
    #[must_use]
    pub const fn is_attribute(self) -> bool {
        matches!(self, Self::Attribute | Self::OptionalAttribute | Self::Segments(_))
    }
}

/// The `N` properties of a layout in the notation of schemas, for tables that are made when a crate is compiled:
/// `callee, arg_attrs?, alignment: varint?, operandSegmentSizes[3]`.
///
/// What the text has too few of is a property without a name.
#[must_use]
pub const fn layout<const N: usize>(text: &'static str) -> [Field; N] {
    let mut fields = [Field::new("", Kind::Attribute); N];
    let (mut left, mut at) = (text, 0);
    while at < N {
        let (one, others) = notation::next(left);
        let (name, mark) = notation::marked(one);
        fields[at] = Field::new(name, kind(mark));
        left = others;
        at += 1;
    }
    fields
}

const fn kind(mark: &str) -> Kind {
    match mark.as_bytes() {
        b"?" => Kind::OptionalAttribute,
        b": varint" => Kind::Varint,
        b": varint?" => Kind::OptionalVarint,
        b": bool" => Kind::Bool,
        b": string" => Kind::String,
        [b'[', digits @ .., b']'] => Kind::Segments(notation::number(digits)),
        _ => Kind::Attribute,
    }
}

/// The properties of an operation in some releases, in wire order.
pub type Range = crate::by_release::Range<&'static [Field]>;
