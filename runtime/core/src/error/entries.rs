//! Why a type or an attribute is not valid.

use std::fmt;

/// Why a type or an attribute is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryFault {
    /// Elements of a type that the outer type does not allow.
    Element {
        /// The outer type, such as `tensor`.
        of: &'static str,
        /// The kind of their type, such as `tuple`.
        found: &'static str,
    },
    /// A size that a dimension cannot have.
    Size {
        /// The type that has the dimension, such as `vector`.
        of: &'static str,
        /// The size.
        found: i64,
    },
    /// A layout for a different number of dimensions.
    Layout {
        /// How many dimensions the type has.
        rank: u64,
        /// How many the layout is for.
        found: u64,
    },
    /// A memory space that is neither a number, a string, a dictionary nor an attribute of a dialect.
    MemorySpace,
    /// An integer of more bits than a type can have.
    Width {
        /// How many bits.
        found: u64,
        /// The most.
        max: u64,
    },
    /// A sparse element that lies outside the shape.
    Outside {
        /// Which element, counted from zero.
        element: u64,
        /// Which of its indices, counted from zero.
        dimension: u64,
        /// The index.
        found: i64,
        /// The size of the dimension.
        size: i64,
    },
}

impl fmt::Display for EntryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryFault::Element { of, found } => {
                write!(f, "the elements of a {of} cannot be of type {found}")
            }
            EntryFault::Size { of, found } => {
                write!(f, "a dimension of a {of} cannot have the size {found}")
            }
            EntryFault::Layout { rank, found } => {
                write!(f, "the layout is for {found} dimensions, the type has {rank}")
            }
            EntryFault::MemorySpace => f.write_str(
                "a memory space must be a number, a string, a dictionary or an attribute of a dialect",
            ),
            EntryFault::Width { found, max } => {
                write!(f, "an integer has at most {max} bits, not {found}")
            }
            EntryFault::Outside { element, dimension, found, size } => write!(
                f,
                "index {dimension} of the sparse element {element} is {found}, but the size of the dimension is {size}"
            ),
        }
    }
}
