//! Uses of symbols: the references in attributes and properties that lead to an operation, and renaming it with them.

use super::super::generated::{AttributeId, OpNameId, PropertyBlobId, view};
use super::super::module::Module;
use super::properties::SYMBOL_NAME;
use super::values::AttributeValue;
use crate::codec::encoder::{Reference, Taken};
use crate::module::ir::OpId;
use crate::tables::entry::Handle;
use crate::write::numbering::Entries;
use bytespec_core::error::{Error, ErrorKind, Result};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What `vhlo` operations refer to functions by: they have strings where other dialects have references to symbols.
const VHLO_REFERENCES: [&str; 3] = ["callee", "called_computations", "decomposition"];

/// A reference to a symbol in an attribute or a property of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolUse {
    /// The operation that refers to the symbol.
    pub op: OpId,
    /// The names of the reference, outermost first: `["kernels", "run"]` for `@kernels::@run`.
    pub path: Vec<String>,
    /// The position in `path` of the name of the symbol, counted from zero.
    pub position: usize,
}

/// The uses of a symbol, see [`Module::symbol_uses`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolUses {
    /// The references that lead to the symbol, in the order of the operations. An attribute that one operation has several times
    /// is listed once.
    pub uses: Vec<SymbolUse>,
    /// Operations that may refer to the symbol: they have an entry that no schema and no registered dialect describes, text in
    /// which the name of the symbol follows `@`, or properties without a known layout.
    pub unknown: Vec<OpId>,
}

/// Where a reference to a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ReferenceSource {
    /// An attribute, which an operation may refer to through others.
    Attribute(AttributeId),
    /// The value of this name of an operation of `vhlo`.
    Vhlo(&'static str),
}

/// A reference of an operation, its names, and the symbols that they lead to, as far as there are any.
struct Resolved {
    op: OpId,
    source: ReferenceSource,
    path: Vec<String>,
    symbols: Vec<OpId>,
    references: Rc<References>,
}

/// What the entries of an operation refer to.
#[derive(Debug, Default)]
struct References {
    /// References to symbols, each once.
    symbols: Vec<AttributeId>,
    /// Entries that are text.
    texts: Vec<Handle>,
    /// Whether something is not described.
    opaque: bool,
}

/// References of an operation that get other names.
struct Change {
    op: OpId,
    /// The references with their new names.
    renamed: Vec<(ReferenceSource, Vec<String>)>,
    references: Rc<References>,
}

/// The operations with the same of these have the same entries.
type Content = (Option<AttributeId>, Option<(PropertyBlobId, OpNameId)>);

/// Looks up symbols, and remembers the tables of symbols that it has met.
struct Lookup<'m> {
    module: &'m Module<'m>,
    /// The symbols of an operation, or of the top.
    names: HashMap<Option<OpId>, HashMap<String, OpId>>,
    /// The innermost table of symbols that is an operation, or is around it.
    tables: HashMap<OpId, Option<OpId>>,
}

impl<'m> Lookup<'m> {
    fn new(module: &'m Module<'m>) -> Self {
        Lookup { module, names: HashMap::new(), tables: HashMap::new() }
    }

    /// The table of symbols around an operation; none is the block at the top.
    fn around(&mut self, op: OpId) -> Result<Option<OpId>> {
        let mut passed = Vec::new();
        let mut next = self.module.parent(op);
        let found = loop {
            let Some(at) = next else { break None };
            if let Some(known) = self.tables.get(&at) {
                break *known;
            }
            passed.push(at);
            // If it is not known whether this is a symbol table, the lookup continues with the operation around it.
            if if_known(self.module.is_symbol_table(at).map(Some))?.unwrap_or(true) {
                break Some(at);
            }
            next = self.module.parent(at);
        };
        self.tables.extend(passed.into_iter().map(|op| (op, found)));
        Ok(found)
    }

    /// The symbol of a name in a table: the first of several.
    fn symbol(&mut self, table: Option<OpId>, name: &str) -> Result<Option<OpId>> {
        if !self.names.contains_key(&table) {
            let module = self.module;
            let block = match table {
                Some(table) => module.entry_block(table),
                None => Some(module.root()),
            };
            let mut names = HashMap::new();
            for op in block.into_iter().flat_map(|block| module.ops(block)) {
                if let Some(name) = if_known(module.symbol_name(op))? {
                    names.entry(name.into_owned()).or_insert(op);
                }
            }
            self.names.insert(table, names);
        }
        Ok(self.names.get(&table).and_then(|names| names.get(name)).copied())
    }

