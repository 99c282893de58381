//! How fast the library reads and writes Tile IR, with peers in the same run.
//!
//! `cargo bench -p bytespec-bench --bench speed [-- ROUNDS [WORD]]`: the number of rounds, and a
//! word that the title of a table must have.

use std::hint::black_box;

use bytespec::tile_ir::{File, Module, Numbering, Profile, Version, WriteOptions};
use bytespec_bench::race::Race;
use bytespec_bench::sample::{Sample, sample, single_kernels, uniform};
use bytespec_bench::{cutile, tile_ir, varint, wasm};

const MEGA: usize = 1_000_000;

/// Measures and prints a table; the number is that of rounds.
type Table = fn(u32);

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let rounds = words.next().and_then(|word| word.parse().ok()).unwrap_or(41);
    let wanted = words.next().unwrap_or_default();
    let tables: [(&str, Table); 5] =
        [("open", open), ("read", read), ("own", own), ("small", small), ("peer", peer)];
    for (name, table) in tables {
        if name.contains(&wanted) {
            table(rounds);
        }
    }
}

/// What is there once a file is open: the functions with their names.
fn index(input: &[u8]) -> u64 {
    let file = File::open(input).expect("a well-formed file");
    let functions = file.functions().expect("a well-formed function table");
    functions
        .map(|function| {
            let name = file.string(function.entry().name).expect("a name");
            (name.len() + function.entry().body.len()) as u64
        })
        .sum()
}

fn open(rounds: u32) {
    let files = [80, 860].map(|ops| uniform(1000, ops, Version::LATEST));
    let mut race = Race::new("open: 1000 functions in two sizes", "function", rounds);
    for file in &files {
        let name = format!("open {:.1} MB", file.bytes.len() as f64 / MEGA as f64);
        race.add(name, file.functions, 0, || File::open(&file.bytes).expect("well-formed"));
    }
    let mut entries = Vec::new();
    for file in &files {
        let name = format!("open + index {:.1} MB", file.bytes.len() as f64 / MEGA as f64);
        entries.push(race.add(name, file.functions, 0, || index(&file.bytes)));
    }
    race.against(entries[0]);
    race.run();
}

fn varints(input: &[u8]) -> &[u8] {
    let file = File::open(input).expect("a well-formed file");
    let id = bytespec::tile_ir::section::FUNCTION;
    let section = file.sections().iter().find(|section| section.id == id);
    section.and_then(|section| section.cursor(input).ok()).expect("a function section").rest()
}

fn read(rounds: u32) {
    let Sample { bytes, ops, .. } = sample(10 * MEGA, Version::LATEST);
    let bytes = bytes.as_slice();
    let varints = varints(bytes);
    let module = wasm::wasm_sample(10 * MEGA);
    let module = module.as_slice();
    let wasm_ops = wasm::visitor_counts(module).ops;
    assert_eq!(tile_ir::visitor_counts(bytes).ops, ops);

    let title = format!(
        "read: every operation, borrowed ({ops} operations in {:.1} MB, {wasm_ops} in {:.1} MB)",
        bytes.len() as f64 / MEGA as f64,
        module.len() as f64 / MEGA as f64
    );
    let mut race = Race::new(title, "op", rounds);
    let size = bytes.len() as u64;
    let copy = race.add("memcpy", ops, size, || black_box(bytes).to_vec());
    let loops = race.add("bare varint loop", ops, varints.len() as u64, || {
        varint::bare_varint_loop(black_box(varints))
    });
    let visitor = race.add("bytespec, visitor", ops, size, || tile_ir::visitor_counts(bytes));
    let events = race.add("bytespec, enum", ops, size, || tile_ir::enum_counts(bytes));
    let size = module.len() as u64;
    let wasm_visitor =
        race.add("wasmparser, visitor", wasm_ops, size, || wasm::visitor_counts(module));
    let wasm_enum = race.add("wasmparser, enum", wasm_ops, size, || wasm::enum_counts(module));
    race.against(copy);
    race.against(loops);
    race.against(wasm_visitor);
    race.aim_ratio(visitor, wasm_visitor, 1.0);
    race.aim_ratio(events, wasm_enum, 1.0);
    race.aim_ratio(visitor, loops, 1.5);
    race.run();
}

fn canonical(module: &Module, profile: Profile) -> Vec<u8> {
    let numbering = Numbering::Canonical(profile);
    module.write(&WriteOptions::default().numbering(numbering)).expect("a valid module")
}

