//! Taking functions and globals of another module over, with all that they refer to.

use super::generated::{Attribute, ConstantId, DebugEntry, DebugId, Global, Op, StringId, TypeId};
use super::module::{Function, Module, entry};
use super::text::{ShowAttribute as _, Shown};
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::operation_text::{Part, Piece};
use crate::wire::MAX_DEPTH;
use std::collections::HashMap;

/// In place of a number that was not given yet.
const NONE: u32 = u32::MAX;
/// In place of a number that is being given: meeting it again is a circle.
const IN_PROGRESS: u32 = u32::MAX - 1;

/// The tables whose entries may have bytes behind their last field, by their places in
/// [`Layout::rests`](super::Layout::rests).
const TYPES: usize = 0;
const CONSTANTS: usize = 1;
const DEBUG: usize = 2;

/// What was taken from a module into another one, so that what several functions refer to is taken once.
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
    strings: Vec<u32>,
    types: Vec<u32>,
    constants: Vec<u32>,
    debug: Vec<u32>,
    /// Functions and globals that were taken, by their places in both modules.
    functions: HashMap<usize, usize>,
    globals: HashMap<usize, usize>,
    depth: u32,
}

impl<'s> Import<'s> {
    /// What is taken from a module: nothing yet.
    #[must_use]
    pub fn new(from: &'s Module) -> Self {
        let none = |len: usize| vec![NONE; len];
        Import {
            from,
            strings: none(from.strings.len()),
            types: none(from.types.len()),
            constants: none(from.constants.len()),
            debug: none(from.debug.len()),
            functions: HashMap::new(),
            globals: HashMap::new(),
            depth: 0,
        }
    }

    /// Takes the function with a name over, behind those that the module has, and with it the globals and functions that it
    /// refers to by name; its place among the functions of the module. One that was taken before is there once.
    ///
    /// Types, strings, constants and debug entries are added where the module does not have the same. What the version or the
    /// features of the module cannot carry is refused when it is written.
    ///
    /// # Errors
    /// No function of that name ([`ErrorKind::Missing`]), a function or global of that name that is in the module already
    /// ([`ErrorKind::Duplicate`]), entries that no schema describes ([`ErrorKind::Opaque`]) or that hold each other in a circle.
    /// Entries may have been added then.
    pub fn function(&mut self, to: &mut Module, name: &str) -> Result<usize> {
        let mut wanted = vec![self.place_of_function(name.as_bytes())?];
        let first = wanted[0];
        while let Some(place) = wanted.pop() {
            if self.functions.contains_key(&place) {
                continue;
            }
            let function = entry(&self.from.functions, place as u32, "function")?;
            let made = self
                .function_content(to, function, &mut wanted)
                .index(place as u64)
                .field("functions")?;
            self.functions.insert(place, to.functions.len());
            to.functions.push(made);
        }
        Ok(self.functions.get(&first).copied().unwrap_or_default())
    }

    /// Takes the global with a name over, behind those that the module has; its place among the globals of the module.
    ///
    /// # Errors
    /// Those of [`Import::function`].
    pub fn global(&mut self, to: &mut Module, name: &str) -> Result<usize> {
        let place = self.place_of_global(name.as_bytes());
        self.global_at(to, place.ok_or_else(|| missing("global", name.as_bytes()))?)
    }

    /// A type of the other module in this one.
    ///
    /// # Errors
    /// Those of [`Import::function`], and an index past the table.
    pub fn ty(&mut self, to: &mut Module, id: TypeId) -> Result<TypeId> {
        if let Some(found) = known(&self.types, id.0)? {
            return Ok(TypeId(found));
        }
        let mut ty = self.from.type_at(id)?.clone();
        self.check_rest(TYPES, TypeId::TABLE, id.0)?;
        self.inside(
            |import| &mut import.types,
            id.0,
            |import| ty.references_mut(&mut |table, index| import.reference(to, table, index)),
        )?;
        let made = to.ty(ty);
        set(&mut self.types, id.0, made.0);
        Ok(made)
    }

    /// An attribute of the other module as this one has it.
    ///
    /// # Errors
    /// Those of [`Import::ty`].
    pub fn attribute(&mut self, to: &mut Module, attribute: &Attribute) -> Result<Attribute> {
        let mut made = attribute.clone();
        made.references_mut(&mut |table, index| self.reference(to, table, index))?;
        Ok(made)
    }

    /// A debug entry of the other module in this one.
    ///
    /// # Errors
    /// Those of [`Import::ty`].
    pub fn debug(&mut self, to: &mut Module, id: DebugId) -> Result<DebugId> {
        if let Some(found) = known(&self.debug, id.0)? {
            return Ok(DebugId(found));
        }
        let mut made = entry(&self.from.debug, id.0, DebugId::TABLE)?.clone();
        if matches!(made, DebugEntry::Opaque { .. }) {
            return Err(opaque(DebugId::TABLE, id.0));
        }
        self.check_rest(DEBUG, DebugId::TABLE, id.0)?;
        self.inside(
            |import| &mut import.debug,
            id.0,
            |import| made.references_mut(&mut |table, index| import.reference(to, table, index)),
        )?;
        let made = to.debug(made);
        set(&mut self.debug, id.0, made.0);
        Ok(made)
    }

    fn string(&mut self, to: &mut Module, id: StringId) -> Result<StringId> {
        if let Some(found) = known(&self.strings, id.0)? {
            return Ok(StringId(found));
        }
        let made = to.string(self.from.string_at(id)?);
        set(&mut self.strings, id.0, made.0);
        Ok(made)
    }

