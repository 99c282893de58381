//! Files that are legal and that no writer makes: each is a real file that says the same in other bytes.

mod container;
pub mod texts;
mod tree;
mod wrong;

pub use wrong::{WrongFile, verdict, wrong_files};

use crate::mutate::Random;
use bytespec::Result;

/// A way in which the format lets a file say the same in other bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Oddity {
    /// The version in the header, lengths and alignments of sections have more bytes than they need.
    Headers,
    /// The lengths of strings have more bytes than they need.
    Strings,
    /// Numbers in all sections have more bytes than they need.
    Numbers,
    /// Sections stand in another order.
    Order,
    /// Sections are aligned.
    Aligned,
    /// Sections inside of other ones are aligned.
    Nested,
    /// Lists that are empty are there.
    EmptyLists,
    /// More values and names of operations are announced than there are.
    Overstated,
    /// Attributes and types of `builtin` stand as text.
    Text,
    /// Sections that nothing is in are not there.
    Absent,
    /// There are entries with codes that nobody knows, of dialects that no schema describes; nothing refers to them.
    Unused,
    /// A string is there twice, and what refers to it refers to one or the other.
    Twice,
}

impl Oddity {
    /// All of them.
    pub const ALL: [Oddity; 12] = [
        Oddity::Headers,
        Oddity::Strings,
        Oddity::Numbers,
        Oddity::Order,
        Oddity::Aligned,
        Oddity::Nested,
        Oddity::EmptyLists,
        Oddity::Overstated,
        Oddity::Text,
        Oddity::Absent,
        Oddity::Unused,
        Oddity::Twice,
    ];

    /// Makes a file odd; none for one that has nothing that can be so.
    ///
    /// # Errors
    /// A file that is not read.
    pub fn make(self, bytes: &[u8], random: &mut Random) -> Result<Option<Vec<u8>>> {
        let made = match self {
            Oddity::Headers => container::headers(bytes, random)?,
            Oddity::Strings => container::strings(bytes, random)?,
            Oddity::Order => container::order(bytes, random)?,
            Oddity::Aligned => container::aligned(bytes, random)?,
            Oddity::Nested => container::nested(bytes, random)?,
            Oddity::Absent => container::absent(bytes)?,
            Oddity::Unused => container::unused(bytes, random)?,
            Oddity::Twice => tree::twice(bytes, random)?,
            Oddity::Numbers => tree::numbers(bytes, random)?,
            Oddity::EmptyLists => tree::empty_lists(bytes, random)?,
            Oddity::Overstated => tree::overstated(bytes, random)?,
            Oddity::Text => tree::as_text(bytes)?,
        };
        Ok((made != bytes).then_some(made))
    }
}
