//! What went wrong, as programs can tell it apart.

use std::borrow::Cow;
use std::fmt;

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
    /// Flags with bits that the version at hand does not know.
    Flags {
        /// Those bits.
        bits: u64,
    },
    /// A number that is a member of its type, and forbidden where it stands.
    Rejected {
        /// The number.
        value: i128,
    },
    /// Another number of something than an item has.
    Count {
        /// What was counted, as `results`.
        what: &'static str,
        /// How many there must be.
        expected: u32,
        /// How many there are.
        found: u32,
    },
    /// A number with more bits than its type has.
    Width {
        /// The number.
        value: u64,
        /// The bits of its type.
        bits: u32,
    },
    /// Nothing, where something must be.
    Absent {
        /// What it is, as `load_view_tko.result_token` in backquotes, or `the string`.
        item: Cow<'static, str>,
        /// What is wrong with it, as `is missing`.
        why: &'static str,
    },
    /// A value that is used where it is not visible, or before it is defined.
    Invisible {
        /// The number of the value among those of its body.
        value: u32,
    },
    /// An entry of a table that refers to itself, through others or directly.
    Circle {
        /// Its index.
        entry: u32,
    },
    /// An entry of a type table that is another type than what refers to it can have.
    WrongType {
        /// Its index.
        number: u32,
        /// What it has to be, as `a type of class float`.
        expected: Cow<'static, str>,
    },
    /// Operands or results of types that an operation cannot have.
    Constraint {
        /// Their names, each with the types that they have. Of several, all must have the same types.
        found: Vec<(&'static str, String)>,
        /// The types that the one may have, as the schema spells them.
        allowed: Option<&'static str>,
    },
    /// Two of a name that one may have.
    Duplicate {
        /// What they are, as `function`.
        what: &'static str,
        /// Their name.
        name: String,
    },
    /// Operations, blocks and regions that do not make up a body.
    Body(BodyFault),
    /// A value that the format forbids.
    Invalid(String),
}

/// What is wrong with how operations, blocks and regions nest.
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
    /// An operation ends its block, and others follow it.
    EndsEarly,
    /// The last operation of a block does not end blocks.
    Unended,
    /// The bytes of a block end without an operation that ends blocks.
    UnendedBytes,
    /// Something stands in two places.
    Twice {
        /// What it is, as `operation`.
        what: &'static str,
        /// Its number.
        number: u32,
    },
    /// The parameters of a body are not those of the function's signature.
    Parameters,
}

impl fmt::Display for BodyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BodyFault::EmptyBlock { block } => write!(f, "block {block} has no operation"),
            BodyFault::EmptyRegion { name } => write!(f, "`{name}` has no block"),
            BodyFault::EndsEarly => f.write_str("the operation ends a block, and others follow it"),
            BodyFault::Unended => {
                f.write_str("the block ends with an operation that does not end blocks")
            }
            BodyFault::UnendedBytes => {
                f.write_str("a block must end with an operation that ends blocks")
            }
            BodyFault::Twice { what, number } => write!(f, "{what} {number} stands in two places"),
            BodyFault::Parameters => f.write_str("the parameters are not those of the signature"),
        }
    }
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
            ErrorKind::Flags { bits } => {
                write!(f, "flag bits {bits:#x} are not known in this version")
            }
            ErrorKind::Rejected { value } => write!(f, "the value {value} is not allowed here"),
            ErrorKind::Count { what, expected, found } => {
                write!(f, "expected {expected} {what}, found {found}")
            }
            ErrorKind::Width { value, bits } => {
                write!(f, "the value {value:#x} does not fit in {bits} bits")
            }
            ErrorKind::Absent { item, why } => write!(f, "{item} {why}"),
            ErrorKind::Invisible { value } => {
                write!(f, "the value %{value} is not defined before its use, or not visible here")
            }
            ErrorKind::Circle { entry } => {
                write!(f, "entry {entry} holds itself, through others or directly")
            }
            ErrorKind::WrongType { number, expected } => {
                write!(f, "type {number} is not {expected}")
            }
            ErrorKind::Constraint { found, allowed } => write_constraint(f, found, *allowed),
            ErrorKind::Duplicate { what, name } => write!(f, "there are two {what}s `{name}`"),
            ErrorKind::Body(fault) => fault.fmt(f),
            ErrorKind::Invalid(message) => f.write_str(message),
        }
    }
}
