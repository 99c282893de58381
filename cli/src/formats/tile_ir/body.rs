//! Lists a function's operations.

use super::attributes::Speller;
use super::locations;
use super::tree::{Item, Node};
use crate::formats::listing::{Listing, group, list};
use crate::formats::stop::Stop;
use bytespec::reflect::Arity;
use bytespec::tile_ir::{BodyReader, DebugId, DebugLists, Event, OpKind, TypeId, view};
use bytespec::values::Value;
use std::fmt::Write;

/// Lists the body of a function. Values are numbered in the order in which they appear.
pub(super) struct BodyLister<'s, 'f, 'a, 'd, L> {
    /// The printer of types and attributes.
    speller: &'s Speller<'f, 'a>,
    /// The remaining locations and the debug section, if locations are listed.
    locations: Option<(DebugLists<'d>, L)>,
    /// The number of each visible value in the listing, by its number in the file.
    scope: Vec<u32>,
    /// The next number.
    next: u32,
    listing: Listing,
    open: Vec<Open>,
}

/// An operation with open regions.
struct Open {
    results: Vec<u32>,
    /// Length of the scope before each region.
    mark: usize,
    /// Number of blocks of the current region that were listed.
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
            listing: Listing::default(),
            open: Vec::new(),
        }
    }

    /// The text of the next location, which follows an operation; empty if locations are not listed.
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

    /// Lists a function: `function`, which describes it, and its operations.
    pub(super) fn list(&mut self, function: String, body: &BodyReader<'_>) -> Result<(), Stop> {
        let allowance = &self.speller.allowance;
        self.listing.begin(function, (1, Vec::new()), allowance)?;
        self.listing.region(allowance)?;
        for event in body.events() {
            match event? {
                Event::Op(op) => self.op(&op)?,
                Event::BeginRegion(_) => {
                    if let Some(open) = self.open.last_mut() {
                        open.blocks = 0;
                    }
                    self.listing.region(allowance)?;
                }
                Event::BeginBlock(arguments) => {
                    self.block(arguments.iter().map(|argument| argument.ty))?;
                }
                Event::EndRegion => {
                    if let Some(open) = self.open.last() {
                        self.scope.truncate(open.mark);
                    }
                }
                Event::EndOp => {
                    let results = self.open.pop().map(|open| open.results).unwrap_or_default();
                    self.scope.extend(results);
                    self.listing.end(allowance)?;
                }
                _ => {}
            }
        }
        self.listing.end(allowance)
    }

    fn define(&mut self) -> u32 {
        let number = self.next;
        self.next += 1;
        number
    }

    fn value(&self, out: &mut String, node: &Node) {
        let Node::Value(value) = node else { return };
        let _ = match self.scope.get(Value::index(*value) as usize) {
            Some(number) => write!(out, "%{number}"),
            None => write!(out, "<bad value {}>", value.index()),
        };
    }

    fn op(&mut self, op: &view::Op<'_>) -> Result<(), Stop> {
        let info = op.kind().info();
        let item = Item::of(op);
        let types = item.results();
        let results: Vec<u32> = types.iter().map(|_| self.define()).collect();
        let mut text = String::new();
        list(&mut text, &results, |out, number| {
            let _ = write!(out, "%{number}");
        });
        text.push_str(if results.is_empty() { "" } else { " = " });
        text.push_str(item.name);
        self.operands(op.kind(), &item, &mut text);
        self.attributes(op.kind(), &item, types.first().copied().map(TypeId), &mut text);
        text.push_str(if types.is_empty() { "" } else { " : " });
        list(&mut text, &types, |out, ty| out.push_str(&self.speller.ty(*ty)));
        text.push_str(&self.location());
        let allowance = &self.speller.allowance;
        if info.regions.is_empty() {
            self.scope.extend(results);
            return self.listing.operation(&text, allowance);
        }
        self.open.push(Open { results, mark: self.scope.len(), blocks: 0 });
        let names = info.regions.iter().enumerate();
        let names = names.map(|(index, region)| (index..index + 1, region.name)).collect();
        self.listing.begin(text, (info.regions.len() as u64, names), allowance)
    }

    fn operands(&self, kind: OpKind, item: &Item, text: &mut String) {
        let given = kind.info().operands.iter().filter_map(|port| {
            let values = match item.field(port.name)? {
                Node::List(values) => values.as_slice(),
                value @ Node::Value(_) => std::slice::from_ref(value),
                _ => return None,
            };
            (!values.is_empty()).then_some((port, values))
        });
        let start = text.len();
        list(text, given, |out, (port, values)| {
            let many = port.arity == Arity::Variadic;
            group(out, (port.name, many), values, |out, node| self.value(out, node));
        });
        enclose(text, start, ["(", ")"]);
    }

    fn attributes(&self, kind: OpKind, item: &Item, ty: Option<TypeId>, text: &mut String) {
        let names = kind.info().attributes;
        let given = item.fields.iter().filter(|(name, node)| {
            names.contains(name) && !matches!(node, Node::Absent | Node::Bool(false))
        });
        let start = text.len();
        list(text, given, |out, (name, node)| match node {
            Node::Bool(true) => out.push_str(name),
            node => {
                let _ = write!(out, "{name} = {}", self.speller.node(node, ty));
            }
        });
        enclose(text, start, [" {", "}"]);
    }

    fn block(&mut self, types: impl Iterator<Item = TypeId>) -> Result<(), Stop> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let mut text = format!("^bb{}", open.blocks);
        open.blocks += 1;
        let first = open.blocks == 1;
        let mut types = types.peekable();
        if first && types.peek().is_none() {
            return Ok(());
        }
        if types.peek().is_some() {
            text.push('(');
            list(&mut text, types, |out, ty| {
                let number = self.define();
                self.scope.push(number);
                let _ = write!(out, "%{number}: {}", self.speller.ty(ty.0));
            });
            text.push(')');
        }
        text.push(':');
        self.listing.block(&text, &self.speller.allowance)
    }
}

/// Puts brackets around the text after `start`, if there is any.
fn enclose(text: &mut String, start: usize, [open, close]: [&str; 2]) {
    if text.len() > start {
        text.insert_str(start, open);
        text.push_str(close);
    }
}
