//! Operations, regions and blocks.

use super::super::super::edit::Operation;
use super::super::super::generated::{AttributeId, Release, UseListOrder, release_signatures};
use super::super::super::ir::{Block, Chain, NewOp, Op, Operands, Value};
use super::super::super::tables::OpName;
use super::attributes::Entry;
use super::names::Meaning;
use super::parser::{Parser, wrong};
use super::state::{OpKind, Scope};
use super::types::here;
use crate::error::Result;
use crate::signatures::Trait;
use crate::text::Kind;

/// The name of some results.
#[derive(Clone, Copy, Debug)]
struct ResultName<'t> {
    text: &'t str,
    offset: usize,
    count: u32,
}

/// An operation whose regions or types come.
pub(super) struct Open<'t> {
    op: Op,
    kind: OpKind,
    /// Where the name stands.
    offset: usize,
    /// The line and the column of the name.
    place: (u64, u64),
    results: Vec<ResultName<'t>>,
    operands: Operands,
    /// What stands in angle brackets.
    inherent: Option<Inherent>,
    /// The number of the region that it stands in.
    region: u32,
    regions: Vec<Option<Chain>>,
    inside: Option<Inside>,
}

/// What stands in angle brackets behind the operands.
pub(super) enum Inherent {
    Dictionary(Vec<Entry>),
    Attribute(AttributeId, usize),
    /// Bytes in a layout that no schema knows.
    Bytes(Vec<u8>),
}

/// The region that is being read.
struct Inside {
    scope: Scope,
    chain: Option<Chain>,
    block: Option<Block>,
}

