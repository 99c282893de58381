//! A listing of every byte: a sink that writes a line for each value.

use super::{At, Executor, Leaf, Sink, What};
use crate::error::Result;
use crate::text::line::{Line, Pen, digits, six_hex_digits};
use bytespec_plan::{Base, Kind, Plan, Role, Shape, Sign, Text};
use std::cmp::Ordering;
use std::fmt::{self, Write as _};
use std::ops::Range;

/// The most bytes of a value that a line shows.
const SHOWN: usize = 32;

/// Values nested deeper than this are not indented further.
const DEEP: usize = 32;

/// The most bytes of a line besides names: an offset, a length, blanks, two numbers and the characters between them.
const MAX_AROUND_NAMES: usize = 128 + 2 * DEEP;

/// An open item or sequence: whether it has a line of its own, and otherwise the name that prefixes those of its parts, as a
/// range of the names.
#[derive(Clone, Copy, Debug)]
struct Open {
    shown: bool,
    name: Option<Span>,
    /// The base of the numbers in it that have none of their own.
    base: Base,
}

/// An item whose lines are left out. Its line states its size, so that it is written at its end.
#[derive(Clone, Copy, Debug)]
struct Late {
    at: At,
    label: Text,
    offset: usize,
    /// The number of values around it.
    open: usize,
}

/// A range of the names.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    len: usize,
}

/// The part of a name after the name of the enclosing value.
#[derive(Clone, Copy, Debug)]
enum Own {
    /// Nothing.
    Nothing,
    /// An element, by its index.
    Index(u64),
    /// The name of a step.
    Name(Text),
}

/// Receives the text of a listing piece by piece.
type Out<'w> = Box<dyn FnMut(&str) -> Result<()> + 'w>;

