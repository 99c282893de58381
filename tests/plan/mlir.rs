//! MLIR: attributes and types by dialect, records of the container and of operations, and properties by release.

use crate::mutated::{Found, compare};
use crate::same::{Same, of_item, of_value};
use bytespec::axes::DialectAxes as _;
pub(crate) use bytespec::mlir::plan as mlir_plan;
use bytespec::mlir::{
    self, Attribute, AttributeId, DialectReleases, Event, File, PropertyValue, StringId, Type,
    TypeId,
};
use bytespec::plan::data::{FactValue, ItemId, Kind};
use bytespec::plan::{Builtin, Executor, Fact, NoTables, Surroundings, Tables, Tree, Value};
use bytespec::wire::{Cursor, Writer};
use bytespec::{Error, Result};
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::{HashMap, HashSet};

/// The unions of the entries of a table, by dialect.
fn unions(table: &str) -> HashMap<String, ItemId> {
    let plan = mlir_plan();
    let mut found = HashMap::new();
    for (at, item) in plan.items.iter().enumerate().filter(|(_, item)| item.kind == Kind::Union) {
        let fact = |name: &str| {
            let mut facts = item.facts.of(&plan.facts).iter();
            facts.find(|fact| plan.name(fact.name) == name).and_then(|fact| match fact.value {
                FactValue::Text(text) => Some(plan.name(text).to_owned()),
                FactValue::Number(_) => None,
            })
        };
        if fact("entries").as_deref() == Some(table)
            && let Some(dialect) = fact("dialect")
        {
            found.insert(dialect, ItemId(at as u32));
        }
    }
    found
}

/// What the interpreter is told of a file: how its axes stand.
fn versions(file: &File<'_>) -> Result<Vec<(usize, u32)>> {
    let plan = mlir_plan();
    let version = |axis: &str, version: &str| -> Option<(usize, u32)> {
        let at = plan.axis(axis)?;
        let versions = plan.name(plan.axes[at].versions);
        let version = versions.split(' ').position(|known| known == version)?;
        (!plan.axes[at].writers_only).then_some((at, version as u32))
    };
    let mut versions: Vec<(usize, u32)> =
        version("version", file.version().name()).into_iter().collect();
    versions.extend(file.release().and_then(|release| version("release", release.name())));
    let dialects: DialectReleases = file.dialect_releases()?;
    for axis in plan.axes.iter() {
        let name = plan.name(axis.name);
        let release = name.strip_prefix("dialect ").and_then(|dialect| dialects.get(dialect));
        versions.extend(release.and_then(|release| version(name, release)));
    }
    Ok(versions)
}

/// The tables of a file that generated code has opened.
struct OfFile<'f, 'p> {
    file: &'f File<'f>,
    executor: &'f Executor<'p>,
    types: &'f HashMap<String, ItemId>,
}

impl Tables for OfFile<'_, '_> {
    fn bytes(&self, table: &str, index: u64) -> Result<&[u8]> {
        match table {
            "String" => self.file.string(StringId(index as u32)),
            _ => Err(Error::invalid(format!("{table} is not asked for"))),
        }
    }

    fn fact(&self, _: &str, index: u64, fact: &str) -> Result<Option<Fact>> {
        let id = TypeId(u32::try_from(index).unwrap_or(u32::MAX));
        match self.file.ty(id)? {
            Type::Typed(entry) => {
                let Some(item) = self.types.get(entry.dialect()) else { return Ok(None) };
                let (_, bytes) = self.file.type_bytes(id)?;
                // No type of a number is longer.
                let bytes = bytes.get(..32).unwrap_or(bytes);
                self.executor.fact(*item, Cursor::new(bytes), fact)
            }
            // Releases before the codes of the small floats spell these types, which is no matter of a plan.
            Type::Text { text, .. } => {
                let text = std::str::from_utf8(text).unwrap_or_default();
                let plan = mlir_plan();
                let mut items = plan.items.iter().enumerate();
                let float = text.to_lowercase();
                let names = [float.as_str(), float.get(1..).unwrap_or_default()]
                    .map(|float| format!("float{float}type"));
                let spelled = items.find(|(_, item)| {
                    item.kind == Kind::Variant
                        && names.contains(&plan.name(item.name).to_lowercase())
                });
                let facts = spelled.map_or(&[][..], |(_, item)| item.facts.of(&plan.facts));
                let found = facts.iter().find(|known| plan.name(known.name) == fact);
                Ok(found.and_then(|fact| match fact.value {
                    FactValue::Number(number) => Some(Fact::Number(number)),
                    FactValue::Text(_) => None,
                }))
            }
            Type::Opaque { .. } => Ok(None),
        }
    }
}

