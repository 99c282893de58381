//! The faults of the kinds of errors with several cases.

use bytespec_plan::Base;
use std::borrow::Cow;
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
    /// A wrong section inside another section.
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

/// The reason why a plan cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlanFault {
    /// The plan breaks its invariants.
    Broken {
        /// The first broken invariant.
        why: String,
    },
    /// The schema does not describe a file.
    NoFile,
    /// The header states certain versions and features. If it is read with them, it states others.
    Header,
    /// A section states the sizes of entries of a later section, and the sizes change each time they are written.
    Sizes,
    /// Filler that is aligned to the start of the file does not end at the required multiple.
    Filler,
    /// Steps are derived from each other.
    Derived,
    /// The plan contains a shape where another shape is required.
    Shape {
        /// The expected shape.
        expected: &'static str,
    },
    /// A handwritten codec is not built in, and the size of its value is unknown.
    Function {
        /// Its name.
        name: String,
    },
    /// There are no tables for a lookup.
    NoTables {
        /// The table.
        table: String,
        /// The index of the entry.
        index: u64,
    },
    /// The result of an operator does not fit 64 bits, or its divisor is 0.
    Arithmetic {
        /// The first number.
        left: i128,
        /// The operator.
        operator: &'static str,
        /// The second number.
        right: i128,
    },
    /// A number is less than the number that is subtracted from it.
    Difference {
        /// The number that is subtracted.
        least: u64,
        /// The number.
        found: u64,
    },
    /// A number differs from the number that is computed from other values.
    Checked {
        /// The computed number.
        expected: i128,
        /// The number.
        found: i128,
        /// The base in which both are shown.
        base: Base,
    },
    /// A negative number where an unsigned number is required, or a number that does not fit a signed number of 64 bits.
    Sign {
        /// The number, in two's complement.
        found: u64,
        /// It is signed, and therefore negative.
        signed: bool,
    },
    /// A reader would read another value from what was written: the presence of a field depends on the number of bytes left, or a
    /// digit follows the digits of a number.
    Ambiguous,
    /// The condition `valid` of a field does not allow the value.
    Invalid {
        /// The condition.
        condition: String,
        /// The fields that it names, with their values.
        values: Vec<(String, String)>,
    },
    /// Bytes differ from a constant.
    Constant {
        /// The constant.
        expected: Vec<u8>,
        /// The bytes.
        found: Vec<u8>,
    },
    /// The elements do not end with the first one that meets the condition `last`.
    Last,
    /// A file does not contain bytes that an expression searches for.
    NotFound {
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Two values at offsets overlap and have different bytes.
    Overlap {
        /// The offset of the second value, in bytes from the start of the file.
        offset: u64,
        /// The number of bytes of the second value.
        len: u64,
        /// The second value, as `Item.field`; none for the fields that are at no offset of their own.
        value: Option<String>,
        /// The first value.
        other: Option<String>,
    },
    /// An edited value covers bytes of the file that no field describes.
    Undescribed {
        /// The offset of the first such byte, in bytes from the start of the file.
        offset: u64,
        /// The number of these bytes up to the next value.
        len: u64,
    },
    /// Bytes that are not the digits of a number of at most 64 bits.
    Digits {
        /// The base.
        base: u8,
        /// The bytes.
        found: Vec<u8>,
    },
    /// A checksum needs the feature `checksums` of this crate.
    Checksum {
        /// Its name.
        name: &'static str,
    },
    /// Bytes are not the result of a transform, or the transform needs the feature `transforms` of this crate.
    Transform {
        /// Its name.
        name: Cow<'static, str>,
        /// What is wrong.
        why: Cow<'static, str>,
    },
    /// An expression needs the bytes of a step that are not available.
    Unknown {
        /// The step whose bytes are needed.
        step: String,
    },
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanFault::Broken { why } => write!(f, "the plan is not valid: {why}"),
            PlanFault::NoFile => f.write_str(
                "the schema has neither `file` nor `header` and `sections`, so it does not describe a file",
            ),
            PlanFault::Header => f.write_str(
                "the header states other versions or features when it is read with those that it states",
            ),
            PlanFault::Sizes => f.write_str("sizes of entries depend on the bytes that are written for them"),
            PlanFault::Filler => f.write_str(
                "filler in a section does not end at the required multiple in the file",
            ),
            PlanFault::Derived => f.write_str("steps of the plan are derived from each other"),
            PlanFault::Shape { expected } => {
                write!(f, "the plan has another shape in place of {expected}")
            }
            PlanFault::Function { name } => write!(
                f,
                "`{name}` is a handwritten codec that is not built in, and its size in bytes is unknown"
            ),
            PlanFault::NoTables { table, index } => {
                write!(f, "{table} {index} is not known: there are no tables")
            }
            PlanFault::Arithmetic { left, operator: operator @ ("/" | "%"), right: 0 } => {
                write!(f, "{left} {operator} 0 divides by zero")
            }
            PlanFault::Arithmetic { left, operator, right } => {
                write!(f, "{left} {operator} {right} does not fit 64 bits")
            }
            PlanFault::Difference { least, found } => {
                write!(f, "{found} - {least} is negative")
            }
            PlanFault::Checked { expected, found, base } => {
                f.write_str("expected ")?;
                base.write_signed(f, *expected)?;
                f.write_str(", found ")?;
                base.write_signed(f, *found)
            }
            PlanFault::Sign { found, signed: true } => {
                write!(f, "{} is negative, expected a number from 0", found.cast_signed())
            }
            PlanFault::Sign { found, signed: false } => {
                write!(f, "expected a number from 0 to {}, found {found}", i64::MAX)
            }
            PlanFault::Ambiguous => f.write_str(
                "it would be read as another value: the presence of a field does not agree with the number of remaining bytes in its `when`, or a digit follows a number in digits",
            ),
            PlanFault::Invalid { condition, values } => {
                write!(f, "the value does not meet the condition `valid`: {condition}")?;
                let mut values = values.iter().enumerate();
                values.try_for_each(|(at, (name, value))| {
                    write!(f, "{}{name} = {value}", if at == 0 { ", where " } else { ", " })
                })
            }
            PlanFault::Constant { expected, found } => constant(f, expected, found),
            PlanFault::Last => f.write_str(
                "the elements do not end with the first one for which `last` is true",
            ),
            PlanFault::NotFound { bytes: all } => {
                f.write_str("expected a file with the bytes ")?;
                bytes(f, all)
            }
            PlanFault::Overlap { offset, len, value, other } => {
                let [value, other] = [value, other].map(|name| {
                    let quoted = name.as_ref().map(|name| format!("`{name}`"));
                    quoted.unwrap_or("fields without an offset".to_owned())
                });
                let what = format_args!("{len} bytes of {value} at {offset:#x}");
                write!(f, "{what} differ from those of {other} at the same place")
            }
            PlanFault::Undescribed { offset, len } => write!(
                f,
                "an edited value covers bytes at {offset:#x} that no field describes (there are {len}); move the value to another \
                 offset"
            ),
            PlanFault::Digits { base, found } => {
                write!(f, "expected digits in base {base}, found ")?;
                bytes(f, found)?;
                refused_digits(*base, found).map_or(Ok(()), |why| write!(f, ": {why}"))
            }
            PlanFault::Checksum { name } => {
                write!(f, "`{name}` needs the feature `checksums`")
            }
            PlanFault::Transform { name, why } => write!(f, "no valid result of `{name}`: {why}"),
            PlanFault::Unknown { step } => write!(f, "the bytes of `{step}` are not known here"),
        }
    }
}

