//! The model: the meaning of a schema. Names are resolved, versions are gates, types are wire shapes.
//!
//! Emitters read the model, or the plan that is made from it. YAML and the derive macros both lower into the model through
//! [`crate::ast::Schema`] and [`lower`].

pub(crate) mod circles;
mod defaults;
mod described;
mod gates;
mod kinds;
mod lower;
mod operation;
mod per_operation;
mod properties;
mod signatures;
mod sizes;
mod spelling;
mod upgrade;
mod wire;

pub use crate::ast::layout::PropertyKind;
pub use crate::integer::{Coding, Integer, Sign};
pub use defaults::{DefaultValue, Defaults, default_values, spelled_defaults};
pub use described::{
    BytesEnd, Filler, OfPart, RunField, RunRecord, RunStep, RunUnion, RunVariant, StepType,
};
pub use gates::{Bounds, Dialect, Gate, Releases};
pub(crate) use lower::lower_checked;
pub use lower::{lower, lower_placed};
pub use operation::{Arity, Op, OpPart, OperandLayout, Operations, Port, Region};
pub use per_operation::{ByRelease, PerOperation};
#[cfg(feature = "tools")]
pub(crate) use properties::fields;
pub use properties::{Layout, Properties, Property, SegmentProperties, SegmentSizes, spelled};
pub use signatures::{Count, Signature, SignatureGroup, Signatures, Trait};
pub use upgrade::{Constant, Conversion, Conversions, Limit};
pub use wire::{Content, Extent, Kind, Mark, Sequence, Until, Wire};

use crate::ast::{Expression, Literal, Span, Test};
use bytespec_plan::Base;

/// Index of a version in [`Model::versions`].
pub type VersionIndex = usize;

/// A whole format.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Name, summary and text of the format.
    pub docs: Docs,
    /// Title of the documentation.
    pub title: String,
    /// First bytes of a file.
    pub magic: Vec<u8>,
    /// What `varint` means.
    pub varint: VarintKind,
    /// Filler byte of alignments.
    pub pad: u8,
    /// Filler with bytes other than the format's is an error.
    pub filler_error: bool,
    /// Versions, oldest first.
    pub versions: Vec<Version>,
    /// Features that a file may announce.
    pub features: Vec<Docs>,
    /// Releases of the producer, if they determine the content of files, too.
    pub releases: Option<Releases>,
    /// The first byte of a section header.
    pub section_header: Option<SectionHeader>,
    /// The name of the record that a file consists of, in place of a header and sections.
    pub file: Option<String>,
    /// Whether numbers whose byte order the file states are big-endian.
    pub byte_order: Option<Expression>,
    /// The encoding of an operation.
    pub operations: Option<Operations>,
    /// Index spaces.
    pub tables: Vec<Docs>,
    /// The table that holds strings.
    pub strings: Option<usize>,
    /// The table that holds attributes.
    pub attributes: Option<usize>,
    /// Hand-written codecs.
    pub codecs: Vec<Codec>,
    /// Enumerations.
    pub enums: Vec<Enum>,
    /// Plain sequences of fields.
    pub records: Vec<Record>,
    /// Tagged choices.
    pub unions: Vec<Union>,
    /// Records that executors run. Rust is generated for them in the types of whole files.
    pub run_records: Vec<RunRecord>,
    /// Unions of the same kind.
    pub run_unions: Vec<RunUnion>,
    /// Sections of the file.
    pub sections: Vec<Section>,
    /// Chapters of operations.
    pub groups: Vec<Group>,
    /// Named sets of types.
    pub constraints: Vec<Constraint>,
    /// Operations, by opcode.
    pub ops: Vec<Op>,
    /// Dialects.
    pub dialects: Vec<Dialect>,
    /// Layouts of the properties of operations.
    pub properties: Vec<Properties>,
    /// The operands, results, regions and successors of operations.
    pub signatures: Vec<Signatures>,
    /// Values of absent properties, by dialect.
    pub defaults: Vec<Defaults>,
    /// Attributes and types that conversions need.
    pub constants: Vec<Constant>,
    /// The changes of operations between releases of a dialect.
    pub conversions: Vec<Conversions>,
    /// The positions of segment sizes among the properties of an operation.
    pub segment_sizes: Option<SegmentSizes>,
    /// The header after the magic number of a file.
    pub header: Option<Header>,
    /// The properties that hold segment sizes.
    pub segment_properties: SegmentProperties,
}

