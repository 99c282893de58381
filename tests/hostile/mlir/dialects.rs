//! Damage to the attributes and types of the dialects that have a schema: to single entries, put
//! into a file with the others, and to the tables of real artifacts.

use super::bytes::{Entry, Forged, custom, i32_type, module, strings, unknown_location, varints};
use super::depth::survives;
use crate::mutants::Subject;
use bytespec::Result;
use bytespec::mlir::{
    ATTRIBUTE_DIALECTS, Attribute, AttributeId, File, TYPE_DIALECTS, Type, TypeId, section,
};
use bytespec_codegen::model::Model;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mlir_hostile;
use bytespec_tests::mutate::{Random, mutant};
use std::collections::BTreeSet;
use std::ops::Range;

/// The dialect that stands first in every file.
const BUILTIN: &str = "builtin";

/// Producers of files with these dialects: releases that have everything or little, and ones of which
/// nothing is known.
const PRODUCERS: [&[u8]; 8] = [
    b"StableHLO_v1.20.0\0",
    b"StableHLO_v1.15.0\0",
    b"StableHLO_v0.9.0\0",
    b"StableHLO_v9.9.9\0",
    b"MLIR22.1.8\0",
    b"MLIR19.1.7\0",
    b"MLIR24.0.0git\0",
    b"somebody\0",
];

/// The dialects that have a schema, the first one first.
fn dialects() -> Vec<&'static str> {
    let others: BTreeSet<&str> = ATTRIBUTE_DIALECTS.iter().chain(TYPE_DIALECTS).copied().collect();
    let others = others.into_iter().filter(|name| *name != BUILTIN);
    std::iter::once(BUILTIN).chain(others).collect()
}

fn model() -> Model {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../schema/mlir");
    match bytespec_codegen::build::load(schema.as_ref()) {
        Ok(model) => model,
        Err(findings) => panic!("{findings}"),
    }
}

/// The examples of every variant in the schema and entries of real files, those of attributes and
/// those of types.
fn examples() -> [Vec<Entry>; 2] {
    let model = model();
    let dialects = dialects();
    let mut found = [Vec::new(), Vec::new()];
    // What is only in files, or more telling there.
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() < 4 * 1024) {
        let Ok(file) = File::open(&file.bytes) else { continue };
        let mut add = |table: usize, dialect: &[u8], bytes: &[u8]| {
            let number = dialects.iter().position(|name| name.as_bytes() == dialect);
            if let Some(number) = number.filter(|number| *number > 0) {
                found[table].push((number as u64, true, bytes.to_vec()));
            }
        };
        for index in 0..file.attribute_count().unwrap_or(0) as u32 {
            let id = AttributeId(index);
            if let (Ok(Attribute::Typed(entry)), Ok((_, bytes))) =
                (file.attribute(id), file.attribute_bytes(id))
            {
                add(0, entry.dialect().as_bytes(), bytes);
            }
        }
        for index in 0..file.type_count().unwrap_or(0) as u32 {
            let id = TypeId(index);
            if let (Ok(Type::Typed(entry)), Ok((_, bytes))) = (file.ty(id), file.type_bytes(id)) {
                add(1, entry.dialect().as_bytes(), bytes);
            }
        }
    }
    for union in &model.unions {
        let Some(entries) = &union.entries else { continue };
        let Some(dialect) = dialects.iter().position(|name| *name == entries.dialect) else {
            panic!("{} is not a dialect of the library", entries.dialect)
        };
        let table = usize::from(model.tables[entries.table].name == "Type");
        for variant in &union.variants {
            for example in &variant.docs.examples {
                found[table].push((dialect as u64, true, example.bytes.clone()));
            }
        }
    }
    for entries in &mut found {
        entries.sort();
        entries.dedup();
    }
    found
}

/// The dialect section for these names of dialects, which stand first among the strings; a version
/// of three numbers for those that are chosen.
fn dialect_section(count: u64, versioned: impl Fn(u64) -> Option<[u64; 3]>) -> Vec<u8> {
    let mut bytes = varints(&[count]);
    for dialect in 0..count {
        match versioned(dialect) {
            None => bytes.extend(varints(&[dialect << 1])),
            Some(version) => {
                let version = varints(&version);
                bytes.extend(varints(&[dialect << 1 | 1]));
                bytes.push(section::DIALECT_VERSIONS);
                bytes.extend(varints(&[version.len() as u64]));
                bytes.extend(version);
            }
        }
    }
    // One operation, `builtin.module`.
    bytes.extend(varints(&[1, 0, 1, count << 1 | 1]));
    bytes
}

