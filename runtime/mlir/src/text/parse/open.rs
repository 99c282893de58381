//! Operations whose parsing has started.

use super::super::super::generated::{AttributeId, TypeId};
use super::attributes::Entry;
use super::state::{Head, OpKind, Scope, ValueName};
use crate::dialect::OpText;
use crate::module::ir::{BlockId, Chain};
use crate::operations::properties::Property;
use bytespec_core::operation_text::Piece;
use std::slice;

/// An operation whose regions or types come next.
pub(super) struct Open<'t> {
    pub(super) head: Head<'t>,
    pub(super) kind: OpKind,
    /// The content of the angle brackets.
    pub(super) inherent: Option<Inherent>,
    pub(super) regions: Vec<Option<Chain>>,
    pub(super) inside: Option<Inside>,
    /// The state of its custom form.
    pub(super) assembly: Option<Box<Assembly<'t>>>,
}

/// The content of the angle brackets after the operands.
pub(super) enum Inherent {
    Dictionary(Vec<Entry>),
    Attribute(AttributeId, usize),
}

/// The current region.
pub(super) struct Inside {
    pub(super) scope: Scope,
    pub(super) chain: Option<Chain>,
    pub(super) block: Option<BlockId>,
}

/// An operation that is parsed in its custom form.
pub(super) struct Assembly<'t> {
    pub(super) text: &'static OpText,
    /// The pieces left to parse, the next one last.
    pub(super) left: Vec<slice::Iter<'static, Piece>>,
    /// The values of each group of operands, and their types with offsets if the text has them.
    pub(super) operands: Vec<Group<ValueName<'t>>>,
    /// The types of each group of results.
    pub(super) results: Vec<Option<Vec<TypeId>>>,
    pub(super) successors: Vec<Vec<BlockId>>,
    /// The groups of the regions that were parsed.
    pub(super) regions: Vec<u16>,
    pub(super) properties: Vec<Property>,
    /// Attributes, and properties among them.
    pub(super) entries: Vec<Entry>,
}

/// A group of values.
pub(super) struct Group<T> {
    pub(super) members: Vec<T>,
    pub(super) types: Option<Vec<(TypeId, usize)>>,
}
