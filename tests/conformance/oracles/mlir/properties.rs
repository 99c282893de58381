//! Properties by name are those that the tool of the same release prints.

use super::sources::{Source, sources};
use super::text;
use crate::suite::report;
use bytespec::mlir::{Losses, Module, OpId, PropertyValue, Version};
use bytespec_conformance::generic::{Entry, Operation, operations};
use bytespec_conformance::process::in_parallel;

/// What was compared.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) operations: usize,
    pub(super) names: usize,
    pub(super) values: usize,
}

/// What is wrong with the properties of an operation. The tool may set absent ones to what they are
/// by default, where `defaults` says so.
pub(super) fn compare(
    module: &Module<'_>,
    op: OpId,
    printed: &Operation,
    defaults: bool,
    counts: &mut Counts,
) -> bytespec::Result<Option<String>> {
    counts.operations += 1;
    let name = module.name(op).full();
    if name != printed.name {
        return Ok(Some(format!("{name} is printed as {}", printed.name)));
    }
    let mut left: Vec<&Entry> = printed.properties.iter().collect();
    let Some(list) = module.property_list(op)? else {
        // The properties of an operation that the producer did not know are one attribute.
        return Ok(match module.unregistered_properties(op) {
            Some(_) if left.is_empty() => Some(format!("no properties of {name} are printed")),
            None if !left.is_empty() => Some(format!("properties of {name} are missing")),
            _ => None,
        });
    };
    for property in &list {
        let found = left.iter().position(|entry| entry.name == property.name);
        let found = found.map(|index| left.swap_remove(index));
        let value = match &property.value {
            PropertyValue::None => {
                if found.is_some() && !defaults {
                    return Ok(Some(format!("`{}` of {name} is not absent", property.name)));
                }
                continue;
            }
            PropertyValue::Attribute(id) => text::attribute(module, *id)?,
            PropertyValue::Segments(sizes) => {
                Some(text::array("i32", sizes.iter().map(|size| i64::from(*size))))
            }
            // Printed as attributes that the operation makes of them, or not at all.
            PropertyValue::Number(number) => Some(number.to_string()),
            PropertyValue::Bool(_) | PropertyValue::String(_) => None,
        };
        let is_attribute =
            matches!(property.value, PropertyValue::Attribute(_) | PropertyValue::Segments(_));
        counts.names += 1;
        let Some(found) = found else {
            if is_attribute {
                return Ok(Some(format!("`{}` of {name} is not printed", property.name)));
            }
            continue;
        };
        let Some(value) = value else { continue };
        counts.values += 1;
        let printed = if found.value.is_empty() { "unit" } else { &found.value };
        // A member of an enumeration is printed by its name.
        let is_named = !is_attribute && !printed.starts_with(|c: char| c.is_ascii_digit());
        let same = printed == value || is_named || (!is_attribute && printed.starts_with(&value));
        if !same {
            return Ok(Some(format!(
                "`{}` of {name} is {value}, printed as {printed}",
                property.name
            )));
        }
    }
    Ok(left.first().map(|entry| format!("`{}` of {name} is missing", entry.name)))
}

fn check(source: &Source) -> Option<(Counts, Option<String>)> {
    // What the tool does not read cannot be compared, which another test counts.
    let printed = source.producer.print(source.bytes).ok()?;
    let printed = operations(&printed);
    let mut counts = Counts::default();
    let mut find = || -> bytespec::Result<Option<String>> {
        let mut module = source.module();
        // Before there were properties, attributes of the dictionary become them.
        if source.version < Version::V5 {
            module.convert(Version::LATEST, Losses::Refuse)?;
        }
        module.materialize_all()?;
        let ops: Vec<OpId> = module.walk().collect();
        let mut printed = printed.as_slice();
        // The tool puts other operations at the top into a module.
        if ops.first().is_some_and(|op| module.name(*op).full() != "builtin.module") {
            printed = printed.get(1..).unwrap_or_default();
        }
        if ops.len() != printed.len() {
            let (ours, theirs) = (ops.len(), printed.len());
            return Ok(Some(format!("{ours} operations, of which {theirs} are printed")));
        }
        for (op, printed) in ops.into_iter().zip(printed) {
            if let Some(finding) = compare(&module, op, printed, false, &mut counts)? {
                return Ok(Some(finding));
            }
        }
        Ok(None)
    };
    let finding = match find() {
        Ok(finding) => finding,
        Err(error) => Some(error.to_string()),
    };
    Some((counts, finding.map(|finding| format!("{}: {finding}", source.name))))
}

#[test]
fn properties_are_those_that_are_printed() {
    // Before release 17 there were no properties; the dialect of the tests is in no schema.
    let has_layouts =
        |source: &&Source| source.producer.release > 16 && !source.case.starts_with("small/17");
    let sources: Vec<&Source> = sources().into_iter().filter(has_layouts).collect();
    let results = in_parallel(&sources, |source| check(source));
    let compared: Vec<_> = results.into_iter().flatten().collect();
    let sum = |count: fn(&Counts) -> usize| -> usize {
        compared.iter().map(|(counts, _)| count(counts)).sum()
    };
    let (names, values) = (sum(|counts| counts.names), sum(|counts| counts.values));
    println!(
        "{} files: {names} properties of {} operations by name, {values} of them by value",
        compared.len(),
        sum(|counts| counts.operations),
    );
    let wrong: Vec<String> = compared.into_iter().filter_map(|(_, finding)| finding).collect();
    report(&wrong);
    assert!(names > 1500 && values > 1400);
}
