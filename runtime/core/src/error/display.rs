//! The messages of errors.

use super::faults::GateAxis;
use super::kind::{BYTES_LEFT, ELEMENTS_LEFT, ErrorKind, FILE_SIZE};
use std::fmt;

/// Writes the range of the known names.
fn write_known(f: &mut fmt::Formatter<'_>, before: &str, known: &[&str]) -> fmt::Result {
    match known {
        [] => Ok(()),
        [only] => write!(f, "{before}known: {only}"),
        [first, .., last] => write!(f, "{before}known: {first} to {last}"),
    }
}

/// Writes the operands and results with wrong types.
fn write_constraint(
    f: &mut fmt::Formatter<'_>,
    found: &[(&str, String)],
    allowed: Option<&str>,
) -> fmt::Result {
    let list = |before: &str, after: &str, at: fn(&(&str, String)) -> String| {
        let all: Vec<String> =
            found.iter().map(|of| format!("{before}{}{after}", at(of))).collect();
        all.join(" and ")
    };
    let (names, types) = (list("`", "`", |of| of.0.to_owned()), list("", "", |of| of.1.clone()));
    match allowed {
        Some(allowed) => write!(f, "{names} is {types}, expected {allowed}"),
        None => write!(f, "{names} must have the same type, found {types}"),
    }
}

/// Writes faults in the bytes of a value or of a table.
fn write_of_bytes(f: &mut fmt::Formatter<'_>, kind: &ErrorKind) -> fmt::Result {
    match kind {
        ErrorKind::UnexpectedEnd { expected } => {
            write!(f, "unexpected end of data, expected {expected}")
        }
        ErrorKind::VarintRange { expected, found } if expected.starts_with('i') => {
            write!(f, "{} does not fit {expected}", found.cast_signed())
        }
        ErrorKind::VarintRange { expected, found } => {
            write!(f, "{found} does not fit {expected}")
        }
        ErrorKind::VarintTooLong => f.write_str("varint is longer than 64 bits"),
        ErrorKind::ExtraValue { announced } => {
            write!(f, "a value is defined after the {announced} that the region announces")
        }
        ErrorKind::Trailing { bytes, after } => write!(f, "{bytes} bytes follow {after}"),
        ErrorKind::TooLarge { what, size, left } => {
            write!(f, "{what} of {size} bytes does not fit the {left} bytes left")
        }
        ErrorKind::Offset { table, index, start, size } => write!(
            f,
            "{table} entry {index} starts at {start}, which is after the next entry or past the {size} bytes of the table"
        ),
        ErrorKind::Alignment { found } => {
            write!(f, "the alignment {found} is not a power of two of at most 4 GiB")
        }
        ErrorKind::Filler { before, expected, found } => write!(
            f,
            "the filler before {before} is damaged: expected {expected:02x}, found {found:02x}"
        ),
        ErrorKind::NoZeroByte { empty: true } => {
            f.write_str("a string has no room for its zero byte")
        }
        ErrorKind::NoZeroByte { empty: false } => {
            f.write_str("the string does not end with a zero byte")
        }
        ErrorKind::Utf8 => f.write_str("the text is not UTF-8"),
        ErrorKind::EmptyElement => f.write_str("an element has no bytes, so the list has no end"),
        ErrorKind::KeyOrder => f.write_str("the keys of a map do not ascend"),
        ErrorKind::Extent { elements, bytes } => {
            write!(f, "a list of {elements} elements in {bytes} bytes: each takes one at least")
        }
        ErrorKind::Repeat { found, counter, count } => {
            write!(f, "there are {found} elements, but `{counter}` is {count}")
        }
        ErrorKind::EvenCode { code } => {
            write!(f, "{code} is not the code of an optional value: it is even, but not zero")
        }
        ErrorKind::Words { words, bits } => {
            write!(f, "{words} words are more than {bits} bits")
        }
        ErrorKind::Group { found, left, announced } => write!(
            f,
            "a group has {found} entries, but only {left} of the {announced} announced are left"
        ),
        ErrorKind::VarintBits { bits, long: true } => {
            write!(f, "the varint has more bytes than {bits} bits need")
        }
        ErrorKind::VarintBits { bits, long: false } => {
            write!(f, "the varint does not fit {bits} bits")
        }
        ErrorKind::Flags { bits } => {
            write!(f, "bits {bits:#x} belong to no field in this version")
        }
        ErrorKind::Width { value: value @ ..0, bits } => {
            write!(f, "the value {value} does not fit in {bits} bits")
        }
        ErrorKind::Width { value, bits } => {
            write!(f, "the value {value:#x} does not fit in {bits} bits")
        }
        ErrorKind::Presence { item, when: Some(when) } => {
            write!(f, "`{item}` must be present if and only if {when}")
        }
        ErrorKind::Presence { item, when: None } => {
            write!(f, "`{item}` is present, but must be absent")
        }
        kind => write_of_module(f, kind),
    }
}

