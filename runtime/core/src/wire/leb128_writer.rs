//! Short numbers, several in one store to the buffer.

use super::Writer;

/// A sink of LEB128 numbers: a [`Writer`], or a [`Leb128Writer`] of one.
pub trait Leb128Sink {
    /// A LEB128 varint, in as few bytes as it takes.
    fn leb128(&mut self, value: u64);

    /// The same, for a number that is below 128 in a valid value.
    fn leb128_low(&mut self, value: u64);

    /// One byte, 0 or 1.
    fn bool(&mut self, value: bool);
}

// Not inlined: it writes what does not fit a `Leb128Writer`.
impl Leb128Sink for Writer {
    #[inline(never)]
    fn leb128(&mut self, value: u64) {
        Writer::leb128(self, value);
    }

    fn leb128_low(&mut self, value: u64) {
        Leb128Sink::leb128(self, value);
    }

    #[inline(never)]
    fn bool(&mut self, value: bool) {
        Writer::bool(self, value);
    }
}

/// Numbers of one byte or two each. They are combined in a word before they go into the next `BYTES` bytes of a [`Writer`],
/// without a check of the free space for each number.
///
/// The bytes become part of the output when you call [`finish`](Leb128Writer::finish) and then [`pass`](Writer::pass).
#[derive(Debug)]
pub struct Leb128Writer<'w, const BYTES: usize> {
    window: &'w mut [u8; BYTES],
    /// Bytes that are not in the window yet, the first in the lowest bits.
    word: u64,
    /// Bits of the word that are taken.
    taken: u32,
    /// How many bytes the word can take for sure.
    room: u32,
    /// Bytes in the window.
    done: usize,
    /// Not zero: a number was longer, or past the window.
    longer: u64,
}

impl Writer {
    /// A writer of the next bytes; none if the buffer has to grow first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leb128_writer<const BYTES: usize>(&mut self) -> Option<Leb128Writer<'_, BYTES>> {
        let window = self.free().first_chunk_mut()?;
        Some(Leb128Writer { window, word: 0, taken: 0, room: 8, done: 0, longer: 0 })
    }
}

impl<const BYTES: usize> Leb128Writer<'_, BYTES> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn flush(&mut self) {
        match self.window.get_mut(self.done..).and_then(|rest| rest.first_chunk_mut()) {
            Some(place) => *place = self.word.to_le_bytes(),
            None => self.longer = 1,
        }
        self.done += self.taken as usize / 8;
        (self.word, self.taken, self.room) = (0, 0, 8);
    }

    /// The number of bytes written; none if a number was longer than two bytes, or did not fit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn finish(mut self) -> Option<usize> {
        self.flush();
        (self.longer == 0).then_some(self.done)
    }
}

impl<const BYTES: usize> Leb128Sink for Leb128Writer<'_, BYTES> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128(&mut self, value: u64) {
        if self.room < 2 {
            self.flush();
        }
        let more = u32::from(value >= 0x80);
        let code = value & 0x7f | u64::from(more) << 7 | (value & 0x3f80) << 1;
        self.longer |= value >> 14;
        self.word |= code << self.taken;
        self.taken += 8 + 8 * more;
        self.room -= 2;
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leb128_low(&mut self, value: u64) {
        if self.room < 1 {
            self.flush();
        }
        self.longer |= value >> 7;
        self.word |= (value & 0x7f) << self.taken;
        self.taken += 8;
        self.room -= 1;
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bool(&mut self, value: bool) {
        self.leb128_low(u64::from(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of one and two bytes are what a writer puts.
    #[test]
    fn short_numbers_are_those_of_a_writer() {
        let numbers = [0, 1, 127, 128, 300, 0x3fff, 5, 0x2000, 77];
        for start in 0..numbers.len() {
            let mut plain = Writer::new();
            let mut writer = Writer::with_capacity(24);
            let mut short = writer.leb128_writer::<24>().unwrap();
            for at in 0..6 {
                let number = numbers[(start + at * 7) % numbers.len()];
                plain.leb128(number);
                short.leb128(number);
            }
            plain.bool(true);
            Leb128Sink::bool(&mut short, true);
            let bytes = short.finish().unwrap();
            writer.pass(bytes);
            assert_eq!(writer, plain);
        }
    }

    /// The writer reports a longer number, a full buffer and the end of the window.
    #[test]
    fn longer_numbers_do_not_fit() {
        let mut writer = Writer::with_capacity(8);
        assert!(writer.leb128_writer::<16>().is_none());
        for value in [0x4000, u64::MAX] {
            let mut short = writer.leb128_writer::<8>().unwrap();
            short.leb128(value);
            assert_eq!(short.finish(), None);
        }
        let mut short = writer.leb128_writer::<8>().unwrap();
        short.leb128_low(0x80);
        assert_eq!(short.finish(), None);
        let mut short = writer.leb128_writer::<8>().unwrap();
        (0..9).for_each(|_| short.leb128_low(1));
        assert_eq!(short.finish(), None);
        assert!(writer.is_empty());
    }
}
