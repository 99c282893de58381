//! The faults of the kinds of errors with several cases.

use std::fmt;

/// The axis of the versions that a gate checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GateAxis {
    /// Versions of the format.
    Version,
    /// Releases of the producer or of a dialect.
    Release,
    /// Both a version and a release.
    Both,
    /// Versions of a dialect, which are independent of the versions of the format.
    Dialect,
}

/// A fault in the sections of a file, or in the header of a section.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SectionFault {
    /// Bytes follow the section that ends a file.
    NotLast {
        /// The number of bytes.
        bytes: usize,
    },
    /// A section follows the one that ends a file.
    AfterEnd,
    /// An unknown id, in a format that does not allow unknown ids.
    Unknown {
        /// The id.
        id: u8,
    },
    /// A section occurs twice, but must not be repeated.
    Repeated {
        /// The section.
        section: String,
    },
    /// A section comes before one that it must follow.
    Order {
        /// The section.
        section: String,
        /// The section that must come before it.
        predecessor: String,
    },
    /// A section with another id than its content, or than the section inside another one must have.
    Inner {
        /// The required section.
        section: String,
        /// The id found.
        found: u8,
    },
    /// A section has an alignment, but must not have one.
    Aligned,
    /// A section has no alignment, or one that is not a multiple of the required alignment.
    NotAligned {
        /// The section.
        section: String,
        /// The required multiple, in bytes.
        needs: u64,
        /// Its alignment, if it has one.
        found: Option<u64>,
    },
}

impl fmt::Display for SectionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SectionFault::NotLast { bytes } => {
                write!(f, "the end section is not the last: {bytes} bytes follow")
            }
            SectionFault::AfterEnd => f.write_str("sections follow the one that ends the file"),
            SectionFault::Unknown { id } => write!(f, "{id} is not the id of a section"),
            SectionFault::Repeated { section } => {
                write!(f, "there is a second {section} section")
            }
            SectionFault::Order { section, predecessor } => {
                write!(f, "the {section} section comes before {predecessor}, not after it")
            }
            SectionFault::Inner { section, found } => {
                write!(f, "expected the {section} section, found the id {found}")
            }
            SectionFault::Aligned => f.write_str("this section must not have an alignment"),
            SectionFault::NotAligned { section, needs, found } => {
                write!(f, "the {section} section must be aligned to a multiple of {needs} bytes")?;
                match found {
                    None => f.write_str(" and is not aligned"),
                    Some(found) => write!(f, ", not to {found}"),
                }
            }
        }
    }
}

/// A fault in the order of the uses of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UseOrderFault {
    /// A list of orders is empty.
    NoOrders,
    /// An order has no numbers.
    Empty,
    /// An order by pairs has an odd count of numbers.
    Odd,
    /// A number is repeated, or is not less than the count of numbers.
    NotPermutation,
    /// The count of numbers differs from the number of uses, or a number is past the last use.
    Mismatch {
        /// The number of uses of the value.
        uses: usize,
    },
}

impl fmt::Display for UseOrderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UseOrderFault::NoOrders => f.write_str("there are no orders of uses"),
            UseOrderFault::Empty => f.write_str("an order of uses is empty"),
            UseOrderFault::Odd => {
                f.write_str("an order of uses by pairs has an odd count of numbers")
            }
            UseOrderFault::NotPermutation => f.write_str("an order of uses is not a permutation"),
            UseOrderFault::Mismatch { uses } => {
                write!(f, "an order of uses does not fit the {uses} uses of the value")
            }
        }
    }
}

/// A fault in the nesting of operations, blocks and regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodyFault {
    /// A block that must have operations has none.
    EmptyBlock {
        /// The number of the block.
        block: u32,
    },
    /// A region that must have blocks has none.
    EmptyRegion {
        /// The name of the region.
        name: &'static str,
    },
    /// The first block of a region is a successor of an operation.
    EntrySuccessor,
    /// Operations follow a terminator in its block.
    EarlyTerminator,
    /// The last operation of a block is not a terminator.
    NoTerminator,
    /// The encoded operations of a block end without a terminator.
    NoTerminatorInBytes,
    /// Two operations refer to one region, one operation refers to it twice, or an operation in the region refers to it.
    SharedRegion {
        /// The number of the region.
        region: u32,
    },
    /// The parameters of a body differ from the parameters of the function's signature.
    Parameters,
    /// Elements follow the element that closes a sequence.
    Closed {
        /// The number of elements.
        elements: usize,
    },
    /// A sequence ends while blocks are open.
    Open {
        /// The number of open blocks.
        blocks: i64,
    },
}

