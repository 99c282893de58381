//! Reads records from the output of `llvm-tblgen --dump-json`.

use serde_json::{Map, Value};

use super::{ImportError, Result};

/// A dump. It is a JSON object with a member for each record, and a member with the names of the records of each class.
pub(super) struct Dump {
    records: Map<String, Value>,
}

/// A record of a dump.
#[derive(Clone, Copy)]
pub(super) struct Record<'d> {
    pub(super) dump: &'d Dump,
    pub(super) name: &'d str,
    fields: &'d Map<String, Value>,
}

/// The member with the names of the records of each class.
const INSTANCES: &str = "!instanceof";

impl Dump {
    /// Reads a dump.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|error| ImportError::new(format!("not JSON: {error}")))?;
        match value {
            Value::Object(records) if records.get(INSTANCES).is_some_and(Value::is_object) => {
                Ok(Dump { records })
            }
            _ => Err(ImportError::new(format!(
                "not a dump of definitions, because there is no `{INSTANCES}`: create one with `llvm-tblgen --dump-json`"
            ))),
        }
    }

    /// The record with a name.
    pub(super) fn record<'d>(&'d self, name: &'d str) -> Result<Record<'d>> {
        match self.records.get(name) {
            Some(Value::Object(fields)) => Ok(Record { dump: self, name, fields }),
            _ => Err(ImportError::new(format!("there is no record `{name}`"))),
        }
    }

    /// The records of a class, in the order in which the dump lists their names.
    pub(super) fn instances(&self, class: &str) -> Result<Vec<Record<'_>>> {
        let names = self.records.get(INSTANCES).and_then(|classes| classes.get(class));
        let Some(names) = names else { return Ok(Vec::new()) };
        let wrong = || ImportError::new(format!("`{INSTANCES}` lists no names for `{class}`"));
        let names = names.as_array().ok_or_else(wrong)?;
        names.iter().map(|name| self.record(name.as_str().ok_or_else(wrong)?)).collect()
    }
}

impl<'d> Record<'d> {
    fn wrong(&self, key: &str, expected: &str) -> ImportError {
        ImportError::new(format!("`{key}` of record `{}` is not {expected}", self.name))
    }

    /// The value of a field, if it is set.
    fn value(&self, key: &str) -> Option<&'d Value> {
        self.fields.get(key).filter(|value| !value.is_null())
    }

    /// Whether the record is of a class.
    pub(super) fn is(&self, class: &str) -> bool {
        let classes = self.fields.get("!superclasses").and_then(Value::as_array);
        classes.is_some_and(|classes| classes.iter().any(|name| name.as_str() == Some(class)))
    }

    /// The text in a field, if it is set.
    pub(super) fn text(&self, key: &str) -> Result<Option<&'d str>> {
        self.value(key)
            .map(|value| value.as_str().ok_or_else(|| self.wrong(key, "a text")))
            .transpose()
    }

    /// The text in a field that must be set.
    pub(super) fn needed_text(&self, key: &str) -> Result<&'d str> {
        self.text(key)?.ok_or_else(|| self.wrong(key, "set"))
    }

    /// The bit in a field, if it is set.
    pub(super) fn bit(&self, key: &str) -> Result<Option<bool>> {
        let bit = |value: &Value| match (value.as_bool(), value.as_u64()) {
            (Some(bit), _) => Ok(bit),
            (None, Some(bit @ (0 | 1))) => Ok(bit == 1),
            _ => Err(self.wrong(key, "a bit")),
        };
        self.value(key).map(bit).transpose()
    }

    /// The integer in a field, if it is set.
    pub(super) fn integer(&self, key: &str) -> Result<Option<i128>> {
        let integer = |value: &Value| match value {
            Value::Number(number) => number.to_string().parse().ok(),
            _ => None,
        };
        self.value(key)
            .map(|value| integer(value).ok_or_else(|| self.wrong(key, "an integer")))
            .transpose()
    }

    /// The record that a field refers to, if it is set.
    pub(super) fn reference(&self, key: &str) -> Result<Option<Record<'d>>> {
        let Some(value) = self.value(key) else { return Ok(None) };
        self.resolve(key, value).map(Some)
    }

    /// The records that a list refers to; none if the list is not set.
    pub(super) fn list(&self, key: &str) -> Result<Vec<Record<'d>>> {
        let Some(value) = self.value(key) else { return Ok(Vec::new()) };
        let list = value.as_array().ok_or_else(|| self.wrong(key, "a list"))?;
        list.iter().map(|value| self.resolve(key, value)).collect()
    }

    /// The arguments of a dag, each with its name; none if the dag is not set.
    pub(super) fn dag(&self, key: &str) -> Result<Vec<(Record<'d>, &'d str)>> {
        let Some(value) = self.value(key) else { return Ok(Vec::new()) };
        let wrong = || self.wrong(key, "a list of definitions with names");
        let arguments = value.get("args").and_then(Value::as_array).ok_or_else(wrong)?;
        let argument = |value: &'d Value| match value.as_array().map(Vec::as_slice) {
            Some([reference, name]) => {
                Ok((self.resolve(key, reference)?, name.as_str().unwrap_or_default()))
            }
            _ => Err(wrong()),
        };
        arguments.iter().map(argument).collect()
    }

    /// The number of arguments of a dag.
    pub(super) fn arguments(&self, key: &str) -> usize {
        let arguments = self.value(key).and_then(|dag| dag.get("args")).and_then(Value::as_array);
        arguments.map_or(0, Vec::len)
    }

    fn resolve(&self, key: &str, value: &'d Value) -> Result<Record<'d>> {
        let name = value.get("def").and_then(Value::as_str);
        self.dump.record(name.ok_or_else(|| self.wrong(key, "a reference to a record"))?)
    }

    /// The value of the first of these classes that the record is of. List derived classes before their bases.
    pub(super) fn first_of<T: Copy>(&self, classes: &[(&str, T)]) -> Option<T> {
        classes.iter().find(|(class, _)| self.is(class)).map(|(_, found)| *found)
    }
}
