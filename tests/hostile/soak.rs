//! Damaged copies of the corpora through every command.

use crate::commands;
use bytespec_tests::corpus::corpus;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::{Random, mutant};
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many, unless the environment variable `BYTESPEC_SOAK` says more.
const MUTANTS: u64 = 600;

/// Larger files take longer and are damaged in the same ways.
const MAX_BYTES: usize = 8 * 1024;

/// What came of all mutants.
#[derive(Default)]
struct Tally {
    next: AtomicU64,
    commands: AtomicU64,
    accepted: AtomicU64,
    /// The most memory that a command held.
    peak: AtomicU64,
    failures: Mutex<Vec<String>>,
}

impl Tally {
    fn fail(&self, found: impl IntoIterator<Item = String>) {
        if let Ok(mut failures) = self.failures.lock() {
            failures.extend(found);
        }
    }

    fn run(&self, files: &[&[u8]], seed: u64) {
        let mut random = Random::new(seed);
        let Some((file, other)) = random.pick(files).copied().zip(random.pick(files).copied())
        else {
            return;
        };
        let bytes = mutant(&mut random, file, other);
        let what = format!("seed {seed}");
        let done = catch_unwind(|| {
            let mut failures = Vec::new();
            let cost = commands::run(&what, &bytes, &mut failures);
            (cost, failures)
        });
        match done {
            Ok((cost, failures)) => {
                self.fail(failures);
                self.commands.fetch_add(u64::from(cost.commands), Ordering::Relaxed);
                self.accepted.fetch_add(u64::from(cost.accepted), Ordering::Relaxed);
                self.peak.fetch_max(cost.peak, Ordering::Relaxed);
            }
            Err(_) => self.fail([format!("{what}: panic")]),
        }
    }
}

#[test]
fn damaged_files_through_every_command() {
    let asked = std::env::var("BYTESPEC_SOAK").ok().and_then(|count| count.parse().ok());
    let mutants: u64 = asked.unwrap_or(MUTANTS);
    let tile_ir = corpus().iter().map(|file| file.bytes.as_slice());
    let mlir = mlir_corpus().iter().map(|file| file.bytes.as_slice());
    let small = |bytes: &&[u8]| bytes.len() <= MAX_BYTES;
    let formats: [Vec<&[u8]>; 2] = [tile_ir.filter(small).collect(), mlir.filter(small).collect()];
    let tally = Tally::default();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = tally.next.fetch_add(1, Ordering::Relaxed);
                    if seed >= mutants {
                        break;
                    }
                    tally.run(&formats[seed as usize % formats.len()], seed);
                }
            });
        }
    });
    let failures = tally.failures.into_inner().unwrap_or_default();
    println!(
        "{mutants} mutants, {} commands, {} of which found nothing wrong; at most {} bytes of memory; {} failures",
        tally.commands.into_inner(),
        tally.accepted.into_inner(),
        tally.peak.into_inner(),
        failures.len(),
    );
    let some: Vec<&str> = failures.iter().take(20).map(String::as_str).collect();
    assert!(failures.is_empty(), "{}", some.join("\n"));
}
