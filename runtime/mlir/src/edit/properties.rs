//! The properties of the operations of a module in memory.

use super::super::file::record_number;
use super::super::generated::{
    AttributeEntry, AttributeId, BuiltinAttribute, BuiltinType, OpNameId, PropertyBlobId,
    Signedness, StringId, Version, VhloAttribute, section, section_since, view,
};
use super::super::module::Module;
use super::super::tables::OpName;
use crate::codec::encoder::{Encoder, EntryNumbers};
use crate::module::ir::OpId;
use crate::operations::properties::{
    Axes, Layouts, Property, PropertyValue, Tables, are_sparse, exist, in_order, layout_of,
    layouts_in, list, no_layout, sole_attribute, write_field,
};
use crate::tables::data::Span;
use crate::tables::entry::Attribute;
use crate::tables::names::lookup;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::properties::{Field, Kind};
use bytespec_core::versions;
use bytespec_core::wire::Writer;
use std::borrow::Cow;

/// The property that defines a symbol's name; in versions without properties, the attribute.
pub(super) const SYMBOL_NAME: &str = "sym_name";

/// Refuses properties with a layout for an operation that is not registered.
pub(crate) fn check_registered(name: &OpName<'_>) -> Result<()> {
    if name.registered {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Unregistered { operation: name.full().into_owned() }))
}

