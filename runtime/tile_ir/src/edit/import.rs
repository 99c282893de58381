//! Imports operations, functions and globals of another module, with everything that they refer to.

use super::symbols::references;
use crate::generated::{Attribute, ConstantId, DebugEntry, DebugId, Op, StringId, TypeId};
use crate::module::body::{Body, OpId};
use crate::module::functions::{FunctionId, GlobalId};
use crate::module::{Function, Module, entry};
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::forest::copies::{Original, check_outside, copy, originals};
use bytespec_core::hash::Map;
use bytespec_core::interner::Interner;
use bytespec_core::values::Value;
use bytespec_core::wire::MAX_DEPTH;
use std::collections::HashMap;

/// Marks an entry whose number is being determined. To meet it again means a cycle.
const IN_PROGRESS: u32 = u32::MAX;

/// The tables of a module. Those whose entries can have bytes after their last field come first, in the order of
/// [`Layout::rests`](crate::Layout::rests).
const TABLES: [&str; 4] = [TypeId::TABLE, ConstantId::TABLE, DebugId::TABLE, StringId::TABLE];
const TYPES: usize = 0;
const CONSTANTS: usize = 1;
const DEBUG: usize = 2;
const STRINGS: usize = 3;

/// An import from one module into another. It records what was imported, so references that several functions or operations
/// share are imported once.
///
/// ```
/// use bytespec::tile_ir::{Import, Module, Type, Version};
///
/// let mut library = Module::new(Version::LATEST);
/// let scalar = library.scalar(Type::Int32);
/// library.kernel("twice", &[scalar], |b, arguments| {
///     b.addi(arguments[0], arguments[0]).build();
///     b.return_([]).build();
/// })?;
///
/// let mut module = Module::new(Version::LATEST);
/// Import::new(&library).function(&mut module, "twice")?;
/// assert!(module.function("twice").is_some());
/// module.verify()?;
/// # Ok::<(), bytespec::Error>(())
/// ```
#[derive(Debug)]
pub struct Import<'s> {
    from: &'s Module,
    /// The new numbers of entries, by the index of their table in [`TABLES`].
    made: [Map<u32, u32>; 4],
    /// The imported functions, by their handles in both modules.
    functions: HashMap<FunctionId, FunctionId>,
    globals: HashMap<GlobalId, GlobalId>,
    /// The functions and globals of the source module, by name; `there` has those of the target module.
    here: Symbols,
    there: Symbols,
    /// The mapping of values from one function to another.
    values: HashMap<(FunctionId, FunctionId), Map<Value, Value>>,
    depth: u32,
}

/// Looks up functions and globals by name.
#[derive(Debug, Default)]
struct Symbols {
    functions: Interner,
    globals: Interner,
}

impl Symbols {
    /// The first function with a name.
    fn function(&mut self, module: &Module, name: &[u8]) -> Option<FunctionId> {
        let functions = &module.functions;
        let content = |place: u32| module.string_at(functions.get(place as usize)?.name).ok();
        self.functions.first(functions.len(), content, &Some(name)).map(FunctionId::at)
    }

    /// The first global with a name.
    fn global(&mut self, module: &Module, name: &[u8]) -> Option<GlobalId> {
        let globals = &module.globals;
        let content = |place: u32| module.string_at(globals.get(place as usize)?.name).ok();
        self.globals.first(globals.len(), content, &Some(name)).map(GlobalId::at)
    }
}

impl<'s> Import<'s> {
    /// An import from a module that has imported nothing yet.
    #[must_use]
    pub fn new(from: &'s Module) -> Self {
        Import {
            from,
            made: Default::default(),
            functions: HashMap::new(),
            globals: HashMap::new(),
            here: Symbols::default(),
            there: Symbols::default(),
            values: HashMap::new(),
            depth: 0,
        }
    }

    /// Maps a value of `function`, a function of the other module, to a value of `into`, a function of this module. Use it for
    /// values that are not imported, such as parameters.
    pub fn value(&mut self, function: FunctionId, from: Value, into: FunctionId, to: Value) {
        self.values.entry((function, into)).or_default().insert(from, to);
    }

