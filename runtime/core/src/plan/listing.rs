//! What every byte is: a sink that writes a line for each value.

use super::number::push_number;
use super::{At, Executor, Leaf, Sink, Value, What};
use crate::error::Result;
use crate::text::line::{Line, digits};
use bytespec_plan::{Kind, Role, Shape, Sign, Text};
use std::fmt::{self, Write as _};
use std::ops::Range;

/// The most bytes of a value that a line shows.
const SHOWN: usize = 32;

/// Deeper values are not moved further to the right.
const DEEP: usize = 32;

/// What stands in front of a name takes no more bytes.
const MAX_FRONT: usize = 64 + 2 * DEEP;

/// So many bytes are written at once.
const CHUNK: usize = 1 << 16;

/// What is open: whether it has a line, and what its parts are named after where it is not an item that is
/// seen, as a range of the names.
#[derive(Clone, Debug)]
struct Open {
    shown: bool,
    name: Option<Range<usize>>,
}

/// Takes the text of a listing as it grows.
type Out<'w> = Box<dyn FnMut(&str) -> Result<()> + 'w>;

/// A sink that lists what is read: offset, length, name and value, a line each.
pub struct Listing<'e, 'p, 'w> {
    executor: &'e Executor<'p>,
    /// What is written next: short pieces are put together before they are text.
    line: Line,
    text: String,
    out: Option<Out<'w>>,
    depth: usize,
    open: Vec<Open>,
    /// The names of what is open, one behind the other.
    names: String,
    /// Room for a value.
    value: String,
}

impl fmt::Debug for Listing<'_, '_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listing").field("text", &self.text).finish_non_exhaustive()
    }
}

impl<'e, 'p, 'w> Listing<'e, 'p, 'w> {
    /// An empty listing.
    #[must_use]
    pub fn new(executor: &'e Executor<'p>) -> Self {
        let (line, text, open, names, value) = Default::default();
        Listing { executor, line, text, out: None, depth: 0, open, names, value }
    }

    /// The same, which hands its text on as it grows; only the rest of it is kept.
    #[must_use]
    pub fn handed_to(self, out: impl FnMut(&str) -> Result<()> + 'w) -> Self {
        Listing { out: Some(Box::new(out)), ..self }
    }

    /// The listing, but for what was handed on.
    #[must_use]
    pub fn into_text(mut self) -> String {
        self.line.print(&mut self.text);
        self.text
    }

    /// Adds text; there is room for a block behind it, as behind whatever is added.
    #[inline]
    fn add(&mut self, text: &str) {
        if !self.line.has_room(text.len()) {
            self.line.print(&mut self.text);
        }
        match self.line.has_room(text.len()) {
            true => self.line.push(text.as_bytes()),
            false => self.text.push_str(text),
        }
    }

    /// Adds a name of the plan.
    #[inline]
    fn add_name(&mut self, Text(name): Text) {
        let plan = self.executor.plan;
        let len = name.len as usize;
        match plan.text.as_bytes().get(name.start as usize..) {
            Some(rest) if len <= Line::BLOCK && rest.len() >= Line::BLOCK => {
                self.line.room(&mut self.text);
                self.line.text(rest, len);
            }
            _ => self.add(plan.name(Text(name))),
        }
    }

    #[inline]
    fn add_number(&mut self, number: u64) {
        self.line.room(&mut self.text);
        match u32::try_from(number) {
            Ok(digit @ 0..10) => self.line.word(u64::from(digit) + u64::from(b'0'), 1),
            Ok(number) => self.line.decimal(number),
            Err(_) => {
                let mut text = String::new();
                push_number(&mut text, number);
                self.add(&text);
            }
        }
    }

    /// Adds the name of something, and says whether it has one.
    fn add_name_at(&mut self, at: At) -> bool {
        let outer = self.open.last().and_then(|open| open.name.clone()).filter(|_| at != At::Top);
        if let Some(outer) = outer.clone() {
            // The names are not changed on the way.
            let names = std::mem::take(&mut self.names);
            self.add(&names[outer]);
            self.names = names;
        }
        let is_named = outer.as_ref().is_some_and(|outer| !outer.is_empty());
        match at {
            At::Top => false,
            At::Element(index) => {
                self.line.push(b"[");
                self.add_number(index);
                self.line.push(b"]");
                true
            }
            At::Step(step) => match self.executor.plan.steps.get(step as usize) {
                // What is visible of a value that takes several steps is the value.
                Some(step) if outer.is_some() && step.role == Role::Visible => is_named,
                Some(step) => {
                    self.line.push(if outer.is_some() { b" " } else { b"" });
                    self.add_name(step.name);
                    true
                }
                None => is_named,
            },
        }
    }

    /// Adds the name of something that is open to the names.
    fn open_name(&mut self, at: At) -> Range<usize> {
        let start = self.names.len();
        let outer = self.open.last().and_then(|open| open.name.clone()).filter(|_| at != At::Top);
        if let Some(outer) = outer.clone() {
            self.names.extend_from_within(outer);
        }
        match at {
            At::Top => {}
            At::Element(index) => {
                self.names.push('[');
                push_number(&mut self.names, index);
                self.names.push(']');
            }
            At::Step(step) => match self.executor.plan.steps.get(step as usize) {
                Some(step) if outer.is_some() && step.role == Role::Visible => {}
                Some(step) => {
                    self.names.push_str(if outer.is_some() { " " } else { "" });
                    self.names.push_str(self.executor.plan.name(step.name));
                }
                None => {}
            },
        }
        start..self.names.len()
    }

