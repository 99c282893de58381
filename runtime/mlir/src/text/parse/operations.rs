//! Parses operations, regions and blocks.

use super::super::super::edit::Operation;
use super::super::super::generated::{
    AttributeId, OpNameId, PropertyBlobId, Release, UseListOrder, release_signatures,
};
use super::super::super::tables::OpName;
use super::super::losses::MODULE;
use super::names::Meaning;
use super::open::{Inherent, Inside, Open};
use super::parser::Parser;
use super::state::{Head, OpKind, ResultName, Suffix};
use super::types::here;
use crate::module::ir::{BlockId, Chain, NewOp, OpId, Value};
use bytespec_core::error::{BodyFault, Error, ErrorKind, Result, TextFault};
use bytespec_core::signatures::Trait;
use bytespec_core::text::wrong::{duplicate, miscounted, undeclared};
use bytespec_core::text::{Kind, misspelled};

impl<'t> Parser<'t, '_> {
    /// Parses the whole text.
    pub(super) fn top(&mut self) {
        let mut open: Vec<Open<'t>> = Vec::new();
        let scope = self.values.enter();
        loop {
            let start = self.scanner.offset();
            let step = match open.last() {
                None => self.top_step(&mut open, scope.region),
                Some(_) => self.inside_step(&mut open),
            };
            match step {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    // After an operation in another syntax, the parser cannot find the next one.
                    let is_other =
                        matches!(error.kind(), ErrorKind::Text(TextFault::Custom { .. }));
                    self.errors.push(here(error, start));
                    let enough = self.errors.len() >= self.options.max_errors.max(1);
                    if enough || is_other || !self.recover(start) {
                        return self.errors.truncate(self.options.max_errors.max(1));
                    }
                }
            }
        }
        self.leave(scope);
        self.check_uses();
        if self.errors.is_empty() {
            self.check_branches();
        }
        self.resolve_locations();
        if self.errors.is_empty() {
            if self.options.use_orders && self.module.version() >= UseListOrder::SINCE {
                self.order_uses();
            }
            if let Err(error) = self.spell_llvm().and_then(|()| self.wrap()) {
                self.errors.push(here(error, 0));
            }
        }
        self.errors.sort_by_key(bytespec_core::error::Error::offset);
        self.errors.truncate(self.options.max_errors.max(1));
    }

    /// Parses the next item at the top level. Returns whether there was one.
    fn top_step(&mut self, open: &mut Vec<Open<'t>>, region: u32) -> Result<bool> {
        match self.scanner.kind() {
            Kind::End => return Ok(false),
            Kind::Hash | Kind::Exclamation => self.alias()?,
            Kind::MetadataBegin => self.metadata()?,
            _ => {
                let root = self.module.root;
                self.operation(open, root, region)?;
            }
        }
        Ok(true)
    }

    fn alias(&mut self) -> Result<()> {
        let offset = self.scanner.offset();
        let name = self.scanner.spelling();
        let is_type = self.scanner.kind() == Kind::Exclamation;
        if name.contains('.') {
            return Err(misspelled(offset, name, "the name of an alias, which has no point in it"));
        }
        if self.aliases.get(name).is_some_and(|alias| alias.meaning != Meaning::Nothing) {
            return Err(duplicate(offset, "alias", name));
        }
        self.scanner.advance();
        self.scanner.expect(b'=')?;
        let start = self.scanner.offset();
        let meaning = match is_type {
            true => Meaning::Type(self.ty()?),
            false => Meaning::Attribute(self.attribute()?),
        };
        let text = &self.text()[start..self.scanner.end_before()];
        self.aliases.define(name, meaning, text);
        Ok(())
    }

    /// Parses the next item in a region.
    fn inside_step(&mut self, open: &mut Vec<Open<'t>>) -> Result<bool> {
        let Some(last) = open.last_mut() else { return Ok(false) };
        let Some(inside) = &mut last.inside else { return Ok(false) };
        let region = inside.scope.region;
        match self.scanner.kind() {
            Kind::Mark(b'}') => {
                let several = inside.chain.is_some_and(|(first, last)| first != last);
                let empty = inside.block.filter(|_| several);
                self.check_filled(empty);
                self.scanner.advance();
                let scope = inside.scope;
                last.regions.push(inside.chain);
                last.inside = None;
                self.leave(scope);
                if last.assembly.is_some() {
                    let Some(this) = open.pop() else { return Ok(false) };
                    return self.assemble(open, this).map(|_| true);
                }
                if self.scanner.eat(b',') {
                    self.scanner.expect(b'{')?;
                    last.inside = Some(self.begin_region());
                    return Ok(true);
                }
                let Some(last) = open.pop() else { return Ok(false) };
                let (results, region) = (last.head.results, last.head.region);
                let ended = self.scanner.expect(b')').and_then(|()| self.end(last));
                ended.inspect_err(|_| self.poison(results, region))?;
                self.result_names.truncate(results);
            }
            Kind::Caret => {
                self.check_filled(inside.block);
                let block = self.block(region)?;
                inside.chain = Some(self.module.ir.chain(inside.chain, block));
                inside.block = Some(block);
            }
            Kind::End => {
                self.errors.push(self.scanner.missing("`}` to end the region"));
                return Ok(false);
            }
            _ => {
                let block = match inside.block {
                    Some(block) => block,
                    None => {
                        let block = self.module.ir.make_block()?;
                        inside.chain = Some(self.module.ir.chain(inside.chain, block));
                        inside.block = Some(block);
                        block
                    }
                };
                self.operation(open, block, region)?;
            }
        }
        Ok(true)
    }

    /// Records the error for an empty block in a region with several blocks. The next item ends the block.
    fn check_filled(&mut self, block: Option<BlockId>) {
        let forest = self.module.ir.forest();
        if let Some(block) = block.filter(|block| forest.first_op(*block).is_none()) {
            let block = block.number();
            let kind = ErrorKind::Body(BodyFault::EmptyBlock { block });
            self.errors.push(Error::at(self.scanner.offset(), kind));
        }
    }

    /// Records errors of operations with successors.
    fn check_branches(&mut self) {
        let ir = &self.module.ir;
        let wrong = self.branches.iter().filter_map(|(op, offset)| {
            let fault = match ir.enters_region(*op) {
                true => BodyFault::EntrySuccessor,
                false => ir.forest().next_op(*op).map(|_| BodyFault::EarlyTerminator)?,
            };
            Some(Error::at(*offset, ErrorKind::Body(fault)))
        });
        self.errors.extend(wrong);
    }

    pub(super) fn begin_region(&mut self) -> Inside {
        Inside { scope: self.values.enter(), chain: None, block: None }
    }

    /// Parses the header of a block.
    fn block(&mut self, region: u32) -> Result<BlockId> {
        let offset = self.scanner.offset();
        let text = self.scanner.spelling();
        self.scanner.advance();
        let block = self.define_block(text, offset, region)?;
        let mut arguments = Vec::new();
        let mut names = Vec::new();
        if self.scanner.eat(b'(') {
            self.list(b')', |parser| {
                let offset = parser.scanner.offset();
                let name = parser.scanner.expect_kind(Kind::Percent, "an argument, as `%arg0`")?;
                parser.scanner.expect(b':')?;
                let ty = parser.ty()?;
                let location = match parser.trailing_location()? {
                    Some(location) => location,
                    None => parser.location_here(offset)?,
                };
                names.push((name, offset));
                arguments.push((ty, Some(location)));
                Ok(())
            })?;
        }
        self.scanner.expect(b':')?;
        if arguments.is_empty() {
            return Ok(block);
        }
        let first = self.module.ir.make_values(arguments.len() as u32)?;
        self.module.ir.set_arguments(block, first, arguments.into_iter());
        for (place, (name, offset)) in names.into_iter().enumerate() {
            let value = Value::at(first.number() + place as u32);
            self.define(name, offset, region, Some((value, 1)))?;
        }
        Ok(block)
    }

    /// Parses an operation, or its part before the regions.
    fn operation(&mut self, open: &mut Vec<Open<'t>>, block: BlockId, region: u32) -> Result<()> {
        let results = self.result_names.len();
        let known = self.repeated_operations(block, region, results);
        if known.inspect_err(|_| self.poison(results, region))? {
            return Ok(());
        }
        if self.scanner.kind() == Kind::Percent {
            self.results().inspect_err(|_| self.result_names.truncate(results))?;
        }
        let begin = self.begin(open, block, region, results);
        if !begin.inspect_err(|_| self.poison(results, region))? {
            self.result_names.truncate(results);
        }
        Ok(())
    }

    fn results(&mut self) -> Result<()> {
        loop {
            let offset = self.scanner.offset();
            let text = self.scanner.expect_kind(Kind::Percent, "a result, as `%0`")?;
            let mut count = 1;
            if self.scanner.eat(b':') {
                let offset = self.scanner.offset();
                let number = self.unsigned("the number of results")?;
                count = u32::try_from(number).unwrap_or(0);
                if count == 0 || count as usize > self.text().len() {
                    return Err(self.scanner.misfit(offset, "a number of results"));
                }
            }
            self.result_names.push(ResultName { text, offset, count });
            if self.scanner.eat(b',') {
                continue;
            }
            return self.scanner.expect(b'=');
        }
    }

    /// Parses an operation from its name on. Returns whether its regions come next.
    fn begin(
        &mut self,
        open: &mut Vec<Open<'t>>,
        block: BlockId,
        region: u32,
        results: usize,
    ) -> Result<bool> {
        if self.scanner.kind() == Kind::Word {
            let this = self.assembly(block, region, results)?;
            return self.assemble(open, this);
        }
        let (head, kind) = self.head(block, region, results)?;
        if let Some(suffix) = self.cached_suffix(&head) {
            return self.located(&head, &suffix, &[]).map(|()| false);
        }
        let start = self.scanner.offset();
        let inherent = match self.scanner.eat(b'<') {
            true => Some(self.inherent()?),
            false => None,
        };
        if self.scanner.eat(b'(') {
            self.scanner.expect(b'{')?;
            let inside = Some(self.begin_region());
            let (regions, assembly) = (Vec::new(), None);
            open.push(Open { head, kind, inherent, regions, inside, assembly });
            return Ok(true);
        }
        let suffix = self.suffix(&head, kind, inherent)?;
        self.cache_suffix(&head, start, &suffix);
        self.located(&head, &suffix, &[]).map(|()| false)
    }

    /// Parses an operation from its name to its successors.
    fn head(&mut self, block: BlockId, region: u32, results: usize) -> Result<(Head<'t>, OpKind)> {
        let offset = self.scanner.offset();
        let literal = self.scanner.spelling();
        if self.scanner.kind() != Kind::String {
            return Err(self.scanner.expected("the name of an operation in quotes"));
        }
        let kind = self.op_kind(literal)?;
        let place = self.lines.place(self.scanner.text().as_bytes(), offset);
        let op = self.add_op(block, kind.name, (None, None))?;
        self.scanner.expect(b'(')?;
        let start = self.module.ir.operand_count();
        self.list(b')', Self::operand_use)?;
        let operands = self.module.ir.operands_since(start);
        if self.scanner.eat(b'[') {
            if self.scanner.is(b']') {
                return Err(self.scanner.expected("a block, as `^bb0`"));
            }
            let mut successors = Vec::new();
            self.list(b']', |parser| {
                successors.push(parser.successor(region)?);
                Ok(())
            })?;
            self.module.ir.set_successors(op, successors.into_iter())?;
            self.branches.push((op, offset));
        }
        Ok((Head { op, literal, offset, place, results, operands, region }, kind))
    }

    /// Adds an operation at the end of a block. Its location is set when its end is parsed.
    pub(super) fn add_op(
        &mut self,
        block: BlockId,
        name: OpNameId,
        (attributes, properties): (Option<AttributeId>, Option<PropertyBlobId>),
    ) -> Result<OpId> {
        let new = NewOp { name, location: AttributeId(0), attributes, properties };
        let op = self.module.ir.make_op(new)?;
        self.module.ir.insert(op, block, None);
        Ok(op)
    }

    /// The description of operations with the name in the next token. Skips the token.
    fn op_kind(&mut self, literal: &'t str) -> Result<OpKind> {
        if let Some(kind) = self.op_kinds.get(literal) {
            self.scanner.advance();
            return Ok(*kind);
        }
        let offset = self.scanner.offset();
        let name = self.scanner.string()?;
        let Ok(name) = std::str::from_utf8(&name) else {
            return Err(Error::at(offset, ErrorKind::Utf8));
        };
        if name.is_empty() || name.contains('\0') {
            return Err(misspelled(offset, literal, "the name of an operation"));
        }
        self.named_kind(literal, name)
    }

    /// The description of operations with a name.
    pub(super) fn named_kind(&mut self, literal: &'t str, name: &str) -> Result<OpKind> {
        if let Some(kind) = self.op_kinds.get(literal) {
            return Ok(*kind);
        }
        self.record_version(name)?;
        let mut fields = self.module.layout_by_name(name);
        let mut registered = fields.is_some();
        if let Some(known) = &self.options.registered {
            registered = known.contains(name);
            fields = fields.filter(|_| registered);
        }
        // The first release has no layouts, so only the registry can limit the default values.
        let has_defaults = registered || self.options.registered.is_none();
        let given = self.options.defaults && has_defaults;
        let defaults = if given { self.defaults_of(name) } else { &[] };
        let name = self.module.add_op_name(name, registered)?;
        let kind = OpKind { name, fields, defaults };
        self.op_kinds.insert(literal, kind);
        Ok(kind)
    }

    /// Parses the part after the regions.
    fn end(&mut self, open: Open<'t>) -> Result<()> {
        let Open { head, kind, inherent, regions, .. } = open;
        self.module.ir.adopt_regions(head.op, &regions)?;
        if self.release == Release::R16 {
            // This release states isolation by the kind of the operation. Later releases compute it from the operands.
            let isolated = is_isolated(&self.module.name(head.op));
            self.module.ir.set_isolated(head.op, Some(isolated));
        }
        let suffix = self.suffix(&head, kind, inherent)?;
        self.located(&head, &suffix, &regions)
    }

    /// Parses attributes and types.
    fn suffix(
        &mut self,
        head: &Head<'t>,
        kind: OpKind,
        inherent: Option<Inherent>,
    ) -> Result<Suffix> {
        let mut entries = Vec::new();
        if self.scanner.is(b'{') {
            self.entries(&mut entries)?;
        }
        self.scanner.expect(b':')?;
        let (mut inputs, mut results) = (Vec::new(), Vec::new());
        let signature = self.scanner.offset();
        self.signature(&mut inputs, &mut results)?;
        let places = head.operands.places();
        if places.len() != inputs.len() {
            let (expected, found) = (places.len() as u64, inputs.len() as u64);
            return Err(miscounted(signature, "types of operands", expected, found));
        }
        let first_place = places.start;
        for (place, ty) in places.zip(&inputs) {
            self.check_operand(place, *ty, first_place)
                .map_err(|error| here_of(error, signature))?;
        }
        self.check_results(head, results.len())?;
        let given = self.give_attributes(head.op, kind, inherent, entries, head.offset);
        let (properties, attributes) = given.map_err(|error| here(error, head.offset))?;
        let types = &mut self.suffixes.types;
        let start = types.len();
        types.append(&mut inputs);
        let middle = types.len();
        types.append(&mut results);
        let (inputs, results) = (start..middle, middle..types.len());
        Ok(Suffix { name: kind.name, properties, attributes, inputs, results })
    }

    /// Parses a location and completes an operation.
    pub(super) fn located(
        &mut self,
        head: &Head<'t>,
        suffix: &Suffix,
        regions: &[Option<Chain>],
    ) -> Result<()> {
        let location = self.trailing_location()?;
        self.finish(head, suffix, regions, location)
    }

    /// Completes an operation.
    pub(super) fn finish(
        &mut self,
        head: &Head<'t>,
        suffix: &Suffix,
        regions: &[Option<Chain>],
        location: Option<AttributeId>,
    ) -> Result<()> {
        let Suffix { properties, attributes, ref results, .. } = *suffix;
        let op = head.op;
        self.module.ir.take_operands(op, head.operands);
        self.count_made(op, regions);
        self.module.ir.set_properties(op, properties);
        self.module.ir.set_attributes(op, attributes);
        self.suffixes.located = location.is_some();
        let location = match location {
            Some(location) if !self.options.text_locations => location,
            _ => self.point(head.place.0, head.place.1)?,
        };
        self.module.ir.op_mut(op).location = location;
        if results.is_empty() {
            return Ok(());
        }
        let first = self.module.ir.make_values(results.len() as u32)?;
        self.module.ir.set_results(op, first, self.suffixes.types[results.clone()].iter().copied());
        let mut next = first.number();
        for place in head.results..self.result_names.len() {
            let name = self.result_names[place];
            let value = Value::at(next);
            next += name.count;
            self.define(name.text, name.offset, head.region, Some((value, name.count)))?;
        }
        Ok(())
    }

    /// Checks the result names of an operation, from `results` on, against the number of its results. The error is the number
    /// of results that the names are for.
    pub(super) fn named_results(&self, results: usize, found: usize) -> Result<(), usize> {
        let names = &self.result_names[results..];
        if names.is_empty() {
            return Ok(());
        }
        match names.iter().map(|name| name.count as usize).sum::<usize>() {
            named if named != found => Err(named),
            _ => Ok(()),
        }
    }

    pub(super) fn check_results(&self, head: &Head<'_>, found: usize) -> Result<()> {
        let Err(named) = self.named_results(head.results, found) else { return Ok(()) };
        let offset = self.result_names.get(head.results).map_or(head.offset, |name| name.offset);
        Err(miscounted(offset, "names of results", found as u64, named as u64))
    }

    /// Records the creation of an operation. It comes before that of the operations around it.
    fn count_made(&mut self, op: OpId, regions: &[Option<Chain>]) {
        let made = &mut self.made;
        if made.order.len() <= op.index() {
            made.order.resize(op.index() + 1, 0);
        }
        made.order[op.index()] = made.next;
        made.next += 1;
        if regions.iter().any(Option::is_some) && !self.module.ir.operands(op).is_empty() {
            self.made.around.push(op.number());
        }
    }

    /// Defines the results of a wrong operation, so that their uses are not reported, too.
    pub(super) fn poison(&mut self, results: usize, region: u32) {
        for name in self.result_names.split_off(results) {
            // Their faults are not reported again.
            let _: Result<()> = self.define(name.text, name.offset, region, None);
        }
    }

    /// Replaces locations that were used before their definition.
    pub(super) fn resolve_locations(&mut self) {
        let mut errors = Vec::new();
        let mut early = false;
        for (alias, used) in self.aliases.used_early() {
            early = true;
            errors.push(match alias.meaning {
                Meaning::Attribute(id) if self.is_location(id) => continue,
                Meaning::Nothing => undeclared(used, "alias", alias.name),
                _ => misspelled(used, alias.name, "a location"),
            });
        }
        self.errors.append(&mut errors);
        if early && self.errors.is_empty() {
            let aliases = &self.aliases;
            self.module.ir.map_locations(|id| aliases.resolved(id));
        }
    }

    /// Puts the top-level operations into a module, unless there is one.
    fn wrap(&mut self) -> Result<()> {
        let root = self.module.root;
        let tops: Vec<OpId> = self.module.ir.forest().ops(root).collect();
        if let [top] = &tops[..]
            && self.module.name(*top).full() == MODULE
        {
            return Ok(());
        }
        let location = self.point(0, 0)?;
        self.record_version(MODULE)?;
        let operation = Operation { regions: 1, ..Operation::default() };
        let module = self.module.make(MODULE, location, operation)?;
        if self.release == Release::R16 {
            self.module.ir.set_isolated(module, Some(true));
        }
        let block = self.module.ir.append_block(self.module.ir.region(module, 0))?;
        for op in tops {
            self.module.ir.remove(op);
            self.module.ir.insert(op, block, None);
        }
        self.module.ir.insert(module, root, None);
        Ok(())
    }
}

fn here_of(error: bytespec_core::error::Error, offset: usize) -> bytespec_core::error::Error {
    bytespec_core::error::Error::at(offset, error.kind().clone())
}

/// Whether the definition of an operation makes it isolated from above, in the first release for which this is known.
fn is_isolated(name: &OpName<'_>) -> bool {
    let names = (std::str::from_utf8(name.dialect), std::str::from_utf8(name.name));
    let (Ok(dialect), Ok(operation)) = names else { return false };
    let first = release_signatures(dialect, operation).first();
    first.is_some_and(|range| range.value.traits.contains(&Trait::Isolated))
}
