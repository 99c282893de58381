//! Derive macros of [Bytespec]: readers and writers of plain enums and structs.
//!
//! Use them through the crate `bytespec` with its feature `derive`. A derived item goes the way of
//! an item of a schema: it is lowered into the same tree, held to the same rules, and written out by
//! the same emitter, so an enum in Rust and the same enum in YAML have the same bytes. What is wrong
//! with an item is reported all at once, each finding at its token, under the name of its rule.
//!
//! A derived item belongs to no format: it has no versions, and the context of its reader and
//! its writer is `()`. For versions, unions, lists and tables, describe the format in a schema.
//!
//! [Bytespec]: https://docs.rs/bytespec

mod dialects;
mod enums;
mod expand;
mod fields;
mod forms;
mod generics;
mod keys;
mod place;
mod records;
mod types;
mod unions;
mod versions;

use bytespec_codegen::emit::rust::Table;
use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Reads and writes an enum as a number.
///
/// Every member is a bare name with a number of its own, which is a literal and never implied. The
/// enum must be `Copy`. It gets
///
/// * `ALL`, every member in order of the numbers,
/// * `number(self) -> u64`, `from_number(u64) -> Option<Self>`, and `name(self) -> &'static str`,
/// * `read(&mut Cursor, &())`, for which an unknown number is an error with its offset,
/// * `write(self, &mut Writer, &mut ())`,
/// * the traits `Decode` and `Encode` of `bytespec::wire`, so that it can be a field of a record
///   and an element of a `List`.
///
/// ```
/// use bytespec::BytecodeEnum;
/// use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
///
/// #[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
/// #[bytecode(wire = "varint<u32>")]
/// enum Combine {
///     Add = 0,
///     #[bytecode(name = "max")]
///     Max = 300,
/// }
///
/// assert_eq!(Combine::ALL, [Combine::Add, Combine::Max]);
/// assert_eq!(Combine::Max.number(), 300);
/// assert_eq!(Combine::Max.name(), "max");
/// assert_eq!(Combine::from_number(1), None);
///
/// let mut writer = Writer::new();
/// Combine::Max.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [0xac, 0x02]);
/// assert_eq!(Combine::from_wire(&mut Cursor::new(writer.as_slice()), &())?, Combine::Max);
///
/// let error = Combine::from_wire(&mut Cursor::new(&[7]), &()).unwrap_err();
/// assert_eq!(error.to_string(), "at byte 0 (0x0): 7 is not a known Combine");
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// # Keys of the enum
///
/// **`wire = "..."`** (required): how the number is written. `u8`, `u16`, `u32` and `u64` have a
/// fixed width, little endian; `varint<u8>` to `varint<u64>` are varints that must fit; `varint`
/// is `varint<u64>`.
///
/// **`varint = "leb128"`** or **`"prefix"`**: which of the two varints is meant; LEB128 when not
/// said. MLIR has the prefix varint.
/// ```
/// # use bytespec::{BytecodeEnum, wire::{ToWire, Writer}};
/// #[derive(BytecodeEnum, Clone, Copy)]
/// #[bytecode(wire = "varint", varint = "prefix")]
/// enum Signedness {
///     Signless = 0,
///     Signed = 1,
/// }
///
/// let mut writer = Writer::new();
/// Signedness::Signed.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [0b11]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`crate = "..."`**: the path of the crate `bytespec`, where it is not `::bytespec`.
/// ```
/// mod reexport {
///     pub use bytespec;
/// }
///
/// #[derive(reexport::bytespec::BytecodeEnum, Clone, Copy)]
/// #[bytecode(wire = "u8", crate = "crate::reexport::bytespec")]
/// enum Flag {
///     Clear = 0,
///     Set = 1,
/// }
/// # fn main() { assert_eq!(Flag::Set.number() + Flag::Clear.number(), 1); }
/// ```
///
/// # Keys of a member
///
/// **`name = "..."`**: what `name` gives; the name in Rust when not said.
#[proc_macro_derive(BytecodeEnum, attributes(bytecode))]
pub fn bytecode_enum(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::expand(&input, keys::ENUM, "enum", enums::lower).into()
}