/// A module at the location of attribute 1.
fn module_at_one() -> Vec<u8> {
    let mut ir = module(6, 0, &[]);
    ir.splice(3..4, varints(&[1]));
    ir
}

/// A file whose module is at the location of attribute 1, the list of all others.
fn forged(attributes: &[Entry], types: &[Entry], version: Option<[u64; 3]>) -> Forged {
    let names = dialects();
    let count = attributes.len() as u64 + 2;
    let mut all = vec![0, count - 2];
    all.extend(2..count);
    let mut entries = custom(&[unknown_location(), varints(&all)]);
    entries.extend_from_slice(attributes);
    let mut texts: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
    texts.extend([b"module".as_slice(), b"key", b"other"]);
    let versioned = |dialect| version.filter(|_| dialect > 0);
    Forged::new()
        .with_entries(&entries, types)
        .with(section::DIALECT, dialect_section(names.len() as u64, versioned))
        .with(section::STRING, strings(&texts))
        .with(section::IR, module_at_one())
}

/// Every dialect has some, and in a file all of them are read.
#[test]
fn there_are_entries_of_all_dialects() {
    let [attributes, types] = examples();
    let dialects = dialects();
    for (dialect, name) in dialects.iter().enumerate() {
        let of = |entries: &[Entry]| {
            entries.iter().filter(|(other, ..)| *other == dialect as u64).count()
        };
        println!("{name}: {} attributes, {} types", of(&attributes), of(&types));
        assert!(of(&attributes) + of(&types) > 0, "{name}");
    }
    let all = forged(&attributes, &types, None).bytes();
    let findings = mlir_hostile::check(&all);
    assert!(findings.read && findings.entries > 500, "{findings:?}");
}

/// Some of the entries.
fn few(random: &mut Random, entries: &[Entry]) -> Vec<Entry> {
    let count = 8 + random.below(56);
    (0..count).filter_map(|_| random.pick(entries).cloned()).collect()
}

/// A file with some of these attributes and types, of which a few are damaged.
fn with_damaged_entries(random: &mut Random, examples: &[Vec<Entry>; 2]) -> Vec<u8> {
    let mut tables = [few(random, &examples[0]), few(random, &examples[1])];
    for _ in 0..=random.below(3) {
        let table = random.below(2);
        let index = random.below(tables[table].len());
        let other = random.pick(&examples[0]).map_or(Vec::new(), |entry| entry.2.clone());
        if let Some((_, _, bytes)) = tables[table].get_mut(index) {
            *bytes = mutant(random, bytes, &other);
        }
    }
    let version = [random.below(3), random.below(25), random.below(3)].map(|part| part as u64);
    let version = Some(version).filter(|_| random.below(4) == 0);
    let mut forged = forged(&tables[0], &tables[1], version);
    forged.producer = random.pick(&PRODUCERS).map_or(Vec::new(), |name| name.to_vec());
    forged.bytes()
}

