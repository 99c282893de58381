//! Operations, regions and blocks.

use super::super::generated::AttributeId;
use super::super::ir::{Block, Op, Region};
use super::memo::{Key, Slot};
use super::printer::{MIN_HANDED_ON, Printer};
use super::properties::Entry;
use super::strings;
use crate::error::Result;
use std::fmt::Write as _;

/// Blanks for each level.
const INDENT: usize = 2;

/// An operation whose regions are being printed.
struct Open<'n> {
    op: Op,
    /// The attributes that stand behind the regions; none where their text is kept.
    others: Option<Vec<Entry<'n>>>,
    /// How far the operation is indented.
    indent: usize,
    /// How many of its regions were begun.
    begun: u32,
    inside: Option<Inside>,
}

/// The region that is being printed.
struct Inside {
    /// The block that comes next, and which of the region it is.
    block: Option<Block>,
    place: u32,
    /// The operation that comes next.
    op: Option<Op>,
    predecessors: Predecessors,
}

/// For each block of a region those that lead to it, by their places.
#[derive(Default)]
struct Predecessors {
    /// Where those of each block begin; one more than there are blocks.
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Predecessors {
    fn of(&self, place: u32) -> &[u32] {
        let place = place as usize;
        match self.starts.get(place..place + 2) {
            Some([start, end]) => &self.places[*start as usize..*end as usize],
            _ => &[],
        }
    }
}

impl<'p> Printer<'p, '_> {
    /// Prints an operation with everything in it.
    pub(super) fn operation(&mut self, top: Op) -> Result<()> {
        let mut open = vec![self.begin(top, 0)?];
        while let Some(last) = open.last_mut() {
            let indent = last.indent;
            let Some(inside) = &mut last.inside else {
                let Some(region) = self.module.ir.region(last.op, last.begun) else {
                    if let Some(Open { op, others, .. }) = open.pop() {
                        self.end(op, others)?;
                    }
                    if !open.is_empty() {
                        self.out.push('\n');
                        self.hand_on(MIN_HANDED_ON)?;
                    }
                    continue;
                };
                self.out.push_str(if last.begun == 0 { " ({\n" } else { ", {\n" });
                last.begun += 1;
                last.inside = Some(Inside {
                    block: self.module.ir.first_block(region),
                    place: 0,
                    op: None,
                    predecessors: self.predecessors(region),
                });
                continue;
            };
            if let Some(op) = inside.op {
                inside.op = self.module.ir.next_op(op);
                self.indent(indent + INDENT);
                let begun = self.begin(op, indent + INDENT)?;
                open.push(begun);
            } else if let Some(block) = inside.block {
                inside.op = self.module.ir.first_op(block);
                inside.block = self.module.ir.next_block(block);
                let first = inside.place == 0;
                let plain = self.module.ir.arguments(block).len() == 0 && inside.op.is_some();
                if !(first && plain) {
                    self.indent(indent);
                    self.block_header(block, first, inside.predecessors.of(inside.place))?;
                }
                inside.place += 1;
            } else {
                last.inside = None;
                self.indent(indent);
                self.out.push('}');
            }
            self.hand_on(MIN_HANDED_ON)?;
        }
        Ok(())
    }

    fn indent(&mut self, indent: usize) {
        const BLANKS: &str = "                                ";
        let mut left = indent;
        while left > 0 {
            let some = left.min(BLANKS.len());
            self.out.push_str(&BLANKS[..some]);
            left -= some;
        }
    }

    /// What leads to each block; a single one is not asked.
    fn predecessors(&self, region: Region) -> Predecessors {
        let ir = &self.module.ir;
        let count = ir.blocks_of(region).count();
        if count < 2 {
            return Predecessors::default();
        }
        let edges = || {
            let blocks = ir.blocks_of(region).enumerate();
            blocks.flat_map(|(place, block)| {
                let ops = ir.ops_of(block);
                let successors = ops.flat_map(|op| ir.successors(op));
                successors.map(move |to| (place as u32, self.numbers.place(*to) as usize))
            })
        };
        // Counted, then put in their places.
        let mut starts = vec![0u32; count + 1];
        for (_, to) in edges() {
            starts[to + 1] += 1;
        }
        for place in 0..count {
            starts[place + 1] += starts[place];
        }
        let mut places = vec![0; starts[count] as usize];
        let mut next = starts.clone();
        for (from, to) in edges() {
            places[next[to] as usize] = from;
            next[to] += 1;
        }
        Predecessors { starts, places }
    }

