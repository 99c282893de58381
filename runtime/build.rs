//! Turns the schemas into the generated part of each format.

use bytespec_codegen::build::Format;
use std::path::Path;

fn main() {
    let schemas = Path::new(bytespec_schema::FOLDER);
    let known = [("tile_ir", cfg!(feature = "tile_ir")), ("mlir", cfg!(feature = "mlir"))];
    for (format, _) in known.into_iter().filter(|(_, wanted)| *wanted) {
        Format::new(schemas.join(format))
            .runtime("crate")
            .host(&format!("crate::{format}::host"))
            .plan(&format!("{format}.plan"))
            .samples(true)
            .scan(format == "mlir")
            .build(&format!("{format}.rs"));
    }
}
