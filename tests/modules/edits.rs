//! Modules made at random and edited at random: who uses which value is what a recount finds, and the module is written, read
//! and the same.
//!
//! A share of it runs with all other tests; `BYTESPEC_EDITS=20000` asks for so many modules.

use crate::body::FOREIGN;
use crate::entries::Pool;
use crate::{RELEASES, make};
use bytespec::mlir::{
    BlockId, Import, Module, NewOperation, Numbering, OpId, ParseOptions, PrintOptions, Value,
    WriteOptions,
};
use bytespec::sample::Source;
use bytespec::{ErrorKind, Result};
use std::collections::HashMap;

/// The number of edited modules by default.
const USUAL: u64 = 240;
/// Edits of one module.
const EDITS: usize = 80;
/// Copies of copies have no end.
const MAX_OPS: usize = 1_000;

/// A module, and what of it stands nowhere.
struct Edited {
    module: Module<'static>,
    source: Source,
    loose: Vec<OpId>,
}

impl Edited {
    fn one<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        (!list.is_empty()).then(|| list[self.source.below(list.len())])
    }

    /// All operations below the top, those that stand nowhere too.
    fn ops(&self) -> Vec<OpId> {
        let loose = self.loose.iter().flat_map(|op| self.module.walk_op(*op));
        self.module.walk().skip(1).chain(loose).collect()
    }

    fn blocks(&self, ops: &[OpId]) -> Vec<BlockId> {
        let regions = ops.iter().flat_map(|op| self.module.regions(*op));
        let inner = regions.flat_map(|region| self.module.blocks(region).collect::<Vec<_>>());
        std::iter::once(self.module.body()).chain(inner).collect()
    }

    fn values(&self, ops: &[OpId], blocks: &[BlockId]) -> Vec<Value> {
        let results = ops.iter().flat_map(|op| self.module.results(*op));
        let arguments = blocks.iter().flat_map(|block| self.module.arguments(*block));
        results.chain(arguments).collect()
    }

    /// Does something; an error is an edit that cannot be, which changes nothing.
    fn edit(&mut self, other: &Module<'static>) -> Result<()> {
        let ops = self.ops();
        let blocks = self.blocks(&ops);
        let values = self.values(&ops, &blocks);
        let (Some(one), Some(two)) = (self.one(&ops), self.one(&ops)) else { return Ok(()) };
        let Some(block) = self.one(&blocks) else { return Ok(()) };
        let kind = self.source.below(if ops.len() < MAX_OPS { 15 } else { 10 });
        match kind {
            0 => self.module.append(block, one),
            1 => self.module.insert_before(one, two),
            2 => self.module.insert_after(one, two),
            3 => {
                self.loose.push(one);
                self.module.remove(one)
            }
            4 => self.module.erase(one),
            5 => self.module.erase_where(|m, op| m.info(op).pure && m.unused(op)).map(drop),
            6 => match (self.one(&values), self.one(&values)) {
                (Some(from), Some(to)) => self.module.replace_uses(from, to),
                _ => Ok(()),
            },
            7 => {
                let count = self.source.below(4);
                let operands: Vec<_> = (0..count).filter_map(|_| self.one(&values)).collect();
                self.module.set_operands(one, &operands)
            }
            8 => {
                let name = self.one(&["x", "y", "value", "sym_name"]).unwrap_or("x");
                match self.source.below(3) {
                    0 => self.module.unset(one, name),
                    1 => self.module.set(one, name, self.source.bits() as i32),
                    _ => self.module.set(one, name, "a text"),
                }
            }
            9 => {
                let name = self.one(FOREIGN).unwrap_or("a.b");
                self.module.rename(one, name)
            }
            10 | 11 => {
                let copy = self.module.clone_op(one)?;
                self.loose.push(copy);
                self.module.append(block, copy)
            }
            12 | 13 => {
                let ty = self.module.integer_type(1 + self.source.below(64) as u32)?;
                let operands = self.one(&values).into_iter().collect();
                let results = vec![ty; self.source.below(3)];
                let location = self.module.location(one).expect("the operation is there");
                let new = NewOperation { operands, results, ..NewOperation::default() };
                let name = self.one(FOREIGN).unwrap_or("a.b");
                let made = self.module.make(name, location, new)?;
                self.loose.push(made);
                self.module.insert_before(one, made)
            }
            _ => {
                let all: Vec<OpId> = other.walk().skip(1).collect();
                let Some(op) = self.one(&all) else { return Ok(()) };
                let copy = Import::new(other, &self.module)?.op(&mut self.module, op)?;
                self.loose.push(copy);
                self.module.append(block, copy)
            }
        }
    }

    /// Drops the operations that have a place again, or are erased, from the loose ones.
    fn prune_loose(&mut self) {
        let mut loose = std::mem::take(&mut self.loose);
        loose.sort_unstable_by_key(|op| op.index());
        loose.dedup();
        let is_alive = |op: &OpId| !self.module.name(*op).full().is_empty();
        loose.retain(|op| is_alive(op) && self.module.block(*op).is_none());
        self.loose = loose;
    }

    /// Holds who uses which value against a recount.
    fn recount(&self) {
        let mut counted: HashMap<Value, Vec<(usize, usize)>> = HashMap::new();
        let ops = self.ops();
        for op in self.module.walk().take(1).chain(ops.iter().copied()) {
            for (at, value) in self.module.operands(op).iter().enumerate() {
                counted.entry(*value).or_default().push((op.index(), at));
            }
        }
        for value in self.values(&ops, &self.blocks(&ops)) {
            let uses = self.module.uses(value);
            let mut found: Vec<_> =
                uses.map(|found| (found.op.index(), found.operand as usize)).collect();
            found.sort_unstable();
            let mut expected = counted.remove(&value).unwrap_or_default();
            expected.sort_unstable();
            assert_eq!(found, expected, "uses of {value:?}");
        }
        assert!(counted.is_empty(), "values of no operation are used: {counted:?}");
    }

    /// Erases an operation, and takes what it defines from those that use it.
    fn drop_op(&mut self, op: OpId) -> Result<()> {
        let inside: Vec<OpId> = self.module.walk_op(op).collect();
        let blocks: Vec<BlockId> = inside
            .iter()
            .flat_map(|op| self.module.regions(*op))
            .flat_map(|region| self.module.blocks(region).collect::<Vec<_>>())
            .collect();
        for value in self.values(&inside, &blocks) {
            for user in self.module.users(value).collect::<Vec<_>>() {
                self.module.set_operands(user, &[])?;
            }
        }
        self.module.erase(op)
    }

    /// The bytes of the module, after what cannot be written was taken out: uses of what is not seen, and successors in
    /// other regions.
    fn written(&mut self) -> Result<Vec<u8>> {
        let options =
            WriteOptions::default().numbering(Numbering::Canonical).version(self.module.version());
        loop {
            let error = match self.module.write(&options) {
                Ok(bytes) => return Ok(bytes),
                Err(error) => error,
            };
            let of = |number: u32| self.module.walk().find(|op| op.index() == number as usize);
            let (number, is_successor) = match error.kind() {
                ErrorKind::OutOfScope { number, .. } => (*number, false),
                ErrorKind::Successor { number, .. } => (*number, true),
                _ => return Err(error),
            };
            let Some(op) = of(number) else { return Err(error) };
            match is_successor {
                true => self.drop_op(op)?,
                false => self.module.set_operands(op, &[])?,
            }
        }
    }

    /// What is written is read, written the same, and printed as the module is.
    fn comes_back(&mut self) -> Result<()> {
        let bytes = self.written()?;
        self.prune_loose();
        self.recount();
        let read = Module::read(&bytes)?;
        let options =
            WriteOptions::default().numbering(Numbering::Canonical).version(read.version());
        assert!(read.write(&options)? == bytes, "other bytes");
        let printing = PrintOptions::default().locations(true);
        assert!(read.print(&printing)? == self.module.print(&printing)?, "another text");
        Ok(())
    }
}

