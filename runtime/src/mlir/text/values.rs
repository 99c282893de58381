//! Numbers of values and blocks, as MLIR's printer gives them out.
//!
//! Regions are numbered after what is around them, the last operation's first: the printer keeps a stack of them
//! (`mlir-opt` 16 to 24, observed).

use super::super::generated::Release;
use super::super::ir::{Block, Definition, Ir, Op, Region, Value};

/// The first release whose generic form gives a number once in a file.
const UNIQUE_SINCE: Release = Release::R19;

/// Marks an argument of the first block of a region.
const ENTRY: u32 = 1 << 31;
/// Marks one of several results.
const SEVERAL: u32 = ENTRY >> 1;

/// What values and blocks are called.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    values: Vec<u32>,
    blocks: Vec<u32>,
}

/// The next numbers of values and of arguments of first blocks.
#[derive(Clone, Copy, Default)]
struct Next {
    value: u32,
    argument: u32,
}

impl Numbers {
    /// Numbers what is in an operation, itself included.
    pub(super) fn of(ir: &Ir, top: Op, release: Release) -> Self {
        let unique = release >= UNIQUE_SINCE;
        let mut numbers =
            Numbers { values: vec![0; ir.value_count()], blocks: vec![0; ir.block_count()] };
        let mut next = Next::default();
        let mut left: Vec<(Region, Next)> = ir.regions(top).map(|region| (region, next)).collect();
        numbers.number(ir, top, &mut next);
        while let Some((region, saved)) = left.pop() {
            if !unique {
                next = saved;
            }
            for (place, block) in ir.blocks_of(region).enumerate() {
                numbers.blocks[block.index()] = place as u32;
                for argument in ir.arguments(block) {
                    let (counter, mark) =
                        if place == 0 { (&mut next.argument, ENTRY) } else { (&mut next.value, 0) };
                    numbers.values[argument.index()] = *counter | mark;
                    *counter += 1;
                }
                for op in ir.ops_of(block) {
                    numbers.number(ir, op, &mut next);
                }
            }
            for block in ir.blocks_of(region) {
                for op in ir.ops_of(block) {
                    left.extend(ir.regions(op).map(|region| (region, next)));
                }
            }
        }
        numbers
    }

    /// All results of an operation have one number.
    fn number(&mut self, ir: &Ir, op: Op, next: &mut Next) {
        let results = ir.results(op);
        let mark = match results.len() {
            0 => return,
            1 => 0,
            _ => SEVERAL,
        };
        for result in results {
            self.values[result.index()] = next.value | mark;
        }
        next.value += 1;
    }

    /// Writes the name that all results of an operation have, or an argument.
    pub(super) fn group(&self, out: &mut String, value: Value) {
        let number = self.values[value.index()];
        out.push_str(if number & ENTRY == 0 { "%" } else { "%arg" });
        decimal(out, number & !(ENTRY | SEVERAL));
    }

    /// Writes the name of a value where it is used.
    pub(super) fn value(&self, out: &mut String, ir: &Ir, value: Value) {
        self.group(out, value);
        if self.values[value.index()] & SEVERAL != 0
            && let Some(Definition::Result(_, place)) = ir.definition(value)
        {
            out.push('#');
            decimal(out, place);
        }
    }

    /// Writes the name of a block.
    pub(super) fn block(&self, out: &mut String, block: Block) {
        out.push_str("^bb");
        decimal(out, self.place(block));
    }

    /// Which block of its region it is, from zero.
    pub(super) fn place(&self, block: Block) -> u32 {
        self.blocks[block.index()]
    }
}

/// All numbers of two digits, one behind the other.
const PAIRS: &str = "00010203040506070809101112131415161718192021222324252627282930313233343536373839\
                     40414243444546474849505152535455565758596061626364656667686970717273747576777879\
                     8081828384858687888990919293949596979899";

/// How many those are.
const PAIR_COUNT: u32 = PAIRS.len() as u32 / 2;

/// Writes a number.
#[inline]
fn decimal(out: &mut String, number: u32) {
    let pair = |pair: u32| &PAIRS[2 * pair as usize..][..2];
    if number < PAIR_COUNT {
        let digits = pair(number);
        return out.push_str(if number < 10 { &digits[1..] } else { digits });
    }
    decimal(out, number / PAIR_COUNT);
    out.push_str(pair(number % PAIR_COUNT));
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn numbers() {
        let mut out = String::new();
        for number in [0, 9, 10, 99, 100, 4_294_967_295] {
            decimal(&mut out, number);
        }
        assert_eq!(out, "0910991004294967295");
    }
}
