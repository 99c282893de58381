//! What went wrong, where in the bytes, and on which way there.

use std::borrow::Cow;
use std::fmt;

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error with its place: one machine word, so that the good path stays cheap.
///
/// Displayed as `at byte 31 (0x1f), functions[3].body.ops[7] addf.rounding_mode: ...`.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    offset: Option<usize>,
    /// Innermost segment first: a path grows while an error travels outwards.
    path: Vec<Segment>,
}

/// A step of the path that led to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A named field: `.rounding_mode`.
    Field(Cow<'static, str>),
    /// An element of a list: `[3]`.
    Index(u64),
    /// The name of an item: ` addf`.
    Item(Cow<'static, str>),
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Bytes that do not begin with the magic number of the format.
    Magic {
        /// The format's title.
        format: &'static str,
        /// The magic number.
        expected: &'static [u8],
    },
    /// A version of the format that its schema does not describe.
    Version {
        /// The format's title.
        format: &'static str,
        /// The version found, as `18.0`.
        found: String,
        /// The versions that are described, oldest first.
        known: &'static [&'static str],
    },
    /// A release, or version, of a dialect that is not known.
    Release {
        /// The dialect.
        dialect: String,
        /// How its releases are called, as `StableHLO version`.
        title: String,
        /// The release found, as `1.99.0`.
        found: String,
        /// The releases that are known, oldest first.
        known: &'static [&'static str],
    },
    /// A section that the file must have and has not.
    MissingSection {
        /// The section.
        section: Cow<'static, str>,
    },
    /// The bytes end before the value does.
    UnexpectedEnd {
        /// What was being read.
        expected: &'static str,
    },
    /// A varint that does not fit its type.
    VarintRange {
        /// The type it must fit.
        expected: &'static str,
        /// The value found, its low 64 bits.
        found: u64,
    },
    /// A varint that goes on after the last byte that 64 bits can need.
    VarintTooLong,
    /// A number that names no known member, tag, opcode or section.
    Unknown {
        /// The enumeration, union or table.
        what: &'static str,
        /// The number found.
        found: u64,
    },
    /// A number that named something once, and must not be used again.
    Removed {
        /// The enumeration or union.
        what: String,
        /// The number found.
        found: u64,
        /// What it stood for.
        was: String,
    },
    /// Content that the version at hand cannot carry.
    Loss {
        /// The content, and where it stands.
        what: String,
        /// The version at hand.
        version: String,
    },
    /// A known item that the version at hand does not have.
    Gate {
        /// The item, as `exp.rounding_mode`.
        item: String,
        /// The versions that have it, as `13.3 or later`, or the releases of a producer, as
        /// `in release 17 or later`.
        needs: String,
        /// The version at hand.
        version: String,
    },
    /// An index that points past the end of its table.
    Index {
        /// The table.
        table: &'static str,
        /// The index found.
        found: u64,
        /// Number of entries.
        len: u64,
    },
    /// A count, size or depth over a limit.
    Limit {
        /// The limit's name.
        limit: &'static str,
        /// What was asked for.
        found: u64,
        /// The most that is allowed.
        max: u64,
    },
    /// A handle of something that the module does not have: of another module, or of something that
    /// was erased.
    Handle {
        /// What it is a handle of, as `operation`.
        what: &'static str,
        /// The number of the handle.
        number: u32,
        /// Whether the module had it once.
        erased: bool,
    },
    /// Something that others use, and that cannot go before they do.
    InUse {
        /// What is used, as `arith.addi`.
        item: String,
        /// The names of those that use it, each once.
        users: Vec<String>,
    },
    /// A place where an operation cannot stand.
    Misplaced {
        /// The name of the operation.
        operation: String,
        /// What is wrong with the place.
        why: Misplacement,
    },
    /// Regions that are still bytes, and have to be loaded before.
    Unread {
        /// The name of the operation that they are of.
        operation: String,
    },
    /// Something of another module, or outside of what is taken from there.
    Foreign {
        /// What it is, as `an operand of arith.addi`.
        item: String,
    },
    /// An operation has nothing of that name.
    Missing {
        /// What does not have it: the name of an operation, or a symbol.
        item: String,
        /// What it is that is missing, as `property`.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A value of another kind than the one that is wanted.
    Kind {
        /// What holds the value, or would.
        item: String,
        /// What it holds, or was given.
        found: String,
        /// What is wanted.
        expected: Cow<'static, str>,
    },
    /// Bytes in an encoding that is not known, so that what they refer to cannot get other numbers.
    Opaque {
        /// What holds the bytes, as `the attribute 3 of the dialect test`.
        item: String,
    },
    /// Properties whose layout is not known for the release at hand: they are there and cannot be read.
    NoLayout {
        /// The full name of the operation.
        operation: String,
        /// The release, as `LLVM 17`; none where it is not known.
        release: Option<String>,
    },
    /// A value that is defined after those that its region announces.
    ExtraValue {
        /// How many the region announces.
        announced: u32,
    },
    /// An order of the uses of a value that is none of them: why.
    UseOrder(Cow<'static, str>),
    /// Text that stands where something else must.
    Syntax {
        /// What must stand there.
        expected: Cow<'static, str>,
        /// What stands there, a token in backquotes.
        found: String,
    },
    /// A value that the format forbids.
    Invalid(String),
}

/// Why an operation cannot stand somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misplacement {
    /// It would be inside one of its own regions.
    InsideItself,
    /// It would be next to itself.
    BesideItself,
    /// What it would be next to stands nowhere.
    BesideNothing,
}