impl Model {
    /// The releases that bounds refer to: those of a dialect, or of the format's producer.
    pub fn axis(&self, bounds: &Bounds) -> Option<&Releases> {
        match bounds.dialect {
            Some(dialect) => self.dialects.get(dialect)?.releases.as_ref(),
            None => self.releases.as_ref(),
        }
    }

    /// Whether a part of the format is handwritten.
    pub fn needs_host(&self) -> bool {
        let records = self.records.iter().map(|item| &item.fields);
        let variants = self.unions.iter().flat_map(|item| &item.variants);
        let fields = records.chain(variants.map(|variant| &variant.fields));
        let fields = fields.chain(self.sections.iter().map(|item| &item.fields));
        let mut fields = fields.chain(self.ops.iter().map(|op| &op.attributes)).flatten();
        !self.codecs.is_empty() || fields.any(|field| field.nonempty)
    }

    /// The dialects with releases of their own, and their indices.
    pub fn axes(&self) -> impl Iterator<Item = (usize, &Dialect, &Releases)> {
        let dialects = self.dialects.iter().enumerate();
        dialects.filter_map(|(index, dialect)| Some((index, dialect, dialect.releases.as_ref()?)))
    }

    /// The unions of entries of a table, each with its dialect, sorted by the dialect.
    pub fn entries(&self, table: usize) -> Vec<(&str, usize)> {
        let unions = self.unions.iter().enumerate();
        let mut found: Vec<(&str, usize)> = unions
            .filter_map(|(index, union)| Some((union.entries.as_ref()?, index)))
            .filter(|(entries, _)| entries.table == table)
            .map(|(entries, index)| (entries.dialect.as_str(), index))
            .collect();
        found.sort_unstable();
        found
    }
}

/// The variable-length integer of a format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VarintKind {
    /// Seven bits in each byte, least significant first.
    #[default]
    Leb128,
    /// The same, in at most as many bytes as the width of the integer needs.
    Bounded,
    /// The length is in the trailing zeros of the first byte.
    Prefix,
}

/// Name and documentation of anything.
#[derive(Clone, Debug, Default)]
pub struct Docs {
    /// The name in the schema.
    pub name: String,
    /// The spelling in listings.
    pub label: String,
    /// One line.
    pub summary: String,
    /// Longer text, Markdown; may be empty.
    pub doc: String,
    /// The source of the information; may be empty.
    pub source: String,
    /// The position in the schema, such as `ops.yaml:12`; empty if the schema was not read from files.
    pub place: String,
    /// The versions that have it.
    pub gate: Gate,
    /// Real bytes and their values.
    pub examples: Vec<Example>,
}

/// Bytes of an item and their value.
#[derive(Clone, Debug)]
pub struct Example {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The value of the bytes, as listings spell it.
    pub value: String,
    /// What the value means; may be empty.
    pub summary: String,
    /// The context for the host, if the value depends on one; may be empty.
    pub context: String,
    /// The version of the bytes.
    pub version: VersionIndex,
    /// The place of the bytes in the schema.
    pub span: Span,
    /// The place of the value in the schema.
    pub value_span: Span,
}

/// A version of the format.
#[derive(Clone, Debug)]
pub struct Version {
    /// Name (the number) and documentation.
    pub docs: Docs,
    /// The numbers of the name, most significant first.
    pub parts: Vec<u32>,
}

/// The first byte of a section header, and rules for the sections of a file.
#[derive(Clone, Copy, Debug)]
pub struct SectionHeader {
    /// Number of low bits that hold the id.
    pub id_bits: u8,
    /// The bit that is set if an alignment follows; without it no alignment follows.
    pub aligned_bit: Option<u8>,
    /// An unknown section id is an error.
    pub unknown_error: bool,
    /// A second section with the same id is an error; otherwise the last one counts.
    pub again_error: bool,
}

/// The header after the magic number of a file.
#[derive(Clone, Debug)]
pub struct Header {
    /// The record, by index.
    pub record: usize,
    /// The fields that form the version, most significant first.
    pub version: Vec<String>,
    /// Features, by index, and the fields that announce them.
    pub features: Vec<(usize, String)>,
    /// The name of the producer follows the header, up to a zero byte.
    pub producer: bool,
}

