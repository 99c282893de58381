//! Turns the schema into the generated part of the format.

use bytespec_codegen::build::Format;
use std::path::Path;

fn main() {
    Format::new(Path::new(bytespec_schema::FOLDER).join("mlir"))
        .runtime("::bytespec_core")
        .host("crate::host")
        .plan("mlir.plan")
        .samples(true)
        .scan(true)
        .build("mlir.rs");
}
