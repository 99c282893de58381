//! The listing of a function's operations.

use super::attributes::Speller;
use super::locations;
use super::tree::{Item, Node};
use crate::formats::Stop;
use crate::formats::bounds::Indent;
use crate::output;
use bytespec::error::Result;
use bytespec::reflect::RegionInfo;
use bytespec::tile_ir::{BodyReader, DebugId, DebugLists, Event, OpKind, TypeId, view};
use bytespec::values::Value;
use std::fmt::Write;

/// Lists the body of a function. Values are numbered in the order in which they appear.
pub(super) struct BodyLister<'s, 'f, 'a, 'd, L> {
    /// Spells types and attributes.
    speller: &'s Speller<'f, 'a>,
    /// The locations still to come and what they refer to, when they are to be listed.
    locations: Option<(DebugLists<'d>, L)>,
    /// The number in the listing of each visible value, by its number in the file.
    scope: Vec<u32>,
    /// The next number.
    next: u32,
    open: Vec<Open>,
}

/// An operation whose regions are being listed.
struct Open {
    regions: &'static [RegionInfo],
    results: Vec<u32>,
    /// Length of the scope before each region.
    mark: usize,
    /// Blocks of the region at hand that were listed.
    blocks: u32,
}

impl<'s, 'f, 'a, 'd, L: Iterator<Item = Option<DebugId>>> BodyLister<'s, 'f, 'a, 'd, L> {
    /// A lister for one function with this number of parameters.
    pub(super) fn new(
        speller: &'s Speller<'f, 'a>,
        locations: Option<(DebugLists<'d>, L)>,
        params: u32,
    ) -> Self {
        BodyLister {
            speller,
            locations,
            scope: (0..params).collect(),
            next: params,
            open: Vec::new(),
        }
    }

    /// The next location, spelled as it stands after an operation; empty when none are listed.
    pub(super) fn location(&mut self) -> String {
        let speller = self.speller;
        match &mut self.locations {
            None => String::new(),
            Some((debug, list)) => {
                let id = list.next().flatten();
                if let Some(id) = id.filter(|_| speller.allowance.is_spent()) {
                    return format!(" loc(#{})", id.0);
                }
                format!(" loc({})", locations::spell(debug, speller, id))
            }
        }
    }

    /// Lists the operations.
    pub(super) fn list(&mut self, body: &BodyReader<'_>) -> Result<(), Stop> {
        for event in body.events() {
            match event? {
                Event::Op(op) => self.op(&op)?,
                Event::BeginRegion(index) => self.begin_region(index)?,
                Event::BeginBlock(arguments) => {
                    self.begin_block(arguments.iter().map(|argument| argument.ty))?;
                }
                Event::EndBlock => {}
                Event::EndRegion => self.end_region()?,
                Event::EndOp => {
                    let results = self.open.pop().map(|open| open.results).unwrap_or_default();
                    self.scope.extend(results);
                    self.line("}")?;
                }
            }
        }
        Ok(())
    }

    fn depth(&self) -> usize {
        1 + 2 * self.open.len()
    }

    fn line(&self, text: &str) -> Result<(), Stop> {
        Ok(output::line(format_args!("{}{text}", Indent(self.depth())))?)
    }

    /// Says where the listing went over to numbers.
    fn notice(&self) -> Result<(), Stop> {
        match self.speller.allowance.notice() {
            Some(notice) => Ok(output::line(format_args!("{notice}"))?),
            None => Ok(()),
        }
    }

    fn define(&mut self) -> u32 {
        let number = self.next;
        self.next += 1;
        number
    }

    fn value(&self, value: Value) -> String {
        match self.scope.get(value.index() as usize) {
            Some(number) => format!("%{number}"),
            None => format!("<bad value {}>", value.index()),
        }
    }

    fn op(&mut self, op: &view::Op<'_>) -> Result<(), Stop> {
        let info = op.kind().info();
        let item = Item::of(op);
        let types = item.results();
        let results: Vec<u32> = types.iter().map(|_| self.define()).collect();
        let mut text = String::new();
        for (position, number) in results.iter().enumerate() {
            let comma = if position > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}%{number}");
        }
        if !results.is_empty() {
            text.push_str(" = ");
        }
        text.push_str(item.name);
        self.operands(op.kind(), &item, &mut text);
        self.attributes(op.kind(), &item, types.first().copied().map(TypeId), &mut text);
        output::print(format_args!("{}{text}", Indent(self.depth())))?;
        for (position, &ty) in types.iter().enumerate() {
            let sign = if position > 0 { "," } else { " :" };
            output::print(format_args!("{sign} {}", self.speller.ty(ty)))?;
        }
        let location = self.location();
        if info.regions.is_empty() {
            self.scope.extend(results);
            output::line(format_args!("{location}"))?;
            return self.notice();
        }
        output::line(format_args!("{location} {{"))?;
        self.notice()?;
        let mark = self.scope.len();
        self.open.push(Open { regions: info.regions, results, mark, blocks: 0 });
        Ok(())
    }

