//! The types that the language has without a declaration.

use crate::ast::TypeExpr;
use crate::integer::{Integer, WIDE_WIDTHS, WIDTHS};
use bytespec_plan::{Base, Encoding, Vlq};
use std::sync::LazyLock;

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
    plain("u16", "Two bytes, in the byte order of the format"),
    plain("u32", "Four bytes, in the byte order of the format"),
    plain("u64", "Eight bytes, in the byte order of the format"),
    plain("u16le", "Two bytes, always little endian"),
    plain("u32le", "Four bytes, always little endian"),
    plain("u64le", "Eight bytes, always little endian"),
    plain("i16le", "Two bytes, signed, always little endian"),
    plain("i32le", "Four bytes, signed, always little endian"),
    plain("i64le", "Eight bytes, signed, always little endian"),
    plain("f16le", "IEEE 754 of 16 bits, always little endian"),
    plain("f32le", "IEEE 754 of 32 bits, always little endian"),
    plain("f64le", "IEEE 754 of 64 bits, always little endian"),
    plain("i8", "One byte, signed"),
    plain("i16", "Two bytes, signed, in the byte order of the format"),
    plain("i32", "Four bytes, signed, in the byte order of the format"),
    plain("i64", "Eight bytes, signed, in the byte order of the format"),
    plain("u16be", "Two bytes, always big endian"),
    plain("u32be", "Four bytes, always big endian"),
    plain("u64be", "Eight bytes, always big endian"),
    plain("i16be", "Two bytes, signed, always big endian"),
    plain("i32be", "Four bytes, signed, always big endian"),
    plain("i64be", "Eight bytes, signed, always big endian"),
    plain("bool", "One byte, 0 or 1"),
    plain("varint", "A varint of up to 64 bits"),
    made("varint", "varint<u32>", "A varint that must fit the type in brackets"),
    plain("zigzag", "A zigzag varint of 64 bits"),
    made("zigzag", "zigzag<i32>", "A zigzag varint that must fit the type in brackets"),
    made("signed", "signed<N>", "Signed LEB128 of N bits"),
    plain("f16", "IEEE 754 of 16 bits, in the byte order of the format"),
    plain("f32", "IEEE 754 of 32 bits, in the byte order of the format"),
    plain("f64", "IEEE 754 of 64 bits, in the byte order of the format"),
    plain("f16be", "IEEE 754 of 16 bits, always big endian"),
    plain("f32be", "IEEE 754 of 32 bits, always big endian"),
    plain("f64be", "IEEE 754 of 64 bits, always big endian"),
    made("ref", "ref<Table>", "A varint that is an index into a table"),
    made("optional_ref", "optional_ref<Table>", "A varint: 0 is none, n is index n - 1"),
    made(
        "flagged",
        "flagged<ref<Table>>",
        "A varint: 0 is none; otherwise bit 0 is set, and the bits above it are the value",
    ),
    made("shifted", "shifted<varint<u32>>", "A varint: 0 is none, n is the number n - 1"),
    made("list", "list<X>", "A varint count, then the elements"),
    made("rest", "rest<X>", "Elements up to the end of the entry"),
    made(
        "balanced",
        "balanced<X>",
        "Elements of a union, up to and including the first one that closes a block that no element opened",
    ),
    made("repeat", "repeat<X, field>", "As many elements as an earlier field states"),
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
    plain("blob", "A varint size, and this many bytes"),
    plain("utf8", "A varint size, and this many bytes of UTF-8"),
    made("sized", "sized<X>", "A varint size, and a record or union of exactly this many bytes"),
    plain("bytes", "All bytes up to the end of the entry"),
    plain("unit", "No bytes: a bit of the flags is the value"),
    made("flags", "flags<u8>", "The bits that other fields claim"),
    made(
        "presence",
        "presence<u8>",
        "One byte that states whether the optional field that names it is present",
    ),
    plain("packed", "One varint whose bits are the `parts` of the field"),
    made(
        "packed",
        "packed<u16be, high>",
        "A number of fixed width whose bits are the `parts`: lowest bits first, or highest bits first with `high`",
    ),
];

