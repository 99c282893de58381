//! Damaged copies of the corpora.

use bytespec_tests::corpus::corpus;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::{Random, mutant};
use bytespec_tests::{hostile, mlir_hostile};
use std::iter::repeat_n;
use std::panic::catch_unwind;

/// How many, unless the environment variable `BYTESPEC_MUTANTS` says more.
const MUTANTS: u64 = 20_000;

/// Makes a damaged file.
type Make = Box<dyn Fn(&mut Random) -> Vec<u8> + Sync>;

/// What is done to the files of a format, and what that may cost.
pub(crate) struct Subject {
    make: Make,
    check: fn(&[u8]) -> Outcome,
    /// The most memory that everything done with a file may hold at once: bytes for each byte of it,
    /// and for a file of no bytes.
    peak: (u64, u64),
    /// The same for all that is allocated one after the other, which stands for time.
    total: (u64, u64),
    /// What a character of the listing may cost on top: names that lead nowhere are errors made to
    /// be dropped, and a circle of types is spelled until the text is too long.
    listed: u64,
}

/// How far reading came.
struct Outcome {
    opened: bool,
    read: bool,
    listed: u64,
}

/// What came of a share of the mutants.
#[derive(Debug, Default)]
struct Tally {
    opened: u64,
    read: u64,
    /// The greatest peaks and totals met, in bytes for each byte of the file.
    peak: u64,
    total: u64,
    failures: Vec<String>,
}

/// Damages one of the files anywhere.
fn damaged(files: Vec<&'static [u8]>) -> Make {
    Box::new(move |random| {
        let file = files[random.below(files.len())];
        let other = files[random.below(files.len())];
        mutant(random, file, other)
    })
}

impl Subject {
    /// Files of MLIR bytecode.
    pub(crate) fn mlir(make: Make) -> Self {
        Subject {
            make,
            check: |bytes| {
                let mlir_hostile::Findings { opened, read, listed, .. } =
                    mlir_hostile::check(bytes);
                Outcome { opened, read, listed }
            },
            peak: (128, 16 * 1024),
            total: (1024, 64 * 1024),
            listed: 64,
        }
    }

    fn check(&self, seed: u64, tally: &mut Tally) {
        let bytes = (self.make)(&mut Random::new(seed));
        let mut outcome = None;
        let memory = allocation_counter::measure(|| {
            let check = self.check;
            outcome = catch_unwind(|| check(&bytes)).ok();
        });
        let len = bytes.len() as u64;
        let peak = memory.bytes_max;
        let total = memory.bytes_total;
        tally.peak = tally.peak.max(peak.saturating_sub(self.peak.1) / len.max(1));
        let listed = self.listed * outcome.as_ref().map_or(0, |outcome| outcome.listed);
        let rest = total.saturating_sub(self.total.1 + listed);
        tally.total = tally.total.max(rest / len.max(1));
        let mut fail = |what: String| {
            tally.failures.push(format!("seed {seed}: {what}\n{}", hex(&bytes)));
        };
        match outcome {
            None => fail("panic".to_owned()),
            Some(_) if peak > self.peak.0 * len + self.peak.1 => {
                fail(format!("{peak} bytes of memory for {len} bytes"));
            }
            Some(_) if total > self.total.0 * len + self.total.1 + listed => {
                fail(format!("{total} bytes allocated for {len} bytes"));
            }
            Some(outcome) => {
                tally.opened += u64::from(outcome.opened);
                tally.read += u64::from(outcome.read);
            }
        }
    }

    /// Does it to as many as are asked for.
    pub(crate) fn run(&self) {
        let asked = std::env::var("BYTESPEC_MUTANTS").ok().and_then(|count| count.parse().ok());
        let mutants = asked.unwrap_or(MUTANTS);
        let workers = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let tallies: Vec<Tally> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..workers)
                .map(|worker| {
                    scope.spawn(move || {
                        let mut tally = Tally::default();
                        for seed in (worker..mutants).step_by(workers as usize) {
                            self.check(seed, &mut tally);
                            if tally.failures.len() >= 5 {
                                break;
                            }
                        }
                        tally
                    })
                })
                .collect();
            handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
        });
        assert_eq!(tallies.len() as u64, workers, "a worker died");
        let sum = |number: fn(&Tally) -> u64| tallies.iter().map(number).sum::<u64>();
        let most = |number: fn(&Tally) -> u64| tallies.iter().map(number).max().unwrap_or(0);
        println!(
            "{mutants} mutants: {} opened, {} read; at most {} bytes of memory and {} allocated for \
             each byte of a file",
            sum(|tally| tally.opened),
            sum(|tally| tally.read),
            most(|tally| tally.peak),
            most(|tally| tally.total),
        );
        let failures: Vec<&str> =
            tallies.iter().flat_map(|tally| &tally.failures).map(String::as_str).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (row, bytes) in bytes.chunks(32).enumerate() {
        text.push_str(&format!("{:6x} ", row * 32));
        for byte in bytes {
            text.push_str(&format!(" {byte:02x}"));
        }
        text.push('\n');
    }
    text
}

#[test]
fn damaged_files_do_no_harm() {
    let subject = Subject {
        make: damaged(corpus().iter().map(|file| file.bytes.as_slice()).collect()),
        check: |bytes| {
            let hostile::Findings { opened, read, listed, .. } = hostile::check(bytes);
            Outcome { opened, read, listed }
        },
        peak: (128, 8 * 1024),
        total: (1024, 32 * 1024),
        listed: 64,
    };
    subject.run();
}

#[test]
fn damaged_files_of_mlir_do_no_harm() {
    // Damage to small files is hardly ever damage to data alone; attributes of every kind are in the
    // larger ones, which take longer.
    let files = mlir_corpus().iter().filter(|file| file.bytes.len() <= 8 * 1024);
    let often = |len: usize| if len <= 1024 { 8 } else { 1 };
    let files = files.flat_map(|file| repeat_n(file.bytes.as_slice(), often(file.bytes.len())));
    Subject::mlir(damaged(files.collect())).run();
}
