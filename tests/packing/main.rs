//! Formats that pack several values into one number, and whose generated samples come back as they
//! were written.

mod borrowed;
#[allow(unreachable_pub, reason = "generated code is public, and so is what it is made of")]
mod host;
mod lists;
mod packed;
mod releases;

#[allow(missing_docs, unexpected_cfgs, unreachable_pub, unused, clippy::all, reason = "generated")]
mod parcels {
    include!(concat!(env!("OUT_DIR"), "/parcels.rs"));
}

#[allow(missing_docs, unexpected_cfgs, unreachable_pub, unused, clippy::all, reason = "generated")]
mod seals {
    include!(concat!(env!("OUT_DIR"), "/seals.rs"));
}
