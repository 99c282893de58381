//! Assigns names to values.

use super::super::generated::{Op, ResultValue};
use super::super::module::{Function, Module};
use super::elements::Constant;
use super::groups::Groups;
use super::parts::{Given, ShowAttribute};
use crate::module::body::{BlockId, Body, Definition, OpId};
use bytespec_core::decimal::Kind;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::operation_text::{Part, Piece};
use bytespec_core::reflect::{Arity, OpInfo, RegionInfo};
use bytespec_core::values::Value;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::rc::Rc;

/// The index of a value that has a name of its own, which no group shares.
const ALONE: u32 = u32::MAX;

/// The names of the values of a function.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// By index of the value: the name, and the index in its group.
    of: Vec<Option<(Rc<str>, u32)>>,
    /// The sizes of groups of several values, by their first value.
    pub(super) groups: HashMap<Value, u32>,
    /// The names of results that an older version lacks and the text shows.
    pub(super) lacking: HashMap<OpId, Rc<str>>,
}

impl Names {
    /// Writes a use of a value.
    pub(super) fn write(&self, out: &mut String, value: Value) {
        match self.of.get(value.index() as usize) {
            Some(Some((name, ALONE))) => {
                let _ = write!(out, "%{name}");
            }
            Some(Some((name, position))) => {
                let _ = write!(out, "%{name}#{position}");
            }
            // A value that no block defines.
            _ => out.push_str("%<<unknown>>"),
        }
    }

    /// Writes the names that an operation declares for its results.
    pub(super) fn declare(&self, out: &mut String, op: OpId, results: &[&[ResultValue]]) {
        let mut between = "";
        for result in results.iter().flat_map(|group| group.iter()) {
            let Some(Some((name, position))) = self.of.get(result.value.index() as usize) else {
                continue;
            };
            if !matches!(*position, ALONE | 0) {
                continue;
            }
            let _ = write!(out, "{}%{name}", std::mem::replace(&mut between, ", "));
            if let Some(len) = self.groups.get(&result.value) {
                let _ = write!(out, ":{len}");
            }
        }
        if let Some(number) = self.lacking.get(&op) {
            let _ = write!(out, "{}%{number}", std::mem::replace(&mut between, ", "));
        }
        if !between.is_empty() {
            out.push_str(" = ");
        }
    }
}

/// The next numbers of names.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    values: u32,
    arguments: u32,
    conflicts: u32,
}

/// The work left, the next item last.
enum Work {
    Region(Vec<BlockId>, &'static RegionInfo, Counters),
    /// Makes the names after this many available again.
    Leave(usize),
}

/// Assigns names to the values of a function.
pub(super) struct Namer<'m> {
    module: &'m Module,
    body: &'m Body,
    names: Names,
    counters: Counters,
    used: HashSet<Rc<str>>,
    /// Names in use, in the order of their assignment.
    given: Vec<Rc<str>>,
    /// Names of assumptions before they were made unique.
    raw: HashMap<Value, Rc<str>>,
    /// The remaining size of names, in bytes.
    left: usize,
}

impl<'m> Namer<'m> {
    /// The names of a function's values, with a total size of at most `max` bytes.
    pub(super) fn names(
        module: &'m Module,
        function: &'m Function,
        region: &'static RegionInfo,
        max: usize,
    ) -> Result<Names> {
        let body = &function.body;
        let mut namer = Namer {
            module,
            body,
            names: Names { of: vec![None; body.value_count()], ..Names::default() },
            counters: Counters::default(),
            used: HashSet::new(),
            given: Vec::new(),
            raw: HashMap::new(),
            left: max,
        };
        let mut work = vec![Work::Region(vec![Body::ENTRY], region, Counters::default())];
        while let Some(next) = work.pop() {
            match next {
                Work::Leave(mark) => {
                    for name in namer.given.drain(mark..) {
                        namer.used.remove(&name);
                    }
                }
                Work::Region(blocks, region, counters) => {
                    work.push(Work::Leave(namer.given.len()));
                    namer.counters = counters;
                    let inner = namer.region(&blocks, region)?;
                    let counters = namer.counters;
                    let inner = inner.into_iter().rev();
                    work.extend(inner.map(|(blocks, info)| Work::Region(blocks, info, counters)));
                }
            }
        }
        Ok(namer.names)
    }

