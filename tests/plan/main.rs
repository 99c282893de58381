//! Two decoders agree: what is generated from a schema, and the plan of the same schema run as it stands, read
//! the same values from every file of the corpora, fail at the same place of damaged ones, and write the
//! same bytes.

mod container;
mod coverage;
mod described;
mod mlir;
mod mutated;
mod same;
mod scopes;
mod tile_ir;
mod wasm;

use bytespec::plan::data::Plan;
use bytespec_codegen::{build, plan};
use std::path::Path;
use std::sync::OnceLock;

/// The plan of a schema that ships with the project.
fn shipped(format: &str) -> Plan {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema");
    match build::load(&schemas.join(format)) {
        Ok(model) => plan::lower(&model),
        Err(findings) => panic!("{findings}"),
    }
}

fn tile_ir_plan() -> &'static Plan {
    static PLAN: OnceLock<Plan> = OnceLock::new();
    PLAN.get_or_init(|| shipped("tile_ir"))
}
