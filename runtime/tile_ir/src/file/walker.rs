//! Walks the body of a function, borrowed from the input.
//!
//! A body contains no lengths, so it is read front to back. A walker reads an operation up to the number of its regions, and
//! keeps a frame for each operation with open regions. Values have implicit numbers in the file: first the parameters, then the
//! results of each operation. At the end of a region the count returns to its value at the start. Sibling regions therefore use
//! the same numbers. The owned body gives each value a number of its own.
//!
//! If all parts of an operation are short numbers, it is read from one word of the next bytes
//! ([`Leb128Reader`](bytespec_core::wire::Leb128Reader)), and written in the same way. Any other operation, with longer
//! numbers, near the end or with an error, is read again from its start by the code that reports errors.

use crate::codec::context::Context;
use crate::generated::view::{self, VisitOp};
use crate::generated::{OpKind, TypeId};
use bytespec_core::error::{BodyFault, Context as _, Error, ErrorKind, Result};
use bytespec_core::values::{Shape, TypedValues};
use bytespec_core::wire::{Cursor, List};

/// The maximum nesting depth of regions in a body.
pub const MAX_REGION_DEPTH: usize = 1024;

/// A reader of a function's body, operation by operation.
#[derive(Clone, Copy, Debug)]
pub struct BodyReader<'a> {
    pub(crate) cursor: Cursor<'a>,
    pub(crate) context: Context<'a>,
    pub(crate) params: List<'a, TypeId>,
}

/// A visitor of the structure around operations in a walk over a body. By default, every method does nothing.
#[allow(unused_variables)]
pub trait Structure<'a> {
    /// The last visited operation was read completely.
    fn end_visit(&mut self) {}
    /// A region of the last visited operation starts. `index` counts from zero.
    fn begin_region(&mut self, index: u32) {}
    /// A block of a region starts, with these arguments.
    fn begin_block(&mut self, arguments: TypedValues<'a, TypeId>) {}
    /// The block ends.
    fn end_block(&mut self) {}
    /// The region ends.
    fn end_region(&mut self) {}
    /// The operation whose regions were walked ends.
    fn end_op(&mut self) {}
}

impl<'a> BodyReader<'a> {
    /// The function's parameters, which are the values with the lowest numbers.
    #[must_use]
    pub fn params(&self) -> TypedValues<'a, TypeId> {
        TypedValues::new(0, self.params)
    }

    /// A walker at the start of the body.
    #[must_use]
    pub fn walker(&self) -> Walker<'a> {
        Walker {
            cursor: self.cursor,
            context: self.context,
            defined: self.params.len() as u32,
            ops: 0,
            // A function without operations is implemented elsewhere.
            terminated: self.cursor.is_empty(),
            frames: Vec::new(),
        }
    }

    /// Walks the whole body. Calls `visitor` for every operation, by its type, and for the structure around it.
    ///
    /// # Errors
    /// The first fault in the body, with its offset and path.
    pub fn walk<V: VisitOp<'a> + Structure<'a>>(&self, visitor: &mut V) -> Result<()> {
        let mut walker = self.walker();
        loop {
            walker.run(visitor)?;
            if !walker.structure(visitor).map_err(|error| walker.locate(error))? {
                return Ok(());
            }
        }
    }

    /// The operations and the structure around them, as an iterator of events.
    #[must_use]
    pub fn events(&self) -> Events<'a> {
        Events { walker: self.walker(), pending: Pending::default(), done: false }
    }
}

/// An item of [`BodyReader::events`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "most events are operations")]
#[non_exhaustive]
pub enum Event<'a> {
    /// An operation. If it has regions, they follow, and then [`Event::EndOp`].
    Op(view::Op<'a>),
    /// The start of a region. The number is its index in the operation, from zero.
    BeginRegion(u32),
    /// The start of a block, with these arguments.
    BeginBlock(TypedValues<'a, TypeId>),
    /// The end of the block.
    EndBlock,
    /// The end of the region.
    EndRegion,
    /// The end of the operation whose regions were walked.
    EndOp,
}

/// The iterator of [`BodyReader::events`].
#[derive(Debug)]
pub struct Events<'a> {
    walker: Walker<'a>,
    pending: Pending<'a>,
    done: bool,
}

