//! Tables whose entries are of several dialects, and layouts that depend on the release, in a format
//! generated without any hand-written part; and the versions of a dialect that ships.

mod axes;
mod entries;
mod hook_versions;
mod hooks;
mod properties;
mod unknown_releases;
mod vhlo;

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod toy_chest {
    include!(concat!(env!("OUT_DIR"), "/toy_chest.rs"));
}
