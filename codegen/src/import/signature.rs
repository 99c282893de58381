//! The parts of a defined operation besides properties.

use super::operation::{Group, Operation};
use crate::model::{Signature, SignatureGroup, Trait};

/// Traits by their name in C++, which has a namespace before it or arguments behind it in some.
const TRAITS: [(&str, Trait); 10] = [
    ("IsTerminator", Trait::Terminator),
    ("IsIsolatedFromAbove", Trait::Isolated),
    ("SymbolOpInterface", Trait::Symbol),
    ("SymbolTable", Trait::SymbolTable),
    ("NoTerminator", Trait::NoTerminator),
    ("SingleBlock", Trait::SingleBlock),
    ("SingleBlockImplicitTerminator", Trait::SingleBlock),
    ("SameVariadicOperandSize", Trait::SameOperandSizes),
    ("SameVariadicResultSize", Trait::SameResultSizes),
    // The trait alone allows speculation. An operation that also has no effects is pure.
    ("AlwaysSpeculatableImplTrait", Trait::Pure),
];

/// The trait of operations that have the effects of those in their regions besides their own.
const RECURSIVE_EFFECTS: &str = "HasRecursiveMemoryEffects";

/// The signature of an operation.
pub(super) fn derive(operation: &Operation) -> Signature {
    let operands: Vec<Group> = operation.operands().collect();
    let mut signature = Signature {
        operands: groups(&operands),
        results: groups(&operation.results),
        regions: groups(&operation.regions),
        successors: groups(&operation.successors),
        traits: Vec::new(),
    };
    let has = |known: &Trait| {
        operation.traits.iter().any(|name| {
            let name = plain(name);
            TRAITS.iter().any(|(text, found)| *text == name && found == known)
        })
    };
    // The traits of equal sizes mean nothing if each group has one value.
    let about = |known: &Trait| match known {
        Trait::SameOperandSizes => signature.operands.iter().any(SignatureGroup::varies),
        Trait::SameResultSizes => signature.results.iter().any(SignatureGroup::varies),
        Trait::Pure => {
            let inner = operation.traits.iter().any(|name| plain(name) == RECURSIVE_EFFECTS);
            operation.no_memory_effect && !inner
        }
        _ => true,
    };
    signature.traits = Trait::ALL.into_iter().filter(has).filter(about).collect();
    signature
}

/// The name of a trait without its namespace and arguments.
fn plain(name: &str) -> &str {
    let name = name.split('<').next().and_then(|name| name.rsplit("::").next());
    name.unwrap_or_default()
}

/// The groups of a definition; what is no word cannot be written, and is no name.
fn groups(groups: &[Group]) -> Vec<SignatureGroup> {
    let word = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name != crate::ast::signature::UNNAMED
    };
    let group = |group: &Group| SignatureGroup {
        name: if word(&group.name) { group.name.clone() } else { String::new() },
        count: group.count,
    };
    groups.iter().map(group).collect()
}

/// The summary of an operation as a schema has it: one line without a full stop; empty where there is none.
pub(super) fn summary(operation: &Operation) -> String {
    let words: Vec<&str> = operation.summary.split_whitespace().collect();
    words.join(" ").trim_end_matches(['.', ' ']).to_owned()
}