/// The types that only a field of what is run only has.
pub static RUN_ONLY: LazyLock<Vec<Builtin>> = LazyLock::new(|| {
    let varints = Vlq::ALL.into_iter().flat_map(|kind| {
        let sized =
            made(kind.word(), kind.sized(), "The same, which must fit the type in brackets");
        [plain(kind.word(), kind.doc()), sized]
    });
    let digits = Base::ALL.into_iter().flat_map(|base| {
        let (name, form, doc) = digits(base);
        [plain(name, doc), made(name, form, DIGITS)]
    });
    let fixed = FIXED.iter().map(|(name, doc)| plain(name, doc));
    let texts = TEXTS.iter().map(|(name, doc)| plain(name, doc));
    fixed.chain(texts).chain(OTHERS.iter().copied()).chain(varints).chain(digits).collect()
});

/// The types of integers of up to 64 bits.
pub fn integer_types() -> impl Iterator<Item = &'static Builtin> {
    let is_integer = |ty: &&Builtin| {
        // A reader of types leaves `le` out.
        let name = ty.name.strip_suffix("le").unwrap_or(ty.name).to_owned();
        let of = Integer::of(&TypeExpr { name, ..TypeExpr::default() });
        ty.name == "signed" || of.is_some_and(|of| of.range().is_some())
    };
    BUILTIN.iter().chain(RUN_ONLY.iter()).filter(is_integer)
}

/// The names of integers of fixed width that Rust has no type for, or that expressions do not use, and what each is.
static FIXED: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let narrow = WIDTHS.into_iter().filter(|bits| Integer::of_rust(&format!("u{bits}")).is_none());
    let widths: Vec<&str> = narrow.chain(WIDE_WIDTHS).collect();
    let orders = [
        ("", "in the byte order of the format"),
        ("le", "always little endian"),
        ("be", "always big endian"),
    ];
    let mut all = Vec::new();
    for (order, bytes) in orders {
        for (letter, sign) in [("u", ""), ("i", ", signed")] {
            for bits in &widths {
                let number = Integer::fixed(&format!("{letter}{bits}"));
                let limit = match number.is_some_and(Integer::is_wide) {
                    true => "; expressions do not use it",
                    false => "",
                };
                let count = number.map_or(0, |number| number.bits / 8);
                let doc = format!("{count} bytes{sign}, {bytes}{limit}");
                all.push((format!("{letter}{bits}{order}"), doc));
            }
        }
    }
    all
});

/// The names of texts without a size of their own, and what each is.
static TEXTS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let others = Encoding::ALL.into_iter().filter(|encoding| *encoding != Encoding::Utf8);
    let text = |encoding: Encoding| {
        let words = match encoding {
            Encoding::Utf8 => "UTF-8",
            Encoding::Ascii => "ASCII",
            Encoding::Latin1 => "Latin-1, the first 256 characters of Unicode, one byte each",
            Encoding::Utf16Little => "UTF-16, little endian",
            Encoding::Utf16Big => "UTF-16, big endian",
            Encoding::Utf32Little => "UTF-32, little endian",
            Encoding::Utf32Big => "UTF-32, big endian",
            Encoding::Mutf8 => "the modified UTF-8 of Java",
            Encoding::Cp437 => "code page 437 of the IBM PC",
            Encoding::Legacy(legacy) => legacy.label(),
        };
        (encoding.word(), format!("A text of `size` bytes or up to `stop`: {words}"))
    };
    others.map(text).collect()
});

/// A number in digits that has a width.
const DIGITS: &str = "The same, which must fit the type; in as many bytes as the first number states, with zeros in front of the digits, or with the second number, a byte, after them";

/// The types of numbers in the digits of a base: their name, an example of one with arguments, and what the name alone is.
fn digits(base: Base) -> (&'static str, &'static str, &'static str) {
    let (form, doc) = match base {
        Base::Decimal => ("decimal<u32, 12, 0x20>", "A number in decimal digits of ASCII"),
        Base::Hexadecimal => ("hexadecimal<u32, 8>", "A number in hexadecimal digits of ASCII"),
        Base::Octal => ("octal<u32, 8, 0x00>", "A number in octal digits of ASCII"),
        Base::Binary => ("binary<u8, 8>", "A number in binary digits of ASCII"),
    };
    (base.word(), form, doc)
}

/// Those of [`RUN_ONLY`] that are no numbers.
const OTHERS: &[Builtin] = &[
    plain("filler", "Bytes without a meaning: up to a multiple of `align` bytes, or `size` bytes"),
    made(
        "entry",
        "entry<Table>",
        "The next entry of a table, as the dialect that `dialect` names describes it",
    ),
    plain("properties", "The properties of the operation that `dialect` and `operation` name"),
];

/// The encoding of a text, by the name of its type.
pub fn encoding(name: &str) -> Option<Encoding> {
    Encoding::ALL.into_iter().find(|encoding| encoding.word() == name)
}
