//! How fast the library reads and writes MLIR bytecode, with the C++ reference in the same run.
//!
//! `cargo bench -p bytespec-bench --bench mlir [-- ROUNDS [WORD]]`: the number of rounds, and a word
//! that the title of a table must have. With `BYTESPEC_BENCH_LARGE=1` also for files of 100 MB,
//! which takes minutes and some gigabytes of memory.
//!
//! The files are those of `mlir-opt` 22 where that is installed. The reference takes part where
//! `tests/bench/build-mlir-reference.sh` built it; otherwise what is known of it is the measure.

use std::cell::RefCell;
use std::hint::black_box;

use bytespec::mlir::{File, Module, Numbering, ParseOptions, PrintOptions, Resource, WriteOptions};
use bytespec_bench::mlir::generate::sample;
use bytespec_bench::mlir::reference::{Reference, Scratch, known, rewritten};
use bytespec_bench::mlir::{bare, numbers, walk_counts, weights};
use bytespec_bench::race::Race;

const MEGA: usize = 1_000_000;

/// A file to measure with.
struct Input {
    bytes: Vec<u8>,
    ops: u64,
    megas: usize,
}

impl Input {
    fn new(megas: usize) -> Self {
        let bytes = sample(megas * MEGA).bytes;
        let bytes = rewritten(&bytes).unwrap_or(bytes);
        Input { ops: walk_counts(&bytes).ops, bytes, megas }
    }

    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }
}

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let rounds = words.next().and_then(|word| word.parse().ok()).unwrap_or(21);
    let wanted = words.next().unwrap_or_default();
    let sizes: &[usize] =
        if std::env::var_os("BYTESPEC_BENCH_LARGE").is_some() { &[1, 10, 100] } else { &[1, 10] };
    let is_wanted = |name: &str| name.contains(&wanted);
    let files: Vec<Input> = if ["files", "text", "growth"].into_iter().any(is_wanted) {
        sizes.iter().map(|&megas| Input::new(megas)).collect()
    } else {
        Vec::new()
    };
    if is_wanted("files") {
        files.iter().for_each(|input| file(input, rounds));
    }
    if is_wanted("growth") {
        growth(&files, rounds);
    }
    if is_wanted("text") {
        files.iter().for_each(|input| text(input, rounds));
    }
    if is_wanted("weights") {
        large_weights(rounds);
    }
}

fn read(bytes: &[u8]) -> Module<'_> {
    Module::read(bytes).expect("a well-formed file")
}

fn write(module: &Module<'_>, numbering: Numbering) -> Vec<u8> {
    let options = WriteOptions::default().numbering(numbering);
    module.write(&options).expect("a valid module")
}

/// One file, against the reference with the same one.
fn file(input: &Input, rounds: u32) {
    let Input { bytes, ops, megas } = input;
    let (ops, size) = (*ops, input.size());
    let (module, plain) = (read(bytes), numbers(bytes));
    assert!(write(&module, Numbering::Pinned) == *bytes, "the file comes back");

    let scratch = Scratch::with(bytes);
    let reference = Reference::start().map(RefCell::new);
    // A round with the reference takes long; that makes up for there being few.
    let rounds = if reference.is_some() { (rounds / *megas as u32).max(3) } else { rounds };
    let title = format!("files: {ops} operations in {:.1} MB", size as f64 / MEGA as f64);
    let mut race = Race::new(title, "op", rounds);
    let copy = race.add("memcpy", ops, size, || black_box(bytes).to_vec());
    race.add("open", ops, size, || File::open(bytes).expect("a well-formed file"));
    let loops = race.add("the same numbers in a bare loop", ops, size, || bare(&plain));
    let walk = race.add("walk", ops, size, || walk_counts(bytes));
    race.aim_ratio(walk, loops, 1.5);
    let whole = race.add("read a module", ops, size, || read(bytes));
    let pinned = race.add("write, pinned", ops, size, || write(&module, Numbering::Pinned));
    let canonical =
        race.add("write, canonical", ops, size, || write(&module, Numbering::Canonical));
    race.against(copy);
    let aims = [(whole, 30.0), (walk, 80.0), (pinned, 50.0), (canonical, 15.0)];
    if let Some(reference) = &reference {
        let path = scratch.path();
        let mut add = |name: &str, command: &'static str| {
            let time = move || reference.borrow_mut().time(command, path);
            race.add_measured(format!("LLVM, {name}"), ops, size, time)
        };
        add("open, no bodies", "lazy");
        let theirs = [add("read a module", "read"), add("write", "write")];
        theirs.iter().for_each(|&entry| race.against(entry));
        for (entry, times) in aims {
            let against = theirs[usize::from(entry >= pinned)];
            race.aim_times(entry, against, times);
        }
    } else {
        let known = known(bytes.len());
        for (entry, times) in aims {
            let rate = if entry >= pinned { known.write } else { known.read };
            race.aim_bytes(entry, times * rate);
        }
        println!(
            "\nLLVM is not measured here; known of it, in MB/s: open without bodies {}, read a \
             module {}, write {}",
            known.lazy, known.read, known.write
        );
    }
    race.run();
}