    /// Imports an operation of `function`, a function of the other module, into `into`, a function of this module, with
    /// everything inside its regions, its location, and the globals and functions that it refers to by name. The new operation
    /// is in no block yet. Later imports into the same function use its new results in place of the old ones.
    ///
    /// ```
    /// use bytespec::tile_ir::{Body, Import, Module, Type, Version, ops};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let scalar = module.scalar(Type::Int32);
    /// let one = module.kernel("one", &[scalar], |b, arguments| {
    ///     b.addi(arguments[0], arguments[0]).build();
    ///     b.return_([]).build();
    /// })?;
    /// let from = module.clone();
    /// let other = module.kernel("other", &[scalar], |b, _| b.return_([]).build())?;
    ///
    /// let mut import = Import::new(&from);
    /// let [outer, parameter] = [from.function_at(one)?, module.function_at(other)?]
    ///     .map(|function| function.body.params()[0].value);
    /// import.value(one, outer, other, parameter);
    /// let (sum, _) = from.function_at(one)?.body.find::<ops::Addi>().next().expect("it was made");
    /// let copy = import.op(&mut module, other, one, sum)?;
    /// let body = &mut module.function_at_mut(other)?.body;
    /// let end = body.walk().next().expect("it was made");
    /// body.insert_before(end, copy)?;
    /// module.verify()?;
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// A function or operation that does not exist, a value from outside of the operation without a [mapping](Import::value)
    /// ([`ErrorKind::Foreign`] names it), and those of [`Import::function`] about references. Entries, globals and functions
    /// may have been added by then.
    pub fn op(
        &mut self,
        to: &mut Module,
        into: FunctionId,
        function: FunctionId,
        op: OpId,
    ) -> Result<OpId> {
        let body = &self.from.function_at(function)?.body;
        let mut originals = originals(body, op)?;
        let known = self.values.entry((function, into)).or_default();
        let there = &to.function_at(into)?.body;
        check_outside((body, there), &originals, known, |what, op, index| {
            let mut operands = Vec::new();
            body.op_content(op).each_operand(|value| operands.push(*value));
            format!("{what} {} of {}", operands[index], body.called(op))
        })?;
        let mut wanted = Vec::new();
        for original in &originals {
            self.symbols(to, &original.content.0, &mut wanted)?;
        }
        self.take_functions(to, wanted)?;
        for original in &mut originals {
            let (id, label) = (original.op.index() as u64, original.content.0.kind().info().label);
            self.translate(to, original).item(label).index(id).field("ops")?;
        }
        let located = originals.iter().any(|original| original.content.1.is_some());
        let values = self.values.entry((function, into)).or_default();
        let there = to.function_at_mut(into)?;
        there.has_locations |= located;
        Ok(copy(Some(body), &mut there.body, originals, values)?.ops[0].1)
    }

    /// Imports everything that an operation refers to, and replaces the references.
    fn translate(&mut self, to: &mut Module, original: &mut Original<Body>) -> Result<()> {
        let (op, location) = &mut original.content;
        op.references_mut(&mut |table, index| self.reference(to, table, index))?;
        for (_, ty) in original.regions.iter_mut().flatten().flat_map(|(_, list)| list) {
            *ty = self.ty(to, *ty)?;
        }
        *location = location.map(|id| self.debug(to, id)).transpose()?;
        Ok(())
    }

    /// Imports the function with a name, and the globals and functions that it refers to by name, after the existing ones.
    /// Returns its handle. A function that this import imported before is not imported again.
    ///
    /// Types, strings, constants and debug entries are added unless the module has the same ones. Content that the version or
    /// the features of the module cannot represent is refused when the module is written.
    ///
    /// # Errors
    /// No function of that name ([`ErrorKind::Missing`]), a function or a different global of that name that is already in the
    /// module ([`ErrorKind::Duplicate`]), entries that no schema describes ([`ErrorKind::Opaque`]), and entries that contain
    /// each other in a cycle. Entries may have been added by then.
    pub fn function(&mut self, to: &mut Module, name: &str) -> Result<FunctionId> {
        let place = self.place_of_function(name.as_bytes())?;
        self.take_functions(to, vec![place])?;
        self.functions.get(&place).copied().ok_or_else(|| missing("function", name.as_bytes()))
    }