/// Writes faults in the operations, values and entries of a module, or in a change of them.
fn write_of_module(f: &mut fmt::Formatter<'_>, kind: &ErrorKind) -> fmt::Result {
    match kind {
        ErrorKind::Handle { what, number, erased: true } => {
            write!(f, "{what} {number} was erased")
        }
        ErrorKind::Handle { what, number, erased: false } => {
            write!(f, "{what} {number} is not in this module")
        }
        ErrorKind::InUse { item, users } => {
            write!(f, "{item} is used by {}", users.join(", "))
        }
        ErrorKind::Misplaced { operation, why } => write!(f, "{operation} cannot be placed {why}"),
        ErrorKind::NotMaterialized { operation } => {
            write!(f, "the regions of {operation} are still bytes: materialize them first")
        }
        ErrorKind::Foreign { item } => write!(f, "{item} belongs to another module"),
        ErrorKind::Missing { item, what, name } => {
            write!(f, "{item} has no {what} `{name}`")
        }
        ErrorKind::Kind { item, found, expected } => {
            write!(f, "{item} is {found}, not {expected}")
        }
        ErrorKind::Opaque { item } => {
            write!(f, "the encoding of {item} is unknown, so its references cannot be renumbered")
        }
        ErrorKind::Unnumbered { item } => write!(
            f,
            "{item} is unknown, so its references cannot be renumbered: \
             the module can only be written with pinned numbering"
        ),
        ErrorKind::Unregistered { operation } => {
            write!(f, "{operation} is not registered: its properties are an attribute")
        }
        ErrorKind::Undefined => f.write_str("an operand is a value without a definition"),
        ErrorKind::OutOfScope { number, operation, value } => write!(
            f,
            "operation {number} ({operation}) uses value {value}, which is not defined in its scope"
        ),
        ErrorKind::Successor { number, operation } => write!(
            f,
            "operation {number} ({operation}) has a successor that is not a block of its region"
        ),
        ErrorKind::Stream { announced, found } => {
            write!(f, "a resource was announced with {announced} bytes, but has {found}")
        }
        ErrorKind::Absent { item, why } => write!(f, "{item} {why}"),
        ErrorKind::NotVisible { value } => {
            write!(f, "the value %{value} is not defined before its use, or not visible here")
        }
        ErrorKind::WrongEntry { table, number, expected } => {
            write!(f, "{table} {number} is not {expected}")
        }
        ErrorKind::Constraint { found, allowed } => write_constraint(f, found, *allowed),
        ErrorKind::Duplicate { what, name } => {
            write!(f, "there is a second {what} `{name}`")
        }
        // A law of the sources checks that every kind is in one of these functions.
        kind => write!(f, "{kind:?}"),
    }
}

/// The word for this many of something.
fn counted(count: u64, what: &'static str) -> &'static str {
    match (count, what) {
        (1, "bytes") => "byte",
        (1, "elements") => "element",
        (_, what) => what,
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Magic { format, expected } => {
                let bytes: Vec<String> =
                    expected.iter().map(|byte| format!("{byte:02x}")).collect();
                write!(f, "this is not {format}: the magic number {} is missing", bytes.join(" "))
            }
            ErrorKind::Version { found, known, .. } => {
                write!(f, "version {found} is not supported")?;
                write_known(f, ", ", known)
            }
            ErrorKind::Release { title, found, known, .. } => {
                write!(f, "`{found}` is not a known {title}")?;
                write_known(f, "; ", known)
            }
            ErrorKind::MissingSection { section } => write!(f, "the {section} section is missing"),
            ErrorKind::Unknown { what, found } => write!(f, "{found} is not a known {what}"),
            ErrorKind::Removed { what, found, was } => {
                write!(f, "{found} is a removed {what}: it was {was}")
            }
            ErrorKind::Loss { what, version } => {
                write!(f, "version {version} cannot represent {what}")
            }
            ErrorKind::Gate { item, needs, version, axis: GateAxis::Release } => {
                write!(f, "`{item}` is only {needs}, but the version is {version}")
            }
            ErrorKind::Gate { item, needs, version, .. } => {
                write!(f, "`{item}` needs version {needs}, but the version is {version}")
            }
            ErrorKind::Index { table, found, len } => {
                write!(f, "{table} index {found} is out of bounds (there are {len})")
            }
            ErrorKind::Limit { limit, found, max } => match *limit {
                BYTES_LEFT => write!(f, "the size {found} exceeds the {limit}, {max}"),
                ELEMENTS_LEFT => write!(f, "the count {found} exceeds the {limit}, {max}"),
                FILE_SIZE => {
                    write!(f, "the {limit} {found} is past the end of the file, {max}")
                }
                _ => write!(f, "{found} is over the limit `{limit}` of {max}"),
            },
            ErrorKind::NoLayout { operation, release } => {
                write!(f, "the layout of the properties of {operation} is not known ")?;
                match release {
                    Some(release) => write!(f, "in {release}"),
                    None => f.write_str("without the release of the producer"),
                }
            }
            ErrorKind::UseOrder(fault) => fault.fmt(f),
            ErrorKind::Section(fault) => fault.fmt(f),
            ErrorKind::Syntax { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            ErrorKind::UnexpectedText { text, expected } => write!(f, "`{text}` is not {expected}"),
            ErrorKind::Undeclared { what, name } => write!(f, "there is no {what} `{name}` here"),
            ErrorKind::Text(fault) => fault.fmt(f),
            ErrorKind::Rejected { value } => write!(f, "the value {value} is not allowed here"),
            ErrorKind::Count { what, expected, found } => {
                write!(f, "expected {expected} {}, found {found}", counted(*expected, what))
            }
            ErrorKind::Cycle { entry } => {
                write!(f, "entry {entry} contains itself, directly or through others")
            }
            ErrorKind::Body(fault) => fault.fmt(f),
            ErrorKind::Entry(fault) => fault.fmt(f),
            ErrorKind::Plan(fault) => fault.fmt(f),
            ErrorKind::Io { message, .. } => f.write_str(message),
            ErrorKind::NoText { item } => write!(f, "{item} has no text"),
            ErrorKind::RoundTrip { item, error: Some(error) } => {
                write!(f, "{item} cannot be read back: {error}")
            }
            ErrorKind::RoundTrip { item, error: None } => {
                write!(f, "{item} is read back as another value")
            }
            ErrorKind::Invalid(message) => f.write_str(message),
            kind => write_of_bytes(f, kind),
        }
    }
}
