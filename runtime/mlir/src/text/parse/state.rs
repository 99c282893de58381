//! The state of a parser.

use super::super::super::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId};
use crate::module::ir::{BlockId, OpId, Operands, Value};
use bytespec_core::hash::Map;
use bytespec_core::interner::Interner;
use bytespec_core::properties::{DefaultValue, Field};
use bytespec_core::text::counted::Counted;
use std::ops::Range;

/// The description of operations with a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpKind {
    pub(super) name: OpNameId,
    /// The layout of the properties, if the release has the operation.
    pub(super) fields: Option<&'static [Field]>,
    /// The default values for what the text omits.
    pub(super) defaults: &'static [DefaultValue],
}

/// A name of results.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultName<'t> {
    pub(super) text: &'t str,
    pub(super) offset: usize,
    pub(super) count: u32,
}

/// The start of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'t> {
    pub(super) op: OpId,
    /// The name, in quotes unless the operation has its custom form.
    pub(super) literal: &'t str,
    /// The offset of the name.
    pub(super) offset: usize,
    /// The line and the column of the name.
    pub(super) place: (u64, u64),
    /// The start of the result names, among those of all unfinished operations.
    pub(super) results: usize,
    pub(super) operands: Operands,
    /// The number of the region that contains it.
    pub(super) region: u32,
}

/// The content of the text after the operands of an operation.
#[derive(Clone, Debug)]
pub(super) struct Suffix {
    pub(super) name: OpNameId,
    pub(super) properties: Option<PropertyBlobId>,
    pub(super) attributes: Option<AttributeId>,
    /// The types of the operands and of the results, as ranges of the types of all suffixes.
    pub(super) inputs: Range<usize>,
    pub(super) results: Range<usize>,
}

/// The cached suffixes.
#[derive(Debug, Default)]
pub(super) struct Suffixes<'t> {
    /// By the name of the operation, in quotes, and the text.
    pub(super) known: Map<(&'t str, &'t str), Suffix>,
    pub(super) types: Vec<TypeId>,
    /// Whether the last operation had a location of its own.
    pub(super) located: bool,
}

/// The entry that a template parsed at an offset: its number and its end, or `None` if there is no entry.
pub(super) type CachedReference = Option<(u32, usize)>;

/// The data for the order of uses.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// The point in time at which each operation was created, by operation number.
    pub(super) order: Vec<u32>,
    /// Operands whose value was not defined yet when they were parsed.
    pub(super) early: Vec<usize>,
    /// The operations with operands and regions.
    pub(super) around: Vec<u32>,
    pub(super) next: u32,
}

pub(super) const NONE: u32 = u32::MAX;

/// Marks values about which nothing is known, because their definition is wrong.
pub(super) const UNKNOWN: Value = Value::at(u32::MAX >> 1);

/// The values and blocks for names.
#[derive(Debug, Default)]
pub(super) struct Values<'t> {
    numbers: Counted<'t>,
    pub(super) names: Vec<Name<'t>>,
    pub(super) uses: Vec<Use>,
    /// The names that were defined, in order.
    pub(super) defined: Vec<u32>,
    block_numbers: Interner,
    pub(super) blocks: Vec<BlockName<'t>>,
    /// The names of blocks in the open regions, with the blocks that they had in the regions around.
    pub(super) hidden: Vec<(u32, Option<NamedBlock>)>,
    /// The number of regions that were started.
    pub(super) started: u32,
}

/// A name for values.
#[derive(Debug)]
pub(super) struct Name<'t> {
    pub(super) text: &'t str,
    /// The first value with the name; [`NONE`] if it is not defined.
    pub(super) first: u32,
    /// The number of values with the name; [`NONE`] if their definition is wrong.
    pub(super) count: u32,
    /// The last use before the definition.
    pub(super) uses: u32,
}

/// The name of a value at a use.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueName<'t> {
    pub(super) text: &'t str,
    /// The index among the values with the name.
    pub(super) number: u32,
    pub(super) offset: usize,
}

/// A use of a value that is not defined yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// The index of the operand among those of all operations.
    pub(super) place: usize,
    /// The index among the values with the name.
    pub(super) number: u32,
    pub(super) ty: TypeId,
    pub(super) offset: usize,
    /// The number of regions that were started before.
    pub(super) started: u32,
    pub(super) next: u32,
}

/// A name for blocks.
#[derive(Debug)]
pub(super) struct BlockName<'t> {
    pub(super) text: &'t str,
    pub(super) block: Option<NamedBlock>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NamedBlock {
    pub(super) block: BlockId,
    /// The region that contains it.
    pub(super) region: u32,
    pub(super) defined: bool,
    /// The offset of its first use.
    pub(super) offset: usize,
}

/// The state of the names at the start of a region.
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

    /// An empty state for a text of `len` bytes.
    pub(super) fn new(len: usize) -> Self {
        Values { numbers: Counted::new(len), ..Values::default() }
    }

    /// The values of a name in the form that a printer uses, at an offset of a text, and the end of the name; `None` for
    /// another form of name, or an unknown one.
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
