//! Turns the schema into the generated part of the format.

use bytespec_codegen::build::Format;
use std::path::Path;

fn main() {
    Format::new(Path::new(bytespec_schema::FOLDER).join("tile_ir"))
        .runtime("::bytespec_core")
        .host("crate::host")
        .plan("tile_ir.plan")
        .samples(true)
        .build("tile_ir.rs");
}
