//! Changes of a dialect's operations from one of its releases to the next, for formats whose schema describes them.

/// An operation and the one that replaces it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The older operation, without its dialect.
    pub from: &'static str,
    /// The newer operation.
    pub to: &'static str,
    /// The first release of the newer one, by its position in the dialect's list.
    pub release: usize,
    /// Properties that only the newer one has, each with its value in an operation that was the older one.
    pub adds: &'static [(&'static str, &'static Constant)],
    /// Properties that only the older one has.
    pub drops: &'static [&'static str],
    /// The older one has exactly this many operands.
    pub operands: Option<usize>,
    /// The older one has exactly this many regions.
    pub regions: Option<usize>,
}

/// Something that an operation could not have in older releases.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The operation, without its dialect.
    pub operation: &'static str,
    /// The first release without the limit, by its position in the dialect's list.
    pub before: usize,
    /// A property, and the variant of the dialect's attributes that it could not be.
    pub property: Option<(&'static str, &'static str)>,
    /// The variant of the dialect's types that no operand could have.
    pub operands: Option<&'static str>,
    /// A field that had to be the same in the types of each result and of the operand at the same position.
    pub same: Option<&'static str>,
}

/// An entry of a table.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The dialect whose entry it is, spelled as in the file.
    pub dialect: &'static str,
    /// The table whose entry it is.
    pub table: &'static str,
    /// Its bytes.
    pub pieces: &'static [Piece],
    /// The bytes of entries that a conversion to an older release accepts in its place.
    pub like: &'static [Piece],
}

/// A part of an entry's bytes.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Bytes as they are.
    Bytes(&'static [u8]),
    /// The index of another entry, as a varint.
    Reference(&'static Constant),
    /// The index of any entry, as a varint.
    Any,
}
