//! Damaged copies of the corpus.

use bytespec_tests::corpus::corpus;
use bytespec_tests::hostile;
use bytespec_tests::mutate::{Random, mutant};
use std::panic::catch_unwind;

/// How many, unless the environment variable `BYTESPEC_MUTANTS` says more.
const MUTANTS: u64 = 100_000;

/// The most memory that everything done with a file may hold at once: bytes for each byte of it, and
/// for a file of no bytes.
const PEAK: (u64, u64) = (128, 8 * 1024);
/// The same for all that is allocated one after the other, which stands for time.
const TOTAL: (u64, u64) = (1024, 32 * 1024);
/// What a character of the listing may cost on top: names that lead nowhere are errors made to be
/// dropped, and a circle of types is spelled until the text is too long.
const LISTED: u64 = 64;

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

/// The mutant of a seed.
fn make(seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let files = corpus();
    let file = &files[random.below(files.len())];
    let other = &files[random.below(files.len())];
    mutant(&mut random, &file.bytes, &other.bytes)
}

fn check(seed: u64, tally: &mut Tally) {
    let bytes = make(seed);
    let mut findings = None;
    let memory = allocation_counter::measure(|| {
        findings = catch_unwind(|| hostile::check(&bytes)).ok();
    });
    let len = bytes.len() as u64;
    let peak = memory.bytes_max;
    let total = memory.bytes_total;
    tally.peak = tally.peak.max(peak.saturating_sub(PEAK.1) / len.max(1));
    let listed = findings.as_ref().map_or(0, |findings| findings.listed);
    let rest = total.saturating_sub(TOTAL.1 + LISTED * listed);
    tally.total = tally.total.max(rest / len.max(1));
    let mut fail = |what: String| {
        tally.failures.push(format!("seed {seed}: {what}\n{}", hex(&bytes)));
    };
    match findings {
        None => fail("panic".to_owned()),
        Some(_) if peak > PEAK.0 * len + PEAK.1 => {
            fail(format!("{peak} bytes of memory for {len} bytes"));
        }
        Some(found) if total > TOTAL.0 * len + TOTAL.1 + LISTED * found.listed => {
            fail(format!("{total} bytes allocated for {len} bytes"));
        }
        Some(findings) => {
            tally.opened += u64::from(findings.opened);
            tally.read += u64::from(findings.read);
        }
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
    let asked = std::env::var("BYTESPEC_MUTANTS").ok().and_then(|count| count.parse().ok());
    let mutants = asked.unwrap_or(MUTANTS);
    let workers = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    let mut tally = Tally::default();
                    for seed in (worker..mutants).step_by(workers as usize) {
                        check(seed, &mut tally);
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
        "{mutants} mutants: {} opened, {} read; at most {} bytes of memory and {} allocated for each \
         byte of a file",
        sum(|tally| tally.opened),
        sum(|tally| tally.read),
        most(|tally| tally.peak),
        most(|tally| tally.total),
    );
    let failures: Vec<&str> =
        tallies.iter().flat_map(|tally| &tally.failures).map(String::as_str).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
