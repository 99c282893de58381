//! Turns the schemas into the generated part of each format.

use bytespec_codegen::build::Format;

fn main() {
    for format in ["tile_ir", "mlir"] {
        Format::new(format!("../schema/{format}"))
            .runtime("crate")
            .host(&format!("crate::{format}::host"))
            .samples(true)
            .rewrite(format == "mlir")
            .build(&format!("{format}.rs"));
    }
}
