//! Signatures of operations.

use std::fmt;

use super::properties::{item_range, ranges};
use super::{Docs, Releases};
use crate::ast;
use crate::ast::signature::UNNAMED;

pub use crate::ast::signature::{Count, Trait};

/// What the operations of a dialect have besides properties; the name is the dialect's.
#[derive(Clone, Debug)]
pub struct Signatures {
    /// Name and documentation.
    pub docs: Docs,
    /// The dialect by index in [`super::Model::dialects`], where it has releases of its own.
    pub dialect: Option<usize>,
    /// First and last release whose signatures these are, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// In the order of the operations, those of one from the oldest on.
    pub operations: Vec<SignatureRange>,
    /// What operations do, in the order of the operations.
    pub summaries: Vec<(String, String)>,
}

/// The signature of an operation in some releases.
#[derive(Clone, Debug)]
pub struct SignatureRange {
    /// The operation, without the dialect.
    pub operation: String,
    /// First and last release that has it, inclusive, by index in [`Releases::names`].
    pub range: (usize, usize),
    /// It is that of files with a version record of the dialect of at least this number; 0 for all.
    pub record: u64,
    /// The signature.
    pub signature: Signature,
}

/// What an operation has besides properties.
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
    /// What is known of it as a whole, in the order of [`Trait::ALL`].
    pub traits: Vec<Trait>,
}

/// A group of operands, results, regions or successors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignatureGroup {
    /// The name; empty where it has none.
    pub name: String,
    /// How many it has.
    pub count: Count,
}

impl SignatureGroup {
    /// Whether it may have another number than one.
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

/// Brings the signatures into the order of the operations, each up to the next of its operation.
pub(super) fn lower(
    item: &ast::Signatures,
    docs: Docs,
    dialect: Option<usize>,
    clock: &Releases,
) -> Signatures {
    let range = item_range(&docs, clock);
    let one = |(entry, range, record): (&ast::ByRelease<ast::Signature>, _, _)| SignatureRange {
        operation: entry.operation.value.clone(),
        range,
        record,
        signature: Signature::from(&entry.value),
    };
    let operations = ranges(item, range, clock).into_iter().map(one).collect();
    let summary = |(name, text): &(ast::Spanned<String>, ast::Spanned<String>)| {
        (name.value.clone(), text.value.trim().to_owned())
    };
    let mut summaries: Vec<_> = item.summaries.iter().map(summary).collect();
    summaries.sort();
    Signatures { docs, dialect, range, operations, summaries }
}
