//! The events that reading produces.

use super::Value;
use crate::error::{Error, Result};
use bytespec_plan::{ItemId, Shape};
use std::fmt;
use std::ops::Range;

/// The position of a value in the enclosing value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// It is the outermost value.
    Top,
    /// It is the value of a step, by index in the steps of the plan.
    Step(u32),
    /// It is an element of a sequence.
    Element(u64),
}

/// A value with parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An item: its steps follow, each as a value, as a value with parts, or as absent.
    Item(ItemId),
    /// A sequence: its elements follow.
    Sequence,
    /// The value in transformed bytes, which were the value before it. Everything in it is at the end of these bytes, without
    /// bytes of its own in the file. [`Leaf::Transformed`] follows.
    Transformed,
}

/// A value without parts.
#[derive(Clone, Copy, Debug)]
pub enum Leaf<'v, 'i> {
    /// A number; a negative one is sign-extended.
    Number(u64),
    /// Bytes as they are.
    Bytes(&'i [u8]),
    /// A text.
    Text(&'i str),
    /// A tag that the plan does not have, and the bytes after it.
    Opaque(u64, &'i [u8]),
    /// Bytes that the plan does not describe, and what they are.
    Unknown(&'v Unknown<'v>, &'i [u8]),
    /// A value that a function has read.
    Value(&'v Value),
    /// The whole value in transformed bytes, after its parts: a [`Value::Transformed`].
    Transformed(&'v Value),
}

impl<'v> Leaf<'v, '_> {
    /// The bytes in it: plain ones, those after an unknown tag, and those that the plan does not describe.
    #[inline]
    #[must_use]
    pub fn bytes<'b>(self) -> Option<&'b [u8]>
    where
        Self: 'b,
        'v: 'b,
    {
        match self {
            Leaf::Bytes(bytes) | Leaf::Opaque(_, bytes) | Leaf::Unknown(_, bytes) => Some(bytes),
            Leaf::Value(Value::Bytes(bytes) | Value::Opaque(_, bytes)) => Some(bytes),
            _ => None,
        }
    }
}

/// A description of bytes that the plan does not describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown<'v> {
    /// Their kind, as the schema names it.
    pub what: &'v str,
    /// The dialect that they belong to; none if nothing says which.
    pub dialect: Option<&'v str>,
    /// The operation of the dialect, if they belong to one.
    pub operation: Option<&'v str>,
    /// Why they are not described although the dialect is.
    pub why: Option<&'static str>,
}

impl fmt::Display for Unknown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.what, self.dialect.unwrap_or("nothing"))?;
        if let Some(operation) = self.operation {
            write!(f, ".{operation}")?;
        }
        self.why.map_or(Ok(()), |why| write!(f, ", {why}"))
    }
}

/// Receives what a reader reads, in the order of the bytes. Each method can return an error, which ends the reading. Implement
/// only the methods that you need: the default ones do nothing.
pub trait Sink<'i> {
    /// Whether the sink needs the events. If not, a reader does not read again what it has read before. True by default.
    fn needs_events(&self) -> bool {
        true
    }

    /// Whether reading continues after an error, see [`Sink::resume`]. False by default.
    fn resumes(&self) -> bool {
        false
    }

    /// A value with parts begins at this offset.
    ///
    /// # Errors
    /// Errors of the sink.
    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        let _ = (at, what, offset);
        Ok(())
    }

    /// The innermost open value ends at this offset.
    ///
    /// # Errors
    /// Errors of the sink.
    fn end(&mut self, offset: usize) -> Result<()> {
        let _ = offset;
        Ok(())
    }

    /// A value without parts in these bytes. A value of bits has the bytes of its integer or none, and a computed value has none.
    ///
    /// # Errors
    /// Errors of the sink.
    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        let _ = (at, shape, leaf, span);
        Ok(())
    }

    /// A step, by index in the steps of the plan, that is absent.
    ///
    /// # Errors
    /// Errors of the sink.
    fn absent(&mut self, step: u32) -> Result<()> {
        let _ = step;
        Ok(())
    }

    /// An error inside bytes of known length. The next event is for what follows these bytes, at `offset`. If the error is only
    /// that a value is not the required one, the next event is for that value, at `offset`. The first `open` levels continue, and
    /// the levels inside them have ended. Only a sink that [resumes](Sink::resumes) gets this call.
    ///
    /// # Errors
    /// If reading must not continue.
    #[cold]
    fn resume(&mut self, error: Error, open: usize, offset: usize) -> Result<()> {
        let _ = (open, offset);
        Err(error)
    }
}

/// A sink that ignores everything, to only check the bytes.
impl<'i> Sink<'i> for () {
    fn needs_events(&self) -> bool {
        false
    }
}

impl<'i, S: Sink<'i> + ?Sized> Sink<'i> for &mut S {
    fn needs_events(&self) -> bool {
        (**self).needs_events()
    }

    fn resumes(&self) -> bool {
        (**self).resumes()
    }

    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        (**self).begin(at, what, offset)
    }

    fn end(&mut self, offset: usize) -> Result<()> {
        (**self).end(offset)
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        (**self).value(at, shape, leaf, span)
    }

    fn absent(&mut self, step: u32) -> Result<()> {
        (**self).absent(step)
    }

    fn resume(&mut self, error: Error, open: usize, offset: usize) -> Result<()> {
        (**self).resume(error, open, offset)
    }
}

/// Passes everything to two sinks.
impl<'i, A: Sink<'i>, B: Sink<'i>> Sink<'i> for (A, B) {
    fn needs_events(&self) -> bool {
        self.0.needs_events() || self.1.needs_events()
    }

    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        self.0.begin(at, what, offset)?;
        self.1.begin(at, what, offset)
    }

    fn end(&mut self, offset: usize) -> Result<()> {
        self.0.end(offset)?;
        self.1.end(offset)
    }

    fn value(
        &mut self,
        at: At,
        shape: &Shape,
        leaf: Leaf<'_, 'i>,
        span: Range<usize>,
    ) -> Result<()> {
        self.0.value(at, shape, leaf, span.clone())?;
        self.1.value(at, shape, leaf, span)
    }

    fn absent(&mut self, step: u32) -> Result<()> {
        self.0.absent(step)?;
        self.1.absent(step)
    }
}
