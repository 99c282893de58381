//! What went wrong, as programs can tell it apart.

use super::Error;
use super::entries::EntryFault;
use super::faults::{
    BodyFault, GateAxis, Misplacement, PlanFault, SectionFault, TextFault, UseOrderFault,
};
use std::borrow::Cow;
use std::io;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Bytes that do not begin with the magic number of the format.
    Magic {
        /// The format's title.
        format: &'static str,
        /// The magic number.
        expected: Cow<'static, [u8]>,
    },
    /// A version of the format that its schema does not describe.
    Version {
        /// The format's title.
        format: &'static str,
        /// The version found, as `18.0`.
        found: String,
        /// The versions that are described, oldest first; none where a plan is read, which has them itself.
        known: &'static [&'static str],
    },
    /// A release, or version, of the producer or of a dialect that is not known.
    Release {
        /// The dialect; empty for a release of the producer.
        dialect: String,
        /// How its releases are called, as `StableHLO version`.
        title: String,
        /// The release found, as `1.99.0`.
        found: String,
        /// The releases that are known, oldest first.
        known: &'static [&'static str],
    },
    /// A section that the file must have and has not.
    MissingSection {
        /// The section.
        section: Cow<'static, str>,
    },
    /// The bytes end before the value does.
    UnexpectedEnd {
        /// What was being read.
        expected: &'static str,
    },
    /// A varint that does not fit its type.
    VarintRange {
        /// The type it must fit.
        expected: &'static str,
        /// The value found, its low 64 bits.
        found: u64,
    },
    /// A varint that goes on after the last byte that 64 bits can need.
    VarintTooLong,
    /// A number that names no known member, tag, opcode or section.
    Unknown {
        /// The enumeration, union or table.
        what: Cow<'static, str>,
        /// The number found.
        found: u64,
    },
    /// A number that named something once, and must not be used again.
    Removed {
        /// The enumeration or union.
        what: String,
        /// The number found.
        found: u64,
        /// What it stood for.
        was: String,
    },
    /// Content that the version at hand cannot carry.
    Loss {
        /// The content, and where it stands.
        what: String,
        /// The version at hand.
        version: String,
    },
    /// A known item that the version at hand does not have.
    Gate {
        /// The item, as `exp.rounding_mode`.
        item: String,
        /// The versions that have it, as `13.3 or later`, or the releases of a producer, as
        /// `in release 17 or later`.
        needs: String,
        /// What counts these versions.
        axis: GateAxis,
        /// The version at hand.
        version: String,
    },
    /// An index that points past the end of its table.
    Index {
        /// The table.
        table: Cow<'static, str>,
        /// The index found.
        found: u64,
        /// Number of entries.
        len: u64,
    },
    /// A count, size or depth over a limit.
    Limit {
        /// The limit's name.
        limit: &'static str,
        /// What was asked for.
        found: u64,
        /// The most that is allowed.
        max: u64,
    },
    /// A handle of something that the module does not have: of another module, or of something that
    /// was erased.
    Handle {
        /// What it is a handle of, as `operation`.
        what: &'static str,
        /// The number of the handle.
        number: u32,
        /// Whether the module had it once.
        erased: bool,
    },
    /// Something that others use, and that cannot go before they do.
    InUse {
        /// What is used, as `arith.addi`.
        item: String,
        /// The names of those that use it, each once.
        users: Vec<String>,
    },
    /// A place where an operation cannot stand.
    Misplaced {
        /// The name of the operation.
        operation: String,
        /// What is wrong with the place.
        why: Misplacement,
    },
    /// Regions that are still bytes, and have to be materialized before.
    NotMaterialized {
        /// The name of the operation that they are of.
        operation: String,
    },
    /// Something of another module, or outside of what is taken from there.
    Foreign {
        /// What it is, as `operand 0 of arith.addi`.
        item: String,
    },
    /// An operation has nothing of that name.
    Missing {
        /// What does not have it: the name of an operation, or a symbol.
        item: String,
        /// What it is that is missing, as `property`.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A value of another kind than the one that is wanted.
    Kind {
        /// What holds the value, or would.
        item: String,
        /// What it holds, or was given.
        found: String,
        /// What is wanted.
        expected: Cow<'static, str>,
    },
    /// Bytes in an encoding that is not known, so that what they refer to cannot get other numbers.
    Opaque {
        /// What holds the bytes, as `the attribute 3 of the dialect test`.
        item: String,
    },
    /// Something that is only bytes, so that its module can only be written with pinned numbering.
    Unnumbered {
        /// What is not known of it, as `the encoding of the dialect test`.
        item: String,
    },
    /// Properties in a layout, of an operation that is not registered and has an attribute for them.
    Unregistered {
        /// The full name of the operation.
        operation: String,
    },
    /// Properties whose layout is not known for the release at hand: they are there and cannot be read.
    NoLayout {
        /// The full name of the operation.
        operation: String,
        /// The release, as `LLVM 17`; none where it is not known.
        release: Option<String>,
    },
    /// A value that is defined after those that its region announces.
    ExtraValue {
        /// How many the region announces.
        announced: u32,
    },
    /// An order of the uses of a value that is none of them.
    UseOrder(UseOrderFault),
    /// Sections that may not stand as they do.
    Section(SectionFault),
    /// Bytes behind something that must have all of them.
    Trailing {
        /// How many are left.
        bytes: usize,
        /// What they follow, as `the last field`.
        after: &'static str,
    },
    /// Something that says that it has more bytes than are left for it.
    Unfit {
        /// What it is, as `an entry`.
        what: &'static str,
        /// The bytes that it says it has.
        size: u64,
        /// The bytes that are left.
        left: usize,
    },
    /// An entry of a table of offsets that ends before it starts, or past the table.
    Offset {
        /// The table.
        table: &'static str,
        /// Which entry.
        index: usize,
        /// Where it starts, from the first byte of the table.
        start: u64,
        /// The bytes of the table.
        size: u64,
    },
    /// An alignment that is not a power of two, or over 4 GiB.
    Alignment {
        /// The alignment.
        found: u64,
    },
    /// Filler with other bytes than the format fills with.
    Filler {
        /// What it stands before, as `the blob`.
        before: Cow<'static, str>,
    },
    /// A string without the zero byte at its end.
    NoZeroByte {
        /// Whether it has no bytes at all.
        empty: bool,
    },
    /// Text that is not UTF-8.
    Utf8,
    /// An element without bytes, in a list that ends where the bytes do.
    Endless,
    /// A key of a map that is not greater than the one before it.
    KeyOrder,
    /// A list that is said to have more elements than bytes.
    Extent {
        /// How many elements.
        elements: usize,
        /// How many bytes.
        bytes: usize,
    },
    /// A list that has another length than a field says.
    Repeat {
        /// The length.
        found: usize,
        /// The field.
        counter: &'static str,
        /// What the field says.
        count: u64,
    },
    /// A code for a value or none that is neither: even, and not zero.
    EvenCode {
        /// The code.
        code: u64,
    },
    /// A number of more 64-bit words than its type has bits for.
    Words {
        /// The words.
        words: u64,
        /// The bits of its type.
        bits: u64,
    },
    /// A group of entries that is larger than what is left of their table.
    Group {
        /// The entries of the group.
        found: usize,
        /// The entries that are left.
        left: usize,
        /// All entries that the table announces.
        announced: usize,
    },
    /// An operand that nothing defines.
    Undefined,
    /// A value that an operation uses and that is not defined in its scope.
    OutOfScope {
        /// The number of the operation.
        number: u32,
        /// Its name.
        operation: String,
        /// The number of the value.
        value: u32,
    },
    /// An operation with a successor that is no block of its own region.
    Successor {
        /// The number of the operation.
        number: u32,
        /// Its name.
        operation: String,
    },
    /// A stream that has another length than it was announced with.
    Stream {
        /// The bytes that were announced.
        announced: u64,
        /// The bytes that came.
        found: u64,
    },
    /// A varint that a type with fewer bits is in.
    VarintBits {
        /// The bits of the type.
        bits: u32,
        /// Whether it has more bytes than these need; else it has another bit.
        long: bool,
    },
    /// Text that stands where something else must.
    Syntax {
        /// What must stand there.
        expected: Cow<'static, str>,
        /// What stands there, a token in backquotes.
        found: String,
    },
    /// Text that is spelled right, and is not what must stand there.
    Spelled {
        /// The text.
        text: String,
        /// What must stand there.
        expected: Cow<'static, str>,
    },
    /// A name that stands for nothing where it is used.
    Undeclared {
        /// What it would be the name of, as `value`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Text that breaks a rule.
    Text(TextFault),
    /// Flags with bits that the version at hand does not know.
    Flags {
        /// Those bits.
        bits: u64,
    },
    /// A number that is a member of its type, and forbidden where it stands.
    Rejected {
        /// The number.
        value: i128,
    },
    /// Another number of something than an item has.
    Count {
        /// What was counted, as `results`.
        what: &'static str,
        /// How many there must be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// A number with more bits than its type has.
    Width {
        /// The number.
        value: i128,
        /// The bits of its type.
        bits: u32,
    },
    /// Nothing, where something must be.
    Absent {
        /// What it is, as `load_view_tko.result_token` in backquotes, or `the string`.
        item: Cow<'static, str>,
        /// What is wrong with it, as `is missing`.
        why: &'static str,
    },
    /// A value that is used where it is not visible, or before it is defined.
    Invisible {
        /// The number of the value among those of its body.
        value: u32,
    },
    /// An entry of a table that refers to itself, through others or directly.
    Circle {
        /// Its index.
        entry: u32,
    },
    /// An entry of a table that is another one than what refers to it can have.
    WrongEntry {
        /// What it is an entry of, as `type`.
        table: &'static str,
        /// Its index.
        number: u32,
        /// What it has to be, as `a type of class float`.
        expected: Cow<'static, str>,
    },
    /// A type or an attribute that is put together in a way that its definition rules out.
    Entry(EntryFault),
    /// Operands or results of types that an operation cannot have.
    Constraint {
        /// Their names, each with the types that they have. Of several, all must have the same types.
        found: Vec<(&'static str, String)>,
        /// The types that the one may have, as the schema spells them.
        allowed: Option<&'static str>,
    },
    /// Two of a name that one may have.
    Duplicate {
        /// What they are, as `function`.
        what: &'static str,
        /// Their name.
        name: String,
    },
    /// Operations, blocks and regions that do not make up a body.
    Body(BodyFault),
    /// Something that is there where what tells of it says that it is not, or the other way round.
    Presence {
        /// What it is, as `Parcel.place`.
        item: Cow<'static, str>,
        /// When it has to be there, as `` `has_place` is true ``; none where it must not be there.
        when: Option<&'static str>,
    },
    /// A plan that cannot be followed.
    Plan(PlanFault),
    /// A writer, or what gives the bytes of a stream, that failed.
    Io {
        /// Its kind.
        kind: io::ErrorKind,
        /// What it says.
        message: String,
    },
    /// Something that has no text.
    NoText {
        /// What it is, as `a region of several blocks`.
        item: Cow<'static, str>,
    },
    /// Something that was written and is not read again as it was.
    RoundTrip {
        /// What it is, as `an entry of the dialect test`.
        item: String,
        /// Why it is not read; none where it is read as something else.
        error: Option<Error>,
    },
    /// What hooks and codecs that are written by hand say in words.
    Invalid(String),
}
