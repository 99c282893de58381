//! Derive macros of [Bytespec]: readers and writers of plain enums and structs, and of dialects.
//!
//! Use them through the crate `bytespec` with its feature `derive`. A derived item goes the way of
//! an item of a schema: it is lowered into the same tree, held to the same rules, and written out by
//! the same emitter, so an item in Rust and the same item in YAML have the same bytes. What is wrong
//! with an item is reported all at once, each finding at its token, under the name of its rule.
//!
//! | macro | for |
//! | --- | --- |
//! | [`BytecodeEnum`] | enums of bare names |
//! | [`BytecodeRecord`] | structs: fields in order |
//! | [`BytecodeAttribute`], [`BytecodeType`] | a code and fields: attributes and types of a dialect, tagged values of a plain format |
//! | [`Dialect`](macro@Dialect) | a dialect of MLIR: name, versions, entries |
//! | [`OpProperties`] | the properties of an operation |
//! | [`Operation`](macro@Operation) | an operation with all that it has |
//!
//! A field is read and written by its type, with the traits `FromWire` and `ToWire` of `bytespec::wire`: an alias, a
//! parameter or a type that implements them by hand is as good as a derived one. What says no `dialect`
//! depends on no context, and can be a part of any format.
//!
//! [Bytespec]: https://docs.rs/bytespec

#[cfg(feature = "schema")]
mod agreement;
#[cfg(not(feature = "schema"))]
#[path = "no_agreement.rs"]
mod agreement;
mod coding;
mod dialects;
mod enums;
mod expand;
mod fields;
mod forms;
mod generics;
#[cfg(test)]
mod golden;
mod item;
mod keys;
mod members;
mod op_texts;
mod operations;
mod place;
mod rebuilt;
mod records;
mod stub;
mod texts;
mod types;
mod unions;
mod upgrades;
mod versions;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Reads and writes an enum as a number.
///
/// Every member is a bare name with a number of its own, which is a literal and never implied. The
/// enum must be `Copy`. It gets
///
/// * the trait `Enumeration` of `bytespec::wire`: `ALL`, every member in order of the numbers, `number(self) -> u64`,
///   `from_number(u64) -> Option<Self>`, and `name(self) -> &'static str`,
/// * the traits `FromWire` and `ToWire` of `bytespec::wire`, for which an unknown number is an error with
///   its offset,
/// * the traits of `bytespec::export`, which say it in the language of schemas.
///
/// ```
/// use bytespec::BytecodeEnum;
/// use bytespec::wire::{Cursor, Enumeration, FromWire, ToWire, Writer};
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
/// **`varint = "leb128"`** or **`"prefix"`**: which of the two varints is meant. When not said, the context of
/// whoever reads tells: LEB128 with `()`, the prefix varint with `bytespec::wire::Prefixed` and in dialects of MLIR.
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
/// **`format = path`**: the module that is generated from a schema, by `Format::derived` of `bytespec-codegen`: see
/// [`BytecodeRecord`](macro@BytecodeRecord).
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
/// # use bytespec::wire::Enumeration;
/// # fn main() { assert_eq!(Flag::Set.number() + Flag::Clear.number(), 1); }
/// ```
///
/// **`dialect = path`**: the dialect whose versions are meant by `since` and `until`; with `format`, they are those of the format.
///
/// **`since = "1.1"`** and **`until = "1.2"`**: the first and the last version of it that have the enum. Other versions refuse to
/// read and to write it; what holds it in a field says the same bounds for that, or is in no other version itself.
///
/// **`remote = path`**: the enum is the likeness of one of another crate, as for [`BytecodeRecord`](macro@BytecodeRecord).
///
/// **`schema = "..."`**: a schema whose enum of this name has the same members, or this one does not compile, as for
/// [`BytecodeRecord`](macro@BytecodeRecord).
///
/// **`reserved(3, 4)`**: numbers that no member may have. **`dead(5, "what it was")`**, any number of times: a number that
/// a member had once; whoever reads it is told what it was.
///
/// # Keys of a member
///
/// **`name = "..."`**: what `name` gives; the name in Rust when not said.
///
/// **`since = "1.1"`** and **`until = "1.2"`**: the first and the last version of the dialect or the format that have it.
/// ```
/// # use bytespec::{BytecodeEnum, Dialect, wire::Enumeration};
/// #[derive(Dialect)]
/// #[bytecode(name = "motor", versions("1.0", "1.1"))]
/// struct Motor;
///
/// #[derive(BytecodeEnum, Clone, Copy, Debug)]
/// #[bytecode(wire = "varint", dialect = Motor, reserved(3), dead(2, "knots"))]
/// enum Unit {
///     Rpm = 0,
///     #[bytecode(since = "1.1", name = "hz")]
///     Hertz = 1,
/// }
/// assert_eq!(Unit::Hertz.name(), "hz");
/// ```
///
/// **`other`**, of a member that holds a `u64` and has no number of its own: it stands for all numbers that have no name. Such a number is kept
/// and written back. One that a member has or had, or that is reserved, is not allowed there, and neither is one that `wire` cannot hold:
/// so every value has one encoding. Rust asks for a `repr` where members have numbers, and counts on from the member before: put
/// `other` behind the greatest number.
/// ```
/// # use bytespec::{BytecodeEnum, wire::{Cursor, Enumeration, FromWire, ToWire, Writer}};
/// #[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
/// #[repr(u64)]
/// #[bytecode(wire = "varint<u16>")]
/// enum Machine {
///     None = 0,
///     Sparc = 2,
///     #[bytecode(other)]
///     Other(u64),
/// }
///
/// assert_eq!(Machine::from_wire(&mut Cursor::new(&[62]), &())?, Machine::Other(62));
/// assert_eq!(Machine::ALL, [Machine::None, Machine::Sparc]);
/// let mut writer = Writer::new();
/// Machine::Other(62).to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [62]);
///
/// let error = Machine::Other(2).to_wire(&mut writer, &mut ()).unwrap_err();
/// assert_eq!(error.to_string(), "the value 2 is not allowed here");
/// # Ok::<(), bytespec::Error>(())
/// ```
#[proc_macro_derive(BytecodeEnum, attributes(bytecode))]
pub fn bytecode_enum(input: TokenStream) -> TokenStream {
    derive("BytecodeEnum", input)
}

