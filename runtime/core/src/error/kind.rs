//! The kinds of errors, which programs can distinguish.

use super::Error;
use super::entries::EntryFault;
use super::faults::{BodyFault, GateAxis, Misplacement, SectionFault, TextFault, UseOrderFault};
use super::plan::PlanFault;
use std::borrow::Cow;
use std::io;

/// The limit of a size that the bytes before it state.
pub(crate) const BYTES_LEFT: &str = "bytes left";

/// The limit of a number of elements.
pub(crate) const ELEMENTS_LEFT: &str = "elements that fit the bytes left";

/// The limit of an offset.
pub(crate) const FILE_SIZE: &str = "offset";

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes do not begin with the magic number of the format.
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
        /// The versions that the schema describes, oldest first. Empty if a plan is executed, because a plan contains its versions.
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
        /// The known releases, oldest first.
        known: &'static [&'static str],
    },
    /// The file lacks a required section.
    MissingSection {
        /// The section.
        section: Cow<'static, str>,
    },
    /// The bytes end before the value does.
    UnexpectedEnd {
        /// The item that the reader expected.
        expected: Cow<'static, str>,
    },
    /// A number that does not fit its type: one with a varint, or one that an expression computes.
    VarintRange {
        /// The type it must fit.
        expected: &'static str,
        /// The low 64 bits of the value.
        found: u64,
    },
    /// A varint with more bytes than a number of 64 bits needs.
    VarintTooLong,
    /// A number that is not a known member, tag, opcode or section.
    Unknown {
        /// The enumeration, union or table.
        what: Cow<'static, str>,
        /// The number found.
        found: i128,
    },
    /// A number that was removed from the format and must not be used.
    Removed {
        /// The enumeration or union.
        what: String,
        /// The number found.
        found: i128,
        /// The meaning that it had.
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
    /// An index past the end of its table.
    Index {
        /// The table.
        table: Cow<'static, str>,
        /// The index found.
        found: u64,
        /// The number of entries.
        len: u64,
    },
    /// A count, size or depth over a limit.
    Limit {
        /// The limit's name.
        limit: &'static str,
        /// The requested number.
        found: u64,
        /// The greatest allowed number.
        max: u64,
    },
    /// A handle that is not valid in the module: it belongs to another module, or its item was erased.
    Handle {
        /// The kind of the handle, such as `operation`.
        what: &'static str,
        /// The number of the handle.
        number: u32,
        /// Whether the module had the item and erased it.
        erased: bool,
    },
    /// An item that has users. Erase the users first.
    InUse {
        /// The item, such as `arith.addi`.
        item: String,
        /// The names of the users, each once.
        users: Vec<String>,
    },
    /// An operation or a block cannot be at this place.
    Misplaced {
        /// The name of what cannot be there.
        operation: String,
        /// The fault of the place.
        why: Misplacement,
    },
    /// Regions that are not decoded yet. Materialize them first.
    NotMaterialized {
        /// The name of their operation.
        operation: String,
    },
    /// An item that belongs to another module, or that is outside the part that is copied from it.
    Foreign {
        /// The item, such as `operand 0 of arith.addi`.
        item: String,
    },
    /// A name that an operation or a symbol does not have.
    Missing {
        /// The name of the operation, or the symbol.
        item: String,
        /// The kind of the missing item, such as `property`.
        what: &'static str,
        /// The missing name.
        name: String,
    },
    /// A value of a wrong kind.
    Kind {
        /// The item that has the value, or is to have it.
        item: String,
        /// The kind of the value.
        found: String,
        /// The expected kind.
        expected: Cow<'static, str>,
    },
    /// Bytes in an unknown encoding. References in them cannot be renumbered.
    Opaque {
        /// The item with the bytes, such as `the attribute 3 of the dialect test`.
        item: String,
    },
    /// An item in an unknown encoding. Its module can be written only with pinned numbering.
    Unnumbered {
        /// The unknown item, such as `the encoding of the dialect test`.
        item: String,
    },
    /// Properties with a layout, of an operation that is not registered. The properties of such an operation are one attribute.
    Unregistered {
        /// The full name of the operation.
        operation: String,
    },
    /// Properties that cannot be read, because their layout is unknown for the current release.
    NoLayout {
        /// The full name of the operation.
        operation: String,
        /// The release, such as `LLVM 17`; none if it is unknown.
        release: Option<String>,
    },
    /// A value beyond the number of values that its region announces.
    ExtraValue {
        /// The number of values that the region announces.
        announced: u32,
    },
    /// An invalid order of the uses of a value.
    UseOrder(UseOrderFault),
    /// Sections that break the rules of the format.
    Section(SectionFault),
    /// Bytes after an item that must extend to the end.
    Trailing {
        /// The number of bytes left.
        bytes: usize,
        /// The item before them, such as `the last field`.
        after: &'static str,
    },
    /// An item whose size is greater than the number of bytes left.
    TooLarge {
        /// The item, such as `an entry`.
        what: &'static str,
        /// Its size in bytes.
        size: u64,
        /// The number of bytes left.
        left: usize,
    },
    /// An entry of a table of offsets that ends before it begins, or past the table.
    Offset {
        /// The table.
        table: &'static str,
        /// The index of the entry.
        index: usize,
        /// The offset of its start from the first byte of the table.
        start: u64,
        /// The size of the table in bytes.
        size: u64,
    },
    /// An alignment that is not a power of two, or over 4 GiB.
    Alignment {
        /// The alignment.
        found: u64,
    },
    /// Filler bytes that are not the filler of the format.
    Filler {
        /// The item after it, such as `the blob`.
        before: Cow<'static, str>,
        /// The byte of which filler consists.
        expected: u8,
        /// The first other byte.
        found: u8,
    },
    /// A string without the zero byte at its end.
    NoZeroByte {
        /// Whether the string has no bytes at all.
        empty: bool,
    },
    /// Text that is not UTF-8.
    Utf8,
    /// An element without bytes, in a list that extends to the end of the bytes.
    EmptyElement,
    /// A key of a map that is not greater than the one before it.
    KeyOrder,
    /// A list that announces more elements than it has bytes.
    Extent {
        /// The number of elements.
        elements: usize,
        /// The number of bytes.
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
    /// An invalid code of an optional value: an even number other than zero.
    EvenCode {
        /// The code.
        code: u64,
    },
    /// A number of more 64-bit words than its type has.
    Words {
        /// The number of words.
        words: u64,
        /// The number of bits of its type.
        bits: u64,
    },
    /// A group of more entries than are left in their table.
    Group {
        /// The number of entries of the group.
        found: usize,
        /// The number of entries left.
        left: usize,
        /// The number of entries that the table announces.
        announced: usize,
    },
    /// An operand without a definition.
    Undefined,
    /// An operation uses a value that is not defined in its scope.
    OutOfScope {
        /// The number of the operation.
        number: u32,
        /// Its name.
        operation: String,
        /// The number of the value.
        value: u32,
    },
    /// An operation has a successor that is not a block of the operation's region.
    Successor {
        /// The number of the operation.
        number: u32,
        /// Its name.
        operation: String,
    },
    /// A stream whose length differs from the announced length.
    Stream {
        /// The announced number of bytes.
        announced: u64,
        /// The number of bytes found.
        found: u64,
    },
    /// A varint with more bits or more bytes than its type needs.
    VarintBits {
        /// The number of bits of the type.
        bits: u32,
        /// Whether it has too many bytes. Otherwise, it has too many bits.
        long: bool,
    },
    /// A token that the grammar does not allow at this place.
    Syntax {
        /// The expected token or item.
        expected: Cow<'static, str>,
        /// The token found, in backquotes.
        found: String,
    },
    /// Text with valid syntax that is not a valid item at this place.
    UnexpectedText {
        /// The text.
        text: String,
        /// The expected item.
        expected: Cow<'static, str>,
    },
    /// A name that is not defined where it is used.
    Undeclared {
        /// The kind of item that has the name, such as `value`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Text that breaks a rule.
    Text(TextFault),
    /// Flags with bits that the current version does not have.
    Flags {
        /// The unknown bits.
        bits: u64,
    },
    /// A number that its type allows, but its field does not.
    Rejected {
        /// The number.
        value: i128,
    },
    /// A wrong number of items.
    Count {
        /// The items, such as `results`.
        what: &'static str,
        /// The required number.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// A number with more bits than its type has.
    Width {
        /// The number.
        value: i128,
        /// The number of bits of its type.
        bits: u32,
    },
    /// A required item is missing.
    Absent {
        /// The item, such as `load_view_tko.result_token` in backquotes, or `the string`.
        item: Cow<'static, str>,
        /// The fault, such as `is missing`.
        why: &'static str,
    },
    /// A value that is used before its definition, or where it is not visible.
    NotVisible {
        /// The number of the value in its body.
        value: u32,
    },
    /// An entry of a table that refers to itself, directly or through other entries.
    Cycle {
        /// Its index.
        entry: u32,
    },
    /// A reference to an entry of a wrong kind.
    WrongEntry {
        /// The table of the entry, such as `type`.
        table: &'static str,
        /// Its index.
        number: u32,
        /// The required kind, such as `a type of class float`.
        expected: Cow<'static, str>,
    },
    /// A type or an attribute whose content its definition does not allow.
    Entry(EntryFault),
    /// Operands or results with types that the operation does not allow.
    Constraint {
        /// The name and the types of each group. If there are several groups, they must all have the same types.
        found: Vec<(&'static str, String)>,
        /// The allowed types of the only group, as the schema spells them.
        allowed: Option<&'static str>,
    },
    /// Two items with the same name, which must be unique.
    Duplicate {
        /// The kind of the items, such as `function`.
        what: &'static str,
        /// Their name.
        name: String,
    },
    /// Operations, blocks and regions that do not form a valid body.
    Body(BodyFault),
    /// An item that is present although its presence flag states that it is absent, or the reverse.
    Presence {
        /// The item, such as `Parcel.place`.
        item: Cow<'static, str>,
        /// The condition for its presence, such as `` `has_place` is true ``; none if the item must be absent.
        when: Option<&'static str>,
    },
    /// A plan that cannot be executed.
    Plan(PlanFault),
    /// A failure of a writer, or of the source of a stream.
    Io {
        /// The kind of the failure.
        kind: io::ErrorKind,
        /// The message of the failure.
        message: String,
    },
    /// An item without a textual form.
    NoText {
        /// The item, such as `a region of several blocks`.
        item: Cow<'static, str>,
    },
    /// An item whose written bytes are not read back as the same value.
    RoundTrip {
        /// The item, such as `an entry of the dialect test`.
        item: String,
        /// The error of the reader; none if it read another value.
        error: Option<Error>,
    },
    /// An error of a handwritten hook or codec.
    Invalid(String),
}
