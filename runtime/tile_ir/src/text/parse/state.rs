//! The state of a parser.

use super::super::super::generated::{DebugEntry, DebugId, NamedAttribute, OpKind, TypeId};
use super::super::parts::Given;
use super::head::Head;
use crate::module::body::BlockId;
use bytespec_core::operation_text::{Part, Piece};
use bytespec_core::reflect::{Arity, OpInfo};
use bytespec_core::values::{RegionId, Value};
use std::collections::HashMap;
use std::rc::Rc;
use std::slice;

/// The text of a location, or of a part of one.
#[derive(Clone, Debug)]
pub(super) enum Reference<'t> {
    Alias(&'t str),
    Here(Definition),
}

/// A location, or an item that a location refers to. Until all aliases are known, it refers to others by the numbers of their
/// texts.
#[derive(Clone, Debug)]
pub(super) enum Definition {
    /// An entry. A location is a place in a file, without a scope.
    Entry(DebugEntry),
    Scoped {
        place: DebugId,
        scope: DebugId,
    },
}

/// The item that is being parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Op(OpKind),
    Function,
    Global,
}

/// An operation that is being parsed.
#[derive(Debug)]
pub(super) struct Open<'t> {
    pub(super) start: usize,
    pub(super) target: Target,
    /// Names of results, with the number of values of each.
    pub(super) names: Vec<(&'t str, usize)>,
    pub(super) state: State<'t>,
    /// The pieces left to parse, the next one last.
    pub(super) left: Vec<slice::Iter<'static, Piece>>,
    pub(super) regions: Vec<Option<RegionId>>,
    /// The part before the operations, for a function without a template.
    pub(super) head: Option<Box<Head>>,
}

/// A block that is being parsed.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) id: BlockId,
    /// The implied operation at its end.
    pub(super) implied: &'static str,
    /// The mark of the names that are visible outside.
    pub(super) mark: usize,
}

/// The parsed parts of an operation.
#[derive(Clone, Debug)]
pub(super) struct State<'t> {
    pub(super) info: &'static OpInfo,
    pub(super) operands: Vec<Option<Vec<Value>>>,
    pub(super) results: Vec<Option<Vec<TypeId>>>,
    pub(super) attributes: Vec<Option<Given>>,
    /// Parts that were not parsed, with whether a group shows that they exist.
    pub(super) decided_parts: Vec<(Part, bool)>,
    /// Arguments of each region: name, type and offset.
    pub(super) arguments: Vec<Vec<(&'t str, TypeId, usize)>>,
    /// The attributes of each argument.
    pub(super) argument_attributes: Vec<Vec<NamedAttribute>>,
    /// Numbers in fields of result types, with their offsets.
    pub(super) mixed: Vec<(u16, &'static str, Vec<Option<i64>>, usize)>,
    /// The type of the constant.
    pub(super) elements_type: Option<TypeId>,
    /// The variadic group of results, and the number of its values, if the names determine it.
    pub(super) variadic: Option<u16>,
    pub(super) count: Option<usize>,
    pub(super) comma: bool,
    /// First arguments of regions whose types are those of operands.
    pub(super) pending: Vec<(u16, u16)>,
}

/// The values of a name; `None` if their definition is wrong.
pub(super) type Named = Option<Rc<[Value]>>;

/// The visible names.
#[derive(Debug, Default)]
pub(super) struct Scope<'t> {
    pub(super) names: HashMap<&'t str, Named>,
    /// Names that were defined, in order, with their previous values.
    defined: Vec<(&'t str, Option<Named>)>,
}

impl<'t> Scope<'t> {
    /// Removes all names.
    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.defined.clear();
    }

    /// A mark for [`Scope::leave`].
    pub(super) fn mark(&self) -> usize {
        self.defined.len()
    }

    /// Removes the names that were defined since a mark.
    pub(super) fn leave(&mut self, mark: usize) {
        for (name, before) in self.defined.drain(mark..).rev() {
            match before {
                Some(before) => self.names.insert(name, before),
                None => self.names.remove(name),
            };
        }
    }

    /// Whether a name is visible.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Defines a name for values; `None` if their definition is wrong.
    pub(super) fn define(&mut self, name: &'t str, values: Named) {
        let before = self.names.insert(name, values);
        self.defined.push((name, before));
    }
}

/// The first variadic group of results.
pub(super) fn variadic(info: &OpInfo) -> Option<u16> {
    let found = info.results.iter().position(|result| result.arity == Arity::Variadic)?;
    u16::try_from(found).ok()
}
