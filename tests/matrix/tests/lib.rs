//! Every shape of the schema language in every position. What `check` accepts was put into formats,
//! which compile here without a warning, and whose values come back at every version; what it refuses
//! has a finding with its place.

#![cfg(test)]

mod functions;
mod hosted;
mod plain;

use bytespec::sample::Source;

#[path = "host.rs"]
#[allow(unreachable_pub, reason = "what the generated interfaces name")]
mod host;

include!(concat!(env!("OUT_DIR"), "/matrix_plain_outcome.rs"));
include!(concat!(env!("OUT_DIR"), "/matrix_hosted_outcome.rs"));

/// How many values of each item are tried at each version.
const SEEDS: u64 = 6;

fn source(seed: u64) -> Source {
    let mut source = Source::new(seed);
    source.tables = vec![("Thing", 8), ("Type", 9), ("String", 2), ("Value", 4)];
    source
}

#[test]
fn refusals_have_a_reason() {
    for (name, (tried, accepted, refused)) in [("without a host", PLAIN), ("with a host", HOSTED)] {
        println!("{name}: {tried} combinations, {accepted} accepted, {} refused", refused.len());
        assert_eq!(tried, accepted + refused.len());
        assert!(accepted > refused.len() / 2 && !refused.is_empty());
        for finding in refused {
            println!("  {finding}");
        }
    }
}
