//! What executors run, and no Rust is generated of.

use super::{Docs, Field, Reserved, Wire};
use crate::ast::{Expression, Literal, Repeat};

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

/// A union that is run only.
#[derive(Clone, Debug)]
pub struct RunUnion {
    /// Name and documentation.
    pub docs: Docs,
    /// Wire type of the tag.
    pub tag: Wire,
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
    /// The number on the wire.
    pub tag: u64,
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
    /// One that generated code could have.
    Plain(Box<Field>),
    /// One that it could not have.
    Step(Box<RunStep>),
}

impl RunField {
    /// Name and documentation.
    pub fn docs(&self) -> &Docs {
        match self {
            RunField::Plain(field) => &field.docs,
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
    /// What it holds, as writers compute it.
    pub equals: Option<Expression>,
    /// What it is; it takes no bytes.
    pub value: Option<Expression>,
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
    /// All bytes but the last.
    AllBut(u32),
    /// All bytes up to one, which belongs to them.
    UpTo(u8),
    /// An entry of a table, in the encoding of the dialect with this name.
    Entry(usize, Expression),
    /// The properties of the operation with these names, and the number of the dialect's version record.
    Properties(Expression, Expression, Option<Expression>),
    /// Filler to a multiple, counted from the start of the section or of the file.
    Filler(Expression, bool),
}
