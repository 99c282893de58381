//! Many schemas made at random, in batches: `cargo run -p bytespec-random --example soak -- [first seed] [how many]`.
//!
//! Each batch is generated, compiled and run as the test of the suite is. A schema that fails is made smaller, line by line, and
//! printed with what fails.

#[path = "../../../codegen/tests/random/smaller.rs"]
mod smaller;

use smaller::smaller;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// How many schemas are compiled together.
const BATCH: u64 = 100;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|number| number.parse::<u64>());
    let mut next = |default| match arguments.next() {
        Some(number) => number.expect("a number"),
        None => default,
    };
    let (first, count) = (next(1), next(1000));
    let mut failed = false;
    for seed in (first..first + count).step_by(BATCH as usize) {
        let batch = BATCH.min(first + count - seed);
        let (seeds, many) = (seed.to_string(), batch.to_string());
        let tried = run(&[("BYTESPEC_RANDOM_SEED", &seeds), ("BYTESPEC_RANDOM_COUNT", &many)]);
        match tried {
            Ok(output) => {
                let formats = output.lines().find(|line| line.contains(" formats: "));
                println!("seeds {seed} to {}: {}", seed + batch - 1, formats.unwrap_or("?"));
            }
            Err(output) => {
                failed = true;
                let seeds = seeds_of(&output);
                println!("seeds {seed} to {}: {seeds:?} fail", seed + batch - 1);
                if seeds.is_empty() {
                    println!("{output}");
                }
                seeds.into_iter().take(3).for_each(|seed| report(seed, &output));
            }
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Runs the test of the suite; its output, as an error where it fails.
fn run(variables: &[(&str, &str)]) -> Result<String, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["test", "-p", "bytespec-random", "--lib", "--", "--nocapture"]);
    for name in ["SEED", "COUNT", "SCHEMA"] {
        cargo.env_remove(format!("BYTESPEC_RANDOM_{name}"));
    }
    let output = cargo.envs(variables.iter().copied()).output().expect("cargo runs");
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    let text = text.concat();
    if output.status.success() { Ok(text) } else { Err(text) }
}

/// The seeds that a failure is about: those that the test names, or those whose code is not made or does not compile.
fn seeds_of(output: &str) -> Vec<u64> {
    let about = output.rsplit_once("differ: [").map_or(output, |(_, names)| names);
    let about = about.split(']').next().filter(|_| about.len() < output.len()).unwrap_or(about);
    let found = about.match_indices("seed_").map(|(at, word)| &about[at + word.len()..]);
    let mut seeds: Vec<u64> = found
        .filter_map(|text| {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text[..end].parse().ok()
        })
        .collect();
    seeds.sort_unstable();
    seeds.dedup();
    seeds
}

/// Prints a smaller schema that fails, and how.
fn report(seed: u64, output: &str) {
    let Some(path) = schema(seed) else {
        println!("seed {seed} fails:\n{output}");
        return;
    };
    let text = std::fs::read_to_string(path).expect("the schema of the batch");
    let file = std::env::temp_dir().join(format!("bytespec-random-{seed}.yaml"));
    let fails = |text: &str| {
        std::fs::write(&file, text).expect("a temporary file");
        run(&[("BYTESPEC_RANDOM_SCHEMA", &file.to_string_lossy())]).err()
    };
    let Some(mut shown) = fails(&text) else {
        println!("seed {seed} fails only in its batch:\n{output}");
        return;
    };
    let text = smaller(&text, |text| match fails(text) {
        Some(output) => {
            shown = output;
            true
        }
        None => false,
    });
    let start = shown.find("panicked at").or(shown.find("\nerror")).unwrap_or(0);
    let shown = shown[start..].lines().filter(|line| !line.trim().is_empty());
    let shown: Vec<&str> = shown.take(12).collect();
    println!("seed {seed} fails:\n{}\n---\n{}\n", shown.join("\n"), text.trim_end());
}

/// The newest schema of a seed that a build has written.
fn schema(seed: u64) -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    // The program lies in `<profile>/examples`.
    let builds = program.parent().and_then(Path::parent)?.join("build");
    let builds = std::fs::read_dir(builds).ok()?.filter_map(Result::ok);
    let schemas =
        builds.map(|build| build.path().join(format!("out/seed_{seed}/without_examples.txt")));
    schemas
        .filter(|path| path.exists())
        .max_by_key(|path| path.metadata().and_then(|of| of.modified()).ok())
}
