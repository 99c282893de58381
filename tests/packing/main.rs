//! Formats that pack several values into one number, and whose generated samples come back as they
//! were written.

mod packed;

#[allow(missing_docs, unexpected_cfgs, unreachable_pub, unused, clippy::all, reason = "generated")]
mod parcels {
    include!(concat!(env!("OUT_DIR"), "/parcels.rs"));
}
