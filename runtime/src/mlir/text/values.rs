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

/// All numbers of two digits, one behind the other.
const PAIRS: &[u8] = b"00010203040506070809101112131415161718192021222324252627282930313233343536373839\
                            40414243444546474849505152535455565758596061626364656667686970717273747576777879\
                            8081828384858687888990919293949596979899";
/// How many those are.
const PAIR_COUNT: u32 = PAIRS.len() as u32 / 2;

/// What is written before it is printed: a text grows by many names at once.
pub(super) struct Line {
    bytes: [u8; Line::ROOM],
    len: usize,
}

impl Line {
    const ROOM: usize = 1 << 7;
    /// The name of a value and what stands before it and behind it is not longer.
    const MAX_NAME: usize = Line::ROOM / 4;

    pub(super) fn new() -> Self {
        Line { bytes: [b' '; Line::ROOM], len: 0 }
    }

    /// A line that begins with blanks; those that are too many are printed.
    pub(super) fn indented(out: &mut String, indent: usize) -> Self {
        let len = indent.min(Line::ROOM - Line::MAX_NAME);
        out.extend(std::iter::repeat_n(' ', indent - len));
        Line { len, ..Line::new() }
    }

    /// Adds characters of one byte; those that there is no room for are left out, see [`Line::room`].
    #[inline]
    pub(super) fn push(&mut self, text: &[u8]) {
        let end = self.len + text.len();
        if let Some(place) = self.bytes.get_mut(self.len..end) {
            place.copy_from_slice(text);
            self.len = end;
        }
    }

    /// Adds a number.
    #[inline]
    pub(super) fn decimal(&mut self, number: u32) {
        let pair = |pair: u32| &PAIRS[2 * pair as usize..][..2];
        if number < 10 {
            return self.push(&pair(number)[1..]);
        }
        if number >= PAIR_COUNT {
            self.decimal(number / PAIR_COUNT);
        }
        self.push(pair(number % PAIR_COUNT));
    }

    /// Prints the line if there may be no room for another name.
    #[inline]
    pub(super) fn room(&mut self, out: &mut String) {
        if self.len > Line::ROOM - Line::MAX_NAME {
            self.print(out);
        }
    }

    /// Prints the line, and begins another.
    #[inline]
    pub(super) fn print(&mut self, out: &mut String) {
        out.push_str(std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default());
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn numbers() {
        let (mut out, mut line) = (String::new(), Line::new());
        for number in [0, 9, 10, 99, 100, 4_294_967_295] {
            line.decimal(number);
        }
        line.print(&mut out);
        assert_eq!(out, "0910991004294967295");
    }

    #[test]
    fn lines_of_any_length() {
        let mut out = String::new();
        let mut line = Line::indented(&mut out, 200);
        for _ in 0..100 {
            line.push(b"%arg");
            line.decimal(u32::MAX);
            line.room(&mut out);
        }
        line.print(&mut out);
        assert_eq!(out, " ".repeat(200) + &"%arg4294967295".repeat(100));
    }
}
