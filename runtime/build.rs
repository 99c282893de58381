//! Turns the schemas into the generated part of each format.

use bytespec_codegen::build::Format;

fn main() {
    Format::new("../schema/tile_ir")
        .runtime("crate")
        .host("crate::tile_ir::host")
        .samples(true)
        .build("tile_ir.rs");
}
