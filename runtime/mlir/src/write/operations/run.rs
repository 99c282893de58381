//! Writes operations that consist of a few short numbers, with one store for each number. The general code handles all other
//! operations and all errors.

use super::IrWriter;
use crate::codec::encoder::{Map, TableLengths};
use crate::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId, fast};
use crate::module::ir::{Ir, OpId, Value, Written};
use bytespec_core::error::Result;
use bytespec_core::wire::PrefixWriter;

/// The maximum size of a number, in bytes.
const NUMBER: usize = 4;
/// The count of numbers of an operation outside of its lists, including the counts of lists, and one for the mask.
const NUMBERS: usize = 8;

/// The numbers of table entries in the output.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableNumbers<'m> {
    pub(super) lengths: TableLengths,
    /// `None` if all numbers stay the same.
    pub(super) map: Option<&'m Map>,
}

macro_rules! number {
    ($($method:ident $id:ident $table:ident;)*) => {$(
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $method(&self, $id(number): $id) -> Option<$id> {
            let number = match self.map {
                None => (number < self.lengths.$table).then_some(number),
                Some(map) => {
                    map.$table.get(number as usize).copied().filter(|number| *number != Map::NONE)
                }
            };
            number.map($id)
        }
    )*};
}

impl TableNumbers<'_> {
    number! {
        attribute AttributeId attributes;
        ty TypeId types;
        op_name OpNameId op_names;
        properties PropertyBlobId properties;
    }
}

/// The lists of an operation.
struct Given<'w> {
    op: &'w Written<'w>,
    ir: &'w Ir,
    numbers: TableNumbers<'w>,
    values: &'w [u32],
    blocks: &'w [u32],
    /// The visible values, by number.
    seen: &'w [Value],
}

fn some(len: usize) -> Option<u32> {
    u32::try_from(len).ok().filter(|len| *len > 0)
}

impl fast::OperationGiven for Given<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn results_len(&self) -> Option<u32> {
        Some(self.op.result_count()).filter(|len| *len > 0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn results(&self, writer: &mut PrefixWriter<'_>) -> Option<()> {
        self.op.result_types().try_for_each(|ty| writer.prefix(self.numbers.ty(ty)?.0))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operands_len(&self) -> Option<u32> {
        some(self.op.operands.len())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operands(&self, writer: &mut PrefixWriter<'_>) -> Option<()> {
        self.op.operands.iter().try_for_each(|value| {
            let number = *self.values.get(value.index())?;
            // Another region can have reused the number; it then belongs to a value of that region.
            let seen = self.seen.get(number as usize).filter(|seen| *seen == value);
            seen.and_then(|_| writer.prefix(number))
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn successors_len(&self) -> Option<u32> {
        some(self.op.successors.len())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn successors(&self, writer: &mut PrefixWriter<'_>) -> Option<()> {
        let own = self.ir.forest().block_region(self.op.block?)?;
        self.op.successors.iter().try_for_each(|block| {
            let found = self.ir.forest().block_region(*block).filter(|region| *region == own);
            found.and_then(|_| writer.prefix(*self.blocks.get(block.index())?))
        })
    }
}

impl IrWriter<'_> {
    /// Writes the operations of the innermost region from `op` on. Stops at one that has regions or is not short.
    pub(super) fn run(&mut self, mut op: OpId, base: u32) -> Result<()> {
        let ir = self.ir;
        loop {
            let written = ir.written(op).filter(|_| ir.orders_are_absent(op));
            let plain =
                written.filter(|written| written.successors.is_empty() || !ir.enters_region(op));
            let done = plain.filter(|written| self.write_fast(written).is_some());
            let next = match &done {
                Some(done) if !done.has_regions => done.next,
                _ => {
                    self.go_on(ir.forest().next_op(op));
                    return match done {
                        Some(_) => self.regions(op, ir.regions(op), base),
                        None => self.op(op, base),
                    };
                }
            };
            match next {
                Some(next) => op = next,
                None => {
                    self.go_on(None);
                    return Ok(());
                }
            }
        }
    }

    /// Records the next operation of the innermost region.
    fn go_on(&mut self, op: Option<OpId>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.op = op;
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_fast(&mut self, op: &Written<'_>) -> Option<()> {
        let (numbers, name) = (self.numbers, op.data.name);
        let head = fast::Operation {
            name: numbers.op_name(name)?,
            location: numbers.attribute(op.data.location)?,
            attributes: match op.attributes() {
                Some(id) => Some(numbers.attribute(id)?),
                None => None,
            },
            properties: match op.properties() {
                Some(id) => Some(numbers.properties(self.plan.blob(name, id))?),
                None => None,
            },
            use_lists: false,
            regions: op.has_regions,
        };
        let lists = Given {
            op,
            ir: self.ir,
            numbers,
            values: &self.values,
            blocks: &self.blocks,
            seen: self.seen.get(self.floor..)?,
        };
        let listed = op.result_count() as usize + op.operands.len() + op.successors.len();
        let mut writer = self.writer.prefix_writer(NUMBER * (NUMBERS + listed));
        head.write(&mut writer, self.version, &lists)?;
        let len = writer.len();
        self.writer.pass(len);
        Some(())
    }
}