    fn block_header(&mut self, block: Block, first: bool, predecessors: &[u32]) -> Result<()> {
        let ir = &self.module.ir;
        self.numbers.block(&mut self.out, block);
        if ir.arguments(block).len() > 0 {
            self.out.push('(');
            self.list(ir.arguments(block).enumerate(), |printer, (place, argument)| {
                printer.numbers.group(&mut printer.out, argument);
                printer.out.push_str(": ");
                printer.ty(ir.value_type(argument))?;
                if printer.options.locations {
                    printer.argument_location(ir.argument_location(block, place))?;
                }
                Ok(())
            })?;
            self.out.push(')');
        }
        self.out.push(':');
        match predecessors {
            [] if first => {}
            [] => self.out.push_str("  // no predecessors"),
            [one] => {
                let _ = write!(self.out, "  // pred: ^bb{one}");
            }
            several => {
                let _ = write!(self.out, "  // {} preds: ", several.len());
                self.list(several, |printer, place| {
                    let _ = write!(printer.out, "^bb{place}");
                    Ok(())
                })?;
            }
        }
        self.out.push('\n');
        Ok(())
    }

    /// The location of an argument is spelled out where it stands.
    fn argument_location(&mut self, location: Option<AttributeId>) -> Result<()> {
        self.out.push_str(" loc(");
        match location {
            Some(location) => self.location_content(location)?,
            None => self.out.push_str("unknown"),
        }
        self.out.push(')');
        Ok(())
    }

    /// Prints what stands in front of the regions.
    fn begin(&mut self, op: Op, indent: usize) -> Result<Open<'p>> {
        let module = self.module;
        let results = module.results(op);
        let count = results.len();
        if let Some(first) = results.into_iter().next() {
            self.numbers.group(&mut self.out, first);
            if count > 1 {
                let _ = write!(self.out, ":{count}");
            }
            self.out.push_str(" = ");
        }
        self.once(Slot::Name(module.name_id(op)), |printer| {
            strings::quote(&mut printer.out, &module.name(op).bytes());
            Ok(())
        })?;
        self.out.push('(');
        self.list(module.operands(op), |printer, value| {
            printer.numbers.value(&mut printer.out, &module.ir, *value);
            Ok(())
        })?;
        self.out.push(')');
        let successors = module.successors(op);
        if !successors.is_empty() {
            self.out.push('[');
            self.list(successors, |printer, block| {
                printer.numbers.block(&mut printer.out, *block);
                Ok(())
            })?;
            self.out.push(']');
        }
        let others = self.inherent_attributes(op)?;
        Ok(Open { op, others, indent, begun: 0, inside: None })
    }

    /// Prints the attributes in front of the regions, and gives those that stand behind, unless their text is kept.
    fn inherent_attributes(&mut self, op: Op) -> Result<Option<Vec<Entry<'p>>>> {
        let key = Key::of(self.module, op);
        let is_kept = self.memo.attributes(&key, true).is_some();
        if let Some(text) = self.memo.attributes(&key, false).filter(|_| is_kept) {
            self.out.push_str(text);
            return Ok(None);
        }
        let (start, written) = (self.out.len(), self.written);
        let attributes = self.attributes_of(op)?;
        if let Some(id) = attributes.unregistered {
            self.out.push_str(" <");
            self.attribute(id, false)?;
            self.out.push('>');
        } else if let Some(id) = attributes.unknown {
            self.out.push_str(" <#builtin<properties \"0x");
            let bytes = self.module.properties(id)?;
            self.hex(bytes);
            self.out.push_str("\">>");
        } else if !attributes.inherent.is_empty() {
            self.out.push_str(" <");
            self.entries(attributes.inherent)?;
            self.out.push('>');
        }
        if self.written == written {
            self.memo.keep_attributes(&key, false, &self.out[start..]);
        }
        Ok(Some(attributes.others))
    }

    /// Prints the attributes behind the regions.
    fn other_attributes(&mut self, op: Op, others: Option<Vec<Entry<'_>>>) -> Result<()> {
        let key = Key::of(self.module, op);
        let Some(others) = others else {
            let text = self.memo.attributes(&key, true);
            // Those of an operation inside may be kept in the place by now.
            if let Some(text) = text {
                self.out.push_str(text);
                return Ok(());
            }
            let others = self.attributes_of(op)?.others;
            return self.other_attributes(op, Some(others));
        };
        let (start, written) = (self.out.len(), self.written);
        if !others.is_empty() {
            self.out.push(' ');
            self.entries(others)?;
        }
        if self.written == written {
            self.memo.keep_attributes(&key, true, &self.out[start..]);
        }
        Ok(())
    }

    /// Prints what stands behind the regions.
    fn end(&mut self, op: Op, others: Option<Vec<Entry<'_>>>) -> Result<()> {
        let module = self.module;
        if module.regions(op).len() > 0 {
            self.out.push(')');
        }
        self.other_attributes(op, others)?;
        self.out.push_str(" : ");
        let operands = module.operands(op).iter().map(|value| module.value_type(*value));
        let results = module.results(op).map(|value| module.value_type(value));
        self.function_type(operands, results)?;
        if self.options.locations {
            self.out.push_str(" loc(");
            self.location(module.location(op))?;
            self.out.push(')');
        }
        Ok(())
    }
}