/// A hand-written codec.
#[derive(Clone, Debug)]
pub struct Codec {
    /// Name and documentation.
    pub docs: Docs,
    /// Rust type of the value.
    pub value: String,
    /// A value that is read borrows from the input. Its type has the same name in the module `view`.
    pub borrowed: bool,
    /// The type implements reading and writing, with `FromWire` and `ToWire`.
    pub derived: bool,
    /// The host can parse it from text.
    pub readable: bool,
}

impl Codec {
    /// The Rust integer type of its value.
    pub fn integer(&self) -> Option<Integer> {
        Integer::of_rust(&self.value)
    }
}

/// Named numbers.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Name and documentation.
    pub docs: Docs,
    /// Wire type of the number.
    pub wire: Wire,
    /// Members are bits, of which a number can have several.
    pub flags: bool,
    /// An unknown number is kept.
    pub open: bool,
    /// Members in order of their numbers.
    pub members: Vec<Member>,
    /// Numbers that no member has.
    pub reserved: Vec<Reserved>,
}

impl Enum {
    /// Whether its numbers have a sign.
    pub fn is_signed(&self) -> bool {
        self.wire.integer().is_some_and(Integer::signed)
    }
}

/// A number that must not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// The number.
    pub number: i128,
    /// Its former meaning; may be empty.
    pub was: String,
}

/// A member of an enum.
#[derive(Clone, Debug)]
pub struct Member {
    /// Name and documentation.
    pub docs: Docs,
    /// The number on the wire.
    pub value: i128,
}

/// A field of a record, variant, section or operation.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name and documentation.
    pub docs: Docs,
    /// Its kind.
    pub kind: FieldKind,
    /// Its value in versions that lack it.
    pub default: Option<Default>,
    /// Values that are rejected.
    pub reject: Vec<i128>,
    /// Values that listings do not spell as numbers, each with its text.
    pub spelled: Vec<(i128, String)>,
    /// The enum whose members listings show instead of numbers.
    pub names: Option<usize>,
    /// The base in which listings show its numbers.
    pub base: Base,
    /// The word at the start of the referenced entry, which texts omit.
    pub short: Option<String>,
    /// The entries that it may refer to, if they are restricted.
    pub kinds: Option<Kinds>,
    /// The string that it refers to must not be empty.
    pub nonempty: bool,
    /// The table it holds (sections).
    pub table: Option<usize>,
}

/// The entries of a table that a reference may lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Dialects, and their variants.
    pub variants: Vec<(String, String)>,
    /// One of the names is a trait: entries of other dialects may have it, too.
    pub open: bool,
    /// The names, as the schema has them.
    pub names: Vec<String>,
}

/// The kind of a field.
#[derive(Clone, Debug)]
pub enum FieldKind {
    /// A value that is always present.
    Value(Wire),
    /// A value that may be absent.
    Optional(Wire, Vec<Presence>),
    /// A bit of the flags; nothing else on the wire.
    Unit {
        /// The bit.
        bit: u32,
    },
    /// The flags that contain the bits of other fields.
    Flags(Wire),
    /// One byte that states the presence of an optional field.
    Presence,
    /// A number that contains the fields after it.
    Packed {
        /// The number. If it is a varint, its parts move down if a version lacks a part below them. If it has fixed width, its
        /// parts keep their positions.
        number: Integer,
        /// The first part has the highest bits, not the lowest.
        high_first: bool,
        /// The number of fields that are its parts.
        parts: usize,
    },
    /// Bits of the packed field before it; none for the last part, which takes the remaining bits.
    Part(Wire, Option<u32>),
}

/// One way in which an optional field is present, for a range of versions.
#[derive(Clone, Debug)]
pub struct Presence {
    /// The source of the presence.
    pub how: PresenceHow,
    /// The versions in which this way holds.
    pub gate: Gate,
}

/// The source of the presence of an optional field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PresenceHow {
    /// A bit of the flags.
    Bit(u32),
    /// A presence byte, by field name.
    Field(String),
    /// A field whose value must pass the test.
    When(Test),
    /// A field whose value must not pass the test.
    Unless(Test),
    /// The version: the field is present in all versions that have it.
    Version,
}

impl PresenceHow {
    /// The bit, if the presence is a bit.
    pub fn bit(&self) -> Option<u32> {
        match self {
            PresenceHow::Bit(bit) => Some(*bit),
            _ => None,
        }
    }
}