/// A sink that lists what is read. Each line has an offset, a length, a name and a value.
pub struct Listing<'e, 'p, 'w> {
    executor: &'e Executor<'p>,
    /// The pending output: short pieces are collected here before they go to `text`.
    line: Line,
    text: String,
    out: Option<Out<'w>>,
    depth: usize,
    /// The most items that may enclose a line.
    max_depth: usize,
    open: Vec<Open>,
    late: Option<Late>,
    /// The names of open items and sequences, one after the other, and one block of arbitrary bytes.
    names: Vec<u8>,
    /// The end of the names.
    names_end: usize,
    /// A buffer for the text of a value.
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
        let max_depth = usize::MAX;
        Listing {
            executor,
            line,
            text,
            out: None,
            depth: 0,
            max_depth,
            open,
            late: None,
            names,
            names_end: 0,
            value,
        }
    }

    /// Omits lines inside more than `depth` items; the line of the last item states its size.
    #[must_use]
    pub fn up_to(self, depth: usize) -> Self {
        Listing { max_depth: depth, ..self }
    }

    /// Passes the text to `out` piece by piece. The listing keeps only the rest.
    #[must_use]
    pub fn handed_to(self, out: impl FnMut(&str) -> Result<()> + 'w) -> Self {
        Listing { out: Some(Box::new(out)), ..self }
    }

    /// The listing, without the text that it passed on.
    #[must_use]
    pub fn into_text(mut self) -> String {
        // Reading ended within this item.
        if let Some(late) = self.late.take() {
            self.open.truncate(late.open);
            self.depth = self.max_depth;
            // The text of the line stays in the listing if it cannot be passed on.
            let _ = self.item(late, None);
        }
        self.line.print(&mut self.text);
        self.text
    }

    /// Reserves space for a line with names of this many bytes.
    #[inline]
    fn reserve(&mut self, names: usize) -> Result<()> {
        let len = names + MAX_AROUND_NAMES;
        if self.line.has_room(len) { Ok(()) } else { self.make_room(len) }
    }

    #[cold]
    fn make_room(&mut self, len: usize) -> Result<()> {
        match &mut self.out {
            Some(out) => out(self.line.as_str())?,
            None => self.text.push_str(self.line.as_str()),
        }
        self.line.clear();
        self.line.reserve(len);
        Ok(())
    }

    /// The name of the enclosing value, and the part after it.
    #[inline]
    fn name_of(&self, at: At) -> (Option<Span>, Own) {
        let outer = self.open.last().and_then(|open| open.name);
        let own = match at {
            At::Top => Own::Nothing,
            At::Element(index) => Own::Index(index),
            At::Step(step) => match self.executor.plan.steps.get(step as usize) {
                // The visible step of a value that takes several steps is named after the value.
                Some(step) if outer.is_some() && step.role == Role::Visible => Own::Nothing,
                Some(step) => Own::Name(step.name),
                None => Own::Nothing,
            },
        };
        (outer, own)
    }

    /// Appends the name of an open item or sequence to the names.
    fn open_name(&mut self, at: At) -> Span {
        let (outer, own) = self.name_of(at);
        let start = self.names_end;
        let len = outer.map_or(0, |outer| outer.len) + own.len();
        let end = start + len + MAX_AROUND_NAMES;
        if self.names.len() < end + Line::BLOCK {
            self.names.resize(2 * end + Line::BLOCK, b' ');
        }
        let (before, buffers) = self.names.split_at_mut(start);
        let mut pen = Pen::new(buffers);
        if let Some(outer) = outer {
            pen.text(before.get(outer.start..).unwrap_or_default(), outer.len);
        }
        own.write(&mut pen, self.executor.plan, outer.is_some());
        let len = pen.end();
        self.names_end = start + len;
        Span { start, len }
    }

    /// Writes a line: offset, length, blanks, a name, and then what `value` writes. `names` is the most bytes of names that
    /// `value` adds. The third argument of `value` is whether the line has a name. `value` also writes the end of the line, if
    /// the line ends here.
    #[inline]
    fn write(
        &mut self,
        (offset, len): (usize, Option<usize>),
        at: At,
        names: usize,
        value: impl FnOnce(&mut Pen<'_>, &'p Plan, bool),
    ) -> Result<()> {
        let plan = self.executor.plan;
        let (outer, own) = self.name_of(at);
        let outer_len = outer.map_or(0, |outer| outer.len);
        self.reserve(outer_len + own.len() + names)?;
        let mut pen = self.line.pen();
        write_offset(&mut pen, offset);
        write_length(&mut pen, len);
        pen.blanks(2 * self.depth.min(DEEP));
        if let Some(outer) = outer {
            pen.text(self.names.get(outer.start..).unwrap_or_default(), outer.len);
        }
        own.write(&mut pen, plan, outer.is_some());
        value(&mut pen, plan, outer_len > 0 || !matches!(own, Own::Nothing));
        let written = pen.end();
        self.line.advance(written);
        Ok(())
    }

    /// Writes the line of an item.
    fn item(&mut self, Late { at, label, offset, .. }: Late, len: Option<usize>) -> Result<()> {
        self.write((offset, len), at, label.0.len as usize, |pen, plan, is_named| {
            if is_named {
                pen.push(b" = ");
            }
            write_name(pen, plan, label);
            pen.push(b"\n");
        })
    }

    /// Writes a line for a computed value. Other values without bytes get no line, because they only repeat other values.
    #[cold]
    fn computed(&mut self, at: At, shape: &Shape, leaf: Leaf<'_, '_>, offset: usize) -> Result<()> {
        let Leaf::Number(number) = leaf else { return Ok(()) };
        if !self.executor.is_computed(at) {
            return Ok(());
        }
        self.write((offset, None), at, 0, |pen, _, _| pen.push(b" = "))?;
        let base = self.base_of(at);
        self.written(|executor, text| {
            executor.number_value(shape, number).spell_in(base, executor.plan, text)?;
            text.push_str(" (computed)");
            Ok(())
        })
    }

    /// The base of a number: its own, or that of the value around it that is no item.
    fn base_of(&self, at: At) -> Base {
        let around = self.open.last().map_or(Base::Decimal, |open| open.base);
        let step = match at {
            At::Step(step) => self.executor.plan.steps.get(step as usize),
            At::Top | At::Element(_) => None,
        };
        step.map_or(around, |step| step.base_in(around))
    }

    /// Appends the output of `write`, and ends the line.
    fn written(
        &mut self,
        write: impl FnOnce(&Executor<'p>, &mut String) -> fmt::Result,
    ) -> Result<()> {
        let mut value = std::mem::take(&mut self.value);
        value.clear();
        // Writing to a string does not fail.
        let _ = write(self.executor, &mut value);
        value.push('\n');
        let has_room = self.reserve(value.len());
        let mut pen = self.line.pen();
        pen.text(value.as_bytes(), value.len());
        let written = pen.end();
        self.line.advance(written);
        self.value = value;
        has_room
    }
}

