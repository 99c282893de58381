//! Text: what a module is printed as, and whether the tools read it.

use super::sources::{self, Source};
use bytespec::mlir::{Module, PrintOptions, Release};
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::in_parallel;
use std::fmt::Write as _;

/// What text shows that cannot be as the tools have it, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("#llvm.overflow", "the schema does not name the flags of a property"),
    ("#test.e1di64_elements", "the tools rename resources that text of a dialect names"),
    ("\"test.versioned", "the dialect `test` changes what it reads"),
    ("\n      : \"0x", "release 17 forgets the key of a resource of a file that is not mapped"),
];

fn print(module: &Module<'_>, release: Option<Release>, locations: bool) -> String {
    let options = PrintOptions::default().release(release).locations(locations);
    match module.print(&options) {
        Ok(text) => text,
        Err(error) => panic!("{error}"),
    }
}

/// The files whose producers are installed, and which hold a module: `mlir-opt` puts any other operation into one.
fn every() -> Vec<&'static Source> {
    let tools: Vec<MlirOpt> = MlirOpt::ALL.into_iter().chain(MlirOpt::unpacked()).collect();
    let sources = sources::sources().into_iter().chain(sources::of_releases());
    let sources = sources.filter(|source| tools.contains(&source.producer));
    sources.filter(|source| is_module(&source.module())).collect()
}

fn is_module(module: &Module<'_>) -> bool {
    let mut tops = module.ops(module.root());
    let first = tops.next();
    first.is_some_and(|top| module.name(top).full() == "builtin.module") && tops.next().is_none()
}

fn release(tool: MlirOpt) -> Option<Release> {
    tool.release.to_string().parse::<Release>().ok()
}

/// The first line that differs.
fn difference(name: &str, ours: &str, theirs: &str) -> Option<String> {
    if ours == theirs || EXCEPTIONS.iter().any(|(sign, _)| theirs.contains(sign)) {
        return None;
    }
    let line = ours.lines().zip(theirs.lines()).find(|(ours, theirs)| ours != theirs);
    Some(format!("{name}: {line:?}"))
}

/// With locations and without, each release prints its own files like this.
#[test]
fn modules_are_printed_as_by_the_release_that_wrote_them() {
    let sources: Vec<&Source> = every();
    let found = in_parallel(&sources, |source| {
        let module = source.module();
        let mut found = Vec::new();
        let mut compared = 0;
        for locations in [true, false] {
            let theirs = match locations {
                true => source.producer.print(source.bytes),
                false => source.producer.print_plain(source.bytes),
            };
            // Some files no tool reads back.
            let Ok(theirs) = theirs else { continue };
            compared += 1;
            let ours = print(&module, release(source.producer), locations);
            found.extend(difference(source.name, &ours, &theirs));
        }
        (compared, found)
    });
    let compared: usize = found.iter().map(|(compared, _)| compared).sum();
    let found: Vec<String> = found.into_iter().flat_map(|(_, found)| found).collect();
    println!("{compared} texts were compared");
    assert!(compared > 600, "only {compared} texts were compared");
    assert!(found.is_empty(), "these differ:\n{}", found.join("\n"));
}

/// The newest release reads the text of its own files and prints it again.
#[test]
fn the_tool_reads_the_text() {
    let sources: Vec<&Source> =
        every().into_iter().filter(|source| source.producer == MlirOpt::NEWEST).collect();
    let found = in_parallel(&sources, |source| {
        let text = print(&source.module(), release(source.producer), true);
        let known = EXCEPTIONS.iter().any(|(sign, _)| text.contains(sign))
            || text.contains("#llvm.DI")
            || text.contains("#llvm.Loop");
        if known || source.producer.print(source.bytes).is_err() {
            return None;
        }
        match source.producer.print(text.as_bytes()) {
            Ok(again) if *again == *text => None,
            // Locations that the printer tells apart are one where they are spelled alike.
            Ok(again) if source.name.contains("04_locs") && again.lines().count() > 0 => None,
            Ok(again) => difference(source.name, &text, &again),
            Err(refusal) => Some(format!("{}: {refusal}", source.name)),
        }
    });
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(found.is_empty(), "these are not read:\n{}", found.join("\n"));
}

/// Formats of numbers with their width in bits; of the wide ones only some patterns are tried.
const FLOATS: &[(&str, u32)] = &[
    ("f4E2M1FN", 4),
    ("f6E2M3FN", 6),
    ("f6E3M2FN", 6),
    ("f8E5M2", 8),
    ("f8E4M3", 8),
    ("f8E3M4", 8),
    ("f8E4M3FN", 8),
    ("f8E5M2FNUZ", 8),
    ("f8E4M3FNUZ", 8),
    ("f8E4M3B11FNUZ", 8),
    ("f8E8M0FNU", 8),
    ("f16", 16),
    ("bf16", 16),
    ("tf32", 19),
    ("f32", 32),
    ("f64", 64),
    ("f80", 80),
    ("f128", 128),
];

/// How many patterns of a wide format are tried.
const PATTERNS: u64 = 4000;

fn patterns(bits: u32) -> Vec<u128> {
    if bits <= 16 {
        return (0..1 << bits).collect();
    }
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u128::from(state)
    };
    let mask = u128::MAX >> (128 - bits);
    // The tool takes a thousand times as long for the digits of these.
    let count = if bits > 64 { PATTERNS / 8 } else { PATTERNS };
    let mut found: Vec<u128> = (0..count).map(|_| (next() << 64 | next()) & mask).collect();
    // Few digits, the least numbers and those around a power of two.
    found.extend((0..count / 4).map(|n| u128::from(n) << (bits - 16) & mask));
    found.extend(0..64);
    found.extend((0..bits).map(|bit| 1u128 << bit));
    found
}

/// Every number of a small format and many of a wide one are printed to the digit.
#[test]
fn numbers_are_printed_to_the_digit() {
    let mut text = String::new();
    for (format, bits) in FLOATS {
        for chunk in patterns(*bits).chunks(500) {
            let each = chunk.iter().map(|bits| format!("0x{bits:X} : {format}"));
            let each: Vec<String> = each.collect();
            let _ = writeln!(text, "\"t.op\"() {{a = [{}]}} : () -> ()", each.join(", "));
        }
    }
    let tool = MlirOpt::NEWEST;
    let (printed, bytes) =
        match (tool.print_plain(text.as_bytes()), tool.rewrite(text.as_bytes(), 6)) {
            (Ok(printed), Ok(bytes)) => (printed, bytes),
            (Err(refusal), _) | (_, Err(refusal)) => panic!("{refusal}"),
        };
    let module = match Module::read(&bytes) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    };
    let ours = print(&module, release(tool), false);
    let different = ours.lines().zip(printed.lines()).find(|(ours, theirs)| ours != theirs);
    if let Some((ours, theirs)) = different {
        let mut numbers = ours.split(", ").zip(theirs.split(", "));
        panic!("{:?}", numbers.find(|(ours, theirs)| ours != theirs));
    }
    assert_eq!(ours.lines().count(), printed.lines().count());
}
