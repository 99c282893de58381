//! Files that are wrong in one thing: a number of a real file that names what is not there, or what is of another kind.

use super::tree::{changed, items, name_of};
use crate::mlir_corpus::mlir_corpus;
use bytespec::Result;
use bytespec::mlir::{AttributeId, File, Module, PrintOptions, ReadOptions, TypeId, plan};
use bytespec::plan::Value;
use bytespec::plan::data::ItemId;
use std::collections::BTreeSet;

/// Larger files take longer.
const MOST: usize = 8 << 10;

/// A number that no table of the corpus reaches.
const PAST: u64 = 1 << 20;

/// A file that is wrong in one thing.
#[derive(Clone, Debug)]
pub struct WrongFile {
    /// What is wrong.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// What can be wrong with a reference.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    /// It is past its table.
    Past,
    /// It is the first entry of its table, which may be of another kind.
    First,
}

/// Where a reference of each kind stands first: the item, the step and how many such items come before.
fn references(
    bytes: &[u8],
    found: &mut BTreeSet<(String, String)>,
) -> Result<Vec<(ItemId, usize, u64)>> {
    let mut all = Vec::new();
    changed(bytes, |sections| {
        for (_, value) in sections {
            items(value, &mut |item, values| {
                for (place, value) in values.iter().enumerate() {
                    let step = plan().steps_of(item).get(place);
                    let name = step.map_or("", |step| plan().name(step.name)).to_owned();
                    if let Some(index) = first(value)
                        && found.insert((name_of(item).to_owned(), name))
                    {
                        all.push((item, place, index));
                    }
                }
            });
        }
    })?;
    Ok(all)
}

/// The first reference in a value, where it is one or a list of them.
fn first(value: &Value) -> Option<u64> {
    match value {
        Value::Index { index, .. } => Some(*index),
        Value::List(values) => values.first().and_then(first),
        _ => None,
    }
}

fn put(value: &mut Value, number: u64) {
    match value {
        Value::Index { index, .. } => *index = number,
        Value::List(values) => {
            if let Some(value) = values.first_mut() {
                put(value, number);
            }
        }
        _ => {}
    }
}

/// Looks at everything that is in a file.
///
/// # Errors
/// The first thing that is wrong.
pub fn verdict(bytes: &[u8]) -> Result<()> {
    let file = File::open(bytes)?;
    let module = Module::from_file(&file, &ReadOptions::default())?;
    for index in 0..file.attribute_count()? as u32 {
        file.attribute(AttributeId(index))?;
    }
    for index in 0..file.type_count()? as u32 {
        file.ty(TypeId(index))?;
    }
    for index in 0..file.resources()?.entries().len() {
        file.resource(index)?;
    }
    let options = PrintOptions { locations: true, ..PrintOptions::default() };
    module.print(&options).map(drop)
}

/// All files, of kinds of references in small files that `mlir-opt` wrote.
///
/// # Panics
/// A file that is not read.
#[must_use]
pub fn wrong_files() -> Vec<WrongFile> {
    let (mut met, mut files) = (BTreeSet::new(), Vec::new());
    let written = mlir_corpus()
        .iter()
        .filter(|file| file.name.ends_with("/22") || file.name.ends_with(".v6"));
    for file in written.filter(|file| file.is_by_reference() && file.bytes.len() <= MOST) {
        match of_file(&file.bytes, &mut met) {
            Ok(more) => files.extend(more),
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
    files
}

/// The files that can be made of one, of kinds of references that were not met before.
fn of_file(bytes: &[u8], met: &mut BTreeSet<(String, String)>) -> Result<Vec<WrongFile>> {
    let mut files = Vec::new();
    for (item, place, index) in references(bytes, met)? {
        let step = plan().steps_of(item).get(place);
        let of = format!("{}.{}", name_of(item), step.map_or("", |step| plan().name(step.name)));
        for (wrong, number) in [(Wrong::Past, PAST), (Wrong::First, 0)] {
            if number == index {
                continue;
            }
            let mut done = false;
            let bytes = changed(bytes, |sections| {
                for (_, value) in sections {
                    items(value, &mut |other, values| {
                        if other == item && !done && first(&values[place]).is_some() {
                            put(&mut values[place], number);
                            done = true;
                        }
                    });
                }
            });
            // What the plan does not write is no file.
            if let Ok(bytes) = bytes {
                let what = match wrong {
                    Wrong::Past => "is past its table",
                    Wrong::First => "is the first entry",
                };
                files.push(WrongFile { name: format!("{of} {what}"), bytes });
            }
        }
    }
    Ok(files)
}