    fn operands(&self, kind: OpKind, item: &Item, text: &mut String) {
        let mut first = true;
        for port in kind.info().operands {
            let field = item.field(port.name);
            let list: &[Node] = match field {
                Some(Node::Value(_)) => &[],
                Some(Node::List(values)) if !values.is_empty() => values,
                _ => continue,
            };
            let comma = if std::mem::take(&mut first) { " " } else { ", " };
            let _ = write!(text, "{comma}{}=", port.name);
            if let Some(Node::Value(value)) = field {
                text.push_str(&self.value(*value));
                continue;
            }
            let mut between = "[";
            for node in list {
                if let Node::Value(value) = node {
                    text.push_str(between);
                    text.push_str(&self.value(*value));
                    between = ", ";
                }
            }
            text.push_str(if between == "[" { "[]" } else { "]" });
        }
    }

    fn attributes(&self, kind: OpKind, item: &Item, ty: Option<TypeId>, text: &mut String) {
        let names = kind.info().attributes;
        let parts: Vec<String> = item
            .fields
            .iter()
            .filter(|(name, node)| {
                names.contains(name) && !matches!(node, Node::Absent | Node::Bool(false))
            })
            .map(|(name, node)| match node {
                Node::Bool(true) => (*name).to_owned(),
                node => format!("{name} = {}", self.speller.node(node, ty)),
            })
            .collect();
        if !parts.is_empty() {
            let _ = write!(text, " {{{}}}", parts.join(", "));
        }
    }

    fn begin_region(&mut self, index: u32) -> Result<(), Stop> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        open.blocks = 0;
        let name = open.regions.get(index as usize).map_or("region", |region| region.name);
        Ok(output::print(format_args!("{}{name}", Indent(self.depth() - 1)))?)
    }

    fn begin_block(&mut self, types: impl Iterator<Item = TypeId>) -> Result<(), Stop> {
        let indent = Indent(self.depth() - 1);
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        open.blocks += 1;
        let block = open.blocks - 1;
        if block > 0 {
            output::print(format_args!("{indent}block{block}"))?;
        }
        let mut end = "";
        for ty in types {
            let number = self.define();
            self.scope.push(number);
            let start = if end.is_empty() { "(" } else { ", " };
            output::print(format_args!("{start}%{number}: {}", self.speller.ty(ty.0)))?;
            end = ")";
        }
        Ok(output::line(format_args!("{end}{}", if block > 0 { ":" } else { " {" }))?)
    }

    fn end_region(&mut self) -> Result<(), Stop> {
        let indent = Indent(self.depth() - 1);
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        self.scope.truncate(open.mark);
        match open.blocks {
            0 => output::line(format_args!(" {{}}"))?,
            _ => output::line(format_args!("{indent}}}"))?,
        }
        Ok(())
    }
}
