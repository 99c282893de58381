//! Numbers of values and blocks, as MLIR's printer gives them out.
//!
//! Regions are numbered after what is around them, the last operation's first: the printer keeps a stack of them
//! (`mlir-opt` 16 to 24, observed).

use super::super::generated::Release;
use crate::module::ir::{Block, Definition, Ir, Op, Region, Value};

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

/// How many numbers have one digit, and how many have two or one.
const DIGIT_COUNT: u32 = 10;
const PAIR_COUNT: u32 = DIGIT_COUNT * DIGIT_COUNT;

/// The last two digits of a number.
#[inline]
fn pair(number: u32) -> [u8; 2] {
    [number / DIGIT_COUNT, number].map(|left| b'0' + (left % DIGIT_COUNT) as u8)
}

/// What is written before it is printed: a text grows by many names at once.
pub(super) struct Line {
    /// Room for the text, and blanks.
    bytes: Vec<u8>,
    len: usize,
}

impl Line {
    /// Few enough bytes to be near when they are printed.
    const ROOM: usize = Line::BLOCK << 8;
    /// The name of a value and what stands before it and behind it is not longer.
    pub(super) const MAX_NAME: usize = 1 << 5;
    /// Texts are copied in blocks of so many bytes: what is behind the end of one is written over.
    pub(super) const BLOCK: usize = 1 << 5;

    pub(super) fn new() -> Self {
        Line { bytes: vec![b' '; Line::ROOM], len: 0 }
    }

    /// A line that nothing is written to.
    pub(super) fn none() -> Self {
        Line { bytes: Vec::new(), len: 0 }
    }

    /// Adds blanks; those that are too many are printed.
    pub(super) fn indent(&mut self, out: &mut String, indent: usize) {
        let len = indent.min(Line::ROOM / 2);
        if indent > len {
            self.print(out);
            out.extend(std::iter::repeat_n(' ', indent - len));
        }
        if !self.has_room(len) {
            self.print(out);
        }
        self.blanks(len);
    }

    /// Adds blanks that there is room for.
    #[inline]
    pub(super) fn blanks(&mut self, count: usize) {
        let mut done = 0;
        while done < count {
            self.block(done, &[b' '; Line::BLOCK]);
            done += Line::BLOCK;
        }
        self.len += count;
    }

    #[inline]
    fn block(&mut self, at: usize, block: &[u8; Line::BLOCK]) {
        let at = self.len + at;
        if let Some(place) = self.bytes.get_mut(at..at + Line::BLOCK) {
            place.copy_from_slice(block);
        }
    }

    /// Adds text that there is room for, where a block of anything follows it.
    #[inline]
    pub(super) fn text(&mut self, text: &[u8], len: usize) {
        let mut done = 0;
        while done < len {
            if let Some(block) = text.get(done..).and_then(<[u8]>::first_chunk) {
                self.block(done, block);
            }
            done += Line::BLOCK;
        }
        self.len += len;
    }

    /// Adds characters of one byte, or whole text; what there is no room for is left out, see [`Line::room`].
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
        if number < DIGIT_COUNT {
            return self.push(&[b'0' + number as u8]);
        }
        if number < PAIR_COUNT {
            return self.push(&pair(number));
        }
        if number < PAIR_COUNT * DIGIT_COUNT {
            let [tens, ones] = pair(number % PAIR_COUNT);
            return self.push(&[b'0' + (number / PAIR_COUNT) as u8, tens, ones]);
        }
        if number >= PAIR_COUNT * PAIR_COUNT {
            self.decimal(number / (PAIR_COUNT * PAIR_COUNT));
        }
        let ([first, second], [third, fourth]) =
            (pair(number / PAIR_COUNT % PAIR_COUNT), pair(number % PAIR_COUNT));
        self.push(&[first, second, third, fourth]);
    }

    /// Whether there is room for so many bytes, and for a block behind them.
    #[inline]
    pub(super) fn has_room(&self, len: usize) -> bool {
        self.len + len + Line::BLOCK <= self.bytes.len()
    }

    /// Prints the line if there may be no room for another name.
    #[inline]
    pub(super) fn room(&mut self, out: &mut String) {
        if !self.has_room(Line::MAX_NAME) {
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
        let mut line = Line::new();
        line.indent(&mut out, 20_000);
        for _ in 0..1000 {
            line.push(b"%arg");
            line.decimal(u32::MAX);
            line.room(&mut out);
        }
        line.indent(&mut out, 5);
        line.print(&mut out);
        assert_eq!(out, " ".repeat(20_000) + &"%arg4294967295".repeat(1000) + "     ");
    }

    #[test]
    fn texts_with_a_block_behind() {
        let text: Vec<u8> = (b'!'..=b'~').collect();
        for len in 0..=text.len() - Line::BLOCK {
            let (mut out, mut line) = (String::new(), Line::new());
            line.push(b"=");
            line.text(&text, len);
            line.push(b"=");
            line.print(&mut out);
            let text = std::str::from_utf8(&text[..len]).unwrap();
            assert_eq!(out, format!("={text}="));
        }
    }
}
