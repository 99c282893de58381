//! Operations: what they have, and how they stand on the wire.

use super::{Docs, Field, VersionIndex, Wire};
use crate::operation_text;

/// How an operation stands on the wire.
#[derive(Clone, Debug)]
pub struct Operations {
    /// The parts in wire order.
    pub layout: Vec<OpPart>,
    /// Wire type of the opcode.
    pub opcode: Wire,
    /// Table that result types index.
    pub types: usize,
    /// The record and its blob that holds operations.
    pub body: Option<(String, String)>,
}

/// A part of an operation on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpPart {
    /// The number of the operation.
    Opcode,
    /// The number of results, where it varies.
    ResultCount,
    /// One type for each result.
    ResultTypes,
    /// The flag bits, for operations that have some.
    Flags,
    /// The attributes in order.
    Attributes,
    /// The operands in order.
    Operands,
    /// The regions, for operations that have some.
    Regions,
}

/// A region of an operation.
#[derive(Clone, Debug)]
pub struct Region {
    /// Name and documentation.
    pub docs: Docs,
    /// It may have no block.
    pub may_be_empty: bool,
    /// What text calls its arguments.
    pub arguments: Vec<String>,
    /// The operation at its end that text leaves out where it has no operands; may be empty.
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
    /// What text calls a result; empty where it has a number.
    pub named: String,
}

/// How operands stand on the wire.
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
    /// Never an instruction of a body.
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
    /// How the operands stand on the wire.
    pub operand_layout: OperandLayout,
    /// Regions in order.
    pub regions: Vec<Region>,
    /// Values that have one type.
    pub same_type: Vec<String>,
    /// It ends a block.
    pub terminator: bool,
    /// It does nothing but give results, whatever its operands are.
    pub pure: bool,
    /// How it is spelled; empty where the schema does not say.
    pub text: Vec<operation_text::Piece>,
    /// Its results count as named in text.
    pub names_results: bool,
}