/// A file, and where its table of attributes and types is.
type Artifact = (&'static [u8], Range<usize>);

/// The smaller files of JAX.
fn artifacts() -> Vec<Artifact> {
    let files = mlir_corpus().iter();
    let files = files
        .filter(|file| file.name.starts_with("real/jax") && file.bytes.len() <= 6 * 1024)
        .filter_map(|corpus_file| {
            let file = File::open(&corpus_file.bytes).ok()?;
            let table = file.sections().iter().find(|section| section.id == section::ATTR_TYPE)?;
            Some((corpus_file.bytes.as_slice(), table.offset..table.offset + table.len))
        });
    files.collect()
}

/// An artifact whose table is damaged, and nothing else.
fn with_damaged_table(random: &mut Random, artifacts: &[Artifact]) -> Vec<u8> {
    let (file, table) = &artifacts[random.below(artifacts.len())];
    let mut bytes = file.to_vec();
    let damaged = mutant(random, &file[table.clone()], file);
    for (byte, damaged) in bytes[table.clone()].iter_mut().zip(damaged) {
        *byte = damaged;
    }
    bytes
}

#[test]
fn damage_to_entries_does_no_harm() {
    let (examples, artifacts) = (examples(), artifacts());
    assert!(artifacts.len() > 20);
    let make = move |random: &mut Random| match random.below(2) {
        0 => with_damaged_entries(random, &examples),
        _ => with_damaged_table(random, &artifacts),
    };
    Subject::mlir(Box::new(make)).run();
}

const DEPTH: u64 = 100_000;

/// The number of the first attribute after those that every file here has.
const FIRST: u64 = 2;

/// The number of a dialect in the files.
fn number(dialect: &str) -> u64 {
    dialects().iter().position(|name| *name == dialect).unwrap_or_default() as u64
}

/// Entries of which each refers to the next, by what is made of the number of that one; the last
/// refers to `last`.
fn chain(dialect: &str, first: u64, last: u64, entry: impl Fn(u64) -> Vec<u64>) -> Vec<Entry> {
    let dialect = number(dialect);
    let next = |index| if index + 1 == first + DEPTH { last } else { index + 1 };
    (first..first + DEPTH).map(|index| (dialect, true, varints(&entry(next(index))))).collect()
}

#[track_caller]
fn check(attributes: &[Entry], types: &[Entry]) -> Result<()> {
    let mut forged = forged(attributes, types, None);
    forged.producer = PRODUCERS[0].to_vec();
    survives(&forged.bytes())
}

/// What an attribute of a dialect looks like that refers to another one.
type Link = fn(u64) -> Vec<u64>;

#[test]
fn chains_and_circles_of_attributes() -> Result<()> {
    let links: [(&str, Link); 6] = [
        // An array, with one element and with two, so that twice as many paths lead to the next.
        ("vhlo", |next| vec![1, 1, next]),
        ("vhlo", |next| vec![1, 2, next, next]),
        // A dictionary, a name included.
        ("vhlo", |next| vec![6, 2, next, next, next, next]),
        // A mesh with axes and without devices, and one with devices alone.
        ("vhlo", |next| vec![25, next, 0]),
        ("vhlo", |next| vec![25, next, next << 1 | 1]),
        // The shardings of several values.
        ("sdy", |next| vec![7, 2, next, next]),
    ];
    for (dialect, link) in links {
        for last in [0, FIRST] {
            check(&chain(dialect, FIRST, last, link), &custom(&[i32_type()]))?;
        }
    }
    // Each holds itself.
    let own: Vec<Entry> = (FIRST..FIRST + DEPTH)
        .map(|index| (number("vhlo"), true, varints(&[1, 2, index, index])))
        .collect();
    check(&own, &custom(&[i32_type()]))
}

#[test]
fn chains_and_circles_of_types() -> Result<()> {
    let links: [(&str, Link); 4] = [
        // A function from two arguments to a result, and a tuple.
        ("vhlo", |next| vec![8, 2, next, next, 1, next]),
        ("vhlo", |next| vec![23, 1, next]),
        // A tensor of no dimension, and a calibrated quantized type.
        ("vhlo", |next| vec![20, 0, next]),
        ("quant", |next| vec![3, next, 0, 0]),
    ];
    for (dialect, link) in links {
        for last in [0, 1] {
            let mut types = custom(&[i32_type()]);
            types.extend(chain(dialect, 1, last, link));
            // An attribute that is the first type.
            check(&[(number("vhlo"), true, varints(&[17, 1]))], &types)?;
        }
    }
    Ok(())
}

/// An attribute that is a type, a tensor with an attribute for its encoding, and so on.
#[test]
fn chains_and_circles_through_both_tables() -> Result<()> {
    let vhlo = number("vhlo");
    for last in [0, FIRST] {
        let mut types = custom(&[i32_type()]);
        let mut attributes = Vec::new();
        for index in 0..DEPTH / 2 {
            attributes.push((vhlo, true, varints(&[17, 1 + index])));
            let encoding = if index + 1 == DEPTH / 2 { last } else { FIRST + index + 1 };
            types.push((vhlo, true, varints(&[21, encoding, 0, 0])));
        }
        check(&attributes, &types)?;
    }
    Ok(())
}

/// The number of an integer or float has the width of its type, which here is no number.
#[test]
fn numbers_of_types_that_are_none() -> Result<()> {
    let vhlo = number("vhlo");
    let mut types = custom(&[i32_type()]);
    types.extend(chain("vhlo", 1, 1, |next| vec![23, 1, next]));
    let mut attributes = Vec::new();
    for ty in 1..DEPTH {
        attributes.push((vhlo, true, varints(&[8 + ty % 2, ty, 0])));
    }
    let mut forged = forged(&attributes, &types, None);
    forged.producer = PRODUCERS[0].to_vec();
    let findings = mlir_hostile::check(&forged.bytes());
    assert!(findings.read, "{findings:?}");
    assert_eq!(findings.damaged, DEPTH - 1, "{findings:?}");
    Ok(())
}