/// Why digits are not a number in its only spelling; none for bytes that are no digits.
fn refused_digits(base: u8, found: &[u8]) -> Option<&'static str> {
    let text = std::str::from_utf8(found).ok()?.trim_matches(['\0', ' ']);
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let is_digits = digits.chars().all(|digit| digit.is_digit(base.clamp(2, 16).into()));
    if digits.is_empty() || !is_digits {
        return None;
    }
    let has = |is: fn(&u8) -> bool| digits.as_bytes().iter().any(is);
    Some(match (is_negative, digits.trim_start_matches('0').is_empty()) {
        _ if has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) => {
            "the letters are of both cases"
        }
        (true, true) => "zero has no sign",
        (true, false) => "a negative number that the type does not have",
        (false, _) => "a number that the type does not have",
    })
}

/// How many bytes a message shows at most.
const SHOWN: usize = 16;

/// Writes two different runs of bytes, without a long common start.
fn constant(f: &mut fmt::Formatter<'_>, expected: &[u8], found: &[u8]) -> fmt::Result {
    let same = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    let from = if same >= SHOWN { same } else { 0 };
    let is_text = |bytes: &[u8]| bytes.iter().all(|byte| matches!(byte, b' '..=b'~'));
    let has_text = is_text(expected);
    for (word, all) in [("expected ", expected), (", found ", found)] {
        let rest = all.get(from..).unwrap_or_default();
        f.write_str(word)?;
        f.write_str(if from == 0 { "" } else { "... " })?;
        bytes(f, rest)?;
        let shown = rest.get(..SHOWN).unwrap_or(rest);
        if has_text && !shown.is_empty() {
            write!(f, " (\"{}\")", shown.escape_ascii())?;
        }
    }
    Ok(())
}

/// Writes bytes in hexadecimal, up to a maximum number.
fn bytes(f: &mut fmt::Formatter<'_>, all: &[u8]) -> fmt::Result {
    if all.is_empty() {
        return f.write_str("nothing");
    }
    for (at, byte) in all.iter().take(SHOWN).enumerate() {
        write!(f, "{}{byte:02x}", if at == 0 { "" } else { " " })?;
    }
    f.write_str(if all.len() > SHOWN { " ..." } else { "" })
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
