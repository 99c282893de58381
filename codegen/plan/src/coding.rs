//! How the bits of numbers stand in bytes.

/// The bytes of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coding {
    /// As many bytes as its width says, the lowest first.
    Little,
    /// The same, the highest first.
    Big,
    /// Seven bits a byte, the lowest first; the top bit says that more follow.
    Leb128,
    /// The same in no more bytes than the width of the integer needs. A number that was read in more bytes than it needs is written
    /// in as many again.
    Bounded,
    /// The trailing zeros of the first byte say how many follow.
    Prefix,
    /// Seven bits a byte, the highest first. A number that was read in more bytes than it needs is written in as many again.
    Vlq(Vlq),
}

/// A varint with the highest bits first: seven bits a byte, and the top bit of each says where the number ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vlq {
    /// The top bit marks that more bytes follow.
    ///
    /// Source: "Standard MIDI Files 1.0", section "Variable-Length Quantities". That format has at most four bytes.
    Plain,
    /// The same in at most nine bytes, of which the ninth has eight bits of the number.
    ///
    /// Source: "Database File Format" of SQLite, section 1.6, "B-tree Pages".
    Nine,
    /// The top bit marks the last byte.
    ///
    /// Source: `loadUnsigned` and `dumpSize` of Lua 5.4, for its compiled files.
    End,
}

/// The facts about a kind of [`Vlq`].
struct Row {
    word: &'static str,
    sized: &'static str,
    doc: &'static str,
    marks_end: bool,
    full: Option<u8>,
}

impl Vlq {
    /// All kinds.
    pub const ALL: [Vlq; 3] = [Vlq::Plain, Vlq::Nine, Vlq::End];

    const fn row(self) -> Row {
        match self {
            Vlq::Plain => Row {
                word: "vlq",
                sized: "vlq<u32>",
                doc: "A varint of up to 64 bits, the highest bits first",
                marks_end: false,
                full: None,
            },
            Vlq::Nine => Row {
                word: "vlq9",
                sized: "vlq9<u32>",
                doc: "The same in at most nine bytes, of which the ninth has eight bits of the number",
                marks_end: false,
                full: Some(9),
            },
            Vlq::End => Row {
                word: "vlq_end",
                sized: "vlq_end<u32>",
                doc: "A varint of up to 64 bits, the highest bits first, whose last byte has its top bit set",
                marks_end: true,
                full: None,
            },
        }
    }

    /// The name of the type in schemas.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.row().word
    }

    /// An example of the type with another one in brackets, which the number must fit.
    #[must_use]
    pub const fn sized(self) -> &'static str {
        self.row().sized
    }

    /// What the type is, in one line.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        self.row().doc
    }

    /// Whether the top bit is one in the last byte; otherwise it is one in all bytes before it.
    #[must_use]
    pub const fn marks_end(self) -> bool {
        self.row().marks_end
    }

    /// How many bytes a number has at most, if all eight bits of the last of them belong to it.
    #[must_use]
    pub const fn full(self) -> Option<u8> {
        self.row().full
    }

    fn is_full(self, bytes: usize) -> bool {
        self.full().is_some_and(|full| usize::from(full) == bytes)
    }

    /// The kind of the type with a name.
    #[must_use]
    pub fn named(word: &str) -> Option<Vlq> {
        Vlq::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// How many bits of so many bytes belong to the number.
    #[must_use]
    pub fn bits(self, bytes: usize) -> usize {
        7 * bytes + usize::from(self.is_full(bytes))
    }

    /// The position of a bit of the number, the lowest being zero, among the bits of so many bytes: the lowest bit of the first byte
    /// is zero.
    #[must_use]
    pub fn place(self, bit: usize, bytes: usize) -> Option<usize> {
        let last = bytes.checked_sub(1)?;
        let low = if self.is_full(bytes) { 8 } else { 7 };
        if bit < low {
            return Some(8 * last + bit);
        }
        let (group, bit) = ((bit - low) / 7, (bit - low) % 7);
        Some(8 * last.checked_sub(group + 1)? + bit)
    }
}
