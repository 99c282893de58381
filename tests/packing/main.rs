//! Formats that pack several values into one number, and whose generated samples come back as they
//! were written.

mod borrowed;
#[allow(unreachable_pub, reason = "generated code is public, and so is what it is made of")]
mod host;
mod lists;
mod packed;
mod parts;
mod releases;

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod parcels {
    include!(concat!(env!("OUT_DIR"), "/parcels.rs"));
}

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod seals {
    include!(concat!(env!("OUT_DIR"), "/seals.rs"));
}

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod waybills {
    include!(concat!(env!("OUT_DIR"), "/waybills.rs"));
}

/// The plan of a format in this folder.
fn plan_of(name: &str) -> bytespec::plan::data::Plan {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("packing").join(name);
    match bytespec_codegen::build::load(&folder) {
        Ok(model) => bytespec_codegen::plan::lower(&model),
        Err(findings) => panic!("{findings}"),
    }
}
