//! What kinds of errors say.

use super::faults::GateAxis;
use super::kind::ErrorKind;
use std::fmt;

/// The range of the known names.
fn write_known(f: &mut fmt::Formatter<'_>, before: &str, known: &[&str]) -> fmt::Result {
    match known {
        [] => Ok(()),
        [only] => write!(f, "{before}known is {only}"),
        [first, .., last] => write!(f, "{before}known are {first} to {last}"),
    }
}

/// Which operands and results have types that they cannot have.
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
        Some(allowed) => write!(f, "{names} is {types}, and may be {allowed}"),
        None => write!(f, "{names} have one type, and not {types}"),
    }
}

/// What is wrong with the bytes of a value or of a table.
fn write_of_bytes(f: &mut fmt::Formatter<'_>, kind: &ErrorKind) -> fmt::Result {
    match kind {
        ErrorKind::UnexpectedEnd { expected } => {
            write!(f, "unexpected end of data, expected {expected}")
        }
        ErrorKind::VarintRange { expected, found } => {
            write!(f, "varint {found} does not fit {expected}")
        }
        ErrorKind::VarintTooLong => f.write_str("varint is longer than 64 bits"),
        ErrorKind::ExtraValue { announced } => {
            write!(f, "a value is defined after the {announced} that the region announces")
        }
        ErrorKind::Trailing { bytes, after } => write!(f, "{bytes} bytes follow {after}"),
        ErrorKind::Unfit { what, size, left } => {
            write!(f, "{what} of {size} bytes does not fit the {left} bytes left")
        }
        ErrorKind::Offset { table, index, start, size } => write!(
            f,
            "{table} entry {index} starts at {start}, which is after the next entry or past the {size} bytes of the table"
        ),
        ErrorKind::Alignment { found } => {
            write!(f, "the alignment {found} is not a power of two of at most 4 GiB")
        }
        ErrorKind::Filler { before } => write!(f, "the filler before {before} is damaged"),
        ErrorKind::NoZeroByte { empty: true } => {
            f.write_str("a string has no room for its zero byte")
        }
        ErrorKind::NoZeroByte { empty: false } => {
            f.write_str("the string does not end with a zero byte")
        }
        ErrorKind::Utf8 => f.write_str("the text is not UTF-8"),
        ErrorKind::Endless => f.write_str("an element without bytes, of which no end can be seen"),
        ErrorKind::KeyOrder => f.write_str("the keys of a map do not ascend"),
        ErrorKind::Extent { elements, bytes } => {
            write!(f, "a list of {elements} elements in {bytes} bytes: each takes one at least")
        }
        ErrorKind::Repeat { found, counter, count } => {
            write!(f, "there are {found} elements, but `{counter}` is {count}")
        }
        ErrorKind::EvenCode { code } => {
            write!(f, "{code} is even but not zero, so it tells of no value")
        }
        ErrorKind::Words { words, bits } => {
            write!(f, "{words} words are more than {bits} bits")
        }
        ErrorKind::Group { found, left, announced } => write!(
            f,
            "a group has {found} entries where {left} are left of the {announced} announced"
        ),
        ErrorKind::VarintBits { bits, long: true } => {
            write!(f, "the varint has more bytes than {bits} bits need")
        }
        ErrorKind::VarintBits { bits, long: false } => {
            write!(f, "the varint does not fit {bits} bits")
        }
        ErrorKind::Flags { bits } => {
            write!(f, "flag bits {bits:#x} are not known in this version")
        }
        ErrorKind::Width { value: value @ ..0, bits } => {
            write!(f, "the value {value} does not fit in {bits} bits")
        }
        ErrorKind::Width { value, bits } => {
            write!(f, "the value {value:#x} does not fit in {bits} bits")
        }
        ErrorKind::Presence { item, when: Some(when) } => {
            write!(f, "`{item}` must be there exactly when {when}")
        }
        ErrorKind::Presence { item, when: None } => {
            write!(f, "`{item}` is there, but what tells of it says that it is not")
        }
        kind => write_of_module(f, kind),
    }
}

