//! An operation as dumps define it.

use super::default_text::DefaultText;
use super::gap::Gap;
use crate::model::Property;

pub use crate::model::Count;

/// An operation as dumps define it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// A line of documentation; empty if there is none.
    pub summary: String,
    /// Operands, attributes and native properties, in the order of the definition.
    pub arguments: Vec<Argument>,
    /// The groups of results.
    pub results: Vec<Group>,
    /// The regions.
    pub regions: Vec<Group>,
    /// The successors.
    pub successors: Vec<Group>,
    /// The C++ names of native traits and interfaces, in the order of the definition. An interface comes before the interfaces
    /// that it extends.
    pub traits: Vec<String>,
    /// The definition states the memory effects of the operation, and that there are none.
    pub no_memory_effect: bool,
    /// The encoding of its properties, or the reason why it is unknown.
    pub layout: std::result::Result<Vec<Property>, Gap>,
    /// Its number on the wire, if a dump states it.
    pub opcode: Option<i128>,
    /// The versions that have it, if the definition states them.
    pub bounds: Option<Bounds>,
}

/// The first and the last version of an item, inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The first version.
    pub since: String,
    /// The last version, if there is one.
    pub until: Option<String>,
}

/// A group of operands or results, a region or a successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name; empty if there is none.
    pub name: String,
    /// The number of values, regions or successors in the group.
    pub count: Count,
    /// The constraint, in words; empty if the definition has none.
    pub constraint: String,
}

/// An argument of an operation: operands, an attribute or a native property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name.
    pub name: String,
    /// The kind of argument.
    pub kind: ArgumentKind,
    /// The first version that has it, if the definition states it.
    pub since: Option<String>,
}

/// The kind of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// Operands.
    Operand {
        /// The number of operands.
        count: Count,
        /// The constraint, in words.
        constraint: String,
    },
    /// An attribute.
    Attribute {
        /// The attribute may be absent.
        optional: bool,
        /// The default value, in C++.
        default: Option<String>,
        /// The default value as text, if it is known.
        text: DefaultText,
        /// The C++ class of the attribute.
        storage: String,
    },
    /// A native property.
    Property {
        /// The default value, in C++.
        default: Option<String>,
        /// The default value as text, unless it is zero or empty.
        text: DefaultText,
        /// The C++ code that writes the property.
        writer: String,
    },
}

impl Operation {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = Group> {
        self.arguments.iter().filter_map(|argument| match &argument.kind {
            ArgumentKind::Operand { count, constraint } => Some(Group {
                name: argument.name.clone(),
                count: *count,
                constraint: constraint.clone(),
            }),
            _ => None,
        })
    }

    /// Whether it has a trait or an interface with this C++ name.
    pub fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|known| known == name)
    }
}
