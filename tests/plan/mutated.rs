//! Damaged files through both decoders.

use bytespec::{Error, Result};
use bytespec_tests::mutate::{Random, mutant};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Larger files take longer and are damaged in the same ways.
pub(crate) const MAX_BYTES: usize = 8 * 1024;

/// How many mutants of a format, unless the environment variable `BYTESPEC_SOAK` says more.
const MUTANTS: u64 = 2000;

/// What both decoders made of a damaged file.
pub(crate) enum Found {
    /// Both read the same.
    Same,
    /// Both fail, at the same place.
    Refused,
    /// Generated or hand-written code refuses what a plan does not describe, for this reason.
    NotInPlan(&'static str),
    /// They differ.
    Different(String),
}

/// Compares two failures, or a failure and none: both fail at one place.
pub(crate) fn refused<A, B>(generated: Result<A>, interpreted: Result<B>) -> Found {
    match (generated, interpreted) {
        (Err(a), Err(b)) => match (a.offset(), b.offset()) {
            (Some(at), Some(other)) if at != other => Found::Different(both(&a, &b)),
            _ => Found::Refused,
        },
        (Err(error), Ok(_)) => Found::Different(format!("only generated code refuses: {error}")),
        (Ok(_), Err(error)) => Found::Different(format!("only the plan refuses: {error}")),
        (Ok(_), Ok(_)) => Found::Same,
    }
}

fn both(generated: &Error, interpreted: &Error) -> String {
    format!("generated: {generated}\n  interpreted: {interpreted}")
}

/// Compares both decoders on mutants of `files`.
pub(crate) fn compare(files: &[&[u8]], look: impl Fn(&[u8]) -> Found + Sync) {
    let asked = std::env::var("BYTESPEC_SOAK").ok().and_then(|count| count.parse().ok());
    let mutants: u64 = asked.unwrap_or(MUTANTS);
    let files: Vec<&[u8]> = files.iter().copied().filter(|file| file.len() <= MAX_BYTES).collect();
    let [next, same, refused] = [0; 3].map(AtomicU64::new);
    let not_in_plan = Mutex::new(BTreeMap::<&str, u64>::new());
    let wrong = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= mutants {
                        break;
                    }
                    let mut random = Random::new(seed);
                    let (Some(file), Some(other)) = (random.pick(&files), random.pick(&files))
                    else {
                        break;
                    };
                    let bytes = mutant(&mut random, file, other);
                    match look(&bytes) {
                        Found::Same => same.fetch_add(1, Ordering::Relaxed),
                        Found::Refused => refused.fetch_add(1, Ordering::Relaxed),
                        Found::NotInPlan(why) => {
                            if let Ok(mut not_in_plan) = not_in_plan.lock() {
                                *not_in_plan.entry(why).or_default() += 1;
                            }
                            0
                        }
                        Found::Different(how) => {
                            if let Ok(mut wrong) = wrong.lock() {
                                wrong.push(format!("seed {seed}: {how}"));
                            }
                            0
                        }
                    };
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap_or_default();
    println!(
        "{mutants} mutants: {} read the same, {} refused at the same place, {} different, refused for what is no matter of a plan: {:?}",
        same.into_inner(),
        refused.into_inner(),
        wrong.len(),
        not_in_plan.into_inner().unwrap_or_default()
    );
    // The tail of what is wrong is worth reading where thousands are looked at.
    if asked.is_some() {
        wrong.iter().for_each(|how| println!("{how}"));
    }
    let some: Vec<&str> = wrong.iter().take(12).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} differ: {}", wrong.len(), some.join("\n"));
}
