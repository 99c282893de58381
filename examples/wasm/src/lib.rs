//! WebAssembly modules, read and written by what is generated from `schema/`.

pub mod module;

/// What is generated from the schema.
pub mod wasm {
    include!(concat!(env!("OUT_DIR"), "/wasm.rs"));
}

pub use module::Module;
