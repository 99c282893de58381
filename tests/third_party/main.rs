//! A format that Bytespec has never heard of: generated from its own schema by a build script, without
//! any hand-written part in the generated code's way.

mod examples;
mod log;
mod round_trip;
mod versions;

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod sensor_log {
    include!(concat!(env!("OUT_DIR"), "/sensor_log.rs"));
}
