//! How fast a derived enum of 60 variants is decoded, against the same one generated from a schema.
//!
//! `cargo bench -p bytespec-bench --bench derive [-- ROUNDS]`

use bytespec::dialect::{Dialect, Entry, Reading, Version as _, VersionOf, Writing};
use bytespec::mlir::{AttributeId, File, Module, WriteOptions};
use bytespec::wire::{Cursor, Writer};
use bytespec::{BytecodeAttribute, BytecodeEnum, Dialect, Error, Result};
use bytespec_bench::race::Race;
use bytespec_bench::rng::Rng;
use std::hint::black_box;

mod from_yaml {
    include!(concat!(env!("OUT_DIR"), "/wide_yaml.rs"));
}

include!(concat!(env!("OUT_DIR"), "/wide_derived.rs"));

/// Many variants.
#[derive(Dialect)]
#[bytecode(name = "wide", versions("1", "2"), attributes(Wide<'a>))]
struct WideDialect;

/// One of two.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>", dialect = WideDialect)]
enum Mode {
    /// One.
    Slow = 0,
    /// The other.
    Fast = 1,
}

const ENTRIES: u64 = 100_000;
const VARIANTS: u64 = 60;

/// Entries of all variants, one after the other, and the number of their fields.
fn entries() -> (Vec<u8>, u64) {
    let mut rng = Rng::new(5);
    let mut below = |limit: u64| u64::from(rng.below(limit as u32));
    let mut writer = Writer::new();
    let mut fields = 0;
    for _ in 0..ENTRIES {
        let variant = below(VARIANTS);
        writer.prefix(variant);
        let width = below(20);
        writer.prefix(below(1 << width));
        writer.prefix_zigzag(below(1 << width) as i64 - 50);
        writer.bool(below(2) == 1);
        let most = if variant.is_multiple_of(3) { 2 } else { 5000 };
        writer.prefix(below(most));
        fields += 4;
        if variant.is_multiple_of(4) {
            let len = below(12);
            writer.prefix(len);
            (0..len).for_each(|byte| writer.u8(byte as u8));
            fields += 1;
        }
    }
    (writer.into_bytes(), fields)
}

/// All entries of a batch as one, so that what a file costs is not measured.
#[derive(Debug)]
struct Batch;

impl<'a> Entry<'a> for Batch {
    type Dialect = WideDialect;
    type Id = AttributeId;
    const CODES: &'static [u64] = &[VARIANTS];

    fn read(cursor: &mut Cursor<'a>, cx: &Reading<'_, VersionOf<'a, Self>>) -> Result<Self> {
        while !cursor.is_empty() {
            black_box(&<Wide<'a> as Entry<'a>>::read(cursor, cx)?);
        }
        Ok(Batch)
    }

    fn write(&self, _: &mut Writer, _: &mut Writing<'_, '_, VersionOf<'a, Self>>) -> Result<()> {
        Err(Error::invalid("a batch is only read"))
    }
}

/// The entries as text.
#[derive(Debug)]
struct Texts(Vec<String>);

impl<'a> Entry<'a> for Texts {
    type Dialect = WideDialect;
    type Id = AttributeId;
    const CODES: &'static [u64] = &[VARIANTS];

    fn read(cursor: &mut Cursor<'a>, cx: &Reading<'_, VersionOf<'a, Self>>) -> Result<Self> {
        let mut texts = Vec::new();
        while !cursor.is_empty() {
            texts.push(format!("{:?}", <Wide<'a> as Entry<'a>>::read(cursor, cx)?));
        }
        Ok(Texts(texts))
    }

    fn write(&self, _: &mut Writer, _: &mut Writing<'_, '_, VersionOf<'a, Self>>) -> Result<()> {
        Err(Error::invalid("texts are only read"))
    }
}

/// Calls `each` with every entry as the generated reader has it.
fn generated(bytes: &[u8], mut each: impl FnMut(&from_yaml::view::Wide<'_>)) -> Result<()> {
    let cx = black_box(from_yaml::Context::new(from_yaml::Version::V2));
    let mut cursor = Cursor::new(bytes);
    while !cursor.is_empty() {
        each(&from_yaml::view::Wide::read(&mut cursor, &cx)?);
    }
    Ok(())
}

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let rounds = words.next().and_then(|word| word.parse().ok()).unwrap_or(41);
    let (bytes, fields) = entries();
    let mut module = Module::new("MLIR22.1.8");
    let version = <WideDialect as Dialect>::Version::latest().write();
    module.set_dialect_version(b"wide", version.as_deref())?;
    let id = module.add_attribute_bytes(b"wide", &bytes)?;
    let written = module.write(&WriteOptions::default())?;
    let file = File::open(&written)?;

    let mut texts = Vec::new();
    generated(&bytes, |entry| texts.push(format!("{entry:?}")))?;
    let derived = file.entry::<Texts>(id)?.and_then(|form| form.value());
    assert!(derived.is_some_and(|Texts(derived)| derived == texts), "both read the same");

    let size = bytes.len() as u64;
    let title =
        format!("derive: {ENTRIES} entries of an enum of {VARIANTS} variants, {fields} fields");
    let mut race = Race::new(title, "field", rounds);
    let from_yaml = race.add("YAML", fields, size, || {
        generated(&bytes, |entry| {
            black_box(entry);
        })
    });
    let derived = race.add("derive", fields, size, || file.entry::<Batch>(id));
    race.against(from_yaml);
    race.aim_ratio(derived, from_yaml, 1.05);
    race.aim_rate(derived, 50.0);
    race.run();
    Ok(())
}
