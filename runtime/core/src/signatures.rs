//! The signatures of operations: everything besides properties, for formats whose files contain only the numbers of operands,
//! results, regions and successors.
//!
//! The schema of a format contains the signatures. The generated code looks them up with this module.

use crate::by_release::{Columns, FromColumns};
use crate::notation;
use std::ops::Range;

/// The operands, results, regions and successors of an operation, and its traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// Groups of operands, in order.
    pub operands: &'static [Group],
    /// Groups of results, in order.
    pub results: &'static [Group],
    /// Groups of regions, in order.
    pub regions: &'static [Group],
    /// Groups of successors, in order.
    pub successors: &'static [Group],
    /// The traits of the operation.
    pub traits: &'static [Trait],
}

impl Signature {
    /// The empty signature.
    pub const NOTHING: Signature =
        Signature { operands: &[], results: &[], regions: &[], successors: &[], traits: &[] };
}

/// A group of operands, results, regions or successors that have one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The name; empty where it has none.
    pub name: &'static str,
    /// The number of members.
    pub count: Count,
}

impl Group {
    /// A group.
    #[must_use]
    pub const fn new(name: &'static str, count: Count) -> Self {
        Group { name, count }
    }
}

/// The groups of a list in the notation of schemas: names, each with an optional `?`, `*` or `**` after it, such as
/// `base, offsets*, mask?`. `_` means no name.
fn groups(text: &'static str) -> &'static [Group] {
    let group = |one: &'static str| {
        let (name, mark) = notation::marked(one);
        let count = match mark {
            "?" => Count::Optional,
            "*" => Count::Variadic,
            "**" => Count::VariadicOfVariadic,
            _ => Count::One,
        };
        Group::new(if name == "_" { "" } else { name }, count)
    };
    notation::list(text).map(group).collect::<Vec<_>>().leak()
}

/// Lists of operands, results, regions and successors, and the names of traits, each in a column.
impl FromColumns for &'static Signature {
    fn from_columns(mut columns: Columns) -> Self {
        let mut list = || columns.next().unwrap_or_default();
        let [operands, results, regions, successors] = [list(), list(), list(), list()].map(groups);
        let named = |name| Trait::ALL.iter().find(|(spelled, _)| *spelled == name);
        let traits = notation::list(list()).filter_map(named).map(|(_, known)| *known);
        let traits = traits.collect::<Vec<_>>().leak();
        Box::leak(Box::new(Signature { operands, results, regions, successors, traits }))
    }
}

/// The number of values, regions or successors in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// One.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Variadic,
    /// Any number of groups of any number. A property of its own contains the sizes of these groups.
    VariadicOfVariadic,
}

impl Count {
    /// Whether a group may have `count` members.
    #[must_use]
    pub const fn allows(self, count: usize) -> bool {
        match self {
            Count::One => count == 1,
            Count::Optional => count <= 1,
            Count::Variadic | Count::VariadicOfVariadic => true,
        }
    }
}

/// A trait of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trait {
    /// It ends a block.
    Terminator,
    /// Its regions use no values from outside.
    Isolated,
    /// It has a name by which others refer to it.
    Symbol,
    /// Names of symbols in its regions are found in it.
    SymbolTable,
    /// Blocks of its regions need no terminator.
    NoTerminator,
    /// Its regions have one block at most.
    SingleBlock,
    /// All groups of any number of operands have the same size.
    SameOperandSizes,
    /// All groups of any number of results have the same size.
    SameResultSizes,
    /// It has no effect besides its results, whatever its operands are: no effect on memory, and no undefined behaviour.
    Pure,
}

impl Trait {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Trait); 9] = [
        ("Terminator", Trait::Terminator),
        ("Isolated", Trait::Isolated),
        ("Symbol", Trait::Symbol),
        ("SymbolTable", Trait::SymbolTable),
        ("NoTerminator", Trait::NoTerminator),
        ("SingleBlock", Trait::SingleBlock),
        ("SameOperandSizes", Trait::SameOperandSizes),
        ("SameResultSizes", Trait::SameResultSizes),
        ("Pure", Trait::Pure),
    ];
}

/// The traits that are the same in several signatures: those that all of them have, and those that none of them has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// A bit for each that all have.
    all: u16,
    /// A bit for each that one of them may have.
    any: u16,
}

impl Traits {
    /// Nothing is known: the operation may have any trait.
    pub const UNKNOWN: Traits = Traits { all: 0, any: u16::MAX };

    fn of(traits: &[Trait]) -> Self {
        let bits = traits.iter().fold(0, |bits, known| bits | Traits::bit(*known));
        Traits { all: bits, any: bits }
    }

    fn bit(of: Trait) -> u16 {
        1 << of as u16
    }
}

