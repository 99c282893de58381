//! Schemas at random: each is refused with a place, or becomes a plan and code without a panic.
//!
//! A schema of the corpus of findings is changed: odd names, extreme numbers, types, expressions and texts take the place of what
//! stands there, keys and items go, come twice, or come from another schema. `BYTESPEC_RANDOM_SEED` is the first seed, and
//! `BYTESPEC_RANDOM_COUNT` says how many are tried, for a long run; what fails is made smaller before it is shown.

#![cfg(feature = "build")]

mod mutation;
mod smaller;

use bytespec_codegen::emit::rust::{self, Options};
use bytespec_codegen::syntax::{read_and_check, render};
use bytespec_codegen::{build, model};
use mutation::{Random, changed, corpus};
use smaller::smaller;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// How many schemas a run of the suite tries.
const COUNT: u64 = 3000;

/// What is wrong with how a schema was treated; none where all is well. `true` where it was accepted.
fn fault(text: &str) -> Result<bool, String> {
    let tried = catch_unwind(AssertUnwindSafe(|| {
        let files = vec![(PathBuf::from("random.yaml"), text.to_owned())];
        let (schema, sources, found) = read_and_check(files);
        if !found.is_empty() {
            render(&found, &sources, false);
            let placed = |span| sources.resolve(span).is_some();
            let lost = found.iter().find(|finding| {
                finding.labels.is_empty() || !finding.labels.iter().all(|(span, _)| placed(*span))
            });
            let unforeseen = found.iter().find(|finding| finding.rule == "plan");
            return match (lost, unforeseen) {
                (Some(finding), _) => Err(format!("a finding without a place: {finding}")),
                (_, Some(finding)) => Err(format!("no rule foresees this: {finding}")),
                _ => Ok(false),
            };
        }
        let model = model::lower(&schema).map_err(|found| format!("not lowered: {found:?}"))?;
        build::source(&model, &Options::default())?;
        // `check` makes the declarations only.
        let all = Options { scan: true, samples: true, derived: true, ..Options::default() };
        let twice = rust::declared_twice_in(rust::emit(&model, &all));
        match twice.first() {
            Some(name) => Err(format!("`{name}` is declared twice")),
            None => Ok(true),
        }
    }));
    tried.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("a panic: {}", text.unwrap_or("?")))
    })
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn accepted_schemas_can_be_built() {
    let corpus = corpus(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check"));
    let first = number("BYTESPEC_RANDOM_SEED").unwrap_or(1);
    let count = number("BYTESPEC_RANDOM_COUNT").unwrap_or(COUNT);
    let mut accepted = 0;
    for seed in first..first + count {
        let mut random = Random::new(seed);
        let text = changed(&corpus, &mut random);
        match fault(&text) {
            Ok(is_accepted) => accepted += u64::from(is_accepted),
            Err(error) => {
                panic!("seed {seed}: {error}\n{}", smaller(&text, |text| fault(text).is_err()))
            }
        }
    }
    println!("{accepted} of {count} accepted, from seed {first} on");
    assert!(accepted > count / 40, "{accepted} of {count}: the changes are too wild");
}
