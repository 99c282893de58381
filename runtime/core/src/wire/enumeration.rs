//! Enums whose members have numbers.

use std::fmt;

/// An enum of plain names, each with a number of its own. `BytecodeEnum` derives this trait, together with reading and writing.
///
/// Import the trait to call its methods. An enum can have methods of its own with the same names.
///
/// ```
/// use bytespec::BytecodeEnum;
/// use bytespec::wire::Enumeration;
///
/// #[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
/// #[bytecode(wire = "u8")]
/// enum Combine {
///     Add = 0,
///     Max = 3,
/// }
///
/// assert_eq!(Combine::ALL, [Combine::Add, Combine::Max]);
/// assert_eq!((Combine::Max.number(), Combine::Max.name()), (3, "Max"));
/// assert_eq!(Combine::from_number(3), Some(Combine::Max));
/// ```
pub trait Enumeration: Sized + 'static {
    /// The type of the numbers: `i64` if the number on the wire has a sign, and `u64` otherwise.
    type Number: Copy + Eq + fmt::Display + Into<i128> + TryFrom<i128>;

    /// Every member, in order of the numbers.
    const ALL: &'static [Self];

    /// The number on the wire.
    #[must_use]
    fn number(self) -> Self::Number;

    /// The member's spelling in listings.
    #[must_use]
    fn name(self) -> &'static str;

    /// The member with a number.
    #[must_use]
    fn from_number(number: Self::Number) -> Option<Self>;
}