impl fmt::Display for BodyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BodyFault::EmptyBlock { block } => write!(f, "block {block} has no operation"),
            BodyFault::EmptyRegion { name } => write!(f, "`{name}` has no block"),
            BodyFault::EntrySuccessor => {
                f.write_str("the first block of a region cannot be a successor")
            }
            BodyFault::EarlyTerminator => {
                f.write_str("other operations follow the terminator of a block")
            }
            BodyFault::NoTerminator => {
                f.write_str("the last operation of the block is not a terminator")
            }
            BodyFault::NoTerminatorInBytes => {
                f.write_str("the block does not end with a terminator")
            }
            BodyFault::SharedRegion { region } => write!(f, "region {region} occurs in two places"),
            BodyFault::Parameters => f.write_str("the parameters are not those of the signature"),
            BodyFault::Closed { elements } => {
                write!(f, "{elements} elements follow the one that closes the sequence")
            }
            BodyFault::Open { blocks } => {
                write!(f, "{blocks} blocks are open at the end of the sequence")
            }
        }
    }
}

/// The reason why an operation or a block cannot be at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misplacement {
    /// It would be inside one of its own regions.
    InsideItself,
    /// It would be next to itself.
    NextToItself,
    /// The operation next to it is in no block.
    NextToDetached,
    /// The block next to it is in no region.
    NextToRoot,
    /// It would be in no block.
    OutsideBlocks,
}

impl fmt::Display for Misplacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misplacement::InsideItself => "inside itself",
            Misplacement::NextToItself => "next to itself",
            Misplacement::NextToDetached => "next to an operation that is in no block",
            Misplacement::NextToRoot => "next to a block that is in no region",
            Misplacement::OutsideBlocks => "outside of a block",
        })
    }
}

/// The rule that a text breaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextFault {
    /// The fault follows from another error.
    Follows,
    /// The text contains a zero byte.
    ZeroByte,
    /// An attribute has no text at this place.
    NotInText {
        /// The name of the attribute.
        name: String,
    },
    /// The names of results do not state the number of results.
    MissingResultCount {
        /// The name of the group of results.
        name: &'static str,
    },
    /// A part of an operation's text does not agree with the type of its result.
    ResultMismatch {
        /// The part, such as `strides`.
        name: String,
    },
    /// A distinct attribute has different content elsewhere in the text.
    Distinct {
        /// The number of the attribute.
        number: u64,
    },
    /// Brackets do not end at the expected place.
    Brackets,
    /// Nested lists have different lengths or depths.
    Uneven,
    /// Several scalable sizes are in the same brackets.
    Scalable,
    /// A tensor without a rank has an encoding.
    Encoding,
    /// A memref has a second memory space.
    MemorySpace,
    /// A memref without a rank has a layout.
    Layout,
    /// A factor of a product contains dimensions.
    Factor,
    /// A divisor contains dimensions.
    Divisor,
    /// Properties are separate from attributes, in a release that has no properties.
    NoProperties,
    /// Printed bytes contain indices into tables of their file, and text has no tables.
    Bytes {
        /// The item with the bytes, such as `properties`.
        what: &'static str,
    },
    /// An operation is in the custom syntax of its dialect.
    Custom {
        /// The first word of the operation, such as `func.func`.
        word: String,
    },
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TextFault::Follows => "this follows from another error",
            TextFault::ZeroByte => "the text contains a zero byte",
            TextFault::NotInText { name } => return write!(f, "`{name}` has no text here"),
            TextFault::MissingResultCount { name } => {
                return write!(f, "the names of results must state the number of `{name}`");
            }
            TextFault::ResultMismatch { name } => {
                return write!(f, "`{name}` differs from that of the result's type");
            }
            TextFault::Distinct { number } => {
                return write!(f, "distinct attribute {number} has other content elsewhere");
            }
            TextFault::Brackets => "the brackets do not end at the expected place",
            TextFault::Uneven => "nested lists of elements must have the same length and depth",
            TextFault::Scalable => "each scalable size must have its own brackets",
            TextFault::Encoding => "a tensor without a rank cannot have an encoding",
            TextFault::MemorySpace => "a memref cannot have a second memory space",
            TextFault::Layout => "a memref without a rank cannot have a layout",
            TextFault::Factor => "a factor cannot contain dimensions",
            TextFault::Divisor => "a divisor cannot contain dimensions",
            TextFault::NoProperties => "the release has no properties apart from attributes",
            TextFault::Bytes { what } => {
                return write!(
                    f,
                    "the bytes of {what} refer to tables of the file that they were printed from, and text has no \
                     tables: convert that file, or describe the bytes in a schema"
                );
            }
            TextFault::Custom { word } => {
                return write!(
                    f,
                    "expected the generic form, with the name of the operation in quotes, found `{word}`: \
                     `mlir-opt --mlir-print-op-generic` prints it"
                );
            }
        })
    }
}