/// The value of a field in versions that lack it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Default {
    /// A literal of the field's type; for an enum the member's index.
    Literal(Literal),
    /// Index of an enum member.
    Member(usize),
    /// A list of `false`, one for each element of the named list or operand group.
    FalseTimes(String),
}

/// Fields in wire order.
#[derive(Clone, Debug)]
pub struct Record {
    /// Name and documentation.
    pub docs: Docs,
    /// Fields in wire order.
    pub fields: Vec<Field>,
}

/// A tag and one of several layouts.
#[derive(Clone, Debug)]
pub struct Union {
    /// Name and documentation.
    pub docs: Docs,
    /// Wire type of the tag.
    pub tag: Wire,
    /// Bytes with an unknown tag are kept.
    pub opaque: bool,
    /// Names of the traits that variants may state.
    pub traits: Vec<String>,
    /// Variants in order of their tags.
    pub variants: Vec<Variant>,
    /// The entries that the variants are, if the union contains the entries of a dialect.
    pub entries: Option<Entries>,
    /// The dialect whose texts contain the variants, if they occur in no file.
    pub text_of: Option<String>,
    /// Numbers that no variant has.
    pub reserved: Vec<Reserved>,
}

impl Union {
    /// The variant that an empty list represents, which consists only of a list: its index and its field.
    pub(crate) fn list_variant(&self) -> Option<(usize, &Field)> {
        let list = |variant: &'_ Variant| match variant.fields.as_slice() {
            [field] => field.kind.is_list(),
            _ => false,
        };
        let found = self.variants.iter().position(list)?;
        Some((found, self.variants[found].fields.first()?))
    }
}

/// The entries of a table that belong to a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// The table.
    pub table: usize,
    /// The dialect, spelled as in the file.
    pub dialect: String,
}

/// One layout of a union.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Name and documentation.
    pub docs: Docs,
    /// The number on the wire.
    pub tag: u64,
    /// Spelling in listings, parsed; empty when not given.
    pub text: Vec<TextPiece>,
    /// The text is only for listings: nothing parses it.
    pub listed_only: bool,
    /// The variant with the same text that is read in its place.
    pub reads_as: Option<String>,
    /// Facts about the variant.
    pub traits: Vec<(String, Literal)>,
    /// 1 if it opens a block of a balanced sequence, -1 if it closes one.
    pub nesting: i8,
    /// The names that definitions use for it, each after the release from which on they do.
    pub called: Vec<(String, String)>,
    /// Fields in wire order.
    pub fields: Vec<Field>,
}

/// A piece of a text template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPiece {
    /// Text as it is.
    Literal(String),
    /// A field, a list joined by a separator (also after the last element when `trailing`).
    Field {
        /// The field's name.
        name: String,
        /// Between elements.
        separator: String,
        /// Also after the last element.
        trailing: bool,
    },
    /// A comma and a blank, except before the first piece that is present.
    Comma,
    /// Pieces that are present only if the field is present, true, not zero and not empty.
    IfPresent(String, Vec<TextPiece>),
    /// Pieces that are present only if the integer list is not 0, 1, 2, ...; and the list that then has the same number of
    /// elements.
    IfNotIdentity(String, Option<String>, Vec<TextPiece>),
}

/// A part of the file.
#[derive(Clone, Debug)]
pub struct Section {
    /// Name and documentation.
    pub docs: Docs,
    /// The number in the section header.
    pub id: u8,
    /// Whether every file has it.
    pub required: bool,
    /// The alignment must be a multiple of this, in bytes.
    pub align: Option<u64>,
    /// The header must not contain an alignment.
    pub align_forbidden: bool,
    /// It ends the file.
    pub end: bool,
    /// A file may have several.
    pub repeated: bool,
    /// The id of another section that a file with this one must contain.
    pub requires: Option<u8>,
    /// Its position in the order of sections, from one on; none for a section that may be anywhere.
    pub place: Option<u32>,
    /// Bytes after the last field are refused.
    pub trailing_error: bool,
    /// The record of the payload, by index among the records that are run only.
    pub content: Option<usize>,
    /// Fields in wire order.
    pub fields: Vec<Field>,
}

/// A chapter of operations.
#[derive(Clone, Debug)]
pub struct Group {
    /// Name and documentation.
    pub docs: Docs,
    /// Title of the chapter.
    pub title: String,
}

/// A named set of types.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Name and documentation.
    pub docs: Docs,
    /// The set.
    pub is: String,
}
