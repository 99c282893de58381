//! Attributes of an operation: inherent attributes in `<...>`, and all others in `{...}`.

use super::super::generated::{AttributeId, PropertyBlobId, Release};
use super::printer::Printer;
use super::strings;
use crate::module::ir::OpId;
use crate::operations::properties::{self, Axes, Layouts, Property, PropertyValue};
use bytespec_core::error::{ErrorKind, Result};
use bytespec_core::properties::Field;
use bytespec_core::text::output::Print;
use std::fmt::Write as _;

/// The first release that prints properties separately.
pub(super) const PROPERTIES_SINCE: Release = Release::R17;

/// The value of an entry.
#[derive(Clone, Debug)]
pub(super) enum Given {
    Attribute(AttributeId),
    /// A string, or segment sizes.
    Property(PropertyValue),
    /// The text after the name of a C++ number or Boolean.
    Text(String),
}

/// An entry of a dictionary.
pub(super) type Entry<'n> = (&'n [u8], Given);

/// The attributes of an operation in their printed form.
#[derive(Debug, Default)]
pub(super) struct Attributes<'n> {
    /// The entries in `<...>`.
    pub(super) inherent: Vec<Entry<'n>>,
    /// The attribute in `<...>` for an operation that is not registered.
    pub(super) unregistered: Option<AttributeId>,
    /// Properties that no layout fits, as bytes.
    pub(super) unknown: Option<PropertyBlobId>,
    /// The entries in `{...}`.
    pub(super) others: Vec<Entry<'n>>,
}

impl<'p> Printer<'p, '_> {
    /// The attributes of an operation, sorted by name.
    pub(super) fn attributes_of(&self, op: OpId) -> Result<Attributes<'p>> {
        let module = self.module;
        let mut found = Attributes::default();
        if let Some(id) = module.attributes(op) {
            self.check_text(id.into())?;
            for (name, value) in module.dictionary(id)? {
                found.others.push((module.string(name)?, Given::Attribute(value)));
            }
        }
        let name = module.name(op);
        if !properties::exist(module.version()) {
            // In versions without properties, inherent attributes are among the discardable ones.
            if let Some(fields) = self.inherent(op) {
                let is_inherent = |name: &[u8]| {
                    let is = |field: &Field| field.name.as_bytes() == name;
                    fields.iter().any(|field| field.kind.is_attribute() && is(field))
                };
                let all = std::mem::take(&mut found.others);
                (found.inherent, found.others) =
                    all.into_iter().partition(|(name, _)| is_inherent(name));
                // Versions without properties do not contain native numbers, which then have their initial values.
                for field in fields {
                    if let Some(text) = self.native(op, field, None) {
                        found.inherent.push((field.name.as_bytes(), Given::Text(text)));
                    }
                }
                found.inherent.sort_by_key(|(name, _)| *name);
            }
        } else if !name.registered {
            found.unregistered = module.unregistered_properties(op);
        } else if let Some(id) = module.properties_id(op) {
            match self.property_list(op, id) {
                Ok((fields, list)) => {
                    let name = |property: &Property| property.name.as_bytes();
                    for property in &list {
                        let field = fields.iter().find(|field| field.name == property.name);
                        let value = || Some(&property.value);
                        let native = field.and_then(|field| self.native(op, field, value()));
                        let given = match (native, &property.value) {
                            (Some(text), _) => Given::Text(text),
                            (None, PropertyValue::None) => continue,
                            (None, PropertyValue::Attribute(id)) => Given::Attribute(*id),
                            (None, value) => Given::Property(value.clone()),
                        };
                        found.inherent.push((name(property), given));
                    }
                    found.inherent.sort_by_key(|(name, _)| *name);
                }
                Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => {
                    found.unknown = Some(id);
                }
                Err(error) => return Err(error),
            }
        }
        if self.release < PROPERTIES_SINCE {
            found.others.append(&mut found.inherent);
        }
        found.others.sort_by_key(|(name, _)| *name);
        Ok(found)
    }

    /// The properties of a registered operation.
    pub(super) fn property_list(
        &self,
        op: OpId,
        id: PropertyBlobId,
    ) -> Result<(&'static [Field], Vec<Property>)> {
        let (module, name) = (self.module, self.module.ir.name(op));
        let found = || properties::layouts_of(module, name).unwrap_or(Layouts::None);
        let layouts = match self.layouts.get(name.0 as usize) {
            Some(layouts) => layouts.get_or_init(found),
            None => &Layouts::None,
        };
        match layouts.choose(Some(module.properties(id)?), module.version()) {
            Some(fields) => Ok((fields, module.read_properties(fields, id)?)),
            None => Err(module.no_layout(&module.name(op).full())),
        }
    }

    /// The inherent attributes of an operation in the release of the text, for a file of a version without properties.
    fn inherent(&self, op: OpId) -> Option<&'static [Field]> {
        let name = self.module.name(op);
        if self.release < PROPERTIES_SINCE || !name.registered {
            return None;
        }
        let axes = Axes {
            release: Some(self.release),
            ..self.module.axes(properties::record_of(self.module, self.module.ir.name(op)))
        };
        let layouts = properties::layouts(&axes, name.dialect, name.name);
        layouts.choose(None, self.module.version())
    }

    /// The attributes of an operation that are searched for aliases, which exclude the properties of an operation that is not
    /// registered.
    pub(super) fn visited(&self, op: OpId) -> Result<Vec<AttributeId>> {
        let Attributes { mut inherent, mut others, .. } = self.attributes_of(op)?;
        inherent.append(&mut others);
        inherent.sort_by_key(|(name, _)| *name);
        let ids = inherent.into_iter().filter_map(|(_, given)| match given {
            Given::Attribute(id) => Some(id),
            Given::Property(_) | Given::Text(_) => None,
        });
        Ok(ids.collect())
    }

    /// Prints dictionary entries.
    pub(super) fn entries(&mut self, entries: &[Entry<'_>]) -> Result<()> {
        self.out.push('{');
        self.list(entries, |printer, (name, given)| {
            strings::name(&mut printer.out, name);
            match given {
                Given::Attribute(id) => printer.value_of_entry(*id),
                Given::Property(value) => printer.property(value),
                Given::Text(text) => {
                    printer.out.push_str(text);
                    Ok(())
                }
            }
        })?;
        self.out.push('}');
        Ok(())
    }

    /// Prints a property that is a string or segment sizes, as the attribute that represents it.
    fn property(&mut self, value: &PropertyValue) -> Result<()> {
        match value {
            PropertyValue::Attribute(id) => return self.value_of_entry(*id),
            PropertyValue::None | PropertyValue::Number(_) | PropertyValue::Bool(_) => {}
            PropertyValue::String(id) => {
                self.out.push_str(" = ");
                self.string(*id)?;
            }
            PropertyValue::Segments(sizes) => {
                self.out.push_str(" = array<i32");
                let mut between = ": ";
                for size in sizes {
                    let _ = write!(self.out, "{}{size}", std::mem::replace(&mut between, ", "));
                }
                self.out.push('>');
            }
        }
        Ok(())
    }
}
