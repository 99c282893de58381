//! Default values of properties.

use std::fmt;

use super::PerOperation;
use crate::ast;

/// The values of absent properties of a dialect's operations.
pub type Defaults = PerOperation<Vec<DefaultValue>>;

/// The value of an absent property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultValue {
    /// The property.
    pub name: String,
    /// Whether the property gets the value if a text omits it; otherwise it stays absent.
    pub given: bool,
    /// The value. If `given`, an attribute as texts spell it, otherwise as the definition spells it.
    pub value: String,
}

impl fmt::Display for DefaultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.given { "" } else { "?" };
        write!(f, "{}{mark} = {}", self.name, self.value)
    }
}

/// Default values from the syntax tree.
#[must_use]
pub fn default_values(written: &[ast::DefaultValue]) -> Vec<DefaultValue> {
    let value = |written: &ast::DefaultValue| DefaultValue {
        name: written.name.value.clone(),
        given: written.given,
        value: written.value.value.clone(),
    };
    written.iter().map(value).collect()
}

/// Default values as the schema spells them.
#[must_use]
pub fn spelled_defaults(values: &[DefaultValue]) -> String {
    let values: Vec<String> = values.iter().map(DefaultValue::to_string).collect();
    values.join("; ")
}
