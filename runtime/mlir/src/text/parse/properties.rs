//! Stores the attributes of an operation where its release has them.

use super::super::super::generated::{AttributeId, PropertyBlobId, StringId, view};
use super::super::flags;
use super::super::versions::record_of_release;
use super::attributes::Entry;
use super::open::Inherent;
use super::parser::Parser;
use super::state::OpKind;
use crate::module::ir::OpId;
use crate::operations::properties::{Property, PropertyValue, exist};
use crate::release::convert::earlier_spelling;
use crate::tables::entry::{Attribute, width};
use bytespec_core::error::{Error, ErrorKind, Result, TextFault};
use bytespec_core::properties::{Field, Kind};
use bytespec_core::text::Kind as TokenKind;
use bytespec_core::text::wrong::{breaks, duplicate, unlike};
use bytespec_core::wire::Writer;

/// The prefix of properties that are printed as their bytes.
const BYTES: &str = "#builtin";

impl Parser<'_, '_> {
    /// Parses the content of the angle brackets after the operands.
    pub(super) fn inherent(&mut self) -> Result<Inherent> {
        let offset = self.scanner.offset();
        let inherent = if self.scanner.is(b'{') {
            let mut entries = Vec::new();
            self.entries(&mut entries)?;
            Inherent::Dictionary(entries)
        } else if self.is_property_bytes() {
            return Err(breaks(offset, TextFault::Bytes { what: "properties" }));
        } else {
            Inherent::Attribute(self.attribute()?, offset)
        };
        self.scanner.expect(b'>')?;
        Ok(inherent)
    }

    /// Whether the next item is properties that are printed as their bytes.
    fn is_property_bytes(&self) -> bool {
        let token = self.scanner.token();
        token.kind == TokenKind::Hash
            && self.scanner.spelling() == BYTES
            && self.text()[token.end..].starts_with("<properties \"0x")
    }

    /// Sets the properties and the attributes of an operation.
    pub(super) fn give_attributes(
        &mut self,
        op: OpId,
        kind: OpKind,
        inherent: Option<Inherent>,
        mut entries: Vec<Entry>,
        offset: usize,
    ) -> Result<(Option<PropertyBlobId>, Option<AttributeId>)> {
        let mut properties = None;
        match (inherent, kind.fields) {
            (inherent, _) if !exist(self.module.version()) => {
                match inherent {
                    Some(Inherent::Dictionary(given)) => self.join(&mut entries, given)?,
                    None => {}
                    Some(_) => {
                        return Err(breaks(offset, TextFault::NoProperties));
                    }
                }
                self.give_entries(kind, &mut entries, offset)?;
            }
            (Some(Inherent::Attribute(_, offset)), Some(_)) => {
                return Err(self.scanner.misfit(offset, "a dictionary of properties"));
            }
            (Some(Inherent::Attribute(id, offset)), None) => {
                properties = Some(self.sole(op, id, offset)?);
            }
            (Some(Inherent::Dictionary(given)), None) => {
                let id = self.dictionary(given)?;
                properties = Some(self.sole(op, id, offset)?);
            }
            (inherent, Some(fields)) => {
                let given = match inherent {
                    Some(Inherent::Dictionary(given)) => given,
                    _ => Vec::new(),
                };
                if fields.is_empty() {
                    if let Some(entry) = given.first() {
                        return Err(self.no_property(op, entry));
                    }
                    self.give_entries(kind, &mut entries, offset)?;
                } else {
                    properties = self.laid_out(op, kind, fields, given, &mut entries, offset)?;
                }
            }
            (None, None) => {}
        }
        let attributes = match entries.is_empty() {
            true => None,
            false => Some(self.dictionary(entries)?),
        };
        Ok((properties, attributes))
    }

    /// The properties of an operation that is not registered: one attribute. Those of a registered operation have a layout,
    /// which must be known.
    fn sole(&mut self, op: OpId, id: AttributeId, offset: usize) -> Result<PropertyBlobId> {
        let name = self.module.name(op);
        if name.registered {
            return Err(self.module.no_layout(&name.full()).or_at(offset));
        }
        let mut writer = Writer::new();
        writer.prefix(u64::from(id.0));
        self.module.add_properties(writer.as_slice())
    }

