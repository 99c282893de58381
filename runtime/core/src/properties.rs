//! What the properties of an operation are on the wire, for formats that write them one after the
//! other, without names or tags.
//!
//! The layouts themselves are in a format's schema; what is generated from it finds them here.

use crate::by_release::{Columns, FromColumns};
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

/// The `N` properties of a layout in the notation of schemas, for layouts that are made when a crate is compiled:
/// `callee, arg_attrs?, alignment: varint?, operandSegmentSizes[3]`.
///
/// What the text has too few of is a property without a name.
#[must_use]
pub const fn layout<const N: usize>(text: &'static str) -> [Field; N] {
    let mut fields = [Field::new("", Kind::Attribute); N];
    let (mut left, mut at) = (text, 0);
    while at < N {
        let (one, others) = notation::next(left);
        fields[at] = field(one);
        left = others;
        at += 1;
    }
    fields
}

const fn field(text: &'static str) -> Field {
    let (name, mark) = notation::marked(text);
    Field::new(name, kind(mark))
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

/// A column that is a layout in the notation of schemas, see [`layout`].
impl FromColumns for &'static [Field] {
    fn from_columns(mut columns: Columns) -> Self {
        let fields = notation::list(columns.next().unwrap_or_default()).map(field);
        fields.collect::<Vec<_>>().leak()
    }
}

/// A column for each name, and one for its text behind it.
impl FromColumns for &'static [DefaultValue] {
    fn from_columns(mut columns: Columns) -> Self {
        let next = || {
            let name = columns.next()?;
            Some(DefaultValue::new(name, columns.next().unwrap_or_default()))
        };
        std::iter::from_fn(next).collect::<Vec<_>>().leak()
    }
}

/// The properties of an operation in some releases, in wire order.
pub type Range = crate::by_release::Range<&'static [Field]>;
