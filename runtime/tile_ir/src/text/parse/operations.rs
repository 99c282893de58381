//! Parses operations, and those in their regions, without recursion.

use super::super::super::generated::{
    DebugId, Feature, Global, Op, OpKind, SECTION_OPERATIONS, SymbolVisibility, TypeId,
};
use super::super::parts::{Assemble, Given, Parts, Take};
use super::super::types::numbers;
use super::head::Head;
use super::parser::{DIALECT, Located, Parser, missing_item};
use super::state::{Block, Open, State, Target};
use crate::MAX_REGION_DEPTH;
use crate::module::body::Body;
use bytespec_core::dimension::DYNAMIC;
use bytespec_core::error::{Error, ErrorKind, Misplacement, Result, TextFault};
use bytespec_core::operation_text::{Part, Piece};
use bytespec_core::reflect::{Arity, OpInfo};
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::{breaks, duplicate, miscounted, undeclared};
use bytespec_core::values::{RegionId, Typed, Value};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The implied operation at the end of a function.
const END_OF_FUNCTION: &str = "return";

/// The group of operations that are preview content.
const PREVIEW: &str = "preview";

/// The kinds of operations, by the first word of their text.
fn kinds() -> &'static HashMap<&'static str, OpKind> {
    static KINDS: OnceLock<HashMap<&'static str, OpKind>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let all = OpKind::ALL.iter().filter(|kind| !kind.info().text.is_empty());
        all.map(|kind| (word_of(kind.info()), *kind)).collect()
    })
}

/// The first word in the text of an operation.
fn word_of(info: &OpInfo) -> &'static str {
    let Some(Piece::Literal(text)) = info.text.first() else { return "" };
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')));
    &text[..end.unwrap_or(text.len())]
}

impl<'t> Parser<'t> {
    /// Parses a function or a global.
    pub(super) fn top(&mut self, target: Target, name: &str) -> Result<()> {
        let info = SECTION_OPERATIONS.iter().find(|info| info.name == name);
        let info = info.ok_or_else(|| self.scanner.expected("an operation with text"))?;
        self.body = Body::default();
        self.scope.clear();
        let start = self.scanner.offset();
        self.scanner.advance();
        self.begin(start, target, info, Vec::new())?;
        self.run()
    }

