//! A module that uses the dialect.

use crate::{Filter, ImageAttribute, ImageType, Pixel, registry};
use bytespec::Result;
use bytespec::mlir::{BlockId, BuiltinType, Module, NewOperation, OpId, Signedness};

/// The producer that files name: readers tell from it the release of LLVM, and so how operations of
/// other dialects stand.
pub const PRODUCER: &str = "MLIR22.1.8";

/// A picture that is loaded, sharpened and measured.
///
/// # Errors
/// None that this module can meet.
pub fn build() -> Result<Module<'static>> {
    let mut module = Module::new(PRODUCER);
    module.set_registry(registry());
    let location = module.unknown_location()?;
    let picture =
        module.add_entry(&ImageType::Picture { pixel: Pixel::Rgb8, width: 640, height: 480 })?;
    let count = module
        .add_type(BuiltinType::IntegerType { signedness: Signedness::Signless, width: 32 })?;
    let histogram = module.add_entry(&ImageType::Histogram { bins: 256, count })?;
    let kernel = module.add_entry(&ImageAttribute::Kernel {
        columns: 3,
        weights: vec![0, -1, 0, -1, 5, -1, 0, -1, 0],
        divisor: 1,
    })?;
    let region =
        module.add_entry(&ImageAttribute::Region { x: 0, y: 0, width: 320, height: 240 })?;
    let properties =
        module.add_op_properties(&Filter { kernel, region: Some(region), times: 2 })?;

    let body = body(&module);
    let load =
        NewOperation { registered: Some(true), results: vec![picture], ..NewOperation::default() };
    let load = module.make("image.load", location, load)?;
    module.append(body, load)?;
    let filter = NewOperation {
        registered: Some(true),
        properties,
        operands: module.results(load).collect(),
        results: vec![picture],
        ..NewOperation::default()
    };
    let filter = module.make("image.filter", location, filter)?;
    module.append(body, filter)?;
    let measure = NewOperation {
        registered: Some(true),
        operands: module.results(filter).collect(),
        results: vec![histogram],
        ..NewOperation::default()
    };
    let measure = module.make("image.measure", location, measure)?;
    module.append(body, measure)?;
    Ok(module)
}

/// The block inside the `builtin.module`.
#[must_use]
pub fn body(module: &Module<'_>) -> BlockId {
    let region = module.ops(module.root()).next().and_then(|root| module.regions(root).next());
    let block = region.and_then(|region| module.blocks(region).next());
    block.unwrap_or(module.root())
}

/// The first operation of a name.
#[must_use]
pub fn find(module: &Module<'_>, name: &str) -> Option<OpId> {
    module.walk().find(|op| module.name(*op).full() == name)
}