impl<'t> Parser<'t, '_> {
    /// Reads all of the text.
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
                    self.errors.push(here(error, start));
                    if self.errors.len() >= self.options.max_errors.max(1) || !self.recover(start) {
                        return self.errors.truncate(self.options.max_errors.max(1));
                    }
                }
            }
        }
        self.leave(scope);
        self.check_uses();
        self.settle_locations();
        if self.errors.is_empty() {
            if self.options.use_orders && self.module.version() >= UseListOrder::SINCE {
                self.order_uses();
            }
            if let Err(error) = self.wrap() {
                self.errors.push(here(error, 0));
            }
        }
        self.errors.sort_by_key(crate::error::Error::offset);
        self.errors.truncate(self.options.max_errors.max(1));
    }

    /// Reads what comes next at the top; whether something did.
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
            return Err(wrong(offset, "the name of an alias has no point in it"));
        }
        if self.aliases.get(name).is_some_and(|alias| alias.meaning != Meaning::Nothing) {
            return Err(wrong(offset, format!("`{name}` is defined twice")));
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

    /// Reads what comes next in a region.
    fn inside_step(&mut self, open: &mut Vec<Open<'t>>) -> Result<bool> {
        let Some(last) = open.last_mut() else { return Ok(false) };
        let Some(inside) = &mut last.inside else { return Ok(false) };
        let region = inside.scope.region;
        match self.scanner.kind() {
            Kind::Mark(b'}') => {
                self.scanner.advance();
                let scope = inside.scope;
                last.regions.push(inside.chain);
                last.inside = None;
                self.leave(scope);
                if self.scanner.eat(b',') {
                    self.scanner.expect(b'{')?;
                    last.inside = Some(self.begin_region());
                    return Ok(true);
                }
                let Some(mut last) = open.pop() else { return Ok(false) };
                let ended = self.scanner.expect(b')').and_then(|()| self.end(&mut last));
                ended.inspect_err(|_| self.poison(&last))?;
            }
            Kind::Caret => {
                let block = self.block(region)?;
                inside.chain = Some(self.module.ir.chain(inside.chain, block));
                inside.block = Some(block);
            }
            Kind::End => {
                self.errors.push(self.scanner.expected("`}` to end the region"));
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

    fn begin_region(&mut self) -> Inside {
        Inside { scope: self.values.enter(), chain: None, block: None }
    }

    /// Reads the header of a block.
    fn block(&mut self, region: u32) -> Result<Block> {
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
            let value = Value(first.0 + place as u32);
            self.define(name, offset, region, Some((value, 1)))?;
        }
        Ok(block)
    }

    /// Reads an operation, or what stands in front of its regions.
    fn operation(&mut self, open: &mut Vec<Open<'t>>, block: Block, region: u32) -> Result<()> {
        let mut results = Vec::new();
        if self.scanner.kind() == Kind::Percent {
            self.results(&mut results)?;
        }
        let begun = self.begin(results, block, region);
        let mut begun = match begun {
            Ok(begun) => begun,
            Err((error, results)) => {
                self.poison_results(&results, region);
                return Err(error);
            }
        };
        if begun.inside.is_some() {
            open.push(begun);
            return Ok(());
        }
        self.end(&mut begun).inspect_err(|_| self.poison(&begun))
    }

    fn results(&mut self, results: &mut Vec<ResultName<'t>>) -> Result<()> {
        loop {
            let offset = self.scanner.offset();
            let text = self.scanner.expect_kind(Kind::Percent, "a result, as `%0`")?;
            let mut count = 1;
            if self.scanner.eat(b':') {
                let offset = self.scanner.offset();
                let number = self.unsigned("the number of results")?;
                count = u32::try_from(number).unwrap_or(0);
                if count == 0 || count as usize > self.text().len() {
                    return Err(wrong(offset, format!("there are no {number} results")));
                }
            }
            results.push(ResultName { text, offset, count });
            if self.scanner.eat(b',') {
                continue;
            }
            return self.scanner.expect(b'=');
        }
    }

    #[allow(clippy::type_complexity, reason = "what was read of it is still needed")]
    fn begin(
        &mut self,
        results: Vec<ResultName<'t>>,
        block: Block,
        region: u32,
    ) -> Result<Open<'t>, (crate::error::Error, Vec<ResultName<'t>>)> {
        match self.head(block, region) {
            Ok(open) => Ok(Open { results, ..open }),
            Err(error) => Err((error, results)),
        }
    }

    fn head(&mut self, block: Block, region: u32) -> Result<Open<'t>> {
        let offset = self.scanner.offset();
        let name = self.scanner.spelling();
        if self.scanner.kind() != Kind::String {
            return Err(self.scanner.expected("the name of an operation in quotes"));
        }
        let kind = self.op_kind(name)?;
        let place = self.lines.place(self.scanner.text().as_bytes(), offset);
        // Of no use until the end of the operation tells it.
        let location = AttributeId(0);
        let (attributes, properties) = (None, None);
        let new = NewOp { name: kind.name, location, attributes, properties };
        let op = self.module.ir.make_op(new)?;
        self.module.ir.insert(op, block, None);
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
        }
        let inherent = match self.scanner.eat(b'<') {
            true => Some(self.inherent()?),
            false => None,
        };
        let mut inside = None;
        if self.scanner.eat(b'(') {
            self.scanner.expect(b'{')?;
            inside = Some(self.begin_region());
        }
        Ok(Open {
            op,
            kind,
            offset,
            place,
            results: Vec::new(),
            operands,
            inherent,
            region,
            regions: Vec::new(),
            inside,
        })
    }

    /// What is known of operations with a name, which is the next token and is passed.
    fn op_kind(&mut self, literal: &'t str) -> Result<OpKind> {
        if let Some(kind) = self.op_kinds.get(literal) {
            self.scanner.advance();
            return Ok(*kind);
        }
        let offset = self.scanner.offset();
        let name = self.scanner.string()?;
        let Ok(name) = std::str::from_utf8(&name) else {
            return Err(wrong(offset, "the name of an operation is not UTF-8"));
        };
        if name.is_empty() || name.contains('\0') {
            return Err(wrong(
                offset,
                "the name of an operation is not empty, and has no zero byte",
            ));
        }
        self.record_version(name)?;
        let mut fields = self.module.layout_by_name(name);
        let mut registered = fields.is_some();
        if let Some(known) = &self.options.registered {
            registered = known.contains(name);
            fields = fields.filter(|_| registered);
        }
        let name = self.module.add_op_name(name, registered)?;
        let kind = OpKind { name, fields };
        self.op_kinds.insert(literal, kind);
        Ok(kind)
    }

    /// Reads what stands behind the regions.
    fn end(&mut self, open: &mut Open<'t>) -> Result<()> {
        let op = open.op;
        if !open.regions.is_empty() {
            self.module.ir.adopt_regions(op, &open.regions)?;
            if self.release == Release::R16 {
                // It says so of operations that are defined to be; later releases look.
                let isolated = is_isolated(&self.module.name(op));
                self.module.ir.set_isolated(op, Some(isolated));
            }
        }
        let mut entries = Vec::new();
        if self.scanner.is(b'{') {
            self.entries(&mut entries)?;
        }
        self.scanner.expect(b':')?;
        let (mut inputs, mut types) = (Vec::new(), Vec::new());
        let signature = self.scanner.offset();
        self.signature(&mut inputs, &mut types)?;
        let places = open.operands.places();
        if places.len() != inputs.len() {
            let message = format!("{} operands, and types for {}", places.len(), inputs.len());
            return Err(wrong(signature, message));
        }
        let first_place = places.start;
        for (place, ty) in places.zip(inputs) {
            self.check_operand(place, ty, first_place)
                .map_err(|error| here_of(error, signature))?;
        }
        self.module.ir.take_operands(op, open.operands);
        self.count_made(op, &open.regions);
        self.check_results(open, types.len())?;
        let location = match self.trailing_location()? {
            Some(location) => location,
            None => self.point(open.place.0, open.place.1)?,
        };
        self.module.ir.op_mut(op).location = location;
        self.give_attributes(op, open.kind, open.inherent.take(), entries)
            .map_err(|error| here(error, open.offset))?;
        if types.is_empty() {
            return Ok(());
        }
        let first = self.module.ir.make_values(types.len() as u32)?;
        self.module.ir.set_results(op, first, types.iter().copied());
        let mut next = first.0;
        for name in std::mem::take(&mut open.results) {
            let value = Value(next);
            next += name.count;
            self.define(name.text, name.offset, open.region, Some((value, name.count)))?;
        }
        Ok(())
    }

    fn check_results(&self, open: &Open<'t>, found: usize) -> Result<()> {
        let Some(first) = open.results.first() else { return Ok(()) };
        let named = open.results.iter().map(|name| name.count as usize).sum::<usize>();
        if found == 0 {
            return Err(wrong(first.offset, "the operation has no results to name"));
        }
        if named != found {
            let message = format!("the operation has {found} results, and names for {named}");
            return Err(wrong(first.offset, message));
        }
        Ok(())
    }

    /// Counts an operation, which is made before those that are around it.
    fn count_made(&mut self, op: Op, regions: &[Option<Chain>]) {
        let made = &mut self.made;
        if made.order.len() <= op.index() {
            made.order.resize(op.index() + 1, 0);
        }
        made.order[op.index()] = made.next;
        made.next += 1;
        if regions.iter().any(Option::is_some) && !self.module.ir.operands(op).is_empty() {
            self.made.around.push(op.0);
        }
    }

    /// Makes the results of an operation that is wrong known, so that their uses are not wrong too.
    fn poison(&mut self, open: &Open<'t>) {
        self.poison_results(&open.results, open.region);
    }

    fn poison_results(&mut self, results: &[ResultName<'t>], region: u32) {
        for name in results {
            // What is wrong with them is not said any more.
            let _: Result<()> = self.define(name.text, name.offset, region, None);
        }
    }

    /// Puts the locations that were defined behind their uses in their places.
    pub(super) fn settle_locations(&mut self) {
        let mut errors = Vec::new();
        let mut early = false;
        for (alias, used) in self.aliases.used_early() {
            early = true;
            let problem = match alias.meaning {
                Meaning::Attribute(id) if self.is_location(id) => continue,
                Meaning::Nothing => "is not defined",
                _ => "is no location",
            };
            errors.push(wrong(used, format!("`{}` {problem}", alias.name)));
        }
        self.errors.append(&mut errors);
        if early && self.errors.is_empty() {
            let aliases = &self.aliases;
            self.module.ir.map_locations(|id| aliases.settled(id));
        }
    }

    /// Puts the operations at the top into a module, unless there is one.
    fn wrap(&mut self) -> Result<()> {
        const MODULE: &str = "builtin.module";
        let root = self.module.root;
        let tops: Vec<Op> = self.module.ir.ops_of(root).collect();
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

fn here_of(error: crate::error::Error, offset: usize) -> crate::error::Error {
    crate::error::Error::at(offset, error.kind().clone())
}

/// Whether an operation is defined to use nothing from outside its regions, by the first release of which that is known.
fn is_isolated(name: &OpName<'_>) -> bool {
    let names = (std::str::from_utf8(name.dialect), std::str::from_utf8(name.name));
    let (Ok(dialect), Ok(operation)) = names else { return false };
    let first = release_signatures(dialect, operation).first();
    first.is_some_and(|range| range.value.traits.contains(&Trait::Isolated))
}
