//! What the sizes, strides and offsets of types with a shape are, in both formats.

use std::fmt;

/// What files have for a number that is only known when the program runs.
#[doc(hidden)]
pub const DYNAMIC: i64 = i64::MIN;

/// A size, stride or offset of a type: a number, or one that is only known when the program runs.
///
/// Files have a number for each, and the smallest one for what is dynamic. [`Dimension::from`] makes a dimension of the number
/// of a file, and [`i64::from`] the number of a dimension, for the fields of types that are made by hand.
///
/// ```
/// use bytespec::Dimension;
///
/// assert_eq!(Dimension::from(4), Dimension::Fixed(4));
/// assert_eq!(Dimension::from(i64::from(Dimension::Dynamic)), Dimension::Dynamic);
/// assert_eq!(format!("{}x{}", Dimension::Dynamic, Dimension::Fixed(4)), "?x4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// A number. That of a stride or an offset may be negative; that of a size is not, but in a file that is wrong.
    Fixed(i64),
    /// It is only known when the program runs.
    Dynamic,
}

impl Dimension {
    /// The number, where there is one.
    #[must_use]
    pub const fn fixed(self) -> Option<i64> {
        match self {
            Dimension::Fixed(number) => Some(number),
            Dimension::Dynamic => None,
        }
    }
}

impl From<i64> for Dimension {
    fn from(number: i64) -> Self {
        match number {
            DYNAMIC => Dimension::Dynamic,
            number => Dimension::Fixed(number),
        }
    }
}

impl From<Dimension> for i64 {
    fn from(dimension: Dimension) -> Self {
        dimension.fixed().unwrap_or(DYNAMIC)
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dimension::Fixed(number) => number.fmt(f),
            Dimension::Dynamic => f.write_str("?"),
        }
    }
}
