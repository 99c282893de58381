//! Writes operations, without recursion.

mod run;

use self::run::TableNumbers;
use crate::codec::encoder::Encoder;
use crate::generated::{
    BlockArgument, CONTAINER, NestedRegions, RegionBlockId, RegionHeader, RegionsHeader, TypeId,
    UseListMark, UseListOrder, ValueId, Version, parts, section,
};
use crate::module::Module;
use crate::module::ir::{BlockId, Ir, OpId, OrderOwner, RegionId, Value};
use crate::write::plan::Plan;
use bytespec_core::error::{BodyFault, Error, ErrorKind, Result, Segment};
use bytespec_core::wire::{MAX_PREFIX, Writer};

/// The size of the gap for the length of a nested section, which is known after its content.
const LENGTH_ROOM: usize = MAX_PREFIX;
const UNNUMBERED: u32 = u32::MAX;

/// A region whose operations are being written.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The next region of the operation, and the one after its last.
    region: RegionId,
    end: RegionId,
    block: Option<BlockId>,
    op: Option<OpId>,
    base: u32,
    /// The number after the last value of the region.
    next: u32,
    /// Whether the regions are a nested section.
    nested: bool,
    /// The end of the values that are visible from outside, and the start of those of this numbering.
    mark: usize,
    floor: usize,
}

/// The gap for a nested section's length.
#[derive(Clone, Copy, Debug)]
struct Gap {
    at: usize,
    /// The number of bytes that the earlier gaps will lose.
    saved: usize,
}

struct IrWriter<'m> {
    module: &'m Module<'m>,
    ir: &'m Ir,
    plan: &'m Plan,
    cx: Encoder<'m>,
    version: Version,
    numbers: TableNumbers<'m>,
    writer: Writer,
    frames: Vec<Frame>,
    /// The numbers of values and blocks in the file.
    values: Vec<u32>,
    blocks: Vec<u32>,
    /// The number of operations in each block.
    counts: Vec<u32>,
    /// The visible values, outermost first, and the start of the current numbering.
    seen: Vec<Value>,
    floor: usize,
    open: Vec<Gap>,
    /// Places and lengths of the finished nested sections.
    lengths: Vec<(usize, u64)>,
    saved: usize,
    types: Vec<TypeId>,
    operands: Vec<ValueId>,
    successors: Vec<RegionBlockId>,
    arguments: Vec<BlockArgument>,
}

/// Writes the payload of the IR section.
pub(crate) fn write(module: &Module<'_>, plan: &Plan) -> Result<Vec<u8>> {
    let ir = &module.ir;
    let mut writer = IrWriter {
        module,
        ir,
        plan,
        cx: plan.encoder(module),
        version: module.version,
        numbers: TableNumbers { lengths: module.table_lengths(), map: plan.map.as_ref() },
        writer: Writer::with_capacity(16 * ir.op_count()),
        frames: Vec::new(),
        values: vec![UNNUMBERED; ir.value_count()],
        blocks: vec![0; ir.block_count()],
        counts: vec![0; ir.block_count()],
        seen: Vec::new(),
        floor: 0,
        open: Vec::new(),
        lengths: Vec::new(),
        saved: 0,
        types: Vec::new(),
        operands: Vec::new(),
        successors: Vec::new(),
        arguments: Vec::new(),
    };
    writer.all()?;
    Ok(writer.closed())
}

