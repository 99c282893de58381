//! Reads operations that consist of a few short numbers from the bytes directly into the arena. The walker and the reader
//! handle all other operations and all errors.

use super::{Frame, Lengths, Reader};
use crate::file::walk::Walker;
use crate::generated::{TypeId, fast};
use crate::module::ir::{Appending, BlockId, NewOp, Value};
use bytespec_core::error::Result;
use bytespec_core::wire::PrefixReader;

/// The lists of the operations of a block.
struct Lists<'r> {
    into: Appending<'r>,
    frames: &'r [Frame],
    /// The current region.
    frame: Frame,
    types: u32,
    /// The number of the first result of the current operation, and the number of its results.
    next: u32,
    results: u32,
    /// The offset of the current operation.
    at: usize,
    forward: &'r mut Vec<(Value, usize)>,
    successors: &'r mut Vec<BlockId>,
}

impl Lists<'_> {
    /// A value of a region around the current one.
    #[inline(never)]
    fn outer(&mut self, number: u32) -> Option<Value> {
        let scope = self.frames.get(self.frame.scope..)?;
        let frame = match scope {
            // The common case: a value of the enclosing region.
            [.., around, _] if around.base <= number => around,
            _ => {
                let inside = scope.partition_point(|frame| frame.base <= number);
                scope.get(inside.checked_sub(1)?)?
            }
        };
        if number >= frame.end {
            return None;
        }
        let index = number - frame.base;
        let value = Value::at(frame.values.number() + index);
        if index >= frame.defined {
            self.forward.push((value, self.at));
        }
        Some(value)
    }
}

impl<'a> fast::OperationLists<'a> for Lists<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn results(&mut self, cursor: &mut PrefixReader<'a>, count: u64) -> Option<()> {
        let Frame { base, end, values, .. } = self.frame;
        let count = u32::try_from(count).ok().filter(|count| *count <= end - self.next)?;
        let (first, types) = (Value::at(values.number() + (self.next - base)), self.types);
        self.results = count;
        self.into.results(first, count, || {
            let number = cursor.prefix_u32()?;
            (number < types).then_some(TypeId(number))
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operands(&mut self, cursor: &mut PrefixReader<'a>, count: u64) -> Option<()> {
        let Frame { base, end, values, .. } = self.frame;
        let defined = self.next + self.results - base;
        for _ in 0..count {
            let number = cursor.prefix_u32()?;
            let index = number.wrapping_sub(base);
            let value = if index < end - base {
                let value = Value::at(values.number() + index);
                if index >= defined {
                    self.forward.push((value, self.at));
                }
                value
            } else {
                self.outer(number)?
            };
            self.into.operand(value);
        }
        Some(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn successors(&mut self, cursor: &mut PrefixReader<'a>, count: u64) -> Option<()> {
        for _ in 0..count {
            let number = cursor.prefix_u32().filter(|number| *number < self.frame.blocks)?;
            self.successors.push(BlockId::at(self.frame.block + number));
        }
        Some(())
    }
}

impl Reader<'_> {
    /// Reads operations of the current block. Stops at an operation that has regions, after entering them, or that is not
    /// short.
    pub(super) fn run(&mut self, walker: &mut Walker<'_, '_>) -> Result<()> {
        let Some(frame) = self.frames.last().copied() else { return Ok(()) };
        let mut ahead = walker.fast();
        if ahead.operations == 0 {
            return Ok(());
        }
        let Some(into) = self.ir.appending(self.block) else { return Ok(()) };
        let Lengths { op_names, attributes, types, properties } = self.lengths;
        let mut lists = Lists {
            into,
            frames: &self.frames,
            frame,
            types: u32::try_from(types).unwrap_or(u32::MAX),
            next: ahead.next,
            results: 0,
            at: 0,
            forward: &mut self.forward,
            successors: &mut self.successors,
        };
        lists.successors.clear();
        let mut left = None;
        while ahead.operations > 0 {
            let before = ahead;
            (lists.next, lists.results, lists.at) = (ahead.next, 0, ahead.offset());
            let head = fast::Operation::read(&mut ahead.reader, ahead.version, &mut lists);
            let head = head.filter(|head| {
                !head.use_lists
                    && (head.name.0 as usize) < op_names
                    && (head.location.0 as usize) < attributes
                    && head.attributes.is_none_or(|id| (id.0 as usize) < attributes)
                    && head.properties.is_none_or(|id| (id.0 as usize) < properties)
            });
            let new = head.and_then(|head| {
                let fast::Operation { name, location, attributes, properties, regions, .. } = head;
                let op = lists.into.append(&NewOp { name, location, attributes, properties })?;
                Some((op, regions))
            });
            let Some((op, regions)) = new else {
                // The general path reads the operation again from its start.
                ahead = before;
                lists.successors.clear();
                break;
            };
            ahead.take(lists.results);
            if regions || !lists.successors.is_empty() {
                left = Some((op, regions, before.offset()));
                break;
            }
        }
        let defined = ahead.next - frame.base;
        lists.into.finish();
        walker.pass(&ahead);
        if let Some(frame) = self.frames.last_mut() {
            frame.defined = defined;
        }
        if let Some((op, regions, at)) = left {
            if !self.successors.is_empty() {
                self.branch(op, at)?;
            }
            if regions {
                let header = walker.enter()?;
                self.regions(op, &header, walker)?;
            }
        }
        Ok(())
    }
}
