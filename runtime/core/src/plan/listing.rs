//! What every byte is: a sink that writes a line for each value.

use super::number::push_number;
use super::{At, Executor, Leaf, Sink, Value, What};
use crate::error::Result;
use bytespec_plan::{Kind, Role, Shape};
use std::fmt::Write as _;
use std::ops::Range;

/// The most bytes of a value that a line shows.
const SHOWN: usize = 32;

/// Deeper values are not moved further to the right.
const DEEP: usize = 32;

/// What is open: whether it has a line, and what its parts are named after where it is not an item that is
/// seen, as a range of the names.
#[derive(Clone, Debug)]
struct Open {
    shown: bool,
    name: Option<Range<usize>>,
}

/// A sink that lists what is read: offset, length, name and value, a line each.
#[derive(Debug)]
pub struct Listing<'e, 'p> {
    executor: &'e Executor<'p>,
    text: String,
    depth: usize,
    open: Vec<Open>,
    /// The names of what is open, one behind the other.
    names: String,
}

impl<'e, 'p> Listing<'e, 'p> {
    /// An empty listing.
    #[must_use]
    pub fn new(executor: &'e Executor<'p>) -> Self {
        let (text, open, names) = Default::default();
        Listing { executor, text, depth: 0, open, names }
    }

    /// The listing.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Adds the name of something to the names.
    fn name(&mut self, at: At) -> Range<usize> {
        let start = self.names.len();
        let outer = self.open.last().and_then(|open| open.name.clone());
        if let Some(outer) = outer.clone() {
            self.names.extend_from_within(outer);
        }
        match at {
            At::Top => self.names.truncate(start),
            At::Element(index) => {
                self.names.push('[');
                push_number(&mut self.names, index);
                self.names.push(']');
            }
            At::Step(step) => match self.executor.plan.steps.get(step as usize) {
                // What is visible of a value that takes several steps is the value.
                Some(step) if outer.is_some() && step.role == Role::Visible => {}
                Some(step) => {
                    self.names.push_str(if outer.is_some() { " " } else { "" });
                    self.names.push_str(self.executor.plan.name(step.name));
                }
                None => self.names.truncate(start),
            },
        }
        start..self.names.len()
    }

    /// Begins a line with the offset, the length, and the name of something.
    fn begin_line(&mut self, offset: usize, len: Option<usize>, at: At) -> Range<usize> {
        push_offset(&mut self.text, offset);
        match len {
            Some(len) => push_length(&mut self.text, len),
            None => self.text.push_str("        "),
        }
        for _ in 0..self.depth.min(DEEP) {
            self.text.push_str("  ");
        }
        let name = self.name(at);
        self.text.push_str(&self.names[name.clone()]);
        name
    }

    /// Writes what a number is.
    fn number(&mut self, shape: &Shape, number: u64) {
        match self.executor.number_value(shape, number) {
            Value::Unsigned(number) => push_number(&mut self.text, number),
            Value::Bool(value) => self.text.push_str(if value { "true" } else { "false" }),
            value => {
                // Writing to a string does not fail.
                let _ = value.spell(self.executor.plan, &mut self.text);
            }
        }
    }
}

/// Adds `0x` and at least six hexadecimal digits.
fn push_offset(text: &mut String, offset: usize) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    text.push_str("0x");
    let digits = (usize::BITS - offset.leading_zeros()).div_ceil(4).max(6);
    for digit in (0..digits).rev() {
        text.push(char::from(DIGITS[offset >> (4 * digit) & 15]));
    }
}

/// Adds a length at the right of its column.
fn push_length(text: &mut String, len: usize) {
    text.push(' ');
    let digits = len.checked_ilog10().unwrap_or(0) as usize + 1;
    for _ in digits..5 {
        text.push(' ');
    }
    push_number(text, len as u64);
    text.push_str("  ");
}

impl<'i> Sink<'i> for Listing<'_, '_> {
    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        let plan = self.executor.plan;
        let label = match what {
            What::Sequence => "",
            What::Item(item) => match plan.items.get(item.index()) {
                Some(item) if item.kind.is_transparent() => "",
                Some(item) if item.kind == Kind::Section => plan.name(item.name),
                Some(item) => plan.name(item.label),
                None => "",
            },
        };
        let shown = !label.is_empty();
        let name = if shown {
            let name = self.begin_line(offset, None, at);
            self.text.push_str(if name.is_empty() { "" } else { " = " });
            self.text.push_str(label);
            self.text.push('\n');
            self.names.truncate(name.start);
            None
        } else {
            Some(self.name(at))
        };
        self.depth += usize::from(shown);
        self.open.push(Open { shown, name });
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<()> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        self.depth -= usize::from(open.shown);
        if let Some(name) = open.name {
            self.names.truncate(name.start);
        }
        Ok(())
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        let derived = self.executor.is_derived(at);
        let before = self.text.len();
        let name = self.begin_line(span.start, Some(span.len()), at);
        let between = if name.is_empty() { "" } else { " = " };
        self.names.truncate(name.start);
        self.text.push_str(between);
        let start = self.text.len();
        let _ = match leaf {
            Leaf::Number(number) => {
                self.number(shape, number);
                Ok(())
            }
            Leaf::Value(read) => read.spell(self.executor.plan, &mut self.text),
            Leaf::Text(text) => write!(self.text, "{text:?}"),
            Leaf::Bytes(bytes) | Leaf::Opaque(_, bytes) | Leaf::Unknown(_, bytes) => {
                for byte in bytes.iter().take(SHOWN) {
                    let _ = write!(self.text, "{byte:02x}");
                }
                self.text.push_str(if bytes.len() > SHOWN { "..." } else { "" });
                match leaf {
                    Leaf::Unknown(what, _) => write!(self.text, " ({what})"),
                    _ => Ok(()),
                }
            }
        };
        let is_empty = self.text.len() == start;
        // What takes no bytes and was computed says nothing that is not said elsewhere.
        if span.is_empty() && (derived || is_empty) {
            self.text.truncate(before);
            return Ok(());
        }
        if is_empty {
            self.text.truncate(start - between.len());
        }
        self.text.push('\n');
        Ok(())
    }
}