/// How many entries, properties and operations both decoders read, and where they differ.
#[derive(Default)]
struct Compared {
    entries: usize,
    properties: usize,
    operations: usize,
    /// Damaged entries that both refuse.
    refused: usize,
    wrong: Vec<String>,
}

/// Reads bytes as an item, to their end, and writes what was read.
fn interpreted(
    executor: &Executor<'_>,
    item: ItemId,
    mut cursor: Cursor<'_>,
    around: Surroundings<'_>,
) -> Result<(Value, Vec<u8>)> {
    let mut tree = Tree::new(executor, cursor.input());
    executor.read(item, &mut cursor, around, &mut tree)?;
    if !cursor.is_empty() {
        return Err(Error::invalid("bytes follow").or_at(cursor.position()));
    }
    let value = tree.into_value();
    let mut writer = Writer::new();
    executor.write(item, &value, 0, around, &mut writer)?;
    Ok((value, writer.into_bytes()))
}

/// The same axes with each release, newest first, of a dialect of which none is known.
fn others<'p>(executor: &Executor<'p>, known: &[(usize, u32)], item: ItemId) -> Vec<Executor<'p>> {
    let plan = mlir_plan();
    let facts = plan.items[item.index()].facts.of(&plan.facts);
    let dialect = facts.iter().find_map(|fact| match fact.value {
        FactValue::Text(text) if plan.name(fact.name) == "dialect" => Some(plan.name(text)),
        _ => None,
    });
    let axis = plan.axis(&format!("dialect {}", dialect.unwrap_or_default()));
    let axis = axis.or_else(|| plan.axis("release")).unwrap_or_default();
    if known.iter().any(|(at, _)| *at == axis) {
        return Vec::new();
    }
    let versions = plan.name(plan.axes[axis].versions).split(' ').count() as u32;
    let with = |version: u32| executor.with(&[known, &[(axis, version)]].concat());
    (0..versions).rev().map(with).collect()
}

