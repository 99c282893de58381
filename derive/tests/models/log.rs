// A plain format of one's own: no dialect, no tables, the varint of whoever reads it.

use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord};

/// How bad it is.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[bytecode(wire = "u8")]
pub(crate) enum Level {
    /// Good to know.
    Info = 0,
    /// To be looked at.
    Alarm = 200,
}

/// Two of a kind.
#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair<T> {
    /// One.
    pub(crate) first: T,
    /// The other.
    pub(crate) second: T,
}

/// A place in a tree.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(flags = "u8")]
pub(crate) struct Node {
    /// Whether it is open.
    #[bytecode(bit = 0)]
    pub(crate) open: bool,
    /// A weight.
    #[bytecode(bit = 3, wire = "varint<u32>")]
    pub(crate) weight: Option<u32>,
    /// What hangs below.
    pub(crate) leaves: Vec<Pair<u8>>,
    /// Rows of numbers.
    pub(crate) rows: Vec<Vec<u16>>,
    /// Corners, of which some are known.
    #[bytecode(wire = "varint<u32>", present)]
    pub(crate) corners: [Option<(u32, bool)>; 2],
    /// Where it was made.
    pub(crate) origin: Origin,
}

/// A place of which the name says enough.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
pub(crate) struct Origin(
    #[bytecode(name = "name")] pub(crate) String,
    #[bytecode(skip)] pub(crate) Option<u64>,
);

/// What happened.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(tag = "u8")]
pub(crate) enum Event<'a> {
    /// Something was said.
    #[bytecode(code = 1)]
    Said {
        /// How bad it is.
        level: Level,
        /// The words.
        words: &'a str,
        /// By whom.
        #[bytecode(present)]
        speaker: Option<String>,
    },
    /// Something was measured.
    #[bytecode(code = 2)]
    Measured(Pair<i16>),
    /// The tree as it was.
    #[bytecode(code = 3)]
    Tree {
        /// The root.
        root: Box<Node>,
        /// Marks, from where to where.
        marks: Vec<Pair<u32>>,
    },
    /// One thing after the other.
    #[bytecode(code = 255)]
    Group {
        /// What happened.
        events: Vec<Event<'a>>,
        /// Whatever else.
        rest: &'a [u8],
    },
}
