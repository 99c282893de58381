//! An operation as it is defined.

use super::default_text::DefaultText;
use super::gap::Gap;
use crate::model::Property;

pub use crate::model::Count;

/// An operation as it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// One line; empty where there is none.
    pub summary: String,
    /// Operands, attributes and native properties, in the order of the definition.
    pub arguments: Vec<Argument>,
    /// Groups of results.
    pub results: Vec<Group>,
    /// Regions.
    pub regions: Vec<Group>,
    /// Successors.
    pub successors: Vec<Group>,
    /// Native traits and interfaces by their C++ name, in the order of the definition, each interface before
    /// those that it extends.
    pub traits: Vec<String>,
    /// Its definition says which effects it has on memory, and that it has none.
    pub no_memory_effect: bool,
    /// What its properties are on the wire.
    pub layout: std::result::Result<Vec<Property>, Gap>,
    /// Its number on the wire, where a dump has one.
    pub opcode: Option<i128>,
    /// The versions that have it, where the definition says so.
    pub bounds: Option<Bounds>,
}

/// First and last version of something, inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The first.
    pub since: String,
    /// The last; none where there is no end.
    pub until: Option<String>,
}

/// A group of operands or results, a region or a successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name; empty where there is none.
    pub name: String,
    /// How many there may be.
    pub count: Count,
    /// What it must be, in words; empty where the definition has none.
    pub constraint: String,
}

/// What an operation is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: ArgumentKind,
    /// The first version that has it, where the definition says so.
    pub since: Option<String>,
}

/// What an argument is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// Operands.
    Operand {
        /// How many.
        count: Count,
        /// What they must be, in words.
        constraint: String,
    },
    /// An attribute.
    Attribute {
        /// It may be absent.
        optional: bool,
        /// Its value where it is absent, in C++.
        default: Option<String>,
        /// What C++ makes of that.
        text: DefaultText,
        /// Its C++ class.
        storage: String,
    },
    /// A native property.
    Property {
        /// Its value where it is not said, in C++.
        default: Option<String>,
        /// What that is, unless it is zero or nothing.
        text: DefaultText,
        /// The C++ that writes it.
        writer: String,
    },
}

impl Operation {
    /// Its operands, in order.
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

    /// Whether it has a trait or interface of this C++ name.
    pub fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|known| known == name)
    }
}
