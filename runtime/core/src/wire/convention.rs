//! The conventions of a format that apply to all of its values.

/// The conventions of a format that apply to all of its values. The contexts of readers and writers implement it.
///
/// `()` is the context of a format with the default conventions: its varint is LEB128.
pub trait Convention {
    /// Whether the varint is the prefix varint; otherwise it is LEB128.
    const PREFIX: bool;
}

impl Convention for () {
    const PREFIX: bool = false;
}

/// The context of a format whose varint is the prefix varint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefixed;

impl Convention for Prefixed {
    const PREFIX: bool = true;
}

/// A format that a schema describes, with the contexts of its readers and writers.
///
/// The type `Version` of the generated code implements it, if the code is generated for derived items.
pub trait Format {
    /// The names of the versions, oldest first.
    const VERSIONS: &'static [&'static str];
    /// The context of reading values that borrow for `'a`.
    type Reading<'a>: Convention;
    /// The context of writing.
    type Writing<'a>: Convention;
}
