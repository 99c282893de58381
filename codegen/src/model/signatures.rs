//! Signatures of operations.

use std::fmt;

use super::PerOperation;
use crate::ast;
use crate::ast::signature::UNNAMED;

pub use crate::ast::signature::{Count, Trait};

/// The signatures of the operations of a dialect.
pub type Signatures = PerOperation<Signature>;

/// The operands, results, regions and successors of an operation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signature {
    /// Groups of operands, in order.
    pub operands: Vec<SignatureGroup>,
    /// Groups of results, in order.
    pub results: Vec<SignatureGroup>,
    /// Groups of regions, in order.
    pub regions: Vec<SignatureGroup>,
    /// Groups of successors, in order.
    pub successors: Vec<SignatureGroup>,
    /// Its traits, in the order of [`Trait::ALL`].
    pub traits: Vec<Trait>,
}

/// A group of operands, results, regions or successors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignatureGroup {
    /// The name; empty for a group without one.
    pub name: String,
    /// The number of its values, regions or successors.
    pub count: Count,
}

impl SignatureGroup {
    /// Whether its number can differ from one.
    #[must_use]
    pub fn varies(&self) -> bool {
        self.count != Count::One
    }
}

impl fmt::Display for SignatureGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.name.is_empty() { UNNAMED } else { &self.name };
        write!(f, "{name}{}", self.count.mark())
    }
}

impl fmt::Display for Signature {
    /// The signature as the schema spells it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spelled = |groups: &[SignatureGroup]| {
            groups.iter().map(SignatureGroup::to_string).collect::<Vec<_>>().join(", ")
        };
        write!(f, "({})", spelled(&self.operands))?;
        if !self.results.is_empty() {
            write!(f, " -> ({})", spelled(&self.results))?;
        }
        if !self.regions.is_empty() {
            write!(f, " {{{}}}", spelled(&self.regions))?;
        }
        if !self.successors.is_empty() {
            write!(f, " [{}]", spelled(&self.successors))?;
        }
        self.traits.iter().try_for_each(|known| write!(f, " {known}"))
    }
}

impl From<&ast::Signature> for Signature {
    fn from(written: &ast::Signature) -> Self {
        let groups = |groups: &[ast::SignatureGroup]| {
            let name = |name: &str| if name == UNNAMED { String::new() } else { name.to_owned() };
            let group = |group: &ast::SignatureGroup| SignatureGroup {
                name: name(&group.name.value),
                count: group.count,
            };
            groups.iter().map(group).collect()
        };
        let has = |known: &Trait| written.traits.iter().any(|word| word.value == known.word());
        Signature {
            operands: groups(&written.operands),
            results: groups(&written.results),
            regions: groups(&written.regions),
            successors: groups(&written.successors),
            traits: Trait::ALL.into_iter().filter(has).collect(),
        }
    }
}