/// Compares everything in a file that the plan describes.
fn compare_file(input: &[u8]) -> Result<Compared> {
    let file = File::open(input)?;
    let known = versions(&file)?;
    let executor = mlir::executor().with(&known);
    let (attributes, types) = (unions("Attribute"), unions("Type"));
    let tables = OfFile { file: &file, executor: &executor, types: &types };
    let around = Surroundings { functions: &Builtin, tables: &tables };
    let mut compared = Compared::default();
    let over = |start: usize, len: usize| Cursor::over(input, start, start + len);
    let mut look = |what: String, item: Option<&ItemId>, cursor: Cursor<'_>, generated: Same| {
        compared.entries += 1;
        let Some(item) = item else {
            compared.wrong.push(format!("{what}: the plan has no such dialect"));
            return;
        };
        let found = interpreted(&executor, *item, cursor, around);
        // Of a dialect whose release nobody knows generated code looks for the only one that fits.
        let found = found.or_else(|error| {
            let mut others = others(&executor, &known, *item).into_iter();
            let found = others.find_map(|other| interpreted(&other, *item, cursor, around).ok());
            found.ok_or(error)
        });
        compared.wrong.extend(wrong(&what, found, &generated, cursor.rest()));
    };
    let mut failed = Vec::new();
    for index in 0..file.attribute_count()? as u32 {
        let id = AttributeId(index);
        let (start, bytes) = file.attribute_bytes(id)?;
        match file.attribute(id) {
            Ok(Attribute::Typed(entry)) => {
                let item = attributes.get(entry.dialect());
                let cursor = over(start, bytes.len())?;
                look(format!("attribute {index}"), item, cursor, of_item(&entry));
            }
            Ok(_) => {}
            Err(error) => failed.push((&attributes, over(start, bytes.len())?, error)),
        }
    }
    for index in 0..file.type_count()? as u32 {
        let id = TypeId(index);
        let (start, bytes) = file.type_bytes(id)?;
        match file.ty(id) {
            Ok(Type::Typed(entry)) => {
                let (item, cursor) = (types.get(entry.dialect()), over(start, bytes.len())?);
                look(format!("type {index}"), item, cursor, of_item(&entry));
            }
            Ok(_) => {}
            Err(error) => failed.push((&types, over(start, bytes.len())?, error)),
        }
    }
    for (unions, cursor, error) in failed {
        // Text is no matter of a plan.
        let Some(offset) = error.offset().filter(|_| !is_about_text(&error)) else { continue };
        let mut places = unions.values().map(|item| {
            let found = interpreted(&executor, *item, cursor, around);
            found.err().and_then(|error| error.offset())
        });
        match places.any(|place| place == Some(offset)) {
            true => compared.refused += 1,
            false => {
                compared.wrong.push(format!("no dialect fails where generated code does: {error}"))
            }
        }
    }
    compare_properties(&file, &known, &mut compared)?;
    Ok(compared)
}

fn is_about_text(error: &Error) -> bool {
    let words = error.to_string();
    words.contains("a zero byte") || words.contains("follow the text")
}

fn wrong(
    what: &str,
    found: Result<(Value, Vec<u8>)>,
    generated: &Same,
    bytes: &[u8],
) -> Option<String> {
    match found {
        Ok((value, written)) => {
            let value = of_value(mlir_plan(), &value, &[]);
            if value != *generated {
                Some(format!("{what}: generated {generated:?}\n  interpreted {value:?}"))
            } else if written != bytes && read_again(bytes, &written) {
                Some(format!("{what}: read {bytes:02x?}, written {written:02x?}"))
            } else {
                None
            }
        }
        Err(error) => Some(format!("{what}: {error}")),
    }
}

/// Whether bytes that were written differ in more than the number of bytes that numbers take.
fn read_again(bytes: &[u8], written: &[u8]) -> bool {
    written.len() >= bytes.len()
}

/// Compares the properties of every operation whose layout is known.
fn compare_properties(
    file: &File<'_>,
    known: &[(usize, u32)],
    compared: &mut Compared,
) -> Result<()> {
    let plan = mlir_plan();
    let mut seen = HashSet::new();
    let executor = mlir::executor().with(known);
    let record = plan.item(Kind::Record, "Operation").unwrap_or(ItemId(0));
    let mut walker = file.walk();
    while let Some(event) = walker.next()? {
        let Event::Operation(operation) = event else { continue };
        let (offset, op) = (operation.offset, operation.record());
        compared.operations += 1;
        let mut tree = Tree::new(&executor, file.bytes());
        let mut cursor = Cursor::over(file.bytes(), offset, file.bytes().len())?;
        match executor.read(record, &mut cursor, Surroundings::default(), &mut tree) {
            Ok(()) if of_value(plan, &tree.into_value(), &[]) == of_item(&op) => {}
            found => compared.wrong.push(format!("operation at byte {offset}: {found:?}")),
        }
        let Some(blob) = op.properties.filter(|blob| seen.insert((op.name, *blob))) else {
            continue;
        };
        let name = file.op_name(op.name)?;
        let Ok(Some(list)) = file.property_list(op.name, blob) else { continue };
        let bytes = file.properties(blob)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (dialect, operation) = (text(name.dialect), text(name.name));
        let layouts = plan.layouts.iter().filter(|layout| {
            plan.name(layout.dialect) == dialect && plan.name(layout.operation) == operation
        });
        let expected =
            list.iter().map(|property| (property.name.to_owned(), of_property(&property.value)));
        let expected = Same::Item("properties".to_owned(), expected.collect());
        let around = Surroundings { functions: &Builtin, tables: &NoTables };
        // Of several releases that may have written the file the only layout that fits counts.
        let mut fits = layouts.filter_map(|layout| {
            let found = interpreted(&executor, layout.item, Cursor::new(bytes), around).ok()?;
            let gate = executor.open(layout.gate);
            Some((gate, of_value(plan, &found.0, &[]), found.1))
        });
        compared.properties += 1;
        let found: Vec<_> = fits.by_ref().collect();
        let same = found.iter().find(|(_, value, _)| agree(value, &expected));
        match same {
            Some((_, _, written)) if written == bytes => {}
            Some((_, _, written)) => compared
                .wrong
                .push(format!("{dialect}.{operation}: read {bytes:02x?}, written {written:02x?}")),
            None => compared.wrong.push(format!(
                "{dialect}.{operation}: generated {expected:?}\n  interpreted {found:?}"
            )),
        }
    }
    Ok(())
}