    /// Adds the entries of one dictionary to another one.
    fn join(&mut self, to: &mut Vec<Entry>, more: Vec<Entry>) -> Result<()> {
        for entry in more {
            if to.iter().any(|other| other.name == entry.name) {
                let name = String::from_utf8_lossy(self.module.string(entry.name)?);
                return Err(duplicate(entry.offset, "property or attribute", &name));
            }
            to.push(entry);
        }
        Ok(())
    }

    #[cold]
    fn no_property(&self, op: OpId, entry: &Entry) -> bytespec_core::error::Error {
        let name = String::from_utf8_lossy(self.module.string(entry.name).unwrap_or_default());
        let (item, name) = (self.module.name(op).full().into_owned(), name.into_owned());
        Error::at(entry.offset, ErrorKind::Missing { item, what: "property", name })
    }

    /// The properties of an operation in its layout. Those among the other attributes are moved from there.
    fn laid_out(
        &mut self,
        op: OpId,
        kind: OpKind,
        fields: &'static [Field],
        given: Vec<Entry>,
        others: &mut Vec<Entry>,
        offset: usize,
    ) -> Result<Option<PropertyBlobId>> {
        let mut list: Vec<Property> = Vec::with_capacity(given.len());
        for entry in &given {
            let Some(field) = self.field_of(fields, entry.name)? else {
                return Err(self.no_property(op, entry));
            };
            let value = self.property_value(field, entry)?;
            list.push(Property { name: field.name, value });
        }
        let mut left = Vec::with_capacity(others.len());
        for entry in others.drain(..) {
            match self.field_of(fields, entry.name)? {
                // Native numbers are set only in the dictionary of properties.
                Some(field) if !field.kind.is_attribute() => left.push(entry),
                // The dictionary of properties takes precedence.
                Some(field) if list.iter().any(|property| property.name == field.name) => {}
                Some(field) => {
                    let value = self.property_value(field, &entry)?;
                    list.push(Property { name: field.name, value });
                }
                None => left.push(entry),
            }
        }
        *others = left;
        self.encoded(op, kind, fields, list, others, offset)
    }

    /// Sets the properties and attributes of an operation whose text has some properties in place, and all others as entries.
    pub(super) fn give_remaining(
        &mut self,
        op: OpId,
        kind: OpKind,
        mut list: Vec<Property>,
        entries: Vec<Entry>,
        offset: usize,
    ) -> Result<(Option<PropertyBlobId>, Option<AttributeId>)> {
        let fields = kind.fields.unwrap_or_default();
        let mut others: Vec<Entry> = Vec::with_capacity(entries.len());
        for entry in entries {
            let field = self.field_of(fields, entry.name)?;
            let is_known = match field {
                Some(field) => list.iter().any(|property| property.name == field.name),
                None => others.iter().any(|other| other.name == entry.name),
            };
            if is_known {
                let name = String::from_utf8_lossy(self.module.string(entry.name)?);
                return Err(duplicate(entry.offset, "property or attribute", &name));
            }
            match field {
                Some(field) => {
                    let value = self.property_value(field, &entry)?;
                    list.push(Property { name: field.name, value });
                }
                None => others.push(entry),
            }
        }
        let properties = match fields.is_empty() {
            true => None,
            false => self.encoded(op, kind, fields, list, &mut others, offset)?,
        };
        let attributes = match others.is_empty() {
            true => None,
            false => Some(self.dictionary(others)?),
        };
        Ok((properties, attributes))
    }

    /// The encoded properties of an operation in its layout.
    fn encoded(
        &mut self,
        op: OpId,
        kind: OpKind,
        fields: &'static [Field],
        mut list: Vec<Property>,
        others: &mut Vec<Entry>,
        offset: usize,
    ) -> Result<Option<PropertyBlobId>> {
        self.give_properties(kind, fields, &mut list, others, offset)?;
        let full = self.module.name(op).full();
        let version = self.module.version();
        let bytes = self.module.encode_properties(&full, fields, version, &list)?;
        self.module.add_properties(&bytes).map(Some)
    }

