//! The nesting of operations, blocks and regions of an intermediate representation (IR), by number, for formats of your own.
//!
//! An operation has regions, a region has blocks, and a block has operations, each in order. A [`Forest`] stores only this nesting.
//! It does not store what an operation is. You store opcodes, operands and all else in *side tables*: a `Vec` for operations, and
//! others for blocks and regions if you need them. The [index](OpId::index) of a handle is the position in the side table. A
//! forest numbers operations, blocks and regions separately. Each new one gets the next number, so you push to the side table
//! whenever you add to the forest.
//!
//! ```
//! use bytespec::forest::{Forest, OpId, Place};
//!
//! let (mut forest, mut names) = (Forest::default(), Vec::new());
//! // A block in no region is a root.
//! let root = forest.add_root()?;
//! let mut add = |forest: &mut Forest, name| -> bytespec::Result<OpId> {
//!     names.push(name);
//!     forest.add_op()
//! };
//! let (repeat, print) = (add(&mut forest, "loop")?, add(&mut forest, "print")?);
//! let region = forest.add_region(repeat)?;
//! let body = forest.add_block(region)?;
//! forest.append(root, repeat)?;
//! forest.append(body, print)?;
//! assert_eq!(forest.parent(print), Some(repeat));
//!
//! // Move an operation out of the loop. No edit puts an operation inside itself.
//! forest.move_to(Place::Before(repeat), print)?;
//! assert!(forest.move_to(Place::AtEnd(body), repeat).is_err());
//! let order: Vec<_> = forest.walk(root).map(|op| names[op.index()]).collect();
//! assert_eq!(order, ["print", "loop"]);
//!
//! // Erase an operation with all that is inside. You learn what is gone.
//! let erased = forest.erase(repeat)?;
//! assert_eq!((erased.ops, erased.blocks), (vec![repeat], vec![body]));
//! # Ok::<(), bytespec::Error>(())
//! ```
//!
//! # Invariants
//! * Nothing is in two places, or inside itself. Every edit keeps this, or fails and changes nothing.
//! * An operation can be in no block, for example before you [append](Forest::append) it. It keeps its regions.
//! * Numbers are never used again. A handle of something that was erased stays invalid, and side tables only grow.
//! * A handle does not know its forest. A handle of another forest is valid if the number is, so do not mix them.
//! * A query with an invalid handle returns nothing. An edit refuses it.
//!
//! A forest knows no values. If an edit can leave a value without a definition, the owner checks that before the edit.
//!
//! # Errors
//! | [`ErrorKind`] | when |
//! | --- | --- |
//! | [`Handle`](ErrorKind::Handle) | an edit gets a handle that was never made, or of something erased |
//! | [`Misplaced`](ErrorKind::Misplaced) | an edit gets a [place](Place) that cannot be: inside or next to what it moves, or next to something in no block or region |
//! | [`Limit`](ErrorKind::Limit) | there are 2³¹ operations, blocks or regions |
//!
//! These errors have no offset and no path. `Misplaced` names an operation by its number; add the name that your format has.
//!
//! # Costs
//! An operation takes 12 bytes, and 8 more if it has regions. A block takes 20 bytes, and a region 16. Nothing is freed by erasing.
//! Adding, inserting and removing take constant time; [`Forest::add_region`] takes time in the regions that the operation has. Moves
//! of blocks, and of operations with regions, check that nothing gets inside itself, which takes time in the depth. Queries take
//! constant time, except for walks, and for those that say otherwise. Nothing recurses, so depth is not limited.

mod bulk;
#[doc(hidden)]
pub mod copies;
mod editing;
#[doc(hidden)]
pub mod erasing;
mod placing;
#[cfg(test)]
mod tests;
mod walks;

pub use editing::Erased;
pub use placing::Place;
pub use walks::{PostOrder, PreOrder};

use walks::Within;

use crate::error::{Error, ErrorKind, Result};

const NONE: u32 = u32::MAX;
/// Handles are below this number, so that their highest bit is free to mark their kind.
#[doc(hidden)]
pub const LIMIT: u32 = 1 << 31;
/// The parent of something that was erased: no handle has this number.
const ERASED: u32 = LIMIT;

