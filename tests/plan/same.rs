//! What both decoders say, in the same words.

use bytespec::plan::Value;
use bytespec::plan::data::{Plan, Role, Shape};
use bytespec::reflect::{FieldValue, Reflect};
use std::collections::BTreeMap;

/// A value, whoever read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Same {
    Absent,
    Bool(bool),
    Number(i128),
    Name(String),
    Ref(String, u64),
    Bytes(Vec<u8>),
    Text(String),
    List(Vec<Same>),
    Item(String, BTreeMap<String, Same>),
    /// Something around values: a region or block that begins or ends.
    Mark(&'static str),
}

pub(crate) fn of_item(item: &dyn Reflect) -> Same {
    let mut fields = BTreeMap::new();
    item.fields(&mut |name, value| {
        fields.insert(name.to_owned(), of_field(&value));
    });
    Same::Item(item.item_name().to_owned(), fields)
}

fn of_field(value: &FieldValue<'_>) -> Same {
    match value {
        FieldValue::Absent => Same::Absent,
        FieldValue::Bool(value) => Same::Bool(*value),
        FieldValue::Unsigned(number) => Same::Number((*number).into()),
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
        _ => panic!("a kind of field that the test does not know"),
    }
}

/// A value of a plan; `skip` are fields that the other side does not have.
pub(crate) fn of_value(plan: &Plan, value: &Value, skip: &[&str]) -> Same {
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
        Value::Float32(number) => Same::Text(number.to_string()),
        Value::Float64(number) => Same::Text(number.to_string()),
        Value::Padded(inner, _) => of_value(plan, inner, skip),
        Value::List(elements) => {
            Same::List(elements.iter().map(|element| of_value(plan, element, skip)).collect())
        }
        Value::Opaque(tag, bytes) => {
            let fields = [
                ("tag".to_owned(), Same::Number((*tag).into())),
                ("bytes".to_owned(), Same::Bytes(bytes.clone())),
            ];
            Same::Item("opaque".to_owned(), fields.into())
        }
        Value::Item(item, values) => {
            let mut fields = BTreeMap::new();
            for (step, value) in plan.steps_of(*item).iter().zip(values) {
                let name = plan.name(step.name);
                if step.role != Role::Visible || skip.contains(&name) {
                    continue;
                }
                let value = match plan.shapes[step.shape.index()] {
                    Shape::Function { name, .. } => of_function(plan, plan.name(name), value),
                    _ => of_value(plan, value, skip),
                };
                // A step of one name in other versions is absent.
                if value != Same::Absent || !fields.contains_key(name) {
                    fields.insert(name.to_owned(), value);
                }
            }
            let label = plan.name(plan.items[item.index()].label);
            Same::Item(label.to_owned(), fields)
        }
    }
}

/// What a codec written by hand displays.
fn of_function(plan: &Plan, name: &str, value: &Value) -> Same {
    let number = |value: &Value| value.number().unwrap_or_default();
    match (name, value) {
        ("float_bits", Value::List(parts)) => Same::Number(number(&parts[0]).into()),
        ("integer_bits" | "float_bits" | "double", value) => Same::Number(number(value).into()),
        ("sparse_array", value) => of_value(plan, value, &[]),
        (_, Value::List(words)) => {
            let mut words = words.iter().rev().map(number);
            let mut text = format!("{:#x}", words.next().unwrap_or(0));
            words.for_each(|word| text.push_str(&format!("{word:016x}")));
            Same::Text(text)
        }
        (_, value) => Same::Text(format!("{:#x}", number(value))),
    }
}