/// The text of a file, against the reference with the same.
fn text(input: &Input, rounds: u32) {
    let module = read(&input.bytes);
    let options = PrintOptions::default();
    let text = module.print(&options).expect("a module that can be printed");
    let (ops, size) = (input.ops, text.len() as u64);
    let (scratch, file) = (Scratch::with(text.as_bytes()), Scratch::with(&input.bytes));
    let reference = Reference::start().map(RefCell::new);
    let rounds = if reference.is_some() { (rounds / input.megas as u32).max(3) } else { rounds };
    let title = format!("text: {ops} operations in {:.1} MB", size as f64 / MEGA as f64);
    let mut race = Race::new(title, "op", rounds);
    let copy = race.add("memcpy", ops, size, || black_box(&text).to_owned());
    let print = race.add("print", ops, size, || {
        module.print_to(&mut std::io::sink(), &options).expect("a module that can be printed")
    });
    let parse = race.add("parse", ops, size, || {
        Module::parse(&text, &ParseOptions::default()).expect("text of a module")
    });
    race.against(copy);
    if let Some(reference) = &reference {
        let mut add = |name: &str, command: &'static str, path| {
            let time = move || reference.borrow_mut().time(command, path);
            race.add_measured(format!("LLVM, {name}"), ops, size, time)
        };
        let printed = add("print", "print", file.path());
        let parsed = add("parse", "parse", scratch.path());
        race.against(printed);
        race.against(parsed);
        race.aim_times(print, printed, 10.0);
        race.aim_times(parse, parsed, 8.0);
    }
    race.run();
}

/// What an operation costs in files of different sizes.
fn growth(files: &[Input], rounds: u32) {
    let modules: Vec<Module<'_>> = files.iter().map(|input| read(&input.bytes)).collect();
    let mut race = Race::new("growth: the same in files of different sizes", "op", rounds.min(11));
    let mut groups = Vec::new();
    for name in ["walk", "read a module", "write, pinned", "write, canonical"] {
        let mut group = Vec::new();
        for (input, module) in files.iter().zip(&modules) {
            let (bytes, title) = (input.bytes.as_slice(), format!("{name}, {} MB", input.megas));
            let (ops, size) = (input.ops, input.size());
            group.push(match name {
                "walk" => race.add(title, ops, size, || walk_counts(bytes)),
                "read a module" => race.add(title, ops, size, || read(bytes)),
                "write, pinned" => race.add(title, ops, size, || write(module, Numbering::Pinned)),
                _ => race.add(title, ops, size, || write(module, Numbering::Canonical)),
            });
        }
        groups.push(group);
    }
    for group in &groups {
        if let [first, .., last] = group.as_slice() {
            race.aim_ratio(*last, *first, 2.0);
        }
    }
    race.run();
}

/// A file of 1 GB that is mapped into memory.
fn large_weights(rounds: u32) {
    let scratch = Scratch::new();
    weights::write(scratch.path(), 1 << 30).expect("room for temporary files");
    let map = || vmap::Map::with_options().open(scratch.path()).expect("a file to map").0;
    let mapped = map();
    let size = mapped.len() as f64 / MEGA as f64;
    let before = resident();
    let middle = |bytes: &[u8]| {
        let file = File::open(bytes).expect("a well-formed file");
        let entries = file.resources().expect("a well-formed table").entries();
        let entry = &entries[entries.len() / 2];
        let Ok(Resource::Blob { bytes, .. }) = file.resource_data(entry) else { panic!("a blob") };
        bytes.first().copied().zip(bytes.last().copied())
    };
    black_box(middle(&mapped));
    let grown = resident().saturating_sub(before) / 1024;
    let title = format!(
        "weights: {size:.0} MB in resources; opening and reading one makes {grown} KiB resident"
    );
    let reference = Reference::start().map(RefCell::new);
    let mut race = Race::new(title, "file", rounds);
    let open =
        race.add("open", 1, 0, || File::open(&mapped).expect("a well-formed file").version());
    race.add("map and open", 1, 0, || {
        let mapped = map();
        File::open(&mapped).expect("a well-formed file").version()
    });
    race.add("open and read a resource", 1, 0, || middle(&mapped));
    if let Some(reference) = &reference {
        let time = || reference.borrow_mut().time("lazy", scratch.path());
        race.add_measured("LLVM, open", 1, 0, time);
    }
    race.against(open);
    race.aim_time(open, 50.0);
    race.run();
}

/// Resident memory of this process in bytes; zero where the system does not tell.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}