/// Whether properties are the same. Sizes of segments that are an attribute are looked up by generated code.
fn agree(interpreted: &Same, generated: &Same) -> bool {
    let (Same::Item(_, a), Same::Item(_, b)) = (interpreted, generated) else { return false };
    let same = |name: &String, value: &Same| match (value, b.get(name)) {
        (Same::Ref(..), Some(Same::List(_))) => true,
        (value, other) => Some(value) == other,
    };
    a.0.len() == b.0.len() && a.0.iter().all(|(name, value)| same(name, value))
}

pub(crate) fn of_property(value: &PropertyValue) -> Same {
    match value {
        PropertyValue::Attribute(id) => Same::Ref("Attribute".to_owned(), id.0.into()),
        PropertyValue::None => Same::Absent,
        PropertyValue::Number(number) => Same::Number((*number).into()),
        PropertyValue::Bool(value) => Same::Bool(*value),
        PropertyValue::String(id) => Same::Ref("String".to_owned(), id.0.into()),
        PropertyValue::Segments(sizes) => {
            Same::List(sizes.iter().map(|size| Same::Number((*size).into())).collect())
        }
    }
}

#[test]
fn both_decoders_read_the_same_entries_and_properties() {
    let mut all = Compared::default();
    for file in mlir_corpus() {
        match compare_file(&file.bytes) {
            Ok(compared) => {
                all.entries += compared.entries;
                all.properties += compared.properties;
                all.operations += compared.operations;
                all.wrong
                    .extend(compared.wrong.iter().map(|wrong| format!("{}: {wrong}", file.name)));
            }
            Err(error) => all.wrong.push(format!("{}: {error}", file.name)),
        }
    }
    let Compared { entries, properties, operations, .. } = all;
    println!("{entries} entries, {operations} operations, {properties} sets of properties");
    let some: Vec<&str> = all.wrong.iter().take(12).map(String::as_str).collect();
    assert!(all.wrong.is_empty(), "{} differ: {}", all.wrong.len(), some.join("\n"));
    assert!(entries > 0 && properties > 0 && operations > 0);
}

#[test]
fn damaged_entries_are_the_same_to_both_decoders() {
    let files: Vec<&[u8]> = mlir_corpus().iter().map(|file| file.bytes.as_slice()).collect();
    compare(&files, |bytes| match compare_file(bytes) {
        Ok(compared) => match compared.wrong.first() {
            Some(wrong) => Found::Different(wrong.clone()),
            None if compared.refused > 0 => Found::Refused,
            None => Found::Same,
        },
        // The container is not described, so that there is nothing to compare.
        Err(_) => Found::NotInPlan("a file that does not open"),
    });
}
