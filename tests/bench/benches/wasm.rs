//! How fast generated code reads real WebAssembly modules, with `wasmparser` in the same run.
//!
//! `cargo bench -p bytespec-bench --bench wasm [-- ROUNDS [MODULE...]]`: the modules are those of the example where none are given. They
//! must not have vector instructions, which the peer leaves out here.

use bytespec_bench::race::Race;
use bytespec_bench::{modules, wasm};

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let rounds = words.next().and_then(|word| word.parse().ok()).unwrap_or(41);
    let given: Vec<(String, Vec<u8>)> = words
        .map(|path| {
            let bytes = std::fs::read(&path).expect("a module that can be read");
            (path, bytes)
        })
        .collect();
    let own = modules::MODULES.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
    let modules = if given.is_empty() { own.collect() } else { given };
    for (name, module) in &modules {
        race(name, module, rounds);
    }
}

fn race(name: &str, module: &[u8], rounds: u32) {
    let peer = wasm::visitor_counts(module);
    assert_eq!(modules::visitor_counts(module), Ok(peer), "both visitors count the same");
    assert_eq!(modules::enum_counts(module), Ok(peer), "and so do both enums");
    let size = module.len() as u64;
    let title = format!("{name}: {} instructions in {size} bytes", peer.ops);
    let mut race = Race::new(title, "instruction", rounds);
    let ops = peer.ops;
    let visitor = race.add("bytespec, visitor", ops, size, || modules::visitor_counts(module));
    let events = race.add("bytespec, enum", ops, size, || modules::enum_counts(module));
    let peer = race.add("wasmparser, visitor", ops, size, || wasm::visitor_counts(module));
    let peer_enum = race.add("wasmparser, enum", ops, size, || wasm::enum_counts(module));
    race.against(peer);
    race.aim_ratio(visitor, peer, 1.0);
    race.aim_ratio(events, peer_enum, 1.0);
    race.run();
}
