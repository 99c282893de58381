//! The sizes, strides and offsets of shaped types, in both formats.

use std::fmt;

/// The number in files for a size, stride or offset that is only known at run time.
#[doc(hidden)]
pub const DYNAMIC: i64 = i64::MIN;

/// A size, stride or offset of a type: a number, or a dynamic one, which is only known at run time.
///
/// Files store each as a number. The smallest number means dynamic. [`Dimension::from`] converts the number of a file into a
/// dimension, and [`i64::from`] converts a dimension into that number, for the fields of types that you make by hand.
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
    /// A number. A stride or an offset may be negative. A size is negative only in a wrong file.
    Fixed(i64),
    /// It is only known at run time.
    Dynamic,
}

impl Dimension {
    /// The number; none for a dynamic one.
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
