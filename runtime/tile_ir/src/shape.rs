//! The shapes of tiles and of views of tensors.

use crate::generated::{Type, TypeId, view};
use bytespec_core::dimension::Dimension;

macro_rules! shapes {
    ($($name:ident $(<$life:lifetime>)?: $ty:path, $number:ident => $value:expr;)*) => {$(
        impl $(<$life>)? $ty {
            /// The sizes of the dimensions, outermost first, where it is a tile or a view of a tensor. See
            /// [`Self::element`] for the type of the elements.
            #[must_use]
            pub fn shape(&self) -> Option<impl ExactSizeIterator<Item = Dimension> + Clone> {
                match self {
                    Self::Tile { shape, .. } | Self::TensorView { shape, .. } => {
                        Some(shape.iter().map(|$number| Dimension::from($value)))
                    }
                    _ => None,
                }
            }

            /// The distances between neighbours in each dimension, in elements, where it is a view of a tensor.
            #[must_use]
            pub fn strides(&self) -> Option<impl ExactSizeIterator<Item = Dimension> + Clone> {
                match self {
                    Self::TensorView { strides, .. } => {
                        Some(strides.iter().map(|$number| Dimension::from($value)))
                    }
                    _ => None,
                }
            }

            /// The type of the elements, where it is a tile or a view of a tensor.
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
