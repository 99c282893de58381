//! How fast a plan is run as it stands, on the files of the corpora: nothing is generated from the schema that is read here.
//!
//! `cargo bench -p bytespec-bench --bench plan [-- ROUNDS]`

use bytespec::plan::data::Plan;
use bytespec::plan::{Executor, File, Listing};
use bytespec_bench::race::Race;
use bytespec_codegen::{build, plan};
use bytespec_tests::corpus::valid;
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::cell::Cell;
use std::path::Path;

/// Bytes in a second that are the aim where nothing is asked, in millions.
const AIM: f64 = 30.0;

fn shipped(format: &str) -> Plan {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema");
    match build::load(&schemas.join(format)) {
        Ok(model) => plan::lower(&model),
        Err(findings) => panic!("{findings}"),
    }
}

/// Reads all files and asks nothing.
fn read(executor: &Executor<'_>, files: &[&[u8]]) -> usize {
    let one = |bytes: &&[u8]| {
        let mut file = File::with(executor, bytes).expect("a well-formed file");
        file.read_with(|_| (), |_, ()| Ok(())).expect("a well-formed file");
        file.sections().len()
    };
    files.iter().map(one).sum()
}

fn list(executor: &Executor<'_>, files: &[&[u8]]) -> usize {
    let size = Cell::new(0);
    let count = |text: &str| size.set(size.get() + text.len());
    for bytes in files {
        let mut file = File::with(executor, bytes).expect("a well-formed file");
        let of_file = file.executor().clone();
        let read = file.read_with(
            |_| {
                Listing::new(&of_file).handed_to(|text| {
                    count(text);
                    Ok(())
                })
            },
            |_, listing| {
                count(&listing.into_text());
                Ok(())
            },
        );
        read.expect("a well-formed file");
    }
    size.get()
}

fn race(title: &str, plan: &Plan, files: &[&[u8]], rounds: u32) {
    let executor = &Executor::new(plan, &[]).expect("a plan that keeps its invariants");
    let size: usize = files.iter().map(|file| file.len()).sum();
    let title = format!("{title}: {} files of {size} bytes", files.len());
    let size = size as u64;
    let mut race = Race::new(title, "byte", rounds);
    let read = race.add("read, nothing asked", size, size, || self::read(executor, files));
    race.add("list every byte", size, size, || list(executor, files));
    race.aim_rate(read, AIM);
    race.run();
}

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let rounds = words.next().and_then(|word| word.parse().ok()).unwrap_or(5);
    let files: Vec<&[u8]> = valid().map(|file| file.bytes.as_slice()).collect();
    // These have some hundred bytes each: opening them is most of the time.
    race("Tile IR", &shipped("tile_ir"), &files, rounds);
    let files: Vec<&[u8]> = mlir_corpus().iter().map(|file| file.bytes.as_slice()).collect();
    race("MLIR", &shipped("mlir"), &files, rounds);
}
