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
pub use described::{BytesEnd, RunField, RunRecord, RunStep, RunUnion, RunVariant, StepType};
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

use crate::ast::{Expression, Literal, Test};

/// Index of a version in [`Model::versions`].
pub type VersionIndex = usize;

/// A format, complete.
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
    /// Versions, oldest first.
    pub versions: Vec<Version>,
    /// Features that a file may announce.
    pub features: Vec<Docs>,
    /// Releases of the producer, where they too tell what a file has.
    pub releases: Option<Releases>,
    /// The first byte of a section header.
    pub section_header: Option<SectionHeader>,
    /// The record that a file is, in place of a header and sections, by name.
    pub file: Option<String>,
    /// Whether numbers whose byte order the file tells have the highest byte first.
    pub byte_order: Option<Expression>,
    /// How an operation stands on the wire.
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
    /// Records that executors run; Rust is generated of them where a file is one record.
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
    /// What operations have besides properties.
    pub signatures: Vec<Signatures>,
    /// Values of properties that are absent, by dialect.
    pub defaults: Vec<Defaults>,
    /// Attributes and types that conversions need.
    pub constants: Vec<Constant>,
    /// How operations change from one release of a dialect to the next.
    pub conversions: Vec<Conversions>,
    /// Where sizes of segments stand among them.
    pub segment_sizes: Option<SegmentSizes>,
    /// What follows the first bytes of a file.
    pub header: Option<Header>,
    /// Which properties have them.
    pub segment_properties: SegmentProperties,
}

impl Model {
    /// The releases that bounds count: those of a dialect, or of the format's producer.
    pub fn axis(&self, bounds: &Bounds) -> Option<&Releases> {
        match bounds.dialect {
            Some(dialect) => self.dialects.get(dialect)?.releases.as_ref(),
            None => self.releases.as_ref(),
        }
    }

    /// Whether a part of the format is written by hand.
    pub fn needs_host(&self) -> bool {
        let records = self.records.iter().map(|item| &item.fields);
        let variants = self.unions.iter().flat_map(|item| &item.variants);
        let fields = records.chain(variants.map(|variant| &variant.fields));
        let fields = fields.chain(self.sections.iter().map(|item| &item.fields));
        let mut fields = fields.chain(self.ops.iter().map(|op| &op.attributes)).flatten();
        !self.codecs.is_empty() || fields.any(|field| field.nonempty)
    }

    /// The dialects that have releases of their own, with their indices.
    pub fn axes(&self) -> impl Iterator<Item = (usize, &Dialect, &Releases)> {
        let dialects = self.dialects.iter().enumerate();
        dialects.filter_map(|(index, dialect)| Some((index, dialect, dialect.releases.as_ref()?)))
    }

    /// The unions that are a dialect's entries of a table, with the dialects, in the order of these.
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
    /// Seven bits a byte, least significant first.
    #[default]
    Leb128,
    /// The same in no more bytes than the width of the integer needs.
    Bounded,
    /// Length in the trailing zeros of the first byte.
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
    /// Where the fact is from; may be empty.
    pub source: String,
    /// Where it stands in the schema, such as `ops.yaml:12`; empty for what was not read from files.
    pub place: String,
    /// The versions that have it.
    pub gate: Gate,
    /// Real bytes and what they stand for.
    pub examples: Vec<Example>,
}

/// Bytes of an item and what they stand for.
#[derive(Clone, Debug)]
pub struct Example {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The value that they stand for, as listings spell it.
    pub value: String,
    /// What the value means; may be empty.
    pub summary: String,
    /// What the host is told, for contexts that the value depends on; may be empty.
    pub context: String,
    /// The version that they are of.
    pub version: VersionIndex,
}

/// A version of the format.
#[derive(Clone, Debug)]
pub struct Version {
    /// Name (the number) and documentation.
    pub docs: Docs,
    /// The numbers of the name, most significant first.
    pub parts: Vec<u32>,
}

/// The first byte of a section header, and which sections a file may have.
#[derive(Clone, Copy, Debug)]
pub struct SectionHeader {
    /// Number of low bits that hold the id.
    pub id_bits: u8,
    /// Bit that says that an alignment follows; without it none does.
    pub aligned_bit: Option<u8>,
    /// An id that no section has is an error.
    pub unknown_error: bool,
    /// A section that comes again is an error; the last one counts otherwise.
    pub again_error: bool,
    /// Filler of other bytes than those of the format is an error.
    pub filler_error: bool,
}

/// What follows the first bytes of a file.
#[derive(Clone, Debug)]
pub struct Header {
    /// The record, by index.
    pub record: usize,
    /// The fields that are the version, most significant first.
    pub version: Vec<String>,
    /// Features, by index, and the fields that announce them.
    pub features: Vec<(usize, String)>,
    /// The name of the producer follows, up to a zero byte.
    pub producer: bool,
}

/// A hand-written codec.
#[derive(Clone, Debug)]
pub struct Codec {
    /// Name and documentation.
    pub docs: Docs,
    /// Rust type of the value.
    pub value: String,
    /// What is read is borrowed from the input, in a type of the same name in the module `view`.
    pub borrowed: bool,
    /// The type reads and writes itself, by `FromWire` and `ToWire`.
    pub derived: bool,
    /// The host reads it from text.
    pub readable: bool,
}

