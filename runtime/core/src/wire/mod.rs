//! The wire layer: converts bytes to numbers and back. It depends on no format.
//!
//! * [`Cursor`] reads from a borrowed slice without allocating. Every error has the offset from the start of that slice.
//! * [`Leb128Reader`] decodes short numbers from a word of the bytes ahead. A cursor is a [`Leb128Source`] too. [`PrefixReader`]
//!   decodes prefix varints. [`Scan`] skips a value and collects only its references.
//! * [`Writer`] appends to a growing buffer.
//! * [`Leb128Writer`] combines short numbers before they go into a writer. A writer is a [`Leb128Sink`] too. [`PrefixWriter`] writes
//!   prefix varints.
//! * [`Budget`] limits the total of all counts in a file, and the bytes that are decoded repeatedly.
//! * [`List`] and [`OffsetTable`] are sequences that stay in the input and are decoded on use.
//! * [`Enumeration`] is the trait of enums whose members have numbers.
//! * [`FromWire`] and [`ToWire`] are values that read and write themselves, with a context that gives the [`Convention`] of their
//!   format. [`Sizes`] gives their number of bytes, and [`IntoOwned`] converts them to values that borrow nothing.
//!
//! There are two variable-length integers. LEB128 (Tile IR) has seven bits in each byte, least significant first; the top bit marks
//! that more bytes follow. The prefix varint (MLIR) gives its length in the trailing zeros of its first byte. Signed values are
//! zigzag coded over either, or are two's complement in as many LEB128 bits as needed.

mod budget;
mod convention;
mod cursor;
pub(crate) mod digits;
mod enclosed;
mod enumeration;
mod float;
mod leb128_reader;
mod leb128_writer;
mod list;
mod owned;
mod packed;
mod prefix;
mod scan;
mod sizes;
mod standard;
mod table;
mod value;
mod varint;
mod vlq;
mod writer;

pub use budget::Budget;
pub use convention::{Convention, Format, Prefixed};
pub use cursor::Cursor;
pub(crate) use enclosed::UNREADABLE;
pub use enclosed::{Enclosed, check_balanced};
pub use enumeration::Enumeration;
pub use float::{F16, F32, F64};
pub use leb128_reader::{Leb128Reader, Leb128Source};
pub use leb128_writer::{Leb128Sink, Leb128Writer};
pub use list::{Big, Bounded, Decode, Lazy, Leb128, List, ListIter, Prefix, Signed, Zigzag};
pub use owned::IntoOwned;
pub use packed::{check_repeat, flag, narrow, pack, plus_one, shift, unflag, unshift};
pub use prefix::{PrefixReader, PrefixWriter};
pub use scan::{Found, Scan};
pub use sizes::Sizes;
pub use standard::{convert, convert_back, read_array, truth, write_array};
pub use table::{Offset, OffsetTable, TableBuilder};
pub use value::{FromWire, ToWire, check_extent, read_elements, write_elements};
pub use writer::Writer;

/// The deepest nesting of values inside values (such as an attribute in an attribute) that readers and writers accept.
pub const MAX_DEPTH: u32 = 128;

/// Bytes of the longest prefix varint.
pub const MAX_PREFIX: usize = 9;

/// Bytes of the longest varint with the highest bits first, see [`Cursor::vlq`].
pub const MAX_VLQ: usize = 10;

/// Zigzag code of a signed number: 0, -1, 1, -2 become 0, 1, 2, 3.
#[inline]
#[must_use]
pub const fn zigzag_encode(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// The signed number that a zigzag code stands for.
#[inline]
#[must_use]
pub const fn zigzag_decode(code: u64) -> i64 {
    (code >> 1) as i64 ^ -((code & 1) as i64)
}

/// Number of filler bytes that bring `position` to a multiple of `alignment`.
///
/// `alignment` must not be zero.
#[inline]
#[must_use]
pub const fn padding(position: usize, alignment: usize) -> usize {
    let over = position % alignment;
    if over == 0 { 0 } else { alignment - over }
}