/// What is wrong with the operations, values and entries of a module, or with a change of them.
fn write_of_module(f: &mut fmt::Formatter<'_>, kind: &ErrorKind) -> fmt::Result {
    match kind {
        ErrorKind::Handle { what, number, erased: true } => {
            write!(f, "{what} {number} was erased")
        }
        ErrorKind::Handle { what, number, erased: false } => {
            write!(f, "{what} {number} is none of this module")
        }
        ErrorKind::InUse { item, users } => {
            write!(f, "{item} is used by {}", users.join(", "))
        }
        ErrorKind::Misplaced { operation, why } => write!(f, "{operation} cannot stand {why}"),
        ErrorKind::NotMaterialized { operation } => {
            write!(f, "the regions of {operation} are still bytes: materialize them first")
        }
        ErrorKind::Foreign { item } => write!(f, "{item} is of another module"),
        ErrorKind::Missing { item, what, name } => {
            write!(f, "{item} has no {what} `{name}`")
        }
        ErrorKind::Kind { item, found, expected } => {
            write!(f, "{item} is {found}, not {expected}")
        }
        ErrorKind::Opaque { item } => {
            write!(
                f,
                "{item} is in an encoding that is not known: what it refers to cannot be numbered anew"
            )
        }
        ErrorKind::Unnumbered { item } => write!(
            f,
            "{item} is not known, so that what it refers to cannot be renumbered: \
             the module can only be written with pinned numbering"
        ),
        ErrorKind::Unregistered { operation } => {
            write!(f, "{operation} is not registered: its properties are an attribute")
        }
        ErrorKind::Undefined => f.write_str("an operand is a value that nothing defines"),
        ErrorKind::OutOfScope { number, operation, value } => write!(
            f,
            "operation {number} ({operation}) uses value {value}, which is not defined in its scope"
        ),
        ErrorKind::Successor { number, operation } => write!(
            f,
            "operation {number} ({operation}) has a successor that is no block of its own region"
        ),
        ErrorKind::Stream { announced, found } => {
            write!(f, "a resource was announced with {announced} bytes and came with {found}")
        }
        ErrorKind::Absent { item, why } => write!(f, "{item} {why}"),
        ErrorKind::Invisible { value } => {
            write!(f, "the value %{value} is not defined before its use, or not visible here")
        }
        ErrorKind::WrongEntry { table, number, expected } => {
            write!(f, "{table} {number} is not {expected}")
        }
        ErrorKind::Constraint { found, allowed } => write_constraint(f, found, *allowed),
        ErrorKind::Duplicate { what, name } => {
            write!(f, "there is a second {what} `{name}`")
        }
        // Every kind stands in one of these functions, which a law of the sources holds.
        kind => write!(f, "{kind:?}"),
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
                write!(f, "{found} is no {what} any more: it was {was}")
            }
            ErrorKind::Loss { what, version } => write!(f, "version {version} cannot carry {what}"),
            ErrorKind::Gate { item, needs, version, axis: GateAxis::Release } => {
                write!(f, "`{item}` is only {needs}, but the version is {version}")
            }
            ErrorKind::Gate { item, needs, version, .. } => {
                write!(f, "`{item}` needs version {needs}, but the version is {version}")
            }
            ErrorKind::Index { table, found, len } => {
                write!(f, "{table} index {found} is out of bounds (there are {len})")
            }
            ErrorKind::Limit { limit, found, max } => {
                write!(f, "{found} is over the limit `{limit}` of {max}")
            }
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
            ErrorKind::Spelled { text, expected } => write!(f, "`{text}` is not {expected}"),
            ErrorKind::Undeclared { what, name } => write!(f, "there is no {what} `{name}` here"),
            ErrorKind::Text(fault) => fault.fmt(f),
            ErrorKind::Rejected { value } => write!(f, "the value {value} is not allowed here"),
            ErrorKind::Count { what, expected, found } => {
                write!(f, "expected {expected} {what}, found {found}")
            }
            ErrorKind::Circle { entry } => {
                write!(f, "entry {entry} holds itself, through others or directly")
            }
            ErrorKind::Body(fault) => fault.fmt(f),
            ErrorKind::Entry(fault) => fault.fmt(f),
            ErrorKind::Plan(fault) => fault.fmt(f),
            ErrorKind::Io { message, .. } => f.write_str(message),
            ErrorKind::NoText { item } => write!(f, "{item} has no text"),
            ErrorKind::RoundTrip { item, error: Some(error) } => {
                write!(f, "{item} is not read again: {error}")
            }
            ErrorKind::RoundTrip { item, error: None } => {
                write!(f, "{item} is not read again: it is read as another value")
            }
            ErrorKind::Invalid(message) => f.write_str(message),
            kind => write_of_bytes(f, kind),
        }
    }
}