impl Default for Traits {
    fn default() -> Self {
        Traits::UNKNOWN
    }
}

/// The facts about an operation that edits need. `false` means unknown, as for all operations that no schema describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Info {
    /// It has no effect besides its results. You may therefore erase it if its results have no uses, move it to an earlier place,
    /// or replace equal operations by one. A terminator or a symbol is not pure, even if its definition states so.
    pub pure: bool,
    /// It ends a block.
    pub terminator: bool,
    /// Its regions use no values from outside.
    pub isolated: bool,
    /// It has a name by which others refer to it.
    pub symbol: bool,
    /// Names of symbols in its regions are found in it.
    pub symbol_table: bool,
}

/// The members of a group, as places among all operands, results, regions or successors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Members {
    /// The group.
    pub group: Group,
    /// Their places among all.
    pub places: Range<usize>,
}

/// Assigns `count` operands, results, regions or successors to groups, in order.
///
/// `sizes` are the sizes that the operation states. `same` means that all groups of any number have the same size. If the size
/// of only one group varies, the count determines it. Returns none if the sizes are unknown or do not fit.
#[must_use]
pub fn share_out(
    groups: &[Group],
    count: usize,
    sizes: Option<&[u32]>,
    same: bool,
) -> Option<Vec<Members>> {
    let varying = groups.iter().filter(|group| group.count != Count::One).count();
    let left = count.checked_sub(groups.len() - varying)?;
    let each = match varying {
        0 => (left == 0).then_some(0),
        1 => Some(left),
        _ if same => left.is_multiple_of(varying).then_some(left / varying),
        _ => None,
    };
    let sizes = sizes.filter(|_| varying > 1 && !same);
    if sizes.is_some_and(|sizes| sizes.len() != groups.len()) {
        return None;
    }
    let mut at = 0_usize;
    let mut found = Vec::with_capacity(groups.len());
    for (index, group) in groups.iter().enumerate() {
        let size = match (sizes, group.count) {
            (Some(sizes), _) => usize::try_from(sizes[index]).ok()?,
            (None, Count::One) => 1,
            (None, _) => each?,
        };
        let end = at.checked_add(size).filter(|end| *end <= count)?;
        if !group.count.allows(size) {
            return None;
        }
        found.push(Members { group: *group, places: at..end });
        at = end;
    }
    (at == count).then_some(found)
}

/// The common part of the signatures that an operation may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommonSignature {
    /// Groups of operands.
    pub operands: Option<&'static [Group]>,
    /// Groups of results.
    pub results: Option<&'static [Group]>,
    /// Groups of regions.
    pub regions: Option<&'static [Group]>,
    /// Groups of successors.
    pub successors: Option<&'static [Group]>,
    /// The traits of the operation.
    pub traits: Traits,
}

impl CommonSignature {
    /// The common part of some signatures; nothing is known without signatures.
    #[must_use]
    pub fn of(mut signatures: impl Iterator<Item = &'static Signature>) -> Self {
        let Some(first) = signatures.next() else { return CommonSignature::default() };
        let mut known = CommonSignature {
            operands: Some(first.operands),
            results: Some(first.results),
            regions: Some(first.regions),
            successors: Some(first.successors),
            traits: Traits::of(first.traits),
        };
        for other in signatures {
            known.operands = known.operands.filter(|groups| *groups == other.operands);
            known.results = known.results.filter(|groups| *groups == other.results);
            known.regions = known.regions.filter(|groups| *groups == other.regions);
            known.successors = known.successors.filter(|groups| *groups == other.successors);
            let other = Traits::of(other.traits);
            known.traits.all &= other.all;
            known.traits.any |= other.any;
        }
        known
    }

    /// Whether it is known to have a trait.
    #[must_use]
    pub fn has(&self, wanted: Trait) -> bool {
        self.traits.all & Traits::bit(wanted) != 0
    }

    /// Whether it is known not to have a trait.
    #[must_use]
    pub fn lacks(&self, wanted: Trait) -> bool {
        self.traits.any & Traits::bit(wanted) == 0
    }

    /// The facts that edits need.
    #[must_use]
    pub fn info(&self) -> Info {
        // Definitions mark terminators as pure, too.
        let may_go = self.lacks(Trait::Terminator) && self.lacks(Trait::Symbol);
        Info {
            pure: self.has(Trait::Pure) && may_go,
            terminator: self.has(Trait::Terminator),
            isolated: self.has(Trait::Isolated),
            symbol: self.has(Trait::Symbol),
            symbol_table: self.has(Trait::SymbolTable),
        }
    }

