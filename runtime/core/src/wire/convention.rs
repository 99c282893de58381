//! What a format has decided for all its values.

/// What a format has decided once for all its values; the contexts of readers and writers tell it.
///
/// `()` is the context of a format that decides nothing: its varint is LEB128.
pub trait Convention {
    /// Whether a varint has its length in front (the prefix varint) or is LEB128.
    const PREFIX: bool;
}

impl Convention for () {
    const PREFIX: bool = false;
}

/// The context of a format whose varint is the prefix varint, and which decides nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefixed;

impl Convention for Prefixed {
    const PREFIX: bool = true;
}

/// A format that a schema describes: what its readers and writers are given.
///
/// The type `Version` of what is generated is one, where derived items are asked for.
pub trait Format {
    /// The names of the versions, oldest first.
    const VERSIONS: &'static [&'static str];
    /// The context of reading what lives as long as `'a`.
    type Reading<'a>: Convention;
    /// The context of writing.
    type Writing<'a>: Convention;
}