impl IrWriter<'_> {
    fn all(&mut self) -> Result<()> {
        let root = self.module.root;
        let top = self.number_block(root, 0);
        self.block(root)?;
        let mut op = self.ir.forest().first_op(root);
        while let Some(current) = op {
            self.op(current, top)?;
            while let Some(frame) = self.frames.last_mut() {
                if let Some(op) = frame.op {
                    let base = frame.next;
                    self.run(op, base)?;
                } else if let Some(block) = frame.block {
                    frame.block = self.ir.forest().next_block(block);
                    frame.op = self.ir.forest().first_op(block);
                    self.block(block)?;
                } else if frame.region < frame.end {
                    let region = frame.region;
                    frame.region = RegionId::at(region.number() + 1);
                    frame.block = self.ir.forest().first_block(region);
                    let (base, first) = (frame.base, frame.block);
                    self.seen.truncate(frame.mark);
                    let next = self.region(base, first)?;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.next = next;
                    }
                } else {
                    let Frame { nested, mark, .. } = *frame;
                    self.frames.pop();
                    self.seen.truncate(mark);
                    self.floor = self.frames.last().map_or(0, |frame| frame.floor);
                    if nested {
                        self.close();
                    }
                }
            }
            op = self.ir.forest().next_op(current);
        }
        Ok(())
    }

    /// Numbers the values of a block, starting at `next`.
    fn number_block(&mut self, block: BlockId, mut next: u32) -> u32 {
        for value in self.ir.arguments(block) {
            self.values[value.index()] = next;
            self.seen.push(value);
            next += 1;
        }
        let mut count = 0;
        let mut op = self.ir.forest().first_op(block);
        while let Some(current) = op {
            let (results, after) = self.ir.results_and_next(current);
            for value in results {
                self.values[value.index()] = next;
                self.seen.push(value);
                next += 1;
            }
            count += 1;
            op = after;
        }
        self.counts[block.index()] = count;
        next
    }

    fn region(&mut self, base: u32, first: Option<BlockId>) -> Result<u32> {
        let mut next = base;
        let mut blocks = 0;
        for block in std::iter::successors(first, |block| self.ir.forest().next_block(*block)) {
            self.blocks[block.index()] = blocks;
            blocks += 1;
            next = self.number_block(block, next);
        }
        let values = (blocks > 0).then_some(u64::from(next - base));
        RegionHeader { blocks: u64::from(blocks), values }.write(&mut self.writer, &mut self.cx)?;
        Ok(next)
    }

    fn block(&mut self, block: BlockId) -> Result<()> {
        self.arguments.clear();
        for (index, value) in self.ir.arguments(block).enumerate() {
            let location = self.ir.argument_location(block, index);
            let location = location.filter(|_| location != self.plan.elided);
            self.arguments.push(BlockArgument {
                has_location: location.is_some(),
                r#type: self.ir.value_type(value),
                location,
            });
        }
        let orders = self.ir.orders(OrderOwner::Block(block));
        let has_arguments = !self.arguments.is_empty();
        let marked = has_arguments && self.cx.version() >= UseListOrder::SINCE;
        let mark = if orders.is_empty() { UseListMark::Absent } else { UseListMark::Present };
        parts::BlockHeader {
            has_arguments,
            operations: u64::from(self.counts[block.index()]),
            arguments: has_arguments.then_some(self.arguments.as_slice()),
            use_lists: marked.then_some(mark),
        }
        .write(&mut self.writer, &mut self.cx)?;
        let arguments = self.arguments.len();
        self.orders(orders, arguments)
    }

    fn orders(&mut self, orders: &[(u32, UseListOrder)], values: usize) -> Result<()> {
        if orders.is_empty() {
            return Ok(());
        }
        if values != 1 {
            self.writer.prefix(orders.len() as u64);
        }
        for (index, order) in orders {
            if values != 1 {
                self.writer.prefix(u64::from(*index));
            }
            order.write(&mut self.writer, &mut self.cx)?;
        }
        Ok(())
    }

    #[inline]
    fn op(&mut self, op: OpId, base: u32) -> Result<()> {
        let ir = self.ir;
        self.types.clear();
        self.types.extend(ir.results(op).map(|value| ir.value_type(value)));
        self.operands.clear();
        for value in ir.operands(op) {
            let number = self.values[value.index()];
            // Another region can have reused the number; it then belongs to a value of that region.
            if self.seen.get(self.floor + number as usize) != Some(value) {
                return Err(self.out_of_scope(op, *value));
            }
            self.operands.push(ValueId(number));
        }
        self.successors.clear();
        for block in ir.successors(op) {
            let region = ir.forest().block_region(*block);
            if region.is_none()
                || region != ir.forest().op_block(op).and_then(|own| ir.forest().block_region(own))
            {
                return Err(self.not_its_region(op));
            }
            self.successors.push(RegionBlockId(self.blocks[block.index()]));
        }
        if ir.enters_region(op) {
            return Err(self.enters_region(op));
        }
        let orders = ir.orders(OrderOwner::Op(op));
        let regions = ir.regions(op);
        fn some<T>(list: &[T]) -> Option<&[T]> {
            (!list.is_empty()).then_some(list)
        }
        parts::Operation {
            name: ir.op(op).name,
            location: ir.op(op).location,
            attributes: ir.attributes(op),
            properties: ir.properties(op).map(|blob| self.plan.blob(ir.op(op).name, blob)),
            results: some(&self.types),
            operands: some(&self.operands),
            successors: some(&self.successors),
            use_lists: !orders.is_empty(),
            regions: regions.len() > 0,
        }
        .write(&mut self.writer, &mut self.cx)?;
        let results = self.types.len();
        self.orders(orders, results)?;
        if regions.len() > 0 {
            self.regions(op, regions, base)?;
        }
        Ok(())
    }

    fn regions(
        &mut self,
        op: OpId,
        mut regions: impl ExactSizeIterator<Item = RegionId>,
        base: u32,
    ) -> Result<()> {
        let more = self.ir.more(op);
        let found = self.plan.isolated.as_ref().map(|found| found[op.index()]);
        let stated = more.and_then(|more| more.isolated);
        let isolated = match (stated, found) {
            (Some(stated), Some(found)) if self.plan.map.is_none() => stated && found,
            (_, Some(found)) => found,
            (stated, None) => stated.unwrap_or(false),
        };
        let len = regions.len() as u32;
        RegionsHeader { isolated, regions: u64::from(len) }
            .write(&mut self.writer, &mut self.cx)?;
        let nested = isolated && self.cx.version() >= NestedRegions::SINCE;
        let undecoded = match &self.plan.edited {
            Some(edited) if nested && !edited[op.index()] => more.and_then(|more| more.nested),
            _ => self.ir.lazy(op),
        };
        if let Some(span) = undecoded {
            if !nested {
                return Err(self.module.not_materialized(op));
            }
            let bytes = self.module.data().bytes(span);
            self.writer.u8(section::IR);
            self.writer.prefix(bytes.len() as u64);
            self.writer.bytes(bytes);
            return Ok(());
        }
        if nested {
            self.writer.u8(section::IR);
            self.open.push(Gap { at: self.writer.len(), saved: self.saved });
            self.writer.bytes(&[CONTAINER.pad; LENGTH_ROOM]);
        }
        let Some(first) = regions.next() else { return Ok(()) };
        let end = RegionId::at(first.number() + len);
        let base = if isolated { 0 } else { base };
        let mark = self.seen.len();
        self.floor = if isolated { mark } else { self.floor };
        let floor = self.floor;
        let frame = Frame {
            region: first,
            end,
            block: None,
            op: None,
            base,
            next: base,
            nested,
            mark,
            floor,
        };
        self.frames.push(frame);
        Ok(())
    }

    /// Finishes a nested section. Its length is the number of bytes in between, minus those that the gaps inside lose.
    fn close(&mut self) {
        let Some(gap) = self.open.pop() else { return };
        let inside = self.writer.len() - gap.at - LENGTH_ROOM;
        let len = (inside - (self.saved - gap.saved)) as u64;
        let mut length = Writer::new();
        length.prefix(len);
        self.saved += LENGTH_ROOM - length.len();
        self.lengths.push((gap.at, len));
    }

    /// The bytes with all gaps closed.
    fn closed(mut self) -> Vec<u8> {
        if self.lengths.is_empty() {
            return self.writer.into_bytes();
        }
        self.lengths.sort_unstable();
        let bytes = self.writer.into_bytes();
        let mut closed = Writer::with_capacity(bytes.len() - self.saved);
        let mut from = 0;
        for (at, len) in self.lengths {
            closed.bytes(&bytes[from..at]);
            closed.prefix(len);
            from = at + LENGTH_ROOM;
        }
        closed.bytes(&bytes[from..]);
        closed.into_bytes()
    }

    #[cold]
    fn enters_region(&self, op: OpId) -> Error {
        let operation = self.module.name(op).full();
        Error::new(ErrorKind::Body(BodyFault::EntrySuccessor)).within(Segment::Item(operation))
    }

    #[cold]
    fn not_its_region(&self, op: OpId) -> Error {
        let operation = self.module.name(op).full().into_owned();
        Error::new(ErrorKind::Successor { number: op.number(), operation })
    }

    #[cold]
    fn out_of_scope(&self, op: OpId, value: Value) -> Error {
        let operation = self.module.name(op).full().into_owned();
        Error::new(ErrorKind::OutOfScope { number: op.number(), operation, value: value.number() })
    }
}
