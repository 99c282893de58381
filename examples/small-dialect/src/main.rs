//! Builds a module with the dialect `image`, writes it for both versions of the dialect and reads it back.
//!
//! ```text
//! cargo run -p small-dialect
//! ```

use bytespec::Result;
use bytespec::dialect::Form;
use bytespec::mlir::{File, Module, WriteOptions};
use small_dialect::sample::{build, find};
use small_dialect::{Filter, ImageAttribute, ImageType, registry};

fn main() -> Result<()> {
    let mut module = build()?;
    let newest = module.write(&WriteOptions::default())?;
    println!("written at version 2: {} bytes", newest.len());
    list(&newest)?;

    // Its divisor is the default, so version 1 can do without it.
    module.convert_dialect("image", Some("1"))?;
    let oldest = module.write(&WriteOptions::default())?;
    println!("\nwritten at version 1: {} bytes", oldest.len());
    list(&oldest)?;

    let mut module = Module::read(&oldest)?;
    module.set_registry(registry());
    module.convert_dialect("image", None)?;
    assert_eq!(module.write(&WriteOptions::default())?, newest);
    println!("\nread at version 1 and written at version 2: the same bytes as at first");

    let Some(op) = find(&module, "image.filter") else { return Ok(()) };
    let Some(mut properties) = module.op_properties::<Filter>(op)? else { return Ok(()) };
    let kernels = vec![properties.kernel, properties.kernel];
    properties.kernel = module.add_entry(&ImageAttribute::Chain { kernels })?;
    module.set_op_properties(op, &properties)?;
    if let Err(error) = module.convert_dialect("image", Some("1")) {
        println!("\nwith a chain of kernels, not for version 1: {error}");
    }
    Ok(())
}

/// Prints what a file has of the dialect.
fn list(bytes: &[u8]) -> Result<()> {
    let file = File::open(bytes)?.with_registry(registry());
    for dialect in file.dialects()? {
        if let Some(hooks) = file.registry().get(dialect.name) {
            let version = hooks.version(dialect.version)?.unwrap_or_default();
            println!("  dialect {} {version}", hooks.name());
        }
    }
    for entry in file.entries_of::<ImageType>()? {
        if let (id, Form::Value(ty)) = entry? {
            println!("  type {}: {ty}", id.0);
        }
    }
    for entry in file.entries_of::<ImageAttribute>()? {
        if let (id, Form::Value(attribute)) = entry? {
            println!("  attribute {}: {attribute:?}", id.0);
        }
    }
    Ok(())
}
