//! What differs between a module and that of its text, where the text is the same.

use bytespec::mlir::view::{AttributeEntry, BuiltinAttribute};
use bytespec::mlir::{Attribute, AttributeId, Module, Op, PrintOptions, Type, TypeId};
use std::collections::BTreeSet;

/// How entries stand in a file.
#[derive(Debug, PartialEq, Eq)]
struct Forms {
    entries: usize,
    texts: usize,
    opaque: usize,
    ranges: usize,
}

fn forms(module: &Module<'_>) -> Forms {
    let attributes =
        (0..module.attribute_count()).map(|id| module.attribute(AttributeId(id as u32)));
    let types = (0..module.type_count()).map(|id| module.ty(TypeId(id as u32)));
    let mut forms = Forms { entries: 0, texts: 0, opaque: 0, ranges: 0 };
    for attribute in attributes {
        forms.entries += 1;
        match attribute {
            Ok(Attribute::Text { .. }) => forms.texts += 1,
            Ok(Attribute::Opaque { .. }) => forms.opaque += 1,
            Ok(Attribute::Typed(AttributeEntry::Builtin(BuiltinAttribute::FileLineColRange {
                ..
            }))) => forms.ranges += 1,
            _ => {}
        }
    }
    for ty in types {
        forms.entries += 1;
        match ty {
            Ok(Type::Text { .. }) => forms.texts += 1,
            Ok(Type::Opaque { .. }) => forms.opaque += 1,
            _ => {}
        }
    }
    forms
}

/// The names of the properties of an operation that its file has a place for.
fn properties(module: &Module<'_>, op: Op) -> Option<Vec<&'static str>> {
    let list = module.property_list(op).ok()??;
    Some(list.into_iter().map(|property| property.name).collect())
}

/// What text does not tell of a module that is printed the same as another: what differs, in the words of the table. None
/// of it is anything that text has.
pub(super) fn differences(
    expected: &Module<'_>,
    found: &Module<'_>,
    options: &PrintOptions,
) -> Result<BTreeSet<&'static str>, String> {
    let text = |module: &Module<'_>| module.print(options).map_err(|error| error.to_string());
    let (one, other) = (text(expected)?, text(found)?);
    let mut differ = BTreeSet::new();
    if one != other {
        let line = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        return Err(format!("another text: {line:?}"));
    }
    let ops: Vec<(Op, Op)> = expected.walk().zip(found.walk()).collect();
    if ops.iter().any(|(one, other)| expected.isolated(*one) != found.isolated(*other)) {
        differ.insert("operations are defined to be isolated");
    }
    if ops.iter().any(|(one, other)| properties(expected, *one) != properties(found, *other)) {
        differ.insert("properties have places as in another release of the dialect");
    }
    let empty =
        |module: &Module<'_>, op: Op| module.property_list(op).is_ok_and(|list| list.is_none());
    if ops.iter().any(|(one, other)| empty(expected, *one) != empty(found, *other)) {
        differ.insert("properties are there or not as in another release of the dialect");
    }
    let (one, other) = (forms(expected), forms(found));
    if one.ranges != other.ranges {
        differ.insert("places without a column have column zero");
    }
    if one.texts != other.texts || one.opaque != other.opaque {
        differ.insert("entries have the encoding of a release in place of text, or of bytes");
    }
    if one.entries != other.entries {
        differ.insert("entries that are spelled alike are one");
    }
    if expected.resource_count() != found.resource_count() {
        differ.insert("resources that nothing refers to are left out");
    }
    let versions = |module: &Module<'_>| -> Vec<(Vec<u8>, Option<Vec<u8>>)> {
        let all = module.dialects();
        all.map(|dialect| (dialect.name.to_vec(), dialect.version.map(<[u8]>::to_vec))).collect()
    };
    if versions(expected) != versions(found) {
        differ.insert("text has no versions of dialects");
    }
    Ok(differ)
}
