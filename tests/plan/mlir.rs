//! MLIR: attributes and types by dialect, records of the container and of operations, and properties by release.

use crate::same::{Same, of_item, of_value};
use bytespec::mlir::{Attribute, AttributeId, DialectReleases, File, StringId, Type, TypeId};
use bytespec::plan::data::{FactValue, ItemId, Kind, Plan};
use bytespec::plan::{Builtin, Executor, Fact, Surroundings, Tables, Tree, Value};
use bytespec::wire::{Cursor, Writer};
use bytespec::{Error, Result};
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::HashMap;
use std::sync::OnceLock;

fn mlir_plan() -> &'static Plan {
    static PLAN: OnceLock<Plan> = OnceLock::new();
    PLAN.get_or_init(|| crate::shipped("mlir"))
}

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

/// What the interpreter is told of a file: how its clocks stand.
fn hands(file: &File<'_>) -> Result<Vec<(usize, u32)>> {
    let plan = mlir_plan();
    let tick = |clock: &str, tick: &str| -> Option<(usize, u32)> {
        let at = plan.clock(clock)?;
        let ticks = plan.name(plan.clocks[at].ticks);
        let tick = ticks.split(' ').position(|known| known == tick)?;
        (!plan.clocks[at].writers_only).then_some((at, tick as u32))
    };
    let mut hands: Vec<(usize, u32)> = tick("version", file.version().name()).into_iter().collect();
    hands.extend(file.release().and_then(|release| tick("release", release.name())));
    let dialects: DialectReleases = file.dialect_releases()?;
    for clock in plan.clocks.iter() {
        let name = plan.name(clock.name);
        let release = name.strip_prefix("dialect ").and_then(|dialect| dialects.get(dialect));
        hands.extend(release.and_then(|release| tick(name, release)));
    }
    Ok(hands)
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

/// Attributes and types, as both decoders read them; and what the plan writes of them.
struct Compared {
    entries: usize,
    wrong: Vec<String>,
}

/// Reads bytes as an item, to their end, and writes what was read.
fn interpreted(
    executor: &Executor<'_>,
    item: ItemId,
    bytes: &[u8],
    around: Surroundings<'_>,
) -> Result<(Value, Vec<u8>)> {
    let mut tree = Tree::new(executor);
    let mut cursor = Cursor::new(bytes);
    executor.read(item, &mut cursor, around, &mut tree)?;
    if !cursor.is_empty() {
        return Err(Error::invalid("bytes follow").or_at(cursor.position()));
    }
    let value = tree.into_value();
    let mut writer = Writer::new();
    executor.write(item, &value, 0, around, &mut writer)?;
    Ok((value, writer.into_bytes()))
}

/// The same clocks with each release, newest first, of a dialect of which none is known.
fn others<'p>(executor: &Executor<'p>, known: &[(usize, u32)], item: ItemId) -> Vec<Executor<'p>> {
    let plan = mlir_plan();
    let facts = plan.items[item.index()].facts.of(&plan.facts);
    let dialect = facts.iter().find_map(|fact| match fact.value {
        FactValue::Text(text) if plan.name(fact.name) == "dialect" => Some(plan.name(text)),
        _ => None,
    });
    let clock = plan.clock(&format!("dialect {}", dialect.unwrap_or_default()));
    let clock = clock.or_else(|| plan.clock("release")).unwrap_or_default();
    if known.iter().any(|(at, _)| *at == clock) {
        return Vec::new();
    }
    let ticks = plan.name(plan.clocks[clock].ticks).split(' ').count() as u32;
    let with = |tick: u32| executor.with(&[known, &[(clock, tick)]].concat());
    (0..ticks).rev().map(with).collect()
}

/// Compares everything in a file that the plan describes.
fn compare_file(input: &[u8]) -> Result<Compared> {
    let plan = mlir_plan();
    let file = File::open(input)?;
    let known = hands(&file)?;
    let executor = Executor::new(plan, &known)?;
    let (attributes, types) = (unions("Attribute"), unions("Type"));
    let tables = OfFile { file: &file, executor: &executor, types: &types };
    let around = Surroundings { functions: &Builtin, tables: &tables };
    let mut compared = Compared { entries: 0, wrong: Vec::new() };
    let mut look = |what: String, item: Option<&ItemId>, bytes: &[u8], generated: Same| {
        compared.entries += 1;
        let Some(item) = item else {
            compared.wrong.push(format!("{what}: the plan has no such dialect"));
            return;
        };
        let found = interpreted(&executor, *item, bytes, around);
        // Of a dialect whose release nobody knows generated code looks for the only one that fits.
        let found = found.or_else(|error| {
            let mut others = others(&executor, &known, *item).into_iter();
            let found = others.find_map(|other| interpreted(&other, *item, bytes, around).ok());
            found.ok_or(error)
        });
        match found {
            Ok((value, written)) => {
                let value = of_value(plan, &value, &[]);
                if value != generated {
                    compared
                        .wrong
                        .push(format!("{what}: generated {generated:?}\n  interpreted {value:?}"));
                } else if written != bytes {
                    compared
                        .wrong
                        .push(format!("{what}: read {bytes:02x?}, written {written:02x?}"));
                }
            }
            Err(error) => compared.wrong.push(format!("{what}: {error}")),
        }
    };
    for index in 0..file.attribute_count()? as u32 {
        let id = AttributeId(index);
        if let Attribute::Typed(entry) = file.attribute(id)? {
            let (_, bytes) = file.attribute_bytes(id)?;
            look(
                format!("attribute {index}"),
                attributes.get(entry.dialect()),
                bytes,
                of_item(&entry),
            );
        }
    }
    for index in 0..file.type_count()? as u32 {
        let id = TypeId(index);
        if let Type::Typed(entry) = file.ty(id)? {
            let (_, bytes) = file.type_bytes(id)?;
            look(format!("type {index}"), types.get(entry.dialect()), bytes, of_item(&entry));
        }
    }
    Ok(compared)
}

#[test]
fn both_decoders_read_the_same_entries() {
    let (mut entries, mut wrong) = (0, Vec::new());
    for file in mlir_corpus() {
        match compare_file(&file.bytes) {
            Ok(compared) => {
                entries += compared.entries;
                wrong.extend(compared.wrong.iter().map(|wrong| format!("{}: {wrong}", file.name)));
            }
            Err(error) => wrong.push(format!("{}: {error}", file.name)),
        }
    }
    println!("{entries} entries");
    let some: Vec<&str> = wrong.iter().take(12).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} differ: {}", wrong.len(), some.join("\n"));
    assert!(entries > 10_000, "{entries}");
}
