//! The kinds of errors, which programs can distinguish.

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
        /// The version found, such as `18.0`.
        found: String,
        /// The versions that are described, oldest first; empty where a plan is executed, which contains them.
        known: &'static [&'static str],
    },
    /// An unknown release or version of the producer or of a dialect.
    Release {
        /// The dialect; empty for a release of the producer.
        dialect: String,
        /// The title of its releases, such as `StableHLO version`.
        title: String,
        /// The release found, such as `1.99.0`.
        found: String,
        /// The releases that are known, oldest first.
        known: &'static [&'static str],
    },
    /// A required section that the file does not have.
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
    /// A varint with more bytes than 64 bits can need.
    VarintTooLong,
    /// A number that names no known member, tag, opcode or section.
    Unknown {
        /// The enumeration, union or table.
        what: Cow<'static, str>,
        /// The number found.
        found: u64,
    },
    /// A number that was removed from the format, and must not be used.
    Removed {
        /// The enumeration or union.
        what: String,
        /// The number found.
        found: u64,
        /// What it meant.
        was: String,
    },
    /// Content that the current version cannot represent.
    Loss {
        /// The content and its place.
        what: String,
        /// The current version.
        version: String,
    },
    /// A known item that the current version does not have.
    Gate {
        /// The item, such as `exp.rounding_mode`.
        item: String,
        /// The versions that have it, such as `13.3 or later`, or the releases of a producer, such as
        /// `in release 17 or later`.
        needs: String,
        /// The axis of these versions.
        axis: GateAxis,
        /// The current version.
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
    /// A handle that the module does not have: it belongs to another module, or to something that was erased.
    Handle {
        /// What it is a handle of, such as `operation`.
        what: &'static str,
        /// The number of the handle.
        number: u32,
        /// Whether the module had it once.
        erased: bool,
    },
    /// Something that has users, and can be erased only after them.
    InUse {
        /// What is used, such as `arith.addi`.
        item: String,
        /// The names of the users, without repetition.
        users: Vec<String>,
    },
    /// A place where an operation, or a block, cannot be.
    Misplaced {
        /// The name of what cannot be there.
        operation: String,
        /// What is wrong with the place.
        why: Misplacement,
    },
    /// Regions that are still bytes, and must be materialized first.
    NotMaterialized {
        /// The name of their operation.
        operation: String,
    },
    /// Something that belongs to another module, or is outside of the part that is copied from it.
    Foreign {
        /// What it is, such as `operand 0 of arith.addi`.
        item: String,
    },
    /// A name that an operation or a symbol does not have.
    Missing {
        /// The name of the operation, or the symbol.
        item: String,
        /// What is missing, such as `property`.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A value of a wrong kind.
    Kind {
        /// The item that has the value, or would have it.
        item: String,
        /// The kind of the value.
        found: String,
        /// The expected kind.
        expected: Cow<'static, str>,
    },
    /// Bytes in an unknown encoding, so that references in them cannot be renumbered.
    Opaque {
        /// The item with the bytes, such as `the attribute 3 of the dialect test`.
        item: String,
    },
    /// Something that is known only as bytes, so that its module can be written only with pinned numbering.
    Unnumbered {
        /// What is unknown, such as `the encoding of the dialect test`.
        item: String,
    },
    /// Properties in a layout for an operation that is not registered: its properties are one attribute.
    Unregistered {
        /// The full name of the operation.
        operation: String,
    },
    /// Properties that cannot be read, because their layout is unknown for the current release.
    NoLayout {
        /// The full name of the operation.
        operation: String,
        /// The release, such as `LLVM 17`; none where it is not known.
        release: Option<String>,
    },
    /// A value beyond the number of values that its region announces.
    ExtraValue {
        /// The number of values that the region announces.
        announced: u32,
    },
    /// An order of the uses of a value that is not valid.
    UseOrder(UseOrderFault),
    /// Sections that break the rules of the format.
    Section(SectionFault),
    /// Bytes after something that must extend to the end.
    Trailing {
        /// How many are left.
        bytes: usize,
        /// What they follow, such as `the last field`.
        after: &'static str,
    },
    /// Something with a size that is greater than the number of bytes left.
    Unfit {
        /// What it is, such as `an entry`.
        what: &'static str,
        /// Its size in bytes.
        size: u64,
        /// The bytes that are left.
        left: usize,
    },
    /// An entry of a table of offsets that ends before it begins, or past the table.
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
    /// Filler with other bytes than the filler of the format.
    Filler {
        /// What follows it, such as `the blob`.
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
    /// A list with a count of elements that is greater than the number of its bytes.
    Extent {
        /// How many elements.
        elements: usize,
        /// How many bytes.
        bytes: usize,
    },
    /// A list whose length differs from the value of a field.
    Repeat {
        /// The length.
        found: usize,
        /// The field.
        counter: &'static str,
        /// The value of the field.
        count: u64,
    },
    /// A wrong code for an optional value: an even number other than zero.
    EvenCode {
        /// The code.
        code: u64,
    },
    /// A number of more 64-bit words than its type has.
    Words {
        /// The words.
        words: u64,
        /// The bits of its type.
        bits: u64,
    },
    /// A group of more entries than are left in their table.
    Group {
        /// The entries of the group.
        found: usize,
        /// The entries that are left.
        left: usize,
        /// All entries that the table announces.
        announced: usize,
    },
    /// An operand without a definition.
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
    /// A stream whose length differs from the announced length.
    Stream {
        /// The bytes that were announced.
        announced: u64,
        /// The bytes that came.
        found: u64,
    },
    /// A varint with more bits, or with more bytes, than its type needs.
    VarintBits {
        /// The bits of the type.
        bits: u32,
        /// Whether it has more bytes than these bits need. Otherwise, it has a bit beyond them.
        long: bool,
    },
    /// Text in the place of something else.
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
    /// A name that is undefined at the place of its use.
    Undeclared {
        /// What it would be the name of, such as `value`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Text that breaks a rule.
    Text(TextFault),
    /// Flags with bits that the current version does not have.
    Flags {
        /// Those bits.
        bits: u64,
    },
    /// A number that its type allows, and that is forbidden at its place.
    Rejected {
        /// The number.
        value: i128,
    },
    /// A wrong number of something.
    Count {
        /// What was counted, such as `results`.
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
    /// Something that must be present is missing.
    Absent {
        /// What it is, such as `load_view_tko.result_token` in backquotes, or `the string`.
        item: Cow<'static, str>,
        /// What is wrong with it, such as `is missing`.
        why: &'static str,
    },
    /// A value that is used where it is not visible, or before its definition.
    Invisible {
        /// The number of the value among those of its body.
        value: u32,
    },
    /// An entry of a table that refers to itself, through others or directly.
    Circle {
        /// Its index.
        entry: u32,
    },
    /// An entry of a table that a reference must not refer to.
    WrongEntry {
        /// What it is an entry of, such as `type`.
        table: &'static str,
        /// Its index.
        number: u32,
        /// What it has to be, such as `a type of class float`.
        expected: Cow<'static, str>,
    },
    /// A type or an attribute that its definition does not allow.
    Entry(EntryFault),
    /// Operands or results of types that an operation cannot have.
    Constraint {
        /// Their names, each with the types that they have. Of several, all must have the same types.
        found: Vec<(&'static str, String)>,
        /// The types that the one may have, as the schema spells them.
        allowed: Option<&'static str>,
    },
    /// Two things with one name that must be unique.
    Duplicate {
        /// What they are, such as `function`.
        what: &'static str,
        /// Their name.
        name: String,
    },
    /// Operations, blocks and regions that are not a valid body.
    Body(BodyFault),
    /// Something that is present although its presence flag states that it is absent, or the other way round.
    Presence {
        /// What it is, such as `Parcel.place`.
        item: Cow<'static, str>,
        /// The condition for its presence, such as `` `has_place` is true ``; none if it must be absent.
        when: Option<&'static str>,
    },
    /// A plan that cannot be executed.
    Plan(PlanFault),
    /// A writer, or the source of a stream, that failed.
    Io {
        /// Its kind.
        kind: io::ErrorKind,
        /// What it says.
        message: String,
    },
    /// Something that has no text.
    NoText {
        /// What it is, such as `a region of several blocks`.
        item: Cow<'static, str>,
    },
    /// Something that was written and cannot be read back as the same value.
    RoundTrip {
        /// What it is, such as `an entry of the dialect test`.
        item: String,
        /// The error of the reader; none if it read another value.
        error: Option<Error>,
    },
    /// A message of a handwritten hook or codec.
    Invalid(String),
}
