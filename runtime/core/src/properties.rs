//! The layouts of properties, for formats that write the properties of an operation one after the other, without names or tags.
//!
//! The schema of a format contains the layouts. The generated code looks them up with this module.

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

/// The value of a property that a text omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DefaultValue {
    /// The property, or the attribute in its place in versions without properties.
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

/// The encoding of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An index into the table of attributes, as a varint.
    Attribute,
    /// A varint: 0 for none, otherwise twice an index into the table of attributes, plus one.
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
    /// Older versions of a format write them at this place, as an [`Attribute`](Kind::Attribute). Newer versions write them as sparse
    /// arrays after all other properties, in the order of the layout.
    Segments(u32),
}

impl Kind {
    /// Whether the property is an attribute of the operation, which may also be among its other attributes. `mlir-opt` keeps an
    /// attribute there whose name is that of a C++ number, `bool` or string.
    #[must_use]
    pub const fn is_attribute(self) -> bool {
        matches!(self, Self::Attribute | Self::OptionalAttribute | Self::Segments(_))
    }
}

/// The `N` properties of a layout in the notation of schemas, for layouts that are parsed at compile time:
/// `callee, arg_attrs?, alignment: varint?, operandSegmentSizes[3]`.
///
/// If the text has fewer properties, the others have no name.
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
