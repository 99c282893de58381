//! What a parser remembers.

use super::super::super::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId};
use crate::module::ir::{Block, Op, Operands, Value};
use bytespec_core::hash::Map;
use bytespec_core::interner::Interner;
use bytespec_core::properties::{DefaultValue, Field};
use bytespec_core::text::counted::Counted;
use std::ops::Range;

/// What is known of operations with a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpKind {
    pub(super) name: OpNameId,
    /// The layout of the properties, where the release has the operation.
    pub(super) fields: Option<&'static [Field]>,
    /// What they are given where the text leaves it out.
    pub(super) defaults: &'static [DefaultValue],
}

/// The name of some results.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultName<'t> {
    pub(super) text: &'t str,
    pub(super) offset: usize,
    pub(super) count: u32,
}

/// What an operation begins with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'t> {
    pub(super) op: Op,
    /// The name, in quotes unless the operation has a form of its own.
    pub(super) literal: &'t str,
    /// Where the name stands.
    pub(super) offset: usize,
    /// The line and the column of the name.
    pub(super) place: (u64, u64),
    /// Where the names of the results begin, among those of all operations that did not end yet.
    pub(super) results: usize,
    pub(super) operands: Operands,
    /// The number of the region that it stands in.
    pub(super) region: u32,
}

/// What the text behind the operands of an operation says.
#[derive(Clone, Debug)]
pub(super) struct Suffix {
    pub(super) name: OpNameId,
    pub(super) properties: Option<PropertyBlobId>,
    pub(super) attributes: Option<AttributeId>,
    /// The types of the operands and those of the results, among the types of all suffixes.
    pub(super) inputs: Range<usize>,
    pub(super) results: Range<usize>,
}

/// Texts that were read.
#[derive(Debug, Default)]
pub(super) struct Suffixes<'t> {
    /// By the name of the operation, in quotes, and the text.
    pub(super) known: Map<(&'t str, &'t str), Suffix>,
    pub(super) types: Vec<TypeId>,
    /// The latest operation had a location of its own.
    pub(super) located: bool,
}

/// What was read at an offset for a template: the number of the entry and where it ended, or none where there is no entry.
pub(super) type CachedReference = Option<(u32, usize)>;

/// What tells the order of uses.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// When each operation was made, by its number.
    pub(super) order: Vec<u32>,
    /// Operands whose value was not defined when they were read.
    pub(super) early: Vec<usize>,
    /// There are operations with operands and regions.
    pub(super) around: Vec<u32>,
    pub(super) next: u32,
}

pub(super) const NONE: u32 = u32::MAX;

/// Stands for values of which nothing is known, because what defines them is wrong.
pub(super) const UNKNOWN: Value = Value::at(u32::MAX >> 1);

/// What names of values and blocks stand for.
#[derive(Debug, Default)]
pub(super) struct Values<'t> {
    numbers: Counted<'t>,
    pub(super) names: Vec<Name<'t>>,
    pub(super) uses: Vec<Use>,
    /// Names that were defined, in order.
    pub(super) defined: Vec<u32>,
    block_numbers: Interner,
    pub(super) blocks: Vec<BlockName<'t>>,
    /// Names of blocks of the regions that are open, with what they stood for around.
    pub(super) hidden: Vec<(u32, Option<NamedBlock>)>,
    /// Regions that were started.
    pub(super) started: u32,
}

/// A name of values.
#[derive(Debug)]
pub(super) struct Name<'t> {
    pub(super) text: &'t str,
    /// The first of the values that have it; none where it is not defined.
    pub(super) first: u32,
    /// How many have it; none where what defines it is wrong.
    pub(super) count: u32,
    /// The latest use before the definition.
    pub(super) uses: u32,
}

/// The name of a value where it is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueName<'t> {
    pub(super) text: &'t str,
    /// Which of the values that have the name.
    pub(super) number: u32,
    pub(super) offset: usize,
}

/// A use of a value that is not defined yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// Which operand it is, of those of all operations.
    pub(super) place: usize,
    /// Which of the values that have the name.
    pub(super) number: u32,
    pub(super) ty: TypeId,
    pub(super) offset: usize,
    /// Regions that were started before.
    pub(super) started: u32,
    pub(super) next: u32,
}

/// A name of blocks.
#[derive(Debug)]
pub(super) struct BlockName<'t> {
    pub(super) text: &'t str,
    pub(super) block: Option<NamedBlock>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NamedBlock {
    pub(super) block: Block,
    /// The region that it is of.
    pub(super) region: u32,
    pub(super) defined: bool,
    /// Where it was first named.
    pub(super) offset: usize,
}

/// How much was known when a region began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) defined: usize,
    pub(super) hidden: usize,
    /// The number of the region.
    pub(super) region: u32,
}

impl<'t> Values<'t> {
    pub(super) fn enter(&mut self) -> Scope {
        self.started += 1;
        Scope { defined: self.defined.len(), hidden: self.hidden.len(), region: self.started }
    }

    /// No names, for a text of so many bytes.
    pub(super) fn new(len: usize) -> Self {
        Values { numbers: Counted::new(len), ..Values::default() }
    }

    /// The values that have a name that a printer gives, which begins at an offset of a text, and where it ends; none where it
    /// is another one, or nothing has it yet.
    #[inline]
    pub(super) fn counted(&self, text: &[u8], at: usize) -> Option<(&Name<'t>, usize)> {
        let (name, end) = self.numbers.find(text, at)?;
        Some((self.names.get(name as usize)?, end))
    }

    pub(super) fn name(&mut self, text: &'t str) -> u32 {
        let next = self.names.len() as u32;
        let number = self.numbers.number(text, next);
        if number == next {
            self.names.push(Name { text, first: NONE, count: 0, uses: NONE });
        }
        number
    }

    pub(super) fn block_name(&mut self, text: &'t str) -> u32 {
        let (next, blocks) = (self.blocks.len(), &self.blocks);
        let content = |number| blocks.get(number as usize).map(|name| name.text);
        let known = self.block_numbers.place(next, content, &Some(text));
        known.unwrap_or_else(|| {
            self.blocks.push(BlockName { text, block: None });
            next as u32
        })
    }
}
