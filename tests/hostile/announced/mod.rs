//! What a file announces and does not have, and what it has once and refers to again and again: the
//! memory and the work of every command stay in proportion to the bytes of the file.

mod mlir;
mod schema;
mod tile_ir;

use crate::commands;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A file made to be dear, of about this many bytes.
pub(crate) type Make = Box<dyn Fn(usize) -> Vec<u8> + Sync>;

/// Makes a file of a shape.
pub(crate) fn shape(make: impl Fn(usize) -> Vec<u8> + Sync + 'static) -> Make {
    Box::new(make)
}

/// What may come of a file of twenty times the bytes: some of the work is for tables that grow by
/// doubling, and some of it starts only where a limit is passed.
const GROWTH: u64 = 20 * 4;

/// Every file of every shape through every command, in these sizes, on all cores.
fn check<S: std::fmt::Display + Sync>(shapes: &[(S, Make)], sizes: &[usize]) {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut failures = Vec::new();
        while let Some((what, make)) = shapes.get(next.fetch_add(1, Ordering::Relaxed)) {
            check_shape(&what.to_string(), make, sizes, &mut failures);
        }
        failures
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let joined = handles.into_iter().flat_map(|handle| match handle.join() {
            Ok(failures) => failures,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect()
    });
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Every file of a shape through every command.
fn check_shape(what: &str, make: &Make, sizes: &[usize], failures: &mut Vec<String>) {
    let mut before: Option<(u64, u64)> = None;
    for &size in sizes {
        let bytes = make(size);
        let what = format!("{what} ({size})");
        let cost = commands::run(&what, &bytes, failures);
        println!(
            "{what}: {} bytes, at most {} held and {} worked for each, by {}; {} commands accept it {:.150}",
            bytes.len(),
            cost.peak / bytes.len() as u64,
            cost.work / bytes.len() as u64,
            cost.dearest,
            cost.accepted,
            cost.stderr.trim_end(),
        );
        if let Some((len, work)) = before {
            let most = work.max(1 << 20) * GROWTH / 20 * (bytes.len() as u64).div_ceil(len);
            if cost.work > most {
                failures.push(format!(
                    "{what}: {} worked where {work} were for {len} bytes",
                    cost.work
                ));
            }
        }
        before = Some((bytes.len() as u64, cost.work));
    }
}

/// The sizes that a test run takes: so far apart that work which grows by the square is past the limit.
const SUITE_SIZES: [usize; 2] = [1 << 10, 16 << 10];

/// The sizes that are asked for.
const SOAK_SIZES: [usize; 4] = [1 << 10, 16 << 10, 256 << 10, 1 << 20];

#[test]
fn shapes_of_mlir() {
    check(&mlir::shapes(), &SUITE_SIZES);
}

#[test]
fn shapes_of_tile_ir() {
    check(&tile_ir::shapes(), &SUITE_SIZES);
}

/// For the many counts of the schema.
const COUNT_SIZES: [usize; 2] = [1 << 10, 6 << 10];

#[test]
fn counts_of_mlir() {
    check(&schema::mlir(), &COUNT_SIZES);
}

#[test]
fn counts_of_tile_ir() {
    check(&schema::tile_ir(), &COUNT_SIZES);
}

#[test]
#[ignore = "takes minutes; run it in release with --ignored"]
fn all_shapes_up_to_a_megabyte() {
    check(&mlir::shapes(), &SOAK_SIZES);
    check(&tile_ir::shapes(), &SOAK_SIZES);
    check(&schema::mlir(), &SOAK_SIZES);
    check(&schema::tile_ir(), &SOAK_SIZES);
}
