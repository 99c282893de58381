//! The shapes of tiles and tensor views.

use crate::generated::{Type, TypeId, view};
use bytespec_core::dimension::Dimension;

macro_rules! shapes {
    ($($name:ident $(<$life:lifetime>)?: $ty:path, $number:ident => $value:expr;)*) => {$(
        impl $(<$life>)? $ty {
            /// The sizes of the dimensions of a tile or a tensor view, outermost first; `None` for other types. See
            /// [`Self::element`] for the element type.
            #[must_use]
            pub fn shape(&self) -> Option<impl ExactSizeIterator<Item = Dimension> + Clone> {
                match self {
                    Self::Tile { shape, .. } | Self::TensorView { shape, .. } => {
                        Some(shape.iter().map(|$number| Dimension::from($value)))
                    }
                    _ => None,
                }
            }

            /// The strides of a tensor view, the distance between neighbors in each dimension in elements; `None` for other
            /// types.
            #[must_use]
            pub fn strides(&self) -> Option<impl ExactSizeIterator<Item = Dimension> + Clone> {
                match self {
                    Self::TensorView { strides, .. } => {
                        Some(strides.iter().map(|$number| Dimension::from($value)))
                    }
                    _ => None,
                }
            }

            /// The element type of a tile or a tensor view; `None` for other types.
            #[must_use]
            pub fn element(&self) -> Option<TypeId> {
                match self {
                    Self::Tile { element, .. } | Self::TensorView { element, .. } => {
                        Some(*element)
                    }
                    _ => None,
                }
            }
        }
    )*};
}

shapes! {
    Owned: Type, number => *number;
    View<'a>: view::Type<'a>, number => number;
}
