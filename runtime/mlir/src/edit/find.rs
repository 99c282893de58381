//! Finding operations: by name, by symbol, by what they are.

use super::super::generated::{OpNameId, TypeId};
use super::super::module::Module;
use super::values::AttributeValue;
use crate::module::ir::{Block, Op, PostOrder, Region, Use, Value};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::signatures::Trait;
use std::borrow::Cow;

/// The property that holds the type of a function, in every dialect that has functions.
pub(super) const FUNCTION_TYPE: &str = "function_type";

impl<'a> Module<'a> {
    /// The block of the operation at the top, where there is one operation with a block, as `builtin.module` is;
    /// otherwise the block at the top.
    #[must_use]
    pub fn body(&self) -> Block {
        let mut tops = self.ops(self.root());
        let body = match (tops.next(), tops.next()) {
            (Some(op), None) => self.entry_block(op),
            _ => None,
        };
        body.unwrap_or(self.root())
    }

    /// The first block of an operation's first region.
    #[must_use]
    pub fn entry_block(&self, op: Op) -> Option<Block> {
        self.blocks(self.regions(op).next()?).next()
    }

    /// A region of an operation, counted from zero.
    #[must_use]
    pub fn op_region(&self, op: Op, index: usize) -> Option<Region> {
        self.ir.region(op, u32::try_from(index).ok()?)
    }

    /// A result of an operation, counted from zero.
    #[must_use]
    pub fn result(&self, op: Op, index: usize) -> Option<Value> {
        self.results(op).nth(index)
    }

    /// An argument of a block, counted from zero.
    #[must_use]
    pub fn argument(&self, block: Block, index: usize) -> Option<Value> {
        self.arguments(block).nth(index)
    }