impl Codec {
    /// The integer of Rust that its value is.
    pub fn integer(&self) -> Option<Integer> {
        Integer::fixed(&self.value).filter(|integer| !integer.float())
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
    /// A number that no member has is kept as it is.
    pub open: bool,
    /// Members in order of their numbers.
    pub members: Vec<Member>,
    /// Numbers that no member has.
    pub reserved: Vec<Reserved>,
}

/// A number that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// The number.
    pub number: u64,
    /// What it stood for once; may be empty.
    pub was: String,
}

/// A member of an enum.
#[derive(Clone, Debug)]
pub struct Member {
    /// Name and documentation.
    pub docs: Docs,
    /// The number on the wire.
    pub value: u64,
}

/// A field of a record, variant, section or operation.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name and documentation.
    pub docs: Docs,
    /// What it is.
    pub kind: FieldKind,
    /// Its value in versions that lack it.
    pub default: Option<Default>,
    /// Values that are refused.
    pub reject: Vec<i128>,
    /// Values that listings do not spell as numbers, and what stands in their place.
    pub spelled: Vec<(i128, String)>,
    /// The enum whose members listings write in the place of numbers.
    pub names: Option<usize>,
    /// The word that what it refers to begins with, which is left out in a text.
    pub short: Option<String>,
    /// The entries that it may refer to, where that is not any.
    pub kinds: Option<Kinds>,
    /// The string it refers to must not be empty.
    pub nonempty: bool,
    /// The table it holds (sections).
    pub table: Option<usize>,
}

/// Which entries of a table a reference may lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Dialects, and their variants.
    pub variants: Vec<(String, String)>,
    /// A trait is among the names: entries of other dialects may have it.
    pub open: bool,
    /// The names, as the schema has them.
    pub names: Vec<String>,
}

/// What a field is.
#[derive(Clone, Debug)]
pub enum FieldKind {
    /// A value that is always there.
    Value(Wire),
    /// A value that may be absent.
    Optional(Wire, Vec<Presence>),
    /// A bit of the flags; nothing else on the wire.
    Unit {
        /// The bit.
        bit: u32,
    },
    /// The flags that other fields' bits stand in.
    Flags(Wire),
    /// One byte that tells of an optional field.
    Presence,
    /// A number that holds the fields after it.
    Packed {
        /// The number: a varint, whose parts move down where a version lacks one below them, or one of fixed width, whose
        /// parts keep their places.
        number: Integer,
        /// The first part has the highest bits, not the lowest.
        high_first: bool,
        /// How many fields are its parts.
        parts: usize,
    },
    /// Bits of the packed field before it; none for the last part, which takes what is left.
    Part(Wire, Option<u32>),
}

/// One way in which an optional field is present, for a range of versions.
#[derive(Clone, Debug)]
pub struct Presence {
    /// What says so.
    pub how: PresenceHow,
    /// The versions in which this way holds.
    pub gate: Gate,
}

/// What says that an optional field is present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PresenceHow {
    /// A bit of the flags.
    Bit(u32),
    /// A presence byte, by field name.
    Field(String),
    /// A field whose value says yes.
    When(Test),
    /// A field whose value says no.
    Unless(Test),
    /// The version: the field is there in all versions that have it.
    Version,
}

impl PresenceHow {
    /// The bit that says so.
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
    /// An unknown tag is carried as bytes.
    pub opaque: bool,
    /// Names of the traits that variants may state.
    pub traits: Vec<String>,
    /// Variants in order of their tags.
    pub variants: Vec<Variant>,
    /// The entries that these are, where they are those of a dialect.
    pub entries: Option<Entries>,
    /// The dialect that has these as text, and no file as bytes.
    pub text_of: Option<String>,
    /// Templates are for listings: nothing reads them.
    pub listed_only: bool,
    /// Numbers that no variant has.
    pub reserved: Vec<Reserved>,
}

impl Union {
    /// The variant that an empty list stands for, which is nothing but a list: its index and its field.
    pub(crate) fn list_variant(&self) -> Option<(usize, &Field)> {
        let list = |variant: &'_ Variant| match variant.fields.as_slice() {
            [field] => field.kind.is_list(),
            _ => false,
        };
        let found = self.variants.iter().position(list)?;
        Some((found, self.variants[found].fields.first()?))
    }
}

/// The entries of a table that are a dialect's.
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
    /// The variant with the same text that is read in its place.
    pub reads_as: Option<String>,
    /// Facts about the variant.
    pub traits: Vec<(String, Literal)>,
    /// 1 where it opens a block of a balanced sequence, -1 where it closes one.
    pub nesting: i8,
    /// What definitions call it, each behind the release from which on they do.
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
    /// A comma and a blank, where it is not the first one that is there.
    Comma,
    /// Pieces that are there only when the field says something: it is present, true, not zero, not empty.
    IfPresent(String, Vec<TextPiece>),
    /// Pieces that are there only when the integer list is not 0, 1, 2, ...; the list that then has as many elements.
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
    /// The header must not carry an alignment.
    pub align_forbidden: bool,
    /// It ends the file.
    pub end: bool,
    /// A file may have several.
    pub repeated: bool,
    /// The id of a section that a file with this one has, too.
    pub requires: Option<u8>,
    /// Its place among the sections that stand in an order, from one on; none for one that stands anywhere.
    pub place: Option<u32>,
    /// Bytes after the last field are refused.
    pub trailing_error: bool,
    /// The record that the payload is, by index among those that are run only.
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
