//! Two decoders agree: what is generated from a schema, and the plan of the same schema run as it stands, read
//! the same values from every file of the corpora, fail at the same place of damaged ones, and write the
//! same bytes.

mod ahead;
mod any_file;
mod base;
mod chains;
mod circles;
mod computed;
mod container;
mod contents;
mod coverage;
mod described;
mod documented;
mod edit;
mod elements;
mod empty;
mod explain;
mod explained;
mod filler;
mod language;
mod later;
mod lengths;
mod messages;
mod misplaced;
mod mixed;
mod mlir;
mod moved;
mod mutated;
mod parameters;
mod paths;
mod placed;
mod positions;
mod proof;
mod refused;
mod regions;
mod same;
mod scopes;
mod sections;
mod shared;
mod shown;
mod tags;
mod tile_ir;
mod transforms;
mod undescribed;
mod wasm;
mod widths;
mod writers;

use bytespec::plan::data::Plan;
use bytespec::plan::{File, Listing};
use bytespec::tile_ir::plan as tile_ir_plan;
use bytespec_codegen::{build, plan};
use std::path::Path;

/// The plan of a schema that ships with the project.
fn shipped(format: &str) -> Plan {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema");
    match build::load(&schemas.join(format)) {
        Ok(model) => plan::lower(&model),
        Err(findings) => panic!("{findings}"),
    }
}

/// The listing of all sections of a file.
fn listed(file: &mut File<'_, '_>) -> String {
    let executor = file.executor().clone();
    let mut text = String::new();
    let read = file.read_with(
        |_| Listing::new(&executor),
        |_, listing| {
            text += &listing.into_text();
            Ok(())
        },
    );
    read.expect("all bytes are described");
    text
}

/// The library carries the plans of the schemas that it was generated from.
#[test]
fn generated_code_carries_the_plan_of_its_schema() {
    for (format, plan) in [("tile_ir", tile_ir_plan()), ("mlir", mlir::mlir_plan())] {
        assert_eq!(*plan, shipped(format));
        assert_eq!(plan.check(), Ok(()));
        let bytes = plan.to_bytes();
        println!("{} bytes, {} steps of {} items", bytes.len(), plan.steps.len(), plan.items.len());
        for len in 0..bytes.len().min(4096) {
            assert_eq!(bytespec::plan::data::Plan::from_bytes(&bytes[..len]), None);
        }
    }
}