    /// The operations in order, an operation after those in its regions.
    #[must_use]
    pub fn post_order(&self) -> PostOrder<'_> {
        self.ir.forest().post_order(self.root)
    }

    /// An operation and those inside of it, an operation after those in its regions; none for a wrong handle.
    #[must_use]
    pub fn post_order_op(&self, op: Op) -> PostOrder<'_> {
        self.ir.forest().post_order_op(op)
    }

    /// The operations with a name, such as `arith.addi`, in order. The list is of this moment, so that what
    /// it names can be changed.
    #[must_use]
    pub fn ops_named(&self, name: &str) -> Vec<Op> {
        let (dialect, rest) = name.split_once('.').unwrap_or((name, ""));
        let is_named: Vec<bool> = (0..self.op_names.len() as u32)
            .map(|id| {
                let found = self.op_name(OpNameId(id));
                found.is_ok_and(|found| {
                    found.dialect == dialect.as_bytes() && found.name == rest.as_bytes()
                })
            })
            .collect();
        if !is_named.contains(&true) {
            return Vec::new();
        }
        let named = |op: &Op| is_named.get(self.name_id(*op).0 as usize) == Some(&true);
        self.walk().filter(named).collect()
    }

    /// The operands that are a value, the latest first; none for a wrong handle. Operations that stand nowhere
    /// are users, too.
    ///
    /// The first question costs a look at all operands; from then on edits keep the answer up to date.
    pub fn uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        self.ir.uses_of(value)
    }

    /// The operations that use a value, once for each operand that is the value; see [`Module::uses`].
    pub fn users(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        self.ir.uses_of(value).map(|found| found.op)
    }

    /// Whether no operation uses any result of an operation; see [`Module::uses`].
    #[must_use]
    pub fn unused(&self, op: Op) -> bool {
        self.results(op).all(|value| self.uses(value).next().is_none())
    }

    /// How many values there ever were: their [indices](Value::index) are below, so that what is known of
    /// values can stand in a list.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.ir.value_count()
    }

    /// How many operations there ever were: their [indices](Op::index) are below, so that what is known of
    /// operations can stand in a list.
    #[must_use]
    pub fn op_limit(&self) -> usize {
        self.ir.op_count()
    }

    /// The functions of the module, in order: operations of any dialect that have a symbol and a type of
    /// functions. What is inside of a function is not looked at.
    pub fn functions(&self) -> impl Iterator<Item = Function<'_>> + '_ {
        let mut walk = self.walk();
        std::iter::from_fn(move || {
            let op = walk.by_ref().find(|op| self.is_function(*op))?;
            walk.skip_regions(op);
            Some(Function { module: self, op })
        })
    }

    fn is_function(&self, op: Op) -> bool {
        // Most operations have no regions, and functions have.
        self.ir.has_regions(op)
            && matches!(self.function_type_of(op), Ok(Some(_)))
            && matches!(self.symbol_name(op), Ok(Some(_)))
    }

    fn function_type_of(&self, op: Op) -> Result<Option<TypeId>> {
        Ok(self.get(op, FUNCTION_TYPE)?.and_then(|value| value.ty()))
    }

    /// The function with a name among the [functions](Module::functions).
    #[must_use]
    pub fn function(&self, name: &str) -> Option<Function<'_>> {
        self.functions().find(|function| function.symbol().is_ok_and(|symbol| symbol == name))
    }

    /// The operation that a symbol names, looked for from the top: in the operation at the top, and each
    /// further name in what the one before names. None where there is none.
    ///
    /// # Errors
    /// Names of symbols that cannot be read.
    pub fn symbol(&self, path: &[&str]) -> Result<Option<Op>> {
        let mut tops = self.ops(self.root());
        match (tops.next(), tops.next()) {
            (Some(only), None) => self.symbol_in(only, path),
            _ => self.symbol_among(self.root(), path),
        }
    }

    /// The operation that a symbol names, looked for in the regions of another one, as `["inner", "f"]` for
    /// `@inner::@f`. None where there is none.
    ///
    /// # Errors
    /// A wrong handle, and names of symbols that cannot be read.
    pub fn symbol_in(&self, table: Op, path: &[&str]) -> Result<Option<Op>> {
        self.ir.forest().check_op(table)?;
        match self.entry_block(table) {
            Some(block) => self.symbol_among(block, path),
            None => Ok(None),
        }
    }

    fn symbol_among(&self, block: Block, path: &[&str]) -> Result<Option<Op>> {
        let Some((&first, rest)) = path.split_first() else { return Ok(None) };
        for op in self.ops(block) {
            if self.symbol_name(op)?.as_deref() == Some(first) {
                return if rest.is_empty() { Ok(Some(op)) } else { self.symbol_in(op, rest) };
            }
        }
        Ok(None)
    }

    /// The operation in whose regions a symbol that an operation speaks of is looked for: the innermost one around
    /// it that is a table of symbols. Where nothing is known of an operation, it is one if it has symbols
    /// in it.
    ///
    /// # Errors
    /// A wrong handle, and names of symbols that cannot be read.
    pub fn symbol_table(&self, op: Op) -> Result<Option<Op>> {
        self.ir.forest().check_op(op)?;
        let mut around = self.parent(op);
        while let Some(table) = around {
            if self.is_symbol_table(table)? {
                return Ok(Some(table));
            }
            around = self.parent(table);
        }
        Ok(None)
    }

    pub(super) fn is_symbol_table(&self, op: Op) -> Result<bool> {
        let known = self.signature(op)?;
        let may_be = !known.lacks(Trait::SymbolTable);
        Ok(known.has(Trait::SymbolTable) || may_be && self.has_symbols(op)?)
    }

    fn has_symbols(&self, op: Op) -> Result<bool> {
        let Some(block) = self.entry_block(op) else { return Ok(false) };
        for inner in self.ops(block) {
            if self.symbol_name(inner)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The operation that a symbol names of which another operation speaks, as `callee` of `func.call`: looked for
    /// in the tables of symbols around it, the innermost first. None where there is none.
    ///
    /// # Errors
    /// A wrong handle, nothing of that name or something that names no symbol, and names of symbols that cannot
    /// be read.
    pub fn resolve(&self, op: Op, name: &str) -> Result<Option<Op>> {
        let path = match self.get(op, name)? {
            Some(AttributeValue::Symbol(path)) => path,
            Some(AttributeValue::Text(text)) if self.is_vhlo(op) => vec![text],
            _ => {
                let item = self.name(op).full().into_owned();
                let name = name.to_owned();
                return Err(Error::new(ErrorKind::Missing { item, what: "symbol", name }));
            }
        };
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let mut table = self.symbol_table(op)?;
        while let Some(around) = table {
            if let Some(found) = self.symbol_in(around, &path)? {
                return Ok(Some(found));
            }
            table = self.symbol_table(around)?;
        }
        Ok(None)
    }
}

/// A function of a module: an operation with a symbol and a type of functions.
///
/// ```
/// use bytespec::mlir::Module;
///
/// let mut module = Module::new("example");
/// let i32 = module.integer_type(32)?;
/// let body = module.body();
/// module.at_end(body).function("twice", &[i32], &[i32])?;
/// let functions: Vec<String> = module
///     .functions()
///     .map(|f| Ok(format!("@{} {}", f.symbol()?, module.display(f.signature()?))))
///     .collect::<bytespec::Result<_>>()?;
/// assert_eq!(functions, ["@twice (i32) -> i32"]);
/// # Ok::<(), bytespec::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Function<'m> {
    module: &'m Module<'m>,
    op: Op,
}

impl<'m> Function<'m> {
    /// The operation.
    #[must_use]
    pub fn op(self) -> Op {
        self.op
    }

    /// The name; bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// Properties that cannot be read, and a function without a name.
    pub fn symbol(self) -> Result<Cow<'m, str>> {
        self.module.symbol_name(self.op)?.ok_or_else(|| self.missing("symbol", "sym_name"))
    }

    /// The type: what it takes and returns.
    ///
    /// # Errors
    /// Properties that cannot be read, and a function without a type.
    pub fn signature(self) -> Result<TypeId> {
        let found = self.module.function_type_of(self.op)?;
        found.ok_or_else(|| self.missing("type", FUNCTION_TYPE))
    }

    /// The first block, whose arguments are those of the function; none for a function that is only
    /// declared.
    #[must_use]
    pub fn entry(self) -> Option<Block> {
        self.module.entry_block(self.op)
    }

    #[cold]
    fn missing(self, what: &'static str, name: &str) -> Error {
        let item = self.module.name(self.op).full().into_owned();
        Error::new(ErrorKind::Missing { item, what, name: name.to_owned() })
    }
}
