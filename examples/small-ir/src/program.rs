//! A program in memory: its nesting is a forest, and all else is in side tables.

use crate::small_ir::{self, Code, Context, Header, Type, ValueId, Version, section, view};
use bytespec::container::Parts;
use bytespec::error::Context as _;
use bytespec::forest::{BlockId, Definition, Forest, OpId};
use bytespec::wire::Writer;
use bytespec::{Error, ErrorKind, Result};
use std::collections::HashMap;

/// What the side table stores for an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Op {
    /// What it does.
    pub code: Code,
    /// The values that it uses, by their definition.
    pub operands: Vec<Definition>,
    /// The types of the values that it makes.
    pub results: Vec<Type>,
    /// Line of the source, counted from one; zero if unknown.
    pub line: u32,
}

/// A program, read from a file.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    parts: Parts<'a, Header, Context>,
    pub(crate) is_edited: bool,
    pub(crate) root: BlockId,
    pub(crate) forest: Forest,
    /// By the index of an operation.
    pub(crate) ops: Vec<Op>,
    /// Types of the arguments, by the index of a block.
    pub(crate) arguments: Vec<Vec<Type>>,
}

impl<'a> Program<'a> {
    /// Reads a file.
    ///
    /// # Errors
    /// The first fault, with its offset and path. [`ErrorKind::Index`]: an operand that refers to no visible value.
    pub fn read(input: &'a [u8]) -> Result<Self> {
        let parts = small_ir::read_parts(input)?;
        let mut forest = Forest::default();
        let root = forest.add_root()?;
        let (ops, arguments, is_edited) = (Vec::new(), Vec::new(), false);
        let mut program = Program { parts, is_edited, root, forest, ops, arguments };
        let parts = program.parts.clone();
        for mut payload in parts.payloads(section::PROGRAM) {
            let view = view::ProgramSection::read(&mut payload, &parts.context);
            let loaded = program.load(root, &view.item("program")?.root, &mut Vec::new());
            loaded.field("root").item("program")?;
        }
        Ok(program)
    }

    /// Loads the content of a block that was just added. `scope` has the visible values by number.
    fn load(
        &mut self,
        block: BlockId,
        view: &view::Block<'_>,
        scope: &mut Vec<Definition>,
    ) -> Result<()> {
        scope.extend((0..view.arguments.len() as u32).map(|at| Definition::Argument(block, at)));
        self.arguments.push(view.arguments.iter().collect());
        for (index, operation) in view.operations.iter().enumerate() {
            self.load_op(block, &operation, scope).index(index as u64).field("operations")?;
        }
        Ok(())
    }

    fn load_op(
        &mut self,
        block: BlockId,
        view: &view::Operation<'_>,
        scope: &mut Vec<Definition>,
    ) -> Result<()> {
        let op = self.forest.add_op()?;
        self.forest.append(block, op)?;
        let mut operands = Vec::new();
        for (index, number) in view.operands.iter().enumerate() {
            let (found, len) = (u64::from(number.0), scope.len() as u64);
            let unknown = || {
                let kind = ErrorKind::Index { table: ValueId::TABLE.into(), found, len };
                Error::at(view.operands.position(index), kind)
            };
            let value = scope.get(number.0 as usize).copied().ok_or_else(unknown);
            operands.push(value.index(index as u64).field("operands")?);
        }
        let results = view.results.iter().collect();
        self.ops.push(Op { code: view.code, operands, results, line: view.line });
        for (index, region) in view.regions.iter().enumerate() {
            let (added, outer) = (self.forest.add_region(op)?, scope.len());
            for (at, inner) in region.blocks.iter().enumerate() {
                let block = self.forest.add_block(added)?;
                let loaded = self.load(block, &inner, scope).index(at as u64).field("blocks");
                loaded.index(index as u64).field("regions")?;
            }
            scope.truncate(outer);
        }
        scope.extend((0..view.results.len() as u32).map(|at| Definition::Result(op, at)));
        Ok(())
    }

    /// The version of the file.
    #[must_use]
    pub fn version(&self) -> Version {
        self.parts.context.version
    }

    /// The nesting of the operations, and the block that contains all of them.
    #[must_use]
    pub fn nesting(&self) -> (&Forest, BlockId) {
        (&self.forest, self.root)
    }

    /// What is stored for an operation; none for a handle that the program never had.
    #[must_use]
    pub fn op(&self, op: OpId) -> Option<&Op> {
        self.ops.get(op.index())
    }

    /// Writes the file in its version. A program that no pass edited has the bytes that were read.
    ///
    /// # Errors
    /// [`ErrorKind::Invalid`]: an operand that is not visible at its place.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut parts = self.parts.clone();
        let programs = parts.sections.iter_mut().filter(|part| part.id == section::PROGRAM);
        for part in programs.filter(|_| self.is_edited) {
            let root = Numbers::default().block(self, self.root)?;
            let section = small_ir::ProgramSection { root };
            let mut payload = Writer::new();
            section.write(&mut payload, &mut parts.context.clone())?;
            part.replace(payload.into_bytes());
        }
        small_ir::write_parts(&parts)
    }
}

/// The numbers of the values that are visible where a writer is.
#[derive(Default)]
struct Numbers {
    visible: Vec<Definition>,
    numbers: HashMap<Definition, u32>,
}

impl Numbers {
    fn define(&mut self, value: Definition) {
        self.numbers.insert(value, self.visible.len() as u32);
        self.visible.push(value);
    }

    fn block(&mut self, program: &Program<'_>, block: BlockId) -> Result<small_ir::Block> {
        let arguments = &program.arguments[block.index()];
        (0..arguments.len() as u32).for_each(|at| self.define(Definition::Argument(block, at)));
        let operations = program.forest.ops(block).map(|op| self.op(program, op));
        let operations = operations.collect::<Result<Vec<_>>>()?.into();
        Ok(small_ir::Block { arguments: arguments.clone().into(), operations })
    }

    fn op(&mut self, program: &Program<'_>, op: OpId) -> Result<small_ir::Operation> {
        let Op { code, operands, results, line } = &program.ops[op.index()];
        let number = |value| self.numbers.get(value).copied().map(ValueId);
        let operands: Option<Vec<_>> = operands.iter().map(number).collect();
        let hidden = || Error::invalid(format!("an operand of {op:?} is not visible"));
        let operands = operands.ok_or_else(hidden)?.into();
        let mut regions = Vec::new();
        for region in program.forest.regions(op) {
            let outer = self.visible.len();
            let blocks = program.forest.blocks(region).map(|block| self.block(program, block));
            let blocks = blocks.collect::<Result<Vec<_>>>()?.into();
            for value in self.visible.drain(outer..) {
                self.numbers.remove(&value);
            }
            regions.push(small_ir::Region { blocks });
        }
        (0..results.len() as u32).for_each(|at| self.define(Definition::Result(op, at)));
        let (regions, results) = (regions.into(), results.clone().into());
        Ok(small_ir::Operation { code: *code, operands, line: *line, regions, results })
    }
}
