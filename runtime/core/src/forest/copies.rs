//! Copies of operations with everything inside their regions, inside of one owner of a forest or from one to another.

use super::{BlockId, Forest, OpId, RegionId};
use crate::error::{Error, ErrorKind, Result};
use crate::hash::Map;
use std::collections::HashSet;
use std::hash::Hash;

/// An owner of a forest whose operations define and use values.
pub trait Owner: Sized {
    /// A value.
    type Value: Copy + Eq + Hash;
    /// What a block stores for each of its arguments.
    type Argument: Copy;
    /// What an operation stores, without operands, successors and the content of its regions.
    type Content;

    /// The nesting.
    fn forest(&self) -> &Forest;
    /// The content of an operation.
    fn content(&self, op: OpId) -> Result<Self::Content>;
    /// Calls `visit` with the results of an operation.
    fn each_result(&self, op: OpId, visit: impl FnMut(Self::Value));
    /// Calls `visit` with the operands of an operation.
    fn each_operand(&self, op: OpId, visit: impl FnMut(Self::Value));
    /// The successors of an operation. By default there are none.
    fn successors(&self, _op: OpId) -> &[BlockId] {
        &[]
    }
    /// The arguments of a block.
    fn arguments(&self, block: BlockId) -> impl Iterator<Item = (Self::Value, Self::Argument)>;
    /// Refuses a value that does not exist.
    fn check_value(&self, value: Self::Value) -> Result<()>;
    /// Makes an operation in no block, with new results and empty regions.
    fn create(&mut self, content: Self::Content, regions: usize) -> Result<OpId>;
    /// Makes a block at the end of a region, with these arguments, which get new values.
    fn create_block(
        &mut self,
        region: RegionId,
        arguments: impl ExactSizeIterator<Item = Self::Argument>,
    ) -> Result<BlockId>;
    /// Puts an operation that is in no block at the end of a block.
    fn append(&mut self, block: BlockId, op: OpId);
    /// Sets the operands and successors of an operation that was made.
    fn connect(&mut self, op: OpId, operands: &[Self::Value], to: &[BlockId]) -> Result<()>;
}

/// An argument of a block: its value, and what else the block stores for it.
pub type Argument<O> = (<O as Owner>::Value, <O as Owner>::Argument);

/// An operation to copy.
pub struct Original<O: Owner> {
    /// The operation.
    pub op: OpId,
    /// Its content, in which references can be replaced before it is copied.
    pub content: O::Content,
    /// The blocks of each region, each with its arguments.
    pub regions: Vec<Vec<(BlockId, Vec<Argument<O>>)>>,
}

/// An operation with those in its regions, each before those inside of it.
///
/// # Errors
/// An operation that does not exist, and those of [`Owner::content`].
pub fn originals<O: Owner>(from: &O, op: OpId) -> Result<Vec<Original<O>>> {
    let forest = from.forest();
    forest.check_op(op)?;
    let block = |block| (block, from.arguments(block).collect());
    let original = |op| {
        let regions = forest.regions(op).map(|region| forest.blocks(region).map(block).collect());
        Ok(Original { op, content: from.content(op)?, regions: regions.collect() })
    };
    forest.walk_op(op).map(original).collect()
}

/// Refuses an operand from outside of the originals that `values` does not map to a value of `to`, and a successor from outside.
/// `name` spells the operand or successor of an operation at an index.
///
/// # Errors
/// [`ErrorKind::Foreign`], and a value that `to` does not have.
pub fn check_outside<O: Owner>(
    (from, to): (&O, &O),
    originals: &[Original<O>],
    values: &Map<O::Value, O::Value>,
    name: impl Fn(&'static str, OpId, usize) -> String,
) -> Result<()> {
    let foreign =
        |what, op, index| Err(Error::new(ErrorKind::Foreign { item: name(what, op, index) }));
    let (mut inside, mut blocks) = (HashSet::new(), HashSet::new());
    for Original { op, regions, .. } in originals {
        from.each_result(*op, |value| inside.extend([value]));
        for (block, arguments) in regions.iter().flatten() {
            blocks.insert(*block);
            inside.extend(arguments.iter().map(|(value, _)| *value));
        }
    }
    let mut operands = Vec::new();
    for &Original { op, .. } in originals {
        operands.clear();
        from.each_operand(op, |value| operands.push(value));
        for (index, value) in operands.iter().enumerate() {
            match values.get(value) {
                _ if inside.contains(value) => {}
                Some(given) => to.check_value(*given)?,
                None => return foreign("operand", op, index),
            }
        }
        if let Some(index) = from.successors(op).iter().position(|block| !blocks.contains(block)) {
            return foreign("successor", op, index);
        }
    }
    Ok(())
}

/// The copies of operations and blocks, with their originals.
#[derive(Debug)]
pub struct Copies {
    /// Operations, in the order of the originals. The first is in no block.
    pub ops: Vec<(OpId, OpId)>,
    /// Blocks.
    pub blocks: Map<BlockId, BlockId>,
}

/// Copies operations into `to`. The originals are in `from` or, without it, in `to` itself. `values` maps values from outside, and
/// receives the copies of those inside. Other values stay the same.
///
/// # Errors
/// Those of [`Owner::create`], [`Owner::create_block`] and [`Owner::connect`].
pub fn copy<O: Owner>(
    from: Option<&O>,
    to: &mut O,
    originals: Vec<Original<O>>,
    values: &mut Map<O::Value, O::Value>,
) -> Result<Copies> {
    let mut copies = Copies { ops: Vec::with_capacity(originals.len()), blocks: Map::default() };
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for Original { op, content, regions } in originals {
        let copy = to.create(content, regions.len())?;
        from.unwrap_or(to).each_result(op, |value| old.push(value));
        to.each_result(copy, |value| new.push(value));
        values.extend(old.drain(..).zip(new.drain(..)));
        copies.ops.push((op, copy));
        let mut made = to.forest().first_region(copy);
        for blocks in regions {
            let Some(region) = made else { break };
            made = to.forest().next_region(region);
            for (block, arguments) in blocks {
                let like = arguments.iter().map(|(_, argument)| *argument);
                let copy = to.create_block(region, like)?;
                copies.blocks.insert(block, copy);
                let arguments = arguments.into_iter().zip(to.arguments(copy));
                values.extend(arguments.map(|((old, _), (new, _))| (old, new)));
            }
        }
    }
    // Operands and successors can be defined by later operations.
    let mut successors = Vec::new();
    for (op, copy) in &copies.ops {
        let from = from.unwrap_or(to);
        from.each_operand(*op, |value| new.push(values.get(&value).copied().unwrap_or(value)));
        let copied = |block| copies.blocks.get(block).copied().unwrap_or(*block);
        successors.extend(from.successors(*op).iter().map(copied));
        let around = from.forest().op_block(*op).and_then(|block| copies.blocks.get(&block));
        to.connect(*copy, &new, &successors)?;
        if let Some(block) = around {
            to.append(*block, *copy);
        }
        new.clear();
        successors.clear();
    }
    Ok(copies)
}