/// Reads and writes a struct as its fields, in order, with nothing in between.
///
/// The struct has named fields and no parameters, and is `Copy`. It gets
///
/// * `read(&mut Cursor, &())`, whose errors say the offset and the field,
/// * `write(&self, &mut Writer, &mut ())`,
/// * the traits `Decode` and `Encode` of `bytespec::wire`, so that it can be a field of another
///   record and an element of a `List`.
///
/// A field is
///
/// * an integer, `u8` to `u64` or `i8` to `i64`: of fixed width, little endian, if `wire` does not
///   say otherwise;
/// * a `bool`: one byte, 0 or 1, or with `bit` a bit of the flags;
/// * any other type with `Decode<Context = ()>` and `Encode<Context = ()>`: an enum or a record that
///   is derived, or one whose traits are written by hand;
/// * an `Option` of one of these, with a key that says what tells of it.
///
/// There are no lists, strings or borrowed fields: what is derived has no variable length.
///
/// ```
/// use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
/// use bytespec::{BytecodeEnum, BytecodeRecord};
///
/// #[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
/// #[bytecode(wire = "u8")]
/// enum Mode {
///     Off = 0,
///     On = 1,
/// }
///
/// #[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
/// struct Point {
///     #[bytecode(wire = "varint<u32>")]
///     x: u32,
///     y: i16,
///     mode: Mode,
/// }
///
/// let point = Point { x: 300, y: -1, mode: Mode::On };
/// let mut writer = Writer::new();
/// point.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [0xac, 0x02, 0xff, 0xff, 1]);
/// assert_eq!(Point::from_wire(&mut Cursor::new(writer.as_slice()), &())?, point);
///
/// let error = Point::from_wire(&mut Cursor::new(&[0, 0, 0, 9]), &()).unwrap_err();
/// assert_eq!(error.to_string(), "at byte 3 (0x3), mode: 9 is not a known Mode");
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// # Keys of the struct
///
/// **`flags = "..."`**: the flags, an unsigned wire type such as `u8` or `varint<u32>`, stand before
/// the first field. They hold the bits of the fields; other bits are an error.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{Cursor, FromWire, ToWire, Writer}};
/// #[derive(BytecodeRecord, Clone, Copy)]
/// #[bytecode(flags = "u8")]
/// struct Load {
///     #[bytecode(bit = 0)]
///     is_volatile: bool,
///     #[bytecode(bit = 1)]
///     alignment: Option<u16>,
/// }
///
/// let mut writer = Writer::new();
/// Load { is_volatile: true, alignment: Some(8) }.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [0b11, 8, 0]);
/// assert!(Load::from_wire(&mut Cursor::new(&[0b100]), &()).is_err());
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`varint = "leb128"`** or **`"prefix"`**, and **`crate = "..."`**: as for
/// [`BytecodeEnum`](macro@BytecodeEnum).
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// #[derive(BytecodeRecord, Clone, Copy)]
/// #[bytecode(varint = "prefix", crate = "::bytespec")]
/// struct Size {
///     #[bytecode(wire = "varint")]
///     bytes: u64,
/// }
/// # let mut writer = Writer::new();
/// # Size { bytes: 2 }.to_wire(&mut writer, &mut ())?;
/// # assert_eq!(writer.as_slice(), [0b101]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// # Keys of a field
///
/// **`wire = "..."`**: how an integer is written. Its own name is the fixed width; `varint<T>` is a
/// varint that must fit the type `T` of the field (for `i32` and `i64` of its two's complement bits);
/// `zigzag` is a zigzag varint, of an `i64`.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// #[derive(BytecodeRecord, Clone, Copy)]
/// struct Numbers {
///     #[bytecode(wire = "u32")]
///     fixed: u32,
///     #[bytecode(wire = "varint<u16>")]
///     short: u16,
///     #[bytecode(wire = "zigzag")]
///     difference: i64,
/// }
/// # let mut writer = Writer::new();
/// # Numbers { fixed: 1, short: 2, difference: -1 }.to_wire(&mut writer, &mut ())?;
/// # assert_eq!(writer.as_slice(), [1, 0, 0, 0, 2, 1]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`bit = 0`**: a bit of the flags tells of an `Option`; of a `bool`, the bit is all there is.
///
/// **`present`**: a byte before the value of an `Option`, 0 or 1, tells of it.
///
/// **`when = "field"`** and **`unless = "field"`**: an `Option` is there exactly when a `bool` that
/// stands before it is true, or is false. Writing a struct in which the two do not agree is an error.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// #[derive(BytecodeRecord, Clone, Copy)]
/// struct Range {
///     #[bytecode(present)]
///     start: Option<u8>,
///     is_open: bool,
///     #[bytecode(unless = "is_open")]
///     end: Option<u8>,
///     #[bytecode(when = "is_open")]
///     step: Option<u8>,
/// }
///
/// let mut writer = Writer::new();
/// let range = Range { start: Some(3), is_open: false, end: Some(9), step: None };
/// range.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [1, 3, 0, 9]);
/// assert!(Range { end: None, ..range }.to_wire(&mut writer, &mut ()).is_err());
/// # Ok::<(), bytespec::Error>(())
/// ```
#[proc_macro_derive(BytecodeRecord, attributes(bytecode))]
pub fn bytecode_record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::expand(&input, keys::RECORD, "record", records::lower).into()
}

/// Reads and writes attributes of a dialect.
#[proc_macro_derive(BytecodeAttribute, attributes(bytecode))]
pub fn bytecode_attribute(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    union(&input, Table::Attribute).into()
}

/// Reads and writes types of a dialect.
#[proc_macro_derive(BytecodeType, attributes(bytecode))]
pub fn bytecode_type(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    union(&input, Table::Type).into()
}

fn union(input: &DeriveInput, table: Table) -> proc_macro2::TokenStream {
    let known = match input.data {
        syn::Data::Struct(_) => keys::STRUCT,
        _ => keys::UNION,
    };
    let kind = match table {
        Table::Attribute => "attribute",
        Table::Type => "type",
    };
    expand::expand(input, known, kind, |input, keys, common, places| {
        unions::lower(input, keys, common, table, places)
    })
}

/// Makes a struct stand for a dialect.
#[proc_macro_derive(Dialect, attributes(bytecode))]
pub fn dialect(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    dialects::expand(&input).into()
}

/// Makes a struct the properties of an operation.
#[proc_macro_derive(OpProperties, attributes(bytecode))]
pub fn op_properties(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    dialects::properties(&input).into()
}
