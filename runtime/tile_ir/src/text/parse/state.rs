//! What a parser remembers.

use super::super::super::generated::{NamedAttribute, OpKind, StringId, TypeId};
use super::super::parts::Given;
use super::super::subprogram::Subprogram;
use super::head::Head;
use crate::module::body::BlockId;
use bytespec_core::operation_text::{Part, Piece};
use bytespec_core::reflect::{Arity, OpInfo};
use bytespec_core::values::{RegionId, Value};
use std::collections::HashMap;
use std::rc::Rc;
use std::slice;

/// What stands where a location, or a part of one, is said.
#[derive(Clone, Debug)]
pub(super) enum Reference<'t> {
    /// An alias, and where it stands.
    Alias(&'t str, usize),
    Here(Box<Definition<'t>>, usize),
}

/// A location, or what one refers to.
#[derive(Clone, Debug)]
pub(super) enum Definition<'t> {
    Unknown,
    Place { file: StringId, line: u32, column: u32 },
    Scoped { place: Reference<'t>, scope: Reference<'t> },
    CallSite { callee: Reference<'t>, caller: Reference<'t> },
    File { name: StringId, directory: StringId },
    CompileUnit { file: Reference<'t> },
    Subprogram(Box<Subprogram<Reference<'t>>>),
    LexicalBlock { scope: Reference<'t>, file: Reference<'t>, line: u32, column: u32 },
}

/// What is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Op(OpKind),
    Function,
    Global,
}

/// An operation that is being read.
#[derive(Debug)]
pub(super) struct Open<'t> {
    pub(super) start: usize,
    pub(super) target: Target,
    pub(super) info: &'static OpInfo,
    /// Names of results, and how many values each has.
    pub(super) names: Vec<(&'t str, usize)>,
    pub(super) state: State<'t>,
    /// What is left to be read, the next last.
    pub(super) left: Vec<slice::Iter<'static, Piece>>,
    pub(super) regions: Vec<Option<RegionId>>,
    /// What was said in front, of a function that no template describes.
    pub(super) head: Option<Box<Head>>,
}

/// A block that is being read.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) id: BlockId,
    /// The operation that ends it where nothing does.
    pub(super) implied: &'static str,
    /// Where the names were that can be seen outside.
    pub(super) mark: usize,
}

/// What was read of an operation.
#[derive(Clone, Debug, Default)]
pub(super) struct State<'t> {
    pub(super) operands: Vec<Option<Vec<Value>>>,
    pub(super) results: Vec<Option<Vec<TypeId>>>,
    pub(super) attributes: Vec<Option<Given>>,
    /// Parts that were not read, and of which a group told whether they are there.
    pub(super) decided_parts: Vec<(Part, bool)>,
    /// Attributes that may be absent.
    pub(super) optional: &'static [u16],
    /// Arguments of each region: name, type and where it stands.
    pub(super) arguments: Vec<Vec<(&'t str, TypeId, usize)>>,
    /// The types of the arguments of the region at hand.
    pub(super) types_of_arguments: Vec<TypeId>,
    /// What is said of each argument.
    pub(super) said_of_arguments: Vec<Vec<NamedAttribute>>,
    /// Numbers of fields of the types of results, and where they stand.
    pub(super) mixed: Vec<(u16, &'static str, Vec<Option<i64>>, usize)>,
    /// The type of the constant.
    pub(super) elements_type: Option<TypeId>,
    /// The group of results whose number is not fixed, and how many values it has, where names tell.
    pub(super) variadic: Option<u16>,
    pub(super) count: Option<usize>,
    pub(super) comma: bool,
    /// First arguments of regions whose types are those of operands.
    pub(super) pending: Vec<(u16, u16)>,
}

/// The values of a name; none where what defines it is wrong.
pub(super) type Named = Option<Rc<[Value]>>;

/// The names that can be seen.
#[derive(Debug, Default)]
pub(super) struct Scope<'t> {
    pub(super) names: HashMap<&'t str, Named>,
    /// Names that were defined, in order, and what they stood for before.
    defined: Vec<(&'t str, Option<Named>)>,
}

impl<'t> Scope<'t> {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.defined.clear();
    }

    /// The place to come back to by [`Scope::leave`].
    pub(super) fn mark(&self) -> usize {
        self.defined.len()
    }

    /// Forgets what was defined since a mark.
    pub(super) fn leave(&mut self, mark: usize) {
        for (name, before) in self.defined.drain(mark..).rev() {
            match before {
                Some(before) => self.names.insert(name, before),
                None => self.names.remove(name),
            };
        }
    }

    /// Whether a name can be seen.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Gives a name to values, or to none where what defines it is wrong.
    pub(super) fn define(&mut self, name: &'t str, values: Named) {
        let before = self.names.insert(name, values);
        self.defined.push((name, before));
    }
}

/// The first of the results whose number is not fixed.
pub(super) fn variadic(info: &OpInfo) -> Option<u16> {
    let found = info.results.iter().position(|result| result.arity == Arity::Variadic)?;
    u16::try_from(found).ok()
}
