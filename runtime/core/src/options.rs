//! Declares options: structs with defaults, and a setter for each field. A new field is therefore not a breaking change.

/// Declares options: a struct with fields that are visible in the crate, and for each one a public setter with its documentation.
/// The setter of an optional field takes a value or an `Option`. The setter of a text takes anything that converts into a `String`.
#[doc(hidden)]
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[doc = $doc:literal])* $field:ident: $ty:ident $(<$inner:ty>)?,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[doc = $doc])* pub(crate) $field: $ty $(<$inner>)?,)*
        }

        impl $name {
            $($crate::setter! { [$(#[doc = $doc])*] $field, $ty $(<$inner>)? })*
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! setter {
    ([$($doc:tt)*] $field:ident, Option<$inner:ty>) => {
        $crate::setter! { [$($doc)*] $field, impl Into<Option<$inner>>, $field.into() }
    };
    ([$($doc:tt)*] $field:ident, String) => {
        $crate::setter! { [$($doc)*] $field, impl Into<String>, $field.into() }
    };
    ([$($doc:tt)*] $field:ident, $ty:ty) => {
        $crate::setter! { [$($doc)*] $field, $ty, $field }
    };
    ([$($doc:tt)*] $field:ident, $ty:ty, $value:expr) => {
        $($doc)*
        #[must_use]
        pub fn $field(mut self, $field: $ty) -> Self {
            self.$field = $value;
            self
        }
    };
}
