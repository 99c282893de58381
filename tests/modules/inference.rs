//! Of which releases a file may be whose producer does not say so.

use bytespec::mlir::Release;
use bytespec::mlir::internals::{inference, nearest};

fn set(names: &[&str]) -> Vec<Release> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// What producers have that call themselves `MLIR<next>.0.0git`, by the files of such producers.
#[test]
fn builds_lie_between_two_releases() {
    for (fitting, producer, expected) in [
        (&["17", "18", "19"][..], "MLIR17.0.0git", &["17"][..]),
        (&["17", "18", "19"], "MLIR20.0.0git", &["19"]),
        (&["21", "22", "23"], "MLIR21.0.0git", &["21"]),
        (&["21", "22", "23"], "MLIR23.0.0git", &["22", "23"]),
        (&["23", "24"], "MLIR22.0.0git", &["23"]),
        (&["17", "18"], "MLIR24.0.0git", &["18"]),
        (&["17", "18"], "my-compiler", &["17", "18"]),
        (&[], "MLIR23.0.0git", &[]),
    ] {
        assert_eq!(nearest(&set(fitting), producer), set(expected), "{producer} {fitting:?}");
    }
}

#[test]
fn the_release_that_fits_the_most_is_meant() {
    let seen = [(&*set(&["22", "23"]), 2), (&*set(&["23"]), 1)];
    let found = inference(&seen, "MLIR23.0.0git");
    assert_eq!((found.releases, found.blobs, found.decisive), (vec![Release::R23], 3, 1));
    // An operation that was gone by then, and a layout between two releases.
    let more = [seen[0], seen[1], (&*set(&["21"]), 1), (&[], 1)];
    let found = inference(&more, "MLIR24.0.0git");
    assert_eq!((found.releases, found.blobs, found.fitting), (vec![Release::R23], 5, 3));
}