    /// Names the values directly in a region. Returns the regions inside of it.
    fn region(
        &mut self,
        blocks: &[BlockId],
        region: &'static RegionInfo,
    ) -> Result<Vec<(Vec<BlockId>, &'static RegionInfo)>> {
        let body = self.body;
        let mut inner = Vec::new();
        for &block in blocks {
            let arguments = body.arguments(block);
            for (index, argument) in arguments.iter().enumerate() {
                let name = self.argument(region.arguments, index, arguments.len());
                self.give(argument.value, name, ALONE)?;
            }
        }
        let mut groups = Groups::default();
        for &block in blocks {
            for id in body.ops(block) {
                let op = body.op(id)?;
                groups.fill(op);
                self.results(id, op, &groups)?;
                let infos = op.kind().info().regions;
                for (index, info) in (0..groups.regions.len()).zip(infos) {
                    inner.push((body.blocks(body.own_region(id, index)?).collect(), info));
                }
            }
        }
        Ok(inner)
    }

    fn argument(&mut self, names: &[&str], index: usize, len: usize) -> String {
        match names {
            ["reduce()"] => {
                let side = if index.is_multiple_of(2) { "lhs" } else { "rhs" };
                let number = if len > 2 { (index / 2).to_string() } else { String::new() };
                format!("reduce_{side}{number}")
            }
            names => {
                let name = names.get(index).or(names.last()).copied().unwrap_or("");
                match name.strip_suffix('*') {
                    Some(name) => format!("{name}{}", index + 1 - names.len()),
                    None if !name.is_empty() => name.to_owned(),
                    None => {
                        let number = self.counters.arguments;
                        self.counters.arguments += 1;
                        format!("arg{number}")
                    }
                }
            }
        }
    }

    fn results(&mut self, id: OpId, op: &Op, groups: &Groups<'_>) -> Result<()> {
        let info = op.kind().info();
        let values: Vec<(Value, &str)> = groups
            .results
            .iter()
            .zip(info.results)
            .flat_map(|(group, port)| {
                group.iter().enumerate().map(move |(index, result)| {
                    (result.value, if index == 0 { port.named } else { "" })
                })
            })
            .collect();
        let mut rest = &values[..];
        while let Some((&(first, named), others)) = rest.split_first() {
            let more = others.iter().take_while(|(_, named)| named.is_empty()).count();
            let name = match named {
                "" => {
                    let number = self.counters.values;
                    self.counters.values += 1;
                    Rc::from(number.to_string())
                }
                "constant()" => self.unique(self.constant(op, groups)?)?,
                "assume()" => {
                    let name: Rc<str> = self.assumption(groups)?.into();
                    self.raw.insert(first, name.clone());
                    self.unique((*name).to_owned())?
                }
                name => self.unique(name.to_owned())?,
            };
            self.put(first, name.clone(), if more > 0 { 0 } else { ALONE });
            if more > 0 {
                self.names.groups.insert(first, more as u32 + 1);
            }
            for (index, (value, _)) in others[..more].iter().enumerate() {
                self.put(*value, name.clone(), index as u32 + 1);
            }
            rest = &others[more..];
        }
        let lacking = groups.results.iter().zip(info.results);
        let mut lacking = lacking.filter(|(group, port)| {
            group.is_empty() && port.arity == Arity::One && shows(info.text, info, port.name)
        });
        if lacking.next().is_some() {
            let number = self.counters.values;
            self.counters.values += 1;
            self.names.lacking.insert(id, number.to_string().into());
        }
        Ok(())
    }

    fn put(&mut self, value: Value, name: Rc<str>, position: u32) {
        if let Some(place) = self.names.of.get_mut(value.index() as usize) {
            *place = Some((name, position));
        }
    }

