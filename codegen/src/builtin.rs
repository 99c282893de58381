//! The types that the language has without a declaration.

use bytespec_plan::Encoding;

/// A built-in type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// The word that it begins with.
    pub name: &'static str,
    /// How it is written with what stands between its angle brackets; the same where nothing does.
    pub form: &'static str,
    /// What it is on the wire, in one line.
    pub doc: &'static str,
}

const fn plain(name: &'static str, doc: &'static str) -> Builtin {
    Builtin { name, form: name, doc }
}

const fn made(name: &'static str, form: &'static str, doc: &'static str) -> Builtin {
    Builtin { name, form, doc }
}

/// All of them, in the order of the chapter on types.
pub const BUILTIN: &[Builtin] = &[
    plain("u8", "One byte"),
    plain("u16", "Two bytes, little endian"),
    plain("u32", "Four bytes, little endian"),
    plain("u64", "Eight bytes, little endian"),
    plain("u16le", "Two bytes, little endian whatever the format says"),
    plain("u32le", "Four bytes, little endian whatever the format says"),
    plain("u64le", "Eight bytes, little endian whatever the format says"),
    plain("i16le", "Two bytes with a sign, little endian whatever the format says"),
    plain("i32le", "Four bytes with a sign, little endian whatever the format says"),
    plain("i64le", "Eight bytes with a sign, little endian whatever the format says"),
    plain("f32le", "IEEE 754 of 32 bits, little endian whatever the format says"),
    plain("f64le", "IEEE 754 of 64 bits, little endian whatever the format says"),
    plain("i8", "One byte with a sign"),
    plain("i16", "Two bytes with a sign, little endian"),
    plain("i32", "Four bytes with a sign, little endian"),
    plain("i64", "Eight bytes with a sign, little endian"),
    plain("u16be", "Two bytes, big endian"),
    plain("u32be", "Four bytes, big endian"),
    plain("u64be", "Eight bytes, big endian"),
    plain("i16be", "Two bytes with a sign, big endian"),
    plain("i32be", "Four bytes with a sign, big endian"),
    plain("i64be", "Eight bytes with a sign, big endian"),
    plain("bool", "One byte, 0 or 1"),
    plain("varint", "A varint of up to 64 bits"),
    made("varint", "varint<u32>", "A varint that must fit the number between the brackets"),
    plain("zigzag", "A zigzag varint of 64 bits"),
    made("zigzag", "zigzag<i32>", "A zigzag varint that must fit the number between the brackets"),
    made("signed", "signed<N>", "LEB128 of N bits with a sign"),
    plain("f32", "IEEE 754 of 32 bits, little endian"),
    plain("f64", "IEEE 754 of 64 bits, little endian"),
    plain("f32be", "IEEE 754 of 32 bits, big endian"),
    plain("f64be", "IEEE 754 of 64 bits, big endian"),
    made("ref", "ref<Table>", "A varint that is an index into a table"),
    made("optional_ref", "optional_ref<Table>", "A varint: 0 is none, n is index n - 1"),
    made("flagged", "flagged<ref<Table>>", "A varint: 0 is none, else the value above a set bit"),
    made("shifted", "shifted<varint<u32>>", "A varint: 0 is none, n is the number n - 1"),
    made("list", "list<X>", "A varint count, then the elements"),
    made("rest", "rest<X>", "Elements up to the end of the entry"),
    made(
        "balanced",
        "balanced<X>",
        "Elements of a union up to the one that closes more than was opened",
    ),
    made("repeat", "repeat<X, field>", "As many elements as an earlier field says"),
    made(
        "aligned_list",
        "aligned_list<X, N>",
        "A varint count, filler to N bytes, elements of fixed width",
    ),
    made(
        "offset_table",
        "offset_table<u32, X>",
        "A varint count, filler, an offset for each entry, data",
    ),
    plain("blob", "A varint size, and so many bytes"),
    plain("utf8", "A varint size, and so many bytes of UTF-8"),
    made("sized", "sized<X>", "A varint size, and a record or union of exactly so many bytes"),
    plain("bytes", "All bytes to the end of the entry"),
    plain("unit", "Nothing: a bit of the flags is the value"),
    made("flags", "flags<u8>", "The bits that other fields claim"),
    made("presence", "presence<u8>", "One byte that tells of the optional field that names it"),
    plain("packed", "One varint whose bits are the `parts` of the field"),
    made(
        "packed",
        "packed<u16be, high>",
        "A number of fixed width whose bits are the `parts`, the lowest first, or the highest",
    ),
];

/// The types that only a field of what is run only has.
pub const RUN_ONLY: &[Builtin] = &[
    plain("u24", "Three bytes, in the order of the format"),
    plain("u48", "Six bytes, in the order of the format"),
    plain("i24", "Three bytes with a sign, in the order of the format"),
    plain("i48", "Six bytes with a sign, in the order of the format"),
    plain("u24le", "Three bytes, little endian whatever the format says"),
    plain("u48le", "Six bytes, little endian whatever the format says"),
    plain("i24le", "Three bytes with a sign, little endian whatever the format says"),
    plain("i48le", "Six bytes with a sign, little endian whatever the format says"),
    plain("u24be", "Three bytes, big endian"),
    plain("u48be", "Six bytes, big endian"),
    plain("i24be", "Three bytes with a sign, big endian"),
    plain("i48be", "Six bytes with a sign, big endian"),
    plain("ascii", "Text of `size` bytes or up to `stop`, a byte a character"),
    plain("latin1", "The same of the first 256 characters of Unicode"),
    plain("utf16le", "The same of UTF-16, the low byte of each unit first"),
    plain("utf16be", "The same of UTF-16, the high byte of each unit first"),
    plain("filler", "Filler up to a multiple of `align` bytes"),
    made("entry", "entry<Table>", "An entry of a table, of the `dialect` of that name"),
    plain("properties", "The properties of the `operation` of that name"),
];

/// The encoding of a text, by the name of its type.
pub fn encoding(name: &str) -> Option<Encoding> {
    Encoding::ALL.into_iter().find(|encoding| encoding.word() == name)
}
