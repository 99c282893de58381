//! What differs between a module and that of its text, where the text is the same.

use bytespec::mlir::view::{AttributeEntry, BuiltinAttribute};
use bytespec::mlir::{
    Attribute, AttributeId, Module, OpId, PrintOptions, PropertyValue, Type, TypeId, Value,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

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
fn properties(module: &Module<'_>, op: OpId) -> Option<Vec<&'static str>> {
    let list = module.property_list(op).ok()??;
    Some(list.into_iter().map(|property| property.name).collect())
}

/// The types of the indices of sparse attributes, of which there are none: nothing that is spelled.
fn absent_indices(module: &Module<'_>) -> Vec<String> {
    let attributes =
        (0..module.attribute_count()).map(|id| module.attribute(AttributeId(id as u32)));
    let indices = attributes.filter_map(|attribute| match attribute.ok()?.builtin()? {
        BuiltinAttribute::SparseElementsAttr { indices, .. } => Some(indices),
        _ => None,
    });
    let mut types: Vec<String> = indices
        .filter_map(|indices| match module.attribute(indices).ok()?.builtin()? {
            BuiltinAttribute::DenseIntOrFPElementsAttr { r#type, raw_data } => {
                raw_data.is_empty().then(|| module.display(r#type).to_string())
            }
            _ => None,
        })
        .collect();
    types.sort_unstable();
    types
}

/// The value of a property as text has it in a dictionary; none where it is absent.
fn spelled(module: &Module<'_>, value: &PropertyValue) -> Option<String> {
    Some(match value {
        PropertyValue::Attribute(id) => module.display(*id).to_string(),
        PropertyValue::None => return None,
        PropertyValue::Segments(sizes) => {
            let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
            format!("array<i32: {}>", sizes.join(", "))
        }
        other => format!("{other:?}"),
    })
}

/// All that an operation has, wherever the release has a place for it: what is around it, its operands by number, types, and
/// attributes and properties together.
fn whole(module: &Module<'_>, op: OpId, numbers: &HashMap<Value, usize>) -> Result<String, String> {
    let wrong = |error: bytespec::Error| error.to_string();
    let mut entries = BTreeMap::new();
    for property in module.property_list(op).map_err(wrong)?.unwrap_or_default() {
        entries.extend(spelled(module, &property.value).map(|value| (property.name.into(), value)));
    }
    if let Some(id) = module.attributes(op) {
        for (name, value) in module.dictionary(id).map_err(wrong)? {
            let name = module.string(name).map_err(wrong)?;
            entries.insert(
                String::from_utf8_lossy(name).into_owned(),
                module.display(value).to_string(),
            );
        }
    }
    // Releases that have it as a property work it out where it is absent.
    entries.remove("operandSegmentSizes");
    entries.remove("operand_segment_sizes");
    let number = |value: &Value| numbers.get(value).copied();
    let operands: Vec<_> = module.operands(op).iter().map(number).collect();
    let types: Vec<_> = module
        .results(op)
        .filter_map(|value| Some(module.display(module.value_type(value)?).to_string()))
        .collect();
    let parent = module.parent(op).map(|parent| module.name(parent).full().into_owned());
    let location = module.display(module.location(op).expect("it is there")).to_string();
    let regions = module.regions(op).count();
    let name = module.name(op).full().into_owned();
    Ok(format!("{parent:?} {name} {operands:?} {types:?} {regions} {entries:?} {location}"))
}

/// The first operation that is another one, wherever its release has places for what it has.
fn another_operation(one: &Module<'_>, other: &Module<'_>) -> Result<Option<String>, String> {
    let numbers = |module: &Module<'_>| -> HashMap<Value, usize> {
        let values = module.walk().flat_map(|op| {
            let blocks = module.regions(op).flat_map(|region| module.blocks(region));
            let arguments = blocks.flat_map(|block| module.arguments(block));
            module.results(op).chain(arguments).collect::<Vec<_>>()
        });
        values.enumerate().map(|(number, value)| (value, number)).collect()
    };
    let (numbers_of_one, numbers_of_other) = (numbers(one), numbers(other));
    if one.walk().count() != other.walk().count() {
        return Ok(Some("not as many operations".into()));
    }
    for (op, again) in one.walk().zip(other.walk()) {
        let (op, again) =
            (whole(one, op, &numbers_of_one)?, whole(other, again, &numbers_of_other)?);
        if op != again {
            return Ok(Some(format!("{op} in place of {again}")));
        }
    }
    Ok(None)
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
        if let Some(another) = another_operation(expected, found)? {
            let line = one.lines().zip(other.lines()).find(|(one, other)| one != other);
            return Err(format!("another text: {line:?}\n{another}"));
        }
        differ.insert("attributes are properties, or not, as in a release that its tool is not");
    }
    let ops: Vec<(OpId, OpId)> = expected.walk().zip(found.walk()).collect();
    if ops.iter().any(|(one, other)| expected.isolated(*one) != found.isolated(*other)) {
        differ.insert("operations are defined to be isolated");
    }
    if ops.iter().any(|(one, other)| properties(expected, *one) != properties(found, *other)) {
        differ.insert("properties have places as in another release of the dialect");
    }
    let empty =
        |module: &Module<'_>, op: OpId| module.property_list(op).is_ok_and(|list| list.is_none());
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
    if absent_indices(expected) != absent_indices(found) {
        differ.insert("the type of indices that are not there is not told");
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
