//! Makes derived types at random: a module for each dialect or plain format, with what the tests call.

use std::fmt::Write as _;
use std::path::PathBuf;

#[path = "../../codegen/tests/random/mutation.rs"]
#[allow(dead_code, reason = "what only the tests of schemas use")]
mod mutation;

mod generator;

use generator::module;
use mutation::Random;

/// How many modules a run of the suite compiles.
const COUNT: u64 = 24;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=generator.rs");
    println!("cargo::rerun-if-changed=generator/values.rs");
    println!("cargo::rerun-if-changed=../../codegen/tests/random/mutation.rs");
    let number = |name: &str| {
        println!("cargo::rerun-if-env-changed={name}");
        std::env::var(name).ok()?.parse::<u64>().ok()
    };
    let first = number("BYTESPEC_DERIVES_SEED").unwrap_or(1);
    let count = number("BYTESPEC_DERIVES_COUNT").unwrap_or(COUNT);
    let mut code = String::new();
    let mut all = String::new();
    for seed in first..first + count {
        code += &module(&format!("seed_{seed}"), Random::new(seed));
        let _ = write!(all, "seed_{seed}::ITEMS, ");
    }
    let _ = write!(code, "/// All modules.\npub(crate) const MODULES: &[&[Derived]] = &[{all}];\n");
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    std::fs::write(PathBuf::from(out).join("derived.rs"), code).expect("OUT_DIR can be written");
}
