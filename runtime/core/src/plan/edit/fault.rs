//! Errors of edits.

use crate::error::Error;
use std::error;
use std::fmt;

/// The most names in a message.
const MAX_NAMES: usize = 24;

/// The error of an edit: the path, and why the edit is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    /// The path up to the part with the fault; empty for the whole file.
    pub path: String,
    /// The fault.
    pub fault: EditFault,
}

/// Why an edit is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditFault {
    /// The text is no path.
    Path {
        /// The position in the text, in bytes.
        at: usize,
        /// What a path has there.
        expected: &'static str,
    },
    /// No field has the name.
    UnknownField {
        /// The name.
        name: String,
        /// The item that would have it; empty for the file.
        item: String,
        /// The names that it has.
        known: Vec<String>,
    },
    /// Several sections have the path.
    Ambiguous {
        /// The number of sections.
        sections: usize,
    },
    /// The value has no fields.
    NoFields,
    /// The value is a list, so that an index must follow.
    IsList,
    /// The value is no list.
    NoList,
    /// The list has no such element.
    NoElement {
        /// The index.
        index: usize,
        /// The number of elements.
        len: usize,
    },
    /// The value is absent, so that it has no parts.
    Absent,
    /// Writers compute the value.
    Computed {
        /// The expression.
        by: String,
        /// The condition under which it is present, if there is one.
        when: Option<String>,
    },
    /// The value is the same in every file.
    Constant {
        /// The value.
        value: String,
        /// The condition under which it is present, if there is one.
        when: Option<String>,
    },
    /// The value is filler, which writers write.
    Filler,
    /// The value is an integer whose bits are fields.
    Bits {
        /// The fields.
        fields: Vec<String>,
    },
    /// The value is neither bytes nor a text.
    NoBytes,
    /// The schema does not describe the bytes.
    Undescribed,
    /// The text is not a value of the field.
    Value {
        /// The text.
        found: String,
        /// What the field holds.
        expected: String,
    },
    /// The text is the name of no member of the enum.
    UnknownMember {
        /// The text.
        found: String,
        /// The enum.
        name: String,
        /// Its members.
        known: Vec<String>,
    },
    /// The text of a record lacks a field that is always present.
    MissingField {
        /// The field.
        field: String,
    },
    /// The field is always present.
    Required,
    /// The file cannot be written with the value.
    Write(Error),
    /// The written file cannot be read.
    Read(Error),
    /// A part of the written file is read as another value.
    ReadBack {
        /// The value that was written.
        written: String,
        /// The value that was read.
        read: String,
    },
}

impl EditFault {
    /// The fault at a path.
    #[must_use]
    pub fn at(self, path: &str) -> EditError {
        EditError { path: path.to_owned(), fault: self }
    }

    /// The unknown name in the fault, and the known names; none for other faults.
    #[must_use]
    pub fn names(&self) -> Option<(&str, &[String])> {
        match self {
            EditFault::UnknownField { name: found, known, .. }
            | EditFault::UnknownMember { found, known, .. } => Some((found, known)),
            _ => None,
        }
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.fault.fmt(f)
    }
}

impl error::Error for EditError {}

/// Names, separated by commas.
fn list(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    let shown = if names.len() > MAX_NAMES { MAX_NAMES - 1 } else { names.len() };
    f.write_str(&names[..shown].join(", "))?;
    match names.len() - shown {
        0 => Ok(()),
        left => write!(f, " and {left} more"),
    }
}

/// The condition under which a value that cannot be edited is present.
fn present(f: &mut fmt::Formatter<'_>, when: Option<&str>) -> fmt::Result {
    when.map_or(Ok(()), |when| write!(f, "; it is present if its condition `when` holds: {when}"))
}

impl fmt::Display for EditFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditFault::Path { at, expected } => {
                write!(f, "no path: expected {expected} at position {at}")
            }
            EditFault::UnknownField { name, item, known } => {
                write!(f, "no field is named {name}")?;
                f.write_str(if item.is_empty() { "" } else { " in " })?;
                f.write_str(item)?;
                if known.is_empty() {
                    return f.write_str("; there are none");
                }
                f.write_str("; there are ")?;
                list(f, known)
            }
            EditFault::Ambiguous { sections } => write!(f, "{sections} sections have this path"),
            EditFault::NoFields => f.write_str("this value has no fields"),
            EditFault::IsList => {
                f.write_str("this value is a list: an index follows, such as `[0]`")
            }
            EditFault::NoList => f.write_str("this value is no list"),
            EditFault::NoElement { index, len } => {
                let elements =
                    if *len == 1 { "is 1 element" } else { &format!("are {len} elements") };
                write!(f, "no element has the index {index}; there {elements}")
            }
            EditFault::Absent => f.write_str("it is absent, and has no parts"),
            EditFault::Computed { by, when } => {
                write!(f, "writers compute it: {by}")?;
                present(f, when.as_deref())
            }
            EditFault::Constant { value, when } => {
                write!(f, "it is always {value}")?;
                present(f, when.as_deref())
            }
            EditFault::Filler => {
                f.write_str("it is filler: writers keep its bytes, or write those that are needed")
            }
            EditFault::Bits { fields } if fields.is_empty() => {
                f.write_str("writers compute each of its bits")
            }
            EditFault::Bits { fields } => {
                f.write_str("its bits are the fields ")?;
                list(f, fields)
            }
            EditFault::NoBytes => {
                f.write_str("only a field of bytes or text can be the bytes of a file")
            }
            EditFault::Undescribed => f.write_str("the schema does not describe these bytes"),
            EditFault::Value { found, expected } if found.is_empty() => {
                write!(f, "expected {expected}, found nothing")
            }
            EditFault::Value { found, expected } => {
                write!(f, "expected {expected}, found `{found}`")
            }
            EditFault::UnknownMember { found, name, known } => {
                write!(f, "no member of {name} is named {found}; there are ")?;
                list(f, known)
            }
            EditFault::MissingField { field } => write!(f, "the field {field} is missing"),
            EditFault::Required => f.write_str("this value is always present"),
            EditFault::Write(error) => write!(f, "cannot write it: {error}"),
            EditFault::Read(error) => write!(f, "cannot read what was written: {error}"),
            EditFault::ReadBack { written, read } => {
                write!(f, "it was written as {written}, but is read as {read}")
            }
        }
    }
}
