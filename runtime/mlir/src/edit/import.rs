//! Imports operations of another module, with everything that they refer to.

use super::super::generated::{AttributeId, OpNameId, PropertyBlobId, StringId, TypeId};
use super::super::module::Module;
use crate::codec::context::HasTypes;
use crate::codec::encoder::{Encoder, EntryNumbers, Reference, Taken};
use crate::module::ir::{Ir, OpId, Value};
use crate::operations::properties::{PropertyValue, layout_of, transcode};
use crate::release::losses::Losses;
use crate::tables::data::Entry;
use crate::tables::entry::{Described, EntryForm, Handle};
use crate::write::numbering::{Entries, Handles};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::forest::copies::{Original, check_outside, originals};
use bytespec_core::hash::Map;
use bytespec_core::properties::Field;
use bytespec_core::wire::Writer;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// An import from one module into another. It records what was imported, so references that several operations share are
/// imported once.
///
/// ```
/// use bytespec::mlir::{Import, Module};
///
/// let mut library = Module::new("example");
/// let (f32, body) = (library.add_type(bytespec::mlir::BuiltinType::Float32Type)?, library.body());
/// library.at_end(body).function("norm", &[f32], &[f32])?;
///
/// let mut module = Module::new("example");
/// let body = module.body();
/// let mut import = Import::new(&library, &module)?;
/// for function in library.functions() {
///     let copy = import.op(&mut module, function.op())?;
///     module.append(body, copy)?;
/// }
/// assert!(module.function("norm").is_some());
/// # Ok::<(), bytespec::Error>(())
/// ```
#[derive(Debug)]
pub struct Import<'s> {
    from: Cow<'s, Module<'s>>,
    done: Imported,
    values: Map<Value, Value>,
}

/// What was imported.
#[derive(Debug, Default)]
pub(super) struct Imported {
    pub(super) map: Taken,
    /// How many new names were derived from the key of a dialect's resource.
    pub(super) again: HashMap<(Vec<u8>, Vec<u8>), u32>,
    /// The resources that text can refer to, computed on first use.
    handles: OnceCell<Handles>,
    names: HashMap<OpNameId, OpNameId>,
}

/// Imports into a module what items of another one refer to.
pub(super) struct Importer<'i, 'm> {
    pub(super) from: &'i Module<'i>,
    /// Computed on first use.
    entries: OnceCell<Entries<'i>>,
    pub(super) to: &'i mut Module<'m>,
    pub(super) done: &'i mut Imported,
}

impl<'s> Import<'s> {
    /// An import that has imported nothing yet. If the format versions differ, it converts a copy of the other module.
    ///
    /// # Errors
    /// Content of the other module that the version cannot represent, see [`Module::convert`].
    pub fn new(from: &'s Module<'s>, to: &Module<'_>) -> Result<Self> {
        let from = match from.version == to.version {
            true => Cow::Borrowed(from),
            false => {
                let mut converted = from.clone();
                converted.convert(to.version, Losses::Refuse)?;
                Cow::Owned(converted)
            }
        };
        Ok(Import { from, done: Imported::default(), values: Map::default() })
    }

    /// Maps a value of the other module that is not imported to a value of this module, for example an argument of the function
    /// around an operation.
    pub fn value(&mut self, from: Value, to: Value) {
        self.values.insert(from, to);
    }

    /// Imports an operation with everything inside its regions. The new operation is in no block yet.
    ///
    /// Types, attributes, locations, strings and resources are added unless the module has the same ones. A resource whose key
    /// is already used for another resource gets a new key. Symbol names stay the same.
    ///
    /// # Errors
    /// A wrong handle; a value without a [mapping](Import::value) or a successor from outside of the operation
    /// ([`ErrorKind::Foreign`]); regions that are still bytes ([`ErrorKind::NotMaterialized`]); properties without a known
    /// layout ([`ErrorKind::NoLayout`]) and entries that no schema describes ([`ErrorKind::Opaque`]), because their references
    /// cannot be found; and content that the release of the module does not have. Entries may have been added by then.
    pub fn op(&mut self, to: &mut Module<'_>, op: OpId) -> Result<OpId> {
        let from = &self.from.ir;
        from.forest().check_op(op)?;
        if let Some(op) = self.from.walk_op(op).find(|op| self.from.is_materializable(*op)) {
            return Err(self.from.not_materialized(op));
        }
        let mut originals = originals(from, op)?;
        check_outside((from, &to.ir), &originals, &self.values, |what, op, index| {
            format!("{what} {index} of {}", self.from.name(op).full())
        })?;
        let mut importer = self.importer(to);
        originals.iter_mut().try_for_each(|original| importer.translate(original))?;
        to.copy(Some(&self.from.ir), originals, &mut self.values)
    }

    /// Imports an attribute.
    ///
    /// # Errors
    /// The errors of [`Import::op`] about entries, and an attribute that contains itself.
    pub fn attribute(&mut self, to: &mut Module<'_>, id: AttributeId) -> Result<AttributeId> {
        self.importer(to).attribute(id)
    }