    fn field_of(&self, fields: &'static [Field], name: StringId) -> Result<Option<&'static Field>> {
        let name = self.module.string(name)?;
        let is = |field: &&Field| {
            field.name.as_bytes() == name
                || matches!(field.kind, Kind::Segments(_))
                    && earlier_spelling(field.name).as_bytes() == name
        };
        Ok(fields.iter().find(is))
    }

    /// The value of the property that an attribute represents.
    pub(super) fn property_value(
        &mut self,
        field: &'static Field,
        entry: &Entry,
    ) -> Result<PropertyValue> {
        use view::BuiltinAttribute as A;
        let id = entry.value;
        let misfit = |expected: &str| {
            let (item, found) = (format!("`{}`", field.name), "another attribute".to_owned());
            Err(unlike(entry.offset, item, found, expected))
        };
        let attribute = match field.kind {
            Kind::Attribute | Kind::OptionalAttribute => return Ok(PropertyValue::Attribute(id)),
            _ => self.module.attribute(id)?.builtin(),
        };
        Ok(match (field.kind, attribute) {
            // An optional number is printed as an array of at most one element (`mlir-opt` 22 to 24).
            (Kind::OptionalVarint, Some(A::ArrayAttr { value })) => {
                let mut elements = value.iter();
                match (elements.next(), elements.next()) {
                    (None, _) => PropertyValue::None,
                    (Some(value), None) => {
                        return self.property_value(field, &Entry { value, ..*entry });
                    }
                    (Some(_), Some(_)) => return misfit("an array of at most one number"),
                }
            }
            (Kind::Varint | Kind::OptionalVarint, Some(A::IntegerAttr { r#type, value })) => {
                let width = self.module.ty(r#type).ok().and_then(|ty| width(&ty));
                match value.signed(width.unwrap_or(64)) {
                    Some(number) => PropertyValue::Number(number.cast_unsigned()),
                    None => return misfit("a number of 64 bits"),
                }
            }
            (Kind::Varint | Kind::OptionalVarint, _) => match self.flags_of(id)? {
                Some(flags) => PropertyValue::Number(flags),
                None => return misfit("a number"),
            },
            (Kind::Bool, Some(A::IntegerAttr { value, .. })) => {
                PropertyValue::Bool(value.low() != 0)
            }
            (Kind::Bool, Some(A::UnitAttr)) => PropertyValue::Bool(true),
            (Kind::Bool, _) => return misfit("`true` or `false`"),
            (Kind::String, Some(A::StringAttr { value })) => PropertyValue::String(value),
            (Kind::String, _) => return misfit("a string"),
            (Kind::Segments(count), _) => match self.module.segment_sizes(id)? {
                Some(sizes) if sizes.len() == count as usize => PropertyValue::Segments(sizes),
                _ => return misfit(&format!("an array of {count} numbers of type `i32`")),
            },
            (Kind::Attribute | Kind::OptionalAttribute, _) => PropertyValue::Attribute(id),
        })
    }

    /// The number for the names of bits in an attribute of a dialect, such as `#llvm.overflow<nsw>`.
    fn flags_of(&self, id: AttributeId) -> Result<Option<u64>> {
        Ok(match self.module.attribute(id)? {
            Attribute::Text { dialect, text } => flags::number(dialect, text),
            _ => None,
        })
    }

    /// Records the version that a release writes for the dialect of an operation, if it writes one.
    pub(super) fn record_version(&mut self, name: &str) -> Result<()> {
        let (dialect, operation) = name.split_once('.').unwrap_or((name, ""));
        match record_of_release(self.release, dialect, operation) {
            0 => Ok(()),
            record => {
                let mut writer = Writer::new();
                writer.prefix(record);
                self.module.set_dialect_version(dialect.as_bytes(), Some(writer.as_slice()))
            }
        }
    }
}