    /// The operations that the names of a reference lead to, as far as there are any: in the innermost table of symbols that
    /// has all of them, or else in the innermost one that has the first.
    fn path(&mut self, op: OpId, path: &[String]) -> Result<Vec<OpId>> {
        let mut best = Vec::new();
        let mut table = self.around(op)?;
        loop {
            let (mut found, mut inside) = (Vec::new(), table);
            for name in path {
                let Some(symbol) = self.symbol(inside, name)? else { break };
                found.push(symbol);
                inside = Some(symbol);
            }
            if found.len() == path.len() {
                return Ok(found);
            }
            if best.is_empty() {
                best = found;
            }
            match table {
                Some(outer) => table = self.around(outer)?,
                None => return Ok(best),
            }
        }
    }
}

/// All references to symbols of a module.
struct AllReferences {
    resolved: Vec<Resolved>,
    /// Operations that may have others.
    unknown: Vec<OpId>,
}

impl Module<'_> {
    /// The uses of the symbol that an operation defines: the references in attributes and properties of all operations that
    /// [resolve](Module::resolve) to it, `@outer::@name` as well as `@name`. As in MLIR, types of values and locations do not
    /// use symbols. The cost is that of reading all attributes and properties once.
    ///
    /// ```
    /// use bytespec::mlir::{Module, ParseOptions};
    ///
    /// let text = r#""builtin.module"() ({
    ///   "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    ///     "func.call"() <{callee = @f}> : () -> ()
    ///     "func.return"() : () -> ()
    ///   }) : () -> ()
    /// }) : () -> ()"#;
    /// let mut module = Module::parse(text, &ParseOptions::default()).expect("the text is right");
    /// let f = module.symbol(&["f"])?.expect("it is there");
    /// assert_eq!(module.symbol_uses(f)?.uses.len(), 1);
    /// assert_eq!(module.rename_symbol(f, "g")?, 1);
    /// let call = module.ops_named("func.call")[0];
    /// assert_eq!(module.resolve(call, "callee")?, Some(f));
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// A wrong handle, an operation without a symbol ([`ErrorKind::Missing`]), regions that are still bytes
    /// ([`ErrorKind::NotMaterialized`]), and entries and properties that are damaged.
    pub fn symbol_uses(&self, symbol: OpId) -> Result<SymbolUses> {
        let name = self.name_of_symbol(symbol)?;
        let AllReferences { resolved, unknown } =
            self.scan_symbols(&mut Lookup::new(self), &name)?;
        let uses = resolved.into_iter().flat_map(|found| {
            let Resolved { op, path, symbols, .. } = found;
            let positions = symbols.into_iter().enumerate();
            let positions = positions.filter(move |(_, reached)| *reached == symbol);
            positions.map(move |(position, _)| SymbolUse { op, path: path.clone(), position })
        });
        Ok(SymbolUses { uses: uses.collect(), unknown })
    }

    /// Gives the symbol that an operation defines another name, and all its [uses](Module::symbol_uses) with it. Returns how many
    /// references have changed. Every reference leads to the same operations as before. Nothing changes if there is an error,
    /// except that entries may have been added to tables.
    ///
    /// # Errors
    /// Those of [`Module::symbol_uses`]; [`ErrorKind::Opaque`] if an operation may refer to the symbol in a way that is not
    /// known; and [`ErrorKind::Duplicate`] if the new name already is that of a symbol in the same operation, or if a reference
    /// would lead to another symbol than before.
    pub fn rename_symbol(&mut self, symbol: OpId, name: &str) -> Result<usize> {
        let old = self.name_of_symbol(symbol)?;
        if old == name {
            return Ok(0);
        }
        let changes = self.renamed_references(symbol, &old, name)?;
        let count = changes.iter().map(|change| change.renamed.len()).sum();
        let mut taken = HashMap::new();
        let mut contents = Vec::with_capacity(changes.len());
        for change in &changes {
            contents.push(self.content_with(change, &mut taken)?);
        }
        for (change, (dictionary, properties)) in changes.into_iter().zip(contents) {
            self.ir.set_attributes(change.op, dictionary);
            self.ir.set_properties(change.op, properties);
            for (source, _) in change.renamed {
                if let ReferenceSource::Vhlo(key) = source {
                    self.rename_vhlo_reference(change.op, key, (&old, name))?;
                }
            }
        }
        self.set_symbol_name(symbol, name)?;
        Ok(count)
    }

    fn name_of_symbol(&self, symbol: OpId) -> Result<String> {
        self.ir.forest().check_op(symbol)?;
        let name = self.symbol_name(symbol)?.map(|name| name.into_owned());
        name.ok_or_else(|| {
            let item = self.name(symbol).full().into_owned();
            Error::new(ErrorKind::Missing { item, what: "symbol", name: SYMBOL_NAME.to_owned() })
        })
    }

    /// All references to symbols, in the order of the operations. `name` is that of the symbol of interest.
    fn scan_symbols(&self, lookup: &mut Lookup<'_>, name: &str) -> Result<AllReferences> {
        let mut scan = AllReferences { resolved: Vec::new(), unknown: Vec::new() };
        let entries = Entries::new(self);
        let mut known: HashMap<Content, Rc<References>> = HashMap::new();
        for op in self.walk() {
            if self.is_materializable(op) {
                return Err(self.not_materialized(op));
            }
            let content = self.content(op);
            let references = match known.get(&content) {
                Some(found) => found.clone(),
                None => {
                    let found = Rc::new(self.references_of(&entries, op)?);
                    known.insert(content, found.clone());
                    found
                }
            };
            let mut paths = self.vhlo_references(op)?;
            let mut is_unknown = references.opaque;
            for id in &references.symbols {
                match self.symbol_path(*id)? {
                    Some(path) => paths.push((ReferenceSource::Attribute(*id), path)),
                    None => is_unknown = true,
                }
            }
            for text in &references.texts {
                is_unknown |= names_symbol(self.text_of(*text)?, name);
            }
            if is_unknown {
                scan.unknown.push(op);
            }
            for (source, path) in paths {
                let symbols = lookup.path(op, &path)?;
                let references = references.clone();
                scan.resolved.push(Resolved { op, source, path, symbols, references });
            }
        }
        Ok(scan)
    }

    fn content(&self, op: OpId) -> Content {
        let properties = self.properties_id(op).map(|blob| (blob, self.ir.name(op)));
        (self.attributes(op), properties)
    }

    /// What the dictionary and the properties of an operation refer to, directly and through others.
    fn references_of(&self, entries: &Entries<'_>, op: OpId) -> Result<References> {
        let mut found = References::default();
        let properties = self.references_of_properties(entries, op)?;
        found.opaque = properties.is_none();
        let mut left: Vec<Handle> =
            self.attributes(op).map(Handle::Attribute).into_iter().collect();
        left.extend(properties.unwrap_or_default().into_iter().filter_map(Reference::entry));
        left.reverse();
        let mut seen = HashSet::new();
        while let Some(handle) = left.pop() {
            if !seen.insert(handle) {
                continue;
            }
            if let Handle::Attribute(id) = handle
                && self.is_symbol_reference(id)?
            {
                found.symbols.push(id);
                continue;
            }
            let mut references = Vec::new();
            match entries.list((handle, entries.entry(handle)?), &mut references) {
                Ok(None) => left.extend(references.into_iter().rev().filter_map(Reference::entry)),
                Ok(Some(_)) => found.texts.push(handle),
                Err(error) if self.is_described(handle)? => return Err(error),
                Err(_) => found.opaque = true,
            }
        }
        Ok(found)
    }

    fn is_symbol_reference(&self, id: AttributeId) -> Result<bool> {
        use view::BuiltinAttribute as B;
        let attribute = self.attribute(id)?.builtin();
        Ok(matches!(attribute, Some(B::FlatSymbolRefAttr { .. } | B::SymbolRefAttr { .. })))
    }

    /// The text of an entry that is text.
    fn text_of(&self, handle: Handle) -> Result<&[u8]> {
        Ok(match handle {
            Handle::Attribute(id) => self.attribute(id)?.text(),
            Handle::Type(id) => self.ty(id)?.text(),
        }
        .unwrap_or_default())
    }

    /// The references of an operation of `vhlo`.
    fn vhlo_references(&self, op: OpId) -> Result<Vec<(ReferenceSource, Vec<String>)>> {
        let mut found = Vec::new();
        if !self.is_vhlo(op) {
            return Ok(found);
        }
        for key in VHLO_REFERENCES {
            let values = match self.get(op, key)? {
                Some(AttributeValue::List(values)) => values,
                value => value.into_iter().collect(),
            };
            for value in values {
                if let AttributeValue::Text(name) = value {
                    found.push((ReferenceSource::Vhlo(key), vec![name]));
                }
            }
        }
        Ok(found)
    }

    fn rename_vhlo_reference(&mut self, op: OpId, key: &str, names: (&str, &str)) -> Result<()> {
        let renamed = |value| match value {
            AttributeValue::Text(name) if name == names.0 => {
                AttributeValue::Text(names.1.to_owned())
            }
            value => value,
        };
        let value = match self.get(op, key)? {
            Some(AttributeValue::List(values)) => {
                AttributeValue::List(values.into_iter().map(renamed).collect())
            }
            Some(value) => renamed(value),
            None => return Ok(()),
        };
        self.set(op, key, value)
    }

    /// The references that get another name when a symbol does.
    fn renamed_references(&self, symbol: OpId, old: &str, name: &str) -> Result<Vec<Change>> {
        let mut lookup = Lookup::new(self);
        let taken = || Error::new(ErrorKind::Duplicate { what: "symbol", name: name.to_owned() });
        let table = self.parent(symbol);
        if lookup.symbol(table, name)?.is_some() {
            return Err(taken());
        }
        let AllReferences { resolved, unknown } = self.scan_symbols(&mut lookup, old)?;
        if let Some(op) = unknown.first() {
            let item = format!("an entry of {}, which may refer to @{old},", self.name(*op).full());
            return Err(Error::new(ErrorKind::Opaque { item }));
        }
        if let Some(names) = lookup.names.get_mut(&table) {
            names.retain(|_, op| *op != symbol);
            names.insert(name.to_owned(), symbol);
        }
        let mut changes: Vec<Change> = Vec::new();
        for Resolved { op, source, mut path, symbols, references } in resolved {
            let renamed: Vec<usize> =
                (0..symbols.len()).filter(|position| symbols[*position] == symbol).collect();
            for position in &renamed {
                path[*position] = name.to_owned();
            }
            // The new path must lead to the same operations. So must the paths that do not change.
            if lookup.path(op, &path)? != symbols {
                return Err(taken());
            }
            if renamed.is_empty() {
                continue;
            }
            match changes.last_mut().filter(|change| change.op == op) {
                Some(change) => change.renamed.push((source, path)),
                None => changes.push(Change { op, renamed: vec![(source, path)], references }),
            }
        }
        Ok(changes)
    }

    /// The dictionary and the properties of an operation with other references. `taken` has the entries that were made, by the
    /// numbers of the references.
    fn content_with(
        &mut self,
        change: &Change,
        taken: &mut HashMap<Vec<(u32, u32)>, Taken>,
    ) -> Result<(Option<AttributeId>, Option<PropertyBlobId>)> {
        let mut numbers: Vec<(u32, u32)> =
            change.references.symbols.iter().map(|id| (id.0, id.0)).collect();
        for (source, path) in &change.renamed {
            let ReferenceSource::Attribute(id) = source else { continue };
            let path = AttributeValue::Symbol(path.clone());
            let made = self.attribute_of(false, "symbol", &path)?;
            numbers.iter_mut().filter(|(old, _)| *old == id.0).for_each(|(_, new)| *new = made.0);
        }
        let mut map = taken.remove(&numbers).unwrap_or_else(|| {
            let mut map = Taken::default();
            map.attributes.extend(numbers.iter().copied());
            map
        });
        let (dictionary, blob) = (self.attributes(change.op), self.properties_id(change.op));
        let dictionary = dictionary.map(|id| self.attribute_with(id, &mut map)).transpose()?;
        let properties =
            blob.map(|blob| self.properties_with(change.op, blob, &mut map)).transpose()?;
        taken.insert(numbers, map);
        Ok((dictionary, properties))
    }
}

/// What is known of an operation; none if its properties have no known layout. Such an operation may use any symbol.
fn if_known<T>(found: Result<Option<T>>) -> Result<Option<T>> {
    match found {
        Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => Ok(None),
        found => found,
    }
}

/// Whether a text may refer to a symbol: its name, or a name in quotation marks, follows `@`.
fn names_symbol(text: &[u8], name: &str) -> bool {
    let continues = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.-".contains(byte);
    text.split(|byte| *byte == b'@').skip(1).any(|rest| {
        let after = rest.strip_prefix(name.as_bytes());
        rest.starts_with(b"\"") || after.is_some_and(|after| !after.first().is_some_and(continues))
    })
}
