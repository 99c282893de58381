//! A buffer for text that grows by many short pieces.

/// Numbers below this have at most eight digits.
const EIGHT_DIGITS: u32 = 100_000_000;

/// The digits of a number, from the lowest byte of a word on, and their count. None for more than eight digits.
#[inline]
#[must_use]
pub fn digits(number: u32) -> Option<(u64, usize)> {
    if number >= EIGHT_DIGITS {
        return None;
    }
    let (digits, zeros) = eight_digits(number);
    Some((digits >> (zeros * u8::BITS), 8 - zeros as usize))
}

/// The eight digits of a number, the first one in the lowest byte, and the number of leading zeros. They are computed in parallel
/// in one word.
#[inline]
fn eight_digits(number: u32) -> (u64, u32) {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    let number = u64::from(number);
    // Two groups of four digits, four of two, eight of one: multiplication gives exact quotients for so few digits.
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let pairs = hundreds | ((fours - 100 * hundreds) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    let digits = tens | ((pairs - 10 * tens) << 8);
    let zeros = (digits | (1 << 56)).trailing_zeros() / u8::BITS;
    (digits + ZEROS, zeros)
}

/// The two hexadecimal digits of each byte, the first one in the lower byte.
const HEX_DIGITS: [u16; 256] = {
    let digits = b"0123456789abcdef";
    let mut pairs = [0; 256];
    let mut byte = 0;
    while byte < pairs.len() {
        pairs[byte] = u16::from_le_bytes([digits[byte >> 4], digits[byte & 15]]);
        byte += 1;
    }
    pairs
};

/// `0x` and the six hexadecimal digits of a number below 2^24, the first character in the lowest byte.
#[inline]
#[must_use]
pub fn six_hex_digits(number: u32) -> u64 {
    let [low, middle, high, _] = number.to_le_bytes().map(|byte| HEX_DIGITS[usize::from(byte)]);
    let prefix = u16::from_le_bytes(*b"0x");
    u64::from(prefix) | u64::from(high) << 16 | u64::from(middle) << 32 | u64::from(low) << 48
}

/// Writes the pieces of a line one after the other. Its position is not stored with the text, so that no piece waits for the
/// store of the previous one. Pieces without space are left out, see [`Line::reserve`].
#[derive(Debug)]
pub struct Pen<'l> {
    room: &'l mut [u8],
    at: usize,
}

impl<'l> Pen<'l> {
    /// A pen at the start of a buffer.
    #[inline]
    pub fn new(room: &'l mut [u8]) -> Self {
        Pen { room, at: 0 }
    }

    #[inline]
    fn block(&mut self, at: usize, block: &[u8; Line::BLOCK]) {
        if let Some(place) = self.room.get_mut(at..at + Line::BLOCK) {
            place.copy_from_slice(block);
        }
    }

    /// Writes blanks.
    #[inline]
    pub fn blanks(&mut self, count: usize) {
        let mut done = 0;
        while done < count {
            self.block(self.at + done, &[b' '; Line::BLOCK]);
            done += Line::BLOCK;
        }
        self.at += count;
    }

    /// Writes the first `len` bytes of a text. This is fastest if they are few, and a block of arbitrary bytes follows them.
    #[inline]
    pub fn text(&mut self, text: &[u8], len: usize) {
        match text.first_chunk() {
            Some(block) if len <= Line::BLOCK => self.block(self.at, block),
            _ => self.long_text(text, len),
        }
        self.at += len;
    }

    #[cold]
    fn long_text(&mut self, text: &[u8], len: usize) {
        let place = self.room.get_mut(self.at..self.at + len);
        if let (Some(place), Some(text)) = (place, text.get(..len)) {
            place.copy_from_slice(text);
        }
    }

    /// Writes up to eight ASCII characters, the first one in the lowest byte of a word.
    #[inline]
    pub fn word(&mut self, text: u64, len: usize) {
        if let Some(place) = self.room.get_mut(self.at..self.at + 8) {
            place.copy_from_slice(&text.to_le_bytes());
            self.at += len;
        }
    }

    /// Writes up to eight ASCII characters.
    #[inline]
    pub fn push<const N: usize>(&mut self, text: &[u8; N]) {
        let mut word = [0; 8];
        word[..N].copy_from_slice(text);
        self.word(u64::from_le_bytes(word), N);
    }

    /// Writes a number.
    #[inline]
    pub fn decimal(&mut self, number: u64) {
        if number < 10 {
            return self.word(u64::from(b'0') + number, 1);
        }
        match u32::try_from(number).ok().and_then(digits) {
            Some((text, len)) => self.word(text, len),
            None => self.long_decimal(number),
        }
    }

    #[cold]
    fn long_decimal(&mut self, number: u64) {
        self.decimal(number / u64::from(EIGHT_DIGITS));
        self.word(eight_digits((number % u64::from(EIGHT_DIGITS)) as u32).0, 8);
    }

    /// The number of bytes written.
    #[inline]
    #[must_use]
    pub fn end(self) -> usize {
        self.at
    }
}

/// A buffer for output that is printed later: the text then grows by many names at once.
#[derive(Debug)]
pub struct Line {
    /// The text, then free space.
    bytes: Vec<u8>,
    len: usize,
}

impl Default for Line {
    /// An empty line with space.
    fn default() -> Self {
        Line { bytes: vec![b' '; Line::ROOM], len: 0 }
    }
}