    /// Imports a type.
    ///
    /// # Errors
    /// Those of [`Import::attribute`].
    pub fn ty(&mut self, to: &mut Module<'_>, id: TypeId) -> Result<TypeId> {
        self.importer(to).ty(id)
    }

    /// Imports an entry, and returns its number.
    #[cfg(feature = "text")]
    pub(crate) fn entry(&mut self, to: &mut Module<'_>, handle: Handle) -> Result<u32> {
        self.importer(to).entry(handle)
    }

    fn importer<'i, 'm>(&'i mut self, to: &'i mut Module<'m>) -> Importer<'i, 'm> {
        Importer { from: &self.from, entries: OnceCell::new(), to, done: &mut self.done }
    }
}

impl<'i> Importer<'i, '_> {
    fn entries(&self) -> &Entries<'i> {
        self.entries.get_or_init(|| Entries::new(self.from))
    }

    /// Imports everything that an operation refers to, and replaces the references.
    fn translate(&mut self, original: &mut Original<Ir>) -> Result<()> {
        let Original { op, content, regions } = original;
        content.op.name = self.name(content.op.name)?;
        content.op.location = self.attribute(content.op.location)?;
        let arguments = regions.iter_mut().flatten().flat_map(|(_, arguments)| arguments);
        let mut arguments: Vec<_> = arguments.map(|(_, argument)| argument).collect();
        for location in arguments.iter_mut().filter_map(|(_, location)| location.as_mut()) {
            *location = self.attribute(*location)?;
        }
        for ty in content.results.iter_mut().chain(arguments.into_iter().map(|(ty, _)| ty)) {
            *ty = self.ty(*ty)?;
        }
        if let Some(dictionary) = &mut content.op.attributes {
            *dictionary = self.attribute(*dictionary)?;
        }
        content.op.properties = self.properties(*op)?;
        Ok(())
    }

    /// Whether both modules have the same known and possible releases. Bytes then keep their meaning.
    fn is_same(&self) -> bool {
        let axes = |module: &Module<'_>| (module.release, module.inferred, module.dialect_releases);
        axes(self.from) == axes(self.to)
    }

    fn name(&mut self, id: OpNameId) -> Result<OpNameId> {
        if let Some(found) = self.done.names.get(&id) {
            return Ok(*found);
        }
        let name = self.from.op_name(id)?;
        let dialect = name.dialect.to_vec();
        let made = self.to.add_op_name(&name.full(), name.registered)?;
        self.version(&dialect)?;
        self.done.names.insert(id, made);
        Ok(made)
    }

    /// Copies the record of a dialect's version, if the module has none.
    fn version(&mut self, dialect: &[u8]) -> Result<()> {
        let version = |module: &Module<'_>| {
            let found = module.dialects().find(|known| known.name == dialect)?;
            found.version.map(<[u8]>::to_vec)
        };
        match (version(self.from), version(self.to)) {
            (Some(record), None) => self.to.set_dialect_version(dialect, Some(&record)),
            (from, to) if from == to || from.is_none() => Ok(()),
            _ => {
                let name = String::from_utf8_lossy(dialect);
                let item = format!("the dialect {name}, which has another version there,");
                Err(Error::new(ErrorKind::Opaque { item }))
            }
        }
    }

    /// The properties of an operation, in the layout of the target module.
    fn properties(&mut self, op: OpId) -> Result<Option<PropertyBlobId>> {
        let Some(blob) = self.from.properties_id(op) else { return Ok(None) };
        if let Some(id) = self.from.unregistered_properties(op) {
            let id = self.attribute(id)?;
            let mut writer = Writer::new();
            writer.prefix(u64::from(id.0));
            return self.to.add_properties(writer.as_slice()).map(Some);
        }
        let name = self.from.name(op).full().into_owned();
        if let Some(fields) = layout_of(self.from, self.from.ir.name(op), Some(blob))?
            && (self.is_same() || self.to.layout_by_name(&name) == Some(fields))
        {
            return self.blob(fields, blob).map(Some);
        }
        let Some(list) = self.from.property_list(op)? else {
            return Err(self.from.no_layout(&name));
        };
        let mut given = Vec::with_capacity(list.len());
        for property in list {
            let value = match property.value {
                PropertyValue::Attribute(id) => PropertyValue::Attribute(self.attribute(id)?),
                PropertyValue::String(id) => PropertyValue::String(self.string(id)?),
                other => other,
            };
            given.push((property.name, value));
        }
        self.to.make_properties(&name, &given)
    }

    /// Properties that keep their bytes, except for the numbers of entries.
    fn blob(&mut self, fields: &'static [Field], blob: PropertyBlobId) -> Result<PropertyBlobId> {
        let bytes = self.from.properties(blob)?.to_vec();
        let (version, release) = (self.to.version, self.to.release);
        let write = |numbers: EntryNumbers<'_>| {
            let mut writer = Writer::new();
            let mut cx = Encoder::new(version, release, None, numbers);
            transcode(fields, version, &bytes, &mut cx, &mut writer).map(|()| writer.into_bytes())
        };
        let mut references = Vec::new();
        write(EntryNumbers::Collect(&mut references))?;
        for reference in references {
            self.reference(reference)?;
        }
        let written = write(EntryNumbers::Taken(&self.done.map))?;
        self.to.add_properties(&written)
    }

    /// Imports the target of a reference.
    fn reference(&mut self, reference: Reference) -> Result<()> {
        match reference {
            Reference::Attribute(id) => self.attribute(id).map(|_| ()),
            Reference::Type(id) => self.ty(id).map(|_| ()),
            Reference::String(id) => self.string(id).map(|_| ()),
            Reference::Resource(id) => self.resource(id, false),
        }
    }

    fn string(&mut self, id: StringId) -> Result<StringId> {
        let text = self.from.string(id)?;
        let made = self.to.add_string(text)?;
        self.done.map.strings.insert(id.0, made.0);
        Ok(made)
    }

    fn attribute(&mut self, id: AttributeId) -> Result<AttributeId> {
        self.entry(id.into()).map(AttributeId)
    }

    fn ty(&mut self, id: TypeId) -> Result<TypeId> {
        self.entry(id.into()).map(TypeId)
    }

    /// Imports an entry after its references, and returns its number.
    fn entry(&mut self, wanted: Handle) -> Result<u32> {
        let mut left = vec![(wanted, false)];
        let mut started = HashSet::new();
        while let Some((handle, ready)) = left.pop() {
            if self.done.map.entry(handle).is_some() {
                continue;
            }
            if ready {
                self.add(handle)?;
                continue;
            }
            if !started.insert(handle) {
                // The entry refers to itself.
                return Err(self.opaque(handle));
            }
            left.push((handle, true));
            for reference in self.references(handle)? {
                match reference {
                    Reference::Attribute(id) => left.push((Handle::Attribute(id), false)),
                    Reference::Type(id) => left.push((Handle::Type(id), false)),
                    Reference::String(id) => {
                        self.string(id)?;
                    }
                    Reference::Resource(id) => {
                        self.resource(id, !self.stored(handle)?.custom())?;
                    }
                }
            }
        }
        self.done.map.entry(wanted).ok_or_else(|| self.opaque(wanted))
    }

    fn stored(&self, handle: Handle) -> Result<Entry> {
        self.from.stored(handle.table(), handle.number())
    }

    fn references(&self, handle: Handle) -> Result<Vec<Reference>> {
        let mut references = Vec::new();
        let stored = self.stored(handle)?;
        let text = self.entries().list((handle, stored), &mut references);
        if let Some(text) = text.map_err(|_| self.opaque(handle))?
            && self.from.resource_count() > 0
        {
            let handles = self.done.handles.get_or_init(|| Handles::new(self.from));
            handles.find(self.from, (stored.dialect(), text), &mut references);
        }
        Ok(references)
    }

    #[cold]
    fn opaque(&self, handle: Handle) -> Error {
        let dialect = self.stored(handle).map(|entry| entry.dialect()).unwrap_or_default();
        let dialect = String::from_utf8_lossy(self.from.dialect_name(dialect)).into_owned();
        let (table, number) = (handle.table().item(), handle.number());
        let item = format!("{table} {number} of the dialect {dialect}");
        Error::new(ErrorKind::Opaque { item })
    }

    /// Adds an entry. All of its references have been imported.
    fn add(&mut self, handle: Handle) -> Result<()> {
        let entry = self.stored(handle)?;
        let dialect = self.from.dialect_name(entry.dialect()).to_vec();
        let to_dialect = self.to.add_dialect(&dialect)?;
        let mut writer = Writer::new();
        let numbers = EntryNumbers::Taken(&self.done.map);
        let types = Some(self.from as &dyn HasTypes);
        let mut cx = Encoder::new(self.to.version, self.to.release, types, numbers)
            .with_dialects(self.to.dialect_releases);
        let written = match handle {
            _ if self.is_same() => false,
            Handle::Attribute(id) => self.write_typed(id, &mut writer, &mut cx)?,
            Handle::Type(id) => self.write_typed(id, &mut writer, &mut cx)?,
        };
        if !written {
            self.entries().write(handle, &mut writer, &mut cx)?;
        }
        if entry.custom() {
            self.version(&dialect)?;
        }
        let distinct = self.from.is_distinct(handle)?;
        let add = if distinct { Module::append_entry } else { Module::place_entry };
        let made = add(self.to, handle.table(), to_dialect, entry.custom(), writer.as_slice())?;
        self.done.map.set_entry(handle, made);
        Ok(())
    }

    /// Writes an entry if a schema describes it, and returns whether it does.
    fn write_typed<I: Described>(
        &self,
        id: I,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<bool> {
        let EntryForm::Typed(entry) = self.from.form(id)? else { return Ok(false) };
        I::write(&I::to_owned(&entry), writer, cx).map(|()| true)
    }
}

impl Module<'_> {
    /// Imports an operation of another module, with everything inside its regions and everything that it refers to. The new
    /// operation is in no block yet. To import several operations of one module, use [`Import`].
    ///
    /// # Errors
    /// Those of [`Import::new`] and [`Import::op`].
    pub fn import(&mut self, from: &Module<'_>, op: OpId) -> Result<OpId> {
        Import::new(from, self)?.op(self, op)
    }
}