impl Module<'_> {
    /// The properties of an operation, in the order of the bytes. `None` in versions without properties, and for an operation
    /// that the producer did not know, see [`Module::unregistered_properties`].
    ///
    /// # Errors
    /// A wrong handle, an operation with properties but without a known layout ([`ErrorKind::NoLayout`]), and bytes that do not
    /// match the layout.
    pub fn property_list(&self, op: OpId) -> Result<Option<Vec<Property>>> {
        self.ir.forest().check_op(op)?;
        if !exist(self.version) || !self.name(op).registered {
            return Ok(None);
        }
        let Some(id) = self.properties_id(op) else { return Ok(Some(Vec::new())) };
        match layout_of(self, self.ir.name(op), Some(id))? {
            Some(fields) => self.read_properties(fields, id).map(Some),
            None => Err(self.at_properties(id, self.no_layout(&self.name(op).full()))),
        }
    }

    /// The error for properties without a known layout.
    #[cold]
    pub(crate) fn no_layout(&self, operation: &str) -> Error {
        no_layout(self.release, operation)
    }

    /// The values of a blob. Segment sizes are returned as sizes in any version, if they are well-formed.
    pub(crate) fn read_properties(
        &self,
        fields: &'static [Field],
        id: PropertyBlobId,
    ) -> Result<Vec<Property>> {
        let span = lookup(PropertyBlobId::TABLE, &self.properties, id.0)?;
        list(fields, self.data(), span, &self.plain_context(), self)
            .map_err(|error| self.in_bytes(span, error))
    }

    /// Encodes properties for a version. Properties that are not listed are empty.
    pub(crate) fn encode_properties(
        &mut self,
        name: &str,
        fields: &'static [Field],
        version: Version,
        given: &[Property],
    ) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        for field in in_order(fields, version) {
            let given = given.iter().find(|property| property.name == field.name);
            let mut value = match given.map(|property| Cow::Borrowed(&property.value)) {
                Some(value) => value,
                None => match (PropertyValue::empty(field.kind), field.kind) {
                    (Some(value), _) => Cow::Owned(value),
                    (None, Kind::String) => {
                        Cow::Owned(PropertyValue::String(self.add_string(b"")?))
                    }
                    (None, _) => {
                        let item = format!("the property `{}` of {name}", field.name).into();
                        return Err(Error::new(ErrorKind::Absent { item, why: "is missing" }));
                    }
                },
            };
            if let (Kind::Segments(count), PropertyValue::Segments(sizes)) = (field.kind, &*value)
                && !are_sparse(version)
                && sizes.len() == count as usize
            {
                value = Cow::Owned(PropertyValue::Attribute(self.sizes_attribute(sizes)?));
            }
            let numbers = EntryNumbers::Pinned(self.table_lengths());
            let mut cx = Encoder::new(version, self.release, None, numbers);
            write_field(field, &value, &mut cx, &mut writer).field(field.name)?;
        }
        Ok(writer.into_bytes())
    }

    /// The sizes in an array of `i32`; `None` for any other attribute.
    pub(crate) fn segment_sizes(&self, id: AttributeId) -> Result<Option<Vec<u32>>> {
        Tables::sizes(self, id)
    }

    /// An attribute with sizes as an array of `i32`.
    pub(crate) fn sizes_attribute(&mut self, sizes: &[u32]) -> Result<AttributeId> {
        let element_type = self.add_type(BuiltinType::IntegerType {
            signedness: Signedness::Signless,
            width: u64::from(u32::BITS),
        })?;
        let raw_data = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
        let size = sizes.len() as u64;
        self.add_attribute(BuiltinAttribute::DenseArrayAttr { element_type, size, raw_data })
    }

    /// The property of an operation with a name; in versions without properties, the attribute with this name. `None` if there
    /// is none.
    ///
    /// # Errors
    /// A wrong handle, an operation with properties but without a known layout ([`ErrorKind::NoLayout`]), bytes that do not
    /// match the layout, and a dictionary that cannot be read.
    pub fn property(&self, op: OpId, name: &str) -> Result<Option<PropertyValue>> {
        self.ir.forest().check_op(op)?;
        if !exist(self.version) {
            let Some(id) = self.get_attribute(op, name)? else { return Ok(None) };
            let field = layout_of(self, self.ir.name(op), self.properties_id(op))?
                .and_then(|fields| fields.iter().find(|field| field.name == name));
            if let Some(Field { kind: Kind::Segments(_), .. }) = field
                && let Some(sizes) = self.segment_sizes(id)?
            {
                return Ok(Some(PropertyValue::Segments(sizes)));
            }
            return Ok(Some(PropertyValue::Attribute(id)));
        }
        if let Some(list) = self.property_list(op)? {
            let found = list.into_iter().find(|property| property.name == name);
            return Ok(found.map(|property| property.value));
        }
        let entries = self.unregistered_entries(op)?;
        let data = self.data();
        Ok(entries
            .into_iter()
            .find(|(key, _)| self.strings.bytes(*key, data) == name.as_bytes())
            .map(|(_, id)| PropertyValue::Attribute(id)))
    }

    /// Sets a property of an operation; in versions without properties, the attribute with this name.
    ///
    /// # Errors
    /// A wrong handle, a registered operation without a known layout ([`ErrorKind::NoLayout`]), a name that the layout does not
    /// have ([`ErrorKind::Missing`]), an index past its table, and a value that does not fit.
    pub fn set_property(&mut self, op: OpId, name: &str, value: PropertyValue) -> Result<()> {
        self.ir.forest().check_op(op)?;
        Tables::check(self, &value)?;
        let name_id = self.ir.name(op);
        let layout = layout_of(self, name_id, self.properties_id(op))?;
        if !exist(self.version) {
            let value = self.as_attribute(name, &value)?;
            return self.set_attribute(op, name, value);
        }
        let full = self.name(op);
        let (registered, full) = (full.registered, full.full());
        let bytes = match layout {
            Some(fields) => {
                let Some(field) = fields.iter().find(|field| field.name == name) else {
                    let (item, name) = (full.into_owned(), name.to_owned());
                    return Err(Error::new(ErrorKind::Missing { item, what: "property", name }));
                };
                let mut list = match self.properties_id(op) {
                    Some(id) => self.read_properties(fields, id)?,
                    None => Vec::new(),
                };
                list.retain(|property| property.name != name);
                list.push(Property { name: field.name, value });
                self.encode_properties(&full, fields, self.version, &list)?
            }
            None if registered => {
                return Err(self.no_layout(&full));
            }
            None => {
                let value = self.as_attribute(name, &value)?;
                let key = self.add_string(name.as_bytes())?;
                let mut entries = match self.unregistered_properties(op) {
                    Some(id) => self.dictionary(id)?,
                    None => Vec::new(),
                };
                entries.retain(|(other, _)| *other != key);
                entries.extend(value.map(|value| (key, value)));
                let Some(AttributeId(id)) = self.dictionary_attribute(entries)? else {
                    self.ir.set_properties(op, None);
                    return Ok(());
                };
                let mut writer = Writer::new();
                writer.prefix(u64::from(id));
                writer.into_bytes()
            }
        };
        let id = self.add_properties(&bytes)?;
        self.ir.set_properties(op, Some(id));
        Ok(())
    }

    /// Refuses properties with a layout for an operation that is not registered, because its properties are one attribute.
    pub(crate) fn check_unregistered(&self, name: &OpName<'_>, span: Span) -> Result<()> {
        let attribute = sole_attribute(self.data(), span).and_then(|id| self.attribute(id));
        // The version record of the dialect does not apply to an unregistered operation.
        let laid_out = self.layouts_named(name.dialect, name.name, 0).choose(None, self.version);
        let fits = match attribute.map(|attribute| attribute.builtin()) {
            Ok(Some(view::BuiltinAttribute::DictionaryAttr { .. })) => true,
            Ok(_) => laid_out.is_none(),
            Err(_) => false,
        };
        if fits { Ok(()) } else { check_registered(name) }
    }

    /// A value as an attribute.
    pub(crate) fn as_attribute(
        &mut self,
        name: &str,
        value: &PropertyValue,
    ) -> Result<Option<AttributeId>> {
        match value {
            PropertyValue::Attribute(id) => Ok(Some(*id)),
            PropertyValue::None => Ok(None),
            PropertyValue::Segments(sizes) => self.sizes_attribute(sizes).map(Some),
            other => {
                let (item, found) = (format!("`{name}`"), format!("{other:?}"));
                let expected = "an attribute, and there is no layout".into();
                Err(Error::new(ErrorKind::Kind { item, found, expected }))
            }
        }
    }

    /// Adds the properties for a new operation with a name such as `func.call`. Properties that are not listed are empty.
    /// `None` if the operation has none. To set properties in any version, use
    /// [`NewOperation::named`](super::super::NewOperation::named).
    ///
    /// # Errors
    /// A version without properties, an operation without a known layout, names that the layout does not have, values that do
    /// not fit, and a required property that is missing.
    pub fn make_properties(
        &mut self,
        name: &str,
        values: &[(&str, PropertyValue)],
    ) -> Result<Option<PropertyBlobId>> {
        if !exist(self.version) {
            // Versions without properties have only attributes.
            return match values.first() {
                None => Ok(None),
                Some((key, _)) => {
                    let needs = format!("{} or later", section_since(section::PROPERTIES));
                    let item = format!("{name}.{key}");
                    Err(versions::gate_error(&item, &needs, self.version.name()))
                }
            };
        }
        let Some(fields) = self.layout_by_name(name) else { return Err(self.no_layout(name)) };
        let mut given = Vec::with_capacity(values.len());
        for (key, value) in values {
            let Some(field) = fields.iter().find(|field| field.name == *key) else {
                let (item, name) = (name.to_owned(), (*key).to_owned());
                return Err(Error::new(ErrorKind::Missing { item, what: "property", name }));
            };
            given.push(Property { name: field.name, value: value.clone() });
        }
        if fields.is_empty() {
            return Ok(None);
        }
        let bytes = self.encode_properties(name, fields, self.version, &given)?;
        self.add_properties(&bytes).map(Some)
    }

    /// Sets the properties of an operation that was just created.
    pub(crate) fn name_properties(
        &mut self,
        op: OpId,
        named: &[(&'static str, PropertyValue)],
    ) -> Result<()> {
        let registered = self.name(op).registered;
        if !exist(self.version) || !registered {
            return named
                .iter()
                .try_for_each(|(name, value)| self.set_property(op, name, value.clone()));
        }
        let full = self.name(op).full();
        let properties = self.make_properties(&full, named)?;
        self.ir.set_properties(op, properties);
        Ok(())
    }

    /// The attribute that holds the properties of an operation that the producer did not know.
    #[must_use]
    pub fn unregistered_properties(&self, op: OpId) -> Option<AttributeId> {
        let id = self.properties_id(op).filter(|_| !self.name(op).registered)?;
        let span = lookup(PropertyBlobId::TABLE, &self.properties, id.0).ok()?;
        sole_attribute(self.data(), span).ok()
    }

    /// The entries of this attribute, if it is a dictionary; otherwise none.
    fn unregistered_entries(&self, op: OpId) -> Result<Vec<(StringId, AttributeId)>> {
        let Some(id) = self.unregistered_properties(op) else { return Ok(Vec::new()) };
        match self.attribute(id)?.builtin() {
            Some(view::BuiltinAttribute::DictionaryAttr { .. }) => self.dictionary(id),
            _ => Ok(Vec::new()),
        }
    }

    /// The name of the symbol that an operation defines; bytes that are not UTF-8 are replaced. `None` if it defines none.
    ///
    /// # Errors
    /// A wrong handle, properties and a dictionary that cannot be read, and a name that is not a string.
    pub fn symbol_name(&self, op: OpId) -> Result<Option<Cow<'_, str>>> {
        let id = match self.property(op, SYMBOL_NAME)? {
            Some(PropertyValue::Attribute(id)) => Some(id),
            _ => self.get_attribute(op, SYMBOL_NAME)?,
        };
        let Some(id) = id else { return Ok(None) };
        let text = self.string(self.symbol_string(id)?)?;
        Ok(Some(String::from_utf8_lossy(text)))
    }

    /// The string of an attribute with a symbol name: a builtin string, or one of `vhlo`.
    fn symbol_string(&self, id: AttributeId) -> Result<StringId> {
        match self.attribute(id)? {
            Attribute::Typed(view::AttributeEntry::Vhlo(view::VhloAttribute::StringV1Attr {
                value,
            })) => Ok(value),
            _ => self.string_of(id),
        }
    }

    fn symbol_attribute(&mut self, op: OpId, name: &str) -> Result<AttributeId> {
        let value = self.add_string(name.as_bytes())?;
        let own = AttributeEntry::from(VhloAttribute::StringV1Attr { value });
        if self.name(op).dialect == own.dialect().as_bytes() {
            return self.add_attribute(own);
        }
        self.string_attribute(name)
    }

    /// Sets the name of the symbol that an operation defines: the property `sym_name` if the operation has it, and otherwise
    /// the attribute `sym_name`. The name is a string attribute of the operation's dialect for `vhlo`, and otherwise a builtin
    /// one.
    ///
    /// # Errors
    /// A wrong handle, and properties and a dictionary that cannot be read.
    pub fn set_symbol_name(&mut self, op: OpId, name: &str) -> Result<()> {
        self.ir.forest().check_op(op)?;
        let id = self.symbol_attribute(op, name)?;
        let fields = layout_of(self, self.ir.name(op), self.properties_id(op))?.unwrap_or_default();
        let is_property = fields.iter().any(|field| field.name == SYMBOL_NAME)
            || self.property(op, SYMBOL_NAME)?.is_some();
        if is_property {
            return self.set_property(op, SYMBOL_NAME, PropertyValue::Attribute(id));
        }
        self.set_attribute(op, SYMBOL_NAME, Some(id))
    }

    /// Whether the producer counts as knowing an operation: the release has a layout for it, which can be empty. In versions
    /// that do not state it, this is true for every operation.
    pub(crate) fn knows(&self, name: &str) -> bool {
        !exist(self.version) || self.layout_by_name(name).is_some()
    }

    /// The layout of the operations with a name, if the release has them.
    pub(crate) fn layout_by_name(&self, name: &str) -> Option<&'static [Field]> {
        let (dialect, rest) = name.split_once('.').unwrap_or((name, ""));
        let record = self.record_by_name(dialect);
        self.layouts_named(dialect.as_bytes(), rest.as_bytes(), record).choose(None, self.version)
    }

    /// The number in the version record of a dialect; 0 if there is none.
    pub(crate) fn record_by_name(&self, dialect: &str) -> u64 {
        let version = self.dialects().find(|known| known.name == dialect.as_bytes());
        record_number(version.and_then(|found| found.version))
    }

    /// The possible layouts of an operation: those of the registry, otherwise those of the possible releases of the module.
    /// `record` is the number in the version record of the dialect.
    pub(crate) fn layouts_named(&self, dialect: &[u8], name: &[u8], record: u64) -> Layouts {
        layouts_in(&self.registry, &self.axes(record), dialect, name)
    }

    /// The axes that determine the operations of a dialect with this version record.
    pub(crate) fn axes(&self, record: u64) -> Axes {
        Axes {
            release: self.release,
            inferred: self.inferred,
            dialects: self.dialect_releases,
            record,
        }
    }

    /// The properties of an operation without given properties.
    pub(crate) fn empty_properties(&mut self, name: OpNameId) -> Result<Option<PropertyBlobId>> {
        match layout_of(self, name, None)? {
            Some(fields) if exist(self.version) && !fields.is_empty() => {
                let full = self.op_name(name)?.full();
                let bytes = self.encode_properties(&full, fields, self.version, &[])?;
                self.add_properties(&bytes).map(Some)
            }
            _ => Ok(None),
        }
    }
}
