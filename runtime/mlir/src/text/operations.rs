//! Prints operations, regions and blocks.

use super::super::generated::AttributeId;
use super::assembly::Assembly;
use super::print_cache::{Side, Slot};
use super::printer::Printer;
use super::properties::{Attributes, Entry};
use super::strings;
use super::values::ValueNames;
use crate::module::ir::{BlockId, Ir, OpId, RegionId};
use bytespec_core::error::Result;
use bytespec_core::text::line::Line;
use bytespec_core::text::output::Print;
use bytespec_core::text::write_hexadecimal;
use std::fmt::Write as _;

/// Spaces for each level.
const INDENT: usize = 2;

/// An operation whose regions are being printed.
struct Open<'p> {
    op: OpId,
    /// The indentation of the operation.
    indent: usize,
    /// The number of regions that were started.
    started: u32,
    inside: Option<Inside>,
    /// The rest of its custom form.
    assembly: Option<Box<Assembly<'p>>>,
}

/// The current region.
struct Inside {
    /// The next block, and its index in the region.
    block: Option<BlockId>,
    place: u32,
    /// The next operation.
    op: Option<OpId>,
    predecessors: Predecessors,
}

/// The predecessors of each block in a region, by their indices.
#[derive(Default)]
struct Predecessors {
    /// The start of the predecessors of each block, and the end of the last ones.
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
    pub(super) fn operation(&mut self, top: OpId) -> Result<()> {
        let mut open = Vec::new();
        self.next(&mut open, top, 0)?;
        while let Some(last) = open.last_mut() {
            let indent = last.indent;
            let Some(inside) = &mut last.inside else {
                if let Some(assembly) = &mut last.assembly {
                    let op = last.op;
                    if let Some(region) = self.up_to_region(op, assembly)? {
                        self.out.push_str("{\n");
                        last.inside = Some(self.inside_of(region));
                        continue;
                    }
                    open.pop();
                    self.end(op)?;
                    if !open.is_empty() {
                        self.out.push('\n');
                        self.out.flush_if_full()?;
                    }
                    continue;
                }
                let Some(region) = self.module.ir.region(last.op, last.started) else {
                    if let Some(Open { op, .. }) = open.pop() {
                        self.out.push(')');
                        self.side(op, Side::Behind, |printer, found| {
                            printer.other_attributes(op, found.others)
                        })?;
                        self.end(op)?;
                    }
                    if !open.is_empty() {
                        self.out.push('\n');
                        self.out.flush_if_full()?;
                    }
                    continue;
                };
                self.out.push_str(if last.started == 0 { " ({\n" } else { ", {\n" });
                last.started += 1;
                last.inside = Some(self.inside_of(region));
                continue;
            };
            while let Some(op) = inside.op
                && self.known(op, indent + INDENT)?
            {
                inside.op = self.module.ir.forest().next_op(op);
            }
            if let Some(op) = inside.op {
                inside.op = self.module.ir.forest().next_op(op);
                self.next(&mut open, op, indent + INDENT)?;
                self.out.flush_if_full()?;
                continue;
            }
            self.line.print(&mut self.out);
            if let Some(block) = inside.block {
                inside.op = self.module.ir.forest().first_op(block);
                inside.block = self.module.ir.forest().next_block(block);
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
            self.out.flush_if_full()?;
        }
        Ok(())
    }

    /// A region before anything in it is printed.
    fn inside_of(&self, region: RegionId) -> Inside {
        Inside {
            block: self.module.ir.forest().first_block(region),
            place: 0,
            op: None,
            predecessors: self.predecessors(region),
        }
    }

    /// Prints an operation, or its part before the regions.
    fn next(&mut self, open: &mut Vec<Open<'p>>, op: OpId, indent: usize) -> Result<()> {
        self.line.indent(&mut self.out, indent);
        self.line.room(&mut self.out);
        Self::results(&self.numbers, &mut self.line, &self.module.ir, op);
        self.line.print(&mut self.out);
        if let Some(assembly) = self.assembly(op) {
            let assembly = Some(Box::new(assembly));
            open.push(Open { op, indent, started: 0, inside: None, assembly });
            return Ok(());
        }
        self.begin(op)?;
        if self.module.ir.has_regions(op) {
            self.side(op, Side::Front, |printer, found| printer.inherent_attributes(op, &found))?;
            open.push(Open { op, indent, started: 0, inside: None, assembly: None });
            return Ok(());
        }
        self.sides(op)?;
        self.end(op)?;
        if !open.is_empty() {
            self.out.push('\n');
        }
        if self.module.ir.is_plain(op) {
            self.cache.cache_operation(op, self.module.ir.name(op));
        }
        Ok(())
    }

    /// Prints a whole operation from the cached text of one that differs only in its values. Returns whether this was possible.
    #[inline]
    fn known(&mut self, op: OpId, indent: usize) -> Result<bool> {
        let ir = &self.module.ir;
        let Some((text, layout)) = self.cache.operation(op) else { return Ok(false) };
        let (head, tail) = (layout.head as usize, layout.tail as usize);
        let operands = ir.operands(op);
        let location = match self.options.locations {
            true => self.aliases.attribute(ir.op(op).location),
            false => Some(""),
        };
        let Some(location) = location.filter(|_| ir.is_plain(op)) else { return Ok(false) };
        let names = (operands.len() + 2) * Line::MAX_NAME;
        let room = indent + head + tail + names + location.len();
        if !self.line.has_room(room) {
            self.line.print(&mut self.out);
            if !self.line.has_room(room) {
                return Ok(false);
            }
            self.out.flush_if_full()?;
            return self.known(op, indent);
        }
        let line = &mut self.line;
        line.blanks(indent);
        Self::results(&self.numbers, line, ir, op);
        line.text(text, head);
        let mut between: &[u8] = b"";
        for value in operands {
            line.push(std::mem::replace(&mut between, b", "));
            self.numbers.value(line, ir, *value);
        }
        line.push(b")");
        line.text(text.get(head..).unwrap_or_default(), tail);
        if !location.is_empty() {
            line.push(b" loc(");
            line.push(location.as_bytes());
            line.push(b")");
        }
        line.push("\n".as_bytes());
        Ok(true)
    }

    /// Writes the names of the results and the equals sign.
    #[inline]
    fn results(numbers: &ValueNames, line: &mut Line, ir: &Ir, op: OpId) {
        let mut results = ir.results(op);
        let count = results.len();
        if let Some(first) = results.next() {
            numbers.group(line, first);
            if count > 1 {
                line.push(b":");
                line.decimal(count as u32);
            }
            line.push(b" = ");
        }
    }

    /// The predecessors of each block. They are not computed for a single block.
    fn predecessors(&self, region: RegionId) -> Predecessors {
        let ir = &self.module.ir;
        let count = ir.forest().blocks(region).count();
        if count < 2 {
            return Predecessors::default();
        }
        let edges = || {
            let blocks = ir.forest().blocks(region).enumerate();
            blocks.flat_map(|(place, block)| {
                let ops = ir.forest().ops(block);
                let successors = ops.flat_map(|op| ir.successors(op));
                // An operation that was moved here can still have those of its old region.
                let inside =
                    successors.filter(move |to| ir.forest().block_region(**to) == Some(region));
                inside.map(move |to| (place as u32, self.numbers.place(*to) as usize))
            })
        };
        // Counting sort: first the number of edges of each target, then their places.
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

    fn block_header(&mut self, block: BlockId, first: bool, predecessors: &[u32]) -> Result<()> {
        let ir = &self.module.ir;
        self.numbers.block(&mut self.line, block);
        self.line.print(&mut self.out);
        if ir.arguments(block).len() > 0 {
            self.out.push('(');
            self.list(ir.arguments(block).enumerate(), |printer, (place, argument)| {
                printer.numbers.group(&mut printer.line, argument);
                printer.line.print(&mut printer.out);
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

    /// Prints the location of an argument in place, without an alias.
    fn argument_location(&mut self, location: Option<AttributeId>) -> Result<()> {
        self.out.push_str(" loc(");
        match location {
            Some(location) => self.location_content(location)?,
            None => self.out.push_str("unknown"),
        }
        self.out.push(')');
        Ok(())
    }

    /// Prints the part of an operation before the regions in the generic form.
    fn begin(&mut self, op: OpId) -> Result<()> {
        let module = self.module;
        self.once(Slot::Name(module.ir.name(op)), |printer| {
            strings::quote(&mut printer.out, &module.name(op).bytes());
            printer.out.push('(');
            Ok(())
        })?;
        let line = &mut self.line;
        let mut between: &[u8] = b"";
        for value in module.operands(op) {
            line.push(std::mem::replace(&mut between, b", "));
            self.numbers.value(line, &module.ir, *value);
            line.room(&mut self.out);
        }
        line.push(b")");
        let mut between: &[u8] = b"[";
        let successors = module.successors(op);
        for block in successors {
            line.push(std::mem::replace(&mut between, b", "));
            self.numbers.block(line, *block);
            line.room(&mut self.out);
        }
        if !successors.is_empty() {
            line.push(b"]");
        }
        line.print(&mut self.out);
        Ok(())
    }

    /// Prints the parts before and after the regions of an operation without regions.
    fn sides(&mut self, op: OpId) -> Result<()> {
        self.side(op, Side::Both, |printer, attributes| {
            printer.inherent_attributes(op, &attributes)?;
            printer.other_attributes(op, attributes.others)
        })
    }

    /// Prints the part of an operation on one side of its regions, from the cache if possible.
    fn side(
        &mut self,
        op: OpId,
        side: Side,
        print: impl FnOnce(&mut Self, Attributes<'p>) -> Result<()>,
    ) -> Result<()> {
        if let Some(text) = self.cache.side(self.cache.shape_of(op), side) {
            self.out.push_str(text);
            return Ok(());
        }
        let attributes = self.attributes_of(op)?;
        let (start, written) = (self.out.len(), self.out.written());
        print(self, attributes).map_err(|error| self.module.within_properties(op, error))?;
        if self.out.written() == written {
            let shape = self.cache.shape_of(op);
            self.cache.cache_side(shape, side, &self.out[start..]);
        }
        Ok(())
    }

    /// Prints the attributes before the regions.
    fn inherent_attributes(&mut self, op: OpId, attributes: &Attributes<'p>) -> Result<()> {
        if let Some(id) = attributes.unregistered {
            self.out.push_str(" <");
            self.attribute(id, false)?;
            self.out.push('>');
        } else if let Some(id) = attributes.unknown {
            self.out.push_str(" <#builtin<properties \"0x");
            let bytes = self.module.properties(id)?;
            write_hexadecimal(&mut self.out, bytes);
            self.out.push_str("\">>");
            self.found.bytes("properties", &self.module.name(op).bytes());
        } else if !attributes.inherent.is_empty() {
            self.out.push_str(" <");
            self.entries(&attributes.inherent)?;
            self.out.push('>');
        }
        Ok(())
    }

    /// Prints the attributes and types after the regions.
    fn other_attributes(&mut self, op: OpId, others: Vec<Entry<'p>>) -> Result<()> {
        let module = self.module;
        if !others.is_empty() {
            self.out.push(' ');
            self.entries(&others)?;
        }
        self.out.push_str(" : ");
        let operands = module.operands(op).iter().map(|value| module.ir.value_type(*value));
        let results = module.results(op).map(|value| module.ir.value_type(value));
        self.function_type(operands, results)
    }

    /// Prints the part after the types.
    fn end(&mut self, op: OpId) -> Result<()> {
        if self.options.locations {
            self.out.push_str(" loc(");
            self.location(self.module.ir.op(op).location)?;
            self.out.push(')');
        }
        Ok(())
    }
}