    /// Assigns `count` operands to groups. `sizes` are the sizes that the operation states.
    #[must_use]
    pub fn share_operands(&self, count: usize, sizes: Option<&[u32]>) -> Option<Vec<Members>> {
        share_out(self.operands?, count, sizes, self.has(Trait::SameOperandSizes))
    }

    /// Assigns `count` results to groups. `sizes` are the sizes that the operation states.
    #[must_use]
    pub fn share_results(&self, count: usize, sizes: Option<&[u32]>) -> Option<Vec<Members>> {
        share_out(self.results?, count, sizes, self.has(Trait::SameResultSizes))
    }

    /// Assigns `count` regions to groups.
    #[must_use]
    pub fn share_regions(&self, count: usize) -> Option<Vec<Members>> {
        share_out(self.regions?, count, None, false)
    }

    /// Assigns `count` successors to groups.
    #[must_use]
    pub fn share_successors(&self, count: usize) -> Option<Vec<Members>> {
        share_out(self.successors?, count, None, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Group = Group::new("a", Count::One);
    const MAYBE: Group = Group::new("b", Count::Optional);
    const MANY: Group = Group::new("c", Count::Variadic);

    fn sizes(
        groups: &[Group],
        count: usize,
        sizes: Option<&[u32]>,
        same: bool,
    ) -> Option<Vec<usize>> {
        let found = share_out(groups, count, sizes, same)?;
        assert!(found.windows(2).all(|pair| pair[0].places.end == pair[1].places.start));
        Some(found.iter().map(|members| members.places.len()).collect())
    }

    #[test]
    fn divided_and_ambiguous_operands() {
        for (groups, count, stated, same, expected) in [
            (&[ONE, ONE][..], 2, None, false, Some(vec![1, 1])),
            (&[ONE, ONE], 3, None, false, None),
            (&[ONE, ONE], 1, None, false, None),
            (&[], 0, None, false, Some(vec![])),
            (&[ONE, MANY, ONE], 5, None, false, Some(vec![1, 3, 1])),
            (&[ONE, MAYBE], 1, None, false, Some(vec![1, 0])),
            (&[ONE, MAYBE], 3, None, false, None),
            (&[MANY, MAYBE], 3, None, false, None),
            (&[MANY, MAYBE], 3, Some(&[2, 1][..]), false, Some(vec![2, 1])),
            (&[MANY, MAYBE], 3, Some(&[1, 2]), false, None),
            (&[MANY, MAYBE], 3, Some(&[3, 1]), false, None),
            (&[MANY, MAYBE], 3, Some(&[2, 0]), false, None),
            (&[MANY, MAYBE], 3, Some(&[2, 0, 1]), false, None),
            (&[MANY, MAYBE], 1, Some(&[u32::MAX, 2]), false, None),
            (&[MANY, ONE, MANY], 5, None, true, Some(vec![2, 1, 2])),
            (&[MANY, ONE, MANY], 4, None, true, None),
            // The count determines the sizes; no segment sizes are needed.
            (&[ONE, MANY], 2, Some(&[9, 9, 9]), false, Some(vec![1, 1])),
        ] {
            assert_eq!(
                sizes(groups, count, stated, same),
                expected,
                "{groups:?} {count} {stated:?}"
            );
        }
    }

    #[test]
    fn common_signatures_hold_the_shared_parts() {
        static FIRST: Signature = Signature {
            operands: &[ONE],
            results: &[MANY],
            regions: &[],
            successors: &[],
            traits: &[Trait::Terminator],
        };
        static SECOND: Signature = Signature { results: &[MAYBE], traits: &[], ..FIRST };
        let both = CommonSignature::of([&FIRST, &SECOND].into_iter());
        assert_eq!((both.operands, both.results), (Some(&[ONE][..]), None));
        assert!(CommonSignature::of([&FIRST, &FIRST].into_iter()).has(Trait::Terminator));
        assert!(!both.has(Trait::Terminator) && !both.lacks(Trait::Terminator));
        assert!(both.lacks(Trait::Symbol) && !CommonSignature::default().lacks(Trait::Symbol));
        assert_eq!(CommonSignature::of(std::iter::empty()), CommonSignature::default());
    }

    #[test]
    fn terminators_and_symbols_are_not_pure() {
        fn info(traits: &'static [Trait]) -> Info {
            let known =
                CommonSignature { traits: Traits::of(traits), ..CommonSignature::default() };
            known.info()
        }
        assert_eq!(info(&[Trait::Pure]), Info { pure: true, ..Info::default() });
        assert!(!info(&[Trait::Pure, Trait::Terminator]).pure);
        assert!(!info(&[Trait::Pure, Trait::Symbol]).pure);
        assert!(!info(&[]).pure);
        assert_eq!(CommonSignature::default().info(), Info::default());
    }
}
