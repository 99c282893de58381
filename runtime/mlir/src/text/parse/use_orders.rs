//! Determines the order in which `mlir-opt` creates the uses of values.
//!
//! An operation is created after it was parsed completely, so the operations in its regions come before it. The definition of a
//! value then corrects the uses before it. Files state the order if it differs from the order of the operations.

use super::super::super::generated::{Release, UseListOrder};
use super::parser::Parser;
use super::state::Made;
use crate::module::ir::{BlockId, Definition, OpId, OrderOwner, Value};
use std::collections::BTreeMap;

/// The first release whose writer states the orders of an operation's results in the order of the results.
const ASCENDING_SINCE: Release = Release::R23;

/// A use of a value.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    /// The index of the operand among all operands. Later operations in the text have greater indices.
    place: usize,
    /// The point in time at which the operation was created.
    made: u32,
    /// Whether the value was not defined yet.
    early: bool,
}

impl Parser<'_, '_> {
    /// Sets the use-list orders of the values whose uses are not in the order of the text.
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
            ir.operands(OpId::at(op)).iter().for_each(|value| mark(&mut wanted, value.index()));
        }
        let uses = || {
            order.iter().enumerate().flat_map(|(op, made)| {
                let op = OpId::at(op as u32);
                let operands = ir.operand_places(op).zip(ir.operands(op));
                let wanted = operands.filter(|(_, value)| wanted.get(value.index()) == Some(&true));
                wanted.map(|(place, value)| {
                    let early = is_early.get(place) == Some(&true);
                    (value.index(), Use { place, made: *made, early })
                })
            })
        };
        // Counting sort: first the number of uses of each value, then their places.
        let mut ends = vec![0; wanted.len()];
        uses().for_each(|(value, _)| ends[value] += 1);
        let mut count = 0;
        for end in &mut ends {
            count += std::mem::replace(end, count);
        }
        let mut found = vec![Use::default(); count];
        for (value, this) in uses() {
            found[ends[value]] = this;
            ends[value] += 1;
        }
        let mut orders: BTreeMap<(bool, u32), Vec<(u32, UseListOrder)>> = BTreeMap::new();
        let mut rest = &mut found[..];
        let mut start = 0;
        for (value, end) in ends.into_iter().enumerate() {
            let (these, others) = std::mem::take(&mut rest).split_at_mut(end - start);
            (rest, start) = (others, end);
            let Some(order) = order_of(these) else { continue };
            match ir.definition(Value::at(value as u32)) {
                Some(Definition::Result(op, index)) => {
                    orders.entry((true, op.number())).or_default().push((index, order));
                }
                Some(Definition::Argument(block, index)) => {
                    orders.entry((false, block.number())).or_default().push((index, order));
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
                true => OrderOwner::Op(OpId::at(number)),
                false => OrderOwner::Block(BlockId::at(number)),
            };
            self.module.ir.set_orders(owner, found);
        }
    }
}

/// The use-list order of a value; `None` if it is the order of the text.
fn order_of(uses: &mut [Use]) -> Option<UseListOrder> {
    uses.sort_unstable_by_key(|found| (found.made, found.place));
    // The latest use comes first. Uses before the definition are in reverse, because the definition replaced them one by one.
    let early = uses.iter().filter(|found| found.early);
    let late = uses.iter().rev().filter(|found| !found.early);
    let list = late.chain(early).map(|found| found.place);
    if list.clone().is_sorted_by(|one, other| one > other) {
        return None;
    }
    let list: Vec<usize> = list.collect();
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

/// The order of a hash table whose keys are small numbers, which the files of earlier releases have.
fn hash_order(orders: &mut [(u32, UseListOrder)]) {
    const FACTOR: u32 = 37;
    let mut buckets = 64;
    while orders.len() * 4 >= buckets * 3 {
        buckets *= 2;
    }
    orders.sort_by_key(|(index, _)| (index.wrapping_mul(FACTOR) as usize % buckets, *index));
}
