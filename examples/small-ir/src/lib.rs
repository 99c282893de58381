//! Programs of a small intermediate representation (IR): nested operations in a forest, read and written by what is generated from
//! `schema/`.

pub mod passes;
pub mod program;
pub mod text;

/// What is generated from the schema.
pub mod small_ir {
    include!(concat!(env!("OUT_DIR"), "/small_ir.rs"));
}

pub use program::Program;
