//! Declares conversions.

/// Implements `From` of several types for one.
#[doc(hidden)]
#[macro_export]
macro_rules! from {
    ($to:ty: $($from:ty, $value:pat => $made:expr;)*) => {$(
        impl ::core::convert::From<$from> for $to {
            fn from($value: $from) -> Self {
                $made
            }
        }
    )*};
}