    fn give(&mut self, value: Value, name: String, position: u32) -> Result<()> {
        let name = self.unique(name)?;
        self.put(value, name, position);
        Ok(())
    }

    /// A unique name.
    fn unique(&mut self, name: String) -> Result<Rc<str>> {
        let mut tried: Rc<str> = name.as_str().into();
        while self.used.contains(&tried) {
            tried = format!("{name}_{}", self.counters.conflicts).into();
            self.counters.conflicts += 1;
        }
        self.left = self.left.checked_sub(tried.len()).ok_or_else(|| {
            let max = self.left as u64;
            Error::new(ErrorKind::Limit { limit: "bytes of names", found: max + 1, max })
        })?;
        self.used.insert(tried.clone());
        self.given.push(tried.clone());
        Ok(tried)
    }

    /// The name of a constant, from its elements and their type.
    fn constant(&self, op: &Op, groups: &Groups<'_>) -> Result<String> {
        let result = groups.results.iter().find_map(|group| group.first());
        let infos = 0..op.kind().info().attributes.len();
        let constant = infos.into_iter().find_map(|index| match op.attribute(index) {
            Some(Given::Constant(constant)) => Some(constant),
            _ => None,
        });
        let (Some(result), Some(constant)) = (result, constant) else { return Ok("cst".into()) };
        let Some(constant) = Constant::of(self.module, result.ty, constant)? else {
            return Ok("cst".into());
        };
        let ty = self.module.type_at(constant.element)?.label();
        let value = constant.splat().and_then(|bits| match constant.number.kind {
            Kind::Float(format) if format.is_nan(u128::from(bits)) => Some("NaN".to_owned()),
            Kind::Float(format) => format.whole(u128::from(bits)).map(|whole| whole.to_string()),
            _ => {
                let mut text = String::new();
                constant.number.write(&mut text, &bits.to_le_bytes());
                Some(text)
            }
        });
        if let Some(value) = value.as_ref().filter(|_| constant.number.is_truth()) {
            return Ok(value.clone());
        }
        let value = value.map(|value| format!("_{value}")).unwrap_or_default();
        Ok(format!("cst{value}_{ty}"))
    }

    /// The name of an assumption, from the value that it is about.
    fn assumption(&self, groups: &Groups<'_>) -> Result<String> {
        let operand = groups.operands.iter().find_map(|group| group.first());
        let Some(&operand) = operand else { return Ok("assume".to_owned()) };
        let Some(Definition::Result(id, _)) = self.body.definition(operand) else {
            return Ok("assume".to_owned());
        };
        let op = self.body.op(id)?;
        let info = op.kind().info();
        if !info.names_results && info.results.iter().all(|result| result.named.is_empty()) {
            return Ok("assume".to_owned());
        }
        let mut found = Groups::default();
        found.fill(op);
        let named = found.results.iter().zip(info.results).find_map(|(group, port)| {
            let at = group.iter().position(|result| result.value == operand)?;
            Some(if at == 0 { port.named } else { "" })
        });
        let name = match named.unwrap_or_default() {
            "constant()" => self.constant(op, &found)?,
            "assume()" => {
                self.raw.get(&operand).map(|name| (**name).to_owned()).unwrap_or_default()
            }
            name => name.to_owned(),
        };
        // Names of assumptions about assumptions grow, so their total length has a limit.
        if name.len() > self.left {
            let max = self.left as u64;
            let found = name.len() as u64;
            return Err(Error::new(ErrorKind::Limit { limit: "bytes of names", found, max }));
        }
        Ok(format!("assume_{name}"))
    }
}

/// Whether the text of an operation contains the type of a result.
fn shows(pieces: &[Piece], info: &OpInfo, name: &str) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Type(Part::Result(index)) => {
            info.results.get(usize::from(*index)).is_some_and(|port| port.name == name)
        }
        Piece::If(_, inner) | Piece::AnyOrder(inner) => shows(inner, info, name),
        _ => false,
    })
}