impl fmt::Display for Misplacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misplacement::InsideItself => "inside itself",
            Misplacement::BesideItself => "next to itself",
            Misplacement::BesideNothing => "next to an operation that stands nowhere",
        })
    }
}

impl Error {
    /// An error without a place.
    #[cold]
    pub fn new(kind: ErrorKind) -> Self {
        Error(Box::new(Inner { kind, offset: None, path: Vec::new() }))
    }

    /// An error at a byte offset from the start of the input.
    #[cold]
    pub fn at(offset: usize, kind: ErrorKind) -> Self {
        Error(Box::new(Inner { kind, offset: Some(offset), path: Vec::new() }))
    }

    /// A value that the format forbids, said in words.
    #[cold]
    pub fn invalid(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Invalid(message.into()))
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Byte offset from the start of the input, where there is one.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The path of fields that led to the error, outermost first; empty when there is none.
    pub fn path(&self) -> String {
        let mut text = String::new();
        for segment in self.0.path.iter().rev() {
            match segment {
                Segment::Field(name) => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    text.push_str(name);
                }
                Segment::Index(index) => text.push_str(&format!("[{index}]")),
                Segment::Item(name) => {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(name);
                }
            }
        }
        text
    }

    /// Adds the step before the ones already there.
    #[cold]
    #[must_use]
    pub fn within(mut self, segment: Segment) -> Self {
        self.0.path.push(segment);
        self
    }

    #[cold]
    fn in_field(self, name: &'static str) -> Self {
        self.within(Segment::Field(name.into()))
    }

    #[cold]
    fn in_element(self, index: u64) -> Self {
        self.within(Segment::Index(index))
    }

    #[cold]
    fn in_item(self, name: &'static str) -> Self {
        self.within(Segment::Item(name.into()))
    }

    /// Sets the offset.
    #[cold]
    #[must_use]
    pub(crate) fn moved_to(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Sets the offset, unless one is set.
    #[cold]
    #[must_use]
    pub fn or_at(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }
}

/// Adds places to the error of a result; free of cost on the good path.
pub trait Context<T> {
    /// The error happened inside this field.
    fn field(self, name: &'static str) -> Result<T>;
    /// The error happened inside this element of a list.
    fn index(self, index: u64) -> Result<T>;
    /// The error happened inside this item.
    fn item(self, name: &'static str) -> Result<T>;
}

impl<T> Context<T> for Result<T> {
    #[inline(always)]
    fn field(self, name: &'static str) -> Result<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error.in_field(name)),
        }
    }

    #[inline(always)]
    fn index(self, index: u64) -> Result<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error.in_element(index)),
        }
    }

    #[inline(always)]
    fn item(self, name: &'static str) -> Result<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error.in_item(name)),
        }
    }
}

/// The range of the known names.
fn write_known(f: &mut fmt::Formatter<'_>, before: &str, known: &[&str]) -> fmt::Result {
    match known {
        [] => Ok(()),
        [only] => write!(f, "{before}known is {only}"),
        [first, .., last] => write!(f, "{before}known are {first} to {last}"),
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
            ErrorKind::UnexpectedEnd { expected } => {
                write!(f, "unexpected end of data, expected {expected}")
            }
            ErrorKind::VarintRange { expected, found } => {
                write!(f, "varint {found} does not fit {expected}")
            }
            ErrorKind::VarintTooLong => f.write_str("varint is longer than 64 bits"),
            ErrorKind::Unknown { what, found } => write!(f, "{found} is not a known {what}"),
            ErrorKind::Removed { what, found, was } => {
                write!(f, "{found} is no {what} any more: it was {was}")
            }
            ErrorKind::Loss { what, version } => write!(f, "version {version} cannot carry {what}"),
            ErrorKind::Gate { item, needs, version } if needs.starts_with("in ") => {
                write!(f, "`{item}` is only {needs}, but the version is {version}")
            }
            ErrorKind::Gate { item, needs, version } => {
                write!(f, "`{item}` needs version {needs}, but the version is {version}")
            }
            ErrorKind::Index { table, found, len } => {
                write!(f, "{table} index {found} is out of bounds (there are {len})")
            }
            ErrorKind::Limit { limit, found, max } => {
                write!(f, "{found} is over the limit `{limit}` of {max}")
            }
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
            ErrorKind::Unread { operation } => {
                write!(f, "the regions of {operation} are still bytes: load them first")
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
            ErrorKind::NoLayout { operation, release } => {
                write!(f, "the layout of the properties of {operation} is not known ")?;
                match release {
                    Some(release) => write!(f, "in {release}"),
                    None => f.write_str("without the release of the producer"),
                }
            }
            ErrorKind::ExtraValue { announced } => {
                write!(f, "a value is defined after the {announced} that the region announces")
            }
            ErrorKind::UseOrder(why) => f.write_str(why),
            ErrorKind::Syntax { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            ErrorKind::Invalid(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path();
        if let Some(offset) = self.0.offset {
            write!(f, "at byte {offset} ({offset:#x})")?;
            f.write_str(if path.is_empty() { ": " } else { ", " })?;
        }
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        self.0.kind.fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}