/// Reads and writes a struct as its fields, in order, with nothing in between.
///
/// The struct may have one lifetime, that of the input, and parameters: where these read and
/// write themselves, it does. Fields need no names: the only one of a struct is called `value` then, and several are
/// called `value0`, `value1` and so on, in keys, in errors and in the schema. It gets
///
/// * the traits `FromWire` and `ToWire` of `bytespec::wire`; errors say the offset and the field, and `MIN_ENCODED_LEN` and
///   `MAX_ENCODED_LEN` how many bytes it takes, in any version: the most are `None` where a list or a pointer is in it,
/// * the traits of `bytespec::export`, which say it in the language of schemas.
///
/// A field is
///
/// * an integer, `u8` to `u64` or `i8` to `i64`: of fixed width, little endian, if `wire` does not
///   say otherwise;
/// * a `bool`: one byte, 0 or 1, or with `bit` a bit of the flags;
/// * an `f32` or `f64`, by its bits, and a `NonZero`, of which zero is refused;
/// * any other type that reads and writes itself: what is derived, or has by hand the two traits and
///   `Describe` of `bytespec::export`; a `Vec` of such, which is a varint count and the elements; an array or a tuple, which are their
///   parts; a `BTreeMap`, which is a varint count and the entries, whose keys ascend; a `Box`, `Rc` or `Arc`; `&[u8]`, and `&str`, `String`, `Box<str>`,
///   `Rc<str>` and `Arc<str>`, which are a varint size and the bytes; a `Cow` of bytes or text, which borrows;
/// * an `Option` of one of these, with a key that says what tells of it;
/// * with `dialect`, a reference to a table of the file, or an `Option` of one: `AttributeId`, `TypeId`,
///   `StringId`, `ResourceId`;
/// * with `format`, an enum, record or union of the schema, owned or borrowed.
///
/// What reaches to the end of the bytes, such as a struct with `wire = "bytes"`, stands last: the compiler refuses fields behind
/// it, lists of it and a `Box` of it.
/// ```compile_fail
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// #[derive(BytecodeRecord)]
/// struct Rest<'a> {
///     #[bytecode(wire = "bytes")]
///     bytes: &'a [u8],
/// }
///
/// #[derive(BytecodeRecord)]
/// struct Message<'a> {
///     rest: Rest<'a>,
///     checksum: u32,
/// }
///
/// Message { rest: Rest { bytes: &[] }, checksum: 0 }.to_wire(&mut Writer::new(), &mut ())?;
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// A list takes at least one byte for each of its elements, and values are nested at most `bytespec::wire::MAX_DEPTH`
/// deep, when they are read and when they are written.
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
/// **`dialect = path`**: the dialect whose versions are meant by `since` and `until`, and whose items fields can be.
///
/// **`since = "1.1"`** and **`until = "1.2"`**, with `dialect` or `format`: the first and the last version that have the struct, as for
/// [`BytecodeEnum`](macro@BytecodeEnum).
///
/// **`format = path`**, not with `dialect`: the module that is generated from a schema, by a build script that says
/// `Format::new("schema").derived(true)`. Fields can be types of the schema, whose versions the contexts of the format tell,
/// and other items of the format. The other way round, a codec of the schema that is `derived: true` is a derived type.
/// The schema describes the format: what is of it has no traits of `bytespec::export`.
///
/// **`try_from = path`**: another type says how the struct is written, whose fields need no encoding then. It is made by `TryFrom` of a value of
/// the other one, and goes back by `Into`, of a clone.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{Cursor, FromWire, ToWire, Writer}};
/// #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
/// #[bytecode(try_from = u8)]
/// struct Percent(f32);
///
/// impl TryFrom<u8> for Percent {
///     type Error = String;
///
///     fn try_from(value: u8) -> Result<Self, String> {
///         if value > 100 { Err(format!("{value} percent")) } else { Ok(Percent(value.into())) }
///     }
/// }
///
/// impl From<Percent> for u8 {
///     fn from(Percent(value): Percent) -> u8 {
///         value as u8
///     }
/// }
///
/// assert_eq!(Percent::from_wire(&mut Cursor::new(&[40]), &())?, Percent(40.0));
/// assert_eq!(Percent(40.0).encoded_len(&mut ())?, 1);
/// let error = Percent::from_wire(&mut Cursor::new(&[101]), &()).unwrap_err();
/// assert_eq!(error.to_string(), "at byte 0 (0x0), value: 101 percent");
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`into = path`**, beside `try_from`: what is written is made by `Into` of this type and not of the one that is read. Both have the same
/// bytes.
///
/// **`gone(name: Type, until = "1.0", default = value)`**, with `dialect` or `format`, any number of times: a field of older versions that the struct does
/// not have any more. It stands last, or with `before = "field"` in front of that one, and takes the keys of a field that say how it is
/// written. Older versions have its default where it is written; what they have where it is read is dropped.
/// ```
/// use bytespec::dialect::Registry;
/// use bytespec::mlir::{File, Module, WriteOptions};
/// use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};
///
/// #[derive(Dialect)]
/// #[bytecode(name = "motor", versions("1.0", "1.1"), attributes(Limits))]
/// struct Motor;
///
/// #[derive(BytecodeRecord, Debug, PartialEq)]
/// #[bytecode(dialect = Motor, gone(unit: u8, until = "1.0", default = 1, before = "most"))]
/// struct Limit {
///     most: u32,
/// }
///
/// #[derive(BytecodeAttribute, Debug, PartialEq)]
/// #[bytecode(dialect = Motor, code = 0)]
/// struct Limits {
///     limits: Vec<Limit>,
/// }
///
/// let mut module = Module::new("MLIR22.1.8");
/// module.set_registry(Registry::new().with::<Motor>());
/// let id = module.add_entry(&Limits { limits: vec![Limit { most: 7 }] })?;
/// module.convert_dialect("motor", Some("1.0"))?;
/// let bytes = module.write(&WriteOptions::default())?;
/// assert_eq!(File::open(&bytes)?.attribute_bytes(id)?.1, [1, 3, 1, 7, 0, 0, 0]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`upgrade(from = Type, before = "1.1")`**, with `dialect` or `format`, any number of times: before a version the struct was written as another
/// derived type. What is read then is made of that type, by `From` or `TryFrom`. With `back` it is written in such versions, too: the other type is
/// made of a clone, by `From` or `TryFrom`. Without it, such versions refuse to write it. Each upgrade holds from the version of the one before, or
/// from `since`, on. In the language of schemas it is a record of the types, each in its versions.
/// ```
/// use bytespec::dialect::Registry;
/// use bytespec::mlir::{File, Module, WriteOptions};
/// use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};
///
/// #[derive(Dialect)]
/// #[bytecode(name = "motor", versions("1.0", "1.1"), attributes(Limits))]
/// struct Motor;
///
/// #[derive(BytecodeRecord)]
/// struct OldLimit {
///     hundreds: u8,
/// }
///
/// #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
/// #[bytecode(dialect = Motor, upgrade(from = OldLimit, before = "1.1", back))]
/// struct Limit {
///     most: u32,
/// }
///
/// impl From<OldLimit> for Limit {
///     fn from(old: OldLimit) -> Self {
///         Limit { most: u32::from(old.hundreds) * 100 }
///     }
/// }
///
/// impl TryFrom<Limit> for OldLimit {
///     type Error = std::num::TryFromIntError;
///
///     fn try_from(limit: Limit) -> Result<Self, Self::Error> {
///         Ok(OldLimit { hundreds: (limit.most / 100).try_into()? })
///     }
/// }
///
/// #[derive(BytecodeAttribute, Debug, PartialEq)]
/// #[bytecode(dialect = Motor, code = 0)]
/// struct Limits {
///     limits: Vec<Limit>,
/// }
///
/// let mut module = Module::new("MLIR22.1.8");
/// module.set_registry(Registry::new().with::<Motor>());
/// let id = module.add_entry(&Limits { limits: vec![Limit { most: 700 }] })?;
/// module.convert_dialect("motor", Some("1.0"))?;
/// let bytes = module.write(&WriteOptions::default())?;
/// assert_eq!(File::open(&bytes)?.attribute_bytes(id)?.1, [1, 3, 7]);
/// let error = module.add_entry(&Limits { limits: vec![Limit { most: 25_600 }] }).unwrap_err();
/// assert!(error.to_string().ends_with("out of range integral type conversion attempted"));
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`remote = path`**: the struct is the likeness of a type of another crate, with the same fields. It goes by `From` into that one and back, so
/// that fields of that type say `try_from`; they need `Clone`.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// mod shapes {
///     #[derive(Clone)]
///     pub struct Point {
///         pub x: u16,
///         pub y: u16,
///     }
/// }
///
/// #[derive(BytecodeRecord)]
/// #[bytecode(remote = shapes::Point)]
/// struct PointDef {
///     x: u16,
///     y: u16,
/// }
///
/// #[derive(BytecodeRecord)]
/// struct Line {
///     #[bytecode(try_from = PointDef, of = shapes::Point)]
///     points: Vec<shapes::Point>,
/// }
///
/// let mut writer = Writer::new();
/// Line { points: vec![shapes::Point { x: 1, y: 2 }] }.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [1, 1, 0, 2, 0]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`schema = "docs/place.yaml"`**, with the feature `derive-schema` of `bytespec`: a schema, a file or a folder below that of the crate's
/// manifest or of its workspace. A struct that is not the record of its name in it does not compile: the error says what both say, and where
/// the schema does. Order, names, types, bits, versions and constants as defaults are compared. Where the schema has
/// an item, a type that reads itself is compared by the last word of its path; types with arguments of their own, tuples, arrays and what
/// `with` and `try_from` write are not compared.
/// ```
/// # #[cfg(feature = "schema")]
/// # mod example {
/// # use bytespec::BytecodeRecord;
/// #[derive(BytecodeRecord)]
/// #[bytecode(schema = "docs/place.yaml")]
/// struct Place {
///     x: u16,
///     names: Vec<String>,
/// }
/// # }
/// ```
///
/// **`into_owned`**, of a struct with a lifetime: it gets the trait `IntoOwned` of `bytespec::wire`, which makes it into one that borrows
/// nothing. What it borrows stands in a `Cow`, or in items that have the trait. A `&str` has no room for what it borrows: take a `Cow`.
/// ```
/// # use bytespec::BytecodeRecord;
/// # use bytespec::wire::{Cursor, FromWire, IntoOwned};
/// # use std::borrow::Cow;
/// #[derive(BytecodeRecord, Debug, PartialEq)]
/// #[bytecode(into_owned)]
/// struct Word<'a> {
///     text: Cow<'a, str>,
/// }
///
/// fn read(bytes: &[u8]) -> bytespec::Result<Word<'static>> {
///     Word::from_wire(&mut Cursor::new(bytes), &()).map(Word::into_owned)
/// }
/// assert_eq!(read(b"\x02ab")?.text, "ab");
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`varint = "leb128"`** or **`"prefix"`**, not in a dialect or format, and **`crate = "..."`**: as for
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
/// **`wire = "..."`**: how a number is written, also one in an `Option`, `Vec`, array, tuple or `Box`, at any depth. Its own name is the
/// fixed width, little endian, and with `be` behind it, such as `u32be`, big endian; `varint<T>` is a
/// varint that must fit the type `T` of the field (with a sign, of its two's complement bits);
/// `zigzag<T>` is a zigzag varint that must fit `T`, and `zigzag` one of an `i64`; `signed<N>` is LEB128 of `N` bits with a sign, of
/// the narrowest type that has so many. `f32be` and `f64be` are floats, big endian. A `bool` is the number 0 or 1 then, and of a
/// `NonZero` zero is refused. Of a `&[u8]`, `bytes` is all that is left.
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
/// **`present`**: a byte before the value of an `Option`, 0 or 1, tells of it, also inside of a `Vec`, array, tuple or `Box`.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// #[derive(BytecodeRecord)]
/// struct Shape {
///     #[bytecode(present, wire = "varint<u32>")]
///     sizes: Vec<Option<u32>>,
///     #[bytecode(wire = "zigzag")]
///     corners: [(i64, i64); 2],
/// }
///
/// let mut writer = Writer::new();
/// let shape = Shape { sizes: vec![Some(300), None], corners: [(0, -1), (1, -2)] };
/// shape.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [2, 1, 0xac, 2, 0, 0, 1, 2, 3]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`shifted`**: a varint is the value of an `Option` of `u8`, `u16`, `u32` or `u64`, also inside of a `Vec`, array, tuple or `Box`: zero
/// for none, and otherwise one more than the number. The greatest `u64` has no such code, and writing it is an error.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// #[derive(BytecodeRecord)]
/// struct Line {
///     #[bytecode(shifted)]
///     scope: Option<u64>,
///     #[bytecode(shifted)]
///     columns: [Option<u8>; 2],
/// }
///
/// let mut writer = Writer::new();
/// Line { scope: Some(0), columns: [None, Some(255)] }.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [1, 0, 0x80, 2]);
///
/// let line = Line { scope: Some(u64::MAX), columns: [None; 2] };
/// let error = line.to_wire(&mut writer, &mut ()).unwrap_err();
/// assert_eq!(error.to_string(), "scope: the value 18446744073709551615 is not allowed here");
/// # Ok::<(), bytespec::Error>(())
/// ```
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
///
/// **`since = "1.1"`** and **`until = "1.2"`**, with `dialect` or `format`: the first and the last version that have the field.
///
/// **`default = value`**: its value in versions that lack it, which is then not written; any other value is refused there. A
/// number, a truth value, `[]`, `None`, or a path such as `Unit::Rpm` to a member of a derived enum. A field that is not in every version has
/// one, but for an `Option` of which another key tells.
///
/// **`name = "..."`**: what keys, errors and the schema call the field.
///
/// **`skip`**: the field is not on the wire. Where the struct is read it has its default, or what `default = value` says, any value of Rust.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{Cursor, FromWire, ToWire, Writer}};
/// #[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
/// struct Celsius(#[bytecode(name = "degrees")] f32);
///
/// #[derive(BytecodeRecord, Debug, PartialEq)]
/// struct Sample {
///     place: (i32, i32),
///     temperatures: [Celsius; 2],
///     #[bytecode(skip)]
///     file: Option<String>,
///     #[bytecode(skip, default = 1)]
///     weight: usize,
/// }
///
/// let mut writer = Writer::new();
/// let temperatures = [Celsius(1.5), Celsius(-2.0)];
/// let file = Some("here".to_owned());
/// Sample { place: (1, 2), temperatures, file, weight: 3 }.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0]);
/// let sample = Sample::from_wire(&mut Cursor::new(writer.as_slice()), &())?;
/// assert_eq!(sample, Sample { place: (1, 2), temperatures, file: None, weight: 1 });
///
/// let error = Sample::from_wire(&mut Cursor::new(&writer.as_slice()[..14]), &()).unwrap_err();
/// assert!(error.to_string().starts_with("at byte 12 (0xc), temperatures[1].degrees: "));
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`try_from = path`**: the field goes through another type, as a struct of which this is said; so types of other crates can be fields.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// # use std::net::Ipv4Addr;
/// #[derive(BytecodeRecord)]
/// struct Host {
///     #[bytecode(present, try_from = u32)]
///     address: Option<Ipv4Addr>,
/// }
///
/// let mut writer = Writer::new();
/// Host { address: Some(Ipv4Addr::LOCALHOST) }.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [1, 1, 0, 0, 127]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`into = path`**, beside it: what is written, as for a struct.
///
/// **`wire = "flagged<varint>"`** and **`"flagged<varint<T>>"`**: a varint is the value of an `Option` of an unsigned number: zero for none,
/// and otherwise the number above a set bit.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// #[derive(BytecodeRecord)]
/// struct Pointer {
///     #[bytecode(wire = "flagged<varint>")]
///     address_space: Option<u64>,
///     #[bytecode(wire = "flagged<varint<u16>>")]
///     alignment: Option<u16>,
/// }
///
/// let mut writer = Writer::new();
/// Pointer { address_space: Some(3), alignment: None }.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [0b111, 0]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`wire = "ap_int(field)"`** and **`wire = "ap_float(field)"`**, with `dialect`, of an `ApInt` or `ApFloat` of `bytespec::mlir`: the bits of
/// a number as wide as the type says to which a `TypeId` before it refers. A type of a derived dialect says its `width`, and the dialect is in
/// the registry then.
/// ```
/// use bytespec::mlir::{ApInt, Module, TypeId};
/// use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};
///
/// #[derive(Dialect)]
/// #[bytecode(name = "motor", versions("1.0", "1.1"), attributes(Limit))]
/// struct Motor;
///
/// #[derive(BytecodeRecord, Debug, PartialEq)]
/// #[bytecode(dialect = Motor)]
/// struct Number {
///     ty: TypeId,
///     /// As wide as the type says.
///     #[bytecode(wire = "ap_int(ty)")]
///     value: ApInt,
///     #[bytecode(since = "1.1", default = 1)]
///     scale: u32,
/// }
///
/// #[derive(BytecodeAttribute, Debug, PartialEq)]
/// #[bytecode(dialect = Motor, code = 0)]
/// struct Limit {
///     numbers: Vec<Number>,
/// }
///
/// let mut module = Module::new("MLIR22.1.8");
/// let ty = module.add_type(bytespec::mlir::BuiltinType::IndexType)?;
/// let limit = Limit { numbers: vec![Number { ty, value: ApInt::Small(7), scale: 1 }] };
/// let id = module.add_entry(&limit)?;
/// assert_eq!(module.entry(id)?.and_then(|form| form.value()), Some(limit));
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`with = path`**: a module with the functions `read(&mut Cursor, &C)` and `write(&value, &mut Writer, &mut C)`,
/// which know better than the type. **`with = path(field, ...)`** gives them fields that stand before, by value.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// #[derive(BytecodeRecord)]
/// struct Name {
///     len: u8,
///     #[bytecode(with = padded(len))]
///     text: String,
/// }
///
/// /// Text of a length that stands before, with zeros up to eight bytes.
/// mod padded {
///     use bytespec::wire::{Cursor, Writer};
///
///     pub fn read<C>(cursor: &mut Cursor<'_>, _: &C, len: u8) -> bytespec::Result<String> {
///         let bytes = cursor.bytes(8)?;
///         let text = &bytes[..usize::from(len).min(bytes.len())];
///         Ok(String::from_utf8_lossy(text).into_owned())
///     }
///
///     pub fn write<C>(text: &str, writer: &mut Writer, _: &mut C, len: u8) -> bytespec::Result<()> {
///         let text = text.bytes().take(len.into()).chain([0; 8]);
///         writer.bytes(&text.take(8).collect::<Vec<_>>());
///         Ok(())
///     }
/// }
///
/// let mut writer = Writer::new();
/// Name { len: 2, text: "hi".to_owned() }.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), b"\x02hi\0\0\0\0\0\0");
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// **`of = Type`**, beside `with` or `try_from`: these are for the parts of the field's type that are this type, spelled alike, at any
/// depth, and not for the whole. Other fields are not given to parts.
/// ```
/// # use bytespec::{BytecodeRecord, wire::{ToWire, Writer}};
/// # use std::net::Ipv4Addr;
/// mod tenths {
///     use bytespec::wire::{Cursor, Writer};
///
///     pub fn read<C>(cursor: &mut Cursor<'_>, _: &C) -> bytespec::Result<f32> {
///         cursor.u16().map(|tenths| f32::from(tenths) / 10.0)
///     }
///
///     pub fn write<C>(value: &f32, writer: &mut Writer, _: &mut C) -> bytespec::Result<()> {
///         writer.u16((value * 10.0) as u16);
///         Ok(())
///     }
/// }
///
/// #[derive(BytecodeRecord)]
/// struct Rooms {
///     #[bytecode(with = tenths, of = f32)]
///     degrees: Vec<(u8, f32)>,
///     #[bytecode(present, try_from = u32, of = Ipv4Addr)]
///     sensors: [Option<Ipv4Addr>; 2],
/// }
///
/// let mut writer = Writer::new();
/// let sensors = [None, Some(Ipv4Addr::LOCALHOST)];
/// Rooms { degrees: vec![(7, 21.5)], sensors }.to_wire(&mut writer, &mut ())?;
/// assert_eq!(writer.as_slice(), [1, 7, 215, 0, 0, 1, 1, 0, 0, 127]);
/// # Ok::<(), bytespec::Error>(())
/// ```
///
/// # Its schema
///
/// `bytespec::export::schema` gives a plain format of a derived type in the language of schemas, as YAML, with everything that the type is made
/// of. A test that keeps it in a file, and compares, has what the command `bytespec` takes: `check`, `diff` and `docs` say of
/// derived types what they say of any schema.
/// ```
/// # use bytespec::BytecodeRecord;
/// /// Where it is.
/// #[derive(BytecodeRecord)]
/// struct Place {
///     /// How far to the right.
///     x: u16,
///     /// Names of it.
///     names: Vec<String>,
/// }
///
/// let schema = bytespec::export::schema::<Place, ()>("places")?;
/// assert!(schema.ends_with(
///     r#"- record: "Place"
///   summary: "Where it is"
///   fields:
///     - {name: "x", type: "u16", summary: "How far to the right"}
///     - {name: "names", type: "list<utf8>", summary: "Names of it"}
/// "#
/// ));
/// # Ok::<(), bytespec::Error>(())
/// ```
#[proc_macro_derive(BytecodeRecord, attributes(bytecode))]
pub fn bytecode_record(input: TokenStream) -> TokenStream {
    derive("BytecodeRecord", input)
}

#[doc = include_str!("../docs/attribute.md")]
#[proc_macro_derive(BytecodeAttribute, attributes(bytecode))]
pub fn bytecode_attribute(input: TokenStream) -> TokenStream {
    derive("BytecodeAttribute", input)
}

#[doc = include_str!("../docs/type.md")]
#[proc_macro_derive(BytecodeType, attributes(bytecode))]
pub fn bytecode_type(input: TokenStream) -> TokenStream {
    derive("BytecodeType", input)
}

#[doc = include_str!("../docs/dialect.md")]
#[proc_macro_derive(Dialect, attributes(bytecode))]
pub fn dialect(input: TokenStream) -> TokenStream {
    derive("Dialect", input)
}

#[doc = include_str!("../docs/properties.md")]
#[proc_macro_derive(OpProperties, attributes(bytecode))]
pub fn op_properties(input: TokenStream) -> TokenStream {
    derive("OpProperties", input)
}

#[doc = include_str!("../docs/operation.md")]
#[proc_macro_derive(Operation, attributes(bytecode))]
pub fn operation(input: TokenStream) -> TokenStream {
    derive("Operation", input)
}

fn derive(name: &str, input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::by_name(name, &input).unwrap_or_default().into()
}