    /// Begins a line with the offset, the length, and the name of something; whether it has a name.
    fn begin_line(&mut self, offset: usize, len: Option<usize>, at: At) -> bool {
        if !self.line.has_room(MAX_FRONT) {
            self.line.print(&mut self.text);
        }
        push_offset(&mut self.line, offset);
        push_length(&mut self.line, len);
        self.line.blanks(2 * self.depth.min(DEEP));
        self.add_name_at(at)
    }

    fn end_line(&mut self) -> Result<()> {
        self.line.push(b"\n");
        match &mut self.out {
            Some(out) if self.text.len() >= CHUNK => {
                out(&self.text)?;
                self.text.clear();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Adds what a number is.
    fn number(&mut self, shape: &Shape, number: u64) {
        match *shape {
            Shape::Integer { sign: Sign::Unsigned, .. } => self.add_number(number),
            Shape::Bool => self.line.push(if number == 0 { b"false" } else { b"true" }),
            Shape::Index { table, .. } => {
                match self.executor.plan.tables.get(table as usize) {
                    Some(name) => self.add_name(*name),
                    None => self.add("?"),
                }
                self.line.push(b" ");
                self.add_number(number);
            }
            _ => {
                let value = self.executor.number_value(shape, number);
                self.written(|executor, text| value.spell(executor.plan, text));
            }
        }
    }

    /// Adds what is written to a text.
    fn written(&mut self, write: impl FnOnce(&Executor<'p>, &mut String) -> fmt::Result) {
        let mut value = std::mem::take(&mut self.value);
        value.clear();
        // Writing to a string does not fail.
        let _ = write(self.executor, &mut value);
        self.add(&value);
        self.value = value;
    }
}

/// Adds `0x` and at least six hexadecimal digits.
#[inline]
fn push_offset(line: &mut Line, offset: usize) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    const FEW: u32 = 6;
    let digit = |at: u32| DIGITS[offset >> (4 * at) & 15];
    if offset >> (4 * FEW) == 0 {
        let text = [b'0', b'x', digit(5), digit(4), digit(3), digit(2), digit(1), digit(0)];
        line.word(u64::from_le_bytes(text), 8);
        return;
    }
    line.push(b"0x");
    let digits = (usize::BITS - offset.leading_zeros()).div_ceil(4);
    (0..digits).rev().for_each(|at| line.push(&[digit(at)]));
}

/// Adds a length at the right of its column; blanks where there is none.
#[inline]
fn push_length(line: &mut Line, len: Option<usize>) {
    const COLUMN: usize = 6;
    const BLANKS: u64 = u64::from_le_bytes([b' '; 8]);
    let (text, count) = match len {
        None => return line.word(BLANKS, 8),
        // Most are short.
        Some(len @ 0..10) => (len as u64 + u64::from(b'0'), 1),
        Some(len) => match u32::try_from(len).ok().and_then(digits) {
            Some(digits) if digits.1 < COLUMN => digits,
            _ => {
                let mut text = String::from(" ");
                push_number(&mut text, len as u64);
                line.push(text.as_bytes());
                return line.push(b"  ");
            }
        },
    };
    let (shift, width) = (8 * (COLUMN - count), 8 * count);
    let mask = (u64::MAX >> (64 - width)) << shift;
    line.word(text << shift & mask | BLANKS & !mask, 8);
}

impl<'i> Sink<'i> for Listing<'_, '_, '_> {
    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        let plan = self.executor.plan;
        let label = match what {
            What::Sequence => None,
            What::Item(item) => match plan.items.get(item.index()) {
                Some(item) if item.kind.is_transparent() => None,
                Some(item) if item.kind == Kind::Section => Some(item.name),
                Some(item) => Some(item.label),
                None => None,
            },
        };
        let label = label.filter(|label| !label.0.is_empty());
        let name = match label {
            Some(label) => {
                if self.begin_line(offset, None, at) {
                    self.line.push(b" = ");
                }
                self.add_name(label);
                self.end_line()?;
                None
            }
            None => Some(self.open_name(at)),
        };
        let shown = label.is_some();
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
        // What takes no bytes and was computed says nothing that is not said elsewhere.
        if span.is_empty() && (is_empty(&leaf) || self.executor.is_derived(at)) {
            return Ok(());
        }
        if self.begin_line(span.start, Some(span.len()), at) && !is_empty(&leaf) {
            self.line.push(b" = ");
        }
        match leaf {
            Leaf::Number(number) => self.number(shape, number),
            Leaf::Value(read) => self.written(|executor, text| read.spell(executor.plan, text)),
            Leaf::Text(known) => self.written(|_, text| write!(text, "{known:?}")),
            Leaf::Bytes(bytes) | Leaf::Opaque(_, bytes) | Leaf::Unknown(_, bytes) => {
                self.written(|_, text| {
                    bytes.iter().take(SHOWN).try_for_each(|byte| write!(text, "{byte:02x}"))?;
                    text.push_str(if bytes.len() > SHOWN { "..." } else { "" });
                    match leaf {
                        Leaf::Unknown(what, _) => write!(text, " ({what})"),
                        _ => Ok(()),
                    }
                });
            }
        }
        self.end_line()
    }
}

/// Whether nothing is shown of a value.
fn is_empty(leaf: &Leaf<'_, '_>) -> bool {
    match leaf {
        Leaf::Bytes(bytes) | Leaf::Opaque(_, bytes) => bytes.is_empty(),
        Leaf::Value(Value::Bytes(bytes)) => bytes.is_empty(),
        _ => false,
    }
}