    /// Imports the global with a name, after the existing ones. Returns its handle. A global that the module already has with
    /// the same content is not added again.
    ///
    /// # Errors
    /// Those of [`Import::function`].
    pub fn global(&mut self, to: &mut Module, name: &str) -> Result<GlobalId> {
        let place = self.here.global(self.from, name.as_bytes());
        self.global_at(to, place.ok_or_else(|| missing("global", name.as_bytes()))?)
    }

    /// Imports a type of the other module.
    ///
    /// # Errors
    /// Those of [`Import::function`], and an index past the table.
    pub fn ty(&mut self, to: &mut Module, id: TypeId) -> Result<TypeId> {
        let made = self.once(TYPES, id.0, |import| {
            let mut ty = import.from.type_at(id)?.clone();
            ty.references_mut(&mut |table, index| import.reference(to, table, index))?;
            Ok(to.ty(ty).0)
        });
        made.map(TypeId)
    }

    /// Imports an attribute of the other module: its references get the indices of this module.
    ///
    /// # Errors
    /// Those of [`Import::ty`].
    pub fn attribute(&mut self, to: &mut Module, attribute: &Attribute) -> Result<Attribute> {
        let mut made = attribute.clone();
        made.references_mut(&mut |table, index| self.reference(to, table, index))?;
        Ok(made)
    }

    /// Imports a debug entry of the other module.
    ///
    /// # Errors
    /// Those of [`Import::ty`].
    pub fn debug(&mut self, to: &mut Module, id: DebugId) -> Result<DebugId> {
        let made = self.once(DEBUG, id.0, |import| {
            let mut made = entry(&import.from.debug, id.0, DebugId::TABLE)?.clone();
            if matches!(made, DebugEntry::Opaque { .. }) {
                return Err(opaque(DebugId::TABLE, id.0));
            }
            made.references_mut(&mut |table, index| import.reference(to, table, index))?;
            Ok(to.debug(made).0)
        });
        made.map(DebugId)
    }

    /// Imports the target of a reference to a table, and sets the reference to its new number.
    fn reference(&mut self, to: &mut Module, table: &'static str, index: &mut u32) -> Result<()> {
        let id = *index;
        *index = match table {
            StringId::TABLE => self.once(STRINGS, id, |import| {
                Ok(to.string(import.from.string_at(StringId(id))?).0)
            })?,
            TypeId::TABLE => self.ty(to, TypeId(id))?.0,
            ConstantId::TABLE => self.once(CONSTANTS, id, |import| {
                Ok(to.constant(import.from.constant_at(ConstantId(id))?).0)
            })?,
            DebugId::TABLE => self.debug(to, DebugId(id))?.0,
            table => return Err(opaque(table, id)),
        };
        Ok(())
    }

    /// The new number of an entry. Calls `make` the first time. An entry that contains itself is an error.
    fn once(
        &mut self,
        table: usize,
        id: u32,
        make: impl FnOnce(&mut Self) -> Result<u32>,
    ) -> Result<u32> {
        match self.made[table].get(&id) {
            Some(&IN_PROGRESS) => return Err(Error::new(ErrorKind::Cycle { entry: id })),
            Some(&made) => return Ok(made),
            None => {}
        }
        if self.depth == MAX_DEPTH {
            let (limit, max) = ("nesting of types or debug entries", u64::from(MAX_DEPTH));
            return Err(Error::new(ErrorKind::Limit { limit, found: max + 1, max }));
        }
        // References in bytes after the last field cannot be found.
        let rests = self.from.layout.as_ref().and_then(|layout| layout.rests.get(table));
        if rests.is_some_and(|rests| rests.contains_key(&id)) {
            return Err(opaque(TABLES[table], id));
        }
        self.made[table].insert(id, IN_PROGRESS);
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        match made {
            Ok(made) => self.made[table].insert(id, made),
            Err(_) => self.made[table].remove(&id),
        };
        made
    }