#[test]
fn modules_are_sound_after_edits() {
    let count = std::env::var("BYTESPEC_EDITS").ok().and_then(|count| count.parse().ok());
    let count: u64 = count.unwrap_or(USUAL);
    let (mut done, mut refused) = (0, 0);
    for (at, release) in RELEASES.iter().enumerate() {
        let pool = Pool::new(*release, at as u64);
        for seed in (at as u64..count).step_by(RELEASES.len()) {
            let whose = format!("release {}, seed {seed}", release.name());
            println!("{whose}");
            let source = Source::new(seed ^ 0x5eed);
            let module = make(*release, &pool, seed);
            let mut edited = Edited { module, source, loose: Vec::new() };
            let other = make(*release, &pool, seed + 1);
            for edit in 0..EDITS {
                match edited.edit(&other) {
                    Ok(()) => done += 1,
                    Err(_) => refused += 1,
                }
                edited.prune_loose();
                if edit % 8 == 0 {
                    edited.recount();
                }
                if edit % 40 == 39 {
                    let back = edited.comes_back();
                    assert!(back.is_ok(), "{whose}: {back:?}");
                }
            }
        }
    }
    println!("{count} modules, {done} edits, {refused} refused");
    assert!(done > refused);
}

/// A module that is not valid any more still has a text: a branch that was moved keeps blocks of its old region as successors.
#[test]
fn a_moved_branch_is_no_predecessor_in_its_new_region() {
    let text = r#""builtin.module"() ({
      "test.one"() ({
        "test.branch"()[^c] : () -> ()
      ^b:
        "test.end"() : () -> ()
      ^c:
        "test.end"() : () -> ()
      }, {
        "test.end"() : () -> ()
      ^b:
        "test.end"() : () -> ()
      }) : () -> ()
    }) : () -> ()"#;
    let mut module = Module::parse(text, &ParseOptions::default()).expect("the text is right");
    let branch = module.ops_named("test.branch")[0];
    let ends = module.ops_named("test.end");
    module.insert_before(ends[2], branch).expect("both are there");
    let text = module.print(&PrintOptions::default()).expect("it has a text");
    assert!(text.contains("^bb1:  // no predecessors"), "{text}");
}
