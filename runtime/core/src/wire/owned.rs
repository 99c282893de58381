//! Values that are made into ones which borrow nothing.

/// Something that may borrow, and can be made into what borrows nothing.
///
/// The macros implement it for items with the key `into_owned`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made into what borrows nothing",
    note = "say `#[bytecode(into_owned)]` on it where it is derived, or implement `IntoOwned`"
)]
pub trait IntoOwned {
    /// The same with `'static` for the lifetime.
    type Owned;

    /// The value with copies of what it borrows.
    fn into_owned(self) -> Self::Owned;
}