    /// Imports functions, and those that they refer to by name.
    fn take_functions(&mut self, to: &mut Module, mut wanted: Vec<FunctionId>) -> Result<()> {
        while let Some(place) = wanted.pop() {
            if self.functions.contains_key(&place) {
                continue;
            }
            let function = self.from.function_at(place)?;
            let made = self
                .function_content(to, function, &mut wanted)
                .index(u64::from(place.number()))
                .field("functions")?;
            self.functions.insert(place, FunctionId::of(to.functions.len()));
            to.functions.push(made);
        }
        Ok(())
    }

    fn function_content(
        &mut self,
        to: &mut Module,
        function: &Function,
        wanted: &mut Vec<FunctionId>,
    ) -> Result<Function> {
        let name = self.from.string_at(function.name)?;
        if self.there.function(to, name).is_some() {
            return Err(twice("function", name));
        }
        let mut made = function.clone();
        for op in made.body.walk() {
            self.symbols(to, made.body.op(op)?, wanted)?;
        }
        self.reference(to, StringId::TABLE, &mut made.name.0)?;
        made.signature = self.ty(to, function.signature)?;
        made.arg_attrs = self.attribute(to, &function.arg_attrs)?;
        for attribute in [&mut made.hints, &mut made.const_params].into_iter().flatten() {
            *attribute = self.attribute(to, attribute)?;
        }
        made.location = function.location.map(|id| self.debug(to, id)).transpose()?;
        made.body
            .references_mut(&mut |table, index| self.reference(to, table, index))
            .field("body")?;
        Ok(made)
    }

    /// Imports the globals that an operation refers to by name, and lists the functions in `wanted`.
    fn symbols(&mut self, to: &mut Module, op: &Op, wanted: &mut Vec<FunctionId>) -> Result<()> {
        for (_, symbol) in references(op) {
            let symbol = self.from.string_at(symbol)?;
            match self.here.global(self.from, symbol) {
                Some(place) => {
                    self.global_at(to, place)?;
                }
                None => wanted.push(self.place_of_function(symbol)?),
            }
        }
        Ok(())
    }

    fn global_at(&mut self, to: &mut Module, place: GlobalId) -> Result<GlobalId> {
        if let Some(made) = self.globals.get(&place) {
            return Ok(*made);
        }
        let mut made = *self.from.global_at(place)?;
        let name = self.from.string_at(made.name)?;
        made.references_mut(&mut |table, index| self.reference(to, table, index))
            .index(u64::from(place.number()))
            .field("globals")?;
        let there = match self.there.global(to, name) {
            Some(found) if to.global_at(found).ok() == Some(&made) => found,
            Some(_) => return Err(twice("global", name)),
            None => {
                to.globals.push(made);
                GlobalId::of(to.globals.len() - 1)
            }
        };
        self.globals.insert(place, there);
        Ok(there)
    }

    fn place_of_function(&mut self, name: &[u8]) -> Result<FunctionId> {
        self.here.function(self.from, name).ok_or_else(|| missing("function", name))
    }
}

impl Module {
    /// Imports the function of another module with a name, with everything that it refers to. Returns its handle. To import
    /// several functions of one module, or operations, use [`Import`].
    ///
    /// # Errors
    /// Those of [`Import::function`].
    pub fn import(&mut self, from: &Module, function: &str) -> Result<FunctionId> {
        Import::new(from).function(self, function)
    }
}

#[cold]
fn opaque(table: &str, id: u32) -> Error {
    Error::new(ErrorKind::Opaque { item: format!("{table} {id}") })
}

#[cold]
fn missing(what: &'static str, name: &[u8]) -> Error {
    let name = String::from_utf8_lossy(name).into_owned();
    Error::new(ErrorKind::Missing { item: "the other module".to_owned(), what, name })
}

#[cold]
fn twice(what: &'static str, name: &[u8]) -> Error {
    let name = String::from_utf8_lossy(name).into_owned();
    Error::new(ErrorKind::Duplicate { what, name })
}
