//! A file of weights: few operations, and resources that are nearly all of it.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use bytespec::Result;
use bytespec::mlir::{
    BuiltinAttribute, BuiltinType, Module, NewOperation, NewResource, WriteOptions,
};
use bytespec::wire::Writer;

/// Bytes of one weight, a square of `f32`.
const WEIGHT: u64 = 4 << 22;
/// Where the data of a weight begins.
const ALIGNMENT: u64 = 64;

/// Writes a file with weights of zeros, `size` bytes in all, which the disk does not hold.
///
/// # Errors
/// Those of the file.
pub fn write(path: &Path, size: u64) -> io::Result<()> {
    let module = module(size / WEIGHT).map_err(|error| io::Error::other(error.to_string()))?;
    let mut out = Sparse { file: File::create(path)?, len: 0 };
    module.write_to(&mut out, &WriteOptions::default())?;
    out.file.set_len(out.len)
}

fn module(weights: u64) -> Result<Module<'static>> {
    let mut module = Module::new("MLIR22.1.8");
    let location = module.unknown_location()?;
    let element = module.add_type(BuiltinType::Float32Type)?;
    let shape = [1 << 11; 2].into_iter().collect();
    let ty = module.add_type(BuiltinType::RankedTensorType { shape, element })?;
    let region = module.ops(module.root()).find_map(|op| module.regions(op).next());
    let block = region.and_then(|region| module.blocks(region).next()).unwrap_or(module.root());
    for number in 0..weights {
        let zeros = |out: &mut dyn Write| {
            let some = [0; 1 << 16];
            (0..WEIGHT / some.len() as u64).try_for_each(|_| out.write_all(&some))
        };
        let resource =
            NewResource::Stream { alignment: ALIGNMENT, len: WEIGHT, source: Arc::new(zeros) };
        let handle = module.add_resource(b"builtin", format!("w{number}").as_bytes(), resource)?;
        let value = module
            .add_attribute(BuiltinAttribute::DenseResourceElementsAttr { r#type: ty, handle })?;
        let mut properties = Writer::new();
        properties.prefix(u64::from(value.0));
        let properties = Some(module.add_properties(properties.as_slice())?);
        let operation = NewOperation { properties, results: vec![ty], ..NewOperation::default() };
        let op = module.make("arith.constant", location, operation)?;
        module.append(block, op)?;
    }
    Ok(module)
}

/// A file with holes where zeros were written.
struct Sparse {
    file: File,
    len: u64,
}

impl Write for Sparse {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() >= 1 << 12 && bytes.iter().all(|&byte| byte == 0) {
            self.file.seek(SeekFrom::Current(bytes.len() as i64))?;
        } else {
            self.file.write_all(bytes)?;
        }
        self.len += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
