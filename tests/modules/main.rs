//! Modules made at random go through text: what is printed is read, printed the same, and is the same module.
//!
//! A share of them runs with all other tests; `BYTESPEC_MODULES=20000` asks for so many.

mod affine;
mod assembled;
mod body;
mod conversions;
mod edits;
mod entries;
mod inference;
mod listings;
mod numbering;
mod properties;
mod signatures;
mod spelled_out;
mod symbols;

use body::Body;
use bytespec::mlir::{
    Module, Numbering, OpId, ParseOptions, PrintOptions, Release, Value, Version, WriteOptions,
};
use bytespec::sample::Source;
use bytespec_tests::ways::ways;
use entries::{Entries, Pool};
use std::collections::{BTreeMap, BTreeSet};

/// The number of modules by default.
const USUAL: u64 = 600;

/// So many that differ are shown.
const SHOWN: usize = 5;

/// Releases whose text is tried.
const RELEASES: &[Release] =
    &[Release::R16, Release::R17, Release::R19, Release::R21, Release::R22, Release::R23];

fn make(release: Release, pool: &Pool, seed: u64) -> Module<'static> {
    let version = match release {
        Release::R16 => Version::ALL[0],
        _ => Version::LATEST,
    };
    let mut module = Module::for_version(&format!("MLIR{}.0.0", release.name()), version);
    let mut source = Source::new(seed);
    let entries = Entries::make(&mut module, &mut source, pool, release).expect("entries");
    let mut body = Body::new(&mut source, entries, release);
    body.top(&mut module).expect("operations");
    module
}

/// Text does not state the order of uses.
fn without_orders(module: &mut Module<'_>) {
    let ops: Vec<OpId> = module.walk().collect();
    for op in ops {
        let regions: Vec<_> = module.regions(op).collect();
        let blocks: Vec<_> = regions
            .into_iter()
            .flat_map(|region| module.blocks(region).collect::<Vec<_>>())
            .collect();
        let arguments = blocks.into_iter().flat_map(|block| module.arguments(block));
        let values: Vec<Value> = module.results(op).chain(arguments).collect();
        for value in values {
            // That a value is used as itself says nothing about the order.
            assert!(module.replace_uses(value, value).is_ok());
        }
    }
}

fn registered(module: &Module<'_>) -> BTreeSet<String> {
    let names = module.walk().map(|op| module.name(op));
    names.filter(|name| name.registered).map(|name| name.full().into_owned()).collect()
}

/// A file keeps the orders of uses, and is printed as the module is.
fn orders_stay(module: &Module<'_>, printing: &PrintOptions) -> Result<(), String> {
    let canonical =
        WriteOptions::default().numbering(Numbering::Canonical).version(module.version());
    let wrong = |error: bytespec::Error| format!("with its orders: {error}");
    let bytes = module.write(&canonical).map_err(wrong)?;
    let read = Module::read(&bytes).map_err(wrong)?;
    if read.write(&canonical).map_err(wrong)? != bytes {
        return Err("another file with its orders".to_owned());
    }
    let (text, again) = (module.print(printing), read.print(printing));
    match text.map_err(wrong)? == again.map_err(wrong)? {
        true => Ok(()),
        false => Err("another text with its orders".to_owned()),
    }
}

/// What differs between a module and that of its text.
fn through_text(module: &mut Module<'_>) -> Result<(), String> {
    let printing = PrintOptions::default().locations(true);
    orders_stay(module, &printing)?;
    without_orders(module);
    let text = module.print(&printing).map_err(|error| format!("it is not printed: {error}"))?;
    let options = ParseOptions::default()
        .release(module.release())
        .producer(module.producer().into_owned())
        .registered(registered(module))
        // What is made here lacks some, too.
        .defaults(false)
        .use_orders(false);
    let parsed = Module::parse(&text, &options).map_err(|errors| format!("{errors}\n{text}"))?;
    let again = parsed.print(&printing).map_err(|error| format!("not printed again: {error}"))?;
    if again != text {
        let mut lines = text.lines().zip(again.lines());
        let lines = lines.find(|(text, again)| text != again);
        return Err(format!("another text: {lines:#?}"));
    }
    let ordered = options.clone().use_orders(true);
    let ordered = Module::parse(&text, &ordered).map_err(|errors| errors.to_string())?;
    orders_stay(&ordered, &printing)?;
    let canonical =
        WriteOptions::default().numbering(Numbering::Canonical).version(module.version());
    // LLVM 16 says of operations that they are defined to be isolated, which a module that is made here does not know.
    let again = match module.release() {
        Some(Release::R16) => {
            Module::parse(&again, &options).map_err(|errors| errors.to_string())?
        }
        _ => module.clone(),
    };
    let expected = again.write(&canonical).map_err(|error| format!("not written: {error}"))?;
    let found = parsed.write(&canonical).map_err(|error| format!("not written: {error}"))?;
    // Text has no resources that nothing refers to, see the other test.
    let losses = module.print_to(&mut std::io::sink(), &printing);
    let losses = losses.map_err(|error| format!("it is not printed: {error}"))?;
    if found != expected && losses.missing.is_empty() {
        return Err(format!("{} bytes in place of {}\n{text}", found.len(), expected.len()));
    }
    // What was written is printed the same.
    let read = Module::read(&expected).map_err(|error| format!("it is not read: {error}"))?;
    let reread = read.print(&printing).map_err(|error| format!("not printed: {error}"))?;
    if reread != text {
        let mut lines = text.lines().zip(reread.lines());
        let lines = lines.find(|(text, again)| text != again);
        return Err(format!("another text of the file: {lines:#?}"));
    }
    Ok(())
}

#[test]
fn modules_are_the_same_after_text() {
    let count = std::env::var("BYTESPEC_MODULES").ok().and_then(|count| count.parse().ok());
    let count: u64 = count.unwrap_or(USUAL);
    let mut operations = 0;
    let mut wrong = Vec::new();
    for (at, release) in RELEASES.iter().enumerate() {
        let pool = Pool::new(*release, at as u64);
        for seed in (at as u64..count).step_by(RELEASES.len()) {
            let mut module = make(*release, &pool, seed);
            operations += module.walk().count();
            if let Err(problem) = through_text(&mut module) {
                wrong.push(format!("{} {seed}: {problem}", release.name()));
            }
        }
    }
    println!("{count} modules, {operations} operations");
    let shown: Vec<_> = wrong.iter().take(SHOWN).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), shown.join("\n\n"));
    assert!(operations as u64 > count);
}

/// Every conversion preserves the meaning of a module, refuses the module, or lists its losses.
#[test]
fn conversions_preserve_the_meaning_of_modules() {
    let count = std::env::var("BYTESPEC_MODULES").ok().and_then(|count| count.parse().ok());
    let count: u64 = count.unwrap_or(USUAL / 4);
    let (mut outcomes, mut wrong) = (BTreeMap::<_, usize>::new(), Vec::new());
    for (at, release) in RELEASES.iter().enumerate() {
        let pool = Pool::new(*release, at as u64);
        for seed in (at as u64..count).step_by(RELEASES.len()) {
            for result in ways(&make(*release, &pool, seed)) {
                match result {
                    Ok(outcome) => *outcomes.entry(outcome).or_default() += 1,
                    Err(problem) => wrong.push(format!("{} {seed}: {problem}", release.name())),
                }
            }
        }
    }
    println!("{outcomes:#?}");
    let shown: Vec<_> = wrong.iter().take(SHOWN).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), shown.join("\n\n"));
    assert!(outcomes.values().all(|count| *count > 0) && outcomes.len() > 4, "{outcomes:#?}");
}