/// Up to two events of one step, for a region that starts and ends in the same step.
#[derive(Debug, Default)]
struct Pending<'a> {
    event: Option<Event<'a>>,
}

impl<'a> VisitOp<'a> for Pending<'a> {
    type Output = ();

    fn visit_unhandled(&mut self, _: OpKind) {}
}

impl<'a> Structure<'a> for Pending<'a> {
    fn begin_region(&mut self, index: u32) {
        self.event = Some(Event::BeginRegion(index));
    }

    fn begin_block(&mut self, arguments: TypedValues<'a, TypeId>) {
        self.event = Some(Event::BeginBlock(arguments));
    }

    fn end_block(&mut self) {
        self.event = Some(Event::EndBlock);
    }

    fn end_region(&mut self) {
        self.event = Some(Event::EndRegion);
    }

    fn end_op(&mut self) {
        self.event = Some(Event::EndOp);
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Result<Event<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.walker.step(&mut self.pending, |cursor, context, defined, _| {
            view::Op::read(cursor, context, defined)
        });
        match step {
            Ok(Some(Some(op))) => Some(Ok(Event::Op(op))),
            Ok(Some(None)) => self.pending.event.take().map(Ok),
            Ok(None) => {
                self.done = true;
                None
            }
            Err(error) => {
                self.done = true;
                Some(Err(error))
            }
        }
    }
}

/// A walk over a body, step by step.
#[derive(Debug)]
pub struct Walker<'a> {
    cursor: Cursor<'a>,
    context: Context<'a>,
    /// Number of values defined so far, which is also the number of the next value.
    defined: u32,
    /// Number of operations read so far in the current block.
    ops: u64,
    /// Whether the last operation of the current block is a terminator.
    terminated: bool,
    frames: Vec<Frame>,
}

/// An operation with an open region.
#[derive(Debug)]
struct Frame {
    region: u32,
    regions: u32,
    blocks_left: u64,
    ops_left: u64,
    in_region: bool,
    in_block: bool,
    /// The count of values to return to at the end of a region.
    defined: u32,
    results: u32,
    /// The state of the surrounding block.
    outer_ops: u64,
    outer_terminated: bool,
}

impl<'a> Walker<'a> {
    /// Offset of the next byte from the start of the file.
    #[must_use]
    pub fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Makes one step: an operation, or one piece of structure. Returns `None` at the end of the body.
    ///
    /// # Errors
    /// Bytes that are not a valid next step, with offset and path.
    #[inline]
    pub fn advance<V: VisitOp<'a> + Structure<'a>>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<Option<V::Output>>> {
        self.step(visitor, |cursor, context, defined, visitor| {
            view::visit_op(cursor, context, defined, visitor)
        })
    }

