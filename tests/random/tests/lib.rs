//! Schemas made at random that `check` accepts: their code compiles without a warning, values of them come back, the same to
//! generated code and to the plan, gates hold from both sides, damaged bytes fail alike, and edited values are refused or come back.
//! Where a schema needs a host, one is made (`generator/host`); records have examples that the executor made (`generator/examples`),
//! and what operations have by release is what the schema says (`generator/facts`).
//!
//! Operations with text need a host that prints and reads them: their code compiles and is not run.
//!
//! `BYTESPEC_RANDOM_SEED` is the first seed and `BYTESPEC_RANDOM_COUNT` says how many schemas are made;
//! `BYTESPEC_RANDOM_SCHEMA` names a file to try instead. `cargo run -p bytespec-random --example soak` tries many, and makes
//! smaller what fails.

#![cfg(test)]

mod files;
mod functions;
#[path = "../../support/shifted.rs"]
#[allow(unreachable_pub, reason = "other tests use it, too")]
mod shifted;

use bytespec::edit::{Change, Part};
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Compared, Generated, KnownVersions, Proof};
use bytespec::plan::same::FunctionSamples;
use bytespec::plan::{Builtin, Functions};
use bytespec::reflect::Seen;
use bytespec::sample::Source;
use std::panic::{AssertUnwindSafe, catch_unwind};

use functions::Codecs;

include!(concat!(env!("OUT_DIR"), "/formats.rs"));

/// How many values of each item are tried at each version.
const SEEDS: u64 = 3;

/// How many versions of a format are tried.
const VERSIONS: u32 = 6;

/// A generated format.
pub(crate) struct Format {
    name: &'static str,
    schema: &'static str,
    plan: &'static [u8],
    items: &'static [(&'static str, &'static str)],
    tables: &'static [(&'static str, u32)],
    codecs: Codecs,
    filler: u8,
    round_trip: RoundTrip,
    edited: Edited,
    facts: fn() -> Vec<Fact>,
}

/// What generated code is asked of operations by release, what it shows, and what the schema says.
type Fact = (&'static str, String, &'static str);

/// Reads an item and writes it, see [`Generated::round_trip`].
type RoundTrip = fn(
    (&str, &str),
    &[u8],
    &KnownVersions,
    &KnownVersions,
    &mut dyn FnMut(Seen<'_>),
) -> bytespec::Result<Vec<u8>>;

/// Edits an item and writes it, see [`Generated::edited`].
type Edited = fn(
    (&str, &str),
    [&[u8]; 2],
    [&KnownVersions; 2],
    &KnownVersions,
    &[Part<'_>],
    Change,
) -> bytespec::Result<Option<Vec<u8>>>;

/// How an axis stands.
#[allow(dead_code, reason = "there may be no format")]
fn at(versions: &KnownVersions, axis: usize) -> usize {
    let found = versions.iter().find(|(of, _)| *of == axis);
    found.map_or(0, |(_, version)| *version as usize)
}

impl Generated for Format {
    fn items(&self) -> &[(&'static str, &'static str)] {
        self.items
    }

    fn filler(&self) -> u8 {
        self.filler
    }

    fn functions(&self) -> (&dyn Functions, &dyn FunctionSamples) {
        match self.codecs.0 {
            [] => (&Builtin, &Builtin),
            _ => (&self.codecs, &self.codecs),
        }
    }

    fn source(&self, seed: u64) -> Source {
        let mut source = Source::new(seed);
        source.tables = self.tables.to_vec();
        source
    }

    fn round_trip(
        &self,
        item: (&str, &str),
        bytes: &[u8],
        read: &KnownVersions,
        write: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> bytespec::Result<Vec<u8>> {
        (self.round_trip)(item, bytes, read, write, see)
    }

    fn edited(
        &self,
        item: (&str, &str),
        bytes: [&[u8]; 2],
        read: [&KnownVersions; 2],
        write: &KnownVersions,
        path: &[Part<'_>],
        change: Change,
    ) -> bytespec::Result<Option<Vec<u8>>> {
        (self.edited)(item, bytes, read, write, path, change)
    }
}

impl Format {
    /// The files that a value can be in: all versions, with all other axes at their first version, and at their last.
    fn scopes(plan: &Plan) -> Vec<KnownVersions> {
        let count = |axis: usize| {
            let versions = plan.name(plan.axes[axis].versions);
            versions.split(' ').count() as u32
        };
        let versions = 0..count(0).min(VERSIONS);
        let others = |last: bool| {
            let version = move |axis| (axis, if last { count(axis) - 1 } else { 0 });
            (1..plan.axes.len()).map(version)
        };
        let scopes = versions.flat_map(|version| {
            [false, true].map(|last| [(0, version)].into_iter().chain(others(last)).collect())
        });
        scopes.collect()
    }

    /// Compares code and plan.
    fn prove(&self) -> [Compared; 4] {
        let Some(plan) = Plan::from_bytes(self.plan) else { panic!("the plan is not read back") };
        let (scopes, proof) = (Format::scopes(&plan), Proof::new(&plan, self));
        let back = proof.values_round_trip(&scopes, SEEDS);
        let gates = proof.gates_hold(&scopes);
        [back, gates, proof.failures_agree(&scopes, SEEDS), proof.edits_hold(&scopes, SEEDS)]
    }
}

#[test]
fn code_and_plan_of_any_schema_agree() {
    let mut sum = [Compared::default(); 4];
    let mut failed = Vec::new();
    for format in FORMATS {
        match catch_unwind(AssertUnwindSafe(|| format.prove())) {
            Ok(compared) => sum.iter_mut().zip(compared).for_each(|(sum, of)| {
                sum.subjects += of.subjects;
                sum.values += of.values;
                sum.refused += of.refused;
            }),
            Err(_) => failed.push(format),
        }
    }
    println!("{} formats: {sum:?}", FORMATS.len());
    for format in &failed {
        println!("{}:\n{}", format.name, format.schema);
    }
    let failed: Vec<&str> = failed.iter().map(|format| format.name).collect();
    assert!(failed.is_empty(), "code and plan differ: {failed:?}");
}

#[test]
fn parts_of_operations_match_the_schema() {
    let mut count = 0;
    for format in FORMATS {
        for (question, found, expected) in (format.facts)() {
            assert_eq!(found, expected, "{}: {question}\n{}", format.name, format.schema);
            count += 1;
        }
    }
    println!("{count} answers");
}
