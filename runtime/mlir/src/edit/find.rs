//! Finds operations by name, by symbol and by kind.

use super::super::generated::{OpNameId, TypeId};
use super::super::module::Module;
use super::values::AttributeValue;
use crate::module::ir::{BlockId, OpId, PostOrder, RegionId, Use, Value};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::signatures::Trait;
use std::borrow::Cow;

/// The property that holds a function's type, in every dialect with functions.
pub(super) const FUNCTION_TYPE: &str = "function_type";

impl<'a> Module<'a> {
    /// The entry block of the top-level operation, such as `builtin.module`, if there is exactly one top-level operation and it
    /// has a block. Otherwise the root block.
    #[must_use]
    pub fn body(&self) -> BlockId {
        let mut tops = self.ops(self.root());
        let body = match (tops.next(), tops.next()) {
            (Some(op), None) => self.entry_block(op),
            _ => None,
        };
        body.unwrap_or(self.root())
    }

    /// The first block of an operation's first region.
    #[must_use]
    pub fn entry_block(&self, op: OpId) -> Option<BlockId> {
        self.blocks(self.regions(op).next()?).next()
    }

    /// The region of an operation at an index, counted from zero.
    #[must_use]
    pub fn op_region(&self, op: OpId, index: usize) -> Option<RegionId> {
        self.ir.region(op, u32::try_from(index).ok()?)
    }

    /// The result of an operation at an index, counted from zero.
    #[must_use]
    pub fn result(&self, op: OpId, index: usize) -> Option<Value> {
        self.results(op).nth(index)
    }

    /// The argument of a block at an index, counted from zero.
    #[must_use]
    pub fn argument(&self, block: BlockId, index: usize) -> Option<Value> {
        self.arguments(block).nth(index)
    }

