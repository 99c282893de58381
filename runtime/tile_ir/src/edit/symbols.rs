//! Uses of functions and globals by name, and renaming them with their uses.

use crate::edit::values::AttributeValue;
use crate::generated::{Op, StringId};
use crate::module::Module;
use crate::module::body::OpId;
use crate::module::functions::{FunctionId, GlobalId};
use crate::text::{Given, ShowAttribute as _};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::from;
use bytespec_core::operation_text::{Part, Piece};

/// A function or a global, which operations refer to by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A function.
    Function(FunctionId),
    /// A global.
    Global(GlobalId),
}

from! {
    Symbol:
    FunctionId, function => Symbol::Function(function);
    GlobalId, global => Symbol::Global(global);
}

/// A reference of an operation to a function or a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolUse {
    /// The function that contains the operation.
    pub function: FunctionId,
    /// The operation.
    pub op: OpId,
    /// The name of the attribute that holds the name of the symbol.
    pub attribute: &'static str,
}

impl Module {
    /// The function or global that a name in an operation refers to: the first global with this name, or else the first function.
    /// The search is linear in the number of both.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        let global = self.global_id(name).map(Symbol::Global);
        global.or_else(|| self.function_id(name).map(Symbol::Function))
    }

    /// The operations that refer to a function or a global, in order. References are the attributes that the text of an operation
    /// spells with `@`. The cost is that of visiting all operations once.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, ParseOptions};
    ///
    /// let text = r#"cuda_tile.module @m {
    ///   global @table <f32: 1.000000e+00> : tile<1xf32>
    ///   entry @run() {
    ///     %0 = get_global @table : tile<ptr<f32>>
    ///     return
    ///   }
    /// }"#;
    /// let mut module = Module::parse(text, &ParseOptions::default()).expect("the text is right");
    /// let table = module.symbol("table").expect("the module has it");
    /// let uses = module.symbol_uses(table)?;
    /// assert_eq!(uses.len(), 1);
    /// assert_eq!((uses[0].function, uses[0].attribute), (module.function_id("run").unwrap(), "name"));
    /// assert_eq!(module.rename_symbol(table, "weights")?, 1);
    /// assert_eq!(module.symbol("weights"), Some(table));
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// A wrong handle ([`ErrorKind::Index`]).
    pub fn symbol_uses(&self, symbol: impl Into<Symbol>) -> Result<Vec<SymbolUse>> {
        let symbol = symbol.into();
        let name = self.string_at(self.symbol_name(symbol)?)?;
        let mut uses = Vec::new();
        // If several symbols have the same name, operations refer to the first.
        let found = std::str::from_utf8(name).ok().and_then(|name| self.symbol(name));
        if found.is_some_and(|found| found != symbol) {
            return Ok(uses);
        }
        for function in self.function_ids() {
            self.function_at(function)?.body.each_op(|op, content| {
                for (at, id) in references(content) {
                    if self.string_at(id).is_ok_and(|found| found == name) {
                        let attribute = content.kind().info().attributes[at];
                        uses.push(SymbolUse { function, op, attribute });
                    }
                }
            });
        }
        Ok(uses)
    }

    /// Gives a function or a global another name, and all its [uses](Module::symbol_uses) with it. Returns the number of
    /// references that have changed.
    ///
    /// # Errors
    /// A wrong handle ([`ErrorKind::Index`]), and a name that another function or global has ([`ErrorKind::Duplicate`]).
    pub fn rename_symbol(&mut self, symbol: impl Into<Symbol>, name: &str) -> Result<usize> {
        let symbol = symbol.into();
        let what = match symbol {
            Symbol::Function(_) => "function",
            Symbol::Global(_) => "global",
        };
        let uses = self.symbol_uses(symbol)?;
        match self.symbol(name) {
            Some(found) if found == symbol => return Ok(0),
            Some(_) => {
                return Err(Error::new(ErrorKind::Duplicate { what, name: name.to_owned() }));
            }
            None => {}
        }
        let name = self.string(name);
        for found in &uses {
            let body = &mut self.function_at_mut(found.function)?.body;
            body.set(found.op, found.attribute, AttributeValue::String(name))?;
        }
        match symbol {
            Symbol::Function(id) => self.function_at_mut(id)?.name = name,
            Symbol::Global(id) => {
                if let Some(global) = self.globals.get_mut(id.index()) {
                    global.name = name;
                }
            }
        }
        Ok(uses.len())
    }

    fn symbol_name(&self, symbol: Symbol) -> Result<StringId> {
        Ok(match symbol {
            Symbol::Function(id) => self.function_at(id)?.name,
            Symbol::Global(id) => self.global_at(id)?.name,
        })
    }
}

/// The names of functions and globals that an operation refers to, which its template prints as symbols: the positions of the
/// attributes, and their values.
pub(super) fn references(op: &Op) -> Vec<(usize, StringId)> {
    let mut found = Vec::new();
    let mut levels = vec![op.kind().info().text.iter()];
    while let Some(level) = levels.last_mut() {
        match level.next() {
            None => drop(levels.pop()),
            Some(Piece::If(_, inner) | Piece::AnyOrder(inner)) => levels.push(inner.iter()),
            Some(Piece::Symbol(Part::Attribute(at))) => {
                let at = usize::from(*at);
                if let Some(Given::String(name)) = op.attribute(at) {
                    found.push((at, name));
                }
            }
            Some(_) => {}
        }
    }
    found
}
