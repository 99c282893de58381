//! Numbers of values and blocks, as MLIR's printer assigns them.
//!
//! The values around a region are numbered before those inside it, and the regions of the last operation first: the printer
//! keeps a stack of them (`mlir-opt` 16 to 24, observed).

use super::super::generated::Release;
use crate::module::ir::{BlockId, Definition, Ir, OpId, RegionId, Value};
use bytespec_core::text::line::{Line, digits};

/// The first release whose generic form uses each number only once in a file.
const UNIQUE_SINCE: Release = Release::R19;

/// The name of a value: its digits in the low seven bytes and their count in the highest byte, or the number itself if it has
/// more digits.
#[derive(Clone, Copy, Debug, Default)]
struct Name(u64);

impl Name {
    /// The lowest bit of the count.
    const COUNT: u32 = u64::BITS - u8::BITS;
    const MAX_COUNT: usize = 7;
    /// Marks one of several results.
    const SEVERAL: u64 = 1 << (u64::BITS - 1);
    /// Marks an argument of an entry block.
    const ENTRY: u64 = Name::SEVERAL >> 1;
    /// Marks a number instead of digits.
    const NUMBER: u64 = Name::ENTRY >> 1;

    fn new(number: u32, marks: u64) -> Name {
        match digits(number).filter(|(_, count)| *count <= Name::MAX_COUNT) {
            Some((digits, count)) => Name(digits | (count as u64) << Name::COUNT | marks),
            None => Name(u64::from(number) | Name::NUMBER | marks),
        }
    }

    #[inline]
    fn is_of_several(self) -> bool {
        self.0 & Name::SEVERAL != 0
    }

    #[inline]
    fn write(self, line: &mut Line) {
        line.push(if self.0 & Name::ENTRY == 0 { b"%" } else { b"%arg" });
        if self.0 & Name::NUMBER == 0 {
            line.word(self.0, (self.0 >> Name::COUNT) as usize & Name::MAX_COUNT);
        } else {
            line.decimal(self.0 as u32);
        }
    }
}

/// The names of values and blocks.
#[derive(Debug, Default)]
pub(super) struct ValueNames {
    values: Vec<Name>,
    blocks: Vec<u32>,
}

/// The next numbers of values and of entry block arguments.
#[derive(Clone, Copy, Default)]
struct Next {
    value: u32,
    argument: u32,
}

impl ValueNames {
    /// Numbers the values in an operation, including its own.
    pub(super) fn of(ir: &Ir, top: OpId, release: Release) -> Self {
        let unique = release >= UNIQUE_SINCE;
        let mut numbers = ValueNames {
            values: vec![Name::default(); ir.value_count()],
            blocks: vec![0; ir.block_count()],
        };
        let mut next = Next::default();
        let mut left: Vec<(RegionId, Next)> =
            ir.regions(top).map(|region| (region, next)).collect();
        numbers.number(ir, top, &mut next);
        while let Some((region, saved)) = left.pop() {
            if !unique {
                next = saved;
            }
            let inside = left.len();
            for (place, block) in ir.forest().blocks(region).enumerate() {
                numbers.blocks[block.index()] = place as u32;
                for argument in ir.arguments(block) {
                    let (counter, mark) = match place {
                        0 => (&mut next.argument, Name::ENTRY),
                        _ => (&mut next.value, 0),
                    };
                    numbers.values[argument.index()] = Name::new(*counter, mark);
                    *counter += 1;
                }
                for op in ir.forest().ops(block) {
                    numbers.number(ir, op, &mut next);
                    left.extend(ir.regions(op).map(|region| (region, next)));
                }
            }
            // Nested regions continue with the next free number of this one.
            for (_, saved) in &mut left[inside..] {
                *saved = next;
            }
        }
        numbers
    }

    /// Numbers the results of an operation. All of them share one number.
    fn number(&mut self, ir: &Ir, op: OpId, next: &mut Next) {
        let results = ir.results(op);
        let mark = match results.len() {
            0 => return,
            1 => 0,
            _ => Name::SEVERAL,
        };
        let name = Name::new(next.value, mark);
        for result in results {
            self.values[result.index()] = name;
        }
        next.value += 1;
    }

    /// Writes the common name of an operation's results, or the name of an argument.
    #[inline]
    pub(super) fn group(&self, line: &mut Line, value: Value) {
        self.values[value.index()].write(line);
    }

    /// Writes the name of a value at a use.
    #[inline]
    pub(super) fn value(&self, line: &mut Line, ir: &Ir, value: Value) {
        let name = self.values[value.index()];
        name.write(line);
        if name.is_of_several()
            && let Some(Definition::Result(_, place)) = ir.definition(value)
        {
            line.push(b"#");
            line.decimal(place);
        }
    }

    /// Writes the name of a block.
    pub(super) fn block(&self, line: &mut Line, block: BlockId) {
        line.push(b"^bb");
        line.decimal(self.place(block));
    }

    /// The index of a block in its region.
    pub(super) fn place(&self, block: BlockId) -> u32 {
        self.blocks[block.index()]
    }
}
