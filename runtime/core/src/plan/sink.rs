//! What reading tells, as it goes.

use super::Value;
use crate::error::{Error, Result};
use bytespec_plan::{ItemId, Shape};
use std::fmt;
use std::ops::Range;

/// Where something stands in what is around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// It is what was asked for.
    Top,
    /// It is what a step holds, by index in the steps of the plan.
    Step(u32),
    /// It is an element of a sequence.
    Element(u64),
}

/// Something of several parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An item: its steps follow, each as a value, as something of several parts, or as absent.
    Item(ItemId),
    /// A sequence: its elements follow.
    Sequence,
}

/// Something without parts.
#[derive(Clone, Copy, Debug)]
pub enum Leaf<'v, 'i> {
    /// A number; a negative one is extended by its sign.
    Number(u64),
    /// Bytes as they are.
    Bytes(&'i [u8]),
    /// A text.
    Text(&'i str),
    /// The bytes behind a tag that nothing in the plan has.
    Opaque(u64, &'i [u8]),
    /// Bytes that nothing in the plan describes, and what they are.
    Unknown(&'v Unknown<'v>, &'i [u8]),
    /// What a function has read.
    Value(&'v Value),
}

/// What bytes are that nothing in the plan describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown<'v> {
    /// What they are one of, as the schema calls it.
    pub what: &'v str,
    /// The dialect that has it; none where nothing says which.
    pub dialect: Option<&'v str>,
    /// The operation of the dialect, where it is of one.
    pub operation: Option<&'v str>,
    /// Why they are not described, where the dialect is.
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

/// Takes what a reader meets, in the order of the bytes. Each call may refuse what it is told; who wants little leaves the rest as
/// it is, which costs nothing.
pub trait Sink<'i> {
    /// Whether it is anything to the sink what is read: what was looked at before is not read again for one that asks nothing.
    const ASKS: bool = true;

    /// Whether reading goes on behind an error, see [`Sink::resume`].
    const RESUMES: bool = false;

    /// Something of several parts begins at this offset.
    ///
    /// # Errors
    /// Whatever the sink does not take.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&mut self, at: At, what: What, offset: usize) -> Result<()> {
        let _ = (at, what, offset);
        Ok(())
    }

    /// What began last, and did not end, ends at this offset.
    ///
    /// # Errors
    /// Whatever the sink does not take.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&mut self, offset: usize) -> Result<()> {
        let _ = offset;
        Ok(())
    }

    /// Something without parts, which takes these bytes; what is of bits, or computed, takes those of
    /// the integer that it is of, or none.
    ///
    /// # Errors
    /// Whatever the sink does not take.
    #[cfg_attr(not(debug_assertions), inline(always))]
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

    /// A step, by index in the steps of the plan, that is not on the wire.
    ///
    /// # Errors
    /// Whatever the sink does not take.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absent(&mut self, step: u32) -> Result<()> {
        let _ = step;
        Ok(())
    }

    /// An error inside bytes of which the length is known. The next thing told is what follows these bytes, at `offset`, or
    /// the value there, where that is wrong only in not being the one that must be there; of what
    /// began, the first `open` levels go on and the others have ended. Only a sink that [resumes](Sink::RESUMES) is asked.
    ///
    /// # Errors
    /// Where reading shall not go on.
    #[cold]
    fn resume(&mut self, error: Error, open: usize, offset: usize) -> Result<()> {
        let _ = (open, offset);
        Err(error)
    }
}

/// Wants to know nothing but whether the bytes are right.
impl<'i> Sink<'i> for () {
    const ASKS: bool = false;
}

impl<'i, S: Sink<'i>> Sink<'i> for &mut S {
    const ASKS: bool = S::ASKS;
    const RESUMES: bool = S::RESUMES;

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

/// Tells two sinks.
impl<'i, A: Sink<'i>, B: Sink<'i>> Sink<'i> for (A, B) {
    const ASKS: bool = A::ASKS || B::ASKS;

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
