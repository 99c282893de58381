//! What executors run; Rust is generated of it where a file is one record.

use super::{Docs, Field, Reserved, Wire};
use crate::ast::{Expression, Literal, Repeat};
use bytespec_plan::Encoding;

/// A record, or a variant of a union, that is run only.
#[derive(Clone, Debug)]
pub struct RunRecord {
    /// Name and documentation.
    pub docs: Docs,
    /// The record whose fields come first, by index among those of generated code.
    pub begins_with: Option<usize>,
    /// The fields in wire order.
    pub fields: Vec<RunField>,
}

impl RunRecord {
    /// The fields that generated code could have.
    pub fn plain(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter_map(|field| match field {
            RunField::Plain(field, _) => Some(field.as_ref()),
            RunField::Step(_) => None,
        })
    }
}

/// A union that is run only.
#[derive(Clone, Debug)]
pub struct RunUnion {
    /// Name and documentation.
    pub docs: Docs,
    /// Wire type of the tag; none where the field tells it whose type this is.
    pub tag: Option<Wire>,
    /// The tag stands ahead, and belongs to the variant.
    pub ahead: bool,
    /// An unknown tag is carried as bytes.
    pub opaque: bool,
    /// Variants in order of their tags.
    pub variants: Vec<RunVariant>,
    /// Numbers that no variant has.
    pub reserved: Vec<Reserved>,
}

/// A variant of a union that is run only.
#[derive(Clone, Debug)]
pub struct RunVariant {
    /// The number on the wire, or the least one.
    pub tag: u64,
    /// The greatest number on the wire.
    pub last_tag: u64,
    /// 1 where it opens a block of a balanced sequence, -1 where it closes one.
    pub nesting: i8,
    /// Facts about the variant.
    pub traits: Vec<(String, Literal)>,
    /// Its name and its fields.
    pub record: RunRecord,
}

/// A field of what is run only.
#[derive(Clone, Debug)]
pub enum RunField {
    /// One that generated code could have, or a part; of a part, what it holds, as writers compute it.
    Plain(Box<Field>, Option<Expression>),
    /// One that it could not have.
    Step(Box<RunStep>),
}

impl RunField {
    /// Name and documentation.
    pub fn docs(&self) -> &Docs {
        match self {
            RunField::Plain(field, _) => &field.docs,
            RunField::Step(step) => &step.docs,
        }
    }
}

/// A field that generated code could not have.
#[derive(Clone, Debug)]
pub struct RunStep {
    /// Name and documentation.
    pub docs: Docs,
    /// Its type, or that of each element.
    pub ty: StepType,
    /// Where the elements end, for one of several.
    pub repeat: Option<Repeat>,
    /// The last element stands first.
    pub reversed: bool,
    /// So many bytes belong to the value, or to each element.
    pub size: Option<Expression>,
    /// Whether it is there.
    pub when: Option<Expression>,
    /// Where it stands, in bytes from the start of the file.
    pub at: Option<Expression>,
    /// What it holds, as writers compute it.
    pub equals: Option<Expression>,
    /// The bytes that it is.
    pub constant: Option<Vec<u8>>,
    /// What it is; it takes no bytes.
    pub value: Option<Expression>,
    /// What holds of every value.
    pub valid: Option<Expression>,
    /// The table whose next entry it is, or each element.
    pub table: Option<usize>,
}

/// The type of a field that generated code could not have.
#[derive(Clone, Debug)]
pub enum StepType {
    /// One of those that fields have.
    Wire(Wire),
    /// A count and elements.
    List(Box<StepType>),
    /// Elements up to the end.
    Rest(Box<StepType>),
    /// A record that is run only, by index.
    Record(usize),
    /// A union that is run only, by index.
    Union(usize),
    /// A union that is run only and told its tag, by index, and the field that tells it.
    Told {
        /// The union, by index.
        union: usize,
        /// The field.
        field: String,
        /// It tells it by its bytes.
        by_bytes: bool,
    },
    /// Bytes.
    Bytes(BytesEnd),
    /// Text.
    Text(Encoding, BytesEnd),
    /// An entry of a table, in the encoding of the dialect with this name.
    Entry(usize, Expression),
    /// The properties of the operation with these names, and the number of the dialect's version record.
    Properties(Expression, Expression, Option<Expression>),
    /// Filler to a multiple, counted from the start of the section or of the file.
    Filler(Expression, bool),
}

/// Where bytes end, or a text does.
#[derive(Clone, Debug)]
pub enum BytesEnd {
    /// Where what is around them ends.
    Rest,
    /// So many bytes before that.
    AllBut(u32),
    /// After so many.
    Count(Expression),
    /// Behind these, which are not in the value.
    Stop(Vec<u8>),
    /// After so many, of which those at the end that are this byte are not in the value.
    Padded(Expression, u8),
}
