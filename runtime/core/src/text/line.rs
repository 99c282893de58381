//! Text that grows by many short pieces.

/// Numbers below it have eight digits at most.
const EIGHT_DIGITS: u32 = 100_000_000;

/// The digits of a number as bytes from the lowest one of a word, and how many they are; nothing where they are more than
/// eight.
#[inline]
#[must_use]
pub fn digits(number: u32) -> Option<(u64, usize)> {
    if number >= EIGHT_DIGITS {
        return None;
    }
    let (digits, zeros) = eight_digits(number);
    Some((digits >> (zeros * u8::BITS), 8 - zeros as usize))
}

/// Eight digits of a number, the first one in the lowest byte, and how many of them are zeros in front. They are made side by
/// side in one word.
#[inline]
fn eight_digits(number: u32) -> (u64, u32) {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    let number = u64::from(number);
    // Two of four digits, four of two, eight of one: quotients come from products that are exact for as few digits.
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let pairs = hundreds | ((fours - 100 * hundreds) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    let digits = tens | ((pairs - 10 * tens) << 8);
    let zeros = (digits | (1 << 56)).trailing_zeros() / u8::BITS;
    (digits + ZEROS, zeros)
}

/// What is written before it is printed: a text grows by many names at once.
#[derive(Debug)]
pub struct Line {
    /// Room for the text, and blanks.
    bytes: Vec<u8>,
    len: usize,
}

impl Default for Line {
    /// A line with room.
    fn default() -> Self {
        Line { bytes: vec![b' '; Line::ROOM], len: 0 }
    }
}

impl Line {
    /// Few enough bytes to be near when they are printed.
    const ROOM: usize = Line::BLOCK << 8;
    /// The name of a value and what stands before it and behind it is not longer.
    pub const MAX_NAME: usize = 1 << 5;
    /// Texts are copied in blocks of so many bytes: what is behind the end of one is written over.
    pub const BLOCK: usize = 1 << 5;

    /// A line that nothing is written to.
    #[must_use]
    pub fn none() -> Self {
        Line { bytes: Vec::new(), len: 0 }
    }

    /// Adds blanks; those that are too many are printed.
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

    /// Adds blanks that there is room for.
    #[inline]
    pub fn blanks(&mut self, count: usize) {
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
    pub fn text(&mut self, text: &[u8], len: usize) {
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
    pub fn push(&mut self, text: &[u8]) {
        let end = self.len + text.len();
        if let Some(place) = self.bytes.get_mut(self.len..end) {
            place.copy_from_slice(text);
            self.len = end;
        }
    }

    /// Adds up to eight characters of one byte, the first one in the lowest byte of a word. They are left out where there is
    /// no room for eight.
    #[inline]
    pub fn word(&mut self, text: u64, len: usize) {
        if let Some(place) = self.bytes.get_mut(self.len..self.len + 8) {
            place.copy_from_slice(&text.to_le_bytes());
            self.len += len;
        }
    }

    /// Adds a number.
    #[inline]
    pub fn decimal(&mut self, number: u32) {
        match digits(number) {
            Some((text, len)) => self.word(text, len),
            None => {
                self.decimal(number / EIGHT_DIGITS);
                self.word(eight_digits(number % EIGHT_DIGITS).0, 8);
            }
        }
    }

    /// Whether there is room for so many bytes, and for a block behind them.
    #[inline]
    pub fn has_room(&self, len: usize) -> bool {
        self.len + len + Line::BLOCK <= self.bytes.len()
    }

    /// Prints the line if there may be no room for another name.
    #[inline]
    pub fn room(&mut self, out: &mut String) {
        if !self.has_room(Line::MAX_NAME) {
            self.print(out);
        }
    }

    /// Prints the line, and begins another.
    #[inline]
    pub fn print(&mut self, out: &mut String) {
        out.push_str(std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default());
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

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
