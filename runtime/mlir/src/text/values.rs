//! Numbers of values and blocks, as MLIR's printer gives them out.
//!
//! Regions are numbered after what is around them, the last operation's first: the printer keeps a stack of them
//! (`mlir-opt` 16 to 24, observed).

use super::super::generated::Release;
use crate::module::ir::{Block, Definition, Ir, Op, Region, Value};
use bytespec_core::text::line::Line;

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
            let inside = left.len();
            for (place, block) in ir.nesting().blocks(region).enumerate() {
                numbers.blocks[block.index()] = place as u32;
                for argument in ir.arguments(block) {
                    let (counter, mark) =
                        if place == 0 { (&mut next.argument, ENTRY) } else { (&mut next.value, 0) };
                    numbers.values[argument.index()] = *counter | mark;
                    *counter += 1;
                }
                for op in ir.nesting().ops(block) {
                    numbers.number(ir, op, &mut next);
                    left.extend(ir.regions(op).map(|region| (region, next)));
                }
            }
            // Regions inside go on from where this one ends.
            for (_, saved) in &mut left[inside..] {
                *saved = next;
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
    pub(super) fn group(&self, line: &mut Line, value: Value) {
        let number = self.values[value.index()];
        line.push(if number & ENTRY == 0 { b"%" } else { b"%arg" });
        line.decimal(number & !(ENTRY | SEVERAL));
    }

    /// Writes the name of a value where it is used.
    pub(super) fn value(&self, line: &mut Line, ir: &Ir, value: Value) {
        self.group(line, value);
        if self.values[value.index()] & SEVERAL != 0
            && let Some(Definition::Result(_, place)) = ir.definition(value)
        {
            line.push(b"#");
            line.decimal(place);
        }
    }

    /// Writes the name of a block.
    pub(super) fn block(&self, line: &mut Line, block: Block) {
        line.push(b"^bb");
        line.decimal(self.place(block));
    }

    /// Which block of its region it is, from zero.
    pub(super) fn place(&self, block: Block) -> u32 {
        self.blocks[block.index()]
    }
}