    /// Parses until everything open is complete.
    pub(super) fn run(&mut self) -> Result<()> {
        while let Some(open) = self.open.last() {
            let in_block = open.regions.iter().flatten().count() > 0 && self.is_inside();
            let (start, depth) = (self.scanner.offset(), self.open.len());
            let step = if in_block { self.in_block() } else { self.step() };
            let Err(error) = step else { continue };
            // A fault in a block ends the operation. Parsing continues in the block.
            let start = match self.open.get(depth - 1) {
                Some(open) if !in_block => open.start,
                _ => start,
            };
            // An operation with a fault at its end is already removed.
            if self.open.len() > depth || !in_block && self.open.len() == depth {
                self.abandon();
            }
            if self.open.is_empty() || self.errors.len() + 1 >= self.options.max_errors {
                return Err(error);
            }
            self.report(error);
            if !self.recover(start) {
                self.open.clear();
                self.blocks.clear();
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether operations of a block come next, instead of pieces of the operation around it.
    fn is_inside(&self) -> bool {
        self.blocks.len() == self.open.len()
    }

    /// Abandons the innermost operation: its results have names, but no values.
    fn abandon(&mut self) {
        if let Some(open) = self.open.pop() {
            self.define_wrong(&open.names);
        }
    }

    /// Defines names without values, because their operation is wrong.
    fn define_wrong(&mut self, names: &[(&'t str, usize)]) {
        names.iter().for_each(|(name, _)| self.scope.define(name, None));
    }

    /// Parses the next operation of a block, or its end.
    fn in_block(&mut self) -> Result<()> {
        if self.scanner.eat(b'}') {
            return self.end_block();
        }
        let mut names: Vec<(&'t str, usize)> = Vec::new();
        let start = self.scanner.offset();
        while self.is_value() {
            let (name, at) = (self.scanner.spelling(), self.scanner.offset());
            self.scanner.advance();
            let count = match self.scanner.eat(b':') {
                true => self.scanner.number::<u32>()? as usize,
                false => 1,
            };
            self.results_left = self.results_left.checked_sub(count).ok_or_else(|| {
                let (limit, max) = ("results", self.results_left as u64);
                Error::at(at, ErrorKind::Limit { limit, found: count as u64, max })
            })?;
            if self.scope.has(name) || names.iter().any(|(other, _)| *other == name) {
                return Err(duplicate(at, "value", name));
            }
            names.push((name, count));
            if !self.scanner.eat(b',') {
                self.scanner.expect(b'=')?;
            }
        }
        let spelling = self.scanner.expect_kind(Kind::Word, "an operation")?;
        let word = spelling.strip_prefix(DIALECT).unwrap_or(spelling);
        let Some(kind) = kinds().get(word).copied() else {
            self.define_wrong(&names);
            let at = self.scanner.end_before() - spelling.len();
            return Err(undeclared(at, "operation", word));
        };
        if self.open.len() > MAX_REGION_DEPTH {
            let (limit, max) = ("nested regions", MAX_REGION_DEPTH as u64);
            return Err(Error::at(start, ErrorKind::Limit { limit, found: max + 1, max }));
        }
        if kind.info().group == PREVIEW {
            self.module.features = self.module.features.with(Feature::Preview);
        }
        self.begin(start, Target::Op(kind), kind.info(), names)
    }

    fn begin(
        &mut self,
        start: usize,
        target: Target,
        info: &'static OpInfo,
        names: Vec<(&'t str, usize)>,
    ) -> Result<()> {
        let mut state = State::new(info);
        let count: usize = names.iter().map(|(_, count)| *count).sum();
        let many = info.results.iter().filter(|result| result.arity == Arity::Variadic).count();
        let fixed = info.results.len() - many;
        if count > 0
            && (count < fixed
                || many == 0 && count > fixed
                || names.iter().any(|(_, count)| *count == 0))
        {
            return Err(miscounted(start, "names of results", fixed as u64, count as u64));
        }
        state.count = (count > 0).then_some(count - fixed.min(count));
        self.open.push(Open {
            start,
            target,
            names,
            state,
            left: Vec::new(),
            regions: vec![None; info.regions.len()],
            head: None,
        });
        // The first word of the literal is read, the rest of it is not.
        if let (Some((Piece::Literal(text), rest)), Some(open)) =
            (info.text.split_first(), self.open.last_mut())
        {
            open.left.push(rest.iter());
            let rest = &text[word_of(info).len()..];
            if !rest.trim().is_empty() {
                self.scanner.literal(rest, false)?;
            }
        }
        Ok(())
    }

    /// Parses the next piece of the innermost operation.
    fn step(&mut self) -> Result<()> {
        let Some(mut open) = self.open.pop() else { return Ok(()) };
        let step = self.step_of(&mut open);
        match step {
            Ok(true) => self.finish(open),
            step => {
                self.open.push(open);
                step.map(drop)
            }
        }
    }

    /// Parses a piece. Returns whether all pieces are parsed.
    fn step_of(&mut self, open: &mut Open<'t>) -> Result<bool> {
        loop {
            let Some(left) = open.left.last_mut() else { return Ok(true) };
            let Some(piece) = left.next() else {
                open.left.pop();
                continue;
            };
            match piece {
                Piece::Value(Part::Region(index), _) => {
                    self.begin_region(open, usize::from(*index))?;
                    return Ok(false);
                }
                Piece::If(any, inner) if has_region(inner) => {
                    // The first token of the group decides.
                    let there = match inner.first() {
                        Some(Piece::Literal(text)) => self.scanner.at_literal(text, false),
                        _ => open.state.decided(any).unwrap_or(true),
                    };
                    if there {
                        open.state.put_in(any);
                        open.left.push(inner.iter());
                    } else {
                        open.state.leave_out(any, inner);
                    }
                }
                piece => self.piece(&mut open.state, piece)?,
            }
        }
    }

    fn begin_region(&mut self, open: &mut Open<'t>, index: usize) -> Result<()> {
        self.scanner.expect(b'{')?;
        let mark = self.scope.mark();
        let info = open.state.info.regions.get(index);
        let block = match open.target {
            Target::Op(_) => {
                let region = self.body.add_region();
                open.regions[index] = Some(region);
                self.body.add_block(region, &[])?
            }
            _ => {
                open.regions[index] = Some(RegionId::at(0));
                Body::ENTRY
            }
        };
        let arguments = open.state.arguments.get_mut(index).map(std::mem::take).unwrap_or_default();
        if block == Body::ENTRY {
            let types: Vec<TypeId> = arguments.iter().map(|(_, ty, _)| *ty).collect();
            self.body = Body::new(&types);
        }
        for (position, (name, ty, at)) in arguments.into_iter().enumerate() {
            if self.scope.has(name) {
                return Err(duplicate(at, "value", name));
            }
            let value = match block {
                Body::ENTRY => self.body.params()[position].value,
                block => self.body.add_argument(block, ty)?,
            };
            self.scope.define(name, Some([value].into()));
        }
        let implied = match open.target {
            Target::Function if open.head.is_none() => END_OF_FUNCTION,
            _ => info.map_or("", |info| info.implied),
        };
        self.blocks.push(Block { id: block, implied, mark });
        Ok(())
    }

    fn end_block(&mut self) -> Result<()> {
        let Some(block) = self.blocks.pop() else { return Ok(()) };
        self.scope.leave(block.mark);
        let last = self.body.forest().last_op(block.id);
        let ends = match last {
            Some(last) => self.body.op(last)?.kind().info().terminator,
            None => false,
        };
        let implied = OpKind::ALL.iter().find(|kind| kind.info().name == block.implied);
        if let (false, Some(kind)) = (ends, implied) {
            let mut parts = Parts {
                operands: vec![Vec::new(); kind.info().operands.len()],
                ..Parts::default()
            };
            let op = Op::assemble(*kind, &mut parts)?;
            self.body.push(block.id, op)?;
        }
        Ok(())
    }

    /// Adds what was parsed to its place.
    fn finish(&mut self, mut open: Open<'t>) -> Result<()> {
        self.finish_content(&mut open).inspect_err(|_| self.define_wrong(&open.names))
    }

    fn finish_content(&mut self, open: &mut Open<'t>) -> Result<()> {
        if self.scanner.is(b'{') && !matches!(open.target, Target::Global) {
            self.flags(&mut open.state)?;
        }
        let location = self.optional_location()?;
        match open.target {
            Target::Op(kind) => self.finish_op(kind, open, location),
            Target::Function => self.finish_function(open, location),
            Target::Global => self.finish_global(open),
        }
    }

    fn finish_op(
        &mut self,
        kind: OpKind,
        open: &mut Open<'t>,
        location: Option<DebugId>,
    ) -> Result<()> {
        let (start, info) = (open.start, open.state.info);
        let results = self.results(open)?;
        self.check_mixed(open, &results)?;
        let mut regions = Vec::new();
        for region in &open.regions {
            regions.push(match region {
                Some(region) => *region,
                None => self.body.add_region(),
            });
        }
        let state = &mut open.state;
        state.fill_in();
        let undefined = |ty: &TypeId| Typed { value: Value::new(Value::MAX_INDEX), ty: *ty };
        let mut parts = Parts {
            results: results.iter().map(|types| types.iter().map(undefined).collect()).collect(),
            attributes: std::mem::take(&mut state.attributes),
            operands: state
                .operands
                .iter_mut()
                .map(|group| group.take().unwrap_or_default())
                .collect(),
            regions,
            ..Parts::default()
        };
        let op = Op::assemble(kind, &mut parts).map_err(|error| error.or_at(start))?;
        let Some(block) = self.blocks.last().map(|block| block.id) else {
            let (operation, why) = (word_of(info).to_owned(), Misplacement::OutsideBlocks);
            return Err(Error::at(start, ErrorKind::Misplaced { operation, why }));
        };
        let id = self.body.push(block, op)?;
        let values: Vec<Value> = self.body.results(id).collect();
        let total: usize = open.names.iter().map(|(_, count)| *count).sum();
        if total > 0 && total != values.len() {
            return Err(miscounted(start, "names of results", values.len() as u64, total as u64));
        }
        let mut values = &values[..];
        for (name, count) in &open.names {
            let (named, rest) = values.split_at((*count).min(values.len()));
            self.scope.define(name, Some(named.into()));
            values = rest;
        }
        if let Some(location) = location {
            let function = self.module.functions.len();
            self.located.push((Located::Op(function, id), location));
        }
        Ok(())
    }

    /// The types of all results: those in the text, and those that follow from others.
    fn results(&mut self, open: &mut Open<'t>) -> Result<Vec<Vec<TypeId>>> {
        let info = open.state.info;
        let mut found: Vec<Option<Vec<TypeId>>> = open.state.results.clone();
        let same = |name: &str| info.same_type.contains(&name);
        for (index, port) in info.results.iter().enumerate() {
            if found[index].is_some() {
                continue;
            }
            let mut types = None;
            if same(port.name) {
                for (group, operand) in open.state.operands.iter().zip(info.operands) {
                    if let (Some(values), true) = (group, same(operand.name)) {
                        let of: Result<Vec<TypeId>> =
                            values.iter().map(|value| self.body.type_of(*value)).collect();
                        types = types.or(Some(of?));
                    }
                }
                let mut others = open.state.results.iter().zip(info.results);
                let other =
                    others.find_map(|(types, other)| types.clone().filter(|_| same(other.name)));
                types = types.or(other);
            }
            if port.arity != Arity::Variadic {
                types = types.map(|types| types.into_iter().take(1).collect());
                if types.is_none() {
                    types = self.named_type(port.constraint).map(|ty| vec![ty]);
                }
                if types.is_none() {
                    return Err(missing_item(open.start, format!("the type of `{}`", port.name)));
                }
            }
            found[index] = types;
        }
        let found: Vec<Vec<TypeId>> = found.into_iter().map(Option::unwrap_or_default).collect();
        self.check_same(open, &found)?;
        Ok(found)
    }

    /// Checks that values that must have the same type have it.
    fn check_same(&self, open: &Open<'t>, results: &[Vec<TypeId>]) -> Result<()> {
        let info = open.state.info;
        let mut all: Vec<(&'static str, Vec<TypeId>)> = Vec::new();
        for name in info.same_type {
            if let Some(at) = info.results.iter().position(|port| port.name == *name) {
                all.push((name, results[at].clone()));
            } else if let Some(at) = info.operands.iter().position(|port| port.name == *name)
                && let Some(values) = &open.state.operands[at]
            {
                let types: Result<Vec<TypeId>> =
                    values.iter().map(|value| self.body.type_of(*value)).collect();
                all.push((name, types?));
            }
        }
        let Some(((first, types), others)) = all.split_first() else { return Ok(()) };
        if let Some((name, other)) = others.iter().find(|(_, other)| other != types) {
            let text =
                |types: &[TypeId]| types.first().map(|ty| self.type_text(*ty)).unwrap_or_default();
            let found = vec![(*name, text(other)), (*first, text(types))];
            return Err(Error::at(open.start, ErrorKind::Constraint { found, allowed: None }));
        }
        Ok(())
    }

    /// Checks that numbers next to the type of a result match the type.
    fn check_mixed(&self, open: &Open<'t>, results: &[Vec<TypeId>]) -> Result<()> {
        for (result, field, stated, at) in &open.state.mixed {
            let Some(ty) = results.get(usize::from(*result)).and_then(|types| types.first()) else {
                continue;
            };
            let numbers = numbers(self.module.type_at(*ty)?, field);
            let same = numbers.len() == stated.len()
                && numbers
                    .iter()
                    .zip(stated)
                    .all(|(number, stated)| stated.unwrap_or(DYNAMIC) == *number);
            if !same {
                return Err(breaks(*at, TextFault::ResultMismatch { name: field.to_string() }));
            }
        }
        Ok(())
    }

    fn finish_function(&mut self, open: &mut Open<'t>, location: Option<DebugId>) -> Result<()> {
        let head = match open.head.take() {
            Some(head) => *head,
            None => head_of_entry(open)?,
        };
        let body = std::mem::take(&mut self.body);
        let argument_attributes = std::mem::take(&mut open.state.argument_attributes);
        let function = head.function(&mut self.module, body, argument_attributes);
        self.add_function(function, location, open.start)
    }

    fn finish_global(&mut self, open: &mut Open<'t>) -> Result<()> {
        let start = open.start;
        let Some(ty) = open.state.elements_type else {
            return Err(missing_item(start, "what the global holds"));
        };
        let mut global = Global {
            name: self.module.string(""),
            r#type: ty,
            value: self.module.constant([]),
            alignment: 0,
            symbol_visibility: SymbolVisibility::Public,
            constant: false,
        };
        for (given, attribute) in open.state.attributes.drain(..).zip(open.state.info.attributes) {
            let Some(given) = given else { continue };
            let at = |error: Error| error.or_at(start);
            match *attribute {
                "sym_name" => global.name = Take::take(given).map_err(at)?,
                "value" => global.value = Take::take(given).map_err(at)?,
                "alignment" => global.alignment = Take::take(given).map_err(at)?,
                "symbol_visibility" => global.symbol_visibility = Take::take(given).map_err(at)?,
                "constant" => global.constant = Take::take(given).map_err(at)?,
                _ => {}
            }
        }
        self.module.globals.push(global);
        Ok(())
    }
}

/// The part before the operations of an entry, which has a template.
fn head_of_entry(open: &mut Open<'_>) -> Result<Head> {
    let (mut name, mut hints) = (None, None);
    for (given, attribute) in open.state.attributes.drain(..).zip(open.state.info.attributes) {
        match (*attribute, given) {
            ("sym_name", Some(Given::String(given))) => name = Some(given),
            ("optimization_hints", Some(Given::Named(entries))) => hints = Some(entries),
            _ => {}
        }
    }
    let name = name.ok_or_else(|| missing_item(open.start, "the name of the function"))?;
    let (private, external) = (false, false);
    let (const_params, results) = (None, Vec::new());
    Ok(Head { name, kernel: true, private, external, const_params, results, hints })
}

/// Whether pieces contain a region.
fn has_region(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Value(Part::Region(_), _) => true,
        Piece::If(_, inner) | Piece::AnyOrder(inner) => has_region(inner),
        _ => false,
    })
}
