//! The faults of plans, and of bytes and values that do not follow one.

use bytespec_plan::Base;
use std::borrow::Cow;
use std::fmt;

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
    /// A reader would read another value from what was written: the presence or the size of a field depends on the number of bytes
    /// left, or a digit follows the digits of a number.
    Ambiguous {
        /// The value that was written.
        written: String,
        /// The value that would be read.
        read: String,
        /// The schema has fields that depend on the number of bytes left.
        left: bool,
        /// The schema has numbers in digits up to the first other byte.
        digits: bool,
    },
    /// The condition `valid` of a field does not allow the value.
    Invalid {
        /// The condition.
        condition: String,
        /// The fields that it names, with their values.
        values: Vec<(String, String)>,
    },
    /// The tag of a value of a union is not the one that another field states.
    Tag(Box<OtherTag>),
    /// A field has no value, although its condition `when` holds.
    Needed {
        /// The field, as `Item.field`.
        item: String,
        /// The condition.
        condition: String,
        /// The fields that it names, with their values.
        values: Vec<(String, String)>,
    },
    /// A field has a value, although its condition `when` does not hold.
    Unneeded {
        /// The field, as `Item.field`.
        item: String,
        /// The condition.
        condition: String,
        /// The fields that it names, with their values.
        values: Vec<(String, String)>,
    },
    /// A value ends with the byte that fills up to its size.
    Pad {
        /// The byte.
        pad: u8,
    },
    /// A value contains the bytes that end it.
    Stop {
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// A number in digits that does not fit their number.
    DigitCount {
        /// The number.
        found: i128,
        /// The number of digits.
        digits: u8,
        /// The base.
        base: Base,
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
        /// The path of the second value; none for the fields that are at no offset of their own.
        value: Option<String>,
        /// That of the first value.
        other: Option<String>,
        /// Whether an edit can change the offset of the second value, if that is known.
        movable: Option<bool>,
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

/// A value of a union, and the tag that another field states for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OtherTag {
    /// The variant that the value is; none for bytes that the schema does not describe.
    pub variant: Option<String>,
    /// The tags of the variant, as listings spell them.
    pub tags: Vec<String>,
    /// What states the tag, as the schema spells it.
    pub by: String,
    /// The tag that it states.
    pub stated: String,
    /// The variant with that tag, if there is one.
    pub expected: Option<String>,
}

impl fmt::Display for OtherTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.variant {
            Some(variant) => {
                let word = if self.tags.len() == 1 { "tag" } else { "tags" };
                write!(f, "the value is `{variant}` with the {word} {}", self.tags.join(", "))?;
            }
            None => f.write_str("the value is bytes that the schema does not describe")?,
        }
        write!(f, ", but `{}` is {}", self.by, self.stated)?;
        let expected = self.expected.as_ref();
        expected.map_or(Ok(()), |expected| write!(f, ", the tag of `{expected}`"))
    }
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
            PlanFault::Difference { least, found } => write!(f, "{found} - {least} is negative"),
            PlanFault::Checked { expected, found, base } => checked(f, *expected, *found, *base),
            PlanFault::Sign { found, signed } => sign(f, *found, *signed),
            PlanFault::Ambiguous { written, read, left, digits } => {
                ambiguous(f, (written, read), (*left, *digits))
            }
            PlanFault::Invalid { condition, values } => {
                f.write_str("the value does not meet the condition `valid`: ")?;
                write_condition(f, condition, values)
            }
            PlanFault::Tag(tag) => write!(f, "{tag}"),
            PlanFault::Needed { item, condition, values } => {
                write!(f, "`{item}` is missing, but its condition `when` holds: ")?;
                write_condition(f, condition, values)
            }
            PlanFault::Unneeded { item, condition, values } => {
                write!(f, "`{item}` is present, but its condition `when` does not hold: ")?;
                write_condition(f, condition, values)
            }
            PlanFault::Pad { pad } => {
                write!(f, "the value cannot end with {pad:#04x}, the byte of its `pad`")
            }
            PlanFault::Stop { bytes } => stop(f, bytes),
            PlanFault::DigitCount { found, digits, base } => {
                base.write_signed(f, *found)?;
                write!(f, " has more than the {digits} digits of its type")
            }
            PlanFault::Constant { expected, found } => constant(f, expected, found),
            PlanFault::Last => {
                f.write_str("the elements do not end with the first one for which `last` is true")
            }
            PlanFault::NotFound { bytes: all } => {
                f.write_str("expected a file with the bytes ")?;
                bytes(f, all)
            }
            PlanFault::Overlap { offset, len, value, other, movable } => {
                overlap(f, (*offset, *len), (value.as_deref(), other.as_deref()), *movable)
            }
            PlanFault::Undescribed { offset, len } => write!(
                f,
                "an edited value covers bytes at {offset:#x} that no field describes (there are {len})"
            ),
            PlanFault::Digits { base, found } => wrong_digits(f, *base, found),
            PlanFault::Checksum { name } => write!(f, "`{name}` needs the feature `checksums`"),
            PlanFault::Transform { name, why } => write!(f, "no valid result of `{name}`: {why}"),
            PlanFault::Unknown { step } => write!(f, "the bytes of `{step}` are not known here"),
        }
    }
}

