//! Operations that are being read.

use super::super::super::generated::{AttributeId, TypeId};
use super::attributes::Entry;
use super::state::{Head, OpKind, Scope, ValueName};
use crate::dialect::OpText;
use crate::module::ir::{Block, Chain};
use crate::operations::properties::Property;
use bytespec_core::operation_text::Piece;
use std::slice;

/// An operation whose regions or types come.
pub(super) struct Open<'t> {
    pub(super) head: Head<'t>,
    pub(super) kind: OpKind,
    /// What stands in angle brackets.
    pub(super) inherent: Option<Inherent>,
    pub(super) regions: Vec<Option<Chain>>,
    pub(super) inside: Option<Inside>,
    /// What was read of the form of its own that it has.
    pub(super) assembly: Option<Box<Assembly<'t>>>,
}

/// What stands in angle brackets behind the operands.
pub(super) enum Inherent {
    Dictionary(Vec<Entry>),
    Attribute(AttributeId, usize),
}

/// The region that is being read.
pub(super) struct Inside {
    pub(super) scope: Scope,
    pub(super) chain: Option<Chain>,
    pub(super) block: Option<Block>,
}

/// An operation that is being read in a form of its own.
pub(super) struct Assembly<'t> {
    pub(super) text: &'static OpText,
    /// What is left to be read, the next last.
    pub(super) left: Vec<slice::Iter<'static, Piece>>,
    /// For each group of operands the values, and their types with where they stand, if the text says these.
    pub(super) operands: Vec<Group<ValueName<'t>>>,
    /// For each group of results the types.
    pub(super) results: Vec<Option<Vec<TypeId>>>,
    pub(super) successors: Vec<Vec<Block>>,
    /// Of which groups the regions are that were read.
    pub(super) regions: Vec<u16>,
    pub(super) properties: Vec<Property>,
    /// Attributes, and properties that stand among them.
    pub(super) entries: Vec<Entry>,
}

/// A group of values.
pub(super) struct Group<T> {
    pub(super) members: Vec<T>,
    pub(super) types: Option<Vec<(TypeId, usize)>>,
}
