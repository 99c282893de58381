//! Text that grows by many short pieces.

/// How many numbers have one digit, and how many have two or one.
const DIGIT_COUNT: u32 = 10;
const PAIR_COUNT: u32 = DIGIT_COUNT * DIGIT_COUNT;

/// The last two digits of a number.
#[inline]
fn pair(number: u32) -> [u8; 2] {
    [number / DIGIT_COUNT, number].map(|left| b'0' + (left % DIGIT_COUNT) as u8)
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

    /// Adds a number.
    #[inline]
    pub fn decimal(&mut self, number: u32) {
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
        for number in [0, 9, 10, 99, 100, 4_294_967_295] {
            line.decimal(number);
        }
        line.print(&mut out);
        assert_eq!(out, "0910991004294967295");
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
