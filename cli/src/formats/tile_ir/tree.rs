//! Items as owned trees, with the names of fields from the schema.

use bytespec::reflect::{FieldValue, Reflect};
use bytespec::values::Value;

/// The value of a field.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// An absent value.
    Absent,
    /// A Boolean.
    Bool(bool),
    /// An unsigned number.
    Unsigned(u64),
    /// A signed number.
    Signed(i64),
    /// A member of an enum.
    Enum(&'static str),
    /// An entry of a table.
    Ref(&'static str, u32),
    /// A use of a value.
    Value(Value),
    /// A result: its type.
    Result(u32),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A list.
    List(Vec<Node>),
    /// A nested item.
    Item(Item),
}

/// An item: its name and its fields.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The name in listings.
    pub(super) name: &'static str,
    /// The fields in order.
    pub(super) fields: Vec<(&'static str, Node)>,
}

impl Item {
    /// An owned tree of the item.
    pub(super) fn of(item: &dyn Reflect) -> Self {
        let mut fields = Vec::new();
        item.fields(&mut |name, value| fields.push((name, Node::of(&value))));
        // A file can have an item for every two bytes, so spare capacity adds up.
        fields.shrink_to_fit();
        Item { name: item.item_name(), fields }
    }

    /// The field of this name.
    pub(super) fn field(&self, name: &str) -> Option<&Node> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, node)| node)
    }

    /// The types of the results, in order.
    pub(super) fn results(&self) -> Vec<u32> {
        let mut types = Vec::new();
        for (_, node) in &self.fields {
            match node {
                Node::Result(ty) => types.push(*ty),
                Node::List(nodes) => types.extend(nodes.iter().filter_map(|node| match node {
                    Node::Result(ty) => Some(*ty),
                    _ => None,
                })),
                _ => {}
            }
        }
        types
    }
}

impl Node {
    fn of(value: &FieldValue<'_>) -> Self {
        match value {
            FieldValue::Bool(value) => Node::Bool(*value),
            FieldValue::Unsigned(value) | FieldValue::Spelled(value, _) => Node::Unsigned(*value),
            FieldValue::Signed(value) => Node::Signed(*value),
            FieldValue::Enum { name, .. } => Node::Enum(name),
            FieldValue::Ref { table, index } => Node::Ref(table, *index),
            FieldValue::Value(value) => Node::Value(*value),
            FieldValue::Result { ty, .. } => Node::Result(*ty),
            FieldValue::Bytes(bytes) => Node::Bytes(bytes.to_vec()),
            FieldValue::List(_, each) => {
                let mut nodes = Vec::new();
                each(&mut |element| nodes.push(Node::of(&element)));
                nodes.shrink_to_fit();
                Node::List(nodes)
            }
            FieldValue::Item(item) => Node::Item(Item::of(*item)),
            _ => Node::Absent,
        }
    }
}
