//! Conversion of values into ones that borrow nothing.

/// A value that may borrow, and can be converted into one that borrows nothing.
///
/// The macros implement it for items with the key `into_owned`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made into what borrows nothing",
    note = "say `#[bytecode(into_owned)]` on it where it is derived, or implement `IntoOwned`"
)]
pub trait IntoOwned {
    /// The same type with `'static` as its lifetime.
    type Owned;

    /// Copies the borrowed data.
    fn into_owned(self) -> Self::Owned;
}