/// Declares handles: types that are the number of something in memory.
#[doc(hidden)]
#[macro_export]
macro_rules! handles {
    ($($name:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The handle with a number, which is not checked.
            #[doc(hidden)]
            #[inline]
            #[must_use]
            pub const fn at(number: u32) -> Self {
                $name(number)
            }

            /// The number of the handle.
            #[doc(hidden)]
            #[inline]
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0
            }

            /// The handle with this number; none for a number that no handle has.
            #[doc(hidden)]
            #[inline]
            #[must_use]
            pub fn some(number: u32) -> Option<Self> {
                (number < $crate::forest::LIMIT).then_some($name(number))
            }

            /// The number of the handle. It is unique among handles of its kind, and below the count of all that were ever made.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

handles! {
    OpId, "An operation in memory.";
    BlockId, "A block in memory.";
    RegionId, "A region in memory.";
}

/// The definition of a value, for owners that have values: those of an operation or of a block, counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// A result of an operation, by its position.
    Result(OpId, u32),
    /// An argument of a block, by its position.
    Argument(BlockId, u32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct OpLinks {
    /// The block around it. For an operation that has regions, or had some at any time, a place in the list of parents.
    block: u32,
    previous: u32,
    next: u32,
}

/// An operation with regions: few are.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Parent {
    block: u32,
    first_region: u32,
}

/// Numbers from here on, except for the last one, are places in the list of operations with regions.
const PARENTS: u32 = ERASED + 1;

#[derive(Clone, Copy, Debug, PartialEq)]
struct BlockLinks {
    region: u32,
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct RegionLinks {
    op: u32,
    first: u32,
    last: u32,
    /// The next region of the same operation.
    next: u32,
}

const NO_OP: OpLinks = OpLinks { block: NONE, previous: NONE, next: NONE };
const NO_BLOCK: BlockLinks =
    BlockLinks { region: NONE, first: NONE, last: NONE, previous: NONE, next: NONE };
const NO_REGION: RegionLinks = RegionLinks { op: NONE, first: NONE, last: NONE, next: NONE };

/// The nesting of operations, blocks and regions, see the [module](self). Two forests are equal if they have the same numbers at
/// the same places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    ops: Vec<OpLinks>,
    parents: Vec<Parent>,
    blocks: Vec<BlockLinks>,
    regions: Vec<RegionLinks>,
}

/// The number of operations, blocks and regions that were ever made: the lengths of side tables.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Operations, those that were erased and those in no block included.
    pub ops: usize,
    parents: usize,
    /// Blocks, those that were erased included.
    pub blocks: usize,
    /// Regions, those that were erased included.
    pub regions: usize,
}

/// The error for a handle that does not exist.
#[cold]
#[doc(hidden)]
pub fn wrong(what: &'static str, number: u32, erased: bool) -> Error {
    Error::new(ErrorKind::Handle { what, number, erased })
}

impl Forest {
    /// Frees memory that was reserved for growth. Call it after reading, if few edits follow.
    pub fn shrink(&mut self) {
        self.ops.shrink_to_fit();
        self.parents.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.regions.shrink_to_fit();
    }

    /// The number of operations, blocks and regions that were ever made. All indices of handles are less.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts {
            ops: self.ops.len(),
            parents: self.parents.len(),
            blocks: self.blocks.len(),
            regions: self.regions.len(),
        }
    }

    /// Whether an operation exists and was not erased.
    #[must_use]
    pub fn has_op(&self, op: OpId) -> bool {
        self.ops.get(op.index()).is_some_and(|links| links.block != ERASED)
    }

    /// Refuses an operation that does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the handle was never made, or is of something erased.
    pub fn check_op(&self, op: OpId) -> Result<()> {
        match self.has_op(op) {
            true => Ok(()),
            false => Err(wrong("operation", op.0, op.index() < self.ops.len())),
        }
    }

    /// Refuses a block that does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the handle was never made, or is of something erased.
    pub fn check_block(&self, block: BlockId) -> Result<()> {
        match self.blocks.get(block.index()) {
            Some(links) if links.region != ERASED => Ok(()),
            found => Err(wrong("block", block.0, found.is_some())),
        }
    }

    /// Refuses a region that does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Handle`]: the handle was never made, or is of something erased.
    pub fn check_region(&self, region: RegionId) -> Result<()> {
        match self.regions.get(region.index()) {
            Some(links) if links.op != ERASED => Ok(()),
            found => Err(wrong("region", region.0, found.is_some())),
        }
    }

    /// The block that contains an operation; none for an operation in no block.
    #[must_use]
    #[inline]
    pub fn op_block(&self, op: OpId) -> Option<BlockId> {
        let block = self.ops.get(op.index())?.block;
        BlockId::some(self.as_parent(block).map_or(block, |parent| parent.block))
    }

    /// The entry in the list of parents that the block in the links of an operation names, if it names one.
    #[inline]
    fn as_parent(&self, block: u32) -> Option<&Parent> {
        self.parents.get(block.checked_sub(PARENTS)? as usize)
    }

    /// The entry in the list of parents of an existing operation, which gets one if it has none.
    fn parent_of(&mut self, op: OpId) -> &mut Parent {
        let links = &mut self.ops[op.index()];
        let place = match links.block.checked_sub(PARENTS) {
            Some(place) if links.block != NONE => place as usize,
            _ => {
                let place = self.parents.len();
                self.parents.push(Parent { block: links.block, first_region: NONE });
                links.block = PARENTS + place as u32;
                place
            }
        };
        &mut self.parents[place]
    }

    /// Sets the block of an operation.
    fn set_block(&mut self, op: OpId, block: u32) {
        let links = &mut self.ops[op.index()];
        let parent = links.block.checked_sub(PARENTS).filter(|_| links.block != NONE);
        match parent.and_then(|place| self.parents.get_mut(place as usize)) {
            Some(parent) => parent.block = block,
            None => links.block = block,
        }
    }

    /// The next operation in the block.
    #[must_use]
    #[inline]
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        OpId::some(self.ops.get(op.index())?.next)
    }

    /// The previous operation in the block.
    #[must_use]
    #[inline]
    pub fn previous_op(&self, op: OpId) -> Option<OpId> {
        OpId::some(self.ops.get(op.index())?.previous)
    }

    /// The first operation of a block.
    #[must_use]
    #[inline]
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        OpId::some(self.blocks.get(block.index())?.first)
    }

    /// The last operation of a block.
    #[must_use]
    #[inline]
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        OpId::some(self.blocks.get(block.index())?.last)
    }

    /// The operations of a block, in order.
    #[inline]
    pub fn ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + use<'_> {
        std::iter::successors(self.first_op(block), |op| self.next_op(*op))
    }

    /// The first block of a region.
    #[must_use]
    #[inline]
    pub fn first_block(&self, region: RegionId) -> Option<BlockId> {
        BlockId::some(self.regions.get(region.index())?.first)
    }

    /// The next block in the region.
    #[must_use]
    #[inline]
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        BlockId::some(self.blocks.get(block.index())?.next)
    }

    /// The blocks of a region, in order.
    #[inline]
    pub fn blocks(&self, region: RegionId) -> impl Iterator<Item = BlockId> + use<'_> {
        std::iter::successors(self.first_block(region), |block| self.next_block(*block))
    }

    /// The region that contains a block; none for a root.
    #[must_use]
    #[inline]
    pub fn block_region(&self, block: BlockId) -> Option<RegionId> {
        RegionId::some(self.blocks.get(block.index())?.region)
    }

    /// The operation that has a region.
    #[must_use]
    #[inline]
    pub fn region_op(&self, region: RegionId) -> Option<OpId> {
        OpId::some(self.regions.get(region.index())?.op)
    }

    /// The first region of an operation.
    #[must_use]
    #[inline]
    pub fn first_region(&self, op: OpId) -> Option<RegionId> {
        RegionId::some(self.as_parent(self.ops.get(op.index())?.block)?.first_region)
    }

    #[inline]
    fn next_region(&self, region: RegionId) -> Option<RegionId> {
        RegionId::some(self.regions.get(region.index())?.next)
    }

    /// The regions of an operation, in order.
    #[inline]
    pub fn regions(&self, op: OpId) -> impl Iterator<Item = RegionId> + use<'_> {
        std::iter::successors(self.first_region(op), |region| self.next_region(*region))
    }

    /// The operation whose regions contain an operation; none in a root, and for an operation in no block.
    #[must_use]
    #[inline]
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.region_op(self.block_region(self.op_block(op)?)?)
    }

    /// Whether a block is inside an operation, at any depth. It takes time in the depth of the block.
    #[must_use]
    pub fn is_inside(&self, block: BlockId, op: OpId) -> bool {
        // Nothing is inside an operation without regions, and most have none.
        self.first_region(op).is_some() && self.outer_ops(block).any(|outer| outer == op)
    }

    /// The root that contains a block at any depth, or the block itself if it is a root; none inside an operation that is in no
    /// block. It takes time in the depth of the block.
    #[must_use]
    pub fn outermost(&self, block: BlockId) -> Option<BlockId> {
        match self.outer_ops(block).last() {
            Some(op) => self.op_block(op),
            None => {
                let is_root = self.blocks.get(block.index())?.region == NONE;
                is_root.then_some(block)
            }
        }
    }

    /// The operations around a block, the innermost first.
    fn outer_ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + '_ {
        let around = |block| self.region_op(self.block_region(block)?);
        std::iter::successors(around(block), move |op| around(self.op_block(*op)?))
    }

    /// The operations in a block at any depth in pre-order: an operation comes before those in its regions. Collect the handles
    /// first if you edit while you walk.
    #[must_use]
    pub fn walk(&self, block: BlockId) -> PreOrder<'_> {
        PreOrder::new(self, self.first_op(block), Within::Block(block))
    }

    /// An operation and those in its regions at any depth, in pre-order.
    #[must_use]
    pub fn walk_op(&self, op: OpId) -> PreOrder<'_> {
        PreOrder::new(self, self.has_op(op).then_some(op), Within::Op(op))
    }

    /// The operations in a block at any depth in post-order: an operation comes after those in its regions.
    #[must_use]
    pub fn post_order(&self, block: BlockId) -> PostOrder<'_> {
        PostOrder::new(self, self.first_op(block), Within::Block(block))
    }

    /// An operation and those in its regions at any depth, in post-order.
    #[must_use]
    pub fn post_order_op(&self, op: OpId) -> PostOrder<'_> {
        PostOrder::new(self, self.has_op(op).then_some(op), Within::Op(op))
    }
}
