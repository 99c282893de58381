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
            PlanFault::Invalid { condition, values } => invalid(f, condition, values),
            PlanFault::Constant { expected, found } => constant(f, expected, found),
            PlanFault::Last => f.write_str(
                "the elements do not end with the first one for which `last` is true",
            ),
            PlanFault::NotFound { bytes: all } => {
                f.write_str("expected a file with the bytes ")?;
                bytes(f, all)
            }
            PlanFault::Overlap { offset, len, value, other } => {
                overlap(f, (*offset, *len), (value.as_deref(), other.as_deref()))
            }
            PlanFault::Undescribed { offset, len } => write!(
                f,
                "an edited value covers bytes at {offset:#x} that no field describes (there are {len})"
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

/// A condition that does not hold, and the values in it.
fn invalid(
    f: &mut fmt::Formatter<'_>,
    condition: &str,
    values: &[(String, String)],
) -> fmt::Result {
    write!(f, "the value does not meet the condition `valid`: {condition}")?;
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
) -> fmt::Result {
    let named = |name: Option<&str>| match name {
        Some(name) => format!("`{name}`"),
        None => "fields without an offset".to_owned(),
    };
    let what = format_args!("{len} bytes of {} at {offset:#x}", named(value));
    write!(f, "{what} differ from those of {} at the same place", named(other))
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
