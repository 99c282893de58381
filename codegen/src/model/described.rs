//! Items that executors run. Rust is generated for them in the types of whole files.

use super::{Docs, Field, FieldKind, Reserved, Wire};
use crate::ast::described::LastOf;
use crate::ast::{Expression, Literal, Repeat};
use bytespec_plan::{Base, Encoding, Transform};

/// A record, or a variant of a union, that is run only: only executors read and write it.
#[derive(Clone, Debug)]
pub struct RunRecord {
    /// Name and documentation.
    pub docs: Docs,
    /// The record whose fields come first, by index among the records of generated code.
    pub begins_with: Option<usize>,
    /// The fields in wire order.
    pub fields: Vec<RunField>,
}

impl RunRecord {
    /// The fields that generated code supports.
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
    /// Wire type of the tag; none if a field of the enclosing item contains the tag.
    pub tag: Option<Wire>,
    /// The tag is the first number of the variant, and belongs to the variant.
    pub peeks_tag: bool,
    /// Bytes with an unknown tag are kept.
    pub opaque: bool,
    /// Variants in order of their tags.
    pub variants: Vec<RunVariant>,
    /// Numbers that no variant has.
    pub reserved: Vec<Reserved>,
}

/// A variant of a union that is run only.
#[derive(Clone, Debug)]
pub struct RunVariant {
    /// The numbers on the wire: of each tag, the least and the greatest one.
    pub tags: Vec<(i128, i128)>,
    /// The tags that are texts or bytes.
    pub text_tags: Vec<Vec<u8>>,
    /// 1 if it opens a block of a balanced sequence, -1 if it closes one.
    pub nesting: i8,
    /// Facts about the variant.
    pub traits: Vec<(String, Literal)>,
    /// Its name and its fields.
    pub record: RunRecord,
}

/// A field of an item that is run only.
#[derive(Clone, Debug)]
pub enum RunField {
    /// A field that generated code supports, or a part with its expressions.
    Plain(Box<Field>, Box<OfPart>),
    /// A field that generated code does not support.
    Step(Box<RunStep>),
}

/// The expressions of a part of a packed number.
#[derive(Clone, Debug, Default)]
pub struct OfPart {
    /// The expression that writers compute.
    pub equals: Option<Expression>,
    /// The condition that every value must satisfy.
    pub valid: Option<Expression>,
}

impl OfPart {
    /// Its expressions.
    pub fn all(&self) -> impl Iterator<Item = &Expression> {
        self.equals.iter().chain(&self.valid)
    }
}

impl RunField {
    /// The condition of a part of a packed number, if it has one; none for other fields.
    pub fn part(&self) -> Option<&Option<Expression>> {
        match self {
            RunField::Plain(field, of) => {
                matches!(field.kind, FieldKind::Part(..)).then_some(&of.valid)
            }
            RunField::Step(_) => None,
        }
    }

    /// Name and documentation.
    pub fn docs(&self) -> &Docs {
        match self {
            RunField::Plain(field, _) => &field.docs,
            RunField::Step(step) => &step.docs,
        }
    }
}

/// A field that generated code does not support.
#[derive(Clone, Debug)]
pub struct RunStep {
    /// Name and documentation.
    pub docs: Docs,
    /// Its type, or that of each element.
    pub ty: StepType,
    /// The end of the elements, if the field has several.
    pub repeat: Option<Repeat>,
    /// The last element is first.
    pub reversed: bool,
    /// The number of bytes of the value, or of each element.
    pub size: Option<Expression>,
    /// The transform of its bytes, or of those of each element, and the key.
    pub transform: Option<(Transform<String>, Option<Expression>)>,
    /// The condition under which it is present.
    pub when: Option<Expression>,
    /// Its offset in bytes from the start of the file.
    pub at: Option<Expression>,
    /// The expression that writers compute for it.
    pub equals: Option<Expression>,
    /// Its constant bytes.
    pub constant: Option<Vec<u8>>,
    /// The expression for a field without bytes.
    pub value: Option<Expression>,
    /// The condition that every value must satisfy.
    pub valid: Option<Expression>,
    /// The condition is one on each element, which it names by the name of the field.
    pub valid_of_element: bool,
    /// The base in which listings show its numbers.
    pub base: Base,
    /// The table in which it, or each element, is the next entry.
    pub table: Option<usize>,
}

impl RunStep {
    /// Whether each element is in an item of its own, because a condition names it.
    pub fn has_element_item(&self) -> bool {
        self.valid_of_element || matches!(self.repeat, Some(Repeat::Last(_, LastOf::Element)))
    }
}

/// The type of a field that generated code does not support.
#[derive(Clone, Debug)]
pub enum StepType {
    /// A type that fields of generated code have.
    Wire(Wire),
    /// A count and elements.
    List(Box<StepType>),
    /// Elements up to the end.
    Rest(Box<StepType>),
    /// A record that is run only, by index, and its arguments.
    Record(usize, Vec<Expression>),
    /// A union that is run only, by index.
    Union(usize),
    /// A union that is run only, whose tag is elsewhere.
    Tagged {
        /// The union, by index.
        union: usize,
        /// The tag.
        tag: Expression,
        /// The tag is a field with bytes.
        as_bytes: bool,
    },
    /// Bytes.
    Bytes(BytesEnd),
    /// Text.
    Text(Encoding, BytesEnd),
    /// An entry of a table, in the encoding of the dialect with this name.
    Entry(usize, Expression),
    /// The properties of an operation: the names of the dialect and of the operation, and the number of the dialect's version
    /// record.
    Properties(Expression, Expression, Option<Expression>),
    /// Bytes without a meaning.
    Filler(Filler),
}

/// The end of filler.
#[derive(Clone, Debug)]
pub enum Filler {
    /// At a multiple, counted from an offset in the file, or otherwise from the start of the section or of the file.
    Multiple(Expression, Option<Expression>),
    /// The same as that of bytes.
    Bytes(BytesEnd),
}

impl StepType {
    /// The type of the elements of a list, or the type itself.
    pub fn element(&self) -> &StepType {
        match self {
            StepType::List(inner) | StepType::Rest(inner) => inner,
            other => other,
        }
    }
}

/// The end of bytes or of a text.
#[derive(Clone, Debug)]
pub enum BytesEnd {
    /// At the end of the enclosing bytes.
    Rest,
    /// This many bytes before the end of the enclosing bytes.
    AllBut(u32),
    /// After a number of bytes.
    Count(Expression),
    /// At a marker, which is not part of the value.
    Stop(Vec<u8>),
    /// After a number of bytes; trailing bytes equal to this one are not part of the value.
    Padded(Expression, u8),
    /// After a number of bytes; those from a marker on are not part of the value.
    Ended(Expression, Vec<u8>),
}
