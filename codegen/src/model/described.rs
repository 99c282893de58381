//! Bytes that are described step by step.

use super::{Docs, Wire};
use crate::ast::{Expression, Repeat};

/// Bytes, step by step.
#[derive(Clone, Debug)]
pub struct Described {
    /// Name and documentation.
    pub docs: Docs,
    /// The record whose fields come first, by index.
    pub record: Option<usize>,
    /// What follows them, in wire order.
    pub steps: Vec<DescribedStep>,
}

/// A step.
#[derive(Clone, Debug)]
pub struct DescribedStep {
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
    pub is: Option<Expression>,
    /// What it is; it takes no bytes.
    pub value: Option<Expression>,
    /// The table whose next entry it is, or each element.
    pub table: Option<usize>,
}

/// The type of a step.
#[derive(Clone, Debug)]
pub enum StepType {
    /// One of those that fields have.
    Wire(Wire),
    /// A count and elements.
    List(Box<StepType>),
    /// Elements up to the end.
    Rest(Box<StepType>),
    /// Bytes that are described step by step, by index.
    Described(usize),
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
