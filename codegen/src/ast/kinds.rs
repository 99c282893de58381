//! The names in kinds of references: variants of entries, and their traits.

use super::{Literal, Schema, Spanned, Union};
use std::collections::BTreeMap;

/// The entries that a name of a kind selects.
#[derive(Clone, Debug, Default)]
pub struct NamedKind<'s> {
    /// Dialects, and names of their variants.
    pub variants: Vec<(&'s str, &'s str)>,
    /// The trait of this name, if a union declares it: entries that no schema describes can have it, too.
    pub declared: Option<&'s Spanned<String>>,
}

/// The dialect whose entries a union contains, as bytes or as text.
fn dialect(union: &Union) -> Option<&str> {
    let of_entries = union.entries.as_ref().and(union.common.dialect.as_ref());
    of_entries.or(union.text_of.as_ref()).map(|dialect| dialect.value.as_str())
}

/// All names of kinds. A trait without a variant that states it has no variants.
pub fn named_kinds(schema: &Schema) -> BTreeMap<&str, NamedKind<'_>> {
    let mut named: BTreeMap<&str, NamedKind<'_>> = BTreeMap::new();
    let mut dialects = BTreeMap::new();
    for union in &schema.unions {
        let Some(dialect) = dialect(union) else { continue };
        dialects.insert(union.common.name.value.as_str(), dialect);
        for declared in &union.traits {
            named.entry(&declared.value).or_default().declared = Some(declared);
        }
    }
    for variant in &schema.variants {
        let of = variant.of.as_ref().and_then(|of| dialects.get(of.value.as_str()));
        let Some(dialect) = of else { continue };
        let name = variant.common.name.value.as_str();
        let stated = variant.traits.iter().filter(|(_, value)| value.value != Literal::Bool(false));
        let keys = stated.map(|(stated, _)| stated.value.as_str());
        for key in keys.chain([name]) {
            named.entry(key).or_default().variants.push((dialect, name));
        }
    }
    named
}
