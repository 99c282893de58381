//! Files that are wrong in one thing: a number of a real file that names what is not there, or what is of another kind.

use super::container::unknown;
use super::tree::{changed, items, name_of};
use crate::mlir_corpus::mlir_corpus;
use crate::mutate::Random;
use bytespec::Result;
use bytespec::mlir::{
    Attribute, AttributeId, File, Module, PrintOptions, ReadOptions, Type, TypeId, plan,
};
use bytespec::plan::Value;
use bytespec::plan::data::ItemId;
use std::collections::BTreeSet;
use std::fmt;

/// Larger files take longer.
const MAX_FILE: usize = 8 << 10;

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

/// The item of the plan that properties in a layout are.
const PROPERTIES: &str = "properties";

/// What can be wrong with a reference.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    /// It is past its table.
    Past,
    /// It is the first entry of its table.
    First,
    /// It is an entry of another kind, this one.
    Kind(&'static str),
    /// A section has an id that no section has.
    Section,
}

/// Kinds of entries from which no reference leads back to where one is put: `mlir-opt` 22 has no end where an entry lies in itself.
const ENDS: &[&str] = &[
    "StringAttr",
    "UnitAttr",
    "UnknownLoc",
    "IntegerAttr",
    "FloatAttr",
    "FileLineColLoc",
    "DenseArrayAttr",
    "IntegerType",
    "IndexType",
    "NoneType",
    "BFloat16Type",
    "Float16Type",
    "Float32Type",
    "Float64Type",
];

/// So many other kinds are tried of each reference to an entry, and one of each property.
const KINDS: usize = 4;

/// The release of which every file is read by the `mlir-opt` that is asked about the wrong ones.
const PRODUCER: &[u8] = b"MLIR22.1.8";

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Past => f.write_str("is past its table"),
            Wrong::First => f.write_str("is the first entry"),
            Wrong::Kind(kind) => write!(f, "is of the kind {kind}"),
            Wrong::Section => f.write_str("is of no section"),
        }
    }
}

/// A reference: the item, the step, and the table and the index.
type Reference = (ItemId, usize, (u32, u64));

/// Where a reference of each kind stands first.
fn references(bytes: &[u8], found: &mut BTreeSet<(String, String)>) -> Result<Vec<Reference>> {
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
fn first(value: &Value) -> Option<(u32, u64)> {
    match value {
        Value::Index { table, index } => Some((*table, *index)),
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

/// The first entries of an attribute or a type table that are of other kinds than the one with an index, and these kinds.
fn of_other_kinds(file: &File<'_>, table: u32, index: u64) -> Result<Vec<(u64, &'static str)>> {
    let table = plan().tables.get(table as usize).map_or("", |name| plan().name(*name));
    let kind = |index: u64| -> Result<Option<&'static str>> {
        Ok(if table == AttributeId::TABLE {
            match file.attribute(AttributeId(index as u32))? {
                Attribute::Typed(entry) => Some(entry.variant_name()),
                _ => None,
            }
        } else {
            match file.ty(TypeId(index as u32))? {
                Type::Typed(entry) => Some(entry.variant_name()),
                _ => None,
            }
        })
    };
    let count = match table {
        AttributeId::TABLE => file.attribute_count()?,
        TypeId::TABLE => file.type_count()?,
        _ => 0,
    };
    let own = if count == 0 { None } else { kind(index)? };
    let mut others: Vec<(u64, &'static str)> = Vec::new();
    for other in 0..count as u64 {
        if let Some(found) = kind(other)?.filter(|found| Some(*found) != own)
            && ENDS.contains(&found)
            && others.len() < KINDS
            && others.iter().all(|(_, known)| *known != found)
        {
            others.push((other, found));
        }
    }
    Ok(others)
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
    for entry in file.resources()?.entries() {
        file.resource_data(entry)?;
    }
    module.check_all_references()?;
    let options = PrintOptions::default().locations(true);
    module.print(&options).map(drop)
}

/// All files, of kinds of references in small files that `mlir-opt` wrote.
///
/// # Panics
/// A file that is not read.
#[must_use]
pub fn wrong_files() -> Vec<WrongFile> {
    let (mut seen, mut files) = (BTreeSet::new(), Vec::new());
    let written = mlir_corpus().iter().filter(|file| {
        let open = File::open(&file.bytes);
        open.is_ok_and(|file| file.producer().as_bytes() == PRODUCER)
    });
    for file in written.filter(|file| file.is_by_reference() && file.bytes.len() <= MAX_FILE) {
        if files.is_empty() {
            let bytes = unknown(&file.bytes, &mut Random::new(0));
            let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", file.name));
            files.push(WrongFile { name: format!("id {}", Wrong::Section), bytes });
        }
        match of_file(&file.bytes, &mut seen) {
            Ok(more) => files.extend(more),
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
    files
}

/// The files that can be made of one, of kinds of references that were not met before.
fn of_file(bytes: &[u8], seen: &mut BTreeSet<(String, String)>) -> Result<Vec<WrongFile>> {
    let mut files = Vec::new();
    let file = File::open(bytes)?;
    for (item, place, (table, index)) in references(bytes, seen)? {
        let step = plan().steps_of(item).get(place);
        let of = format!("{}.{}", name_of(item), step.map_or("", |step| plan().name(step.name)));
        let mut kinds = of_other_kinds(&file, table, index)?;
        if name_of(item) == PROPERTIES {
            kinds.truncate(1);
        }
        let mut numbers = vec![(Wrong::Past, PAST)];
        if kinds.is_empty() && index != 0 {
            numbers.push((Wrong::First, 0));
        }
        numbers.extend(kinds.into_iter().map(|(number, kind)| (Wrong::Kind(kind), number)));
        for (wrong, number) in numbers {
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
                files.push(WrongFile { name: format!("{of} {wrong}"), bytes });
            }
        }
    }
    Ok(files)
}