impl Line {
    /// Few enough bytes to stay in a near cache until they are printed.
    const ROOM: usize = Line::BLOCK << 8;
    /// The most bytes of the name of a value, including the characters around it.
    pub const MAX_NAME: usize = 1 << 5;
    /// Texts are copied in blocks of this many bytes: the bytes after the end of a text are overwritten later.
    pub const BLOCK: usize = 1 << 5;

    /// A line without space.
    #[must_use]
    pub fn none() -> Self {
        Line { bytes: Vec::new(), len: 0 }
    }

    /// Appends blanks. Those that exceed the space are printed.
    pub fn indent(&mut self, out: &mut String, indent: usize) {
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

    /// Appends the pieces that a pen writes.
    #[inline]
    fn write(&mut self, write: impl FnOnce(&mut Pen<'_>)) {
        let mut pen = self.pen();
        write(&mut pen);
        let written = pen.end();
        self.advance(written);
    }

    /// Appends blanks, for which there must be space.
    #[inline]
    pub fn blanks(&mut self, count: usize) {
        self.write(|pen| pen.blanks(count));
    }

    /// Appends text, for which there must be space, and after which a block of arbitrary bytes must follow.
    #[inline]
    pub fn text(&mut self, text: &[u8], len: usize) {
        self.write(|pen| pen.text(text, len));
    }

    /// Appends characters; left out if there is no space, see [`Line::room`].
    #[inline]
    pub fn push(&mut self, text: &[u8]) {
        let end = self.len + text.len();
        if let Some(place) = self.bytes.get_mut(self.len..end) {
            place.copy_from_slice(text);
            self.len = end;
        }
    }

    /// Appends up to eight ASCII characters, the first one in the lowest byte of a word. They are left out if there is no space
    /// for eight.
    #[inline]
    pub fn word(&mut self, text: u64, len: usize) {
        self.write(|pen| pen.word(text, len));
    }

    /// Appends a number.
    #[inline]
    pub fn decimal(&mut self, number: u32) {
        self.write(|pen| pen.decimal(number.into()));
    }

    /// Reserves space for `len` bytes and a block after them. The text stays.
    pub fn reserve(&mut self, len: usize) {
        if !self.has_room(len) {
            self.bytes.resize(self.len + len + Line::BLOCK, b' ');
        }
    }

    /// A pen for the next pieces. Pass the number of written bytes to [`Line::advance`].
    #[inline]
    pub fn pen(&mut self) -> Pen<'_> {
        Pen::new(self.bytes.get_mut(self.len..).unwrap_or_default())
    }

    /// Appends the bytes that a pen wrote.
    #[inline]
    pub fn advance(&mut self, written: usize) {
        self.len = (self.len + written).min(self.bytes.len());
    }

    /// The text that is not printed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    /// Clears the text.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Whether there is space for `len` bytes and a block after them.
    #[inline]
    pub fn has_room(&self, len: usize) -> bool {
        self.len + len + Line::BLOCK <= self.bytes.len()
    }

    /// Prints the line if there may be no space for another name.
    #[inline]
    pub fn room(&mut self, out: &mut String) {
        if !self.has_room(Line::MAX_NAME) {
            self.print(out);
        }
    }

    /// Prints the line, and clears it.
    #[inline]
    pub fn print(&mut self, out: &mut String) {
        out.push_str(self.as_str());
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, six_hex_digits};

    #[test]
    fn hexadecimal_numbers() {
        let ends = (0..24).flat_map(|bit| [(1 << bit) - 1, 1 << bit, 0xab_cdef >> bit]);
        for number in ends.chain((0..1 << 24).step_by(4099)) {
            let text = six_hex_digits(number).to_le_bytes();
            assert_eq!(std::str::from_utf8(&text), Ok(format!("{number:#08x}").as_str()));
        }
    }

    #[test]
    fn pieces_of_a_pen() {
        let block: Vec<u8> = (b'!'..=b'~').collect();
        for len in 0..=block.len() {
            for behind in [0, 1, block.len() - len] {
                let mut line = Line::default();
                line.reserve(20_000);
                let mut pen = line.pen();
                pen.push(b"ab");
                pen.blanks(len);
                pen.text(&block[..len + behind.min(block.len() - len)], len);
                pen.decimal(len as u64);
                pen.decimal(u64::MAX - len as u64);
                pen.push(b"\n");
                let written = pen.end();
                line.advance(written);
                let text = std::str::from_utf8(&block[..len]).unwrap();
                let blanks = " ".repeat(len);
                let expected = format!("ab{blanks}{text}{len}{}\n", u64::MAX - len as u64);
                assert_eq!(line.as_str(), expected);
            }
        }
    }

    #[test]
    fn numbers() {
        let (mut out, mut line) = (String::new(), Line::default());
        let powers = (0..10).map(|exponent| 10u32.pow(exponent));
        let around = powers.flat_map(|power| [power - 1, power, power + 1, power.wrapping_mul(7)]);
        for number in around.chain((0..1 << 20).step_by(7)).chain([u32::MAX]) {
            line.decimal(number);
            line.print(&mut out);
            assert_eq!(std::mem::take(&mut out), number.to_string());
        }
    }

    #[test]
    fn lines_of_any_length() {
        let mut out = String::new();
        let mut line = Line::default();
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
            let (mut out, mut line) = (String::new(), Line::default());
            line.push(b"=");
            line.text(&text, len);
            line.push(b"=");
            line.print(&mut out);
            let text = std::str::from_utf8(&text[..len]).unwrap();
            assert_eq!(out, format!("={text}="));
        }
    }
}