impl Own {
    /// The most bytes it takes, besides a number.
    fn len(self) -> usize {
        match self {
            Own::Name(Text(name)) => name.len as usize,
            Own::Nothing | Own::Index(_) => 0,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(self, pen: &mut Pen<'_>, plan: &Plan, has_outer: bool) {
        match self {
            Own::Nothing => {}
            Own::Index(index) => {
                pen.push(b"[");
                pen.decimal(index);
                pen.push(b"]");
            }
            Own::Name(name) => {
                pen.word(u64::from(b' '), usize::from(has_outer));
                write_name(pen, plan, name);
            }
        }
    }
}

/// Writes a name of the plan.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_name(pen: &mut Pen<'_>, plan: &Plan, Text(name): Text) {
    let rest = plan.text.as_bytes().get(name.start as usize..).unwrap_or_default();
    pen.text(rest, name.len as usize);
}

/// Writes `0x` and at least six hexadecimal digits.
#[inline]
fn write_offset(pen: &mut Pen<'_>, offset: usize) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    match u32::try_from(offset) {
        Ok(offset @ 0..0x100_0000) => pen.word(six_hex_digits(offset), 8),
        _ => {
            pen.push(b"0x");
            let digits = (usize::BITS - offset.leading_zeros()).div_ceil(4);
            (0..digits).rev().for_each(|at| pen.push(&[DIGITS[offset >> (4 * at) & 15]]));
        }
    }
}

/// Writes a length, aligned right in its column; blanks if there is none.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_length(pen: &mut Pen<'_>, len: Option<usize>) {
    const COLUMN: usize = 6;
    const BLANKS: u64 = u64::from_le_bytes([b' '; 8]);
    let column = match len {
        None => BLANKS,
        // Most lengths have one digit. The codes of a blank and of a digit differ in one bit, besides the value of the digit.
        Some(len @ 0..10) => BLANKS | (len as u64 | 1 << 4) << (8 * (COLUMN - 1)),
        Some(len) => match u32::try_from(len).ok().and_then(digits) {
            Some((text, count @ ..COLUMN)) => {
                let (shift, width) = (8 * (COLUMN - count), 8 * count);
                let mask = (u64::MAX >> (64 - width)) << shift;
                text << shift & mask | BLANKS & !mask
            }
            _ => {
                pen.push(b" ");
                pen.decimal(len as u64);
                return pen.push(b"  ");
            }
        },
    };
    pen.word(column, 8);
}