fn checked(f: &mut fmt::Formatter<'_>, expected: i128, found: i128, base: Base) -> fmt::Result {
    f.write_str("expected ")?;
    base.write_signed(f, expected)?;
    f.write_str(", found ")?;
    base.write_signed(f, found)
}

fn sign(f: &mut fmt::Formatter<'_>, found: u64, signed: bool) -> fmt::Result {
    match signed {
        true => write!(f, "{} is negative, expected a number from 0", found.cast_signed()),
        false => write!(f, "expected a number from 0 to {}, found {found}", i64::MAX),
    }
}

fn ambiguous(
    f: &mut fmt::Formatter<'_>,
    (written, read): (&str, &str),
    why: (bool, bool),
) -> fmt::Result {
    write!(f, "{written} would be read as {read}: ")?;
    f.write_str(match why {
        (true, true) => {
            "an expression with `left` decides about a field, or a digit follows a number in digits"
        }
        (false, true) => "a digit follows a number in digits",
        _ => "an expression with `left` decides about a field",
    })
}

fn stop(f: &mut fmt::Formatter<'_>, all: &[u8]) -> fmt::Result {
    f.write_str("the value cannot contain ")?;
    bytes(f, all)?;
    let word = if all.len() == 1 { "byte" } else { "bytes" };
    write!(f, ", the {word} of its `stop`")
}

fn wrong_digits(f: &mut fmt::Formatter<'_>, base: u8, found: &[u8]) -> fmt::Result {
    write!(f, "expected digits in base {base}, found ")?;
    bytes(f, found)?;
    refused_digits(base, found).map_or(Ok(()), |why| write!(f, ": {why}"))
}

/// Writes a condition, and the values in it.
fn write_condition(
    f: &mut fmt::Formatter<'_>,
    condition: &str,
    values: &[(String, String)],
) -> fmt::Result {
    f.write_str(condition)?;
    let mut values = values.iter().enumerate();
    values.try_for_each(|(at, (name, value))| {
        write!(f, "{}{name} = {value}", if at == 0 { ", where " } else { ", " })
    })
}

/// Two values with different bytes at an offset.
fn overlap(
    f: &mut fmt::Formatter<'_>,
    (offset, len): (u64, u64),
    (value, other): (Option<&str>, Option<&str>),
    movable: Option<bool>,
) -> fmt::Result {
    let named = |name: Option<&str>| match name {
        Some(name) => format!("`{name}`"),
        None => "fields without an offset".to_owned(),
    };
    let bytes = if len == 1 { "byte" } else { "bytes" };
    let what = format_args!("{len} {bytes} of {} at {offset:#x}", named(value));
    let differ = if len == 1 { "differs from that" } else { "differ from those" };
    write!(f, "{what} {differ} of {} at the same place", named(other))?;
    f.write_str(match movable {
        None => "",
        Some(true) => ": set both, or set the number of its offset to 0, so that it moves",
        Some(false) => ": set both; its offset is not a number that an edit can change",
    })
}

/// Why digits are not a number of a type; none for bytes that are no digits.
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
    Some(match is_negative {
        true => "a negative number that the type does not have",
        false => "a number that the type does not have",
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
