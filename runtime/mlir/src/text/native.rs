//! Prints properties that are C++ numbers and Booleans, as the attributes that represent them in text.

use super::super::generated::defaults;
use super::flags;
use super::printer::Printer;
use crate::module::ir::OpId;
use crate::operations::properties::{self, PropertyValue};
use bytespec_core::properties::{DefaultValue, Field, Kind};

/// The type of a number whose default value has no type.
const PLAIN: &str = "i32";

impl Printer<'_, '_> {
    /// The text after the name of such a property; `None` for a property of another kind. A property without a value has the
    /// default value of the release.
    ///
    /// Observed in `mlir-opt` 19 to 24: a number has the type of its C++ enum, an optional number is in an array, and a Boolean
    /// that is false by default is a unit attribute.
    pub(super) fn native(
        &self,
        op: OpId,
        field: &Field,
        value: Option<&PropertyValue>,
    ) -> Option<String> {
        if !matches!(field.kind, Kind::Varint | Kind::OptionalVarint | Kind::Bool) {
            return None;
        }
        let name = self.module.name(op);
        let default = self.default_of(op, field.name).map(|default| default.text);
        let (first, ty) = match default.and_then(|text| text.split_once(" : ")) {
            Some((number, ty)) => (number.parse().unwrap_or(0), ty),
            None => (0, PLAIN),
        };
        Some(match (field.kind, value) {
            (Kind::OptionalVarint, Some(PropertyValue::Number(number))) => {
                format!(" = [{}]", number.cast_signed())
            }
            (Kind::OptionalVarint, _) => " = []".to_owned(),
            (Kind::Bool, value) => {
                let is_true = match value {
                    Some(value) => *value == PropertyValue::Bool(true),
                    None => default == Some("true"),
                };
                match (is_true, default) {
                    (true, None) => String::new(),
                    _ => format!(" = {is_true}"),
                }
            }
            (_, value) => {
                let number = match value {
                    Some(PropertyValue::Number(number)) => *number,
                    _ => first,
                };
                match flags::attribute(name.dialect, field.name, number, self.release) {
                    Some(text) => format!(" = {text}"),
                    None => format!(" = {number} : {ty}"),
                }
            }
        })
    }

    /// The default value of an operation's property in the release.
    fn default_of(&self, op: OpId, property: &str) -> Option<&'static DefaultValue> {
        let name = self.module.name(op);
        let text = |bytes| std::str::from_utf8(bytes).unwrap_or_default();
        let record = properties::record_of(self.module, self.module.ir.name(op));
        let given = defaults(self.release, record, text(name.dialect), text(name.name));
        given.unwrap_or_default().iter().find(|value| value.name == property)
    }
}
