//! The order in which the uses of values were made, as `mlir-opt` makes them.
//!
//! An operation is made when all of it was read: those in its regions before it, and what uses a value before the value is
//! defined is put right by the definition. Files tell the order where it is not that of the operations in them.

use super::super::super::generated::{Release, UseListOrder};
use super::super::super::ir::{Block, Definition, Op, OrderOwner, Value};
use super::parser::Parser;
use super::state::Made;
use std::collections::BTreeMap;

/// From here on a writer tells the orders of an operation's results in the order of the results.
const ASCENDING_SINCE: Release = Release::R23;

/// A use of a value.
#[derive(Clone, Copy, Debug)]
struct Use {
    /// Which operand it is of all: the later the operation stands in the text, the greater.
    place: usize,
    /// When the operation was made.
    made: u32,
    /// The value was not defined yet.
    early: bool,
}

impl Parser<'_, '_> {
    /// Says of the values whose uses have another order than that of the text which one they have.
    pub(super) fn order_uses(&mut self) {
        let Made { order, early, around, .. } = std::mem::take(&mut self.made);
        if early.is_empty() && around.is_empty() {
            return;
        }
        let ir = &self.module.ir;
        let mut is_early = vec![false; ir.operand_count()];
        let mut wanted = vec![false; ir.value_count()];
        let mark = |marks: &mut Vec<bool>, place: usize| {
            if let Some(mark) = marks.get_mut(place) {
                *mark = true;
            }
        };
        for place in early {
            mark(&mut is_early, place);
            if let Ok(value) = ir.operand_at(place) {
                mark(&mut wanted, value.index());
            }
        }
        for op in around {
            ir.operands(Op(op)).iter().for_each(|value| mark(&mut wanted, value.index()));
        }
        let mut uses: Vec<(u32, Use)> = Vec::new();
        for (op, made) in order.iter().enumerate() {
            let op = Op(op as u32);
            for (place, value) in ir.operand_places(op).zip(ir.operands(op)) {
                if wanted.get(value.index()) == Some(&true) {
                    uses.push((
                        value.0,
                        Use { place, made: *made, early: is_early.get(place) == Some(&true) },
                    ));
                }
            }
        }
        uses.sort_by_key(|(value, _)| *value);
        let mut orders: BTreeMap<(bool, u32), Vec<(u32, UseListOrder)>> = BTreeMap::new();
        for found in uses.chunk_by(|(one, _), (other, _)| one == other) {
            let Some((value, _)) = found.first() else { continue };
            let value = *value;
            let mut found: Vec<Use> = found.iter().map(|(_, found)| *found).collect();
            let Some(order) = order_of(&mut found) else { continue };
            match ir.definition(Value(value)) {
                Some(Definition::Result(op, index)) => {
                    orders.entry((true, op.0)).or_default().push((index, order));
                }
                Some(Definition::Argument(block, index)) => {
                    orders.entry((false, block.0)).or_default().push((index, order));
                }
                None => {}
            }
        }
        let release = self.release;
        for ((is_op, number), mut found) in orders {
            if release < ASCENDING_SINCE {
                hash_order(&mut found);
            }
            let owner = match is_op {
                true => OrderOwner::Op(Op(number)),
                false => OrderOwner::Block(Block(number)),
            };
            self.module.ir.set_orders(owner, found);
        }
    }
}

/// The order of the uses of a value, where it is not that of the text.
fn order_of(uses: &mut [Use]) -> Option<UseListOrder> {
    // The latest use comes first; those that a definition put right were turned round by it.
    uses.sort_by_key(|found| (found.made, found.place));
    let early = uses.iter().copied().filter(|found| found.early);
    let late = uses.iter().rev().copied().filter(|found| !found.early);
    let list: Vec<usize> = late.chain(early).map(|found| found.place).collect();
    if list.windows(2).all(|pair| pair[0] > pair[1]) {
        return None;
    }
    let mut places: Vec<u32> = (0..list.len() as u32).collect();
    places.sort_by_key(|place| std::cmp::Reverse(list[*place as usize]));
    let moved = |(to, from): &(u32, &u32)| *to != **from;
    let shifted = (0..).zip(&places).filter(moved).count();
    let pairs = shifted < list.len() / 2;
    let numbers: Vec<u32> = match pairs {
        true => (0..).zip(&places).filter(moved).flat_map(|(to, from)| [*from, to]).collect(),
        false => places,
    };
    Some(UseListOrder { pairs, count: numbers.len() as u64, numbers: numbers.into() })
}

/// The order of a hash table whose keys are small numbers, which is that of the files of earlier releases.
fn hash_order(orders: &mut [(u32, UseListOrder)]) {
    const FACTOR: u32 = 37;
    let mut buckets = 64;
    while orders.len() * 4 >= buckets * 3 {
        buckets *= 2;
    }
    orders.sort_by_key(|(index, _)| (index.wrapping_mul(FACTOR) as usize % buckets, *index));
}