    /// Reads operations up to the end of the current block, or up to one that has regions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<V: VisitOp<'a> + Structure<'a>>(&mut self, visitor: &mut V) -> Result<()> {
        // Locals for what every operation changes: they stay in registers.
        let (mut cursor, mut defined, mut terminated) =
            (self.cursor, self.defined, self.terminated);
        let (inner, ops_left) = match self.frames.last() {
            None => (false, u64::MAX),
            Some(frame) if frame.in_block => (true, frame.ops_left),
            Some(_) => (true, 0),
        };
        let mut left = ops_left;
        let mut stopped = Ok(None);
        while left > 0 && (inner || !cursor.is_empty()) {
            left -= 1;
            match view::visit_op(&mut cursor, &self.context, defined, visitor) {
                Ok((_, shape)) => {
                    visitor.end_visit();
                    terminated = shape.terminator;
                    if shape.regions != 0 {
                        stopped = Ok(Some(shape));
                        break;
                    }
                    defined += shape.results;
                }
                Err(error) => {
                    stopped = Err(error);
                    break;
                }
            }
        }
        self.cursor = cursor;
        self.defined = defined;
        self.terminated = terminated;
        // An operation that cannot be read does not count.
        self.ops += ops_left - left - u64::from(stopped.is_err());
        if let Some(frame) = self.frames.last_mut() {
            frame.ops_left = left;
        }
        match stopped {
            Ok(None) => Ok(()),
            Ok(Some(shape)) => self.enter(shape).map_err(|error| self.locate(error)),
            Err(error) => Err(self.locate_op(error)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<S: Structure<'a>, T>(
        &mut self,
        visitor: &mut S,
        read: impl FnOnce(&mut Cursor<'a>, &Context<'a>, u32, &mut S) -> Result<(T, Shape)>,
    ) -> Result<Option<Option<T>>> {
        let more = match self.frames.last_mut() {
            None => !self.cursor.is_empty(),
            Some(frame) if frame.in_block && frame.ops_left > 0 => {
                frame.ops_left -= 1;
                true
            }
            Some(_) => false,
        };
        if !more {
            return match self.structure(visitor) {
                Ok(true) => Ok(Some(None)),
                Ok(false) => Ok(None),
                Err(error) => Err(self.locate(error)),
            };
        }
        match read(&mut self.cursor, &self.context, self.defined, visitor) {
            Ok((output, shape)) => {
                visitor.end_visit();
                self.ops += 1;
                self.terminated = shape.terminator;
                if shape.regions == 0 {
                    self.defined += shape.results;
                } else if let Err(error) = self.enter(shape) {
                    return Err(self.locate(error));
                }
                Ok(Some(Some(output)))
            }
            Err(error) => Err(self.locate_op(error)),
        }
    }

    /// Makes a step that is not an operation. Returns false at the end of the body.
    fn structure<S: Structure<'a>>(&mut self, visitor: &mut S) -> Result<bool> {
        let position = self.cursor.position();
        let Some(frame) = self.frames.last_mut() else {
            if !self.terminated {
                return Err(unterminated(position));
            }
            return Ok(false);
        };
        if frame.in_block {
            frame.in_block = false;
            if !self.terminated {
                return Err(unterminated(position));
            }
            visitor.end_block();
        } else if frame.blocks_left > 0 {
            frame.blocks_left -= 1;
            let count = self.cursor.leb128().field("argument count")?;
            let types = List::<TypeId>::read(&mut self.cursor, &(), count).field("arguments")?;
            let arguments = TypedValues::new(self.defined, types);
            self.defined += types.len() as u32;
            let ops = self.cursor.leb128().field("operation count")?;
            frame.ops_left = self.cursor.check_count(ops, 1).field("operation count")? as u64;
            frame.in_block = true;
            self.ops = 0;
            self.terminated = false;
            visitor.begin_block(arguments);
        } else if frame.in_region {
            frame.in_region = false;
            frame.region += 1;
            self.defined = frame.defined;
            visitor.end_region();
        } else if frame.region < frame.regions {
            let blocks = self.cursor.leb128().field("block count")?;
            frame.blocks_left = self.cursor.check_count(blocks, 1).field("block count")? as u64;
            frame.in_region = true;
            visitor.begin_region(frame.region);
        } else {
            self.defined = frame.defined + frame.results;
            self.ops = frame.outer_ops;
            self.terminated = frame.outer_terminated;
            self.frames.pop();
            visitor.end_op();
        }
        Ok(true)
    }

    fn enter(&mut self, shape: Shape) -> Result<()> {
        if self.frames.len() >= MAX_REGION_DEPTH {
            return Err(self.cursor.error(ErrorKind::Limit {
                limit: "nesting of regions",
                found: self.frames.len() as u64 + 1,
                max: MAX_REGION_DEPTH as u64,
            }));
        }
        self.frames.push(Frame {
            region: 0,
            regions: shape.regions,
            blocks_left: 0,
            ops_left: 0,
            in_region: false,
            in_block: false,
            defined: self.defined,
            results: shape.results,
            outer_ops: self.ops,
            outer_terminated: self.terminated,
        });
        Ok(())
    }

    #[cold]
    fn locate_op(&self, error: Error) -> Error {
        let error = error.or_at(self.cursor.position());
        self.locate(Err::<(), _>(error).index(self.ops).field("ops").unwrap_err())
    }

    /// Adds the surrounding operations to the path of an error.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let mut error = error.or_at(self.cursor.position());
        for frame in self.frames.iter().rev() {
            let result: Result<()> = Err(error);
            error = result
                .index(u64::from(frame.region))
                .field("regions")
                .index(frame.outer_ops.saturating_sub(1))
                .field("ops")
                .unwrap_err();
        }
        Err::<(), _>(error).field("body").unwrap_err()
    }
}

#[cold]
fn unterminated(offset: usize) -> Error {
    Error::at(offset, ErrorKind::Body(BodyFault::NoTerminatorInBytes))
}