    /// All operations in post-order: an operation comes after those in its regions.
    #[must_use]
    pub fn post_order(&self) -> PostOrder<'_> {
        self.ir.forest().post_order(self.root)
    }

    /// An operation and those inside its regions, in post-order; empty for a wrong handle.
    #[must_use]
    pub fn post_order_op(&self, op: OpId) -> PostOrder<'_> {
        self.ir.forest().post_order_op(op)
    }

    /// The operations with a name, such as `arith.addi`, in pre-order. The list is computed once, so you can change the
    /// operations while you walk it.
    #[must_use]
    pub fn ops_named(&self, name: &str) -> Vec<OpId> {
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
        let named = |op: &OpId| is_named.get(self.ir.name(*op).0 as usize) == Some(&true);
        self.walk().filter(named).collect()
    }

    /// The uses of a value as operand, the latest first; empty for a wrong handle. Operations in no block count as users.
    ///
    /// The first call visits all operands of the module. After that, edits keep the uses up to date.
    pub fn uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        self.ir.uses_of(value)
    }

    /// The operations that use a value, once for each operand; see [`Module::uses`].
    pub fn users(&self, value: Value) -> impl Iterator<Item = OpId> + '_ {
        self.ir.uses_of(value).map(|found| found.op)
    }

    /// Whether no operation uses any result of an operation; see [`Module::uses`].
    #[must_use]
    pub fn unused(&self, op: OpId) -> bool {
        self.results(op).all(|value| self.uses(value).next().is_none())
    }

    /// The number of values that were ever created. All [indices](Value::index) of values are less, so you can store data about
    /// values in a vector.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.ir.value_count()
    }

    /// The number of operations that were ever created. All [indices](OpId::index) of operations are less, so you can store data
    /// about operations in a vector.
    #[must_use]
    pub fn op_limit(&self) -> usize {
        self.ir.op_count()
    }

    /// The functions of the module, in order: operations of any dialect with a symbol name and a function type. Functions
    /// inside of functions are not visited.
    pub fn functions(&self) -> impl Iterator<Item = Function<'_>> + '_ {
        let mut walk = self.walk();
        std::iter::from_fn(move || {
            let op = walk.by_ref().find(|op| self.is_function(*op))?;
            walk.skip_regions(op);
            Some(Function { module: self, op })
        })
    }

    fn is_function(&self, op: OpId) -> bool {
        // The fast test first: functions have regions, and most operations do not.
        self.ir.has_regions(op)
            && matches!(self.function_type_of(op), Ok(Some(_)))
            && matches!(self.symbol_name(op), Ok(Some(_)))
    }

    fn function_type_of(&self, op: OpId) -> Result<Option<TypeId>> {
        Ok(self.get(op, FUNCTION_TYPE)?.and_then(|value| value.ty()))
    }

    /// The function with a name, among the [functions](Module::functions).
    #[must_use]
    pub fn function(&self, name: &str) -> Option<Function<'_>> {
        self.functions().find(|function| function.symbol().is_ok_and(|symbol| symbol == name))
    }

    /// The operation with a symbol path. The first name is looked up in the single top-level operation, or in the root block if
    /// there are several. Each further name is looked up in the operation before it. `None` if no operation has this path.
    ///
    /// # Errors
    /// Symbol names that cannot be read.
    pub fn symbol(&self, path: &[&str]) -> Result<Option<OpId>> {
        let mut tops = self.ops(self.root());
        match (tops.next(), tops.next()) {
            (Some(only), None) => self.symbol_in(only, path),
            _ => self.symbol_among(self.root(), path),
        }
    }

    /// The operation with a symbol path, looked up in the first block of another operation: `["inner", "f"]` for `@inner::@f`.
    /// `None` if no operation has this path.
    ///
    /// # Errors
    /// A wrong handle, and symbol names that cannot be read.
    pub fn symbol_in(&self, table: OpId, path: &[&str]) -> Result<Option<OpId>> {
        self.ir.forest().check_op(table)?;
        match self.entry_block(table) {
            Some(block) => self.symbol_among(block, path),
            None => Ok(None),
        }
    }

    fn symbol_among(&self, block: BlockId, path: &[&str]) -> Result<Option<OpId>> {
        let Some((&first, rest)) = path.split_first() else { return Ok(None) };
        for op in self.ops(block) {
            if self.symbol_name(op)?.as_deref() == Some(first) {
                return if rest.is_empty() { Ok(Some(op)) } else { self.symbol_in(op, rest) };
            }
        }
        Ok(None)
    }

    /// The symbol table for the references of an operation: the innermost operation around it that is a symbol table. An
    /// operation without a known definition counts as a symbol table if its first block contains symbols.
    ///
    /// # Errors
    /// A wrong handle, and symbol names that cannot be read.
    pub fn symbol_table(&self, op: OpId) -> Result<Option<OpId>> {
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

    pub(super) fn is_symbol_table(&self, op: OpId) -> Result<bool> {
        let known = self.signature(op)?;
        let may_be = !known.lacks(Trait::SymbolTable);
        Ok(known.has(Trait::SymbolTable) || may_be && self.has_symbols(op)?)
    }

    fn has_symbols(&self, op: OpId) -> Result<bool> {
        let Some(block) = self.entry_block(op) else { return Ok(false) };
        for inner in self.ops(block) {
            if self.symbol_name(inner)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The operation that an attribute of another operation refers to by symbol, such as `callee` of `func.call`. The symbol is
    /// looked up in the symbol tables around the operation, innermost first. `None` if none has it.
    ///
    /// # Errors
    /// A wrong handle, an attribute that is missing or is not a symbol reference ([`ErrorKind::Missing`]), and symbol names
    /// that cannot be read.
    pub fn resolve(&self, op: OpId, name: &str) -> Result<Option<OpId>> {
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

/// A function of a module: an operation with a symbol name and a function type.
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
    op: OpId,
}

impl<'m> Function<'m> {
    /// The operation.
    #[must_use]
    pub fn op(self) -> OpId {
        self.op
    }

    /// The symbol name; bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// Properties that cannot be read, and a function without a name ([`ErrorKind::Missing`]).
    pub fn symbol(self) -> Result<Cow<'m, str>> {
        self.module.symbol_name(self.op)?.ok_or_else(|| self.missing("symbol", "sym_name"))
    }

    /// The function type: arguments and results.
    ///
    /// # Errors
    /// Properties that cannot be read, and a function without a type ([`ErrorKind::Missing`]).
    pub fn signature(self) -> Result<TypeId> {
        let found = self.module.function_type_of(self.op)?;
        found.ok_or_else(|| self.missing("type", FUNCTION_TYPE))
    }

    /// The entry block, whose arguments are those of the function; `None` for a declaration.
    #[must_use]
    pub fn entry(self) -> Option<BlockId> {
        self.module.entry_block(self.op)
    }

    #[cold]
    fn missing(self, what: &'static str, name: &str) -> Error {
        let item = self.module.name(self.op).full().into_owned();
        Error::new(ErrorKind::Missing { item, what, name: name.to_owned() })
    }
}