fn own(rounds: u32) {
    let Sample { bytes, ops, .. } = sample(10 * MEGA, Version::LATEST);
    let bytes = bytes.as_slice();
    let module = Module::read(bytes).expect("a well-formed file");
    assert!(
        module.write(&Default::default()).expect("a valid module") == bytes,
        "the file comes back"
    );

    let title = format!(
        "own: everything, into a module and back ({ops} operations in {:.1} MB)",
        bytes.len() as f64 / MEGA as f64
    );
    let mut race = Race::new(title, "op", rounds);
    let size = bytes.len() as u64;
    let copy = race.add("memcpy", ops, size, || black_box(bytes).to_vec());
    let read = race.add("read a module", ops, size, || Module::read(bytes).expect("well-formed"));
    let write =
        race.add("encode, pinned", ops, size, || module.write(&Default::default()).expect("valid"));
    let profiles = [("Python", Profile::Python), ("C++", Profile::Cxx)].map(|(name, profile)| {
        let name = format!("encode, canonical as {name}");
        let module = &module;
        race.add(name, ops, size, move || canonical(module, profile))
    });
    race.against(copy);
    race.aim_rate(read, 35.0);
    race.aim_rate(write, 50.0);
    profiles.into_iter().for_each(|profile| race.aim_ratio(profile, write, 1.5));
    race.run();
}

fn small(rounds: u32) {
    let files = single_kernels(200, 40, Version::LATEST);
    let modules: Vec<Module> =
        files.iter().map(|file| Module::read(&file.bytes).expect("well-formed")).collect();
    let size: u64 = files.iter().map(|file| file.bytes.len() as u64).sum();
    let count = files.len() as u64;
    let ops: u64 = files.iter().map(|file| file.ops).sum();
    let title = format!(
        "small: files of one kernel ({} operations in {} bytes)",
        ops / count,
        size / count
    );
    let mut race = Race::new(title, "file", rounds);
    let each = |work: fn(&[u8])| {
        let files = &files;
        move || files.iter().for_each(|file| work(&file.bytes))
    };
    let copy = race.add("memcpy", count, size, each(|file| drop(black_box(file.to_vec()))));
    race.add("open", count, size, each(|file| drop(black_box(File::open(file)))));
    race.add(
        "walk, visitor",
        count,
        size,
        each(|file| {
            black_box(tile_ir::visitor_counts(file));
        }),
    );
    race.add("read a module", count, size, each(|file| drop(black_box(Module::read(file)))));
    race.add("encode, pinned", count, size, || {
        modules.iter().for_each(|module| drop(black_box(module.write(&Default::default()))));
    });
    race.add("encode, canonical as Python", count, size, || {
        modules.iter().for_each(|module| drop(black_box(canonical(module, Profile::Python))));
    });
    race.against(copy);
    race.run();
}

fn peer(rounds: u32) {
    const TOTAL: u64 = 100_000;
    const VERSION: Version = Version::V13_4;
    assert_eq!(cutile::VERSION_MINOR, 4);
    let mut modules = Vec::new();
    for size in [100, 400, 1600] {
        let (theirs, their_ops) = cutile::build_modules(TOTAL, size);
        let ours: Vec<Module> = single_kernels((TOTAL / u64::from(size)) as u32, size, VERSION)
            .iter()
            .map(|file| Module::read(&file.bytes).expect("well-formed"))
            .collect();
        modules.push((size, theirs, their_ops, ours));
    }
    let mut race = Race::new("peer: encode modules of one version", "op", rounds);
    let mut aims = Vec::new();
    for (size, theirs, their_ops, ours) in &modules {
        let our_ops: usize =
            ours.iter().flat_map(|m| &m.functions).map(|function| function.body.op_count()).sum();
        let pinned = race.add(format!("bytespec, pinned, {size} ops"), our_ops as u64, 0, || {
            ours.iter()
                .map(|module| module.write(&Default::default()).expect("valid").len())
                .sum::<usize>()
        });
        race.add(format!("bytespec, canonical, {size} ops"), our_ops as u64, 0, || {
            ours.iter().map(|module| canonical(module, Profile::Cxx).len()).sum::<usize>()
        });
        let other = race.add(format!("cutile-ir, {size} ops"), *their_ops, 0, || {
            theirs.iter().map(|module| cutile::encode(module).len()).sum::<usize>()
        });
        aims.push((pinned, other));
    }
    race.against(aims[1].0);
    race.against(aims[1].1);
    for (pinned, other) in aims {
        race.aim_ratio(pinned, other, 0.2);
    }
    race.run();
}
