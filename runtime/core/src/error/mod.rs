//! Errors: what went wrong, at which byte, and on which path of fields.
//!
//! An [`Error`] has the size of one word. It has the absolute offset, the path of fields, and the found and the expected value. The
//! path is built while the error propagates outwards, so reading without errors pays nothing for it. Each fault that a program may
//! want to distinguish is an [`ErrorKind`] of its own.

mod display;
mod entries;
mod faults;
mod kind;
mod plan;

pub use entries::EntryFault;
pub use faults::{BodyFault, GateAxis, Misplacement, SectionFault, TextFault, UseOrderFault};
pub use kind::ErrorKind;
pub(crate) use kind::{BYTES_LEFT, ELEMENTS_LEFT, FILE_SIZE};
pub use plan::{OtherTag, PlanFault};

use std::borrow::Cow;
use std::{fmt, io};

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error with its place, in one machine word, so that results stay small.
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
#[non_exhaustive]
pub enum Segment {
    /// A named field: `.rounding_mode`.
    Field(Cow<'static, str>),
    /// An element of a list: `[3]`.
    Index(u64),
    /// The name of an item: ` addf`.
    Item(Cow<'static, str>),
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

    /// The error for bytes after something that must extend to the end.
    #[cold]
    pub fn trailing(offset: usize, bytes: usize, after: &'static str) -> Self {
        Error::at(offset, ErrorKind::Trailing { bytes, after })
    }

    /// Refuses filler from an offset on that has another byte than `pad`.
    ///
    /// # Errors
    /// One at the first other byte.
    #[inline]
    pub fn check_filler(
        filler: &[u8],
        pad: u8,
        start: usize,
        before: impl FnOnce() -> Cow<'static, str>,
    ) -> Result<()> {
        let Some(at) = filler.iter().position(|byte| *byte != pad) else { return Ok(()) };
        let found = filler.get(at).copied().unwrap_or_default();
        let kind = ErrorKind::Filler { before: before(), expected: pad, found };
        Err(Error::at(start + at, kind))
    }

    /// The error of a writer, or of the source of a stream.
    #[cold]
    pub fn io(error: &io::Error) -> Self {
        Error::new(ErrorKind::Io { kind: error.kind(), message: error.to_string() })
    }

    /// The error of a handwritten hook or codec that forbids a value, with a message.
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

    /// Whether fields led to the error.
    pub fn has_path(&self) -> bool {
        !self.0.path.is_empty()
    }

    /// The path of fields that led to the error, outermost first; empty when there is none.
    pub fn path(&self) -> String {
        spelled(self.0.path.iter().rev())
    }

    /// The path as parts of a file have it: that of the fields in a section or a record.
    pub(crate) fn part_path(&self) -> String {
        let mut steps = self.0.path.iter().rev();
        let outer = match steps.next() {
            Some(Segment::Item(name)) => name,
            _ => return self.path(),
        };
        let fields = steps.filter(|step| !matches!(step, Segment::Item(_)));
        format!("{outer}.{}", spelled(fields))
    }

    /// The path in messages: of a long one, the steps at both ends.
    fn short_path(&self) -> String {
        let steps = &self.0.path;
        if steps.len() <= 2 * MAX_STEPS {
            return self.path();
        }
        let (inner, outer) = (&steps[..MAX_STEPS], &steps[steps.len() - MAX_STEPS..]);
        format!("{} ... {}", spelled(outer.iter().rev()), spelled(inner.iter().rev()))
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
    pub fn moved_to(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Adds the element of a list as the place, unless the error has a place.
    #[cold]
    #[must_use]
    pub fn or_element(self, list: &'static str, index: u64) -> Self {
        match self.0.offset.is_none() && self.0.path.is_empty() {
            true => self.in_element(index).in_field(list),
            false => self,
        }
    }

    /// Removes the offset, for an offset that does not count in the input.
    #[cold]
    #[must_use]
    pub fn without_offset(mut self) -> Self {
        self.0.offset = None;
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

/// Adds places to the error of a result. It costs nothing without an error.
pub trait Context<T> {
    /// The error happened inside this field.
    fn field(self, name: &'static str) -> Result<T>;
    /// The error happened inside this element of a list.
    fn index(self, index: u64) -> Result<T>;
    /// The error happened inside this item.
    fn item(self, name: &'static str) -> Result<T>;
}

impl<T> Context<T> for Result<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn field(self, name: &'static str) -> Result<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error.in_field(name)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index(self, index: u64) -> Result<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error.in_element(index)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn item(self, name: &'static str) -> Result<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error.in_item(name)),
        }
    }
}

/// The most steps of a path in a message, at each of its ends.
const MAX_STEPS: usize = 16;

/// The steps of a path, from the outermost one.
fn spelled<'s>(steps: impl Iterator<Item = &'s Segment>) -> String {
    let mut text = String::new();
    for segment in steps {
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.short_path();
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

/// The failure of a writer or of a source, or an error of the kind [`io::ErrorKind::InvalidData`], which contains the original
/// error.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        match error.0.kind {
            ErrorKind::Io { kind, message } => io::Error::new(kind, message),
            _ => io::Error::new(io::ErrorKind::InvalidData, error),
        }
    }
}
