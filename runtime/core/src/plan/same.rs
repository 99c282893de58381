//! A common representation of values, to compare those of a plan with those of generated code.

use super::Value;
use crate::reflect::{FieldValue, Reflect, Seen};
use crate::sample::Source;
use bytespec_plan::{Plan, Shape, Step};

/// Values of functions: samples, and their representation in generated code.
pub trait FunctionSamples {
    /// A sample value of a function, and the arguments that the function needs for it; none for an unknown function.
    fn sample(&self, name: &str, source: &mut Source) -> Option<(Value, Vec<u64>)>;

    /// The representation in generated code of a value of a function.
    fn same(&self, name: &str, value: &Value) -> Same;
}

/// A value, independent of who read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Same {
    /// Nothing.
    Absent,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(i128),
    /// A member of an enum, as listings spell it.
    Name(String),
    /// A table and an index into it.
    Ref(String, u64),
    /// Bytes.
    Bytes(Vec<u8>),
    /// The text that a codec displays.
    Text(String),
    /// Elements.
    List(Vec<Same>),
    /// The label of an item, and its fields.
    Item(String, Fields),
    /// A marker around values: the begin or the end of a region or block.
    Mark(&'static str),
}

/// The fields of an item by name, in the order of the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<(String, Same)>);

impl Fields {
    /// A field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Same> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Appends a field, or replaces the field of the same name.
    pub fn insert(&mut self, name: &str, value: Same) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Removes a field.
    pub fn remove(&mut self, name: &str) -> Option<Same> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }
}

impl FromIterator<(String, Same)> for Fields {
    fn from_iter<I: IntoIterator<Item = (String, Same)>>(fields: I) -> Self {
        Fields(fields.into_iter().collect())
    }
}

/// Converts what generated code shows.
#[must_use]
pub fn of_seen(seen: &Seen<'_>) -> Same {
    match seen {
        Seen::Member(name) => Same::Name((*name).to_owned()),
        Seen::Number(number) => Same::Number(*number),
        Seen::Item(item) | Seen::Text(item, _) => of_item(*item),
    }
}

/// Converts an item that generated code has read.
#[must_use]
pub fn of_item(item: &dyn Reflect) -> Same {
    let mut fields = Fields::default();
    item.fields(&mut |name, value| fields.insert(name, of_field(&value)));
    Same::Item(item.item_name().to_owned(), fields)
}

fn of_field(value: &FieldValue<'_>) -> Same {
    match value {
        FieldValue::Absent => Same::Absent,
        FieldValue::Bool(value) => Same::Bool(*value),
        FieldValue::Unsigned(number) | FieldValue::Spelled(number, _) => {
            Same::Number((*number).into())
        }
        FieldValue::Signed(number) => Same::Number((*number).into()),
        FieldValue::Enum { name, .. } => Same::Name((*name).to_owned()),
        FieldValue::Ref { table, index } => Same::Ref((*table).to_owned(), (*index).into()),
        FieldValue::Value(value) => Same::Ref("Value".to_owned(), value.index().into()),
        FieldValue::Result { table, ty, .. } => Same::Ref((*table).to_owned(), (*ty).into()),
        FieldValue::Text(text) => Same::Text(text.to_string()),
        FieldValue::Bytes(bytes) => Same::Bytes(bytes.to_vec()),
        FieldValue::List(_, each) => {
            let mut elements = Vec::new();
            each(&mut |element| elements.push(of_field(&element)));
            Same::List(elements)
        }
        FieldValue::Item(item) => of_item(*item),
    }
}

/// Converts a value of a plan; `skip` returns whether the other side lacks a step.
#[must_use]
pub fn of_value(
    plan: &Plan,
    value: &Value,
    skip: &dyn Fn(&Step) -> bool,
    functions: &dyn FunctionSamples,
) -> Same {
    let same = |value: &Value| of_value(plan, value, skip, functions);
    match value {
        Value::Absent => Same::Absent,
        Value::Bool(value) => Same::Bool(*value),
        Value::Unsigned(number) => Same::Number((*number).into()),
        Value::Signed(number) => Same::Number((*number).into()),
        Value::Member { member, .. } => {
            Same::Name(plan.name(plan.members[*member as usize].label).to_owned())
        }
        Value::Index { table, index } => {
            Same::Ref(plan.name(plan.tables[*table as usize]).to_owned(), *index)
        }
        Value::Bytes(bytes) => Same::Bytes(bytes.clone()),
        Value::Text(text) => Same::Text(format!("{text:?}")),
        Value::Unsigned128(number) => Same::Text(number.to_string()),
        Value::Signed128(number) => Same::Text(number.to_string()),
        Value::Float16(number) => Same::Text(number.to_string()),
        Value::Float32(number) => Same::Text(number.to_string()),
        Value::Float64(number) => Same::Text(number.to_string()),
        Value::Padded(inner, _) | Value::Transformed(inner, _) => same(inner),
        Value::List(elements) => Same::List(elements.iter().map(same).collect()),
        Value::Opaque(tag, bytes) => {
            let fields = [
                ("tag".to_owned(), Same::Number((*tag).into())),
                ("bytes".to_owned(), Same::Bytes(bytes.clone())),
            ];
            Same::Item("opaque".to_owned(), fields.into_iter().collect())
        }
        Value::Item(item, values) => {
            let mut fields = Fields::default();
            for (at, step) in plan.shown_steps(*item).filter(|(_, step)| !skip(step)) {
                let name = plan.name(step.name);
                let Some(value) = values.get(at) else { continue };
                let value = match plan.shapes[step.shape.index()] {
                    _ if *value == Value::Absent => Same::Absent,
                    Shape::Function { name, .. } => functions.same(plan.name(name), value),
                    _ => same(value),
                };
                // A step of the same name in other versions is absent.
                if value != Same::Absent || fields.get(name).is_none() {
                    fields.insert(name, value);
                }
            }
            let label = plan.name(plan.items[item.index()].label);
            Same::Item(label.to_owned(), fields)
        }
    }
}