impl<'i> Sink<'i> for Listing<'_, '_, '_> {
    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        let plan = self.executor.plan;
        let label = match what {
            What::Sequence | What::Transformed => None,
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
                let item = Late { at, label, offset, open: self.open.len() };
                match self.depth.cmp(&self.max_depth) {
                    Ordering::Less => self.item(item, None)?,
                    Ordering::Equal => self.late = Some(item),
                    Ordering::Greater => {}
                }
                None
            }
            None => Some(self.open_name(at)),
        };
        let shown = label.is_some();
        let base = if shown { Base::Decimal } else { self.base_of(at) };
        self.depth += usize::from(shown);
        self.open.push(Open { shown, name, base });
        Ok(())
    }

    fn end(&mut self, offset: usize) -> Result<()> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        self.depth -= usize::from(open.shown);
        if let Some(name) = open.name {
            self.names_end = name.start;
        }
        if open.shown
            && self.depth == self.max_depth
            && let Some(item) = self.late.take()
        {
            self.item(item, Some(offset.saturating_sub(item.offset)))?;
        }
        Ok(())
    }

    #[inline]
    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        if self.depth > self.max_depth || matches!(leaf, Leaf::Transformed(_)) {
            return Ok(());
        }
        if span.is_empty() && (is_empty(leaf) || self.executor.is_derived(at)) {
            return self.computed(at, shape, leaf, span.start);
        }
        let place = (span.start, Some(span.len()));
        if let (&Leaf::Number(truth @ 0..=1), Shape::Bool) = (&leaf, shape) {
            return self.write(place, at, 0, |pen, _, is_named| {
                if is_named {
                    pen.push(b" = ");
                }
                match truth {
                    0 => pen.push(b"false\n"),
                    _ => pen.push(b"true\n"),
                }
            });
        }
        let known = match (&leaf, shape) {
            (Leaf::Number(number), Shape::Integer { sign: Sign::Unsigned, .. })
                if self.base_of(at) == Base::Decimal =>
            {
                Some((None, *number))
            }
            (Leaf::Number(number), Shape::Index { table, .. }) => {
                self.executor.plan.tables.get(*table as usize).map(|name| (Some(*name), *number))
            }
            _ => None,
        };
        if let Some((table, number)) = known {
            let names = table.map_or(0, |Text(name)| name.len as usize);
            return self.write(place, at, names, |pen, plan, is_named| {
                if is_named {
                    pen.push(b" = ");
                }
                if let Some(table) = table {
                    write_name(pen, plan, table);
                    pen.push(b" ");
                }
                pen.decimal(number);
                pen.push(b"\n");
            });
        }
        self.write(place, at, 0, |pen, _, is_named| {
            if is_named {
                pen.push(b" = ");
            }
        })?;
        if let Some(bytes) = leaf.bytes() {
            return self.written(|_, text| write_bytes(text, shape, leaf, bytes));
        }
        let base = self.base_of(at);
        match leaf {
            Leaf::Number(number) => self.written(|executor, text| {
                executor.number_value(shape, number).spell_in(base, executor.plan, text)
            }),
            Leaf::Value(read) | Leaf::Transformed(read) => {
                self.written(|executor, text| read.spell_in(base, executor.plan, text))
            }
            Leaf::Text(known) => self.written(|_, text| write!(text, "{known:?}")),
            Leaf::Bytes(_) | Leaf::Opaque(..) | Leaf::Unknown(..) => Ok(()),
        }
    }
}

/// Appends the start of bytes: those of a text, and no bytes, in quotes.
pub(super) fn spell_bytes(
    text: &mut String,
    shape: &Shape,
    leaf: Leaf<'_, '_>,
    bytes: &[u8],
) -> fmt::Result {
    let shown = bytes.get(..SHOWN).unwrap_or(bytes);
    match matches!(shape, Shape::Text { .. }) || is_empty(leaf) {
        true => write!(text, "\"{}\"", shown.escape_ascii())?,
        false => shown.iter().try_for_each(|byte| write!(text, "{byte:02x}"))?,
    }
    text.push_str(if bytes.len() > SHOWN { "..." } else { "" });
    Ok(())
}

/// Appends the start of bytes, and what is known about bytes that the plan does not describe.
fn write_bytes(text: &mut String, shape: &Shape, leaf: Leaf<'_, '_>, bytes: &[u8]) -> fmt::Result {
    spell_bytes(text, shape, leaf, bytes)?;
    match leaf {
        Leaf::Unknown(what, _) => write!(text, " ({what})"),
        _ => Ok(()),
    }
}

/// Whether the listing shows no value.
fn is_empty(leaf: Leaf<'_, '_>) -> bool {
    !matches!(leaf, Leaf::Unknown(..)) && leaf.bytes().is_some_and(<[u8]>::is_empty)
}
