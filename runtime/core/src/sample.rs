//! A source of random choices, for samples of every type.

/// Random choices, which the seed determines.
#[derive(Clone, Debug)]
pub struct Source {
    state: u64,
    depth: u32,
    /// Number of entries of each table, by name; an index is below it.
    pub tables: Vec<(&'static str, u32)>,
    /// Types by class: class, index in the type table, width in bits.
    pub classes: Vec<(&'static str, u32, u32)>,
}

impl Source {
    /// A source without tables and values.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Source { state: seed, depth: 0, tables: Vec::new(), classes: Vec::new() }
    }

    /// The next 64 random bits (SplitMix64).
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `end`, or zero when there is none.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.bits() % end as u64) as usize }
    }

    /// True or false.
    pub fn flag(&mut self) -> bool {
        self.bits() & 1 == 1
    }

    /// A number of `width` bits: often small, sometimes at the limits of the range.
    pub fn number(&mut self, width: u32) -> u64 {
        let mask = u64::MAX >> (64 - width);
        let number = match self.below(8) {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << (width - 1),
            3 => (1 << (width - 1)) - 1,
            4 => self.bits(),
            _ => self.bits() >> self.below(64),
        };
        number & mask
    }

    /// An index into a table.
    pub fn index(&mut self, table: &str) -> u32 {
        let len = self.tables.iter().find(|(name, _)| *name == table).map_or(0, |(_, len)| *len);
        self.below(len as usize) as u32
    }

    /// A type of a class: index and width in bits.
    pub fn class(&mut self, class: &str) -> Option<(u32, u32)> {
        let of_class: Vec<_> =
            self.classes.iter().filter(|(name, ..)| *name == class).copied().collect();
        let chosen = self.below(of_class.len());
        of_class.get(chosen).map(|&(_, index, bits)| (index, bits))
    }

    /// Steps into a nested value.
    pub fn enter(&mut self) {
        self.depth += 1;
    }

    /// Whether the value is so deep that it should not nest further.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        self.depth > 3
    }

    /// Whether the value is so deep that its type must recur without end.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.depth > 16
    }

    /// Steps out of a nested value.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// The bytes that pairs of hexadecimal digits represent, as generated code contains those of examples.
#[must_use]
pub fn from_hexadecimal(digits: &'static str) -> &'static [u8] {
    let pairs = (0..digits.len() / 2).map(|at| digits.get(at * 2..at * 2 + 2));
    let bytes: Vec<u8> = pairs.filter_map(|pair| u8::from_str_radix(pair?, 16).ok()).collect();
    bytes.leak()
}