    fn constant(&mut self, to: &mut Module, id: ConstantId) -> Result<ConstantId> {
        if let Some(found) = known(&self.constants, id.0)? {
            return Ok(ConstantId(found));
        }
        self.check_rest(CONSTANTS, ConstantId::TABLE, id.0)?;
        let made = to.constant(self.from.constant_at(id)?);
        set(&mut self.constants, id.0, made.0);
        Ok(made)
    }

    /// Takes what a reference to a table refers to over, and gives the reference the number that it has here.
    fn reference(&mut self, to: &mut Module, table: &'static str, index: &mut u32) -> Result<()> {
        *index = match table {
            StringId::TABLE => self.string(to, StringId(*index))?.0,
            TypeId::TABLE => self.ty(to, TypeId(*index))?.0,
            ConstantId::TABLE => self.constant(to, ConstantId(*index))?.0,
            DebugId::TABLE => self.debug(to, DebugId(*index))?.0,
            table => return Err(opaque(table, *index)),
        };
        Ok(())
    }

    /// Takes the parts of an entry over, unless it is a part of itself.
    fn inside(
        &mut self,
        numbers: fn(&mut Self) -> &mut Vec<u32>,
        id: u32,
        take: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.depth == MAX_DEPTH {
            let (limit, max) = ("nesting of types or debug entries", u64::from(MAX_DEPTH));
            return Err(Error::new(ErrorKind::Limit { limit, found: max + 1, max }));
        }
        set(numbers(self), id, IN_PROGRESS);
        self.depth += 1;
        let taken = take(self);
        self.depth -= 1;
        set(numbers(self), id, NONE);
        taken
    }

    /// Refuses an entry with bytes behind its last field: what they refer to cannot be found.
    fn check_rest(&self, place: usize, table: &str, id: u32) -> Result<()> {
        let rests = self.from.layout.as_ref().and_then(|layout| layout.rests.get(place));
        match rests.is_some_and(|rests| rests.contains_key(&id)) {
            true => Err(opaque(table, id)),
            false => Ok(()),
        }
    }

    fn function_content(
        &mut self,
        to: &mut Module,
        function: &Function,
        wanted: &mut Vec<usize>,
    ) -> Result<Function> {
        let name = self.from.string_at(function.name)?;
        if to.functions.iter().any(|other| to.string_at(other.name).is_ok_and(|n| n == name)) {
            return Err(twice("function", name));
        }
        let mut made = function.clone();
        let mut symbols = Vec::new();
        made.body.each_op(|_, op| add_symbols(op, &mut symbols));
        for symbol in symbols {
            let symbol = self.from.string_at(symbol)?;
            match self.place_of_global(symbol) {
                Some(place) => {
                    self.global_at(to, place)?;
                }
                None => wanted.push(self.place_of_function(symbol)?),
            }
        }
        made.name = self.string(to, function.name)?;
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

    fn global_at(&mut self, to: &mut Module, place: usize) -> Result<usize> {
        if let Some(made) = self.globals.get(&place) {
            return Ok(*made);
        }
        let mut made = *entry(&self.from.globals, place as u32, "global")?;
        let name = self.from.string_at(made.name)?;
        if global_named(to, name).is_some() {
            return Err(twice("global", name));
        }
        made.references_mut(&mut |table, index| self.reference(to, table, index))
            .index(place as u64)
            .field("globals")?;
        self.globals.insert(place, to.globals.len());
        to.globals.push(made);
        Ok(to.globals.len() - 1)
    }

    fn place_of_global(&self, name: &[u8]) -> Option<usize> {
        global_named(self.from, name)
    }

    fn place_of_function(&self, name: &[u8]) -> Result<usize> {
        let mut functions = self.from.functions.iter();
        let is_named = |id| self.from.string_at(id).is_ok_and(|found| found == name);
        functions
            .position(|function| is_named(function.name))
            .ok_or_else(|| missing("function", name))
    }
}

impl Module {
    /// Takes the function of another module with a name over, with all that it refers to; its place among the functions. See
    /// [`Import`] for several of one module.
    ///
    /// # Errors
    /// Those of [`Import::function`].
    pub fn import(&mut self, from: &Module, function: &str) -> Result<usize> {
        Import::new(from).function(self, function)
    }
}

/// Adds the names of functions and globals that an operation refers to, which its template spells as symbols.
fn add_symbols(op: &Op, symbols: &mut Vec<StringId>) {
    let mut levels = vec![op.kind().info().text.iter()];
    while let Some(level) = levels.last_mut() {
        match level.next() {
            None => drop(levels.pop()),
            Some(Piece::If(_, inner) | Piece::AnyOrder(inner)) => levels.push(inner.iter()),
            Some(Piece::Symbol(Part::Attribute(position))) => {
                if let Shown::String(name) = op.attribute(usize::from(*position)) {
                    symbols.push(name);
                }
            }
            Some(_) => {}
        }
    }
}

/// The place of the global with a name.
fn global_named(module: &Module, name: &[u8]) -> Option<usize> {
    let is_named = |global: &Global| module.string_at(global.name).is_ok_and(|found| found == name);
    module.globals.iter().position(is_named)
}

/// The number that was given to an entry, if one was.
fn known(numbers: &[u32], id: u32) -> Result<Option<u32>> {
    match numbers.get(id as usize) {
        Some(&IN_PROGRESS) => Err(Error::new(ErrorKind::Circle { entry: id })),
        number => Ok(number.copied().filter(|number| *number != NONE)),
    }
}

fn set(numbers: &mut [u32], id: u32, number: u32) {
    if let Some(place) = numbers.get_mut(id as usize) {
        *place = number;
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
