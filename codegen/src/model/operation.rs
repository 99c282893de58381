//! Operations: their parts, and their encoding.

use super::{Docs, Field, VersionIndex, Wire};
use crate::operation_text;

/// The encoding of an operation.
#[derive(Clone, Debug)]
pub struct Operations {
    /// The parts in wire order.
    pub layout: Vec<OpPart>,
    /// Wire type of the opcode.
    pub opcode: Wire,
    /// Table that result types index.
    pub types: usize,
    /// The record and its blob that contains operations.
    pub body: Option<(String, String)>,
}

/// A part of an operation on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpPart {
    /// The number of the operation.
    Opcode,
    /// The number of results, if it varies.
    ResultCount,
    /// One type for each result.
    ResultTypes,
    /// The flag bits, for operations with flags.
    Flags,
    /// The attributes in order.
    Attributes,
    /// The operands in order.
    Operands,
    /// The regions, for operations with regions.
    Regions,
}

/// A region of an operation.
#[derive(Clone, Debug)]
pub struct Region {
    /// Name and documentation.
    pub docs: Docs,
    /// It may have no block.
    pub may_be_empty: bool,
    /// The names of its arguments in text.
    pub arguments: Vec<String>,
    /// The terminator that text omits if it has no operands; may be empty.
    pub implied: String,
}

/// How many values an operand or result group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// One.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Variadic,
}

/// An operand or result group.
#[derive(Clone, Debug)]
pub struct Port {
    /// Name and documentation.
    pub docs: Docs,
    /// The set of types it may have, as written.
    pub constraint: String,
    /// How many values.
    pub arity: Arity,
    /// The flag bit of an optional operand.
    pub bit: Option<u32>,
    /// The name of a result in text; empty if it has a number.
    pub named: String,
}

/// The encoding of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandLayout {
    /// One index each.
    Fixed,
    /// The count of all, then the indices.
    Counted,
    /// Group by group: an index, a count and indices, or an index if its bit is set.
    Segments,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Op {
    /// Name and documentation.
    pub docs: Docs,
    /// The number on the wire.
    pub opcode: u64,
    /// Chapter, by index.
    pub group: Option<usize>,
    /// It never occurs as an instruction of a body.
    pub section_form: bool,
    /// Results in order.
    pub results: Vec<Port>,
    /// The number of results is on the wire.
    pub result_count: bool,
    /// First version whose wire has the flags; none when it has no flags.
    pub flags: Option<VersionIndex>,
    /// Attributes in wire order.
    pub attributes: Vec<Field>,
    /// Operands in wire order.
    pub operands: Vec<Port>,
    /// The encoding of the operands.
    pub operand_layout: OperandLayout,
    /// Regions in order.
    pub regions: Vec<Region>,
    /// Values that must have the same type.
    pub same_type: Vec<String>,
    /// It ends a block.
    pub terminator: bool,
    /// It has no effect besides its results, for any operands.
    pub pure: bool,
    /// Its syntax in text; empty if the schema does not give it.
    pub text: Vec<operation_text::Piece>,
    /// Text treats its results as named.
    pub names_results: bool,
}
